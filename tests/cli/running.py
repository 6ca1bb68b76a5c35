"""What a command printed and answered."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its stdout, which must be one JSON value and nothing else."""
        return json.loads(self.out)


Servoarm = Callable[..., Ran]
