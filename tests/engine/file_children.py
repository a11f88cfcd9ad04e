"""The processes of course files: which there are, and a wait for their end."""

import gc

import psutil

from tests.waiting import wait_until


def living_children():
    """Return the files' processes that this one has."""
    return [
        child for child in psutil.Process().children(recursive=True)
        if child.is_running() and child.status() != psutil.STATUS_ZOMBIE
        and "compat.child" in " ".join(child.cmdline())
    ]  # fmt: skip


def wait_until_all_are_gone():
    """Wait until no file's process is left."""
    gc.collect()  # an earlier test's file may wait in a cycle: the windows' tests switch this off
    wait_until(lambda: not living_children(), "no file's process is left")
