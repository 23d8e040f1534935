"""The deck builder: one click a card, what does not go with the rest is dimmed, and decks are filled, tried, copied and shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pygame
import pytest
from shell_stage import PAPER_CARDS, PaperBox, Stage, flat

from game.content.decks import own_decks
from game.content.faults import ContentError
from game.kernel.chance import Chance
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Setup
from game.lab.breaking_decks import whole
from game.lab.deck_taste import RULE
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box, shelf
from game.table.canvas.draw import Icon, Made, Panel
from game.table.canvas.view import inset, meet
from game.table.pages.dialog import Dialog
from game.table.pieces.card_face import face_items
from game.table.play import overlay
from game.table.screens.deck_book import CHANGED, NEEDS_NONE, DeckBook
from game.table.screens.deck_share import as_code, as_deck, as_text
from game.table.screens.library import Library
from game.table.screens.sample_hand import SampleHand

FACES = {card.id: card for card in PAPER_CARDS}
DECKED = [box.id for box in shelf() if box.ready_decks()]


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    kept = [""]
    monkeypatch.setattr(pygame.scrap, "put_text", kept.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: kept[-1])
    return kept


def bench(stage: Stage) -> DeckBook:
    return stage.top.bench.book


def right_click(stage: Stage, key: str) -> None:
    x, y, width, height = stage.rect(key)
    at = stage._pixel(x + width / 2, y + height / 2)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        stage.post(kind, pos=at, button=3, clicks=1)
    stage.frame()


def more(stage: Stage, way: str) -> None:
    stage.click("deck-more")
    stage.click(f"option-{way}")


def test_one_click_puts_a_card_in_and_a_right_click_takes_it_out() -> None:
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    stage.click("card-paper-7")
    assert bench(stage).deck.cards["paper-7"] == 1
    stage.click("card-paper-7")
    assert bench(stage).deck.cards["paper-7"] == 2
    right_click(stage, "card-paper-7")
    assert bench(stage).deck.cards["paper-7"] == 1
    right_click(stage, "line-paper-7-False")
    assert "paper-7" not in bench(stage).deck.cards
    right_click(stage, "card-paper-7")
    assert "paper-7" not in bench(stage).deck.cards


@pytest.mark.parametrize(
    ("game", "words"), [("overcross", "Play cost "), ("shine", "Cost "), ("starcrossed", "Cost "), ("cardmaster", "Tier ")]
)
def test_the_card_that_is_looked_at_says_what_its_numbers_are(game: str, words: str) -> None:
    stage = Stage(games=(open_box(game),))
    page = stage.show(Library(game))
    card = next(face for face in page.shown() if face.corner is not None)
    page.choose(card.id)
    page.stale()
    assert card.captions.startswith(words)
    assert card.captions in stage.words()


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("game", ["overcross", "shine", "starcrossed"])
def test_the_workbench_says_what_the_keywords_of_a_card_under_the_pointer_mean(game: str, text: int) -> None:
    stage = Stage(games=(open_box(game),), text_size=text)
    page = stage.show(Library(game, decks=True))
    face = min(
        (face for face in page.shown() if face.keywords), key=lambda face: len(str(face.keywords))
    )  # what does not fit is scrolled to
    page.filter("search", face.name)
    page.stale()
    stage.frame()
    x, y, width, height = stage.rect(f"card-{face.id}")
    stage.move(x + width / 2, y + height / 2)
    stage.frame()
    for word, meaning in face.keywords:
        assert meaning in stage.words(), word


def test_a_click_among_the_cards_only_looks() -> None:
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper"))
    stage.click("card-paper-7")
    assert not bench(stage).changed


def test_cards_of_another_side_are_dimmed_with_their_reason_OC_7() -> None:
    stage = Stage(games=(open_box("overcross"),))
    page = stage.show(Library("overcross", decks=True))
    book = bench(stage)
    sides = {deck.side: deck for deck in book.ready.values()}
    mine, theirs = list(sides.values())[:2]
    book.open(mine.name)
    foreign = [card for card in theirs.cards if book.refused(card)]
    assert foreign
    assert all("(OC-7)" in book.refused(card) for card in foreign)
    assert not any(book.refused(card) for card in mine.cards)
    page.stale()
    dimmed = [widget for widget in page.widgets() if widget.key.startswith("card-") and book.refused(widget.key.removeprefix("card-"))]
    look = page.look(dimmed[0])
    sign = dimmed[0].paint(look)[-1]
    assert isinstance(sign, Icon)
    assert sign.name == "padlock"
    book.fresh()
    assert not any(book.refused(card) for card in theirs.cards), "an empty deck belongs to nobody"


def test_nothing_is_dimmed_because_a_deck_is_full_SH_1() -> None:
    book = DeckBook(open_box("shine"))
    assert book.faults() == ()
    first, second, *_ = book.deck.cards
    copies = book.deck.cards[first]
    book.add(first, -copies)
    book.add(second, copies)
    assert sum(book.deck.cards.values()) == 50
    assert not book.refused(first)
    assert "(SH-2)" in next(words for card in book.box.catalogue() if (words := book.refused(card.id)))


def test_the_deck_shows_its_curve_and_its_kinds() -> None:
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    words = stage.words().splitlines()
    assert "Fold 3" not in words
    stage.click("card-paper-2")
    words = stage.words().splitlines()
    assert "Fold 3 · Cut 1" in words
    bars = [item for item in flat(stage.app.items()) if isinstance(item, Panel) and item.radius == 4]
    assert len(bars) == 3, "costs 1, 2 and 3"


@pytest.mark.parametrize("game", DECKED)
def test_a_deck_is_filled_from_one_card_and_legal(game: str) -> None:
    book = DeckBook(open_box(game))
    ready = next(iter(book.ready.values()))
    card = next(iter(ready.cards))
    book.fresh()
    assert whole(book.filling(card, Chance(5))) == RULE
    assert book.faults() == ()
    assert card in book.deck.cards
    assert book.deck.name == "New deck"
    assert book.changed


def test_a_deck_that_is_begun_keeps_its_cards_when_it_is_filled_SH_1() -> None:
    book = DeckBook(open_box("shine"))
    kept = dict(list(book.deck.cards.items())[:4])
    book.deck = DeckList("Begun", kept, book.deck.front)
    assert whole(book.filling("", Chance(5))) == RULE
    assert book.faults() == ()
    assert all(book.deck.cards[card] >= copies for card, copies in kept.items())


@pytest.mark.parametrize("game", DECKED)
def test_a_deck_is_filled_from_any_card_that_a_legal_deck_holds_SC_39(game: str) -> None:
    book = DeckBook(open_box(game))
    fronts, others = book.fronts(), [face for face in book.box.catalogue() if face.id not in book.fronts()]
    kinds = {(face.kind, face.palette, face.line): face.id for face in others}
    for card in (*sorted(fronts), *sorted(kinds.values())[::3], *(face.id for face in others if face.id.startswith("super"))):
        book.fresh()
        book.add(card)
        assert whole(book.filling(card, Chance(7))) == RULE, card
        assert book.faults() == ()
        assert card in (book.deck.front if card in fronts else book.deck.cards)


@pytest.mark.parametrize("game", DECKED)
def test_a_ready_deck_needs_no_more_cards_and_stays_what_it_is(game: str) -> None:
    for name in DeckBook(open_box(game)).ready:
        book = DeckBook(open_box(game))
        book.open(name)
        before = book.deck
        assert whole(book.filling("", Chance(5))) == NEEDS_NONE
        assert (book.deck, book.changed) == (before, False)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({"Airlock Intern": 5}, "This deck cannot be filled. 5 copies of Airlock Intern, and 3 at most are allowed (OC-8)."),
        ({"Airlock Intern": 1, "Aisle Closed": 1}, "This deck cannot be filled. Its cards belong to 2 sides, Inkwell and Static (OC-7)."),
    ],
)
def test_cards_that_break_a_rule_which_no_more_cards_mend_are_told_without_a_search(cards: dict[str, int], said: str) -> None:
    book = DeckBook(open_box("overcross"))
    named = {face.name: face.id for face in book.box.catalogue()}
    book.fresh()
    for name, copies in cards.items():
        book.add(named[name], copies)
    filling = book.filling("", Chance(5))
    for _ in range(len(named) + 1):
        if next(filling, said) == said:
            break
    else:
        pytest.fail("they were searched around")
    assert whole(book.filling("", Chance(5))) == said


def begun_slowly(stage: Stage) -> DeckBook:
    """Return the book of a deck whose search takes long: each step takes some milliseconds, told by the clock itself."""
    stage.show(Library("shine", decks=True))
    book = bench(stage)
    book.fresh()
    stage.app.clock = lambda: setattr(stage.clock, "now", stage.clock.now + 0.004) or stage.clock.now
    more(stage, "fill")
    return book


def test_the_window_goes_on_while_a_deck_is_filled() -> None:
    stage = Stage(games=(open_box("shine"),))
    book = begun_slowly(stage)
    assert [words for _, words, _ in stage.app.notices] == ["Looking for cards that go with these."]
    while book.faults():
        before = stage.clock.now
        stage.frame()
        assert stage.clock.now - before < 0.1, "the window stood still"
    assert [words for _, words, _ in stage.app.notices] == [RULE]


def test_a_deck_that_was_changed_while_it_was_filled_stays_as_it_was_changed() -> None:
    stage = Stage(games=(open_box("shine"),))
    book = begun_slowly(stage)
    book.rename("Other")
    changed = book.deck
    while stage.top.bench.fill_on():
        pass
    assert book.deck == changed
    assert stage.app.notices[-1][1] == CHANGED


def test_one_click_sets_a_star_in_front_in_place_of_the_one_that_stood_there_SH_1() -> None:
    stage, (one, other) = star_stage()
    for star in (one, one, other):
        stage.click(f"card-{star}")
        assert (bench(stage).deck.front, bench(stage).deck.cards) == ((star,), {})
    right_click(stage, f"card-{other}")
    assert bench(stage).deck.front == ()


def test_the_arrow_moves_a_star_from_among_the_others_to_the_front_SH_1() -> None:
    stage, (one, other) = star_stage()
    book = bench(stage)
    book._touch(DeckList("Astray", {one: 2}, (other,)))
    stage.top.stale()
    stage.frame()
    stage.click(f"front-{one}-False", dy=0.2)
    assert (book.deck.front, book.deck.cards) == ((one,), {})
    assert stage.top.widget(f"front-{one}-True") is None, "nowhere else to go"
    stage.click(f"minus-{one}-True")
    assert (book.deck.front, book.deck.cards) == ((), {})


def test_a_star_among_the_others_is_set_in_front_when_the_deck_is_filled_SH_1() -> None:
    stage, (one, _) = star_stage()
    book = bench(stage)
    book._touch(DeckList("Astray", {one: 1}))
    more(stage, "fill")
    assert book.deck.front == (one,)
    assert book.faults() == ()


def test_a_card_that_may_stand_in_either_place_goes_to_and_fro() -> None:
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    book = bench(stage)
    book._touch(DeckList("Mine", {"paper-1": 2}, ("paper-5",)))
    stage.top.stale()
    stage.frame()
    stage.click("front-paper-1-False")
    assert (book.deck.front, book.deck.cards) == (("paper-5", "paper-1"), {"paper-1": 1})
    stage.click("front-paper-5-True")
    assert (book.deck.front, book.deck.cards) == (("paper-1",), {"paper-1": 1, "paper-5": 1})


def star_stage() -> tuple[Stage, tuple[str, str]]:
    """Return a window with an empty deck of a game with Stars, and two of them."""
    stage = Stage(games=(open_box("shine"),))
    stage.show(Library("shine", decks=True))
    bench(stage).fresh()
    stage.top.stale()
    stage.frame()
    one, other = [face.id for face in stage.top.shown() if face.id in bench(stage).fronts()][:2]
    return stage, (one, other)


@pytest.mark.parametrize("game", DECKED)
def test_a_deck_is_filled_with_what_goes_with_its_card_as_ready_decks_are_built(game: str) -> None:
    book = DeckBook(open_box(game))
    ready = list(book.ready.values())
    faces = {face.id: face for face in book.box.catalogue()}
    for number, deck in enumerate(ready[:3]):
        card = sorted(deck.cards)[number + 4]
        book.fresh()
        assert whole(book.filling(card, Chance(number))) == RULE
        held = book.deck.expanded()
        assert min(map(size, ready)) <= len(held) <= max(map(size, ready)), "as many cards as a ready deck has"
        assert sum(faces[each].palette == faces[card].palette for each in held) * 4 >= len(held) * 3
        for part in (cost, kind):
            wanted = shares(part(faces[each]) for each_deck in ready for each in each_deck.expanded())
            is_so = shares(part(faces[each]) for each in held)
            off = sum(abs(wanted.get(key, 0.0) - is_so.get(key, 0.0)) for key in {*wanted, *is_so}) / 2
            assert off <= MOST_OFF, f"{part.__name__} of {book.deck.cards}"


MOST_OFF = 0.35
"""How large a part of a filled deck may cost something else, or be of another kind, than in the ready decks."""


def size(deck: DeckList) -> int:
    return sum(deck.cards.values())


def cost(face: CardFace) -> str:
    return face.corner.value if face.corner is not None else ""


def kind(face: CardFace) -> str:
    return face.kind


def shares(values: Iterable[str]) -> dict[str, float]:
    counts = Counter(values)
    return {value: count / counts.total() for value, count in counts.items()}


def test_what_a_deck_was_filled_with_is_told() -> None:
    stage = Stage(games=(open_box("overcross"),))
    stage.show(Library("overcross", decks=True))
    bench(stage).fresh()
    more(stage, "fill")
    assert "Filled with cards of the same colour and keywords" in " ".join(words for _, words, _ in stage.app.notices)


@pytest.mark.parametrize("game", DECKED)
def test_a_hand_that_is_drawn_is_as_large_as_one_begins_with(game: str) -> None:
    box = open_box(game)
    match = Match.start(box.complete(Setup(game, 2, seed=3)), (SeatPlan("human"),) * 2)
    held, chance = 0, Chance(3)
    while not held and match.count < 12:
        held = sum(zone.count for name, zone in match.scene(0).zones.items() if name == "hand@0")
        match.submit(chance.pick(match.legal()))
    assert box.hand == held
    stage = Stage(games=(box,))
    stage.show(Library(game, decks=True))
    stage.click("deck-more")
    keys = [widget.key for widget in stage.top.widgets()]
    assert ("option-hand" in keys) == bool(held)
    if held:
        stage.click("option-hand")
        assert isinstance(stage.top, SampleHand)
        first = stage.top.hand
        assert len(first) == held
        stage.click("another")
        assert len(stage.top.hand) == held
        stage.click("close")


def test_a_deck_is_copied_under_a_name_of_its_own() -> None:
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    more(stage, "copy")
    assert bench(stage).deck == DeckList("Folders 2", {"paper-1": 2, "paper-3": 1}, ("paper-5",), plan="Stand and wait.")
    stage.press("escape")
    assert isinstance(stage.top, Dialog), "a copy is not lost without a question"


@pytest.mark.parametrize("way", ["code", "text"])
def test_a_deck_goes_through_the_clipboard_to_somebody_else(way: str, clipboard: list[str]) -> None:
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    more(stage, way)
    assert clipboard[-1]
    bench(stage).fresh()
    more(stage, "paste")
    book = bench(stage)
    assert (book.deck.name, book.deck.cards, book.deck.front) == ("Folders 2", {"paper-1": 2, "paper-3": 1}, ("paper-5",))
    assert own_decks("paper").decks == (), "it is kept only when it is saved"


def test_a_clipboard_without_a_deck_is_refused_in_a_sentence(clipboard: list[str]) -> None:
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    before = bench(stage).deck
    for words, said in (
        ("hello", "there is no deck in it"),
        ("Mine\n2 × Dragon", "line 2: there is no card 'Dragon'"),
        ("deck1-!", "no deck"),
    ):
        clipboard.append(words)
        more(stage, "paste")
        assert any(said in notice[1] for notice in stage.app.notices)
    assert bench(stage).deck == before


def test_a_list_reads_back_as_the_deck_it_tells_of() -> None:
    deck = DeckList("Mine", {"paper-1": 2, "paper-12": 1}, ("paper-5",))
    assert as_text(deck, FACES) == "Mine\nIn front: Paper Figure 5\n2 × Paper Figure 1\n1 × Paper Figure 12"
    assert as_deck("paper", as_text(deck, FACES), FACES) == deck
    assert as_deck("paper", as_code("paper", deck), FACES) == deck
    assert as_deck("paper", "3x paper figure 2\n1 Paper Figure 2", FACES).cards == {"paper-2": 4}
    with pytest.raises(ContentError, match="line 2"):
        as_deck("paper", "Mine\nnothing at all", FACES)


def test_only_the_cards_of_the_world_that_is_looked_at_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    for box in shelf():
        if box.card_files is not None:
            catalogue = type(box).catalogue
            monkeypatch.setattr(type(box), "catalogue", lambda self, catalogue=catalogue: read.append(self.id) or catalogue(self))
    stage = Stage(games=shelf())
    library = stage.show(Library("starcrossed"))
    assert set(read) == {"starcrossed"}
    assert {box.id for box in library.boxes} == set(DECKED)
    library.turn("shine")
    stage.frame()
    assert set(read) == {"starcrossed", "shine"}
    assert library.faces.keys() == {face.id for face in open_box("shine").catalogue()}


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_card_that_is_looked_at_leaves_the_deck_in_sight(size: tuple[int, int], text: int) -> None:
    stage = Stage(size, games=(open_box("overcross"),), text_size=text)
    screen = stage.show(Library("overcross", decks=True))
    stage.frame(0.1)
    looked = 0
    for key in [widget.key for widget in screen.widgets() if widget.key.startswith("card-")][:6]:
        widget, deck = screen.widget(key), screen.widget("deck-list")
        stage.move(widget.rect[0] + widget.rect[2] / 2, widget.rect[1] + 20)
        stage.frame(1.0)
        shown = [item.rect for item in flat(screen.draw()) if isinstance(item, Made | Panel) and item.layer > overlay.LAYER]
        looked += any(rect[3] > 300 for rect in shown)
        assert not [rect for rect in shown if meet(rect, deck.rect)]
    assert looked == 6


@pytest.mark.parametrize("game", DECKED)
@pytest.mark.parametrize("text", [100, 150])
def test_how_often_a_card_is_in_the_deck_covers_none_of_its_numbers_and_not_its_name(game: str, text: int) -> None:
    stage = Stage(games=(open_box(game),), text_size=text)
    page = stage.show(Library(game, decks=True))
    face = next(face for face in page.shown() if len(face.stats) == max(len(each.stats) for each in page.shown()))
    page.filter("search", face.name)
    page.stale()
    stage.frame()
    stage.click(f"card-{face.id}")
    stage.move(5, 5)
    stage.frame()
    card = next(item for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "card" and item.key[1].id == face.id)
    (chip,) = (
        item.rect
        for item in flat(stage.app.items())
        if isinstance(item, Panel) and item.top == page.colour("accent") and item.radius == item.rect[2] / 2
    )
    device = round(card.rect[2] * stage.app.view.scale)
    parts = face_items(stage.app, stage.app.world(game), face, card.rect, device)
    numbers = [item.rect for item in parts if isinstance(item, Made) and item.kind == "badge"]
    assert numbers
    assert not [box for box in numbers if meet(chip, inset(box, box[2] * 0.1))]


@pytest.mark.parametrize("text", [100, 150])
def test_the_arrows_of_the_world_stay_under_the_hand_that_goes_from_world_to_world(text):
    stage = Stage((1280, 720), text_size=text, games=shelf())
    page = stage.show(Library("shine"))
    seen, games = set(), set()
    for _ in page.boxes:
        seen.add(stage.rect("filter-game"))
        games.add(page.game)
        stage.click("filter-game", dx=0.97)
    assert len(games) == len(page.boxes)
    assert len(seen) == 1
