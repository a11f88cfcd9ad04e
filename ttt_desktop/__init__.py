"""The desktop app of Monte Carlo Tic-Tac-Toe. It knows the engine; the engine does not know it."""

APP_TITLE = "Monte Carlo Tic-Tac-Toe"
