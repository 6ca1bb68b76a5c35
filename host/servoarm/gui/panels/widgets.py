"""Small parts that several panels share."""

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QFont
from PyQt5.QtWidgets import QDoubleSpinBox, QLabel, QWidget


class NumberBox(QDoubleSpinBox):
    """A number with its unit.

    A wheel turned over it by accident changes nothing, and it speaks only when typing is done.
    """

    def __init__(
        self, low: float, high: float, unit: str, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setRange(low, high)
        self.setDecimals(1)
        self.setSuffix(f" {unit}" if unit != "°" else unit)
        self.setAccessibleName(name)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

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
