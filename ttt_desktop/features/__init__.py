"""The features, in their order: of menus, of docks, and of who is asked for a click first.

Each has a folder of its own here. Without it, its import and its entry here, the rest works.
"""

from ttt_desktop.features.bandits.feature import BanditsFeature
from ttt_desktop.features.chart.feature import ChartFeature
from ttt_desktop.features.classroom.feature import ClassroomFeature
from ttt_desktop.features.demo.feature import DemoFeature
from ttt_desktop.features.export.feature import ExportFeature
from ttt_desktop.features.files.feature import FilesFeature
from ttt_desktop.features.heat.feature import HeatFeature
from ttt_desktop.features.help.feature import HelpFeature
from ttt_desktop.features.lab.feature import LabFeature
from ttt_desktop.features.lessons.feature import LessonsFeature
from ttt_desktop.features.lines.feature import LinesFeature
from ttt_desktop.features.moves.feature import MovesFeature
from ttt_desktop.features.play.feature import PlayFeature
from ttt_desktop.features.presenter.feature import PresenterFeature
from ttt_desktop.features.puzzles.feature import PuzzlesFeature
from ttt_desktop.features.review.feature import ReviewFeature
from ttt_desktop.features.selflearning.feature import SelfLearningFeature
from ttt_desktop.features.setup.feature import SetupFeature
from ttt_desktop.features.sounds.feature import SoundsFeature
from ttt_desktop.features.swap.feature import SwapFeature
from ttt_desktop.features.table.feature import TableFeature
from ttt_desktop.features.theatre.feature import TheatreFeature
from ttt_desktop.features.tree.feature import TreeFeature
from ttt_desktop.features.you.feature import YouFeature
from ttt_desktop.shell.feature import Feature

FEATURES: tuple[type[Feature], ...] = (
    PlayFeature,
    PresenterFeature,
    HeatFeature,
    MovesFeature,
    LinesFeature,
    TableFeature,
    ChartFeature,
    TheatreFeature,
    TreeFeature,
    BanditsFeature,
    LessonsFeature,
    PuzzlesFeature,
    SetupFeature,
    SwapFeature,
    ReviewFeature,
    FilesFeature,
    DemoFeature,
    ExportFeature,
    YouFeature,
    SoundsFeature,
    LabFeature,
    SelfLearningFeature,
    ClassroomFeature,
    HelpFeature,
)
