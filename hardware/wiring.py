"""Draw wiring.svg from wiring.csv: `python hardware/wiring.py`. Needs schemdraw (PyPI).

Every wire of the table becomes a line; the columns on which the lines turn are the only layout.
"""

import csv
import itertools
import sys
from pathlib import Path
from typing import Any, Literal

import schemdraw
import schemdraw.elements as elm

Side = Literal["left", "right"]
HERE = Path(__file__).parent
TABLE = HERE / "wiring.csv"
DRAWING = HERE / "wiring.svg"

# x at which the wires of a net turn upwards or downwards
COLUMN = {"+5V": 8.2, "GND": 9.2, "D9": 6.2, "D10": 5.2}
BOARD_GROUND_X = 4.2


def wires() -> list[dict[str, str]]:
    """Read the wiring table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _box(name: str, pins: list[str], side: Side, size: tuple[float, float]) -> Any:
    box = elm.Ic(
        pins=[elm.IcPin(name=pin, side=side, anchorname=pin) for pin in reversed(pins)],
        size=size,
        lblsize=12,
        plblsize=11,
        leadlen=0.6,
    )
    return box.label(name, "top", fontsize=12, ofst=0.15)


def _blocks() -> dict[str, Any]:
    """Place the parts in the open drawing; every pin of the table is on one of them."""
    servo_pins = ["signal", "V+", "GND"]
    return {
        "shoulder": _box("Shoulder servo", servo_pins, "left", (2.6, 2.6)).at((11, 6)),
        "elbow": _box("Elbow servo", servo_pins, "left", (2.6, 2.6)).at((11, 2)),
        "capacitor": _box("Capacitor 1000 uF", ["+", "-"], "left", (2.6, 1.8)).at((11, -1)),
        "board": _box("Arduino Uno or Nano", ["D9", "D10", "GND"], "right", (3.4, 2.6)).at((0, 4)),
        "supply": _box("Supply 5 to 6 V", ["+5V", "GND"], "right", (3.4, 1.8)).at((0, -1)),
    }


def draw(path: Path = DRAWING) -> None:
    """Draw the table's wires into an SVG file."""
    schemdraw.use("svg")
    with schemdraw.Drawing(show=False) as drawing:
        drawing.config(fontsize=11, bgcolor="white", margin=0.3)
        blocks = _blocks()
        for wire in wires():
            start = blocks[wire["from"]].absanchors[wire["from_pin"]]
            end = blocks[wire["to"]].absanchors[wire["to_pin"]]
            column = BOARD_GROUND_X if wire["to"] == "board" else COLUMN[wire["from_pin"]]
            corners = [start, (column, start[1]), (column, end[1]), end]
            for here, there in itertools.pairwise(corners):
                elm.Line().at(here).to(there).color(wire["colour"]).linewidth(2)
            for corner in corners[1:3]:
                if wire["from"] == "supply":
                    elm.Dot(radius=0.06).at(corner).color(wire["colour"])
    # a dash pattern of "-" is schemdraw's word for none; stricter readers than browsers refuse it
    path.write_bytes(drawing.get_imagedata("svg").replace(b"stroke-dasharray:-;", b""))


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else DRAWING)
