"""What the Action Phase allows (SC-10): every card of the hand and every ability in play that can be used, listed quickly.

The list is made thousands of times a search, so a position is looked over once, and a table is only laid out where a card must be asked.
"""

from __future__ import annotations

from msgspec import Struct

from game.cards.model import names
from game.kernel.ids import CardId, PieceId, Seat
from game.rules.starcrossed.actions import DONE, Action, Play, Recruit, SetDown, Use
from game.rules.starcrossed.arena import Arena, Printed
from game.rules.starcrossed.state import LANES, NONE, SLOTS, State
from game.rules.starcrossed.table import Table, laid_out

RECRUIT_COST = 1
_NO_AIM = (NONE,)


class Means(Struct, gc=False):
    """What a seat has to act with: what it can pay, the places of its crystals, and its cards in play that have abilities.

    `levels` are those of the divas on the three crystals (0 for none), `room` the crystals with a free slot, `manned` those with a diva.
    """

    first: int
    purse: int
    special: bool
    attuned: set[str]
    levels: list[int]
    room: list[int]
    manned: list[int]
    able: list[tuple[PieceId, CardId]]


def turn_actions(arena: Arena, view: State | Table, seat: Seat, special_done: tuple[bool, ...]) -> list[Action]:
    """List the actions of an Action Phase; `view` is the state, or a table with the same things on it."""
    table = view if isinstance(view, Table) else None
    means = _means(arena, view, seat, special_done)
    found: list[Action] = []
    cards, printed_cards = view.cards, arena.printed
    attuned, purse = means.attuned, means.purse
    for piece in view.hands[seat]:
        card = cards[piece][0]
        printed = printed_cards[card]
        if printed.diva:
            _divas(means, piece, printed, found)
        elif printed.tribe in attuned and (purse >= printed.cost or (printed.special and means.special)):
            if printed.combat:
                found += [SetDown(piece, at) for at in _places(means, printed)]
            elif not printed.move:
                _plays(means, piece, printed, _places(means, printed), found)
            elif printed.free:
                _plays(means, piece, printed, _NO_AIM, found)
            else:
                table = table or laid_out(arena, view)
                _plays(means, piece, printed, table.aims(card, printed.play[0], piece, seat), found)
    if means.able:
        table = table or laid_out(arena, view)
        for piece, card in means.able:
            _uses(table, seat, piece, card, found)
    found.append(DONE)
    return found


def _means(arena: Arena, view: State | Table, seat: Seat, special_done: tuple[bool, ...]) -> Means:
    """Look over a seat's side of the table."""
    cards, printed_cards = view.cards, arena.printed
    first = seat * LANES
    own = view.crystals[first : first + LANES]
    levels: list[int] = []
    room: list[int] = []
    manned: list[int] = []
    able: list[tuple[PieceId, CardId]] = []
    for at, crystal in enumerate(own, first):
        diva, skills = crystal.diva, crystal.skills
        if diva < 0:
            levels.append(0)
        else:
            manned.append(at)
            if crystal.recruit:
                levels.append(1)
            else:
                card = cards[diva][0]
                printed = printed_cards[card]
                levels.append(printed.level)
                if printed.use:
                    able.append((diva, card))
        if skills:
            for skill in skills:
                if not skill.down:
                    card = cards[skill.id][0]
                    if printed_cards[card].use:
                        able.append((skill.id, card))
        if len(skills) < SLOTS:
            room.append(at)
    attuned = {own[0].attuned, own[1].attuned, own[2].attuned, ""}
    return Means(first, view.energy[seat] + view.kept[seat], not special_done[seat], attuned, levels, room, manned, able)


def _divas(means: Means, piece: PieceId, printed: Printed, found: list[Action]) -> None:
    """Add where a diva can be called: over anyone of a lower level, and as a recruit where nobody is (SC-13, SC-18)."""
    first, purse, levels = means.first, means.purse, means.levels
    paid, special = purse >= printed.cost, printed.special and means.special
    if (paid or special) and (not printed.bound or printed.tribe in means.attuned):
        level = printed.level
        for lane in (0, 1, 2):
            if level > levels[lane]:
                if paid:
                    found.append(Play(piece, first + lane))
                if special:
                    found.append(Play(piece, first + lane, special=True))
    if purse >= RECRUIT_COST:
        found += [Recruit(piece, first + lane) for lane in (0, 1, 2) if not levels[lane]]


def _places(means: Means, printed: Printed) -> list[int]:
    """Return the crystals that have room for a skill; a power needs a diva there (SC-22, SC-24)."""
    return [at for at in means.room if at in means.manned] if printed.power else means.room


def _plays(means: Means, piece: PieceId, printed: Printed, places: tuple[int, ...] | list[int], found: list[Action]) -> None:
    """Add a skill or a move at each of its places, paid and as the special action of the turn."""
    paid, special = means.purse >= printed.cost, means.special and printed.special
    for at in places:
        if paid:
            found.append(Play(piece, at))
        if special:
            found.append(Play(piece, at, special=True))


def _uses(table: Table, seat: Seat, piece: PieceId, card: CardId, found: list[Action]) -> None:
    """Add what the abilities of a card in play can be used for (SC-26)."""
    for part in table.printed_cards[card].use:
        ability = table.program(card, part).ability
        if ability.timing and table.special_done[seat] and "special" in names(ability.timing):
            continue
        if table.used and table.spent(piece, part):
            continue
        found += [Use(piece, part, at) for at in table.aims(card, part, piece, seat)]
