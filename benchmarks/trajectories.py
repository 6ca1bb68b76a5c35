"""Planned trajectories: time to plan, duration, violations and shaking; toppra in the same run.

    python benchmarks/trajectories.py [LINES_AND_ARCS]

toppra takes part where it is installed: install it in an environment of its own. The figures are
processor time, the least of many runs.
"""

import importlib
import importlib.util
import math
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from servoarm.armfile import DEFAULT
from servoarm.kinematics.planar import Elbow, Pose
from servoarm.motion.fastest import Bounds
from servoarm.motion.follow import Pieces
from servoarm.motion.joint_limits import JointLimits
from servoarm.motion.path import Path, arc, line
from servoarm.motion.preflight import plan_joints, plan_path, preflight
from servoarm.motion.time_law import TimeLaw
from servoarm.motion.trajectory import Trajectory

ARM, LIMITS = DEFAULT.kinematics(), JointLimits.of(DEFAULT)
SPEED, ACCELERATION = np.array(LIMITS.speed), np.array(LIMITS.acceleration)
LINES = {
    "(-80, 100) to (80, 100)": line((-80.0, 100.0), (80.0, 100.0)),
    "(-80, 150) to (80, 150)": line((-80.0, 150.0), (80.0, 150.0)),
    "(-120, 60) to (8, 156)": line((-120.0, 60.0), (8.0, 156.0)),
}


def best(call: Callable[[], object], runs: int = 100) -> float:
    """Least processor time of a call (s)."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return min(times)


def fastest_s(path: Path) -> float:
    """The duration of the plan before it is brought onto servo frames, without any margin."""
    joints = Pieces(ARM, path, Elbow.LEFT).joint_path()
    roots = np.sqrt(Bounds(joints, LIMITS).fastest())
    return float((2.0 * joints.lengths / (roots[1:] + roots[:-1])).sum())


def toppra_plan(path: Path) -> Callable[[], float]:
    """The duration by toppra, with its default grid of 100 and both conditions a grid point."""
    toppra = importlib.import_module("toppra")
    constraint, algorithm = (
        importlib.import_module(f"toppra.{name}") for name in ("constraint", "algorithm")
    )
    toppra.setup_logging("ERROR")
    shares = np.linspace(0.0, 1.0, 100)
    points, tangents = path.at(np.zeros(100, dtype=np.intp), shares)
    angles = ARM.along_branch(Elbow.LEFT, points, tangents).angles
    spline = toppra.SplineInterpolator(shares, np.unwrap(angles).T)
    speeds = constraint.JointVelocityConstraint(np.stack((-SPEED, SPEED), axis=1))
    accelerations = constraint.JointAccelerationConstraint(
        np.stack((-ACCELERATION, ACCELERATION), axis=1)
    )
    accelerations.set_discretization_type(constraint.DiscretizationType.Interpolation)

    def run() -> float:
        solver = algorithm.TOPPRA(
            [speeds, accelerations], spline, gridpoints=shares, solver_wrapper="seidel"
        )
        return float(solver.compute_trajectory(0.0, 0.0).duration)

    return run


def print_lines() -> None:
    """Time to plan a 160 mm line, and its duration."""
    there = importlib.util.find_spec("toppra") is not None
    if not there:
        print("toppra is not installed: left out")
    for name, path in LINES.items():
        ours = best(lambda path=path: plan_path(DEFAULT, path, law="trapezoid"))  # type: ignore[misc]
        planned = plan_path(DEFAULT, path, law="trapezoid").duration_s
        text = f"line {name}: plan {ours * 1e3:.2f} ms, fastest {fastest_s(path):.4f} s"
        text += f", on frames {planned:.2f} s"
        if there:
            theirs = toppra_plan(path)
            took, duration = best(theirs), theirs()
            text += f"; toppra {took * 1e3:.2f} ms ({took / ours:.1f} x), {duration:.4f} s"
            text += f" (ours {fastest_s(path) / duration - 1.0:+.2%})"
        print(text)


def print_random(count: int) -> None:
    """Limit violations and branch changes of random lines and arcs within reach of the window."""
    rng = np.random.default_rng(2026)
    gone = violations = changes = 0
    for index in range(count):
        (ax, ay), (bx, by) = rng.uniform(-200.0, 200.0, (2, 2)).tolist()
        path = line((ax, ay), (bx, by))
        if index % 3 == 0:
            path = arc((ax / 2, ay / 2), (ax / 2 + bx / 4, ay / 2 + by / 4), rng.uniform(-7.0, 7.0))
        law: TimeLaw = "smooth" if index % 2 else "trapezoid"
        trajectory = preflight(DEFAULT, path, law=law).trajectory
        if trajectory is None:
            continue
        gone += 1
        violations += violates(trajectory)
        theta2 = trajectory.theta2
        changes += bool(theta2.min() < -1e-6 and theta2.max() > 1e-6)
    print(f"{count} random lines and arcs: {gone} can be gone, the rest is refused;")
    print(f"  {violations} with a limit violated, {changes} with another branch")


def violates(trajectory: Trajectory) -> bool:
    """Whether finite differences over frames, or an angle, are beyond the limits."""
    low, high = np.array(ARM.limits).T[:, :, np.newaxis]
    angles = trajectory.angles
    beyond = (angles < low - 1e-9).any() or (angles > high + 1e-9).any()
    fast = (abs(trajectory.speeds()).T > SPEED * (1.0 + 1e-9)).any()
    hard = (abs(trajectory.accelerations()).T > ACCELERATION * (1.0 + 2e-9)).any()
    return bool(beyond or fast or hard)


def spiral(count: int) -> NDArray[np.float64]:
    """A smooth drawing: points 0.75 mm apart on a spiral."""
    turn = np.linspace(0.0, count / 32.0, count)
    radius = np.linspace(8.0, 40.0, count)
    return np.stack((90.0 + radius * np.cos(turn), 90.0 + radius * np.sin(turn)), axis=1)


def scribble(count: int) -> NDArray[np.float64]:
    """The hardest drawing: segments of 0.3 to 2 mm, with corners of any sharpness."""
    rng = np.random.default_rng(1)
    turn = np.cumsum(rng.normal(0.0, 0.7, count))
    steps = rng.uniform(0.3, 2.0, (count, 1)) * np.stack((np.cos(turn), np.sin(turn)), axis=1)
    return np.asarray(np.abs(np.cumsum(steps, axis=0) % 120.0 - 60.0) + 70.0)


def print_polylines() -> None:
    """Plan and preflight of long polylines."""
    for name, shape in (("spiral", spiral), ("scribble", scribble)):
        for count in (10_000, 100_000):
            points = shape(count)
            took = best(lambda points=points: preflight(DEFAULT, points), runs=1)  # type: ignore[misc]
            print(f"{name} of {count} segments: plan and preflight {took:.2f} s")


def residual_deg(trajectory: Trajectory, hertz: float) -> float:
    """How much the shoulder swings after the end, as a weight on a spring with 5 % damping that
    follows the setpoints, which are joined by straight lines.
    """
    step = 0.0005
    times = np.arange(0.0, trajectory.duration_s + 1.0, step)
    wanted = np.interp(times, trajectory.times_s, trajectory.theta1)
    omega = 2.0 * math.pi * hertz
    angle, speed, swing = float(wanted[0]), 0.0, 0.0
    for moment, goal in zip(times.tolist(), wanted.tolist(), strict=True):
        speed += step * (omega * omega * (goal - angle) - 0.1 * omega * speed)
        angle += step * speed
        if moment > trajectory.duration_s:
            swing = max(swing, abs(angle - goal))
    return math.degrees(swing)


def print_shaking() -> None:
    """The two time laws: what is left of the swing after a quarter turn, and how long it takes."""
    plans = {
        law: plan_joints(DEFAULT, Pose(0.0, 0.5), Pose(math.pi / 2.0, 0.5), law=law)
        for law in ("trapezoid", "smooth")
    }
    for hertz in (4.0, 6.0, 8.0, 10.0, 12.0):
        swings = {law: residual_deg(plan, hertz) for law, plan in plans.items()}
        ratio = swings["smooth"] / swings["trapezoid"]
        print(
            f"swing after a quarter turn at {hertz:4.1f} Hz: trapezoid"
            f" {swings['trapezoid']:.3f} deg, smooth {swings['smooth']:.3f} deg ({ratio:.2f} x)"
        )
    durations = ", ".join(f"{law} {plan.duration_s:.2f} s" for law, plan in plans.items())
    print(f"durations: {durations}")


if __name__ == "__main__":
    print_lines()
    print_random(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    print_polylines()
    print_shaking()
