"""The console program ``ttt-engine``."""
