#!/bin/sh
# Usage: python_environment.sh FOLDER run|dev|bench
# Makes the virtual environment FOLDER with servoarm installed in place, again only when pyproject.toml changed.
# Where PyPI has no PyQt5 for the processor (a Raspberry Pi), the environment sees the distribution's.
set -eu

venv=$1
purpose=$2
stamp="$venv/.installed-$purpose"

case $(uname -s)-$(uname -m) in
    Linux-x86_64 | Darwin-* | MINGW*-x86_64 | MSYS*-x86_64) qt=pypi ;;
    *) qt=system ;;
esac

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info[:2] < (3, 11))' 2>/dev/null
}

# PyPI's comes with the installation; the distribution's must be there before.
has_qt() {
    [ "$qt" = pypi ] || "$1" -c 'import PyQt5.QtWidgets' 2>/dev/null
}

find_python() {
    for python in ${PYTHON:-} python3 /usr/bin/python3 python3.15 python3.14 python3.13 python3.12 python3.11; do
        if new_enough "$python" && has_qt "$python"; then
            echo "$python"
            return
        fi
    done
    for python in ${PYTHON:-} python3; do
        if new_enough "$python"; then
            echo "The window needs PyQt5. PyPI has none for $(uname -s) on $(uname -m), and $python sees none." >&2
            echo "Install the distribution's, then try again. On Debian, Ubuntu and Raspberry Pi OS:" >&2
            echo "  sudo apt-get install python3-pyqt5" >&2
            return 1
        fi
    done
    echo "servoarm needs Python 3.11 or later (python3 here: $(python3 --version 2>&1))." >&2
    echo "Install one, then name it:  make PYTHON=/path/to/python3.12 ..." >&2
    return 1
}

usable() {
    [ -x "$venv/bin/python" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1 && has_qt "$venv/bin/python"
}

if [ -f "$stamp" ] && [ ! pyproject.toml -nt "$stamp" ] && has_qt "$venv/bin/python"; then
    exit 0
fi

if ! usable; then
    python=$(find_python)
    rm -rf "$venv"
    if [ "$qt" = pypi ]; then
        see=
    else
        see=--system-site-packages
    fi
    if ! "$python" -m venv $see "$venv" >/dev/null 2>&1; then
        rm -rf "$venv"
        # Debian keeps the venv module's pip in a package of its own.
        package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
            echo "Installing $package"
            { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$package"; } >/dev/null 2>&1
        elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
            { sudo apt-get update -q && sudo apt-get install -y -q "$package"; } >/dev/null 2>&1
        else
            echo "Python's venv module is missing. Type:  sudo apt-get install $package" >&2
            exit 1
        fi
        "$python" -m venv $see "$venv"
    fi
fi

case $purpose in
    run) extras= ;;
    dev) extras="[test,lint,wasm]" ;;
    bench) extras="[test,bench]" ;;
    *) echo "python_environment.sh: unknown purpose $purpose (run, dev, bench)" >&2; exit 2 ;;
esac
echo "Installing servoarm$extras into $venv (first time: a few minutes)"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".$extras"
touch "$stamp"
