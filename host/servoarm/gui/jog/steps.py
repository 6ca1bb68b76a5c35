"""Single steps: the tip by so many mm, or a joint by so many degrees, at each press."""

import math

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QToolButton,
    QWidget,
)

from servoarm.gui.aim import Aim
from servoarm.kinematics.planar import Pose

SIZES = (0.1, 1.0, 10.0)  # mm of the tip, degrees of a joint
TIP = {"x −": (-1, 0), "x +": (1, 0), "y −": (0, -1), "y +": (0, 1)}
JOINTS = {"θ₁ −": (-1, 0), "θ₁ +": (1, 0), "θ₂ −": (0, -1), "θ₂ +": (0, 1)}
COLUMNS = 4


class StepPanel(QGroupBox):
    """A button for each direction, and how large a step is."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Single steps"))
        self._aim = aim
        self.step_size = SIZES[1]
        self.buttons: dict[str, QToolButton] = {}
        grid = QGridLayout(self)
        grid.addLayout(self._size_row(), 0, 0, 1, COLUMNS)
        for row, (directions, step) in enumerate(
            ((TIP, self._step_tip), (JOINTS, self._step_joints)), start=1
        ):
            for column, (text, (first, second)) in enumerate(directions.items()):
                button = QToolButton()
                button.setText(text)
                button.setAccessibleName(self.tr("Step {direction}").format(direction=text))
                button.setMinimumWidth(44)
                button.clicked.connect(
                    lambda _on, step=step, first=first, second=second: step(first, second)
                )
                grid.addWidget(button, row, column)
                self.buttons[text] = button
        aim.model.status_changed.connect(self._show)
        self._show()

    def _size_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        group = QButtonGroup(self)
        self.sizes: dict[float, QRadioButton] = {}
        for size in SIZES:
            button = QRadioButton(f"{size:g}")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the arrow keys alone
            button.setAccessibleName(
                self.tr("Steps of {size} mm or degrees").format(size=f"{size:g}")
            )
            button.setChecked(size == self.step_size)
            button.toggled.connect(lambda on, size=size: self._choose(size) if on else None)
            group.addButton(button)
            row.addWidget(button)
            self.sizes[size] = button
        row.addWidget(QLabel(self.tr("mm or degrees")), 1)
        return row

    def _choose(self, size: float) -> None:
        self.step_size = size

    def _step_tip(self, x: int, y: int) -> None:
        self._aim.step_tip(x * self.step_size, y * self.step_size)

    def _step_joints(self, theta1: int, theta2: int) -> None:
        goal, step = self._aim.goal, math.radians(self.step_size)
        if goal is not None:
            pose = Pose(goal.theta1 + theta1 * step, goal.theta2 + theta2 * step)
            self._aim.go_joints(pose)

    def _show(self) -> None:
        for button in self.buttons.values():
            button.setEnabled(self._aim.model.attached)
