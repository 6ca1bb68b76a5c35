"""Screw theory of serial chains: product of exponentials, space and body Jacobian, and our
two-link arm seen that way.

Names follow Lynch & Park, *Modern Robotics* (2017), chapters 4 and 5; a twist or screw is
``(omega, v)``. All results are nested tuples of floats; the functions for many poses at once
(numpy) are in `servoarm.kinematics.screws.batch`.

`Chain` is the fast way. The functions `forward_space`, `forward_body`, `space_jacobian` and
`body_jacobian` spell the book's formulas out; they share no code with `Chain` beyond
`servoarm.kinematics.screws.lie`, so each is a check on the other.
"""

import math
from typing import NamedTuple

from servoarm.kinematics.checked import as_length_mm, as_number, as_vector
from servoarm.kinematics.screws.chain import Chain
from servoarm.kinematics.screws.exponential import (
    exp_se3,
)
from servoarm.kinematics.screws.lie import (
    IDENTITY_TRANSFORM,
    Matrix,
    MatrixLike,
    Transform,
    Twist,
    VectorLike,
    as_matrix,
    as_screws,
    as_transform,
    cross,
    direction,
    from_columns,
    point_velocity,
    product4,
    rotation_and_position,
    transform_inverse,
    transform_product,
    transformed_twist,
    vee_se3,
)

JOINT_TYPES = ("revolute", "prismatic", "helical")


def screw_axis(axis: VectorLike, point: VectorLike = (0.0, 0.0, 0.0), pitch: float = 0.0) -> Twist:
    """The unit screw about ``axis`` (any length but 0) through ``point``, with ``pitch`` in
    length per radian (3.3.2.2).

    ``pitch`` 0 is a revolute joint, ``math.inf`` a prismatic one (``point`` does not matter
    then), else a helical one.

    >>> screw_axis((0, 0, 1), (100, 0, 0))
    (0.0, 0.0, 1.0, 0.0, -100.0, 0.0)
    """
    x, y, z = as_vector(axis, 3, "axis")
    px, py, pz = as_vector(point, 3, "point")
    pitch = as_number(pitch, "pitch")
    if not (x or y or z):
        raise ValueError("axis: expected a direction, found (0, 0, 0)")
    if math.isnan(pitch):
        raise ValueError("pitch: expected a number (0 = revolute, inf = prismatic), found nan")
    omega = direction((x, y, z))
    if math.isinf(pitch):
        return (0.0, 0.0, 0.0, *(math.copysign(1.0, pitch) * component for component in omega))  # type: ignore[return-value]
    mx, my, mz = cross((px, py, pz), omega)
    v = (mx + pitch * omega[0], my + pitch * omega[1], mz + pitch * omega[2])
    if not all(map(math.isfinite, v)):
        raise ValueError(
            f"screw axis: expected a point and pitch of lengths below 1e308, found {point} and "
            f"{pitch}"
        )
    return (*omega, *v)


def joint_screw(
    kind: str, axis: VectorLike, point: VectorLike = (0.0, 0.0, 0.0), pitch: float | None = None
) -> Twist:
    """`screw_axis` of a named joint type: "revolute", "prismatic", or "helical" (which needs a
    ``pitch``).

    Raises ValueError for another name, a helical joint without finite pitch, and a pitch given to
    the other two.
    """
    if kind not in JOINT_TYPES:
        raise ValueError(f"joint type: expected one of {', '.join(JOINT_TYPES)}, found {kind!r}")
    if kind == "helical":
        if pitch is None or not math.isfinite(as_number(pitch, "pitch")):
            raise ValueError(
                f"helical joint: expected a finite pitch (length per radian), found {pitch}"
            )
        return screw_axis(axis, point, pitch)
    if pitch is not None:
        raise ValueError(f"{kind} joint: expected no pitch, found {pitch}")
    return screw_axis(axis, point, math.inf if kind == "prismatic" else 0.0)


def forward_space(home: MatrixLike, screws: MatrixLike, theta: VectorLike) -> Transform:
    """``T = e^([S1] theta1) ... e^([Sn] thetan) M`` (equation 4.14); ``home`` is M, ``screws``
    has one row a joint."""
    pose = IDENTITY_TRANSFORM
    for screw, angle in _screws_and_angles(screws, theta):
        pose = transform_product(pose, exp_se3(screw, angle))
    return transform_product(pose, as_transform(home, "home"))


def forward_body(home: MatrixLike, body_screws: MatrixLike, theta: VectorLike) -> Transform:
    """``T = M e^([B1] theta1) ... e^([Bn] thetan)`` (equation 4.16); the screws are seen from the
    tool at home."""
    pose = as_transform(home, "home")
    for screw, angle in _screws_and_angles(body_screws, theta):
        pose = transform_product(pose, exp_se3(screw, angle))
    return pose


def space_jacobian(screws: MatrixLike, theta: VectorLike) -> Matrix:
    """J_s, 6 x n: column i is ``Ad(e^([S1] theta1) ... e^([Si-1] thetai-1)) Si`` (equation 5.11).

    ``J_s theta_dot`` is the space twist. Its ``v`` belongs to the body's point at the origin: see
    `point_velocity`.
    """
    pose = IDENTITY_TRANSFORM
    columns = []
    for screw, angle in _screws_and_angles(screws, theta):
        columns.append(transformed_twist(pose, screw))
        pose = transform_product(pose, exp_se3(screw, angle))
    return from_columns(columns)


def body_jacobian(body_screws: MatrixLike, theta: VectorLike) -> Matrix:
    """J_b, 6 x n: column i is ``Ad(e^(-[Bn] thetan) ... e^(-[Bi+1] thetai+1)) Bi`` (equation
    5.18)."""
    pose = IDENTITY_TRANSFORM
    columns: list[Twist] = []
    for screw, angle in reversed(_screws_and_angles(body_screws, theta)):
        columns.append(transformed_twist(pose, screw))
        pose = transform_product(pose, exp_se3(screw, -angle))
    return from_columns(columns[::-1])


def space_twist(transform: MatrixLike, transform_dot: MatrixLike) -> Twist:
    """``V_s`` with ``[V_s] = T_dot T^-1`` (equation 3.74); ValueError if ``T_dot`` is no
    derivative of a transform at T."""
    return vee_se3(product4(as_matrix(transform_dot, 4, 4, "T_dot"), transform_inverse(transform)))


def body_twist(transform: MatrixLike, transform_dot: MatrixLike) -> Twist:
    """``V_b`` with ``[V_b] = T^-1 T_dot`` (equation 3.70); ValueError if ``T_dot`` is no
    derivative of a transform at T."""
    return vee_se3(product4(transform_inverse(transform), as_matrix(transform_dot, 4, 4, "T_dot")))


class TwoLinkScrews(NamedTuple):
    """Our arm in screw form at one pose: everything a panel or a printout shows. Lengths in mm,
    angles in radians."""

    link1_mm: float
    link2_mm: float
    theta1: float
    theta2: float
    screw1: Twist
    screw2: Twist
    exponential1: Transform
    exponential2: Transform
    home: Transform
    pose: Transform
    space_jacobian: Matrix
    """J_s, 6 x 2. Its ``v`` rows give the velocity of the point at the ORIGIN, not of the tip."""
    body_jacobian: Matrix
    """J_b, 6 x 2: the tip's own twist, in the tip's frame."""

    def tip_velocity(self, theta1_rate: float, theta2_rate: float) -> tuple[float, float]:
        """Tip velocity (mm/s) for joint rates (rad/s), from the space twist ``J_s theta_dot``
        taken at the tip."""
        twist = [row[0] * theta1_rate + row[1] * theta2_rate for row in self.space_jacobian]
        vx, vy, _ = point_velocity(twist, rotation_and_position(self.pose)[1])
        return vx, vy


def two_link_chain(link1_mm: float, link2_mm: float) -> Chain:
    """Our arm: both axes along z, the shoulder at the origin, stretched along x at home.
    ValueError on bad lengths."""
    elbow = as_length_mm(link1_mm, "link 1")
    reach = elbow + as_length_mm(link2_mm, "link 2")
    screws = (screw_axis((0.0, 0.0, 1.0)), screw_axis((0.0, 0.0, 1.0), (elbow, 0.0, 0.0)))
    home = ((1.0, 0.0, 0.0, reach), *IDENTITY_TRANSFORM[1:])
    return Chain(screws, home)


def two_link_screws(
    link1_mm: float, link2_mm: float, theta1: float, theta2: float
) -> TwoLinkScrews:
    """The twists, exponentials, pose and Jacobians of our arm at one pose (mm, radians)."""
    chain = two_link_chain(link1_mm, link2_mm)
    theta = (theta1, theta2)
    pose, jacobian = chain.forward_and_space_jacobian(theta)
    return TwoLinkScrews(
        link1_mm=link1_mm,
        link2_mm=link2_mm,
        theta1=theta1,
        theta2=theta2,
        screw1=chain.screws[0],
        screw2=chain.screws[1],
        exponential1=exp_se3(chain.screws[0], theta1),
        exponential2=exp_se3(chain.screws[1], theta2),
        home=chain.home,
        pose=pose,
        space_jacobian=jacobian,
        body_jacobian=chain.body_jacobian(theta),
    )


def _screws_and_angles(screws: MatrixLike, theta: VectorLike) -> list[tuple[Twist, float]]:
    rows = as_screws(screws, "screw")
    return list(zip(rows, as_vector(theta, len(rows), "theta"), strict=True))
