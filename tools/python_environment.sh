#!/bin/sh
# Usage: python_environment.sh FOLDER run|dev|bench|mutants
# Makes the virtual environment FOLDER with servoarm installed in place, again only when pyproject.toml changed.
set -eu

venv=$1
purpose=$2
stamp="$venv/.installed-$purpose"

if [ -f "$stamp" ] && [ ! pyproject.toml -nt "$stamp" ]; then
    exit 0
fi

find_python() {
    for python in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
    echo "servoarm needs Python 3.11, 3.12 or 3.13 (python3 here: $(python3 --version 2>&1))." >&2
    echo "Install one, then name it:  make PYTHON=/path/to/python3.12 ..." >&2
    return 1
}

if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    rm -rf "$venv"
    if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
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
        "$python" -m venv "$venv"
    fi
fi

case $purpose in
    run) extras= ;;
    dev) extras="[test,lint,wasm]" ;;
    bench) extras="[test,bench]" ;;
    mutants) extras="[test,mutants]" ;;
    *) echo "python_environment.sh: unknown purpose $purpose (run, dev, bench, mutants)" >&2; exit 2 ;;
esac
echo "Installing servoarm$extras into $venv (first time: a few minutes)"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".$extras"
touch "$stamp"
