"""Many poses at once give what one pose at a time gives."""

import math
from typing import Any

import numpy as np
import pytest

from servoarm.kinematics import screws
from servoarm.kinematics.screws.batch import (
    CHUNK,
    body_jacobian_batch,
    forward_batch,
    space_jacobian_batch,
)


def mixed_chain() -> screws.Chain:
    random = np.random.default_rng(2)
    pitches = (0.0, 0.0, 0.3, math.inf, 0.0, -1.0)
    joints = [screws.screw_axis(random.normal(size=3), random.normal(size=3), p) for p in pitches]
    return screws.Chain(joints, screws.exp_se3(random.normal(size=6)))


CHAINS = {
    "two links": screws.two_link_chain(100.0, 80.0),
    "six mixed joints": mixed_chain(),
    "one slide": screws.Chain([(0, 0, 0, 1, 0, 0)], np.eye(4)),
}
BATCHES = {
    "forward": (forward_batch, screws.Chain.forward),
    "space jacobian": (space_jacobian_batch, screws.Chain.space_jacobian),
    "body jacobian": (body_jacobian_batch, screws.Chain.body_jacobian),
}


@pytest.mark.parametrize("chain", CHAINS.values(), ids=CHAINS.keys())
@pytest.mark.parametrize(("batch", "single"), BATCHES.values(), ids=BATCHES.keys())
def test_batch_gives_what_single_poses_give(chain: screws.Chain, batch: Any, single: Any) -> None:
    count = CHUNK + 3  # a full chunk and a short one
    theta = np.random.default_rng(1).uniform(-4.0, 4.0, (count, len(chain)))
    found = batch(chain, theta)
    assert len(found) == count
    for index in (0, 1, CHUNK - 1, CHUNK, count - 1):
        expected = single(chain, theta[index])
        np.testing.assert_allclose(found[index], expected, rtol=0, atol=1e-12)


def test_no_poses_give_empty_arrays() -> None:
    chain = CHAINS["two links"]
    assert forward_batch(chain, np.empty((0, 2))).shape == (0, 4, 4)
    assert space_jacobian_batch(chain, np.empty((0, 2))).shape == (0, 6, 2)


@pytest.mark.parametrize(
    ("theta", "message"),
    [
        ([0.0, 1.0], r"expected an N x 2 array, found shape \(2,\)"),
        ([[0.0, 1.0, 2.0]], r"expected an N x 2 array, found shape \(1, 3\)"),
        ([[0.0, math.nan]], "expected finite joint values"),
        ([[0.0, 1.0], [2.0]], "expected an N x 2 array, found rows of different lengths"),
        ([[0.0, 1j]], "expected an N x 2 array of real numbers, found complex128"),
        ([["a", "b"]], "expected an N x 2 array of real numbers, found <U1"),
        (None, "expected an N x 2 array of real numbers, found object"),
    ],
)
def test_bad_input_says_what_was_expected_and_found(theta: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        space_jacobian_batch(CHAINS["two links"], theta)
