#!/bin/sh
# Usage: run_window.sh BIN
# Opens the window on the mock arm; where there is no display, does the same job without one and names the picture.
set -eu

bin=$1
case $(uname -s) in
    Linux | *BSD)
        if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
            mkdir -p build
            echo "No display here: clicking a point in a window nobody sees."
            exec "$bin/servoarm" gui --port mock:// --headless build/window.png
        fi
        ;;
esac
exec "$bin/servoarm" gui --port mock://
