"""What is handed to others works where nothing of ours is: the packaged program, and the wheel in a fresh environment."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

from game.rules import IDS

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import parts  # noqa: E402
import plan  # noqa: E402

LARGEST = 60 * 2**20


def bare() -> dict[str, str]:
    """Return the environment for building: this one, without what measures coverage in child programs."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}


def said(*words: str, cwd: Path, env: dict[str, str]) -> str:
    """Run a program that must succeed and return what it says."""
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(name="bundle", scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    said(
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"),
        *("--distpath", str(folder / "dist"), "--workpath", str(folder / "build"), str(ROOT / "build.spec")),
        cwd=folder,
        env=bare(),
    )
    return folder / "dist" / "starcross"


@pytest.mark.bundle
@pytest.mark.slow
@pytest.mark.timeout(1800)
class TestBundle:
    def test_it_checks_itself_without_python_and_without_an_environment(self, bundle, tmp_path):
        lines = said(str(bundle / "starcross"), "--selfcheck", cwd=tmp_path, env={}).splitlines()
        assert ", packaged" in lines[0]
        assert lines[-1] == "All is well."
        for what in ("fonts", "icons", "sounds", "maps", "themes", "licences", *IDS):
            assert any(re.match(rf"{what} +\S", line) for line in lines), what

    def test_it_counts_as_much_as_the_checkout(self, bundle, tmp_path):
        def counts(text: str) -> list[str]:
            return [re.sub(r" \(.*", "", line) for line in text.splitlines()[1:]]

        packed = said(str(bundle / "starcross"), "--selfcheck", cwd=tmp_path, env={})
        here = said(sys.executable, "-m", "game", "--selfcheck", cwd=ROOT, env=bare())
        assert counts(packed) == counts(here)

    def test_it_plays_and_keeps_matches(self, bundle, tmp_path):
        env = {"STARCROSS_HOME": str(tmp_path)}
        assert "2 of 2 matches finished" in said(
            str(bundle / "starcross"), "sim", "verona", "--seats", "random,random", "--games", "2", "--jobs", "2", cwd=tmp_path, env=env
        )
        out = said(str(bundle / "starcross"), "play", "verona", "--text", "--seat", "random", "random", cwd=tmp_path, env=env)
        assert "The match is over." in out
        (save,) = (tmp_path / "saves").glob("*.jsonl")
        assert "verified" in said(str(bundle / "starcross"), "replay", str(save), "--verify", cwd=tmp_path, env=env)

    def test_licence_texts_are_in_it(self, bundle):
        names = [path.relative_to(bundle).as_posix().lower() for path in bundle.rglob("*") if path.is_file()]
        assert any("pygame-ce" in name and "lgpl" in name for name in names)
        assert any(name.endswith("assets/attribution.md") for name in names)
        assert any("fonts" in name and ("ofl" in name or "licen" in name) for name in names)
        assert any(name.endswith("starcross-tabletop/license") for name in names)

    def test_it_is_small_and_carries_nothing_it_does_not_need(self, bundle):
        files = [path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink()]
        assert sum(path.stat().st_size for path in files) <= LARGEST
        assert not [
            path for path in files if re.search(r"numpy|tkinter|/PIL/|pytest|hypothesis", "/" + path.relative_to(bundle).as_posix())
        ]

    def test_whatever_is_packed_carries_its_licence(self, bundle):
        """A library that is installed only for tests, and that a module of ours would take if it were there, is not packed by chance."""
        script = (
            "import sys; from PyInstaller.archive.readers import CArchiveReader as Reader\n"
            "print(*{name.split('.')[0] for name in Reader(sys.argv[1]).open_embedded_archive('PYZ.pyz').toc})"
        )
        tops = set(said(sys.executable, "-c", script, str(bundle / "starcross"), cwd=ROOT, env=bare()).split())
        tops |= {path.name.split(".")[0] for path in (bundle / "_internal").iterdir() if path.suffix == ".so"}
        named = {place.parts[0].split(".")[0] for name in plan.PACKED for place in distribution(name).files or ()}
        stdlib = {path.name.split(".")[0] for path in Path(sysconfig.get_paths()["stdlib"]).iterdir()}
        assert {top for top in tops - named - stdlib - sys.stdlib_module_names if not top.startswith("_sysconfigdata")} == {"game"}

    def test_the_libraries_of_window_and_compiler_are_the_systems_own(self, bundle):
        assert not [path.name for path in bundle.rglob("*") if path.name.startswith(plan.LENT)]

    def test_no_folder_of_whoever_built_it_is_in_it(self, bundle):
        """Neither in a file as it lies there, nor in a module that is packed with others."""
        script = (
            "import sys; from PyInstaller.archive.readers import CArchiveReader as Reader\n"
            "modules = Reader(sys.argv[1]).open_embedded_archive('PYZ.pyz')\n"
            "for name in modules.toc:\n"
            "    held = modules.extract(name, raw=True)\n"
            "    print(*(f'{name}: {folder}' for folder in sys.argv[2:] if held and folder.encode() + b'/' in held), end='')\n"
        )
        folders = plan.builders(ROOT)
        held = {path.relative_to(bundle).as_posix(): path.read_bytes() for path in bundle.rglob("*") if path.is_file()}
        with zipfile.ZipFile(bundle / "_internal" / "base_library.zip") as library:
            held |= {f"base_library.zip/{name}": library.read(name) for name in library.namelist()}
        assert [
            (name, folder) for name, text in held.items() for folder in folders if re.search(re.escape(folder.encode()) + rb"[/\0]", text)
        ] == []
        assert said(sys.executable, "-c", script, str(bundle / "starcross"), *folders, cwd=ROOT, env=bare()) == ""

    def test_whatever_is_packed_stands_in_its_list(self, bundle):
        listed = {part.name: part for part in parts.parts(bundle)}
        assert {"Python", "SDL", "SDL_image", "SDL_mixer", "SDL_ttf", *plan.PACKED} <= set(listed)
        assert listed["Python"].version == platform.python_version()

    def test_it_plays_a_study(self, bundle, tmp_path):
        """Some libraries are asked for only there."""
        words = ("lab", "cardmaster", "decks", "--games", "1", "--level", "random", "--jobs", "1")
        assert "kept in" in said(str(bundle / "starcross"), *words, cwd=tmp_path, env={"STARCROSS_HOME": str(tmp_path)})


def test_the_source_archive_holds_what_the_checkout_does_and_nothing_that_lies_about(tmp_path):
    source = tmp_path / "source"
    for name in ("game", "maps", "tests/bundle", "assets/fonts"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md", "tests/test_readers.py"):
        shutil.copy(ROOT / name, source / name)
    ours = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    for name in (
        "assets/fonts/.DS_Store",
        "maps/overcross/duel.tmx~",
        "maps/Thumbs.db",
        "game/__pycache__/x.cpython-311.pyc",
        "maps/a.orig",
    ):
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text("x")
    script = "import sys, setuptools.build_meta as build; build.build_sdist(sys.argv[1])"
    said(sys.executable, "-c", script, str(tmp_path), cwd=source, env=bare())
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as packed:
        names = {entry.name.split("/", 1)[1] for entry in packed if entry.isfile()}
    made = {name for name in names if name.split("/")[0] in {"PKG-INFO", "setup.cfg", "starcross_tabletop.egg-info"}}
    assert names - made == {name for name in ours if not name.startswith("tests/")}


@pytest.fixture(name="installed", scope="module")
def wheel_in_fresh_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy, install it alone, and lend it the libraries of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("game", "assets", "maps", "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md"):
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, source / name)
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    said(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source), cwd=folder, env=bare())
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    said(*pip, "--python", str(python), "install", "--no-deps", str(wheel), cwd=folder, env=bare())
    packages = said(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder, env=bare()).strip()
    Path(packages, "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


@pytest.mark.slow
class TestWheel:
    def test_the_installed_command_checks_itself_from_any_folder(self, installed, tmp_path):
        out = said(str(installed / "starcross"), "--selfcheck", cwd=tmp_path, env={**bare(), "PYTHONPATH": ""})
        assert out.splitlines()[-1] == "All is well."

    def test_it_carries_every_licence_text(self, installed):
        packages = said(
            str(installed / "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=installed, env=bare()
        )
        (folder,) = Path(packages.strip()).glob("starcross_tabletop-*.dist-info")
        carried = {path.name for path in (folder / "licenses").rglob("*") if path.is_file()}
        fonts = {path.name for path in (ROOT / "assets" / "fonts").glob("OFL-*.txt")}
        assert carried == {"LICENSE", "ATTRIBUTION.md", "CREDITS.txt", *fonts}
        assert "License-Expression: MIT AND OFL-1.1 AND CC-BY-3.0 AND CC0-1.0" in (folder / "METADATA").read_text(encoding="utf-8")

    def test_its_cards_and_maps_are_found_inside_it(self, installed, tmp_path):
        env = {**bare(), "PYTHONPATH": "", "STARCROSS_HOME": str(tmp_path)}
        assert "no fault" in said(str(installed / "starcross"), "check", cwd=tmp_path, env=env)
        where = said(str(installed / "python"), "-c", "from game import paths; print(paths.ASSETS, paths.MAPS)", cwd=tmp_path, env=env)
        assert all("site-packages" in word and ("game/assets" in word or "game/maps" in word) for word in where.split())
