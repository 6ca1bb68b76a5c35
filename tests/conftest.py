"""What every test shares: no display needed, a state folder of its own, and skips that count."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# a time limit for one example would fail on a busy machine, with nothing wrong
settings.register_profile("servoarm", deadline=None)
settings.load_profile("servoarm")

# arduino-cli is in no package registry, so a bare machine cannot have it; all else must run in CI.
MAY_BE_LEFT_OUT = ("arduino-cli",)


@pytest.fixture(autouse=True)
def own_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep the remembered poses and settings of whoever runs the tests out of them."""
    monkeypatch.setenv("SERVOARM_STATE_DIR", str(tmp_path / "servoarm-state"))
    monkeypatch.delenv("SERVOARM_ARM", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    yield


def _reason(report: pytest.TestReport) -> str:
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return str(text).removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = sorted({_reason(report) for report in skipped})
    for reason in reasons:
        terminalreporter.write_line(f"left out: {reason}")
    if os.environ.get("CI") and any(not r.startswith(MAY_BE_LEFT_OUT) for r in reasons):
        terminalreporter.write_line("CI: a check that was to run here was left out", red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not os.environ.get("CI"):
        return
    skipped = reporter.stats.get("skipped", [])
    if any(not _reason(report).startswith(MAY_BE_LEFT_OUT) for report in skipped):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
