"""What the packaged program is on each system: its programs, icon, version resource, Info.plist, and what is left out of it.

`build.spec` asks here, and so do the tests, which thereby see the branches of systems that are not at hand.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple

IDENTIFIER = "io.github.starcross_tabletop.Starcross"
TITLE = "Starcross Tabletop"

UNUSED = [
    # What only building, testing or baking needs.
    *(
        "numpy",
        "PIL",
        "cairosvg",
        "fontTools",
        "pytest",
        "hypothesis",
        "_pytest",
        "unittest",
        "pydoc",
        "doctest",
        "pdb",
        "mypy",
        "coverage",
    ),
    *("setuptools", "pkg_resources", "pip", "distutils", "lib2to3", "test", "IPython", "jupyter", "distributed", "dask", "yaml", "attr"),
    *("pygame.tests", "pygame.examples", "pygame.docs"),
    # Other windows, terminals and databases.
    *("tkinter", "_tkinter", "curses", "_curses", "readline", "sqlite3", "_sqlite3", "turtle", "idlelib"),
    # Nothing is sent anywhere, so nothing that sends is packed, and with it goes OpenSSL; what the game digests needs none of it.
    *("ssl", "_ssl", "_hashlib", "http", "ftplib", "smtplib", "urllib.request", "xmlrpc", "socketserver"),
    # rich colours source code and sets Markdown with them, and no command prints any.
    *("pygments", "markdown_it", "mdurl", "_uuid", "rich.markdown", "rich.syntax", "rich.traceback"),
    # What Python or pygame have twice: decimals in C, letters by SDL.
    *("_pydecimal", "pygame.freetype", "pygame._freetype", "pygame.ftfont"),
    # Where and how this Python was built, which nothing asks for here.
    f"_sysconfigdata__linux_{sysconfig.get_config_var('MULTIARCH')}",
    # What the project's extras bring to whoever develops it: paper and environments for learning programs, which are asked for by pip alone.
    *("fpdf", "defusedxml", "pettingzoo", "gymnasium", "cloudpickle", "farama_notifications", "attrs", "typing_extensions", "asyncio"),
]

PACKED = ("pygame-ce", "pytmx", "msgspec", "platformdirs", "rich", "openskill", "tomli", "pyinstaller")
"""The distributions that are packed and carry their licences; those of Python and of the libraries in pygame-ce's wheel are added."""


class Program(NamedTuple):
    """One executable: its name, and whether it opens a console of its own."""

    name: str
    console: bool


class Plan(NamedTuple):
    """What is built on one system."""

    programs: tuple[Program, ...]
    icon: str | None
    strip: bool
    bundle: bool
    info: dict[str, Any]


def for_system(platform: str, root: Path) -> Plan:
    """Return the plan for `sys.platform` of a system: win32, darwin, or any other, which is taken for a Linux."""
    images = root / "assets" / "images"
    if platform == "win32":
        # A program without a console for the desktop, and one with it for the commands; both share everything else.
        return Plan(
            (Program("starcross", console=False), Program("starcross-cli", console=True)), str(images / "icon.ico"), False, False, {}
        )
    if platform == "darwin":
        info = {
            "CFBundleName": TITLE,
            "CFBundleDisplayName": TITLE,
            "CFBundleShortVersionString": version(root),
            "LSApplicationCategoryType": "public.app-category.board-games",
            "LSMinimumSystemVersion": "11.0",
            "NSHighResolutionCapable": True,
            "NSHumanReadableCopyright": "MIT licence; see licences inside",
        }
        # The program of the bundle is started by the Finder, the same file answers in a terminal.
        return Plan((Program("starcross", console=False),), str(images / "icon.icns"), True, True, info)
    return Plan((Program("starcross", console=True),), None, True, False, {})


def version(root: Path) -> str:
    """Return the version that `game/__init__.py` names; raise ValueError when it names none."""
    found = re.search(r'^__version__ = "([^"]+)"', (root / "game" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError("game/__init__.py names no version.")
    return found[1]


def windows_version(program: str, root: Path) -> Any:
    """Return the version resource that Windows shows in a program's properties."""
    from PyInstaller.utils.win32.versioninfo import (  # only there can it be used
        FixedFileInfo,
        StringFileInfo,
        StringStruct,
        StringTable,
        VarFileInfo,
        VarStruct,
        VSVersionInfo,
    )

    numbers = tuple(int(part) for part in re.findall(r"\d+", version(root))[:3])
    four = (*numbers, *(0,) * (4 - len(numbers)))
    words = {
        "CompanyName": "The Starcross Tabletop authors",
        "FileDescription": TITLE,
        "FileVersion": version(root),
        "InternalName": program,
        "LegalCopyright": "MIT licence; see the folder licences",
        "OriginalFilename": f"{program}.exe",
        "ProductName": TITLE,
        "ProductVersion": version(root),
    }
    return VSVersionInfo(
        ffi=FixedFileInfo(filevers=four, prodvers=four),
        kids=[
            StringFileInfo([StringTable("040904B0", [StringStruct(name, value) for name, value in words.items()])]),
            VarFileInfo([VarStruct("Translation", [0x409, 1200])]),
        ],
    )


_PIXELS = """<windowsSettings>
      <dpiAware xmlns="http://schemas.microsoft.com/SMI/2005/WindowsSettings">true/pm</dpiAware>
      <dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">PerMonitorV2, PerMonitor</dpiAwareness>"""


def windows_manifest() -> str:
    """Return what Windows is told of a program: PyInstaller's own words, and that it has its own pixels on every monitor.

    Otherwise Windows enlarges a small picture on a monitor with a scale factor. Raise ValueError where there is no place for it.
    """
    from PyInstaller.utils.win32.winmanifest import create_application_manifest

    plain = create_application_manifest(None).decode()
    if plain.count("<windowsSettings>") != 1:
        raise ValueError("PyInstaller's manifest has no place for windowsSettings.")
    return plain.replace("<windowsSettings>", _PIXELS)


def licences(root: Path) -> list[tuple[str, str]]:
    """Return the licence texts of all that is packed, as pairs of file and folder; raise SystemExit when one has none."""
    found = [(str(root / "LICENSE"), "licences/starcross-tabletop")]
    found += [(str(path), "licences/libraries") for path in sorted((root / "packaging" / "licences").glob("*.txt"))]
    for name in PACKED:
        texts = [
            (str(file.locate()), f"licences/{name}")
            for file in distribution(name).files or ()
            if any(word in file.name.lower() for word in ("licen", "copying", "lgpl", "notice")) and file.suffix != ".py"
        ]
        if not texts:
            raise SystemExit(f"{name} carries no licence text")
        found += texts
    python = Path(sysconfig.get_paths()["stdlib"]) / "LICENSE.txt"
    python = python if python.is_file() else root / "packaging" / "licences" / "python.txt"
    return [*found, (str(python), "licences/python")]


LENT = ("libX11.", "libXau.", "libXdmcp.", "libbsd.", "libmd.", "libstdc++.", "libgcc_s.", "api-ms-win-", "ucrtbase.")
"""X's own libraries and those of the compiler, which every Linux with a window has: newer ones as a rule, and what the system loads beside the
program, such as the driver of its graphics, may need them newer than ours. Likewise the C library of Windows, which is part of Windows 10."""


def own(binaries: Any) -> Any:
    """Return the binaries without those that every system with a window has of its own, and that another may not take the place of."""
    return type(binaries)([each for each in binaries if not Path(each[0]).name.startswith(LENT)])


def once(binaries: Any) -> Any:
    """Return the binaries without second copies: on Windows what pygame-ce carries would lie beside it as well as in it."""
    inside = {Path(name).name.lower() for name, _, _ in binaries if Path(name).parts[0] == "pygame"}
    kept = [each for each in binaries if len(Path(each[0]).parts) > 1 or Path(each[0]).name.lower() not in inside or each[2] == "SYMLINK"]
    return type(binaries)(kept)


def opened(datas: Any) -> Any:
    """Return the data files without those that name a folder of whoever built it, and those that nothing opens: icons of programs, pygame's own face."""
    left = {"direct_url.json", "icon.ico", "icon.icns", "freesansbold.ttf"}
    return type(datas)([each for each in datas if Path(each[0]).name not in left])


def builders(root: Path) -> list[str]:
    """Return the folders that are the builder's own: this checkout, and Python's unless it is the system's. Right below the root none is."""
    folders = {Path(folder).as_posix() for folder in (root, sys.prefix, sys.base_prefix)}
    return sorted(folder for folder in folders if not folder.startswith("/usr") and folder.count("/") > 1)


def nameless(folder: Path, builder: Iterable[str]) -> int:
    """Take the builder's folders out of all programs and libraries of Linux below a folder, and return out of how many.

    Python's own libraries name the folder that Python was built for, as a place to look for libraries and as its prefix; neither is asked for here.
    No byte is moved: every name above the last is written over with slashes, which lead nowhere. The last one stays, since a linker
    lets another text be the end of this one.
    """
    heads = {each[: each.rindex("/") + 1].encode() for each in builder}
    changed = 0
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or not (before := path.read_bytes()).startswith(b"\x7fELF"):
            continue
        after = before
        for head in sorted(heads, key=len, reverse=True):
            after = after.replace(head, b"/" * len(head))
        if after != before:
            path.write_bytes(after)
            changed += 1
    return changed
