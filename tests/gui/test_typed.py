"""What a person types into a number box: the number meant, or a refusal that is seen.

Never ten times the number, whatever the desktop's language.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PyQt5.QtCore import QLocale, Qt

from servoarm.gui.widgets import NumberBox

from .desk import LEFT, QTEST, FakeDesk

CASES: list[tuple[str, float | None]] = [
    (text, number)
    for text, number in json.loads(
        (Path(__file__).parents[1] / "data" / "cases" / "P17_typed_numbers.json").read_text(
            encoding="utf-8"
        )
    )["cases"]
]
MORE: list[tuple[str, float | None]] = [
    ("9.5", 9.5),
    ("1,200", 1.2),
    ("5.", 5.0),
    ("33,3333", 33.3333),
    ("٨٫٥", None),
    ("1\u00a0000", None),
    ("8.5 mm mm", None),
    ("8;5", None),
    ("0x10", None),
    ("9" * 400, None),
]
LOCALES = {
    "English": QLocale(QLocale.Language.English, QLocale.Country.UnitedStates),
    "German": QLocale(QLocale.Language.German, QLocale.Country.Germany),
    "Japanese": QLocale(QLocale.Language.Japanese, QLocale.Country.Japan),
    "French": QLocale(QLocale.Language.French, QLocale.Country.France),
    "Swiss": QLocale(QLocale.Language.German, QLocale.Country.Switzerland),
    "Arabic": QLocale(QLocale.Language.Arabic, QLocale.Country.Egypt),
}


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> Iterator[None]:
    former = QLocale()
    QLocale.setDefault(LOCALES[request.param])
    yield
    QLocale.setDefault(former)


def type_over(box: NumberBox, text: str) -> None:
    """By keys, or as a paste where there are none: Space, too, stops the arm instead."""
    box.setFocus()
    box.selectAll()
    if not text:
        QTEST.keyClick(box, Qt.Key.Key_Delete)
    elif text.isascii() and " " not in text and len(text) < 20:
        QTEST.keyClicks(box, text)
    else:
        line = box.lineEdit()
        assert line is not None
        line.insert(text)


@pytest.fixture
def target(locale: None, fake: FakeDesk) -> FakeDesk:
    return fake


def test_a_typed_target_is_the_number_meant_or_refused_in_sight(target: FakeDesk) -> None:
    fake = target
    panel = fake.target
    wrong: list[tuple[object, ...]] = []
    for text, number in CASES + MORE:
        type_over(panel.y_box, "60")
        type_over(panel.x_box, text)
        before = fake.aim.plan
        marked = panel.x_box.property("out") == "true" and not panel.go.isEnabled()
        said = "Target x" in fake.reason
        panel.x_box.setFocus()
        QTEST.keyClick(panel.x_box, Qt.Key.Key_Return)
        plan = fake.aim.plan
        if number is None:
            if plan is not before or not marked or not said:
                wrong.append((text, "not refused", marked, said))
        elif plan is None or (plan.x_mm, plan.y_mm) != (number, 60.0) or marked:
            wrong.append((text, number, plan and plan.x_mm))
        elif float(panel.x_box.text().removesuffix(" mm")) != plan.x_mm:
            wrong.append((text, "shows another number", panel.x_box.text()))
        fake.aim.clear()
    assert not wrong


def test_a_refused_number_stays_in_sight_until_it_is_corrected(fake: FakeDesk) -> None:
    panel = fake.target
    type_over(panel.x_box, "1e2")
    panel.y_box.setFocus()
    assert panel.x_box.text() == "1e2 mm" and not panel.go.isEnabled()
    QTEST.mouseClick(panel.go, LEFT)
    assert fake.aim.plan is None
    type_over(panel.x_box, "100")
    assert panel.go.isEnabled() and "1e2" not in fake.reason


@pytest.mark.parametrize("text", ["87,5", "87.5"])
def test_lengths_are_taken_with_either_mark(locale: None, fake: FakeDesk, text: str) -> None:
    box = fake.lengths.boxes[0]
    type_over(box, text)
    QTEST.keyClick(box, Qt.Key.Key_Return)
    assert fake.model.config.link1_mm == 87.5
    assert box.text() == "87.5 mm"


def test_a_refused_length_is_said_and_cannot_be_saved(fake: FakeDesk) -> None:
    panel = fake.lengths
    type_over(panel.boxes[0], "1.200,5")
    QTEST.keyClick(panel.boxes[0], Qt.Key.Key_Return)
    assert fake.model.config.link1_mm == 100
    assert panel.boxes[0].property("out") == "true" and not panel.save.isEnabled()
    assert "Shoulder link" in fake.reason


def test_changing_one_length_leaves_the_other_as_the_arm_file_has_it(fake: FakeDesk) -> None:
    fake.model.set_lengths(100.0, 87.123456)
    fake.lengths.boxes[0].setValue(90.0)
    assert (fake.model.config.link1_mm, fake.model.config.link2_mm) == (90.0, 87.123456)
    assert fake.lengths.boxes[1].text() == "87.123456 mm"


@pytest.mark.parametrize("text", ["12,5", "12.5"])
def test_the_jog_goes_at_the_speed_that_is_shown(locale: None, fake: FakeDesk, text: str) -> None:
    fake.window.tabs.setCurrentIndex(1)
    type_over(fake.jog_panel.speed, text)  # typing is not done
    button = fake.jog_panel.buttons["←"]
    QTEST.mousePress(button, LEFT)
    QTEST.mouseRelease(button, LEFT)
    assert fake.jog_panel.speed.text() == "12.5 mm/s"
    assert fake.jogger.speed_mm_s == 12.5


def test_no_jog_begins_while_the_speed_is_refused(fake: FakeDesk) -> None:
    fake.window.tabs.setCurrentIndex(1)
    type_over(fake.jog_panel.speed, "1e2")
    assert not any(button.isEnabled() for button in fake.jog_panel.buttons.values())
    fake.window.canvas.setFocus()
    QTEST.keyPress(fake.window.canvas, Qt.Key.Key_Left)
    fake.bot.wait(150)
    assert not fake.told("move_joints") and "Jog speed" in fake.reason
    QTEST.keyRelease(fake.window.canvas, Qt.Key.Key_Left)


def test_the_arrows_beside_a_number_step_it(fake: FakeDesk) -> None:
    box = fake.lengths.boxes[0]
    box.setFocus()
    QTEST.keyClick(box, Qt.Key.Key_Up)
    assert fake.model.config.link1_mm == 101 and box.text() == "101.0 mm"


# Before the first pulse.


def relaxed(fake: FakeDesk) -> None:
    fake.model.relax()
    fake.until(fake.start.isVisible)
    fake.arm.told.clear()


@pytest.mark.parametrize(("text", "angle"), [("8,5", 8.5), ("8.5", 8.5), ("-30,25", -30.25)])
def test_the_arm_is_attached_at_the_angle_that_stands_there(
    locale: None, fake: FakeDesk, text: str, angle: float
) -> None:
    relaxed(fake)
    start = fake.start
    type_over(start.theta1, text)
    assert fake.model.assumed_deg[0] == angle  # the dashed arm is drawn there
    QTEST.mouseClick(start.attach, LEFT)
    fake.bot.wait(50)
    assert "again" in start.source.text() and not fake.told("attach")
    QTEST.mouseClick(start.attach, LEFT)
    fake.until(lambda: fake.told("attach"))
    assert fake.told("attach") == [("attach", angle, fake.model.assumed_deg[1])]


def test_a_typed_angle_that_was_entered_is_attached_at_by_one_press(fake: FakeDesk) -> None:
    relaxed(fake)
    type_over(fake.start.theta1, "60.5")
    QTEST.keyClick(fake.start.theta1, Qt.Key.Key_Return)
    QTEST.mouseClick(fake.start.attach, LEFT)
    fake.until(lambda: fake.told("attach"))
    assert fake.told("attach")[0][1] == 60.5


def test_the_dashed_arm_follows_every_key(fake: FakeDesk) -> None:
    relaxed(fake)
    drawn = []
    fake.model.assumed_changed.connect(lambda: drawn.append(fake.model.assumed_deg[0]))
    type_over(fake.start.theta1, "12.5")
    assert [angle for i, angle in enumerate(drawn) if angle not in drawn[:i]] == [1, 12, 12.5]


@pytest.mark.parametrize("text", ["1e2", "8,5,1", "-", ""])
def test_no_pulse_begins_at_an_angle_that_cannot_be_read(fake: FakeDesk, text: str) -> None:
    relaxed(fake)
    start = fake.start
    type_over(start.theta1, text)
    assert not start.attach.isEnabled() and "no number" in start.source.text()
    QTEST.mouseClick(start.attach, LEFT)
    QTEST.keyClick(start.theta1, Qt.Key.Key_Return)
    fake.bot.wait(50)
    assert not fake.told("attach")
