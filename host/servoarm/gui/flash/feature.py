"""*Flash firmware*: what `servoarm firmware upload` does, from the window."""

from PyQt5.QtCore import QObject

from servoarm.gui.assembly import Assembly, Menu
from servoarm.gui.flash.dialog import FlashDialog
from servoarm.gui.model import Link

SETTING = "flash_board"


class Flash(QObject):
    """The dialog, and letting go of the port for it."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self._window, self._model, self._settings = window, window.model, window.settings
        self.dialog = FlashDialog(window.window)
        self.dialog.choose_board(str(self._settings.value(SETTING, "")))
        self._waiting = False  # for the port to be let go of
        window.add_action(Menu.ARM, self.tr("&Flash firmware..."), self.show)
        window.flash_asked.connect(self.show)
        self.dialog.asked.connect(self._on_asked)
        self.dialog.flashed.connect(self._on_flashed)
        self._model.link_changed.connect(self._begin_when_free)
        window.closing.connect(self._on_closing)

    def show(self) -> None:
        """Open the dialog for the port that is chosen."""
        self.dialog.show_for(self._window.chosen_port())

    def _on_asked(self) -> None:
        self._waiting = True
        if self._model.link in {Link.ONLINE, Link.CONNECTING}:
            self._model.disconnect_arm()
        self._begin_when_free()

    def _begin_when_free(self) -> None:
        if self._waiting and self._model.link in {Link.OFFLINE, Link.LOST}:
            self._waiting = False
            self.dialog.begin()

    def _on_flashed(self) -> None:
        self._model.notice_over.emit()
        text = self.tr("The new firmware is on the board, and answers.")
        self._model.noticed.emit("info", text, self.tr("Press Connect."))

    def _on_closing(self) -> None:
        self._settings.setValue(SETTING, self.dialog.board_name)
        self.dialog.close()
