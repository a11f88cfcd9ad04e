"""The making of the program's puzzles, and their proofs."""
