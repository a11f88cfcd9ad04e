"""The shell: the window, its menus, docks and notices. It knows no feature by name."""
