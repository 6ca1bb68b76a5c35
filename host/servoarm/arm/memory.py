"""What outlives a program: the last pose that each arm reported, a small file an arm and port.

The files stand in the user's state directory, or in SERVOARM_STATE_DIR. What is written there is
never older than the arm's last move: where the disk takes no more, the old entry is emptied, and an
entry that is there but cannot be read says that nobody knows where the arm stands.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import os
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

Angles = tuple[float, float]

_log = logging.getLogger("servoarm")
_warned_of: set[Path] = set()


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


@dataclass(frozen=True, slots=True)
class DamagedPose:
    """An entry that is empty, cut off or no pose, and when (UTC) it was written."""

    when: datetime


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
    durable: bool = False,
) -> None:
    """Write the pose, whole or not at all; `durable`: it outlives a power cut from here on.

    Where it cannot be written, the entry from before is emptied or removed, since it is no longer
    true. That is no error, but is warned of, once for each folder.
    """
    path = _path(arm, port)
    entry = {
        "arm": arm,
        "port": port,
        "theta1_deg": theta1_deg,
        "theta2_deg": theta2_deg,
        "when": datetime.now(UTC).isoformat(),
        "rest_deg": rest_deg,
        "goal_deg": goal_deg,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, json.dumps(entry), durable)
    except OSError as error:
        _void(path)
        _warn(path.parent, error.strerror or str(error))


def remembered_pose(arm: str, port: str) -> RememberedPose | DamagedPose | None:
    """The pose last remembered for this arm on this port, or None.

    None as well from a folder that cannot be written: what is there may be older than the last
    move. It is warned of, once.
    """
    path = _path(arm, port)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _warn(path.parent, error.strerror or str(error))
        return None
    if not os.access(path.parent, os.W_OK):
        _warn(path.parent, "it is read-only")
        return None
    try:
        return _read(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return DamagedPose(_written_at(path))


def _read(text: str) -> RememberedPose:
    entry = json.loads(text)
    theta1, theta2 = float(entry["theta1_deg"]), float(entry["theta2_deg"])
    when = datetime.fromisoformat(entry["when"])
    rest, goal = _angles(entry.get("rest_deg")), _angles(entry.get("goal_deg"))
    if not (math.isfinite(theta1) and math.isfinite(theta2)) or when.tzinfo is None:
        raise ValueError("no pose")
    # a clock that was set back since
    when = min(when.astimezone(UTC), datetime.now(UTC))
    return RememberedPose(theta1, theta2, when, rest, goal)


def _written_at(path: Path) -> datetime:
    now = datetime.now(UTC)
    with contextlib.suppress(OSError, ValueError, OverflowError):
        return min(datetime.fromtimestamp(path.stat().st_mtime, UTC), now)
    return now


def _replace(path: Path, text: str, durable: bool) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    if durable and os.name == "posix":
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the new name of a file to the disk as well; not every file system can be asked to."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _void(path: Path) -> None:
    """Leave nothing to assume: an empty entry is a question, no entry would be the rest pose."""
    try:
        path.write_bytes(b"")
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _warn(folder: Path, why: str) -> None:
    if folder in _warned_of:
        return
    _warned_of.add(folder)
    _log.warning(
        "Where the arm stands cannot be remembered in %s: %s. At the next start the arm file's rest"
        " pose is assumed, or none at all: look where the arm stands, and say so. Free or unlock"
        " that folder, or name another one in SERVOARM_STATE_DIR.",
        folder,
        why,
    )


def _angles(pair: list[float] | None) -> Angles | None:
    if pair is None:
        return None
    first, second = pair
    return float(first), float(second)


def _path(arm: str, port: str) -> Path:
    key = sha256(f"{arm}\0{port}".encode()).hexdigest()[:24]
    return state_directory() / "poses" / f"{key}.json"
