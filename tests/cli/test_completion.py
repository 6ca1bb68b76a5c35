"""A shell completes what the command line knows: asked of a real bash."""

import shutil
import subprocess
from pathlib import Path

import pytest

from .running import Servoarm


def _completed(script: str, folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("completion: bash is missing (Debian: bash)")
    path = folder / "servoarm.bash"
    path.write_text(script, encoding="utf-8")
    quoted = " ".join(f"'{word}'" for word in words)
    ask = f"""
        source {path}
        function=$(complete -p servoarm | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        COMP_WORDS=({quoted}) COMP_CWORD={len(words) - 1} COMP_LINE="$*"
        $function servoarm
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    asked = subprocess.run([bash, "-c", ask], capture_output=True, text=True, check=True)
    return asked.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("servoarm", "mo"), ["move", "monitor"]),
        (("servoarm", "move", "1", "2", "--el"), ["--elbow"]),
        (("servoarm", "firmware", "up"), ["upload"]),
    ],
)
def test_bash_completes_commands_and_options(
    words: tuple[str, ...], offered: list[str], servoarm: Servoarm, tmp_path: Path
) -> None:
    ran = servoarm("completion", "bash")
    assert ran.code == 0
    assert sorted(_completed(ran.out, tmp_path, *words)) == sorted(offered)


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_the_other_shells_get_their_script(shell: str, servoarm: Servoarm) -> None:
    ran = servoarm("completion", shell)
    assert ran.code == 0
    assert "--elbow" in ran.out


def test_an_unknown_shell_is_refused(servoarm: Servoarm) -> None:
    ran = servoarm("completion", "fsh")
    assert ran.code == 2
    assert "bash" in ran.err
