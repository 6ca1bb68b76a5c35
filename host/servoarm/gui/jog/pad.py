"""A pad of four arrows that moves the tip while a button is held."""

from PyQt5.QtCore import Qt, QTimer
from PyQt5.QtWidgets import QApplication, QGridLayout, QGroupBox, QLabel, QToolButton, QWidget

from servoarm.gui.jog.jogger import SPEED_MM_S, Jogger
from servoarm.gui.widgets import NumberBox

ARROWS = {"↑": (0, 1, 0, 1), "←": (-1, 0, 1, 0), "→": (1, 0, 1, 2), "↓": (0, -1, 2, 1)}

LOOK_MS = 30


class JogPanel(QGroupBox):
    """The pad, and the tip's speed."""

    def __init__(self, jogger: Jogger, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Jog the tip"))
        self._jogger = jogger
        self._by_mouse = False
        self._watch = QTimer(self)
        self._watch.setInterval(LOOK_MS)
        self._watch.timeout.connect(self._look)
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
            button.setMinimumWidth(38)
            button.pressed.connect(lambda x=x, y=y: self._hold(x, y))
            button.released.connect(self._end)
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
        self._by_mouse = self._mouse_is_down()
        self._watch.start()
        fine = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._jogger.hold(x, y, fine)

    def _end(self) -> None:
        self._watch.stop()
        self._jogger.end()

    def _look(self) -> None:
        """Not every release is told: a grab may be lost, a button hidden or switched off."""
        held = any(button.isDown() and button.isVisible() for button in self.buttons.values())
        if not held or (self._by_mouse and not self._mouse_is_down()):
            self.let_go()

    def let_go(self) -> None:
        """Whatever is held counts as released."""
        for button in self.buttons.values():
            button.setDown(False)
        self._end()

    @staticmethod
    def _mouse_is_down() -> bool:
        return bool(QApplication.mouseButtons() & Qt.MouseButton.LeftButton)

    def _judge(self) -> None:
        self._jogger.speed_problem = self.speed.problem
        for button in self.buttons.values():
            button.setEnabled(self.speed.fits)

    def _on_speed(self, value: float) -> None:
        if self.speed.fits:
            self._jogger.speed_mm_s = value
