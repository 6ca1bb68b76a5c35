"""A conversation begins with hello and ends with open, however it ends."""

from __future__ import annotations

import pytest

from servoarm.errors import NoAnswer
from servoarm.link.conversation import ask_status, conversation, hand_back
from servoarm.wire.messages import State

from ..mock.boards import fresh_board
from .scripted import ScriptedPort, framed, good, greeted


def verbs(received: bytes) -> list[bytes]:
    return [line.split(b"*")[0].split()[1] for line in received.split(b"\n") if b":" in line]


def test_the_board_is_greeted_asked_and_handed_back() -> None:
    url, device = fresh_board()
    with conversation(url) as session:
        assert ask_status(session).state is State.RELAXED
    asked = verbs(bytes(device.received))
    assert asked[0] == b"hello"
    assert asked[-1] == b"open"
    with conversation(url):  # the port was closed
        pass


def test_the_board_is_handed_back_also_when_something_fails() -> None:
    url, device = fresh_board()
    with pytest.raises(ZeroDivisionError), conversation(url):
        _ = 1 / 0
    assert verbs(bytes(device.received))[-1] == b"open"


def test_handing_back_over_a_lost_link_closes_the_port_without_a_word() -> None:
    port = ScriptedPort()
    session = greeted(port)
    port.fail["write"] = OSError("gone")
    hand_back(session)
    assert port.closed


def test_a_status_that_cannot_be_read_is_no_answer() -> None:
    port = ScriptedPort(
        lambda seq, text: [framed(seq, "ok dancing")] if text == "status" else good(seq, text)
    )
    session = greeted(port)
    with pytest.raises(NoAnswer, match="dancing"):
        ask_status(session)
    session.close()
