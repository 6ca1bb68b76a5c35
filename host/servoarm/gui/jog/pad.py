"""A pad of four arrows that moves the tip while a button is held."""

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QApplication, QGridLayout, QGroupBox, QLabel, QToolButton, QWidget

from servoarm.gui.jog.jogger import SPEED_MM_S, Jogger
from servoarm.gui.widgets import NumberBox

ARROWS = {"↑": (0, 1, 0, 1), "←": (-1, 0, 1, 0), "→": (1, 0, 1, 2), "↓": (0, -1, 2, 1)}


class JogPanel(QGroupBox):
    """The pad, and the tip's speed."""

    def __init__(self, jogger: Jogger, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Jog the tip"))
        self._jogger = jogger
        names = {
            "↑": self.tr("Jog up"),
            "←": self.tr("Jog left"),
            "→": self.tr("Jog right"),
            "↓": self.tr("Jog down"),
        }
        grid = QGridLayout(self)
        grid.setSpacing(3)
        self.buttons: dict[str, QToolButton] = {}
        for arrow, (x, y, row, column) in ARROWS.items():
            button = QToolButton()
            button.setText(arrow)
            button.setAccessibleName(names[arrow])
            button.setMinimumSize(38, 28)
            button.pressed.connect(lambda x=x, y=y: self._hold(x, y))
            button.released.connect(jogger.end)
            grid.addWidget(button, row, column)
            self.buttons[arrow] = button
        self.speed = NumberBox(1, 200, "mm/s", self.tr("Jog speed of the tip"))
        self.speed.show_value(SPEED_MM_S)
        self.speed.judged.connect(self._judge)
        self.speed.value_changed.connect(self._on_speed)
        hint = QLabel(self.tr("Arrow keys on the canvas do the same; Shift: a fifth of the speed."))
        hint.setWordWrap(True)
        grid.addWidget(self.speed, 0, 3)
        grid.addWidget(hint, 1, 3, 2, 1)
        grid.setColumnStretch(3, 1)

    def _hold(self, x: int, y: int) -> None:
        self.speed.interpretText()  # at the speed that is shown, typing done or not
        fine = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._jogger.hold(x, y, fine)

    def _judge(self) -> None:
        self._jogger.speed_problem = self.speed.problem
        for button in self.buttons.values():
            button.setEnabled(self.speed.fits)

    def _on_speed(self, value: float) -> None:
        if self.speed.fits:
            self._jogger.speed_mm_s = value
