"""Tic-Tac-Toe mit zufälligen Spielen. Übungsblatt 2, Prinzipien des Rechnens."""
import random as zufall
import poc_ttt_provided as spiel

NTRIALS = 50          # Anzahl der Probespiele
SCORE_CURRENT = 1.0   # Punkte für die eigenen Felder
SCORE_OTHER = 1.0     # Punkte für die gegnerischen Felder


def alle_felder(größe):
    """Alle Felder, Zeile für Zeile."""
    return [(zeile, spalte) for zeile in range(größe) for spalte in range(größe)]


def mc_trial(brett, spieler):
    """Spielt zufällig bis zum Schluß."""
    while brett.check_win() is None:
        zeile, spalte = zufall.choice(brett.get_empty_squares())
        brett.move(zeile, spalte, spieler)
        spieler = spiel.switch_player(spieler)


def mc_update_scores(punkte, brett, spieler):
    """Zählt die Punkte eines fertigen Spiels dazu."""
    sieger = brett.check_win()
    if sieger == spiel.DRAW:      # unentschieden: keine Punkte
        return
    vorzeichen = 1 if sieger == spieler else -1
    for zeile, spalte in alle_felder(brett.get_dim()):
        feld = brett.square(zeile, spalte)
        if feld == spieler:
            punkte[zeile][spalte] += vorzeichen * SCORE_CURRENT
        elif feld != spiel.EMPTY:
            punkte[zeile][spalte] -= vorzeichen * SCORE_OTHER


def get_best_move(brett, punkte):
    """Eines der besten leeren Felder."""
    höchste = max(punkte[z][s] for z, s in brett.get_empty_squares())
    beste = [(z, s) for z, s in brett.get_empty_squares() if punkte[z][s] == höchste]
    return zufall.choice(beste)


def mc_move(brett, spieler, versuche):
    """Der Zug der Maschine."""
    größe = brett.get_dim()
    punkte = [[0.0] * größe for _ in range(größe)]
    for _ in range(versuche):
        kopie = brett.clone()
        mc_trial(kopie, spieler)
        mc_update_scores(punkte, kopie, spieler)
    return get_best_move(brett, punkte)
