"""The report of a review: one page of HTML that needs nothing else, to read and to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape as escape_html

from engine.board import PLAYERO, PLAYERX, STRMAP
from engine.coach.pictures import BAND, DARK, INKS, LIGHT, Ink, better_moves, board_svg, curve_svg
from engine.coach.review import Review, ReviewedMove, Verdict
from engine.coach.words import (
    SIGNS,
    accuracy_told,
    moment_told,
    move_told,
    result_told,
    rules_told,
    said_of,
)
from engine.errors import printable
from engine.notation import square_name

__all__ = ["curve_svg", "report_html"]

_MARKS = (PLAYERX, PLAYERO)

_COLUMNS = 3
"""Tables of moves that stand side by side."""

_DENSE = 9
"""Slips from which on they are printed small, so that two sheets hold a game."""


def escape(text: str) -> str:
    """Return a text as it stands in the page."""
    return escape_html(printable(text))


def report_html(found: Review, names: Mapping[int, str] | None = None, day: str = "") -> str:
    """Return the whole page.

    Args:
        found: the review.
        names: what the players are called, by mark (PLAYERX, PLAYERO); those that have no name
            are called by their marks alone.
        day: when the game was played, such as 2026-03-01; may be empty.
    """
    names = names or {}
    title = escape(_title(names))
    parts = [
        f"<header><h1>{title}</h1>",
        f"<p>{escape(_about(found, day))}</p></header>",
        _moment(found),
        _course(found),
        _accuracy(found, names),
        _slips(found),
        _moves(found),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_CSS}</style>\n</head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body>\n</html>\n"
    ).encode("utf-8", "replace").decode("utf-8")  # fmt: skip


def _title(names: Mapping[int, str]) -> str:
    if not any(names.get(mark) for mark in _MARKS):
        return "Review of a game"
    return "Review: " + " – ".join(_player(names, mark) for mark in _MARKS)


def _player(names: Mapping[int, str], mark: int) -> str:
    name = names.get(mark, "")
    return f"{STRMAP[mark]} {name}" if name else STRMAP[mark]


def _about(found: Review, day: str) -> str:
    told = [day] if day else []
    told.append(str(rules_told(found.rules)))
    told.append(str(result_told(found.result, len(found.moves))))
    return " · ".join(told)


# --- the moment that decided it ---------------------------------------------------------


def _moment(found: Review) -> str:
    """Return the decisive moment: its board, and what there is to say of it."""
    told = f"<h2>What decided it</h2>\n<p><b>{escape(str(moment_told(found)))}</b></p>"
    if found.decisive is None:
        return f'<section class="moment">{told}</section>'
    move = found.decisive[0]
    return (
        f'<section class="moment"><div class="board">{board_svg(move)}</div>'
        f"<div>{told}\n{_sentences(move)}\n{_legend(move)}</div></section>"
    )


def _sentences(move: ReviewedMove) -> str:
    return "".join(f"<p>{escape(str(sentence))}</p>" for sentence in move.said)


def _legend(move: ReviewedMove) -> str:
    """Return what the shapes of the picture mean, of those that are in it."""
    reason = move.reason
    told = [f"full frame and {SIGNS[move.verdict]}: the move that was made"]
    if better_moves(move):
        told.append("dashed frame and tick: better")
    if reason is not None and any(square != move.square for square in reason.line):
        missed = reason.side == move.player
        told.append(f"thin and numbered: what {'could have followed' if missed else 'follows'}")
    if reason is not None and reason.lines:
        told.append("bar: the line that it is about")
    if reason is not None and reason.ends:
        told.append("diamond: the square that completes it")
    return f'<p class="dim">{escape("; ".join(told))}.</p>'


# --- the game -----------------------------------------------------------------------------


def _course(found: Review) -> str:
    """Return the curve and what it means."""
    if found.solved:
        how = "Every position is solved: dots are exact."
    else:
        how = (
            "Full dots are proven. Hollow ones are estimates of "
            f"{found.simulations:,} simulations; the band is how far they may be off: of true "
            f"ties, nine in ten are estimated at most {BAND} from a tie."
        )
    signs = "? is a mistake, ?? a blunder; the dotted line is the move that decided it."
    return (
        '<section><h2>How the game went</h2>\n<div class="curve">'
        f'{curve_svg(found)}</div>\n<p class="dim">{how} {signs}</p></section>'
    )


def _accuracy(found: Review, names: Mapping[int, str]) -> str:
    """Return how well each side played, and its verdicts."""
    head = "".join(
        f'<th scope="col" class="number">{_titled(each)}</th>' for each in reversed(Verdict)
    )
    rows = []
    for mark in _MARKS:
        verdicts = [move.verdict for move in found.moves if move.player == mark]
        counts = "".join(
            f'<td class="number">{verdicts.count(each)}</td>' for each in reversed(Verdict)
        )
        rows.append(
            f'<tr><th scope="row">{escape(_player(names, mark))}</th>'
            f"<td>{escape(str(accuracy_told(found.accuracy(mark))))}</td>{counts}</tr>"
        )
    return (
        '<section><h2>How well both played</h2>\n<div class="wide"><table><thead><tr>'
        f'<th scope="col">Side</th><th scope="col">Accuracy</th>{head}</tr></thead>\n'
        f"<tbody>{''.join(rows)}</tbody></table></div></section>"
    )


def _titled(verdict: Verdict) -> str:
    sign = SIGNS[verdict]
    return f"{verdict.value.capitalize()}{f' {sign}' if sign else ''}"


def _slips(found: Review) -> str:
    """Return each slip with a small board and what there is to say of it."""
    if not found.slips:
        return ""
    kind = "slips dense" if len(found.slips) >= _DENSE else "slips"
    return (
        f'<section><h2>The slips</h2>\n<div class="{kind}">'
        f"{''.join(map(_slip, found.slips))}</div></section>"
    )


def _slip(move: ReviewedMove) -> str:
    name = f"{move.ply}. {STRMAP[move.player]} {move_told(move)}"
    return (
        f"<article><h3>{escape(name)} <span>{move.verdict.value}</span></h3>"
        f'<div class="board">{board_svg(move, whole=False)}</div><p>{escape(said_of(move))}</p>'
        "</article>"
    )


def _moves(found: Review) -> str:
    """Return all moves with their verdicts, in tables side by side."""
    each = max(1, -(-len(found.moves) // _COLUMNS))
    tables = [_table(found.moves[at : at + each]) for at in range(0, len(found.moves), each)]
    return (
        f'<section><h2>All moves</h2>\n<div class="moves">{"".join(tables)}</div>{_key(found)}'
        "</section>"
        if tables
        else ""
    )


def _key(found: Review) -> str:
    """Return what the tables' last column says."""
    estimated = "" if found.solved else "; a number is an estimate for X, from -1 to 1"
    return f'<p class="dim">Then: what the position was worth after the move{estimated}.</p>'


def _table(moves: Sequence[ReviewedMove]) -> str:
    rows = "".join(
        f'<tr class="{"slip" if move.verdict.is_slip else ""}"><th scope="row">{move.ply}</th>'
        f"<td>{STRMAP[move.player]}</td><td>{square_name(move.square)}</td>"
        f"<td>{move.verdict.value} {SIGNS[move.verdict]}</td><td>{_worth(move)}</td></tr>\n"
        for move in moves
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEAD)
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>"


_HEAD = ("Move", "Side", "Square", "Verdict", "Then")


def _worth(move: ReviewedMove) -> str:
    """Return what the position after a move is worth, in a word or, estimated, a number for X."""
    value = move.after if move.player == PLAYERX else 0.0 - move.after
    if move.proven_after:
        return "X wins" if value > 0 else "O wins" if value < 0 else "tie"
    return f"{value:+.2f}"


# --- its looks ----------------------------------------------------------------------------


def _variables(ink: Ink) -> str:
    return " ".join(f"--{name}: {getattr(ink, name)};" for name in INKS)


_CLASSES = " ".join(
    f"svg .stroke-{name} {{ stroke: var(--{name}); }} svg .fill-{name} {{ fill: var(--{name}); }}"
    for name in INKS
)

_CSS = f"""
:root {{ color-scheme: light dark; --soft: #f3f5f7; {_variables(LIGHT)} }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ --soft: #1e2329; {_variables(DARK)} }} }}
{_CLASSES}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 1.5rem; max-width: 60rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }}
h1 {{ font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }}
h2 {{ font-size: 1.25rem; margin: 1.5rem 0 .4rem; }}
h3 {{ font-size: 1rem; margin: 0 0 .3rem; }} h3 span {{ font-weight: 400; }}
p {{ margin: .2rem 0 .5rem; }} .dim {{ color: var(--dim); font-size: .9rem; }}
svg {{ max-width: 100%; height: auto; display: block; }}
.moment {{ display: flex; gap: 1.5rem; flex-wrap: wrap; align-items: flex-start; }}
.moment > div {{ flex: 1 1 18rem; }} .moment > .board {{ flex: 0 1 22rem; }}
.moment .board svg {{ width: 100%; }} .moment h2 {{ margin-top: 0; }}
.moment {{ margin-top: 1rem; }}
.curve svg {{ width: 100%; }} .wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }}
thead th {{ background: var(--soft); }} td.number, th.number {{ text-align: right; }}
.slips {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }}
.slips article {{ border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; }}
.slips .board svg {{ width: 11rem; }} .slips p {{ margin: .4rem 0 0; font-size: .93rem; }}
.moves {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1.25rem;
  align-items: start; }}
.moves td, .moves th {{ padding: .1rem .35rem; white-space: nowrap; }}
.moves tbody th {{ font-weight: 400; }}
.slip td {{ font-weight: 700; }}
@page {{ size: A4; margin: 12mm; }}
@media print {{ :root {{ color-scheme: light; }} body {{ padding: 0; max-width: none;
    font-size: 9pt; line-height: 1.35; }}
  h1 {{ font-size: 15pt; }} h2 {{ font-size: 11pt; margin: 3mm 0 1mm; break-after: avoid; }}
  h3 {{ font-size: 9pt; margin: 0 0 1mm; grid-column: 1 / -1; }}
  .moment {{ flex-wrap: nowrap; gap: 6mm; margin-top: 2mm; }} .moment > .board {{ flex: 0 0 62mm; }}
  .curve svg {{ height: 46mm; }} .wide {{ overflow: visible; }}
  .dim {{ font-size: 8pt; }}
  .slips {{ grid-template-columns: repeat(3, 1fr); gap: 2.5mm; }}
  .slips article {{ break-inside: avoid; padding: 1.5mm 2mm; display: grid; gap: 0 2mm;
    grid-template-columns: auto 1fr; align-content: start; }}
  .slips .board svg {{ width: auto; height: 26mm; }} .slips p {{ font-size: 8pt; margin: 0; }}
  .slips.dense {{ grid-template-columns: repeat(4, 1fr); gap: 1.5mm; }}
  .slips.dense article {{ padding: 1mm 1.5mm; gap: 0 1mm; }}
  .dense h3 {{ font-size: 7.5pt; margin: 0; }}
  .dense .board svg {{ max-width: 19mm; height: 19mm; }} .dense p {{ font-size: 6pt; }}
  .moves {{ grid-template-columns: repeat(3, 1fr); gap: 5mm; font-size: 7.5pt; line-height: 1.2; }}
  .moves td, .moves th {{ padding: .15mm 1mm; }} tr, .moves table {{ break-inside: avoid; }} }}
"""
