"""A tab with a slider and a number for each joint."""

from PyQt5.QtCore import QObject

from servoarm.gui.assembly import Assembly, PanelColumn
from servoarm.gui.joints.panel import JointsPanel


class Joints(QObject):
    """The arm is driven joint by joint."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self.panel = JointsPanel(window.aim)
        window.judge(*self.panel.boxes)
        self.panel.go.clicked.connect(window.focus_canvas)
        column = PanelColumn()
        column.add(self.panel)
        window.add_tab(self.tr("Joints"), column)
