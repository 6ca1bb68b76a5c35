"""The manual goes with the package: its links hold there, and the program names its pages."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from servoarm import manual
from servoarm.manual import ManualMissing, manual_folder, pages, title

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "host" / "servoarm"
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
INCLUDED = WHEEL["targets"]["wheel"]["force-include"]


def _texts() -> list[str]:
    """Every string that the program may print: those of its code that are no docstrings."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        docs = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        found += [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docs
        ]
    return found


def test_every_page_that_the_program_names_is_there() -> None:
    named = {name for text in _texts() for name in re.findall(r"`servoarm docs ([a-z-]+)`", text)}
    assert {"flashing", "protocol"} <= named <= set(pages())


def test_the_program_names_no_file_that_only_a_checkout_has() -> None:
    pattern = r"\b(?:docs|hardware|firmware|examples)/[\w./-]+\.md"
    code = {"docs/cli.md", "firmware/PROTOCOL.md"}  # in servoarm.manual, which looks for them
    assert {name for text in _texts() for name in re.findall(pattern, text)} <= code


@pytest.mark.parametrize("name", pages())
def test_every_link_of_a_page_holds_in_an_installed_package(name: str) -> None:
    page = pages()[name]
    assert title(page)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        path = (page.parent / target).resolve()
        assert path.exists(), f"{page.name} links to {target}"
        inside = path.relative_to(ROOT).as_posix()
        assert any(f"{inside}/".startswith(f"{source}/") for source in INCLUDED), target


def test_the_package_has_the_manual_in_the_folders_of_the_checkout() -> None:
    assert all(target == f"servoarm/{source}" for source, target in INCLUDED.items())


def test_an_installed_manual_goes_before_a_checkouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert manual_folder() == ROOT
    package = tmp_path / "lib" / "servoarm"
    monkeypatch.setattr(manual, "__file__", str(package / "manual.py"))
    for folder in (tmp_path, package):
        (folder / "docs").mkdir(parents=True)
        (folder / "docs" / "cli.md").write_text("# The command line\n")
    assert manual_folder() == package
    assert list(pages()) == ["cli"]


def test_an_installation_without_a_manual_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manual, "__file__", str(tmp_path / "lib" / "servoarm" / "manual.py"))
    with pytest.raises(ManualMissing, match="Install servoarm again"):
        pages()
