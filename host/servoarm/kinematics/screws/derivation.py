"""The derivation of the space Jacobian by adjoint transformations, as 22 numerical checks.

Twenty-two identities lead from the product of exponentials to ``V_s = J_s theta_dot``. Each is
evaluated on both sides at one pose, by ways as independent as the identity allows (derivatives by
complex steps, exponentials by their power series), and the relative difference is its residual.
Where a function of `formulas` or `Chain` states a side, its result is one: the self-test
fails if the function is wrong. The numbers and their order are those of
docs/screw-theory.md, which walks through them.
"""

import math
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from servoarm.kinematics import screws
from servoarm.kinematics.screws.derivation_terms import (
    Terms,
    adjoint,
    array,
    block,
    chain_of_reach_1,
    composed,
    difference,
    hat,
    product,
    random_chain,
    series_exp,
    terms_at,
    vee,
)
from servoarm.kinematics.screws.lie import VectorLike

_Residual: TypeAlias = Callable[[Terms], float]
_Row: TypeAlias = tuple[int, str, _Residual]


class Equation(NamedTuple):
    """One equation at one pose, and the relative difference of its sides."""

    number: int
    text: str
    residual: float


class EquationResult(NamedTuple):
    """One equation of the self-test: residuals on a random 6R chain and on a two-link arm."""

    number: int
    text: str
    six_joint_residual: float
    two_link_residual: float

    @property
    def residual(self) -> float:
        """The worse of the two."""
        return max(self.six_joint_residual, self.two_link_residual)


def equations(
    chain: screws.Chain, theta: VectorLike, theta_dot: VectorLike | None = None
) -> list[Equation]:
    """The 22 equations at ``theta`` (n) with joint rates ``theta_dot`` (n).

    The rates are 1, 1/2, 1/3 ... if None. Raises ValueError for vectors of another length.
    """
    terms = terms_at(chain, theta, theta_dot)
    return [Equation(number, text, _residual(sides, terms)) for number, text, sides in _EQUATIONS]


def self_test(seed: int = 0, link1_mm: float = 100, link2_mm: float = 100) -> list[EquationResult]:
    """All 22 equations, at random poses, on a random 6R chain and on a two-link arm.

    The arm's lengths count in units of its reach, so that turns and lengths weigh alike. A side
    that cannot be worked out is an infinite residual. Raises ValueError for bad lengths.
    """
    random = np.random.default_rng(seed)
    six = random_chain(random)
    two = chain_of_reach_1(link1_mm, link2_mm)
    pairs = zip(
        equations(six, random.uniform(-3.0, 3.0, 6), random.normal(size=6)),
        equations(two, random.uniform(-3.0, 3.0, 2), random.normal(size=2)),
        strict=True,
    )
    return [EquationResult(a.number, a.text, a.residual, b.residual) for a, b in pairs]


def _residual(sides: _Residual, terms: Terms) -> float:
    try:
        return sides(terms)
    except (TypeError, ValueError):  # one function cannot work with what another one returned
        return math.inf


def _forward(t: Terms) -> float:
    powers = [series_exp(h * angle) for h, angle in zip(t.hats, t.theta, strict=True)]
    return difference(
        product([*powers, t.home]),
        array(t.chain.forward(t.theta), 4, 4),
        array(screws.forward_space(t.chain.home, t.chain.screws, t.theta), 4, 4),
        array(screws.forward_body(t.chain.home, t.chain.body_screws, t.theta), 4, 4),
    )


def _exponential(t: Terms) -> float:
    return max(
        difference(e, series_exp(h * angle))
        for e, h, angle in zip(t.exps, t.hats, t.theta, strict=True)
    )


def _exponential_derivative(t: Terms) -> float:
    return max(
        difference(t.exponential_derivative(j), t.hats[j] @ t.exps[j], t.exps[j] @ t.hats[j])
        for j in t.joints
    )


def _exponential_inverse(t: Terms) -> float:
    pairs = zip(t.exps, t.negative_exps, strict=True)
    return max(difference(np.linalg.inv(e), negative) for e, negative in pairs)


def _chain_rule(t: Terms) -> float:
    return difference(t.pose_dot, sum(t.partials[j] * t.rates[j] for j in t.joints))


def _partial_derivative(t: Terms) -> float:
    found = array(t.chain.partial_derivatives(t.theta), len(t.joints), 4, 4)
    return max(
        difference(t.partials[j], product([t.before(j), t.hats[j], *t.exps[j:], t.home]), found[j])
        for j in t.joints
    )


def _inverse_product(t: Terms) -> float:
    reversed_product = product([t.inverse_home, *t.negative_exps[::-1]])
    return difference(t.inverse, reversed_product, array(t.chain.inverse_transform(t.theta), 4, 4))


def _twists(t: Terms) -> float:
    space, body = t.pose_dot @ t.inverse, t.inverse @ t.pose_dot
    found_space = array(screws.space_twist(t.pose, t.pose_dot), 6)
    found_body = array(screws.body_twist(t.pose, t.pose_dot), 6)
    return max(
        difference(space, hat(vee(space)), hat(found_space)),
        difference(body, hat(vee(body)), hat(found_body)),
    )


def _cancelled_tail(t: Terms) -> float:
    return max(
        difference(t.partials[j] @ t.inverse, t.before(j) @ t.hats[j] @ np.linalg.inv(t.before(j)))
        for j in t.joints
    )


def _twist_sum(t: Terms) -> float:
    total = sum(
        product([*t.exps[:j], t.hats[j], *t.negative_exps[:j][::-1]]) * t.rates[j] for j in t.joints
    )
    return difference(t.pose_dot @ t.inverse, total)


def _transform_inverse(t: Terms) -> float:
    found = array(screws.transform_inverse(t.pose), 4, 4)
    return difference(t.inverse, block(t.rotation.T, -t.rotation.T @ t.position, 1.0), found)


def _rotated_hat(t: Terms) -> float:
    transpose = array(screws.rotation_inverse(t.rotation), 3, 3)
    return difference(t.rotation @ hat(t.omega) @ transpose, hat(t.rotation @ t.omega))


def _conjugate(t: Terms) -> float:
    turned = t.rotation @ hat(t.omega) @ t.rotation.T
    expected = block(turned, -turned @ t.position + t.rotation @ t.v, 0.0)
    return difference(t.pose @ hat(t.screw) @ t.inverse, expected)


def _linear_part(t: Terms) -> float:
    turned, linear = t.rotation @ t.omega, t.rotation @ t.v
    first = -t.rotation @ hat(t.omega) @ t.rotation.T @ t.position + linear
    return difference(first, -hat(turned) @ t.position + linear, hat(t.position) @ turned + linear)


def _adjoint(t: Terms) -> float:
    turned = t.rotation @ t.omega
    linear = hat(t.position) @ turned + t.rotation @ t.v
    found = array(screws.adjoint_map(t.pose, t.screw), 6)
    return difference(adjoint(t.pose) @ t.screw, np.concatenate([turned, linear]), found)


def _adjoint_hat(t: Terms) -> float:
    return difference(t.pose @ hat(t.screw) @ t.inverse, hat(adjoint(t.pose) @ t.screw))


def _adjoint_product(t: Terms) -> float:
    factors = [*t.exps, t.home]
    adjoints = product([adjoint(factor) for factor in factors])
    return difference(adjoints, adjoint(t.pose), adjoint(composed(factors)))


def _adjoint_inverse(t: Terms) -> float:
    found = array(screws.adjoint_inverse(t.pose), 6, 6)
    carried_back = hat(adjoint(t.inverse) @ t.screw)
    return max(
        difference(np.linalg.inv(adjoint(t.pose)), adjoint(t.inverse), found),
        difference(t.inverse @ hat(t.screw) @ t.pose, carried_back),
    )


def _first_column(t: Terms) -> float:
    return difference(t.measured_columns[0], t.columns[0], np.array(t.chain.screws[0]))


def _column(t: Terms) -> float:
    book = array(screws.space_jacobian(t.chain.screws, t.theta), 6, len(t.joints)).T
    return max(
        difference(
            t.measured_columns[j], t.columns[j], book[j], adjoint(t.before(j)) @ t.chain.screws[j]
        )
        for j in t.joints
    )


def _space_jacobian(t: Terms) -> float:
    return difference(vee(t.pose_dot @ t.inverse), np.column_stack(t.columns) @ t.rates)


def _body_jacobian(t: Terms) -> float:
    measured = np.column_stack(t.measured_body_columns)
    body = array(t.chain.body_jacobian(t.theta), *measured.shape)
    book = array(screws.body_jacobian(t.chain.body_screws, t.theta), *measured.shape)
    twist = array(screws.body_twist(t.pose, t.pose_dot), 6)
    return max(
        difference(measured, body, book, adjoint(t.inverse) @ np.column_stack(t.columns)),
        difference(measured @ t.rates, twist),
    )


_EQUATIONS: tuple[_Row, ...] = (
    (1, "T(θ) = e₁ e₂ ⋯ eₙ M,  eᵢ = e^{[Sᵢ]θᵢ}", _forward),
    (2, "e^{[S]θ} = I + [S]θ + [S]²θ²/2! + [S]³θ³/3! + ⋯", _exponential),
    (3, "d/dθ e^{[S]θ} = [S] e^{[S]θ} = e^{[S]θ} [S]", _exponential_derivative),
    (4, "(e^{[S]θ})⁻¹ = e^{−[S]θ}", _exponential_inverse),
    (5, "Ṫ = (∂T/∂θ₁) θ̇₁ + (∂T/∂θ₂) θ̇₂ + ⋯ + (∂T/∂θₙ) θ̇ₙ", _chain_rule),
    (6, "∂T/∂θᵢ = e₁ ⋯ eᵢ₋₁ [Sᵢ] eᵢ ⋯ eₙ M", _partial_derivative),
    (7, "T⁻¹ = M⁻¹ eₙ⁻¹ ⋯ e₂⁻¹ e₁⁻¹", _inverse_product),
    (8, "[Vₛ] = Ṫ T⁻¹,  [V_b] = T⁻¹ Ṫ", _twists),
    (9, "(∂T/∂θᵢ) T⁻¹ = (e₁ ⋯ eᵢ₋₁) [Sᵢ] (e₁ ⋯ eᵢ₋₁)⁻¹", _cancelled_tail),
    (10, "[Vₛ] = [S₁]θ̇₁ + e₁[S₂]e₁⁻¹θ̇₂ + e₁e₂[S₃]e₂⁻¹e₁⁻¹θ̇₃ + ⋯", _twist_sum),
    (11, "T = [R p; 0 1]  ⇒  T⁻¹ = [Rᵀ −Rᵀp; 0 1]", _transform_inverse),
    (12, "R [ω] Rᵀ = [Rω]", _rotated_hat),
    (13, "T [V] T⁻¹ = [R[ω]Rᵀ  −R[ω]Rᵀp + Rv; 0 0]", _conjugate),
    (14, "−R[ω]Rᵀp + Rv = −[Rω]p + Rv = [p]Rω + Rv", _linear_part),
    (15, "Ad_T = [R 0; [p]R R],  Ad_T V = (Rω, [p]Rω + Rv)", _adjoint),
    (16, "T [V] T⁻¹ = [Ad_T V]", _adjoint_hat),
    (17, "Ad_{T₁} Ad_{T₂} = Ad_{T₁T₂}", _adjoint_product),
    (18, "(Ad_T)⁻¹ = Ad_{T⁻¹},  T⁻¹ [V] T = [Ad_{T⁻¹} V]", _adjoint_inverse),
    (19, "Jₛ₁ = S₁", _first_column),
    (20, "Jₛᵢ(θ) = Ad_{e₁ ⋯ eᵢ₋₁} Sᵢ", _column),
    (21, "Vₛ = Jₛ₁ θ̇₁ + Jₛ₂(θ) θ̇₂ + ⋯ + Jₛₙ(θ) θ̇ₙ = Jₛ(θ) θ̇", _space_jacobian),
    (22, "J_b(θ) = Ad_{T⁻¹} Jₛ(θ)", _body_jacobian),
)
