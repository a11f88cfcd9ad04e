"""Presenter view and full screen: the window for a projector."""
