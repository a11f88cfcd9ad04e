"""The console program where no file may grow beyond so many bytes, as on a full disk.

``python -m tests.campaign.limited BYTES ARGUMENT...``
"""

from __future__ import annotations

import resource
import sys

from engine.cli.main import main

if __name__ == "__main__":
    limit = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    sys.exit(main(sys.argv[2:]))
