"""Work that the window does not wait for, and files: jobs, turns, the log, what is kept."""
