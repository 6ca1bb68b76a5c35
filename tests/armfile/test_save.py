"""Saving an arm file: comments stay, nothing is lost, nothing is overwritten unasked."""

import errno
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.armfile import DEFAULT, ArmConfig, ArmFileError, load, loads, template

TEXT = """\
# My arm
[arm]
link1_mm = 120   # measured twice
rest_deg = [     # parked
  90.0,          # up
  -90.0,
]

[elbow]
"pulse_us" = [500, 2500]
travel_deg = 270.0
limits_deg = [-90.0, 90.0]   # cable!
zero_deg = 135.0
# the end
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "arm.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_saving_what_was_read_changes_no_byte(path: Path) -> None:
    file = load(path)
    file.save(path, file.config)
    assert path.read_text(encoding="utf-8") == TEXT


def test_only_changed_values_change(path: Path) -> None:
    file = load(path)
    elbow = replace(file.config.elbow, limits_deg=(-80.0, 90.0))
    file.save(path, replace(file.config, link1_mm=95.5, rest_deg=(45.0, -45.0), elbow=elbow))
    wanted = (
        TEXT.replace("link1_mm = 120 ", "link1_mm = 95.5 ")
        .replace("  90.0,   ", "  45.0,   ")
        .replace("  -90.0,\n", "  -45.0,\n")
        .replace("[-90.0, 90.0]", "[-80.0, 90.0]")
    )
    assert path.read_text(encoding="utf-8") == wanted


def test_a_key_or_section_that_the_file_lacks_is_added(path: Path) -> None:
    file = load(path)
    shoulder = replace(file.config.shoulder, direction=-1, zero_deg=225.0)
    saved = file.save(path, replace(file.config, shoulder=shoulder, port="COM3", frame_us=10000))
    assert load(path).config == saved.config
    assert saved.config.shoulder == shoulder
    text = path.read_text(encoding="utf-8")
    assert "[shoulder]" in text
    assert 'port = "COM3"' in text
    assert [line for line in TEXT.split("\n") if line not in text] == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize("overwrite", [True, False])
def test_what_is_no_regular_file_is_not_replaced(overwrite: bool, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with pytest.raises(ArmFileError, match="not a regular file"):
        template().save(pipe, DEFAULT, overwrite=overwrite)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="Windows says something else")
def test_a_name_too_long_for_the_disk_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArmFileError, match="File name too long"):
        template().save(tmp_path / ("n" * 300), DEFAULT)


def test_a_port_taken_back_is_removed(path: Path) -> None:
    file = load(path).save(path, replace(DEFAULT, port="COM3"))
    file.save(path, replace(DEFAULT, port=None))
    assert "port" not in path.read_text(encoding="utf-8")


def test_crlf_and_the_byte_order_mark_stay(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    file = load(path)
    file.save(path, replace(file.config, frame_us=10000))
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf# My arm\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert load(path).config.frame_us == 10000


@pytest.mark.parametrize(
    "text",
    [
        "arm.link1_mm = 50 # a\narm.link2_mm = 60",
        "arm = { link1_mm = 50, link2_mm = 60 } # a",
        "[board]\nframe_us = 10000\n[arm]\nlink1_mm = 50 # a",
    ],
)
def test_other_ways_to_write_it_stay_what_they_are(text: str, tmp_path: Path) -> None:
    saved = loads(text).save(tmp_path / "x.toml", replace(loads(text).config, link1_mm=55.0))
    assert saved.text == text.replace("50", "55.0")


def test_a_new_file_is_the_commented_template(tmp_path: Path) -> None:
    template().save(tmp_path / "new.toml", replace(DEFAULT, link1_mm=150.0))
    text = (tmp_path / "new.toml").read_text(encoding="utf-8")
    assert "link1_mm = 150.0              # shoulder axis to elbow axis" in text


@pytest.mark.parametrize("data", [b"", b"[arm\n", b"\xff", b"[arm]\nlink1_mm = 0\n"])
def test_an_empty_or_broken_file_is_not_overwritten_unasked(data: bytes, path: Path) -> None:
    path.write_bytes(data)
    with pytest.raises(ArmFileError, match="left as it is"):
        template().save(path, DEFAULT)
    assert path.read_bytes() == data
    template().save(path, DEFAULT, overwrite=True)
    assert load(path).config == DEFAULT


def test_what_another_program_changed_is_not_overwritten_unasked(path: Path) -> None:
    file = load(path)
    path.write_text(TEXT + "# by hand\n", encoding="utf-8")
    with pytest.raises(ArmFileError, match="changed by another program"):
        file.save(path, replace(file.config, link1_mm=1.0))
    assert path.read_text(encoding="utf-8") == TEXT + "# by hand\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_permissions_and_links_stay(path: Path, tmp_path: Path) -> None:
    path.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(path)
    load(link).save(link, DEFAULT)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert load(path).config == DEFAULT


def test_a_full_disk_leaves_the_old_file_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = load(path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ArmFileError, match="No space left on device"):
        file.save(path, replace(file.config, link1_mm=1.0))
    assert path.read_text(encoding="utf-8") == TEXT
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArmFileError, match="cannot write the arm file"):
        template().save(tmp_path / "nowhere" / "a.toml", DEFAULT)


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (lambda: replace(DEFAULT, link1_mm=0.0), "arm.link1_mm"),
        (lambda: replace(DEFAULT, rest_deg=(0.0, 200.0)), "arm.rest_deg"),
        (lambda: replace(DEFAULT, name=""), "arm.name"),
    ],
)
def test_a_configuration_that_no_board_takes_cannot_be_made(
    make: Callable[[], ArmConfig], key: str
) -> None:
    with pytest.raises(ArmFileError, match=f"^{key} is ") as caught:
        make()
    assert caught.value.key == key


lengths = st.floats(0.001, 1_000_000)
centi = st.integers(-13500, 13500).map(lambda value: value / 100)


@given(
    st.builds(
        lambda name, link1, link2, rest, port, pin, watchdog: replace(
            DEFAULT,
            name=name,
            link1_mm=link1,
            link2_mm=link2,
            rest_deg=(abs(rest), rest),
            port=port,
            elbow=replace(DEFAULT.elbow, pin=pin),
            watchdog_ms=watchdog,
        ),
        st.text("aä腕\\\"'# ", min_size=1).filter(lambda name: name.strip() != ""),
        lengths,
        lengths,
        centi,
        st.none() | st.sampled_from(["COM3", "/dev/ttyUSB0", "C:\\x", "mock://?drop=0.1"]),
        st.integers(10, 99),
        st.sampled_from([0, 100, 60000]),
    )
)
def test_any_configuration_comes_back_as_it_was_saved(config: ArmConfig) -> None:
    from servoarm.armfile.edit import edited

    for start in (template(), loads(TEXT), loads("# nothing\n")):
        assert loads(edited(start.text, start.config, config)).config == config
