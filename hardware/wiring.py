"""Draw wiring.svg from wiring.csv: `python hardware/wiring.py`. Needs schemdraw (PyPI).

Every wire of the table becomes a line; the places of the parts and the columns on which the lines
turn are the only layout.
"""

import csv
import itertools
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

import schemdraw
import schemdraw.elements as elm

Side = Literal["left", "right"]
Point = tuple[float, float]
HERE = Path(__file__).parent
TABLE = HERE / "wiring.csv"
DRAWING = HERE / "wiring.svg"

# x at which the wires from a pin turn upwards or downwards
COLUMN = {
    ("board", "D9"): 5.4,
    ("board", "D10"): 5.0,
    ("supply", "+5V"): 4.6,
    ("fuse", "out"): 7.4,
    ("switch", "out"): 10.4,
    ("supply", "GND"): 11.2,
}
BOARD_GROUND_X = 4.4


def wires() -> list[dict[str, str]]:
    """Read the wiring table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _point(anchor: Any) -> Point:
    """Round, so that lines which meet do so exactly."""
    return round(float(anchor[0]), 3), round(float(anchor[1]), 3)


def _box(
    drawing: schemdraw.Drawing, name: str, pins: list[str], side: Side, *, size: Point, at: Point
) -> dict[str, Point]:
    """Draw a part as a box; return the places of its pins."""
    box = elm.Ic(
        pins=[elm.IcPin(name=pin, side=side, anchorname=pin) for pin in reversed(pins)],
        size=size,
        lblsize=12,
        plblsize=11,
        leadlen=0.6,
    )
    drawing.add(box.label(name, "top", fontsize=12, ofst=0.15).at(at))
    return {pin: _point(box.absanchors[pin]) for pin in pins}


def _in_line(
    drawing: schemdraw.Drawing, kind: Callable[[], Any], name: str, pins: tuple[str, str], at: Point
) -> dict[str, Point]:
    """Draw a part with two ends, left and right; return the places of both."""
    part = kind().at(at).right(2.2).label(name, "top", fontsize=11, ofst=0.1)
    drawing.add(part)
    return {pins[0]: _point(part.absanchors["start"]), pins[1]: _point(part.absanchors["end"])}


def _parts(drawing: schemdraw.Drawing) -> dict[str, dict[str, Point]]:
    """Draw the parts; return the places of their pins. Every pin of the table is among them."""
    box, in_line = partial(_box, drawing), partial(_in_line, drawing)
    servo_pins, resistor_ends = ["signal", "V+", "GND"], ("signal", "GND")
    board = box("Arduino Uno or Nano", ["D9", "D10", "GND"], "right", size=(3.4, 3.2), at=(0, 3.7))
    supply = box("Supply 5 to 6 V", ["+5V", "GND"], "right", size=(3.4, 1.8), at=(0, -1))
    y_d9, y_d10, y_plus = board["D9"][1], board["D10"][1], supply["+5V"][1]
    resistor = "10 kilohm"
    return {
        "board": board,
        "supply": supply,
        "shoulder": box("Shoulder servo", servo_pins, "left", size=(2.6, 2.6), at=(13, 6.4)),
        "elbow": box("Elbow servo", servo_pins, "left", size=(2.6, 2.6), at=(13, 2)),
        "capacitor": box("Capacitor 1000 uF", ["+", "-"], "left", size=(2.6, 1.8), at=(13, -1)),
        "shoulder pull-down": in_line(elm.ResistorIEC, resistor, resistor_ends, (6.8, y_d9)),
        "elbow pull-down": in_line(elm.ResistorIEC, resistor, resistor_ends, (6.8, y_d10)),
        "fuse": in_line(elm.FuseIEC, "Fuse", ("in", "out"), (5, y_plus)),
        "switch": in_line(elm.Switch, "Switch", ("in", "out"), (7.8, y_plus)),
    }


def _course(wire: dict[str, str], parts: dict[str, dict[str, Point]]) -> list[Point]:
    """Return the wire's corners with both ends, without those at which it does not turn."""
    start, end = parts[wire["from"]][wire["from_pin"]], parts[wire["to"]][wire["to_pin"]]
    if start[1] == end[1]:
        return [start, end]
    column = BOARD_GROUND_X if wire["to"] == "board" else COLUMN[wire["from"], wire["from_pin"]]
    return [start, (column, start[1]), (column, end[1]), end]


def _junctions(courses: list[list[Point]]) -> list[Point]:
    """Return the corners from which the wires of one net leave in three or four directions."""
    leaving: dict[Point, set[str]] = defaultdict(set)
    legs = [leg for course in courses for leg in itertools.pairwise(course)]
    for corner, (here, there) in itertools.product(set(itertools.chain(*courses)), legs):
        (x, y), (left, right) = corner, sorted((here[0], there[0]))
        low, high = sorted((here[1], there[1]))
        if left <= x <= right and low <= y <= high:
            ways = {"left": left < x, "right": x < right, "down": low < y, "up": y < high}
            leaving[corner] |= {way for way, open_ in ways.items() if open_}
    return sorted(corner for corner, ways in leaving.items() if len(ways) >= 3)


def _draw_wires(drawing: schemdraw.Drawing, parts: dict[str, dict[str, Point]]) -> None:
    courses: dict[str, list[list[Point]]] = defaultdict(list)
    for wire in wires():
        courses[wire["colour"]].append(_course(wire, parts))
    for colour, of_colour in courses.items():
        for course in of_colour:
            for here, there in itertools.pairwise(course):
                drawing.add(elm.Line().at(here).to(there).color(colour).linewidth(2))
        for corner in _junctions(of_colour):
            drawing.add(elm.Dot(radius=0.08).at(corner).color(colour))


def draw(path: Path = DRAWING) -> None:
    """Draw the table's wires into an SVG file."""
    schemdraw.use("svg")
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=11, bgcolor="white", margin=0.3)
    _draw_wires(drawing, _parts(drawing))
    # a dash pattern of "-" is schemdraw's word for none; stricter readers than browsers refuse it
    path.write_bytes(drawing.get_imagedata("svg").replace(b"stroke-dasharray:-;", b""))


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else DRAWING)
