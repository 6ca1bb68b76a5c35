"""Before the first pulse: "Is the arm here?

A hobby servo cannot tell its angle, so a person looks and says.
"""

from PyQt5.QtCore import QLocale, pyqtSignal
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from servoarm.arm import State
from servoarm.arm.types import AssumedPose
from servoarm.gui.model import ArmModel, Link
from servoarm.gui.widgets import NumberBox, restyle


class StartPanel(QFrame):
    """Shows the assumed pose, lets a person correct it, and attaches."""

    asks = pyqtSignal(bool)

    def __init__(self, model: ArmModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("start")
        self._model = model
        self._typing = False  # since Attach was pressed, or Enter
        self._build()
        for signal in (
            model.link_changed,
            model.status_changed,
            model.assumed_changed,
            model.config_changed,
        ):
            signal.connect(self.show_state)
        self.show_state()

    def _build(self) -> None:
        question = QLabel("<b>" + self.tr("Is the arm here?") + "</b>")
        self.source = QLabel()
        self.source.setObjectName("reason")
        self.source.setWordWrap(True)
        self.source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.theta1 = NumberBox(-720, 720, "°", self.tr("Assumed shoulder angle"), places=2)
        self.theta2 = NumberBox(-720, 720, "°", self.tr("Assumed elbow angle"), places=2)
        for box in (self.theta1, self.theta2):
            box.judged.connect(self._on_typed)
            box.entered.connect(self._on_entered)
            line = box.lineEdit()
            assert line is not None  # every box has one
            line.textEdited.connect(self._on_key)
        self.attach = QPushButton(self.tr("Attach here"))
        self.attach.setProperty("kind", "primary")
        self.attach.setToolTip(self.tr("Pulses begin at this pose. The first move is slow."))
        self.attach.clicked.connect(self._on_attach)
        first, angles = QHBoxLayout(), QHBoxLayout()
        first.addWidget(question, 1)
        first.addWidget(self.attach)
        for name, box in (("θ₁", self.theta1), ("θ₂", self.theta2)):
            angles.addWidget(QLabel(name))
            angles.addWidget(box, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 6)
        column.addLayout(first)
        column.addWidget(self.source, 1)
        column.addLayout(angles)

    def _on_key(self) -> None:
        self._typing = True

    def _on_entered(self) -> None:
        self._typing = False

    def _on_attach(self) -> None:
        """Typed angles are looked at first: then the first press only shows them."""
        if self._typing:
            self._typing = False
            self.source.setText(
                self.tr(
                    "The dashed arm stands as you typed. Compare it with the real one, then press"
                    " Attach here again."
                )
            )
        else:
            self._model.attach()

    def _on_typed(self) -> None:
        """The dashed arm follows every key: what is drawn, shown and attached at is one."""
        boxes = self.theta1, self.theta2
        if any(box.edited for box in boxes) and all(box.fits for box in boxes):
            angles = self.theta1.value(), self.theta2.value()
            if angles != self._model.assumed_deg:
                self._model.assume(*angles)
        self._judge()

    def show_state(self) -> None:
        """Ask, or not, and show where the arm is assumed to be."""
        model = self._model
        self.asks.emit(model.link is Link.ONLINE and not model.attached)
        joints = (model.config.shoulder, model.config.elbow)
        for box, joint, value in zip(
            (self.theta1, self.theta2), joints, model.assumed_deg, strict=True
        ):
            box.set_limits(*joint.limits_deg)
            if box.number != value:  # else it is being typed
                box.show_value(value)
        self._judge()

    def _judge(self) -> None:
        """What stands above the boxes, and whether pulses may begin at what stands in them."""
        model = self._model
        fault = model.status is not None and model.status.state is State.FAULT
        outside = self._limit_words()
        self.attach.setEnabled(not fault and not outside)
        words = self._fault_words() if fault else outside or self._source_words()
        self.source.setText(words)
        uncertain = model.assumed_source is not None and self._uncertain(model.assumed_source)
        restyle(self.source, "tone", "bad" if fault or outside or uncertain else "")

    def _limit_words(self) -> str:
        """Which angle is beyond its limits; empty if none is."""
        names = (self.tr("shoulder"), self.tr("elbow"))
        for name, box in zip(names, (self.theta1, self.theta2), strict=True):
            if box.number is None:
                return box.problem
            if not box.fits:
                return self.tr(
                    "The {joint}'s limits in the arm file are {range}: correct the angle, or"
                    " the limits if the arm really stands there."
                ).format(joint=name, range=box.limit_words())
        return ""

    def _fault_words(self) -> str:
        return self.tr(
            "A pulse outside its servo's range was stopped. Press Relax, then check the pulse"
            " ranges in the arm file."
        )

    def _uncertain(self, source: AssumedPose) -> bool:
        return source.source == "uncertain" and self._as_told(source)

    def _doubt_words(self, source: AssumedPose) -> str:
        if source.doubt == "damaged":
            return self.tr("The stored pose is damaged, or from an older version of this program.")
        if source.doubt == "another calibration":
            return self.tr("Pulses or pins in the arm file have changed since {when}.")
        if source.doubt == "outside the limits":
            return self.tr("The arm last stood outside the limits ({when}).")
        if source.doubt == "another rest pose":
            return self.tr("The arm file has another rest pose since {when}.")
        return self.tr("The last move did not come to its end ({when}).")

    def _as_told(self, source: AssumedPose) -> bool:
        return (source.theta1_deg, source.theta2_deg) == self._model.assumed_deg

    def _source_words(self) -> str:
        source = self._model.assumed_source
        advice = self.tr("Compare the dashed arm with the real one. Correct the angles or the arm.")
        if source is None:
            return advice
        if not self._as_told(source):
            return self.tr("As you typed it.") + " " + advice
        when = ""
        if source.when is not None:
            when = QLocale().toString(source.when.astimezone(), QLocale.FormatType.ShortFormat)
        if self._uncertain(source):
            look = self.tr("Look where the arm really is, and correct the angles.")
            return self._doubt_words(source).format(when=when) + " " + look
        if source.source == "remembered":
            return self.tr("Last reported {when}.").format(when=when) + " " + advice
        return self.tr("The arm file's rest pose.") + " " + advice
