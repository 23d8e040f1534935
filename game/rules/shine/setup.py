"""How a match begins: the Stars on their spaces, the Shine decks full, and the secret choice of who decides (SH-1, SH-4)."""

from __future__ import annotations

from game.cards.table import NOTHING, numbered
from game.kernel.chance import Chance
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
    cards, piles = numbered(((*deck.front, *deck.expanded()) for deck in setup.decks), FIRST_ID)
    field: list[Stand | None] = [None] * (2 * SPACES)
    for seat, pile in enumerate(piles):
        field[star_space(seat)] = Stand(pile[0])
    state = State(
        field=tuple(field), hands=NOTHING, decks=tuple(pile[1:] for pile in piles), lives=NOTHING, graves=NOTHING, purses=(Purse(), Purse()), cards=cards,
        lasting=(), used=(), triggered=0, signs=("", ""), active=0, turn=0, phase="throw", step=0, fight=None, chain=(), passes=0, next=0, stack=(),
        next_id=FIRST_ID + len(cards), chance=chance.state,
    )  # fmt: skip
    draft = ShineDraft(arena, state, chance, telling=True)
    for seat in (0, 1):
        draft.shuffle_deck(seat)
    draft.record(Laid(tuple(draft.card_of(draft.star(seat)) for seat in (0, 1))))
    flow(draft)
    return draft.finish()
