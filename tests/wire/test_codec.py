"""Lines and messages: against the vectors that the firmware's tests read too, and against noise."""

from __future__ import annotations

import csv
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.wire.codec import (
    MAX_REPLY_BYTES,
    LineSplitter,
    decode,
    encode,
    hello_answer,
    status_report,
)
from servoarm.wire.messages import Banner, Err, Flags, Ok, State, StatusReport, Unreadable

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "data" / "cases"

with (ROOT / "firmware" / "vectors.csv").open(encoding="utf-8", newline="") as stream:
    VECTORS = list(csv.DictReader(stream))
FRAMES = [row for row in VECTORS if row["kind"] == "frame"]
DAMAGED = [
    row["text"].encode("latin-1")
    for row in VECTORS
    if row["kind"] == "strict" and row["expected"] == "bad-checksum"
]


def framed(body: str) -> bytes:
    return f":{body}*{crc32(body.encode()):08x}".encode()


STATUS = framed("- status moving 9000 -9000 4500 -1000 3000 1667 0 33")


@pytest.mark.parametrize("row", FRAMES, ids=lambda row: row["text"])
def test_a_request_is_framed_as_in_the_shared_vectors(row: dict[str, str]) -> None:
    verb, *words = row["text"].split()
    if verb in ("ok", "err"):
        message = decode(row["expected"].encode())
        assert isinstance(message, Ok | Err)
        assert message.seq == int(row["seq"])
    else:
        line = encode(int(row["seq"]), verb, *map(int, words))
        assert line == row["expected"].encode() + b"\n"


@pytest.mark.parametrize("line", DAMAGED, ids=repr)
def test_a_damaged_frame_of_the_shared_vectors_is_unreadable(line: bytes) -> None:
    assert isinstance(decode(line), Unreadable)


@pytest.mark.parametrize("seq", [-1, 65536])
def test_a_sequence_number_that_does_not_fit_is_refused(seq: int) -> None:
    with pytest.raises(ValueError, match=r"0\.\.65535"):
        encode(seq, "status")


@pytest.mark.parametrize("number", [1.0, True, "1"])
def test_nothing_but_whole_numbers_goes_out(number: object) -> None:
    with pytest.raises(ValueError, match="whole number"):
        encode(1, "move", number)  # type: ignore[arg-type]


def test_a_line_longer_than_the_wire_allows_is_refused() -> None:
    with pytest.raises(ValueError, match="60"):
        encode(65535, "servo", *[-1234567] * 6)


def test_a_status_line_becomes_a_report() -> None:
    assert decode(STATUS) == StatusReport(
        State.MOVING, 9000, -9000, 4500, -1000, 3000, 1667, 0, Flags.POSE_KNOWN | Flags.STRICT
    )


def test_a_reply_carries_its_sequence_number_and_words() -> None:
    assert decode(framed("7 ok frame 20000")) == Ok(7, ("frame", "20000"))
    expected = Err(7, 11, "shoulder-limit", (), framed=True)
    assert decode(framed("7 err 11 shoulder-limit")) == expected
    assert decode(framed("- err 3 bad-checksum")) == Err(None, 3, "bad-checksum", (), framed=True)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("7 err 13 relaxed", Err(7, 13, "relaxed", (), True)),
        ("7 err 18 protocol-version 1 0", Err(7, 18, "protocol-version", ("1", "0"), True)),
        ("- err 3 bad-checksum", Err(None, 3, "bad-checksum", (), True)),
    ],
)
def test_a_refusal_has_code_name_and_what_is_told_with_it(body: str, expected: Err) -> None:
    assert decode(framed(body)) == expected


@pytest.mark.parametrize("body", ["7 err", "7 err 13", "7 err x relaxed"])
def test_a_refusal_without_code_or_name_is_unreadable(body: str) -> None:
    assert isinstance(decode(framed(body)), Unreadable)


def test_an_open_answer_counts_only_where_it_tells_that_the_session_is_gone() -> None:
    assert decode(b"err 5 no-session") == Err(None, 5, "no-session", (), framed=False)
    assert isinstance(decode(b"ok"), Unreadable)
    assert isinstance(decode(b"status moving 1 2 3 4 5 6 7 8"), Unreadable)


@pytest.mark.parametrize("before", [b"", b"\xf0\xff\xfe", b"17\xff 3", STATUS[:20], STATUS[:1]])
def test_the_banner_is_found_behind_noise_and_lines_cut_short(before: bytes) -> None:
    line = before + b"servoarm 0.1.0 protocol 1.0 reset brownout and more"
    assert decode(line) == Banner("0.1.0", (1, 0), "brownout")


def test_fields_added_by_a_later_version_are_not_in_the_way() -> None:
    words = "servoarm 0.2.0 protocol 1.4 frame 20000 queue 8 settings 1ce89db7 stored reset power x"
    hello = hello_answer(tuple(words.split()))
    assert hello is not None
    assert (hello.protocol, hello.settings_hash, hello.reset) == ((1, 4), 0x1CE89DB7, "power")
    assert status_report(["holding", "1", "2", "3", "4", "5", "6", "7", "33", "99"]) is not None


def test_status_lines_with_question_marks_are_all_unreadable() -> None:
    lines = (CASES / "R29_question_mark.bin").read_bytes().replace(b"POS ", b"status holding ")
    messages = [decode(line) for line in LineSplitter().feed(lines)]
    assert [type(message) for message in messages] == [Unreadable] * 6


@pytest.mark.parametrize(
    "numbers",
    ["? ? 0 0 0 0 0 0", "4500 ? 0 0 0 0 0 0", "4500  0 0 0 0 0 0 0", "45 30", "45.0 0 0 0 0 0 0 0"],
)
def test_not_even_a_right_checksum_makes_a_status_of_question_marks(numbers: str) -> None:
    assert isinstance(decode(framed(f"- status holding {numbers}")), Unreadable)


def test_noise_without_a_line_end_does_not_grow() -> None:
    noise = (CASES / "R32_wrong_baud.bin").read_bytes()
    splitter = LineSplitter()
    for _ in range(1000):
        assert all(isinstance(decode(line), Unreadable) for line in splitter.feed(noise))
        assert len(splitter.pending) <= MAX_REPLY_BYTES
    assert splitter.feed(STATUS + b"\n")[-1].endswith(STATUS)


@pytest.mark.parametrize("size", [1, 7, 120, 1000])
def test_behind_an_overlong_line_that_lost_its_end_the_next_one_counts(size: int) -> None:
    noise = b"x" * 300
    stream = noise + framed("7 ok") + b"\n" + noise + b"\n" + framed("8 ok") + b"\n"
    splitter, lines = LineSplitter(), []
    for start in range(0, len(stream), size):
        lines += splitter.feed(stream[start : start + size])
    messages = [decode(line) for line in lines]
    assert [message for message in messages if isinstance(message, Ok)] == [Ok(7, ()), Ok(8, ())]
    assert len(messages) == 3


@given(st.lists(st.binary(max_size=300)))
def test_any_bytes_in_any_pieces_give_messages_and_no_exception(pieces: list[bytes]) -> None:
    splitter = LineSplitter()
    for piece in pieces:
        for line in splitter.feed(piece):
            assert len(line) <= MAX_REPLY_BYTES
            decode(line)
    assert len(splitter.pending) <= MAX_REPLY_BYTES


@given(st.lists(st.integers(1, 40)), st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_lines_do_not_depend_on_how_the_bytes_come(cuts: list[int], end: bytes) -> None:
    stream = end.join(
        [STATUS, b"", framed("1 ok"), b"servoarm 0.1.0 protocol 1.0 reset power", b""]
    )
    whole = LineSplitter().feed(stream)
    splitter, lines = LineSplitter(), []
    for cut in cuts:
        lines += splitter.feed(stream[:cut])
        stream = stream[cut:]
    lines += splitter.feed(stream)
    assert lines == whole


@given(st.binary(max_size=400).filter(lambda noise: b"\n" not in noise and b"\r" not in noise))
def test_the_line_after_one_that_lost_its_end_still_counts(noise: bytes) -> None:
    lines = LineSplitter().feed(noise + STATUS + b"\n")
    assert decode(lines[-1]) == decode(STATUS)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A status line with a byte flipped, dropped, inserted or doubled, or its end cut off."""
    line = bytearray(STATUS)
    at = draw(st.integers(0, len(line) - 1))
    kind = draw(st.sampled_from(["flip", "drop", "insert", "double", "cut"]))
    if kind == "flip":
        line[at] ^= 1 << draw(st.integers(0, 7))
    elif kind == "drop":
        del line[at]
    elif kind == "insert":
        line.insert(at, draw(st.integers(0, 255)))
    elif kind == "double":
        line.insert(at, line[at])
    else:
        del line[at:]
    return bytes(line)


@given(damaged())
def test_a_damaged_status_never_becomes_another_pose(line: bytes) -> None:
    for piece in LineSplitter().feed(line + b"\n"):
        message = decode(piece)
        assert message == decode(STATUS) or not isinstance(message, StatusReport)
