"""Arguments as plain floats, or a ValueError that names them and says what was expected and found.

Text, bytes, sets and mappings can be iterated too, but are no vectors: they have no numbers, or no
order. Numbers are what Python or numpy counts as real; text that spells a number is none.
"""

import math
from collections.abc import Iterable, Mapping, Set
from numbers import Complex, Real
from reprlib import repr as short
from typing import Any

_ALL_FLOATS = {float}
_NO_SEQUENCES = (str, bytes, bytearray, Set, Mapping)


def as_number(value: object, name: str) -> float:
    """``value`` as a float, which may be infinite or nan."""
    if type(value) is float:
        return value
    try:
        return _number(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: expected a number, found {short(value)}") from None


def as_finite(value: object, name: str) -> float:
    """``value`` as a finite float."""
    number = as_number(value, name)
    if not math.isfinite(number):
        raise ValueError(f"{name}: expected a finite number, found {number}")
    return number


def as_length_mm(value: object, name: str) -> float:
    """``value`` as a finite length above 0."""
    length = as_number(value, name)
    if not (math.isfinite(length) and length > 0.0):
        raise ValueError(f"{name}: expected a length above 0 mm, found {length:g}")
    return length


def as_vector(
    values: Iterable[object], size: int, name: str, what: str = "numbers"
) -> tuple[float, ...]:
    """``values`` as ``size`` finite floats; ``what`` is what the message calls them."""
    try:
        vector = tuple(_items(values))
        if {*map(type, vector)} != _ALL_FLOATS:
            vector = tuple(map(_number, vector))
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: expected {size} {what}, found {short(values)}") from None
    if len(vector) != size:
        raise ValueError(f"{name}: expected {size} {what}, found {len(vector)}")
    if not all(map(math.isfinite, vector)):
        raise ValueError(f"{name}: expected finite {what}, found {vector}")
    return vector


def as_rows(values: Iterable[Any], name: str, expected: str) -> list[Any]:
    """``values`` as a list of rows, which are not looked at; ``expected`` describes them."""
    try:
        return list(_items(values))
    except TypeError:
        raise ValueError(f"{name}: expected {expected}, found {short(values)}") from None


def _items(values: Iterable[Any]) -> Iterable[Any]:
    """What can be iterated in order. Raises TypeError for anything else."""
    if type(values) is tuple or type(values) is list:
        return values
    if isinstance(values, _NO_SEQUENCES):
        raise TypeError
    # an array's own numbers are three times as slow as Python's
    to_list = getattr(values, "tolist", None)
    return to_list() if callable(to_list) else values


def _number(value: Any) -> float:
    """A real number as a float. Raises TypeError for text and complex numbers."""
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError
    if isinstance(value, Complex) and not isinstance(value, Real):
        raise TypeError
    return float(value)
