"""The convergence chart: how the scores settle as the trials grow."""
