"""The derivation's equations (1) to (22) hold, and the pages say what the code computes."""

import math
import re
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from servoarm.kinematics import screws
from servoarm.kinematics.screws.derivation import equations, self_test
from servoarm.kinematics.screws.derivation_terms import random_chain
from servoarm.kinematics.screws.misprints import misprints

ARM = screws.two_link_chain(100.0, 100.0)
DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["screw-theory.md", "screw-theory.ja.md"]
POSE = (math.radians(30), math.radians(45))

EVALUATED = [
    *(
        (screws, name)
        for name in (
            "exp_se3",
            "hat_so3",
            "hat_se3",
            "vee_se3",
            "transform_inverse",
            "rotation_inverse",
            "compose",
            "adjoint",
            "adjoint_inverse",
            "adjoint_map",
            "space_twist",
            "body_twist",
            "forward_space",
            "forward_body",
            "space_jacobian",
            "body_jacobian",
        )
    ),
    *(
        (screws.Chain, name)
        for name in (
            "forward",
            "inverse_transform",
            "partial_derivatives",
            "space_jacobian",
            "body_jacobian",
        )
    ),
]


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_all_22_equations_hold_on_a_six_joint_chain_and_on_our_arm(seed: int) -> None:
    results = self_test(seed)
    assert [result.number for result in results] == list(range(1, 23))
    assert max(result.residual for result in results) <= 1e-12


@pytest.mark.parametrize("links", [(10.0, 500.0), (5e4, 3e4), (0.5, 0.25)])
def test_all_22_equations_hold_on_any_two_link_arm(links: tuple[float, float]) -> None:
    assert max(result.two_link_residual for result in self_test(1, *links)) <= 1e-12


def test_all_22_equations_hold_with_slides_and_helical_joints() -> None:
    random = np.random.default_rng(4)
    joints = [
        screws.screw_axis(random.normal(size=3), random.normal(size=3), pitch)
        for pitch in (0.0, math.inf, 0.5)
    ]
    chain = screws.Chain(joints, screws.exp_se3(random.normal(size=6)))
    assert max(e.residual for e in equations(chain, (1.0, -0.4, 2.0))) <= 1e-12


@pytest.mark.parametrize("theta", [(0.0, 0.0), (0.5, 0.0), (0.3, math.pi), POSE, (-2.0, 1.0)])
def test_equations_hold_at_singular_and_ordinary_poses(theta: tuple[float, float]) -> None:
    assert max(e.residual for e in equations(ARM, theta)) <= 1e-12


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_what_the_article_misprints_is_wrong_and_its_correction_right(seed: int) -> None:
    random = np.random.default_rng(seed)
    found = misprints(random_chain(random), random.uniform(-3, 3, 6), random.normal(size=6))
    assert {re.match(r"\((\d+)\)", misprint.place)[1] for misprint in found} == {  # type: ignore[index]
        "5",
        "7",
        "10",
        "14",
        "21",
    }
    assert min(misprint.printed_residual for misprint in found) > 0.01
    assert max(misprint.right_residual for misprint in found) <= 1e-12


def test_misprints_need_three_joints() -> None:
    with pytest.raises(ValueError, match="expected at least 3 joints, found 2"):
        misprints(ARM, POSE)


def test_vectors_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="theta_dot: expected 2 numbers, found 3"):
        equations(ARM, POSE, (1.0, 2.0, 3.0))


def test_bad_link_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="link 2: expected a length above 0 mm, found -1"):
        self_test(0, 100.0, -1.0)


def broken(function: Callable[..., Any], factor: float | None) -> Callable[..., Any]:
    """The function with the first row of its result off by a factor; None: with no result."""

    def wrong(*arguments: Any) -> Any:
        if factor is None:
            return None
        result = np.array(function(*arguments))
        result[0] *= factor
        return result

    return wrong


@pytest.mark.parametrize("owner_and_name", EVALUATED, ids=lambda pair: pair[1])
@pytest.mark.parametrize("factor", [None, 1.0 + 1e-9])
def test_derive_fails_if_a_function_of_the_package_is_wrong(
    owner_and_name: tuple[Any, str], factor: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name = owner_and_name
    monkeypatch.setattr(owner, name, broken(getattr(owner, name), factor))
    assert max(result.residual for result in self_test()) > 1e-12


def tables(page: str) -> list[list[list[str]]]:
    """The page's tables, without their headings: the article's equations, letters, misprints."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [[row.strip("| ").split(" | ") for row in table.splitlines()[2:]] for table in found]


@pytest.mark.parametrize("page", PAGES)
def test_every_equation_of_the_code_stands_on_the_page_with_its_number(page: str) -> None:
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    written = [line.split(maxsplit=1) for line in lines]
    for result in self_test():
        assert [f"({result.number})", result.text] in written


@pytest.mark.parametrize("page", PAGES)
def test_pages_lead_from_each_equation_of_the_article_to_functions_that_exist(page: str) -> None:
    table = tables(page)[0]
    assert [row[0] for row in table] == [f"({number})" for number in range(1, 23)]
    for _, ours, functions, _ in table:
        assert all(1 <= int(number) <= 22 for number in re.findall(r"\((\d+)\)", ours))
        for name in re.findall(r"[\w.]+", functions):
            assert callable(reduce(getattr, name.split("."), screws))


def test_both_pages_lead_to_the_same_equations_and_functions() -> None:
    english, japanese = (
        [[re.findall(r"\(\d+\)|`[^`]+`", cell) for cell in row[:3]] for row in tables(page)[0]]
        for page in PAGES
    )
    assert english == japanese


@pytest.mark.parametrize("page", PAGES)
def test_pages_quote_the_misprints_that_are_measured(page: str) -> None:
    three = screws.Chain([*ARM.screws, screws.screw_axis((0, 0, 1), (200, 0, 0))], ARM.home)
    quoted = [[cell.strip("`") for cell in row[1:3]] for row in tables(page)[2]]
    assert quoted == [[m.printed, m.right] for m in misprints(three, (*POSE, 1.0))]
