"""The solver and the tree without the extension in C: slower, with the same answers."""

from engine.solver_python import Solver
from engine.tree_python import Tree

__all__ = ["Solver", "Tree"]
