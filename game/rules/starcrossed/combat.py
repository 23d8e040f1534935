"""Combat: lane by lane, attack and block, skills in turn, and the showdown (SC-31 to SC-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from game.cards.events import BOTH, Answered, PhaseBegan, Sent
from game.rules.starcrossed.actions import Activate, Attack, Block, Hold, LetThrough, Pass
from game.rules.starcrossed.events import Activated, Attacked, FightOver
from game.rules.starcrossed.events import Showdown as ShowdownHeld
from game.rules.starcrossed.state import LANES, NONE, Blocking, Fight, Lane, Skill, Window, lane_order, opposing, own_crystals

if TYPE_CHECKING:
    from game.rules.starcrossed.draft import StarDraft
    from game.rules.starcrossed.table import Table

PASSES = 2
"""So many passes in a row end the activations (SC-34)."""


def can_attack(table: Table, crystal: int) -> bool:
    """Tell whether there is a diva on a crystal who may attack (SC-31)."""
    diva = table.crystals[crystal].diva
    return diva >= 0 and not table.flagged(diva, "lulled")


def can_block(table: Table, crystal: int, attacker: int) -> bool:
    """Tell whether there is a diva on the attacked crystal who may block (SC-33)."""
    diva = table.crystals[crystal].diva
    return diva >= 0 and not table.flagged(diva, "dazzled") and not table.flagged(attacker, "veiled")


def next_lane(draft: StarDraft) -> None:
    """Ask for the next attack, lane by lane from the Active Player's left, or end the phase (SC-31)."""
    while draft.step < 2 * LANES:
        seat = draft.active if draft.step % 2 == 0 else 1 - draft.active
        crystal = seat * LANES + lane_order(draft.active)[draft.step // 2]
        if can_attack(draft, crystal):
            draft.stack.append(Lane(seat, crystal))
            return
        draft.step += 1
    draft.phase, draft.step = "end", 0
    if draft.telling:
        draft.record(PhaseBegan("end", draft.active))


def act(draft: StarDraft, seat: int, action: Attack | Hold | Block | LetThrough | Activate | Pass) -> None:
    """Carry out a choice in combat."""
    match action:
        case Attack():
            _attack(draft, seat)
        case Hold():
            draft.stack.pop()
            draft.step += 1
            if draft.telling:
                draft.record(Answered(seat, "hold"))
        case Block():
            _block(draft, seat)
        case LetThrough():
            draft.stack.pop()
            fight = _running(draft)
            draft.fight = replace(fight, stage="window", next=1 - seat)
            if draft.telling:
                draft.record(Answered(seat, "let"))
        case Activate(piece, at):
            _activate(draft, seat, piece, at)
        case Pass():
            draft.stack.pop()
            fight = _running(draft)
            draft.fight = replace(fight, passes=fight.passes + 1, next=1 - seat)
            if draft.telling:
                draft.record(Answered(seat, "pass"))


def _running(draft: StarDraft) -> Fight:
    if draft.fight is None:
        raise ValueError("no attack is going on")
    return draft.fight


def _attack(draft: StarDraft, seat: int) -> None:
    asked: Lane = draft.stack[-1]
    crystal = draft.crystals[asked.crystal]
    draft.fight = Fight(crystal.diva, asked.crystal, next=seat)
    if draft.telling:
        draft.record(Attacked(seat, "" if crystal.recruit else draft.cards[crystal.diva][0], asked.crystal))
    draft.notice("attacks", crystal.diva)


def _block(draft: StarDraft, seat: int) -> None:
    draft.stack.pop()
    fight = _running(draft)
    there = opposing(fight.crystal)
    blocker = draft.crystals[there].diva
    draft.fight = replace(fight, stage="window", blocked=True, blocker=blocker, next=1 - seat)
    if draft.telling:
        draft.record(Answered(seat, "block"))
    draft.notice("blocks", blocker, fight.attacker)
    draft.notice("blocked", fight.attacker, blocker)


def _activate(draft: StarDraft, seat: int, piece: int, at: int) -> None:
    """Turn a combat skill face up: a move takes effect and goes to the void, a power or an item stays (SC-21 to SC-23)."""
    draft.stack.pop()
    fight = _running(draft)
    draft.fight = replace(fight, passes=0, next=1 - seat)
    index = draft.crystal_of(piece)
    card = draft.cards[piece][0]
    draft.know(piece, 0)
    crystal = draft.crystals[index]
    draft.set_crystal(index, replace(crystal, skills=tuple(Skill(piece) if skill.id == piece else skill for skill in crystal.skills)))
    if draft.telling:
        draft.record(Activated(seat, card, index))
    printed = draft.printed_cards[card]
    if printed.move:
        draft.fight = replace(draft.fight, move=piece)
    for part in reversed(printed.play):
        draft.begin(card, part, piece, seat, at if part == printed.play[0] and printed.aimed else NONE)
    draft.notice("activated", piece)


def goes_on(draft: StarDraft) -> bool:
    """Take the next step of the attack when no question about it is open; return whether one was taken."""
    fight = draft.fight
    if fight is None or not isinstance(draft.stack[-1], Lane):
        return False
    if fight.move >= 0:
        _discard(draft, fight)
        fight = draft.fight = replace(fight, move=NONE)
    if fight.stage != "over" and draft.crystals[fight.crystal].diva != fight.attacker:  # SC-37
        draft.fight = replace(fight, stage="over")
        if draft.telling:
            draft.record(FightOver(fight.crystal, "left"))
        return True
    match fight.stage:
        case "declared":
            _ask_block(draft, fight)
        case "window":
            _ask_window(draft, fight)
        case _:
            _clear(draft)
    return True


def _discard(draft: StarDraft, fight: Fight) -> None:
    """Send an activated move to the void once its effect has taken place (SC-21)."""
    index = draft.crystal_of(fight.move)
    if index >= 0:
        card, owner = draft.cards[fight.move]
        draft.unslot(index, fight.move)
        draft.put(fight.move, "void")
        if draft.telling:
            draft.record(Sent(owner, card, "void", "bottom", BOTH))


def _ask_block(draft: StarDraft, fight: Fight) -> None:
    there = opposing(fight.crystal)
    if can_block(draft, there, fight.attacker):
        draft.stack.append(Blocking(there // LANES))
        return
    draft.fight = replace(fight, stage="window", next=fight.crystal // LANES)


def _ask_window(draft: StarDraft, fight: Fight) -> None:
    """Ask the next seat; one without any face-down card passes by itself (SC-34)."""
    if fight.passes >= PASSES:
        showdown(draft, fight)
        return
    seat, passes = fight.next, fight.passes
    while passes < PASSES:
        if _has_set(draft, seat):
            draft.stack.append(Window(seat))
            break
        passes, seat = passes + 1, 1 - seat
    if passes != fight.passes:
        draft.fight = replace(fight, passes=passes, next=seat)


def _has_set(draft: StarDraft, seat: int) -> bool:
    """Tell whether a seat has a face-down skill on any crystal."""
    for index in own_crystals(seat):
        for skill in draft.crystals[index].skills:
            if skill.down:
                return True
    return False


def showdown(draft: StarDraft, fight: Fight) -> None:
    """Compare strength, or take life (SC-35 to SC-37)."""
    draft.fight = replace(fight, stage="over")
    seat, there = fight.crystal // LANES, opposing(fight.crystal)
    strength = draft.strength(fight.crystal)
    present = draft.crystals[there].diva == fight.blocker
    other = draft.strength(there) if fight.blocked and present else 0
    if draft.telling:
        draft.record(ShowdownHeld(seat, fight.crystal, strength, other if fight.blocked and present else NONE))
    if not fight.blocked:
        if strength > 0:
            draft.bleed((0, strength) if seat == 0 else (strength, 0), "attack", seat)
            draft.notice("hits", fight.attacker, NONE, strength)
        return
    if not present:  # SC-37: the attack stays blocked
        return
    _clash(draft, fight, strength, other)


def _clash(draft: StarDraft, fight: Fight, strength: int, other: int) -> None:
    overkill = draft.flagged(fight.attacker, "overkill")
    if strength >= other:
        draft.vanquish(fight.blocker, fight.attacker)
    if strength <= other:
        draft.vanquish(fight.attacker, fight.blocker)
    if strength > other:
        draft.notice("vanquishes", fight.attacker, fight.blocker)
    elif other > strength:
        draft.notice("vanquishes", fight.blocker, fight.attacker)
    if overkill and strength > other:  # SC-36
        seat = fight.crystal // LANES
        loss = strength - other
        draft.bleed((0, loss) if seat == 0 else (loss, 0), "overkill", seat)


def _clear(draft: StarDraft) -> None:
    """Leave the lane once the attack is over and all that it set off is done."""
    crystal = draft.stack.pop().crystal
    draft.fight = None
    draft.step += 1
    draft.expire("attack")
    if draft.telling:
        draft.record(FightOver(crystal, "done"))
