"""The board's settings: the shared hash vectors, and requests that carry every number."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from servoarm.wire.codec import encode
from servoarm.wire.settings import BoardSettings, JointSettings

with (Path(__file__).parents[2] / "firmware" / "vectors.csv").open(encoding="utf-8") as stream:
    VECTORS = [row for row in csv.DictReader(stream) if row["kind"] == "hash"]


def settings_of(row: dict[str, str]) -> BoardSettings:
    numbers = [int(word) for word in row["text"].split()]
    frame_us, watchdog_ms, action, first, *joints = numbers
    shoulder, elbow = JointSettings(*joints[:10]), JointSettings(*joints[10:])
    return BoardSettings(frame_us, watchdog_ms, action, first, shoulder, elbow)


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["note"])
def test_the_hash_is_that_of_the_shared_vectors(row: dict[str, str]) -> None:
    assert settings_of(row).hash() == int(row["expected"], 16)


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["note"])
def test_the_requests_carry_every_number_and_fit_on_the_wire(row: dict[str, str]) -> None:
    joints: dict[int, list[int]] = {1: [], 2: []}
    single: list[int] = []
    for verb, numbers in settings_of(row).requests():
        assert encode(65535, verb, *numbers).endswith(b"\n")
        if verb in ("servo", "joint"):
            joints[numbers[0]] += numbers[1:]
        else:
            single += numbers
    assert [*single, *joints[1], *joints[2]] == [int(word) for word in row["text"].split()]
