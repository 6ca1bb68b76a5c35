"""Driving by hand: click, drag or type a target, and see why the arm does not go there."""

from PyQt5.QtCore import QObject
from PyQt5.QtGui import QKeySequence

from servoarm.gui.assembly import Assembly, Menu
from servoarm.gui.drive.elbow import ElbowPanel
from servoarm.gui.drive.readouts import ReadoutPanel
from servoarm.gui.drive.reason import ReasonLine
from servoarm.gui.drive.speed import FASTEST, SLOWEST, SpeedPanel
from servoarm.gui.drive.target import TargetPanel
from servoarm.kinematics.planar import Elbow

STAY = "stay"  # as the settings have it: no side is asked for


class Drive(QObject):
    """The arm goes where a person points."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self._aim, self._settings = window.aim, window.settings
        aim, canvas, model = window.aim, window.canvas, window.model
        canvas.pressed.connect(aim.press)
        canvas.dragged.connect(aim.follow)
        canvas.released.connect(aim.release)
        self.readouts, self.target = ReadoutPanel(aim), TargetPanel(aim)
        self.elbow, self.reason = ElbowPanel(aim), ReasonLine(aim)
        self.speed = SpeedPanel(aim)
        window.add_target_panels(self.target, self.elbow)
        window.add_position_panels(self.readouts)
        window.add_drive_panels(self.speed)
        window.add_below(self.reason)
        for refused in (model.refused, aim.refused):
            refused.connect(self.reason.say)
        window.typed_wrong.connect(self.reason.say_typed)
        window.judge(*self.target.boxes, self.speed.box)
        for button in (self.target.go, self.target.undo, self.elbow.other, *self.reason.buttons):
            button.clicked.connect(window.focus_canvas)
        self.undo_action = window.add_action(
            Menu.ARM,
            self.tr("Back to the &former target"),
            aim.undo,
            QKeySequence(QKeySequence.StandardKey.Undo),
        )
        self.redo_action = window.add_action(
            Menu.ARM,
            self.tr("&On to the next target again"),
            aim.redo,
            QKeySequence(QKeySequence.StandardKey.Redo),
        )
        self.other_action = window.add_action(
            Menu.ARM,
            self.tr("Swing to the other &elbow"),
            aim.go_other_elbow,
            QKeySequence("Ctrl+E"),
        )
        self.nearest_action = window.add_action(
            Menu.ARM, self.tr("Go to the &nearest point"), aim.go_nearest, QKeySequence("Ctrl+G")
        )
        for signal in (aim.plan_changed, aim.accepted, model.status_changed):
            signal.connect(self._show_actions)
        self._show_actions()
        window.closing.connect(self._remember)
        self._restore()

    def _show_actions(self) -> None:
        self.undo_action.setEnabled(self._aim.can_undo)
        self.redo_action.setEnabled(self._aim.can_redo)
        self.other_action.setEnabled(self._aim.other_pose is not None)
        self.nearest_action.setEnabled(self._aim.can_go_nearest)

    def _restore(self) -> None:
        side = str(self._settings.value("elbow", STAY))
        if side in {known.value for known in Elbow}:
            self.elbow.choose(Elbow(side))
        percent = str(self._settings.value("speed_percent", FASTEST))
        if percent.isdecimal() and SLOWEST <= int(percent) <= FASTEST:
            self.speed.show_percent(int(percent))

    def _remember(self) -> None:
        side = self._aim.choice
        self._settings.setValue("elbow", STAY if side is None else side.value)
        self._settings.setValue("speed_percent", self._aim.speed_percent)
