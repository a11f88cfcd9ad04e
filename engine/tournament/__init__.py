"""Tournaments: many games between two or more players, described, run, kept and summed up."""

from engine.tournament.description import (
    PUBLISHED_TRIALS,
    Pairing,
    Sprt,
    Tournament,
    published,
    round_robin,
    sweep,
)
from engine.tournament.plan import Plan, play_tournament
from engine.tournament.playing import GameRecord, play_game
from engine.tournament.results import Played, ResultFile, read_results
from engine.tournament.running import Run
from engine.tournament.summary import Summary, summarise

__all__ = [
    "PUBLISHED_TRIALS",
    "GameRecord",
    "Pairing",
    "Plan",
    "Played",
    "ResultFile",
    "Run",
    "Sprt",
    "Summary",
    "Tournament",
    "play_game",
    "play_tournament",
    "published",
    "read_results",
    "round_robin",
    "summarise",
    "sweep",
]
