"""Lessons as text files; their format is described in docs/lessons.md."""
