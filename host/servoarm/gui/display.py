"""Is there a screen to open a window on?

Asked before any Qt: it ends the whole program where there is none.
"""

import ctypes
import os
import subprocess
import sys

_WITHOUT_A_SCREEN = ("offscreen", "minimal", "vnc")
_TRY = "from PyQt5.QtGui import QGuiApplication; QGuiApplication([])"
_TRY_S = 20.0


def has_display() -> bool:
    """Whether Qt will find a screen."""
    if sys.platform in {"win32", "darwin"}:
        return True
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform.partition(":")[0] in _WITHOUT_A_SCREEN:
        return True
    if not platform and not _named():
        return False
    # what X answers is known in a moment; all else (Wayland, another platform) Qt itself has to try
    return (platform in {"", "xcb"} and _x_answers()) or _qt_starts()


def _named() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _x_answers() -> bool:
    """Whether the X server that DISPLAY names takes a connection of ours."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    answers = not xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return answers


def _qt_starts() -> bool:
    try:
        tried = subprocess.run(
            [sys.executable, "-c", _TRY], capture_output=True, timeout=_TRY_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0
