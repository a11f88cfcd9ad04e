"""What makes things for the program and measures it; the program imports nothing of it."""
