"""Which arm file is in use: named, in the environment, in the folder, or none."""

from pathlib import Path

import pytest

from servoarm.armfile import DEFAULT, ArmFileError, choose_arm


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


LENGTHS = {"named.toml": 11.0, "environment.toml": 22.0, "servoarm.toml": 33.0}


@pytest.mark.parametrize(
    ("named", "environment", "expected"),
    [
        ("named.toml", "environment.toml", "named.toml"),
        (None, "environment.toml", "environment.toml"),
        (None, "", "servoarm.toml"),
    ],
)
def test_the_nearest_word_counts(
    named: str | None,
    environment: str,
    expected: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, length in LENGTHS.items():
        Path(name).write_text(f"[arm]\nlink1_mm = {length}\n", encoding="utf-8")
    monkeypatch.setenv("SERVOARM_ARM", environment)
    choice = choose_arm(named)
    assert choice.config.link1_mm == LENGTHS[expected]
    assert choice.source == f"arm file {folder / expected}"
    assert not choice.by_default


def test_with_no_file_at_all_the_built_in_defaults_count(folder: Path) -> None:
    choice = choose_arm()
    assert (choice.config, choice.path, choice.by_default) == (DEFAULT, None, True)
    assert choice.source == "built-in defaults"


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_is_an_error(name: str) -> None:
    with pytest.raises(ArmFileError, match="is empty"):
        choose_arm(name)
