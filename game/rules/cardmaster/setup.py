"""How a match begins: two factions take their places, or 23 cards lie open to be drafted (CM-1, CM-2, CM-37)."""

from __future__ import annotations

from collections.abc import Mapping

from game.content.creatures import Creature
from game.kernel.chance import Chance
from game.kernel.ids import CardId
from game.kernel.setup import Setup
from game.kernel.step import Step
from game.rules.cardmaster.arena import Arena
from game.rules.cardmaster.events import Event, Gathered, PoolLaid
from game.rules.cardmaster.naming import name_teams
from game.rules.cardmaster.state import NOBODY, Board, Piece, State, Team

POOL_SIZE = 23
"""How many cards lie in a draft's shared pool (CM-37)."""


def begin(setup: Setup, cards: Mapping[CardId, Creature]) -> Step[State, Event]:
    """Return the first state of a completed setup, and the story of it."""
    chance = Chance(setup.seed)
    length = int(setup.options["length"])
    custom = setup.options["mode"] == "custom"
    if setup.options["draft"]:
        library = sorted(card for card, creature in cards.items() if not creature.typed)
        drawn = chance.shuffle(library)[:POOL_SIZE]
        pieces = tuple(fresh(cards[card], NOBODY) for card in drawn)
        board = Board(length, custom, pieces, (Team(), Team()), (), tuple(range(len(pieces))))
    else:
        sides = [deck.expanded() for deck in setup.decks]
        pieces = tuple(fresh(cards[card], seat) for seat, side in enumerate(sides) for card in side)
        first = len(sides[0])
        teams = (Team(reserve=tuple(range(first))), Team(reserve=tuple(range(first, len(pieces)))))
        board = Board(length, custom, pieces, teams, ())
    arena = Arena(board, cards, chance, telling=True)
    if board.pool:
        arena.tell(PoolLaid(len(board.pool)))
    for seat, deck in enumerate(setup.decks):
        arena.tell(Gathered(seat, deck.name, len(deck.cards)))
    name_teams(arena)
    if arena.round:
        arena.settle()
    return arena.finish()


def fresh(card: Creature, owner: int) -> Piece:
    """Return a card as it enters a match, at its printed values."""
    return Piece(card.id, owner, card.hp, card.hp, card.spd, card.dfn, card.atk, card.spc)
