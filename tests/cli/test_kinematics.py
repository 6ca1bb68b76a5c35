"""`ik`, `fk`, `jacobian` and `derive`: their answers, JSON shapes and exit codes."""

import math
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from servoarm.kinematics import screws

from .running import Servoarm

IK_KEYS = {
    "x_mm",
    "y_mm",
    "status",
    "allowed",
    "solutions",
    "nearest",
    "outer_distance_mm",
    "inner_distance_mm",
}
R04 = [
    ((90.0, 120.0), (16.26, 90.0), (90.0, -90.0)),
    ((-90.0, 120.0), (90.0, 90.0), (163.74, -90.0)),
    ((150.0, 60.0), (-11.517, 80.406), (55.12, -80.406)),
    ((0.0, -200.0), (-105.294, 35.886), (-74.706, -35.886)),
    ((45.0, 0.0), (-39.571, 161.427), (39.571, -161.427)),
]
"""Reported points with their two poses: elbow right, elbow left."""
SOLUTION_KEYS = {"elbow", "theta1_deg", "theta2_deg", "allowed", "blocked_by"}
NEAREST_KEYS = {"x_mm", "y_mm", "theta1_deg", "theta2_deg", "elbow", "distance_mm"}


def _tip(solution: dict[str, float], link1: float = 100, link2: float = 100) -> tuple[float, float]:
    """The forward formula, written once more."""
    first = math.radians(solution["theta1_deg"])
    both = first + math.radians(solution["theta2_deg"])
    return (
        link1 * math.cos(first) + link2 * math.cos(both),
        link1 * math.sin(first) + link2 * math.sin(both),
    )


def test_ik_lists_both_elbows(servoarm: Servoarm) -> None:
    ran = servoarm("ik", "120", "60", "--json")
    assert ran.code == 0
    assert set(ran.json) == IK_KEYS
    assert ran.json["status"] == "interior"
    left, right = ran.json["solutions"]
    assert (left["elbow"], right["elbow"]) == ("left", "right")
    assert left["theta2_deg"] < 0 < right["theta2_deg"]
    for solution in (left, right):
        assert set(solution) == SOLUTION_KEYS
        assert solution["allowed"] is True
        assert solution["blocked_by"] == []
        assert _tip(solution) == pytest.approx((120, 60))
    assert set(ran.json["nearest"]) == NEAREST_KEYS
    assert ran.json["nearest"]["distance_mm"] == 0
    assert ran.json["outer_distance_mm"] == pytest.approx(200 - math.hypot(120, 60))
    assert ran.json["inner_distance_mm"] == pytest.approx(math.hypot(120, 60))


@pytest.mark.parametrize("case", R04, ids=str)
def test_ik_lists_the_two_poses_of_the_reported_points(
    case: tuple[tuple[float, float], ...], servoarm: Servoarm, long_arm: str
) -> None:
    (x, y), right, left = case
    ran = servoarm("ik", str(x), str(y), "--arm", long_arm, "--json")
    assert ran.code == 0
    for solution, wanted in zip(ran.json["solutions"], (left, right), strict=True):
        found = (solution["theta1_deg"], solution["theta2_deg"])
        assert found == pytest.approx(wanted, abs=0.01)
        assert _tip(solution, 120, 90) == pytest.approx((x, y), abs=0.01)


@pytest.mark.parametrize(
    ("target", "status", "point", "distance"),
    [
        (("500", "0"), "too far", (210.0, 0.0), 290.0),
        (("0", "-1e6"), "too far", (0.0, -210.0), 999790.0),
        (("0", "20"), "too near", (0.0, 30.0), 10.0),
    ],
)
def test_ik_out_of_reach_has_the_same_keys_no_solutions_and_exit_3(  # noqa: PLR0917
    target: tuple[str, str],
    status: str,
    point: tuple[float, float],
    distance: float,
    servoarm: Servoarm,
    long_arm: str,
) -> None:
    ran = servoarm("ik", *target, "--arm", long_arm, "--json")
    assert ran.code == 3
    assert set(ran.json) == IK_KEYS
    assert (ran.json["status"], ran.json["solutions"]) == (status, [])
    nearest = ran.json["nearest"]
    assert (nearest["x_mm"], nearest["y_mm"]) == pytest.approx(point, abs=1e-6)
    assert nearest["distance_mm"] == pytest.approx(distance)
    assert status in ran.err


def test_ik_blocked_by_limits_names_them_and_exits_3(servoarm: Servoarm) -> None:
    ran = servoarm("ik", "0", "-150", "--json")
    assert ran.code == 3
    assert ran.json["status"] == "interior"
    assert ran.json["allowed"] is False
    assert len(ran.json["solutions"]) == 2
    for solution in ran.json["solutions"]:
        assert solution["allowed"] is False
        assert _tip(solution) == pytest.approx((0, -150))
        (block,) = solution["blocked_by"]
        assert set(block) == {"joint", "bound", "limit_deg", "wanted_deg"}
        assert block["joint"] == "shoulder"
        assert block["wanted_deg"] == solution["theta1_deg"]
    assert ran.json["nearest"]["distance_mm"] > 0
    assert "limit" in ran.err


@pytest.mark.parametrize(
    ("x", "y", "status"),
    [("200", "0", "outer edge"), ("0", "0", "origin"), ("3", "-2", "interior")],
)
def test_ik_names_where_the_point_lies(x: str, y: str, status: str, servoarm: Servoarm) -> None:
    assert servoarm("ik", x, y, "--json").json["status"] == status


def test_ik_takes_a_point_a_micrometre_outside_for_one_on_the_rim(servoarm: Servoarm) -> None:
    ran = servoarm("ik", "0", "200.0009", "--json")
    assert (ran.code, ran.json["status"]) == (0, "outer edge")
    assert [_tip(each) for each in ran.json["solutions"]] == 2 * [pytest.approx((0, 200))]
    assert servoarm("ik", "0", "200.0011", "--json").code == 3


@pytest.mark.parametrize("elbow", ["left", "right"])
def test_ik_with_an_elbow_lists_that_one(elbow: str, servoarm: Servoarm) -> None:
    ran = servoarm("ik", "120", "60", "--elbow", elbow, "--json")
    assert ran.code == 0
    assert [solution["elbow"] for solution in ran.json["solutions"]] == [elbow]


def test_ik_with_a_blocked_elbow_exits_3_and_says_so(servoarm: Servoarm) -> None:
    ran = servoarm("ik", "80", "-100", "--elbow", "right", "--json")
    assert ran.code == 3
    assert ran.json["allowed"] is True
    assert [solution["allowed"] for solution in ran.json["solutions"]] == [False]
    assert "in the way of (80, -100) with the right elbow: shoulder at" in ran.err


@pytest.mark.parametrize("command", [["ik", "80", "-100"], ["fk", "400", "0"]])
def test_joints_have_their_names_wherever_they_are_printed(
    command: list[str], servoarm: Servoarm
) -> None:
    ran = servoarm(*command)
    assert "shoulder at" in ran.out + ran.err
    assert "joint 1" not in ran.out + ran.err


@pytest.mark.parametrize("command", [["ik", "1e100", "0"], ["fk", "1e100", "0"]])
def test_huge_numbers_are_printed_in_few_digits(command: list[str], servoarm: Servoarm) -> None:
    ran = servoarm(*command)
    assert "1e+100" in ran.out + ran.err
    assert max(map(len, (ran.out + ran.err).split("\n"))) < 200


@pytest.mark.parametrize(("start", "elbow"), [(("90", "-90"), "left"), (("0", "90"), "right")])
def test_ik_nearest_is_the_one_near_the_pose_given(
    start: tuple[str, str], elbow: str, servoarm: Servoarm
) -> None:
    ran = servoarm("ik", "120", "60", "--elbow", "nearest", "--from", *start, "--json")
    assert [solution["elbow"] for solution in ran.json["solutions"]] == [elbow]


def test_ik_angles_come_on_the_turn_nearest_the_pose_given(
    servoarm: Servoarm, long_arm: str
) -> None:
    """R06: from 178 deg the shoulder goes on to 182, not back to -178."""
    plain = servoarm("ik", "-86.611", "-94.349", "--arm", long_arm, "--json")
    turned = servoarm(
        "ik", "-86.611", "-94.349", "--arm", long_arm, "--from", "178.13", "90", "--json"
    )
    (angle,) = [s["theta1_deg"] for s in plain.json["solutions"] if s["elbow"] == "right"]
    (near,) = [s["theta1_deg"] for s in turned.json["solutions"] if s["elbow"] == "right"]
    assert angle < 0
    assert near == pytest.approx(angle + 360)


def test_ik_in_words(servoarm: Servoarm) -> None:
    ran = servoarm("ik", "120", "60")
    assert "(120, 60) mm: interior" in ran.out
    assert "elbow left   shoulder    74.435 deg  elbow   -95.739 deg" in ran.out


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.floats(-1e100, 1e100), st.floats(-1e100, 1e100))
def test_ik_answers_any_number_in_json_without_nan(servoarm: Servoarm, x: float, y: float) -> None:
    ran = servoarm("ik", repr(x), repr(y), "--json")
    assert ran.code in (0, 3)
    assert set(ran.json) == IK_KEYS
    assert "NaN" not in ran.out
    assert "Infinity" not in ran.out


def test_fk_is_the_forward_formula(servoarm: Servoarm, long_arm: str) -> None:
    ran = servoarm("fk", "-30", "45", "--arm", long_arm, "--json")
    assert ran.code == 0
    assert set(ran.json) == {
        "theta1_deg",
        "theta2_deg",
        "x_mm",
        "y_mm",
        "elbow_x_mm",
        "elbow_y_mm",
        "elbow",
        "allowed",
        "blocked_by",
    }
    assert (ran.json["x_mm"], ran.json["y_mm"]) == pytest.approx(_tip(ran.json, 120, 90))
    assert (ran.json["elbow_x_mm"], ran.json["elbow_y_mm"]) == pytest.approx(
        (120 * math.cos(math.pi / 6), -60)
    )
    assert ran.json["elbow"] == "right"


@pytest.mark.parametrize(("angle", "elbow"), [("-1", "left"), ("1", "right"), ("0", None)])
def test_fk_names_the_elbow_side(angle: str, elbow: str | None, servoarm: Servoarm) -> None:
    assert servoarm("fk", "10", angle, "--json").json["elbow"] == elbow


def test_fk_outside_the_limits_is_answered_and_named(servoarm: Servoarm) -> None:
    ran = servoarm("fk", "300", "0", "--json")
    assert ran.code == 0
    assert ran.json["allowed"] is False
    assert ran.json["blocked_by"] == [
        {"joint": "shoulder", "bound": "max", "limit_deg": 225.0, "wanted_deg": 300.0}
    ]
    assert "limit is in the way: shoulder at 300 deg" in ran.err


def _difference_quotient(t1: float, t2: float) -> list[list[float]]:
    step = 1e-4
    columns = []
    for first, second in ((step, 0.0), (0.0, step)):
        ahead = _tip({"theta1_deg": t1 + first, "theta2_deg": t2 + second})
        behind = _tip({"theta1_deg": t1 - first, "theta2_deg": t2 - second})
        scale = 2 * math.radians(step)
        columns.append([(a - b) / scale for a, b in zip(ahead, behind, strict=True)])
    return [[columns[0][row], columns[1][row]] for row in (0, 1)]


def test_the_tip_jacobian_is_the_derivative_of_the_forward_formula(servoarm: Servoarm) -> None:
    ran = servoarm("jacobian", "30", "45", "--frame", "tip", "--json")
    assert ran.code == 0
    assert ran.json["rows"] == ["v_x", "v_y"]
    for found, wanted in zip(ran.json["jacobian"], _difference_quotient(30, 45), strict=True):
        assert found == pytest.approx(wanted, rel=1e-6)
    determinant = 100 * 100 * math.sin(math.radians(45))
    assert ran.json["tip"]["determinant_mm2"] == pytest.approx(determinant)
    assert math.prod(ran.json["tip"]["singular_values_mm"]) == pytest.approx(determinant)
    assert ran.json["tip"]["singularity_distance_deg"] == pytest.approx(45)


def test_the_space_jacobian_is_the_default_and_says_what_it_is_not(servoarm: Servoarm) -> None:
    ran = servoarm("jacobian", "30", "45", "--json")
    assert ran.json["frame"] == "space"
    assert ran.json["rows"] == ["omega_x", "omega_y", "omega_z", "v_x", "v_y", "v_z"]
    sine, cosine = 50.0, 100 * math.cos(math.pi / 6)
    wanted = [[0, 0], [0, 0], [1, 1], [0, sine], [0, -cosine], [0, 0]]
    for row, expected in zip(ran.json["jacobian"], wanted, strict=True):
        assert row == pytest.approx(expected)
    assert "ORIGIN, not of the tip" in servoarm("jacobian", "30", "45").out


def test_the_body_jacobian_has_the_tips_speed(servoarm: Servoarm) -> None:
    rows = servoarm("jacobian", "30", "45", "--frame", "body", "--json").json["jacobian"]
    turn = math.radians(75)
    for column in (0, 1):
        vx, vy = rows[3][column], rows[4][column]
        seen = (
            math.cos(turn) * vx - math.sin(turn) * vy,
            math.sin(turn) * vx + math.cos(turn) * vy,
        )
        wanted = [row[column] for row in _difference_quotient(30, 45)]
        assert seen == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("frame", ["space", "body", "tip"])
@pytest.mark.parametrize("pose", [("30", "180"), ("0", "0"), ("180", "-180"), ("-90", "90")])
def test_the_jacobian_prints_no_negative_zero(
    pose: tuple[str, str], frame: str, servoarm: Servoarm
) -> None:
    assert not re.search(r"-0\.0+(?![0-9])", servoarm("jacobian", *pose, "--frame", frame).out)


def test_derive_checks_all_22_equations(servoarm: Servoarm) -> None:
    ran = servoarm("derive", "--json")
    assert ran.code == 0
    equations = ran.json["equations"]
    assert [equation["number"] for equation in equations] == list(range(1, 23))
    assert max(equation["residual"] for equation in equations) == ran.json["worst"] <= 1e-12


def test_derive_is_about_the_arm_that_is_chosen(servoarm: Servoarm, long_arm: str) -> None:
    usual, chosen = servoarm("derive", "--json"), servoarm("derive", "--arm", long_arm, "--json")
    assert (usual.json["link1_mm"], usual.json["link2_mm"]) == (100.0, 100.0)
    assert (chosen.json["link1_mm"], chosen.json["link2_mm"]) == (120.0, 90.0)
    assert chosen.code == 0
    residuals = [
        [equation[key] for equation in ran.json["equations"]]
        for key in ("six_joint_residual", "two_link_residual")
        for ran in (usual, chosen)
    ]
    assert residuals[0] == residuals[1]
    assert residuals[2] != residuals[3]
    assert "120 mm + 90 mm" in servoarm("derive", "--arm", long_arm).out


def test_derive_fails_with_exit_code_1_if_a_function_is_wrong(
    servoarm: Servoarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screws, "adjoint_inverse", screws.adjoint)
    ran = servoarm("derive", "--json")
    assert ran.code == 1
    assert [e["number"] for e in ran.json["equations"] if e["residual"] > 1e-12] == [18]


def test_derive_fails_with_no_residual_where_a_function_returns_nothing(
    servoarm: Servoarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screws, "adjoint_inverse", lambda _: None)
    ran = servoarm("derive", "--json")
    assert ran.code == 1
    assert [e["number"] for e in ran.json["equations"] if e["residual"] is None] == [18]
    assert ran.json["worst"] is None


def test_derive_prints_equation_and_residual(servoarm: Servoarm) -> None:
    lines = servoarm("derive", "--seed", "3").out.strip().split("\n")
    assert len(lines) == 23
    assert all(f"({number:2})" in line for number, line in enumerate(lines[:-1], 1))
