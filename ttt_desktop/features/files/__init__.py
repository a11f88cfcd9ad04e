"""Games and machines in files: opened, saved, tried and checked: a feature."""
