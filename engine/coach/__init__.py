"""What a game teaches: what each move gave away, why, and puzzles made from such moments."""
