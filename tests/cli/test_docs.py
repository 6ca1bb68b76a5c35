"""`servoarm docs`."""

from pathlib import Path

import pytest

from servoarm import manual

from .running import Servoarm

ROOT = Path(__file__).parents[2]


def test_the_list_names_every_page_and_where_they_are(servoarm: Servoarm) -> None:
    ran = servoarm("docs")
    assert ran.code == 0
    listed = dict(line.split(maxsplit=1) for line in ran.out.splitlines())
    assert listed["flashing"] == "Putting the firmware on a board"
    assert listed["protocol"] == "The wire"
    assert len(listed) >= len(list((ROOT / "docs").glob("*.md")))
    assert str(ROOT) in ran.err


def test_a_page_is_printed_as_it_is(servoarm: Servoarm) -> None:
    ran = servoarm("docs", "flashing")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (ROOT / "docs" / "flashing.md").read_text("utf-8")


def test_json_has_the_page_and_its_place(servoarm: Servoarm) -> None:
    page = servoarm("docs", "protocol", "--json").json
    assert Path(page["path"]) == ROOT / "firmware" / "PROTOCOL.md"
    assert page["text"] == Path(page["path"]).read_text("utf-8")


def test_another_name_is_refused_with_those_that_there_are(servoarm: Servoarm) -> None:
    ran = servoarm("docs", "flashin")
    assert ran.code == 2
    assert "flashing" in ran.err


def test_without_a_manual_every_other_command_works(
    servoarm: Servoarm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manual, "__file__", str(tmp_path / "lib" / "servoarm" / "manual.py"))
    assert servoarm("fk", "30", "45").code == 0
    ran = servoarm("docs")
    assert ran.code == 3
    assert "Install servoarm again" in ran.err
