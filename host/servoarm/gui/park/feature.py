"""The ways to let go of the arm: park and relax, or after a time at rest."""

from PyQt5.QtCore import QObject
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction, QActionGroup, QPushButton

from servoarm.gui.assembly import Assembly, Menu
from servoarm.gui.park.parking import Parking
from servoarm.gui.park.release import Release

MINUTES = (0, 5, 15, 60)
SETTING = "release_after_min"


class Park(QObject):
    """Entries of the Arm menu."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self._model, self._settings = window.model, window.settings
        self.parking = Parking(window.aim, self)
        self.release = Release(window.model, self)
        self.park_action = window.add_action(
            Menu.ARM, self.tr("&Rest: park, then relax"), self.parking.start, QKeySequence("Ctrl+R")
        )
        self.button = QPushButton(self.tr("Rest: park, then relax"))
        self.button.setToolTip(
            self.tr("Go to the arm file's rest pose, and end the pulses there (Ctrl+R).")
        )
        self.button.clicked.connect(self.parking.start)
        self.button.clicked.connect(window.focus_canvas)
        window.add_drive_panels(self.button)
        self.release_actions = self._add_times(window)
        self.parking.parked.connect(self._tell_parked)
        self.release.released.connect(self._tell_released)
        window.model.status_changed.connect(self._show)
        window.closing.connect(self._remember)
        self._restore()
        self._show()

    def _add_times(self, window: Assembly) -> dict[int, QAction]:
        group = QActionGroup(self)
        actions = {}
        menu = window.add_menu(Menu.ARM, self.tr("Relax when the arm has &stood for"))
        for minutes in MINUTES:
            text = self.tr("{minutes} minutes").format(minutes=minutes)
            action = menu.addAction(text if minutes else self.tr("Never"))
            assert action is not None  # Qt answers the action that it made
            action.setCheckable(True)
            action.setActionGroup(group)
            action.triggered.connect(
                lambda _checked, minutes=minutes: self.release.set_minutes(minutes)
            )
            actions[minutes] = action
        return actions

    def _show(self) -> None:
        for way in (self.park_action, self.button):
            way.setEnabled(self._model.attached)

    def _tell_parked(self) -> None:
        self._model.noticed.emit("info", self.tr("Parked in its rest pose, and relaxed."), "")

    def _tell_released(self, minutes: int) -> None:
        text = self.tr("The arm had stood for {minutes} minutes, so it was relaxed.")
        remedy = self.tr("The last pose is kept as assumed. Look whether it is still right.")
        self._model.noticed.emit("warning", text.format(minutes=minutes), remedy)

    def _restore(self) -> None:
        kept = str(self._settings.value(SETTING, 0))
        minutes = int(kept) if kept in {str(known) for known in MINUTES} else 0
        self.release_actions[minutes].setChecked(True)
        self.release.set_minutes(minutes)

    def _remember(self) -> None:
        self._settings.setValue(SETTING, self.release.minutes)
