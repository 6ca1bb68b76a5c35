"""Imports point one way: the layout of DESIGN, checked on the code as it stands."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "host" / "servoarm"

# A module may import from its own row and from rows above it.
LAYERS = (
    ("kinematics", "calibration", "wire"),
    ("words",),
    ("errors", "atomic_file"),
    ("motion", "drawing", "armfile"),
    ("link", "mock", "firmware_tool", "manual"),
    ("arm",),
    ("cli", "gui"),
)
RANK = {name: rank for rank, row in enumerate(LAYERS) for name in row}
DOORS = {"__init__", "__main__"}
PURE = {"words", "errors", "kinematics", "calibration", "wire", "motion", "drawing"}
IMPURE = {"PyQt5", "pyqtgraph", "serial", "threading", "time", "socket", "select", "asyncio"}


def _imports(path: Path) -> set[str]:
    """Absolute names of all modules that the file imports, those inside functions included."""
    package = ("servoarm", *path.relative_to(PACKAGE).parent.parts)
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join((*base, node.module or "")).rstrip(".")
            found.add(stem)
            if stem == "servoarm":
                found.update(f"servoarm.{alias.name}" for alias in node.names)
    return found


def _part(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "servoarm" and len(parts) > 1 else None


def _modules() -> list[Path]:
    return sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE or p.stem not in DOORS)


def _part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", _modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    own = _part_of(path)
    assert own in RANK, f"{own} has no row in LAYERS"
    parts = {_part(module) for module in _imports(path)} - {None, own}
    upward = {part for part in parts if part in RANK and RANK[part] > RANK[own]}
    assert not upward, f"{own} must not import {sorted(str(p) for p in upward)}"


@pytest.mark.parametrize(
    "path",
    [p for p in _modules() if _part_of(p) in PURE],
    ids=lambda p: str(p.relative_to(PACKAGE)),
)
def test_the_pure_core_knows_no_qt_serial_thread_or_clock(path: Path) -> None:
    roots = {module.split(".")[0] for module in _imports(path)}
    assert not roots & IMPURE


@pytest.mark.parametrize(
    "path",
    [p for p in _modules() if _part_of(p) == "gui"],
    ids=lambda p: str(p.relative_to(PACKAGE)),
)
def test_the_window_knows_the_arm_and_not_the_wire(path: Path) -> None:
    parts = {_part(module) for module in _imports(path)}
    assert not parts & {"wire", "link", "mock"}


def test_a_state_is_compared_as_what_it_is_and_not_as_its_word() -> None:
    root = PACKAGE.parents[1]
    folders = ("host", "tests", "tools", "examples", "benchmarks")
    sources = [path for folder in folders for path in (root / folder).rglob("*.py")]
    compared = re.compile(r"state\.value (?:[!=]=|in|not in) ")
    assert not [path for path in sources if compared.search(path.read_text(encoding="utf-8"))]
