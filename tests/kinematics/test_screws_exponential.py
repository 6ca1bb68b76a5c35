"""Exponential and logarithm against mpmath at 50 digits, on the angles where formulas break."""

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from servoarm.kinematics.screws import (
    exp_se3,
    exp_so3,
    hat_se3,
    hat_so3,
    log_se3,
    log_so3,
    screw_and_angle,
)

Vector = tuple[float, ...]

DIGITS = 50
NEAR_PI = [math.pi - gap for gap in (1e-3, 1e-6, 1e-9, 1e-12, 1e-15)]
HARD_ANGLES = [
    *(0.0, 1e-15, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 1e-2),
    *(0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0, 2.0, 3.0),  # series and closed form meet here
    *NEAR_PI,
    math.pi,
]
BEYOND_PI = [math.pi + 1e-9, 4.0, 2 * math.pi - 1e-9, 2 * math.pi, 2 * math.pi + 1e-9, 7.0, 20.0]
AXES = [
    (0.0, 0.0, 1.0),
    tuple(np.array([1.0, -2.0, 3.0]) / math.sqrt(14)),
    tuple(np.array([-1e-3, 1.0, 1e-9]) / math.hypot(1e-3, 1.0, 1e-9)),
]
LETTERS: Any = "abcdef"
NOT_NUMBERS: Any = None
NO_NUMBER: Any = "1"
MOMENT = (0.3, 0.5, -0.2)

SUBNORMAL_STEP = 4 * math.ulp(0.0)  # below 2.2e-308 a double has no digits to keep

angles = st.floats(-10.0, 10.0)
lengths = st.floats(-300.0, 300.0)
rotation_vectors = st.tuples(*[st.floats(-1.7, 1.7)] * 3)  # shorter than pi
translations = st.tuples(lengths, lengths, lengths)


def exact_exponential(matrix: Any, theta: float) -> Any:
    with mpmath.workdps(DIGITS):
        product = mpmath.matrix(matrix) * mpmath.mpf(theta)
        return mpmath.expm(product)


def relative_error(found: Any, exact: Any) -> float:
    """Largest error of an entry relative to the largest entry, in 50 digits."""
    with mpmath.workdps(DIGITS):
        difference = mpmath.matrix(found) - mpmath.matrix(exact)
        scale = max(abs(entry) for entry in mpmath.matrix(exact))
        return float(max(abs(entry) for entry in difference) / (scale or 1))


def rounded(matrix: Any) -> list[list[float]]:
    return [[float(matrix[i, j]) for j in range(matrix.cols)] for i in range(matrix.rows)]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("theta", HARD_ANGLES + BEYOND_PI)
def test_rotation_has_all_digits_at_every_angle(axis: Vector, theta: Any) -> None:
    exact = exact_exponential(hat_so3(axis), theta)
    assert relative_error(exp_so3(axis, theta), exact) <= 1e-14
    coordinates = [component * theta for component in axis]
    assert relative_error(exp_so3(coordinates), exact) <= 1e-14


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("theta", [angle for angle in HARD_ANGLES if 0.0 < angle <= 1e-2])
def test_small_rotation_keeps_its_digits_off_the_diagonal(axis: Vector, theta: Any) -> None:
    found = np.array(exp_so3(axis, theta))
    exact = exact_exponential(hat_so3(axis), theta)
    with mpmath.workdps(DIGITS):
        exact_skew = exact - exact.T
    assert relative_error((found - found.T).tolist(), exact_skew) <= 1e-14


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("theta", HARD_ANGLES + BEYOND_PI)
def test_transform_has_all_digits_at_every_angle(axis: Vector, theta: Any) -> None:
    screw = (*axis, *MOMENT)
    found = np.array(exp_se3(screw, theta))
    exact = exact_exponential(hat_se3(screw), theta)
    assert relative_error(found.tolist(), exact) <= 1e-14
    if theta:
        assert relative_error(found[:3, 3].tolist(), exact[:3, 3]) <= 1e-14


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("theta", HARD_ANGLES)
def test_rotation_logarithm_has_all_digits_at_every_angle(axis: Vector, theta: Any) -> None:
    matrix = rounded(exact_exponential(hat_so3(axis), theta))
    expected = [component * theta for component in axis]
    found = np.array(log_so3(matrix))
    if theta == math.pi and np.dot(found, expected) < 0.0:
        found = -found  # both signs are right at a half turn
    assert relative_error(found.tolist(), expected) <= 1e-14


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("theta", [angle for angle in HARD_ANGLES if angle < math.pi])
def test_transform_logarithm_has_all_digits_at_every_angle(axis: Vector, theta: Any) -> None:
    matrix = rounded(exact_exponential(hat_se3((*axis, *MOMENT)), theta))
    expected = [component * theta for component in (*axis, *MOMENT)]
    assert relative_error(log_se3(matrix), expected) <= 1e-14


def test_half_turn_about_a_coordinate_axis_has_the_positive_axis() -> None:
    assert log_so3([[1, 0, 0], [0, -1, 0], [0, 0, -1]]) == (math.pi, 0.0, 0.0)
    assert log_so3([[-1, 0, 0], [0, -1, 0], [0, 0, 1]]) == (0.0, 0.0, math.pi)


def test_half_turn_with_an_oblique_axis_reproduces_its_matrix() -> None:
    axis = np.array([1.0, -2.0, 3.0]) / math.sqrt(14)
    matrix = 2.0 * np.outer(axis, axis) - np.eye(3)
    np.testing.assert_allclose(exp_so3(log_so3(matrix)), matrix, rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    "axis", [(0, 0.6, -0.8), (0, -0.6, 0.8), (-0.6, 0, 0.8), (-0.6, 0.8, 0), (0.6, -0.8, 0)]
)
def test_of_the_two_axes_of_a_half_turn_the_first_part_is_positive(
    axis: tuple[float, float, float],
) -> None:
    matrix = 2.0 * np.outer(axis, axis) - np.eye(3)  # symmetric: a half turn exactly
    sign = 1.0 if next(part for part in axis if part) > 0.0 else -1.0
    expected = sign * math.pi * np.array(axis)
    np.testing.assert_allclose(log_so3(matrix), expected, rtol=0, atol=1e-15)


def test_logarithm_of_a_half_turn_about_a_line() -> None:
    # around the line x = 2 along z, with pitch 1
    matrix = [[-1.0, 0.0, 0.0, 4.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 1.0, math.pi]]
    matrix.append([0.0, 0.0, 0.0, 1.0])
    expected = math.pi * np.array([0, 0, 1, 0, -2, 1])
    np.testing.assert_allclose(log_se3(matrix), expected, rtol=0, atol=1e-14)


@given(rotation_vectors)
@example((0.0, 0.0, 5e-324))
@example((1e-310, 3e-324, 0.0))
def test_log_undoes_exp_of_rotations(omega: Vector) -> None:
    tolerance = 1e-14 * math.hypot(*omega) + SUBNORMAL_STEP
    np.testing.assert_allclose(log_so3(exp_so3(omega)), omega, rtol=0, atol=tolerance)


@given(st.tuples(*[angles] * 3), translations)
def test_exp_undoes_log_of_transforms(omega: Vector, v: Vector) -> None:
    transform = exp_se3((*omega, *v))
    again = exp_se3(log_se3(transform))
    np.testing.assert_allclose(again, transform, rtol=0, atol=1e-12)


@given(st.tuples(*[angles] * 3))
def test_exponential_is_a_rotation(omega: Vector) -> None:
    rotation = np.array(exp_so3(omega))
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(rotation) == pytest.approx(1.0, abs=1e-14)


def test_prismatic_exponential_is_a_pure_translation() -> None:
    assert exp_se3((0, 0, 0, 0, 0, 1), 25.0) == (
        (1.0, 0.0, 0.0, 0.0),
        (0.0, 1.0, 0.0, 0.0),
        (0.0, 0.0, 1.0, 25.0),
        (0.0, 0.0, 0.0, 1.0),
    )


@pytest.mark.parametrize("theta", [1e4, 1e104, 1e160, 1e308])
def test_any_number_of_turns_is_a_screw_motion(theta: float) -> None:
    # around the line x = 2 along z, with pitch 1
    transform = np.array(exp_se3((0, 0, 1, 0, -2, 1), theta))
    cosine, sine = math.cos(theta), math.sin(theta)
    turn = np.array([[cosine, -sine], [sine, cosine], [0.0, 0.0]])
    np.testing.assert_allclose(transform[:3, :2], turn, atol=1e-15)
    position = [2 - 2 * cosine, -2 * sine, theta]
    np.testing.assert_allclose(transform[:3, 3], position, rtol=1e-12)


@pytest.mark.parametrize(
    ("twist", "screw", "theta"),
    [
        ((0, 0, 2, 0, -4, 0), (0, 0, 1, 0, -2, 0), 2.0),
        ((0, 0, 0, 0, 3, 4), (0, 0, 0, 0, 0.6, 0.8), 5.0),
        ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0), 0.0),
        ((0, 0, 0, 0, 0, 5e-324), (0, 0, 0, 0, 0, 1), 5e-324),
    ],
)
def test_exponential_coordinates_split_into_unit_screw_and_angle(
    twist: Any, screw: Any, theta: Any
) -> None:
    assert screw_and_angle(twist) == (screw, theta)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: log_so3([[1, 0], [0, 1]]), "rotation: expected a 3 x 3 matrix, found 2 rows"),
        (lambda: log_so3(np.eye(3) * 1.01), "rotation: expected a rotation matrix .* off by"),
        (lambda: log_so3(np.diag([1.0, 1.0, -1.0])), "found a reflection"),
        (lambda: log_se3(np.ones((4, 4))), r"last row \(0, 0, 0, 1\)"),
        (lambda: log_se3(np.diag([2.0, 1.0, 1.0, 1.0])), "transform, rotation part: expected"),
        (lambda: exp_so3((1, 2)), "omega: expected 3 numbers, found 2"),
        (lambda: exp_so3((1, 2, math.nan)), "omega: expected finite numbers"),
        (lambda: exp_so3((1, 0, 0), math.inf), "theta: expected a finite number, found inf"),
        (lambda: exp_so3((1, 0, 0), NOT_NUMBERS), "theta: expected a number, found None"),
        (lambda: exp_so3((1, 0, 0), NO_NUMBER), "theta: expected a number, found '1'"),
        (lambda: exp_so3((10, 0, 0), 1e308), r"expected \|omega\| theta below 1e308"),
        (lambda: exp_se3((0, 0, 10, 0, 0, 1), 1e308), r"expected \|omega\| theta below 1e308"),
        (lambda: exp_se3((0, 0, 1, 0, 0, 10), 1e308), r"expected \|v\| theta below 1e308"),
        (lambda: screw_and_angle((1e-320, 0, 0, 1, 0, 0)), r"\|v\| / \|omega\| below 1e308"),
        (lambda: screw_and_angle((1.7e308, 1.7e308, 0, 0, 0, 0)), r"expected \|omega theta\|"),
        (lambda: exp_se3((1, 2, 3)), "screw: expected 6 numbers, found 3"),
        (lambda: exp_se3(LETTERS), "screw: expected 6 numbers, found 'abcdef'"),
        (lambda: exp_se3(NOT_NUMBERS), "screw: expected 6 numbers, found None"),
    ],
)
def test_bad_input_says_what_was_expected_and_found(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        call()
