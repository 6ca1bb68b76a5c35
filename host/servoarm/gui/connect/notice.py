"""One message at a time: what happened and what to do about it."""

from PyQt5.QtCore import QEvent, QObject, QPoint, Qt, QTimer, pyqtSignal
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from servoarm.gui import style
from servoarm.gui.model import ArmModel, Link
from servoarm.gui.widgets import restyle

INFO_MS = 6000
MARGIN = 8


class NoticePanel(QFrame):
    """A bar that shows the newest message until it is closed or no longer true; mere information
    goes by itself.

    It lies over the top of another widget, so that nothing shifts under the mouse.
    """

    reconnect_asked = pyqtSignal()
    flash_asked = pyqtSignal()

    def __init__(self, model: ArmModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._model = model
        self._below: QWidget | None = None
        # a click on it must never reach what lies below
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self._going = QTimer(self)
        self._going.setSingleShot(True)
        self._going.setInterval(INFO_MS)
        self._going.timeout.connect(self.hide)
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.reconnect = QPushButton(self.tr("Reconnect"))
        self.reconnect.clicked.connect(self.reconnect_asked)
        self.flash = QPushButton(self.tr("Flash firmware..."))
        self.flash.clicked.connect(self.flash_asked)
        close = QToolButton()
        close.setText("✕")
        close.setAccessibleName(self.tr("Close the message"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 6, 6)
        row.addWidget(self.text, 1)
        row.addWidget(self.reconnect)
        row.addWidget(self.flash)
        row.addWidget(close)
        model.noticed.connect(self.tell)
        model.notice_over.connect(self.hide)
        model.link_changed.connect(self._show_button)
        self.hide()

    def lie_over(self, widget: QWidget) -> None:
        """Stand over the top of this widget, wherever it goes."""
        self._below = widget
        self.setParent(widget.window())
        self.setStyleSheet(style.SHEET)
        widget.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Follow what lies below."""
        moved = {QEvent.Type.Resize, QEvent.Type.Move}
        if event is not None and watched is self._below and event.type() in moved:
            self._place()
        return False

    def _place(self) -> None:
        below, layout = self._below, self.layout()
        if below is None or layout is None:
            return
        width = below.width() - 2 * MARGIN
        layout.invalidate()  # its text may be new
        frame = self.contentsMargins()
        inside = layout.heightForWidth(width - frame.left() - frame.right())
        height = inside + frame.top() + frame.bottom()
        corner = below.mapTo(below.window(), QPoint(MARGIN, MARGIN))
        self.setGeometry(corner.x(), corner.y(), width, height)
        self.raise_()

    def tell(self, level: str, text: str, remedy: str) -> None:
        """Show a message; ``level`` is info, warning or error."""
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setText(f"{text}\n{remedy}" if remedy else text)
        self.text.setAccessibleName(self.text.text())
        restyle(self, "level", level)
        self._show_button()
        self.show()
        self._place()
        if level == "info":
            self._going.start()
        else:
            self._going.stop()

    def _show_button(self) -> None:
        self.reconnect.setVisible(self._model.link is Link.LOST)
        self.flash.setVisible(self._model.wrong_firmware)
        self._place()
