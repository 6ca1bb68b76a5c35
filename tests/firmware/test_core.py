"""The core on this machine: its own tests under sanitizers, damaged lines, random input."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"

pytestmark = pytest.mark.xdist_group("firmware_core")


def make(*arguments: str) -> str:
    done = subprocess.run(
        ["make", "--no-print-directory", "-C", FIRMWARE, "-j2", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    if done.returncode:
        pytest.fail(f"make {' '.join(arguments)}:\n{done.stdout}{done.stderr}", pytrace=False)
    return done.stdout + done.stderr


def need(program: str, package: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"host build of the core: {program} is missing (Debian: {package})")


@pytest.fixture(autouse=True)
def tools() -> None:
    need("make", "make")
    need("g++", "g++")
    if not Path("/usr/include/doctest/doctest.h").exists():
        pytest.skip("host build of the core: doctest is missing (Debian: doctest-dev)")


def test_the_cores_own_tests_pass_under_the_sanitizers() -> None:
    said = make("unit-test")
    assert re.search(r"test cases: +(\d+) \| +\1 passed \| 0 failed", said)


def test_no_damaged_line_moves_the_arm_and_the_next_good_line_counts() -> None:
    said = make("damaged-lines")
    print(said)
    assert "1000000 damaged lines" in said
    assert ": 0 wrong poses, 0 good lines lost after them" in said


def test_no_random_input_breaks_what_must_always_hold() -> None:
    assert "2000 random inputs: nothing broken" in make("random-input")
