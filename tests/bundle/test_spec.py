"""build.spec, run for each system with what PyInstaller would lend it: what it asks for there, without being there."""

from __future__ import annotations

import plistlib
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import plan  # noqa: E402

BINARIES = [
    ("pygame/SDL2.dll", "x", "BINARY"),
    ("SDL2.dll", "x", "BINARY"),
    ("libX11.so.6", "x", "BINARY"),
    ("api-ms-win-crt-heap-l1-1-0.dll", "x", "BINARY"),
    ("libpython3.13.so.1.0", "x", "BINARY"),
]


class Building:
    """What PyInstaller lends a spec, which writes down what is asked of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: dict[str, list[dict[str, Any]]] = {}

    def lent(self, name: str) -> Any:
        def call(*words: Any, **named: Any) -> Any:
            self.asked.setdefault(name, []).append({"words": words, **named})
            datas = named.get("datas") or []
            return SimpleNamespace(
                name=str(self.folder),
                binaries=list(BINARIES),
                pure=[],
                scripts=[],
                datas=[((Path(at) / Path(of).name).as_posix(), of, "DATA") for of, at in datas],
            )

        return call


@pytest.fixture(name="built", params=["linux", "win32", "darwin"])
def spec_run_for_each_system(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Building]:
    building = Building(tmp_path)
    monkeypatch.setattr(sys, "platform", request.param)
    monkeypatch.setattr(sys, "prefix", "/home/anna/pythons/3.13")
    monkeypatch.setattr(plan, "windows_version", lambda program, _: f"version of {program}")
    monkeypatch.setattr(plan, "windows_manifest", lambda: "manifest")
    (tmp_path / "library.so").write_bytes(b"\x7fELF\0/home/anna/pythons/3.13/lib\0")
    names = {name: building.lent(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    runpy.run_path(str(ROOT / "build.spec"), {**names, "SPECPATH": str(ROOT)})
    return request.param, building


def test_each_system_is_asked_for_its_programs(built: tuple[str, Building]) -> None:
    system, building = built
    programs = {each["name"]: each for each in building.asked["EXE"]}
    assert set(programs) == ({"starcross", "starcross-cli"} if system == "win32" else {"starcross"})
    assert programs["starcross"]["console"] == (system == "linux")
    for name, each in programs.items():
        assert each["version"] == (f"version of {name}" if system == "win32" else None)
        assert each["manifest"] == ("manifest" if system == "win32" else None)
        assert (each["icon"] or "").endswith({"linux": "", "win32": "icon.ico", "darwin": "icon.icns"}[system])
        assert each["icon"] is None or Path(each["icon"]).is_file()


def test_only_macos_gets_a_bundle_and_it_says_what_it_is(built: tuple[str, Building]) -> None:
    system, building = built
    assert ("BUNDLE" in building.asked) == (system == "darwin")
    if system == "darwin":
        (bundle,) = building.asked["BUNDLE"]
        assert bundle["name"] == "starcross.app"
        assert bundle["bundle_identifier"] == plan.IDENTIFIER
        assert bundle["version"] == plan.version(ROOT)
        told = plistlib.loads(plistlib.dumps(bundle["info_plist"]))
        assert told == bundle["info_plist"]
        assert told["CFBundleDisplayName"] == plan.TITLE
        assert "LSBackgroundOnly" not in told  # otherwise it would have no window
        assert bundle["icon"] == building.asked["EXE"][0]["icon"]


def test_what_every_system_of_that_kind_has_is_left_out_and_twice_is_once(built: tuple[str, Building]) -> None:
    _, building = built
    kept = [name for name, _, _ in building.asked["COLLECT"][0]["words"][-2]]
    assert kept == ["pygame/SDL2.dll", "libpython3.13.so.1.0"]


def test_every_file_of_the_game_is_taken_along(built: tuple[str, Building]) -> None:
    _, building = built
    taken = {name for name, _, _ in building.asked["COLLECT"][0]["words"][-1]}
    assert {"game/assets/images/icon.png", "game/maps/overcross/duel.tmx", "licences/libraries/SDL2.txt"} <= taken
    assert not {name for name in taken if name.endswith((".icns", ".ico"))}
    assert {"game.cli.play", "game.rules.verona", "game.table.screens"} <= set(building.asked["Analysis"][0]["hiddenimports"])


def test_only_linux_libraries_are_written_over(built: tuple[str, Building]) -> None:
    """Those of macOS are signed, and a byte that changed afterwards would break the signature."""
    system, building = built
    assert (b"/home/anna" in (building.folder / "library.so").read_bytes()) == (system != "linux")
