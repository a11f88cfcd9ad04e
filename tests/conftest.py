"""What all tests share: no display is needed, and nothing of the user's is touched."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
