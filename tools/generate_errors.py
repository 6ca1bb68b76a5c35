"""Write the error tables of both languages from firmware/errors.csv.

python tools/generate_errors.py            # writes
python tools/generate_errors.py --check    # exits with 1 when a table is not current
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "firmware" / "errors.csv"
HEADER = ROOT / "firmware" / "servo_arm" / "src" / "core" / "errors.h"
TABLE = ROOT / "host" / "servoarm" / "wire" / "error_table.py"

# From here on the codes are the setpoint queue's (PROTOCOL.md). The firmware has none and never
# sends them, so they take none of its flash.
FIRST_RESERVED_CODE = 21

NOTE = "Generated from firmware/errors.csv by tools/generate_errors.py; edit that."


class ErrorRow(NamedTuple):
    """One line of errors.csv."""

    code: int
    name: str
    english: str
    japanese: str


def read_rows(path: Path = SOURCE) -> list[ErrorRow]:
    """Read errors.csv. ValueError when the codes do not count up from 1 or a name comes twice."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [
            ErrorRow(int(row["code"]), row["name"], row["english"], row["japanese"])
            for row in csv.DictReader(file)
        ]
    if [row.code for row in rows] != list(range(1, len(rows) + 1)):
        raise ValueError(f"{path.name}: the codes must be 1, 2, 3, ...")
    if len({row.name for row in rows}) != len(rows):
        raise ValueError(f"{path.name}: a name comes twice")
    return rows


def render_header(rows: list[ErrorRow]) -> str:
    """Text of errors.h: an enumeration, and the names one after the other in flash."""
    sent = [row for row in rows if row.code < FIRST_RESERVED_CODE]
    members = "\n".join(f"    {row.name.replace('-', '_')} = {row.code}," for row in sent)
    names = "\n".join(f'    "{row.name}\\0"' for row in sent)
    return f"""// {NOTE}
#pragma once

#include <stdint.h>

#include "flash_text.h"

namespace servoarm {{

enum class Error : uint8_t {{
    none = 0,
{members}
}};

// Names in the order of their codes, each with its NUL.
// clang-format off
constexpr char ERROR_NAMES[] SERVOARM_FLASH =
{names};
// clang-format on
static_assert(count_texts(ERROR_NAMES) == {len(sent)} + 1, "one name a code, and the last NUL");

}} // namespace servoarm
"""


def render_table(rows: list[ErrorRow]) -> str:
    """Text of error_table.py."""
    members = "\n".join(f"    {_member(row)} = {row.code}" for row in rows)
    entries = "\n".join(
        f"    ErrorCode.{_member(row)}: ErrorWords(\n"
        f'        "{row.name}",\n'
        f'        "{row.english}",\n'
        f'        "{row.japanese}",\n'
        f"    ),"
        for row in rows
    )
    return f'''"""The board's errors: code, name, and what to tell a person.

{NOTE}
"""

# ruff: noqa: E501

from __future__ import annotations

import enum
from typing import NamedTuple


class ErrorCode(enum.IntEnum):
    """Why the board refuses a line."""

{members}


class ErrorWords(NamedTuple):
    """Name on the wire, and the words for it in English and Japanese."""

    name: str
    english: str
    japanese: str


ERRORS: dict[int, ErrorWords] = {{
{entries}
}}
'''


def _member(row: ErrorRow) -> str:
    return row.name.replace("-", "_").upper()


def main(arguments: list[str] | None = None) -> int:
    """Write or check both files; returns the exit code."""
    parser = argparse.ArgumentParser(description="Write the error tables from errors.csv.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    rows = read_rows()
    stale = []
    for path, text in ((HEADER, render_header(rows)), (TABLE, render_table(rows))):
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in stale:
        print(f"{'not current' if check else 'written'}: {path.relative_to(ROOT)}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
