"""Connecting: the port, the question before the first pulse, relax and stop, and messages."""

from PyQt5.QtCore import QObject

from servoarm.gui.assembly import Assembly, Menu
from servoarm.gui.connect.connection import ConnectionPanel
from servoarm.gui.connect.notice import NoticePanel
from servoarm.gui.connect.port_watch import PortWatch
from servoarm.gui.connect.start import StartPanel
from servoarm.gui.model import Link


class Connect(QObject):
    """From no arm to an attached one, and back."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        model = window.model
        self._model, self._settings = model, window.settings
        self.connection = ConnectionPanel(model, window.opened.list_ports)
        self.port_watch = PortWatch(window.opened.list_ports, self)
        self.port_watch.changed.connect(self.connection.take_news)
        model.link_changed.connect(self._watch_ports)
        window.closing.connect(self.port_watch.end)
        self._watch_ports()
        self.start = StartPanel(model)
        self.notice = NoticePanel(model)
        self.start.attach.clicked.connect(window.focus_canvas)
        for box in (self.start.theta1, self.start.theta2):
            box.entered.connect(window.focus_canvas)
        window.chosen_port = lambda: self.connection.port
        self.notice.flash_asked.connect(window.flash_asked)
        window.add_above(self.connection)
        window.add_question(self.start, self.start.asks)
        self.start.show_state()
        self.notice.lie_over(window.canvas)
        self.notice.reconnect_asked.connect(self.connection.reconnect)
        self.relax_action = window.add_action(Menu.ARM, self.tr("&Relax"), model.relax)
        for signal in (model.link_changed, model.status_changed):
            signal.connect(self._show_relax)
        self._show_relax()
        window.add_action(Menu.ARM, self.tr("&Stop (Esc or Space)"), model.stop)
        window.closing.connect(self._remember)
        self._restore()

    def _show_relax(self) -> None:
        """The menu's entry is live when the button is."""
        self.relax_action.setEnabled(self.connection.relax.isEnabled())

    def _watch_ports(self) -> None:
        self.port_watch.switch(self._model.link in {Link.OFFLINE, Link.LOST})

    def _restore(self) -> None:
        port = self._settings.value("port", "")
        if port:
            self.connection.choose_board(str(self._settings.value("usb", "")), str(port))

    def _remember(self) -> None:
        self._settings.setValue("port", self.connection.port)
        self._settings.setValue("usb", self.connection.usb)
