"""One process of the crew: ``python -m pictures.worker FOLDER NAME…`` takes the shots named.

It prints a line a shot. Nothing of Qt is imported at the top: the lab's worker processes import
this module too.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ttt_desktop.work import logs


def main() -> int:
    """Take the shots that the command line names."""
    import gc

    from PySide6.QtCore import QLocale
    from PySide6.QtWidgets import QApplication

    from pictures.book import shots
    from pictures.camera import take_all
    from tests.driver.performer import Performer

    folder, *names = sys.argv[1:]
    by_name = {shot.name: shot for shot in shots()}
    gc.disable()  # no other thread may collect what holds widgets
    QLocale.setDefault(QLocale("en_GB"))
    application = QApplication(sys.argv[:1])
    application.setCursorFlashTime(0)  # a caret that stands still
    application.setQuitOnLastWindowClosed(False)
    with TemporaryDirectory(prefix="pictures-log-", ignore_cleanup_errors=True) as log:
        logs.start_log(Path(log))
        script = take_all([by_name[name] for name in names], Path(folder))
        performer = Performer(application, script, application.quit)
        status = application.exec()
        del performer
    return status


if __name__ == "__main__":
    sys.exit(main())
