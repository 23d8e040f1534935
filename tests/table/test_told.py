"""What the table tells without being in the way: rules and cards that open where they are named, hints beside what they explain."""

from __future__ import annotations

from itertools import combinations

import pytest
from shell_stage import Stage, flat
from walker import set_in_its_box

from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules.overcross.events import DefendRoll, HitRoll
from game.rules.overcross.tell import _defence, _hit
from game.table.canvas.draw import Made, Panel, Text
from game.table.canvas.view import holds, inset, meet
from game.table.pages.dialog import Dialog
from game.table.pages.links import CARD
from game.table.pages.rules import RulesScreen, rule_words
from game.table.play import overlay
from game.table.play.match import MatchScreen


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def sat(game: str, wanted, seed: int = 4, seats: int = 2, **settings) -> tuple[Stage, MatchScreen]:
    """Return a table at the first question of seat 0 that is as wanted."""
    for each in range(seed, seed + 40):
        match, chance = Match.start(Setup(game, seats, seed=each), (SeatPlan("human"), *(SeatPlan("random"),) * (seats - 1))), Chance(each)
        while match.deciding is not None and (match.deciding != 0 or not wanted(match)):
            match.submit(chance.pick(match.legal()))
        if match.deciding is not None:
            break
    stage, screen = Stage(**{"speed": "instant", "reduced_motion": True, **settings}), MatchScreen(match)
    screen.ask_here()
    stage.show(screen)
    for _ in range(8):
        stage.frame(0.1)
    return stage, screen


def asks_a_rule(match: Match) -> bool:
    prompt = match.scene(0).prompt
    return match.count > 20 and prompt is not None and bool(prompt.rule)


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "verona", "cardmaster"])
def test_f1_and_the_number_in_the_prompt_open_the_rules_at_the_rule_that_asks(game):
    stage, screen = sat(game, lambda match: bool((prompt := match.scene(0).prompt) and prompt.rule))
    rule = screen.view.scene.prompt.rule
    said = rule_words(game, rule)
    assert said
    assert said in screen.widget("prompt-rule").hint
    stage.press("f1")
    assert isinstance(stage.top, RulesScreen)
    assert stage.top.wanted == rule
    found = stage.top.found()
    assert found
    block, top = stage.top.laid[found[0]], stage.top.memory["page"]
    assert 0 <= block.top - top < 700, "the rule is out of sight"
    stage.press("escape")
    stage.click("prompt-rule")
    assert isinstance(stage.top, RulesScreen)
    assert stage.top.wanted == rule


def test_f1_opens_at_the_rule_of_a_refusal_while_it_is_shown():
    stage, screen = sat("overcross", asks_a_rule)
    refused = next(offer for offer in screen.hand.grip.offers if offer.refusal is not None and offer.source)
    screen.hand.refused = ((refused,), (400.0, 400.0, 10.0, 10.0), stage.app.now + 5)
    stage.press("f1")
    assert stage.top.wanted == refused.refusal.rule


def test_a_card_named_in_the_question_opens_under_the_pointer():
    stage, screen = sat("starcrossed", lambda match: "[" in (match.scene(0).prompt.words if match.scene(0).prompt else ""))
    assert screen.view.named.places
    (x, y, wide, high), link = next(place for place in screen.view.named.places if place[1].kind == CARD)
    stage.move(x + wide / 2, y + high / 2)
    for _ in range(3):
        stage.frame(0.1)
    assert screen.hand.link == link
    assert any(isinstance(item, Made | Text) and item.layer > 2000 for item in flat(stage.app.items()))


def test_a_hint_lies_beside_what_it_explains_and_not_under_a_dialog():
    stage, screen = sat("shine", asks_a_rule)
    for key in ("tool-log", "tool-pace", "main", "prompt-rule"):
        widget = screen.widget(key)
        if widget is None:
            continue
        x, y, wide, high = widget.rect
        stage.move(x + wide / 2, y + high / 2)
        stage.frame(0.6)
        stage.frame(0.1)
        hint = next(item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words == widget.hint)
        apart = (
            hint.rect[1] > y + high or hint.rect[1] + hint.rect[3] < y + 24 or hint.rect[0] > x + wide or hint.rect[0] + hint.rect[2] < x
        )
        assert apart, key
        assert hint.rect[0] + hint.rect[2] <= screen.view.board.area[2], "over the table, not over what is asked"
    stage.app.push(Dialog("Stop", "", (("Go on", "main", lambda: None),)))
    stage.frame(0.1)
    assert hint.words not in stage.words()


def test_what_was_pressed_explains_itself_no_more_until_the_pointer_comes_again():
    """The hint of End on the strip of phases lay over the table for the whole of the other's turn."""
    stage, screen = sat("shine", asks_a_rule)
    widget = screen.widget("tool-pace")
    x, y, wide, high = widget.rect

    def hinted() -> bool:
        for _ in range(12):
            stage.frame(0.1)
        return widget.hint in stage.words()

    stage.move(x + wide / 2, y + high / 2)
    assert hinted()
    stage.down(*stage.app.pointer)
    stage.up(*stage.app.pointer)
    widget = screen.widget("tool-pace")
    assert not hinted()
    stage.move(x + wide / 2 + 2, y + high / 2)
    assert not hinted(), "it has not gone"
    stage.move(400.0, 500.0)
    stage.frame(0.1)
    stage.move(x + wide / 2, y + high / 2)
    assert hinted()


def test_the_sign_that_opens_the_search_does_not_stand_in_it():
    stage, _ = sat("verona", lambda match: True)
    stage.press("f1")
    stage.press("/")
    assert (stage.top.focus, stage.top.search) == ("search", "")
    stage.press("/")
    assert stage.top.search == "/"


def test_a_token_looked_at_leaves_what_it_lights_in_sight():
    stage, screen = sat("overcross", asks_a_rule)
    board = screen.view.board
    for key in [key for key, piece in screen.view.scene.pieces.items() if piece.kind == "token"]:
        stage.move(*board.centre_of(piece_place(key)))
        for _ in range(8):
            stage.frame(0.1)
        cards = [item for item in flat(stage.app.items()) if item.layer > 2000 and hasattr(item, "rect")]
        assert cards
        assert not any(meet(item.rect, board.grids["grid"].squares) for item in cards)
        words = stage.words()
        assert "Play cost" in words
        assert "6 destroy it" in words


def test_a_closer_look_ends_when_its_card_goes_elsewhere():
    stage, screen = sat("shine", lambda match: asks_a_rule(match) and len(match.observation(0).hand) > 2)
    board = screen.view.board
    card = next(key for key, piece in screen.view.scene.pieces.items() if piece.zone == "hand@0")
    stage.move(*board.centre_of(piece_place(card)))
    for _ in range(8):
        stage.frame(0.1)
    assert screen.hand.look_now
    board.layout.poses[card] = board.layout.poses[card].moved(-600, -500)
    stage.frame(0.1)
    assert not screen.hand.look_now


@pytest.mark.parametrize(("number", "faces"), [(2, "1"), (4, "1–3"), (7, "1–6"), (9, "1–6")])
def test_OC_39_and_OC_40_a_die_says_which_faces_it_needs(number, faces):
    hit = _hit(HitRoll(0, 1, 4, number, hit=False))
    assert hit.words == f"4 needs {faces} to hit: it misses"
    saved = _defence(DefendRoll(0, 1, "card", 4, number, saved=True), "Marda")
    assert saved.words == f"4 needs {faces} to defend: Marda defends"


def feuds(match: Match) -> bool:
    return any(offer.refusal is None and offer.source and offer.target for offer in match.offers())


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((1280, 720), 175), ((1024, 640), 175), ((1920, 1080), 100)], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_held_die_tells_chemistry_from_the_rest_and_no_word_lies_on_another(seats, size, text):
    """At 1280×720 four dice side by side said Chemistr, Chemistr, Chemistr, Chemistry."""
    stage, screen = sat("verona", feuds, seats=seats, size=size, text_size=text)
    board, seen = screen.view.board, 0
    for source in sorted(screen.hand.grip.sources())[:3]:
        stage.move(*board.centre_of(source))
        stage.down(*stage.app.pointer)
        stage.up(*stage.app.pointer)
        stage.move(700.0, 520.0)
        open_ = set(screen.hand.grip.open_targets())
        related = {each.words.split(" (")[0].split(":")[0]: set(each.places) & open_ for each in screen.hand.ways.relations(source)}
        captions = [item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words in related]
        assert not any(meet(one.rect, other.rect) for one, other in combinations(captions, 2))
        for word, places in related.items():
            for place in places:
                x, y, wide, high = board.rect_of(place)
                under = [
                    item
                    for item in captions
                    if item.rect[0] < x + wide / 2 < item.rect[0] + item.rect[2] and y < item.rect[1] < y + high * 1.6
                ]
                assert word in {item.words for item in under}, (word, place)
                seen += 1
        for item in captions:
            drawn = set_in_its_box(stage, item)[0]
            assert drawn.size >= (11 if text == 100 else 14), item.words
            assert stage.app.measure(item.words, "bold", item.size) <= item.rect[2] + 0.1
        screen.hand.let_go()
    assert seen


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "verona", "cardmaster"])
def test_the_number_of_the_rule_that_asks_can_be_read_and_grows(game, size):
    found = []
    for text in (100, 175):
        stage, screen = sat(game, lambda match: bool((prompt := match.scene(0).prompt) and prompt.rule), size=size, text_size=text)
        chip = screen.widget("prompt-rule")
        (words,) = [item for item in flat(chip.draw(screen.look(chip))) if isinstance(item, Text)]
        found.append(set_in_its_box(stage, words)[0].size)
    assert found[0] >= 11
    assert found[1] >= 1.5 * found[0]


@pytest.mark.parametrize("text", [100, 175])
def test_few_words_are_not_set_one_below_the_other_in_a_narrow_column(text):
    """Over a terrain that was dragged stood Lay, Covers, 9, spaces, each on a line of its own."""
    app = Stage((1280, 720), text_size=text).app
    free = range(16, 19 if text == 100 else 21)
    around = [(x * 40.0, y * 40.0, 34.0, 34.0) for x in range(38) for y in range(27) if x not in free]
    listed = overlay.paragraphs(
        app, (600, 400, 40, 40), [("Lay", "Covers 9 spaces", "")], (0, 0, 1500, 1080), spared=[around], roaming=True
    )
    wide = next(item.rect[2] for item in listed if isinstance(item, Text) and item.words == "Covers 9 spaces")
    assert wide >= app.measure("Covers 9 ", "text", app.size(22))


@pytest.mark.parametrize("text", [100, 150, 175])
def test_several_words_under_a_card_stand_in_two_lines_within_its_width(text):
    """In one line "Resists every attack of this card" lay over half of each neighbour, and under the box of what would happen."""
    app = Stage((1280, 720), text_size=text).app
    cards = [
        ((100.0 + 250 * number, 100.0, 236.0, 330.0), words)
        for number, words in enumerate(("Resists every attack of this card", "Strong", "Both"))
    ]
    boxes = [item.rect for item in overlay.captions_under(app, cards) if isinstance(item, Panel)]
    for (card, words), box in zip(cards, boxes, strict=True):
        assert holds(inset(card, -1), (*box[:2], box[2], 1.0)), words  # letters are set in whole pixels
        assert box[1] >= card[1] + card[3] - 13, "the numbers at the foot of a card stay open"
    assert not any(meet(one, other) for one, other in combinations(boxes, 2))
