"""What the article that docs/screw-theory.md compares itself with misprints, measured.

Each printed form is evaluated beside the right one at one pose, as in `derivation`: the right one
agrees to rounding, the printed one does not. Numbers in parentheses are the article's.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from servoarm.kinematics import screws
from servoarm.kinematics.screws.derivation_terms import (
    Array,
    Terms,
    adjoint,
    difference,
    hat,
    product,
    terms_at,
    vee,
)
from servoarm.kinematics.screws.lie import VectorLike

_Residuals: TypeAlias = Callable[[Terms], tuple[float, float]]


class Misprint(NamedTuple):
    """One misprinted form, and how far it and the right one are from what they should equal."""

    place: str
    printed: str
    right: str
    printed_residual: float
    right_residual: float


def misprints(
    chain: screws.Chain, theta: VectorLike, theta_dot: VectorLike | None = None
) -> list[Misprint]:
    """The misprints at ``theta`` (n) with joint rates ``theta_dot`` (n); 1, 1/2, 1/3 ... if None.

    At least three joints: with two, the last joint is the second one and (7) reads right. Raises
    ValueError for fewer joints and for vectors of another length.
    """
    if len(chain) < 3:
        raise ValueError(f"chain: expected at least 3 joints, found {len(chain)}")
    terms = terms_at(chain, theta, theta_dot)
    return [
        Misprint(place, printed, right, *sides(terms))
        for place, printed, right, sides in _MISPRINTS
    ]


def _adjoint_of_the_wrong_twist(t: Terms) -> tuple[float, float]:
    space = vee(t.pose_dot @ t.inverse)
    body = vee(t.inverse @ t.pose_dot)
    conjugate = t.inverse @ hat(space) @ t.pose
    return (
        difference(conjugate, hat(adjoint(t.pose) @ body)),
        difference(conjugate, hat(adjoint(t.inverse) @ space)),
    )


def _second_joint_twice(t: Terms) -> tuple[float, float]:
    moved = [partial * rate for partial, rate in zip(t.partials, t.rates, strict=True)]
    return (
        difference(t.pose_dot, sum(moved[:-1]) + moved[1]),
        difference(t.pose_dot, sum(moved)),
    )


def _rate_too_many(t: Terms) -> tuple[float, float]:
    derivatives = [t.exponential_derivative(joint) for joint in t.joints]
    right = [h @ e for h, e in zip(t.hats, t.exps, strict=True)]
    printed = [side * rate for side, rate in zip(right, t.rates, strict=True)]
    return _worst(derivatives, printed), _worst(derivatives, right)


def _signs_lost_before_cancelling(t: Terms) -> tuple[float, float]:
    """The factors of T^-1 that belong to the joints k - 1, k and k + 1 have lost their minus."""

    def sides(k: int, lost: tuple[int, ...]) -> Array:
        behind = [t.exps[j] if j in lost else t.negative_exps[j] for j in reversed(t.joints)]
        head = [t.before(k), t.hats[k], *t.exps[k:], t.home, t.inverse_home]
        return product([*head, *behind])

    measured = [partial @ t.inverse for partial in t.partials]
    printed = [sides(k, (k - 1, k, k + 1)) for k in t.joints]
    return _worst(measured, printed), _worst(measured, [sides(k, ()) for k in t.joints])


def _sign_lost_after_cancelling(t: Terms) -> tuple[float, float]:
    """The factor of the joint k - 1, the first one behind [S_k], has lost its minus."""

    def sides(k: int, lost: int) -> Array:
        behind = [t.exps[j] if j == lost else t.negative_exps[j] for j in reversed(range(k))]
        return product([t.before(k), t.hats[k], *behind])

    measured = [partial @ t.inverse for partial in t.partials]
    printed = [sides(k, k - 1) for k in t.joints]
    return _worst(measured, printed), _worst(measured, [sides(k, -1) for k in t.joints])


def _first_rate_twice(t: Terms) -> tuple[float, float]:
    rates = t.rates.copy()
    rates[1] = rates[0]
    return _twist_residuals(t, rates)


def _dot_lost(t: Terms) -> tuple[float, float]:
    return _twist_residuals(t, t.theta)


def _twist_residuals(t: Terms, printed_rates: Array) -> tuple[float, float]:
    twist, jacobian = vee(t.pose_dot @ t.inverse), np.column_stack(t.columns)
    return difference(twist, jacobian @ printed_rates), difference(twist, jacobian @ t.rates)


def _worst(measured: list[Array], stated: list[Array]) -> float:
    return max(difference(m, s) for m, s in zip(measured, stated, strict=True))


_MISPRINTS: tuple[tuple[str, str, str, _Residuals], ...] = (
    (
        "(5), second form",
        "[Ad_T V_b] = T⁻¹ [Vₛ] T",
        "[Ad_{T⁻¹} Vₛ] = T⁻¹ [Vₛ] T",
        _adjoint_of_the_wrong_twist,
    ),
    (
        "(7), first form",
        "Ṫ = (∂T/∂θ₁) θ̇₁ + (∂T/∂θ₂) θ̇₂ + ⋯ (∂T/∂θ₂) θ̇₂",
        "Ṫ = (∂T/∂θ₁) θ̇₁ + (∂T/∂θ₂) θ̇₂ + ⋯ + (∂T/∂θₙ) θ̇ₙ",
        _second_joint_twice,
    ),
    ("(10)", "∂eₖ/∂θₖ = [Sₖ] eₖ θ̇", "∂eₖ/∂θₖ = [Sₖ] eₖ", _rate_too_many),
    (
        "(14), second form",
        "⋯ eₖ₊₁ eₖ eₖ₋₁ ⋯ e₂⁻¹ e₁⁻¹",
        "⋯ eₖ₊₁⁻¹ eₖ⁻¹ eₖ₋₁⁻¹ ⋯ e₂⁻¹ e₁⁻¹",
        _signs_lost_before_cancelling,
    ),
    (
        "(14), third form",
        "e₁ e₂ ⋯ eₖ₋₁ [Sₖ] eₖ₋₁ ⋯ e₂⁻¹ e₁⁻¹",
        "e₁ e₂ ⋯ eₖ₋₁ [Sₖ] eₖ₋₁⁻¹ ⋯ e₂⁻¹ e₁⁻¹",
        _sign_lost_after_cancelling,
    ),
    (
        "(21), first form",
        "Vₛ = Jₛ(θ) (θ̇₁, θ̇₁, ⋯, θ̇ₙ)",
        "Vₛ = Jₛ(θ) (θ̇₁, θ̇₂, ⋯, θ̇ₙ)",
        _first_rate_twice,
    ),
    ("(21), second form", "Vₛ = Jₛ(θ) θ", "Vₛ = Jₛ(θ) θ̇", _dot_lost),
)
