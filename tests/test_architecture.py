"""Imports point one way and in no circle: the layout of DESIGN, checked on the code as it stands.

All imports count: those inside functions, and those for type checkers alone.
"""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "host" / "servoarm"
FIRMWARE = PACKAGE.parents[1] / "firmware"

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
DOORS = {"servoarm", "servoarm.__main__"}  # they open every room
PURE = {"words", "errors", "kinematics", "calibration", "wire", "motion", "drawing"}
IMPURE = {"PyQt5", "pyqtgraph", "serial", "threading", "time", "socket", "select", "asyncio"}


def _name(path: Path) -> str:
    parts = ("servoarm", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


PATHS = {_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def _imports(module: str) -> set[str]:
    """What the module imports: modules of the package by their full name, all others as written."""
    path = PATHS[module]
    package = ("servoarm", *path.relative_to(PACKAGE).parent.parts)
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join((*base, node.module or "")).rstrip(".")
            for alias in node.names:
                deeper = f"{stem}.{alias.name}"
                found.add(deeper if deeper in PATHS else stem)
    return found - {module}


IMPORTS = {module: _imports(module) for module in PATHS if module not in DOORS}


def _room(module: str) -> str | None:
    """The part of the package in which the module is."""
    parts = module.split(".")
    return parts[1] if parts[0] == "servoarm" and len(parts) > 1 else None


def _circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle of the graph, if it has any."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def test_every_part_has_its_row() -> None:
    assert {_room(module) for module in IMPORTS} <= set(RANK)


def test_imports_point_one_way() -> None:
    upward = [
        f"{module} imports {imported}"
        for module, found in IMPORTS.items()
        for imported in sorted(found)
        if RANK.get(_room(imported) or "", 0) > RANK[_room(module) or ""]
    ]
    assert not upward


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert not _circle({module: found & set(IMPORTS) for module, found in IMPORTS.items()})


def _includes(source: Path) -> set[str]:
    """The modules (header and source of one name) that a C++ file includes by a relative path."""
    text = source.read_text(encoding="utf-8")
    named = {(source.parent / name).resolve() for name in re.findall(r'#include "([^"]+)"', text)}
    return {str(path.with_suffix("")) for path in named if path.is_file()}


@pytest.mark.parametrize("folder", ["servo_arm", "simulator", "tests", "wasm"])
def test_no_module_of_the_firmware_includes_itself_by_way_of_others(folder: str) -> None:
    modules: dict[str, set[str]] = {}
    for source in (FIRMWARE / folder).resolve().rglob("*"):
        if source.suffix in {".h", ".cpp", ".ino"}:
            own = str(source.with_suffix(""))
            modules.setdefault(own, set()).update(_includes(source) - {own})
    assert modules
    assert not _circle(modules)


def test_no_room_imports_itself_by_way_of_others() -> None:
    rooms: dict[str, set[str]] = {}
    for module, found in IMPORTS.items():
        own = _room(module)
        assert own is not None
        rooms.setdefault(own, set()).update(
            room for each in found if (room := _room(each)) not in {None, own} and room in RANK
        )
    assert not _circle(rooms)


def test_the_pure_core_knows_no_qt_serial_thread_or_clock() -> None:
    impure = [
        f"{module} imports {imported}"
        for module, found in IMPORTS.items()
        for imported in sorted(found)
        if _room(module) in PURE and imported.split(".")[0] in IMPURE
    ]
    assert not impure


def test_the_window_knows_the_arm_and_not_the_wire() -> None:
    below = [
        f"{module} imports {imported}"
        for module, found in IMPORTS.items()
        for imported in sorted(found)
        if _room(module) == "gui" and _room(imported) in {"wire", "link", "mock"}
    ]
    assert not below


def test_a_feature_of_the_window_is_entered_by_its_feature_module_alone() -> None:
    """And by no other feature: features meet in the model, the aim and the canvas."""
    folders = {name.removesuffix(".feature") for name in PATHS if name.endswith(".feature")}
    assert len(folders) > 5
    entered = [
        f"{module} imports {imported}"
        for module, found in IMPORTS.items()
        for imported in sorted(found)
        if (folder := imported.rpartition(".")[0]) in folders
        and not module.startswith(f"{folder}.")
        and (imported != f"{folder}.feature" or module.rpartition(".")[0] in folders)
    ]
    assert not entered


def test_a_state_or_reason_is_compared_as_what_it_is_and_not_as_its_word() -> None:
    root = PACKAGE.parents[1]
    folders = ("host", "tests", "tools", "examples", "benchmarks")
    sources = [path for folder in folders for path in (root / folder).rglob("*.py")]
    compared = re.compile(r"\b(?:state|nearest|reason|reach|elbow)\.value (?:[!=]=|in|not in) ")
    assert not [path for path in sources if compared.search(path.read_text(encoding="utf-8"))]
