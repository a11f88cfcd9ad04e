"""The features, in their order: of menus, of docks, and of who is asked for a click first.

Each has a folder of its own here. Without the folder, and its line in both lists, the rest goes on.
"""

from ttt_desktop.features.bandits.feature import Bandits
from ttt_desktop.features.chart.feature import Chart
from ttt_desktop.features.classroom.feature import Classroom
from ttt_desktop.features.demo.feature import Demo
from ttt_desktop.features.export.feature import Export
from ttt_desktop.features.files.feature import Files
from ttt_desktop.features.heat.feature import Heat
from ttt_desktop.features.help.feature import Help
from ttt_desktop.features.lab.feature import Lab
from ttt_desktop.features.lessons.feature import Lessons
from ttt_desktop.features.lines.feature import Lines
from ttt_desktop.features.moves.feature import Moves
from ttt_desktop.features.play.feature import Play
from ttt_desktop.features.presenter.feature import Presenter
from ttt_desktop.features.puzzles.feature import Puzzles
from ttt_desktop.features.review.feature import Review
from ttt_desktop.features.selflearning.feature import SelfLearning
from ttt_desktop.features.setup.feature import Setup
from ttt_desktop.features.sounds.feature import Sounds
from ttt_desktop.features.swap.feature import Swapping
from ttt_desktop.features.table.feature import Table
from ttt_desktop.features.theatre.feature import Theatre
from ttt_desktop.features.tree.feature import Tree
from ttt_desktop.features.you.feature import You
from ttt_desktop.shell.feature import Feature

FEATURES: tuple[type[Feature], ...] = (
    Play,
    Presenter,
    Heat,
    Moves,
    Lines,
    Table,
    Chart,
    Theatre,
    Tree,
    Bandits,
    Lessons,
    Puzzles,
    Setup,
    Swapping,
    Review,
    Files,
    Demo,
    Export,
    You,
    Sounds,
    Lab,
    SelfLearning,
    Classroom,
    Help,
)
