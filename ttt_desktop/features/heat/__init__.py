"""The heat map: the scores of a search as colours, with the sliders that weigh them."""
