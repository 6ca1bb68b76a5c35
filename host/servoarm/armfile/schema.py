"""Every key of the arm file: its type and the values it may have.

The ranges are those that the board accepts (PROTOCOL.md, "Settings"), in the file's units.
"""

import enum
import json
import math
import numbers
from dataclasses import dataclass

from servoarm.words import Fact


class Kind(enum.Enum):
    """The type of a key's value."""

    TEXT = "text"
    NUMBER = "number"
    WHOLE = "whole"
    NUMBERS = "numbers"
    WHOLES = "wholes"


@dataclass(frozen=True)
class Key:
    """One key: `low` and `high` bound its number or numbers, `choices` adds to or replaces them."""

    section: str
    name: str
    kind: Kind
    unit: str = ""
    low: float = -math.inf
    high: float = math.inf
    choices: tuple[str | int, ...] = ()
    required: bool = False

    @property
    def dotted(self) -> str:
        """The key's full name, as errors print it."""
        return f"{self.section}.{self.name}"

    @property
    def allowed(self) -> Fact:
        """What the key may be."""
        choices = tuple(show(choice) for choice in self.choices)
        if self.kind is Kind.TEXT and not choices:
            return Fact("allowed.text", {})
        if math.isinf(self.high):
            return Fact("allowed.choices", {"choices": choices})
        kind = Fact(f"kind.{self.kind.value}", {})
        span = {"kind": kind, "low": self.low, "high": self.high, "unit": self.unit}
        if choices:
            return Fact("allowed.choices or span", {"choices": choices, **span})
        return Fact("allowed.span", span)

    def accepts(self, value: object) -> bool:
        """Whether the value has the key's type and lies in its range."""
        if self.kind is Kind.TEXT:
            return isinstance(value, str) and self._accepts_text(value)
        if self.kind in (Kind.NUMBER, Kind.WHOLE):
            return self._accepts_number(value)
        return (
            isinstance(value, list | tuple)
            and len(value) == 2
            and all(self._accepts_number(item) for item in value)
        )

    def _accepts_text(self, text: str) -> bool:
        return text in self.choices if self.choices else bool(text.strip()) and text.isprintable()

    def _accepts_number(self, value: object) -> bool:
        # bool is an int to Python, and a mistake to whoever wrote `pin = true`.
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            return False
        try:
            number = float(value)
        except OverflowError:  # a whole number beyond all floats
            return False
        if not math.isfinite(number):
            return False
        if self.kind in (Kind.WHOLE, Kind.WHOLES) and not number.is_integer():
            return False
        return number in self.choices or (
            not math.isinf(self.high) and self.low <= number <= self.high
        )

    def convert(self, value: object) -> object:
        """Return an accepted TOML value as the type that the configuration holds."""
        if isinstance(value, list | tuple):
            return tuple(self._convert_number(item) for item in value)
        return value if self.kind is Kind.TEXT else self._convert_number(value)

    def _convert_number(self, value: object) -> float | int:
        assert isinstance(value, int | float)
        return int(value) if self.kind in (Kind.WHOLE, Kind.WHOLES) else float(value)


def show(value: object) -> str:
    """Return a value as the arm file spells it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return f"[{', '.join(show(item) for item in value)}]"
    return str(value)[:60]


def as_found(value: object) -> str | Fact:
    """Return what was found in the place of a value, also where the file's spelling says little."""
    if isinstance(value, dict):
        return Fact("found.section", {})
    try:
        return show(value)
    except ValueError:  # a whole number, written to another base than ten
        return Fact("found.too many digits", {})


def _joint_keys(section: str) -> tuple[Key, ...]:
    return (
        Key(section, "pin", Kind.WHOLE, "", 0, 99),
        Key(section, "pulse_us", Kind.WHOLES, "us", 300, 2800, required=True),
        Key(section, "travel_deg", Kind.NUMBER, "deg", 10, 720, required=True),
        Key(section, "zero_deg", Kind.NUMBER, "deg", -720, 720, required=True),
        Key(section, "direction", Kind.WHOLE, choices=(1, -1)),
        Key(section, "limits_deg", Kind.NUMBERS, "deg", -720, 720, required=True),
        Key(section, "speed_deg_s", Kind.NUMBER, "deg/s", 1, 2000),
        Key(section, "acceleration_deg_s2", Kind.NUMBER, "deg/s^2", 1, 20000),
    )


_LENGTH = (Kind.NUMBER, "mm", 0.001, 1_000_000)

SECTIONS: dict[str, tuple[Key, ...]] = {
    "arm": (
        Key("arm", "name", Kind.TEXT),
        Key("arm", "link1_mm", *_LENGTH),
        Key("arm", "link2_mm", *_LENGTH),
        Key("arm", "rest_deg", Kind.NUMBERS, "deg", -720, 720),
        Key("arm", "port", Kind.TEXT),
    ),
    "shoulder": _joint_keys("shoulder"),
    "elbow": _joint_keys("elbow"),
    "board": (
        Key("board", "frame_us", Kind.WHOLE, "us", 3000, 25000),
        Key("board", "watchdog_ms", Kind.WHOLE, "ms", 100, 60000, choices=(0,)),
        Key("board", "host_lost", Kind.TEXT, choices=("hold", "relax")),
        Key("board", "first_move_percent", Kind.WHOLE, "percent", 1, 100),
    ),
}
"""The sections in the order in which a new file has them."""
