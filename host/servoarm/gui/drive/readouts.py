"""What the board reports, and what follows from it."""

import math

from PyQt5.QtWidgets import QGridLayout, QGroupBox, QLabel, QWidget

from servoarm.gui.aim import Aim
from servoarm.gui.widgets import value_label

# line, column of the name, columns of the value: both angles stand beside each other
PLACES = ((0, 0, 1), (0, 2, 1), (1, 0, 3), (2, 0, 3), (3, 0, 3), (4, 0, 3))


class ReadoutPanel(QGroupBox):
    """Angles, tip, target, pulses, distances to the rims."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Reported by the board"))
        self._aim, self._model = aim, aim.model
        rows = {
            "theta1": self.tr("Shoulder θ₁"),
            "theta2": self.tr("Elbow θ₂"),
            "tip": self.tr("Tip x, y"),
            "target": self.tr("Target x, y"),
            "pulses": self.tr("Pulses"),
            "rims": self.tr("To bare rims"),
        }
        grid = QGridLayout(self)
        grid.setVerticalSpacing(3)
        grid.setHorizontalSpacing(7)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        self.values: dict[str, QLabel] = {}
        for row, (key, name) in enumerate(rows.items()):
            label = value_label(name)
            title = QLabel(name)
            if key == "rims":
                title.setToolTip(
                    self.tr(
                        "How far the tip is from the outer and the inner dashed circle."
                        " Joint limits are not counted here."
                    )
                )
            line, column, span = PLACES[row]
            grid.addWidget(title, line, column)
            grid.addWidget(label, line, column + 1, 1, span)
            self.values[key] = label
        for signal in (
            aim.model.status_changed,
            aim.plan_changed,
            aim.model.config_changed,
            aim.model.assumed_changed,
        ):
            signal.connect(self._show)
        self._show()

    def _show(self) -> None:
        model = self._model
        known = model.pose is not None
        self.setTitle(
            self.tr("Reported by the board") if known else self.tr("Assumed, not reported")
        )
        pose, arm = model.shown_pose, model.kinematics
        x, y = arm.forward(*pose)
        radius = math.hypot(x, y)
        status = model.status
        pulses = status.pulse_us if status is not None else None
        plan = self._aim.plan
        texts = {
            "theta1": f"{math.degrees(pose.theta1):.2f}°",
            "theta2": f"{math.degrees(pose.theta2):.2f}°",
            "tip": f"{x:.1f}, {y:.1f} mm",
            "target": f"{plan.x_mm:.1f}, {plan.y_mm:.1f} mm" if plan is not None else "–",
            "pulses": f"{pulses[0]:.1f}, {pulses[1]:.1f} µs"
            if pulses is not None
            else self.tr("none"),
            "rims": f"{arm.outer_radius - radius:.1f}, {radius - arm.inner_radius:.1f} mm",
        }
        for key, text in texts.items():
            if self.values[key].text() != text:
                self.values[key].setText(text)
