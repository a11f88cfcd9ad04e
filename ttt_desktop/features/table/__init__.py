"""The table of scores: every number of a search, to sort and copy."""
