"""How the program is packed for each system, asked without being there; and the workflows, step by step."""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pygame
import pytest
import yaml

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import archive  # noqa: E402
import parts  # noqa: E402
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


def test_the_mac_picture_has_every_size_up_to_1024() -> None:
    written = (ROOT / "assets" / "images" / "icon.icns").read_bytes()
    assert written[:4] == b"icns"
    assert int.from_bytes(written[4:8], "big") == len(written)
    sides, at = {}, 8
    while at < len(written):
        kind, long = written[at : at + 4].decode(), int.from_bytes(written[at + 4 : at + 8], "big")
        sides[kind] = pygame.image.load(io.BytesIO(written[at + 8 : at + long]), "icon.png").get_size()
        at += long
    named = {"ic11": 32, "ic12": 64, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}
    assert sides == {kind: (side, side) for kind, side in named.items()}


def test_nothing_that_sends_is_packed() -> None:
    assert {"ssl", "_ssl", "http", "ftplib", "smtplib", "urllib.request"} <= set(plan.UNUSED)


def test_every_library_has_its_licence() -> None:
    found = plan.licences(ROOT)
    folders = {folder for _, folder in found}
    assert {f"licences/{name}" for name in plan.PACKED} <= folders
    assert "licences/python" in folders
    named = {Path(file).name for file, folder in found if folder == "licences/libraries"}
    assert {"LGPL-2.1.txt", *(each["text"] for each in parts._libraries().values())} <= named


WHEELS = {
    "windows": "freetype libjpeg-62 libogg-0 libopus-0 libopusfile-0 libpng16-16 libtiff-5 libwavpack-1 libwebp-7 libwebpdemux-2 libxmp "
    "portmidi SDL2 SDL2_image SDL2_mixer SDL2_ttf python311 VCRUNTIME140 VCRUNTIME140_1 libffi-8",
    "macos": "libFLAC.14.0.0 libSDL2-2.0.0 libSDL2_image-2.0.0.800.12 libSDL2_mixer-2.0.0.800.2 libSDL2_ttf-2.0.0.2400.0 libbrotlicommon.1.2.0 "
    "libbrotlidec.1.2.0 libfluidsynth.3.5.6 libfreetype.6 libharfbuzz.0 libjpeg.62.4.0 libmpg123.0 libogg.0.8.6 libopus.0 libopusfile.0 "
    "libpng16.16.58.0 libportmidi.2.0.7 libsharpyuv.0.1.2 libsndfile.1.0.37 libtiff.6.3.0 libvorbis.0.4.9 libvorbisenc.2.0.12 "
    "libvorbisfile.3.3.8 libwavpack.1 libwebp.7.2.0 libwebpdemux.2.0.17 libxmp.4.7.2 libz.1.3.1.zlib-ng",
}
"""The shared libraries in the wheels of pygame-ce 2.5.8 for the systems that are not at hand, and in Python's build for Windows."""


def libraries_of(system: str) -> list[str]:
    """Return the files of the shared libraries on a system, those of Linux as they really are in the wheel that is installed."""
    if system in WHEELS:
        return [name + {"windows": ".dll", "macos": ".dylib"}[system] for name in WHEELS[system].split()]
    import pygame

    return [path.name for path in sorted((Path(pygame.__file__).parents[1] / "pygame_ce.libs").glob("*.so*"))]


@pytest.mark.parametrize("system", ["linux", "windows", "macos"])
def test_every_library_in_the_wheel_of_pygame_has_its_licence(system: str) -> None:
    names = [name for name in libraries_of(system) if not name.startswith("libasound")]  # the system alone knows its sound devices
    assert [name for name in names if parts.library(name) is None] == []


def test_every_library_that_is_known_has_its_text_and_every_text_its_library() -> None:
    known = parts._libraries()
    texts = {path.name for path in (ROOT / "packaging" / "licences").glob("*.txt")}
    assert {each["text"] for each in known.values()} == texts - {"Apache-2.0.txt", "LGPL-2.1.txt"}
    assert all(each["licence"] for each in known.values())


def packed(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x")
    return folder


def test_what_is_packed_is_listed_as_it_lies_there(tmp_path: Path) -> None:
    folder = packed(
        tmp_path, "_internal/pygame_ce.libs/libSDL2-2-50d19f93.0.so.0.3200.10", "_internal/msgspec/_core.cpython-311-x86_64-linux-gnu.so"
    )
    packed(
        folder, "_internal/libvorbis.dll", "_internal/vorbisenc.dll", "_internal/python3.13/lib-dynload/zlib.so", "_internal/tomli/_re.pyd"
    )
    (folder / "_internal" / "libpython3.13.so.1.0").write_bytes(b"\0lib 1.2.11\x003.13.5\0..")
    if os.name != "nt":
        (folder / "_internal" / "libSDL2-2-50d19f93.0.so.0.3200.10").symlink_to("pygame_ce.libs/libSDL2-2-50d19f93.0.so.0.3200.10")
    listed = {part.name: part for part in parts.parts(folder)}
    assert set(listed) == {*plan.PACKED, "SDL", "Python", "Vorbis"}
    assert all(part.licence for part in listed.values())
    assert all(listed[name].version for name in plan.PACKED)
    assert listed["Python"].version == "3.13.5"
    assert listed["SDL"].version
    assert listed["SDL"].files == (("_internal/pygame_ce.libs/libSDL2-2-50d19f93.0.so.0.3200.10", hashlib.sha256(b"x").hexdigest()),)
    assert len(listed["Vorbis"].files) == 2


def test_a_library_of_which_nothing_is_told_is_not_packed(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="libstrange"):
        parts.parts(packed(tmp_path, "_internal/libstrange.so.3"))


def test_no_folder_of_the_builder_is_left_in_a_library(tmp_path: Path) -> None:
    path, words, system = tmp_path / "lib.so", tmp_path / "words.txt", tmp_path / "system.so"
    path.write_bytes(b"\x7fELF\0/home/anna/pythons/3.13/lib\0/home/anna/game\0end")
    words.write_bytes(b"/home/anna/game")
    system.write_bytes(b"\x7fELF\0/usr/lib\0")
    assert plan.nameless(tmp_path, ["/home/anna/pythons/3.13", "/home/anna/game"]) == 1
    assert path.read_bytes() == b"\x7fELF\0///////////////////3.13/lib\0///////////game\0end"
    assert words.read_bytes() == b"/home/anna/game"
    assert system.read_bytes() == b"\x7fELF\0/usr/lib\0"


def test_the_systems_own_folders_name_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/home/anna/game/.venv")
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    assert plan.builders(Path("/game")) == ["/home/anna/game/.venv"]
    assert plan.builders(Path("/home/anna/game")) == ["/home/anna/game", "/home/anna/game/.venv"]


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


def built(folder: Path, system: str) -> Path:
    """A folder like the one PyInstaller builds: a program, a library and a link to it."""
    inside = folder / ("starcross.app" if system == "macos" else "starcross")
    (inside / "_internal").mkdir(parents=True)
    (inside / "starcross").write_text("#!/bin/sh\n")
    (inside / "starcross").chmod(0o755)
    (inside / "_internal" / "library.so.1").write_text("x")
    (inside / "_internal" / "library.so").symlink_to("library.so.1")
    return folder


@pytest.mark.skipif(os.name == "nt", reason="links and run bits are made here")
@pytest.mark.parametrize("system", ["linux", "windows", "macos"])
def test_an_archive_keeps_run_bits_links_and_its_digest(tmp_path: Path, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "parts", lambda _: [])
    monkeypatch.setattr(parts, "written", lambda _: "{}")
    assert archive.main([system, str(built(tmp_path, system))]) == 0
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
        return
    with zipfile.ZipFile(packed) as opened:
        inside = "starcross/starcross.app" if system == "macos" else "starcross"
        modes = {entry.filename: entry.external_attr >> 16 for entry in opened.infolist()}
        assert modes[f"{inside}/starcross"] & 0o111
        assert not modes["starcross/PLAY.txt"] & 0o111
        assert stat.S_ISLNK(modes[f"{inside}/_internal/library.so"])
        assert opened.read(f"{inside}/_internal/library.so") == b"library.so.1"
        assert (b"\r\n" in opened.read("starcross/PLAY.txt")) == (system == "windows")


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
