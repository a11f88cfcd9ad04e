# -*- coding: latin-1 -*-
# Jeu de morpion : méthode de Monte-Carlo, à rendre avant Noël
import random
import poc_ttt_provided as provided

NTRIALS = 50
SCORE_CURRENT = 1.0    # pour mes cases
SCORE_OTHER = 1.0      # pour les cases de l'autre


def autre(joueur):
    return provided.switch_player(joueur)


def mc_trial(plateau, joueur):
    """Joue une partie au hasard jusqu'à la fin."""
    if plateau.check_win() is None:
        case = random.choice(plateau.get_empty_squares())
        plateau.move(case[0], case[1], joueur)
        mc_trial(plateau, autre(joueur))


def mc_update_scores(points, plateau, joueur):
    """Ajoute les points d'une partie terminée."""
    gagnant = plateau.check_win()
    if gagnant == joueur:
        valeurs = {joueur: SCORE_CURRENT, autre(joueur): -SCORE_OTHER}
    elif gagnant == autre(joueur):
        valeurs = {joueur: -SCORE_CURRENT, autre(joueur): SCORE_OTHER}
    else:
        valeurs = {}    # égalité
    for i in range(plateau.get_dim()):
        for j in range(plateau.get_dim()):
            points[i][j] += valeurs.get(plateau.square(i, j), 0)


def get_best_move(plateau, points):
    """Choisit une des meilleures cases."""
    vides = plateau.get_empty_squares()
    vides.sort(key=lambda case: points[case[0]][case[1]], reverse=True)
    meilleur = points[vides[0][0]][vides[0][1]]
    return random.choice([(i, j) for i, j in vides if points[i][j] == meilleur])


def mc_move(plateau, joueur, essais):
    """Le coup de la machine."""
    points = [[0] * plateau.get_dim() for _ in range(plateau.get_dim())]
    for _ in range(essais):
        copie = plateau.clone()
        mc_trial(copie, joueur)
        mc_update_scores(points, copie, joueur)
    return get_best_move(plateau, points)
