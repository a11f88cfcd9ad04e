"""Says which of the pinned actions and images in the workflows are old.

Run by a workflow every week, with GitHub's ``gh`` and with Docker:

    python3 packaging/pins.py

It ends with 1 where something newer has been published.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass

from commands import call, tell
from project import ROOT

WORKFLOWS = ROOT / ".github" / "workflows"
ACTION = re.compile(r"uses: (?P<name>[\w./-]+)@(?P<digest>[0-9a-f]{40}) # (?P<tag>v[\d.]+)$")
IMAGE = re.compile(r"image: (?P<name>[\w./-]+:[\w.-]+)@(?P<digest>sha256:[0-9a-f]{64})$")


@dataclass(frozen=True, order=True, slots=True)
class Pin:
    """Something of others that a workflow uses.

    Attributes:
        name: such as "actions/checkout", or "debian:12".
        digest: what is used of it.
        tag: which version that was, where it is an action.
    """

    name: str
    digest: str
    tag: str = ""


def pins(text: str) -> set[Pin]:
    """Return what the text of a workflow pins."""
    lines = [line.strip().removeprefix("- ") for line in text.splitlines()]
    return {
        Pin(**match.groupdict())
        for line in lines
        for pattern in (ACTION, IMAGE)
        if (match := pattern.fullmatch(line))
    }


def newest(pin: Pin) -> str:
    """Return the tag of an action's latest version, or an image's digest of today."""
    if pin.tag:
        repository = "/".join(pin.name.split("/")[:2])
        answer = json.loads(call("gh", "api", f"repos/{repository}/releases/latest"))
        return str(answer["tag_name"])
    answer = call("docker", "buildx", "imagetools", "inspect", pin.name, "--format", "{{json .}}")
    return str(json.loads(answer)["manifest"]["digest"])


def main() -> None:
    """Tell what is old; end with 1 if anything is."""
    known = set()
    for path in sorted(WORKFLOWS.glob("*.yml")):
        known |= pins(path.read_text(encoding="utf-8"))
    old = 0
    for pin in sorted(known):
        now = newest(pin)
        if now != (pin.tag or pin.digest):
            old += 1
            tell(f"{pin.name} is pinned at {pin.tag or pin.digest}; there is {now}")
    tell(f"{len(known)} pins, {old} of them old")
    sys.exit(1 if old else 0)


if __name__ == "__main__":
    main()
