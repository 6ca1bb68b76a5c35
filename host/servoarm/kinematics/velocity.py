"""Tip velocities of the two-link arm: Jacobian, singularities, damped least squares.

Everything is closed form in plain floats. Lengths in mm, angles in radians, rates in rad/s,
speeds in mm/s. The Jacobian here is the 2 x 2 one that maps joint rates to the tip's velocity in
the plane. (The 6 x n space or body Jacobian of a planar arm has rank 3 at most, 2 for two
joints, so ``sqrt(det(J J^T))`` of it is 0 at every pose: it is no measure of manipulability, and
none is offered.)

The polar form behind the rates: with the tip at distance ``r`` from the shoulder,
``dr/dtheta2 = -l1 l2 sin(theta2) / r``, and the shoulder only turns the arm about the origin. So
the radial part of a tip velocity is the elbow's alone, and the shoulder then sets the tangential
part.
"""

import math
from enum import Enum
from typing import NamedTuple, TypeAlias

from servoarm.kinematics.checked import as_finite, as_length_mm, as_number, as_rows, as_vector

Matrix2: TypeAlias = tuple[tuple[float, float], tuple[float, float]]

SINGULAR_SINE = 1e-9
"""Below this ``|sin theta2|`` the bend of the elbow has no sign of its own."""

DAMPING_SINE = 0.05
"""`damped_rate` damps the elbow below this ``|sin theta2|``: 2.9 degrees off straight or folded."""

DAMPING_RADIUS = 0.02
"""Tip radius, as a fraction of the reach, below which `damped_rate` damps the shoulder."""

EXACT = 1e-9
"""Relative error of the radial speed above which `damped_rate` says that it is damped."""


class Singularity(Enum):
    """The two poses in which the tip loses a direction."""

    STRETCHED = "stretched"
    FOLDED = "folded"


class Ellipse(NamedTuple):
    """Manipulability ellipse: tip velocities for joint rates of length 1 (1 rad/s)."""

    major: float
    minor: float
    angle: float
    """Direction of the major axis from +x, in (-pi/2, pi/2]."""


class SingularityDistance(NamedTuple):
    """How far a pose is from the nearest singular one, in joint space (rad) and tip space (mm)."""

    nearest: Singularity
    joint: float
    """``theta2`` to the nearest multiple of pi, rad."""
    outer_rim_mm: float
    inner_rim_mm: float


class DampedRate(NamedTuple):
    """Joint rates from `damped_rate`, and what the tip does with them."""

    theta1_rate: float
    theta2_rate: float
    vx: float
    vy: float
    damped: bool
    """A singularity is near and the tip's velocity is not the one asked for."""
    scale: float
    """1, or less where the joints' speed bounds slowed the whole motion down."""


def tip_jacobian(link1_mm: float, link2_mm: float, theta1: float, theta2: float) -> Matrix2:
    """J, 2 x 2: ``(vx, vy) = J (theta1_rate, theta2_rate)``.

    >>> tip_jacobian(100.0, 100.0, 0.0, 0.0)
    ((-0.0, -0.0), (200.0, 100.0))
    """
    _check(link1_mm, link2_mm, theta1, theta2)
    x2, y2 = link2_mm * math.cos(theta1 + theta2), link2_mm * math.sin(theta1 + theta2)
    x, y = link1_mm * math.cos(theta1) + x2, link1_mm * math.sin(theta1) + y2
    return ((-y, -y2), (x, x2))


def tip_determinant(link1_mm: float, link2_mm: float, theta2: float) -> float:
    """``det J = l1 l2 sin(theta2)``, in mm^2; its sign is the elbow's side."""
    _check(link1_mm, link2_mm, theta2)
    return link1_mm * link2_mm * math.sin(theta2)


def manipulability(link1_mm: float, link2_mm: float, theta2: float) -> float:
    """``sqrt(det(J J^T)) = |det J|`` of the tip Jacobian (Yoshikawa 1985), in mm^2."""
    return abs(tip_determinant(link1_mm, link2_mm, theta2))


def singular_values(link1_mm: float, link2_mm: float, theta2: float) -> tuple[float, float]:
    """Both singular values of J, larger first, in mm; the smaller keeps its digits down to 0."""
    (a, b), (c, d) = tip_jacobian(link1_mm, link2_mm, 0.0, theta2)
    larger = 0.5 * (math.hypot(a + d, c - b) + math.hypot(a - d, b + c))
    return larger, manipulability(link1_mm, link2_mm, theta2) / larger


def manipulability_ellipse(
    link1_mm: float, link2_mm: float, theta1: float, theta2: float
) -> Ellipse:
    """Semi-axes (mm/s for 1 rad/s) and direction of the tip's velocity ellipse ``J J^T``."""
    (a, b), (c, d) = tip_jacobian(link1_mm, link2_mm, theta1, theta2)
    major, minor = singular_values(link1_mm, link2_mm, theta2)
    angle = 0.5 * math.atan2(2.0 * (a * c + b * d), (a - c) * (a + c) + (b - d) * (b + d))
    return Ellipse(major, minor, angle)


def singularity_distance(link1_mm: float, link2_mm: float, theta2: float) -> SingularityDistance:
    """Distance to the stretched or folded pose: of the elbow (rad), and of the tip to both rims
    (mm)."""
    _check(link1_mm, link2_mm, theta2)
    wrapped = math.remainder(theta2, 2.0 * math.pi)
    to_straight, to_folded = abs(wrapped), math.pi - abs(wrapped)
    sine, cosine = math.sin(0.5 * theta2), math.cos(0.5 * theta2)
    reach, hole = link1_mm + link2_mm, abs(link1_mm - link2_mm)
    radius = math.hypot(reach * cosine, hole * sine)
    product = 4.0 * link1_mm * link2_mm
    return SingularityDistance(
        nearest=Singularity.STRETCHED if to_straight <= to_folded else Singularity.FOLDED,
        joint=min(to_straight, to_folded),
        # reach - radius and radius - hole, without the cancellation
        outer_rim_mm=product * sine * sine / (reach + radius),
        inner_rim_mm=product * cosine * cosine / (radius + hole),
    )


def damped_rate(
    link1_mm: float,
    link2_mm: float,
    theta1: float,
    theta2: float,
    velocity: tuple[float, float],
    *,
    speed_limits: tuple[float, float] = (math.inf, math.inf),
    bend: int = 1,
    step_s: float = 0.0,
) -> DampedRate:
    """Joint rates that follow a tip velocity (mm/s) as well as the arm can, at every pose.

    Exact where ``|sin theta2|`` >= DAMPING_SINE and ``r`` >= DAMPING_RADIUS x reach. Nearer to a
    singular pose it is damped least squares, ``min |J q - v|^2 + lambda^2 theta2_rate^2`` (Nakamura
    & Hanafusa 1986) in closed form, with lambda growing towards the pose: the elbow eases into it
    and never runs through. A velocity that leads away from it gets just enough damping to bound
    the elbow, so that the arm leaves again when asked, towards ``bend`` (the sign of theta2) if it
    is exactly straight or folded.

    ``speed_limits`` (rad/s, of theta1 and theta2) slow the whole motion down, keeping its
    direction. ``step_s``, the time until the next call, keeps a step from overshooting the pose.
    Raises ValueError for bad lengths, numbers that are not finite, limits not above 0, a negative
    step, or a bend other than 1 and -1.
    """
    vx, vy = _velocity(velocity)
    _check(link1_mm, link2_mm, theta1, theta2)
    _check_bounds(speed_limits, bend, step_s)
    reach = link1_mm + link2_mm
    half = 0.5 * theta2
    # the tip as seen along theta1 + theta2 / 2: no cancellation at either rim
    outer, inner = reach * math.cos(half), (link2_mm - link1_mm) * math.sin(half)
    radius, polar = math.hypot(outer, inner), theta1 + half + math.atan2(inner, outer)
    radial = math.cos(polar) * vx + math.sin(polar) * vy
    tangential = math.cos(polar) * vy - math.sin(polar) * vx

    product = link1_mm * link2_mm
    gain = -product * math.sin(theta2) / radius
    rate2 = _elbow_rate(gain, DAMPING_SINE * product / reach, radial, math.cos(theta2), bend)
    has_rim = math.cos(theta2) > 0.0 or link1_mm != link2_mm  # equal links pass through the origin
    if step_s and has_rim and radial * math.cos(theta2) > 0.0:
        longest = singularity_distance(link1_mm, link2_mm, theta2).joint / step_s
        rate2 = max(-longest, min(longest, rate2))
    damped_radius = max(radius, DAMPING_RADIUS * reach)
    # the tip's direction turns by half the elbow's angle, and more the more the links differ
    turn_per_bend = 0.5 + 0.5 * reach * (link2_mm - link1_mm) / damped_radius**2
    rate1 = tangential / damped_radius - turn_per_bend * rate2

    fastest = max(abs(rate1) / speed_limits[0], abs(rate2) / speed_limits[1], 1.0)
    rate1, rate2 = rate1 / fastest, rate2 / fastest
    damped = damped_radius > radius or abs(gain * rate2 * fastest - radial) > EXACT * abs(radial)
    (a, b), (c, d) = tip_jacobian(link1_mm, link2_mm, theta1, theta2)
    achieved = (a * rate1 + b * rate2, c * rate1 + d * rate2)
    return DampedRate(rate1, rate2, *achieved, damped=damped, scale=1.0 / fastest)


def _elbow_rate(gain: float, floor: float, radial: float, cosine: float, bend: int) -> float:
    """``theta2_rate`` for a radial velocity: ``radial / gain``, damped where ``|gain| < floor``.

    ``gain / (gain^2 + lambda^2)`` with ``lambda^2 = floor^2 - gain^2`` towards the singular pose
    and ``lambda^2 = |gain| (floor - |gain|)`` away from it; both meet the exact rate at the
    floor.
    """
    if abs(gain) >= floor:
        return radial / gain
    if radial * cosine >= 0.0:  # r grows towards the stretched pose and shrinks towards the folded
        return radial * gain / floor**2
    side = -bend if abs(gain) < SINGULAR_SINE * floor else math.copysign(1.0, gain)
    return radial * side / floor


def _check(link1_mm: float, link2_mm: float, *values: float) -> None:
    as_length_mm(link1_mm, "link 1")
    as_length_mm(link2_mm, "link 2")
    as_vector(values, len(values), "theta", "angles")


def _check_bounds(speed_limits: tuple[float, float], bend: int, step_s: float) -> None:
    limits = as_rows(speed_limits, "speed limits", "two rates above 0 rad/s")
    if len(limits) != 2 or not all(as_number(limit, "speed limit") > 0.0 for limit in limits):
        raise ValueError(f"speed limits: expected two rates above 0 rad/s, found {speed_limits}")
    if bend not in (-1, 1):
        raise ValueError(f"bend: expected 1 or -1, the sign of theta2, found {bend}")
    if not as_finite(step_s, "step") >= 0.0:
        raise ValueError(f"step: expected 0 s or more, found {step_s}")


def _velocity(values: tuple[float, float]) -> tuple[float, float]:
    vx, vy = as_vector(values, 2, "velocity (vx, vy)")
    return vx, vy
