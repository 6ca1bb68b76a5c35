"""Typed target, Go, back to the former one."""

from PyQt5.QtWidgets import QGroupBox, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from servoarm.gui.aim import Aim
from servoarm.gui.panels.widgets import NumberBox

FARTHEST_MM = 9999.0


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
        aim.wish_changed.connect(self._show)
        aim.model.status_changed.connect(self._show)
        self._show()

    def _go(self) -> None:
        self.x_box.interpretText()
        self.y_box.interpretText()
        self._aim.go(self.x_box.value(), self.y_box.value())

    def _show(self) -> None:
        self.go.setEnabled(self._aim.model.attached)
        self.undo.setEnabled(self._aim.model.attached and self._aim.can_undo)
        wish = self._aim.wish
        if wish is not None:
            self.x_box.setValue(wish.x_mm)
            self.y_box.setValue(wish.y_mm)
