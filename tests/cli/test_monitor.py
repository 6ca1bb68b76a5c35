"""`monitor`: lines go to the board as they are, and what comes is printed."""

import os
import time
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from servoarm.cli import board_terminal
from servoarm.cli.board_terminal import answer_of
from servoarm.link.transport import Transport

from .running import Servoarm


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    """Put bytes on stdin, and end it; it stays open until it is called."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as keyboard, os.fdopen(writing, "wb") as typist:
        monkeypatch.setattr("sys.stdin", keyboard)

        def write(data: bytes) -> None:
            typist.write(data)
            typist.close()

        yield write


def test_piped_lines_are_answered_in_order_after_the_banner(
    servoarm: Servoarm, stdin: Callable[[bytes], None], mock: str
) -> None:
    stdin(b"hello\nstatus\nfly\n")
    ran = servoarm("monitor", "--port", mock)
    assert ran.code == 0
    banner, hello, status, error = ran.out.strip().split("\n")
    assert banner.startswith("servoarm ")
    assert banner.endswith("reset power")
    assert hello.startswith("ok servoarm ")
    assert status == "ok relaxed 0 0 0 0 0 0 0 0"
    assert error == "err 7 unknown-verb"


@pytest.mark.parametrize("text", [b"status", b"status\r\n", b"\n\nstatus\n", b"?"])
def test_line_ends_are_taken_as_they_come(
    text: bytes, servoarm: Servoarm, stdin: Callable[[bytes], None], mock: str
) -> None:
    stdin(text)
    ran = servoarm("monitor", "--port", mock)
    assert ran.out.count("relaxed 0 0") == 1


def test_no_answer_is_lost_however_many_commands_come_at_once(
    servoarm: Servoarm, stdin: Callable[[bytes], None], mock: str
) -> None:
    stdin(b"status\n" * 200)
    ran = servoarm("monitor", "--port", mock)
    assert ran.out.count("ok relaxed") == 200


def test_a_board_that_never_falls_silent_does_not_keep_it_for_ever(
    servoarm: Servoarm, stdin: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    frames_between = 5  # a tenth of a second
    monkeypatch.setattr("servoarm.mock.sketches._FRAMES_A_SECOND", frames_between)
    stdin(b"status\n")
    started = time.monotonic()
    ran = servoarm("monitor", "--port", "mock://?sketch=counter")
    assert ran.code == 0
    assert ran.out.count("\n") > 10
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("line", "answers", "others"),
    [
        (
            b"status",
            [b"ok relaxed 0", b"err 7 unknown-verb", b":7 ok*00000000", b"42"],
            [b"status moving"],
        ),
        (b"sta?tus", [b"ok relaxed 0"], [b"status relaxed"]),
        (b"?", [b"status relaxed 0"], [b"ok"]),
        (b"move 1 1!", [b"status stopping"], [b"ok"]),
        (b"^", [b"status relaxed"], [b"servoarm 0.1.0 protocol 1.0 reset button"]),
    ],
)
def test_each_line_has_its_answer(line: bytes, answers: list[bytes], others: list[bytes]) -> None:
    pattern = answer_of(line + b"\n")
    assert pattern is not None
    assert all(pattern.match(answer) for answer in answers)
    assert not any(pattern.match(other) for other in others)


class Deaf:
    """A board that says its banner, and then answers nothing."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self._says = [b"servoarm 0.1.0 protocol 1.0 reset power\n"]

    def read(self) -> bytes:
        time.sleep(0.001)
        return self._says.pop() if self._says else b""

    def write(self, data: bytes) -> None:
        self.written.append(data)


@pytest.mark.parametrize("halt", [b"!", b"^", b"  !  "])
def test_a_typed_stop_waits_for_no_answer(
    halt: bytes, stdin: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_terminal, "ANSWER_S", 20.0)
    monkeypatch.setattr(board_terminal, "QUIET_S", 0.0)
    board = Deaf()
    stdin(b"move 9000 0\n" + halt + b"\n")
    started = time.monotonic()
    board_terminal.Monitor(cast("Transport", board)).talk(1.0)
    assert board.written == [b"move 9000 0\n", halt + b"\n"]
    assert time.monotonic() - started < 10


def test_a_command_waits_for_the_answer_to_the_one_before(
    stdin: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_terminal, "ANSWER_S", 0.3)
    monkeypatch.setattr(board_terminal, "QUIET_S", 0.0)
    board = Deaf()
    stdin(b"status\nstatus\n")
    started = time.monotonic()
    board_terminal.Monitor(cast("Transport", board)).talk(1.0)
    assert board.written == [b"status\n", b"status\n"]
    assert time.monotonic() - started > 0.3


def test_an_empty_line_has_no_answer() -> None:
    assert answer_of(b" \n") is None


def test_an_empty_stdin_ends_after_the_banner(
    servoarm: Servoarm, stdin: Callable[[bytes], None], mock: str
) -> None:
    stdin(b"")
    started = time.monotonic()
    ran = servoarm("monitor", "--port", mock)
    assert ran.code == 0
    assert "protocol" in ran.out
    assert time.monotonic() - started < 5


def test_a_board_that_says_nothing_is_told_of(
    servoarm: Servoarm, stdin: Callable[[bytes], None]
) -> None:
    stdin(b"")
    ran = servoarm("monitor", "--port", "mock://?sketch=silent", "--timeout", "0.3")
    assert ran.code == 0
    assert "says nothing yet" in ran.err


def test_what_is_no_text_is_shown_as_escapes(
    servoarm: Servoarm, stdin: Callable[[bytes], None]
) -> None:
    stdin(b"")
    ran = servoarm("monitor", "--port", "mock://?sketch=garbage", "--timeout", "0.5")
    assert ran.code == 0
    assert "\\x" in ran.out


def test_a_board_that_goes_away_ends_it_with_4_though_nobody_types(
    servoarm: Servoarm, stdin: Callable[[bytes], None]
) -> None:
    ran = servoarm("monitor", "--port", "mock://?vanish_after_s=0.5")
    assert ran.code == 4
    assert "is gone" in ran.err
    stdin(b"")


def test_no_port_exits_4(servoarm: Servoarm) -> None:
    assert servoarm("monitor", "--port", "no-such-port").code == 4
