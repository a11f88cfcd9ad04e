"""A tournament in words: what it is called, and what it consists of."""

from __future__ import annotations

from engine.players.level import LADDER
from engine.tournament import Tournament, published
from ttt_desktop.features.lab.form import title_of
from ttt_desktop.features.lab.rows import BETWEEN, short_names
from ttt_desktop.look.text import rule_text, tr

_NAMED = 3
"""How many players are named at most; more are counted."""


def name_of(tournament: Tournament) -> str:
    """Return what a tournament is called."""
    players = players_of(tournament)
    if tournament == published(tournament.seed, tournament.pairings[0].games):
        return tr("Published experiment")
    if set(players) == set(LADDER):
        return tr("Strength of the levels")
    if tournament.varied:
        return title_of(tournament.varied)
    names = short_names(players)
    if tournament.kind == "round robin":
        return tr("Round robin of {count} players", count=len(players))
    return BETWEEN.join(names[player] for player in players)


def players_of(tournament: Tournament) -> tuple[str, ...]:
    """Return the texts of a tournament's players, each once."""
    texts: dict[str, None] = {}
    for pairing in tournament.pairings:
        texts |= {pairing.first: None, pairing.second: None}
    return tuple(texts)


def details_of(tournament: Tournament, workers: int) -> list[tuple[str, str]]:
    """Return what a tournament consists of: titles, and what is said of each.

    Args:
        workers: how many games are played at once; 0 where that is not known.
    """
    pairings = tournament.pairings
    rules = list(dict.fromkeys(rule_text(pairing.rules) for pairing in pairings))
    games = {pairing.games for pairing in pairings}
    details = [
        (tr("Board"), rules[0] if len(rules) == 1 else tr("{count} boards", count=len(rules))),
        (tr("Players"), _players(tournament)),
    ]
    if tournament.varied:
        details.append((tr("Varied"), title_of(tournament.varied)))
        details.append((tr("Values"), tr("{count} values", count=len(pairings))))
    elif len(pairings) > 1:
        details.append((tr("Pairings"), f"{len(pairings):,}"))
    if len(games) == 1:
        details.append((tr("Games a row"), f"{min(games):,}"))
    details.append((tr("Seed"), str(tournament.seed)))
    if workers:
        details.append((tr("In parallel"), tr("{count} games", n=workers, one="1 game",
                                              count=workers)))  # fmt: skip
    return details


def _players(tournament: Tournament) -> str:
    pairings = tournament.pairings
    if tournament.varied:
        alone = all(pairing.is_self_play for pairing in pairings)
        kind = pairings[0].first.partition(":")[0]
        if alone:
            return tr("{player}, both sides", player=kind)
        second = {pairing.second for pairing in pairings}
        names = short_names(second)
        other = names[min(second)] if len(second) == 1 else tr("several")
        return BETWEEN.join((kind, other))
    players = players_of(tournament)
    if len(players) > _NAMED:
        return tr("{count} players", count=len(players))
    names = short_names(players)
    return BETWEEN.join(names[player] for player in players)
