"""The conversation with one board: hello, requests and their answers, keep-alive, and its end.

One thread reads. It also sends the keep-alive `?`, between handing over what it read: as long as
`?` goes out, the host is not only running but takes in what the board says.
Requests go one at a time, each waiting for its answer; realtime bytes pass them all.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from servoarm.errors import InterruptedBy, LinkError, LinkLost, NoAnswer
from servoarm.link.continuity import Continuity
from servoarm.link.exchange import RETRY_CODES, Exchange, refusal
from servoarm.link.greeting import Evidence
from servoarm.link.stop_count import StopCount
from servoarm.link.time_limit import TimeLimit
from servoarm.link.transport import Transport, open_port
from servoarm.wire import codec
from servoarm.wire.error_table import ErrorCode
from servoarm.wire.messages import Err, Hello, Message, Ok, StatusReport, Unreadable

HELLO_TIMEOUT_S = 4.5
HELLO_EVERY_S = 0.3
REQUEST_TIMEOUT_S = 1.5
ATTEMPT_S = 0.25
BUSY_PAUSE_S = 0.05
POLL_MOVING_S = 0.03
POLL_RESTING_S = 0.25
# longer than a board's boot loader takes: a reset is to be seen as such
SILENCE_S = 3.0
CLOSE_S = 1.0

_STARTS_MOTION = frozenset({"move", "attach"})

Event = Message | LinkError
_log = logging.getLogger("servoarm")


@dataclass(slots=True)
class Counters:
    """What went wrong and was made good."""

    unreadable_lines: int = 0
    repeated_requests: int = 0


class Session:
    """An answered hello and what follows.

    `on_event` is called in the reader's thread: with every message, and at the end, once, with the
    LinkError that ended it.
    """

    hello: Hello

    def __init__(self, transport: Transport, on_event: Callable[[Event], None]) -> None:
        self.url = transport.url
        self.counters = Counters()
        self.stops = StopCount()
        self.resting_poll_s = POLL_RESTING_S
        self._transport = transport
        self._on_event = on_event
        self._splitter = codec.LineSplitter()
        self._turn = threading.Lock()
        self._send_lock = threading.Lock()
        self._exchange = Exchange()
        self._down: LinkError | None = None
        self._write_failure: LinkLost | None = None
        self._continuity = Continuity()
        self._evidence: Evidence | None = Evidence(transport.url, transport.baud)
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
        """Open the port and greet the board, in `timeout_s`.

        Raises NoBoard, PortDenied, PortBusy, WrongFirmware, NoAnswer, UnreadableAnswer or LinkLost.
        """
        limit = TimeLimit(timeout_s)
        session = cls(open_port(url, timeout_s=timeout_s), on_event)
        session.start(limit.at_most(timeout_s))
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
        """Say hello until it is answered. A board just reset answers only after a second or two.

        Also after a restart. Raises as `open`.
        """
        deadline = time.monotonic() + timeout_s
        evidence = self._evidence or Evidence(self.url, self._transport.baud)
        nonce = random.randrange(1, 0x10000)
        with self._turn:
            self._evidence = evidence
            self._continuity.begin()
            self._exchange.begin()
            while (now := time.monotonic()) < deadline and not evidence.certain:
                self._send("hello", (codec.PROTOCOL[0], nonce))
                hello = self._wait_for_hello(min(deadline, now + HELLO_EVERY_S), evidence)
                if hello is not None and hello.protocol[0] == codec.PROTOCOL[0]:
                    return self._begin(hello)
            self._evidence = None
            self._continuity.fail()
        raise evidence.as_error(timeout_s)

    def request(
        self,
        verb: str,
        *numbers: int,
        timeout_s: float = REQUEST_TIMEOUT_S,
        stop_count: int | None = None,
    ) -> Ok:
        """Send a request and wait for its answer; again, under a new number, where it was damaged.

        Raises Refused with the board's reason; NoAnswer after `timeout_s`; LinkLost; BoardRestarted
        once the board was reset, until `greet`; Interrupted for a motion that a stop overtook since
        it was asked for (`stop_count`: what `stops.value` was then; None: now).
        """
        if self.in_reader:
            raise RuntimeError("a listener may not wait for the board; ask from another thread")
        stop_count = self.stops.value if stop_count is None else stop_count
        deadline = time.monotonic() + timeout_s
        if not self._turn.acquire(timeout=timeout_s):
            raise NoAnswer("no reply", self.url, timeout_s, verb)
        try:
            return self._repeat_request(verb, numbers, stop_count, deadline, timeout_s)
        finally:
            self._exchange.begin()
            self._turn.release()

    def realtime(self, byte: bytes) -> None:
        """Send stop, relax or status at once, whatever else is under way. Raises LinkLost."""
        if self._down is not None:
            raise self._down.with_traceback(None)
        with self._send_lock:
            self._write(byte)

    def halt(self, byte: bytes, by: InterruptedBy) -> None:
        """Send a stop or relax at once; no motion asked for before goes out after it.

        Raises LinkLost.
        """
        self.stops.add(by)
        self.realtime(byte)

    def close(self) -> None:
        """End the session and close the port. Safe to call twice, and from the reader's thread."""
        if self._down is None:
            self._down = LinkLost("closed", self.url)
        self._exchange.wake()
        if self._reader.ident is not None and not self.in_reader:
            self._transport.cancel_read()
            self._reader.join(CLOSE_S)
        self._transport.close()

    def check_alive(self) -> None:
        """Raise what ended the session, LinkLost or BoardRestarted, if anything did."""
        if self._down is not None:
            raise self._down.with_traceback(None)
        self._continuity.check()

    @property
    def restarted(self) -> bool:
        """Whether the board was reset since the last hello."""
        return self._continuity.restarted is not None

    @property
    def in_reader(self) -> bool:
        """Whether this is called from a listener."""
        return threading.current_thread() is self._reader

    # Sending and waiting, in the caller's thread.

    def _repeat_request(
        self,
        verb: str,
        numbers: tuple[int, ...],
        stop_count: int,
        deadline: float,
        timeout_s: float,
    ) -> Ok:
        answer: Err | None = None
        self._exchange.begin()
        while (now := time.monotonic()) < deadline:
            self.check_alive()
            self._send(verb, numbers, stop_count)
            reply = self._exchange.wait(
                min(deadline, now + ATTEMPT_S),
                lambda: self._down is not None or self.restarted,
            )
            if isinstance(reply, Ok):
                return reply
            self.check_alive()
            answer = reply
            if answer is not None and answer.code == ErrorCode.BUSY:
                time.sleep(BUSY_PAUSE_S)
            elif answer is not None and answer.code not in RETRY_CODES:
                raise refusal(answer)
            self.counters.repeated_requests += 1
        self.check_alive()
        if answer:
            raise refusal(answer)
        raise NoAnswer("no reply", self.url, timeout_s, verb)

    def _wait_for_hello(self, until: float, evidence: Evidence) -> Hello | None:
        banners = evidence.banners
        answer = self._exchange.wait(
            until, lambda: self._down is not None or evidence.banners > banners
        )
        if self._down is not None:
            raise self._down.with_traceback(None)
        return codec.hello_answer(answer.words) if isinstance(answer, Ok) else None

    def _begin(self, hello: Hello) -> Hello:
        self.hello = hello
        self._polled_at = self._heard_at = time.monotonic()
        self._evidence, self._continuity.greeted = None, True
        return hello

    def _send(self, verb: str, numbers: tuple[int, ...], stop_count: int | None = None) -> None:
        with self._send_lock:  # a stop that is counted after the check is sent after the motion
            if stop_count is not None and verb in _STARTS_MOTION:
                self.stops.check(stop_count)
            self._write(codec.encode(self._exchange.next_number(), verb, *numbers))

    def _write(self, data: bytes) -> None:
        try:
            self._transport.write(data)
        except LinkLost as error:
            # the reader finds the port closed, and it alone tells the listener
            self._write_failure = self._write_failure or error
            raise

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
            self._go_down(LinkLost("failed", self.url, str(error)))

    def _take_in(self, data: bytes) -> None:
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
            if self._continuity.greeted:
                self._tell(message)  # first, so that a request returns to a listener that knows
            self._exchange.offer(message)
        self._heard_at = time.monotonic()  # what the listeners took is no silence of the board

    def _note_state(self, message: Message) -> None:
        self._continuity.note(message)
        if isinstance(message, StatusReport):
            self._poll_s = POLL_MOVING_S if message.state.under_way else self.resting_poll_s

    def _keep_alive(self) -> None:
        now = time.monotonic()
        session_on = self._continuity.greeted and not self.restarted
        if not session_on or now - self._polled_at < self._poll_s:
            return
        if now - self._heard_at > SILENCE_S:
            raise NoAnswer("gone silent", self.url, SILENCE_S)
        self._polled_at = now
        with self._send_lock:
            self._write(codec.STATUS)

    def _go_down(self, error: LinkError) -> None:
        self._transport.close()
        if self._down is None:
            self._down = error = self._write_failure or error
            self._exchange.wake()
            self._tell(error)

    def _tell(self, event: Event) -> None:
        try:
            self._on_event(event)
        except BaseException:  # SystemExit, too, would end the reader
            _log.exception("a listener failed at %s", event)
