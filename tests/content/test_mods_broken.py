"""A mod whose page got a slip, or lost it, can be taken away, put off and installed anew, by its folder or its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from mod_zips import PAGE, zipped

from game.cli import main
from game.content import mods

SLIPS: dict[str, Callable[[Path], object]] = {
    "a slip": lambda page: page.write_text("name ="),
    "no version": lambda page: page.write_text('name = "Night"\ngame = "overcross"\n'),
    "no page": lambda page: page.unlink(),
    "a folder for a page": lambda page: (page.unlink(), page.mkdir()),
    "capitals": lambda page: page.rename(page.with_name("Mod.toml")),
    "no text": lambda page: page.write_bytes(b"\xff\xfe"),
}


@pytest.fixture
def zip_file(tmp_path: Path) -> Path:
    return zipped(tmp_path / "night.zip", **{"mod.toml": PAGE, "decks/a.toml": "# none\n"})


@pytest.fixture(params=list(SLIPS))
def broken(request: pytest.FixtureRequest, zip_file: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    main(["mod", "install", str(zip_file)])
    place = mods.mods_folder() / "night"
    SLIPS[request.param](place / mods.FILE)
    capsys.readouterr()
    return place


@pytest.mark.parametrize("name", ["night", "Night"])
def test_it_is_taken_away_and_kept(name: str, broken: Path, zip_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mod", "remove", name]) == 0
    kept = mods.mods_folder() / "night.before"
    assert capsys.readouterr().out == f"night is taken away. It had been changed, so it is kept as {kept}.\n"
    assert (kept / "decks" / "a.toml").read_text() == "# none\n"
    assert not broken.exists()
    assert main(["mod", "list"]) == 0
    *_, line = capsys.readouterr().out.splitlines()
    assert line.startswith("mods/night.before was taken away and kept as it had been changed; call its folder night again, ")
    assert "and it is read once its mod.toml can be read (mods/night.before" in line
    main(["mod", "install", str(zip_file)])
    assert "Night 1 is installed" in capsys.readouterr().out


def test_it_is_put_off_and_put_on_only_when_it_can_be_read(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mod", "off", "night"]) == 0
    assert capsys.readouterr().out == "night is off.\n"
    assert main(["mod", "list"]) == 1
    assert " It is off.\n" in capsys.readouterr().out
    assert main(["mod", "on", "night"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("starcross: mods/night")
    assert told.endswith(" `starcross mod remove night` takes it away.\n")
    assert (broken / "off").is_file()


def test_whoever_would_install_it_anew_is_told_what_lies_there_and_what_to_do(
    broken: Path, zip_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mod", "install", str(zip_file)]) == 2
    told = capsys.readouterr().err
    assert "it would lie in mods/night, where something lies already that cannot be read as a mod (mods/night" in told
    assert told.endswith("): `starcross mod remove night` takes it away.\n")
    assert main(["mod", "off", "nihgt"]) == 2
    assert "There is no mod 'nihgt'; there are night." in capsys.readouterr().err


@pytest.mark.parametrize("name", ["..", ".", "/", "???", "-"])
@pytest.mark.parametrize("deed", ["on", "off", "remove"])
def test_signs_alone_name_none(deed: str, name: str, broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that says no name had the same as `..`, and its mod was taken away."""
    assert main(["mod", deed, name]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"starcross: There is no mod {name!r}")
    assert broken.is_dir()
    assert not (broken / mods.OFF).exists()
