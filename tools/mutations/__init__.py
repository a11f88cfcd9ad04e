"""Small faults put into the program one by one, to see whether the tests notice."""
