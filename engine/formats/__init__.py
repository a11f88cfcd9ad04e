"""Games and positions in the files of other programs, and as plain text."""
