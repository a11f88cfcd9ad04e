"""What is on the board, whose it is, and what may be done with it. No widgets."""
