"""Drive the arm without the package servoarm: all that it does is in firmware/PROTOCOL.md.

    python examples/plain_client.py PORT FROM1 FROM2 TO1 TO2

Angles are hundredths of a degree, e.g. 9000 -9000. FROM is where the arm stands now.
Ctrl-C stops the arm.
"""

import random
import sys
import time
from zlib import crc32

import serial

RETRY = {"1", "2", "3", "4", "20"}  # damaged on the way, late, busy


class Client:
    """One request at a time; each waits for its answer."""

    def __init__(self, url: str) -> None:
        self.port = serial.serial_for_url(url, 115200, timeout=0.05, write_timeout=1)
        self.sequence, self.pending = 0, b""
        booted = time.monotonic() + 4.5
        while time.monotonic() < booted and not self.read_line().startswith("servoarm "):
            pass
        self.request(f"hello 1 {random.randrange(65536)}")

    def read_line(self) -> str:
        """A whole line; of a framed one what its checksum covers. Empty: nothing good has come."""
        self.pending += self.port.readline()
        if not self.pending.endswith(b"\n"):
            return ""
        line, self.pending = self.pending.strip().decode("ascii", "replace"), b""
        _, colon, frame = line.rpartition(":")
        body, _, crc = frame.rpartition("*")
        if colon:
            return body if crc == f"{crc32(body.encode()):08x}" else ""
        return line

    def request(self, text: str) -> list[str]:
        """Send until it is answered, each time under a new number; return the words behind ok."""
        give_up = time.monotonic() + 1.5
        while time.monotonic() < give_up:
            self.sequence = (self.sequence + 1) % 65536
            body = f"{self.sequence} {text}"
            self.port.write(f":{body}*{crc32(body.encode()):08x}\n".encode())
            again = time.monotonic() + 0.25
            while time.monotonic() < again:
                number, _, answer = self.read_line().partition(" ")
                kind, *words = answer.split(" ")
                if number == "servoarm":
                    raise SystemExit("the board was reset: it does not know where the arm is")
                if number == str(self.sequence) and kind == "ok":
                    return words
                if number in (str(self.sequence), "-") and kind == "err":
                    if words[0] not in RETRY:
                        raise SystemExit(f"{text}: {' '.join(words)}")
                    time.sleep(0.05)
                    break
        raise SystemExit(f"{text}: no answer")


def main() -> None:
    """Attach, move, tell where the arm is, and give the board back."""
    client = Client(sys.argv[1])
    first, last = sys.argv[2:4], sys.argv[4:6]
    try:
        client.request("pose " + " ".join(first))
        client.request("attach")
        client.request("move " + " ".join(last))
        while (status := client.request("status"))[0] == "moving":
            print(f"at {status[1]} {status[2]}")
            time.sleep(0.1)
        print("arrived" if status[0] == "holding" and status[1:3] == last else f"it is {status[0]}")
    except KeyboardInterrupt:
        client.port.write(b"!")
    finally:
        client.request("open")


if __name__ == "__main__":
    main()
