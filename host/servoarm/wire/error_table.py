"""The board's errors: code, name, and what to tell a person.

Generated from firmware/errors.csv by tools/generate_errors.py; edit that.
"""

# ruff: noqa: E501

from __future__ import annotations

import enum
from typing import NamedTuple


class ErrorCode(enum.IntEnum):
    """Why the board refuses a line."""

    LINE_TOO_LONG = 1
    BAD_CHARACTER = 2
    BAD_CHECKSUM = 3
    STALE_SEQUENCE = 4
    NO_SESSION = 5
    HOST_CONNECTED = 6
    UNKNOWN_VERB = 7
    BAD_NUMBER = 8
    WRONG_COUNT = 9
    OUT_OF_RANGE = 10
    SHOULDER_LIMIT = 11
    ELBOW_LIMIT = 12
    RELAXED = 13
    POSE_UNKNOWN = 14
    ATTACHED = 15
    MOVING = 16
    BAD_SETTINGS = 17
    PROTOCOL_VERSION = 18
    FAULT = 19
    BUSY = 20
    QUEUE_FULL = 21
    TOO_FAST = 22
    NOT_STREAMING = 23


class ErrorWords(NamedTuple):
    """Name on the wire, and the words for it in English and Japanese."""

    name: str
    english: str
    japanese: str


ERRORS: dict[int, ErrorWords] = {
    ErrorCode.LINE_TOO_LONG: ErrorWords(
        "line-too-long",
        "The line was longer than 60 bytes. Send one command a line.",
        "1行が60バイトを超えています。1行に1つの命令を送ってください。",
    ),
    ErrorCode.BAD_CHARACTER: ErrorWords(
        "bad-character",
        "The line held a byte that is not plain text. Check the cable and the baud rate.",
        "文字でないバイトが行に含まれています。ケーブルとボーレートを確認してください。",
    ),
    ErrorCode.BAD_CHECKSUM: ErrorWords(
        "bad-checksum",
        "The line was damaged on its way (checksum). It was not obeyed; send it again.",
        "行が途中で壊れました(チェックサム)。実行されていません。もう一度送ってください。",
    ),
    ErrorCode.STALE_SEQUENCE: ErrorWords(
        "stale-sequence",
        "The line came twice or too late. It was not obeyed.",
        "行が二重または遅れて届きました。実行されていません。",
    ),
    ErrorCode.NO_SESSION: ErrorWords(
        "no-session",
        "The board was reset or opened by hand. Say hello first.",
        "ボードがリセットされたか、手動に切り替えられました。先に hello を送ってください。",
    ),
    ErrorCode.HOST_CONNECTED: ErrorWords(
        "host-connected",
        "A program drives the arm. Type open to take over.",
        "プログラムがアームを操作中です。手動で操作するには open と入力してください。",
    ),
    ErrorCode.UNKNOWN_VERB: ErrorWords(
        "unknown-verb",
        "The board does not know this command.",
        "この命令はありません。",
    ),
    ErrorCode.BAD_NUMBER: ErrorWords(
        "bad-number",
        "A number is not a whole number, or is too large.",
        "整数でない、または大きすぎる数値があります。",
    ),
    ErrorCode.WRONG_COUNT: ErrorWords(
        "wrong-count",
        "The command has too few or too many numbers.",
        "数値の個数が合いません。",
    ),
    ErrorCode.OUT_OF_RANGE: ErrorWords(
        "out-of-range",
        "A number is outside what the command allows.",
        "数値が許される範囲の外です。",
    ),
    ErrorCode.SHOULDER_LIMIT: ErrorWords(
        "shoulder-limit",
        "The shoulder's limits do not allow this angle. The arm keeps its pose.",
        "肩の可動範囲の外です。アームは動きません。",
    ),
    ErrorCode.ELBOW_LIMIT: ErrorWords(
        "elbow-limit",
        "The elbow's limits do not allow this angle. The arm keeps its pose.",
        "肘の可動範囲の外です。アームは動きません。",
    ),
    ErrorCode.RELAXED: ErrorWords(
        "relaxed",
        "The arm is relaxed. Attach it first.",
        "アームは脱力しています。先に attach してください。",
    ),
    ErrorCode.POSE_UNKNOWN: ErrorWords(
        "pose-unknown",
        "The board does not know where the arm stands. Say pose first.",
        "アームの姿勢が分かりません。先に pose で知らせてください。",
    ),
    ErrorCode.ATTACHED: ErrorWords(
        "attached",
        "The arm holds. Relax it first.",
        "アームは保持中です。先に relax してください。",
    ),
    ErrorCode.MOVING: ErrorWords(
        "moving",
        "The arm is moving. Wait or stop it first.",
        "アームは動作中です。止まるまで待つか、stop してください。",
    ),
    ErrorCode.BAD_SETTINGS: ErrorWords(
        "bad-settings",
        "The settings contradict each other (limits and servo travel, or pins). Mend the arm file.",
        "設定が矛盾しています(可動範囲とサーボの回転範囲、ピン)。アームファイルを直してください。",
    ),
    ErrorCode.PROTOCOL_VERSION: ErrorWords(
        "protocol-version",
        "The board speaks another version of the protocol. Flash the matching firmware.",
        "プロトコルの版が違います。対応するファームウェアを書き込んでください。",
    ),
    ErrorCode.FAULT: ErrorWords(
        "fault",
        "The board stopped the pulses because one was outside its servo's range. Relax, then check the settings.",
        "パルスが範囲外になるため停止しました。relax してから設定を確認してください。",
    ),
    ErrorCode.BUSY: ErrorWords(
        "busy",
        "The board is still storing its settings. Try again in a second.",
        "設定を保存中です。1秒後にやり直してください。",
    ),
    ErrorCode.QUEUE_FULL: ErrorWords(
        "queue-full",
        "The setpoint queue is full. Wait for free places.",
        "設定点の待ち行列が一杯です。空きを待ってください。",
    ),
    ErrorCode.TOO_FAST: ErrorWords(
        "too-fast",
        "The setpoint is further from the last than the speed limit allows.",
        "前の設定点から遠すぎ、速度の上限を超えます。",
    ),
    ErrorCode.NOT_STREAMING: ErrorWords(
        "not-streaming",
        "No stream is open. Say stream first.",
        "ストリームが開かれていません。先に stream を送ってください。",
    ),
}
