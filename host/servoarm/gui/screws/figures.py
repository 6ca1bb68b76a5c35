"""Screw theory, live: twists, exponentials, pose, Jacobians, and how near the arm is to a singular
pose.
"""

import math
from collections.abc import Sequence

from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from servoarm.gui.model import ArmModel
from servoarm.gui.widgets import fixed_font, restyle
from servoarm.kinematics.screws import two_link_screws
from servoarm.kinematics.velocity import (
    DAMPING_SINE,
    Singularity,
    manipulability,
    singular_values,
    singularity_distance,
    tip_determinant,
    tip_jacobian,
)

Rows = Sequence[Sequence[float]]


TWIST_ROWS = ("ωx", "ωy", "ωz", "vx", "vy", "vz")


def matrix_text(name: str, rows: Rows) -> str:
    """A matrix in columns of one width, its name before the first row; twists say which row is
    which.
    """
    lines = []
    for index, row in enumerate(rows):
        head = f"{name} =" if index == 0 else ""
        label = TWIST_ROWS[index] if len(rows) == 6 else ""
        lines.append(f"{head:6}{label:2}" + "".join(f"{_tidy(value):9.3f}" for value in row))
    return "\n".join(lines)


def _tidy(value: float) -> float:
    return 0.0 if abs(value) < 5e-4 else value


class ScrewPanel(QWidget):
    """The objects of *Modern Robotics*, chapters 3 to 5, at the pose that the canvas shows."""

    ellipse_switched = pyqtSignal(bool)
    arrows_switched = pyqtSignal(bool)

    def __init__(self, model: ArmModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.ellipse = QCheckBox(self.tr("Ellipse"))
        self.ellipse.setToolTip(
            self.tr("Manipulability ellipse: tip velocities for joint rates of length 0.35 rad/s.")
        )
        self.ellipse.toggled.connect(self.ellipse_switched)
        self.arrows = QCheckBox(self.tr("Velocity arrows"))
        self.arrows.setToolTip(
            self.tr("The tip's velocity while one joint turns alone at 0.35 rad/s.")
        )
        self.arrows.toggled.connect(self.arrows_switched)
        self.warning = QLabel()
        self.warning.setWordWrap(True)
        self.warning.setAlignment(Qt.Alignment(Qt.AlignmentFlag.AlignTop))
        # two lines always, so that the figures stay where they are
        self.warning.setMinimumHeight(2 * self.warning.fontMetrics().lineSpacing())
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(fixed_font(9))
        self.text.setAccessibleName(self.tr("Twists, exponentials and Jacobians"))
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        switches = QHBoxLayout()
        switches.addWidget(self.ellipse)
        switches.addWidget(self.arrows)
        switches.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.addLayout(switches)
        column.addWidget(self.warning)
        column.addWidget(self.text, 1)
        for signal in (model.status_changed, model.config_changed, model.assumed_changed):
            signal.connect(self.update_now)

    def showEvent(self, event: object) -> None:
        """Nothing is computed while the panel is out of sight."""
        super().showEvent(event)  # type: ignore[arg-type]  # the stub's own event type is optional
        self.update_now()

    def update_now(self) -> None:
        """Recompute for the pose shown, if the panel is in sight."""
        if not self.isVisible():
            return
        self._warn()
        text = self.report()
        if text != self.text.toPlainText():
            bar = self.text.verticalScrollBar()
            place = bar.value() if bar is not None else 0
            self.text.setPlainText(text)
            if bar is not None:
                bar.setValue(place)

    def _warn(self) -> None:
        arm, pose = self._model.kinematics, self._model.shown_pose
        distance = singularity_distance(arm.link1_mm, arm.link2_mm, pose.theta2)
        near = abs(math.sin(pose.theta2)) < DAMPING_SINE
        if near:
            template = self.tr(
                "Near singular ({which}): {angle:.1f}° away, warned below {threshold:.1f}°."
            )
        else:
            template = self.tr(
                "{angle:.1f}° from the {which} pose (warned below {threshold:.1f}°)."
            )
        stretched = distance.nearest is Singularity.STRETCHED
        which = self.tr("stretched") if stretched else self.tr("folded")
        threshold = math.degrees(math.asin(DAMPING_SINE))
        self.warning.setText(
            template.format(which=which, angle=math.degrees(distance.joint), threshold=threshold)
        )
        self.warning.setObjectName("warning" if near else "")
        restyle(self.warning, "near", str(near))

    def report(self) -> str:
        """All figures at the pose shown, as text (mm, radians)."""
        arm, pose = self._model.kinematics, self._model.shown_pose
        links = arm.link1_mm, arm.link2_mm
        s = two_link_screws(*links, *pose)
        j = tip_jacobian(*links, *pose)
        larger, smaller = singular_values(*links, pose.theta2)
        parts = [
            self.tr("Tip Jacobian: mm/s of the tip per rad/s"),
            matrix_text("J", j),
            f"det J = {tip_determinant(*links, pose.theta2):.1f} mm²",
            self.tr("manipulability |det J| = {w:.1f} mm²").format(
                w=manipulability(*links, pose.theta2)
            ),
            self.tr("singular values {a:.2f}, {b:.2f} mm").format(a=larger, b=smaller),
            "",
            self.tr("Twists S1, S2 in the space frame, at home"),
            matrix_text("S", list(zip(s.screw1, s.screw2, strict=True))),
            "",
            self.tr("Exponentials e^[S]θ"),
            matrix_text("e1", s.exponential1),
            matrix_text("e2", s.exponential2),
            "",
            self.tr("Pose of the tip, T_sb = e1 e2 M"),
            matrix_text("T", s.pose),
            "",
            self.tr(
                "Space Jacobian. Its v rows are the velocity\n"
                "of the point at the origin, not of the tip"
            ),
            matrix_text("J_s", s.space_jacobian),
            "",
            self.tr("Body Jacobian: the tip frame's own twist"),
            matrix_text("J_b", s.body_jacobian),
        ]
        return "\n".join(parts)
