#!/usr/bin/env bash
# The tests on the Python of another Debian: packaging/debian.sh trixie (3.13), packaging/debian.sh sid (3.14 or later).
#
#   packaging/debian.sh SUITE [COMMAND …]    COMMAND is `make test` unless another is given
#
# A small Debian of that suite is laid down in build/debian-SUITE, once; this checkout's HEAD is cloned into it, and COMMAND runs there.
# Needs root and debootstrap.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
suite=$1; shift
folder=${STARCROSS_DEBIAN:-$root/build}/debian-$suite
command -v debootstrap >/dev/null || { apt-get update -qq; apt-get install --yes --no-install-recommends -qq debootstrap >/dev/null; }
if [ ! -x "$folder/usr/bin/python3" ]; then
    mkdir -p "$folder"
    # The same mirror that this machine installs from; which of these files there are differs from machine to machine.
    mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } |
        sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb (\[[^]]*\] )?([^ ]+) .*/\2/p' | head -1)
    debootstrap --variant=minbase --include=python3,python3-venv,python3-pip,make,git,ca-certificates "$suite" "$folder" "$mirror" >"$folder.log" 2>&1
fi
for file in /etc/resolv.conf /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do [ -f "$file" ] && cp -L "$file" "$folder$file"; done
for file in "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do [ -f "$file" ] && cp "$file" "$folder/etc/pip.conf"; done
rm -rf "$folder/src" && mkdir -p "$folder/src" && git clone -q "$root" "$folder/src/starcross"
for place in proc dev dev/pts; do mountpoint -q "$folder/$place" || mount --bind "/$place" "$folder/$place"; done
trap 'umount "$folder/proc" "$folder/dev/pts" "$folder/dev" 2>/dev/null || true' EXIT
# PyInstaller packs the library of Python, which Debian keeps apart.
chroot "$folder" bash -c 'library=libpython$(python3 -c "import sys; print(*sys.version_info[:2], sep=\".\")")
    dpkg -s "$library" >/dev/null 2>&1 || { apt-get -o Acquire::Check-Valid-Until=false update -qq && apt-get install --yes --no-install-recommends -qq "$library"; }' >/dev/null
chroot "$folder" bash -c "python3 --version; cd /src/starcross && ${*:-make test}"
