"""Screw theory against modern_robotics and pinocchio in the same run: speed, and digits kept.

    python benchmarks/screws.py

Peers that are not installed are left out, and named. Times are the best of several rounds.
"""

import importlib
import math
import os
import subprocess
import sys
import timeit
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np

from servoarm.kinematics import screws
from servoarm.kinematics.screws.batch import space_jacobian_batch

BATCH = 100_000
TARGETS_US = {"2R": 10.0, "6R": 20.0}
TARGETS_MS = {"2R": 8.0, "6R": 55.0}
TOLERANCE = 1e-14
ANGLES = (
    *(0.0, 1e-15, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 1e-2, 0.5, 1.0, 2.0, 3.0),
    *(math.pi - gap for gap in (1e-3, 1e-6, 1e-9, 1e-12, 1e-15)),
)
AXES = ((1, 0, 0), (0, 0, 1), (0.6, 0, -0.8), (1, 1, 1), (1, -2, 3))


def peer(name: str) -> Any:
    """A peer's module, or None (said) if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"left out: {name} is not installed")
        return None


def six_joint_arm() -> screws.Chain:
    """A six-joint arm with oblique axes."""
    random = np.random.default_rng(1)
    joints = [screws.screw_axis(random.normal(size=3), random.normal(size=3)) for _ in range(6)]
    return screws.Chain(joints, screws.exp_se3(random.normal(size=6)))


def best_seconds(call: Callable[[], object], number: int, rounds: int = 7) -> float:
    """The shortest time of one call."""
    return min(timeit.repeat(call, number=number, repeat=rounds)) / number


def pinocchio_model(pin: Any, chain: screws.Chain) -> Any:
    """The same chain of revolute joints, and its last joint, for pinocchio."""
    model, parent, origin = pin.Model(), 0, np.zeros(3)
    for screw in np.array(chain.screws):
        point = np.cross(screw[:3], screw[3:])
        joint = pin.JointModelRevoluteUnaligned(screw[:3])
        parent = model.addJoint(parent, joint, pin.SE3(np.eye(3), point - origin), f"j{parent}")
        origin = point
    return model


def single_pose(name: str, chain: screws.Chain, mr: Any, pin: Any) -> None:
    """One forward kinematics and J_s."""
    theta = np.linspace(0.3, 1.1, len(chain))
    angles = tuple(theta.tolist())
    ours = best_seconds(lambda: chain.forward_and_space_jacobian(angles), 2000)
    print(f"{name} FK + J_s, one pose: {ours * 1e6:.2f} us (goal {TARGETS_US[name]:g} us)")
    if mr:
        home, columns = np.array(chain.home), np.array(chain.screws).T
        theirs = best_seconds(
            lambda: (mr.FKinSpace(home, columns, theta), mr.JacobianSpace(columns, theta)), 50
        )
        print(f"  modern_robotics: {theirs * 1e6:.1f} us, ours {theirs / ours:.0f} x faster")
    if pin:
        model = pinocchio_model(pin, chain)
        data = model.createData()
        theirs = best_seconds(lambda: pin.computeJointJacobians(model, data, theta), 2000)
        print(f"  pinocchio (C++): {theirs * 1e6:.2f} us, ours takes {ours / theirs:.1f} x")


def many_poses(name: str, chain: screws.Chain, pin: Any) -> None:
    """J_s at BATCH poses."""
    theta = np.random.default_rng(0).uniform(-3.0, 3.0, (BATCH, len(chain)))
    ours = best_seconds(lambda: space_jacobian_batch(chain, theta), 1, 10)
    print(f"{name} J_s, {BATCH} poses: {ours * 1e3:.1f} ms (goal {TARGETS_MS[name]:g} ms)")
    if pin:
        model = pinocchio_model(pin, chain)
        data = model.createData()
        found = np.empty((BATCH, 6, len(chain)))

        def loop() -> None:
            for index, angles in enumerate(theta):
                found[index] = pin.computeJointJacobians(model, data, angles)

        theirs = best_seconds(loop, 1, 3)
        print(f"  pinocchio in a loop: {theirs * 1e3:.0f} ms, ours {theirs / ours:.1f} x faster")


def relative_error(found: Any, exact: Any) -> float:
    """Largest error of an entry relative to the largest entry."""
    difference = mpmath.matrix(np.array(found).tolist()) - exact
    scale = max(abs(entry) for entry in exact) or mpmath.mpf(1)
    error = float(max(abs(entry) for entry in difference) / scale)
    return error if math.isfinite(error) else math.inf


def hard_angles(mr: Any) -> None:
    """How many of the hard angles come out within TOLERANCE of 50 digits, exp and log of SE(3)."""
    scores: dict[str, list[float]] = {}
    mpmath.mp.dps = 50
    for direction in AXES:
        axis = np.array(direction) / math.hypot(*direction)
        for angle in ANGLES:
            screw = np.array([*axis, 0.3, -0.5, 0.2])
            coordinates = mpmath.matrix(screw.tolist()) * mpmath.mpf(angle)
            exact = mpmath.expm(mpmath.matrix(screws.hat_se3(screw)) * mpmath.mpf(angle))
            matrix = np.array([[float(exact[i, j]) for j in range(4)] for i in range(4)])
            results = {
                "exp": relative_error(screws.exp_se3(screw, angle), exact),
                "log": relative_error(np.array(screws.log_se3(matrix)), coordinates),
            }
            if mr:
                results["modern_robotics exp"] = relative_error(
                    mr.MatrixExp6(mr.VecTose3(screw * angle)), exact
                )
                logarithm = mr.se3ToVec(mr.MatrixLog6(matrix))
                results["modern_robotics log"] = relative_error(logarithm, coordinates)
            for name, error in results.items():
                scores.setdefault(name, []).append(error)
    for name, errors in scores.items():
        good = sum(error <= TOLERANCE for error in errors)
        print(f"{name}: {good} of {len(errors)} within {TOLERANCE:g}, worst {max(errors):.1e}")


def import_time() -> None:
    """What importing the module costs on top of numpy, best of several fresh interpreters."""
    code = (
        "import time, numpy; t = time.perf_counter(); import servoarm.kinematics.screws.formulas; "
        "print(time.perf_counter() - t)"
    )
    command = [sys.executable, "-c", code]
    # compiled files are what a user's second start finds
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    runs = [
        subprocess.run(command, check=True, capture_output=True, env=environment) for _ in range(6)
    ]
    best = min(float(run.stdout) for run in runs)
    print(f"import over numpy's: {best * 1e3:.1f} ms (goal 10 ms)")


def main() -> None:
    """Print everything."""
    mr, pin = peer("modern_robotics"), peer("pinocchio")
    arms = {"2R": screws.two_link_chain(100.0, 100.0), "6R": six_joint_arm()}
    for name, chain in arms.items():
        single_pose(name, chain, mr, pin)
        many_poses(name, chain, pin)
    hard_angles(mr)
    import_time()


if __name__ == "__main__":
    main()
