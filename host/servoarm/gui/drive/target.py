"""Typed target, Go, back to the former one."""

from PyQt5.QtWidgets import QGroupBox, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from servoarm.gui.aim import Aim
from servoarm.gui.widgets import NumberBox

FARTHEST_MM = 9999.0  # as wide as the boxes are made; any number may be typed


class TargetPanel(QGroupBox):
    """Where the arm is to go, in numbers."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Target"))
        self._aim = aim
        self.x_box = NumberBox(-FARTHEST_MM, FARTHEST_MM, "mm", self.tr("Target x"))
        self.y_box = NumberBox(-FARTHEST_MM, FARTHEST_MM, "mm", self.tr("Target y"))
        for box in (self.x_box, self.y_box):
            line = box.lineEdit()
            if line is not None:
                line.returnPressed.connect(self._go)
        self.go = QPushButton(self.tr("Go"))
        self.go.setProperty("kind", "primary")
        self.go.clicked.connect(self._go)
        self.undo = QToolButton()
        self.undo.setText("↶")
        self.undo.setAccessibleName(self.tr("Back to the former target"))
        self.undo.setToolTip(self.tr("Go back to the former target (Ctrl+Z)."))
        self.undo.clicked.connect(aim.undo)
        row = QHBoxLayout(self)
        for name, box in (("x", self.x_box), ("y", self.y_box)):
            box.setButtonSymbols(NumberBox.ButtonSymbols.NoButtons)
            row.addWidget(QLabel(name))
            row.addWidget(box, 1)
        row.addWidget(self.go)
        row.addWidget(self.undo)
        self._shown: tuple[float, float] | None = None
        aim.wish_changed.connect(self._show_point)
        for signal in (aim.wish_changed, aim.accepted, aim.model.status_changed):
            signal.connect(self._show_buttons)
        self._show_buttons()

    def _go(self) -> None:
        boxes = self.x_box, self.y_box
        for box in boxes:
            box.interpretText()
            box.edited = False
        self._aim.go(self.x_box.value(), self.y_box.value())

    def _show_buttons(self) -> None:
        self.go.setEnabled(self._aim.model.attached)
        self.undo.setEnabled(self._aim.can_undo)

    def _show_point(self) -> None:
        """Follow the wish, unless a person is at the boxes: both, so that Go never mixes two."""
        wish, model = self._aim.wish, self._aim.model
        if wish is not None:
            point = (wish.x_mm, wish.y_mm)
        else:  # nothing that was refused may stay there to be gone to
            point = model.kinematics.forward(*(model.goal or model.shown_pose))
        boxes = self.x_box, self.y_box
        if point == self._shown or any(box.edited or box.hasFocus() for box in boxes):
            return
        self._shown = point
        for box, value in zip(boxes, point, strict=True):
            box.show_value(value)
