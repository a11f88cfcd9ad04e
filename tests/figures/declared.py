"""All measured figures, and all sentences that draw a conclusion from them."""

from tests.figures import lab, lessons, speeds, statistics, unbeatable

FIGURES = (
    *lab.FIGURES,
    *unbeatable.FIGURES,
    *lessons.FIGURES,
    *statistics.FIGURES,
    *speeds.FIGURES,
)
