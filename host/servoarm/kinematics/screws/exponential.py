"""Exponential and logarithm of SO(3) and SE(3), accurate from 0 to pi and beyond.

The textbook formulas (Modern Robotics, 3.2.3 and 3.3.3) divide by the angle, and take it from
``acos`` of the trace, which loses half the digits near 0 and near pi. Here small angles use
series, ``1 - cos`` is written as a squared sine, and the logarithm goes through the unit
quaternion (Shepperd 1978: divide by the largest component) and one ``atan2``.
"""

import math

from servoarm.kinematics.checked import as_finite, as_vector
from servoarm.kinematics.screws.lie import (
    Matrix3,
    MatrixLike,
    Transform,
    Twist,
    Vector3,
    VectorLike,
    as_rotation,
    as_transform,
    as_twist,
    cross,
    direction,
    dot,
    make_transform,
    rotation_and_position,
)

_SERIES_BELOW = 0.5
# (t - sin t) / t^3 = sum of (-1)^k t^2k / (2k + 3)!
_SINE_REST = tuple((-1) ** k / math.factorial(2 * k + 3) for k in range(8))
# (1 - (t/2) cot(t/2)) / t^2 = sum of |B_2k+2| t^2k / (2k + 2)!, with Bernoulli numbers B_2 ... B_14
_BERNOULLI = (1 / 6, 1 / 30, 1 / 42, 1 / 30, 5 / 66, 691 / 2730, 7 / 6)
_HALF_COTANGENT_REST = tuple(b / math.factorial(2 * k + 2) for k, b in enumerate(_BERNOULLI))


def exp_so3(omega: VectorLike, theta: float = 1.0) -> Matrix3:
    """Rotation ``e^([omega] theta)`` by ``|omega| theta`` about ``omega`` (Rodrigues, 3.2.3).

    Raises ValueError for a wrong shape or numbers that are not finite.
    """
    wx, wy, wz = as_vector(omega, 3, "omega")
    return _rotation(*_turn((wx, wy, wz), as_finite(theta, "theta"))[0])


def log_so3(rotation: MatrixLike) -> Vector3:
    """Exponential coordinates ``omega theta`` of a rotation, the inverse of `exp_so3`.

    ``theta`` is in [0, pi]. At exactly pi both signs of the axis are right; the one whose first
    component that is not 0 is positive is returned. Raises ValueError for a matrix that is no
    rotation.
    """
    return _log_rotation(as_rotation(rotation))


def exp_se3(screw: VectorLike, theta: float = 1.0) -> Transform:
    """Transform ``e^([S] theta)``, for any twist ``S = (omega, v)``, unit or not (section 3.3.3).

    ``theta`` is radians for a screw with unit ``omega`` (also many turns) and a length for a
    prismatic one. Raises ValueError for a wrong shape or numbers that are not finite.
    """
    twist = as_twist(screw, "screw")
    theta = as_finite(theta, "theta")
    (axis, sine, versine), rest, scale = _turn(twist[:3], theta)
    vx, vy, vz = (component * scale for component in twist[3:])
    # p = sin/t v + (1 - cos)/t^2 w x v + (t - sin)/t^3 w (w . v): nothing cancels at whole turns
    x, y, z = cross(axis, (vx, vy, vz))
    along = rest * dot(axis, (vx, vy, vz))
    position = (
        sine * vx + versine * x + along * axis[0],
        sine * vy + versine * y + along * axis[1],
        sine * vz + versine * z + along * axis[2],
    )
    if not all(map(math.isfinite, position)):
        raise ValueError(
            f"screw: expected |v| theta below 1e308, found v = {twist[3:]}, theta = {theta:g}"
        )
    return make_transform(_rotation(axis, sine, versine), position)


def log_se3(transform: MatrixLike) -> Twist:
    """Exponential coordinates ``S theta`` of a transform, the inverse of `exp_se3`.

    ``theta`` is in [0, pi]. Raises ValueError for a matrix that is no transform.
    """
    rotation, position = rotation_and_position(as_transform(transform))
    omega = _log_rotation(rotation)
    # v = (t/2) cot(t/2) p - w x p / 2 + (1 - (t/2) cot(t/2))/t^2 w (w . p)
    angle = math.hypot(*omega)
    rest = _half_cotangent_rest(angle)
    x, y, z = cross(omega, position)
    straight, along = 1.0 - rest * angle * angle, rest * dot(omega, position)
    return (
        *omega,
        straight * position[0] - 0.5 * x + along * omega[0],
        straight * position[1] - 0.5 * y + along * omega[1],
        straight * position[2] - 0.5 * z + along * omega[2],
    )


def screw_and_angle(twist: VectorLike) -> tuple[Twist, float]:
    """Split ``S theta`` into a unit screw and ``theta >= 0``: ``|omega| = 1``, or ``omega = 0``
    and ``|v| = 1``.

    A twist of zeros gives a screw of zeros and 0.
    """
    coordinates = as_twist(twist)
    omega, v = coordinates[:3], coordinates[3:]
    leading = omega if any(omega) else v
    if not any(leading):
        return coordinates, 0.0
    unit = direction(leading)
    theta = math.hypot(*leading)
    vx, vy, vz = unit if leading is v else (component / theta for component in v)
    if not all(map(math.isfinite, (theta, vx, vy, vz))):
        raise ValueError(
            f"twist: expected |omega theta| and |v| / |omega| below 1e308, found {coordinates}"
        )
    wx, wy, wz = unit if leading is omega else omega
    return (wx, wy, wz, vx, vy, vz), theta


def _turn(omega: Vector3, theta: float) -> tuple[tuple[Vector3, float, float], float, float]:
    """Axis, sine and versine for `_rotation`, the factor along the axis, and what scales ``v``.

    With ``t = |omega| theta`` they are ``w = omega theta``, ``sin t / t``, ``(1 - cos t) / t^2``,
    ``(t - sin t) / t^3`` and ``theta``. Where ``t`` is not small, they are those of the unit axis
    instead: then no power of ``t`` overflows, and many turns keep their digits.
    """
    wx, wy, wz = omega
    angle = math.hypot(wx, wy, wz) * abs(theta)
    if angle == math.inf:
        raise ValueError(
            f"theta: expected |omega| theta below 1e308, found omega = {omega}, theta = {theta:g}"
        )
    if angle < _SERIES_BELOW:
        scale, rest = theta, _polynomial(_SINE_REST, angle * angle)
        sine, versine = _sine_ratio(angle), 0.5 * _sine_ratio(0.5 * angle) ** 2
    else:
        scale, sine, versine = theta / angle, math.sin(angle), 2.0 * math.sin(0.5 * angle) ** 2
        rest = angle - sine
    return ((wx * scale, wy * scale, wz * scale), sine, versine), rest, scale


def _rotation(axis: Vector3, sine: float, versine: float) -> Matrix3:
    """``I + sine [axis] + versine [axis]^2``."""
    x, y, z = axis
    sx, sy, sz = sine * x, sine * y, sine * z
    xy, xz, yz = versine * x * y, versine * x * z, versine * y * z
    xx, yy, zz = versine * x * x, versine * y * y, versine * z * z
    return (
        (1.0 - (yy + zz), xy - sz, xz + sy),
        (xy + sz, 1.0 - (xx + zz), yz - sx),
        (xz - sy, yz + sx, 1.0 - (xx + yy)),
    )


def _log_rotation(rotation: Matrix3) -> Vector3:
    (w, x, y, z) = _quaternion(rotation)
    if w < 0.0 or (w == 0.0 and (x, y, z) < (0.0, 0.0, 0.0)):
        w, x, y, z = -w, -x, -y, -z
    sine = math.hypot(x, y, z)
    if sine == 0.0:
        return (0.0, 0.0, 0.0)
    scale = 2.0 * math.atan2(sine, w) / sine
    return (scale * x, scale * y, scale * z)


def _quaternion(rotation: Matrix3) -> tuple[float, float, float, float]:
    """A multiple of the unit quaternion (w, x, y, z) of a rotation, computed around its largest
    component."""
    (a, b, c), (d, e, f), (g, h, i) = rotation
    largest = max(a + e + i, a, e, i)
    if largest == a + e + i:
        return (1.0 + a + e + i, h - f, c - g, d - b)
    if largest == a:
        return (h - f, 1.0 + a - e - i, b + d, c + g)
    if largest == e:
        return (c - g, b + d, 1.0 - a + e - i, f + h)
    return (d - b, c + g, f + h, 1.0 - a - e + i)


def _sine_ratio(angle: float) -> float:
    """``sin t / t``."""
    return math.sin(angle) / angle if angle else 1.0


def _half_cotangent_rest(angle: float) -> float:
    """``(1 - (t/2) cot(t/2)) / t^2``, for t in [0, pi]."""
    if angle < _SERIES_BELOW:
        return _polynomial(_HALF_COTANGENT_REST, angle * angle)
    half = 0.5 * angle
    return (1.0 - half * math.cos(half) / math.sin(half)) / (angle * angle)


def _polynomial(coefficients: tuple[float, ...], x: float) -> float:
    value = 0.0
    for coefficient in reversed(coefficients):
        value = value * x + coefficient
    return value
