"""Games and boards as pictures and animations, in files and on the clipboard."""
