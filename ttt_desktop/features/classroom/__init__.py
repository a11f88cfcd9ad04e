"""A whole class: its files checked and compared, and what it answered in lessons."""
