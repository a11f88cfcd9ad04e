"""What the lab's tests share."""

import pytest

from tests.desktop.features.lab.user import open_lab


@pytest.fixture
def lab(user):
    """Somebody in front of the lab's window."""
    return open_lab(user)
