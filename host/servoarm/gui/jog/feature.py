"""Jogging: arrow keys on the canvas and a pad of buttons move the tip step by step."""

from PyQt5.QtCore import QObject

from servoarm.gui.assembly import Assembly, PanelColumn
from servoarm.gui.jog.jogger import Jogger
from servoarm.gui.jog.pad import JogPanel
from servoarm.gui.jog.steps import StepPanel


class Jog(QObject):
    """The tip moves while a direction is held."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self.jogger = Jogger(window.aim, window)
        self.jogger.refused.connect(window.aim.refused)
        window.canvas.jogged.connect(self.jogger.hold)
        for over in (window.model.stopped, window.closing):
            over.connect(self.jogger.end)
        self.panel = JogPanel(self.jogger)
        window.held.lost.connect(self.panel.let_go)
        window.judge(self.panel.speed)
        column = PanelColumn()
        self.steps = StepPanel(window.aim)
        column.add(self.panel, self.steps)
        window.add_tab(self.tr("Jog"), column)
