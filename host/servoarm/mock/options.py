"""What a mock URL may say: `mock://[NAME][?option=value&...]`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

Refusal = Literal["", "busy", "denied", "missing"]
Sketch = Literal["", "silent", "counter", "noversion", "garbage"]
Clock = Literal["real", "virtual"]


@dataclass(frozen=True, slots=True)
class MockOptions:
    """One opening of a mock. Times count from the opening.

    `drop` and `flip` are the probability that a byte is lost or has one bit changed, `cut` that a
    line loses its rest, end included; all in both directions. `delay_ms` is the way's own time.
    A `protocol` of our own MAJOR is our firmware with words added to hello; of another, one that
    refuses hello. A virtual clock stands still until it is advanced; boot and line then take no
    time unless asked.
    """

    boot_ms: int = 30
    drop: float = 0.0
    flip: float = 0.0
    cut: float = 0.0
    delay_ms: float = 0.0
    seed: int = 0
    reset_after_s: float = math.inf
    brownout_after_s: float = math.inf
    vanish_after_s: float = math.inf
    refuse: Refusal = ""
    sketch: Sketch = ""
    protocol: tuple[int, int] | None = None
    clock: Clock = "real"
    pace: bool = True


def parse_url(url: str) -> tuple[str, MockOptions]:
    """The mock's name and options. Raises ValueError that names what is allowed."""
    parts = urlsplit(url)
    if parts.scheme.lower() != "mock":
        raise ValueError(f"{url!r} does not begin with mock://")
    values: dict[str, Any] = {}
    for key, text in parse_qsl(parts.query, keep_blank_values=True):
        if key not in _READERS:
            raise ValueError(f"{url}: unknown option {key!r}; known are {', '.join(_READERS)}")
        if key in values:
            raise ValueError(f"{url}: option {key!r} stands there twice")
        try:
            values[key] = _READERS[key](text)
        except ValueError as error:
            raise ValueError(f"{url}: {key}={text}: {error}") from None
    if values.get("clock") == "virtual":
        values = {"pace": False, "boot_ms": 0} | values
    return parts.netloc + parts.path.rstrip("/"), MockOptions(**values)


def _number(low: float, high: float, kind: type) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            span = f"from {low:g} to {high:g}" if high < math.inf else f"of at least {low:g}"
            raise ValueError(f"wants a{' whole' if kind is int else ''} number {span}")
        return value

    return read


def _choice(**choices: Any) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        key = "on" if text == "1" else "off" if text == "0" else text
        if key not in choices:
            raise ValueError(f"wants one of {', '.join(_shown(choices))}")
        return choices[key]

    return read


def _shown(choices: dict[str, Any]) -> list[str]:
    return [{"on": "1", "off": "0"}.get(choice, choice) for choice in choices]


def _protocol(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    if not (major.isdecimal() and minor.isdecimal()):
        raise ValueError("wants a version such as 0.9")
    return int(major), int(minor)


_probability = _number(0, 1, float)
_seconds = _number(0, math.inf, float)
_READERS: dict[str, Callable[[str], Any]] = {
    "boot_ms": _number(0, 60000, int),
    "drop": _probability,
    "flip": _probability,
    "cut": _probability,
    "delay_ms": _number(0, 60000, float),
    "seed": _number(0, math.inf, int),
    "reset_after_s": _seconds,
    "brownout_after_s": _seconds,
    "vanish_after_s": _seconds,
    "refuse": _choice(off="", on="busy", busy="busy", denied="denied", missing="missing"),
    "sketch": _choice(silent="silent", counter="counter", noversion="noversion", garbage="garbage"),
    "protocol": _protocol,
    "clock": _choice(real="real", virtual="virtual"),
    "pace": _choice(on=True, off=False),
}
assert set(_READERS) == {field.name for field in fields(MockOptions)}
