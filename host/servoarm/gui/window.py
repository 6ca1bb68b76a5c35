"""The window: what stands where, and who listens to whom."""

from pathlib import Path

from PyQt5.QtCore import QByteArray, QSettings, Qt
from PyQt5.QtGui import QCloseEvent, QKeySequence
from PyQt5.QtWidgets import (
    QAction,
    QApplication,
    QFileDialog,
    QMainWindow,
    QMenu,
    QMessageBox,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from servoarm import __version__
from servoarm.armfile import ArmConfig, ArmFileError
from servoarm.gui import style
from servoarm.gui.aim import Aim
from servoarm.gui.canvas.canvas import Canvas
from servoarm.gui.commander import Commander, OpenArm
from servoarm.gui.connect.connection import ConnectionPanel, ListPorts
from servoarm.gui.connect.notice import NoticePanel
from servoarm.gui.connect.start import StartPanel
from servoarm.gui.drive.elbow import ElbowPanel
from servoarm.gui.drive.lengths import LengthsPanel
from servoarm.gui.drive.readouts import ReadoutPanel
from servoarm.gui.drive.reason import ReasonLine
from servoarm.gui.drive.target import TargetPanel
from servoarm.gui.jog.jogger import Jogger
from servoarm.gui.jog.pad import JogPanel
from servoarm.gui.keys import StopKeys
from servoarm.gui.model import ArmModel
from servoarm.gui.saving import save_lengths
from servoarm.gui.screws.figures import ScrewPanel
from servoarm.motion.wish import ElbowChoice

SIDE_WIDTH = 370


class Window(QMainWindow):
    """The arm's window."""

    def __init__(
        self,
        open_arm: OpenArm,
        list_ports: ListPorts,
        config: ArmConfig,
        config_path: Path | None,
        settings: QSettings,
    ) -> None:
        super().__init__()
        self._settings = settings
        self._path = config_path
        self.commander = Commander(open_arm, self)
        self.model = ArmModel(config, self.commander, self)
        self.aim = Aim(self.model, self)
        self.jogger = Jogger(self.aim, self)
        self._build_parts(list_ports)
        self._lay_out()
        self._build_menus()
        self._wire()
        self._restore()
        self._show_title()
        self.canvas.setFocus()

    def _build_parts(self, list_ports: ListPorts) -> None:
        model, aim = self.model, self.aim
        self.connection = ConnectionPanel(model, list_ports)
        self.notice, self.start = NoticePanel(model), StartPanel(model)
        self.canvas, self.reason = Canvas(aim), ReasonLine(aim)
        self.target, self.elbow = TargetPanel(aim), ElbowPanel(aim)
        self.lengths, self.readouts = LengthsPanel(model), ReadoutPanel(aim)
        self.jog, self.screws = JogPanel(self.jogger), ScrewPanel(model)

    def _lay_out(self) -> None:
        self.setStyleSheet(style.SHEET)
        self.tabs = QTabWidget()
        self.tabs.addTab(
            _scrolling(self.readouts, self.target, self.elbow, self.lengths), self.tr("Drive")
        )
        self.tabs.addTab(_scrolling(self.jog), self.tr("Jog"))
        self.tabs.addTab(self.screws, self.tr("Screw theory"))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.canvas)
        split.addWidget(self.tabs)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 0)
        split.setSizes([2 * SIDE_WIDTH, SIDE_WIDTH])
        split.setChildrenCollapsible(False)
        self.canvas.setMinimumSize(320, 260)
        body = QWidget()
        rows = QVBoxLayout(body)
        rows.setContentsMargins(10, 8, 10, 8)
        rows.addWidget(self.connection)
        rows.addWidget(self.start)
        rows.addWidget(split, 1)
        rows.addWidget(self.reason)
        self.setCentralWidget(body)
        self.notice.lie_over(self.canvas)

    def _build_menus(self) -> None:
        self._menu(
            self.tr("&File"),
            (self.tr("&Save to arm file"), QKeySequence(QKeySequence.StandardKey.Save), self.save),
            (self.tr("&Quit"), QKeySequence(QKeySequence.StandardKey.Quit), self.close),
        )
        self._arm_menu = self._menu(
            self.tr("&Arm"),
            (
                self.tr("Back to the &former target"),
                QKeySequence(QKeySequence.StandardKey.Undo),
                self.aim.undo,
            ),
            (self.tr("Go to the &nearest point"), QKeySequence("Ctrl+G"), self.aim.go_nearest),
            (self.tr("&Relax"), None, self.model.relax),
            (self.tr("&Stop (Esc or Space)"), None, self.model.stop),
        )
        self._menu(
            self.tr("&View"),
            (self.tr("&Reset the view"), QKeySequence("Ctrl+0"), self.canvas.reset_view),
            (self.tr("&Clear the trail"), None, self.canvas.trail.clear),
        )
        self._menu(self.tr("&Help"), (self.tr("&About"), None, self._about))

    def _menu(self, title: str, *entries: tuple[str, QKeySequence | None, object]) -> QMenu:
        bar = self.menuBar()
        assert bar is not None  # a QMainWindow makes one when asked
        menu = bar.addMenu(title)
        assert menu is not None
        for text, keys, act in entries:
            action = QAction(text, self)
            if keys is not None:
                action.setShortcut(keys)
            action.triggered.connect(lambda _checked, act=act: act())
            menu.addAction(action)
        return menu

    def _wire(self) -> None:
        canvas, model = self.canvas, self.model
        canvas.pressed.connect(self.aim.press)
        canvas.dragged.connect(self.aim.follow)
        canvas.released.connect(self.aim.release)
        canvas.jogged.connect(self.jogger.hold)
        model.stopped.connect(self.jogger.end)
        model.refused.connect(self.reason.say)
        self.jogger.refused.connect(self.reason.say)
        self.aim.refused.connect(self.reason.say)
        self.notice.reconnect_asked.connect(self.connection.reconnect)
        for signal in (self.aim.wish_changed, self.aim.accepted, model.status_changed):
            signal.connect(self._show_actions)
        self._show_actions()
        self.lengths.save_asked.connect(self.save)
        self.screws.ellipse_switched.connect(canvas.show_ellipse)
        self.screws.arrows_switched.connect(canvas.show_arrows)
        model.config_changed.connect(self._show_title)
        self._keys = StopKeys(self)
        self._keys.stop.connect(model.stop)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self._keys)

    # What outlives the window.

    def _restore(self) -> None:
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        else:
            self.resize(1180, 780)
        port = self._settings.value("port", "")
        if port:
            self.connection.choose_board(str(self._settings.value("usb", "")), str(port))
        choice = str(self._settings.value("elbow", ElbowChoice.STAY.value))
        if choice in {known.value for known in ElbowChoice}:
            self.elbow.choose(ElbowChoice(choice))

    def closeEvent(self, event: QCloseEvent | None) -> None:
        """Remember how things stood, and let go of the arm: it eases to a stop and holds."""
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.setValue("port", self.connection.port)
        self._settings.setValue("usb", self.connection.usb)
        self._settings.setValue("elbow", self.aim.choice.value)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self._keys)
        self.jogger.end()
        self.hide()  # at once, however long the arm takes to stop
        self.commander.shut_down()
        super().closeEvent(event)

    def save(self) -> None:
        """Write the lengths to the arm file, its comments kept; asks for a name if there is none
        yet.
        """
        self.lengths.commit()
        path = self._path or self._ask_path()
        if path is None:
            return
        try:
            in_use = save_lengths(path, self.model.config)
        except ArmFileError as error:
            self.notice.tell("error", error.message, error.remedy)
            return
        if self._path is None and not in_use:
            text = self.tr("{path} has the new lengths, all else in it is as it was.")
            remedy = self.tr("Its limits and pulses are not those in use: open it with --arm.")
            self.notice.tell("warning", text.format(path=path), remedy)
            return
        self._path = path
        self._show_title()
        self.notice.tell("info", self.tr("Saved to {path}.").format(path=path), "")

    def _ask_path(self) -> Path | None:
        dialog = QFileDialog(self, self.tr("Save the arm file"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Arm files (*.toml)"))
        dialog.setDefaultSuffix("toml")
        dialog.selectFile(f"{self.model.config.name}.toml")
        # of a file that is there only the lengths are changed: nothing to warn of
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        accepted = dialog.exec_() == QFileDialog.DialogCode.Accepted
        return Path(dialog.selectedFiles()[0]) if accepted else None

    def _show_actions(self) -> None:
        back, nearest = self._arm_menu.actions()[:2]
        back.setEnabled(self.aim.can_undo)
        nearest.setEnabled(self.aim.can_go_nearest)

    def _show_title(self) -> None:
        where = f" – {self._path.name}" if self._path is not None else ""
        self.setWindowTitle(f"{self.model.config.name}{where} – servoarm")

    def _about(self) -> None:
        text = self.tr("Servoarm {version}: click a point, and the arm goes there.").format(
            version=__version__
        )
        QMessageBox.about(self, self.tr("About servoarm"), text)


def _scrolling(*panels: QWidget) -> QScrollArea:
    """Panels below each other; a low window scrolls them instead of squeezing them."""
    body = QWidget()
    column = QVBoxLayout(body)
    column.setContentsMargins(0, 4, 4, 0)
    column.setSpacing(6)
    for panel in panels:
        inside = panel.layout()
        if inside is not None:
            inside.setContentsMargins(8, 3, 8, 3)
        column.addWidget(panel)
    column.addStretch(1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(body)
    bar = area.verticalScrollBar()
    area.setMinimumWidth(
        body.minimumSizeHint().width() + (bar.sizeHint().width() if bar is not None else 0)
    )
    return area
