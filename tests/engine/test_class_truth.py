"""What a class's report says is so: of every limit, in every order, and of the right student."""

from engine.classroom import run as classroom
from tests.engine.test_class import by_student, counted, folder, looked_at, right
from tests.engine.written_files import MOVES_AT_ONCE, mc_move

__all__ = ["counted", "folder"]


def test_what_another_limit_may_change_is_done_again(folder, counted):
    checked, played = counted
    slow = "import time\ntime.sleep(0.3)\nreturn board.get_empty_squares()[0]"
    (folder / "slow.py").write_text(mc_move(slow))
    limits = ["--workers", "2", "--check-seconds", "30", "--move-seconds"]
    first = looked_at(folder, *limits, "0.1", games=1)
    assert sum(each["spoilt_by_first"] for each in first["league"]) == len(classroom.MACHINES)
    again = looked_at(folder, *limits, "5", games=1)
    assert sum(each["spoilt_by_first"] for each in again["league"]) == 0
    assert checked == ["slow"]
    assert len(played) == 2 * len(classroom.MACHINES)
    assert looked_at(folder, *limits, "5", games=1) == again
    assert len(played) == 2 * len(classroom.MACHINES)
    looked_at(folder, "--check-seconds", "20")
    assert checked == ["slow", "slow"]
