"""Pack what PyInstaller built into the one file that playtesters are handed, with what they need to read beside the program.

Run: python packaging/archive.py [linux|windows|macos] [DIST]
Takes DIST/starcross (on macOS DIST/starcross.app) and writes DIST/starcross-VERSION-SYSTEM.tar.xz (Linux, run bits and links kept) or
.zip (the others), and its SHA-256 beside it. The archive holds one folder: the program, PLAY.txt, and the list of all that is packed
(sbom.cdx.json, CycloneDX, see packaging/parts.py).
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import stat
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import parts
import plan

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}
STAMP = (2026, 1, 1, 0, 0, 0)
"""The time on every entry, so that the same files make the same archive."""


def guide(system: str, archive: str) -> str:
    """Return PLAY.txt for one system: what stands under its name in packaging/PLAY.txt, and what stands under all."""
    lines, mine = [], True
    for line in (HERE / "PLAY.txt").read_text("utf-8").splitlines():
        if part := re.fullmatch(r"\[(\w+)\]", line):
            mine = part[1] in {system, "all"}
        elif mine:
            lines.append(line.replace("{version}", plan.version(ROOT)).replace("{archive}", archive))
    return "\n".join(lines) + "\n"


def gathered(system: str, dist: Path, archive: str) -> Path:
    """Lay out the folder to pack, under DIST/packed/starcross, and return it."""
    built = dist / ("starcross.app" if system == "macos" else "starcross")
    if not built.is_dir():
        raise SystemExit(f"{built} is not there: run PyInstaller first.")
    folder = dist / "packed" / "starcross"
    shutil.rmtree(folder, ignore_errors=True)
    if system == "macos":
        folder.mkdir(parents=True)
        shutil.copytree(built, folder / "starcross.app", symlinks=True)
    else:
        shutil.copytree(built, folder, symlinks=True)
    newline = "\r\n" if system == "windows" else "\n"
    (folder / "PLAY.txt").write_text(guide(system, archive), "utf-8", newline=newline)
    (folder / "sbom.cdx.json").write_text(parts.written(parts.parts(folder)), "utf-8", newline="\n")
    if system == "linux":
        share = folder / "share"
        share.mkdir()
        shutil.copy(HERE / "starcross.desktop", share)
        shutil.copy(HERE / f"{plan.IDENTIFIER}.metainfo.xml", share)
        shutil.copy(ROOT / "assets" / "images" / "icon.png", share / "starcross.png")
        shutil.copy(HERE / "add-to-menu.sh", folder)
    return folder


def entries(folder: Path) -> Iterator[Path]:
    """Yield what is below a folder, the folder first, links as links."""
    yield folder
    for base, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted([*files, *(name for name in folders if (Path(base) / name).is_symlink())]):
            yield Path(base) / name


def tar(folder: Path, target: Path) -> None:
    """Write a tar.xz that keeps run bits and links, and names no person."""

    def nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = 1767225600
        entry.mode = 0o755 if entry.isdir() or entry.mode & stat.S_IXUSR else 0o644
        return entry

    with tarfile.open(target, "w:xz", preset=6) as packed:
        for path in entries(folder):
            packed.add(path, path.relative_to(folder.parent).as_posix(), recursive=False, filter=nobody)


def zipped(folder: Path, target: Path) -> None:
    """Write a zip whose entries carry Unix modes and links, as macOS unpacks them; Windows passes over both."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in entries(folder):
            name = path.relative_to(folder.parent).as_posix()
            if path.is_symlink():
                mode, content = stat.S_IFLNK | 0o777, str(path.readlink()).encode()
            elif path.is_dir():
                continue
            else:
                runs = os.access(path, os.X_OK) and not name.endswith((".txt", ".json"))
                mode, content = stat.S_IFREG | (0o755 if runs else 0o644), path.read_bytes()
            entry = zipfile.ZipInfo(name, STAMP)
            entry.create_system = 3
            entry.external_attr = mode << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, content)


def main(words: list[str]) -> int:
    """Pack for a system, this one unless another is named; print the archive, its size and its digest."""
    system = words[0] if words else SYSTEMS.get(sys.platform, "linux")
    if system not in SYSTEMS.values():
        raise SystemExit(f"There is no system {system!r}; there are {', '.join(SYSTEMS.values())}.")
    dist = Path(words[1]) if len(words) > 1 else ROOT / "dist"
    kind = {"windows": "", "macos": f"-{platform.machine()}", "linux": f"-{platform.machine()}"}[system]
    target = dist / f"starcross-{plan.version(ROOT)}-{system}{kind}{'.tar.xz' if system == 'linux' else '.zip'}"
    folder = gathered(system, dist, target.name)
    (tar if system == "linux" else zipped)(folder, target)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    target.with_name(target.name + ".sha256").write_text(f"{digest}  {target.name}\n", "utf-8", newline="\n")
    unpacked = sum(path.lstat().st_size for path in entries(folder) if not path.is_dir() or path.is_symlink())
    print(f"{target}: {target.stat().st_size / 2**20:.1f} MiB packed, {unpacked / 2**20:.1f} MiB unpacked, SHA-256 {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
