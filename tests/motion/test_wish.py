"""What the window makes of a point, and the words it has for a refusal."""

import math

import pytest

from servoarm.armfile import DEFAULT
from servoarm.gui.explain import ghost_label, why_not
from servoarm.kinematics.planar import Elbow, Limits, Pose, TwoLinkArm
from servoarm.motion.wish import ElbowChoice, make_wish

ARM = DEFAULT.kinematics()
LEFT_POSE = Pose(math.radians(90), math.radians(-90))
# the elbow on the right cannot reach (50, 120): theta2 would be positive
LEFT_ONLY = TwoLinkArm(100, 100, Limits((-math.pi, math.pi), (-2.5, 0.0)))


def test_stay_keeps_the_side_on_which_the_elbow_stands() -> None:
    wish = make_wish(ARM, 120, 60, ElbowChoice.STAY, LEFT_POSE)
    assert wish.branch is not None and wish.branch.elbow is Elbow.LEFT


@pytest.mark.parametrize("choice", [ElbowChoice.LEFT, ElbowChoice.RIGHT])
def test_an_asked_side_is_taken(choice: ElbowChoice) -> None:
    wish = make_wish(ARM, 120, 60, choice, LEFT_POSE)
    assert wish.branch is not None and wish.branch.elbow.value == choice.value


def test_a_blocked_side_never_becomes_the_other_one() -> None:
    wish = make_wish(LEFT_ONLY, 50, 120, ElbowChoice.RIGHT, LEFT_POSE)
    assert wish.branch is None
    words = why_not(wish, LEFT_ONLY)
    assert "Right elbow: elbow at" in words and "left elbow can" in words


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (250.0, 0.0, ["Too far by 50.0 mm", "200.0 mm"]),
        (-40.0, -40.0, ["Left elbow: shoulder at", "Right elbow: elbow at", "limit 135.0°"]),
        (math.nan, 0.0, ["no point"]),
    ],
)
def test_a_refusal_names_its_cause(x: float, y: float, words: list[str]) -> None:
    wish = make_wish(ARM, x, y, ElbowChoice.STAY, LEFT_POSE)
    assert wish.branch is None
    for word in words:
        assert word in why_not(wish, ARM)


def test_too_near_says_by_how_much() -> None:
    arm = TwoLinkArm(100, 60)
    wish = make_wish(arm, 25, 0, ElbowChoice.STAY, LEFT_POSE)
    assert "Too near by 15.0 mm" in why_not(wish, arm)


def test_a_blocked_ghost_names_the_joints_that_block_it() -> None:
    left, right = make_wish(ARM, -40, -40, ElbowChoice.STAY, LEFT_POSE).inverse.branches
    assert ghost_label(left) == "left: shoulder, elbow limit"
    assert ghost_label(right) == "right: elbow limit"


def test_a_wish_that_can_be_granted_needs_no_words() -> None:
    assert why_not(make_wish(ARM, 120, 60, ElbowChoice.STAY, LEFT_POSE), ARM) == ""
