"""Playing: games one after another, against whom, and how they end."""
