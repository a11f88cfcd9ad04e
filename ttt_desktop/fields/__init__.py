"""What can be set: one form builder for everything that is declared as a field."""
