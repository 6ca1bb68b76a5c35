"""Ports, connecting, giving up, and the notice over the canvas."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from PyQt5.QtCore import QRect, Qt
from pytestqt.qtbot import QtBot

from servoarm.arm import PortInfo
from servoarm.arm.types import LinkDown
from servoarm.errors import LinkLost
from servoarm.gui.commander import Commander
from servoarm.gui.connect import port_watch
from servoarm.gui.connect.feature import Connect
from servoarm.gui.model import Link

from .desk import LEFT, QTEST, Desk, FakeDesk

BOARD = "1a86:7523:A1"


def test_enter_in_the_port_box_connects(desk: Desk) -> None:
    desk.connection.choose(f"mock://{desk.name}")
    QTEST.keyClick(desk.connection.ports.lineEdit(), Qt.Key.Key_Return)
    desk.until(lambda: desk.model.link is Link.ONLINE)


def test_connecting_can_be_given_up_at_once(desk: Desk) -> None:
    desk.model.connect_to(f"mock://{desk.name}?sketch=silent")
    button = desk.connection.connect_button
    assert button.text() == "Cancel" and button.isEnabled()
    desk.bot.wait(100)
    QTEST.mouseClick(button, LEFT)
    assert button.text() == "Connect"
    desk.connect()
    desk.bot.wait(200)
    assert desk.model.link is Link.ONLINE and not desk.notice.isVisible()


def test_the_window_closes_at_once_while_a_silent_board_is_waited_for(desk: Desk) -> None:
    desk.model.connect_to(f"mock://{desk.name}?sketch=silent")
    desk.bot.wait(100)
    start = time.monotonic()
    desk.window.close()
    assert time.monotonic() - start < 1.0


def test_an_arm_that_opens_after_it_was_given_up_is_closed_again(qtbot: QtBot) -> None:
    gate, told = threading.Event(), []

    class LateArm:
        def close(self) -> None:
            told.append("close")

    def open_arm(_port: str, _config: object) -> Any:
        gate.wait(5)
        return LateArm()

    commander = Commander(open_arm)
    opened: list[object] = []
    commander.opened.connect(opened.append)
    commander.open("late", None)  # type: ignore[arg-type]  # not looked at
    qtbot.wait(50)
    commander.close()
    gate.set()
    qtbot.waitUntil(lambda: told == ["close"])
    assert not opened
    commander.shut_down()


def test_a_board_is_found_again_on_another_port(fake: FakeDesk) -> None:
    panel = fake.connection
    panel.choose("/dev/ttyUSB0")
    fake.ports[0] = PortInfo("/dev/ttyUSB3", "a board", BOARD)
    panel.refresh_ports()
    assert panel.port == "/dev/ttyUSB3"


def test_reconnect_follows_the_board_to_its_new_port(fake: FakeDesk) -> None:
    fake.connection.choose("/dev/ttyUSB0")
    fake.model.connect_to("/dev/ttyUSB0")
    fake.until(lambda: fake.model.link is Link.ONLINE)
    fake.arm.tell(LinkDown(LinkLost("gone", "/dev/ttyUSB0")))
    fake.until(lambda: fake.model.link is Link.LOST)
    gone = fake.ports.pop(0)
    fake.connection.refresh_ports()  # pulled out: not listed
    fake.ports.insert(0, PortInfo("/dev/ttyUSB3", gone.description, gone.usb))
    QTEST.mouseClick(fake.notice.reconnect, LEFT)
    fake.until(lambda: fake.model.link is Link.ONLINE)
    assert fake.model.port == "/dev/ttyUSB3"


def test_the_boards_identity_is_remembered(fake: FakeDesk) -> None:
    fake.connection.choose("/dev/ttyUSB0")
    fake.window.close()
    fake.ports[0] = PortInfo("/dev/ttyUSB3", "a board", BOARD)
    again = type(fake.window)(
        lambda _port, _config: fake.arm,  # type: ignore[arg-type,return-value]
        lambda: list(fake.ports),
        fake.model.choice,
        fake.window._settings,
    )
    fake.bot.addWidget(again)
    assert again.feature(Connect).connection.port == "/dev/ttyUSB3"
    again.close()


# The notice.


def test_a_notice_moves_nothing_under_the_mouse(fake: FakeDesk) -> None:
    before = fake.window.canvas.geometry(), fake.pixel(120, 60)
    fake.notice.tell("error", "Something happened. " * 20, "Do something about it.")
    fake.bot.wait(50)
    assert (fake.window.canvas.geometry(), fake.pixel(120, 60)) == before


def test_a_press_on_a_notice_reaches_no_canvas(fake: FakeDesk) -> None:
    notice = fake.notice
    notice.tell("warning", "Something happened.", "")
    fake.bot.wait(50)
    inside = QRect(notice.rect())
    for point in (inside.center(), inside.topLeft(), inside.bottomRight()):
        under = fake.window.childAt(notice.mapTo(fake.window, point))
        assert under is not None
        there = under.mapFromGlobal(notice.mapToGlobal(point))
        QTEST.mouseClick(under, LEFT, Qt.KeyboardModifiers(), there)
    fake.bot.wait(100)
    assert not fake.told("move_joints") and fake.aim.plan is None


# Boards come and go.


def _listed(fake: FakeDesk) -> list[str]:
    ports = fake.connection.ports
    return [str(ports.itemData(index)) for index in range(ports.count())]


@pytest.fixture
def offline(fake: FakeDesk, monkeypatch: pytest.MonkeyPatch) -> FakeDesk:
    monkeypatch.setattr(port_watch, "PERIOD_S", 0.02)
    fake.model.disconnect_arm()
    fake.until(lambda: fake.model.link is Link.OFFLINE)
    fake.connection.choose("mock://")
    fake.bot.wait(1700)  # the first look of all
    return fake


def test_a_board_that_is_plugged_in_is_listed_and_the_choice_stays(offline: FakeDesk) -> None:
    offline.ports.append(PortInfo("/dev/ttyACM7", "an Uno", "2341:0043:B2"))
    offline.until(lambda: "/dev/ttyACM7" in _listed(offline))
    assert offline.connection.port == "mock://"


def test_a_board_that_is_pulled_out_is_no_longer_listed(offline: FakeDesk) -> None:
    del offline.ports[0]
    offline.until(lambda: "/dev/ttyUSB0" not in _listed(offline))


def test_what_is_being_typed_stays(offline: FakeDesk) -> None:
    line = offline.connection.ports.lineEdit()
    assert line is not None
    line.setFocus()
    line.selectAll()
    QTEST.keyClicks(line, "COM9")
    offline.ports.append(PortInfo("/dev/ttyACM7", "an Uno", "2341:0043:B2"))
    offline.bot.wait(200)
    assert line.text() == "COM9"
