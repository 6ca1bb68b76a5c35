"""Text and marks stand out from their ground, on a dark desktop as well.

Contrast as WCAG 2.1 defines it: 4.5 : 1 for text, 3 : 1 for what decides a click and for what is
switched off.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from PyQt5.QtCore import QPoint, QPointF, QSettings
from PyQt5.QtGui import QColor, QImage, QPalette
from PyQt5.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGraphicsPathItem,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)
from pytestqt.qtbot import QtBot

from servoarm.arm.types import LinkDown
from servoarm.errors import LinkLost
from servoarm.gui import style
from servoarm.gui.build import make_window
from servoarm.gui.model import Link
from servoarm.gui.palette import palette, use_palette

from .desk import FakeDesk

Role, Group = QPalette.ColorRole, QPalette.ColorGroup
TEXT, MARK = 4.5, 3.0
INKS = {
    Role.WindowText: (Role.Window,),
    Role.Text: (Role.Base, Role.AlternateBase, Role.Window),
    Role.ButtonText: (Role.Button, Role.Window),
    Role.HighlightedText: (Role.Highlight,),
    Role.ToolTipText: (Role.ToolTipBase,),
    Role.PlaceholderText: (Role.Base,),
    Role.Link: (Role.Window, Role.Base),
    Role.LinkVisited: (Role.Window, Role.Base),
}


def luminance(color: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(ink: QColor, ground: QColor) -> QColor:
    """The colour of an ink that lets its ground through."""
    share = ink.alphaF()
    return QColor(
        round(share * ink.red() + (1 - share) * ground.red()),
        round(share * ink.green() + (1 - share) * ground.green()),
        round(share * ink.blue() + (1 - share) * ground.blue()),
    )


def test_every_ink_of_the_palette_stands_out_from_its_grounds() -> None:
    used, faint = palette(), []
    for group, (ink, grounds) in itertools.product(
        (Group.Active, Group.Inactive, Group.Disabled), INKS.items()
    ):
        least = MARK if group == Group.Disabled else TEXT
        for ground in grounds:
            if contrast(used.color(group, ink), used.color(group, ground)) < least:
                faint.append((group, ink, ground))
    assert not faint


@pytest.fixture
def dark_desktop(qapp: QApplication) -> Iterator[None]:
    """A desktop that gives light text on dark ground, as a dark theme does."""
    dark = QPalette(QColor("#31363B"), QColor("#2A2E32"))
    for group in (Group.Active, Group.Inactive, Group.Disabled):
        for role in (Role.Text, Role.WindowText, Role.ButtonText):
            dark.setColor(group, role, QColor("#FCFCFC"))
        dark.setColor(group, Role.Base, QColor("#1B1E20"))
    qapp.setPalette(dark)
    use_palette(qapp)
    yield
    use_palette(qapp)


def extremes(picture: QImage) -> float:
    """The contrast between the darkest and the lightest colour of a picture."""
    colors = [
        picture.pixelColor(x, y)
        for x, y in itertools.product(range(picture.width()), range(picture.height()))
    ]
    tones = [luminance(color) for color in colors]
    return (max(tones) + 0.05) / (min(tones) + 0.05)


def test_on_a_dark_desktop_everything_can_be_read(
    dark_desktop: None, qtbot: QtBot, settings: QSettings
) -> None:
    window = make_window(settings=settings)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    named = [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, (QLabel, QAbstractButton, QLineEdit))
        and widget.isVisible()
        and widget.text()
    ]
    assert len(named) > 15
    faint = []
    for widget in named:
        least = TEXT if widget.isEnabled() else MARK
        # the edges of letters are blended, so the ink itself is the extreme
        if extremes(widget.grab().toImage()) < least:
            faint.append((type(widget).__name__, widget.accessibleName()))
    assert not faint
    window.leave()


def test_switched_off_buttons_can_still_be_read(fake: FakeDesk) -> None:
    for button in (fake.target.go, fake.connection.refresh, fake.lengths.save):
        button.setEnabled(False)
        assert extremes(button.grab().toImage()) >= MARK


def test_a_menus_chosen_and_switched_off_entries_differ(fake: FakeDesk) -> None:
    bar = fake.window.menuBar()
    assert bar is not None
    menu = bar.actions()[1].menu()
    assert isinstance(menu, QMenu)
    first, second = menu.actions()[:2]
    second.setEnabled(True)
    first.setEnabled(False)
    menu.popup(fake.window.mapToGlobal(QPoint(20, 20)))
    menu.setActiveAction(second)
    picture = menu.grab().toImage()
    off, on = (picture.copy(menu.actionGeometry(action)) for action in (first, second))
    assert extremes(off) >= MARK and extremes(on) >= TEXT
    inside = menu.actionGeometry(second).topLeft() + QPoint(4, 4)
    assert picture.pixelColor(inside) == palette().color(Role.Highlight)
    menu.close()


AREA = over(style.AREA, style.PAPER)
GROUNDS = (style.PAPER, AREA, over(style.AREA_OPEN, AREA))
MARKS = {
    "shoulder link": style.SHOULDER,
    "elbow link": style.ELBOW,
    "target": style.TARGET,
    "assumed arm": style.ASSUMED,
    "lost arm": style.UNKNOWN,
    "limited ghost": style.BLOCKED,
    "area's edge": style.AREA_EDGE,
    "rings": style.RING,
    "nearest point": style.NEAREST,
    "goal": style.INK,
}


@pytest.mark.parametrize("name", MARKS)
def test_what_decides_a_click_stands_out(name: str) -> None:
    for ground in GROUNDS:
        assert contrast(over(MARKS[name], ground), ground) >= MARK


def drawn_lines(fake: FakeDesk) -> list[QColor]:
    """The colours of all lines of arm, ghosts, assumed arm and area that are in sight."""
    canvas, found = fake.window.canvas, []
    for item in (canvas.arm, canvas.assumed, canvas.area, *canvas.plan.ghosts):
        for child in item.childItems():
            if isinstance(child, QGraphicsPathItem) and child.isVisible():
                found.append(child.pen().color())
    return found


def test_arm_ghosts_and_lost_arm_are_drawn_in_colours_that_stand_out(fake: FakeDesk) -> None:
    fake.click(120, 60)
    lines = drawn_lines(fake)
    fake.click(-40, -40)
    lines += drawn_lines(fake)
    fake.arm.tell(LinkDown(LinkLost("gone", "/dev/ttyUSB0")))
    fake.until(lambda: fake.model.link is Link.LOST)
    lines += drawn_lines(fake)
    assert len(lines) > 12
    for ground in GROUNDS:
        assert all(contrast(over(line, ground), ground) >= MARK for line in lines)


# How it is drawn.


def test_the_canvas_is_drawn_with_smooth_edges(fake: FakeDesk) -> None:
    fake.stand(57, -80)
    fake.bot.wait(80)
    canvas = fake.window.canvas
    middle: QPointF = canvas.pixel_of(50 * 0.5446, 50 * 0.8387)  # half way along the shoulder link
    picture = canvas.grab().toImage()
    row = [picture.pixelColor(int(middle.x()) + dx, int(middle.y())) for dx in range(-14, 15)]
    grounds = {color.name() for color in (*GROUNDS, style.SHOULDER)}
    assert any(color.name() not in grounds for color in row)


def test_zooming_ends_before_nothing_is_left_to_see(fake: FakeDesk) -> None:
    view = fake.window.canvas.view
    for factor, low, high in ((0.5, 1.0, 50.0), (2.0, 400.0, 20000.0)):
        for _ in range(60):
            view.scaleBy((factor, factor))
        for left, right in view.viewRange():
            assert low <= right - left <= high
        fake.window.canvas.reset_view()


def test_the_rim_is_round_however_near_one_looks(fake: FakeDesk) -> None:
    canvas = fake.window.canvas
    canvas.view.setRange(xRange=(198, 202), yRange=(-2, 2), padding=0)
    canvas.fine_rims()
    mm_per_pixel = canvas.view.viewPixelSize()[0]
    path = canvas.area.ring_path.toSubpathPolygons()[0]
    middles = [(path.at(i) + path.at(i + 1)) / 2 for i in range(path.count() - 1)]
    strays = max(200 - (point.x() ** 2 + point.y() ** 2) ** 0.5 for point in middles)
    assert strays < 0.5 * mm_per_pixel
