"""Chains, Jacobians, twists and our arm in screw form."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.kinematics import screws
from servoarm.kinematics.screws.lie import Transform
from servoarm.kinematics.screws.newton import newton_inverse

Vector = tuple[float, ...]
PosedChain = tuple[screws.Chain, Vector]

COMPONENT = st.floats(-2.0, 2.0)
VECTOR = st.tuples(COMPONENT, COMPONENT, COMPONENT)
TWIST = st.tuples(*[COMPONENT] * 6)
TRANSFORM = TWIST.map(screws.exp_se3)
ANGLE = st.floats(-4.0, 4.0)


@st.composite
def chains(draw: st.DrawFn) -> screws.Chain:
    """Chains of mixed revolute, prismatic and helical joints, some of them square to each other."""
    axis = VECTOR.filter(lambda v: math.hypot(*v) > 0.1) | st.sampled_from(
        [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
    )
    pitch = st.just(0.0) | st.just(math.inf) | st.floats(-1.0, 1.0)
    joints = [screws.screw_axis(draw(axis), draw(VECTOR), draw(pitch)) for _ in range(4)]
    return screws.Chain(joints, draw(TRANSFORM))


@st.composite
def posed_chains(draw: st.DrawFn) -> PosedChain:
    chain = draw(chains())
    return chain, draw(st.tuples(*[ANGLE] * len(chain)))


def close(found: Any, expected: Any, tolerance: float = 1e-12) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)


@pytest.mark.parametrize(
    ("arguments", "screw"),
    [
        (("revolute", (0, 0, 1), (100, 0, 0)), (0, 0, 1, 0, -100, 0)),
        (("revolute", (0, 0, 5), (100, 0, 7)), (0, 0, 1, 0, -100, 0)),
        (("prismatic", (0, 3, 4)), (0, 0, 0, 0, 0.6, 0.8)),
        (("helical", (0, 0, 1), (2, 0, 0), 10), (0, 0, 1, 0, -2, 10)),
    ],
)
def test_screw_of_each_joint_type(arguments: Any, screw: Any) -> None:
    close(screws.joint_screw(*arguments), screw, 1e-15)


@given(VECTOR)
def test_hat_is_the_cross_product_and_vee_undoes_it(omega: Vector) -> None:
    p = (0.3, -1.0, 2.0)
    close(np.array(screws.hat_so3(omega)) @ p, np.cross(omega, p))
    assert screws.vee_so3(screws.hat_so3(omega)) == omega


@given(TWIST)
def test_vee_undoes_hat_of_twists(twist: Any) -> None:
    assert screws.vee_se3(screws.hat_se3(twist)) == twist


@given(TRANSFORM)
def test_inverses_undo(transform: Transform) -> None:
    close(screws.compose(transform, screws.transform_inverse(transform)), np.eye(4))
    rotation = [row[:3] for row in transform[:3]]
    close(np.array(rotation) @ screws.rotation_inverse(rotation), np.eye(3))
    close(np.array(screws.adjoint(transform)) @ screws.adjoint_inverse(transform), np.eye(6))


@given(TRANSFORM, TRANSFORM)
def test_adjoint_of_a_product_is_the_product_of_adjoints(
    first: Transform, second: Transform
) -> None:
    product = np.array(screws.adjoint(first)) @ screws.adjoint(second)
    close(screws.adjoint(screws.compose(first, second)), product)


@given(TRANSFORM, TWIST)
def test_adjoint_carries_a_twist_as_conjugation_does(transform: Transform, twist: Any) -> None:
    conjugated = np.array(transform) @ screws.hat_se3(twist) @ screws.transform_inverse(transform)
    close(screws.adjoint_map(transform, twist), screws.vee_se3(conjugated))
    close(np.array(screws.adjoint(transform)) @ twist, screws.adjoint_map(transform, twist))


@given(posed_chains())
def test_chain_agrees_with_the_product_of_exponentials(posed: PosedChain) -> None:
    chain, theta = posed
    pose = screws.forward_space(chain.home, chain.screws, theta)
    close(chain.forward(theta), pose)
    close(screws.forward_body(chain.home, chain.body_screws, theta), pose)
    close(screws.compose(chain.inverse_transform(theta), pose), np.eye(4))


@given(posed_chains())
def test_chain_agrees_with_the_adjoint_formulas(posed: PosedChain) -> None:
    chain, theta = posed
    close(chain.space_jacobian(theta), screws.space_jacobian(chain.screws, theta))
    close(chain.body_jacobian(theta), screws.body_jacobian(chain.body_screws, theta), 1e-11)


@given(posed_chains())
def test_space_jacobian_is_the_body_jacobian_seen_from_space(posed: PosedChain) -> None:
    chain, theta = posed
    pose, space = chain.forward_and_space_jacobian(theta)
    close(np.array(screws.adjoint(pose)) @ chain.body_jacobian(theta), space, 1e-11)


@given(posed_chains(), st.integers(0, 3), ANGLE)
def test_space_jacobian_column_does_not_change_with_its_own_joint_or_later_ones(
    posed: PosedChain, joint: int, turn: float
) -> None:
    chain, theta = posed
    moved = [angle + turn * (index >= joint) for index, angle in enumerate(theta)]
    before, after = chain.space_jacobian(theta), chain.space_jacobian(moved)
    assert [row[joint] for row in before] == [row[joint] for row in after]


@given(posed_chains(), st.tuples(*[COMPONENT] * 4))
def test_twists_from_finite_differences_are_the_jacobians_times_the_rates(
    posed: PosedChain, rates: Vector
) -> None:
    chain, theta = posed
    h = 1e-5
    ahead, behind = (
        np.array(chain.forward(np.array(theta) + side * h * np.array(rates))) for side in (1, -1)
    )
    pose, space = chain.forward_and_space_jacobian(theta)
    pose_dot = np.tensordot(rates, chain.partial_derivatives(theta), axes=1)
    close(pose_dot, (ahead - behind) / (2 * h), 1e-6)
    close(screws.space_twist(pose, pose_dot), np.array(space) @ rates)
    close(screws.body_twist(pose, pose_dot), np.array(chain.body_jacobian(theta)) @ rates, 1e-11)


@given(posed_chains())
def test_chain_from_body_screws_is_the_same_chain(posed: PosedChain) -> None:
    chain, theta = posed
    close(
        screws.Chain.from_body(chain.body_screws, chain.home).forward(theta), chain.forward(theta)
    )


def test_many_turns_come_back_to_the_same_pose() -> None:
    chain = screws.two_link_chain(100.0, 80.0)
    close(chain.forward((0.3 + 20 * math.pi, 0.4)), chain.forward((0.3, 0.4)), 1e-11)


def test_newton_inverse_finds_the_joints_of_a_six_joint_arm() -> None:
    random = np.random.default_rng(3)
    joints = [screws.screw_axis(random.normal(size=3), random.normal(size=3)) for _ in range(6)]
    chain = screws.Chain(joints, screws.exp_se3(random.normal(size=6)))
    theta = random.uniform(-2, 2, 6)
    found = newton_inverse(chain, chain.forward(theta), theta + 0.1)
    assert found.converged
    close(chain.forward(found.theta), chain.forward(theta), 1e-8)


def test_newton_inverse_says_when_a_target_is_out_of_reach() -> None:
    chain = screws.two_link_chain(100.0, 100.0)
    target = ((1, 0, 0, 300), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
    found = newton_inverse(chain, target, (0.3, 0.3))
    assert not found.converged
    assert found.linear_error > 90.0


def test_two_link_arm_at_30_and_45_degrees() -> None:
    arm = screws.two_link_screws(100.0, 100.0, math.radians(30), math.radians(45))
    c30, s30, c75, s75 = (f(math.radians(a)) for a in (30, 75) for f in (math.cos, math.sin))
    x, y = 100 * (c30 + c75), 100 * (s30 + s75)
    assert arm.screw1 == (0, 0, 1, 0, 0, 0)
    assert arm.screw2 == (0, 0, 1, 0, -100, 0)
    close(arm.exponential1, [[c30, -s30, 0, 0], [s30, c30, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    close(arm.pose, [[c75, -s75, 0, x], [s75, c75, 0, y], [0, 0, 1, 0], [0, 0, 0, 1]])
    both = screws.compose(screws.compose(arm.exponential1, arm.exponential2), arm.home)
    close(both, arm.pose)
    close(arm.space_jacobian, [[0, 0], [0, 0], [1, 1], [0, 100 * s30], [0, -100 * c30], [0, 0]])
    # seen from the tip, the elbow is 100 mm behind it: it moves the tip straight along the tip's y
    s45, c45 = math.sin(math.radians(45)), math.cos(math.radians(45))
    body = [[0, 0], [0, 0], [1, 1], [100 * s45, 0], [100 + 100 * c45, 100], [0, 0]]
    close(arm.body_jacobian, body)


EYE = np.eye(4)
ARM = screws.two_link_chain(100.0, 100.0)
NOT_NUMBERS: Any = None
ANYTHING: Any = 5
TEXT: Any = "12"


@pytest.mark.parametrize(
    "vector", ["12", b"12", bytearray(b"12"), {1.0, 2.0}, {1.0: 0, 2.0: 0}, ["1", "2"], [1j, 2.0]]
)
def test_what_has_no_real_numbers_in_order_is_no_vector(vector: Any) -> None:
    with pytest.raises(ValueError, match="theta: expected 2 joint values, found"):
        ARM.forward(vector)


@pytest.mark.parametrize("vector", [(1, 2), [1.0, 2], np.array([1, 2]), range(1, 3)])
def test_tuples_lists_arrays_and_ranges_are_vectors(vector: Any) -> None:
    assert ARM.forward(vector) == ARM.forward((1.0, 2.0))


def test_every_finite_angle_is_taken() -> None:
    close(ARM.forward((1e308, 1e308)), screws.forward_space(ARM.home, ARM.screws, (1e308, 1e308)))


def test_the_tiniest_rates_have_a_twist() -> None:
    tiny = 5e-324
    rate = ((0, 0, tiny, 0), (0, 0, 0, 0), (-2 * tiny, 0, 0, 0), (0, 0, 0, 0))
    close(screws.space_twist(EYE, rate), (0, 0, 0, 0, 0, 0))


def test_axes_may_be_as_short_as_numbers_go() -> None:
    half = math.sqrt(0.5)
    close(screws.screw_axis((5e-324, 5e-324, 0)), (half, half, 0, 0, 0, 0), 1e-15)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: screws.joint_screw("spherical", (0, 0, 1)),
            "expected one of revolute, .* found 'sp",
        ),
        (
            lambda: screws.joint_screw("helical", (0, 0, 1)),
            "helical joint: expected a finite pitch",
        ),
        (
            lambda: screws.joint_screw("prismatic", (0, 0, 1), pitch=1.0),
            "expected no pitch, found 1",
        ),
        (lambda: screws.screw_axis((0, 0, 0)), r"axis: expected a direction, found \(0, 0, 0\)"),
        (lambda: screws.screw_axis((0, 0, 1), pitch=math.nan), "pitch: expected a number"),
        (lambda: screws.Chain([], EYE), "at least one joint"),
        (lambda: screws.Chain([(0, 0, 2, 0, 0, 0)], EYE), r"joint 1: expected \|omega\| = 1"),
        (lambda: screws.Chain([(0, 0, 1, 0, 0)], EYE), "joint 1: expected 6 numbers, found 5"),
        (lambda: screws.Chain([(0, 0, 1, 0, 0, 0)], np.eye(3)), "home: expected a 4 x 4"),
        (lambda: screws.two_link_chain(100, 100).forward((1,)), "expected 2 joint values, found 1"),
        (lambda: screws.two_link_chain(100, 100).forward((1, math.nan)), "finite joint values"),
        (
            lambda: screws.two_link_chain(100, 100).forward(NOT_NUMBERS),
            "expected 2 joint values, found None",
        ),
        (lambda: screws.two_link_chain(0, 100), "link 1: expected a length above 0 mm, found 0"),
        (lambda: screws.space_jacobian([(0, 0, 1, 0, 0, 0)], (1, 2)), "theta: expected 1 numbers"),
        (lambda: screws.vee_so3(np.ones((3, 3))), "expected a skew-symmetric 3 x 3 part"),
        (lambda: screws.vee_se3(EYE), r"last row \(0, 0, 0, 0\)"),
        (lambda: screws.space_twist(EYE, np.diag([1.0, 0, 0, 0])), "skew-symmetric"),
        (lambda: screws.Chain(ANYTHING, EYE), r"screws: expected one row \(omega, v\) .* found 5"),
        (lambda: screws.Chain(NOT_NUMBERS, EYE), "screws: expected one row .* found None"),
        (lambda: screws.Chain.from_body(ANYTHING, EYE), "body screws: expected one row .* found 5"),
        (lambda: screws.forward_space(EYE, ANYTHING, [1]), "screws: expected one row .* found 5"),
        (lambda: screws.space_jacobian(NOT_NUMBERS, NOT_NUMBERS), "expected one row .* found None"),
        (lambda: screws.space_jacobian([], []), "screws: expected at least one joint, found none"),
        (lambda: screws.screw_axis((0, 0, 1), pitch=NOT_NUMBERS), "pitch: .* number, found None"),
        (lambda: screws.screw_axis((0, 0, 1), pitch=TEXT), "pitch: expected a number, found '12'"),
        (lambda: screws.screw_axis((1, 1, 0), (0, 0, 1.7e308), 1.7e308), "lengths below 1e308"),
        (
            lambda: screws.joint_screw("helical", (0, 0, 1), pitch=TEXT),
            "pitch: expected a number, found '12'",
        ),
        (lambda: screws.two_link_chain(TEXT, 1.0), "link 1: expected a number, found '12'"),
        (lambda: ARM.forward(("a", "b")), r"theta: expected 2 joint values, found \('a', 'b'\)"),  # type: ignore[arg-type]
        (lambda: ARM.forward(np.array([1j, 0])), "theta: expected 2 joint values, found"),
        (lambda: ARM.forward((10**400, 0)), "theta: expected 2 joint values, found"),
        (lambda: screws.adjoint(EYE[:3]), "transform: expected a 4 x 4 matrix, found 3 rows"),
        (lambda: screws.adjoint(NOT_NUMBERS), "transform: expected a 4 x 4 matrix, found None"),
        (lambda: screws.rotation_inverse(np.ones((3, 3))), "expected a rotation matrix"),
    ],
)
def test_bad_input_says_what_was_expected_and_found(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        call()
