"""What each action does, and how a turn goes on by itself between two questions (SH-4 to SH-30)."""

from __future__ import annotations

from typing import Any, assert_never

from msgspec.structs import replace

from game.cards.asking import Choose, Enough
from game.cards.events import BOTH, Answered, Changed, PhaseBegan, Sent, TurnBegan, TurnEnded
from game.cards.hands import KeepHand, Limit, Opening, Redraw
from game.cards.interpret import Frame, answer, settle
from game.cards.modify import Lasting
from game.kernel.chance import Chance
from game.rules.shine.actions import (
    Action,
    Attack,
    Discard,
    Guard,
    Lend,
    Pass,
    Play,
    Shift,
    Start,
    Throw,
    Use,
)
from game.rules.shine.arena import Arena
from game.rules.shine.draft import ShineDraft
from game.rules.shine.events import (
    Attacked,
    Chose,
    Compared,
    LifeLaid,
    Moved,
    Played,
    Resolved,
    SignsShown,
    Started,
    Used,
)
from game.rules.shine.state import (
    HAND_LIMIT,
    OPENING_HAND,
    SUPPORT_SPACES,
    Answering,
    Attacking,
    Fight,
    Leaving,
    Link,
    Main,
    Placing,
    Stand,
    Starting,
    State,
    Supporting,
    Throwing,
    Watching,
)

_BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
_NEXT = {"main1": "attack", "attack": "main2", "main2": "end"}


def play(draft: ShineDraft, action: Action) -> None:
    """Carry out an allowed action and go on until the next question."""
    top = draft.stack[-1]
    if type(action) is Pass:
        _pass(draft, draft.stack.pop())
    else:
        _do(draft, action)
    if draft.telling and not draft.story:
        draft.record(Answered(top.seat, "chosen"))
    flow(draft)


def _do(draft: ShineDraft, action: Action) -> None:
    if isinstance(action, Choose):
        answer(draft, action.option)
        return
    if isinstance(action, Enough):
        answer(draft, None)
        return
    top: Any = draft.stack.pop()
    seat: int = top.seat
    match action:
        case Play(piece, at):
            play_card(draft, seat, piece, at)
            _acted(draft, top)
        case Use(piece, part, at):
            use_ability(draft, seat, piece, part, at)
            _acted(draft, top)
        case Attack(piece, target):
            _attack(draft, seat, piece, target)
        case Lend(piece):
            _lend(draft, seat, piece)
            _acted(draft, top)
        case Guard(piece):
            draft.turn_card(piece, "guard")
            draft.redirect_to(piece)
            _acted(draft, top)
        case Throw(sign):
            draft.signs = (sign, draft.signs[1]) if seat == 0 else (draft.signs[0], sign)
            draft.step += 1
            draft.record(Chose(seat, sign))
        case Start(own):
            draft.active = seat if own else 1 - seat
            draft.phase, draft.step = "deal", 0
            draft.record(Started(draft.active))
        case Redraw():
            draft.step += 1
            draft.set_pile("deck", seat, draft.decks[seat] + draft.hands[seat])
            draft.set_pile("hand", seat, ())
            draft.deal(seat, OPENING_HAND, anew=True)
        case KeepHand():
            draft.step += 1
            draft.record(Answered(seat, "keep"))
        case Shift(piece, to):
            _shift(draft, piece, to)
        case Discard(piece):
            draft.take(piece)
            draft.put(piece, "graveyard", "top")
            if draft.telling:
                draft.record(Sent(seat, draft.cards[piece][0], "graveyard", "top", BOTH))
        case Pass():
            _pass(draft, top)
        case _:
            assert_never(action)


def _acted(draft: ShineDraft, top: Any) -> None:
    """In the support step the other player is next (SH-27); a phase that was to end goes on (SH-43)."""
    if isinstance(top, Supporting) and draft.fight is not None:
        draft.fight = replace(draft.fight, passes=0, next=1 - top.seat)
    if isinstance(top, Leaving) and draft.telling:
        draft.record(Answered(1 - top.seat, draft.phase))


def _pass(draft: ShineDraft, top: Any) -> None:
    """Let a window go by; nothing is told of it but what follows."""
    how = "pass"
    match top:
        case Answering(seat):
            draft.passes, draft.next = draft.passes + 1, 1 - seat
        case Supporting(seat):
            fight = draft.fight
            if fight is not None:
                draft.fight = Fight(fight.attacker, fight.target, fight.passes + 1, 1 - seat)
        case Placing():
            how = "stay"
        case Main(seat) | Attacking(seat):
            draft.stack.append(Leaving(1 - seat))
            how = "done"
        case Leaving():
            draft.phase, draft.step = _NEXT[draft.phase], 0
        case _:
            pass
    if draft.telling:
        draft.record(Answered(top.seat, how))


def _shift(draft: ShineDraft, piece: int, to: int) -> None:
    """Move a Support card, changing places with one that is there (SH-19)."""
    origin = draft.space_of(piece)
    here, there = draft.field[origin], draft.field[to]
    draft.set_space(to, here)
    draft.set_space(origin, there)
    if draft.telling:
        draft.record(Moved(draft.owner(piece), draft.card_of(piece), origin, to))


def play_card(draft: ShineDraft, seat: int, piece: int, at: int) -> None:
    """Pay for a card and put it on its space, or a spell on the chain (SH-11 to SH-13)."""
    card = draft.cards[piece][0]
    printed = draft.printed_cards[card]
    draft.pay_shine(seat, printed.cost)
    draft.set_pile("hand", seat, tuple(other for other in draft.hands[seat] if other != piece))
    if printed.spell:
        draft.put(piece, "graveyard", "top")  # SH-13
        draft.link(Link(card, printed.part, piece, seat, at, spell=True))
        if draft.telling:
            draft.record(Played(seat, card, -1, draft.open_card(at)))
        return
    draft.set_space(at, Stand(piece, since=draft.turn))
    if draft.telling:
        draft.record(Played(seat, card, at))
    draft.notice("played", piece)
    if not draft.queue:  # what was set off is answered instead
        draft.stack.append(Watching(1 - seat, piece))


def use_ability(draft: ShineDraft, seat: int, piece: int, part: int, at: int) -> None:
    """Pay for an ability and put it on the chain (SH-16, SH-42, SH-43)."""
    card = draft.cards[piece][0]
    program = draft.program(card, part)
    if draft.telling:
        draft.record(Used(seat, card, draft.open_card(at)))
    if program.ability.limit:
        draft.used = (*draft.used, (piece, part))
    run = program.run(draft, piece, seat)
    draft.link(Link(card, part, piece, seat, at))
    for cost, amount, _ in program.costs:
        draft.pay(run, cost.pay, amount(run), ())


def _attack(draft: ShineDraft, seat: int, piece: int, target: int) -> None:
    """Declare an attack: the attacker becomes exhausted, then [On Attack] (SH-25, SH-26)."""
    draft.fight = Fight(piece, target, next=draft.active)
    if draft.telling:
        draft.record(Attacked(seat, draft.card_of(piece), draft.card_of(target), draft.space_of(piece)))
    draft.turn_card(piece, "attack")
    draft.notice("attacks", piece, target)


def _lend(draft: ShineDraft, seat: int, piece: int) -> None:
    """Exhaust a Support card to add its strength to the card above it for this battle (SH-12)."""
    above = next(iter(draft.related("above", piece)))
    strength, card = draft.strength(piece), draft.card_of(piece)
    draft.lasting = (*draft.lasting, Lasting(above, "strength", "add", strength, "battle", seat, card, draft.turn))
    draft.memo.clear()
    if draft.telling:
        draft.record(Changed(card, draft.space_of(above), "strength", "add", strength, "battle"))
    draft.turn_card(piece, "support")


# --- how a match goes on -----------------------------------------------------------------------------------------------


def flow(draft: ShineDraft) -> None:
    """Go on until a player is asked or the match is over.

    Whoever could answer, support or act is asked even with nothing to do but pass, so that being asked tells nothing of a hand.
    """
    while True:
        stack = draft.stack
        if draft.queue or (stack and type(stack[-1]) is Frame):
            settle(draft)
        if draft.outcome is not None:
            draft.stack.clear()
            return
        if draft.stack:
            return
        if draft.chain:
            _chain(draft)
        elif draft.fight is not None:
            _fight(draft, draft.fight)
        else:
            _proceed(draft)


def _chain(draft: ShineDraft) -> None:
    """Ask for an answer, or resolve the top of the chain when both have passed (SH-43)."""
    if draft.passes >= 2:
        link = draft.chain[-1]
        draft.chain = draft.chain[:-1]
        draft.passes = 0
        if draft.chain:
            draft.next = 1 - draft.chain[-1].seat
        there = draft.begin(link)
        if draft.telling:
            draft.record(Resolved(link.seat, link.card, idle=not there, triggered=bool(link.bound)))
    else:
        draft.stack.append(Answering(draft.next))


def unanswered(arena: Arena, state: State) -> State | ShineDraft:
    """Return the table once all that lies on the chain has happened, as if nobody answered it, as far as no card asks for a choice (SH-43); the state itself where that is nothing."""
    if not state.chain or (state.stack and type(state.stack[-1]) is not Answering):
        return state
    draft = ShineDraft(arena, state, Chance(state.chance), telling=False)
    stack = draft.stack
    while draft.chain and (not stack or type(stack[-1]) is Answering):
        stack.clear()
        draft.passes = 2
        _chain(draft)
        settle(draft)
    return draft


def _fight(draft: ShineDraft, fight: Fight) -> None:
    """Take the attack one step further (SH-26 to SH-30)."""
    if draft.space_of(fight.attacker) < 0 or draft.space_of(fight.target) < 0:
        draft.finish_fight(early=True)  # SH-30
    elif fight.passes >= 2:
        _damage(draft, fight)
    else:
        draft.stack.append(Supporting(fight.next))


def _damage(draft: ShineDraft, fight: Fight) -> None:
    """Compare strengths: only a higher attacker does anything (SH-28)."""
    one, two = draft.strength(fight.attacker), draft.strength(fight.target)
    if draft.telling:
        draft.record(Compared(draft.owner(fight.attacker), draft.card_of(fight.attacker), one, draft.card_of(fight.target), two))
    if one > two:
        draft.wreck(fight.target, fight.attacker)
        if draft.outcome is None and draft.space_of(fight.attacker) >= 0:
            draft.notice("wins", fight.attacker, fight.target)
    if draft.outcome is None:
        draft.finish_fight(early=False)


def _proceed(draft: ShineDraft) -> None:
    """Take the next step when nothing is open."""
    seat = draft.active
    match draft.phase:
        case "throw":
            _throw(draft)
        case "deal":
            for each in (seat, 1 - seat):
                draft.deal(each, OPENING_HAND)
            draft.phase, draft.step = "redraw", 0
        case "redraw":
            if draft.step < 2:
                draft.stack.append(Opening(seat if draft.step == 0 else 1 - seat))
            else:
                for each in (seat, 1 - seat):
                    _lay_life(draft, each)
                begin_turn(draft, seat)
        case "position":
            draft.phase = "draw"
            if any(draft.field[space] is not None for space in SUPPORT_SPACES[seat]):
                draft.stack.append(Placing(seat))
        case "draw":
            draft.phase = "limit"
            if draft.turn > 1:  # SH-20
                draft.draw_cards(seat, 1)
                draft.judge()
        case "limit":
            if len(draft.hands[seat]) > HAND_LIMIT:
                draft.stack.append(Limit(seat))
            else:
                draft.phase, draft.step = "main1", 0
                draft.place_shine(seat, 1 if draft.turn == 1 else 2)  # SH-21
        case "main1" | "main2":
            _ask(draft, Main(seat))
        case "attack":
            _ask(draft, Attacking(seat))
        case _:
            end_turn(draft)


def _ask(draft: ShineDraft, pending: Main | Attacking) -> None:
    draft.stack.append(pending)
    if draft.step == 0:
        draft.step = 1
        if draft.telling:
            draft.record(PhaseBegan(draft.phase, pending.seat))


def _throw(draft: ShineDraft) -> None:
    """Ask both for a secret choice, then show them; a tie begins anew (SH-4)."""
    if draft.step < 2:
        draft.stack.append(Throwing(draft.step))
        return
    one, two = draft.signs
    winner = -1 if one == two else 0 if _BEATS[one] == two else 1
    signs = draft.signs
    draft.step, draft.signs = 0, ("", "")
    if winner >= 0:
        draft.phase = "start"
        draft.stack.append(Starting(winner))
    draft.record(SignsShown(signs, winner))


def _lay_life(draft: ShineDraft, seat: int) -> None:
    """Lay as many cards as the Star's HP face down; the first taken lies at the bottom (SH-6)."""
    hp = draft.printed_cards[draft.card_of(draft.star(seat))].card.hp
    deck = draft.decks[seat]
    draft.set_pile("life", seat, tuple(reversed(deck[:hp])))
    draft.set_pile("deck", seat, deck[hp:])
    draft.record(LifeLaid(seat, hp))


def begin_turn(draft: ShineDraft, seat: int) -> None:
    """Begin a turn: everything of the player's is refreshed, attached Shine comes back active (SH-18)."""
    draft.active, draft.turn, draft.phase, draft.step = seat, draft.turn + 1, "position", 0
    draft.used, draft.triggered = (), 0
    purse = draft.purses[seat]
    back = purse.spent
    for space, stand in draft.side(seat):
        back += stand.shine
        if stand.turned or stand.shine:
            draft.set_space(space, replace(stand, turned=False, shine=0))
    draft.purses[seat] = replace(purse, ready=purse.ready + back, spent=0)
    draft.memo.clear()
    if draft.telling:
        draft.record(TurnBegan(seat, draft.turn))
    for _, stand in draft.side(seat):
        draft.notice("turn_start", stand.id)


def end_turn(draft: ShineDraft) -> None:
    """End the turn: what lasts until its end is over (SH-24)."""
    draft.expire("turn")
    if draft.telling:
        draft.record(TurnEnded(draft.turn))
    begin_turn(draft, 1 - draft.active)
