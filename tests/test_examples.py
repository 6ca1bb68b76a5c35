"""Every program in examples/ runs on the simulated board, or without one, as a user starts it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRINTED = {
    "draw_square.py": "at (60.00, 90.00), ",
    "follow_circle.py": " mm behind",
    "plan_path.py": "mm in ",
    "reach_map.py": "points can be reached",
    "read_status.py": "so go to the nearest point, (200.0, 0.0)",
    "three_joints.py": "worst distance from the line: ",
}


def test_every_example_is_run() -> None:
    examples = {path.name for path in (ROOT / "examples").glob("*.py")}
    assert examples - {"plain_client.py"} == set(PRINTED)  # that one: conversation/


@pytest.mark.parametrize("name", PRINTED)
def test_the_example_does_its_work(name: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "host")}
    environment.pop("SERVOARM_ARM", None)
    ran = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
        env=environment,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert PRINTED[name] in ran.stdout
