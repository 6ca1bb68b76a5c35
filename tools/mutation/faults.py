"""The faults that can be planted: in Python by cosmic-ray's operators, in C++ by a table of edits.

A fault has a name that lasts when lines move, so that a list of faults judged harmless stays valid.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cosmic_ray.ast
import cosmic_ray.mutating
import cosmic_ray.plugins
import parso.python.tree
from cosmic_ray.operators.operator import Example, Operator

# Swapping plus for a shift is noticed by any test at all, and would only flatter the figure.
OPERATORS = (
    "core/ReplaceBinaryOperator_Add_Sub",
    "core/ReplaceBinaryOperator_Sub_Add",
    "core/ReplaceBinaryOperator_Mul_Div",
    "core/ReplaceBinaryOperator_Div_Mul",
    "core/ReplaceBinaryOperator_FloorDiv_Mul",
    "core/ReplaceBinaryOperator_Mod_Add",
    "core/ReplaceComparisonOperator_Eq_NotEq",
    "core/ReplaceComparisonOperator_NotEq_Eq",
    "core/ReplaceComparisonOperator_Lt_LtE",
    "core/ReplaceComparisonOperator_LtE_Lt",
    "core/ReplaceComparisonOperator_Gt_GtE",
    "core/ReplaceComparisonOperator_GtE_Gt",
    "core/ReplaceComparisonOperator_Lt_GtE",
    "core/ReplaceComparisonOperator_LtE_Gt",
    "core/ReplaceComparisonOperator_Gt_LtE",
    "core/ReplaceComparisonOperator_GtE_Lt",
    "core/ReplaceComparisonOperator_Is_IsNot",
    "core/ReplaceComparisonOperator_IsNot_Is",
    "core/ReplaceUnaryOperator_USub_UAdd",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/AddNot",
    "core/ExceptionReplacer",
    "core/NumberReplacer",
    "core/ZeroIterationForLoop",
    "servoarm/DropCall",
)


@dataclass(frozen=True)
class Fault:
    """One fault: `path` (in the checkout) as it would be with the fault in it."""

    path: Path
    where: str
    operator: str
    before: str
    after: str
    text: str

    @property
    def name(self) -> str:
        """What it is called in the list of harmless ones."""
        return f"{self.path}: {self.where}: {self.before} -> {self.after}"


class DropCall(Operator):  # type: ignore[misc]  # cosmic-ray has no types
    """Leave out a call whose result nobody takes: a lock, a wake-up, a byte to the board."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield where such a call stands."""
        if _is_bare_call(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return what stands there instead."""
        return parso.python.tree.Keyword("pass", node.start_pos, node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Show the fault."""
        return (Example("wake()", "pass"),)


cosmic_ray.plugins.OPERATOR_PROVIDERS["servoarm"] = {"DropCall": DropCall}


def _is_bare_call(node: Any) -> bool:
    return (
        node.type in ("atom_expr", "power")
        and node.parent is not None
        and node.parent.type == "simple_stmt"
        and node.children[-1].type == "trailer"
        and node.children[-1].children[0] == "("
    )


def python_faults(root: Path, modules: list[Path]) -> list[Fault]:
    """All faults of the operators above in these modules (paths below `root`)."""
    return [fault for path in modules for fault in _faults_in(root, path)]


def _faults_in(root: Path, path: Path) -> Iterator[Fault]:
    code = (root / path).read_text(encoding="utf-8")
    for name in OPERATORS:
        operator = cosmic_ray.plugins.get_operator(name)()
        places = [
            (node, place)
            for node in cosmic_ray.ast.ast_nodes(cosmic_ray.ast.get_ast(code))
            for place in operator.mutation_positions(node)
        ]
        for occurrence, (node, _) in enumerate(places):
            if _is_annotation(node):
                continue
            try:
                text = cosmic_ray.mutating.mutate_code(code, operator, occurrence)
            except AttributeError:  # cosmic-ray takes no exception with a dot in its name
                continue
            if text is not None and text != code:
                before, after = _changed(code, text)
                yield Fault(path, _definition(node), name, before, after, text)


def _is_annotation(node: Any) -> bool:
    while node is not None:
        if node.type in ("annassign", "tfpdef", "decorator"):
            return True
        node = node.parent
    return False


def _definition(node: Any) -> str:
    names = []
    while node is not None:
        if node.type in ("funcdef", "classdef"):
            names.append(node.name.value)
        node = node.parent
    return ".".join(reversed(names)) or "module"


def _changed(code: str, text: str) -> tuple[str, str]:
    """The first line that differs, before and after."""
    for before, after in zip(code.split("\n"), text.split("\n"), strict=False):
        if before != after:
            return before.strip(), after.strip()
    return "", ""


def listed_faults(root: Path, table: Path) -> list[Fault]:
    """The edits of a table with the columns `file`, `before`, `after`.

    Raises ValueError for one that does not fit its file exactly once: the file has changed, and the
    edit must be brought up to date.
    """
    faults = []
    with (root / table).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            path = Path(row["file"])
            code = (root / path).read_text(encoding="utf-8")
            if code.count(row["before"]) != 1:
                count = code.count(row["before"])
                raise ValueError(f"{table}: {row['before']!r} stands {count} times in {path}")
            text = code.replace(row["before"], row["after"])
            faults.append(Fault(path, "table", "edit", row["before"], row["after"], text))
    return faults
