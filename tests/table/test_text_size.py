"""Text as it is really set, inside cards too: large enough to read, larger where the player wants it larger, and never off its plate."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec import Struct
from msgspec.structs import replace
from shell_stage import Stage

from game.ai.worker import Thinker
from game.cli.shoot import played
from game.kernel.scene import CardFace, ScenePiece
from game.kernel.setup import Setup
from game.rules import SHIPPED, shelf
from game.table.canvas.draw import CUT_AT, Icon, Made, Text
from game.table.canvas.painter import Painter, shortened
from game.table.canvas.tween import Pose
from game.table.pages.dialog import Dialog
from game.table.pages.settings import SettingsScreen
from game.table.pieces import kinds, plates
from game.table.pieces.card_face import face_items
from game.table.pieces.name_plate import LEAST
from game.table.play import overlay
from game.table.play.match import MatchScreen
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.shell.widgets import Scroll

BOXES = {box.id: box for box in shelf()}
WITH_CARDS = [game for game in SHIPPED if BOXES[game].catalogue()]
PAGES: dict[str, Callable[[], object]] = {"menu": MenuScreen, "settings": SettingsScreen, **{
    f"library {game}": lambda game=game: Library(game) for game in WITH_CARDS
}}  # fmt: skip


class Set(Struct, frozen=True):
    """A text as it was set: its size in device pixels, whether it left its box, and how wide the box was."""

    words: str
    size: int
    off: bool
    room: int


@pytest.fixture
def texts(monkeypatch) -> list[Set]:
    """Return a list that fills with every text that is set from now on."""
    found: list[Set] = []
    plainly = Painter._set

    def noted(self, item, size, width, height):
        ends = item.cut and not item.wrap  # in an ellipsis
        words = shortened(self.fonts, item.words, item.face, round(size * CUT_AT), width) if ends else item.words
        laid = self.fonts.fit(words, item.face, size, width, height, wrap=item.wrap, rich=item.rich, leading=item.leading)
        found.append(Set(item.words, laid.size, laid.width > width + 1 or laid.height > height + 1, width))
        return plainly(self, item, size, width, height)

    monkeypatch.setattr(Painter, "_set", noted)
    monkeypatch.setattr(Thinker, "warm", lambda self: None)
    return found


def table(game: str, size: tuple[int, int], text: int, moment: tuple[int, int] | None = None) -> Stage:
    """Show a match some way in (a seed, and after how many actions), at rest."""
    stage = Stage(size, games=shelf(), text_size=text)
    seed, actions = moment or (5, 8 if game == "verona" else 40)
    stage.show(MatchScreen(played(Setup(game, min(BOXES[game].seats), seed=seed), actions, None)))
    stage.frame(1.0)
    stage.press("return")  # a hand of one's own is asked to be alone before it is shown
    for _ in range(4):
        stage.frame(1.0)
    return stage


def small(found: list[Set]) -> set[tuple[str, int]]:
    """Return what is set smaller than can be read."""
    return {(each.words, each.size) for each in found if each.size < LEAST}


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("game", SHIPPED)
def test_at_1280_by_720_nothing_on_a_table_is_too_small_to_read(game, text, texts):
    for moment in (None, (3, 60)):
        table(game, (1280, 720), text, moment)
    assert len(texts) > 20
    assert small(texts) == set()


def test_a_card_too_narrow_for_its_name_bears_its_sign_and_a_name_that_fits_grows():
    """As a skill that lies face down does for whoever knows it."""
    face = next(face for face in BOXES["starcrossed"].catalogue() if face.name == "Undercurrent")

    def shown(text: int, name: str) -> Text | Icon:
        stage, named = Stage((1280, 720), games=shelf(), text_size=text), replace(face, name=name)
        piece = ScenePiece(1, "card", "skills", 0, 0, face.id, down=True)
        items = kinds.drawn(stage.app, None, piece, Pose(200.0, 200.0, 76.0, 106.0), lambda _: named)
        return next(item for item in items if isinstance(item, Text | Icon))

    for text in (100, 175):
        sign = shown(text, "Undercurrent")
        assert isinstance(sign, Icon)
        assert sign.name == face.icon
        assert min(sign.rect[2:]) >= LEAST * 1.5
    usual, large = shown(100, "Soul"), shown(175, "Soul")
    assert isinstance(usual, Text)
    assert isinstance(large, Text)
    assert large.size > usual.size


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_fighting_card_that_is_active_shows_all_its_numbers_signs_and_gems_in_every_window(size, text, texts):
    screen = table("cardmaster", size, text, (3, 60)).top
    board, told = screen.view.board, [(each.words, each.size) for each in texts]
    active = [piece for piece in board.scene.pieces.values() if piece.zone.startswith("active")]
    assert len(active) == 6
    for piece in active:
        pose = kinds.snapped(board.layout.poses[piece.id])
        drawn = kinds.drawn(board.app, board.scene, piece, pose, board.face)
        face = next(item.key[1] for item in drawn if isinstance(item, Made) and item.kind == "card")
        assert len(face.stats) == 4
        shown = list(face_items(board.app, board.app.theme, face, pose.rect, round(pose.w * board.app.view.scale)))
        borne = [
            badge.value
            for badge in piece.badges
            if badge.value and not badge.shape and badge.icon not in {stat.icon for stat in face.stats}
        ]
        borne += [badge.value for badge in piece.badges if badge.shape == "row"]
        for value in (*(stat.value for stat in face.stats), *borne):
            assert max(size for words, size in told if words == value) >= LEAST, (face.name, value)
        signs = {sign.icon for sign in face.signs}
        assert signs <= {item.name for item in shown if isinstance(item, Icon)}
        assert borne


@pytest.mark.parametrize("page", PAGES)
def test_at_1280_by_720_nothing_on_a_page_is_too_small_to_read(page, texts):
    Stage((1280, 720), games=shelf()).show(PAGES[page]())
    assert len(texts) > 10
    assert small(texts) == set()


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("game", SHIPPED)
def test_no_text_of_a_table_falls_off_its_plate(game, text, texts):
    table(game, (1280, 720), text)
    assert [each for each in texts if each.off] == []


@pytest.mark.parametrize("text", [100, 175])
def test_a_question_of_many_words_is_scrolled_through_and_set_no_smaller(text, texts):
    stage = Stage((1024, 640), games=shelf(), text_size=text)
    words = "A long sentence that says what is wrong with a file of yours. " * 60
    stage.show(Dialog("Faults", words, [("All right", "main", lambda: None)]))
    whole = next(each for each in texts if each.words == words)
    assert whole.size >= 26 * text / 100 * stage.app.view.scale - 1
    before = next(part.offset for part in stage.top.parts if isinstance(part, Scroll))
    stage.move(960, 500)
    stage.wheel(-3)
    for _ in range(5):
        stage.frame(0.2)
    assert next(part.offset for part in stage.top.parts if isinstance(part, Scroll)) > before


@pytest.mark.parametrize("text", [100, 150, 175])
def test_paragraphs_of_a_question_stand_apart_and_begin_at_one_edge(text):
    """Entries of two lines ran into each other: nobody saw where one ended."""
    stage = Stage((1280, 720), games=shelf(), text_size=text)
    said = ["It thought this the best.", *(f"{share} %: play {'a figure that has a long name ' * 4}there." for share in (30, 29, 28))]
    dialog = stage.show(Dialog("Why?", "\n".join(said), [("Close", "main", lambda: None)]))
    items = [item for part in dialog.parts for item in (part.parts if isinstance(part, Scroll) else [part])]
    drawn = [item for item in items if isinstance(item, Text) and item.words in said]
    assert [item.words for item in drawn] == said
    assert {(item.rect[0], item.align) for item in drawn} == {(drawn[0].rect[0], "left")}
    for one, other in pairwise(drawn):
        assert other.rect[1] - one.rect[1] - one.rect[3] > one.size / 3
        assert stage.app.height(one.words, "text", one.size, one.rect[2], rich=True) <= one.rect[3]


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((1024, 640), 175), ((3840, 2160), 100)])
@pytest.mark.parametrize("game", ["overcross", "verona"])
def test_the_names_of_all_who_sit_down_are_told_in_full(game, size, text, monkeypatch):
    monkeypatch.setattr(Thinker, "warm", lambda self: None)
    stage, seats = Stage(size, games=shelf(), text_size=text), max(BOXES[game].seats)
    screen = stage.show(MatchScreen(played(Setup(game, seats, seed=5), 9, None)))
    stage.frame(1.0)
    named = plates.plates(stage.app, screen.view.scene, screen.view.board.layout, screen.match.names)
    for name in screen.match.names:
        item = next(item for item in named if isinstance(item, Text) and item.words.removesuffix(" (you)") == name)
        assert item.wrap or stage.app.measure(item.words, item.face, item.size * CUT_AT) <= item.rect[2], name


def words_of_card(game: str, face: CardFace, text: int, texts: list[Set]) -> tuple[int, int]:
    """Return the sizes of a zoomed card's name and of its text."""
    stage = Stage((1280, 720), games=shelf(), text_size=text)
    stage.show(Library(game))
    items = overlay.zoom(stage.app, face, (100, 300, 100, 140), (0, 0, 1900, 1060))
    texts.clear()
    stage.app.painter.paint(stage.app.surface, stage.app.view, items, anew=True)
    sizes = {each.words.casefold(): each.size for each in texts}
    assert [each for each in texts if each.off] == []
    return sizes[face.name.casefold()], sizes["\n".join(face.text).casefold()]


@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_words_of_a_card_grow_with_the_text_size(game, texts):
    face = sorted((face for face in BOXES[game].catalogue() if face.text), key=lambda face: sum(map(len, face.text)))[3]
    name, words = words_of_card(game, face, 100, texts)
    large_name, large_words = words_of_card(game, face, 175, texts)
    assert large_words > words * 1.3
    assert large_name > name


@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_longest_words_of_a_card_are_read_at_every_text_size(game, texts):
    face = max(BOXES[game].catalogue(), key=lambda face: sum(map(len, face.text)))
    for text in (100, 175):
        assert words_of_card(game, face, text, texts)[1] >= 16


@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_library_shows_the_words_of_the_chosen_card_at_every_text_size(game, texts):
    for text in (100, 175):
        stage = Stage((1280, 720), games=shelf(), text_size=text)
        page = stage.show(Library(game))
        face = page.faces[page.chosen]
        texts.clear()
        stage.app.painter.forget()
        stage.app.show()
        stage.app.painter.paint(stage.app.surface, stage.app.view, stage.app.items(), anew=True)
        assert not face.text or "\n".join(face.text) in {each.words for each in texts}
