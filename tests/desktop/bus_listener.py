"""What assistive technology hears and sees, a JSON line each; run by the system's own Python.

    bus_listener.py listen    what is announced and what gets the keyboard's focus, as it happens
    bus_listener.py tree      all that is shown, of all programs

It needs Debian's gir1.2-atspi-2.0 and python3-gi, which no virtual environment has.
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def told(**values):
    print(json.dumps(values), flush=True)


def described(thing):
    states = thing.get_state_set()
    return {
        "role": thing.get_role_name(),
        "name": thing.get_name() or "",
        "description": thing.get_description() or "",
        "focusable": states.contains(Atspi.StateType.FOCUSABLE),
        "showing": states.contains(Atspi.StateType.SHOWING),
    }


def heard(event):
    if event.detail1 and event.type.startswith("object:state-changed"):
        told(event=event.type, **described(event.source))


def listen():
    listener = Atspi.EventListener.new(heard)
    # Programs tell of changed names only where somebody asks for it, as screen readers do.
    names = "object:property-change:accessible-name"
    for kind in ("object:state-changed:showing", "object:state-changed:focused", names):
        listener.register(kind)
    told(event="ready")
    Atspi.event_main()


def walk(thing, depth=0):
    for number in range(thing.get_child_count() if depth < 40 else 0):
        child = thing.get_child_at_index(number)
        if child is not None:
            told(**described(child), inside=thing.get_role_name())
            walk(child, depth + 1)


if __name__ == "__main__":
    Atspi.init()
    if sys.argv[1] == "listen":
        listen()
    else:
        walk(Atspi.get_desktop(0))
