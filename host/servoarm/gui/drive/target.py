"""Typed target, Go, back to the former one."""

import math

from PyQt5.QtWidgets import QGroupBox, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from servoarm.gui.aim import Aim
from servoarm.gui.widgets import NumberBox

PLACES = 2  # of a point that was not typed: finer than the board's own steps


class TargetPanel(QGroupBox):
    """Where the arm is to go, in numbers."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Target"))
        self._aim = aim
        self.x_box = NumberBox(-math.inf, math.inf, "mm", self.tr("Target x"))
        self.y_box = NumberBox(-math.inf, math.inf, "mm", self.tr("Target y"))
        self.boxes = self.x_box, self.y_box
        for box in self.boxes:
            box.entered.connect(self._go)
            box.judged.connect(self._show_buttons)
        self.go = QPushButton(self.tr("Go"))
        self.go.setProperty("kind", "primary")
        self.go.clicked.connect(self._go)
        self.undo = QToolButton()
        self.undo.setText("↶")
        self.undo.setAccessibleName(self.tr("Back to the former target"))
        self.undo.setToolTip(self.tr("Go back to the former target (Ctrl+Z)."))
        self.undo.clicked.connect(aim.undo)
        row = QHBoxLayout(self)
        row.setSpacing(5)
        for name, box in zip("xy", self.boxes, strict=True):
            box.setButtonSymbols(NumberBox.ButtonSymbols.NoButtons)
            row.addWidget(QLabel(name))
            row.addWidget(box, 1)
        row.addWidget(self.go)
        row.addWidget(self.undo)
        self._shown: tuple[float, float] | None = None
        model = aim.model
        for signal in (aim.plan_changed, model.status_changed, model.assumed_changed):
            signal.connect(self._show_point)
        for signal in (model.config_changed, model.attaching, model.pose_lost, model.stopped):
            signal.connect(self._show_anew)
        for signal in (aim.plan_changed, aim.accepted, model.status_changed):
            signal.connect(self._show_buttons)
        self._show_point()
        self._show_buttons()

    def _go(self) -> None:
        if not all(box.fits for box in self.boxes):
            return
        for box in self.boxes:
            box.interpretText()
            box.edited = False
        self._shown = self.x_box.value(), self.y_box.value()
        self._aim.go(*self._shown)

    def _show_buttons(self) -> None:
        readable = all(box.fits for box in self.boxes)
        self.go.setEnabled(self._aim.model.attached and readable)
        self.undo.setEnabled(self._aim.can_undo)

    def _show_point(self) -> None:
        """Follow the plan, or else the board's goal.

        What is being typed stays while the arm moves on to where it was sent. Whatever asks for
        another point is a person's doing, and then both boxes show that one: Go never mixes two.
        """
        plan, model = self._aim.plan, self._aim.model
        if plan is not None:
            point = (plan.x_mm, plan.y_mm)
        else:  # nothing that was refused may stay there to be gone to
            point = model.kinematics.forward(*(model.goal or model.shown_pose))
        if point == self._shown:
            return
        self._shown = point
        for box, value in zip(self.boxes, point, strict=True):
            box.show_value(round(value, PLACES))

    def _show_anew(self) -> None:
        """What was typed for an arm that stood elsewhere is over."""
        self._shown = None
        self._show_point()
