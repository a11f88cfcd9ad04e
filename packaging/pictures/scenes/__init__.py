"""The scenes, a module for each part of the app, and the groups that the book shows them in."""
