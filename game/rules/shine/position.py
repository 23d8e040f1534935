"""A table of Shine in any position: who stands on which space, what lies in hands, Life areas and graveyards, and the Shine.

    [table]
    phase = "main1"
    [[table.side]]
    hand = ["ember-runner"]
    attack = ["", { card = "soot-dancer", turned = true }, "", ""]
    shine = { ready = 3 }
    life = 2

A side has its own deck; what is not named lies in it, shuffled by the seed, under what is said to lie on top.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from game.kernel.chance import Chance
from game.kernel.ids import CardId, Seat
from game.kernel.position import Lists, PositionError, Positions, Rows, worded
from game.kernel.setup import Setup
from game.rules.shine.arena import Arena
from game.rules.shine.state import (
    ATTACK_SPACES,
    FIRST_ID,
    SHINE,
    SPACES,
    SUPPORT_SPACES,
    Attacking,
    Main,
    Purse,
    Stand,
    State,
    star_space,
)

Few: TypeAlias = Annotated[int, Meta(ge=0, le=SHINE)]
Pile: TypeAlias = Annotated[tuple[CardId, ...], Meta(max_length=60)]


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """A card on a space: exhausted, come this turn (`fresh`), with so many Shine attached."""

    card: CardId = ""
    turned: bool = False
    fresh: bool = False
    shine: Few = 0


class Shine(Struct, frozen=True, forbid_unknown_fields=True):
    """The Shine in the cost area, active and exhausted; all else lies in the Shine deck."""

    ready: Few = 0
    spent: Few = 0


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One player's side; spaces are listed from its owner's left, "" is an empty one. `life` may just count the cards.

    `deck` is what lies on top, the first card first.
    """

    attack: Annotated[tuple[CardId | Standing, ...], Meta(max_length=4)] = ()
    support: Annotated[tuple[CardId | Standing, ...], Meta(max_length=5)] = ()
    star: Standing = Standing()
    hand: Pile = ()
    life: Annotated[int, Meta(ge=0, le=20)] | Pile = 3
    grave: Pile = ()
    deck: Pile = ()
    shine: Shine = Shine()


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of a table: both sides, whose turn it is (counted from 1), the number of the turn, and its phase."""

    side: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=2)]
    whose: Annotated[int, Meta(ge=1, le=2)] = 1
    turn: Annotated[int, Meta(ge=1, le=1000)] = 5
    phase: Literal["main1", "attack", "main2"] = "main1"


def lay(rules: Any, setup: Setup, rows: Rows) -> State:
    """Return the state of a laid table; raise PositionError for one that cannot be."""
    arena: Arena = rules.arena
    laid = worded(rows, Laid)
    chance = Chance(setup.seed)
    lists = Lists(((*deck.front, *deck.expanded()) for deck in arena.setup.decks), FIRST_ID)
    field: list[Stand | None] = [None] * (2 * SPACES)
    piles: list[tuple[tuple[int, ...], ...]] = []
    for seat, side in enumerate(laid.side):
        _stand(lists, arena, field, seat, side, laid.turn)
        place = f"side[{seat}]"
        named = [
            lists.take_all(seat, pile, f"{place}.{word}")
            for word, pile in (("hand", side.hand), ("grave", side.grave), ("deck", side.deck))
        ]
        life = lists.rest(seat, chance, side.life) if isinstance(side.life, int) else lists.take_all(seat, side.life, f"{place}.life")
        piles.append((named[0], named[1], (*named[2], *lists.rest(seat, chance)), life))
    whose = laid.whose - 1
    return State(
        field=tuple(field), hands=tuple(pile[0] for pile in piles), decks=tuple(pile[2] for pile in piles),
        lives=tuple(pile[3] for pile in piles), graves=tuple(pile[1] for pile in piles),
        purses=tuple(_purse(field, seat, side) for seat, side in enumerate(laid.side)), cards=lists.cards, lasting=(), used=(), triggered=0,
        signs=("", ""), active=whose, turn=laid.turn, phase=laid.phase, step=1, fight=None, chain=(), passes=0, next=whose,
        stack=(Attacking(whose) if laid.phase == "attack" else Main(whose),), next_id=lists.next_id, chance=chance.state,
    )  # fmt: skip


def _stand(lists: Lists, arena: Arena, field: list[Stand | None], seat: Seat, side: Side, turn: int) -> None:
    star = arena.setup.decks[seat].front[0]
    if side.star.card not in {"", star}:
        raise PositionError(f"side[{seat}].star", f"the Star of this deck is {star!r}")
    rows = (
        ("star", (star_space(seat),), (side.star,)),
        ("attack", ATTACK_SPACES[seat], side.attack),
        ("support", SUPPORT_SPACES[seat], side.support),
    )
    for word, spaces, cards in rows:
        for index, (space, laid) in enumerate(zip(spaces, cards, strict=False)):
            standing = Standing(laid) if isinstance(laid, str) else laid
            card = star if word == "star" else standing.card
            if card:
                piece = lists.take(seat, card, f"side[{seat}].{word}[{index}]")
                field[space] = Stand(piece, standing.turned, turn if standing.fresh else 0, standing.shine)


def _purse(field: list[Stand | None], seat: Seat, side: Side) -> Purse:
    attached = sum(stand.shine for stand in field[seat * SPACES : seat * SPACES + SPACES] if stand is not None)
    left = SHINE - attached - side.shine.ready - side.shine.spent
    if left < 0:
        raise PositionError(f"side[{seat}].shine", f"a player has {SHINE} Shine, and here are {SHINE - left}")
    return Purse(left, side.shine.ready, side.shine.spent)


def whose(state: State) -> Seat | None:
    """Return whose turn it is."""
    return None if state.outcome is not None else state.active


POSITIONS = Positions(lay, whose, Laid)
