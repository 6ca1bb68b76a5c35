"""The wire's codec against peers in the same run: time a message, and what damage does.

    python benchmarks/codec.py

Peers: the lines of a usual sketch (`90.00,-45.00`), and Firmata's three-byte messages, both as
small as they can be written. The board's side is measured in the firmware's tests.
"""

import random
import time
from collections.abc import Callable
from zlib import crc32

from servoarm.wire.codec import LineSplitter, decode, encode
from servoarm.wire.messages import StatusReport

Pose = tuple[int, int]
MESSAGES = 50_000
DAMAGED = 100_000
POSE: Pose = (9000, -4500)


def sketch_encode(pose: Pose) -> bytes:
    """Degrees as text, as most sketches read them."""
    return f"{pose[0] / 100:.2f},{pose[1] / 100:.2f}\n".encode()


def sketch_decode(data: bytes) -> list[Pose]:
    """All poses in the data; a line that is none is skipped."""
    poses = []
    for line in data.split(b"\n"):
        try:
            theta1, theta2 = line.split(b",")
            poses.append((round(float(theta1) * 100), round(float(theta2) * 100)))
        except ValueError:
            continue
    return poses


def firmata_encode(pose: Pose) -> bytes:
    """Two analog messages of 14 bits, for pins 9 and 10."""
    data = b""
    for pin, angle in zip((9, 10), pose, strict=True):
        value = angle // 10 + 3600
        data += bytes((0xE0 | pin, value & 0x7F, value >> 7))
    return data


def firmata_decode(data: bytes) -> list[Pose]:
    """All poses in the data: a pose whenever pin 10 has been told."""
    poses, values, at = [], {9: 0, 10: 0}, 0
    while at + 2 < len(data):
        if data[at] & 0xF0 == 0xE0 and not (data[at + 1] | data[at + 2]) & 0x80:
            pin = data[at] & 0x0F
            values[pin] = (data[at + 1] | data[at + 2] << 7) * 10 - 36000
            at += 3
            if pin == 10:
                poses.append((values[9], values[10]))
        else:
            at += 1
    return poses


def our_status(pose: Pose) -> bytes:
    """A status line of the board."""
    body = f"- status moving {pose[0]} {pose[1]} {pose[0]} {pose[1]} 3000 1667 0 33".encode()
    return b":%b*%08x\n" % (body, crc32(body))


def our_decode(data: bytes) -> list[Pose]:
    """All poses in the data."""
    messages = map(decode, LineSplitter().feed(data))
    return [message.theta_cdeg for message in messages if isinstance(message, StatusReport)]


def spoil(data: bytes, rng: random.Random) -> bytes:
    """One fault: a byte dropped, inserted or flipped, a burst, a cut, a swap, a repeat."""
    line = bytearray(data)
    at = rng.randrange(len(line) - 1)
    kind = rng.choice(("drop", "insert", "flip", "burst", "cut", "swap", "repeat"))
    if kind == "drop":
        del line[at]
    elif kind == "insert":
        line.insert(at, rng.randrange(256))
    elif kind == "flip":
        line[at] ^= 1 << rng.randrange(8)
    elif kind == "burst":
        for place in range(at, min(at + 4, len(line))):
            line[place] = rng.randrange(256)
    elif kind == "cut":
        del line[at:]
    elif kind == "swap":
        line[at], line[at + 1] = line[at + 1], line[at]
    else:
        line[at:at] = line[at : at + rng.randrange(1, 6)]
    return bytes(line)


def per_second(call: Callable[[], object]) -> float:
    """Calls a second, best of three rounds."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(MESSAGES):
            call()
        best = min(best, time.perf_counter() - start)
    return MESSAGES / best


def damage(encoded: bytes, good: bytes, read: Callable[[bytes], list[Pose]]) -> tuple[float, float]:
    """Percent of damaged messages that give a wrong pose; percent whose good successor is lost."""
    rng = random.Random(2)
    wrong = lost = 0
    right = read(encoded)[0], read(good)[0]
    for _ in range(DAMAGED):
        poses = read(spoil(encoded, rng) + good)
        wrong += any(pose not in right for pose in poses)
        lost += right[1] not in poses[-1:]
    return 100 * wrong / DAMAGED, 100 * lost / DAMAGED


def main() -> None:
    """Print the table."""
    later: Pose = (3000, 6000)
    ours, sketch, firmata = our_status(POSE), sketch_encode(POSE), firmata_encode(POSE)
    rows = [
        (
            "servoarm",
            per_second(lambda: encode(7, "move", *POSE)),
            per_second(lambda: decode(ours[:-1])),
            damage(ours, our_status(later), our_decode),
        ),
        (
            "text sketch",
            per_second(lambda: sketch_encode(POSE)),
            per_second(lambda: sketch_decode(sketch)),
            damage(sketch, sketch_encode(later), sketch_decode),
        ),
        (
            "Firmata style",
            per_second(lambda: firmata_encode(POSE)),
            per_second(lambda: firmata_decode(firmata)),
            damage(firmata, firmata_encode(later), firmata_decode),
        ),
    ]
    print(f"{'':15}{'encode/s':>12}{'ratio':>7}{'decode/s':>12}{'ratio':>7}", end="")
    print(f"{'wrong pose':>12}{'next lost':>12}   ({DAMAGED} damaged messages)")
    for name, encoded, decoded, (wrong, lost) in rows:
        print(f"{name:15}{encoded:12,.0f}{encoded / rows[0][1]:7.2f}", end="")
        print(f"{decoded:12,.0f}{decoded / rows[0][2]:7.2f}{wrong:11.3f}%{lost:11.3f}%")
    line_limit = 115200 / 10 / len(encode(60000, "move", *POSE))
    print(f"The line at 115200 baud carries {line_limit:.0f} moves/s.")


if __name__ == "__main__":
    main()
