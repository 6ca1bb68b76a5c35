"""The line by the canvas: why the arm does not go where it was asked to, and the way out."""

import math

from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from servoarm.gui import explain
from servoarm.gui.aim import Aim
from servoarm.gui.model import Link
from servoarm.gui.widgets import restyle

LINES, MOST_LINES = 2, 5
WIDE_PX = 850  # from here on both buttons stand beside each other
LONGEST = 200  # characters of a long reason


class ReasonLine(QWidget):
    """A hint, or the reason for a refusal with "Go to the nearest point"."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._aim, self._model = aim, aim.model
        self.text = QLabel()
        self.text.setObjectName("reason")
        self.text.setWordWrap(True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.nearest = QPushButton(self.tr("Go to the nearest point"))
        self.nearest.clicked.connect(aim.go_nearest)
        self.alternative = QPushButton()
        self.alternative.clicked.connect(aim.go_alternative)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.addWidget(self.text, 1)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._buttons.setSpacing(4)
        self._buttons.addWidget(self.alternative)
        self._buttons.addWidget(self.nearest)
        row.addLayout(self._buttons)
        self.buttons = self.alternative, self.nearest
        self._said = ""
        self._stopped = False
        self._typed = ""
        aim.accepted.connect(self._forget)
        aim.plan_changed.connect(self._forget)
        aim.model.stopped.connect(self._on_stopped)
        aim.model.attaching.connect(self._forget)
        for signal in (
            aim.plan_changed,
            aim.model.config_changed,
            aim.model.link_changed,
            aim.model.status_changed,
        ):
            signal.connect(self._show)
        self._show()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Always as high as the longest reason, so that the canvas keeps its place under the
        mouse; of a narrow window that takes more lines.
        """
        super().resizeEvent(event)
        metrics = self.text.fontMetrics()
        wide = self._wide
        button = self.nearest.sizeHint()
        room = max(1, self.width() - (2 if wide else 1) * button.width())
        longest = LONGEST * metrics.averageCharWidth()
        lines = min(max(LINES, math.ceil(longest / room)), MOST_LINES)
        height = lines * metrics.lineSpacing() + 4
        if wide:
            self._buttons.setDirection(QBoxLayout.Direction.LeftToRight)
        else:
            self._buttons.setDirection(QBoxLayout.Direction.TopToBottom)
            height = max(height, 2 * button.height() + self._buttons.spacing())
        self.text.setFixedHeight(height)
        self._show()

    @property
    def _wide(self) -> bool:
        return self.width() > WIDE_PX

    def say_typed(self, problem: str) -> None:
        """What is wrong with a number that is typed, before all else; empty: nothing."""
        self._typed = problem
        self._show()

    def say(self, text: str) -> None:
        """A reason that no target explains: a refused step, or the board's own refusal.

        It stands until the arm is asked for something else.
        """
        self._said = text
        self._show()

    def _on_stopped(self) -> None:
        self._stopped = self._model.attached
        self._show()

    def _forget(self) -> None:
        self._said = ""
        self._stopped = False
        self._show()

    def _show(self) -> None:
        plan = self._aim.plan
        why = explain.why_not(plan) if plan is not None else ""
        where = explain.nearest_words(plan) if plan is not None else ""
        self.nearest.setToolTip(where)
        if self._wide:  # else the ring on the canvas and the button tell it
            why = f"{why} {where}".strip()
        self.alternative.setText(explain.alternative_words(plan) if plan is not None else "")
        self.alternative.setVisible(self._aim.can_go_alternative)
        self.nearest.setVisible(self._aim.can_go_nearest)
        bad = self._typed or self._said or why
        self._write(bad or self._hint(), bad=bool(bad))

    def _write(self, text: str, *, bad: bool) -> None:
        if self.text.text() != text:
            self.text.setText(text)
            self.text.setToolTip(text)
            restyle(self.text, "tone", "bad" if bad else "")

    def _hint(self) -> str:
        possible = self._aim.plan is not None and self._aim.plan.branch is not None
        if self._model.attached:
            return self._attached_hint(possible)
        online = self._model.link is Link.ONLINE
        if possible and online:
            return self.tr("The arm could go there. It is relaxed: attach it first.")
        if possible:
            return self.tr("The arm could go there. Choose a port and connect first.")
        if online:
            return self.tr("The arm has no pulses. Say where it stands, and attach.")
        return self.tr(
            "Choose a port and connect; that moves nothing. Click to see what the arm could do."
        )

    def _attached_hint(self, possible: bool) -> str:
        status = self._model.status
        if self._stopped and status is not None:
            if status.state.under_way:
                return self.tr("Stopping…")
            return self.tr("Stopped. The arm holds; it moves when you click, jog or press Go.")
        if possible and not self._aim.sent:
            return self.tr("The arm can go there, but it is not moving. Press Go, or click.")
        return self.tr("Click: go. Drag: follow. Arrow keys: jog. Wheel: zoom. Esc or Space: stop.")
