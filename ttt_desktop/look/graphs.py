"""pyqtgraph, without OpenGL: it would load two of Qt's modules, 9 MB, that no chart here uses.

Import it from here, before anything else of it: ``from ttt_desktop.look.graphs import pg``.
"""

from __future__ import annotations

import sys
from types import ModuleType

from PySide6.QtWidgets import QWidget


class _NoOpenGL(QWidget):
    """Stands where pyqtgraph looks for a widget to draw on with OpenGL; none is ever made."""


for _name in ("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets"):
    if _name not in sys.modules:
        _module = sys.modules[_name] = ModuleType(_name)
        vars(_module)["QOpenGLWidget"] = _NoOpenGL

import pyqtgraph as pg  # noqa: E402

__all__ = ["pg"]
