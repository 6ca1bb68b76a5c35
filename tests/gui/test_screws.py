"""The screw theory panel: its figures are those of the kinematics, and it says what they mean."""

from __future__ import annotations

import math
import re

import pytest

from servoarm.kinematics.screws import two_link_screws
from servoarm.kinematics.velocity import manipulability_ellipse, tip_jacobian

from .desk import FakeDesk

POSE = (math.radians(40), math.radians(75))


@pytest.fixture
def at_pose(fake: FakeDesk) -> FakeDesk:
    fake.arm.stand(40, 75)
    fake.until(lambda: fake.model.pose == pytest.approx(POSE))
    fake.window.tabs.setCurrentWidget(fake.screws)
    fake.bot.wait(20)
    return fake


def numbers(text: str, start: str, rows: int) -> list[list[float]]:
    """The rows of the matrix whose name begins the line."""
    lines = text.splitlines()
    first = next(index for index, line in enumerate(lines) if re.match(rf"{start}\s*=", line))
    return [
        [float(number) for number in re.findall(r"-?\d+\.\d+", line)]
        for line in lines[first : first + rows]
    ]


def test_the_matrices_are_those_of_the_kinematics(at_pose: FakeDesk) -> None:
    text = at_pose.screws.text.toPlainText()
    expected = two_link_screws(100, 100, *POSE)
    shown = {
        "J": (tip_jacobian(100, 100, *POSE), 2),
        "S": (list(zip(expected.screw1, expected.screw2, strict=True)), 6),
        "e1": (expected.exponential1, 4),
        "e2": (expected.exponential2, 4),
        "T": (expected.pose, 4),
        "J_s": (expected.space_jacobian, 6),
        "J_b": (expected.body_jacobian, 6),
    }
    for name, (matrix, rows) in shown.items():
        for row, wanted in zip(numbers(text, name, rows), matrix, strict=True):
            assert row == pytest.approx(wanted, abs=6e-4), name


def test_the_space_jacobian_is_never_called_tip_speed(at_pose: FakeDesk) -> None:
    text = at_pose.screws.text.toPlainText()
    above = text[: text.index("J_s =")].splitlines()[-2:]
    assert "velocity" in above[0] and "point at the origin, not of the tip" in above[1]


@pytest.mark.parametrize(("theta2_deg", "near"), [(75.0, False), (2.0, True), (-1.0, True)])
def test_a_singular_pose_is_warned_of_with_its_threshold(
    at_pose: FakeDesk, theta2_deg: float, near: bool
) -> None:
    at_pose.arm.stand(40, theta2_deg)
    at_pose.until(lambda: f"{abs(theta2_deg):.1f}°" in at_pose.screws.warning.text())
    words = at_pose.screws.warning.text()
    assert words.startswith("Near singular (stretched)") is near
    assert "below 2.9°" in words


def test_the_figures_stay_where_they_are_when_the_warning_comes(at_pose: FakeDesk) -> None:
    at_pose.window.resize(900, 600)
    at_pose.bot.wait(20)
    screws = at_pose.screws
    places = []
    for theta2_deg, start in ((75.0, "75.0°"), (2.0, "Near"), (60.0, "60.0°"), (178.0, "Near")):
        at_pose.stand(40, theta2_deg)
        at_pose.bot.wait(20)
        assert screws.warning.text().startswith(start)
        places.append(screws.text.geometry())
    assert all(place == places[0] for place in places)


def test_ellipse_and_arrows_are_drawn_at_the_tip_when_asked(at_pose: FakeDesk) -> None:
    canvas, screws = at_pose.window.canvas, at_pose.screws
    assert not canvas.ellipse.isVisible() and not canvas.arrows.isVisible()
    screws.ellipse.click()
    screws.arrows.click()
    assert canvas.ellipse.isVisible() and canvas.arrows.isVisible()
    tip = at_pose.model.kinematics.forward(*POSE)
    assert (canvas.ellipse.pos().x(), canvas.ellipse.pos().y()) == pytest.approx(tip)
    drawn, expected = canvas.ellipse.path().boundingRect(), manipulability_ellipse(100, 100, *POSE)
    assert drawn.width() / drawn.height() == pytest.approx(expected.major / expected.minor)
