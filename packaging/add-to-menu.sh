#!/bin/sh
# Put Starcross Tabletop into the menu of this user's desktop, or with --remove take it out again. Nothing else is changed.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/starcross.desktop
picture=$share/icons/hicolor/256x256/apps/starcross.png
about=$share/metainfo/io.github.starcross_tabletop.Starcross.metainfo.xml
if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$picture" "$about"
    echo "Taken out of the menu."
    exit 0
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$picture")" "$(dirname "$about")"
# A path with a space or a quote in it stands in quotes in Exec, as the desktop entry specification wants.
quoted=$(printf '%s' "$here/starcross" | sed 's/[\\"`$]/\\\\&/g')
sed "s|^Exec=.*|Exec=\"$(printf '%s' "$quoted" | sed 's/[&|\\]/\\&/g')\"|" "$here/share/starcross.desktop" >"$entry"
cp "$here/share/starcross.png" "$picture"
cp "$here/share/io.github.starcross_tabletop.Starcross.metainfo.xml" "$about"
echo "In the menu now, as Starcross Tabletop."
