"""The derivation's equations (1) to (22) hold, and their wrong forms are caught."""

import doctest
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from servoarm.kinematics import screws
from servoarm.kinematics.screws.derivation import equations, self_test, slips

ARM = screws.two_link_chain(100.0, 100.0)
DOCS = Path(__file__).parents[2] / "docs"
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


def test_wrong_forms_fail_on_our_arm() -> None:
    wrong = slips(ARM, POSE)
    assert [slip.number for slip in wrong] == [5, 7, 10, 14, 21]
    assert min(slip.residual for slip in wrong) > 1e-3


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


@pytest.mark.parametrize("page", ["screw-theory.md", "screw-theory.ja.md"])
def test_pages_on_the_derivation_print_what_the_code_prints(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8").replace("```", "")
    parsed = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(parsed.examples) > 20
    runner = doctest.DocTestRunner()
    runner.run(parsed)
    assert runner.failures == 0
    for result in self_test():  # every equation of the code stands on the page, with its number
        assert any(
            line.split(maxsplit=1) == [f"({result.number})", result.text]
            for line in text.splitlines()
        )
