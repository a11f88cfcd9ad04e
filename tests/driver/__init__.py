"""Somebody in front of the app: one driver for the tests, the campaign and the picture book.

A ``User`` clicks, types and looks; those of features' pages are beside the features' tests. Who
cannot wait, as dialogs have loops of their own, hands the ``Performer`` a script: a generator of
what to wait for.
"""
