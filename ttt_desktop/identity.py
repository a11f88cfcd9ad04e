"""Who publishes the program, where, and what systems know it by; nothing here needs Qt.

All of it hangs on ``OWNER``. To publish the program from another place, change that, and the same
words in ``pyproject.toml``, ``CITATION.cff`` and ``SECURITY.md``. A test compares them.
"""

from __future__ import annotations

from ttt_desktop import APP_TITLE

OWNER = "montecarlotictactoe"
"""The account that the repository belongs to. Letters and digits only: D-Bus and Flatpak refuse
hyphens in an id, and macOS refuses underscores."""

NAME = "monte-carlo-tic-tac-toe"
"""What packages and the user's folders are called."""

DEVELOPER_ID = f"io.github.{OWNER}"
APP_ID = f"{DEVELOPER_ID}.MonteCarloTicTacToe"
"""The program's id: of the menu entry, the icon, the metainfo, the windows, the app for macOS."""

GAME_TYPE = f"application/x-{NAME}"
"""The type of saved games on Linux."""

DEVELOPER = f"The {APP_TITLE} developers"
EMAIL = f"{OWNER}@users.noreply.github.com"

HOME_PAGE = f"https://github.com/{OWNER}/{NAME}"
ISSUES = f"{HOME_PAGE}/issues"
CHANGES = f"{HOME_PAGE}/blob/main/CHANGELOG.md"
SECURITY = f"{HOME_PAGE}/security/policy"
MANUAL = f"{HOME_PAGE}/blob/main/docs/index.md"
CONTRIBUTING = f"{HOME_PAGE}/blob/main/CONTRIBUTING.md"


def release_page(version: str) -> str:
    """Return the address of a version's files and notes."""
    return f"{HOME_PAGE}/releases/tag/v{version}"


def file_address(version: str, path: str) -> str:
    """Return the address of a file of the repository as it was in a version."""
    return f"https://raw.githubusercontent.com/{OWNER}/{NAME}/v{version}/{path}"


def download_address(version: str, file: str) -> str:
    """Return the address of one of a version's files."""
    return f"{HOME_PAGE}/releases/download/v{version}/{file}"
