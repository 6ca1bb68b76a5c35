"""The arm file: the lengths in use, saving them, and the file's name in the title."""

from pathlib import Path

from PyQt5.QtCore import QObject
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QFileDialog

from servoarm.armfile import ArmFileError
from servoarm.gui.arm_file.lengths import LengthsPanel
from servoarm.gui.arm_file.saving import save_lengths
from servoarm.gui.assembly import Assembly, Menu


class ArmFile(QObject):
    """The file from which the window has its values, if any."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self._window, self._model = window.window, window.model
        self._path = window.opened.config_path
        self.lengths = LengthsPanel(window.model)
        self.lengths.save_asked.connect(self.save)
        window.add_drive_panels(self.lengths)
        window.judge(*self.lengths.boxes)
        self.lengths.let_go.connect(window.focus_canvas)
        window.add_action(
            Menu.FILE,
            self.tr("&Save to arm file"),
            self.save,
            QKeySequence(QKeySequence.StandardKey.Save),
        )
        window.model.config_changed.connect(self._show_title)
        self._show_title()

    def save(self) -> None:
        """Write the lengths to the arm file, its comments kept; asks for a name if there is none
        yet.
        """
        self.lengths.commit()
        path = self._path or self._ask_path()
        if path is None:
            return
        try:
            in_use = save_lengths(path, self._model.config)
        except ArmFileError as error:
            self._model.noticed.emit("error", error.message, error.remedy_for("window"))
            return
        if self._path is None and not in_use:
            text = self.tr("{path} has the new lengths, all else in it is as it was.")
            remedy = self.tr("Its limits and pulses are not those in use: open it with --arm.")
            self._model.noticed.emit("warning", text.format(path=path), remedy)
            return
        self._path = path
        self._show_title()
        self._model.noticed.emit("info", self.tr("Saved to {path}.").format(path=path), "")

    def _ask_path(self) -> Path | None:
        dialog = QFileDialog(self._window, self.tr("Save the arm file"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Arm files (*.toml)"))
        dialog.setDefaultSuffix("toml")
        dialog.selectFile(f"{self._model.config.name}.toml")
        # of a file that is there only the lengths are changed: nothing to warn of
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        accepted = dialog.exec_() == QFileDialog.DialogCode.Accepted
        return Path(dialog.selectedFiles()[0]) if accepted else None

    def _show_title(self) -> None:
        where = self.tr("built-in defaults") if self._path is None else self._path.name
        self._window.setWindowTitle(f"{self._model.config.name} – {where} – servoarm")
