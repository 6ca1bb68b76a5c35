"""A refused target: the other elbow or the long way, when a person asks; how exact a click is."""

from __future__ import annotations

import math
from typing import Any, cast

import pytest
from PyQt5.QtCore import QPointF

from servoarm.kinematics.planar import Elbow, Inverse, Pose, TwoLinkArm
from servoarm.motion import target

from .desk import LEFT, QTEST, FakeDesk


def press_alternative(fake: FakeDesk) -> None:
    QTEST.mouseClick(fake.reason_line.alternative, LEFT)


def sent(fake: FakeDesk) -> tuple[float, float]:
    fake.until(lambda: fake.told("move_joints"))
    _, theta1, theta2 = fake.told("move_joints")[-1]
    assert isinstance(theta1, float) and isinstance(theta2, float)
    return theta1, theta2


def test_one_press_goes_there_with_the_other_elbow(fake: FakeDesk) -> None:
    fake.stand(-30, 80)
    fake.aim.go(145, -7)
    assert not fake.told("move_joints")
    assert fake.reason_line.alternative.text() == "Go with the other elbow"
    press_alternative(fake)
    assert sent(fake)[1] < 0
    assert fake.went_to() == [pytest.approx((145, -7))]
    assert fake.aim.choice is None
    fake.until(lambda: fake.aim.arrived)
    assert not fake.reason_line.alternative.isVisible()


def test_one_press_goes_there_the_long_way_round(fake: FakeDesk) -> None:
    fake.stand(-40, 5)
    fake.aim.go(-185, -60)
    assert not fake.told("move_joints")
    assert fake.reason_line.alternative.text().startswith("Go by way of")
    press_alternative(fake)
    assert sent(fake)[0] > 140
    assert fake.went_to() == [pytest.approx((-185, -60))]


def test_where_the_other_elbow_takes_the_long_way_the_button_says_so(fake: FakeDesk) -> None:
    fake.stand(3.7, -63.6)
    fake.aim.go(-120, -110)
    assert fake.reason_line.alternative.text().startswith("With the other elbow by")
    press_alternative(fake)
    assert sent(fake)[0] > 183.7
    assert fake.went_to() == [pytest.approx((-120, -110))]


def test_the_way_back_leads_back_from_there(fake: FakeDesk) -> None:
    fake.stand(-30, 80)
    fake.aim.go(100, 100)
    fake.until(lambda: fake.aim.arrived)
    fake.aim.go(145, -7)
    press_alternative(fake)
    fake.until(lambda: fake.aim.arrived)
    assert fake.aim.can_undo


def test_what_was_offered_for_another_pose_is_not_done(fake: FakeDesk) -> None:
    fake.stand(-30, 80)
    fake.aim.go(145, -7)
    fake.stand(-30, -80)  # by another hand: the elbow is on that side by now
    fake.aim.go_alternative()
    fake.bot.wait(50)
    assert not fake.told("move_joints")
    assert "moved since" in fake.reason


def test_a_reachable_or_hopeless_target_offers_no_other_way(fake: FakeDesk) -> None:
    for point in ((120, 60), (300, 0)):
        fake.aim.go(*point)
        assert not fake.reason_line.alternative.isVisible()


@pytest.mark.parametrize("direction_deg", [10, 45, 80, 120, 170])
def test_a_click_a_pixel_beside_the_rim_goes_to_the_rim(
    fake: FakeDesk, direction_deg: float
) -> None:
    radius = 200 + 0.9 * fake.window.canvas.pixel_mm
    direction = math.radians(direction_deg)
    x, y = radius * math.cos(direction), radius * math.sin(direction)
    fake.aim.press(x, y, fake.window.canvas.pixel_mm)
    fake.until(fake.went_to)
    (point,) = fake.went_to()
    assert math.hypot(*point) == pytest.approx(200)
    assert math.dist(point, (x, y)) <= fake.window.canvas.pixel_mm


def test_the_canvas_says_how_wide_its_pixels_are(fake: FakeDesk) -> None:
    canvas = fake.window.canvas
    told: list[float] = []
    canvas.pressed.connect(lambda _x, _y, pixel_mm: told.append(pixel_mm))
    fake.click(120, 60)
    left, right = canvas.pixel_of(-100, 0), canvas.pixel_of(100, 0)
    assert told == [pytest.approx(200 / (right.x() - left.x()), rel=1e-6)]


def test_a_click_is_solved_for_once(fake: FakeDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn, explained and sent, all from the one plan."""
    inverse, nearest = TwoLinkArm.inverse, target._nearest
    solved: list[tuple[float, float]] = []
    searched: list[tuple[float, float]] = []

    def counted_inverse(arm: TwoLinkArm, x: float, y: float, near: Pose | None = None) -> Inverse:
        solved.append((x, y))
        return inverse(arm, x, y, near)

    def counted_nearest(arm: TwoLinkArm, point: tuple[float, float], *args: Any) -> Any:
        searched.append(point)
        return nearest(arm, point, *args)

    monkeypatch.setattr(TwoLinkArm, "inverse", counted_inverse)
    monkeypatch.setattr(target, "_nearest", counted_nearest)
    clicked = fake.window.canvas.point_at(QPointF(fake.pixel(120, 60)))
    fake.click(120, 60)
    fake.until(lambda: fake.aim.arrived)
    assert solved.count(cast("tuple[float, float]", clicked)) == 1 and not searched
    assert len(solved) <= 2  # the second is the other elbow's pose, where the arm is then
    solved.clear()
    fake.click(190, 100)
    fake.bot.wait(50)
    assert fake.drive.nearest_action.isEnabled()
    assert len(solved) == len(searched) == 1


def test_the_pose_that_is_drawn_is_the_pose_that_is_sent(fake: FakeDesk) -> None:
    fake.elbow.choose(Elbow.RIGHT)
    fake.click(120, 60)
    plan = fake.aim.plan
    assert plan is not None and plan.branch is not None
    assert sent(fake) == pytest.approx(tuple(map(math.degrees, plan.branch.pose)))
