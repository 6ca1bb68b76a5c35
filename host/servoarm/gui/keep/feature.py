"""Copy the pose as text; save the window as a picture."""

import math
from pathlib import Path

from PyQt5.QtCore import QObject
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QApplication, QFileDialog

from servoarm.gui.assembly import Assembly, Menu


class Keep(QObject):
    """Entries of the File and Arm menus."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self._window, self._model = window.window, window.model
        window.add_action(
            Menu.FILE,
            self.tr("Save a &picture..."),
            self.ask_and_save,
            QKeySequence("Ctrl+Shift+P"),
        )
        window.add_action(
            Menu.ARM, self.tr("&Copy the pose"), self.copy_pose, QKeySequence("Ctrl+Shift+C")
        )

    def copy_pose(self) -> None:
        """Put tip and angles on the clipboard, as one line."""
        clipboard = QApplication.clipboard()
        if clipboard is not None:
            words = self.pose_words()
            clipboard.setText(words)
            text = self.tr("Copied: {words}").format(words=words)
            self._model.noticed.emit("info", text, "")

    def pose_words(self) -> str:
        """The pose that the window shows, in mm and degrees."""
        pose = self._model.shown_pose
        x_mm, y_mm = self._model.kinematics.forward(*pose)
        theta1_deg, theta2_deg = map(math.degrees, pose)
        return (
            f"x {x_mm:.2f} mm, y {y_mm:.2f} mm, shoulder {theta1_deg:.2f} deg,"
            f" elbow {theta2_deg:.2f} deg"
        )

    def ask_and_save(self) -> None:
        """Ask for a name, and save the window as a PNG."""
        picture = self._window.grab()  # before the dialog lies over it
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Save a picture of the window"),
            "servoarm.png",
            self.tr("Pictures (*.png)"),
        )
        if not name:
            return
        path = Path(name) if Path(name).suffix else Path(f"{name}.png")
        if picture.save(str(path)):
            self._model.noticed.emit("info", self.tr("Saved to {path}.").format(path=path), "")
            return
        text = self.tr("The picture cannot be written to {path}.").format(path=path)
        remedy = self.tr("Choose a folder that you may write to, and a name that ends in .png.")
        self._model.noticed.emit("error", text, remedy)
