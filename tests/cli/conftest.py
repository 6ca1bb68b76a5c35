"""A command line that runs in the test's process, away from any arm file of the folder it is in."""

from hashlib import sha256
from pathlib import Path

import pytest

from servoarm.cli.main import main

from .running import Ran, Servoarm


@pytest.fixture
def servoarm(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Servoarm:
    """Run `servoarm ARGUMENTS`, in an empty folder."""
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("SERVOARM_ARM", raising=False)

    def run(*arguments: str) -> Ran:
        code = main(arguments)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return run


@pytest.fixture
def long_arm(tmp_path: Path) -> str:
    """An arm file with the links of the reported cases, and no limit in their way."""
    path = tmp_path / "long.toml"
    joint = "travel_deg = 720\nzero_deg = 360\npulse_us = [500, 2500]\nlimits_deg = [-360, 360]\n"
    path.write_text(
        f"[arm]\nlink1_mm = 120\nlink2_mm = 90\n[shoulder]\n{joint}[elbow]\n{joint}",
        encoding="utf-8",
    )
    return str(path)


@pytest.fixture
def mock(request: pytest.FixtureRequest) -> str:
    """The URL of a simulated board that no other test uses."""
    return f"mock://{sha256(request.node.nodeid.encode()).hexdigest()[:12]}"
