"""The two-link inverse against peers in the same run: time, false refusals, tip error.

    python benchmarks/planar.py

ikpy and roboticstoolbox-python take part where they are installed.
"""

import importlib
import math
import time
from collections.abc import Callable, Iterable, Iterator

import mpmath
import numpy as np

from servoarm.kinematics.planar import Limits, TwoLinkArm

LINK1, LINK2 = 120.0, 90.0
ARM = TwoLinkArm(LINK1, LINK2, Limits((-math.pi / 4.0, 1.25 * math.pi), (-2.9, 2.9)))
RNG = np.random.default_rng(2024)

Angles = tuple[float, float]


def textbook(x: float, y: float, link1: float = LINK1, link2: float = LINK2) -> Angles:
    """The usual lines: law of cosines, acos, one elbow, no check."""
    theta2 = math.acos((x * x + y * y - link1 * link1 - link2 * link2) / (2.0 * link1 * link2))
    across, along = link2 * math.sin(theta2), link1 + link2 * math.cos(theta2)
    return math.atan2(y, x) - math.atan2(across, along), theta2


def textbook_both(x: float, y: float) -> tuple[Angles, Angles]:
    """The same for both elbows."""
    theta2 = math.acos((x * x + y * y - LINK1 * LINK1 - LINK2 * LINK2) / (2.0 * LINK1 * LINK2))
    bearing = math.atan2(y, x)
    lead = math.atan2(LINK2 * math.sin(theta2), LINK1 + LINK2 * math.cos(theta2))
    return (bearing + lead, -theta2), (bearing - lead, theta2)


def ikpy_solver() -> Callable[[float, float], object]:
    """ikpy's numerical inverse of the same arm, targets in metres."""
    chains, urdf = importlib.import_module("ikpy.chain"), importlib.import_module("ikpy.link")
    links = [
        urdf.URDFLink(name, [length, 0.0, 0.0], [0.0, 0.0, 0.0], rotation=[0.0, 0.0, 1.0])
        for name, length in (("shoulder", 0.0), ("elbow", LINK1 / 1000.0))
    ]
    tip = urdf.URDFLink("tip", [LINK2 / 1000.0, 0, 0], [0, 0, 0], joint_type="fixed")
    chain = chains.Chain([urdf.OriginLink(), *links, tip], active_links_mask=[0, 1, 1, 0])
    start = [0.0, 0.3, 0.5, 0.0]
    return lambda x, y: chain.inverse_kinematics([x / 1e3, y / 1e3, 0.0], initial_position=start)


def roboticstoolbox_solver() -> Callable[[float, float], object]:
    """roboticstoolbox's Levenberg-Marquardt inverse (C++) of the same arm, orientation free."""
    toolbox = importlib.import_module("roboticstoolbox")
    se3 = importlib.import_module("spatialmath").SE3
    links = [toolbox.RevoluteDH(a=length / 1000.0) for length in (LINK1, LINK2)]
    robot = toolbox.DHRobot(links).ets()
    return lambda x, y: robot.ik_LM(se3(x / 1e3, y / 1e3, 0.0), mask=[1, 1, 0, 0, 0, 0])


def ring(count: int) -> tuple[list[float], list[float]]:
    """Targets spread evenly over the inside of the ring."""
    radius = np.sqrt(RNG.uniform((LINK1 - LINK2 + 0.1) ** 2, (LINK1 + LINK2 - 0.1) ** 2, count))
    turn = RNG.uniform(-math.pi, math.pi, count)
    return (radius * np.cos(turn)).tolist(), (radius * np.sin(turn)).tolist()


def best_seconds(work: Callable[[], object], repeats: int = 7) -> float:
    """The shortest of a few runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def microseconds(solve: Callable[[float, float], object], count: int = 20_000) -> float:
    """Time of one call, the loop's own share included."""
    x, y = ring(count)

    def run() -> None:
        for target in zip(x, y, strict=True):
            solve(*target)

    return best_seconds(run, 7 if count > 1000 else 2) / count * 1e6


def report_one() -> None:
    """One target at a time."""
    print("one inverse (ours: both branches, status, limits)")
    ours = microseconds(ARM.inverse)
    free = microseconds(TwoLinkArm(LINK1, LINK2).inverse)
    print(f"  servoarm, limits that block some     {ours:9.2f} us   (goal 1.5 us)")
    print(f"  servoarm, no limits                  {free:9.2f} us")
    peers: list[tuple[str, Callable[[], Callable[[float, float], object]], int]] = [
        ("textbook with math, one elbow", lambda: textbook, 20_000),
        ("textbook with math, both elbows", lambda: textbook_both, 20_000),
        ("ikpy, one solution", ikpy_solver, 200),
        ("roboticstoolbox ik_LM, one solution", roboticstoolbox_solver, 500),
    ]
    for name, make, count in peers:
        try:
            solve = make()
        except ImportError as error:
            print(f"  {name:36s} left out: {error}")
            continue
        peer = microseconds(solve, count)
        print(f"  {name:36s} {peer:9.2f} us   {peer / ours:8.2f} times ours")


def report_batch(count: int = 1_000_000) -> None:
    """Many targets at once."""
    x, y = ring(count)
    xs, ys = np.array(x), np.array(y)
    free = TwoLinkArm(LINK1, LINK2)
    print(f"{count} inverses, both branches, status")
    ours = best_seconds(lambda: free.inverse_batch(xs, ys))
    limited = best_seconds(lambda: ARM.inverse_batch(xs, ys))
    loop = best_seconds(lambda: list(map(textbook_both, x, y)), 2)
    print(f"  servoarm                             {ours * 1e3:9.1f} ms   (goal 40 ms)")
    print(f"  servoarm, with limits                {limited * 1e3:9.1f} ms")
    print(f"  loop of the textbook, both elbows    {loop * 1e3:9.1f} ms   {loop / ours:8.1f} times")


def refused(solve: Callable[[float, float], object], targets: Iterable[Angles]) -> int:
    """How many targets the solver answers with ValueError."""
    count = 0
    for target in targets:
        try:
            solve(*target)
        except ValueError:
            count += 1
    return count


def report_refusals(count: int = 1_000_000) -> None:
    """Targets made by plain forward kinematics of the straight and the folded arm."""
    theta1 = RNG.uniform(-math.pi, math.pi, count // 2)
    parts = []
    for theta2 in (0.0, math.pi):
        both = theta1 + theta2
        parts.append(
            (
                LINK1 * np.cos(theta1) + LINK2 * np.cos(both),
                LINK1 * np.sin(theta1) + LINK2 * np.sin(both),
            )
        )
    x, y = np.concatenate(parts, axis=1)
    radius = np.hypot(x, y)
    rim = np.repeat([LINK1 + LINK2, LINK1 - LINK2], count // 2)
    worst = np.abs(radius - rim).max() / (LINK1 + LINK2) / 2.0**-52
    targets = list(zip(x.tolist(), y.tolist(), strict=True))
    ours = int(np.count_nonzero(~TwoLinkArm(LINK1, LINK2).inverse_batch(x, y).reachable))
    scalar = sum(not ARM.inverse(*target).branches for target in targets)
    print(f"{count} targets exactly on a rim (off by up to {worst:.1f} * 2**-52 of the reach)")
    print(f"  refused by servoarm, batch           {ours:9d}")
    print(f"  refused by servoarm, one by one      {scalar:9d}")
    print(f"  refused by the textbook              {refused(textbook, targets):9d}")


def tip_error(arm: TwoLinkArm, target: Angles, pose: Angles) -> float:
    """Distance of the tip from the target, as a share of the reach, in 50 digits."""
    with mpmath.workdps(50):
        theta1, theta2, link1, link2 = map(mpmath.mpf, (*pose, arm.link1_mm, arm.link2_mm))
        off_x = link1 * mpmath.cos(theta1) + link2 * mpmath.cos(theta1 + theta2) - target[0]
        off_y = link1 * mpmath.sin(theta1) + link2 * mpmath.sin(theta1 + theta2) - target[1]
        return float(mpmath.hypot(off_x, off_y) / (link1 + link2))


def rim_crowd(arm: TwoLinkArm, count: int) -> Iterator[Angles]:
    """Reachable targets, most of them crowded towards the rims, down to a few ulps."""
    inner, outer = arm.inner_radius, arm.outer_radius
    span = (outer - inner) * 10.0 ** RNG.uniform(-15.0, 0.0, count)
    radius = np.where(RNG.random(count) < 0.5, outer - span, inner + span)
    turn = RNG.uniform(-math.pi, math.pi, count)
    yield from zip((radius * np.cos(turn)).tolist(), (radius * np.sin(turn)).tolist(), strict=True)


def report_tip_error(count: int = 2000) -> None:
    """Largest tip errors of a few arms; a textbook refusal counts as no answer, not as an error."""
    print(f"largest tip error / reach, {count} targets an arm, down to a few ulps from a rim")
    print(
        "    link1    link2   servoarm      batch   textbook   (goal 1e-15; in brackets: refused)"
    )
    for link1, link2 in ((120.0, 90.0), (100.0, 100.0), (1e3, 1.0), (1.0, 1e3), (1e-3, 1e6)):
        arm = TwoLinkArm(link1, link2)
        ours = in_batch = theirs = 0.0
        refusals = 0
        for target in rim_crowd(arm, count):
            poses = [branch.pose for branch in arm.inverse(*target).branches]
            ours = max(ours, *(tip_error(arm, target, pose) for pose in poses))
            left1, left2, right1, right2 = (float(a) for a in arm.inverse_batch(*target)[:4])
            for pose in ((left1, left2), (right1, right2)):
                in_batch = max(in_batch, tip_error(arm, target, pose))
            try:
                theirs = max(theirs, tip_error(arm, target, textbook(*target, link1, link2)))
            except ValueError:
                refusals += 1
        errors = f"{ours:10.2e} {in_batch:10.2e} {theirs:10.2e}"
        print(f"  {link1:7g}  {link2:7g} {errors}   ({refusals})")


if __name__ == "__main__":
    report_one()
    report_batch()
    report_refusals()
    report_tip_error()
