"""The arm file: opening and making one, the lengths in use, and the file's name in the title."""

from pathlib import Path

from PyQt5.QtCore import QObject
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QFileDialog, QMessageBox

from servoarm.armfile import DEFAULT, ArmChoice, ArmFileError, load, template
from servoarm.gui.arm_file.lengths import LengthsPanel
from servoarm.gui.arm_file.saving import save_lengths
from servoarm.gui.assembly import Assembly, Menu
from servoarm.gui.model import Link

Buttons = QMessageBox.StandardButtons


class ArmFile(QObject):
    """The file from which the window has its values, if any."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self._window, self._model = window.window, window.model
        self.lengths = LengthsPanel(window.model)
        self.lengths.save_asked.connect(self.save)
        window.add_drive_panels(self.lengths)
        window.judge(*self.lengths.boxes)
        self.lengths.let_go.connect(window.focus_canvas)
        self.new_action = window.add_action(
            Menu.FILE,
            self.tr("&New arm file..."),
            self.ask_and_make,
            QKeySequence(QKeySequence.StandardKey.New),
        )
        self.open_action = window.add_action(
            Menu.FILE,
            self.tr("&Open arm file..."),
            self.ask_and_open,
            QKeySequence(QKeySequence.StandardKey.Open),
        )
        window.add_action(
            Menu.FILE,
            self.tr("&Save to arm file"),
            self.save,
            QKeySequence(QKeySequence.StandardKey.Save),
        )
        self.reread_action = window.add_action(
            Menu.FILE, self.tr("&Read the arm file again"), self.reread
        )
        window.ask_before_closing(self._may_close)
        window.model.config_changed.connect(self._show_title)
        window.model.link_changed.connect(self._on_link)
        self._link = window.model.link
        self._take_as_saved()
        self._on_link()

    # The file as it was read or saved last.

    @property
    def _path(self) -> Path | None:
        return self._model.choice.path

    def _take_as_saved(self) -> None:
        config = self._model.config
        self._saved = (config.link1_mm, config.link2_mm)
        self._read = _content(self._path)
        self._show_title()

    @property
    def changed(self) -> bool:
        """Whether lengths are in use that the arm file does not have."""
        config = self._model.config
        return (config.link1_mm, config.link2_mm) != self._saved

    def reread(self) -> None:
        """Take the arm file as it is now, while no board is connected."""
        if self._path is not None and self._may_drop():
            self._take(self._path, self.tr("{path} was read again."))

    def ask_and_open(self) -> None:
        """Ask for an arm file, and take its values, while no board is connected."""
        if not self._may_drop():
            return
        path = self._ask(self.tr("Open an arm file"), QFileDialog.AcceptMode.AcceptOpen)
        if path is not None:
            self._take(path, self.tr("{path} is in use."))

    def ask_and_make(self) -> None:
        """Ask for a name, write every key with its default and a comment there, and take that."""
        if not self._may_drop():
            return
        path = self._ask(self.tr("Make a new arm file"), QFileDialog.AcceptMode.AcceptSave)
        if path is None:
            return
        try:
            template().save(path, DEFAULT, overwrite=True)  # the dialog asked
        except ArmFileError as error:
            self._model.noticed.emit("error", error.message, error.remedy_for("window"))
            return
        self._take(path, self.tr("{path} has every key, with its default. Edit it for your arm."))

    def _take(self, path: Path, done: str) -> None:
        try:
            file = load(path)
        except ArmFileError as error:
            self._model.noticed.emit("error", error.message, error.remedy_for("window"))
            return
        self._model.set_choice(ArmChoice(file.config, path, warnings=file.warnings))
        self._model.assume(*file.config.rest_deg)
        self._take_as_saved()
        self._on_link()
        level = "warning" if file.warnings else "info"
        self._model.noticed.emit(level, done.format(path=path), "\n".join(file.warnings))

    def _on_link(self) -> None:
        """A board's settings come from the file that was read: it stays so while connected."""
        former, self._link = self._link, self._model.link
        offline = self._link in {Link.OFFLINE, Link.LOST}
        for action in (self.new_action, self.open_action):
            action.setEnabled(offline)
        self.reread_action.setEnabled(offline and self._path is not None)
        if self._link is Link.ONLINE and former is not Link.ONLINE:
            self._tell_edited()

    def _tell_edited(self) -> None:
        if self._path is None or _content(self._path) == self._read:
            return
        text = self.tr("{path} has changed since it was read. What was read is still in use.")
        remedy = self.tr(
            "To take the changes, disconnect and choose File > Read the arm file again."
        )
        self._model.noticed.emit("warning", text.format(path=self._path), remedy)

    def _may_drop(self) -> bool:
        """Ask before changed lengths are dropped for those of the file."""
        return not self.changed or (
            QMessageBox.question(
                self._window,
                self.tr("Changed link lengths"),
                self.tr("The changed link lengths were not saved. Drop them?"),
                Buttons(QMessageBox.StandardButton.Discard) | QMessageBox.StandardButton.Cancel,
                QMessageBox.StandardButton.Cancel,
            )
            == QMessageBox.StandardButton.Discard
        )

    def _may_close(self) -> bool:
        """Ask what becomes of changed lengths; whether the window may close."""
        self.lengths.commit()
        if not self.changed:
            return True
        answer = QMessageBox.question(
            self._window,
            self.tr("Close the window"),
            self.tr("The changed link lengths are not in the arm file. Save them?"),
            Buttons(QMessageBox.StandardButton.Save)
            | QMessageBox.StandardButton.Discard
            | QMessageBox.StandardButton.Cancel,
            QMessageBox.StandardButton.Save,
        )
        if answer == QMessageBox.StandardButton.Save:
            self.save()
            return not self.changed
        return answer == QMessageBox.StandardButton.Discard

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
            text = self.tr("The new lengths are in {path}. Nothing else in it has changed.")
            remedy = self.tr("Its limits and pulses are not in use. Open this file to use them.")
            self._model.noticed.emit("warning", text.format(path=path), remedy)
            self._saved = (self._model.config.link1_mm, self._model.config.link2_mm)
            self._show_title()
            return
        self._model.set_choice(ArmChoice(self._model.config, path))
        self._take_as_saved()
        self._model.noticed.emit("info", self.tr("Saved to {path}.").format(path=path), "")

    def _ask_path(self) -> Path | None:
        # of a file that is there only the lengths are changed: nothing to warn of
        silent = QFileDialog.Option.DontConfirmOverwrite
        return self._ask(self.tr("Save the arm file"), QFileDialog.AcceptMode.AcceptSave, silent)

    def _ask(
        self, title: str, mode: QFileDialog.AcceptMode, *options: QFileDialog.Option
    ) -> Path | None:
        dialog = QFileDialog(self._window, title)
        dialog.setAcceptMode(mode)
        dialog.setNameFilter(self.tr("Arm files (*.toml)"))
        dialog.setDefaultSuffix("toml")
        if mode == QFileDialog.AcceptMode.AcceptSave:
            dialog.selectFile(f"{self._model.config.name}.toml")
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        for option in options:
            dialog.setOption(option)
        accepted = dialog.exec_() == QFileDialog.DialogCode.Accepted
        return Path(dialog.selectedFiles()[0]) if accepted else None

    def _show_title(self) -> None:
        where = self.tr("built-in defaults") if self._path is None else self._path.name
        self._window.setWindowTitle(f"{self._model.config.name} – {where}[*] – servoarm")
        self._window.setWindowModified(self.changed)


def _content(path: Path | None) -> bytes | None:
    """What stands in the file; None where it cannot be read."""
    try:
        return path.read_bytes() if path is not None else None
    except OSError:
        return None
