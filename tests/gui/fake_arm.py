"""An arm that obeys at once and remembers what it was told; a test can make it slow."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from servoarm.arm.types import ArmEvent, ArmStatus, AssumedPose, StatusChanged
from servoarm.armfile import DEFAULT, ArmConfig
from servoarm.errors import Interrupted, NotAttached
from servoarm.wire.messages import Flags, State

NO_FLAGS = Flags(0)
RELAXED = ArmStatus(State.RELAXED, 0.0, 0.0, 0.0, 0.0, 200.0, 0.0, None, NO_FLAGS, 0.0)


@dataclass
class FakeArm:
    """The part of `Arm` that the window uses."""

    config: ArmConfig = DEFAULT
    status: ArmStatus = RELAXED
    told: list[tuple[object, ...]] = field(default_factory=list)
    assumed: AssumedPose | None = None
    stop_count: int = 0
    gate: threading.Event = field(default_factory=threading.Event)
    one_at_a_time: threading.Lock = field(default_factory=threading.Lock)
    listeners: list[Callable[[ArmEvent], None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.gate.set()

    def assumed_pose(self) -> AssumedPose:
        return self.assumed or AssumedPose(*self.config.rest_deg, "rest", None)

    def subscribe(self, callback: Callable[[ArmEvent], None]) -> Callable[[], None]:
        self.listeners.append(callback)
        return lambda: self.listeners.remove(callback)

    def tell(self, event: ArmEvent) -> None:
        for listener in list(self.listeners):
            listener(event)

    def stand(
        self,
        theta1_deg: float,
        theta2_deg: float,
        state: State = State.HOLDING,
        flags: Flags = NO_FLAGS,
        goal_deg: tuple[float, float] | None = None,
    ) -> None:
        x, y = self.config.kinematics().forward(math.radians(theta1_deg), math.radians(theta2_deg))
        self.status = ArmStatus(
            state,
            theta1_deg,
            theta2_deg,
            *(goal_deg or (theta1_deg, theta2_deg)),
            x,
            y,
            (1500.0, 1500.0),
            Flags.POSE_KNOWN | flags,
            0.0,
        )
        self.tell(StatusChanged(self.status))

    def attach(
        self, theta1_deg: float, theta2_deg: float, *, stop_count: int | None = None
    ) -> AssumedPose:
        self.told.append(("attach", theta1_deg, theta2_deg))
        self.stand(theta1_deg, theta2_deg)
        return AssumedPose(theta1_deg, theta2_deg, "given", None)

    def move_joints(
        self,
        theta1_deg: float,
        theta2_deg: float,
        *,
        wait: bool = True,
        speed_percent: int = 100,
        stop_count: int | None = None,
    ) -> None:
        self.gate.wait(5)
        with self.one_at_a_time:
            if stop_count not in {None, self.stop_count}:
                raise Interrupted("stop")
            self.told.append(("move_joints", theta1_deg, theta2_deg))
            self.refuse_if_relaxed()
            self.stand(theta1_deg, theta2_deg)

    def refuse_if_relaxed(self) -> None:
        if not self.status.state.attached:
            raise NotAttached("relaxed")

    def stop(self) -> None:
        self.stop_count += 1
        self.told.append(("stop",))

    def relax(self) -> None:
        self.stop_count += 1
        with self.one_at_a_time:
            self.told.append(("relax",))
            self.status = replace(RELAXED)
            self.tell(StatusChanged(self.status))

    def configure(self, config: ArmConfig) -> None:
        self.told.append(("configure", config.link1_mm, config.link2_mm))
        self.config = config

    def close(self) -> None:
        self.told.append(("close",))
