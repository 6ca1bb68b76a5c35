"""The wiring on paper is the firmware's, the arm file's, and the drawing's."""

import csv
import re
import subprocess
import sys
from collections import defaultdict
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


def test_the_servos_hang_on_the_firmwares_pins() -> None:
    shoulder, elbow = firmware_pins()
    assert nets()[shoulder] == {shoulder, "shoulder signal"}
    assert nets()[elbow] == {elbow, "elbow signal"}


def test_the_default_arm_file_names_the_same_pins() -> None:
    assert firmware_pins() == [f"board D{DEFAULT.shoulder.pin}", f"board D{DEFAULT.elbow.pin}"]


def test_one_ground_and_a_supply_that_never_meets_the_board() -> None:
    ground, supply = nets()["supply GND"], nets()["supply +5V"]
    assert ground == {"supply GND", "board GND", "shoulder GND", "elbow GND", "capacitor -"}
    assert supply == {"supply +5V", "shoulder V+", "elbow V+", "capacitor +"}


def test_the_drawing_is_the_table(tmp_path: Path) -> None:
    pytest.importorskip("schemdraw", reason="schemdraw is missing (PyPI: schemdraw)")
    drawn = tmp_path / "wiring.svg"
    subprocess.run([sys.executable, HARDWARE / "wiring.py", drawn], check=True)
    assert drawn.read_text("utf-8") == (HARDWARE / "wiring.svg").read_text("utf-8")


def test_every_part_of_the_bill_says_what_it_must_be() -> None:
    parts = table("BOM.csv")
    assert {part["part"] for part in parts} >= {"Arduino Uno R3", "Power supply"}
    for part in parts:
        assert int(part["quantity"]) >= 1
        assert part["specification"]
