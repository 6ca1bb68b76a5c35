"""Top strip: port, connect, relax, the arm's state, STOP."""

from PyQt5.QtCore import QSize, Qt
from PyQt5.QtGui import QResizeEvent
from PyQt5.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from servoarm.arm import PortInfo, State
from servoarm.gui.assembly import ListPorts
from servoarm.gui.model import ArmModel, Link
from servoarm.gui.widgets import CalmWheel, restyle

STATE_PAD_PX = 20
STATE_LEAST_PX = 84
NARROW_PX = 600
GAP_PX = 5


class StateLabel(QLabel):
    """One line where there is room, more where there is not."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def heightForWidth(self, _width: int) -> int:
        """Three lines at most, so that the row keeps its height."""
        return 3 * self.fontMetrics().lineSpacing()

    def sizeHint(self) -> QSize:
        """All in one line."""
        margins = self.contentsMargins()
        across = STATE_PAD_PX + margins.left() + margins.right()
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + across, self.heightForWidth(0))

    def minimumSizeHint(self) -> QSize:
        """The longest word."""
        return QSize(STATE_LEAST_PX, self.sizeHint().height())


class ConnectionPanel(QWidget):
    """Choose a port and connect; relax; stop."""

    def __init__(
        self, model: ArmModel, list_ports: ListPorts, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._list_ports = list_ports
        self._usb: dict[str, str] = {}  # identities by device, also of boards that are gone
        self._build()
        self.refresh_ports()
        model.link_changed.connect(self._show)
        model.status_changed.connect(self._show)
        self._show()

    def _build(self) -> None:
        self.ports = QComboBox()
        self.ports.setEditable(True)
        CalmWheel(self.ports)
        self.ports.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.ports.setAccessibleName(self.tr("Port"))
        self.ports.setToolTip(self.tr("The board's port; mock:// is an arm without hardware."))
        self.ports.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.ports.setMinimumContentsLength(4)
        self.ports.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.ports.setMaximumWidth(400)
        self.ports.currentIndexChanged.connect(self._show_port_from_its_start)
        self.refresh = QToolButton()
        self.refresh.setText("⟳")
        self.refresh.setAccessibleName(self.tr("Look for ports again"))
        self.refresh.setToolTip(self.refresh.accessibleName())
        self.refresh.clicked.connect(self.refresh_ports)
        line = self.ports.lineEdit()
        assert line is not None  # an editable list has one
        line.returnPressed.connect(self._on_enter)
        self.connect_button = QPushButton()
        self.connect_button.clicked.connect(self._toggle)
        self.relax = QPushButton(self.tr("Relax"))
        self.relax.setToolTip(self.tr("End the pulses: the arm goes limp and may drop."))
        self.relax.clicked.connect(self._model.relax)
        self.state = StateLabel()
        self.state.setObjectName("state")
        self.state.setAccessibleName(self.tr("State of the arm"))
        self.stop = QPushButton(self.tr("STOP"))
        self.stop.setProperty("kind", "stop")
        self.stop.setToolTip(self.tr("Stop the arm now (Esc or Space, wherever the cursor is)."))
        self.stop.setMinimumHeight(40)
        self.stop.pressed.connect(self._model.stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_PX)
        self.label = QLabel(self.tr("&Port"))
        self.label.setBuddy(self.ports)
        self.label.hide()  # until there is room
        for widget in (self.label, self.ports, self.refresh, self.connect_button, self.relax):
            row.addWidget(widget)
        row.setStretchFactor(self.ports, 10)
        row.addStretch(1)
        row.addWidget(self.state, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.stop)

    def minimumSizeHint(self) -> QSize:
        """Without the word before the port, which a narrow window does without."""
        size = super().minimumSizeHint()
        spare = self.label.minimumSizeHint().width() + GAP_PX if not self.label.isHidden() else 0
        return QSize(size.width() - spare, size.height())

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Keep the word before the port only where there is room."""
        super().resizeEvent(event)
        self.label.setVisible(self.width() > NARROW_PX)

    @property
    def port(self) -> str:
        """The port as chosen or typed."""
        text = self.ports.currentText().strip()
        index = self.ports.findText(text)
        return str(self.ports.itemData(index)) if index >= 0 else text

    def choose(self, port: str) -> None:
        """Show this port, known or not."""
        index = self.ports.findData(port)
        if index >= 0:
            self.ports.setCurrentIndex(index)
        else:
            self.ports.setEditText(port)

    @property
    def usb(self) -> str:
        """The USB identity of the board on the chosen port; empty if it has none."""
        return self._usb.get(self.port, "")

    def choose_board(self, usb: str, port: str) -> None:
        """Show the port on which this board is now; ``port`` if it is not found."""
        listed = [self.ports.itemData(index) for index in range(self.ports.count())]
        there = [device for device in listed if usb and self._usb.get(device) == usb]
        self.choose(there[0] if len(there) == 1 else port)

    def refresh_ports(self) -> None:
        """List the ports anew and keep the choice."""
        self.list(self._list_ports())

    def take_news(self, found: list[PortInfo]) -> None:
        """List ports that have changed, unless a person is at the list or the port is in use."""
        view = self.ports.view()
        busy = self.ports.hasFocus() or (view is not None and view.isVisible())
        if not busy and self._model.link in {Link.OFFLINE, Link.LOST}:
            self.list(found)

    def list(self, found: list[PortInfo]) -> None:
        """List these ports and keep the choice."""
        chosen, usb = (self.port, self.usb) if self.ports.count() else ("", "")
        self.ports.clear()
        self._usb |= {port.device: port.usb or "" for port in found}
        for port in found:
            words = f"{port.device} – {port.description}" if port.description else port.device
            self.ports.addItem(words, port.device)
        if chosen:
            self.choose_board(usb, chosen)

    def reconnect(self) -> None:
        """Connect again, also where the board has come back on another port."""
        usb, port = self._usb.get(self._model.port, ""), self._model.port
        self.refresh_ports()
        self.choose_board(usb, port)
        self._model.connect_to(self.port)

    def _show_port_from_its_start(self) -> None:
        line = self.ports.lineEdit()
        if line is not None:
            line.home(False)

    def _on_enter(self) -> None:
        if self._model.link in {Link.OFFLINE, Link.LOST}:
            self._toggle()

    def _toggle(self) -> None:
        link = self._model.link
        if link in {Link.ONLINE, Link.CONNECTING}:
            self._model.disconnect_arm()
        elif link is Link.LOST and self.port == self._model.port:
            self.reconnect()
        elif self.port:
            self._model.connect_to(self.port)

    def _show(self) -> None:
        link = self._model.link
        words = {
            Link.OFFLINE: self.tr("Connect"),
            Link.CONNECTING: self.tr("Cancel"),
            Link.ONLINE: self.tr("Disconnect"),
            Link.LOST: self.tr("Reconnect"),
        }
        self.connect_button.setText(words[link])
        restyle(self.connect_button, "kind", "primary" if link in {Link.OFFLINE, Link.LOST} else "")
        for widget in (self.ports, self.refresh):
            widget.setEnabled(link in {Link.OFFLINE, Link.LOST})
        self.relax.setEnabled(
            self._model.status is not None and self._model.status.state is not State.RELAXED
        )
        text, tone = self._state_words()
        self.state.setText(text)
        restyle(self.state, "tone", tone)

    def _state_words(self) -> tuple[str, str]:
        if self._model.link is Link.LOST:
            return self.tr("link lost · pose unknown"), "bad"
        if self._model.link is Link.CONNECTING:
            return self.tr("connecting…"), ""
        status = self._model.status
        if status is None:
            return (
                (self.tr("not connected"), "")
                if self._model.link is Link.OFFLINE
                else (self.tr("pose unknown"), "bad")
            )
        return {
            State.RELAXED: (self.tr("relaxed · no pulses"), ""),
            State.HOLDING: (self._first_move(self.tr("holding")), "hold"),
            State.MOVING: (self._first_move(self.tr("moving")), "go"),
            State.STREAMING: (self.tr("drawing"), "go"),
            State.STOPPING: (self.tr("stopping"), "go"),
            State.FAULT: (self.tr("fault · no pulses"), "bad"),
        }[status.state]

    def _first_move(self, state: str) -> str:
        status = self._model.status
        if status is None or not status.first_move:
            return state
        return self.tr("{state} · first move: slow").format(state=state)
