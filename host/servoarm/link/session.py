"""The conversation with one board: hello, requests and their answers, keep-alive, and its end.

One thread reads. It also sends the keep-alive `?`, between handing over what it read: as long as `?`
goes out, the host is not only running but takes in what the board says.
Requests go one at a time, each waiting for its answer; realtime bytes pass them all.
"""

from __future__ import annotations

import itertools
import logging
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from servoarm.errors import BoardRestarted, Interrupted, LinkError, LinkLost, NoAnswer, Refused
from servoarm.link.greeting import Evidence
from servoarm.link.transport import Transport, open_port
from servoarm.wire import codec
from servoarm.wire.error_table import ERRORS
from servoarm.wire.messages import Banner, Err, Hello, Message, Ok, StatusReport, Unreadable

HELLO_TIMEOUT_S = 4.5
HELLO_EVERY_S = 0.3
REQUEST_TIMEOUT_S = 1.5
ATTEMPT_S = 0.25
BUSY_PAUSE_S = 0.05
POLL_MOVING_S = 0.04
POLL_RESTING_S = 0.25
# longer than a board's boot loader takes: a reset is to be seen as such
SILENCE_S = 3.0

CLOSE_S = 1.0

_RETRY_CODES = frozenset({1, 2, 3, 4})  # damaged on the way: too long, no text, checksum, stale
_NO_SESSION = 5
_BUSY = 20
_STARTS_MOTION = frozenset({"move", "attach"})

Event = Message | LinkError
_log = logging.getLogger("servoarm")


@dataclass(slots=True)
class Counters:
    """What went wrong and was made good."""

    unreadable_lines: int = 0
    repeated_requests: int = 0


class Session:
    """An answered hello and what follows. `on_event` is called in the reader's thread: every message,
    and at the end, once, the LinkError that ended it.
    """

    hello: Hello

    def __init__(self, transport: Transport, on_event: Callable[[Event], None]) -> None:
        self.url = transport.url
        self.counters = Counters()
        self.resting_poll_s = POLL_RESTING_S
        self._transport = transport
        self._on_event = on_event
        self._splitter = codec.LineSplitter()
        self._turn = threading.Lock()
        self._send_lock = threading.Lock()
        self._wake = threading.Condition()
        self._seq = random.randrange(0x10000)
        self._awaited: set[int] = set()
        self._answer: Ok | Err | None = None
        self._halt_numbers = itertools.count(1)
        self._halts = 0
        self._down: LinkError | None = None
        self._write_failure: LinkLost | None = None
        self._restarted: str | None = None
        self._greeted = False
        self._evidence: Evidence | None = None
        self._poll_s = POLL_RESTING_S
        self._polled_at = self._heard_at = time.monotonic()
        self._reader = threading.Thread(target=self._read_loop, name="servoarm reader", daemon=True)

    @classmethod
    def open(
        cls,
        url: str,
        on_event: Callable[[Event], None] = lambda event: None,
        timeout_s: float = HELLO_TIMEOUT_S,
    ) -> Self:
        """Open the port and greet the board.

        Raises NoBoard, PortDenied, PortBusy, WrongFirmware, NoAnswer, UnreadableAnswer or LinkLost.
        """
        session = cls(open_port(url), on_event)
        session.start(timeout_s)
        return session

    def start(self, timeout_s: float = HELLO_TIMEOUT_S) -> Hello:
        """Begin to read, and greet. On any failure the port is closed. Raises as `open`."""
        self._reader.start()
        try:
            return self.greet(timeout_s)
        except BaseException:
            self.close()
            raise

    def greet(self, timeout_s: float = HELLO_TIMEOUT_S) -> Hello:
        """Say hello until it is answered: a board that was just reset is deaf for a second or two.

        Also after a restart. Raises as `open`.
        """
        deadline = time.monotonic() + timeout_s
        evidence = Evidence(self.url, self._transport.baud)
        nonce = random.randrange(1, 0x10000)
        with self._turn:
            self._evidence, self._greeted = evidence, False
            self._restarted = None
            self._awaited, self._answer = set(), None
            while (now := time.monotonic()) < deadline:
                self._send("hello", (codec.PROTOCOL[0], nonce))
                self._wait_for_hello(min(deadline, now + HELLO_EVERY_S), evidence)
                hello = self._take_hello()
                if hello is not None and hello.protocol[0] == codec.PROTOCOL[0]:
                    return self._begin(hello)
                if evidence.certain:
                    break
        raise evidence.verdict(timeout_s)

    def request(self, verb: str, *numbers: int, timeout_s: float = REQUEST_TIMEOUT_S) -> Ok:
        """Send a request and wait for its answer; again, under a new number, where one was damaged.

        Raises Refused with the board's reason; NoAnswer after `timeout_s`; LinkLost; BoardRestarted
        once the board was reset, until `greet`; Interrupted for a motion that a stop overtook.
        """
        if self.in_reader:
            raise RuntimeError("a listener may not wait for the board; ask from another thread")
        halts = self._halts
        deadline = time.monotonic() + timeout_s
        answer: Ok | Err | None = None
        if not self._turn.acquire(timeout=timeout_s):
            raise _no_answer(self.url, verb, timeout_s)
        try:
            self._awaited, self._answer = set(), None
            while (now := time.monotonic()) < deadline:
                self.check_alive()
                self._send(verb, numbers, halts)
                answer = self._wait_for_answer(min(deadline, now + ATTEMPT_S))
                if isinstance(answer, Ok):
                    return answer
                if answer is not None and answer.code == _BUSY:
                    time.sleep(BUSY_PAUSE_S)
                elif answer is not None and answer.code not in _RETRY_CODES:
                    raise refusal(answer)
                self.counters.repeated_requests += 1
        finally:
            self._awaited = set()
            self._turn.release()
        self.check_alive()
        if answer is not None:
            raise refusal(answer)
        raise _no_answer(self.url, verb, timeout_s)

    def realtime(self, byte: bytes) -> None:
        """Send stop, relax or status at once, whatever else is under way. Raises LinkLost."""
        if byte in (codec.STOP, codec.RELAX):
            self._halts = next(self._halt_numbers)
        with self._send_lock:
            self._write(byte)

    def close(self) -> None:
        """End the session and close the port. Safe to call twice, and from the reader's thread."""
        with self._wake:
            if self._down is None:
                self._down = LinkLost(f"The connection to {self.url} was closed.", "Open it again.")
            self._wake.notify_all()
        if self._reader.ident is not None and not self.in_reader:
            self._reader.join(CLOSE_S)
        self._transport.close()

    def check_alive(self) -> None:
        """Raise what ended the session, LinkLost or BoardRestarted, if anything did."""
        if self._down is not None:
            raise self._down.with_traceback(None)
        if self._restarted is not None or not self._greeted:
            raise BoardRestarted(
                f"The board was reset ({self._restarted}): it has no pulses and does not know where"
                " the arm is.",
                "Attach again. After a brown-out, give the servos a supply of their own.",
                self._restarted or "unknown",
            )

    @property
    def restarted(self) -> bool:
        """Whether the board was reset since the last hello."""
        return self._restarted is not None

    @property
    def in_reader(self) -> bool:
        """Whether this is called from a listener."""
        return threading.current_thread() is self._reader

    # Sending.

    def _send(self, verb: str, numbers: tuple[int, ...], halts: int | None = None) -> None:
        with self._send_lock:
            if halts is not None and halts != self._halts and verb in _STARTS_MOTION:
                raise Interrupted("The arm was stopped before this motion began.", by="stop")
            self._seq = (self._seq + 1) & 0xFFFF
            self._awaited.add(self._seq)
            self._write(codec.encode(self._seq, verb, *numbers))

    def _write(self, data: bytes) -> None:
        try:
            self._transport.write(data)
        except LinkLost as error:
            # the reader finds the port closed, and it alone tells the listener
            self._write_failure = self._write_failure or error
            raise

    # Waiting.

    def _wait_for_answer(self, until: float) -> Ok | Err | None:
        with self._wake:
            self._wake.wait_for(
                lambda: self._answer is not None or self._down or self._restarted is not None,
                until - time.monotonic(),
            )
            answer, self._answer = self._answer, None
            return answer

    def _wait_for_hello(self, until: float, evidence: Evidence) -> None:
        banners = evidence.banners
        with self._wake:
            self._wake.wait_for(
                lambda: self._answer is not None or self._down or evidence.banners > banners,
                until - time.monotonic(),
            )
        if self._down is not None:
            self.check_alive()

    def _take_hello(self) -> Hello | None:
        with self._wake:
            answer, self._answer = self._answer, None
        return codec.hello_answer(answer.words) if isinstance(answer, Ok) else None

    def _begin(self, hello: Hello) -> Hello:
        self.hello = hello
        with self._wake:
            self._evidence, self._greeted = None, True
            self._polled_at = self._heard_at = time.monotonic()
        return hello

    # Reading: all below runs in the reader's thread.

    def _read_loop(self) -> None:
        try:
            while self._down is None:
                data = self._transport.read()
                if data:
                    self._take_in(data)
                self._keep_alive()
        except LinkError as error:
            self._go_down(error)
        except Exception as error:
            _log.exception("the reader of %s failed", self.url)
            self._go_down(LinkLost(f"Reading from {self.url} failed: {error}.", "Connect again."))

    def _take_in(self, data: bytes) -> None:
        self._heard_at = time.monotonic()
        evidence = self._evidence
        if evidence is not None:
            evidence.note_bytes(data)
        for line in self._splitter.feed(data):
            message = codec.decode(line)
            if isinstance(message, Unreadable):
                self.counters.unreadable_lines += 1
            if evidence is not None:
                evidence.note(message)
            self._note_state(message)
            if self._greeted:
                self._tell(message)  # first, so that a request returns to a listener that knows
            self._hand_over(message)

    def _note_state(self, message: Message) -> None:
        if isinstance(message, StatusReport):
            self._poll_s = POLL_MOVING_S if message.state.under_way else self.resting_poll_s
        elif isinstance(message, Banner):
            self._restart(message.reset)
        elif isinstance(message, Err) and message.code == _NO_SESSION:
            self._restart("unknown")

    def _hand_over(self, message: Message) -> None:
        with self._wake:
            if isinstance(message, Ok | Err) and self._concerns(message):
                self._answer = message
            self._wake.notify_all()

    def _restart(self, reason: str) -> None:
        if self._greeted:
            self._restarted = reason

    def _concerns(self, message: Ok | Err) -> bool:
        """Whether this answers the request under way, or tells that it came in pieces."""
        if message.seq is None:
            return isinstance(message, Err) and message.framed and message.code in _RETRY_CODES
        return message.seq in self._awaited

    def _keep_alive(self) -> None:
        now = time.monotonic()
        if not self._greeted or self._restarted is not None or now - self._polled_at < self._poll_s:
            return
        if now - self._heard_at > SILENCE_S:
            raise NoAnswer(
                f"The board at {self.url} has stopped answering.",
                "Check the cable and the board's power, then connect again.",
                SILENCE_S,
            )
        self._polled_at = now
        with self._send_lock:
            self._transport.write(codec.STATUS)

    def _go_down(self, error: LinkError) -> None:
        with self._wake:
            first = self._down is None
            if first:
                self._down = error = self._write_failure or error
            self._wake.notify_all()
        self._transport.close()
        if first:
            self._tell(error)

    def _tell(self, event: Event) -> None:
        try:
            self._on_event(event)
        except Exception:
            _log.exception("a listener failed at %s", event)


def refusal(answer: Err) -> Refused:
    """The board's `err` as an error that says it in words."""
    known = ERRORS.get(answer.code)
    text = known.english if known else "The board refused the request."
    message, _, remedy = text.partition(". ")
    return Refused(f"{message.removesuffix('.')}.", remedy, answer.code, answer.name)


def _no_answer(url: str, verb: str, timeout_s: float) -> NoAnswer:
    return NoAnswer(
        f"The board at {url} did not answer {verb!r} within {timeout_s:g} s.",
        "Check the cable; connect again if it goes on.",
        timeout_s,
    )
