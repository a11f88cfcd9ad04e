"""What decides whose move it is, and when the machine thinks."""
