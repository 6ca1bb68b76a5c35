"""What a feature gets to build on: what all features share, and the places for its widgets.

A feature is a class whose constructor takes an `Assembly`, makes its widgets, puts them into their
places and connects them. It stands in the tuple ``FEATURES`` of `servoarm.gui.window`.
"""

import enum
from collections.abc import Callable
from dataclasses import dataclass

from PyQt5.QtCore import QObject, QSettings, QSize, Qt, pyqtBoundSignal, pyqtSignal
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import (
    QAction,
    QFrame,
    QLayout,
    QMainWindow,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from servoarm.arm import PortInfo
from servoarm.gui.aim import Aim
from servoarm.gui.canvas.canvas import Canvas
from servoarm.gui.held import Held
from servoarm.gui.model import ArmModel
from servoarm.gui.widgets import NumberBox

LOWEST_PX = 60

ListPorts = Callable[[], list[PortInfo]]


class Menu(enum.Enum):
    """The menus of the window."""

    FILE = "file"
    ARM = "arm"
    VIEW = "view"
    HELP = "help"


class PanelColumn(QScrollArea):
    """Panels below each other; a low window scrolls them instead of squeezing them."""

    def __init__(self) -> None:
        super().__init__()
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 4, 4, 0)
        self._column.setSpacing(6)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a click beside a control takes no arrow keys
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._body)

    def add(self, *panels: QWidget) -> None:
        """Add panels at the lower end."""
        add_panels(self._column, *panels)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)

    def add_column(self) -> QVBoxLayout:
        """Add a place for panels to come."""
        column = QVBoxLayout()
        self._column.addLayout(column)
        return column

    def add_filling(self, widget: QWidget) -> None:
        """Add a widget that takes what room is left."""
        self._column.addWidget(widget, 1)

    def minimumSizeHint(self) -> QSize:
        """As wide as the widest panel: only the height scrolls."""
        bar = self.verticalScrollBar()
        bar_width = bar.sizeHint().width() if bar is not None else 0
        return QSize(self._body.minimumSizeHint().width() + bar_width, LOWEST_PX)


def add_panels(column: QVBoxLayout, *panels: QWidget) -> None:
    """Put panels into a column, with little room about what they hold."""
    for panel in panels:
        inside = panel.layout()
        if inside is not None:
            inside.setContentsMargins(8, 3, 8, 3)
        column.addWidget(panel)


@dataclass(frozen=True)
class OpenedWith:
    """What the window was opened with."""

    list_ports: ListPorts
    settings: QSettings


class TargetPlace(QStackedWidget):
    """Where to go, beside the canvas and above the tabs; or the question that comes before.

    Both have one place, so that nothing shifts when the question is answered.
    """

    def __init__(self) -> None:
        super().__init__()
        self._panels = QWidget()
        self._column = QVBoxLayout(self._panels)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.addWidget(self._panels)

    def add(self, *panels: QWidget) -> None:
        """Add panels that belong to an attached arm."""
        add_panels(self._column, *panels)

    def set_question(self, question: QWidget) -> None:
        """The question before the first pulse."""
        self.addWidget(question)

    def ask(self, question: QWidget, on: bool) -> None:
        """Show the question, or the panels."""
        self.setCurrentWidget(question if on else self._panels)


@dataclass(frozen=True)
class Places:
    """The parts of the window's frame into which features put their widgets."""

    above: QLayout
    target: TargetPlace
    position: QVBoxLayout
    tabs: QTabWidget
    drive: PanelColumn
    below: QLayout
    menus: dict[Menu, QMenu]


class Assembly(QObject):
    """The window as its features see it."""

    closing = pyqtSignal()  # remember what is to outlive the window, and end what is under way
    flash_asked = pyqtSignal()
    typed_wrong = pyqtSignal(str)  # why a number box is not taken; empty when all are

    def __init__(
        self, window: QMainWindow, aim: Aim, canvas: Canvas, opened: OpenedWith, places: Places
    ) -> None:
        super().__init__(window)
        self.window = window
        self.model: ArmModel = aim.model
        self.aim, self.canvas = aim, canvas
        self.opened, self.settings = opened, opened.settings
        self.held = Held(window)
        self.held.lost.connect(canvas.let_go)
        self._places = places
        self.chosen_port: Callable[[], str] = lambda: ""
        """The port that is chosen or typed; the feature that has the list of ports sets it."""
        self._boxes: list[NumberBox] = []
        self._closing_questions: list[Callable[[], bool]] = []

    def add_above(self, widget: QWidget) -> None:
        """Put a row above canvas and tabs."""
        self._places.above.addWidget(widget)

    def add_below(self, widget: QWidget) -> None:
        """Put a row below canvas and tabs."""
        self._places.below.addWidget(widget)

    def add_target_panels(self, *panels: QWidget) -> None:
        """Put panels above the tabs, in sight whichever is open."""
        self._places.target.add(*panels)

    def add_position_panels(self, *panels: QWidget) -> None:
        """Put panels between target and tabs, in sight whichever is open."""
        add_panels(self._places.position, *panels)

    def add_question(self, question: QWidget, asks: pyqtBoundSignal) -> None:
        """Put a question in the place of the target; ``asks`` tells whether it is open."""
        target = self._places.target
        target.set_question(question)
        asks.connect(lambda on: target.ask(question, on))

    def add_drive_panels(self, *panels: QWidget) -> None:
        """Put panels into the first tab, where the arm is driven by hand."""
        self._places.drive.add(*panels)

    def ask_before_closing(self, question: Callable[[], bool]) -> None:
        """Have this asked when a person closes the window; False keeps it open."""
        self._closing_questions.append(question)

    def may_close(self) -> bool:
        """Ask all of them."""
        return all(question() for question in self._closing_questions)

    def focus_canvas(self) -> None:
        """Give the canvas the focus back, and with it the arrow keys."""
        self.canvas.setFocus()

    def judge(self, *boxes: NumberBox) -> None:
        """Have it said below the canvas when one of these boxes holds what cannot be taken.

        Enter gives the canvas the focus back, and with it the arrow keys.
        """
        self._boxes += boxes
        for box in boxes:
            box.judged.connect(self._judge)
            box.entered.connect(self.focus_canvas)
            self.model.stopped.connect(box.take_back)

    def _judge(self) -> None:
        self.typed_wrong.emit(next((box.problem for box in self._boxes if box.problem), ""))

    def add_tab(self, title: str, widget: QWidget) -> None:
        """Give the feature a tab of its own."""
        self._places.tabs.addTab(widget, title)

    def add_action(
        self, menu: Menu, text: str, act: Callable[[], object], keys: QKeySequence | None = None
    ) -> QAction:
        """Put an entry at the lower end of a menu."""
        action = QAction(text, self.window)
        if keys is not None:
            action.setShortcut(keys)

        def triggered(_checked: bool) -> None:
            act()

        action.triggered.connect(triggered)
        self._places.menus[menu].addAction(action)
        return action

    def add_menu(self, menu: Menu, text: str) -> QMenu:
        """Put a menu of its own at the lower end of a menu."""
        inner = self._places.menus[menu].addMenu(text)
        assert inner is not None  # Qt answers the menu that it made
        return inner
