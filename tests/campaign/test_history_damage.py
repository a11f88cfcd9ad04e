"""Damaged histories: what can be read comes over, the old file is kept, and no error escapes."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

from tests.campaign.kept import past_game
from tests.campaign.mutating import TEXT, damaged
from tests.campaign.readers import is_sentence
from tests.campaign.sizes import sizes
from ttt_desktop.archive.games import Filter
from ttt_desktop.archive.goals import goals
from ttt_desktop.archive.store import HistoryError, HistoryStore
from ttt_desktop.archive.waiting import SaveGames

GAMES = 400


def flipped(content: bytes, chance: random.Random) -> bytes:
    """Return the content with some of its bits turned, as bad disks and cables do."""
    changed = bytearray(content)
    for _ in range(chance.choice((1, 3, 30, 300))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def use(path: Path) -> tuple[int, list[str]]:
    """Do everything with a history; return how many games there are, and what was said."""
    said: list[str] = []
    with closing(HistoryStore(path, said.append)) as store:
        for question in (
            lambda: store.look(Filter(), 100),
            lambda: store.summary(400),
            lambda: store.you(goals()),
            lambda: store.latest(GAMES, "level", 3),
            lambda: store.count(Filter(text="ada")),
            lambda: store.find(Filter(score=1.0), 50, 100),
            lambda: list(store.lines(Filter(), "ended")),
            lambda: store.make([SaveGames((past_game(GAMES + 1),))]),
        ):
            question()
        return len(store.find(Filter(), 0, 10 * GAMES)), said


@sizes(9, 300)
def test_damaged_histories(count, chance, figures, tmp_path):
    whole = tmp_path / "whole.db"
    with closing(HistoryStore(whole)) as store:
        store.add_all(past_game(number) for number in range(1, GAMES + 1))
    content = whole.read_bytes()
    kept, aside, faults = [], 0, []
    for number in range(count):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "history.db"
        bad = flipped(content, chance) if number % 3 else damaged(content, TEXT, chance)
        path.write_bytes(bad)
        try:
            games, said = use(path)
        except HistoryError as error:
            if "newer version" not in str(error):
                faults.append(f"{number}: {error}")
            continue
        except Exception as error:
            faults.append(f"{number}: {error!r}")
            continue
        kept.append(games - 1)
        olds = [each for each in folder.iterdir() if ".damaged-" in each.name]
        if not all(map(is_sentence, said)) or bool(said) != bool(olds):
            faults.append(f"{number}: it said {said}, and {olds} are kept")
        aside += bool(olds)
    figures(files=count, put_aside=aside, games_kept=f"{sum(kept) / len(kept) / GAMES:.1%}",
            faults=len(faults))  # fmt: skip
    assert not faults, "\n".join(faults)
