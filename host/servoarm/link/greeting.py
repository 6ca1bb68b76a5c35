"""Who is at the other end? What comes while hello goes unanswered, and what error it makes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from servoarm.errors import FirmwareKind, LinkError, NoAnswer, UnreadableAnswer, WrongFirmware
from servoarm.wire.codec import PROTOCOL
from servoarm.wire.error_table import ErrorCode
from servoarm.wire.messages import Banner, Err, Message, Ok, Unreadable

_NOISE_SHARE = 0.2
_MAX_QUOTED = 40
# the beginning of an answer to hello, which no version may change
_HELLO_BEGINS = re.compile(r"ok servoarm \S+ protocol (\d{1,5})\.(\d{1,5})(?![^ ])")
# not a banner or a framed answer that was damaged on its way
_NAME_ALONE = re.compile(r"(ok )?servoarm(?!.*(proto|[:*\ufffd]))")


@dataclass(slots=True)
class Evidence:
    """What the port has said so far; `as_error` makes an error of it."""

    url: str
    baud: int
    bytes_seen: int = 0
    bytes_noise: int = 0
    banners: int = 0
    protocol: tuple[int, int] | None = None
    certain: bool = False
    named: bool = False
    damaged: bool = False
    first_text: str = ""

    def note_bytes(self, data: bytes) -> None:
        """Count bytes, and those that are no text."""
        self.bytes_seen += len(data)
        self.bytes_noise += sum(not (0x20 <= byte < 0x7F or byte in b"\r\n\t") for byte in data)

    def note(self, message: Message) -> None:
        """Take in one line."""
        if isinstance(message, Banner):
            self.banners += 1
            self.protocol = message.protocol
        elif isinstance(message, Err) and message.code == ErrorCode.PROTOCOL_VERSION:
            self._note_version(re.match(r"(\d{1,5}) (\d{1,5})\b", " ".join(message.words)))
            self.certain = message.framed and self.protocol not in (None, PROTOCOL)
        elif isinstance(message, Ok):
            self._note_version(_HELLO_BEGINS.match("ok " + " ".join(message.words)))
            self.certain = self.protocol is not None and self.protocol[0] != PROTOCOL[0]
        elif isinstance(message, Unreadable):
            text = message.line.decode("ascii", "replace")
            self._note_version(_HELLO_BEGINS.match(text))
            self.named = self.named or bool(_NAME_ALONE.match(text))
            self.damaged = self.damaged or ("servoarm" in text and not self.named)
            if not self.first_text and text.isprintable() and "\ufffd" not in text:
                self.first_text = text.strip()[:_MAX_QUOTED]

    def _note_version(self, found: re.Match[str] | None) -> None:
        if found is not None:
            self.protocol = (int(found[1]), int(found[2]))

    def as_error(self, timeout_s: float) -> LinkError:
        """The error for a hello that was not answered as it should be in `timeout_s`."""
        if self.protocol is not None and (self.certain or self.protocol[0] != PROTOCOL[0]):
            return self._wrong_version(self.protocol)
        if self.named:
            return WrongFirmware("no version", self.url)
        if self.protocol is not None or self.damaged:
            return NoAnswer("damaged", self.url, timeout_s)
        if self.bytes_seen == 0:
            return NoAnswer("silent", self.url, timeout_s)
        if self.bytes_noise > _NOISE_SHARE * self.bytes_seen:
            return UnreadableAnswer(port=self.url, timeout_s=timeout_s, baud=self.baud)
        return WrongFirmware("another sketch", self.url, said=self.first_text)

    def _wrong_version(self, protocol: tuple[int, int]) -> WrongFirmware:
        theirs, ours = (".".join(map(str, version)) for version in (protocol, PROTOCOL))
        kind: FirmwareKind = "older" if protocol < PROTOCOL else "newer"
        return WrongFirmware(kind, self.url, theirs=theirs, ours=ours)
