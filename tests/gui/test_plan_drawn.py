"""What is drawn of a plan: on the way, there, refused; and the board's own goal."""

from __future__ import annotations

import pytest

from servoarm.wire.messages import State

from .desk import FakeDesk


def test_the_boards_goal_stays_in_sight_while_another_point_is_refused(fake: FakeDesk) -> None:
    fake.stand(60, -60, state=State.MOVING, goal_deg=(40, -80))
    fake.aim.go(230, 40)
    goal = fake.window.canvas.goal
    assert goal.isVisible()
    expected = fake.model.kinematics.forward(0.6981317007977318, -1.3962634015954636)
    assert (goal.x(), goal.y()) == pytest.approx(expected)
    fake.stand(40, -80)
    assert not goal.isVisible()


def test_on_arrival_the_square_is_hollow_and_only_the_other_ghost_stays(fake: FakeDesk) -> None:
    drawn = fake.window.canvas.plan
    fake.arm.gate.clear()
    fake.aim.go(120, 60)
    assert [ghost.isVisible() for ghost in drawn.ghosts] == [True, True] and not drawn.hollow
    fake.arm.gate.set()
    fake.until(lambda: drawn.hollow)
    assert [ghost.isVisible() for ghost in drawn.ghosts] == [False, True]
    assert [label.isVisible() for label in drawn.labels] == [False, True]


def test_at_the_rim_both_elbows_are_one_arm_and_no_second_ghost_stays(fake: FakeDesk) -> None:
    fake.stand(30, 40)
    fake.aim.go(300 * 0.9685, 300 * 0.249)
    fake.aim.go_nearest()
    fake.until(lambda: fake.aim.arrived)
    drawn = fake.window.canvas.plan
    assert drawn.hollow
    assert not any(label.isVisible() for label in drawn.labels)


def test_other_lengths_after_arrival_leave_nothing_that_looks_to_come(fake: FakeDesk) -> None:
    fake.aim.go(120, 60)
    fake.until(lambda: fake.aim.arrived)
    fake.lengths.boxes[0].setValue(110)
    assert fake.aim.plan is None and not fake.window.canvas.plan.target.isVisible()


def test_a_target_that_other_lengths_make_possible_is_not_taken_for_one_on_its_way(
    fake: FakeDesk,
) -> None:
    fake.aim.go(60, 200)
    fake.lengths.boxes[0].setValue(150)
    assert fake.aim.plan is not None and fake.aim.plan.branch is not None
    assert "not moving" in fake.reason
    fake.bot.wait(50)
    assert not fake.told("move_joints")


@pytest.mark.parametrize(
    ("pose", "point"), [((-30, 80), (145, -7)), ((-40, 5), (-185, -60)), ((90, -90), (230, 40))]
)
def test_every_refused_point_has_a_cross(
    fake: FakeDesk, pose: tuple[float, float], point: tuple[float, float]
) -> None:
    fake.stand(*pose)
    fake.aim.go(*point)
    assert fake.window.canvas.plan.refused.isVisible()
    fake.aim.go(*fake.model.kinematics.forward(*fake.model.shown_pose))
    assert not fake.window.canvas.plan.refused.isVisible()


def test_labels_lie_over_the_arm(fake: FakeDesk) -> None:
    canvas = fake.window.canvas
    labels = [*canvas.plan.labels, canvas.assumed.label]
    assert min(label.zValue() for label in labels) > canvas.arm.zValue()
