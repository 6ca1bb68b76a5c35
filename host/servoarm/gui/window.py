"""The window: its frame, and the features that fill it."""

from typing import TypeVar

from PyQt5.QtCore import QByteArray, QObject, QSettings, QSize, Qt
from PyQt5.QtGui import QCloseEvent, QKeySequence
from PyQt5.QtWidgets import (
    QApplication,
    QMainWindow,
    QMenu,
    QMessageBox,
    QSplitter,
    QStyle,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from servoarm import __version__
from servoarm.armfile import ArmChoice
from servoarm.gui import style
from servoarm.gui.aim import Aim
from servoarm.gui.arm_file.feature import ArmFile
from servoarm.gui.assembly import (
    Assembly,
    ListPorts,
    Menu,
    OpenedWith,
    PanelColumn,
    Places,
    TargetPlace,
)
from servoarm.gui.canvas.canvas import Canvas
from servoarm.gui.commander import Commander, OpenArm
from servoarm.gui.connect.feature import Connect
from servoarm.gui.cursor.feature import Cursor
from servoarm.gui.drive.feature import Drive
from servoarm.gui.flash.feature import Flash
from servoarm.gui.help.feature import Help
from servoarm.gui.jog.feature import Jog
from servoarm.gui.joints.feature import Joints
from servoarm.gui.keep.feature import Keep
from servoarm.gui.keys import StopKeys
from servoarm.gui.model import ArmModel
from servoarm.gui.park.feature import Park
from servoarm.gui.screws.feature import Screws

FEATURES = (Drive, ArmFile, Connect, Flash, Joints, Jog, Park, Keep, Screws, Cursor, Help)
"""In this order they put panels, tabs and menu entries into their places."""

SIDE_WIDTH = 380
TABS_PX = 190
FIRST_SIZE = QSize(1180, 780)
SMALLEST_CANVAS = 110, 90

AnyFeature = TypeVar("AnyFeature", bound=QObject)


class Window(QMainWindow):
    """The arm's window."""

    def __init__(
        self,
        open_arm: OpenArm,
        list_ports: ListPorts,
        choice: ArmChoice,
        settings: QSettings,
    ) -> None:
        super().__init__()
        self._settings = settings
        self._leaving = False
        self.commander = Commander(open_arm, self)
        self.model = ArmModel(choice, self.commander, self)
        self.aim = Aim(self.model, self)
        self.canvas = Canvas(self.aim)
        places = self._lay_out()
        opened = OpenedWith(list_ports, settings)
        self._assembly = Assembly(self, self.aim, self.canvas, opened, places)
        self._features: list[QObject] = [feature(self._assembly) for feature in FEATURES]
        self._fill_menus()
        self._catch_stop_keys()
        self._restore()
        self.canvas.setFocus()

    def feature(self, kind: type[AnyFeature]) -> AnyFeature:
        """The feature of this kind."""
        return next(each for each in self._features if isinstance(each, kind))

    def _lay_out(self) -> Places:
        drive = PanelColumn()
        self.tabs = QTabWidget()
        self.tabs.addTab(drive, self.tr("Drive"))
        self.tabs.setMinimumHeight(TABS_PX)
        target, side = TargetPlace(), PanelColumn()
        side.add(target)
        position = side.add_column()
        side.add_filling(self.tabs)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.canvas)
        split.addWidget(side)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 0)
        split.setSizes([2 * SIDE_WIDTH, SIDE_WIDTH])
        split.setChildrenCollapsible(False)
        self.canvas.setMinimumSize(*SMALLEST_CANVAS)
        body = QWidget()
        body.setStyleSheet(style.SHEET)  # and not the window's: its dialogs are not laid out for it
        rows, above, below = QVBoxLayout(body), QVBoxLayout(), QVBoxLayout()
        rows.setContentsMargins(8, 6, 8, 6)
        rows.addLayout(above)
        rows.addWidget(split, 1)
        rows.addLayout(below)
        self.setCentralWidget(body)
        titles = {
            Menu.FILE: self.tr("&File"),
            Menu.ARM: self.tr("&Arm"),
            Menu.VIEW: self.tr("&View"),
            Menu.HELP: self.tr("&Help"),
        }
        menus = {menu: self._add_menu(title) for menu, title in titles.items()}
        return Places(above, target, position, self.tabs, drive, below, menus)

    def _add_menu(self, title: str) -> QMenu:
        bar = self.menuBar()
        assert bar is not None  # a QMainWindow makes one when asked
        menu = bar.addMenu(title)
        assert menu is not None
        return menu

    def _fill_menus(self) -> None:
        """What belongs to no feature, below what does."""
        add = self._assembly.add_action
        add(Menu.FILE, self.tr("&Quit"), self.close, QKeySequence(QKeySequence.StandardKey.Quit))
        add(
            Menu.VIEW,
            self.tr("&Reset the view"),
            self.canvas.reset_view,
            QKeySequence("Ctrl+0"),
        )
        add(Menu.VIEW, self.tr("&Clear the trail"), self.canvas.trail.clear)
        add(Menu.HELP, self.tr("&About"), self._about)

    def _catch_stop_keys(self) -> None:
        self._keys = StopKeys(self)
        self._keys.stop.connect(self.model.stop)
        self._keys.stop.connect(self.canvas.setFocus)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self._keys)

    # What outlives the window.

    def _restore(self) -> None:
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        else:
            self.resize(FIRST_SIZE)
        self.resize(self.size().boundedTo(self._room()))

    def _room(self) -> QSize:
        """What the screen leaves for the window inside its frame."""
        screen, look = self.screen(), self.style()
        assert screen is not None and look is not None
        title = look.pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        border = look.pixelMetric(QStyle.PixelMetric.PM_MdiSubWindowFrameWidth)
        return screen.availableGeometry().size() - QSize(2 * border, title + border)

    def leave(self) -> None:
        """Close without a question: the program was told to end."""
        self._leaving = True
        self.close()

    def closeEvent(self, event: QCloseEvent | None) -> None:
        """Remember how things stood, and let go of the arm: it eases to a stop and holds."""
        if not (self._leaving or self._assembly.may_close()):
            if event is not None:
                event.ignore()
            return
        self._settings.setValue("geometry", self.saveGeometry())
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self._keys)
        self._assembly.closing.emit()
        self.hide()  # at once, however long the arm takes to stop
        self.commander.shut_down()
        super().closeEvent(event)

    def _about(self) -> None:
        text = self.tr("Servoarm {version}: click a point, and the arm goes there.").format(
            version=__version__
        )
        QMessageBox.about(self, self.tr("About servoarm"), text)
