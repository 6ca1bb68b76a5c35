"""The mock as pyserial sees it: it opens, reads, times out, closes and fails as a port does."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
import serial

from servoarm.link.transport import open_port
from servoarm.mock.core import BROWNOUT

from .boards import fresh_board

BANNER = b"servoarm 0.1.0 protocol 1.0 reset "


def opened(url: str, **settings: Any) -> Any:
    open_port("mock://names-the-package?sketch=silent&clock=virtual").close()
    return serial.serial_for_url(url, baudrate=115200, **settings)


def line_of(port: Any, seconds: float = 2.0) -> bytes:
    port.timeout = seconds
    line: bytes = port.read_until(b"\n")
    return line


def test_opening_resets_the_board_and_its_banner_says_why() -> None:
    url, _ = fresh_board()
    with opened(url) as port:
        assert line_of(port) == BANNER + b"power\n"
    with opened(url) as port:
        assert line_of(port) == BANNER + b"button\n"


def test_giving_dtr_back_resets_the_board() -> None:
    url, _ = fresh_board()
    with opened(url) as port:
        line_of(port)
        port.dtr = False
        port.dtr = True
        assert line_of(port) == BANNER + b"button\n"


def test_a_read_waits_no_longer_than_its_timeout() -> None:
    url, _ = fresh_board(sketch="silent")
    with opened(url, timeout=0.05) as port:
        started = time.monotonic()
        assert port.read(1) == b""
        assert 0.04 < time.monotonic() - started < 1.0


def test_waiting_bytes_are_counted_and_can_be_thrown_away() -> None:
    url, _ = fresh_board(clock="virtual")
    with opened(url, timeout=0) as port:
        assert port.in_waiting == len(BANNER + b"power\n")
        port.reset_input_buffer()
        assert port.in_waiting == 0
        port.write(b"frame\n")
        assert port.read(100) == b"ok frame 20000\n"


def test_a_read_that_waits_can_be_cancelled() -> None:
    url, _ = fresh_board(sketch="silent")
    with opened(url, timeout=20) as port:
        threading.Timer(0.05, port.cancel_read).start()
        started = time.monotonic()
        assert port.read(1) == b""
        assert time.monotonic() - started < 5


def test_a_closed_port_says_so() -> None:
    url, _ = fresh_board()
    port = opened(url)
    port.close()
    port.close()
    with pytest.raises(serial.SerialException):
        port.write(b"x")


def test_a_board_has_one_owner() -> None:
    url, _ = fresh_board()
    with opened(url), pytest.raises(serial.SerialException, match="open already"):
        opened(url)
    opened(url).close()


def test_what_is_stored_outlives_closing_and_resets() -> None:
    url, device = fresh_board(clock="virtual")
    with opened(url, timeout=0) as port:
        port.write(b"frame 15000\nsave\n")
        device.advance(0.1)
    with opened(url, timeout=0) as port:
        port.read(100)
        port.write(b"frame\n")
        assert port.read(100) == b"ok frame 15000\n"


def test_a_board_that_boots_is_deaf_and_then_speaks() -> None:
    url, device = fresh_board(clock="virtual", boot_ms=1600)
    with opened(url, timeout=0) as port:
        device.advance(1.5)
        port.write(b"frame\n")
        assert port.read(100) == b""
        device.advance(0.2)
        assert port.read(200) == BANNER + b"power\n"


def test_the_line_takes_its_time() -> None:
    url, device = fresh_board(clock="virtual", pace=1)
    with opened(url, timeout=0) as port:
        device.advance(0.1)
        port.reset_input_buffer()
        port.write(b"frame\n")  # 6 bytes in, 15 out, 87 us each
        device.advance(0.0005)
        assert port.in_waiting == 0
        device.advance(0.0010)
        assert 0 < port.in_waiting < 15
        device.advance(0.0010)
        assert port.read(100) == b"ok frame 20000\n"


def test_the_same_seed_spoils_the_same_bytes() -> None:
    heard = []
    for seed in (1, 1, 2):
        url, _ = fresh_board(clock="virtual", drop=0.05, flip=0.05, cut=0.1, seed=seed)
        with opened(url, timeout=0) as port:
            for _ in range(20):
                port.write(b"frame\n")
            heard.append(port.read(10000))
    assert heard[0] == heard[1] != heard[2]


def test_faults_come_at_their_time() -> None:
    url, device = fresh_board(
        clock="virtual", reset_after_s=1, brownout_after_s=2, vanish_after_s=3
    )
    with opened(url, timeout=0) as port:
        port.read(100)
        for reason in (b"button", b"brownout"):
            device.advance(0.99)
            assert port.in_waiting == 0
            device.advance(0.01)
            assert port.read(100) == BANNER + reason + b"\n"
        device.advance(1)
        with pytest.raises(serial.SerialException):
            port.read(1)


def test_a_vanished_port_fails_as_measured_on_linux() -> None:
    url, device = fresh_board()
    with opened(url, timeout=0) as port:
        device.vanish()
        with pytest.raises(OSError, match="Input/output") as failure:
            _ = port.in_waiting
        assert not isinstance(failure.value, serial.SerialException)
        with pytest.raises(serial.SerialException):
            port.write(b"?")


def test_a_sagging_supply_ends_the_pulses() -> None:
    url, device = fresh_board(clock="virtual")
    with opened(url, timeout=0) as port:
        port.write(b"pose 9000 0\nattach\n")
        device.advance(0.1)
        assert device.pulses[1:] == (3000, 3000)
        device.reset(BROWNOUT)
        assert device.pulses[1:] == (0, 0)
        device.advance(10)
        assert device.pulses[1:] == (0, 0)


def test_time_is_only_advanced_by_hand_on_a_virtual_clock() -> None:
    url, device = fresh_board()
    with opened(url), pytest.raises(RuntimeError, match="clock=virtual"):
        device.advance(1)
