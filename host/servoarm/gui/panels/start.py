"""Before the first pulse: "Is the arm here?

A hobby servo cannot tell its angle, so a person looks and says.
"""

from PyQt5.QtCore import QLocale
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from servoarm.gui.model import ArmModel, Link
from servoarm.gui.panels.widgets import NumberBox


class StartPanel(QFrame):
    """Shows the assumed pose, lets a person correct it, and attaches."""

    def __init__(self, model: ArmModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("start")
        self._model = model
        self._build()
        for signal in (
            model.link_changed,
            model.status_changed,
            model.assumed_changed,
            model.config_changed,
        ):
            signal.connect(self._show)
        self._show()

    def _build(self) -> None:
        question = QLabel("<b>" + self.tr("Is the arm here?") + "</b>")
        self.source = QLabel()
        self.source.setWordWrap(True)
        self.source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(question)
        words.addWidget(self.source)
        self.theta1 = NumberBox(-720, 720, "°", self.tr("Assumed shoulder angle"))
        self.theta2 = NumberBox(-720, 720, "°", self.tr("Assumed elbow angle"))
        for box in (self.theta1, self.theta2):
            box.setDecimals(2)
            box.valueChanged.connect(self._on_typed)
        self.attach = QPushButton(self.tr("Attach here"))
        self.attach.setProperty("kind", "primary")
        self.attach.setToolTip(self.tr("Pulses begin at this pose. The first move is slow."))
        self.attach.clicked.connect(self._on_attach)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 10, 6)
        row.addLayout(words, 1)
        for name, box in (("θ₁", self.theta1), ("θ₂", self.theta2)):
            row.addWidget(QLabel(name))
            row.addWidget(box)
        row.addWidget(self.attach)

    def _on_attach(self) -> None:
        for box in (self.theta1, self.theta2):
            box.interpretText()
        self._model.attach()

    def _on_typed(self) -> None:
        self._model.assume(self.theta1.value(), self.theta2.value())

    def _show(self) -> None:
        model = self._model
        self.setVisible(model.link is Link.ONLINE and not model.attached)
        joints = (model.config.shoulder, model.config.elbow)
        for box, joint, value in zip(
            (self.theta1, self.theta2), joints, model.assumed_deg, strict=True
        ):
            box.blockSignals(True)
            box.setRange(*joint.limits_deg)
            box.setValue(value)
            box.blockSignals(False)
        fault = model.status is not None and model.status.state.value == "fault"
        self.attach.setEnabled(not fault)
        self.source.setText(self._fault_words() if fault else self._source_words())

    def _fault_words(self) -> str:
        return self.tr(
            "A pulse outside its servo's range was stopped. Press Relax, then check the pulse"
            " ranges in the arm file."
        )

    def _source_words(self) -> str:
        source = self._model.assumed_source
        advice = self.tr("Compare the dashed arm with the real one; correct the angles or the arm.")
        if source is None:
            return advice
        if (source.theta1_deg, source.theta2_deg) != self._model.assumed_deg:
            return self.tr("As you typed it.") + " " + advice
        if source.source == "remembered" and source.when is not None:
            when = QLocale().toString(source.when.astimezone(), QLocale.FormatType.ShortFormat)
            return self.tr("Last reported {when}.").format(when=when) + " " + advice
        return self.tr("The arm file's rest pose.") + " " + advice
