"""From the speed along a path to where the arm is at each servo frame.

Between two stops the arm takes the fastest way. Each stop falls on a frame, so that no setpoint
cuts its corner. Two laws:

- trapezoid: the fastest way as it is; the acceleration jumps.
- smooth: the way along the path is the mean of that of the last frames, so the acceleration grows
  and falls evenly over that time. The path stays the same.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from servoarm.errors import PathInvalid
from servoarm.motion.joint_path import JointPath

Floats = NDArray[np.float64]
TimeLaw = Literal["smooth", "trapezoid"]

RAMP_S = 0.06
"""How long the smooth law takes to build the acceleration up."""

MOST_FRAMES = 5_000_000
"""A longer trajectory is refused: more than a day at 20 ms a frame."""


def mean_over(law: TimeLaw, frame_s: float) -> int:
    """How many frames the law takes the mean of."""
    if law not in ("smooth", "trapezoid"):
        raise PathInvalid("law", value=law)
    return max(1, round(RAMP_S / frame_s)) if law == "smooth" else 1


def lengths_at_frames(
    path: JointPath, x: Floats, frame_s: float, mean: int, parts: int = 1
) -> Floats:
    """The length along the path at each frame, or each of so many parts of a frame.

    `x` is the squared speed at each boundary of pieces.
    """
    roots = np.sqrt(x)
    h = path.lengths
    took = 2.0 * h / (roots[:-1] + roots[1:])
    ends = np.flatnonzero(path.stops)
    elapsed = np.concatenate(([0.0], np.cumsum(took)))
    laps = np.diff(elapsed[ends])
    frames = np.ceil(laps / frame_s - 1e-9) + (mean - 1)
    total = float(frames.sum())
    if not total <= MOST_FRAMES:
        raise PathInvalid("too slow", value=total * frame_s)
    waits = np.cumsum(frames[:-1]) * frame_s - elapsed[ends[1:-1]]
    begins = elapsed[:-1]
    if len(waits):
        begins = begins + np.repeat(np.concatenate(([0.0], waits)), np.diff(ends))
    times = np.arange(int(total) * parts + 1) * (frame_s / parts)
    piece = np.maximum(np.searchsorted(begins, times + 1e-12, side="right") - 1, 0)
    since = np.minimum(times - begins[piece], took[piece])
    slope = (x[1:] - x[:-1])[piece] / (4.0 * h[piece])
    run = np.minimum((roots[piece] + slope * since) * since, h[piece])
    done = since >= took[piece]
    run[done] = h[piece][done]
    lengths = path.begins[piece] + np.maximum(run, 0.0)
    if mean > 1:
        padded = np.concatenate((np.zeros((mean - 1) * parts), lengths))
        count = len(lengths)
        shifted = [padded[each * parts : each * parts + count] for each in range(mean)]
        lengths = np.sum(shifted, axis=0) / mean
    lengths[-1] = path.begins[-1]
    return np.asarray(lengths)
