"""Cards in a pile cover each other: a click lays them side by side, and each can be taken by drag, by two clicks and by keys."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import pytest
from shell_stage import Stage, flat
from walker import apart

from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.offers import Offer
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.draw import Text
from game.table.canvas.view import inside, meet
from game.table.play import looks
from game.table.play.match import MatchScreen
from game.table.play.onto_pile import CHOOSE

Pick = Callable[[Match], Offer | None]
PILE = "graveyard@0"


@dataclass
class Laid:
    """A match at the table, and an offer of its person that has to do with a covered card."""

    stage: Stage
    screen: MatchScreen
    match: Match
    offer: Offer

    def at(self, place: str | None) -> tuple[float, float]:
        found = self.screen.view.board.centre_of(place or "")
        assert found is not None
        return found

    def click(self, at: tuple[float, float]) -> None:
        self.stage.move(*at)
        self.stage.down(*at)
        self.stage.up(*at)

    def done(self) -> bool:
        """Tell whether the offer was carried out; a warning on the way is answered."""
        if self.stage.top is not self.screen:
            self.stage.top.answer(0)
        return self.match.action(self.count + 1) == self.offer.action if self.match.count > self.count else False

    def __post_init__(self) -> None:
        self.count = self.match.count

    @property
    def opened(self) -> str:
        return self.screen.view.board.opened

    def lying(self) -> list[str]:
        scene = self.screen.view.scene
        return [piece_place(piece.id) for piece in scene.pieces.values() if piece.zone == PILE]


def in_pile(match: Match) -> list[str]:
    """Return the places of the cards in the person's graveyard, the topmost first."""
    pieces = [piece for piece in match.scene(0).pieces.values() if piece.zone == PILE]
    return [piece_place(piece.id) for piece in sorted(pieces, key=lambda piece: (piece.slot, piece.id), reverse=True)]


def allowed(match: Match) -> Iterator[Offer]:
    return (offer for offer in match.offers() if offer.refusal is None)


def used_from_below(match: Match) -> Offer | None:
    """Return an offer to use a covered card of the graveyard on something, where the card above can be used as well."""
    lying = in_pile(match)
    offers = [offer for offer in allowed(match) if offer.source in lying and offer.target is not None and offer.target not in lying]
    if len({offer.source for offer in offers}) < 2:
        return None
    return max(offers, key=lambda offer: lying.index(offer.source or ""))


def aimed_below(match: Match) -> Offer | None:
    """Return an offer that brings something to a covered card of the graveyard, where it may go to another as well."""
    lying = in_pile(match)
    offers = [offer for offer in allowed(match) if offer.source and offer.source not in lying and offer.target in lying]
    return max(offers, key=lambda offer: lying.index(offer.target or "")) if len({offer.target for offer in offers}) > 1 else None


def aimed_elsewhere(match: Match) -> Offer | None:
    """Return such an offer where the undermost card of the graveyard, which comes to lie where the pile was, is none of those."""
    offer = aimed_below(match)
    return offer if offer and in_pile(match)[-1] not in {each.target for each in allowed(match) if each.source == offer.source} else None


def aimed_at_one(match: Match) -> Offer | None:
    """Return an offer that brings something to the only card of the graveyard that it may go to, where that lies under another."""
    lying = in_pile(match)
    offers = [offer for offer in allowed(match) if offer.source and offer.source not in lying and offer.target in lying]
    several = len({offer.source for offer in allowed(match)}) > 1
    return offers[0] if len(offers) == 1 and offers[0].target != lying[0] and several else None


def walked_to(pick: Pick) -> tuple[Match, Offer]:
    """Return the first match of Shine, played at random, in which the person has such an offer."""
    for seed in range(60):
        match = Match.start(Setup("shine", 2, seed=seed), (SeatPlan("human"), SeatPlan("random")))
        chance = random.Random(seed)
        while match.outcome is None and match.count < 260:
            offer = pick(match) if match.deciding == 0 else None
            if offer is not None:
                return match, offer
            match.submit(chance.choice(match.legal()))
    raise AssertionError("no such position was found")


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Callable[[Pick], Laid]:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)

    def lay(pick: Pick) -> Laid:
        match, offer = walked_to(pick)
        stage = Stage(speed="instant", reduced_motion=True)
        screen = stage.show(MatchScreen(match))
        screen.ask_here()
        for _ in range(4):
            stage.frame(0.1)
        return Laid(stage, screen, match, offer)

    return lay


def test_a_click_on_a_pile_lays_its_cards_side_by_side_and_a_click_beside_them_puts_them_back(lay):
    laid = lay(used_from_below)
    board = laid.screen.view.board
    before = laid.at(f"zone/{PILE}")
    laid.click(before)
    assert laid.opened == PILE
    assert "Graveyard · " in laid.stage.words()
    rects = [board.rect_of(place) for place in laid.lying()]
    assert len(rects) > 1
    assert all(apart(one, other) for one, other in combinations(rects, 2))
    assert all(board.places_at(*laid.at(place))[0] == place for place in laid.lying())
    laid.click((4.0, 4.0))
    assert laid.opened == ""
    laid.click(before)
    laid.stage.press("escape")
    assert laid.opened == ""
    assert laid.match.count == laid.count


def test_on_an_open_pile_the_pointer_meets_nothing_that_lies_beneath(lay):
    laid = lay(used_from_below)
    board = laid.screen.view.board
    laid.click(laid.at(f"zone/{PILE}"))
    x, y, wide, high = board.panel
    for across in range(1, 20):
        for down in range(1, 20):
            places = board.places_at(x + wide * across / 20, y + high * down / 20)
            assert set(places) <= {*laid.lying(), f"zone/{PILE}"}
            assert board.nearest(frozenset({"seat/0", "seat/1"}), x + wide * across / 20, y + high * down / 20, 9999.0) is None


def test_a_covered_card_is_dragged_from_the_open_pile_to_its_target(lay):
    laid = lay(used_from_below)
    laid.click(laid.at(f"zone/{PILE}"))
    laid.stage.move(*laid.at(laid.offer.source))
    laid.stage.down(*laid.at(laid.offer.source))
    laid.stage.move(400, 400)
    assert laid.screen.hand.grip.held == laid.offer.source
    assert laid.opened == "", "the table is seen again, so that the card can be put down on it"
    laid.stage.move(*laid.at(laid.offer.target))
    laid.stage.up(*laid.at(laid.offer.target))
    assert laid.done()
    assert laid.opened == ""


def test_a_covered_card_is_used_by_two_clicks(lay):
    laid = lay(used_from_below)
    laid.click(laid.at(f"zone/{PILE}"))
    laid.click(laid.at(laid.offer.source))
    assert laid.screen.hand.grip.held == laid.offer.source
    laid.click(laid.at(laid.offer.target))
    assert laid.done()


def test_a_covered_card_is_used_by_keys_and_its_pile_lies_open_while_the_mark_is_in_it(lay):
    laid = lay(used_from_below)
    for _ in range(200):
        laid.stage.press("tab")
        assert (laid.opened == PILE) == (laid.screen.hand.cursor in laid.lying())
        if laid.screen.hand.cursor == laid.offer.source:
            break
    laid.stage.press("return")
    assert laid.screen.hand.grip.held == laid.offer.source
    for _ in range(60):
        if laid.screen.hand.cursor == laid.offer.target:
            break
        laid.stage.press("tab")
    laid.stage.press("return")
    assert laid.done()


def test_the_topmost_card_is_still_dragged_off_a_closed_pile(lay):
    laid = lay(used_from_below)
    top = next(place for place in in_pile(laid.match) if laid.screen.hand.grip.offers_of(place))
    at = laid.at(f"zone/{PILE}")
    laid.stage.move(*at)
    laid.stage.down(*at)
    laid.stage.move(at[0] - 200, at[1])
    assert laid.screen.hand.grip.held == top


def test_what_is_held_over_a_pile_opens_it_and_is_put_down_on_a_covered_card(lay):
    laid = lay(aimed_below)
    laid.stage.move(*laid.at(laid.offer.source))
    laid.stage.down(*laid.at(laid.offer.source))
    laid.stage.move(400, 400)
    assert laid.screen.hand.grip.held == laid.offer.source
    assert laid.opened == ""
    laid.stage.move(*laid.at(f"zone/{PILE}"))
    assert laid.opened == PILE
    laid.stage.move(4, 4)
    assert laid.opened == "", "the hand went on"
    laid.stage.move(*laid.at(f"zone/{PILE}"))
    laid.stage.move(*laid.at(laid.offer.target))
    laid.stage.up(*laid.at(laid.offer.target))
    assert laid.done()


def drag(laid: Laid, *steps: tuple[float, float]) -> None:
    """Take what is offered up by the pointer, and bring it along some points."""
    laid.stage.move(*laid.at(laid.offer.source))
    laid.stage.down(*laid.at(laid.offer.source))
    for step in steps:
        laid.stage.move(*step)


def refused(laid: Laid) -> bool:
    return laid.screen.hand.refused is not None


def test_what_is_dropped_on_a_pile_stays_held_until_one_of_the_cards_that_can_be_meant_is_chosen(lay):
    laid = lay(aimed_below)
    pile = laid.at(f"zone/{PILE}")
    drag(laid, (400, 400), pile)
    laid.stage.frame()
    assert CHOOSE in laid.stage.words()
    laid.stage.up(*pile)
    assert (laid.screen.hand.grip.held, laid.opened, refused(laid)) == (laid.offer.source, PILE, False)
    laid.stage.up(*pile)
    laid.click(pile)
    assert (laid.screen.hand.grip.held, laid.opened, refused(laid)) == (laid.offer.source, PILE, False), (
        "so soon nobody means what came there"
    )
    assert CHOOSE in laid.stage.words()
    laid.stage.frame(0.5)
    laid.click(laid.at(laid.offer.target))
    assert laid.done()
    assert laid.opened == ""


def test_what_is_clicked_onto_a_pile_stays_held_too(lay):
    laid = lay(aimed_below)
    pile = laid.at(f"zone/{PILE}")
    laid.click(laid.at(laid.offer.source))
    laid.stage.tap(*pile)
    assert (laid.screen.hand.grip.held, laid.opened, refused(laid)) == (laid.offer.source, PILE, False)
    laid.stage.frame(0.5)
    laid.click(laid.at(laid.offer.target))
    assert laid.done()


def under_the_pile(laid: Laid, *, allowed: bool) -> list[tuple[float, float]]:
    """Return points of the closed pile, from its middle on, at which, once it lies open, a card lies to which what is held may go, or another."""
    board, hand = laid.screen.view.board, laid.screen.hand
    x, y, wide, high = board.layout.zones[PILE]
    points = [(x + wide * across / 8, y + high * down / 8) for across in (4, 5, 3) for down in (4, 3, 5)]
    return [
        at for at in points if (first := board.places_at(*at)[0]).startswith("piece/") and (first in hand.grip.open_targets()) == allowed
    ]


def test_a_hand_that_trembles_over_a_pile_it_has_reached_is_refused_nothing(lay):
    laid = lay(aimed_elsewhere)
    drag(laid, (400, 400), laid.at(f"zone/{PILE}"))
    found = under_the_pile(laid, allowed=False)
    laid.stage.frame(1.0)
    laid.stage.move(*found[0])
    laid.stage.up(*found[0])
    assert (laid.screen.hand.grip.held, laid.opened, refused(laid)) == (laid.offer.source, PILE, False)


def test_a_card_that_came_to_lie_under_the_pointer_is_meant_by_nobody_who_was_not_asked_to_choose(lay):
    """Whoever drew a spell slowly onto the pile, or rested there, cast it on the oldest card."""
    laid = lay(aimed_below)
    drag(laid, (400, 400), laid.at(f"zone/{PILE}"))
    found = under_the_pile(laid, allowed=True)
    target = laid.screen.view.board.places_at(*found[0])[0]
    for across in range(4):
        laid.stage.frame(0.5)
        laid.stage.move(found[0][0] + across, found[0][1])
        assert laid.screen.hand.over == f"zone/{PILE}"
    laid.stage.up(*found[0])
    assert (laid.screen.hand.grip.held, laid.match.count) == (laid.offer.source, laid.count)
    laid.stage.frame(0.5)
    laid.stage.move(*found[0])
    assert laid.screen.hand.over == target
    laid.click(found[0])
    assert laid.match.count > laid.count or laid.stage.top is not laid.screen


def test_on_a_card_that_the_pointer_has_turned_to_what_may_not_go_there_is_refused_and_the_pile_closes_behind_it(lay):
    laid = lay(aimed_below)
    board = laid.screen.view.board
    drag(laid, (400, 400), laid.at(f"zone/{PILE}"))
    barred = next(place for place in laid.lying() if place not in laid.screen.hand.grip.open_targets())
    x, y, wide, high = board.rect_of(barred)
    outside = [
        at
        for part in range(1, 10)
        for at in ((x + wide * part / 10, y + 4), (x + wide * part / 10, y + high - 4))
        if not inside(board.layout.zones[PILE], *at)
    ]
    laid.stage.move(*outside[0])
    laid.stage.up(*outside[0])
    assert (laid.screen.hand.grip.held, refused(laid)) == (None, True)
    laid.stage.move(4, 4)
    assert laid.opened == "", "nothing is held over it any more"


def test_a_pile_opened_by_a_click_stays_open_when_the_pointer_goes(lay):
    laid = lay(used_from_below)
    laid.click(laid.at(f"zone/{PILE}"))
    laid.stage.move(4, 4)
    assert laid.opened == PILE


def test_a_pile_that_opened_for_what_is_held_closes_when_the_pointer_goes_beside_the_table(lay):
    laid = lay(aimed_below)
    drag(laid, (400, 400), laid.at(f"zone/{PILE}"))
    assert laid.opened == PILE
    laid.stage.move(laid.screen.view.board.area[2] + 60, 300)
    assert laid.opened == ""


def test_what_is_dropped_on_a_pile_goes_to_the_only_card_there_that_can_be_meant(lay):
    laid = lay(aimed_at_one)
    pile = laid.at(f"zone/{PILE}")
    drag(laid, (400, 400), pile)
    assert laid.screen.hand.over == laid.offer.target
    laid.stage.up(*pile)
    assert laid.done()
    assert laid.opened == ""


def test_a_word_about_covered_cards_stands_once_on_their_pile_within_the_window(lay):
    laid = lay(aimed_below)
    drag(laid, (400, 400))
    words = [item for item in looks.captions(laid.screen.view, laid.screen.hand) if isinstance(item, Text)]
    x, y, wide, high = laid.screen.view.board.layout.zones[PILE]
    on_pile = [item for item in words if meet(item.rect, (x - 8, y - 8, wide + 16, high + 60))]
    assert len(on_pile) == 1
    assert all(y <= item.rect[1] and item.rect[1] + item.rect[3] <= y + high for item in on_pile)


def test_a_word_about_all_cards_of_a_pile_stands_over_what_they_lie_on_once_it_lies_open(lay, monkeypatch):
    """It stood where the pile lay, across the name of one of them, as if only that could be meant."""
    laid = lay(aimed_below)
    drag(laid, (400, 400), laid.at(f"zone/{PILE}"))
    board, every = laid.screen.view.board, {place: [laid.offer] for place in laid.lying()}
    monkeypatch.setattr(laid.screen.hand.grip, "targets", lambda: every)
    monkeypatch.setattr(laid.screen.hand.grip, "open_targets", lambda: frozenset(every))
    words = [item for item in looks.captions(laid.screen.view, laid.screen.hand) if isinstance(item, Text)]
    cards = [board.rect_of(place) for place in laid.lying()]
    assert board.panel is not None
    assert any(meet(item.rect, (board.panel[0], board.panel[1] - 60, board.panel[2], 60)) for item in words)
    assert not [item.words for item in words if any(meet(item.rect, card) for card in cards)]


def test_a_pile_in_which_something_covered_can_be_chosen_is_lit(lay):
    laid = lay(used_from_below)
    board = laid.screen.view.board
    lit = board._pile_glow(laid.screen.light())
    assert [item.rect for item in lit] == [board.layout.zones[PILE]] * 2
    laid.click(laid.at(f"zone/{PILE}"))
    assert board._pile_glow(laid.screen.light()) == []


@pytest.mark.parametrize("text", [100, 150, 175])
def test_a_small_pile_says_what_it_is_once_a_card_lies_open_on_it(text):
    match, rivals = Match.start(Setup("overcross", 2, seed=5), (SeatPlan("human"), SeatPlan("random"))), Chance(5)
    while not any(piece.zone == "discard@1" and piece.face for piece in match.scene(0).pieces.values()) or match.deciding != 0:
        match.submit(rivals.pick(match.legal()))
    stage = Stage(speed="instant", reduced_motion=True, text_size=text)
    screen = stage.show(MatchScreen(match))
    stage.frame(0.1)
    x, y, wide, high = screen.view.board.layout.zones["discard@1"]
    named = [item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words.startswith("Discard")]
    assert any(x - 20 <= item.rect[0] <= x + wide and y - 4 <= item.rect[1] <= y + high / 3 for item in named)
