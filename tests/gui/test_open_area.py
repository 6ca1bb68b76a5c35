"""The part of the area that is shaded stronger is the part in which a click is taken."""

from __future__ import annotations

import math

import pytest
from PyQt5.QtCore import QPointF

from servoarm.kinematics.planar import Elbow

from .desk import FakeDesk

POSES = [(90, -90), (90, 90), (-30, 80), (-40, 5), (220, -60), (60, 0)]


@pytest.mark.parametrize("pose_deg", POSES)
@pytest.mark.parametrize("choice", [None, Elbow.LEFT, Elbow.RIGHT])
def test_a_click_is_taken_where_the_area_is_shaded_stronger(
    fake: FakeDesk, pose_deg: tuple[float, float], choice: Elbow | None
) -> None:
    fake.stand(*pose_deg)
    fake.elbow.choose(choice)
    shaded, taken = fake.window.canvas.area.open, 0
    for radius in range(10, 210, 20):
        for degrees in range(0, 360, 15):
            x = radius * math.cos(math.radians(degrees))
            y = radius * math.sin(math.radians(degrees))
            plan = fake.aim._solve(x, y)
            if _by_the_edge(fake, x, y):
                continue
            assert shaded.contains(QPointF(x, y)) is (plan.branch is not None), (x, y)
            taken += plan.branch is not None
    assert taken > 20


def _by_the_edge(fake: FakeDesk, x: float, y: float) -> bool:
    """Whether the point is so near an edge that the polygon and the arm may differ."""
    shaded = fake.window.canvas.area.open
    around = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    return len({shaded.contains(QPointF(x + a, y + b)) for a, b in around}) > 1


def test_the_shading_follows_the_choice_and_the_arm(fake: FakeDesk) -> None:
    fake.stand(0, -90)
    only_left = QPointF(80, -100)
    area = fake.window.canvas.area
    assert area.path.contains(only_left) and area.open.contains(only_left)
    fake.elbow.choose(Elbow.RIGHT)
    assert area.path.contains(only_left) and not area.open.contains(only_left)
    fake.elbow.choose(None)
    fake.stand(0, 90)
    assert not area.open.contains(only_left)
