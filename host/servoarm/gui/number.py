"""Reading and writing numbers as people type them, in one style whatever the desktop's language."""

import math
import re
from decimal import Decimal

NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)", re.ASCII)


def read_number(text: str) -> float | None:
    """The number that stands there; None if it is none, or may be meant in two ways.

    Point and comma both are the decimal mark. Nothing separates groups of digits.

    >>> read_number("8,5"), read_number("-.5"), read_number("1.200,5"), read_number("1e2")
    (8.5, -0.5, None, None)
    """
    text = text.strip()
    if NUMBER.fullmatch(text) is None:
        return None
    number = float(text.replace(",", "."))
    return number if math.isfinite(number) else None


def write_number(number: float, places: int) -> str:
    """The number with this many decimals, or with more where it has more.

    >>> write_number(8.5, 2), write_number(87.125, 1)
    ('8.50', '87.125')
    """
    text = f"{number:.{places}f}"
    return text if float(text) == number else f"{Decimal(repr(number)):f}"
