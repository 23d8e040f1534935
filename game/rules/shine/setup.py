"""How a match begins: the Stars on their spaces, the Shine decks full, and the secret choice of who decides (SH-1, SH-4)."""

from __future__ import annotations

from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId
from game.kernel.setup import Setup
from game.kernel.step import Step
from game.rules.shine.apply import flow
from game.rules.shine.arena import Arena
from game.rules.shine.draft import ShineDraft
from game.rules.shine.events import Event, Laid
from game.rules.shine.state import FIRST_ID, SPACES, Purse, Stand, State, star_space


def begin(arena: Arena, setup: Setup, chance: Chance | None = None) -> Step[State, Event]:
    """Return the first state, in which seat 0 makes its secret choice (SH-4)."""
    chance = chance or Chance(setup.seed)
    cards: dict[PieceId, tuple[CardId, int]] = {}
    field: list[Stand | None] = [None] * (2 * SPACES)
    decks: list[tuple[PieceId, ...]] = []
    number = FIRST_ID
    for seat, deck in enumerate(setup.decks):
        cards[number] = (deck.front[0], seat)
        field[star_space(seat)] = Stand(number)
        number += 1
        order = [(card, seat) for card in deck.expanded()]
        cards.update(enumerate(order, number))
        decks.append(tuple(range(number, number + len(order))))
        number += len(order)
    nothing: tuple[tuple[PieceId, ...], ...] = ((), ())
    state = State(
        field=tuple(field), hands=nothing, decks=tuple(decks), lives=nothing, graves=nothing, purses=(Purse(), Purse()), cards=cards,
        lasting=(), used=(), triggered=0, signs=("", ""), active=0, turn=0, phase="throw", step=0, fight=None, chain=(), passes=0, next=0, stack=(),
        next_id=number, chance=chance.state,
    )  # fmt: skip
    draft = ShineDraft(arena, state, chance, telling=True)
    for seat in (0, 1):
        draft.shuffle_deck(seat)
    draft.record(Laid(tuple(draft.card_of(draft.star(seat)) for seat in (0, 1))))
    flow(draft)
    return draft.finish()
