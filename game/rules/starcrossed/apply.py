"""What each action does, and how a turn goes on by itself between two questions (SC-5 to SC-16)."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from game.cards.asking import Choose, Enough
from game.cards.events import BOTH, Answered, PhaseBegan, Sent, TurnBegan, TurnEnded
from game.cards.hands import KeepHand, Limit, Opening, Redraw
from game.cards.interpret import Frame, answer, settle
from game.rules.starcrossed import combat
from game.rules.starcrossed.actions import (
    Action,
    Activate,
    Attack,
    Attune,
    Block,
    Bottom,
    Done,
    First,
    Hold,
    Leave,
    LetThrough,
    Pass,
    Play,
    Recruit,
    SetDown,
    Use,
)
from game.rules.starcrossed.draft import StarDraft
from game.rules.starcrossed.events import DivaPlayed, HandShown, SkillPlayed, SkillSet, Used
from game.rules.starcrossed.state import HAND_LIMIT, Attuning, Ordering, Skill, Turn, own_crystals

OPENING_HAND = 10


def play(draft: StarDraft, action: Action) -> None:
    """Carry out an allowed action and go on until the next question."""
    seat = draft.stack[-1].seat
    _do(draft, action)
    flow(draft)
    if draft.telling and not draft.story:
        draft.record(Answered(seat, "chosen"))


def _do(draft: StarDraft, action: Action) -> None:
    seat = draft.stack[-1].seat
    match action:
        case Play(piece, at, special):
            play_card(draft, seat, piece, at, special=special)
        case Recruit(piece, at):
            _recruit(draft, seat, piece, at)
        case SetDown(piece, at):
            _set(draft, seat, piece, at)
        case Use(piece, part, at):
            use_ability(draft, seat, piece, part, at)
        case Done():
            draft.stack.pop()
            draft.step += 1
            draft.record(Answered(seat, "done"))
        case Attack() | Hold() | Block() | LetThrough() | Activate() | Pass():
            combat.act(draft, seat, action)
        case Attune(tribe):
            asked: Attuning = draft.stack.pop()
            draft.attune_to(asked.crystal, tribe)
        case Leave():
            draft.stack.pop()
        case Redraw():
            _redraw(draft, seat)
        case KeepHand():
            draft.stack.pop()
            draft.step += 1
        case Bottom(piece):
            _bottom(draft, seat, piece)
        case First(index):
            _order(draft, index)
        case Choose(option):
            answer(draft, option)
        case Enough():
            answer(draft, None)
        case _:
            assert_never(action)


# --- playing cards -----------------------------------------------------------------------------------------------------


def _pay_for(draft: StarDraft, seat: int, cost: int, *, special: bool) -> None:
    if special:
        _spend_special(draft, seat)
    else:
        draft.energise(seat, -cost, "spent")


def _spend_special(draft: StarDraft, seat: int) -> None:
    done = draft.special_done
    draft.special_done = (True, done[1]) if seat == 0 else (done[0], True)  # SC-27


def play_card(draft: StarDraft, seat: int, piece: int, at: int, *, special: bool) -> None:
    """Pay for a card and play it: a diva comes, a move takes effect, a power or an item stays (SC-13, SC-20 to SC-23)."""
    card = draft.cards[piece][0]
    printed = draft.printed_cards[card]
    _pay_for(draft, seat, printed.cost, special=special)
    _leave_hand(draft, seat, piece)
    if printed.diva:
        _come(draft, seat, piece, at, special=special)
        return
    if printed.move:
        draft.put(piece, "void")  # SC-21
        if draft.telling:
            draft.record(SkillPlayed(seat, card, -1, special))
    else:
        crystal = draft.crystals[at]
        draft.set_crystal(at, replace(crystal, skills=(*crystal.skills, Skill(piece))))
        if draft.telling:
            draft.record(SkillPlayed(seat, card, at, special))
    for part in reversed(printed.play):
        draft.begin(card, part, piece, seat, at if printed.move else -1)


def _leave_hand(draft: StarDraft, seat: int, piece: int) -> None:
    draft.set_pile("hand", seat, tuple(other for other in draft.hands[seat] if other != piece))
    if piece in draft.known:
        draft.know(piece, 0)


def _come(draft: StarDraft, seat: int, piece: int, at: int, *, recruit: bool = False, special: bool = False) -> None:
    """Let a diva come onto a crystal from the hand (SC-13, SC-15, SC-16)."""
    crystal = draft.crystals[at]
    over = crystal.diva
    hidden = crystal.recruit
    if over >= 0:
        draft.depart(at)
        draft.under_deck(over, BOTH if not hidden else draft.known.get(over, 0) | 1 << draft.cards[over][1])
    draft.set_crystal(at, replace(draft.crystals[at], diva=piece, recruit=recruit))
    card = draft.cards[piece][0]
    if draft.telling:
        replaced = draft.cards[over][0] if over >= 0 and not hidden else ""
        draft.record(DivaPlayed(seat, card, at, recruit, replaced, special))
    level = 1 if recruit else draft.printed_cards[card].level
    if level > crystal.level:
        draft.level_up(at)  # SC-15: exactly one level
    draft.notice("played", piece)


def _recruit(draft: StarDraft, seat: int, piece: int, at: int) -> None:
    _pay_for(draft, seat, 1, special=False)
    draft.set_pile("hand", seat, tuple(other for other in draft.hands[seat] if other != piece))
    _come(draft, seat, draft.veil(piece), at, recruit=True)


def _set(draft: StarDraft, seat: int, piece: int, at: int) -> None:
    """Set a combat skill face down; its cost is paid now (SC-20)."""
    card = draft.cards[piece][0]
    _pay_for(draft, seat, draft.printed_cards[card].cost, special=False)
    draft.set_pile("hand", seat, tuple(other for other in draft.hands[seat] if other != piece))
    fresh = draft.veil(piece)
    crystal = draft.crystals[at]
    draft.set_crystal(at, replace(crystal, skills=(*crystal.skills, Skill(fresh, down=True))))
    if draft.telling:
        draft.record(SkillSet(seat, card, at))


def use_ability(draft: StarDraft, seat: int, piece: int, part: int, at: int) -> None:
    """Use an action ability (SC-26, SC-27)."""
    card = draft.cards[piece][0]
    ability = draft.arena.catalogue.program(card, part).ability
    special = "special" in ability.timing if isinstance(ability.timing, tuple) else ability.timing == "special"
    if special:
        _spend_special(draft, seat)
    draft.spend(piece, part, ability.limit)
    if draft.telling:
        draft.record(Used(seat, card, special))
    draft.begin(card, part, piece, seat, at)


# --- answers -----------------------------------------------------------------------------------------------------------


def _redraw(draft: StarDraft, seat: int) -> None:
    """Reveal a hand without diva, shuffle it back and draw anew (SC-5)."""
    draft.stack.pop()
    hand = draft.hands[seat]
    for piece in hand:
        draft.know(piece, 1 << (1 - seat))
    draft.record(HandShown(seat, tuple(draft.cards[piece][0] for piece in hand)))
    draft.set_pile("hand", seat, ())
    draft.set_pile("deck", seat, draft.decks[seat] + hand)
    draft.deal(seat, OPENING_HAND, anew=True)


def _bottom(draft: StarDraft, seat: int, piece: int) -> None:
    """Put a card under the deck; what the other player knew of the hand may be there now (SC-11)."""
    draft.stack.pop()
    hand = draft.hands[seat]
    for other in hand:
        draft.know(other, 0)
    draft.set_pile("hand", seat, tuple(other for other in hand if other != piece))
    draft.under_deck(piece, 1 << seat)
    if draft.telling:
        draft.record(Sent(seat, draft.cards[piece][0], "deck", "bottom", 1 << seat))


def _order(draft: StarDraft, index: int) -> None:
    """Let one of several waiting abilities come next (SC-28)."""
    asked: Ordering = draft.stack.pop()
    rest = asked.frames[:index] + asked.frames[index + 1 :]
    if len(rest) > 1:
        draft.stack.append(Ordering(asked.seat, rest))
    else:
        draft.stack.extend(rest)
    draft.stack.append(asked.frames[index])


# --- how a turn goes on ------------------------------------------------------------------------------------------------


def flow(draft: StarDraft) -> None:
    """Go on until a player is asked or the match is over."""
    stack = draft.stack
    while True:
        if draft.queue or (stack and type(stack[-1]) is Frame):
            settle(draft)
        if draft.outcome is not None:
            stack.clear()
            return
        if stack:
            if draft.fight is None or not combat.goes_on(draft):
                return
        else:
            _proceed(draft)


def _proceed(draft: StarDraft) -> None:
    """Take the next step of the turn when nothing is open."""
    match draft.phase:
        case "opening":
            _open(draft)
        case "action":
            if draft.step < 2:
                seat = draft.active if draft.step == 0 else 1 - draft.active
                draft.stack.append(Turn(seat))
                if draft.telling:
                    draft.record(PhaseBegan("action", seat))
            else:
                draft.phase, draft.step = "combat", 0
                if draft.telling:
                    draft.record(PhaseBegan("combat", draft.active))
        case "combat":
            combat.next_lane(draft)
        case _:
            _end_turn(draft)


def _open(draft: StarDraft) -> None:
    """Ask both about the opening hand, whatever they hold, then begin the first turn (SC-5, SC-7)."""
    if draft.step < 2:
        draft.stack.append(Opening(draft.active if draft.step == 0 else 1 - draft.active))
        return
    begin_turn(draft, draft.active)


def begin_turn(draft: StarDraft, active: int) -> None:
    """Begin a turn: energy from the crystals, then the Draw Phase (SC-7 to SC-9)."""
    draft.active, draft.turn, draft.phase, draft.step = active, draft.turn + 1, "action", 0
    draft.special_done, draft.triggered = (False, False), 0
    draft.used = tuple(used for used in draft.used if used[2] != "turn")
    if draft.telling:
        draft.record(TurnBegan(active, draft.turn))
    for seat in (active, 1 - active):
        draft.energise(seat, sum(draft.crystals[index].level for index in own_crystals(seat)), "crystals")
    if draft.turn > 1:  # SC-7
        for seat in (active, 1 - active):
            bare = any(draft.crystals[index].diva < 0 for index in own_crystals(seat))
            draft.draw_cards(seat, 2 if bare else 1)  # SC-8
    draft.moment("turn_start")


def _end_turn(draft: StarDraft) -> None:
    """End the turn: abilities that wait for it, hands down to seven, energy lost, roles switched (SC-9, SC-11, SC-12)."""
    if draft.step == 0:
        draft.step = 1
        draft.moment("turn_end")
        return
    while draft.step < 3:
        seat = draft.active if draft.step == 1 else 1 - draft.active
        if len(draft.hands[seat]) > HAND_LIMIT and draft.hands[seat]:
            draft.stack.append(Limit(seat))
            return
        draft.step += 1
    draft.energy = (0, 0)
    draft.expire("turn")
    if draft.telling:
        draft.record(TurnEnded(draft.turn))
    if draft.turn >= draft.arena.turns:
        _end_at_limit(draft)
        return
    begin_turn(draft, 1 - draft.active)


def _end_at_limit(draft: StarDraft) -> None:
    words = f"{draft.turn} turns have been played"
    if draft.life[0] == draft.life[1]:
        draft.end((), f"{words}: a draw", "SC-38")
    else:
        winner = 0 if draft.life[0] > draft.life[1] else 1
        draft.end((winner,), f"{words} and {{{winner}}} has more life", "SC-38")
