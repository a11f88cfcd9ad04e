"""Collects every text that people see into a file for translators, as Qt's tools read it.

``python packaging/translations.py OUT.ts`` writes the file, or brings it up to date: what was
translated stays. Name it after the language, such as ``ttt_de.ts``, so that plurals get as many
forms as that language has. ``pyside6-lrelease`` makes from it what a program loads.

What stands in a call of ``tr`` is found by ``pyside6-lupdate``. It cannot see the texts that are
declared as data and only passed to ``tr``; they are written to a catalogue that it reads too.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from commands import call, stop
from project import ROOT

sys.path.insert(0, str(ROOT))


def sources() -> list[Path]:
    """Return the files whose texts people see in the window."""
    return sorted((ROOT / "ttt_desktop").rglob("*.py"))


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    """Yield the calls of ``tr``, or of other functions, in a file."""
    wanted = names or ("tr",)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id in wanted:
            yield node


def literal(node: ast.Call) -> str | None:
    """Return the text that stands in a call of ``tr``; None where it is declared elsewhere."""
    return _constant(node.args[0])


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def counted() -> Iterator[str]:
    """Yield the texts that have a plural: lupdate does not know them by ``n=`` alone."""
    for path in sources():
        for node in calls(path):
            text = literal(node)
            if text is not None and any(keyword.arg == "n" for keyword in node.keywords):
                yield text


def declared() -> Iterator[str]:
    """Yield the texts that are declared as data, or only named where they are shown."""
    yield from _of_settings()
    yield from _of_players()
    yield from _of_actions()
    yield from _of_problems()
    yield from _of_tournaments()
    from engine.coach import sentences
    from engine.formats.files import FORMATS
    from engine.search.exact import WORTH
    from ttt_desktop.features import FEATURES

    yield from (kind.title for kind in FORMATS)
    yield from sentences.texts()
    yield from WORTH.values()
    for feature in FEATURES:
        yield from feature.texts()


def _of_settings() -> Iterator[str]:
    from ttt_desktop.fields.form import texts_of
    from ttt_desktop.settings import declarations

    yield declarations.CUSTOM
    yield from (group.value for group in declarations.Group)
    yield from (moment.value for moment in declarations.Applies)
    yield from texts_of(declarations.OPTIONS.values())


def _of_players() -> Iterator[str]:
    from engine import PLAYERX, Rules
    from engine.rules import MAX_SIZE
    from engine.specs import kinds
    from ttt_desktop.fields.form import texts_of

    for kind in kinds():
        yield from (kind.title, kind.help, kind.needs(Rules.of(MAX_SIZE, 5)), *kind.levels)
        yield from (kind.level_title(level, Rules.of(), PLAYERX) for level in kind.levels)
        yield from texts_of(kind.parameters)


def _of_actions() -> Iterator[str]:
    from ttt_desktop.features import FEATURES
    from ttt_desktop.shell.actions import Action
    from ttt_desktop.shell.declared import entries_of

    for _, action in entries_of(FEATURES):
        yield from (action.text, *action.section.path.split("/"))
        if isinstance(action, Action):
            yield action.tip
        else:
            for choice in action.offered():
                yield from (choice.text, choice.tip)


_SENTENCES = (
    "Problem",
    "NewerFileError",
    "FileError",
    "LateError",
    "UnansweredError",
    "EndedError",
    "NeighbourError",
    "RunError",
    "Sentence",
)
"""What is made of a sentence with gaps."""


def _of_tournaments() -> Iterator[str]:
    from engine.classroom.tables import STUDENTS
    from engine.tournament.columns import APART, PAIRINGS, Section, player_columns
    from engine.tournament.comparing import OPEN, PERHAPS, REPEATED, SENTENCES

    yield from (column.title for column in PAIRINGS)
    yield from (column.title for column in STUDENTS if column.section is Section.OUTCOMES)
    yield from (column.title for column in player_columns(("",), {"": ""}))
    yield from (*SENTENCES.values(), PERHAPS, OPEN, REPEATED, APART)


def _of_problems() -> Iterator[str]:
    """Yield the sentences of the errors that people see, and what those are about."""
    for path in (*sorted((ROOT / "engine").rglob("*.py")), *sources()):
        for node in calls(path, *_SENTENCES, "whole_number"):
            place = 1 if isinstance(node.func, ast.Name) and node.func.id == "whole_number" else 0
            given = [keyword.value for keyword in node.keywords if keyword.arg == "what"]
            for part in (*node.args[place : place + 1], *given):
                text = _constant(part)
                if text is not None:
                    yield text


def catalogue() -> str:
    """Return a file for lupdate with the texts that it does not find, or does not know enough of.

    It is read first: a text that occurs twice is what it was at its first place.
    """
    lines = [f"tr({_quoted(text)}, None, 1)" for text in dict.fromkeys(counted())]
    texts = dict.fromkeys(text for text in declared() if text.strip())
    lines += [f'QT_TRANSLATE_NOOP("", {_quoted(text)})' for text in texts]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def qt_tool(name: str) -> Path:
    """Return one of the programs that come with PySide6; end where there is none."""
    programs = sorted(Path(sys.executable).parent.glob(f"pyside6-{name}*"))
    if not programs:
        stop(f"there is no pyside6-{name} beside {sys.executable}")
    return programs[0]


def collect(target: Path) -> None:
    """Write all texts to a .ts file, or bring it up to date."""
    files = [path.relative_to(ROOT).as_posix() for path in sources()]
    with TemporaryDirectory() as folder:
        extra, listed = Path(folder, "declared.py"), Path(folder, "files.txt")
        extra.write_text(catalogue(), encoding="utf-8")
        # By a list: Qt repeats its whole command where it fails, and hides what it said before.
        listed.write_text("\n".join(files), encoding="utf-8")
        # Without places: they change with every line that is added above a text.
        options = ("-locations", "none", "-no-ui-lines")
        call(qt_tool("lupdate"), *options, extra, f"@{listed}", "-ts", target.resolve(), cwd=ROOT)


def main() -> None:
    """Collect the texts into the file named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("target", type=Path, metavar="OUT.ts", help="the file to write")
    target: Path = parser.parse_args().target
    if target.suffix != ".ts":
        parser.error(f"{target} does not end in .ts")
    collect(target)


if __name__ == "__main__":
    main()
