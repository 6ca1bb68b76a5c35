"""The two circles that bound the ring a two-link arm can reach, and how far rounding may carry a
point across them.
"""

import enum
from fractions import Fraction
from typing import NamedTuple

# A point made by forward kinematics of a straight or folded arm misses its rim by at most about
# 2 * 2**-52 of the reach (two cosines, three products, two sums; benchmarks/planar.py measures it).
# This is nearly twice that, and still small enough for a tip error below 1e-15 of the reach.
RIM_TOLERANCE = 3.5 * 2.0**-52

# Links that differ by at most this share of the reach (their last bit) fold onto the origin.
EQUAL_LINKS = RIM_TOLERANCE / 8.0

# Between these the fourth power of a length, the largest term of the inverse, neither overflows nor
# underflows.
SHORTEST_MM, LONGEST_MM = 1e-60, 1e60


class Reach(enum.Enum):
    """Where a target lies for the bare geometry, without joint limits."""

    INTERIOR = "interior"
    OUTER_EDGE = "outer edge"
    INNER_EDGE = "inner edge"
    ORIGIN = "origin"
    TOO_FAR = "too far"
    TOO_NEAR = "too near"
    INVALID = "invalid"

    @property
    def reachable(self) -> bool:
        """Whether the geometry has a pose for such a target."""
        return self in _REACHABLE


_REACHABLE = frozenset({Reach.INTERIOR, Reach.OUTER_EDGE, Reach.INNER_EDGE, Reach.ORIGIN})


class Rims(NamedTuple):
    """Radii and squared radii (mm, mm^2). ``difference`` is link1 - link2; the ``inner_*`` and
    ``outer_*`` pairs with a ``2`` are where the band counted as on that rim starts and ends.
    """

    link1: float
    link2: float
    outer: float
    difference: float
    outer2: float
    inner2: float
    inner_start2: float
    inner_end2: float
    outer_start2: float
    outer_end2: float
    origin_reachable: bool

    @classmethod
    def of(cls, link1_mm: float, link2_mm: float) -> "Rims":
        """Raises ValueError, naming the link, for a length that is not a positive number within the
        supported range.
        """
        for name, length in (("link1_mm", link1_mm), ("link2_mm", link2_mm)):
            if not SHORTEST_MM <= length <= LONGEST_MM:
                wanted = (
                    "a length above 0 mm"
                    if not length > 0.0
                    else f"within {SHORTEST_MM:g} to {LONGEST_MM:g} mm"
                )
                raise ValueError(f"{name} must be {wanted}; got {length!r}")
        link1, link2 = Fraction(float(link1_mm)), Fraction(float(link2_mm))
        outer, inner = float(link1 + link2), float(abs(link1 - link2))
        slack = RIM_TOLERANCE * outer
        origin_reachable = inner <= EQUAL_LINKS * outer
        return cls(
            link1=float(link1),
            link2=float(link2),
            outer=outer,
            difference=float(link1 - link2),
            outer2=float((link1 + link2) ** 2),
            inner2=float((link1 - link2) ** 2),
            inner_start2=-1.0 if inner <= slack else (inner - slack) ** 2,
            inner_end2=(slack if origin_reachable else inner + slack) ** 2,
            outer_start2=(outer - slack) ** 2,
            outer_end2=(outer + slack) ** 2,
            origin_reachable=origin_reachable,
        )
