"""A machine that teaches itself: one learner, its training in the background, and what it knows."""
