"""The conversation of conversation.txt, and whoever it can be held with."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

CONVERSATION = Path(__file__).with_name("conversation.txt")


class Party(Protocol):
    """A board, simulated or real."""

    def send(self, data: bytes) -> None:
        """Put bytes on its line, at the beginning of a servo frame where that can be chosen."""

    def frames(self, count: int) -> None:
        """Let servo frames pass."""

    def pulses(self) -> tuple[int, int] | None:
        """The present pulses in ticks; None where they cannot be seen."""

    def read(self) -> bytes:
        """All it has said since the last reading."""


@dataclass
class Exchange:
    """What is sent together, how long it lasts, and what must be seen at its end."""

    line: int
    data: bytes = b""
    frames: int = 0
    expected: list[str] = field(default_factory=list)
    pulses: tuple[int, int] | None = None


def framed(text: str) -> bytes:
    """`SEQ TEXT` as a framed line."""
    return f":{text}*{zlib.crc32(text.encode()):08x}\n".encode()


def _sent(kind: str, text: str) -> bytes:
    if kind == ">":
        return text.encode() + b"\n"
    if kind == ">:":
        return framed(text)
    if kind == ">!":
        return text.encode()
    return bytes.fromhex(text)


def read_script(path: Path = CONVERSATION) -> list[Exchange]:
    """Read the exchanges; ValueError names the line that cannot be understood."""
    exchanges = [Exchange(1)]
    for number, raw in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        kind, _, text = raw.partition(" ")
        if not kind or kind.startswith("#"):
            continue
        if kind.startswith(">"):
            if exchanges[-1].frames:
                exchanges.append(Exchange(number))
            exchanges[-1].data += _sent(kind, text)
        elif kind == "~":
            exchanges[-1].frames += int(text)
        elif kind in ("<", "<:"):
            exchanges[-1].expected.append(kind.replace("<", "", 1) + text)
        elif kind == "=":
            first, second = text.split()
            exchanges[-1].pulses = (int(first), int(second))
        else:
            raise ValueError(f"{path.name} line {number}: {raw}")
    return exchanges


def lines_of(said: bytes) -> list[str]:
    """The board's lines; of a framed one, `:SEQ TEXT` when its CRC holds."""
    lines = []
    for line in said.decode("ascii").splitlines():
        body, star, crc = line.rpartition("*")
        whole = line.startswith(":") and star and zlib.crc32(body[1:].encode()) == int(crc, 16)
        lines.append(body if whole else line)
    return lines


def matches(expected: str, line: str) -> bool:
    """Word by word; `*` stands for any one word."""
    wanted, got = expected.split(), line.split()
    return len(wanted) == len(got) and all(w in ("*", g) for w, g in zip(wanted, got, strict=True))


@dataclass
class Course:
    """How a conversation went: all that was said, and each way in which it differed."""

    said: bytes
    differences: list[str]


def differences(said: bytes, exchanges: list[Exchange]) -> Iterator[str]:
    """Each line that is not the expected one, with where the script expects it."""
    got = lines_of(said)
    wanted = [(e.line, text) for e in exchanges for text in e.expected]
    for (number, text), line in zip(wanted, got, strict=False):
        if not matches(text, line):
            yield f"line {number}: expected {text!r}, the board said {line!r}"
            return  # what follows is out of step
    for number, text in wanted[len(got) :]:
        yield f"line {number}: expected {text!r}, the board said nothing"
    for line in got[len(wanted) :]:
        yield f"at the end the board said {line!r}"


def hold(party: Party, exchanges: list[Exchange]) -> Course:
    """Hold the whole conversation."""
    said = b""
    odd = []
    for exchange in exchanges:
        party.send(exchange.data)
        party.frames(exchange.frames)
        said += party.read()
        pulses = party.pulses()
        if exchange.pulses is not None and pulses not in (None, exchange.pulses):
            odd.append(f"line {exchange.line}: pulses {pulses}, expected {exchange.pulses}")
    party.frames(3)
    said += party.read()
    return Course(said, [*differences(said, exchanges), *odd])
