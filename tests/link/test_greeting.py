"""The first seconds: boards that boot, that are silent, strange, or of another time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from servoarm.errors import LinkError, NoAnswer, UnreadableAnswer, WrongFirmware
from servoarm.link.greeting import Evidence
from servoarm.link.session import HELLO_TIMEOUT_S, Session
from servoarm.wire.codec import decode

from ..mock.boards import fresh_board
from .scripted import BANNER, ScriptedPort, framed, good, greeted

CASES = Path(__file__).parents[1] / "data" / "cases"


def test_a_board_that_is_deaf_while_it_boots_is_waited_for() -> None:
    steps = json.loads((CASES / "R21_reset_on_open.json").read_text())["steps"]
    silent_ms = next(step["value"] for step in steps if step.get("device") == "silent_ms")
    url, _ = fresh_board(boot_ms=silent_ms)
    started = time.monotonic()
    session = Session.open(url)
    assert silent_ms / 1000 < time.monotonic() - started < silent_ms / 1000 + 1.0
    assert session.request("frame").words == ("frame", "20000")
    session.close()


def test_noise_before_the_banner_does_no_harm() -> None:
    deaf = [True]

    def booting(seq: int, text: str) -> Iterable[bytes]:
        if deaf.pop() if deaf else False:
            return [bytes.fromhex("f0fffe"), BANNER]
        return good(seq, text)

    port = ScriptedPort(booting)
    started = time.monotonic()
    session = greeted(port)
    assert time.monotonic() - started < 0.25  # asked again at the banner, not at the next turn
    assert len(port.requests) == 2
    session.close()


STRANGERS = {
    "never answers": ({"sketch": "silent"}, NoAnswer, "Nothing", "reset button"),
    "answers the name but no version": (
        {"sketch": "noversion"},
        WrongFirmware,
        "no version",
        "Flash",
    ),
    "answers an older protocol version than the host knows": (
        {"protocol": "0.9"},
        WrongFirmware,
        "older",
        "Flash",
    ),
    "answers a newer one": ({"protocol": "2.0"}, WrongFirmware, "newer", "Update this program"),
    "runs another sketch: prints a number per second": (
        {"sketch": "counter"},
        WrongFirmware,
        "another sketch; it says '0'",
        "Flash",
    ),
}


def test_every_stranger_of_the_case_is_tried() -> None:
    cases = json.loads((CASES / "R31_no_version.json").read_text())["cases"]
    assert [case["device"] for case in cases] == list(STRANGERS)
    assert HELLO_TIMEOUT_S < 5


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_stranger_gets_a_word_and_nothing_but_hello(stranger: str) -> None:
    options, kind, words, remedy = STRANGERS[stranger]
    url, device = fresh_board(**options)
    started = time.monotonic()
    with pytest.raises(kind, match=words) as refused:
        Session.open(url, timeout_s=1.0)
    assert time.monotonic() - started < 1.6
    assert isinstance(refused.value, LinkError)
    assert remedy in refused.value.remedy
    lines = bytes(device.received).splitlines()
    assert lines
    assert all(b" hello 1 " in line for line in lines)


def test_a_newer_minor_of_the_same_protocol_works() -> None:
    url, _ = fresh_board(protocol="1.5")
    session = Session.open(url)
    assert session.hello.protocol == (1, 5)
    assert session.request("frame").words == ("frame", "20000")
    session.close()


def verdict_on(*lines: bytes) -> LinkError:
    evidence = Evidence("port", 115200)
    for line in lines:
        evidence.note_bytes(line + b"\n")
        evidence.note(decode(line))
    return evidence.as_error(4.5)


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        (framed(1, "ok servoarm 2.1.0 protocol 2.0 and more"), "newer", "protocol 2.0"),
        (b"ok servoarm 2.1.0 protocol 2.0", "newer", "protocol 2.0"),
        (framed(1, "ok servoarm 0.0.9 protocol 0.9 frame 20000"), "older", "protocol 0.9"),
        (framed(1, "err 18 protocol-version 1 5"), "newer", "protocol 1.5"),
        (framed(1, "err 7 unknown-verb"), "another sketch", "another sketch"),
        (b"   ", "another sketch", "another sketch"),
    ],
)
def test_what_a_strange_board_says_is_put_into_words(line: bytes, kind: str, words: str) -> None:
    verdict = verdict_on(line.removesuffix(b"\n"))
    assert isinstance(verdict, WrongFirmware)
    assert verdict.kind == kind
    assert words in verdict.message
    assert "''" not in verdict.message


def test_a_hello_of_another_protocol_is_not_asked_for_again() -> None:
    port = ScriptedPort(lambda seq, text: [framed(seq, "ok servoarm 2.1.0 protocol 2.0")])
    started = time.monotonic()
    with pytest.raises(WrongFirmware, match="Its firmware is newer"):
        greeted(port)
    assert time.monotonic() - started < 1.0
    assert len(port.requests) == 1


def test_another_baud_rate_is_named_as_the_likely_cause() -> None:
    url, _ = fresh_board(sketch="garbage")
    with pytest.raises(UnreadableAnswer, match=r"unreadable at 115200 baud.*another baud rate"):
        Session.open(url, timeout_s=0.5)


def test_the_noise_of_the_case_is_unreadable() -> None:
    evidence = Evidence("port", 115200)
    evidence.note_bytes((CASES / "R32_wrong_baud.bin").read_bytes())
    assert isinstance(evidence.as_error(1.0), UnreadableAnswer)


def test_a_damaged_banner_is_not_taken_for_another_firmware() -> None:
    evidence = Evidence("port", 115200)
    for line in (b"servoarm 0.1.0 proto\xffcol 1.0 reset power", b":7 ok servoarm 0.1.0 pro"):
        evidence.note_bytes(line)
        evidence.note(decode(line))
    verdict = evidence.as_error(1.0)
    assert type(verdict) is NoAnswer
    assert "another USB cable" in verdict.remedy


def test_a_good_board_behind_a_bad_cable_is_found() -> None:
    url, _ = fresh_board(drop=0.003, flip=0.003, seed=7)
    Session.open(url).close()


def test_after_a_failure_the_port_is_free_again() -> None:
    url, device = fresh_board(sketch="silent")
    with pytest.raises(LinkError):
        Session.open(url, timeout_s=0.1)
    Session.open(f"mock://{device.name}?boot_ms=0").close()
