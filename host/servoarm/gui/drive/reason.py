"""The line by the canvas: why the arm does not go where it was asked to, and the way out."""

from PyQt5.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from servoarm.gui import explain
from servoarm.gui.aim import Aim
from servoarm.gui.model import Link
from servoarm.gui.widgets import restyle

LINES = 2


class ReasonLine(QWidget):
    """A hint, or the reason for a refusal with "Go to the nearest point"."""

    def __init__(self, aim: Aim, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._aim, self._model = aim, aim.model
        self.text = QLabel()
        self.text.setObjectName("reason")
        self.text.setWordWrap(True)
        # always as high as the longest reason, so that the canvas keeps its place under the mouse
        self.text.setFixedHeight(LINES * self.text.fontMetrics().lineSpacing() + 4)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.nearest = QPushButton(self.tr("Go to the nearest point"))
        self.nearest.clicked.connect(aim.go_nearest)
        self.alternative = QPushButton()
        self.alternative.clicked.connect(aim.go_alternative)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.addWidget(self.text, 1)
        row.addWidget(self.alternative)
        row.addWidget(self.nearest)
        self._said = ""
        self._typed = ""
        aim.accepted.connect(self._forget)
        aim.plan_changed.connect(self._forget)
        for signal in (
            aim.plan_changed,
            aim.model.config_changed,
            aim.model.link_changed,
            aim.model.status_changed,
        ):
            signal.connect(self._show)
        self._show()

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

    def _forget(self) -> None:
        self._said = ""
        self._show()

    def _show(self) -> None:
        plan = self._aim.plan
        why = explain.why_not(plan) if plan is not None else ""
        self.alternative.setText(explain.alternative_words(plan) if plan is not None else "")
        self.alternative.setVisible(self._aim.can_go_alternative)
        nearest = plan.nearest if plan is not None else None
        self.nearest.setVisible(self._aim.can_go_nearest)
        if nearest is not None:
            found = self.tr("Nearest: {x:.1f}, {y:.1f} mm.")
            why += " " + found.format(x=nearest.x, y=nearest.y)
        bad = self._typed or self._said or why
        self._write(bad or self._hint(), bad=bool(bad))

    def _write(self, text: str, *, bad: bool) -> None:
        if self.text.text() != text:
            self.text.setText(text)
            self.text.setToolTip(text)
            restyle(self.text, "tone", "bad" if bad else "")

    def _hint(self) -> str:
        aim, online = self._aim, self._model.link is Link.ONLINE
        possible = aim.plan is not None and aim.plan.branch is not None
        if self._model.attached and possible and not aim.sent:
            return self.tr("The arm could go there, and is not on its way: press Go, or click.")
        if self._model.attached:
            return self.tr(
                "Click: go. Drag: follow. Arrow keys: jog. Wheel: zoom. Esc or Space: stop."
            )
        if possible and online:
            return self.tr("The arm could go there. It is relaxed: attach it first.")
        if possible:
            return self.tr("The arm could go there. Choose a port and connect first.")
        if online:
            return self.tr("The arm has no pulses. Say where it stands, above, and attach.")
        return self.tr(
            "Choose a port and connect; that moves nothing. Click to see what the arm could do."
        )
