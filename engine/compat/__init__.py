"""Course files as they are: the modules that they import, and players made from them.

A file is a program and is only ever run in a process of its own. ``python -m engine.compat FILE``
runs one as a script.
"""
