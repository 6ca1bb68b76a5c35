"""What is made from something else is current: error tables, core.wasm, the vectors' answers."""

import csv
import importlib.util
import re
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from servoarm.wire.error_table import ERRORS, ErrorCode

ROOT = Path(__file__).parents[2]
WASM = Path("host/servoarm/mock/core.wasm")


def run_tool(root: Path, tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, root / "tools" / tool, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def need_compiler() -> None:
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("rebuild of core.wasm: ziglang is missing (pip install 'servoarm[wasm]')")


def test_the_error_tables_are_those_of_errors_csv() -> None:
    done = run_tool(ROOT, "generate_errors.py", "--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_error_of_errors_csv_has_its_name_and_words_in_python() -> None:
    with (ROOT / "firmware" / "errors.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["name"].upper().replace("-", "_"): int(row["code"]) for row in rows} == {
        code.name: code.value for code in ErrorCode
    }
    for row in rows:
        words = ERRORS[int(row["code"])]
        assert words == (row["name"], row["english"], row["japanese"])


def test_a_changed_errors_csv_is_noticed(tmp_path: Path) -> None:
    for name in ("tools/generate_errors.py", "firmware/errors.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    assert run_tool(tmp_path, "generate_errors.py").returncode == 0
    assert run_tool(tmp_path, "generate_errors.py", "--check").returncode == 0
    table = tmp_path / "firmware" / "errors.csv"
    table.write_text(table.read_text("utf-8").replace("line-too-long", "too-long"), "utf-8")
    assert run_tool(tmp_path, "generate_errors.py", "--check").returncode == 1


def test_core_wasm_is_what_the_core_compiles_to() -> None:
    need_compiler()
    done = run_tool(ROOT, "build_wasm.py", "--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_core_wasm_does_not_depend_on_where_it_is_built(tmp_path: Path) -> None:
    need_compiler()
    elsewhere = tmp_path / "a place of another length"
    for name in ("firmware/servo_arm/src/core", "firmware/wasm", "tools"):
        shutil.copytree(ROOT / name, elsewhere / name)
    done = run_tool(elsewhere, "build_wasm.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (elsewhere / WASM).read_bytes() == (ROOT / WASM).read_bytes()


def vectors(kind: str) -> list[dict[str, str]]:
    with (ROOT / "firmware" / "vectors.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] == kind]
    assert rows
    return rows


@pytest.mark.parametrize("row", vectors("frame"), ids=lambda row: row["expected"])
def test_the_vectors_checksums_are_zlibs(row: dict[str, str]) -> None:
    body = f"{row['seq']} {row['text']}"
    assert row["expected"] == f":{body}*{zlib.crc32(body.encode()):08x}"


@pytest.mark.parametrize("row", vectors("hash"), ids=lambda row: row["note"])
def test_the_vectors_settings_hashes_are_zlibs(row: dict[str, str]) -> None:
    numbers = [int(number) for number in row["text"].split()]
    assert row["expected"] == f"{zlib.crc32(struct.pack('<24i', *numbers)):08x}"


@pytest.mark.parametrize("row", vectors("pulse"), ids=lambda row: row["text"])
def test_the_vectors_pulses_are_within_a_tick_of_the_straight_line(row: dict[str, str]) -> None:
    lo_us, hi_us, travel, zero, direction, theta = (int(number) for number in row["text"].split())
    servo = zero + direction * theta
    ticks = int(row["expected"])
    if 0 <= servo <= travel:
        assert abs(ticks - (2 * lo_us + servo / travel * 2 * (hi_us - lo_us))) <= 1
    else:
        assert ticks == 0


def test_every_error_that_a_line_can_earn_has_a_vector() -> None:
    with (ROOT / "firmware" / "errors.csv").open(encoding="utf-8", newline="") as file:
        names = {row["name"] for row in csv.DictReader(file)}
    told = {row["expected"] for kind in ("strict", "open") for row in vectors(kind)}
    assert told <= names
    line_errors = {name for name in names if re.match("line-|bad-c|stale|no-s|host|unknown", name)}
    assert line_errors <= told
