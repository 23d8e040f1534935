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
from game.table.play.match import MatchScreen

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
