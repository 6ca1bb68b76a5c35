"""Who raises an error gives facts; sentences stand in words, once in each language."""

import ast
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "host" / "servoarm"
MODULES = sorted(PACKAGE.rglob("*.py"))


def _sentences(call: ast.Call) -> list[str]:
    """The texts among a call's arguments that read as sentences, made on the spot included."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    texts = [ast.unparse(each) for each in given if isinstance(each, ast.JoinedStr)]
    plain = [each.value for each in given if isinstance(each, ast.Constant)]
    return texts + [text for text in plain if isinstance(text, str) and text.endswith((".", "?"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_who_raises_an_error_gives_facts_and_no_sentence(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in _our_errors():
            assert not _sentences(call), f"{path.name}, line {call.lineno}"


@cache
def _our_errors() -> frozenset[str]:
    """The names of all classes that are errors of this package, wherever they stand."""
    bases = {
        node.name: {ast.unparse(base) for base in node.bases}
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    found = {"ServoarmError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)
