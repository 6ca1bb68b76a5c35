#!/bin/sh
# Usage: system_packages.sh GROUP...    (groups: window, checks)
# Brings the system packages of these groups where that may be done without asking (Debian or Ubuntu,
# as root or by sudo without a password); else prints the one line to type and goes on.
set -u

WINDOW="libgl1 libegl1 libglib2.0-0 libfontconfig1 libdbus-1-3 libxkbcommon-x11-0 libxcb-icccm4
libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xfixes0
libxcb-xinerama0 fonts-dejavu-core"
CHECKS="g++ make doctest-dev cppcheck xvfb xdotool x11-utils fonts-noto-cjk gcc-avr avr-libc
arduino-core-avr arduino-builder arduino-ctags libsimavr-dev libelf-dev avrdude"

# PyPI has a PyQt5 for this processor alone.
[ "$(uname -m)" = x86_64 ] || WINDOW="$WINDOW python3-pyqt5"

# Elsewhere Qt's wheel brings what the window needs, and the other tools are looked for on PATH.
command -v dpkg-query >/dev/null 2>&1 || exit 0

wanted=
for group in "$@"; do
    case $group in
        window) wanted="$wanted $WINDOW" ;;
        checks) wanted="$wanted $CHECKS" ;;
        *) echo "system_packages.sh: unknown group $group (window, checks)" >&2; exit 2 ;;
    esac
done

missing=
for package in $wanted; do
    # The 64-bit time change gave some libraries a t64 name.
    dpkg-query -W -f '${db:Status-Status}\n' "$package" "${package}t64" 2>/dev/null |
        grep -qx installed || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=env
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo env"
else
    echo "These system packages are missing:$missing"
    echo "To bring them, type:  sudo apt-get install$missing"
    exit 0
fi
echo "Installing system packages:$missing"
log=$(mktemp)
if ! { $as_root apt-get update -q && $as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing; } \
    >"$log" 2>&1 </dev/null; then
    tail -n 5 "$log"
    echo "Not all of them came. To try again, type:  sudo apt-get install$missing"
fi
rm -f "$log"
