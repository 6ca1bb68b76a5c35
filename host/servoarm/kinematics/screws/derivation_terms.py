"""The quantities that the equations of `servoarm.kinematics.screws.derivation` share, at one pose.

Derivatives are complex steps through power series, so that they owe nothing to the formulas they
check.
"""

import math
from collections.abc import Sequence
from functools import cached_property, reduce
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from servoarm.kinematics import screws
from servoarm.kinematics.checked import as_length_mm, as_vector
from servoarm.kinematics.screws.lie import VectorLike

Array: TypeAlias = NDArray[Any]

COMPLEX_STEP = 1e-30
"""Step of the derivatives: ``Im f(x + ih) / h`` has no difference to cancel, so h may be tiny."""

_SERIES_TERMS = 24


class Terms:
    """One chain at one pose with one vector of joint rates. Joints count from 0 here."""

    def __init__(self, chain: screws.Chain, theta: Array, rates: Array) -> None:
        self.chain, self.theta, self.rates = chain, theta, rates
        self.joints = range(len(chain))
        self.home = np.array(chain.home)
        self.inverse_home = np.linalg.inv(self.home)
        self.hats = [hat(np.array(screw)) for screw in chain.screws]
        self.exps = self._exponentials(theta)
        self.negative_exps = self._exponentials(-theta)
        self.pose = product([*self.exps, self.home])
        self.inverse = np.linalg.inv(self.pose)
        self.rotation, self.position = self.pose[:3, :3], self.pose[:3, 3]
        self.partials = [self._derivative(direction) for direction in np.eye(len(chain))]
        self.pose_dot = self._derivative(rates)
        # a twist to carry from one frame to another, in (11) to (18): the last joint's screw
        self.screw = np.array(chain.screws[-1])
        self.omega, self.v = self.screw[:3], self.screw[3:]

    def before(self, joint: int) -> Array:
        """e1 ... e(i-1): the product of the exponentials before this joint's own."""
        return product([np.eye(4), *self.exps[:joint]])

    def exponential_derivative(self, joint: int) -> Array:
        """The derivative of e^([S] theta) with respect to theta."""
        angle = self.theta[joint] + 1j * COMPLEX_STEP
        return series_exp(self.hats[joint] * angle).imag / COMPLEX_STEP

    @cached_property
    def columns(self) -> list[Array]:
        """The columns of J_s, by Chain."""
        return list(array(self.chain.space_jacobian(self.theta), 6, len(self.chain)).T)

    @cached_property
    def measured_columns(self) -> list[Array]:
        """The columns of J_s, from the derivatives: the twist of (dT/dtheta_i) T^-1."""
        return [vee(partial @ self.inverse) for partial in self.partials]

    @cached_property
    def measured_body_columns(self) -> list[Array]:
        """The columns of J_b, from the derivatives: the twist of T^-1 dT/dtheta_i."""
        return [vee(self.inverse @ partial) for partial in self.partials]

    def _exponentials(self, theta: Array) -> list[Array]:
        pairs = zip(self.chain.screws, theta, strict=True)
        return [array(screws.exp_se3(screw, angle), 4, 4) for screw, angle in pairs]

    def _derivative(self, direction: Array) -> Array:
        """The derivative of T as theta moves along ``direction``."""
        angles = self.theta + 1j * COMPLEX_STEP * direction
        series = [series_exp(h * angle) for h, angle in zip(self.hats, angles, strict=True)]
        derivative: Array = product([*series, self.home]).imag / COMPLEX_STEP
        return derivative


def terms_at(chain: screws.Chain, theta: VectorLike, theta_dot: VectorLike | None) -> Terms:
    """The terms for checked vectors; rates 1, 1/2, 1/3 ... if None."""
    size = len(chain)
    rates = [1.0 / (joint + 1) for joint in range(size)] if theta_dot is None else theta_dot
    return Terms(
        chain,
        np.array(as_vector(theta, size, "theta")),
        np.array(as_vector(rates, size, "theta_dot")),
    )


def random_chain(random: np.random.Generator) -> screws.Chain:
    """A six-joint arm with oblique axes and an oblique home."""
    axes, points = random.normal(size=(6, 3)), random.normal(size=(6, 3))
    rotation = np.linalg.qr(random.normal(size=(3, 3))).Q
    return screws.Chain(
        [screws.screw_axis(axis, point) for axis, point in zip(axes, points, strict=True)],
        block(rotation * np.linalg.det(rotation), random.normal(size=3), 1.0),
    )


def chain_of_reach_1(link1_mm: float, link2_mm: float) -> screws.Chain:
    """The two-link arm of these proportions whose reach is 1."""
    link1, link2 = as_length_mm(link1_mm, "link 1"), as_length_mm(link2_mm, "link 2")
    return screws.two_link_chain(link1 / (link1 + link2), link2 / (link1 + link2))


def product(matrices: Sequence[Array]) -> Array:
    """The matrices multiplied from left to right."""
    return reduce(np.matmul, matrices)


def array(result: Any, *shape: int) -> Array:
    """What a function of the package returned, as an array; nan for anything of another shape."""
    try:
        found = np.array(result, dtype=float)
    except (TypeError, ValueError):
        return np.full(shape, np.nan)
    return found if found.shape == shape else np.full(shape, np.nan)


def composed(transforms: Sequence[Array]) -> Array:
    """`screws.compose` of the transforms from left to right, as an array."""
    return reduce(lambda a, b: array(screws.compose(a, b), 4, 4), transforms)


def hat(twist: Array) -> Array:
    """`screws.hat_se3` (six numbers) or `screws.hat_so3` (three), as an array."""
    if len(twist) == 6:
        return array(screws.hat_se3(twist), 4, 4)
    return array(screws.hat_so3(twist), 3, 3)


def vee(matrix: Array) -> Array:
    """`screws.vee_se3`, as an array."""
    return array(screws.vee_se3(matrix), 6)


def adjoint(transform: Array) -> Array:
    """`screws.adjoint`, as an array; it checks that ``transform`` is one."""
    return array(screws.adjoint(transform), 6, 6)


def series_exp(matrix: Array) -> Array:
    """``I + A + A^2/2! + ...`` of an se(3) matrix, real or complex, scaled down and squared up.

    Only the rotation decides the scaling: the translation enters every power once.
    """
    turn = np.abs(matrix[:3, :3]).max()
    squarings = int(np.ceil(np.log2(turn))) if turn > 1.0 else 0
    scaled = matrix / 2.0**squarings
    term = total = np.eye(len(matrix), dtype=matrix.dtype)
    for order in range(1, _SERIES_TERMS):
        term = term @ scaled / order
        total = total + term
    return reduce(lambda power, _: power @ power, range(squarings), total)


def difference(left: Array, *others: Array) -> float:
    """The largest difference of any other side from the left one, relative to the largest entry;
    infinite where a side has no number."""
    if not all(np.isfinite(side).all() for side in (left, *others)):
        return math.inf
    scale = max(np.abs(side).max() for side in (left, *others))
    worst = max(np.abs(left - other).max() for other in others)
    return float(worst / scale) if scale else 0.0


def block(rotation: Array, position: Array, corner: float) -> Array:
    """The 4 x 4 matrix of a 3 x 3 part, a 3-vector beside it, and the last row (0, 0, 0,
    corner)."""
    matrix = np.zeros((4, 4))
    matrix[:3, :3], matrix[:3, 3], matrix[3, 3] = rotation, position, corner
    return matrix
