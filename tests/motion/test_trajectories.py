"""Planned trajectories: on the path, within the limits, on one branch, as fast as can be."""

import csv
import dataclasses
import math
from pathlib import Path as FilePath

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from servoarm.armfile import DEFAULT, ArmConfig
from servoarm.errors import PathInvalid, PathRefused
from servoarm.kinematics.planar import Elbow, Pose
from servoarm.motion.path import Path, arc, bezier, circle, line, polyline
from servoarm.motion.preflight import plan_joints, plan_line, plan_path, preflight
from servoarm.motion.time_law import TimeLaw
from servoarm.motion.trajectory import Trajectory

CASES = FilePath(__file__).parents[1] / "data" / "cases"
LAWS: tuple[TimeLaw, ...] = ("smooth", "trapezoid")
SPEED, ACCELERATION = math.radians(180.0), math.radians(720.0)  # of both joints, in DEFAULT
FRAME = 0.02

Floats = NDArray[np.float64]


def _wide(limits_deg: float = 180.0) -> ArmConfig:
    """The arm of the reported cases: links of 120 and 90 mm, joints that turn all round."""
    joints = [
        dataclasses.replace(
            joint,
            travel_deg=2.0 * limits_deg,
            zero_deg=limits_deg,
            limits_deg=(-limits_deg, limits_deg),
        )
        for joint in (DEFAULT.shoulder, DEFAULT.elbow)
    ]
    shoulder, elbow = joints
    return dataclasses.replace(
        DEFAULT, link1_mm=120.0, link2_mm=90.0, shoulder=shoulder, elbow=elbow
    )


def _case(name: str) -> list[tuple[float, float]]:
    with (CASES / name).open(encoding="utf-8", newline="") as file:
        return [(float(row["x_mm"]), float(row["y_mm"])) for row in csv.DictReader(file)]


def _tips(config: ArmConfig, theta1: Floats, theta2: Floats) -> Floats:
    first, second = config.link1_mm, config.link2_mm
    x = first * np.cos(theta1) + second * np.cos(theta1 + theta2)
    return np.stack((x, first * np.sin(theta1) + second * np.sin(theta1 + theta2)))


def _between_frames(config: ArmConfig, trajectory: Trajectory, parts: int = 20) -> Floats:
    """The tip at many moments, the joints turning evenly from setpoint to setpoint."""
    moments = np.arange(0.0, len(trajectory.theta1) - 1 + 1e-9, 1.0 / parts)
    frames = np.arange(len(trajectory.theta1))
    return _tips(
        config,
        np.interp(moments, frames, trajectory.theta1),
        np.interp(moments, frames, trajectory.theta2),
    )


def _assert_within_limits(trajectory: Trajectory, config: ArmConfig = DEFAULT) -> None:
    """From the angles alone: no value of the trajectory's own is believed."""
    for joint, angles in zip(
        (config.shoulder, config.elbow), (trajectory.theta1, trajectory.theta2), strict=True
    ):
        assert np.isfinite(angles).all()
        low, high = np.radians(joint.limits_deg)
        assert low - 1e-12 <= angles.min()
        assert angles.max() <= high + 1e-12
        standing = np.concatenate((angles[:1], angles[:1], angles, angles[-1:], angles[-1:]))
        speeds = np.diff(standing) / config.frame_us * 1e6
        changes = np.diff(speeds) / config.frame_us * 1e6
        assert np.abs(speeds).max() <= math.radians(joint.speed_deg_s) * (1.0 + 1e-9)
        assert np.abs(changes).max() <= math.radians(joint.acceleration_deg_s2) * (1.0 + 2e-9)


SHAPES = {
    "line": line((-80.0, 100.0), (80.0, 100.0)),
    "line near the rim": line((-70.0, 180.0), (70.0, 180.0)),
    "line to the rim": line((120.0, 0.0), (200.0, 0.0)),
    "line from the rim": line((0.0, 200.0), (0.0, 100.0)),
    "chord from rim to rim": line((160.0, 120.0), (0.0, 200.0)),
    "circle": circle((0.0, 120.0), (40.0, 120.0)),
    "circle that touches the rim": circle((150.0, 0.0), (150.0, 50.0)),
    "square": polyline([(50, 80), (100, 80), (100, 130), (50, 130), (50, 80)], 0.1),
    "square with stops": polyline([(50, 80), (100, 80), (100, 130), (50, 130), (50, 80)]),
    "there and back": polyline([(50, 100), (120, 100), (50, 100)], 0.1),
    "Bezier curve": bezier((50, 80), (150, 80), (0, 150), (100, 120)),
    "Bezier curve with a cusp": bezier((50, 80), (150, 150), (50, 150), (150, 80)),
    "Bezier curve from doubled controls": bezier((50, 80), (50, 80), (150, 80), (150, 80)),
}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("frame_us", [20000, 3000])
@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_gone_within_the_limits(name: str, frame_us: int, law: TimeLaw) -> None:
    config = dataclasses.replace(DEFAULT, frame_us=frame_us)
    trajectory = plan_path(config, SHAPES[name], law=law)
    _assert_within_limits(trajectory, config)
    tips = _tips(config, trajectory.theta1, trajectory.theta2)
    assert tips[:, 0] == pytest.approx(SHAPES[name].start, abs=2e-3)
    assert tips[:, -1] == pytest.approx(SHAPES[name].end, abs=2e-3)
    assert 0.3 < trajectory.duration_s < 6.0


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", [name for name in SHAPES if "line" in name or "chord" in name])
def test_a_line_is_straight_between_the_frames_too(name: str, law: TimeLaw) -> None:
    path = SHAPES[name]
    tips = _between_frames(DEFAULT, plan_path(DEFAULT, path, law=law))
    start, end = np.array(path.start), np.array(path.end)
    along = (end - start) / np.hypot(*(end - start))
    away = np.abs((tips[0] - start[0]) * along[1] - (tips[1] - start[1]) * along[0])
    assert away.max() <= 0.1


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(
    ("centre", "start"), [((0.0, 120.0), (40.0, 120.0)), ((150.0, 0.0), (150.0, 50.0))]
)
def test_a_circle_is_round_between_the_frames_too(
    centre: tuple[float, float], start: tuple[float, float], law: TimeLaw
) -> None:
    tips = _between_frames(DEFAULT, plan_path(DEFAULT, circle(centre, start), law=law))
    radii = np.hypot(tips[0] - centre[0], tips[1] - centre[1])
    assert np.abs(radii - math.dist(centre, start)).max() <= 0.1


# Durations by toppra 0.6.10 (Pham and Pham, "A new approach to time-optimal path parameterization
# based on reachability analysis", 2018), 1000 grid points, condition at both ends of each.
# The shoulder's and elbow's angles came from the inverse, elbow on the right, and its splines.
TOPPRA_S = {
    ((-80.0, 100.0), (80.0, 100.0)): 0.7405,
    ((-80.0, 150.0), (80.0, 150.0)): 0.6816,
    ((-80.0, 180.0), (80.0, 180.0)): 0.8464,
}


@pytest.mark.parametrize(("ends", "toppra_s"), TOPPRA_S.items())
def test_a_line_takes_no_longer_than_by_toppra(
    ends: tuple[tuple[float, float], tuple[float, float]], toppra_s: float
) -> None:
    fine = dataclasses.replace(DEFAULT, frame_us=3000)
    trajectory = plan_line(fine, *ends, elbow=Elbow.RIGHT, law="trapezoid")
    assert toppra_s * 0.99 <= trajectory.duration_s <= toppra_s * 1.01 + 0.003


@pytest.mark.parametrize("way_deg", [0.5, 10.0, 44.0, 46.0, 170.0])
def test_a_joint_move_takes_what_the_trapezoid_takes(way_deg: float) -> None:
    way = math.radians(way_deg)
    ideal = 2.0 * math.sqrt(way / ACCELERATION)
    if way > SPEED**2 / ACCELERATION:
        ideal = way / SPEED + SPEED / ACCELERATION
    trajectory = plan_joints(DEFAULT, Pose(0.0, 0.0), Pose(way, way / 3.0), law="trapezoid")
    assert ideal - 1e-9 <= trajectory.duration_s <= ideal * 1.01 + FRAME
    _assert_within_limits(trajectory)


@pytest.mark.parametrize("law", LAWS)
def test_both_joints_go_and_arrive_together(law: TimeLaw) -> None:
    trajectory = plan_joints(DEFAULT, Pose(0.2, -1.0), Pose(1.7, 0.5), law=law)
    share1 = (trajectory.theta1 - 0.2) / 1.5
    share2 = (trajectory.theta2 + 1.0) / 1.5
    assert share1 == pytest.approx(share2, abs=1e-9)
    assert trajectory.angles[:, -1] == pytest.approx([1.7, 0.5], abs=1e-12)


def test_the_smooth_law_builds_its_acceleration_up() -> None:
    jumps = {}
    for law in LAWS:
        angles = plan_joints(DEFAULT, Pose(0.0, 0.0), Pose(1.5, 0.0), law=law).theta1
        changes = np.diff(np.pad(angles, 2, mode="edge"), 2) / FRAME**2
        jumps[law] = np.abs(np.diff(changes, prepend=0.0)).max()
    # over the mean of three frames a step of the acceleration becomes three steps
    assert jumps["smooth"] < 0.5 * jumps["trapezoid"]


@pytest.mark.parametrize("law", LAWS)
def test_at_a_corner_that_is_not_rounded_a_setpoint_is_the_corner(law: TimeLaw) -> None:
    corners = [(50.0, 80.0), (100.0, 80.0), (100.0, 130.0)]
    trajectory = plan_path(DEFAULT, polyline(corners), law=law)
    tips = _tips(DEFAULT, trajectory.theta1, trajectory.theta2)
    assert np.hypot(tips[0] - 100.0, tips[1] - 80.0).min() < 1e-6


def test_half_the_speed_is_half_the_speed() -> None:
    trajectory = plan_line(DEFAULT, (-80.0, 100.0), (80.0, 100.0), percent=30.0)
    steps = np.abs(np.diff(trajectory.angles, axis=1)) / FRAME
    assert 0.9 * 0.3 * SPEED < steps.max() <= 0.3 * SPEED * (1.0 + 1e-9)


points = st.tuples(st.floats(-210.0, 210.0), st.floats(-210.0, 210.0))
lines = st.builds(line, points, points)
arcs = st.builds(
    arc,
    st.tuples(st.floats(-120.0, 120.0), st.floats(-120.0, 120.0)),
    points,
    st.floats(-7.0, 7.0),
)
polylines = st.builds(polyline, st.lists(points, min_size=1, max_size=6), st.floats(0.0, 5.0))
curves = st.builds(bezier, points, points, points, points)


@settings(max_examples=200, deadline=None)
@given(lines | arcs | polylines | curves, st.sampled_from(LAWS), st.floats(1.0, 100.0))
def test_any_path_is_gone_within_the_limits_on_one_branch_or_refused(
    path: Path, law: TimeLaw, percent: float
) -> None:
    found = preflight(DEFAULT, path, law=law, percent=percent)
    trajectory = found.trajectory
    if trajectory is None:
        assert found.spots
        return
    _assert_within_limits(trajectory)
    sign = -1.0 if found.elbow is Elbow.LEFT else 1.0
    assert (trajectory.theta2 * sign >= -1e-9).all()
    assert trajectory.tip_mm[-1] == pytest.approx(found.length_mm, abs=1e-3)


@pytest.mark.parametrize(
    "path",
    [
        [(120.0, 60.0)],
        [(120.0, 60.0)] * 5,
        [(120.0, 60.0), (120.0, 60.0 + 1e-15)],
        circle((120.0, 60.0), (120.0, 60.0)),
        bezier((120, 60), (120, 60), (120, 60), (120, 60)),
    ],
)
def test_a_path_of_no_length_is_a_dot(path: Path | list[tuple[float, float]]) -> None:
    trajectory = plan_path(DEFAULT, path)
    tips = _tips(DEFAULT, trajectory.theta1, trajectory.theta2)
    assert trajectory.duration_s == 0.0
    assert tips[:, 0] == pytest.approx((120.0, 60.0))


def test_a_joint_move_of_no_length_takes_no_time() -> None:
    pose = Pose(0.5, -1.0)
    trajectory = plan_joints(DEFAULT, pose, Pose(0.5, -1.0 + 1e-15))
    assert (trajectory.duration_s, *trajectory.angles[:, 0]) == (0.0, *pose)


def test_a_path_across_the_turn_takes_the_short_way() -> None:
    config = _wide(200.0)
    trajectory = plan_path(config, _case("R06_wrap_180.csv"), elbow=Elbow.RIGHT)
    turned = np.degrees(trajectory.theta1[-1] - trajectory.theta1[0])
    assert turned == pytest.approx(4.0, abs=0.01)
    assert math.degrees(trajectory.theta1[0]) == pytest.approx(178.13, abs=0.01)
    assert np.abs(np.diff(trajectory.theta1)).max() < 0.1


def test_where_a_limit_bars_the_short_way_it_is_not_gone_the_long_way() -> None:
    with pytest.raises(PathRefused, match="shoulder"):
        plan_path(_wide(180.0), _case("R06_wrap_180.csv"), elbow=Elbow.RIGHT)


def test_repeated_points_add_no_move() -> None:
    found = preflight(_wide(), _case("R10_repeated_points.csv"))
    once = preflight(_wide(), [(100, 100), (120, 90), (100, 100)])
    assert found.length_mm == pytest.approx(44.721, abs=1e-3)
    assert found.duration_s == once.duration_s
    assert found.stops == 1
    trajectory = found.refuse_bad_spots()
    assert trajectory.angles[:, 0] == pytest.approx(trajectory.angles[:, -1], abs=1e-9)


def test_a_single_point_is_a_dot() -> None:
    found = preflight(_wide(), _case("R10_single_point.csv"))
    assert (found.length_mm, found.duration_s, found.spots) == (0.0, 0.0, ())


def test_an_absurd_duration_is_told() -> None:
    slow = dataclasses.replace(DEFAULT.shoulder, speed_deg_s=1.0)
    config = dataclasses.replace(DEFAULT, shoulder=slow)
    circles = arc((0.0, 0.0), (100.0, 0.0), 0.0)
    assert plan_path(config, circles).duration_s == 0.0
    many = polyline([(90.0, 90.0), (90.0, 160.0)] * 50_000)
    with pytest.raises(PathInvalid, match="would take"):
        plan_path(config, many, percent=1.0)


@pytest.mark.parametrize("percent", [0.0, -5.0, 101.0, math.nan, math.inf])
def test_an_absurd_speed_is_told(percent: float) -> None:
    with pytest.raises(PathInvalid) as caught:
        plan_line(DEFAULT, (50.0, 100.0), (80.0, 100.0), percent=percent)
    assert caught.value.why == "percent"


@pytest.mark.parametrize("pose", [(math.nan, 0.0), (0.0, math.inf), (4.0, 0.0)])
def test_a_pose_that_the_arm_cannot_have_is_told(pose: tuple[float, float]) -> None:
    with pytest.raises(PathInvalid) as caught:
        plan_joints(DEFAULT, Pose(*pose), Pose(0.0, 0.0))
    assert caught.value.why == "no pose"


def test_a_long_drawing_is_planned_at_once() -> None:
    turn = np.linspace(0.0, 300.0, 10_000)
    radius = np.linspace(8.0, 40.0, 10_000)
    spiral = np.stack((90.0 + radius * np.cos(turn), 90.0 + radius * np.sin(turn)), axis=1)
    _assert_within_limits(plan_path(DEFAULT, spiral))
