"""The settings: declared once, stored, and edited in a dialog."""
