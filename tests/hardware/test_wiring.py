"""The wiring on paper is the firmware's, the arm file's, and the drawing's."""

import csv
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from servoarm.armfile import DEFAULT

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"


def table(name: str) -> list[dict[str, str]]:
    with (HARDWARE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def nets() -> dict[str, set[str]]:
    """Every pin with all pins it is joined to."""
    joined: dict[str, set[str]] = defaultdict(set)
    for wire in table("wiring.csv"):
        ends = {f"{wire['from']} {wire['from_pin']}", f"{wire['to']} {wire['to_pin']}"}
        whole = ends.union(*(joined[end] for end in ends))
        for pin in whole:
            joined[pin] = whole
    return joined


def firmware_pins() -> list[str]:
    """The Uno's servo pins, as the sketch has them: its first board."""
    text = (ROOT / "firmware/servo_arm/src/board/mcu.h").read_text("utf-8")
    found = re.search(r"ATmega328P__.*?SERVOARM_PINS (\d+), (\d+)", text, re.DOTALL)
    assert found is not None
    return [f"board D{found[1]}", f"board D{found[2]}"]


def test_the_servos_and_their_pull_downs_hang_on_the_firmwares_pins() -> None:
    shoulder, elbow = firmware_pins()
    assert nets()[shoulder] == {shoulder, "shoulder signal", "shoulder pull-down signal"}
    assert nets()[elbow] == {elbow, "elbow signal", "elbow pull-down signal"}


def test_the_default_arm_file_names_the_same_pins() -> None:
    assert firmware_pins() == [f"board D{DEFAULT.shoulder.pin}", f"board D{DEFAULT.elbow.pin}"]


def test_one_ground_for_all() -> None:
    assert nets()["supply GND"] == {
        "supply GND",
        "board GND",
        "shoulder GND",
        "elbow GND",
        "capacitor -",
        "shoulder pull-down GND",
        "elbow pull-down GND",
    }


def test_all_that_the_supply_feeds_is_behind_the_fuse_and_the_switch_and_the_board_is_not() -> None:
    assert nets()["supply +5V"] == {"supply +5V", "fuse in"}
    assert nets()["fuse out"] == {"fuse out", "switch in"}
    assert nets()["switch out"] == {"switch out", "shoulder V+", "elbow V+", "capacitor +"}


def test_the_drawing_is_the_table(tmp_path: Path) -> None:
    pytest.importorskip("schemdraw", reason="schemdraw is missing (PyPI: schemdraw)")
    drawn = tmp_path / "wiring.svg"
    subprocess.run([sys.executable, HARDWARE / "wiring.py", drawn], check=True)
    assert drawn.read_text("utf-8") == (HARDWARE / "wiring.svg").read_text("utf-8")


def test_every_part_of_the_drawing_is_in_the_bill() -> None:
    quantity = {part["part"]: int(part["quantity"]) for part in table("BOM.csv")}
    called = {
        "board": "Arduino Uno R3",
        "supply": "Power supply",
        "fuse": "Fuse",
        "switch": "Switch",
        "capacitor": "Electrolytic capacitor",
        "shoulder": "Servo (shoulder)",
        "elbow": "Servo (elbow)",
        "shoulder pull-down": "Resistor",
        "elbow pull-down": "Resistor",
    }
    drawn = {wire[end] for wire in table("wiring.csv") for end in ("from", "to")}
    assert quantity.items() >= Counter(called[part] for part in drawn).items()


def test_supply_and_fuse_are_the_same_in_the_bill_and_in_the_text() -> None:
    text = (HARDWARE / "power.md").read_text("utf-8")
    rows = re.findall(r"V, (\d+) A \| (\d+) A \|", text)
    assert len(rows) == 3
    bill = {part["part"]: part["specification"] for part in table("BOM.csv")}
    assert re.findall(r"(\d+) A\b", bill["Power supply"]) == [supply for supply, _ in rows]
    assert re.findall(r"(\d+) A\b", bill["Fuse"]) == [fuse for _, fuse in rows]


def test_the_terminal_block_has_places_for_both_rails_and_carries_the_largest_fuse() -> None:
    bill = {part["part"]: part["specification"] for part in table("BOM.csv")}
    joined = nets()
    rails = [str(len(joined["switch out"])), str(len(joined["supply GND"]))]
    assert re.findall(r"\d+", bill["Terminal block"]) == [
        *rails,
        re.findall(r"(\d+) A\b", bill["Fuse"])[-1],
    ]


def test_every_part_of_the_bill_says_what_it_must_be() -> None:
    for part in table("BOM.csv"):
        assert int(part["quantity"]) >= 1
        assert part["specification"]
