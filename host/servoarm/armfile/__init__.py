"""The arm file: a TOML file with one arm's lengths, servos, limits, rest pose and port.

`choose_arm` says which arm is in use. `load` reads a file, `ArmFile.save` writes it back with its
comments kept; `ArmConfig` is what the rest of the program uses, and `DEFAULT` is the arm of
somebody who has no file yet.
"""

from servoarm.armfile.choice import ArmChoice, arm_path, choose_arm
from servoarm.armfile.config import DEFAULT, ArmConfig
from servoarm.armfile.error import ArmFileError, EmptyArmFileError
from servoarm.armfile.file import ArmFile, load, loads, template
from servoarm.armfile.values import JOINT_NAMES, JointConfig

__all__ = [
    "DEFAULT",
    "JOINT_NAMES",
    "ArmChoice",
    "ArmConfig",
    "ArmFile",
    "ArmFileError",
    "EmptyArmFileError",
    "JointConfig",
    "arm_path",
    "choose_arm",
    "load",
    "loads",
    "template",
]
