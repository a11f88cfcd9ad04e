"""Pictures that the desktop app shows; read through importlib.resources."""
