"""What is heard: a stroke for each mark, and how the game ended."""
