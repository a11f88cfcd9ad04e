"""What can be done in the main window, declared once: menus, toolbar, keys and manual follow.

What they do, and when they can be used, are functions that take the window. Docks declare their
actions themselves (``ttt_desktop.shell.docks``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction, QKeySequence

from engine.players.level import KIND
from ttt_desktop.lessons.library import own_heading, own_keys
from ttt_desktop.session.positions import POSITIONS
from ttt_desktop.settings.declarations import OPTIONS, choosable

if TYPE_CHECKING:
    from ttt_desktop.shell.window import MainWindow

Keys = QKeySequence.StandardKey
Role = QAction.MenuRole
Ask = Callable[["MainWindow"], object]
"""Does something with the window, or asks it something."""
AskOf = Callable[["MainWindow", Any], Any]
"""The same, with the value of an entry that can be chosen."""

GAME, EXPORT, MOVES = "&Game", "&Game/&Export", "&Game/&Moves"
CLIPBOARD, PUZZLES = "&Game/&Clipboard", "&Game/&Puzzles"
MACHINE, VIEW, HELP = "&Machine", "&View", "H&elp"
LEARN, THEATRE, TREE = "&Learn", "&Learn/&Playout theatre", "&Learn/Search &tree"
BANDITS, DARTS = "&Learn/&Bandits", "&Learn/&Darts"
MENUS = (GAME, MACHINE, VIEW, LEARN, HELP)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done.

    Attributes:
        name: what it is called in the code.
        text: its entry in the menu, the letter after "&" underlined.
        tip: what it does, in a few words.
        menu: the menu it stands in; submenus after a slash.
        section: its part of the menu, or of the menu around its submenu; a line separates two.
        call: what it does; None where another part listens to it.
        keys: its keys, or None.
        usual_keys: keys for platforms that have none of their own for it.
        everywhere: whether its keys work in the other windows of the program, too.
        toolbar: its part of the toolbar, from 1; 0 where it is not there.
        icon: the name of its icon among Lucide's, a file in ``resources/icons``; empty for none.
        icon_on: the icon of a checkable action while it is on; empty where it stays the same.
        terse: whether the toolbar shows its icon alone, even where there is room for texts.
        checkable: whether it is switched on and off.
        enabled, checked: when it can be used, and when it is on; None where nothing changes that.
        role: its place in the application menu of macOS.
    """

    name: str
    text: str
    tip: str
    menu: str
    section: int
    call: Ask | None = None
    keys: str | QKeySequence.StandardKey | None = None
    usual_keys: str = ""
    everywhere: bool = False
    toolbar: int = 0
    icon: str = ""
    icon_on: str = ""
    terse: bool = False
    checkable: bool = False
    enabled: Ask | None = None
    checked: Ask | None = None
    role: QAction.MenuRole = Role.NoRole


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One entry of a list to choose from."""

    text: str
    value: object
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """A submenu of things to choose from.

    Attributes:
        name: what it is called in the code.
        text: its entry in the menu.
        menu, section: where it stands.
        offered: returns the entries.
        call: what is called with the chosen entry's value.
        chosen: the value that is in force; None where none is ever.
        enabled: tells whether a value can be chosen. None: always.
        titled: tells what a value's entry is called by now. None: as offered.
    """

    name: str
    text: str
    menu: str
    section: int
    offered: Callable[[], Iterable[ListEntry]]
    call: AskOf
    chosen: Ask | None = None
    enabled: AskOf | None = None
    titled: AskOf | None = None


def _levels() -> list[ListEntry]:
    return [ListEntry(name, name) for name in KIND.levels]


def _kinds() -> list[ListEntry]:
    return [ListEntry(kind.title, kind.word, kind.help) for kind in choosable() if kind is not KIND]


def _sides() -> list[ListEntry]:
    return [ListEntry(label, side) for side, label in OPTIONS["machine"].choices.items()]


def _lessons() -> list[ListEntry]:
    headings = ((key, *own_heading(key)) for key in own_keys())
    return [ListEntry(title, key, about) for key, title, about in headings]


def _positions() -> list[ListEntry]:
    return [ListEntry(position.title, position, position.text) for position in POSITIONS]


def _declared() -> list[Action | Choices]:
    # (In a function, since its types and those of the window need each other.)
    return [
        Action("new", "&New game…", "Choose board, opponent and side, and start a game", GAME, 1,
               lambda w: w.rounds.ask(), Keys.New, toolbar=1, icon="plus"),
        Action("again", "Play &again", "Start another game by the same rules", GAME, 1,
               lambda w: w.rounds.again(), "Ctrl+Shift+N"),
        Action("swap", "S&wap sides", "Change marks, and start another game", GAME, 1,
               lambda w: w.rounds.swap()),
        Action("review", "Re&view", "Look the game through with the coach, its decisive move first",
               GAME, 1, lambda w: w.rounds.review(),
               enabled=lambda w: w.controller.view.can_be_reviewed),
        Action("back", "&Back to the given-up game", "Go on with the game that you left unfinished",
               GAME, 1, lambda w: w.rounds.back(), enabled=lambda w: w.controller.view.can_go_back),
        Action("puzzle", "&Today's puzzle", "A position in which one move is right: the same for "
               "everybody, another one each day", PUZZLES, 1, lambda w: w.begin_puzzle(today=True),
               "Ctrl+Shift+P"),
        Action("another_puzzle", "&Another puzzle", "One of a thousand puzzles; in a puzzle, one "
               "on the same board", PUZZLES, 1, lambda w: w.begin_puzzle()),
        Action("mistakes", "Your &mistakes again", "A position in which you went wrong: the coach "
               "asks again after days, then after weeks", PUZZLES, 1,
               lambda w: w.begin_mistakes()),
        Choices("positions", "&Ready positions", GAME, 1, _positions,
                lambda w, value: w.show_ready_position(value)),
        Action("setup", "Set up a posi&tion…", "Put marks on the board as you like, and play from "
               "there", GAME, 1, lambda w: w.set_up_position(), "Ctrl+E"),
        Action("open", "&Open game…", "Go on with a game from a file, of this program's or "
               "of another's", GAME, 2,
               lambda w: w.files.ask_open(), Keys.Open, icon="folder-open"),
        Action("save", "&Save game…", "Save this game to a file, of this program's or of "
               "another's kind", GAME, 2,
               lambda w: w.files.ask_save(), Keys.Save, icon="save"),
        Action("copy_position", "Copy &position", "Put the position on the clipboard, as text",
               CLIPBOARD, 2, lambda w: w.files.copy_position(), Keys.Copy),
        Action("copy_game", "Copy &game", "Put the moves of the game on the clipboard, as text",
               CLIPBOARD, 2, lambda w: w.files.copy_game(), "Ctrl+Alt+C"),
        Action("paste", "&Open what is copied", "Go on with the game or the position that was "
               "copied as text: moves, a board or SGF", CLIPBOARD, 2, lambda w: w.files.paste(),
               Keys.Paste),
        Action("gif", "Animated &GIF…", "The whole game with its scores, as an animation", EXPORT,
               2, lambda w: w.exports.ask_gif()),
        Action("pngs", "&Numbered pictures…", "The whole game with its scores, a PNG a move",
               EXPORT, 2, lambda w: w.exports.ask_pngs()),
        Action("picture", "&Picture of the board…", "The board as it is now, as PNG or SVG", EXPORT,
               2, lambda w: w.exports.ask_picture()),
        Action("puzzle_picture", "Pu&zzle…", "The puzzle as a picture to share, or its solution as "
               "an animation", EXPORT, 2, lambda w: w.exports.ask_puzzle(),
               enabled=lambda w: w.puzzler.active),
        Action("copy", "&Copy picture", "Put a picture of the board on the clipboard", EXPORT, 2,
               lambda w: w.exports.copy_picture(), "Ctrl+Shift+C", icon="copy"),
        Action("save_chart", "C&hart…", "The convergence chart as PNG, SVG or CSV", EXPORT, 2,
               lambda w: w.exports.ask_chart()),
        Action("report", "&Review…", "What the coach says of the game, to read and print; or its "
               "curve", EXPORT, 2, lambda w: w.exports.ask_report(),
               enabled=lambda w: w.controller.view.review is not None),
        Action("undo", "&Undo", "Take back the last move; against a machine, yours and its answer",
               GAME, 3, lambda w: w.controller.undo(), Keys.Undo, toolbar=1, icon="undo-2",
               terse=True,
               enabled=lambda w: w.controller.view.can_undo),
        Action("redo", "&Redo", "Make the moves again that were taken back", GAME, 3,
               lambda w: w.controller.redo(), Keys.Redo, toolbar=1, icon="redo-2", terse=True,
               enabled=lambda w: w.controller.view.can_redo),
        Action("first", "&First position", "Show the game from its beginning", MOVES, 3,
               lambda w: w.controller.replay.go_first(), "Alt+Home", icon="chevron-first",
               enabled=lambda w: w.controller.view.can_look_back),
        Action("step_back", "&Back", "Show the game one move earlier; nothing is taken back", MOVES,
               3, lambda w: w.controller.replay.step_back(), "Alt+Left", icon="chevron-left",
               enabled=lambda w: w.controller.view.can_look_back),
        Action("step_forward", "F&orward", "Show the game one move later", MOVES, 3,
               lambda w: w.controller.replay.step_forward(), "Alt+Right", icon="chevron-right",
               enabled=lambda w: w.controller.view.can_redo),
        Action("last", "&Last position", "Show the game after its last move", MOVES, 3,
               lambda w: w.controller.replay.go_last(), "Alt+End", icon="chevron-last",
               enabled=lambda w: w.controller.view.can_redo),
        Action("previous_slip", "Previous &mistake", "Previous mistake, in a review", MOVES,
               3, lambda w: w.coach.previous_slip(), "Shift+N", icon="arrow-left-to-line",
               enabled=lambda w: w.coach.has_slip(-1)),
        Action("next_slip", "Next m&istake", "Next mistake, in a review", MOVES, 3,
               lambda w: w.coach.next_slip(), "N", icon="arrow-right-to-line",
               enabled=lambda w: w.coach.has_slip(1)),
        Action("deepen", "Look &deeper", "Search each position of this game much longer; "
               "verdicts may change", MOVES, 3, lambda w: w.coach.deepen(),
               enabled=lambda w: w.coach.can_deepen),
        Action("thoughts", "What did the machine t&hink?", "The method's scores of this position, "
               "beside the truth", MOVES, 3, lambda w: w.show_thoughts(),
               enabled=lambda w: w.coach.active),
        Action("history", "H&istory…", "Past games, and what they add up to", GAME, 2,
               lambda w: w.companions.open_history(), "Ctrl+H", toolbar=4, icon="history"),
        Action("sound", "So&unds", "Hear the game, or make it quiet", VIEW, 2,
               lambda w: w.toggle_sound(), "M", toolbar=4, icon="volume-x", icon_on="volume-2",
               terse=True, checkable=True,
               checked=lambda w: w.controller.settings.sound),
        Action("settings", "Se&ttings…", "Board, machine and appearance", GAME, 4,
               lambda w: w.open_settings(), "Ctrl+,", toolbar=4, icon="settings", terse=True,
               role=Role.PreferencesRole),
        Action("quit", "&Quit", "Close the program; an unfinished game is kept", GAME, 4,
               lambda w: w.close_window(), Keys.Quit, "Ctrl+Q", everywhere=True,
               role=Role.QuitRole),
        Action("hint", "&Hint", "Mark the best square that the coach finds", MACHINE, 1,
               lambda w: w.controller.hint(), "Ctrl+I", toolbar=2, icon="lightbulb",
               enabled=lambda w: w.controller.view.can_hint),
        Action("analyse", "S&core the position", "Have the course's machine score every square",
               MACHINE, 1, lambda w: w.controller.analyse(), "Ctrl+Shift+I",
               enabled=lambda w: w.controller.view.can_hint),
        Action("stop", "&Stop thinking", "End the search; the machine plays its best so far",
               MACHINE, 1, lambda w: w.controller.stop(), "Esc", toolbar=2, icon="octagon-x",
               terse=True,
               enabled=lambda w: w.controller.view.is_thinking),
        Action("resume", "&Let the machine move", "Let a waiting machine go on", MACHINE, 1,
               lambda w: w.controller.resume(), "Ctrl+M", toolbar=2, icon="play", terse=True,
               enabled=lambda w: w.controller.view.can_resume),
        Action("step", "S&tep", "Let the machine make one move, and wait", MACHINE, 1,
               lambda w: w.controller.step(), "Ctrl+.", icon="step-forward",
               enabled=lambda w: w.controller.view.machines_turn),
        Choices("levels", "&Difficulty", MACHINE, 2, _levels,
                lambda w, value: w.opponents.choose_level(value), lambda w: w.opponents.level,
                titled=lambda w, value: w.opponents.level_title(value)),
        Choices("kinds", "Othe&r machines", MACHINE, 2, _kinds,
                lambda w, value: w.opponents.choose_kind(value), lambda w: w.opponents.kind,
                lambda w, value: w.opponents.can_play(value)),
        Choices("sides", "Machine &plays", MACHINE, 2, _sides,
                lambda w, value: w.opponents.choose_side(value),
                lambda w: w.controller.settings.machine),
        Action("from_file", "&From file…", "Let a course file's mc_move be the machine", MACHINE, 3,
               lambda w: w.machine_files.ask_load()),
        Action("guest", "&Network or program…", "Let a machine that has learnt, or another program "
               "that plays five in a row, be the machine", MACHINE, 3,
               lambda w: w.machine_files.guests.ask()),
        Action("built_in", "&Built-in machine", "Let the built-in machine play again", MACHINE, 3,
               lambda w: w.machine.drop(), enabled=lambda w: w.controller.view.machine_name),
        Action("check_file", "&Check file…", "Check a course file against the course's contract",
               MACHINE, 3, lambda w: w.machine_files.ask_check()),
        Action("demo", "D&emo: machine against machine", "Two machines, each with its own settings",
               MACHINE, 4, lambda w: w.toggle_demo(), "Ctrl+D", icon="bot", checkable=True,
               checked=lambda w: w.controller.view.demo),
        Action("lab", "L&ab", "Many games between machines, measured", MACHINE, 4,
               lambda w: w.companions.open_lab(), "Ctrl+L"),
        Action("published", "&Run the published experiment", "900 games in the lab, at nine "
               "numbers of playouts a move", MACHINE, 4, lambda w: w.companions.run_published()),
        Action("scores", "&Scores on the board", "Show or hide the scores on the squares", VIEW, 2,
               lambda w: w.toggle_scores(), "Ctrl+B", toolbar=3, icon="hash", terse=True,
               checkable=True, checked=lambda w: w.controller.settings.board_scores),
        Action("pairs", "&Pairs that cannot lose", "Join the squares of pairs: who answers in a "
               "pair's other square never loses", VIEW, 2, lambda w: w.toggle_pairs(),
               checkable=True, enabled=lambda w: w.pairs.found, checked=lambda w: w.pairs.shown),
        Action("presenter", "&Presenter view", "Board and explanations in large type", VIEW, 3,
               lambda w: w.toggle_presenter(), "F5", icon="presentation", checkable=True),
        Action("fullscreen", "&Full screen", "Fill the whole screen, or stop doing so", VIEW, 3,
               lambda w: w.toggle_full_screen(), Keys.FullScreen, "F11", icon="maximize",
               checkable=True,
               checked=lambda w: w.isFullScreen()),
        Action("next_part", "&Next part of the window", "Take the keyboard to the next open dock, "
               "then to the toolbar and back to the board", VIEW, 3, lambda w: w.parts.go_on(),
               "F6"),
        Action("previous_part", "Pre&vious part of the window", "Take the keyboard to the part "
               "before", VIEW, 3, lambda w: w.parts.go_back(), "Shift+F6"),
        Action("play", "&Play", "The board alone", VIEW, 4, lambda w: w.choose_layout("play"),
               "Ctrl+1", toolbar=5, checkable=True,
               checked=lambda w: not w.in_learn),
        Action("learn", "&Learn", "See how the machine thinks", VIEW, 4,
               lambda w: w.choose_layout("learn"), "Ctrl+2", toolbar=5, checkable=True,
               checked=lambda w: w.in_learn),
        Action("reset_layout", "&Reset layout", "Put every dock where it was at the first start",
               VIEW, 4, lambda w: w.layouts.reset()),
        Choices("lessons", "Be&gin a lesson", LEARN, 1, _lessons,
                lambda w, value: w.begin_lesson(value)),
        Action("lesson_file", "&Open lesson…", "Begin a lesson that you or others wrote", LEARN, 1,
               lambda w: w.lesson_files.ask_open()),
        Action("export_answers", "&Export my answers…", "What you predicted in the lessons, "
               "as a file for your teacher", LEARN, 1, lambda w: w.answer_files.ask_export()),
        Action("teaches_itself", "A &machine that teaches itself", "Matchboxes, a table or a "
               "network learn from games against themselves, while you watch", LEARN, 4,
               lambda w: w.companions.open_learning(), "Ctrl+Shift+L"),
        Action("class_answers", "A class's &answers…", "A page on a class's answers "
               "in lessons: what was understood", LEARN, 4, lambda w: w.answer_files.ask_class()),
        Action("class_files", "&Class…", "Check and compare the files of a whole class", LEARN, 4,
               lambda w: w.machine_files.ask_class()),
        Action("lesson_next", "Ne&xt step", "The lesson's next step", LEARN, 2,
               lambda w: w.lessons.go_on(), "PgDown", enabled=lambda w: w.lessons.can_go_on),
        Action("lesson_back", "Step &back", "The lesson's step before", LEARN, 2,
               lambda w: w.lessons.go_back(), "PgUp", enabled=lambda w: w.lessons.can_go_back),
        Action("theatre_play", "&Play", "Go on by itself, at the speed below", THEATRE, 3,
               icon="play", icon_on="pause", checkable=True),
        Action("theatre_step", "&Step", "The next move; then the scores; then the sum", THEATRE, 3,
               icon="step-forward"),
        Action("theatre_next", "&Next playout", "Finish this playout, or play one more", THEATRE, 3,
               icon="fast-forward"),
        Action("theatre_ten", "Add &10", "Play ten playouts", THEATRE, 3),
        Action("theatre_thousand", "Add 1,&000", "Play a thousand playouts", THEATRE, 3),
        Action("theatre_all", "Add &all", "Play as many as the machine would before its move",
               THEATRE, 3),
        Action("theatre_stop", "S&top", "End the run; what was played counts", THEATRE, 3,
               icon="square"),
        Action("theatre_reset", "&Reset", "Forget the playouts of this position", THEATRE, 3,
               icon="rotate-ccw"),
        Action("tree_play", "&Play", "One simulation after another", TREE, 3, icon="play",
               icon_on="pause",
               checkable=True),
        Action("tree_step", "&Step", "One simulation: down the tree and back", TREE, 3,
               icon="step-forward"),
        Action("tree_ten", "Add &10", "Make ten simulations", TREE, 3),
        Action("tree_hundred", "Add 10&0", "Make a hundred simulations", TREE, 3),
        Action("tree_thousand", "Add &1,000", "Make a thousand simulations", TREE, 3),
        Action("tree_follow", "&Follow", "Draw the tree from the position that was clicked on",
               TREE, 3, icon="crosshair"),
        Action("tree_fold", "F&old", "Draw nothing below the position that was clicked on, or all "
               "again", TREE, 3, icon="fold-vertical"),
        Action("tree_up", "&Up", "Draw the tree from one move earlier on", TREE, 3,
               icon="arrow-up"),
        Action("tree_stop", "S&top", "End the run; what was grown stays", TREE, 3, icon="square"),
        Action("tree_reset", "&Reset", "Begin the tree of this position anew", TREE, 3,
               icon="rotate-ccw"),
        Action("bandits_play", "&Play", "Each policy pulls, again and again", BANDITS, 3,
               icon="play", icon_on="pause",
               checkable=True),
        Action("bandits_step", "&Step", "Each policy pulls once", BANDITS, 3, icon="step-forward"),
        Action("bandits_thousand", "Add 1,&000", "Each policy pulls a thousand times", BANDITS, 3),
        Action("bandits_stop", "S&top", "End the run; what was pulled counts", BANDITS, 3,
               icon="square"),
        Action("bandits_reset", "&Reset", "Forget all pulls of these arms", BANDITS, 3,
               icon="rotate-ccw"),
        Action("bandits_new", "&New arms", "Other arms, with other hidden chances", BANDITS, 3),
        Action("bandits_reveal", "Re&veal", "Show the true chances", BANDITS, 3),
        Action("darts_one", "&One", "Everybody throws once", DARTS, 3),
        Action("darts_hundred", "&Hundred", "Everybody throws a hundred times", DARTS, 3),
        Action("darts_fourfold", "&Four times as many", "Throw until everybody has thrown four "
               "times as often as now", DARTS, 3),
        Action("darts_stop", "S&top", "End the run; what was thrown counts", DARTS, 3,
               icon="square"),
        Action("darts_reset", "&Reset", "Forget all throws", DARTS, 3, icon="rotate-ccw"),
        Action("darts_pi", "&π by darts", "Throw darts into a square: how many hit the quarter of "
               "a circle?", DARTS, 3),
        Action("darts_first", "First &move", "Play random games: how often does X, who "
               "moves first, win?", DARTS, 3),
        Action("blank_file", "Save a machine to &begin with…", "A course file that plays, for you "
               "to improve", MACHINE, 3, lambda w: w.lesson_files.ask_save_machine()),
        Action("manual", "&Manual", "How to play, teach and experiment with this program", HELP, 1,
               lambda w: w.open_manual(), "F1", everywhere=True),
        Action("keys", "&Keyboard shortcuts", "Every key of the program, from its menus, and those "
               "of the board", HELP, 1, lambda w: w.open_keys(), "Ctrl+F1"),
        Action("about", "&About", "Version and licence", HELP, 2, lambda w: w.open_about(),
               icon="info", role=Role.AboutRole),
    ]  # fmt: skip


ACTIONS = _declared()
"""Every action and list of choices. What is added to it is in the next window."""
