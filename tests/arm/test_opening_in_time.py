"""Opening an arm ends within the stated time, and then the board has all settings or its own."""

from __future__ import annotations

import threading
import time

import pytest
import serial

from servoarm import Arm, NoAnswer
from servoarm.arm.settings import board_settings
from servoarm.armfile import DEFAULT
from servoarm.link.session import Session
from servoarm.mock.device import MockDevice
from servoarm.wire.messages import Ok

from ..mock.boards import brisk_arm

SLACK_S = 0.7
"""For a busy computer, and for closing the port."""


@pytest.mark.parametrize("timeout_s", [1.5, 3.0])
def test_a_slow_line_takes_no_longer_than_the_stated_time(
    board: tuple[str, MockDevice], timeout_s: float
) -> None:
    began = time.monotonic()
    with pytest.raises(NoAnswer, match=f"was not ready within {timeout_s:g} s") as error:
        Arm.open(board[0] + "&delay_ms=300", brisk_arm(), timeout_s=timeout_s)
    assert time.monotonic() - began < timeout_s + SLACK_S
    assert "--timeout" in error.value.remedy_for("command line")


def test_settings_that_were_not_taken_in_time_are_put_back(
    board: tuple[str, MockDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    request, slow = Session.request, [True]

    def slow_at_the_last_joint(
        session: Session, verb: str, *numbers: int, timeout_s: float = 9.0, **more: int
    ) -> Ok:
        if verb == "joint" and numbers[:1] == (2,) and len(numbers) > 1 and slow:
            slow.clear()
            time.sleep(timeout_s)
            raise NoAnswer("no reply", session.url, timeout_s, verb)
        return request(session, verb, *numbers, timeout_s=timeout_s, **more)

    monkeypatch.setattr(Session, "request", slow_at_the_last_joint)
    began = time.monotonic()
    with pytest.raises(NoAnswer, match="not ready within 2 s"):
        Arm.open(board[0], brisk_arm(), timeout_s=2.0)
    assert time.monotonic() - began < 2.0 + SLACK_S
    with Arm.open(board[0], DEFAULT) as arm:
        assert arm.hello.settings_hash == board_settings(DEFAULT).hash()


def test_a_port_that_does_not_open_is_given_up_and_closed_when_it_does(
    monkeypatch: pytest.MonkeyPatch, board: tuple[str, MockDevice]
) -> None:
    go_on, closed = threading.Event(), threading.Event()

    class LatePort:
        def close(self) -> None:
            closed.set()

    def late(*_: object, **__: object) -> LatePort:
        go_on.wait(10.0)
        return LatePort()

    monkeypatch.setattr(serial, "serial_for_url", late)
    began = time.monotonic()
    with pytest.raises(NoAnswer, match=r"did not open within 0.3 s"):
        Arm.open(board[0], timeout_s=0.3)
    assert time.monotonic() - began < 0.3 + SLACK_S
    go_on.set()
    assert closed.wait(5.0)


@pytest.mark.parametrize("wrong", ["5", True, object()])
def test_a_time_that_is_no_number_is_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match="timeout_s must be a number"):
        Arm.open("mock://", timeout_s=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [0, -1.0, float("nan")])
def test_a_time_in_which_nothing_can_be_done_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="timeout_s must be"):
        Arm.open("mock://", timeout_s=wrong)
