"""Lines <-> messages. A damaged line becomes `Unreadable`, never an exception and never a guess."""

from __future__ import annotations

import re
from zlib import crc32

from servoarm.wire.messages import (
    Banner,
    Err,
    Flags,
    Hello,
    Message,
    Ok,
    State,
    StatusReport,
    Unreadable,
)

PROTOCOL = (1, 0)
MAX_REQUEST_BYTES = 60
MAX_REPLY_BYTES = 120
STOP, RELAX, STATUS = b"!", b"^", b"?"

_LINE_ENDS = re.compile(rb"[\r\n]+")
_FRAME = re.compile(rb"(-|0|[1-9]\d{0,4}) (.+)\*([0-9a-f]{8})")
_BANNER = re.compile(r"servoarm (\S+) protocol (\d+)\.(\d+) reset (\w+)")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,9})")
_PLAIN = re.compile(rb"[\x20-\x7e]*")
_ALL_FLAGS = sum(Flags)
_STATES = {state.value: state for state in State}


def encode(seq: int, verb: str, *numbers: int) -> bytes:
    """A framed request line, `:SEQ VERB NUMBERS*CRC` and LF.

    Raises ValueError for a sequence number outside 0..65535, anything that is not an int, or a
    line longer than the wire allows.
    """
    if not 0 <= seq <= 0xFFFF:
        raise ValueError(f"sequence number {seq} is outside 0..65535")
    body = f"{seq} {typed(verb, *numbers)}".encode("ascii")
    line = b":%b*%08x" % (body, crc32(body))
    if len(line) > MAX_REQUEST_BYTES:
        raise ValueError(f"line of {len(line)} bytes, the wire allows {MAX_REQUEST_BYTES}")
    return line + b"\n"


def typed(verb: str, *numbers: int) -> str:
    """The same request as a person types it in open mode, without the line's end."""
    for number in numbers:
        if type(number) is not int:
            raise ValueError(f"{number!r} is not a whole number")
    return " ".join((verb, *map(str, numbers)))


class LineSplitter:
    """Bytes as they come -> whole lines. Holds at most `MAX_REPLY_BYTES`, whatever comes.

    Of a longer line only its end is kept: where a line end was lost, the next line still counts.
    """

    def __init__(self) -> None:
        self._pending = b""

    @property
    def pending(self) -> bytes:
        """What has come of a line without its end."""
        return self._pending

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes, without line ends; empty lines are silent."""
        *lines, rest = _LINE_ENDS.split(self._pending + data)
        self._pending = rest[-MAX_REPLY_BYTES:]
        return [line[-MAX_REPLY_BYTES:] for line in lines if line]


def decode(line: bytes) -> Message:
    """One line of the board, without its end, to a message. Never raises."""
    start = line.rfind(b":")
    message = _decode_framed(line, line[start + 1 :]) if start >= 0 else None
    if message is not None and not isinstance(message, Unreadable):
        return message
    text = line.decode("latin-1")
    # also behind a line that the reset cut short
    if banner := _BANNER.search(text):
        firmware, major, minor, reset = banner.groups()
        return Banner(firmware, (int(major[:5]), int(minor[:5])), reset)
    if message is not None:
        return message
    if not _PLAIN.fullmatch(line):
        return Unreadable(line, "bytes that are not plain text")
    return _decode_body(line, None, text, framed=False)


def _decode_framed(line: bytes, frame: bytes) -> Message:
    match = _FRAME.fullmatch(frame)
    if match is None:
        return Unreadable(line, "no whole frame")
    seq_text, body, crc = match.groups()
    if crc32(frame[: match.end(2)]) != int(crc, 16):
        return Unreadable(line, "wrong checksum")
    seq = None if seq_text == b"-" else int(seq_text)
    return _decode_body(line, seq, body.decode("latin-1"), framed=True)


def _decode_body(line: bytes, seq: int | None, text: str, *, framed: bool) -> Message:
    kind, *words = text.split(" ")
    if kind == "status" and seq is None:
        report = status_report(words)
        return report if report and framed else Unreadable(line, "no status of the agreed form")
    if kind == "ok":
        return Ok(seq, tuple(words)) if framed else Unreadable(line, "answer without a frame")
    if kind == "err" and len(words) >= 2 and _NUMBER.fullmatch(words[0]):
        return Err(seq, int(words[0]), words[1], tuple(words[2:]), framed)
    return Unreadable(line, "no answer of the agreed form")


def numbers(words: tuple[str, ...] | list[str]) -> list[int] | None:
    """All words as whole numbers, or None."""
    if all(map(_NUMBER.fullmatch, words)):
        return [int(word) for word in words]
    return None


def status_report(words: tuple[str, ...] | list[str]) -> StatusReport | None:
    """`STATE T1 T2 G1 G2 P1 P2 FREE FLAGS`, or None. Fields added at the end are not read."""
    if len(words) < 9 or words[0] not in _STATES:
        return None
    values = numbers(words[1:9])
    if values is None or min(values[4:]) < 0:
        return None
    t1, t2, g1, g2, p1, p2, free, flags = values
    known = Flags(flags & _ALL_FLAGS)
    return StatusReport(_STATES[words[0]], t1, t2, g1, g2, p1, p2, free, known)


def hello_answer(words: tuple[str, ...]) -> Hello | None:
    """`servoarm FW protocol X.Y frame US queue N settings HASH SOURCE reset REASON`, or None."""
    match = _HELLO.match(" ".join(words))
    if match is None:
        return None
    firmware, major, minor, frame_us, queue, settings, source, reset = match.groups()
    return Hello(
        firmware,
        (int(major), int(minor)),
        int(frame_us),
        int(queue),
        int(settings, 16),
        source,
        reset,
    )


_HELLO = re.compile(
    r"servoarm (\S+) protocol (\d{1,5})\.(\d{1,5}) frame (\d{1,9}) queue (\d{1,9})"
    r" settings ([0-9a-f]{8}) (\w+) reset (\w+)"
)
