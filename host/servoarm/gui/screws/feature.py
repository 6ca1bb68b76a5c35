"""Screw theory, live: the figures in a tab, ellipse and arrows on the canvas."""

from PyQt5.QtCore import QObject

from servoarm.gui.assembly import Assembly
from servoarm.gui.screws.figures import ScrewPanel


class Screws(QObject):
    """Twists, Jacobians and singularities of the arm as it stands."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self.panel = ScrewPanel(window.model)
        self.panel.ellipse_switched.connect(window.canvas.show_ellipse)
        self.panel.arrows_switched.connect(window.canvas.show_arrows)
        window.add_tab(self.tr("Screw theory"), self.panel)
