"""The solver and the tree without the extension in C: slower, with the same answers."""

from engine.solver_python import Solver
from engine.tree_python import Tree

SPEED = 0.01
"""How fast the solver is, beside the one in C (``engine.search_native``)."""

__all__ = ["SPEED", "Solver", "Tree"]
