"""One message at a time: what happened and what to do about it."""

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from servoarm.gui.model import ArmModel, Link
from servoarm.gui.panels.widgets import restyle


class NoticePanel(QFrame):
    """A bar that shows the newest message until it is closed or no longer true."""

    def __init__(self, model: ArmModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._model = model
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.reconnect = QPushButton(self.tr("Reconnect"))
        self.reconnect.clicked.connect(lambda: model.connect_to(model.port))
        close = QToolButton()
        close.setText("✕")
        close.setAccessibleName(self.tr("Close the message"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 6, 6)
        row.addWidget(self.text, 1)
        row.addWidget(self.reconnect)
        row.addWidget(close)
        model.noticed.connect(self.tell)
        model.notice_over.connect(self.hide)
        model.link_changed.connect(self._show_button)
        self.hide()

    def tell(self, level: str, text: str, remedy: str) -> None:
        """Show a message; ``level`` is info, warning or error."""
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setText(f"{text}\n{remedy}" if remedy else text)
        self.text.setAccessibleName(self.text.text())
        restyle(self, "level", level)
        self._show_button()
        self.show()

    def _show_button(self) -> None:
        self.reconnect.setVisible(self._model.link is Link.LOST)
