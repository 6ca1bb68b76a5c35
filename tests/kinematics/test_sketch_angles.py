"""docs/from-the-sketch.md: how the angles of the tutorial's sketch map to ours."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm import TwoLinkArm


def sketch_angles(x: float, y: float, link1: float, link2: float) -> tuple[float, float]:
    """Its two angles by the law of cosines; y points down, and x is not 0."""

    def corner(beside: float, also_beside: float, opposite: float) -> float:
        squares = beside**2 + also_beside**2 - opposite**2
        return math.acos(squares / (2 * beside * also_beside))

    distance = math.hypot(x, y)
    towards = math.atan(y / x) + (math.pi if x < 0 else 0)
    return towards + corner(link1, distance, link2), math.pi + corner(link1, link2, distance)


@given(
    links=st.tuples(st.integers(10, 200), st.integers(10, 200)),
    inside=st.floats(0.01, 0.99),
    direction=st.floats(-math.pi, math.pi),
)
def test_its_elbow_is_our_right_one_and_its_angles_map_as_the_page_says(
    links: tuple[int, int], inside: float, direction: float
) -> None:
    link1, link2 = links
    radius = abs(link1 - link2) + inside * (link1 + link2 - abs(link1 - link2))
    x, y = radius * math.cos(direction), radius * math.sin(direction)
    if abs(x) < 1e-9:
        return
    arm1, arm2 = sketch_angles(x, -y, link1, link2)
    right = TwoLinkArm(link1, link2).inverse(x, y).branch("right")
    assert right is not None
    assert math.remainder(right.theta1 + arm1, 2 * math.pi) == pytest.approx(0, abs=1e-6)
    assert right.theta2 == pytest.approx(2 * math.pi - arm2, abs=1e-6)
    assert 0 <= right.theta2 <= math.pi
