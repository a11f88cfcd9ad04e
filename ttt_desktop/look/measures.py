"""Every distance, text size, height, corner and duration of the window, once."""

S1, S2, S3, S4, S5, S6, S7 = 4, 8, 12, 16, 24, 32, 48
"""Distances, in pixels. They stay as they are where text grows."""

SPACE = S2
"""The unit of distance, in pixels: gaps and margins are whole or half multiples of it."""

CAPTION, BODY, LEAD, TITLE, DISPLAY, HERO = 0.86, 1.0, 1.14, 1.43, 1.86, 2.43
"""The type scale: sizes as multiples of the body text."""

CONTROL, CHIP, STEPPER = 36, 28, 32
"""Heights of buttons and fields, of what is drawn of a chip, and of what is drawn of a stepper.

In pixels at the usual text size; they grow with it (``ThemeManager.px``). A finger hits at least
``CONTROL`` pixels of each.
"""

HEADER, RAIL, PANEL = 56, 76, 320
"""The height of a place's header, and the widths of the rail and of the panel beside a board."""

PANEL_LEAST, PANEL_MOST = 300, 480
"""The narrowest and the widest panel, in pixels."""

CORNER, CARD_CORNER, BOARD_CORNER = 8, 12, 14
"""The corner radii of controls, cards and boards, in pixels."""

BUTTON_ICON, RAIL_ICON = 18, 22
"""The sides of icons in buttons and on the rail, in pixels at the usual text size."""

RING, RING_GAP = 2, 2
"""The width of the ring around what has the keyboard, and its distance from that, in pixels."""

STROKE_MS, MACHINE_STROKE_MS = 180, 250
"""How long your mark and a machine's take to be drawn, in milliseconds."""

SMOOTH_MS, FADE_MS = 120, 400
"""How slowly squares follow the machine's thoughts, and how long these take to fade."""

LINE_PAUSE_MS, LINE_MS = 120, 400
"""The pause before the line that ended a game is drawn, and how long that takes."""

SHAKE_MS, REFUSED_MS = 350, 2500
"""How long a square that cannot be played is shaken, and how long it is marked."""

END_MS = 600
"""How long marks sink after a loss, or rock after a tie."""

CONFETTI_MS = 1200
"""How long paper marks fall after a win."""
