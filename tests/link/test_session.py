"""Requests and their answers, stop before all else, resets, silence, and the end of the link."""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from servoarm.errors import BoardRestarted, Interrupted, LinkLost, NoAnswer, Refused
from servoarm.link import session as session_module
from servoarm.link.session import Session
from servoarm.wire.messages import Banner, State, StatusReport

from ..mock.boards import fresh_board
from .scripted import BANNER, Listener, ScriptedPort, framed, good, greeted

CASES = Path(__file__).parents[1] / "data" / "cases"


def failing(times: int, *replies: str) -> tuple[ScriptedPort, Session]:
    """A board that answers the first `times` requests after hello with these lines."""
    left = [times]

    def answer(seq: int, text: str) -> Iterable[bytes]:
        if not text.startswith("hello") and left[0] > 0:
            left[0] -= 1
            return [framed(reply.partition(" ")[0], reply.partition(" ")[2]) for reply in replies]
        return good(seq, text)

    port = ScriptedPort(answer)
    return port, greeted(port)


def test_a_lost_reply_is_asked_for_again_under_a_new_number() -> None:
    port, session = failing(2)
    assert session.request("status").words[0] == "relaxed"
    numbers = [line.split()[0] for line in bytes(port.sent).split(b"\n") if b"status" in line]
    assert len(set(numbers)) == 3
    assert session.counters.repeated_requests == 2
    session.close()


@pytest.mark.parametrize(
    "refusal",
    ["- err 1 line-too-long", "- err 2 bad-character", "- err 3 bad-checksum"],
)
def test_a_damaged_request_is_repeated_at_once(
    refusal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that lost its end, for one, runs on into the next and is too long."""
    monkeypatch.setattr(session_module, "ATTEMPT_S", 10.0)
    _, session = failing(1, refusal)
    assert session.request("status", timeout_s=5).words[0] == "relaxed"
    assert session.counters.repeated_requests == 1
    session.close()


def test_a_request_that_came_too_late_is_repeated_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "ATTEMPT_S", 10.0)

    def stale_once(seq: int, text: str) -> Iterable[bytes]:
        stale = text == "status" and port.requests.count("status") == 1
        return [framed(seq, "err 4 stale-sequence")] if stale else good(seq, text)

    port = ScriptedPort(stale_once)
    session = greeted(port)
    assert session.request("status", timeout_s=5).words[0] == "relaxed"
    assert port.requests.count("status") == 2
    session.close()


@pytest.mark.parametrize("code", [0, *range(6, 20), *range(21, 25)])
def test_any_other_refusal_is_final(code: int) -> None:
    refused = ScriptedPort(
        lambda seq, text: good(seq, text) if "hello" in text else [framed(seq, f"err {code} name")]
    )
    session = greeted(refused)
    with pytest.raises(Refused) as error:
        session.request("stop")
    assert error.value.code == code
    assert refused.requests.count("stop") == 1
    session.close()


def test_numbers_of_requests_go_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("servoarm.link.exchange.random.randrange", lambda *_: 0xFFFB)
    url, device = fresh_board()
    session = Session.open(url)
    for _ in range(6):
        assert session.request("status").words[0] == "relaxed"
    session.close()
    sent = [int(number) for number in re.findall(rb":(\d+) ", device.received)]
    assert {65535, 0} < set(sent)
    assert {(later - number) % 0x10000 for number, later in itertools.pairwise(sent)} == {1}


def test_each_greeting_begins_a_session_of_its_own() -> None:
    """To a board a hello of the same nonce is an ordinary line: nothing would be stopped by it."""
    port = ScriptedPort()
    session = greeted(port)
    for _ in range(4):
        session.greet()
    session.close()
    nonces = [int(text.split()[2]) for text in port.requests if text.startswith("hello")]
    assert len(set(nonces)) > 1
    assert all(0 <= nonce <= 65535 for nonce in nonces)


def test_a_hello_that_goes_unanswered_is_repeated_as_the_same() -> None:
    """Else each repetition would be another session, and stop an arm that begins to move."""
    unheard = ScriptedPort(lambda seq, text: good(seq, text) if len(unheard.requests) > 2 else [])
    session = greeted(unheard)
    session.close()
    hellos = [text for text in unheard.requests if text.startswith("hello")]
    assert len(hellos) == 3
    assert len(set(hellos)) == 1


def test_an_answer_to_another_number_is_not_taken() -> None:
    _, session = failing(1, "1 ok not mine", "2 err 11 shoulder-limit")
    assert session.request("status").words[0] == "relaxed"
    session.close()


def test_a_board_that_stores_is_asked_until_it_has_time() -> None:
    def busy_twice(seq: int, text: str) -> Iterable[bytes]:
        busy = text == "save" and port.requests.count("save") < 3
        return [framed(seq, "err 20 busy")] if busy else good(seq, text)

    port = ScriptedPort(busy_twice)
    session = greeted(port)
    assert session.request("save").words == ()
    assert port.requests.count("save") == 3
    session.close()


def test_a_busy_board_is_not_asked_without_pause() -> None:
    port = ScriptedPort(
        lambda seq, text: [framed(seq, "err 20 busy")] if text == "save" else good(seq, text)
    )
    session = greeted(port)
    with pytest.raises(Refused, match="storing"):
        session.request("save", timeout_s=0.3)
    assert 1 < port.requests.count("save") <= 1 + 0.3 / session_module.BUSY_PAUSE_S
    session.close()


def test_an_arm_under_way_is_asked_more_often_than_one_at_rest() -> None:
    port = ScriptedPort()
    session = greeted(port)
    session.resting_poll_s = 60.0
    port.say(framed("-", "status relaxed 0 0 0 0 0 0 0 32"))
    session.request("status")
    before = port.sent.count(b"?")
    port.mute = True
    port.say(framed("-", "status moving 0 0 9000 0 3000 3000 0 33"))
    session.request("stop")
    assert port.wait_sent(b"?", times=before + 3)
    session.close()


def test_no_answer_is_an_error_in_time() -> None:
    _, session = failing(1000)
    started = time.monotonic()
    with pytest.raises(NoAnswer, match="status"):
        session.request("status", timeout_s=0.3)
    assert time.monotonic() - started < 1.5
    session.close()


def test_a_refusal_has_the_boards_words() -> None:
    url, _ = fresh_board()
    session = Session.open(url)
    with pytest.raises(Refused, match=r"The arm is relaxed\. Attach it first\.") as refused:
        session.request("move", 0, 0)
    assert (refused.value.code, refused.value.name) == (13, "relaxed")
    session.close()


def test_many_threads_get_their_own_answers_behind_a_bad_cable() -> None:
    url, _ = fresh_board(drop=0.001, flip=0.001, seed=5)
    session = Session.open(url)
    wrong: list[object] = []

    def ask(joint: int) -> None:
        for _ in range(8):
            words = session.request("joint", joint, timeout_s=10).words
            if words[:2] != ("joint", str(joint)):
                wrong.append(words)

    threads = [threading.Thread(target=ask, args=(1 + number % 2,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    session.close()


def test_a_stop_does_not_wait_behind_a_request() -> None:
    port, session = failing(1000)

    def ask() -> None:
        with pytest.raises(LinkLost):
            session.request("status")

    waiting = threading.Thread(target=ask)
    waiting.start()
    assert port.wait_sent(b"status")
    started = time.monotonic()
    session.halt(b"!", "stop")
    assert time.monotonic() - started < 0.1
    assert waiting.is_alive()
    session.close()
    waiting.join()


@pytest.mark.parametrize("request_text", ["move 1 2", "attach"])
@pytest.mark.parametrize("halt", [b"!", b"^"])
def test_a_motion_that_a_stop_has_overtaken_is_never_sent_again(
    request_text: str, halt: bytes
) -> None:
    def lose_it(seq: int, text: str) -> Iterable[bytes]:
        return [] if text == request_text else good(seq, text)

    verb, *numbers = request_text.split()
    port = ScriptedPort(lose_it)
    session = greeted(port)
    raised: list[type[BaseException]] = []

    def move() -> None:
        try:
            session.request(verb, *map(int, numbers))
        except Exception as error:
            raised.append(type(error))

    mover = threading.Thread(target=move)
    mover.start()
    assert port.wait_sent(request_text.encode())
    session.halt(halt, "stop" if halt == b"!" else "relax")
    mover.join()
    assert raised == [Interrupted]
    assert port.requests.count(request_text) == 1
    session.close()


@pytest.mark.parametrize("sign", [BANNER, b"err 5 no-session\n", framed(9, "err 5 no-session")])
def test_a_reset_in_mid_session_fails_requests_until_the_next_hello(sign: bytes) -> None:
    listener = Listener()
    port = ScriptedPort()
    session = greeted(port, listener)
    waiting = threading.Event()

    def reset(seq: int, text: str) -> Iterable[bytes]:
        waiting.set()
        return [sign]

    port.answer = reset
    with pytest.raises(BoardRestarted, match="Attach again"):
        session.request("move", 1, 2)
    assert waiting.is_set()
    sent = len(port.requests)
    with pytest.raises(BoardRestarted):
        session.request("move", 1, 2)
    assert len(port.requests) == sent  # nothing goes to a board that was reset
    port.answer = good
    session.greet()
    assert session.request("status").words[0] == "relaxed"
    session.close()


def test_unreadable_status_lines_are_counted_and_change_nothing() -> None:
    lines = (CASES / "R29_question_mark.bin").read_bytes().replace(b"POS ", b":- status holding ")
    listener = Listener()
    port = ScriptedPort()
    session = greeted(port, listener)
    port.say(lines)
    session.request("status")
    session.close()
    assert session.counters.unreadable_lines == 6
    reports = [event for event in listener.events if isinstance(event, StatusReport)]
    assert all(report.state is State.RELAXED for report in reports)


def test_a_board_that_answers_without_frames_was_reset_and_its_banner_lost() -> None:
    port = ScriptedPort()
    session = greeted(port)
    port.say(b"status relaxed 0 0 0 0 0 0 0 0\n" + framed("-", "status relaxed 0 0 0 0 0 0 0 32"))
    assert session.request("status")
    assert not session.restarted  # one may be a damaged frame
    port.say(b"status relaxed 0 0 0 0 0 0 0 0\n" * 2)
    with pytest.raises(BoardRestarted):
        for _ in range(3):
            session.request("status")
    session.close()


def test_the_reason_of_a_reset_is_told() -> None:
    listener = Listener()
    port = ScriptedPort(lambda seq, text: good(seq, text) if "hello" in text else [BANNER])
    session = greeted(port, listener)
    with pytest.raises(BoardRestarted, match="brownout") as restarted:
        session.request("status")
    assert restarted.value.reason == "brownout"
    assert Banner("0.1.0", (1, 0), "brownout") in listener.events
    session.close()


def test_a_board_gone_silent_ends_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "SILENCE_S", 0.4)
    listener = Listener()
    port = ScriptedPort()
    session = greeted(port, listener)
    port.mute = True
    assert listener.wait_end()
    assert isinstance(listener.ends[0], NoAnswer)
    assert port.closed
    with pytest.raises(NoAnswer):
        session.request("status")


def test_closing_is_quick_and_tells_nobody() -> None:
    listener = Listener()
    session = greeted(ScriptedPort(), listener)
    started = time.monotonic()
    session.close()
    session.close()
    assert time.monotonic() - started < 0.5
    assert listener.ends == []
    with pytest.raises(LinkLost, match="closed"):
        session.request("status")


def test_a_listener_that_fails_does_not_end_the_session(caplog: pytest.LogCaptureFixture) -> None:
    def fail(event: object) -> None:
        raise RuntimeError("a bug in a listener")

    session = greeted(ScriptedPort(), fail)
    assert session.request("status")
    assert session.request("status")
    assert "a bug in a listener" in caplog.text
    session.close()


def test_a_listener_that_takes_its_time_is_no_silence_of_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_module, "SILENCE_S", 0.3)
    listener = Listener()

    def slow_at_first(event: session_module.Event) -> None:
        if not listener.events:
            time.sleep(0.5)
        listener(event)

    session = greeted(ScriptedPort(), slow_at_first)
    assert session.request("status")
    assert session.request("status")
    session.close()
    assert listener.events
    assert listener.ends == []


def test_a_listener_may_not_wait_for_the_board(caplog: pytest.LogCaptureFixture) -> None:
    session: Session

    def ask(event: object) -> None:
        session.request("status")

    session = greeted(ScriptedPort(), ask)
    session.request("status")
    session.close()
    assert "ask from another thread" in caplog.text
