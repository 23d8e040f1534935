"""How the program is packed for each system, asked without being there; and the workflows, step by step."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import archive  # noqa: E402
import plan  # noqa: E402


@pytest.mark.parametrize(
    ("platform", "programs", "bundle"),
    [
        ("win32", {"starcross": False, "starcross-cli": True}, False),
        ("linux", {"starcross": True}, False),
        ("darwin", {"starcross": False}, True),
    ],
)
def test_each_system_gets_its_programs(platform: str, programs: dict[str, bool], *, bundle: bool) -> None:
    made = plan.for_system(platform, ROOT)
    assert {each.name: each.console for each in made.programs} == programs
    assert made.bundle == bundle
    assert made.icon is None or Path(made.icon).is_file()


def test_the_mac_bundle_says_what_it_is() -> None:
    info = plan.for_system("darwin", ROOT).info
    assert info["CFBundleShortVersionString"] == plan.version(ROOT)
    assert info["NSHighResolutionCapable"] is True
    assert re.fullmatch(r"[\w.-]+", plan.IDENTIFIER)


def test_windows_is_told_that_the_window_has_its_own_pixels():
    winmanifest = pytest.importorskip("PyInstaller.utils.win32.winmanifest")
    written = winmanifest.create_application_manifest(plan.windows_manifest().encode()).decode()
    assert "PerMonitorV2" in written
    assert "longPathAware" in written
    assert written.count("</windowsSettings>") == 1


def test_the_mac_picture_is_one() -> None:
    written = (ROOT / "assets" / "images" / "icon.icns").read_bytes()
    assert written[:4] == b"icns"
    assert int.from_bytes(written[4:8], "big") == len(written)


def test_nothing_that_sends_is_packed() -> None:
    assert {"ssl", "_ssl", "http", "ftplib", "smtplib", "urllib.request"} <= set(plan.UNUSED)


def test_every_library_has_its_licence() -> None:
    found = plan.licences(ROOT)
    folders = {folder for _, folder in found}
    assert {f"licences/{name}" for name in plan.PACKED} <= folders
    assert "licences/python" in folders
    named = {Path(file).stem.lower() for file, folder in found if folder == "licences/libraries"}
    assert {"sdl2", "sdl2_image", "sdl2_mixer", "sdl2_ttf", "freetype", "harfbuzz", "libpng", "lgpl-2.1"} <= named


def test_every_library_in_the_wheel_of_pygame_has_its_licence() -> None:
    """By the names of the shared libraries that are really there (Linux); ones that share a project share a text."""
    import pygame

    folder = Path(pygame.__file__).parents[1] / "pygame_ce.libs"
    if not folder.is_dir():
        pytest.skip("this wheel of pygame-ce carries its libraries otherwise")
    family = {"sharpyuv": "libwebp", "webpdemux": "libwebp", "vorbisenc": "vorbis", "vorbisfile": "vorbis", "sdl2-2": "sdl2"}
    family |= {"brotlicommon": "brotli", "brotlidec": "brotli", "jpeg": "libjpeg-turbo"}
    texts = {path.stem.lower().replace("lib", "") for path in (ROOT / "packaging" / "licences").glob("*.txt")}
    for path in folder.glob("*.so*"):
        if path.name.startswith("libasound"):
            continue  # the packager leaves it to the system, which alone knows its sound devices
        name = re.split(r"-[0-9a-f]{8}\.", path.name)[0].removeprefix("lib").lower()
        name = family.get(name, re.sub(r"-2$", "", name)).replace("lib", "")
        assert re.sub(r"\d+$", "", name) in texts or name in texts, path.name


@pytest.mark.parametrize("system", ["linux", "windows", "macos"])
def test_its_guide_tells_how_to_start_and_where_things_are(system: str) -> None:
    words = archive.guide(system, "the-archive")
    here = {"linux": "~/.local/share", "windows": "SmartScreen", "macos": "quarantine"}
    assert "{" not in words
    assert "[" not in words
    assert "F9" in words
    assert "the-archive" in words
    wanted = {"linux": ["~/.local/share", "sha256sum"], "windows": ["More info", "%LOCALAPPDATA%"], "macos": ["xattr", "~/Library"]}
    assert all(word in words for word in wanted[system])
    assert all(word not in words for other, word in here.items() if other != system)


def built(folder: Path) -> Path:
    """A folder like the one PyInstaller builds: a program, a library and a link to it."""
    inside = folder / "starcross"
    (inside / "_internal").mkdir(parents=True)
    (inside / "starcross").write_text("#!/bin/sh\n")
    (inside / "starcross").chmod(0o755)
    (inside / "_internal" / "library.so.1").write_text("x")
    (inside / "_internal" / "library.so").symlink_to("library.so.1")
    return folder


@pytest.mark.skipif(os.name == "nt", reason="links and run bits are made here")
@pytest.mark.parametrize("system", ["linux", "windows"])
def test_an_archive_keeps_run_bits_links_and_its_digest(tmp_path: Path, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "parts_list", lambda: "{}")
    assert archive.main([system, str(built(tmp_path))]) == 0
    (packed,) = [path for path in tmp_path.glob("starcross-*") if path.suffix in {".xz", ".zip"}]
    said = (tmp_path / f"{packed.name}.sha256").read_text()
    assert said == f"{hashlib.sha256(packed.read_bytes()).hexdigest()}  {packed.name}\n"
    if system == "linux":
        with tarfile.open(packed) as opened:
            entries = {entry.name: entry for entry in opened}
        assert entries["starcross/starcross"].mode & 0o111
        assert not entries["starcross/PLAY.txt"].mode & 0o111
        assert entries["starcross/_internal/library.so"].issym()
        assert "starcross/share/starcross.desktop" in entries
        assert {entry.uname for entry in entries.values()} == {"root"}
    else:
        with zipfile.ZipFile(packed) as opened:
            assert "starcross/PLAY.txt" in opened.namelist()
            assert b"\r\n" in opened.read("starcross/PLAY.txt")


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_it_goes_into_the_menu_and_out_again(tmp_path: Path) -> None:
    folder = tmp_path / "a folder & its $name"
    (folder / "share").mkdir(parents=True)
    for name in ("starcross.desktop", f"{plan.IDENTIFIER}.metainfo.xml"):
        (folder / "share" / name).write_bytes((ROOT / "packaging" / name).read_bytes())
    (folder / "share" / "starcross.png").write_bytes(b"png")
    script = folder / "add-to-menu.sh"
    script.write_bytes((ROOT / "packaging" / "add-to-menu.sh").read_bytes())
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share")}
    subprocess.run(["sh", str(script)], env=env, check=True, capture_output=True)
    entry = (tmp_path / "share" / "applications" / "starcross.desktop").read_text()
    assert f'Exec="{tmp_path}/a folder & its \\\\$name/starcross"' in entry
    subprocess.run(["sh", str(script), "--remove"], env=env, check=True, capture_output=True)
    assert not (tmp_path / "share" / "applications" / "starcross.desktop").exists()


def workflows() -> list[Path]:
    return sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", workflows(), ids=lambda path: path.stem)
def test_actions_are_pinned_by_their_digest(path: Path) -> None:
    for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
        for step in job.get("steps", []):
            if "uses" in step:
                assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"]), step["uses"]


def test_nothing_is_bundled_before_it_is_tested_or_uploaded_before_it_is_packed() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "bundle.yml").read_text("utf-8"))["jobs"]
    assert jobs["bundle"]["needs"] == "test"
    steps = [step.get("name") or step["uses"] for step in jobs["bundle"]["steps"]]
    upload = next(index for index, name in enumerate(steps) if "upload-artifact" in name)
    assert steps.index("build") < steps.index("check") < steps.index("pack") < upload


@pytest.mark.parametrize("name", ["packed", "bundle"])
def test_what_is_packed_is_locked_with_digests(name: str) -> None:
    text = (ROOT / "packaging" / f"{name}.lock").read_text("utf-8")
    wanted = re.findall(
        r'^    "([\w-]+)',
        re.search(r"^dependencies = \[\n(.*?)^\]", (ROOT / "pyproject.toml").read_text(), re.MULTILINE | re.DOTALL)[1],
        re.MULTILINE,
    )
    named = dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))
    assert set(wanted) <= set(named)
    for entry in re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in entry, entry
