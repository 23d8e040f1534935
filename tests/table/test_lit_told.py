"""What is lit while something is held says what it means: at each place, or once for a zone in which the same holds of all."""

from __future__ import annotations

import pytest
from test_told import feuds, nobody_thinks, sat
from walker import apart

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.draw import Panel, Text
from game.table.canvas.view import holds, inset, meet
from game.table.play import looks, overlay

__all__ = ["nobody_thinks"]


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("game", ["starcrossed", "shine", "verona", "cardmaster"])
def test_every_place_where_a_held_piece_may_go_says_what_that_means(game, text):
    _, screen = sat(game, lambda match: match.count > 12 and feuds(match), text_size=text)
    board, grip, seen = screen.view.board, screen.hand.grip, 0
    for source in grip.sources()[:6]:
        grip.hold(source)
        targets = {place: [offer for offer in grip.targets()[place] if offer.refusal is None] for place in grip.open_targets()}
        related = {place: each.words for each in screen.hand.ways.relations(source) for place in each.places} if "piece/" in source else {}
        listed = looks.captions(screen.view, screen.hand)
        boxes = [item.rect for item in listed if isinstance(item, Panel)]
        said = [" ".join(item.words for item in listed if isinstance(item, Text) and holds(inset(box, -3), item.rect)) for box in boxes]
        for place, offers in targets.items():
            x, _, wide, _ = board.rect_of(place)
            word = related[place].partition(" (")[0].partition(":")[0] if place in related else offers[0].verb.partition(" · ")[0]
            rows = [box for box, words in zip(boxes, said, strict=True) if word in words]
            zone = looks.zone_of(screen.view, place)
            lying = {f"piece/{each.id}" for each in screen.view.scene.pieces.values() if each.zone == zone and each.on is None}
            at = [board.rect_of(place), *([board.rect_of(f"zone/{zone}")] if zone and lying <= {*targets} - {*related} else [])]
            assert any(box[0] < x + wide / 2 < box[0] + box[2] or meet(box, rect) for box in rows for rect in at), (place, word, said)
            seen += 1
        assert all(holds(inset(board.area, -1), box) for box in boxes), "in sight"
        assert not any(meet(one, other) for number, one in enumerate(boxes) for other in boxes[:number])
        grip.let_go()
    assert seen


def arena(wanted) -> Match:
    """Return an arena at a possession of seat 0 in which something is so."""
    for seed in range(40):
        match, chance = Match.start(Setup("cardmaster", 2, seed=seed), (SeatPlan("human"), SeatPlan("easy"))), Chance(seed)
        while match.deciding is not None and match.count < 120:
            if match.deciding == 0 and match.scene(0).prompt.rule == "CM-8" and wanted(match):
                return match
            match.submit(chance.pick(match.legal()))
    raise AssertionError("there is no such moment")


def attacks(match: Match):
    """Yield each attack that may be made, as piece, foe and how many times its damage is taken, with the words said of the foe."""
    for offer in match.offers():
        if offer.refusal is None and offer.target and offer.verb.startswith("A1 "):
            ways = [
                other.verb.partition("(")[2].partition("×")[0]
                for other in match.offers()
                if (other.source, other.target) == (offer.source, offer.target) and other.verb[0] == "A" and other.refusal is None
            ]
            found = match.rules.overlays(match.observation(0), int(offer.source[6:]))
            yield [float(way) for way in ways], "".join(each.words for each in found if offer.target in each.places)


@pytest.mark.parametrize("ways", [1, 2])
def test_strong_is_said_only_of_a_foe_against_which_an_attack_that_can_be_made_is_CM_5(ways):
    """Three foes wore one Strong, though the only attack that could be paid for did its usual damage to one of them."""
    match = arena(
        lambda match: any(len(times) == ways and max(times) > 1 and (ways == 1 or min(times) <= 1) for times, _ in attacks(match))
    )
    checked = set()
    for times, words in attacks(match):
        checked.add((max(times) > 1, min(times) > 1, max(times) < 1))
        assert words.startswith("Strong") == (max(times) > 1), (times, words)
        assert words.startswith("Strong (") == (min(times) > 1), "with which attack"
        assert words.startswith("Resists") == (max(times) < 1), (times, words)
    assert len(checked) > 1


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_what_a_choice_would_bring_covers_no_button_and_no_word_of_what_is_lit(size, text):
    stage, screen = sat("cardmaster", lambda match: match.scene(0).prompt.rule == "CM-8", size=size, text_size=text)
    board, seen = screen.view.board, 0
    for source in {offer.source for offer in screen.hand.grip.offers if offer.verb.startswith("STACK") and offer.refusal is None}:
        stage.tap(*board.centre_of(source))
        stage.frame(0.1)
        buttons = [widget.rect for widget in screen.widgets() if widget.key.startswith("verb-")]
        assert buttons
        assert text > 100 or all(rect[1] >= sum(board.rect_of(source)[1::2]) for rect in buttons), "under the card"
        for target in screen.hand.grip.open_targets():
            stage.move(*board.centre_of(target))
            stage.frame(0.1)
            told = [item.rect for item in looks.captions(screen.view, screen.hand) if isinstance(item, Panel)]
            box = next(
                item.rect for item in looks.over(screen.view, screen.hand) if isinstance(item, Panel) and item.layer == overlay.LAYER
            )
            assert all(apart(box, rect) for rect in (*buttons, *told)), target
            seen += 1
        stage.press("escape")
    assert seen
