"""Joint space: poses, limits, and bringing an angle to the right turn.

Angles are radians, counter-clockwise; ``theta1`` from +x, ``theta2`` from link 1 (0 = straight).
"""

import enum
import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, cast

TWO_PI = 2.0 * math.pi

# An angle this far past a limit counts as on it, and becomes the limit. The inverse of a tip made
# by forward() at a limit comes back a rounding error to either side; this is far above that error
# and far below what a servo resolves (1e-3 rad).
LIMIT_SLACK = 1e-10

# Half a step of the board's angles: closer to straight than this, an arm has no elbow side.
STRAIGHT = math.radians(0.005)


class Elbow(enum.Enum):
    """The side of the line shoulder -> target on which the elbow stands, seen from the shoulder.

    ``Elbow("left")`` and ``Elbow(Elbow.LEFT)`` are ``Elbow.LEFT``; another word is a ValueError.
    """

    LEFT = "left"
    RIGHT = "right"

    @classmethod
    def _missing_(cls, value: object) -> "Elbow":
        raise ValueError(f"elbow must be 'left' or 'right', not {value!r}")


class Pose(NamedTuple):
    """Both joint angles, in radians."""

    theta1: float
    theta2: float


ZERO_POSE = Pose(0.0, 0.0)


class Limits(NamedTuple):
    """Smallest and largest angle of each joint, in radians; ``(-inf, inf)`` is no limit."""

    theta1: tuple[float, float]
    theta2: tuple[float, float]

    def clamp(self, pose: Pose) -> Pose:
        """The pose within the limits that is nearest, joint by joint."""
        (low1, high1), (low2, high2) = self
        return Pose(min(max(pose[0], low1), high1), min(max(pose[1], low2), high2))


UNLIMITED = Limits((-math.inf, math.inf), (-math.inf, math.inf))


class Block(NamedTuple):
    """A limit that stands between a joint and the angle it would need (radians)."""

    joint: int
    bound: str
    limit: float
    wanted: float


# tuple.__new__ itself, because a NamedTuple's own constructor takes twice as long
_new_block = cast("Callable[[tuple[int, str, float, float]], Block]", partial(tuple.__new__, Block))


def elbow_of(theta2: float) -> Elbow | None:
    """The elbow's side for this ``theta2`` (radians, any turn); None for a straight or folded arm,
    where both sides meet.
    """
    sine = math.sin(theta2)
    if abs(sine) < STRAIGHT:
        return None
    return Elbow.LEFT if sine < 0 else Elbow.RIGHT


def other_side(elbow: Elbow) -> Elbow:
    """The other side of the line from shoulder to target."""
    return Elbow.RIGHT if elbow is Elbow.LEFT else Elbow.LEFT


def checked_limits(limits: Limits) -> Limits:
    """The limits as floats. Raises ValueError, naming the joint, unless each minimum is at most its
    maximum.
    """
    pairs = []
    for joint, (low, high) in zip((1, 2), limits, strict=True):
        if not low <= high or low == math.inf or high == -math.inf:
            raise ValueError(
                f"limits of joint {joint} must be (minimum, maximum) in radians; "
                f"got ({low!r}, {high!r})"
            )
        pairs.append((float(low), float(high)))
    return Limits(*pairs)


def into_limits(theta: float, low: float, high: float, near: float) -> float:
    """``theta`` on the turn nearest ``near`` that lies within ``[low, high]``; where none does, the
    turn that misses least.
    """
    if not -math.pi <= near - theta <= math.pi:
        theta += TWO_PI * round((near - theta) / TWO_PI)
    if low <= theta <= high:
        return theta
    # the first turns at or above `low`, and at or below `high`: the only ones that can be next best
    if theta < low:
        theta += TWO_PI * math.ceil((low - LIMIT_SLACK - theta) / TWO_PI)
        if theta - high > low - (theta - TWO_PI):
            theta -= TWO_PI
    else:
        theta -= TWO_PI * math.ceil((theta - high - LIMIT_SLACK) / TWO_PI)
        if low - theta > (theta + TWO_PI) - high:
            theta += TWO_PI
    if theta < low:
        return low if theta >= low - LIMIT_SLACK else theta
    return high if high < theta <= high + LIMIT_SLACK else theta


def blocks_of(theta1: float, theta2: float, limits: Limits) -> tuple[Block, ...]:
    """The limits that these angles break, joint 1 first."""
    (low1, high1), (low2, high2) = limits
    new = _new_block
    blocks: tuple[Block, ...] = ()
    if theta1 < low1:
        blocks = (new((1, "min", low1, theta1)),)
    elif theta1 > high1:
        blocks = (new((1, "max", high1, theta1)),)
    if theta2 < low2:
        blocks += (new((2, "min", low2, theta2)),)
    elif theta2 > high2:
        blocks += (new((2, "max", high2, theta2)),)
    return blocks
