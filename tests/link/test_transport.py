"""Ports that cannot be opened and ports that vanish: one kind of error each, with its remedy."""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import serial

from servoarm.errors import LinkLost, NoBoard, PortBusy, PortDenied
from servoarm.link import ports as ports_module
from servoarm.link.ports import PortInfo, only_board
from servoarm.link.session import Session
from servoarm.link.transport import PORT_FAILURES, open_port

from ..mock.boards import fresh_board
from .scripted import Listener, ScriptedPort, greeted

CASES = Path(__file__).parents[1] / "data" / "cases"

FAILURES: list[BaseException] = [
    serial.SerialException("device reports readiness to read but returned no data"),
    serial.SerialException("ClearCommError failed (PermissionError(13, 'Access is denied.'))"),
    serial.SerialTimeoutException("Write timeout"),
    OSError(errno.EIO, "Input/output error"),
    OSError(errno.ENXIO, "Device not configured"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),
]
if sys.platform != "win32":
    import termios

    FAILURES.append(termios.error(errno.EIO, "Input/output error"))


def test_every_exception_of_the_case_is_a_port_failure() -> None:
    case = json.loads((CASES / "R33_unplug.json").read_text())
    named = " ".join((*case["raises"].values(), *case["reported_elsewhere"].values()))
    kinds = {type(failure).__name__ for failure in FAILURES}
    assert {"SerialException", "SerialTimeoutException", "OSError", "TypeError"} <= kinds
    assert all(isinstance(failure, PORT_FAILURES) for failure in FAILURES)
    assert all(word in named for word in ("SerialException", "OSError", "termios", "TypeError"))


@pytest.mark.parametrize("call", ["read", "in_waiting", "write"])
@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_a_vanished_port_ends_the_session_once(call: str, failure: BaseException) -> None:
    listener = Listener()
    port = ScriptedPort()
    session = greeted(port, listener)
    port.fail[call] = failure
    with pytest.raises(LinkLost, match="Check the cable"):
        for _ in range(100):
            session.request("status")
    assert listener.wait_end()
    assert port.closed
    threads = [thread.name for thread in threading.enumerate()]
    session.close()
    assert listener.ends == [listener.ends[0]]
    assert isinstance(listener.ends[0], LinkLost)
    assert threads.count("servoarm reader") <= 1
    with pytest.raises(LinkLost):
        session.realtime(b"!")


def test_after_unplugging_the_same_board_can_be_opened_again() -> None:
    url, device = fresh_board()
    listener = Listener()
    session = Session.open(url, listener)
    device.vanish()
    assert listener.wait_end()
    with pytest.raises(LinkLost):
        session.request("status")
    again = Session.open(url)
    assert again.request("status").words[0] == "relaxed"
    again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals")
def test_a_real_port_whose_other_end_closes_is_lost() -> None:
    ours, theirs = os.openpty()
    transport = open_port(os.ttyname(theirs))
    os.close(theirs)
    os.close(ours)
    with pytest.raises(LinkLost):
        for _ in range(100):
            transport.write(b"?")
            transport.read()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo terminals")
def test_a_real_port_has_one_owner_and_never_blocks() -> None:
    ours, theirs = os.openpty()
    transport = open_port(os.ttyname(theirs))
    with pytest.raises(PortBusy, match="in use"):
        open_port(os.ttyname(theirs))
    started = time.monotonic()
    assert transport.read() == b""
    assert time.monotonic() - started < 0.5
    transport.close()
    os.close(theirs)
    os.close(ours)


def test_a_port_that_is_not_there_is_named_with_those_that_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [PortInfo("/dev/ttyACM0", "Arduino Uno", "2341:0043:1")]
    monkeypatch.setattr(ports_module, "serial_ports", lambda: found)
    with pytest.raises(NoBoard, match=r"no port /dev/no-such-port.*Ports found: /dev/ttyACM0"):
        open_port("/dev/no-such-port")


@pytest.mark.parametrize(
    ("refuse", "kind"), [("busy", PortBusy), ("denied", PortDenied), ("missing", NoBoard)]
)
def test_a_port_that_refuses_says_why(refuse: str, kind: type[Exception]) -> None:
    url, _ = fresh_board(refuse=refuse)
    with pytest.raises(kind) as refused:
        open_port(url)
    assert type(refused.value) is kind


def test_a_mock_that_is_open_already_says_how_two_arms_get_two_boards() -> None:
    url, _ = fresh_board()
    transport = open_port(url)
    with pytest.raises(PortBusy, match=r"open already in this program") as refused:
        open_port(url)
    assert "mock://A and mock://B" in refused.value.remedy
    assert "Serial Monitor" not in str(refused.value)
    transport.close()
    open_port(url).close()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)", PortBusy),
        ("could not open port 'COM9': FileNotFoundError(2, 'The system cannot', None, 2)", NoBoard),
    ],
)
def test_windows_words_are_understood(
    text: str, kind: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **settings: Any) -> None:
        raise serial.SerialException(text)

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(kind):
        open_port("COM3")


def test_the_permission_remedy_on_linux_is_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    url, _ = fresh_board(refuse="denied")
    with pytest.raises(PortDenied, match="dialout"):
        open_port(url)


@pytest.mark.parametrize("url", ["nonsense://x", "mock://?dorp=1"])
def test_a_url_that_is_none_is_told_apart(url: str) -> None:
    with pytest.raises(NoBoard, match=r"is not the name of a port .*(nonsense|dorp)"):
        open_port(url)


def test_the_only_board_is_taken_and_never_the_mock(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = PortInfo("/dev/ttyS0", "", None)
    boards = [PortInfo(f"/dev/ttyUSB{number}", "CH340", f"1a86:7523:{number}") for number in (0, 1)]
    monkeypatch.setattr(ports_module, "listed_ports", lambda: [boards[0], plain])
    assert only_board() == "/dev/ttyUSB0"
    monkeypatch.setattr(ports_module, "listed_ports", lambda: [*boards, plain])
    with pytest.raises(NoBoard, match=r"several.*ttyUSB0.*ttyUSB1"):
        only_board()
    monkeypatch.setattr(ports_module, "listed_ports", lambda: [plain])
    with pytest.raises(NoBoard, match="mock://"):
        only_board()
