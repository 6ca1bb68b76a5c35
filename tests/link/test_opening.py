"""Whatever goes wrong at opening and listing ports is one of our errors, with its remedy."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial import rfc2217
from serial.tools import list_ports

from servoarm import Arm, LinkError
from servoarm.errors import NoBoard
from servoarm.link import ports as ports_module
from servoarm.link.ports import MOCK_URL, only_board, serial_ports
from servoarm.link.ports import ports as all_ports
from servoarm.link.transport import open_port

from ..mock.boards import brisk_arm, fresh_board

HOST = Path(__file__).parents[2] / "host"


@pytest.mark.parametrize(
    "url",
    [
        "hwgrep://(",
        "hwgrep://nothing-like-this",
        "alt://mock?class=Nothing",
        "spy:///dev/nowhere?file=/nowhere/at/all",
        "socket://",
        "socket://\udcff:1",
        "rfc2217://nowhere.invalid:x",
        "rfc2217://127.0.0.1:9?logging=loud",
        "nothing://at-all",
        "/dev/\udcff\udcfe",
        "\0",
        "mock://?drop=often",
        "",
        " ",
    ],
)
def test_a_port_that_cannot_be_is_an_error_with_a_remedy(url: str) -> None:
    with pytest.raises(LinkError) as error:
        open_port(url)
    assert error.value.message
    assert error.value.remedy


def test_whatever_a_handler_raises_is_one_of_our_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise LookupError("of its own kind")

    monkeypatch.setattr(serial, "serial_for_url", broken)
    with pytest.raises(NoBoard, match="of its own kind"):
        open_port("anything://")


@pytest.fixture
def over_the_network() -> Iterator[tuple[str, str]]:
    """A mock board behind a server of pyserial's, and the URLs of both."""
    board, _ = fresh_board()
    port = serial.serial_for_url(board, baudrate=115200, timeout=0.02)
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        connection, _ = listening.accept()
        with connection:
            manager = rfc2217.PortManager(port, SimpleNamespace(write=connection.sendall))
            connection.settimeout(0.01)
            while not over.is_set():
                try:
                    received = connection.recv(1024)
                except TimeoutError:
                    received = None
                if received == b"":
                    return
                if received:
                    port.write(b"".join(manager.filter(received)))
                if waiting := port.in_waiting:
                    connection.sendall(b"".join(manager.escape(port.read(waiting))))

    server = threading.Thread(target=serve)
    server.start()
    yield f"rfc2217://127.0.0.1:{listening.getsockname()[1]}", board
    over.set()
    server.join(5.0)
    listening.close()
    port.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # pyserial's
def test_an_arm_behind_an_rfc2217_server_is_driven(over_the_network: tuple[str, str]) -> None:
    with Arm.open(over_the_network[0], brisk_arm(), timeout_s=10.0) as arm:
        arm.attach(90, -90)
        assert arm.move_joints(100, -90).theta1_deg == 100


def test_a_port_lister_that_raises_leaves_the_mock_and_says_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("the registry cannot be read")

    monkeypatch.setattr(list_ports, "comports", broken)
    assert [port.device for port in all_ports()] == [MOCK_URL]
    assert "the registry cannot be read" in caplog.text
    with pytest.raises(NoBoard, match="cannot be listed") as error:
        only_board()
    assert "Name the port" in error.value.remedy
    with pytest.raises(NoBoard, match="There is no port"):
        open_port("/dev/nowhere")


def listed(device: str, hwid: str, vid: int | None = None) -> SimpleNamespace:
    return SimpleNamespace(
        device=device, description="", hwid=hwid, vid=vid, pid=vid, serial_number=None
    )


def test_built_in_ports_come_after_the_mock(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        listed("/dev/ttyS0", "PNP0501"),
        listed("/dev/ttyS4", "n/a"),
        listed("COM1", "ACPI\\PNP0501\\1"),
        listed("/dev/ttyAMA0", "fe201000.serial"),
        listed("/dev/ttyUSB0", "USB VID:PID=1A86:7523", 0x1A86),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    in_order = [port.device for port in all_ports()]
    assert in_order[:3] == ["/dev/ttyUSB0", "/dev/ttyAMA0", MOCK_URL]
    assert set(in_order[3:]) == {"/dev/ttyS0", "/dev/ttyS4", "COM1"}
    assert only_board() == "/dev/ttyUSB0"
    monkeypatch.setattr(list_ports, "comports", lambda: found[:-1])
    assert all_ports()[1].device == MOCK_URL
    with pytest.raises(NoBoard, match="No board"):
        only_board()


FOREIGN = {
    "a file of one's own": ("serial.py", "print('hello')\n"),
    "a file that uses this package": (
        "serial.py",
        "from servoarm import Arm\nArm.open('mock://')\n",
    ),
    "a file that fails": ("serial.py", "raise SystemExit\n"),
    "the package of that name": ("serial/__init__.py", "from .model import Model\n"),
}


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("command", ["status --port mock://", "ports", "joints 90 -90"])
def test_a_foreign_package_named_serial_is_named_with_its_path(
    kind: str, command: str, tmp_path: Path
) -> None:
    name, text = FOREIGN[kind]
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(HOST)!r}]\n"
    code += "from servoarm.cli.main import main\nsys.exit(main())"
    ran = subprocess.run(
        [sys.executable, "-c", code, *command.split()], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ran.stderr
    assert str(file) in ran.stderr
    assert ran.returncode == (0 if command == "ports" else 4)


def test_the_file_of_the_same_name_is_named_to_a_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "serial", SimpleNamespace(__file__="/mine/serial.py"))
    for call in (serial_ports, lambda: open_port("mock://")):
        try:
            call()
        except NoBoard as error:
            assert "/mine/serial.py" in error.message
            assert "pip install --force-reinstall pyserial" in error.remedy
    assert ports_module.serial_ports() == []
