"""How fast the arm goes: a share of the arm file's speeds."""

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from servoarm.gui.aim import Aim
from servoarm.gui.widgets import CalmWheel, NumberBox

SLOWEST, FASTEST = 1, 100


class SpeedPanel(QWidget):
    """A slider and a number, in percent. It counts from the next move on; a jog has its own."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._aim = aim
        name = self.tr("Speed of the next moves, in percent of the arm file's")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(SLOWEST, FASTEST)
        self.slider.setAccessibleName(name)
        self.slider.setToolTip(name)
        # not by the mouse: the arrow keys would then change the speed, instead of jogging
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        CalmWheel(self.slider)
        self.box = NumberBox(SLOWEST, FASTEST, "%", name, places=0)
        self.slider.valueChanged.connect(lambda value: self.box.setValue(float(value)))
        self.box.value_changed.connect(self._take)
        row = QHBoxLayout(self)
        row.addWidget(QLabel(self.tr("Speed")))
        row.addWidget(self.slider, 1)
        row.addWidget(self.box)
        self.show_percent(aim.speed_percent)

    def show_percent(self, percent: int) -> None:
        """Choose this speed."""
        self.box.setValue(float(percent))
        self._take(float(percent))

    def _take(self, value: float) -> None:
        if not self.box.fits:
            return
        self._aim.speed_percent = round(value)
        self.box.show_value(float(self._aim.speed_percent))
        self.slider.blockSignals(True)
        self.slider.setValue(self._aim.speed_percent)
        self.slider.blockSignals(False)
