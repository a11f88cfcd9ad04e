"""How everything looks: themes, icons, painting of squares, and what all rooms share."""
