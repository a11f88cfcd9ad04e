"""The game's sounds; packaging/sounds.py makes them."""
