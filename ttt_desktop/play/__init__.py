"""The board and the game on it: model, controller, the thinking machine, widgets."""
