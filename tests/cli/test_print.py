"""`starcross print`: every card on paper in its size, as often as a deck holds it, and backs that lie behind their faces."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pygame
import pytest

from game import paths
from game.cli import main
from game.cli.beside_cards import EACH, HURT, SHARED, found_map, parts_of
from game.cli.printing import EDGE, PAPERS, SLOT, TABLETOP, grid_of
from game.content.decks import deck_text
from game.kernel.setup import DeckList
from game.rules import open_box
from game.table.canvas.theme import read_theme
from game.table.pieces import figures, printed
from game.table.pieces.printed import CARD, COUNTER, DOTS, SQUARE, TOKEN, card, dots
from game.table.pieces.short_name import short_names
from game.table.shell.app import Screen, headless

FACES = {face.id: face for face in open_box("starcrossed").catalogue()}


def small(cards: dict[str, int]) -> str:
    """Keep a deck of a few cards, and return its file."""
    path = paths.decks_folder("starcrossed") / "few.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(deck_text(DeckList("A few", cards)), encoding="utf-8")
    return str(path)


def few(count: int, copies: int = 1) -> str:
    return small(dict.fromkeys(list(FACES)[:count], copies))


def pages(pdf: Path) -> list[tuple[float, float, list[tuple[float, ...]]]]:
    """Return width and height of every page in millimetres, and the matrix of every picture on it."""
    content = pdf.read_bytes()
    sizes = [tuple(float(each) for each in box.split()) for box in re.findall(rb"/MediaBox \[([\d. ]+)\]", content)]
    found = []
    for number, stream in enumerate(each for each in streams(content) if b" cm /I" in each):
        size = sizes[min(number, len(sizes) - 1)]
        matrices = [tuple(float(each) for each in found.split()) for found in re.findall(rb"([\d. -]+) cm /I", stream)]
        found.append((size[2] / 72 * 25.4, size[3] / 72 * 25.4, matrices))
    return found


def streams(content: bytes) -> list[bytes]:
    found = []
    for text in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        try:
            found.append(zlib.decompress(text))
        except zlib.error:
            found.append(text)
    return found


@pytest.mark.parametrize(
    ("paper", "bleed", "columns", "rows"), [("A4", 0, 3, 3), ("letter", 0, 3, 3), ("A4", 3, 3, 3), ("letter", 3, 3, 2), ("A4", 5, 2, 3)]
)
def test_cards_lie_on_the_paper_beside_each_other(paper: str, bleed: float, columns: int, rows: int) -> None:
    wide, high = PAPERS[paper]
    grid = grid_of(PAPERS[paper], CARD, bleed)
    assert (grid.columns, grid.rows) == (columns, rows)
    corners = [grid.at(place) for place in range(grid.places)]
    assert len(set(corners)) == grid.places
    for x, y in corners:
        assert x >= EDGE / 4
        assert y >= EDGE / 4
        assert x + grid.width <= wide - EDGE / 4 + 0.01
        assert y + grid.height <= high - EDGE / 4 + 0.01


def test_a_back_lies_behind_its_face_when_the_paper_is_turned() -> None:
    grid = grid_of(PAPERS["A4"], CARD, 0)
    for place in range(grid.places):
        (x, y), (behind, level) = grid.at(place), grid.at(place, turned=True)
        assert y == level
        assert behind == pytest.approx(PAPERS["A4"][0] - x - grid.width)


def test_a_deck_is_nine_a_page_with_its_copies_and_their_backs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fpdf")
    out = tmp_path / "deck.pdf"
    assert main(["print", "starcrossed", "--deck", few(5, 2), "--pdf", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: 10 cards on 4 pages\n"
    found = pages(out)
    assert [len(pictures) for _, _, pictures in found] == [9, 9, 1, 1]
    for wide, high, pictures in found:
        assert (round(wide), round(high)) == (210, 297)
        for width, _, _, height, _, _ in pictures:
            assert width / 72 * 25.4 == pytest.approx(63, abs=0.01)
            assert height / 72 * 25.4 == pytest.approx(88, abs=0.01)


def test_bleed_makes_cards_larger_marks_are_lines_and_backs_can_be_left_out(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    out = tmp_path / "deck.pdf"
    words = ["print", "starcrossed", "--deck", few(2), "--pdf", str(out), "--paper", "letter", "--bleed", "3mm", "--no-backs"]
    assert main([*words, "--marks"]) == 0
    ((wide, _, pictures),) = pages(out)
    assert round(wide) == 216
    assert [round(each[0] / 72 * 25.4) for each in pictures] == [69, 69]
    lines = next(each for each in streams(out.read_bytes()) if b" cm /I" in each)
    assert len(re.findall(rb" l\b", lines)) == 2 * 2 * (3 + 2)
    assert main(words) == 0
    assert not re.findall(rb" l\b", next(each for each in streams(out.read_bytes()) if b" cm /I" in each))


def test_what_stands_on_a_grid_has_tokens(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    characters = [face.id for face in open_box("overcross").catalogue() if face.kind == "character"][:2]
    path = tmp_path / "few.toml"
    path.write_text(deck_text(DeckList("A few", dict.fromkeys(characters, 1))), encoding="utf-8")
    assert main(["print", "overcross", "--deck", str(path), "--pdf", str(tmp_path / "a.pdf")]) == 0
    *_, tokens = pages(tmp_path / "a.pdf")
    assert [round(each[0] / 72 * 25.4) for each in tokens[2]] == [26] * 4


def test_no_two_tokens_that_are_printed_are_called_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fpdf")
    upstairs, fourteen = "Mrs Abara Upstairs", "Mrs Petheridge at Fourteen"
    assert short_names([upstairs, fourteen, "The Algorithm"]) == {
        upstairs: "Abara", fourteen: "Petheridge", "The Algorithm": "Algorithm",
    }  # fmt: skip
    characters = [face for face in open_box("overcross").catalogue() if face.kind == "character"]
    assert len(set(short_names(face.name for face in characters).values())) == len(characters)
    painted: list[str] = []
    blank = pygame.Surface((dots(TOKEN), dots(TOKEN)), 0, 24)
    monkeypatch.setattr(printed, "token", lambda _app, _world, face, _colour: painted.append(face.name) or blank)
    path = tmp_path / "few.toml"  # whichever is printed today, the other may lie beside it tomorrow
    path.write_text(deck_text(DeckList("A few", {next(face.id for face in characters if face.name == upstairs): 1})), encoding="utf-8")
    assert main(["print", "overcross", "--deck", str(path), "--no-backs", "--pdf", str(tmp_path / "a.pdf")]) == 0
    assert painted == ["Abara"] * 2


def test_pictures_are_as_large_as_they_are_printed(tmp_path: Path) -> None:
    assert main(["print", "starcrossed", "--deck", few(2, 3), "--png", str(tmp_path / "cards")]) == 0
    names = sorted(path.name for path in (tmp_path / "cards").iterdir())
    assert names == sorted([*(f"{card}.png" for card in list(FACES)[:2]), "back.png"])
    sizes = {pygame.image.load(str(tmp_path / "cards" / name)).get_size() for name in names}
    assert sizes == {(744, 1039)} == {(dots(63), dots(88))}
    assert pytest.approx(300 / 25.4) == DOTS
    pictures = {(tmp_path / "cards" / name).read_bytes() for name in names}
    assert len(pictures) == 3


@pytest.mark.parametrize("game", ["overcross", "shine"])
def test_a_card_is_printed_in_the_letters_of_its_game(game: str, tmp_path: Path) -> None:
    face = open_box(game).catalogue()[0]
    path = tmp_path / "one.toml"
    path.write_text(deck_text(DeckList("One", {face.id: 1})), encoding="utf-8")
    assert main(["print", game, "--deck", str(path), "--png", str(tmp_path / "cards")]) == 0
    app = headless(())
    table = Screen()
    table.theme = game
    figures.register(app)
    app.push(table)
    assert app.fonts.faces == read_theme(game)[0].faces
    told = pygame.image.load(str(tmp_path / "cards" / f"{face.id}.png"))
    assert pygame.image.tobytes(told, "RGB") == pygame.image.tobytes(card(app, game, face), "RGB")


def test_a_sheet_for_tabletop_simulator_holds_every_card_and_the_back_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sheet.png"
    assert main(["print", "starcrossed", "--deck", few(5, 14), "--tts", str(out)]) == 0
    first, second = out.with_stem("sheet-1"), out.with_stem("sheet-2")
    assert capsys.readouterr().out == f"{first}: width 10, height 7, number 69\n{second}: width 10, height 7, number 1\n"
    sheets = [pygame.image.load(str(path)) for path in (first, second)]
    assert {sheet.get_size() for sheet in sheets} == {(TABLETOP[0] * SLOT[0], TABLETOP[1] * SLOT[1])}
    assert max(sheets[0].get_size()) <= 4096

    def slot(sheet: pygame.Surface, place: int) -> bytes:
        corner = (place % 10 * SLOT[0], place // 10 * SLOT[1])
        return pygame.image.tobytes(sheet.subsurface((*corner, *SLOT)), "RGB")

    assert slot(sheets[0], 0) == slot(sheets[0], 13) != slot(sheets[0], 14)
    assert slot(sheets[0], 69) == slot(sheets[1], 69) != slot(sheets[0], 0)
    assert not any(slot(sheets[1], 1))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["verona", "--deck", "nobody", "--png", "out"], "is played without cards."),
        (["verona", "--tts", "out.png"], "A sheet for Tabletop Simulator holds cards."),
        (["shine"], "Print to what? --pdf FILE, --png FOLDER or --tts FILE."),
        (["shine", "--png", "out", "--bleed", "9mm"], "--bleed is a width from 0mm to 5mm, not '9mm'."),
        (["shine", "--pdf", "/nowhere/a.pdf"], f"{Path('/nowhere/a.pdf')} cannot be written"),
        (["shine", "--deck", "nobody", "--png", "out"], "has no deck 'nobody'"),
        (["shine", "--paper", "A3", "--png", "out"], "choice"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_deck_of_cards_that_are_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "starcrossed", "--deck", small({"nobody": 1}), "--png", "out"]) == 2
    assert "A few: there is no card 'nobody'." in capsys.readouterr().err


@pytest.mark.parametrize(("name", "paper", "squares"), [("small", "A4", [(8, 8)]), ("large", "letter", None)])
def test_a_battle_grid_has_squares_of_25_millimetres_on_as_many_pages_as_it_takes(
    name: str, paper: str, squares: list[tuple[int, int]] | None, tmp_path: Path
) -> None:
    pytest.importorskip("fpdf")
    out = tmp_path / "grid.pdf"
    assert main(["print", "overcross", "--no-cards", "--map", name, "--paper", paper, "--pdf", str(out)]) == 0
    found = pages(out)
    parts = parts_of(found_map(open_box("overcross"), name), PAPERS[paper])
    assert len(found) == len(parts)
    for (wide, high, pictures), (columns, rows) in zip(found, parts, strict=True):
        ((width, _, _, height, x, y),) = pictures
        assert width / 72 * 25.4 == pytest.approx(SQUARE * len(columns), abs=0.01)
        assert height / 72 * 25.4 == pytest.approx(SQUARE * len(rows), abs=0.01)
        assert x >= 0
        assert y >= 0
        assert SQUARE * len(columns) < wide
        assert SQUARE * len(rows) < high
    field = found_map(open_box("overcross"), name)
    cells = [row * field.grid.width + column for columns, rows in parts for row in rows for column in columns]
    assert sorted(cells) == list(range(field.grid.width * field.grid.height))
    if squares is not None:
        assert [(len(columns), len(rows)) for columns, rows in parts] == squares


def test_counters_and_the_grid_are_pictures_of_300_dots_an_inch(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    assert main(["print", "overcross", "--no-cards", "--map", "small", "--counters", "--png", str(folder)]) == 0
    sizes = {path.name: pygame.image.load(str(path)).get_size() for path in folder.iterdir()}
    assert sizes.pop("grid-1.png") == (8 * dots(SQUARE), 8 * dots(SQUARE))
    assert set(sizes.values()) == {(dots(COUNTER), dots(COUNTER))} == {(189, 189)}
    assert len(sizes) == len(SHARED) + 4 * 2 * len(EACH) + len(HURT)  # scores, and votes for whoever plays that side
    pictures = [(folder / f"counter-{number + 1}.png").read_bytes() for number in range(len(SHARED))]
    assert len(set(pictures)) == len(SHARED)


def test_the_grid_on_paper_is_that_of_the_table(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    assert main(["print", "overcross", "--no-cards", "--map", "small", "--png", str(folder)]) == 0
    picture, side = pygame.image.load(str(folder / "grid-1.png")), dots(SQUARE)
    theme = read_theme("overcross")[0]
    for column in range(8):
        for row, seat in ((0, 0), (7, 1)):
            assert picture.get_at((column * side + 6, row * side + side // 2))[:3] == theme.seat(seat)[:3]
        assert picture.get_at((column * side + 6, 3 * side + side // 2))[:3] != theme.seat(0)[:3]
    for corner in ((column * side, row * side) for column in range(8) for row in range(8)):
        name = picture.subsurface((*corner, side, side // 4))
        assert any(name.get_at((x, y))[:3] == (255, 255, 255) for x in range(10, side - 10) for y in range(10, side // 4)), corner


def test_a_game_without_cards_has_counters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["--all"], ["--no-cards", "--counters"]):
        assert main(["print", "verona", *words, "--png", str(tmp_path / "paper")]) == 0
        assert capsys.readouterr().out == f"{tmp_path / 'paper'}: {6 * len(EACH)} pictures\n"  # six can play


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["overcross", "--no-cards"], "Print what? Without cards, --map MAP or --counters."),
        (["overcross", "--no-cards", "--counters", "--tts", "x.png"], "A sheet for Tabletop Simulator holds cards."),
        (["overcross", "--map", "nowhere"], "has no map 'nowhere'"),
        (["verona", "--no-cards", "--map", "small"], "is played without maps"),
    ],
)
def test_what_cannot_lie_beside_the_cards_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", *words, "--png", str(tmp_path / "paper")]) == 2
    assert sentence in capsys.readouterr().err


def test_the_readme_names_the_extra_without_which_no_pdf_is_written() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert "`print --pdf` needs the extra `print` (`pip install '.[print]'`)" in text
