"""The arm: what window, commands and scripts use. The only way from them to a board.

Names are loaded when first used: `ik` and `fk` take their words from here, and need no port.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from servoarm.arm.arm import Arm
    from servoarm.link.ports import PortInfo
    from servoarm.link.ports import ports as available_ports
    from servoarm.wire.messages import State

__all__ = ["Arm", "PortInfo", "State", "available_ports"]

_ELSEWHERE = {
    "Arm": ("servoarm.arm.arm", "Arm"),
    "PortInfo": ("servoarm.link.ports", "PortInfo"),
    "State": ("servoarm.wire.messages", "State"),
    "available_ports": ("servoarm.link.ports", "ports"),
}


def __getattr__(name: str) -> object:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _ELSEWHERE[name]
    value: object = getattr(import_module(module), there)
    globals()[name] = value
    return value
