"""The board's errors: code, name, and what to tell a person.

Generated from firmware/errors.csv by tools/generate_errors.py; edit that.
"""

# ruff: noqa: E501

from __future__ import annotations

from typing import NamedTuple


class ErrorWords(NamedTuple):
    """Name on the wire, and the words for it in English and Japanese."""

    name: str
    english: str
    japanese: str


ERRORS: dict[int, ErrorWords] = {
    1: ErrorWords(
        "line-too-long",
        "The line was longer than 60 bytes. Send one command a line.",
        "1行が60バイトを超えています。1行に1つの命令を送ってください。",
    ),
    2: ErrorWords(
        "bad-character",
        "The line held a byte that is not plain text. Check the cable and the baud rate.",
        "文字でないバイトが行に含まれています。ケーブルとボーレートを確認してください。",
    ),
    3: ErrorWords(
        "bad-checksum",
        "The line was damaged on its way (checksum). It was not obeyed; send it again.",
        "行が途中で壊れました(チェックサム)。実行されていません。もう一度送ってください。",
    ),
    4: ErrorWords(
        "stale-sequence",
        "The line came twice or too late. It was not obeyed.",
        "行が二重または遅れて届きました。実行されていません。",
    ),
    5: ErrorWords(
        "no-session",
        "The board was reset or opened by hand. Say hello first.",
        "ボードがリセットされたか、手動に切り替えられました。先に hello を送ってください。",
    ),
    6: ErrorWords(
        "host-connected",
        "A program drives the arm. Type open to take over.",
        "プログラムがアームを操作中です。手動で操作するには open と入力してください。",
    ),
    7: ErrorWords(
        "unknown-verb",
        "The board does not know this command.",
        "この命令はありません。",
    ),
    8: ErrorWords(
        "bad-number",
        "A number is not a whole number, or is too large.",
        "整数でない、または大きすぎる数値があります。",
    ),
    9: ErrorWords(
        "wrong-count",
        "The command has too few or too many numbers.",
        "数値の個数が合いません。",
    ),
    10: ErrorWords(
        "out-of-range",
        "A number is outside what the command allows.",
        "数値が許される範囲の外です。",
    ),
    11: ErrorWords(
        "shoulder-limit",
        "The shoulder's limits do not allow this angle. The arm keeps its pose.",
        "肩の可動範囲の外です。アームは動きません。",
    ),
    12: ErrorWords(
        "elbow-limit",
        "The elbow's limits do not allow this angle. The arm keeps its pose.",
        "肘の可動範囲の外です。アームは動きません。",
    ),
    13: ErrorWords(
        "relaxed",
        "The arm is relaxed. Attach it first.",
        "アームは脱力しています。先に attach してください。",
    ),
    14: ErrorWords(
        "pose-unknown",
        "The board does not know where the arm stands. Say pose first.",
        "アームの姿勢が分かりません。先に pose で知らせてください。",
    ),
    15: ErrorWords(
        "attached",
        "The arm holds. Relax it first.",
        "アームは保持中です。先に relax してください。",
    ),
    16: ErrorWords(
        "moving",
        "The arm is moving. Wait or stop it first.",
        "アームは動作中です。止まるまで待つか、stop してください。",
    ),
    17: ErrorWords(
        "bad-settings",
        "The settings contradict each other (limits and servo travel, pins, or frame). Mend the arm file.",
        "設定が矛盾しています(可動範囲とサーボの回転範囲、ピン、フレーム)。アームファイルを直してください。",
    ),
    18: ErrorWords(
        "protocol-version",
        "The board speaks another version of the protocol. Flash the matching firmware.",
        "プロトコルの版が違います。対応するファームウェアを書き込んでください。",
    ),
    19: ErrorWords(
        "fault",
        "The board stopped the pulses because one was outside its servo's range. Relax, then check the settings.",
        "パルスが範囲外になるため停止しました。relax してから設定を確認してください。",
    ),
    20: ErrorWords(
        "busy",
        "The board is still storing its settings. Try again in a second.",
        "設定を保存中です。1秒後にやり直してください。",
    ),
    21: ErrorWords(
        "queue-full",
        "The setpoint queue is full. Wait for free places.",
        "設定点の待ち行列が一杯です。空きを待ってください。",
    ),
    22: ErrorWords(
        "too-fast",
        "The setpoint is further from the last than the speed limit allows.",
        "前の設定点から遠すぎ、速度の上限を超えます。",
    ),
    23: ErrorWords(
        "not-streaming",
        "No stream is open. Say stream first.",
        "ストリームが開かれていません。先に stream を送ってください。",
    ),
}
