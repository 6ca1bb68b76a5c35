"""Small parts that several panels share."""

from PyQt5.QtCore import QEvent, QObject, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QFocusEvent, QFont, QWheelEvent
from PyQt5.QtWidgets import QAbstractSpinBox, QLabel, QStyle, QStyleOptionSpinBox, QWidget

from servoarm.gui.number import read_number, write_number

WIDE = 999.0  # as wide as a box without an end is made
CURSOR_PX = 2


class NumberBox(QAbstractSpinBox):
    """A number with its unit, and the range in which it is of use.

    Any text can be typed. What is no number, or out of range, is marked and stays until it is
    corrected: the box never stands for a number that it does not show. A wheel turned over the box
    by accident changes nothing.
    """

    value_changed = pyqtSignal(float)  # typing is done, or the number was stepped or set
    entered = pyqtSignal()  # Enter, with a number that fits
    judged = pyqtSignal()  # what is typed, or its range, has changed

    def __init__(
        self,
        low: float,
        high: float,
        unit: str,
        name: str,
        parent: QWidget | None = None,
        *,
        places: int = 1,
    ) -> None:
        super().__init__(parent)
        self.low, self.high = low, high
        self.edited = False  # by hand, since `show_value`
        self._places = places
        self._suffix = f" {unit}" if unit != "°" else unit
        self._taken = 0.0  # the number that was shown or taken last
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        line = self.lineEdit()
        assert line is not None  # every spin box has one
        line.textEdited.connect(self._on_edited)
        line.textChanged.connect(self._judge)
        line.returnPressed.connect(self._on_enter)
        self.editingFinished.connect(self.interpretText)
        CalmWheel(self)
        self.show_value(min(max(0.0, low), high))

    # The number.

    @property
    def number(self) -> float | None:
        """What stands in the box, typing done or not; None if it is no number."""
        return read_number(self.text().strip().removesuffix(self._suffix.strip()))

    @property
    def fits(self) -> bool:
        """Whether a number within the range stands there."""
        number = self.number
        return number is not None and self.low <= number <= self.high

    @property
    def problem(self) -> str:
        """Why what stands there is not taken; empty if it is."""
        if self.fits:
            return ""
        name = self.accessibleName()
        if self.number is not None:
            words = self.tr("{name}: allowed are {range}.")
            return words.format(name=name, range=self.limit_words())
        words = self.tr(
            "{name}: “{text}” is no number. Write digits with one decimal mark, . or ,"
            " and nothing between them."
        )
        return words.format(name=name, text=self.text().strip()[:24])

    def value(self) -> float:
        """The number that stands there; while it cannot be read, the last one that could."""
        number = self.number
        return self._taken if number is None else number

    def setValue(self, value: float) -> None:
        """Put a number there as if it were typed."""
        self._on_edited()
        self._write(value)
        self.interpretText()

    def show_value(self, value: float) -> None:
        """Show a number that nobody typed: `value_changed` is silent."""
        self._taken = value
        self._write(value)
        self.edited = False
        if self.hasFocus():
            self.selectAll()  # what is typed next stands alone, and mixes with nothing

    def interpretText(self) -> None:
        """Typing is done: take the number, if it is one."""
        number = self.number
        if number is None:
            return
        self._write(number)
        if number != self._taken:
            self._taken = number
            self.edited = False
            self.value_changed.emit(number)

    def set_limits(self, low: float, high: float) -> None:
        """Another range."""
        if (low, high) != (self.low, self.high):
            self.low, self.high = low, high
            self._judge()

    def limit_words(self) -> str:
        """The range, for a person."""
        low, high = (write_number(end, self._places) for end in (self.low, self.high))
        return self.tr("{low} to {high}").format(low=low, high=high) + self._suffix

    def _write(self, value: float) -> None:
        line = self.lineEdit()
        text = write_number(value, self._places) + self._suffix
        if line is not None and line.text() != text:
            line.setText(text)

    def take_back(self) -> None:
        """Forget what is being typed."""
        if self.edited:
            self.show_value(self._taken)

    def _on_enter(self) -> None:
        if self.fits:
            self.interpretText()
            self.entered.emit()

    def _on_edited(self) -> None:
        self.edited = True

    def _judge(self) -> None:
        problem = self.problem
        restyle(self, "out", "true" if problem else "")
        self.setToolTip(problem)
        self.setAccessibleDescription(problem)
        self.judged.emit()

    # Steps, keys, size.

    def stepBy(self, steps: int) -> None:
        """The arrows, the wheel: by one each."""
        number = self.number
        if number is not None:
            self.setValue(min(max(round(number + steps, 9), self.low), self.high))
            self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabled:
        """In which directions it can be stepped."""
        steps = QAbstractSpinBox.StepEnabled(QAbstractSpinBox.StepEnabledFlag.StepNone)
        number = self.number
        if number is not None and number < self.high:
            steps |= QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
        if number is not None and number > self.low:
            steps |= QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        return steps

    def selectAll(self) -> None:
        """The number without its unit."""
        line = self.lineEdit()
        if line is not None:
            line.setSelection(0, len(line.text().removesuffix(self._suffix)))

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        """Ready to be typed over when reached by Tab."""
        super().focusInEvent(event)
        line = self.lineEdit()
        if line is not None and line.hasSelectedText():
            self.selectAll()

    def sizeHint(self) -> QSize:
        """Wide enough for both ends of its range."""
        option, style, line = QStyleOptionSpinBox(), self.style(), self.lineEdit()
        assert style is not None and line is not None
        self.initStyleOption(option)
        ends = (write_number(end, self._places) + self._suffix for end in self._widest())
        width = max(self.fontMetrics().horizontalAdvance(text) for text in ends) + CURSOR_PX
        size = QSize(width, line.sizeHint().height())
        return style.sizeFromContents(QStyle.ContentsType.CT_SpinBox, option, size, self)

    def minimumSizeHint(self) -> QSize:
        """As `sizeHint`."""
        return self.sizeHint()

    def _widest(self) -> tuple[float, float]:
        return max(self.low, -WIDE), min(self.high, WIDE)


class CalmWheel(QObject):
    """Lets a control turn with the wheel only while it has the focus; what lies behind scrolls."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        self._control = control
        if control.focusPolicy() & Qt.FocusPolicy.WheelFocus == Qt.FocusPolicy.WheelFocus:
            control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.installEventFilter(self)

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Pass the wheel on to the parent."""
        if isinstance(event, QWheelEvent) and not self._control.hasFocus():
            event.ignore()
            return True
        return False


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
