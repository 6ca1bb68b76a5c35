"""The words that the window has for a refusal."""

import math

import pytest

from servoarm.armfile import DEFAULT
from servoarm.gui.explain import alternative_words, ghost_label, why_not
from servoarm.kinematics.planar import Elbow, Limits, Pose, TwoLinkArm
from servoarm.motion.target import plan_target

ARM = DEFAULT.kinematics()
LEFT_POSE = Pose(math.radians(90), math.radians(-90))
# the elbow on the right cannot reach (50, 120): theta2 would be positive
LEFT_ONLY = TwoLinkArm(100, 100, Limits((-math.pi, math.pi), (-2.5, 0.0)))


def test_a_blocked_side_is_named_with_the_side_that_can() -> None:
    plan = plan_target(LEFT_ONLY, 50, 120, elbow=Elbow.RIGHT, near=LEFT_POSE)
    words = why_not(plan)
    assert "with the right elbow: elbow at" in words and "left elbow can" in words


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (250.0, 0.0, ["too far by 50 mm", "200 mm"]),
        (-40.0, -40.0, ["Left elbow: shoulder at", "Right elbow: elbow at", "(max 135)"]),
        (math.nan, 0.0, ["no point"]),
    ],
)
def test_a_refusal_names_its_cause(x: float, y: float, words: list[str]) -> None:
    said = why_not(plan_target(ARM, x, y, near=LEFT_POSE))
    for word in words:
        assert word in said


def test_too_near_says_by_how_much() -> None:
    plan = plan_target(TwoLinkArm(100, 60), 25, 0, near=LEFT_POSE)
    assert "too near by 15 mm" in why_not(plan)


def test_a_blocked_ghost_names_the_joints_that_block_it() -> None:
    left, right = plan_target(ARM, -40, -40, near=LEFT_POSE).inverse.branches
    assert ghost_label(left) == "left: shoulder, elbow limit"
    assert ghost_label(right) == "right: elbow limit"


def test_a_target_that_can_be_reached_needs_no_words() -> None:
    plan = plan_target(ARM, 120, 60, near=LEFT_POSE)
    assert why_not(plan) == alternative_words(plan) == ""


@pytest.mark.parametrize(
    ("pose_deg", "point", "words"),
    [
        ((-30, 80), (145, -7), "Go with the other elbow"),
        # the shoulder turns from -40 to about 205 degrees by way of straight up
        ((-40, 5), (-185, -60), "Go by way of"),
        ((90, -90), (250, 0), ""),
    ],
)
def test_a_button_says_how_else_the_arm_could_go(
    pose_deg: tuple[float, float], point: tuple[float, float], words: str
) -> None:
    plan = plan_target(ARM, *point, near=Pose(*map(math.radians, pose_deg)))
    said = alternative_words(plan)
    assert said.startswith(words) if words else not said
