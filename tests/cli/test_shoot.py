"""Pictures of tables without a window: of every game, the same each time, at the size that was asked for."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import paths
from game.cli import main
from game.cli.shoot import size_of
from game.rules import IDS


def colours(path: Path, size: tuple[int, int]) -> int:
    """Return how many different colours a grid of points over the picture has."""
    picture = pygame.image.load(str(path))
    assert picture.get_size() == size
    return len({tuple(picture.get_at((x, y))) for x in range(0, size[0], 16) for y in range(0, size[1], 16)})


@pytest.mark.parametrize("game", IDS)
def test_every_table_is_drawn(game, tmp_path):
    out = tmp_path / "table.png"
    assert main(["shoot", game, "--out", str(out), "--size", "1280x720", "--actions", "8", "--seed", "2"]) == 0
    assert colours(out, (1280, 720)) > 300


def test_the_same_words_make_the_same_picture_and_other_actions_another(tmp_path):
    pictures = []
    for name, actions in (("a", "5"), ("b", "5"), ("c", "9")):
        out = tmp_path / f"{name}.png"
        assert main(["shoot", "verona", "--out", str(out), "--size", "1024x640", "--actions", actions]) == 0
        pictures.append(out.read_bytes())
    assert pictures[0] == pictures[1] != pictures[2]


def test_larger_text_and_high_contrast_are_drawn_and_each_is_another_picture(tmp_path):
    pictures = {}
    for name, words in (("usual", ()), ("large", ("--text-size", "175")), ("strong", ("--high-contrast",))):
        out = tmp_path / f"{name}.png"
        assert main(["shoot", "verona", "--out", str(out), "--size", "1280x720", "--actions", "5", *words]) == 0
        pictures[name] = pygame.image.load(str(out))
        assert pictures[name].get_size() == (1280, 720)
    seen = {name: [tuple(picture.get_at((x, 300))[:3]) for x in range(0, 1280, 4)] for name, picture in pictures.items()}
    assert len({tuple(row) for row in seen.values()}) == 3
    dark = {name: sum(max(colour) < 40 for colour in row) for name, row in seen.items()}
    assert dark["strong"] > dark["usual"] * 1.5


def test_a_faulty_map_of_the_table_is_told_and_the_picture_is_made(tmp_path, monkeypatch, capsys):
    maps = tmp_path / "maps"
    (maps / "tables").mkdir(parents=True)
    drawn = (paths.MAPS / "tables" / "verona.tmx").read_text(encoding="utf-8")
    monkeypatch.setattr(paths, "MAPS", maps)
    for broken, words in (
        (drawn.replace('name="zones-2"', 'name="places"'), "a layer of zones is called 'zones', or 'zones-2', 'zones-3' and so on"),
        (drawn[:200], ": "),
    ):
        (maps / "tables" / "verona.tmx").write_text(broken, encoding="utf-8")
        assert main(["shoot", "verona", "--out", str(tmp_path / "out.png"), "--size", "1024x640", "--actions", "3"]) == 0
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith("starcross: maps/tables/verona.tmx: ")
        assert words in said
        assert said.endswith(".")
        assert (tmp_path / "out.png").is_file()
    (maps / "tables" / "verona.tmx").write_text(drawn, encoding="utf-8")
    assert main(["shoot", "verona", "--out", str(tmp_path / "out.png"), "--size", "1024x640", "--actions", "3"]) == 0
    assert capsys.readouterr().err == ""


def test_a_picture_of_a_match_that_is_over_is_no_match_of_the_player(tmp_path):
    assert main(["shoot", "verona", "--seed", "5", "--actions", "400", "--seat", "1", "--out", str(tmp_path / "end.png")]) == 0
    assert colours(tmp_path / "end.png", (1920, 1080)) > 1000
    assert not (paths.user_folder() / "records.json").exists()


def test_each_seat_sees_the_table_from_its_own_side(tmp_path):
    for seat in ("1", "2"):
        assert (
            main(["shoot", "verona", "--out", str(tmp_path / f"{seat}.png"), "--size", "1024x640", "--seat", seat, "--actions", "3"]) == 0
        )
    assert (tmp_path / "1.png").read_bytes() != (tmp_path / "2.png").read_bytes()


def test_a_step_of_a_replay_is_drawn(tmp_path):
    assert main(["sim", "verona", "--seats", "random,random", "--games", "1", "--keep", str(tmp_path)]) == 0
    (save,) = tmp_path.glob("*.jsonl")
    assert main(["replay", str(save), "--to", "4", "--shoot", str(tmp_path / "step.png")]) == 0
    assert colours(tmp_path / "step.png", (1920, 1080)) > 300


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--size", "big"), "1920x1080"),
        (("--size", "100x100"), "between 1024x640 and 3840x2160"),
        (("--size", "99999x99999"), "between 1024x640 and 3840x2160"),
        (("--text-size", "90"), "--text-size is a number from 100 to 175, not 90"),
        (("--text-size", "176"), "--text-size is a number from 100 to 175, not 176"),
        (("--actions", "-1"), "--actions is a number"),
        (("--seat", "3"), "--seat is a number from 1 to 2"),
        (("--seats", "9"), "not by 9"),
    ],
)
def test_a_picture_that_cannot_be_made_is_one_sentence(words, part, tmp_path, capsys):
    assert main(["shoot", "verona", "--out", str(tmp_path / "x.png"), *words]) == 2
    assert part in capsys.readouterr().err
    assert not (tmp_path / "x.png").exists()


def test_a_place_that_cannot_be_written_is_one_sentence(capsys):
    place = Path(__file__) / "x.png"
    assert main(["shoot", "verona", "--out", str(place), "--size", "1024x640"]) == 2
    assert f"{place} cannot be written" in capsys.readouterr().err


def test_sizes_are_read_in_either_case():
    assert size_of("1280X720") == (1280, 720)


@pytest.mark.parametrize("name", ["s3.txt", "q.gif", "none", "x.webp", ".png"])
def test_a_picture_is_not_written_under_a_name_that_does_not_say_how(name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["sim", "verona", "--seats", "random,random", "--games", "1", "--keep", "kept"]) == 0
    capsys.readouterr()
    for words in (
        ["shoot", "verona", "--out", name],
        ["replay", "kept/verona-000000.jsonl", "--shoot", name],
        ["print", "overcross", "--deck", "Closing Time", "--tts", name],
    ):
        assert main(words) == 2
        said = capsys.readouterr().err
        assert said == f"starcross: {name} cannot be written: the name of a picture ends in .png, .jpg, .jpeg, .bmp or .tga.\n"
        assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_picture_is_what_its_name_says(tmp_path):
    for name, first in (("a.JPG", b"\xff\xd8\xff"), ("a.jpeg", b"\xff\xd8\xff"), ("a.bmp", b"BM"), ("a.tga", b"\0\0")):
        assert main(["shoot", "verona", "--out", str(tmp_path / name), "--size", "1024x640"]) == 0
        assert (tmp_path / name).read_bytes().startswith(first)
