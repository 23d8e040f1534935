"""What the deciding seat may do, and the sentence for everything it may not (SH-4 to SH-43)."""

from __future__ import annotations

from typing import Any, TypeAlias

from game.cards.asking import answers as given
from game.cards.asking import asked
from game.cards.hands import KEEP, REDRAW, Limit, Opening
from game.cards.interpret import Frame
from game.kernel.ids import PieceId, Seat
from game.kernel.offers import Refusal
from game.rules.shine.actions import (
    PASS,
    SIGNS,
    Action,
    Attack,
    Discard,
    Guard,
    Lend,
    Play,
    Shift,
    Start,
    Throw,
    Use,
)
from game.rules.shine.arena import Arena, Usage
from game.rules.shine.state import (
    ATTACK_SPACES,
    COLUMNS,
    SPACES,
    STAR_COLUMN,
    SUPPORT_SPACES,
    Answering,
    Attacking,
    Leaving,
    Main,
    Placing,
    Purse,
    Stand,
    Starting,
    State,
    Supporting,
    Throwing,
    Watching,
    upper,
)
from game.rules.shine.table import Table, can_pay, laid_out

View: TypeAlias = State | Table
"""What may be done is listed from a state; a table is only laid out where a card must be asked."""

_THROWS = tuple(Throw(sign) for sign in SIGNS)
_STARTS = (Start(self=True), Start(self=False))
_OPENINGS = (KEEP, REDRAW)
_PASSES = (PASS,)
_REPLIES = frozenset({Answering, Watching, Leaving})


def legal(table: Table) -> tuple[Action, ...]:
    """Return every allowed action of the deciding seat."""
    return listed(table.arena, table)


def listed(arena: Arena, view: View) -> tuple[Action, ...]:
    """Return every allowed action of the deciding seat."""
    top: Any = view.stack[-1]
    kind, seat = type(top), top.seat
    if kind in _REPLIES:
        found = answers(arena, view, seat)
    elif kind is Supporting:
        found = supports(arena, view, seat)
    elif kind is Main:
        found = mains(arena, view, seat)
    elif kind is Attacking:
        found = attacks(view, seat)
    elif kind is Placing:
        found = shifts(view, seat)
    else:
        return _others(arena, view, top)
    return (PASS, *found) if found else _PASSES


def _others(arena: Arena, view: View, top: Any) -> tuple[Action, ...]:
    """Return the answers to a question that no pass answers."""
    match top:
        case Limit(seat):
            return tuple(Discard(piece) for piece in view.hands[seat])
        case Throwing():
            return _THROWS
        case Starting():
            return _STARTS
        case Opening():
            return _OPENINGS
    return given(laid_out(arena, view))


def shifts(view: View, seat: Seat) -> list[Action]:
    """Return the moves of Support cards (SH-19)."""
    spaces = SUPPORT_SPACES[seat]
    own = [(space, stand.id) for space in spaces if (stand := view.field[space]) is not None]
    return [Shift(piece, to) for space, piece in own for to in spaces if to != space]


def mains(arena: Arena, view: View, seat: Seat) -> list[Action]:
    """Return what may be done in a main phase (SH-22)."""
    found: list[Action] = []
    ready, cards, field, printed_cards = view.purses[seat].ready, view.cards, view.field, arena.printed
    table: Table | None = None
    room: dict[str, list[int]] = {}
    for piece in view.hands[seat]:
        printed = printed_cards[cards[piece][0]]
        if printed.cost > ready:
            continue
        if printed.spell:
            usage = printed.play
            if usage is None:
                continue
            if usage.free:
                found.append(Play(piece))
            else:
                table = table or laid_out(arena, view)
                found += [Play(piece, at) for at in table.aims(usage, piece, seat)]
        else:
            kind = printed.kind
            spaces = room.get(kind)
            if spaces is None:
                row = ATTACK_SPACES[seat] if kind == "attack" else SUPPORT_SPACES[seat]
                spaces = room[kind] = [space for space in row if field[space] is None]
            found += [Play(piece, space) for space in spaces]
    for stand in field[seat * SPACES : seat * SPACES + SPACES]:
        if stand is not None:
            acts = printed_cards[cards[stand.id][0]].acts
            if acts:
                table = _uses(arena, view, seat, stand.id, stand, acts, found, table)
    for piece in view.graves[seat]:
        acts = printed_cards[cards[piece][0]].buried_acts
        if acts:
            table = _uses(arena, view, seat, piece, None, acts, found, table)
    return found


def _uses(
    arena: Arena,
    view: View,
    seat: Seat,
    piece: PieceId,
    stand: Stand | None,
    usages: tuple[Usage, ...],
    found: list[Action],
    table: Table | None,
) -> Table | None:
    """Add the abilities of a card that can be paid, have something to point at and were not used up (SH-16, SH-42)."""
    for usage in usages:
        part = usage.part
        if (view.used and (piece, part) in view.used) or not affordable(view.purses[seat], stand, usage):
            continue
        if usage.free:
            found.append(Use(piece, part))
        else:
            table = table or laid_out(arena, view)
            found += [Use(piece, part, at) for at in table.aims(usage, piece, seat)]
    return table


def affordable(purse: Purse, stand: Stand | None, usage: Usage) -> bool:
    """Tell whether the costs of an ability can be paid, by the card itself (`stand`, None in the graveyard) and from the purse."""
    return all(can_pay(purse, stand, pay, amount) for pay, amount in usage.costs)


def answers(arena: Arena, view: View, seat: Seat) -> list[Action]:
    """Return what may be done in answer: [Quick] spells and effects, and those of the opponent's turn (SH-32, SH-43)."""
    found: list[Action] = []
    cards, printed_cards, purse = view.cards, arena.printed, view.purses[seat]
    table: Table | None = None
    ready, foes = purse.ready, view.active != seat
    for piece in view.hands[seat] if ready >= arena.cheapest else ():
        printed = printed_cards[cards[piece][0]]
        if printed.quick and printed.cost <= ready and printed.play is not None:
            if printed.play.free:
                found.append(Play(piece))
            else:
                table = table or laid_out(arena, view)
                found += [Play(piece, at) for at in table.aims(printed.play, piece, seat)]
    for stand in view.field[seat * SPACES : seat * SPACES + SPACES]:
        if stand is not None:
            replies = printed_cards[cards[stand.id][0]].replies
            if replies and (foes or (replies := _quick(replies))):
                table = _uses(arena, view, seat, stand.id, stand, replies, found, table)
    for piece in view.graves[seat] if arena.haunted else ():
        replies = printed_cards[cards[piece][0]].buried_replies
        if replies and (foes or (replies := _quick(replies))):
            table = _uses(arena, view, seat, piece, None, replies, found, table)
    return found


def _quick(usages: tuple[Usage, ...]) -> tuple[Usage, ...]:
    return tuple(usage for usage in usages if usage.quick)


def attackable(view: View, seat: Seat, star: bool) -> list[PieceId]:  # noqa: FBT001  (a fact, not a switch)
    """Return what a seat's Attack card, or its Star, may attack (SH-25)."""
    first = (1 - seat) * SPACES
    own_star = first + STAR_COLUMN
    return [
        stand.id
        for space, stand in enumerate(view.field[first : first + SPACES], first)
        if stand is not None and (stand.turned or (star and space == own_star))
    ]


def attacks(view: View, seat: Seat) -> list[Action]:
    """Return every attack that may be declared: by active Attack cards not played this turn, and by the Star (SH-11, SH-23, SH-25)."""
    found: list[Action] = []
    targets: list[PieceId] | None = None
    first = seat * SPACES
    for column, stand in enumerate(view.field[first : first + COLUMNS]):
        if stand is None or stand.turned:
            continue
        if column == STAR_COLUMN:
            found += [Attack(stand.id, target) for target in attackable(view, seat, star=True)]
        elif stand.since < view.turn:
            if targets is None:
                targets = attackable(view, seat, star=False)
            for target in targets:
                found.append(Attack(stand.id, target))
    return found


def supports(arena: Arena, view: View, seat: Seat) -> list[Action]:
    """Return what may be done in a support step (SH-27)."""
    found: list[Action] = []
    fight, field = view.fight, view.field
    if fight is not None:
        first = seat * SPACES
        attacking = view.cards[fight.attacker][1] == seat
        mine = fight.attacker if attacking else fight.target
        for space in range(first, first + COLUMNS):
            stand = field[space]
            if stand is not None and stand.id == mine:
                beneath = field[space + COLUMNS]
                if beneath is not None and not beneath.turned:
                    found.append(Lend(beneath.id))
                break
        if not attacking:
            found += [Guard(piece) for piece in guards(arena, view, seat, mine)]
    return found + answers(arena, view, seat)


def guards(arena: Arena, view: View, seat: Seat, target: PieceId) -> list[PieceId]:
    """Return which cards of a seat could take an attack on another of its cards on themselves (SH-35)."""
    own = (stand for stand in view.field[seat * SPACES : seat * SPACES + SPACES] if stand is not None)
    active = [stand.id for stand in own if not stand.turned and stand.id != target]
    return [piece for piece in active if _guards(arena, view, piece)]


def _guards(arena: Arena, view: View, piece: PieceId) -> bool:
    """Tell whether a card has [Guard], printed or granted (SH-35)."""
    if "guard" not in arena.changing and not any(lasting.stat == "guard" for lasting in view.lasting):
        return arena.printed[view.cards[piece][0]].guard
    return laid_out(arena, view).flagged(piece, "guard")


# --- why not -----------------------------------------------------------------------------------------------------------

_OTHER: dict[Any, tuple[str, str, str]] = {
    Throwing: ("throw-first", "SH-4", "Choose rock, paper or scissors first."),
    Starting: ("starter-first", "SH-4", "Choose who starts first."),
    Opening: ("hand-first", "SH-5", "Keep the hand or draw anew first."),
    Placing: ("placing", "SH-19", "Only one Support card may move now."),
    Limit: ("too-many-cards", "SH-20", "Discard down to ten cards first."),
    Answering: ("not-quick", "SH-43", "Only what is [Quick], or meant for the opponent's turn, can answer."),
    Watching: ("not-quick", "SH-43", "In the other player's turn only what is [Quick], or meant for it, can be used."),
    Leaving: ("not-quick", "SH-43", "In the other player's turn only what is [Quick], or meant for it, can be used."),
    Frame: ("card-asks", "SH-22", "A card asks for a choice first."),
}


def refusal(table: Table, action: Action) -> Refusal | None:
    """Return why the deciding seat may not do this, or None when it may."""
    if not table.stack:
        return Refusal("over", "SH-7", "The match is over.")
    if action in legal(table):
        return None
    top: Any = table.stack[-1]
    seat = asked(table)
    match action, top:
        case (Play(piece, at), Main()):
            return _play_refusal(table, seat, piece, at)
        case (Use(piece, part, _), Main()):
            return _use_refusal(table, seat, piece, part)
        case (Attack(piece, target), Attacking()):
            return _attack_refusal(table, seat, piece, target)
        case (Shift(piece, _), Placing()):
            return _shift_refusal(table, seat, piece)
        case (Lend(), Supporting()):
            return Refusal("cannot-lend", "SH-12", "Only an active Support card right under your battling card can add its strength.")
        case (Guard(), Supporting()):
            return Refusal("cannot-guard", "SH-35", "Only an active card of the defender with [Guard] can redirect the attack.")
        case (Attack(), Main()):
            return Refusal("not-attack-phase", "SH-23", "Attacks are made in the attack phase.")
        case (Attack(), Supporting()):
            return Refusal("fighting", "SH-27", "One battle is fought at a time: now support may be added to it.")
        case (Play() | Use(), Attacking()):
            return Refusal("attack-phase", "SH-23", "Cards are played and effects activated in the main phases.")
        case (Play() | Use(), Supporting()):
            return Refusal("not-quick", "SH-27", "In the support step only [Quick] cards and effects that can be paid may be used.")
        case _:
            code, rule, words = _OTHER.get(type(top), ("not-now", "SH-22", "That cannot be done now."))
            return Refusal(code, rule, words)


def _play_refusal(table: Table, seat: Seat, piece: PieceId, at: int) -> Refusal:
    if piece not in table.hands[seat]:
        return Refusal("not-in-hand", "SH-22", "Only cards from your own hand are played.")
    card = table.cards[piece][0]
    printed = table.printed_cards[card]
    cost, ready = printed.card.cost, table.purses[seat].ready
    if cost > ready:
        return Refusal(
            "too-dear", "SH-16", f"[{card}] costs {cost} Shine, and {ready or 'none'} of yours {'are' if ready > 1 else 'is'} active."
        )
    if printed.kind == "spell":
        usage = printed.play
        if usage is not None and usage.free:
            return Refusal("unaimed", "SH-13", f"[{card}] is not aimed at anything.")
        if usage is not None and table.aims(usage, piece, seat):
            return Refusal("not-a-target", "SH-13", f"[{card}] cannot be aimed at this.")
        return Refusal("no-target", "SH-13", f"There is nothing that [{card}] could do this to now.")
    spaces = ATTACK_SPACES[seat] if printed.kind == "attack" else SUPPORT_SPACES[seat]
    if at not in spaces:
        where = "an Attack space beside your Star" if printed.kind == "attack" else "one of your Support spaces"
        return Refusal("wrong-space", "SH-10", f"[{card}] is played to {where}.")
    return Refusal("space-taken", "SH-10", "Another card stands on that space.")


def _shift_refusal(table: Table, seat: Seat, piece: PieceId) -> Refusal:
    if table.space_of(piece) not in SUPPORT_SPACES[seat]:
        return Refusal("no-support", "SH-19", "Only a Support card of your own moves now.")
    return Refusal("wrong-space", "SH-19", "A Support card moves to another of your own Support spaces.")


def _use_refusal(table: Table, seat: Seat, piece: PieceId, part: int) -> Refusal:
    if piece not in table.cards or table.owner(piece) != seat or table.zone_of(piece) not in {"", "graveyard"}:
        return Refusal("not-yours", "SH-22", "Only effects of your own cards are activated.")
    card = table.cards[piece][0]
    known = {number: (timing, zone) for number, timing, zone in table.printed_cards[card].use}
    if part not in known:
        return Refusal("no-such-effect", "SH-22", f"[{card}] has no such effect.")
    timing, zone = known[part]
    if zone != table.zone_of(piece):
        place = "in your graveyard" if zone else "on the field"
        return Refusal("wrong-place", "SH-36", f"This effect of [{card}] works {place}.")
    if (piece, part) in table.used:
        return Refusal("once-a-turn", "SH-42", "This effect has been used this turn.")
    if "opponents" in timing:
        return Refusal("opponents-turn", "SH-32", "This effect is only activated during your opponent's turn.")
    program = table.program(card, part)
    lacking = program.lacking(program.run(table, piece, seat))
    if lacking.startswith("cost"):
        return Refusal("cannot-pay", "SH-16", "The cost of this effect cannot be paid now.")
    if not lacking and program.aimed is None:
        return Refusal("unaimed", "SH-22", "This effect is not aimed at anything.")
    if not lacking:
        return Refusal("not-a-target", "SH-22", "This effect cannot be aimed at this.")
    return Refusal("no-target", "SH-22", "There is nothing that this effect could do now.")


def _attack_refusal(table: Table, seat: Seat, piece: PieceId, target: PieceId) -> Refusal:
    stand = table.stand(piece)
    if stand is None or table.owner(piece) != seat or not upper(table.space_of(piece)):
        return Refusal("no-attacker", "SH-23", "Only your own Attack cards and your Star attack.")
    if stand.turned:
        return Refusal("exhausted", "SH-25", "An exhausted card cannot attack.")
    if stand.since == table.turn and piece != table.star(seat):
        return Refusal("just-played", "SH-11", "An Attack card cannot attack in the turn it is played.")
    if table.space_of(target) < 0 or table.owner(target) == seat:
        return Refusal("no-target", "SH-25", "Only cards of your opponent are attacked.")
    return Refusal(
        "target-active", "SH-11", "Only exhausted cards can be attacked; only a Star attacks the other Star whatever its status."
    )
