"""What is said of a path before the first pulse."""

import csv
import dataclasses
import math
from pathlib import Path as FilePath

import numpy as np
import pytest

from servoarm.armfile import DEFAULT, ArmConfig
from servoarm.errors import PathRefused
from servoarm.kinematics.planar import Elbow, Pose
from servoarm.motion.path import circle, line, polyline
from servoarm.motion.preflight import plan_path, preflight

CASES = FilePath(__file__).parents[1] / "data" / "cases"
RIGHT_POSE = Pose(math.radians(10.0), math.radians(80.0))


def _wide() -> ArmConfig:
    """The arm of the reported cases: links of 120 and 90 mm, joints that turn all round."""
    shoulder, elbow = (
        dataclasses.replace(joint, travel_deg=720.0, zero_deg=360.0, limits_deg=(-360.0, 360.0))
        for joint in (DEFAULT.shoulder, DEFAULT.elbow)
    )
    return dataclasses.replace(
        DEFAULT, link1_mm=120.0, link2_mm=90.0, shoulder=shoulder, elbow=elbow
    )


def _tip(pose: Pose) -> tuple[float, float]:
    both = pose.theta1 + pose.theta2
    return (
        100.0 * (math.cos(pose.theta1) + math.cos(both)),
        100.0 * (math.sin(pose.theta1) + math.sin(both)),
    )


def test_a_path_through_the_hole_is_refused_from_rim_to_rim() -> None:
    with (CASES / "R08_path_through_hole.csv").open(encoding="utf-8", newline="") as file:
        points = [(float(row["x_mm"]), float(row["y_mm"])) for row in csv.DictReader(file)]
    (spot,) = preflight(_wide(), points).spots
    assert spot.reason == "too near"
    assert spot.start == pytest.approx((28.284, -10.0), abs=2e-3)
    assert spot.end == pytest.approx((-28.284, -10.0), abs=2e-3)
    assert spot.end_mm - spot.start_mm == pytest.approx(56.569, abs=3e-3)
    assert spot.beyond_mm == pytest.approx(20.0, abs=1e-2)


def test_all_bad_spots_are_told_at_once() -> None:
    # out over the rim twice, and through the hole in between; the rim is at 210 mm
    zigzag = polyline([(150, 0), (250, 0), (150, 10), (-150, 10), (-250, 0)])
    spots = preflight(_wide(), zigzag).spots
    assert [spot.reason for spot in spots] == ["too far", "too near", "too far"]
    out, hole, back = spots
    assert out.start == pytest.approx((210.0, 0.0), abs=2e-3)
    assert out.beyond_mm == pytest.approx(40.0, abs=1e-6)
    assert hole.start == pytest.approx((math.sqrt(30.0**2 - 10.0**2), 10.0), abs=4e-3)
    assert math.hypot(*back.start) == pytest.approx(210.0, abs=2e-3)
    assert out.end_mm < hole.start_mm < hole.end_mm < back.start_mm


def test_a_short_way_over_the_rim_is_found() -> None:
    # the middle of the line is 0.02 mm beyond, over 5.7 mm of its 160 mm
    (spot,) = preflight(DEFAULT, line((-60.0, 200.02), (100.0, 200.02))).spots[:1]
    assert spot.reason == "too far"
    path = line((-80.0, 183.303), (80.0, 183.303))
    assert preflight(DEFAULT, path).spots == ()


def test_a_joints_limit_is_told_with_the_angle_that_it_would_need() -> None:
    spot = preflight(DEFAULT, line((100.0, 20.0), (20.0, 20.0)), elbow=Elbow.LEFT).spots[0]
    assert (spot.reason, spot.joint, spot.limit_deg) == ("joint limit", 2, -135.0)
    # at the end, 28.3 mm from the shoulder: the law of cosines
    needed = 180.0 - math.degrees(math.acos(1.0 - 800.0 / 20000.0))
    assert spot.wanted_deg == pytest.approx(-needed, abs=1e-6)
    # two links of 100 mm at 135 deg are this far from the shoulder to the tip
    reach = 200.0 * math.cos(math.radians(67.5))
    assert math.hypot(*spot.start) == pytest.approx(reach, abs=1e-3)


def test_a_path_that_touches_a_limit_is_gone() -> None:
    reach = 200.0 * math.cos(math.radians(67.5))
    touching = line((-60.0, reach + 1e-6), (60.0, reach + 1e-6))
    trajectory = plan_path(DEFAULT, touching, elbow=Elbow.LEFT)
    assert trajectory.theta2.min() == pytest.approx(math.radians(-135.0), abs=1e-2)


def test_a_limit_that_is_passed_between_two_points_is_found() -> None:
    reach = 200.0 * math.cos(math.radians(67.5))
    passing = line((-60.0, reach - 0.01), (60.0, reach - 0.01))
    (spot,) = preflight(DEFAULT, passing, elbow=Elbow.LEFT).spots
    half = math.sqrt(reach**2 - (reach - 0.01) ** 2)
    assert spot.start[0] == pytest.approx(-half, abs=1e-2)
    assert spot.end[0] == pytest.approx(half, abs=1e-2)


def test_the_refusal_words_every_spot() -> None:
    with pytest.raises(PathRefused) as caught:
        plan_path(_wide(), polyline([(150, 0), (250, 0), (150, 10), (-150, 10)]))
    assert "too far: by up to 40 mm" in str(caught.value)
    assert "too near to the shoulder" in str(caught.value)
    assert [fact.fields["reason"] for fact in caught.value.spots] == ["too far", "too near"]


def test_through_the_shoulders_axis_the_arm_does_not_go() -> None:
    shoulder, elbow = (
        dataclasses.replace(joint, travel_deg=720.0, zero_deg=360.0, limits_deg=(-360.0, 360.0))
        for joint in (DEFAULT.shoulder, DEFAULT.elbow)
    )
    equal = dataclasses.replace(DEFAULT, shoulder=shoulder, elbow=elbow)
    (spot,) = preflight(equal, line((100.0, 0.0), (-100.0, 0.0))).spots
    assert spot.reason == "shoulder axis"
    assert spot.start == pytest.approx((0.0, 0.0), abs=1e-6)
    # past it, the shoulder turns by half a turn while the tip hardly moves
    beside = preflight(equal, line((100.0, 1e-3), (-100.0, 1e-3)))
    assert beside.spots == ()
    assert 2.0 < beside.duration_s < 4.0


def test_a_path_that_touches_the_rim_stops_there_and_stays_on_its_branch() -> None:
    found = preflight(DEFAULT, circle((150.0, 0.0), (150.0, 50.0)))
    trajectory = found.refuse_bad_spots()
    assert found.stops == 1
    assert trajectory.theta2.max() <= 1e-9
    assert trajectory.theta2.max() == pytest.approx(0.0, abs=1e-4)


def test_it_says_how_long_and_how_fast() -> None:
    found = preflight(DEFAULT, line((-80.0, 100.0), (80.0, 100.0)), law="trapezoid")
    trajectory = found.refuse_bad_spots()
    assert found.length_mm == pytest.approx(160.0)
    assert found.duration_s == pytest.approx(0.76)
    steps = np.abs(np.diff(trajectory.angles, axis=1)).max(axis=1) / 0.02
    assert found.peak_speeds == pytest.approx(tuple(steps))


def test_it_says_where_the_arm_is_slowest() -> None:
    slowest = preflight(DEFAULT, line((100.0, 0.0), (200.0, 0.0))).slowest
    assert slowest is not None
    assert slowest.x_mm == pytest.approx(200.0, abs=0.5)
    assert slowest.tip_mm_s < 50.0


def test_the_elbow_keeps_its_side() -> None:
    start = _tip(RIGHT_POSE)
    found = preflight(DEFAULT, line(start, (60.0, 140.0)), start=RIGHT_POSE)
    assert (found.elbow, found.changes_elbow, found.approach) == (Elbow.RIGHT, False, None)
    assert found.refuse_bad_spots().angles[:, 0] == pytest.approx(RIGHT_POSE, abs=1e-9)


def test_a_path_for_the_other_elbow_alone_is_refused_unasked() -> None:
    shoulder = dataclasses.replace(DEFAULT.shoulder, limits_deg=(45.0, 225.0))
    config = dataclasses.replace(DEFAULT, shoulder=shoulder)
    stands = Pose(math.radians(50.0), math.radians(60.0))
    path = line((80.0, 80.0), (100.0, 100.0))
    found = preflight(config, path, start=stands)
    assert (found.elbow, found.other_elbow, found.trajectory) == (Elbow.RIGHT, Elbow.LEFT, None)
    with pytest.raises(PathRefused, match="With the elbow on the left it can"):
        found.refuse_bad_spots()


def test_asked_for_the_elbow_changes_its_side_in_an_announced_move_through_the_stretched_arm() -> (
    None
):
    start = _tip(RIGHT_POSE)
    path = line(start, (60.0, 140.0))
    found = preflight(DEFAULT, path, start=RIGHT_POSE, elbow=Elbow.LEFT)
    assert found.changes_elbow
    assert found.approach is not None
    assert found.approach.angles[:, 0] == pytest.approx(RIGHT_POSE)
    crossings = np.count_nonzero(np.diff(np.sign(found.approach.theta2)))
    assert crossings >= 1
    assert found.path_trajectory is not None
    assert (found.path_trajectory.theta2 < 0.0).all()
    whole = found.refuse_bad_spots()
    jumps = np.abs(np.diff(whole.angles, axis=1)).max()
    assert jumps <= math.radians(180.0) * 0.02 * (1.0 + 1e-9)
    assert whole.duration_s == pytest.approx(found.duration_s)


def test_a_stretched_arm_may_go_inwards_on_either_side() -> None:
    straight = Pose(math.radians(30.0), 0.0)
    inwards = (150.0 * math.cos(straight.theta1), 150.0 * math.sin(straight.theta1))
    for elbow in Elbow:
        found = preflight(DEFAULT, line(_tip(straight), inwards), start=straight, elbow=elbow)
        assert found.spots == ()
        assert (found.elbow, found.approach) == (elbow, None)


def test_inwards_from_the_stretched_arm_by_10_mm_takes_little_time() -> None:
    trajectory = plan_path(DEFAULT, line((200.0, 0.0), (190.0, 0.0)), start=Pose(0.0, 0.0))
    both = trajectory.theta1 + trajectory.theta2
    y = 100.0 * (np.sin(trajectory.theta1) + np.sin(both))
    assert trajectory.duration_s <= 0.6
    assert np.abs(y).max() <= 0.1


def test_the_angles_go_on_from_the_turn_on_which_the_arm_stands() -> None:
    stands = Pose(RIGHT_POSE.theta1 - 2.0 * math.pi, RIGHT_POSE.theta2 - 2.0 * math.pi)
    x = 120.0 * math.cos(stands.theta1) + 90.0 * math.cos(sum(stands))
    y = 120.0 * math.sin(stands.theta1) + 90.0 * math.sin(sum(stands))
    found = preflight(_wide(), line((x, y), (60.0, 140.0)), start=stands)
    assert (found.spots, found.approach) == ((), None)
    assert found.refuse_bad_spots().angles[:, 0] == pytest.approx(stands, abs=1e-9)


def test_the_elbow_changes_its_side_the_way_that_its_limits_allow() -> None:
    folded = Pose(math.radians(60.0), math.radians(120.0))  # 240 deg from its mirror image
    found = preflight(DEFAULT, [_tip(folded)], start=folded, elbow=Elbow.LEFT)
    assert found.spots == ()
    assert found.refuse_bad_spots().theta2[-1] == pytest.approx(math.radians(-120.0), abs=1e-9)
