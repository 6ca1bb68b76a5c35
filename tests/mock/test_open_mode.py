"""A person types to the board, with whatever line ends and lengths their program sends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import serial

from servoarm.link.transport import open_port

from .boards import fresh_board

CASES = Path(__file__).parents[1] / "data" / "cases"
PING = "frame"
PONG = b"ok frame 20000"


@pytest.fixture
def port() -> Any:
    url, _ = fresh_board(clock="virtual")
    open_port(url).close()
    with serial.serial_for_url(url, timeout=0) as port:
        port.read(200)
        yield port


def test_every_usual_line_end_ends_a_line(port: Any) -> None:
    for piece in json.loads((CASES / "R26_line_ends.json").read_text()):
        text = piece["send"].replace("{PING}", PING).replace("{PI", PING[:2])
        port.write(text.replace("NG}", PING[2:]).encode())
        assert port.read(1000).count(PONG) == piece["answers"], piece


def test_a_line_of_any_length_has_one_answer_and_spoils_nothing(port: Any) -> None:
    case = json.loads((CASES / "R27_edge_lengths.json").read_text())
    for length in case["send_lines_of_length"]:
        port.write(case["fill"].encode() * length + case["line_end"].encode())
        assert port.read(1000).count(b"err") == 1, length
        port.write(f"{PING}\n".encode())
        assert port.read(1000) == PONG + b"\n", length


def test_connecting_and_doing_nothing_for_ten_seconds_makes_no_pulse() -> None:
    url, device = fresh_board(clock="virtual")
    with serial.serial_for_url(url, timeout=0):
        device.advance(10)
    assert device.frames >= 500
    assert [pulses[1:] for pulses in device.history] == [(0, 0)]
