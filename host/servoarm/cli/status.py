"""`servoarm status`: what the board says it is doing."""

import argparse
import math
from typing import TYPE_CHECKING

from servoarm.cli.arm_choice import readable_arm
from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import add_arm, add_command, add_json, add_port
from servoarm.cli.report import emit

if TYPE_CHECKING:
    from servoarm.armfile import ArmChoice, ArmConfig
    from servoarm.cli.parser import Commands
    from servoarm.wire.messages import Hello, StatusReport


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "status",
        run,
        summary="ask the board what it is doing",
        details="It only asks. But opening the port resets most boards: then the arm is relaxed\n"
        "and the board knows no pose. A board that does not reset brings a moving arm to a stop.",
        examples="""\
servoarm status
servoarm status --port mock:// --json""",
    )
    add_port(parser)
    add_arm(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the board's status."""
    from servoarm.cli.board import port_of
    from servoarm.link.conversation import ask_status, conversation

    choice = readable_arm(args)
    with conversation(port_of(args, choice), args.timeout) as session:
        report = ask_status(session)
    data = {"port": session.url} | _data(choice, session.hello, report)
    emit(args, data, _text(data, choice))
    return EXIT_DONE


def _data(choice: "ArmChoice | None", hello: "Hello", report: "StatusReport") -> dict[str, object]:
    from servoarm.wire.messages import Flags

    config = None if choice is None else choice.config
    known = Flags.POSE_KNOWN in report.flags
    angles = [angle / 100 for angle in report.theta_cdeg]
    tip: tuple[float, float] | None = None
    if known and config is not None:
        tip = config.kinematics().forward(*map(math.radians, angles))
    ticks = (report.shoulder_ticks, report.elbow_ticks)
    return {
        "firmware": hello.firmware,
        "protocol": ".".join(map(str, hello.protocol)),
        "last_reset": hello.reset,
        "settings": hello.settings_source,
        "settings_match": _settings_match(config, hello),
        "arm_file": None if choice is None or choice.path is None else str(choice.path),
        "state": report.state.value,
        "pose_known": known,
        "theta1_deg": angles[0] if known else None,
        "theta2_deg": angles[1] if known else None,
        "goal_deg": [angle / 100 for angle in report.goal_cdeg] if known else None,
        "x_mm": tip and tip[0],
        "y_mm": tip and tip[1],
        "pulse_us": [tick / 2 for tick in ticks] if any(ticks) else None,
        "host_lost": Flags.HOST_LOST in report.flags,
        "first_move": Flags.FIRST_MOVE in report.flags,
    }


def _settings_match(config: "ArmConfig | None", hello: "Hello") -> bool | None:
    if config is None:
        return None
    from servoarm.arm.settings import board_settings

    return hello.settings_hash == board_settings(config).hash()


def _text(data: dict[str, object], choice: "ArmChoice | None") -> str:
    pose = "pose unknown"
    if data["pose_known"]:
        pose = f"shoulder {data['theta1_deg']:.2f} deg, elbow {data['theta2_deg']:.2f} deg"
        if data["x_mm"] is not None:
            pose += f", tip ({data['x_mm']:.2f}, {data['y_mm']:.2f}) mm"
    pulses = data["pulse_us"]
    lines = [
        f"{data['port']}: firmware {data['firmware']}, protocol {data['protocol']}, "
        f"last reset: {data['last_reset']}",
        f"{data['state']}; {pose}",
        "no pulses" if pulses is None else f"pulses {pulses} us",
    ]
    if data["settings_match"] is False:
        lines.append(
            "the board's settings are not the built-in defaults; name its arm file before a move"
            if choice is not None and choice.by_default
            else "the board's settings are not the arm file's; the next move sends them"
        )
    if data["host_lost"]:
        lines.append("the host was lost")
    return "\n".join(lines)
