"""A pattern that the shell left as it is, as those of Windows do, stands for all that fits it, unless something is called like that itself."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from game import paths
from game.cli import main

CARDS = (Path(__file__).parents[2] / "docs" / "mods" / "longer-night" / "cards" / "night.toml").read_bytes()


def pack(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mod.toml", 'name = "Night"\nversion = "1"\ngame = "overcross"\n')


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_pattern_stands_for_what_fits_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.toml", "b.toml", ".c.toml", "sub/d.toml"):
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_bytes(b"[")
    main(["check", "*.toml"])
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        "a.toml, line 1",
        "b.toml, line 1",
        "2 broken files",
    ]
    main(["check", "s?b/*", "a.toml"])
    assert "sub" in capsys.readouterr().out
    assert main(["check", "*.tmx"]) == 2
    assert capsys.readouterr().err == "starcross: There is no file or folder that fits *.tmx.\n"


def test_all_that_was_asked_for_is_checked_and_what_cannot_be_is_said_at_the_end(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, content in (("night/LICENSE.txt", b""), ("night/README.md", b""), ("night/poem.txt", b""), ("night/x.toml", b"[")):
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_bytes(content)
    assert main(["check", "night/LICENSE.txt", "night/README.md"]) == 2, "they are passed over beside others alone"
    out, err = capsys.readouterr()
    assert out == ""
    assert [words.partition(" is nothing that can be checked: ")[0] for words in err.removeprefix("starcross: ").split(". ")] == [
        str(Path("night", "LICENSE.txt")),
        str(Path("night", "README.md")),
    ]
    assert main(["check", "*.none", "night/*", "gone.toml"]) == 2
    out, err = capsys.readouterr()
    assert [line.partition(":")[0] for line in out.splitlines()] == [f"{Path('night', 'x.toml')}, line 1", "1 broken file"]
    assert err.startswith(
        "starcross: There is no file or folder that fits *.none. "
        f"{Path('night', 'poem.txt')} is nothing that can be checked: neither cards, deck, map, theme, guide, rules page, position, mod, save nor report. "
        "There is no file or folder gone.toml."
    )


def test_what_is_called_like_a_pattern_is_that(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("x[1].toml", "x1.toml"):
        (here / name).write_bytes(b"[")
    main(["check", "x[1].toml"])
    assert capsys.readouterr().out.startswith("x[1].toml, line 1: ")


def test_a_mod_is_named_by_a_pattern_that_fits_one_alone(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack(here / "a.zip")
    assert main(["mod", "install", "*.zip"]) == 0, capsys.readouterr()
    assert (paths.user_folder() / "mods" / "night" / "mod.toml").is_file()
    pack(here / "b.zip")
    capsys.readouterr()
    assert main(["mod", "install", "*.zip"]) == 2
    assert capsys.readouterr().err == "starcross: One file or folder is needed, and *.zip fits a.zip and b.zip.\n"


def test_what_somebody_typed_in_other_capitals_is_called_as_it_is_there(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only where the system finds it at all."""
    (here / "cards").mkdir()
    (here / "cards" / "a.toml").write_bytes(CARDS)
    main(["check", str(here / "CARDS" / "A.toml")])
    said = capsys.readouterr()
    if (here / "CARDS").exists():
        assert "1 file of cards" in said.out
    else:
        assert "There is no file or folder" in said.err
