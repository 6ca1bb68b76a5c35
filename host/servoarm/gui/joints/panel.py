"""A slider and a number for each joint.

Both follow the board without a word to it. A person who moves one moves the arm.
"""

import math

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QGridLayout, QGroupBox, QLabel, QPushButton, QSlider, QWidget

from servoarm.armfile import JointConfig
from servoarm.gui.aim import Aim
from servoarm.gui.widgets import CalmWheel, NumberBox
from servoarm.kinematics.planar import Pose

STEPS = 10  # of a slider, a degree


class JointsPanel(QGroupBox):
    """Both joints' angles."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Joint angles"))
        self._aim, self._model = aim, aim.model
        self.sliders: list[QSlider] = []
        self.boxes: list[NumberBox] = []
        grid = QGridLayout(self)
        grid.setColumnStretch(1, 1)
        names = (self.tr("Shoulder angle"), self.tr("Elbow angle"))
        for row, (name, symbol) in enumerate(zip(names, ("θ₁", "θ₂"), strict=True)):
            slider = QSlider(Qt.Orientation.Horizontal)
            slider.setAccessibleName(name)
            slider.setToolTip(self.tr("{name}: the arm follows while you drag.").format(name=name))
            slider.setPageStep(5 * STEPS)
            # not by the mouse: the arrow keys would then turn the joint, instead of jogging
            slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            CalmWheel(slider)
            slider.valueChanged.connect(lambda value, row=row: self._drag(row, value))
            box = NumberBox(-720, 720, "°", name, places=2)
            line = box.lineEdit()
            assert line is not None  # every box has one
            line.returnPressed.connect(self.go_to_typed)
            for column, widget in enumerate((QLabel(symbol), slider, box)):
                grid.addWidget(widget, row, column)
            self.sliders.append(slider)
            self.boxes.append(box)
        self.go = QPushButton(self.tr("Go"))
        self.go.setProperty("kind", "primary")
        self.go.clicked.connect(self.go_to_typed)
        grid.addWidget(self.go, 2, 2)
        for box in self.boxes:
            box.judged.connect(self._show_button)
        self._model.config_changed.connect(self._show_limits)
        self._model.status_changed.connect(self._follow)
        self._model.assumed_changed.connect(self._follow)
        self._show_limits()

    def go_to_typed(self) -> None:
        """Bring both joints to the angles in the boxes."""
        for box in self.boxes:
            box.interpretText()
            box.edited = False
        if self._model.attached and all(box.fits for box in self.boxes):
            self._aim.go_joints(Pose(*(math.radians(box.value()) for box in self.boxes)))

    def _drag(self, row: int, value: int) -> None:
        """A person moved a slider: the other joint goes on to where it is going."""
        goal = self._aim.goal
        if goal is None:
            self._follow()
            return
        angles = list(goal)
        angles[row] = math.radians(value / STEPS)
        self._aim.go_joints(Pose(*angles))
        self.boxes[row].show_value(value / STEPS)

    def _show_limits(self) -> None:
        config = self._model.config
        for slider, box, joint in zip(
            self.sliders, self.boxes, (config.shoulder, config.elbow), strict=True
        ):
            box.set_limits(*joint.limits_deg)
            slider.blockSignals(True)
            slider.setRange(*_slider_range(joint))
            slider.blockSignals(False)
        self._follow()

    def _follow(self) -> None:
        """Show where the arm is going, without a word to it."""
        pose = self._aim.goal or self._model.shown_pose
        typing = any(box.edited or box.hasFocus() for box in self.boxes)
        for slider, box, angle in zip(self.sliders, self.boxes, pose, strict=True):
            slider.setEnabled(self._model.attached)
            if not slider.isSliderDown():
                slider.blockSignals(True)
                slider.setValue(round(math.degrees(angle) * STEPS))
                slider.blockSignals(False)
            if not typing:
                box.show_value(round(math.degrees(angle), 2))
        self._show_button()

    def _show_button(self) -> None:
        self.go.setEnabled(self._model.attached and all(box.fits for box in self.boxes))


def _slider_range(joint: JointConfig) -> tuple[int, int]:
    """Whole steps within the limits."""
    low_deg, high_deg = joint.limits_deg
    return math.ceil(low_deg * STEPS), math.floor(high_deg * STEPS)
