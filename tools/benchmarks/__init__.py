"""Speed, measured apart from the tests: ``python3 dev.py bench``. Nothing here passes or fails."""
