"""How an arm is attached, and how a point or angles become a move: sent, waited for, measured."""

from __future__ import annotations

import math
from datetime import UTC, datetime

from servoarm.arm.driver import Driver, attached
from servoarm.arm.keeper import uncertain
from servoarm.arm.settings import setpoint_cdeg
from servoarm.arm.types import AssumedPose, Moved
from servoarm.arm.watch import move_timeout_s
from servoarm.kinematics.joints import elbow_of
from servoarm.kinematics.planar import Branch, Elbow, Pose
from servoarm.link.time_limit import TimeLimit
from servoarm.motion.refusal import branch_of
from servoarm.motion.target import plan_target
from servoarm.wire.messages import Flags


class Mover:
    """Moves the arm of one driver. What it gets is checked already (`arm.arguments`)."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def attach(self, given: AssumedPose | None, stop_count: int) -> AssumedPose:
        """Begin the pulses where the arm stands, by what was given or what is assumed.

        Raises as `Arm.attach`.
        """
        driver = self._driver
        with driver.busy:
            driver.check_open()
            if driver.session.restarted:
                driver.start_again()
            report = driver.ask()
            if report.state.attached:
                if given:
                    raise attached("attach while attached")
                angles = report.theta1_cdeg / 100, report.theta2_cdeg / 100
                return AssumedPose(*angles, "board", datetime.now(UTC))
            pose = given or driver.keeper.assumed(driver.config)
            if pose.source == "uncertain":
                raise uncertain(pose)
            driver.attach(
                setpoint_cdeg(driver.config, pose.theta1_deg, pose.theta2_deg), stop_count
            )
            return pose

    def plan(self, x_mm: float, y_mm: float, elbow: Elbow | None) -> Branch:
        """The pose for this point, from where the arm is or is assumed. Raises as `Arm.plan`."""
        near = self._present()
        if near is None:
            assumed = self._driver.keeper.assumed(self._driver.config)
            near = Pose(math.radians(assumed.theta1_deg), math.radians(assumed.theta2_deg))
        return self._branch(x_mm, y_mm, elbow, near)

    def to_point(
        self,
        x_mm: float,
        y_mm: float,
        elbow: Elbow | None,
        *,
        wait: bool,
        speed_percent: int,
        timeout_s: float | None,
        stop_count: int,
    ) -> Moved:
        """Bring the tip there. Raises as `Arm.move_to`."""
        branch = self._branch(x_mm, y_mm, elbow, self._present())
        target = setpoint_cdeg(self._driver.config, *map(math.degrees, branch.pose))
        end = self._move(target, wait, speed_percent, timeout_s, stop_count)
        return self._moved(end, (x_mm, y_mm), branch.elbow, wait)

    def to_angles(
        self,
        theta1_deg: float,
        theta2_deg: float,
        *,
        wait: bool,
        speed_percent: int,
        timeout_s: float | None,
        stop_count: int,
    ) -> Moved:
        """Bring both joints there. Raises as `Arm.move_joints`."""
        target = setpoint_cdeg(self._driver.config, theta1_deg, theta2_deg)
        theta2 = math.radians(theta2_deg)
        point = self._driver.kinematics.forward(math.radians(theta1_deg), theta2)
        end = self._move(target, wait, speed_percent, timeout_s, stop_count)
        return self._moved(end, point, elbow_of(theta2) or Elbow.RIGHT, wait)

    def _present(self) -> Pose | None:
        """The pose (radians) in the newest report; None while the board does not know it."""
        report = self._driver.watch.newest
        if Flags.POSE_KNOWN not in report.flags:
            return None
        return Pose(*(math.radians(angle / 100) for angle in report.theta_cdeg))

    def _branch(self, x_mm: float, y_mm: float, elbow: Elbow | None, near: Pose | None) -> Branch:
        plan = plan_target(self._driver.kinematics, x_mm, y_mm, elbow=elbow, near=near)
        return branch_of(plan)

    def _move(
        self,
        target: tuple[int, int],
        wait: bool,
        speed_percent: int,
        timeout_s: float | None,
        stop_count: int,
    ) -> tuple[int, int]:
        """Send the move, wait if asked; where the arm ended, in centidegrees."""
        driver = self._driver
        limit = TimeLimit(math.inf if timeout_s is None else timeout_s)
        number, before = driver.move(target, speed_percent, stop_count, limit)
        if not wait:
            return target
        if timeout_s is None:
            limit = TimeLimit(move_timeout_s(driver.config, before, target, speed_percent))
        return driver.watch.wait_arrival(
            number, target, limit, driver.ask, driver.session.check_alive
        ).theta_cdeg

    def _moved(
        self, end_cdeg: tuple[int, int], target_mm: tuple[float, float], elbow: Elbow, arrived: bool
    ) -> Moved:
        x, y = self._driver.kinematics.forward(*(math.radians(angle / 100) for angle in end_cdeg))
        error_mm = math.dist((x, y), target_mm)
        return Moved(end_cdeg[0] / 100, end_cdeg[1] / 100, x, y, elbow, error_mm, arrived)
