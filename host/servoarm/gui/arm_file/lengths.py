"""The links' lengths: geometry alone, the arm does not move."""

import math

from PyQt5.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt5.QtWidgets import QGridLayout, QGroupBox, QLabel, QPushButton, QSlider, QWidget

from servoarm.gui import style
from servoarm.gui.model import ArmModel
from servoarm.gui.widgets import CalmWheel, NumberBox

SHORTEST_MM, LONGEST_MM = 10.0, 200.0  # the sliders' ends; an arm file may hold any length
TYPED_MM = 1.0, 9999.0


class LengthsPanel(QGroupBox):
    """A slider and a number for each link, and a way to keep them."""

    save_asked = pyqtSignal()
    let_go = pyqtSignal()  # a slider

    def __init__(self, model: ArmModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Link lengths"))
        self._model = model
        self.sliders: list[QSlider] = []
        self.boxes: list[NumberBox] = []
        grid = QGridLayout(self)
        grid.setColumnStretch(1, 1)
        names = (self.tr("Shoulder link"), self.tr("Elbow link"))
        for row, (name, color) in enumerate(zip(names, (style.SHOULDER, style.ELBOW), strict=True)):
            label = QLabel(f'<span style="color:{color.name()}">■</span> {row + 1}')
            label.setToolTip(name)
            slider, box = (
                QSlider(Qt.Orientation.Horizontal),
                NumberBox(*TYPED_MM, "mm", name),
            )
            slider.setAccessibleName(name)
            # not by the mouse: the arrow keys would then change the length, instead of jogging
            slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            CalmWheel(slider)
            slider.installEventFilter(self)
            slider.valueChanged.connect(lambda value, box=box: box.setValue(float(value)))
            box.value_changed.connect(lambda value, row=row: self._on_changed(row, value))
            box.judged.connect(self._judge)
            for column, widget in enumerate((label, slider, box)):
                grid.addWidget(widget, row, column)
            self.sliders.append(slider)
            self.boxes.append(box)
        self.save = QPushButton(self.tr("Save to arm file"))
        self.save.clicked.connect(self.save_asked)
        grid.addWidget(self.save, 2, 0, 1, 3)
        model.config_changed.connect(self._show)
        self._show()

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Tell when a slider is let go, also one that was pressed beside its handle."""
        if event is not None and event.type() == QEvent.Type.MouseButtonRelease:
            self.let_go.emit()
        return False

    def commit(self) -> None:
        """Take what is being typed."""
        for box in self.boxes:
            box.interpretText()

    def _on_changed(self, row: int, value: float) -> None:
        if self.boxes[row].fits:
            lengths = [self._model.config.link1_mm, self._model.config.link2_mm]
            lengths[row] = value
            self._model.set_lengths(*lengths)

    def _judge(self) -> None:
        self.save.setEnabled(all(box.fits for box in self.boxes))

    def _show(self) -> None:
        config = self._model.config
        for slider, box, value in zip(
            self.sliders, self.boxes, (config.link1_mm, config.link2_mm), strict=True
        ):
            box.set_limits(min(TYPED_MM[0], value), max(TYPED_MM[1], value))
            box.show_value(value)
            slider.blockSignals(True)
            slider.setRange(math.floor(min(SHORTEST_MM, value)), math.ceil(max(LONGEST_MM, value)))
            slider.setValue(round(value))
            slider.blockSignals(False)
