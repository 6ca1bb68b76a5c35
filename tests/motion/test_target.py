"""What the arm does when it is sent to a point: the pose, or why there is none, and what else."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from servoarm.armfile import DEFAULT
from servoarm.kinematics.planar import Elbow, Limits, Pose, TwoLinkArm
from servoarm.motion import target
from servoarm.motion.target import Plan, Reason, limits_on_side, plan_target

CASES = Path(__file__).parents[1] / "data" / "cases"
ARM = DEFAULT.kinematics()
(LOW1, HIGH1), (LOW2, HIGH2) = ARM.limits
LEFT_POSE = Pose(math.radians(90), math.radians(-90))
# the elbow on the right cannot reach (50, 120): theta2 would be positive
LEFT_ONLY = TwoLinkArm(100, 100, Limits((-math.pi, math.pi), (-2.5, 0.0)))
REPORTED = TwoLinkArm(120, 90)  # of the cases that users reported

coordinates = st.floats(-400, 400)
poses = st.builds(Pose, st.floats(LOW1, HIGH1), st.floats(LOW2, HIGH2))
sides = st.sampled_from([None, *Elbow])


def pose_of(plan: Plan) -> Pose:
    assert plan.branch is not None, plan.reason
    return plan.branch.pose


def points(name: str) -> list[tuple[float, float]]:
    with (CASES / name).open(encoding="utf-8") as file:
        return [(float(row["x_mm"]), float(row["y_mm"])) for row in csv.DictReader(file)]


# The side of the elbow.


def test_unasked_the_elbow_stays_on_its_side() -> None:
    assert pose_of(plan_target(ARM, 120, 60, near=LEFT_POSE)).theta2 < 0


@pytest.mark.parametrize("elbow", list(Elbow))
def test_an_asked_side_is_taken(elbow: Elbow) -> None:
    plan = plan_target(ARM, 120, 60, elbow=elbow, near=LEFT_POSE)
    assert plan.branch is not None and plan.branch.elbow is elbow


def test_a_blocked_side_never_becomes_the_other_one_unasked() -> None:
    plan = plan_target(LEFT_ONLY, 50, 120, elbow=Elbow.RIGHT, near=LEFT_POSE)
    assert plan.branch is None and plan.reason is Reason.OTHER_ELBOW_ONLY
    asked = plan.by_alternative()
    assert asked.branch is not None and asked.branch.elbow is Elbow.LEFT


def test_the_long_way_round_is_taken_only_when_asked_for() -> None:
    """From -40 degrees the shoulder would turn by 180 to 240 degrees to get to 205."""
    start = Pose(math.radians(-40), math.radians(5))
    plan = plan_target(ARM, -185, -60, near=start)
    assert plan.branch is None and plan.reason is Reason.LONG_WAY_ONLY
    asked = pose_of(plan.by_alternative())
    assert abs(asked.theta1 - start.theta1) > math.pi
    assert ARM.forward(*asked) == pytest.approx((-185, -60))


def test_where_only_the_other_elbow_reaches_the_point_it_is_always_offered() -> None:
    offered = long = 0
    for x in range(-200, 201, 10):
        for y in range(-200, 201, 10):
            for theta1, theta2 in ((-40, 100), (220, -100), (-45, -20), (225, 20)):
                start = Pose(math.radians(theta1), math.radians(theta2))
                plan = plan_target(ARM, x, y, near=start)
                if plan.reason is Reason.OTHER_ELBOW_ONLY:
                    offered += 1
                    asked = pose_of(plan.by_alternative())
                    assert ARM.forward(*asked) == pytest.approx((x, y), abs=1e-9)
                    long += abs(asked.theta1 - start.theta1) > math.pi + 1e-3
    assert offered > 10 and long > 0


# The nearest point.


@given(x=coordinates, y=coordinates, start=poses, elbow=sides)
def test_the_nearest_point_is_allowed_on_this_side_and_the_short_way(
    x: float, y: float, start: Pose, elbow: Elbow | None
) -> None:
    plan = plan_target(ARM, x, y, elbow=elbow, near=start)
    assert plan.branch is None or plan.nearest is None
    if plan.nearest is None:
        return
    pose = plan.nearest.pose
    assert LOW1 <= pose.theta1 <= HIGH1 and LOW2 <= pose.theta2 <= HIGH2
    assert abs(pose.theta1 - start.theta1) <= math.pi + 1e-9
    if plan.elbow is not None:
        assert (pose.theta2 <= 0) if plan.elbow is Elbow.LEFT else (pose.theta2 >= 0)
    assert ARM.forward(*pose) == pytest.approx((plan.nearest.x, plan.nearest.y))
    # no pose of a grid over all that is allowed comes nearer
    for first in (LOW1 + (HIGH1 - LOW1) * k / 24 for k in range(25)):
        for second in (LOW2 + (HIGH2 - LOW2) * k / 24 for k in range(25)):
            if abs(first - start.theta1) > math.pi or (
                plan.elbow is not None and (second < 0) != (plan.elbow is Elbow.LEFT)
            ):
                continue
            away = math.dist(ARM.forward(first, second), (x, y))
            assert away >= plan.nearest.distance - 0.0011  # the origin is taken for all about it


@given(x=coordinates, y=coordinates, start=poses, elbow=sides)
def test_the_arm_goes_to_the_nearest_point_when_sent_there(
    x: float, y: float, start: Pose, elbow: Elbow | None
) -> None:
    nearest = plan_target(ARM, x, y, elbow=elbow, near=start).nearest
    assume(nearest is not None)
    assert nearest is not None
    there = pose_of(plan_target(ARM, nearest.x, nearest.y, elbow=elbow, near=start))
    assert LOW1 <= there.theta1 <= HIGH1 and LOW2 <= there.theta2 <= HIGH2
    assert math.dist(ARM.forward(*there), (nearest.x, nearest.y)) < 0.0011


# On the rim and on the limits.


def single(value: float) -> float:
    """The number as it is after a computation in single precision."""
    import struct

    return float(struct.unpack("f", struct.pack("f", value))[0])


@pytest.mark.parametrize("direction_deg", range(0, 181, 15))
@pytest.mark.parametrize("rounded", [single, lambda value: round(value, 3)])
def test_a_point_of_the_rim_in_few_digits_is_on_the_rim(
    direction_deg: int, rounded: object
) -> None:
    assert callable(rounded)
    direction = math.radians(direction_deg)
    x, y = rounded(200 * math.cos(direction)), rounded(200 * math.sin(direction))
    pose = pose_of(plan_target(ARM, x, y, near=Pose(direction, 0.3)))
    assert math.dist(ARM.forward(*pose), (x, y)) <= 0.001


def outwards(start: Pose) -> tuple[float, float]:
    """The direction straight out of the area, for a pose at the shoulder's limit or straight."""
    tip, elbow = ARM.forward(*start), ARM.elbow_point(start.theta1)
    x, y = (tip[0] - elbow[0]) / 100, (tip[1] - elbow[1]) / 100  # across the area's edge
    if start.theta1 == HIGH1:  # on beyond the limit the tip would go this way
        sign = math.copysign(1.0, -tip[1] * x + tip[0] * y)
    elif start.theta1 == LOW1:
        sign = -math.copysign(1.0, -tip[1] * x + tip[0] * y)
    else:
        sign = 1.0
    return sign * x, sign * y


@pytest.mark.parametrize(("beyond_mm", "reached"), [(0.0009, True), (0.0011, False)])
@pytest.mark.parametrize("start", [Pose(HIGH1, -0.5), Pose(LOW1, 0.5), Pose(0.5, 0.0)])
def test_a_micrometre_outside_is_on_the_limit_and_more_is_outside(
    start: Pose, beyond_mm: float, reached: bool
) -> None:
    x, y = ARM.forward(*start)
    ux, uy = outwards(start)
    plan = plan_target(ARM, x + ux * beyond_mm, y + uy * beyond_mm, near=start)
    assert (plan.branch is not None) is reached
    if reached:
        assert tuple(pose_of(plan)) == pytest.approx(start, abs=1e-7)


def test_the_pure_inverse_stays_exact() -> None:
    assert not ARM.inverse(200.0005, 0).branches
    assert plan_target(ARM, 200.0005, 0, near=LEFT_POSE).branch is not None


def test_a_click_within_a_pixel_of_the_rim_is_on_the_rim() -> None:
    plan = plan_target(ARM, 0, 200.4, near=LEFT_POSE, snap_mm=0.5)
    assert (plan.x_mm, plan.y_mm) == pytest.approx((0, 200))
    assert [branch.allowed for branch in plan.inverse.branches] == [True, True]
    assert plan_target(ARM, 0, 200.6, near=LEFT_POSE, snap_mm=0.5).branch is None


@pytest.mark.parametrize("lengths", [(100, 100), (100, 100.0000001)])
@pytest.mark.parametrize("point", [(0, 0), (1e-9, 0), (-7e-4, 7e-4), (0, -5e-324)])
def test_by_the_origin_the_shoulder_stays_where_it_is(
    lengths: tuple[float, float], point: tuple[float, float]
) -> None:
    arm = TwoLinkArm(*lengths)
    pose = pose_of(plan_target(arm, *point, near=Pose(1.2, -3.0)))
    assert pose == pytest.approx((1.2, -math.pi))


def test_no_number_is_no_point_and_has_no_nearest() -> None:
    for x, y in ((math.nan, 0.0), (0.0, math.nan), (math.inf, 1.0)):
        plan = plan_target(ARM, x, y, near=LEFT_POSE)
        assert plan.reason is Reason.NO_POINT
        assert plan.branch is None and plan.nearest is None


# How often it is solved for.


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was computed, in order."""
    told: list[str] = []
    inverse, nearest = TwoLinkArm.inverse, target._nearest

    def counted_inverse(*args: object, **options: object) -> object:
        told.append("inverse")
        return inverse(*args, **options)  # type: ignore[arg-type]

    def counted_nearest(*args: object) -> object:
        told.append("nearest")
        return nearest(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(TwoLinkArm, "inverse", counted_inverse)
    monkeypatch.setattr(target, "_nearest", counted_nearest)
    return told


def test_a_good_target_is_solved_for_once(solved: list[str]) -> None:
    plan = plan_target(ARM, 120, 60, near=LEFT_POSE)
    assert plan.branch is not None and plan.nearest is None
    assert solved == ["inverse"]


@pytest.mark.parametrize("point", [(300, 0), (-40, -40), (80, -100)])
def test_a_refused_target_takes_one_search_more(
    solved: list[str], point: tuple[float, float]
) -> None:
    plan = plan_target(ARM, *point, near=Pose(0.0, math.radians(90)))
    assert plan.branch is None and plan.nearest is plan.nearest is not None
    assert solved == ["inverse", "nearest"]


# What users reported.


def test_of_points_outside_each_is_refused_by_itself_with_its_figures() -> None:
    radii = (180.278, 211.0, 212.132, 216.333, 1000.0, 1e9)
    plans = [
        plan_target(REPORTED, *point, near=LEFT_POSE) for point in points("R01_targets_outside.csv")
    ]
    assert [plan.branch is not None for plan in plans] == [True] + 5 * [False]
    for plan, radius in zip(plans, radii, strict=True):
        if plan.branch is None:
            assert plan.reason is Reason.TOO_FAR
            assert -plan.inverse.outer_distance == pytest.approx(radius - 210, abs=1e-3)
            assert plan.nearest is not None
            assert math.hypot(plan.nearest.x, plan.nearest.y) == pytest.approx(210)


def test_points_in_the_hole_about_the_shoulder_are_too_near() -> None:
    targets = points("R03_targets_hole.csv")
    plans = [plan_target(REPORTED, *point, near=LEFT_POSE) for point in targets]
    assert [plan.reason for plan in plans] == 4 * [Reason.TOO_NEAR] + [None]
    for elbow, expected in ((Elbow.RIGHT, (-12.594, 175.693)), (Elbow.LEFT, (12.594, -175.693))):
        pose = pose_of(plan_target(REPORTED, *targets[4], elbow=elbow))
        assert tuple(map(math.degrees, pose)) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize(
    ("elbow", "expected_deg"),
    [
        (
            Elbow.RIGHT,
            [
                (16.26, 90.0),
                (90.0, 90.0),
                (-11.517, 80.406),
                (-105.294, 35.886),
                (-39.571, 161.427),
            ],
        ),
        (
            Elbow.LEFT,
            [
                (90.0, -90.0),
                (163.74, -90.0),
                (55.12, -80.406),
                (-74.706, -35.886),
                (39.571, -161.427),
            ],
        ),
    ],
)
def test_from_point_to_point_the_elbow_keeps_its_side(
    elbow: Elbow, expected_deg: list[tuple[float, float]]
) -> None:
    pose = Pose(0.0, 1.0 if elbow is Elbow.RIGHT else -1.0)
    for point, expected in zip(points("R04_both_elbows.csv"), expected_deg, strict=True):
        pose = pose_of(plan_target(REPORTED, *point, near=pose))
        assert REPORTED.forward(*pose) == pytest.approx(point, abs=0.01)
        turned = [
            math.remainder(a - math.radians(b), math.tau)
            for a, b in zip(pose, expected, strict=True)
        ]
        assert turned == pytest.approx([0, 0], abs=math.radians(0.01))


def test_across_180_degrees_the_shoulder_turns_on_and_not_back() -> None:
    first, second = points("R06_wrap_180.csv")
    start = pose_of(plan_target(REPORTED, *first, near=Pose(math.radians(170), math.radians(90))))
    assert tuple(map(math.degrees, start)) == pytest.approx((178.13, 90.0), abs=0.01)
    end = pose_of(plan_target(REPORTED, *second, near=start))
    assert math.degrees(end.theta1 - start.theta1) == pytest.approx(4.0, abs=0.01)


def test_a_limit_at_180_degrees_refuses_the_turn_instead_of_swinging_back() -> None:
    limited = TwoLinkArm(120, 90, Limits((-math.pi, math.pi), (-math.pi, math.pi)))
    first, second = points("R06_wrap_180.csv")
    start = pose_of(plan_target(limited, *first, near=Pose(math.radians(170), math.radians(90))))
    plan = plan_target(limited, *second, near=start)
    assert plan.branch is None and plan.reason is Reason.LONG_WAY_ONLY


@pytest.mark.parametrize("side", list(Elbow))
@pytest.mark.parametrize("theta2_deg", [-740.0, -380.0, -20.0, 340.0, 700.0])
def test_an_elbow_of_several_turns_may_stay_on_the_one_on_which_it_is(
    theta2_deg: float, side: Elbow
) -> None:
    limits = Limits((-1.0, 1.0), (math.radians(-1000), math.radians(1000)))
    theta2 = math.radians(theta2_deg if side is Elbow.LEFT else -theta2_deg)
    parts = [part.theta2 for part in limits_on_side(limits, side, Pose(0.0, theta2))]
    assert any(low <= theta2 <= high for low, high in parts)
    for low, high in parts:
        middle = math.sin((low + high) / 2)
        assert (middle < 0) is (side is Elbow.LEFT)
