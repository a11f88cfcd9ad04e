"""What the native kernel does, done again in plain Python: what its answers are held against."""
