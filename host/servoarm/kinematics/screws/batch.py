"""Poses and Jacobians of a chain at many joint vectors at once, in numpy.

The batch runs along the last axis in memory (structure of arrays), in chunks that fit the cache.
Entries that are the same at every pose stay plain floats until the result is filled: zeros and
ones, of which a planar arm has many, cost nothing. The walk is that of
`servoarm.kinematics.screws.chain.Chain`, joint by joint.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from servoarm.kinematics.screws.chain import Chain, Step
from servoarm.kinematics.screws.lie import Matrix3, rotation_and_position, transpose3

Array: TypeAlias = NDArray[np.float64]
Entry: TypeAlias = float | Array
Entries: TypeAlias = tuple[Entry, Entry, Entry]
Column: TypeAlias = tuple[Entries, Entries]
"""One column of a Jacobian: ``(omega, v)``."""

CHUNK = 4096
"""Poses a chunk: 32 KB an entry, so that the two dozen entries in use stay in the cache."""


class Frame(NamedTuple):
    """The columns of R, and p, of a moving frame."""

    x: Entries
    y: Entries
    z: Entries
    origin: Entries


_SPACE = Frame((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0))


def forward_batch(chain: Chain, theta: ArrayLike) -> Array:
    """``T_sb`` at every row of ``theta`` (N x n): N x 4 x 4, a view with the batch fastest in
    memory.

    Raises ValueError for another shape and for values that are not finite.
    """
    angles = _joint_arrays(chain, theta)
    poses = np.zeros((4, 4, angles.shape[1]))
    poses[3, 3] = 1.0
    for part, _, frame in _walk(chain, angles):
        for column, entries in enumerate(_tool_frame(chain, frame)):
            for row, entry in enumerate(entries):
                poses[row, column, part] = entry
    return poses.transpose(2, 0, 1)


def space_jacobian_batch(chain: Chain, theta: ArrayLike) -> Array:
    """J_s at every row of ``theta`` (N x n): N x 6 x n, a view with the batch fastest in memory.

    Raises ValueError for another shape and for values that are not finite.
    """
    angles = _joint_arrays(chain, theta)
    jacobians = np.zeros((6, len(chain), angles.shape[1]))
    for part, columns, _ in _walk(chain, angles):
        _fill(jacobians, part, columns)
    return jacobians.transpose(2, 0, 1)


def body_jacobian_batch(chain: Chain, theta: ArrayLike) -> Array:
    """``J_b = Ad(T^-1) J_s`` at every row of ``theta`` (N x n): N x 6 x n, a view as above.

    Raises ValueError for another shape and for values that are not finite.
    """
    angles = _joint_arrays(chain, theta)
    jacobians = np.zeros((6, len(chain), angles.shape[1]))
    for part, columns, frame in _walk(chain, angles):
        x, y, z, origin = _tool_frame(chain, frame)
        seen: list[Column] = []
        for omega, v in columns:
            at_tool = _add(v, _cross(omega, origin))
            seen.append(
                (
                    (_dot(x, omega), _dot(y, omega), _dot(z, omega)),
                    (_dot(x, at_tool), _dot(y, at_tool), _dot(z, at_tool)),
                )
            )
        _fill(jacobians, part, seen)
    return jacobians.transpose(2, 0, 1)


def _joint_arrays(chain: Chain, theta: ArrayLike) -> Array:
    try:
        angles = np.asarray(theta)
    except (ValueError, OverflowError):
        raise ValueError(
            f"theta: expected an N x {len(chain)} array, found rows of different lengths"
        ) from None
    if angles.dtype.kind not in "biuf":
        raise ValueError(
            f"theta: expected an N x {len(chain)} array of real numbers, found {angles.dtype}"
        )
    angles = angles.astype(float, copy=False)
    if angles.ndim != 2 or angles.shape[1] != len(chain):
        raise ValueError(f"theta: expected an N x {len(chain)} array, found shape {angles.shape}")
    if not np.isfinite(angles).all():
        raise ValueError("theta: expected finite joint values, found nan or inf")
    return np.ascontiguousarray(angles.T)


def _walk(chain: Chain, angles: Array) -> Iterator[tuple[slice, list[Column], Frame]]:
    """For each chunk: its slice, the columns of J_s, and the frame that the last joint moves."""
    for start in range(0, angles.shape[1], CHUNK):
        part = slice(start, start + CHUNK)
        frame = _SPACE
        columns: list[Column] = []
        for step, angle in zip(chain.steps, angles[:, part], strict=True):
            frame = _moved(frame, step.offset, step.rotation)
            columns.append(_column(step, frame))
            frame = _driven(step, frame, angle)
        yield part, columns, frame


def _tool_frame(chain: Chain, frame: Frame) -> Frame:
    rotation, offset = rotation_and_position(chain.tool)
    return _moved(frame, offset, rotation)


def _moved(frame: Frame, offset: Entries, rotation: Matrix3 | None) -> Frame:
    """The frame after a constant offset and rotation, both given in it."""
    origin = _add(frame.origin, _in_space(frame, offset))
    if rotation is None:
        return frame._replace(origin=origin)
    x, y, z = (_in_space(frame, axis) for axis in transpose3(rotation))
    return Frame(x, y, z, origin)


def _driven(step: Step, frame: Frame, angle: Array) -> Frame:
    """The frame after its joint has moved: a turn about z, a travel along z, or both."""
    if step.turns:
        cosine, sine = np.cos(angle), np.sin(angle)
        frame = frame._replace(
            x=_add(_scaled(frame.x, cosine), _scaled(frame.y, sine)),
            y=_add(_scaled(frame.y, cosine), _scaled(frame.x, -sine)),
        )
    if step.travel:
        frame = frame._replace(origin=_add(frame.origin, _scaled(frame.z, step.travel * angle)))
    return frame


def _column(step: Step, frame: Frame) -> Column:
    """The joint's screw in space: its axis, and the velocity it gives the point at the origin."""
    if not step.turns:
        return (0.0, 0.0, 0.0), frame.z
    moment = _cross(frame.origin, frame.z)
    return frame.z, _add(moment, _scaled(frame.z, step.travel))


def _fill(jacobians: Array, part: slice, columns: list[Column]) -> None:
    for joint, (omega, v) in enumerate(columns):
        for row, entry in enumerate((*omega, *v)):
            if not _is(entry, 0.0):
                jacobians[row, joint, part] = entry


def _in_space(frame: Frame, vector: Entries) -> Entries:
    x, y, z = vector
    return _add(_add(_scaled(frame.x, x), _scaled(frame.y, y)), _scaled(frame.z, z))


def _add(a: Entries, b: Entries) -> Entries:
    return (_sum(a[0], b[0]), _sum(a[1], b[1]), _sum(a[2], b[2]))


def _scaled(vector: Entries, factor: Entry) -> Entries:
    return (_times(vector[0], factor), _times(vector[1], factor), _times(vector[2], factor))


def _dot(a: Entries, b: Entries) -> Entry:
    return _sum(_sum(_times(a[0], b[0]), _times(a[1], b[1])), _times(a[2], b[2]))


def _cross(a: Entries, b: Entries) -> Entries:
    return (
        _minus(_times(a[1], b[2]), _times(a[2], b[1])),
        _minus(_times(a[2], b[0]), _times(a[0], b[2])),
        _minus(_times(a[0], b[1]), _times(a[1], b[0])),
    )


def _is(entry: Entry, value: float) -> bool:
    """Whether an entry is this constant; arrays never are."""
    return isinstance(entry, float) and entry == value


def _times(a: Entry, b: Entry) -> Entry:
    if _is(a, 0.0) or _is(b, 0.0):
        return 0.0
    if _is(a, 1.0):
        return b
    return a if _is(b, 1.0) else a * b


def _sum(a: Entry, b: Entry) -> Entry:
    if _is(a, 0.0):
        return b
    return a if _is(b, 0.0) else a + b


def _minus(a: Entry, b: Entry) -> Entry:
    if _is(b, 0.0):
        return a
    return -b if _is(a, 0.0) else a - b
