"""What the deciding seat may do, and the sentence for everything it may not (SH-4 to SH-43)."""

from __future__ import annotations

from typing import Any

from game.cards.interpret import Frame, question
from game.kernel.ids import PieceId, Seat
from game.kernel.offers import Refusal
from game.rules.shine.actions import (
    ENOUGH,
    KEEP,
    PASS,
    REDRAW,
    SIGNS,
    Action,
    Attack,
    Choose,
    Discard,
    Guard,
    Lend,
    Play,
    Shift,
    Start,
    Throw,
    Use,
)
from game.rules.shine.state import (
    Answering,
    Attacking,
    Limit,
    Main,
    Opening,
    Placing,
    Starting,
    Supporting,
    Throwing,
    attack_spaces,
    support_spaces,
    under,
    upper,
)
from game.rules.shine.table import Table


def asked(table: Table) -> Seat:
    """Return the seat that must answer the open question."""
    top = table.stack[-1]
    if type(top) is Frame and top.waiting:
        asking, run = question(table, top)
        return asking.asked(run)
    seat: Seat = top.seat
    return seat


def legal(table: Table) -> tuple[Action, ...]:
    """Return every allowed action of the deciding seat."""
    top: Any = table.stack[-1]
    match top:
        case Throwing():
            return tuple(Throw(sign) for sign in SIGNS)
        case Starting():
            return (Start(self=True), Start(self=False))
        case Opening():
            return (KEEP, REDRAW)
        case Placing(seat):
            return (PASS, *shifts(table, seat))
        case Limit(seat):
            return tuple(Discard(piece) for piece in table.hands[seat])
        case Main(seat):
            return (PASS, *mains(table, seat))
        case Attacking(seat):
            return (PASS, *attacks(table, seat))
        case Answering(seat):
            return (PASS, *answers(table, seat))
        case Supporting(seat):
            return (PASS, *supports(table, seat))
    asking, run = question(table, top)
    found: list[Action] = [Choose(option) for option in asking.left(run)]
    if asking.may_stop(run):
        found.append(ENOUGH)
    return tuple(found)


def shifts(table: Table, seat: Seat) -> list[Action]:
    """Return the moves of Support cards (SH-19)."""
    spaces = support_spaces(seat)
    own = [(space, stand.id) for space in spaces if (stand := table.field[space]) is not None]
    return [Shift(piece, to) for space, piece in own for to in spaces if to != space]


def mains(table: Table, seat: Seat) -> list[Action]:
    """Return what may be done in a main phase (SH-22)."""
    found: list[Action] = []
    ready = table.purses[seat].ready
    for piece in table.hands[seat]:
        card = table.cards[piece][0]
        printed = table.printed_cards[card]
        if printed.card.cost > ready:
            continue
        if printed.kind == "spell":
            found += [Play(piece, at) for at in spell_aims(table, seat, piece)]
        else:
            spaces = attack_spaces(seat) if printed.kind == "attack" else support_spaces(seat)
            found += [Play(piece, space) for space in spaces if table.field[space] is None]
    return found + uses(table, seat, own_main=True)


def spell_aims(table: Table, seat: Seat, piece: PieceId) -> tuple[int, ...]:
    """Return what a spell could point at; its cost is another matter."""
    card = table.cards[piece][0]
    return table.aims(card, table.printed_cards[card].part, piece, seat)


def uses(table: Table, seat: Seat, *, own_main: bool) -> list[Action]:
    """Return the abilities a seat may use now, on the field and in its graveyard (SH-32, SH-36, SH-42, SH-43)."""
    found: list[Action] = []
    sources = [(stand.id, "") for _, stand in table.side(seat)] + [(piece, "graveyard") for piece in table.graves[seat]]
    for piece, zone in sources:
        card = table.cards[piece][0]
        for part, timing, where in table.printed_cards[card].use:
            if where == zone and _timely(table, seat, timing, own_main=own_main) and (piece, part) not in table.used:
                found += [Use(piece, part, at) for at in table.aims(card, part, piece, seat)]
    return found


def _timely(table: Table, seat: Seat, timing: tuple[str, ...], *, own_main: bool) -> bool:
    if "opponents" in timing:
        return not own_main and table.active != seat
    return own_main or "quick" in timing


def answers(table: Table, seat: Seat) -> list[Action]:
    """Return what may be done in answer: [Quick] spells and effects, and those of the opponent's turn (SH-43)."""
    found: list[Action] = []
    for piece in table.hands[seat]:
        printed = table.printed_cards[table.cards[piece][0]]
        if printed.quick and printed.kind == "spell" and printed.card.cost <= table.purses[seat].ready:
            found += [Play(piece, at) for at in spell_aims(table, seat, piece)]
    return found + uses(table, seat, own_main=False)


def attackable(table: Table, seat: Seat, star: bool) -> list[PieceId]:  # noqa: FBT001  (a fact, not a switch)
    """Return what a seat's Attack card, or its Star, may attack (SH-25)."""
    return [stand.id for _, stand in table.side(1 - seat) if stand.turned or (star and stand.id == table.star(1 - seat))]


def attackers(table: Table, seat: Seat) -> list[PieceId]:
    """Return the cards that may attack: active Attack cards not played this turn, and the Star (SH-11, SH-23)."""
    found = []
    for space, stand in table.side(seat):
        if upper(space) and not stand.turned and (stand.since < table.turn or stand.id == table.star(seat)):
            found.append(stand.id)
    return found


def attacks(table: Table, seat: Seat) -> list[Action]:
    """Return every attack that may be declared (SH-25)."""
    star = table.star(seat)
    return [Attack(piece, target) for piece in attackers(table, seat) for target in attackable(table, seat, piece == star)]


def battling(table: Table, seat: Seat) -> PieceId:
    """Return a seat's card in the battle, -1 without one."""
    fight = table.fight
    if fight is None:
        return -1
    return fight.attacker if table.owner(fight.attacker) == seat else fight.target


def supports(table: Table, seat: Seat) -> list[Action]:
    """Return what may be done in a support step (SH-27)."""
    found: list[Action] = []
    fight, mine = table.fight, battling(table, seat)
    beneath = under(table.space_of(mine)) if table.space_of(mine) >= 0 else -1
    stand = table.field[beneath] if beneath >= 0 else None
    if stand is not None and not stand.turned:
        found.append(Lend(stand.id))
    if fight is not None and seat != table.owner(fight.attacker):
        for _, other in table.side(seat):
            if other.id != fight.target and not other.turned and table.flagged(other.id, "guard"):
                found.append(Guard(other.id))
    return found + answers(table, seat)


# --- why not -----------------------------------------------------------------------------------------------------------

_OTHER: dict[Any, tuple[str, str, str]] = {
    Throwing: ("throw-first", "SH-4", "Choose rock, paper or scissors first."),
    Starting: ("starter-first", "SH-4", "Choose who starts first."),
    Opening: ("hand-first", "SH-5", "Keep the hand or draw anew first."),
    Placing: ("placing", "SH-19", "Only one Support card may move now."),
    Limit: ("too-many-cards", "SH-20", "Discard down to ten cards first."),
    Answering: ("not-quick", "SH-43", "Only what is [Quick], or meant for the opponent's turn, can answer."),
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
        case (Lend(), Supporting()):
            return Refusal("cannot-lend", "SH-12", "Only an active Support card right under your battling card can add its strength.")
        case (Guard(), Supporting()):
            return Refusal("cannot-guard", "SH-35", "Only an active card of the defender with [Guard] can redirect the attack.")
        case (Attack(), Main()):
            return Refusal("not-attack-phase", "SH-23", "Attacks are made in the attack phase.")
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
        return Refusal("too-dear", "SH-16", f"[{card}] costs {cost} Shine, and {ready} of yours are active.")
    if printed.kind == "spell":
        return Refusal("no-target", "SH-13", f"There is nothing that [{card}] could do this to now.")
    spaces = attack_spaces(seat) if printed.kind == "attack" else support_spaces(seat)
    if at not in spaces:
        where = "an Attack space beside your Star" if printed.kind == "attack" else "one of your Support spaces"
        return Refusal("wrong-space", "SH-10", f"[{card}] is played to {where}.")
    return Refusal("space-taken", "SH-10", "Another card stands on that space.")


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
