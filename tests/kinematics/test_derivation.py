"""The derivation's equations (1) to (22) hold, and their wrong forms are caught."""

import doctest
import math
from pathlib import Path

import numpy as np
import pytest

from servoarm.kinematics import screws
from servoarm.kinematics.derivation import equations, self_test, slips

ARM = screws.two_link_chain(100.0, 100.0)
DOCS = Path(__file__).parents[2] / "docs"
POSE = (math.radians(30), math.radians(45))


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_all_22_equations_hold_on_a_six_joint_chain_and_on_our_arm(seed: int) -> None:
    results = self_test(seed)
    assert [result.number for result in results] == list(range(1, 23))
    assert max(result.residual for result in results) <= 1e-12


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
