"""A saved game with what is noted beside its moves: who played, when, comments, variations.

The file is the game's own (``engine.game``), with more keys. Programs that do not know them read
the game and leave the rest; so does this one with keys that it does not know. What is damaged
beside the moves is left out, and never costs the game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TypeVar

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.decoding import NewerFileError, load, sound
from engine.errors import Problem
from engine.files import read_regular
from engine.game import MAX_BYTES, Game, Outcome
from engine.players.level import KIND as _LEVELS
from engine.rules import Line, Square
from engine.specs import PlayerSpec
from engine.swap import Swap
from engine.verdict import Verdict

HUMAN, FILE = "human", "file"
"""The kinds of a player that is a person, as the console calls it, and of a machine that is a file
of somebody else's."""

_PERSON, _MACHINE = "a person", "machine"

MOST_LETTERS, MOST_VARIATIONS, MOST_MOVES = 40_000, 1000, 10_000
"""Letters of all comments and variations' names, variations, and moves of them all. What goes
beyond is left out, so that no file is larger than what is read (``MAX_BYTES``)."""

_TOO_LONG = Problem(
    "the comments have more than {most} letters; what comes after these was cut off",
    most=f"{MOST_LETTERS:,}",
)

_ENDING = re.compile(r"[BW]\+(R|Resign|T|Time|F|Forfeit)?|0|Draw", re.IGNORECASE)

_LONGEST_NAME, _LONGEST_KIND = 100, 300
"""Letters of a player's or a variation's name, and of a player's text."""

_MARKS = (PLAYERX, PLAYERO)


@dataclass(frozen=True, slots=True)
class Participant:
    """Who played a side. Texts are empty where nothing is known.

    Attributes:
        name: what the player is called.
        kind: ``HUMAN``, ``FILE``, or a machine's text, such as ``level:medium``.
        level: the name of the machine's level, if it has one.
    """

    name: str = ""
    kind: str = ""
    level: str = ""

    @property
    def label(self) -> str:
        """The player in a few words on one line, in English; empty where nothing is known."""
        name = " ".join(self.name.split())
        if self.kind in ("", HUMAN):
            return name or (_PERSON if self.kind else "")
        if self.level and not name:
            return f"{self.level} ({_MACHINE})"
        return f"{name} ({self.kind})" if name else self.kind

    @classmethod
    def of_label(cls, label: str) -> Participant:
        """Return the player of whom ``label`` says this; for any other text, one of that name."""
        label = label[: _LONGEST_NAME + _LONGEST_KIND]  # to search a longer one would take long
        parts = re.fullmatch(r"(.*\S) \((\S.*)\)", label)
        name, kind = parts.groups() if parts else ("", label)
        if label == _PERSON:
            return cls(kind=HUMAN)
        if kind == _MACHINE:
            level = f"{_LEVELS.word}:{name.lower()}"
            return cls("", level, name) if _is_player(level) else cls(label)
        return cls(name, kind) if kind == FILE or _is_player(kind) else cls(label)


def _is_player(text: str) -> bool:
    """Whether a text is a machine's with its settings; a word alone may be a person's name."""
    try:
        PlayerSpec.parse(text)
    except ValueError:
        return False
    return ":" in text


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that could have been made.

    Attributes:
        ply: after how many of the game's moves they leave it; 0 for its beginning.
        moves: the moves from there.
        name: what it is called; may be empty.
        comments: texts on its positions, by the number of its moves that led there, from 1.
    """

    ply: int
    moves: Line
    name: str = ""
    comments: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Record:
    """A game and what is noted beside its moves.

    The game may go on, and back, after the notes were made. Those that are about moves which are
    no longer in it are then left out by ``fitting``, and so by ``to_json``.

    Attributes:
        game: the game.
        players: who played each mark (PLAYERX, PLAYERO); without those of whom nothing is known.
        day: when it was played, or None.
        comments: texts by ply: after so many moves, 0 at the beginning.
        variations: moves that could have been made.
        verdicts: how good a move was, by its number from 1.
        about: the moves that the notes are about; those of the game where not given.
        opening: how far an opening by Swap or Swap2 has come; None where there is none.
        ended: how it ended without a line or a full board, as SGF writes that: "B+R" where O
            resigned, "W+T" where X's time was up, "0" for an agreed tie; empty for nothing.
        notes: what was left out or guessed when another program's file was read. No file keeps it.
        encodings: the sets of letters that such a file may be written in, the one that was taken
            first; empty where there is no doubt.
    """

    game: Game
    players: Mapping[int, Participant] = field(default_factory=dict)
    day: date | None = None
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    about: Line | None = None
    opening: Swap | None = None
    ended: str = ""
    notes: tuple[Problem, ...] = ()
    encodings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.about is None:
            object.__setattr__(self, "about", self.all_moves)

    @property
    def all_moves(self) -> Line:
        """All moves of the game, with those that were gone back from."""
        return (*self.game.moves, *self.game.undone)

    @property
    def unchanged(self) -> bool:
        """Whether the game has the moves that the notes are about, and no others."""
        return self.about == self.all_moves

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, gone back from or not; None where it did not."""
        game = self.game.anew(self.all_moves) if self.game.undone else self.game
        result = game.result
        return None if result is None else result.outcome

    def fitting(self) -> Record:
        """Return the record with the notes that fit the game as it is now.

        To add notes to a game that has gone on, add them to what this returns.
        """
        shared = _shared(self.about or (), self.all_moves)
        left = _Budget(MOST_LETTERS)
        variations = _fitting(self.variations, self.game, self.all_moves[:shared], left)
        comments = {
            ply: left.cut(text)
            for ply, text in sorted(self.comments.items())
            if 0 <= ply <= shared and text
        }
        return replace(
            self,
            players={mark: _cut(self.players[mark]) for mark in _MARKS if mark in self.players},
            comments={ply: text for ply, text in comments.items() if text},
            variations=variations,
            notes=(*self.notes, _TOO_LONG) if left.is_exceeded else self.notes,
            verdicts={
                ply: verdict for ply, verdict in sorted(self.verdicts.items()) if 1 <= ply <= shared
            },
            about=self.all_moves,
            opening=self._opening,
            ended=self.ended if self.unchanged and self.outcome is None else "",
        )

    @property
    def machine(self) -> int | None:
        """Which mark a machine plays against a person; None if that is not known."""
        kinds = {mark: player.kind for mark, player in self.players.items() if player.kind}
        machines = [mark for mark, kind in kinds.items() if kind != HUMAN]
        return machines[0] if len(kinds) == 2 and len(machines) == 1 else None

    @property
    def _opening(self) -> Swap | None:
        """The opening, if the game can have come so far with it."""
        swap, game = self.opening, self.game
        if swap is None or game.start is not None:
            return None
        # While it is not over, marks that were taken back are not part of it.
        moves = self.all_moves if swap.x is not None else game.moves
        return swap if swap.fits(game.rules, len(moves)) else None

    def to_json(self) -> str:
        """Return the game and the notes that fit it as JSON text that ``from_json`` reads.

        A game of which nothing is noted gives the text of ``Game.to_json``.
        """
        noted, outcome = self.fitting(), self.outcome
        players = {STRMAP[mark]: _as_object(player) for mark, player in noted.players.items()}
        notes: dict[str, object] = {
            "players": {mark: player for mark, player in players.items() if player},
            "date": noted.day.isoformat() if noted.day else None,
            "opening": noted.opening and noted.opening.as_object(),
            "ended": noted.ended,
            "comments": noted.comments,
            "variations": [_as_object(variation) for variation in noted.variations],
            "verdicts": {ply: verdict.value for ply, verdict in noted.verdicts.items()},
        }
        notes = {key: value for key, value in notes.items() if value}
        if not notes:
            return self.game.to_json()
        if outcome is not None:
            notes["result"] = outcome.value
        return json.dumps(json.loads(self.game.to_json()) | notes)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Return the record that ``to_json`` wrote, or that of a game without notes.

        What is noted of the result is not read: the moves say it.

        Raises:
            ValueError: text that is no saved game, is damaged, or comes from a newer version.
        """
        game, data = Game.from_json(text), load(text)
        return cls(
            game,
            _players(data.get("players")),
            sound(data.get("date"), date),
            _by_ply(data.get("comments"), dict[int, str]),
            _variations(data.get("variations")),
            _by_ply(data.get("verdicts"), dict[int, Verdict]),
            opening=Swap.from_object(data.get("opening")),
            ended=known_ending(data.get("ended")),
        ).fitting()


def known_ending(text: object) -> str:
    """Return how a game ended by a text such as ``Record.ended``; empty where it says nothing."""
    return text if isinstance(text, str) and _ENDING.fullmatch(text) else ""


def read_record(path: Path) -> Record:
    """Return the game saved in a file, with what is noted beside it.

    Raises:
        NewerFileError: a newer version of this program has saved it; one sentence.
        Problem: it cannot be read, or is no saved game; one sentence.
    """
    try:
        text = read_regular(path, MAX_BYTES).decode()
    except OSError as error:
        why = error.strerror or str(error)
        raise Problem("{file} cannot be read: {reason}.", file=path.name, reason=why) from None
    except UnicodeDecodeError:
        raise Problem("{file}: this is not a saved game.", file=path.name) from None
    try:
        return Record.from_json(text)
    except NewerFileError as error:
        raise NewerFileError("{file}: {problem}.", file=path.name, problem=error) from None
    except ValueError as error:
        raise Problem("{file}: {problem}.", file=path.name, problem=error) from None


# --- what fits ------------------------------------------------------------------------


class _Budget:
    """How much there may be of something.

    Attributes:
        is_exceeded: whether a text had to be cut.
    """

    def __init__(self, left: int) -> None:
        self._left = left
        self.is_exceeded = False

    def take(self, amount: int) -> bool:
        """Take so much, if there is so much left; return whether there was."""
        fits = amount <= self._left
        self._left -= amount if fits else 0
        return fits

    def cut(self, text: str) -> str:
        """Return as much of a text as there is room for, and take that."""
        kept = text[: self._left]
        self._left -= len(kept)
        self.is_exceeded = self.is_exceeded or kept != text
        return kept


def _shared(one: Sequence[Square], two: Sequence[Square]) -> int:
    """Return how many moves two games have in common."""
    pairs = zip(one, two, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))


def _cut(player: Participant) -> Participant:
    """Return a player with texts that are short enough to be read again."""
    return Participant(
        player.name[:_LONGEST_NAME], player.kind[:_LONGEST_KIND], player.level[:_LONGEST_NAME]
    )


def _fitting(
    variations: Sequence[Variation], about: Game, line: Line, letters: _Budget
) -> tuple[Variation, ...]:
    """Return the variations that can be played from a game's first moves, in their order."""
    moves, fitting = _Budget(MOST_MOVES), dict[int, Variation]()
    game = about.anew()  # walks through the game once
    listed = enumerate(variations[:MOST_VARIATIONS])
    for i, variation in sorted(listed, key=lambda pair: pair[1].ply):
        if not 0 <= variation.ply <= len(line) or not moves.take(len(variation.moves)):
            continue
        for square in line[len(game.moves) : variation.ply]:
            game.play(square)
        if _can_be_played(game, variation.moves):
            name = letters.cut(variation.name[:_LONGEST_NAME])
            comments = {
                number: letters.cut(text)
                for number, text in sorted(variation.comments.items())
                if 1 <= number <= len(variation.moves)
            }
            comments = {number: text for number, text in comments.items() if text}
            fitting[i] = replace(variation, name=name, comments=comments)
    return tuple(fitting[i] for i in sorted(fitting))


def _can_be_played(game: Game, moves: Line) -> bool:
    """Whether these moves can be made in a game, which is left as it was; no moves cannot."""
    before = len(game.moves)
    try:
        for square in moves:
            game.play(square)
    except ValueError:
        return False
    else:
        return bool(moves)
    finally:
        while len(game.moves) > before:
            game.undo()


# --- what a file holds ----------------------------------------------------------------

_Note = TypeVar("_Note")


def _as_object(part: Participant | Variation) -> dict[str, object]:
    """Return what is known of a player or a variation, by the names of a file."""
    if isinstance(part, Variation):
        noted = {"name": part.name, "comments": part.comments}
        return {"ply": part.ply, "moves": part.moves} | {key: it for key, it in noted.items() if it}
    known = {"name": part.name, "kind": part.kind, "level": part.level}
    return {key: text for key, text in known.items() if text}


def _players(data: object) -> dict[int, Participant]:
    players = data if isinstance(data, dict) else {}
    known = {mark: sound(players.get(STRMAP[mark]), Participant) for mark in _MARKS}
    return {mark: player for mark, player in known.items() if player not in (None, Participant())}


def _by_ply(data: object, kind: type[dict[int, _Note]]) -> dict[int, _Note]:
    """Return what is noted by ply, each note by itself; the file's keys are numbers as texts."""
    notes: dict[int, _Note] = {}
    for ply, note in data.items() if isinstance(data, dict) else ():
        notes |= sound({ply: note}, kind) or {}
    return notes


def _variations(data: object) -> tuple[Variation, ...]:
    entries = [entry for entry in data if isinstance(entry, dict)] if isinstance(data, list) else []
    known = (
        (sound(entry | {"comments": {}}, Variation), _by_ply(entry.get("comments"), dict[int, str]))
        for entry in entries
    )
    return tuple(replace(line, comments=comments) for line, comments in known if line is not None)
