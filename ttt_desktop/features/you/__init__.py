"""You: the past games, what they add up to, and which goals they have reached."""
