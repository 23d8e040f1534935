"""How a match begins: a die for each player, shuffled decks, ten cards each (SC-4 to SC-7)."""

from __future__ import annotations

from game.cards.table import NOTHING, numbered
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.kernel.step import Step
from game.rules.starcrossed.apply import OPENING_HAND, flow
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.draft import StarDraft
from game.rules.starcrossed.events import Event, Rolled
from game.rules.starcrossed.state import FIRST_ID, Crystal, State

LIFE = 25


def begin(arena: Arena, setup: Setup, chance: Chance | None = None) -> Step[State, Event]:
    """Return the first state and the opening: rolls, shuffles and draws (SC-4)."""
    chance = chance or Chance(setup.seed)
    cards, decks = numbered((deck.expanded() for deck in setup.decks), FIRST_ID)
    state = State(
        crystals=(Crystal(),) * 6, hands=NOTHING, decks=tuple(decks), voids=NOTHING, cards=cards, known={}, lasting=(), used=(),
        life=(LIFE, LIFE), energy=(0, 0), kept=(1, 1), special=(False, False), active=0, turn=0, phase="opening", step=0, fight=None,
        stack=(), next_id=FIRST_ID + len(cards), chance=chance.state,
    )  # fmt: skip
    draft = StarDraft(arena, state, chance, telling=True)
    _roll(draft)
    for seat in (draft.active, 1 - draft.active):
        draft.deal(seat, OPENING_HAND)
    flow(draft)
    return draft.finish()


def _roll(draft: StarDraft) -> None:
    """Roll who is Active Player first: the higher die; ties reroll (SC-4)."""
    while True:
        faces = []
        for seat in (0, 1):
            faces.append(draft.chance.roll())
            draft.record(Rolled(seat, faces[seat]))
        if faces[0] != faces[1]:
            draft.active = 0 if faces[0] > faces[1] else 1
            return
