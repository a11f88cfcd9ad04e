"""The picture book: every screen and state of the app as a PNG, drawn from the real window.

``python3 dev.py pictures DIR`` draws it. A *scene* says how the window comes to be as it is
pictured (``pictures.scenes``), a *look* under which circumstances (``pictures.looks``), and a
*shot* is one of each. The *crew* spreads the shots over processes, the *camera* takes them there
one after another.
"""
