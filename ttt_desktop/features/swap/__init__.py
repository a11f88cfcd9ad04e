"""Games opened by Swap and Swap2: the choice of a side, and what a machine does there."""
