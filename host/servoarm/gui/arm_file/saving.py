"""Keeping the lengths in an arm file. Plain Python, no Qt."""

from dataclasses import replace
from pathlib import Path

from servoarm.armfile import ArmConfig, EmptyArmFileError, load, template


def save_lengths(path: Path, config: ArmConfig) -> bool:
    """Write the lengths to the arm file, all else in it kept; a new or empty file gets everything.

    Answers whether the file now says what is in use: limits and pulses of one that was there
    before may be others. Raises ArmFileError.
    """
    if not path.exists():
        template().save(path, config)
        return True
    try:
        file = load(path)
    except EmptyArmFileError:
        template().save(path, config, overwrite=True)
        return True
    lengths = replace(file.config, link1_mm=config.link1_mm, link2_mm=config.link2_mm)
    file.save(path, lengths)
    return replace(lengths, port=config.port) == config
