"""All measured figures, and all sentences that draw a conclusion from them."""

from tools.figures import lab, lessons, speeds, statistics, uct, unbeatable

FIGURES = (
    *lab.FIGURES,
    *unbeatable.FIGURES,
    *uct.FIGURES,
    *lessons.FIGURES,
    *statistics.FIGURES,
    *speeds.FIGURES,
)
