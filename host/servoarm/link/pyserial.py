"""pyserial, or words about what stands in its place: others name a file `serial`, too."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from servoarm.errors import NoBoard

_MOCK_PACKAGE = "servoarm.mock"


def pyserial() -> ModuleType:
    """The package, which knows `mock://` as well. Raises NoBoard where it is another one."""
    try:
        module = import_module("serial")
        import_module("serial.tools.list_ports")
        handlers = module.protocol_handler_packages
    except (Exception, SystemExit):  # whatever somebody's own serial.py does at its import
        raise NoBoard("another serial", detail=_place()) from None
    if _MOCK_PACKAGE not in handlers:
        handlers.append(_MOCK_PACKAGE)
    return module


def _place() -> str:
    """Where the module `serial` comes from; empty where there is none."""
    try:
        loaded = sys.modules.get("serial")
        spec = loaded.__spec__ if loaded is not None else find_spec("serial")
    except (ImportError, ValueError, AttributeError):
        spec = None
    file = getattr(sys.modules.get("serial"), "__file__", None)
    return str(file or (spec.origin if spec is not None else "") or "")
