"""A whole class's files: found, checked, played against each other, and reported on.

It stands on the check of one file (``engine.compat``) and on tournaments; it adds who handed in
what, what is kept from run to run, points, and the reports.
"""
