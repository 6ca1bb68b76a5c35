"""SO(3), SE(3) and their algebras in plain floats: hat and vee, inverses, adjoint, products.

Names and order follow Lynch & Park, *Modern Robotics* (2017), chapter 3: a twist is ``(omega,
v)``, angular part first. Every function takes tuples, lists or numpy arrays and returns nested
tuples of floats: for one pose, numpy costs ten times as much as the arithmetic.
``numpy.array(result)`` makes an array. Wrong shapes, numbers that are not finite and matrices
that are no rotation raise ``ValueError`` saying what was expected and what was found.

Angles are in radians. Lengths are in whatever unit the caller uses throughout (mm in this project).
"""

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from servoarm.kinematics.checked import as_rows, as_vector

Vector3: TypeAlias = tuple[float, float, float]
Twist: TypeAlias = tuple[float, float, float, float, float, float]
Matrix3: TypeAlias = tuple[Vector3, Vector3, Vector3]
Row4: TypeAlias = tuple[float, float, float, float]
Transform: TypeAlias = tuple[Row4, Row4, Row4, Row4]
Matrix: TypeAlias = tuple[tuple[float, ...], ...]
VectorLike: TypeAlias = Sequence[float] | NDArray[np.floating[Any]]
MatrixLike: TypeAlias = Sequence[Sequence[float]] | NDArray[np.floating[Any]]

ROTATION_TOLERANCE = 1e-6
"""Largest entry of ``R R^T - I`` that still counts as a rotation: six printed decimals pass, a
wrong matrix does not."""

SKEW_TOLERANCE = 1e-6
"""Largest asymmetry, relative to the largest entry, that still counts as skew-symmetric."""

IDENTITY_TRANSFORM: Transform = (
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
)


def as_matrix(values: MatrixLike, rows: int, columns: int, name: str) -> Matrix:
    """``values`` as ``rows`` x ``columns`` finite floats, or ValueError naming ``name``."""
    found = as_rows(values, name, f"a {rows} x {columns} matrix")
    if len(found) != rows:
        raise ValueError(f"{name}: expected a {rows} x {columns} matrix, found {len(found)} rows")
    return tuple(
        as_vector(row, columns, f"{name}, row {index + 1}") for index, row in enumerate(found)
    )


def as_twist(values: VectorLike, name: str = "twist") -> Twist:
    """Six finite floats ``(omega, v)``."""
    wx, wy, wz, vx, vy, vz = as_vector(values, 6, name)
    return (wx, wy, wz, vx, vy, vz)


def as_screws(values: MatrixLike, name: str) -> list[Twist]:
    """At least one twist ``(omega, v)``, one a joint."""
    rows = as_rows(values, f"{name}s", "one row (omega, v) a joint")
    if not rows:
        raise ValueError(f"{name}s: expected at least one joint, found none")
    return [as_twist(row, f"{name} of joint {index + 1}") for index, row in enumerate(rows)]


def as_rotation(values: MatrixLike, name: str = "rotation") -> Matrix3:
    """``values`` as a 3x3 rotation; ValueError unless ``R R^T = I`` within ROTATION_TOLERANCE and
    ``det R > 0``."""
    a, b, c = (_vector3(row) for row in as_matrix(values, 3, 3, name))
    error = max(
        *(abs(dot(row, row) - 1.0) for row in (a, b, c)),
        abs(dot(a, b)),
        abs(dot(a, c)),
        abs(dot(b, c)),
    )
    if error > ROTATION_TOLERANCE:
        raise ValueError(
            f"{name}: expected a rotation matrix (R R^T = I), found R R^T off by {error:.3g}"
        )
    if dot(cross(a, b), c) < 0.0:
        raise ValueError(
            f"{name}: expected a rotation matrix (det R = 1), found a reflection (det R = -1)"
        )
    return (a, b, c)


def as_transform(values: MatrixLike, name: str = "transform") -> Transform:
    """``values`` as a 4x4 homogeneous transform: a rotation, a position, and the last row (0, 0,
    0, 1)."""
    rows = as_matrix(values, 4, 4, name)
    if rows[3] != (0.0, 0.0, 0.0, 1.0):
        raise ValueError(f"{name}: expected the last row (0, 0, 0, 1), found {rows[3]}")
    rotation = as_rotation(tuple(row[:3] for row in rows[:3]), f"{name}, rotation part")
    return make_transform(rotation, (rows[0][3], rows[1][3], rows[2][3]))


def make_transform(rotation: Matrix3, position: Vector3) -> Transform:
    """The 4x4 transform of a rotation and a position (taken as they are, unchecked)."""
    a, b, c = rotation
    x, y, z = position
    return ((*a, x), (*b, y), (*c, z), (0.0, 0.0, 0.0, 1.0))


def rotation_and_position(transform: Transform) -> tuple[Matrix3, Vector3]:
    """Rotation (3x3) and position (3) of a checked transform."""
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = transform
    return ((a, b, c), (d, e, f), (g, h, i)), (x, y, z)


def hat_so3(omega: VectorLike) -> Matrix3:
    """``[omega]``, the skew-symmetric 3x3 matrix with ``[omega] p = omega x p`` (Modern Robotics,
    definition 3.7)."""
    x, y, z = as_vector(omega, 3, "omega")
    return ((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0))


def vee_so3(matrix: MatrixLike) -> Vector3:
    """The vector of a skew-symmetric 3x3 matrix, the inverse of `hat_so3`. ValueError if it is
    not skew-symmetric."""
    return _vee3(as_matrix(matrix, 3, 3, "so(3) matrix"))


def hat_se3(twist: VectorLike) -> Transform:
    """``[V]``, the 4x4 matrix of a twist ``(omega, v)`` (section 3.3.2)."""
    wx, wy, wz, vx, vy, vz = as_twist(twist)
    return ((0.0, -wz, wy, vx), (wz, 0.0, -wx, vy), (-wy, wx, 0.0, vz), (0.0, 0.0, 0.0, 0.0))


def vee_se3(matrix: MatrixLike) -> Twist:
    """The twist ``(omega, v)`` of a 4x4 se(3) matrix, the inverse of `hat_se3`. ValueError if it
    has another form."""
    rows = as_matrix(matrix, 4, 4, "se(3) matrix")
    if any(rows[3]):
        raise ValueError(f"se(3) matrix: expected the last row (0, 0, 0, 0), found {rows[3]}")
    omega = _vee3(tuple(row[:3] for row in rows[:3]))
    return (*omega, rows[0][3], rows[1][3], rows[2][3])


def rotation_inverse(rotation: MatrixLike) -> Matrix3:
    """``R^-1 = R^T``."""
    return transpose3(as_rotation(rotation))


def transform_inverse(transform: MatrixLike) -> Transform:
    """``T^-1 = (R^T, -R^T p)`` (section 3.3.1)."""
    rotation, position = rotation_and_position(as_transform(transform))
    inverse = transpose3(rotation)
    x, y, z = rotate(inverse, position)
    return make_transform(inverse, (-x, -y, -z))


def compose(first: MatrixLike, second: MatrixLike) -> Transform:
    """The product ``first second`` of two transforms."""
    return transform_product(
        as_transform(first, "first transform"), as_transform(second, "second transform")
    )


def transform_product(first: Transform, second: Transform) -> Transform:
    """`compose` for transforms that are known to be good."""
    return (
        _row_product(first[0], second),
        _row_product(first[1], second),
        _row_product(first[2], second),
        (0.0, 0.0, 0.0, 1.0),
    )


def product4(first: Matrix, second: Matrix) -> Matrix:
    """The product of two 4x4 matrices of any kind (transforms, se(3), derivatives)."""
    columns = tuple(zip(*second, strict=True))
    return tuple(
        tuple(sum(a * b for a, b in zip(row, column, strict=True)) for column in columns)
        for row in first
    )


def matrix_product3(first: Matrix3, second: Matrix3) -> Matrix3:
    """The product of two 3x3 matrices."""
    x, y, z = transpose3(second)
    return transpose3((rotate(first, x), rotate(first, y), rotate(first, z)))


def from_columns(columns: Sequence[Twist]) -> Matrix:
    """The 6 x n matrix with these columns."""
    return tuple(zip(*columns, strict=True))


def adjoint(transform: MatrixLike) -> Matrix:
    """``Ad_T``, 6x6: ``[[R, 0], [[p] R, R]]`` (section 3.3.2); it maps a twist from frame b to
    s for ``T = T_sb``."""
    rotation, position = rotation_and_position(as_transform(transform))
    lower = transpose3(_columns_crossed(position, rotation))
    zero = (0.0, 0.0, 0.0)
    return (
        *((*row, *zero) for row in rotation),
        *((*coupling, *row) for coupling, row in zip(lower, rotation, strict=True)),
    )


def adjoint_inverse(transform: MatrixLike) -> Matrix:
    """``Ad_T^-1 = Ad_(T^-1)``, 6x6."""
    return adjoint(transform_inverse(transform))


def adjoint_map(transform: MatrixLike, twist: VectorLike) -> Twist:
    """``Ad_T V``: the twist seen from the other frame, ``(R omega, R v + p x R omega)``."""
    return transformed_twist(as_transform(transform), as_twist(twist))


def transformed_twist(transform: Transform, twist: Twist) -> Twist:
    """`adjoint_map` for a transform and a twist that are known to be good."""
    rotation, position = rotation_and_position(transform)
    omega = rotate(rotation, twist[:3])
    x, y, z = rotate(rotation, twist[3:])
    cx, cy, cz = cross(position, omega)
    return (*omega, x + cx, y + cy, z + cz)


def point_velocity(twist: VectorLike, point: VectorLike) -> Vector3:
    """Velocity of the body's point that is at ``point`` now: ``v + omega x point``, all in one
    frame.

    A space twist's own ``v`` is the velocity of the body's point at the ORIGIN, not of the tip:
    this makes it a tip speed.
    """
    twist = as_twist(twist)
    cx, cy, cz = cross(twist[:3], _vector3(as_vector(point, 3, "point")))
    return (twist[3] + cx, twist[4] + cy, twist[5] + cz)


def direction(vector: Vector3) -> Vector3:
    """The unit vector along one that is not 0, however short or long."""
    # scaled by a power of two, which costs no digits: a tiny vector's length may have none
    exponent = math.frexp(max(map(abs, vector)))[1]
    x, y, z = (math.ldexp(component, -exponent) for component in vector)
    length = math.hypot(x, y, z)
    return (x / length, y / length, z / length)


def rotate(rotation: Matrix3, vector: Vector3) -> Vector3:
    """``R v``."""
    return (dot(rotation[0], vector), dot(rotation[1], vector), dot(rotation[2], vector))


def cross(a: Vector3, b: Vector3) -> Vector3:
    """``a x b``."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def transpose3(matrix: Matrix3) -> Matrix3:
    """The transpose of a 3x3 matrix."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return ((a, d, g), (b, e, h), (c, f, i))


def dot(a: Vector3, b: Vector3) -> float:
    """``a . b``."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _row_product(row: Row4, transform: Transform) -> Row4:
    a, b, c, d = row
    x, y, z, _ = transform
    return (
        a * x[0] + b * y[0] + c * z[0],
        a * x[1] + b * y[1] + c * z[1],
        a * x[2] + b * y[2] + c * z[2],
        a * x[3] + b * y[3] + c * z[3] + d,
    )


def _vector3(values: Sequence[float]) -> Vector3:
    x, y, z = values
    return (x, y, z)


def _columns_crossed(position: Vector3, rotation: Matrix3) -> Matrix3:
    """The columns of ``[p] R``, as rows."""
    x, y, z = transpose3(rotation)
    return (cross(position, x), cross(position, y), cross(position, z))


def _vee3(rows: Matrix) -> Vector3:
    # at least 1e-300: the tiniest numbers have no six digits to be skew-symmetric to
    scale = max(1e-300, *(abs(entry) for row in rows for entry in row))
    error = max(abs(rows[i][j] + rows[j][i]) for i in range(3) for j in range(i, 3))
    if error > SKEW_TOLERANCE * scale:
        raise ValueError(
            f"expected a skew-symmetric 3 x 3 part (W + W^T = 0), found W + W^T off by {error:.3g}"
        )
    return (
        0.5 * (rows[2][1] - rows[1][2]),
        0.5 * (rows[0][2] - rows[2][0]),
        0.5 * (rows[1][0] - rows[0][1]),
    )
