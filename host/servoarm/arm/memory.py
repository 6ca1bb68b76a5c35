"""What outlives a program: the last pose that each arm reported, a small file an arm and port.

The files stand in the user's state directory, or in SERVOARM_STATE_DIR. A file that cannot be read
counts as none: a lost memory costs one question, a crash at start costs the evening.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path


@dataclass(frozen=True, slots=True)
class RememberedPose:
    """The last pose a board reported, and when (UTC)."""

    theta1_deg: float
    theta2_deg: float
    when: datetime


def state_directory() -> Path:
    """Where the files are: SERVOARM_STATE_DIR, or the user's own state directory."""
    if asked := os.environ.get("SERVOARM_STATE_DIR"):
        return Path(asked)
    import platformdirs

    return platformdirs.user_state_path("servoarm", appauthor=False)


def remember_pose(arm: str, port: str, theta1_deg: float, theta2_deg: float) -> None:
    """Write the pose, whole or not at all. A disk that is full or read-only is not an error."""
    path = _path(arm, port)
    text = json.dumps(
        {
            "arm": arm,
            "port": port,
            "theta1_deg": theta1_deg,
            "theta2_deg": theta2_deg,
            "when": datetime.now(UTC).isoformat(),
        }
    )
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
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
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if not (math.isfinite(theta1) and math.isfinite(theta2)) or when.tzinfo is None:
        return None
    return RememberedPose(theta1, theta2, when)


def _path(arm: str, port: str) -> Path:
    key = sha256(f"{arm}\0{port}".encode()).hexdigest()[:24]
    return state_directory() / "poses" / f"{key}.json"
