"""The main window's actions, menus and toolbar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar

from ttt_desktop.look.icons import line_icon
from ttt_desktop.look.theme import ThemeManager
from ttt_desktop.play.lessons import LESSONS
from ttt_desktop.settings.declarations import LEVELS, level_of, option_of

Keys = QKeySequence.StandardKey

_ACTIONS: tuple[tuple[str, str, str, str | QKeySequence.StandardKey | None], ...] = (
    # name, text, status tip, keys
    ("new", "&New game", "Start another game", Keys.New),
    ("back", "&Back to the given-up game", "Go on with the game that the last one ended", None),
    ("open", "&Open game…", "Go on with a game from a file", Keys.Open),
    ("save", "&Save game…", "Save this game to a file", Keys.Save),
    ("quit", "&Quit", "Close the program; an unfinished game is kept", Keys.Quit),
    ("undo", "&Undo", "Take back your last move and the machine's answer", Keys.Undo),
    ("redo", "&Redo", "Make the moves again that were taken back", Keys.Redo),
    ("hint", "&Hint", "Have the machine search for you and mark the best square", "Ctrl+I"),
    ("stop", "&Stop thinking", "End the search; the machine plays its best so far", "Esc"),
    ("resume", "&Let the machine move", "Let a waiting machine go on", "Ctrl+M"),
    ("step", "S&tep", "Let the machine make one move, and wait", "Ctrl+."),
    ("demo", "&Demo: machine against machine", "Two machines, each with its own trials", "Ctrl+D"),
    ("from_file", "&From file…", "Let a course file's mc_move be the machine", None),
    ("built_in", "&Built-in machine", "Let the built-in machine play again", None),
    ("check_file", "&Check file…", "Check a course file against the course's contract", None),
    ("log", "&Output of the machine's file", "What the file prints", None),
    ("lab", "&Lab…", "Many games between machines, measured", "Ctrl+L"),
    ("gif", "Animated &GIF…", "The whole game with its scores, as an animation", None),
    ("pngs", "&Numbered pictures…", "The whole game with its scores, a PNG a move", None),
    ("picture", "&Picture of the board…", "The board as it is now, as PNG or SVG", None),
    ("copy", "&Copy picture", "Put a picture of the board on the clipboard", "Ctrl+Shift+C"),
    ("save_chart", "C&hart…", "The convergence chart as PNG, SVG or CSV", None),
    ("table", "&Table of scores", "Every square's numbers, to sort and copy", "Ctrl+T"),
    ("chart", "&Convergence", "How the scores settle as trials grow", "Ctrl+G"),
    ("theatre", "&Playout theatre", "Watch single random games and what they add", "Ctrl+P"),
    ("presenter", "&Presenter view", "Board and heat map only, in large type", "F5"),
    ("settings", "Se&ttings…", "Board, machine and appearance", "Ctrl+,"),
    ("heatmap", "&Heat map", "Show or hide the heat map", "H"),
    ("scores", "&Scores on the board", "Show or hide the scores on the squares", "Ctrl+B"),
    ("fullscreen", "&Full screen", "Fill the whole screen, or stop doing so", Keys.FullScreen),
    ("about", "&About", "Version and licence", None),
)
DOCKS = ("heatmap", "table", "chart", "theatre")
"""The actions that show and hide docks."""

_CHECKABLE = (*DOCKS, "log", "scores", "fullscreen", "demo", "presenter")
_EXPORTS = ("gif", "pngs", "picture", "copy", "save_chart")
_WITHOUT_ICON = (
    "quit",
    "back",
    "lab",
    "from_file",
    "built_in",
    "check_file",
    "log",
    *(name for name in _EXPORTS if name != "copy"),
)
_TOOLBAR = (
    "new", "undo", "redo", None, "hint", "stop", "resume", None, "scores", *DOCKS, None,
    "settings",
)  # fmt: skip


class Actions(QObject):
    """All actions by name, with icons in the theme's colours.

    Args:
        window: the main window, which owns them.
        theme: colours.

    Attributes:
        by_name: the actions.
        levels: one action a difficulty level.
        sides: one action a way of sharing the marks with the machine.
        lessons: one action a ready position.
    """

    def __init__(self, window: QMainWindow, theme: ThemeManager) -> None:
        super().__init__(window)
        self._theme = theme
        self.by_name: dict[str, QAction] = {}
        for name, text, tip, keys in _ACTIONS:
            action = QAction(text, window)
            action.setObjectName(name)
            if keys is not None:
                action.setShortcut(QKeySequence(keys))
            shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{tip} ({shown})" if shown else tip)
            action.setStatusTip(tip)
            action.setCheckable(name in _CHECKABLE)
            window.addAction(action)
            self.by_name[name] = action
        for name, keys in (("fullscreen", "F11"), ("quit", "Ctrl+Q")):
            if self[name].shortcut().isEmpty():  # some platforms have no usual keys for it
                self[name].setShortcut(keys)
        self["quit"].setMenuRole(QAction.MenuRole.QuitRole)
        self["about"].setMenuRole(QAction.MenuRole.AboutRole)
        self["settings"].setMenuRole(QAction.MenuRole.PreferencesRole)
        self.levels = self._choices(window, {name: name for name in LEVELS})
        self.sides = self._choices(window, option_of("machine").choices)
        self.lessons = QActionGroup(window)
        for lesson in LESSONS:
            action = QAction(lesson.title, self.lessons)
            action.setData(lesson)
            action.setStatusTip(lesson.text)
        self._build_menus(window)
        self._build_toolbar(window)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def connect_all(self, handlers: dict[str, Callable[[], None]]) -> None:
        """Connect each named action to a slot."""
        for name, handler in handlers.items():
            self[name].triggered.connect(handler)

    def show_choices(self, trials: int, machine: str) -> None:
        """Check the level and the side that are in force."""
        level = level_of(trials)
        for action in self.levels.actions():
            action.setChecked(action.data() == level)
        for action in self.sides.actions():
            action.setChecked(action.data() == machine)

    def _choices(self, window: QMainWindow, choices: Mapping[str, str]) -> QActionGroup:
        group = QActionGroup(window)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for value, label in choices.items():
            action = QAction(label, group)
            action.setCheckable(True)
            action.setData(value)
        return group

    def _build_menus(self, window: QMainWindow) -> None:
        bar = window.menuBar()
        game = bar.addMenu("&Game")
        self._fill(game, ("new", "back"))
        game.addMenu("&Ready positions").addActions(self.lessons.actions())
        self._fill(game, (None, "open", "save"))
        self._fill(game.addMenu("&Export"), _EXPORTS)
        self._fill(game, (None, "undo", "redo", None, "settings", "quit"))
        machine = bar.addMenu("&Machine")
        self._fill(machine, ("hint", "stop", "resume", "step", None))
        machine.addMenu("&Difficulty").addActions(self.levels.actions())
        machine.addMenu("Machine &plays").addActions(self.sides.actions())
        self._fill(
            machine, (None, "from_file", "built_in", "check_file", "log", None, "demo", "lab")
        )
        self._fill(bar.addMenu("&View"), (*DOCKS, None, "scores", None, "presenter", "fullscreen"))
        self._fill(bar.addMenu("H&elp"), ("about",))

    def _fill(self, menu: QMenu, names: Iterable[str | None]) -> None:
        for name in names:
            if name is None:
                menu.addSeparator()
            else:
                menu.addAction(self[name])

    def _build_toolbar(self, window: QMainWindow) -> None:
        bar = QToolBar("Toolbar", window)
        bar.setObjectName("toolbar")
        bar.setMovable(False)
        bar.setIconSize(QSize(22, 22))
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        for name in _TOOLBAR:
            bar.addAction(self[name]) if name else bar.addSeparator()
        for action in bar.actions():
            button = bar.widgetForAction(action)
            if action.text():
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                button.setAccessibleName(action.text().replace("&", ""))
        window.addToolBar(bar)

    @Slot()
    def _paint_icons(self) -> None:
        theme = self._theme.theme
        faint = theme.colour("edge")
        for name, action in self.by_name.items():
            if name not in _WITHOUT_ICON:
                colours = theme.colour("text"), faint, theme.colour("accent")
                action.setIcon(line_icon(name, *colours))
