"""Framed lines, written from PROTOCOL.md alone."""

import zlib


def framed(sequence: int, text: str) -> bytes:
    """A line as a program sends it: `:SEQ TEXT*CRC`."""
    body = f"{sequence} {text}"
    return f":{body}*{zlib.crc32(body.encode()):08x}\n".encode()


def answers(data: bytes) -> list[str]:
    """The board's lines without their frames; a damaged one raises ValueError."""
    lines = []
    for line in data.decode("ascii").split("\n")[:-1]:
        if line.startswith(":"):
            body, _, crc = line[1:].rpartition("*")
            if zlib.crc32(body.encode()) != int(crc, 16):
                raise ValueError(f"a damaged line from the board: {line}")
            lines.append(body)
        else:
            lines.append(line)
    return lines
