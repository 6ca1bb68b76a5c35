"""What outlives a program: the last pose that each arm reported, a small file an arm and port.

The files stand in the user's state directory, or in SERVOARM_STATE_DIR. A file that cannot be read
counts as none: a lost memory costs one question, a crash at start costs the evening.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

Angles = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RememberedPose:
    """The last pose a board reported, and when (UTC; never later than now).

    `rest_deg` is the arm file's rest pose of that time, if known. `goal_deg` is where the arm was
    going: None for one that stood.
    """

    theta1_deg: float
    theta2_deg: float
    when: datetime
    rest_deg: Angles | None = None
    goal_deg: Angles | None = None


def state_directory() -> Path:
    """Where the files are: SERVOARM_STATE_DIR, or the user's own state directory."""
    if asked := os.environ.get("SERVOARM_STATE_DIR"):
        return Path(asked)
    import platformdirs

    return platformdirs.user_state_path("servoarm", appauthor=False)


def remember_pose(
    arm: str,
    port: str,
    theta1_deg: float,
    theta2_deg: float,
    *,
    rest_deg: Angles | None = None,
    goal_deg: Angles | None = None,
) -> None:
    """Write the pose, whole or not at all. A disk that is full or read-only is not an error."""
    path = _path(arm, port)
    text = json.dumps(
        {
            "arm": arm,
            "port": port,
            "theta1_deg": theta1_deg,
            "theta2_deg": theta2_deg,
            "when": datetime.now(UTC).isoformat(),
            "rest_deg": rest_deg,
            "goal_deg": goal_deg,
        }
    )
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def remembered_pose(arm: str, port: str) -> RememberedPose | None:
    """The pose last remembered for this arm on this port, or None."""
    try:
        entry = json.loads(_path(arm, port).read_text(encoding="utf-8"))
        theta1, theta2 = float(entry["theta1_deg"]), float(entry["theta2_deg"])
        when = datetime.fromisoformat(entry["when"])
        rest, goal = _angles(entry.get("rest_deg")), _angles(entry.get("goal_deg"))
        if not (math.isfinite(theta1) and math.isfinite(theta2)) or when.tzinfo is None:
            return None
        # a clock that was set back since
        when = min(when.astimezone(UTC), datetime.now(UTC))
    except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return RememberedPose(theta1, theta2, when, rest, goal)


def _angles(pair: list[float] | None) -> Angles | None:
    if pair is None:
        return None
    first, second = pair
    return float(first), float(second)


def _path(arm: str, port: str) -> Path:
    key = sha256(f"{arm}\0{port}".encode()).hexdigest()[:24]
    return state_directory() / "poses" / f"{key}.json"
