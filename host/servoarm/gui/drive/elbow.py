"""On which side the elbow is to stand."""

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import (
    QButtonGroup,
    QGroupBox,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QWidget,
)

from servoarm.gui.aim import Aim
from servoarm.kinematics.planar import Elbow


class ElbowPanel(QGroupBox):
    """Left, right, or whatever side it is on now."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Elbow, seen from the shoulder"))
        self._aim = aim
        texts = {
            None: (
                self.tr("Stay"),
                self.tr("The elbow stays on its side until you ask for the other one."),
            ),
            Elbow.LEFT: (
                self.tr("Left"),
                self.tr("The elbow stands left of the line from shoulder to target."),
            ),
            Elbow.RIGHT: (
                self.tr("Right"),
                self.tr("The elbow stands right of the line from shoulder to target."),
            ),
        }
        row = QHBoxLayout(self)
        group = QButtonGroup(self)
        self.buttons: dict[Elbow | None, QRadioButton] = {}
        for choice, (text, tip) in texts.items():
            button = QRadioButton(text)
            button.setToolTip(tip)
            # not by the mouse: the arrow keys would then choose, instead of jogging
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(tip)
            button.setChecked(choice is aim.choice)
            button.toggled.connect(lambda on, choice=choice: aim.set_choice(choice) if on else None)
            group.addButton(button)
            row.addWidget(button)
            self.buttons[choice] = button
        self.other = QPushButton(self.tr("Swing"))
        self.other.setToolTip(
            self.tr("Swing the elbow to its other side, the tip to where it is now (Ctrl+E).")
        )
        self.other.setAccessibleName(self.other.toolTip())
        self.other.clicked.connect(aim.go_other_elbow)
        row.addWidget(self.other)
        aim.model.status_changed.connect(self._show)
        aim.model.config_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self.other.setEnabled(self._aim.other_pose is not None)

    def choose(self, choice: Elbow | None) -> None:
        """Choose as a person would; None: it stays on its side."""
        self.buttons[choice].setChecked(True)
