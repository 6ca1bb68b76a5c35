"""A port whose board is a few lines of Python: for answers that a good board never gives."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from zlib import crc32

from servoarm.errors import LinkError
from servoarm.link.session import Event, Session
from servoarm.link.transport import Transport

HELLO = "ok servoarm 0.1.0 protocol 1.0 frame 20000 queue 0 settings 1ce89db7 defaults reset button"
BANNER = b"servoarm 0.1.0 protocol 1.0 reset brownout\n"

Answer = Callable[[int, str], Iterable[bytes]]


def framed(seq: int | str, text: str) -> bytes:
    body = f"{seq} {text}"
    return f":{body}*{crc32(body.encode()):08x}\n".encode()


def good(seq: int, text: str) -> Iterable[bytes]:
    """What a good board that stands still answers."""
    if text.startswith("hello"):
        yield framed(seq, HELLO)
    elif text == "status":
        yield framed(seq, "ok relaxed 0 0 0 0 0 0 0 32")
    else:
        yield framed(seq, "ok")


class ScriptedPort:
    """What a `Transport` needs of a pyserial port. `fail` makes a call raise."""

    def __init__(self, answer: Answer = good) -> None:
        self.answer = answer
        self.fail: dict[str, BaseException] = {}
        self.requests: list[str] = []
        self.sent = bytearray()
        self.mute = False
        self.closed = False
        self._incoming = bytearray()
        self._changed = threading.Condition()

    def say(self, data: bytes) -> None:
        with self._changed:
            self._incoming += data
            self._changed.notify_all()

    def read(self, size: int) -> bytes:
        with self._changed:
            self._changed.wait_for(lambda: self._incoming or self.closed or self.fail, 0.02)
            self._check("read")
            data = bytes(self._incoming[:size])
            del self._incoming[:size]
            return data

    @property
    def in_waiting(self) -> int:
        self._check("in_waiting")
        return len(self._incoming)

    def write(self, data: bytes) -> int:
        with self._changed:
            self._check("write")
            self.sent += data
            self._changed.notify_all()
        if data == b"?" and not self.mute:
            self.say(framed("-", "status relaxed 0 0 0 0 0 0 0 32"))
        elif data.startswith(b":"):
            seq, _, text = data[1:].rpartition(b"*")[0].decode().partition(" ")
            self.requests.append(text)
            for reply in self.answer(int(seq), text):
                self.say(reply)
        return len(data)

    def close(self) -> None:
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def wait_sent(self, data: bytes, timeout_s: float = 5.0, times: int = 1) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self.sent.count(data) >= times, timeout_s)

    def _check(self, call: str) -> None:
        if self.closed:
            raise TypeError("the port is closed")
        if call in self.fail:
            raise self.fail[call]


class Listener:
    """Keeps what a session tells."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.ends: list[LinkError] = []
        self._changed = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            if isinstance(event, LinkError):
                self.ends.append(event)
            self._changed.notify_all()

    def wait_end(self, timeout_s: float = 5.0) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: bool(self.ends), timeout_s)


def greeted(port: ScriptedPort, listener: Callable[[Event], None] = lambda event: None) -> Session:
    session = Session(Transport(port, "scripted"), listener)
    session.start(2.0)
    return session
