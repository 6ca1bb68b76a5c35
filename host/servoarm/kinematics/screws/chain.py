"""A serial chain prepared for speed: pose and Jacobian at one joint vector in plain floats.

`servoarm.kinematics.screws.formulas` spells the same quantities out as in the book; the two share
only elementary algebra, so each is a check on the other. The batch functions in
`servoarm.kinematics.screws.batch` walk the same steps.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from servoarm.kinematics.checked import as_vector
from servoarm.kinematics.screws.lie import (
    Matrix,
    Matrix3,
    MatrixLike,
    Transform,
    Twist,
    Vector3,
    VectorLike,
    as_screws,
    as_transform,
    cross,
    dot,
    from_columns,
    hat_se3,
    make_transform,
    matrix_product3,
    product4,
    rotate,
    transform_inverse,
    transform_product,
    transformed_twist,
    transpose3,
)

UNIT_TOLERANCE = 1e-9
"""How far a screw's ``|omega|`` (or ``|v|`` of a prismatic joint) may be from 1."""

IDENTITY: Matrix3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class Step(NamedTuple):
    """From one joint's frame to the next: move by ``offset``, turn by ``rotation`` (None = not at
    all), then the joint.

    In its own frame a joint's axis is z and passes through the frame's origin. ``travel`` is the
    length along z per unit of the joint variable: the pitch of a turning joint, 1 of a prismatic
    one.
    """

    offset: Vector3
    rotation: Matrix3 | None
    turns: bool
    travel: float


class Chain:
    """A serial chain of revolute, prismatic and helical joints, prepared for evaluation at many
    poses.

    ``screws`` has one row ``(omega, v)`` a joint, in the space frame at home (all joints 0):
    ``|omega| = 1``, or ``omega = 0`` and ``|v| = 1``. ``home`` is M, the tool's 4x4 transform
    there. ValueError for anything else.

    Each joint gets, once, a frame whose z is its axis, so that a pose costs one constant rotation
    and one turn about z a joint, and the axis in space (the Jacobian's column) is simply that
    frame's z.

    >>> arm = Chain(
    ...     [(0, 0, 1, 0, 0, 0), (0, 0, 1, 0, -100, 0)],
    ...     [[1, 0, 0, 200], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    ... )
    >>> arm.space_jacobian((0.0, 0.0))[4]
    (0.0, -100.0)
    """

    def __init__(self, screws: MatrixLike, home: MatrixLike) -> None:
        self.screws: tuple[Twist, ...] = tuple(
            _unit_screw(screw, index + 1) for index, screw in enumerate(as_screws(screws, "screw"))
        )
        self.home = as_transform(home, "home")
        self.steps, self.tool = _steps(self.screws, self.home)

    @classmethod
    def from_body(cls, body_screws: MatrixLike, home: MatrixLike) -> "Chain":
        """The chain whose screws are given in the tool's frame at home: ``Si = Ad_M Bi``."""
        tool = as_transform(home, "home")
        seen = as_screws(body_screws, "body screw")
        return cls([transformed_twist(tool, screw) for screw in seen], tool)

    def __len__(self) -> int:
        return len(self.screws)

    @property
    def body_screws(self) -> tuple[Twist, ...]:
        """The screws seen from the tool at home: ``Bi = Ad(M^-1) Si``."""
        inverse = transform_inverse(self.home)
        return tuple(transformed_twist(inverse, screw) for screw in self.screws)

    def forward(self, theta: VectorLike) -> Transform:
        """``T_sb`` at ``theta`` (n joint values)."""
        return self._evaluate(theta)[0]

    def inverse_transform(self, theta: VectorLike) -> Transform:
        """``T_bs = M^-1 e^(-[Sn] thetan) ... e^(-[S1] theta1)``: the space frame seen from the
        tool."""
        return transform_inverse(self.forward(theta))

    def space_jacobian(self, theta: VectorLike) -> Matrix:
        """J_s, 6 x n: the space twist is ``J_s theta_dot``. Its ``v`` is not the tip's speed, see
        `point_velocity`."""
        return from_columns(self._evaluate(theta)[1])

    def body_jacobian(self, theta: VectorLike) -> Matrix:
        """J_b, 6 x n: ``J_b = Ad(T^-1) J_s``; the tool's twist in its own frame is ``J_b
        theta_dot``."""
        pose, columns = self._evaluate(theta)
        inverse = transform_inverse(pose)
        return from_columns([transformed_twist(inverse, column) for column in columns])

    def forward_and_space_jacobian(self, theta: VectorLike) -> tuple[Transform, Matrix]:
        """``T_sb`` and J_s together, for little more than either."""
        pose, columns = self._evaluate(theta)
        return pose, from_columns(columns)

    def partial_derivatives(self, theta: VectorLike) -> tuple[Matrix, ...]:
        """``dT/dtheta_k = [J_sk] T``, one 4x4 matrix a joint."""
        pose, columns = self._evaluate(theta)
        return tuple(product4(hat_se3(column), pose) for column in columns)

    def _evaluate(self, theta: VectorLike) -> tuple[Transform, list[Twist]]:
        """``T_sb`` and the columns of J_s. Unrolled: this is what every tick of a jog or a panel
        calls."""
        angles = as_vector(theta, len(self.steps), "theta", "joint values")
        r00, r01, r02, r10, r11, r12, r20, r21, r22 = 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
        px = py = pz = 0.0
        columns: list[Twist] = []
        for ((dx, dy, dz), turn, turns, travel), angle in zip(self.steps, angles, strict=True):
            px += r00 * dx + r01 * dy + r02 * dz
            py += r10 * dx + r11 * dy + r12 * dz
            pz += r20 * dx + r21 * dy + r22 * dz
            if turn is not None:
                (a, b, c), (d, e, f), (g, h, i) = turn
                r00, r01, r02 = (
                    r00 * a + r01 * d + r02 * g,
                    r00 * b + r01 * e + r02 * h,
                    r00 * c + r01 * f + r02 * i,
                )
                r10, r11, r12 = (
                    r10 * a + r11 * d + r12 * g,
                    r10 * b + r11 * e + r12 * h,
                    r10 * c + r11 * f + r12 * i,
                )
                r20, r21, r22 = (
                    r20 * a + r21 * d + r22 * g,
                    r20 * b + r21 * e + r22 * h,
                    r20 * c + r21 * f + r22 * i,
                )
            if turns:
                mx, my, mz = py * r22 - pz * r12, pz * r02 - px * r22, px * r12 - py * r02
                if travel:
                    mx, my, mz = mx + travel * r02, my + travel * r12, mz + travel * r22
                columns.append((r02, r12, r22, mx, my, mz))
                sine, cosine = math.sin(angle), math.cos(angle)
                r00, r01 = r00 * cosine + r01 * sine, r01 * cosine - r00 * sine
                r10, r11 = r10 * cosine + r11 * sine, r11 * cosine - r10 * sine
                r20, r21 = r20 * cosine + r21 * sine, r21 * cosine - r20 * sine
            else:
                columns.append((0.0, 0.0, 0.0, r02, r12, r22))
            if travel:
                length = travel * angle
                px, py, pz = px + length * r02, py + length * r12, pz + length * r22
        frame = (
            (r00, r01, r02, px),
            (r10, r11, r12, py),
            (r20, r21, r22, pz),
            (0.0, 0.0, 0.0, 1.0),
        )
        return transform_product(frame, self.tool), columns


def _unit_screw(screw: Twist, number: int) -> Twist:
    turning, sliding = math.hypot(*screw[:3]), math.hypot(*screw[3:])
    if abs(turning - 1.0) <= UNIT_TOLERANCE or (
        turning == 0.0 and abs(sliding - 1.0) <= UNIT_TOLERANCE
    ):
        return screw
    raise ValueError(
        f"screw of joint {number}: expected |omega| = 1, or omega = 0 and |v| = 1, "
        f"found |omega| = {turning:.9g}, |v| = {sliding:.9g}"
    )


def _steps(screws: Sequence[Twist], home: Transform) -> tuple[tuple[Step, ...], Transform]:
    """The steps from joint to joint, and the tool's transform in the last joint's frame."""
    steps = []
    rotation, origin = IDENTITY, (0.0, 0.0, 0.0)
    for screw in screws:
        turns = any(screw[:3])
        axis = screw[:3] if turns else screw[3:]
        # the axis point nearest the space origin; a slide has no place, so it stays where it is
        point = cross(screw[:3], screw[3:]) if turns else origin
        frame = _frame_around(axis, rotation)
        inverse = transpose3(rotation)
        turn = matrix_product3(inverse, frame)
        offset = rotate(inverse, _difference(point, origin))
        travel = dot(screw[:3], screw[3:]) if turns else 1.0
        steps.append(Step(offset, None if turn == IDENTITY else turn, turns, travel))
        rotation, origin = frame, point
    last = make_transform(rotation, origin)
    return tuple(steps), transform_product(transform_inverse(last), home)


def _frame_around(axis: Vector3, previous: Matrix3) -> Matrix3:
    """A rotation whose z column is ``axis``: the previous one if that will do."""
    if transpose3(previous)[2] == axis:
        return previous
    smallest = min(range(3), key=lambda index: abs(axis[index]))
    x, y, z = cross(IDENTITY[smallest], axis)
    length = math.hypot(x, y, z)
    across = (x / length, y / length, z / length)
    return transpose3((across, cross(axis, across), axis))


def _difference(a: Vector3, b: Vector3) -> Vector3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
