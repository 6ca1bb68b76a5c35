"""English.

Subject, verb, one thought a sentence. What is said in several places stands once, at the top.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from servoarm.wire.error_table import ERRORS
from servoarm.words.language import Language, Words

_KEPT = "Nothing was sent and the arm keeps its pose."
_FLASH_AGAIN = "Flash the firmware of this program again: `servoarm firmware upload`."
_UPDATE = "Update this program (`pip install --upgrade servoarm`), or flash its own firmware."
_CHECK_CABLE = "Check the cable and the board's power, then connect again."
_CHECK_CABLE_WINDOW = (
    "Check the cable and the board's power, then press Reconnect."
    " Nothing moves until you attach the arm again."
)
_DATA_CABLE = "with a cable that carries data"
_MOCK = "Without hardware, use mock://."
_PORTS = "Ports found: {found:found}. " + _MOCK
_NO_PORT = "There is no port {port}."
_BUSY = "The port {port} is in use by another program."
_CLOSE_OTHER = "Close that program: the Arduino IDE's Serial Monitor, or another servoarm window."
_DENIED = "You may not open the port {port}."
_NONE = "No board was found."
_LIMIT = "A joint limit is in the way"
_HOST_LOST = "The board heard nothing from a computer for too long."
_HOST_LOST_REMEDY = "Check the cable, and whether the computer slept."
_ATTACH = "Attach it first. " + _KEPT
_ATTACH_COMMAND = "Give the command again: it attaches the arm first."
_ATTACH_WINDOW = "Say where the arm stands, and press Attach here."
_RELAX = "Relax it first: it will go limp."
_RELAX_COMMAND = "Relax it first with `servoarm relax`: it will go limp."
_RELAX_WINDOW = "Press Relax first: the arm will go limp."
_WITHOUT_QT = "Commands and scripts work without it."
_LOOK = "Look where the arm stands, then say it"
_LOOK_SCRIPT = _LOOK + ": attach(theta1_deg, theta2_deg)."
_LOOK_COMMAND = _LOOK + " with --from T1 T2 (degrees)."
_LOOK_WINDOW = "Look where the arm stands, correct the angles, then press Attach here."


def _uncertain(why: str) -> Words:
    """The words for a pose that nobody can know."""
    return Words(
        f"Nobody knows where the arm stands. {why} The last pose known is"
        " shoulder {theta1_deg:.2f} deg, elbow {theta2_deg:.2f} deg.",
        _LOOK_SCRIPT + " No pulse was sent.",
        _LOOK_COMMAND,
        _LOOK_WINDOW,
    )


def _permission(group: str) -> str:
    if group:
        return f"Type `sudo usermod -a -G {group} $USER`, then log out and in again."
    return "Ask the owner of this computer for access to serial ports."


_LINK = {
    "no-board.none found": Words(_NONE, "Plug it in, " + _DATA_CABLE + ". " + _MOCK),
    "no-board.none to flash": Words(
        _NONE, "Plug it in, " + _DATA_CABLE + ", or name its port with --port."
    ),
    "no-board.several found": Words(
        "There are several boards.",
        "Name one as the port: {found:comma}.",
        "Name one with --port: {found:comma}.",
        "Choose one of the ports.",
    ),
    "no-board.no such port": Words(_NO_PORT, _PORTS),
    "no-board.no port": Words("{port} is not the name of a port ({detail}).", _PORTS),
    "no-board.cannot be opened": Words("The port {port} cannot be opened ({detail}).", _PORTS),
    "no-board.no name": Words(
        "The port's name is empty.",
        "Name a port, or leave it out for the arm file's port or the only board.",
    ),
    "no-board.another serial": Words(
        "The package pyserial cannot be used. {detail:another_serial}",
        "Rename that file if it is yours. A package named serial goes with `pip uninstall serial`;"
        " then type `pip install --force-reinstall pyserial`.",
    ),
    "no-board.not listed": Words(
        "The ports of this computer cannot be listed ({detail}).",
        "Name the port. " + _MOCK,
        "Name the port with --port. " + _MOCK,
        "Type the port's name.",
    ),
    "port-denied": Words(_DENIED, "{group:permission}"),
    "port-busy.in use": Words(_BUSY, _CLOSE_OTHER),
    "port-busy.held": Words(
        "The port {port} is in use by {holders:comma}.",
        "Close or end that program, then try again.",
    ),
    "port-busy.open here": Words(
        "The simulated board {port} is open already in this program.",
        "Close it first, or give each arm a board of its own: mock://A and mock://B.",
    ),
    "wrong-firmware.another sketch": Words(
        "The board at {port} runs another sketch{said:it_says}.", _FLASH_AGAIN
    ),
    "wrong-firmware.no version": Words(
        "The board at {port} says servoarm, but no version.", _FLASH_AGAIN
    ),
    "wrong-firmware.older": Words(
        "The board at {port} speaks protocol {theirs}, this program {ours}. Its firmware is older.",
        _FLASH_AGAIN,
    ),
    "wrong-firmware.newer": Words(
        "The board at {port} speaks protocol {theirs}, this program {ours}. Its firmware is newer.",
        _UPDATE,
    ),
    "no-answer.silent": Words(
        "Nothing at {port} answered within {timeout_s:seconds} s.",
        "Is this the right port, and has the board power? Press its reset button. " + _FLASH_AGAIN,
    ),
    "no-answer.damaged": Words(
        "The board at {port} says servoarm, but sent no whole line in {timeout_s:seconds} s.",
        "Try another USB cable or port: the lines lose bytes on their way.",
    ),
    "no-answer.no reply": Words(
        "The board at {port} did not answer '{verb}' within {timeout_s:seconds} s.",
        "Check the cable. If it happens again, connect again.",
    ),
    "no-answer.not opened": Words(
        "The port {port} did not open within {timeout_s:seconds} s.",
        "Unplug the board and plug it in again, or name another port.",
    ),
    "no-answer.not ready": Words(
        "The board at {port} answers, but it was not ready within {timeout_s:seconds} s."
        " The connection is slow or loses bytes.",
        "Try another USB cable or port, or wait longer (timeout_s).",
        "Try another USB cable or port, or wait longer with --timeout S.",
        "Try another USB cable or port, then press Connect.",
    ),
    "no-answer.gone silent": Words(
        "The board at {port} has stopped answering.", _CHECK_CABLE, window=_CHECK_CABLE_WINDOW
    ),
    "no-answer.status": Words(
        "The status of the board at {port} cannot be read: {said}.", _FLASH_AGAIN
    ),
    "no-answer.settings": Words(
        "The settings of the board at {port} cannot be read.", _FLASH_AGAIN
    ),
    "no-answer.relax": Words(
        "The board at {port} has not confirmed that the arm is relaxed.",
        "If the arm must not hold, switch off the servos' supply.",
    ),
    "unreadable-answer": Words(
        "What comes from {port} is unreadable at {baud} baud.",
        "Most likely the board uses another baud rate. " + _FLASH_AGAIN,
    ),
    "link-lost.gone": Words(
        "The connection to {port} is gone.", _CHECK_CABLE, window=_CHECK_CABLE_WINDOW
    ),
    "link-lost.closed": Words("The connection to {port} was closed.", "Open it again."),
    "link-lost.failed": Words(
        "Reading from {port} failed ({detail}).",
        "Connect again.",
        window="Press Reconnect. Nothing moves until you attach the arm again.",
    ),
    "board-restarted": Words(
        "The board was reset ({reason}). It sends no pulses and does not know where the arm is.",
        "Attach again.{reason:supply}",
        _LOOK_COMMAND + "{reason:supply}",
        _LOOK_WINDOW + " Until then nothing moves.{reason:supply}",
    ),
}

_ARM = {
    "refused.by the board": Words("The board refused the request ({name})."),
    "refused.attach while attached": Words(
        "The arm is attached. Only a relaxed arm can be told where it stands.",
        _RELAX,
        _RELAX_COMMAND,
        _RELAX_WINDOW,
    ),
    "refused.settings while attached": Words(
        "The arm is attached. The board's settings can be changed only while it is relaxed.",
        _RELAX,
        _RELAX_COMMAND,
        _RELAX_WINDOW,
    ),
    "refused.not taken": Words("The board did not take the settings.", _FLASH_AGAIN),
    "refused.pin": Words(
        "This board has no servo pin {pin} ([{section}] pin = {pin}).",
        "Uno, Nano and Leonardo have 9 and 10, a Mega has 11 and 12."
        " Connect the servo to one of these, and write that pin into the arm file."
        " `servoarm arm-file new` makes one.",
    ),
    "refused.range": Words(
        "A number is outside what the board allows: [{section}] {values:comma}.",
        "Correct it in the arm file. `servoarm docs arm-file` says what each key may be.",
    ),
    "not-attached.relaxed": Words("The arm is relaxed.", _ATTACH, _ATTACH_COMMAND, _ATTACH_WINDOW),
    "not-attached.pose unknown": Words(
        "The board does not know where the arm stands.", _ATTACH, _ATTACH_COMMAND, _ATTACH_WINDOW
    ),
    "arm-not-chosen": Words(
        "The board at {port} has settings that are not the built-in defaults, and no arm file was"
        " chosen. The board keeps its settings.",
        "Name its arm file: Arm.open(port, FILE), SERVOARM_ARM, or servoarm.toml in the current"
        " folder. If it shall have the defaults: Arm.open(port, servoarm.DEFAULT).",
        "Name its arm file with --arm FILE. If it shall have the defaults, write them to a file"
        " first: `servoarm arm-file new`.",
        "Start the window with its arm file: `servoarm gui --arm FILE`. If it shall have the"
        " defaults, write them to a file first: `servoarm arm-file new`.",
    ),
    "pose-uncertain.cut off": _uncertain("Its last move did not come to its end."),
    "pose-uncertain.damaged": _uncertain(
        "Its stored pose is damaged, or from an older version of this program."
    ),
    "pose-uncertain.another calibration": _uncertain(
        "Its pulses, travel, zero, direction or pins in the arm file have changed since."
    ),
    "pose-uncertain.outside the limits": _uncertain(
        "Its last pose is outside the limits in the arm file."
    ),
    "pose-uncertain.another rest pose": _uncertain("The arm file has another rest pose now."),
    "limit-exceeded.target": Words(
        _LIMIT + ": {joint:joint} at {wanted_deg:deg}. The arm file allows {allowed_deg:range}.",
        _KEPT + " Choose another target, or change limits_deg in the arm file.",
    ),
    "limit-exceeded.start": Words(
        "--from says that the {joint:joint} stands at {wanted_deg:deg}."
        " The arm file allows {allowed_deg:range}.",
        _KEPT + " Say where the arm stands now, or change limits_deg in the arm file.",
    ),
    "limit-exceeded.no angle": Words(
        "The {joint:joint}'s angle is {wanted_deg}, which is no angle.",
        "Give a number of degrees from {allowed_deg:range}. " + _KEPT,
    ),
    "interrupted.stop": Words("A stop ended the motion."),
    "interrupted.relax": Words("The arm was relaxed, which ended the motion."),
    "interrupted.another move": Words("Another move took over before the arm arrived."),
    "interrupted.host lost": Words(_HOST_LOST + " It stopped the arm.", _HOST_LOST_REMEDY),
    "interrupted.fault": Words(
        "The board ended the pulses, because one was outside its servo's range."
    ),
    "interrupted.board": Words("The arm stopped before it arrived."),
    "interrupted.signal": Words("Stopped {signal:by_signal}{outcome:after}."),
    "outcome.nothing sent": Words("no move was sent"),
    "outcome.holds": Words("the arm holds where it stopped"),
    "outcome.relaxed": Words("the arm is relaxed"),
    "outcome.unconfirmed": Words("but the board has not confirmed it: {problem:inner}"),
    "not-arrived": Words(
        "The arm has not arrived after {timeout_s:.1f} s.",
        "It may still be moving. Stop it, or wait longer (timeout_s).",
        "The arm was stopped and holds. Allow it more time with --timeout S.",
        "It may still be moving. Press STOP if it must not.",
    ),
}

_NEW_ARM_FILE = "`servoarm arm-file new`"
_STANDS_STILL = (
    "The clock of clock=virtual stands still: it is for tests, and no command can use it."
)

# What stands after a file's name and line; the place ends the sentence.
_ARM_FILE = {
    "place.no place": Words("{problem}."),
    "place.file": Words("{path}: {problem}."),
    "place.file and line": Words("{path}, line {line}: {problem}."),
    "arm-file.no name": Words(
        "the name of the arm file is empty",
        "Name a file. Without a name it is {detail} in this folder, or the defaults.",
    ),
    "arm-file.missing": Words(
        "there is no such arm file",
        "Check the name, or write one with `servoarm arm-file new FILE`.",
    ),
    "arm-file.none here": Words(
        "there is no such arm file",
        "Name the file to check, or write one with " + _NEW_ARM_FILE + ".",
    ),
    "arm-file.link to nowhere": Words(
        "a link to {detail}, which is not there",
        "Correct or remove the link, or name another file with --arm.",
    ),
    "arm-file.no regular file": Words("not a regular file, so no arm file"),
    "arm-file.cannot be read": Words("cannot read the arm file: {detail}"),
    "arm-file.too large": Words("too large for an arm file (over 64 KB)"),
    "arm-file.not utf-8": Words(
        "byte {found} is not UTF-8 text", "Save the file as UTF-8 in your editor."
    ),
    "arm-file.empty": Words("the arm file is empty"),
    "empty-arm-file": Words(
        "the arm file is empty",
        "Write a new one with " + _NEW_ARM_FILE + ", or name another with --arm.",
    ),
    "arm-file.not toml": Words("not TOML: {detail}: {found}", "{hint:or_nothing}"),
    "arm-file.too deep": Words("keys or brackets nested too deeply for an arm file"),
    "arm-file.too many digits": Words("a number of too many digits"),
    "arm-file.value for a section": Words(
        "{key} is a value; it is the name of a section",
        "Write [{key}] on a line of its own, and its keys below.",
    ),
    "arm-file.key in no section": Words(
        "{key} stands in no section", "It belongs under {names:or}."
    ),
    "arm-file.unknown section": Words(
        "unknown section [{key}]; known: {names:comma}", "{hint:or_nothing}"
    ),
    "arm-file.unknown key": Words(
        "unknown key {key}; [{found}] knows: {names:comma}", "{hint:or_nothing}"
    ),
    "arm-file.missing key": Words(
        "{key} is missing; a [{found}] must have it", "{hint:or_nothing}"
    ),
    "arm-file.not allowed": Words("{key} is {found}; allowed: {allowed}", "{hint:or_nothing}"),
    "arm-file.same pins": Words(
        "shoulder.pin and elbow.pin are both {found}; allowed: two different pins"
    ),
    "arm-file.virtual port": Words("{key} is {found}", _STANDS_STILL),
    "arm-file.there already": Words(
        "is there already; it was left as it is",
        "Name another file, or give --force to overwrite it.",
    ),
    "arm-file.no regular file to write": Words("not a regular file; it was left as it is"),
    "arm-file.unreadable, so left": Words(
        "left as it is, because it cannot be read as an arm file: {problem_there}",
        "Correct or remove it, or save under another name.",
    ),
    "arm-file.changed meanwhile": Words(
        "the arm file was changed by another program since it was read",
        "Read it again, or save under another name.",
    ),
    "arm-file.cannot be written": Words(
        "cannot write the arm file: {detail}; what was there before is unchanged"
    ),
    "found.section": Words("a section"),
    "found.too many digits": Words("a number of too many digits"),
    "kind.number": Words("a number"),
    "kind.whole": Words("a whole number"),
    "kind.numbers": Words("two numbers in square brackets"),
    "kind.wholes": Words("two whole numbers in square brackets"),
    "allowed.text": Words("text in double quotes, on one line"),
    "allowed.choices": Words("{choices:or}"),
    "allowed.span": Words("{kind}, {low} to {high} {unit}"),
    "allowed.choices or span": Words("{choices:or}, or {kind}, {low} to {high} {unit}"),
    "allowed.rest": Words("a pose within the limits, for the {section} {limits_deg:range}"),
    "allowed.pulses": Words("the smaller pulse first, {apart_us} us or more apart"),
    "allowed.limits in order": Words("the smaller angle first"),
    "allowed.wider limits": Words("angles with two whole hundredths of a degree between them"),
    "allowed.travel": Words(
        "within the servo's travel, {range_deg:range}"
        " (travel_deg = {travel_deg:g}, zero_deg = {zero_deg:g}, direction = {direction})"
    ),
    "hint.rest": Words("Write the pose in which the arm is parked: rest_deg = [SHOULDER, ELBOW]."),
    "hint.direction": Words("For a servo mounted the other way round, write direction = -1."),
    "hint.did you mean": Words("Did you mean {name}?"),
    "hint.belongs under": Words("{name} belongs under {homes:or}."),
    "hint.usual": Words("Write {name} = {usual}, or the value of your servo."),
    "hint.backslash": Words(
        "In double quotes \\ begins an escape. Write 'C:\\...' in single quotes, or write /."
    ),
    "hint.decimal comma": Words("Write a decimal point, not a decimal comma."),
    "hint.typographic quotes": Words('Write straight quotes ("), not typographic ones.'),
    "hint.colon": Words("Write = between a key and its value."),
    "hint.bare point": Words("Write a digit on both sides of the decimal point."),
    "hint.capital word": Words("Write true and false in lower case, or leave the key out."),
    "hint.no quotes": Words('Write text in double quotes, for example port = "COM3".'),
    "hint.no value": Words("Write a value after the =, or leave the line out."),
    "doubt.metres": Words(
        "links of {link1_mm:g} and {link2_mm:g} mm look like metres; lengths are in millimetres"
    ),
    "doubt.radians": Words(
        "{key} = {found} looks like radians; limits are in degrees"
        " (did you mean {meant_deg:rough_range}?)"
    ),
    "doubt.turns without end": Words(
        '{key} = 360: most servos sold as "360 degree" turn without end and cannot hold an angle;'
        " if yours can, measure how far it turns between its pulses"
    ),
    "doubt.no watchdog": Words("board.watchdog_ms = 0: the arm goes on when the host is lost"),
}

_NAME_PORT = "Name the board's port with --port. `servoarm ports` lists the ports."
_REINSTALL = "Install servoarm again."
_OTHER_BOARDS = "Choose the kind of board with --board: {boards:comma}."

_FIRMWARE = {
    "tool-missing.not found": Words(
        "arduino-cli, which builds and uploads the firmware, was not found.",
        "{platform:get_arduino_cli} The one inside the Arduino IDE 2 does as well: let the"
        " variable ARDUINO_CLI name it. `servoarm docs flashing` says where it is.",
    ),
    "tool-missing.not as named": Words(
        "The variable ARDUINO_CLI names {named}, which is no program that can be run.",
        "Let it name arduino-cli itself, or unset it.",
    ),
    "tool-failed.cannot run": Words(
        "{program} cannot be run ({detail}).", "Install arduino-cli again."
    ),
    "tool-failed.too old": Words(
        "{program} is too old for servoarm: {detail}.",
        "Update it to arduino-cli 1.0 or later. A new Arduino IDE has one.",
    ),
    "tool-failed.build too slow": Words(
        "The build did not end within {timeout_s:seconds} s and was stopped.",
        "Try again with more time: --timeout S. The first build for a kind of board takes longest.",
    ),
    "tool-failed.upload too slow": Words(
        "The upload to {port} did not end within {timeout_s:seconds} s and was stopped."
        " The board may have half a program.",
        "Unplug the board and plug it in again, then upload again.",
    ),
    "build-failed.compile error": Words(
        "The sketch does not compile: {file}, line {line}: {detail}.",
        "Correct that line. The firmware as it comes compiles: `git diff` may show what changed.",
    ),
    "build-failed.no core": Words(
        "arduino-cli does not have the core {detail}.",
        "Type `{program} core update-index`, then `{program} core install {detail}`."
        " Or install the boards in the Arduino IDE's Boards Manager.",
    ),
    "build-failed.unknown board": Words(
        "arduino-cli does not know this board: {detail}.", _OTHER_BOARDS
    ),
    "build-failed.no sketch": Words(
        "The sketch is not there: {detail}.",
        _REINSTALL,
    ),
    "build-failed.other": Words(
        "The build failed. {program} says: {detail}.",
        "`{program} compile --verbose` on the sketch says more.",
    ),
    "build-failed.sketch missing": Words(
        "The firmware's sketch (firmware/servo_arm) is not there.", _REINSTALL
    ),
    "build-failed.unreadable header": Words("{file} cannot be read.", _REINSTALL),
    "build-failed.no version": Words("{file} names no version.", _REINSTALL),
    "upload-failed.no serial port": Words(
        "{port} is no serial port of this computer, so no firmware can be uploaded to it.",
        _NAME_PORT + " A mock:// board has the firmware of this program already.",
    ),
    "upload-failed.no port given": Words("No port was given.", _NAME_PORT),
    "upload-failed.no such port": Words(
        _NO_PORT, "Plug the board in, " + _DATA_CABLE + ". `servoarm ports` lists the ports."
    ),
    "upload-failed.port busy": Words(_BUSY, _CLOSE_OTHER),
    "upload-failed.port denied": Words(_DENIED, _permission("dialout")),
    "upload-failed.bootloader silent": Words(
        "The bootloader of the board at {port} did not answer.",
        "Is it this kind of board? Many Nanos have the old bootloader: try --board nano-old."
        " Otherwise press the board's reset button just before the upload, and take off what is"
        " wired to pins 0 and 1.",
    ),
    "upload-failed.another chip": Words(
        "The board at {port} has another chip than this kind of board.", _OTHER_BOARDS
    ),
    "upload-failed.not verified": Words(
        "The board at {port} reads back something else than was written.",
        "Try again with another cable, and with the servos unplugged.",
    ),
    "upload-failed.other": Words(
        "The upload to {port} failed. {program} says: {detail}.",
        "Try again, also with another cable. `servoarm docs flashing` lists what helps.",
    ),
    "upload-failed.another version": Words(
        "The board at {port} says firmware {found}, not {expected}.",
        "Is another board on this port? Try the upload again.",
    ),
    "upload-failed.no hello": Words(
        "The upload went through, but the board does not answer. {problem}",
        "Press its reset button and try `servoarm status`. If it stays silent, upload again.",
    ),
}

_COMMAND_LINE = {
    "usage": Words("{problem:sentence}", "See `{prog} --help`."),
    "manual-missing": Words("The manual's pages are not there.", _REINSTALL),
    "usage.no number": Words("'{text}' is not a number"),
    "usage.decimal comma": Words("'{text}' is not a number: write a decimal point"),
    "usage.not finite": Words("'{text}' is not a finite number"),
    "usage.too large": Words("'{text}' is too large"),
    "usage.percent": Words("'{text}' is not a whole number from 1 to 100"),
    "usage.seconds": Words("'{text}' is not a time from above 0 to 3600 s"),
    "usage.seed": Words("'{text}' is not a whole number from 0"),
    "usage.virtual port": Words(
        "'{text}': the clock of clock=virtual stands still: it is for tests, and no command can"
        " use it"
    ),
    "qt-missing.not installed": Words(
        "The window needs PyQt5, which is not installed.",
        "Type `pip install PyQt5` in the environment that servoarm is in. " + _WITHOUT_QT,
    ),
    "qt-missing.by the distribution": Words(
        "The window needs PyQt5, and PyPI has none for this computer ({computer}).",
        "Install the distribution's (Debian, Ubuntu, Raspberry Pi OS:"
        " `sudo apt-get install python3-pyqt5`), then servoarm in an environment that sees it:"
        " `python3 -m venv --system-site-packages .venv`. " + _WITHOUT_QT,
    ),
    "qt-missing.x64 Python": Words(
        "The window needs PyQt5, and PyPI has none for this Python ({computer}).",
        "Install the x64 Python, which Windows on ARM runs as well, and servoarm and PyQt5 with it:"
        " `pip install . PyQt5`. " + _WITHOUT_QT,
    ),
    "qt-missing.does not load": Words(
        "The window needs PyQt5, which does not load ({detail}).",
        "Install the library that is named there, or PyQt5 again. " + _WITHOUT_QT,
    ),
}

_UNREACHABLE = {
    "unreachable": Words("{refusal}", "{nearest_mm:nearest}" + _KEPT),
    "other-elbow-only": Words(
        "{refusal}",
        "Ask for it with elbow={elbow.value}. " + _KEPT,
        "Ask for it with --elbow {elbow.value}. " + _KEPT,
        "Press Go with the other elbow.",
    ),
    "long-way-only": Words(
        "{refusal}",
        "Go by way of a point between, or ask for the angles:"
        " {theta1_deg:.2f} and {theta2_deg:.2f} deg. " + _KEPT,
        "Go by way of a point between, or ask for the angles:"
        " `servoarm joints {theta1_deg:.2f} {theta2_deg:.2f}`. " + _KEPT,
    ),
    "refusal.no point": Words(
        "{point:point} is no point: both coordinates must be finite numbers of mm."
    ),
    "refusal.too far": Words(
        "{point:point} is too far by {by_mm:length} mm."
        " It is {distance_mm:.6g} mm away, and the arm reaches {rim_mm:.6g} mm."
    ),
    "refusal.too near": Words(
        "{point:point} is too near by {by_mm:length} mm."
        " It is {distance_mm:.6g} mm away, and the arm folds to {rim_mm:.6g} mm."
    ),
    "refusal.joint limits": Words("Joint limits are in the way. {sides:sides}."),
    "refusal.other elbow only": Words(
        _LIMIT + " of {point:point} with the {elbow} elbow: {blocks:blocks}."
        " The {other} elbow can reach it."
    ),
    "refusal.long way only": Words(
        _LIMIT + " of the short turn to {point:point}."
        " The shoulder would have to turn {swing_deg:.0f} deg the other way round."
    ),
    "host lost.stopped": Words(_HOST_LOST + " It stopped the arm.", _HOST_LOST_REMEDY),
    "host lost.relaxed": Words(_HOST_LOST + " It relaxed the arm.", _HOST_LOST_REMEDY),
    "limit in the way": Words(_LIMIT + ": {blocks:blocks}."),
    "rim in the way": Words("The arm is at its rim. It can go no further this way."),
    "side blocked": Words("{elbow} elbow: {blocks:blocks}"),
    "block": Words("{joint:joint} at {wanted_deg:angle} deg ({bound} {limit_deg:angle})"),
    "nearest": Words("Nearest: {point[0]:.1f}, {point[1]:.1f} mm."),
    "joint": Words("{joint:joint}"),
    "ghost.free": Words("{elbow}"),
    "ghost.blocked": Words("{elbow}: {joints:comma} limit"),
    "button.other elbow": Words("Go with the other elbow"),
    "button.other elbow by way of": Words("With the other elbow by {point:whole_point}"),
    "button.by way of": Words("Go by way of {point:whole_point}"),
}

_PATHS = {
    "path-invalid.empty": Words("The path has no points.", "Give at least one point (x, y) in mm."),
    "path-invalid.shape": Words(
        "This is no list of points.", "Give pairs of numbers: x and y in mm."
    ),
    "path-invalid.no number": Words(
        "Point {index} of the path is {start:point}, which is no point.",
        "Both coordinates must be numbers of mm, at most 1e9.",
    ),
    "path-invalid.too long": Words(
        "The path has {count} points, the most is {most}.",
        "Leave out points that are closer than the servos can tell, or cut the path in two.",
    ),
    "path-invalid.gap": Words(
        "The next path starts at {start:point}, but the one before ends at {end:point}.",
        "Put a line between them.",
    ),
    "path-invalid.rounding": Words(
        "{value} is no rounding of corners.", "Give a number of mm from 0."
    ),
    "path-invalid.angle": Words(
        "{value} is no angle for an arc.", "Give radians, at most 1000 turns."
    ),
    "path-invalid.controls": Words(
        "{count} points make no Bezier curve.", "Give four points, and three for each further span."
    ),
    "path-invalid.limit": Words(
        "{value} is no speed, acceleration or frame time.", "Give a number from 1e-6 to 1e6."
    ),
    "path-invalid.percent": Words("{value} is no speed.", "Give a percentage from 1 to 100."),
    "path-invalid.law": Words("{value} is no time law.", "Give 'smooth' or 'trapezoid'."),
    "path-invalid.too slow": Words(
        "The path would take {value:.3g} s.", "Cut it in parts, or let the arm go faster."
    ),
    "path-invalid.no pose": Words(
        "{value} is no pose within the limits.", "Give both joints' angles in radians."
    ),
    "path-refused": Words("The arm cannot go this path. {spots:lines}", "{other_elbow:ask_elbow}"),
    "bad-spot.too far": Words(
        "From {start:point} to {end:point} it is too far: by up to {beyond_mm:.3g} mm."
    ),
    "bad-spot.too near": Words(
        "From {start:point} to {end:point} it is too near to the shoulder:"
        " by up to {beyond_mm:.3g} mm."
    ),
    "bad-spot.joint limit": Words(
        "From {start:point} to {end:point} the {joint:joint} would need up to {wanted_deg:deg};"
        " its limit is {limit_deg:deg}."
    ),
    "bad-spot.shoulder axis": Words(
        "At {start:point} the shoulder would have to turn while the tip stands still."
    ),
}


def _board_errors() -> dict[str, Words]:
    """The board's own errors, as errors.csv words them; for a command or the window as above."""
    found = {}
    for row in ERRORS.values():
        message, _, remedy = row.english.partition(". ")
        found[f"board.{row.name}"] = Words(f"{message.removesuffix('.')}.", remedy)
    for name, typed, pressed in (
        ("relaxed", _ATTACH_COMMAND, _ATTACH_WINDOW),
        ("pose-unknown", _LOOK_COMMAND, _LOOK_WINDOW),
        ("attached", _RELAX_COMMAND, _RELAX_WINDOW),
    ):
        key = f"board.{name}"
        found[key] = dataclasses.replace(found[key], command_line=typed, window=pressed)
    return found


def _found(ports: Sequence[str]) -> str:
    return ", ".join(ports) or "none. Plug the board in, " + _DATA_CABLE


def _get_arduino_cli(platform: str) -> str:
    commands = {
        "win32": "Type `winget install ArduinoSA.CLI`, then open a new terminal.",
        "darwin": "Type `brew install arduino-cli`.",
    }
    elsewhere = (
        "Get it from https://arduino.github.io/arduino-cli (Installation) and put it on your PATH."
    )
    return commands.get(platform, elsewhere)


def _another_serial(place: str) -> str:
    return f"Python finds {place} under its name." if place else "It is not installed."


def _it_says(line: str) -> str:
    return f"; it says {line!r}" if line else ""


def _supply(reason: str) -> str:
    if reason not in ("brownout", "unknown"):
        return ""
    return " After a brown-out, give the servos a supply of their own."


def _by_signal(name: str) -> str:
    return "with Ctrl-C" if name == "SIGINT" else f"by {name}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('?') else '.'}"


def _seconds(seconds: float) -> str:
    return f"{round(seconds, 1):g}" if seconds >= 1 else f"{seconds:.1g}"


def _nearest(point: tuple[float, float] | None) -> str:
    if point is None:
        return ""
    return f"The nearest point the arm reaches is ({point[0]:.2f}, {point[1]:.2f}). "


def _range(ends: tuple[float, float]) -> str:
    return f"{ends[0]:g} to {ends[1]:g} deg"


LANGUAGE = Language(
    "en",
    _LINK | _ARM | _ARM_FILE | _FIRMWARE | _COMMAND_LINE | _UNREACHABLE | _PATHS | _board_errors(),
    {
        "another_serial": _another_serial,
        "ask_elbow": lambda side: f"With the elbow on the {side} it can: ask for it." * bool(side),
        "angle": lambda angle: f"{round(angle, 2):g}",
        "blocks": lambda blocks: ", ".join(blocks) or "there is no such pose",
        "after": lambda outcome: f"; {outcome}" if outcome else "",
        "by_signal": _by_signal,
        "comma": ", ".join,
        "deg": lambda angle: f"{round(angle, 2):g} deg",
        "found": _found,
        "get_arduino_cli": _get_arduino_cli,
        "inner": lambda sentence: sentence.removesuffix("."),
        "it_says": _it_says,
        "joint": lambda index: ("shoulder", "elbow")[index - 1],
        "length": lambda mm: f"{mm:.3g}" if mm < 1000 else f"{mm:.0f}",
        "nearest": _nearest,
        "lines": " ".join,
        "or": " or ".join,
        "or_nothing": lambda hint: hint or "",
        "permission": _permission,
        "point": lambda point: f"({point[0]:g}, {point[1]:g})",
        "range": _range,
        "sides": lambda sides: ". ".join(each[:1].upper() + each[1:] for each in sides),
        "whole_point": lambda point: f"{point[0]:.0f}, {point[1]:.0f}",
        "rough_range": lambda ends: f"{ends[0]:.1f} to {ends[1]:.1f}",
        "seconds": _seconds,
        "sentence": _sentence,
        "supply": _supply,
    },
)
