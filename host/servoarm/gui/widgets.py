"""Small parts that several panels share."""

from PyQt5.QtCore import QSize, Qt, pyqtSignal
from PyQt5.QtGui import QFont
from PyQt5.QtWidgets import QDoubleSpinBox, QLabel, QWidget

WIDEST = 1e9  # Qt drops digits beyond a box's range without a word, which makes 30 of 300


class NumberBox(QDoubleSpinBox):
    """A number with its unit, and the range in which it is of use.

    Any number can be typed; one out of range is marked, and ``fits`` says so. A wheel turned over
    the box by accident changes nothing, and it speaks only when typing is done.
    """

    judged = pyqtSignal()  # what is typed, or its range, has changed

    def __init__(
        self, low: float, high: float, unit: str, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.low, self.high = low, high
        self.edited = False  # by hand, since `show_value`
        self.setRange(-WIDEST, WIDEST)
        self.setDecimals(1)
        self.setSuffix(f" {unit}" if unit != "°" else unit)
        self.setAccessibleName(name)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        line = self.lineEdit()
        assert line is not None  # every spin box has one
        line.textEdited.connect(self._on_edited)
        line.textChanged.connect(self._judge)
        self.valueChanged.connect(self._on_edited)

    @property
    def fits(self) -> bool:
        """Whether the number is within the range, as it stands there, typing done or not."""
        return self.low <= self.valueFromText(self.text()) <= self.high

    def set_limits(self, low: float, high: float) -> None:
        """Another range."""
        self.low, self.high = low, high
        self._judge()

    def show_value(self, value: float) -> None:
        """Show a number that nobody typed: no signal."""
        self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(False)
        self.edited = False
        self._judge()

    def limit_words(self) -> str:
        """The range, for a person."""
        low, high = self.textFromValue(self.low), self.textFromValue(self.high)
        return self.tr("{low} to {high}").format(low=low, high=high) + self.suffix()

    def _on_edited(self) -> None:
        self.edited = True

    def _judge(self) -> None:
        fits = self.fits
        restyle(self, "out", "" if fits else "true")
        self.setToolTip(
            "" if fits else self.tr("Allowed: {range}").format(range=self.limit_words())
        )
        self.judged.emit()

    def sizeHint(self) -> QSize:
        """Wide enough for its own range, not for all that can be typed."""
        return self._narrowed(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """As `sizeHint`."""
        return self._narrowed(super().minimumSizeHint())

    def _narrowed(self, size: QSize) -> QSize:
        def width(value: float) -> int:
            text = self.prefix() + self.textFromValue(value) + self.suffix()
            return self.fontMetrics().horizontalAdvance(text[:18])

        spare = width(-WIDEST) - max(width(self.low), width(self.high))
        return QSize(size.width() - max(spare, 0), size.height())

    def wheelEvent(self, event: object) -> None:
        """Leave the wheel to what lies behind, unless the box has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)  # type: ignore[arg-type]  # the stub's own event type is optional
        else:
            event.ignore()  # type: ignore[attr-defined]


def value_label(name: str) -> QLabel:
    """A read-out: right-aligned, selectable, with digits of one width."""
    label = QLabel("–")
    label.setAccessibleName(name)
    label.setAlignment(Qt.Alignment(Qt.AlignmentFlag.AlignRight) | Qt.AlignmentFlag.AlignVCenter)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setFont(fixed_font())
    return label


def fixed_font(points: int = -1) -> QFont:
    """A font with digits of one width, in the application's size if no other is asked for."""
    font = QFont("monospace", points)
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


def restyle(widget: QWidget, key: str, value: str) -> None:
    """Set a property that the style sheet reads, and have it read again."""
    if widget.property(key) != value:
        widget.setProperty(key, value)
        style = widget.style()
        if style is not None:
            style.unpolish(widget)
            style.polish(widget)
