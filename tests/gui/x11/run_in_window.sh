#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a program in a display of its own with a window manager, so that tests can drag with a real mouse:
#
#   run_in_window.sh PROGRAM [ARGUMENT...]
#
# Ends with the program's status; 77 (skipped) where Xvfb, openbox or xdotool are not installed.
set -euo pipefail

for tool in Xvfb openbox xdotool; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed" >&2; exit 77; }
done

folder=$(mktemp -d)
children=()
cleanUp() {
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanUp EXIT

# Xvfb picks a free display by itself and writes its number when it is ready.
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$folder/display" 2>"$folder/xvfb.log" &
children+=($!)
read -r -t 20 number <"$folder/display" || { cat "$folder/xvfb.log" >&2; exit 1; }
export DISPLAY=:$number QT_QPA_PLATFORM=xcb
HOME=$folder openbox --sm-disable >"$folder/openbox.log" 2>&1 &
children+=($!)
for _ in $(seq 100); do
    xdotool get_desktop >/dev/null 2>&1 && break # answered by the manager: without one, windows get no focus
    sleep 0.1
done

"$@"
