"""``python -m engine`` runs the console program."""

import sys

from engine.cli.main import main

sys.exit(main())
