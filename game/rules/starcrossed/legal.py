"""What is allowed, and why not: the one authority for legality in Starcrossed.

`refusal` judges any action in the order of the rulebook; `legal` lists the allowed ones quickly.
"""

from __future__ import annotations

from typing import Any, assert_never

from game.cards.asking import Choose, Enough, answer_refusal, answers
from game.cards.hands import KEEP, REDRAW, KeepHand, Limit, Opening, Redraw
from game.cards.interpret import Frame
from game.cards.model import names
from game.kernel.ids import Seat, piece_place
from game.kernel.offers import Refusal
from game.rules.starcrossed.actions import (
    ATTACK,
    BLOCK,
    HOLD,
    LEAVE,
    LET,
    PASS,
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
from game.rules.starcrossed.arena import Arena, Printed
from game.rules.starcrossed.cards import WORDS
from game.rules.starcrossed.state import (
    LANES,
    NONE,
    SLOTS,
    Attuning,
    Blocking,
    Lane,
    Ordering,
    State,
    Turn,
    Window,
    own_crystals,
)
from game.rules.starcrossed.table import Table, laid_out
from game.rules.starcrossed.turn import RECRUIT_COST, turn_actions

_ATTACKS = (ATTACK, HOLD)
_BLOCKS = (BLOCK, LET)
_OPENING = (REDRAW, KEEP)


def quick_legal(arena: Arena, state: State) -> tuple[Action, ...]:
    """Return every allowed action of the deciding seat, from a state; a table is only laid out where a card must be asked."""
    top = state.stack[-1]
    kind = type(top)
    if kind is Turn:
        return tuple(turn_actions(arena, state, top.seat, state.special))
    if kind is Lane:
        return _ATTACKS
    if kind is Blocking:
        return _BLOCKS
    return legal(laid_out(arena, state))


def legal(table: Table) -> tuple[Action, ...]:
    """Return every allowed action of the deciding seat."""
    top: Any = table.stack[-1]
    match top:
        case Turn(seat):
            return tuple(turn_actions(table.arena, table, seat, table.special_done))
        case Lane():
            return _ATTACKS
        case Blocking():
            return _BLOCKS
        case Window(seat):
            return tuple(_window(table, seat))
        case Attuning(_, _, tribes, may):
            return (*(Attune(tribe) for tribe in tribes), *((LEAVE,) if may else ()))
        case Limit(seat):
            return tuple(Bottom(piece) for piece in table.hands[seat])
        case Opening(seat):
            return (KEEP,) if holds_diva(table, seat) else _OPENING
        case Ordering(_, frames):
            return tuple(First(index) for index in range(len(frames)))
        case _:
            return answers(table)


def _window(table: Table, seat: Seat) -> list[Action]:
    found: list[Action] = []
    for index in own_crystals(seat):
        for skill in table.crystals[index].skills:
            if skill.down:
                found += [Activate(skill.id, at) for at in activations(table, seat, skill.id, index)]
    found.append(PASS)
    return found


def activations(table: Table, seat: Seat, piece: int, index: int) -> tuple[int, ...]:
    """Return what a face-down skill could point at when activated; () when it cannot be activated now (SC-22)."""
    card = table.cards[piece][0]
    printed = table.printed_cards[card]
    if not printed.combat or (printed.power and table.crystals[index].diva == NONE):
        return ()
    if printed.move or printed.aimed:
        return table.aims(card, printed.play[0], piece, seat)
    return (NONE,)


def holds_diva(table: Table, seat: Seat) -> bool:
    """Tell whether there is a diva in a hand (SC-5)."""
    return any(table.printed_cards[table.cards[piece][0]].diva for piece in table.hands[seat])


# --- refusals ----------------------------------------------------------------------------------------------------------


def refusal(table: Table, action: Action) -> Refusal | None:
    """Return why the deciding seat may not do this, or None when it may."""
    if not table.stack:
        return Refusal("over", "SC-38", "The match is over.")
    top: Any = table.stack[-1]
    match action:
        case Play() | Recruit() | SetDown() | Use() | Done():
            return _turn_refusal(table, top.seat, action) if isinstance(top, Turn) else _other(top)
        case Attack() | Hold():
            return None if isinstance(top, Lane) else _other(top)
        case Block() | LetThrough():
            return None if isinstance(top, Blocking) else _other(top)
        case Activate(piece, at):
            return _activate_refusal(table, top.seat, piece, at) if isinstance(top, Window) else _other(top)
        case Pass():
            return None if isinstance(top, Window) else _other(top)
        case Attune(tribe):
            if not isinstance(top, Attuning):
                return _other(top)
            return None if tribe in top.tribes else Refusal("tribe", "SC-16", f"The crystal can only be attuned to {_tribes(top.tribes)}.")
        case Leave():
            if isinstance(top, Attuning) and not top.may:
                return Refusal("must-attune", "SC-16", "This card lets you choose the tribe, and one must be chosen.")
            return None if isinstance(top, Attuning) else _other(top)
        case Redraw() | KeepHand():
            if isinstance(top, Opening) and isinstance(action, Redraw) and holds_diva(table, top.seat):
                return Refusal("diva", "SC-5", "A hand with a diva is kept.")
            return None if isinstance(top, Opening) else _other(top)
        case Bottom(piece):
            if not isinstance(top, Limit):
                return _other(top)
            return None if piece in table.hands[top.seat] else Refusal("not-in-hand", "SC-11", "Choose a card of your own hand.")
        case First(index):
            if not isinstance(top, Ordering):
                return _other(top)
            return None if 0 <= index < len(top.frames) else Refusal("no-such", "SC-28", "No such ability is waiting.")
        case Choose() | Enough():
            return answer_refusal(table, action, "SC-28") if type(top) is Frame else _other(top)
        case _:
            assert_never(action)


def _tribes(tribes: tuple[str, ...]) -> str:
    return " or ".join(WORDS.label(tribe) for tribe in tribes)


def _other(top: Any) -> Refusal:
    match top:
        case Turn():
            return Refusal("action-phase", "SC-10", "It is time for the actions of your turn.")
        case Lane():
            return Refusal("lane", "SC-31", "First decide whether to attack in this lane.")
        case Blocking():
            return Refusal("block", "SC-33", "First decide whether to block.")
        case Window():
            return Refusal("window", "SC-34", "First activate a face-down skill, or pass.")
        case Attuning():
            return Refusal("attune", "SC-16", "First decide on the attunement of the crystal.")
        case Limit():
            return Refusal("limit", "SC-11", "First put cards under your deck until seven are left in your hand.")
        case Opening():
            return Refusal("opening", "SC-5", "First keep the hand, or reveal it and draw anew.")
        case Ordering():
            return Refusal("ordering", "SC-28", "First choose which ability comes next.")
        case _:
            return Refusal("card-asks", "SC-28", "First answer the card.")


def _turn_refusal(table: Table, seat: Seat, action: Play | Recruit | SetDown | Use | Done) -> Refusal | None:
    if isinstance(action, Done):
        return None
    if isinstance(action, Use):
        return _use_refusal(table, seat, action)
    if action.piece not in table.hands[seat]:
        return Refusal("not-in-hand", "SC-10", "Only cards of your own hand can be played.")
    printed = table.printed_cards[table.cards[action.piece][0]]
    match action:
        case Recruit(_, at):
            return _recruit_refusal(table, seat, printed, at)
        case SetDown(_, at):
            return _set_refusal(table, seat, printed, at)
        case Play():
            return _play_refusal(table, seat, printed, action)


def _cost(table: Table, seat: Seat, cost: int, rule: str) -> Refusal | None:
    purse = table.energy[seat] + table.kept[seat]
    if purse < cost:
        return Refusal("too-dear", rule, f"This costs {cost} energy, and you have {purse}.")
    return None


def _not_own(seat: Seat, at: int) -> Refusal | None:
    return None if at in own_crystals(seat) else Refusal("not-your-crystal", "SC-1", "Choose one of your own three crystals.")


def _special_refusal(table: Table, seat: Seat, *, able: bool) -> Refusal | None:
    if not able:
        return Refusal("not-special", "SC-27", "This card cannot be played as a special action.")
    if table.special_done[seat]:
        return Refusal("special-done", "SC-27", "You have taken your special action of this turn.")
    return None


def _recruit_refusal(table: Table, seat: Seat, printed: Printed, at: int) -> Refusal | None:
    if not printed.diva:
        return Refusal("not-a-diva", "SC-18", "Only a diva card can be a recruit.")
    refused = _not_own(seat, at) or _cost(table, seat, RECRUIT_COST, "SC-18")
    if refused is None and table.crystals[at].diva >= 0:
        return Refusal("occupied", "SC-13", "A recruit has level 1 and replaces nobody.", piece_place(at))
    return refused


def _tribe_refusal(table: Table, seat: Seat, printed: Printed) -> Refusal | None:
    if printed.tribe and printed.tribe not in table.attunements(seat):
        return Refusal("not-attuned", "SC-19", f"None of your crystals is attuned to {WORDS.label(printed.tribe)}.")
    return None


def _slot_refusal(table: Table, printed: Printed, at: int) -> Refusal | None:
    if len(table.crystals[at].skills) >= SLOTS:
        return Refusal("full", "SC-24", "A crystal holds three skill cards at most.", piece_place(at))
    if printed.power and table.crystals[at].diva == NONE:
        return Refusal("no-diva", "SC-22", "A power needs a diva on its crystal.", piece_place(at))
    return None


def _set_refusal(table: Table, seat: Seat, printed: Printed, at: int) -> Refusal | None:
    if not printed.combat:
        return Refusal("not-combat", "SC-20", "Only combat skills are set face down.")
    return (
        _not_own(seat, at)
        or _tribe_refusal(table, seat, printed)
        or _cost(table, seat, printed.cost, "SC-20")
        or _slot_refusal(table, printed, at)
    )


def _play_refusal(table: Table, seat: Seat, printed: Printed, action: Play) -> Refusal | None:
    at = action.at
    if printed.combat:
        return Refusal("combat-skill", "SC-20", "A combat skill is set face down, and activated in combat.")
    if printed.move:
        refused = _tribe_refusal(table, seat, printed)
    else:
        refused = _not_own(seat, at)
        if refused is None:
            refused = (
                _diva_refusal(table, seat, printed, at)
                if printed.diva
                else _tribe_refusal(table, seat, printed) or _slot_refusal(table, printed, at)
            )
    if refused:
        return refused
    refused = (
        _special_refusal(table, seat, able=printed.special)
        if action.special
        else _cost(table, seat, printed.cost, "SC-13" if printed.diva else "SC-20")
    )
    if refused is None and printed.move:
        aims = table.aims(printed.card.id, printed.play[0], action.piece, seat)
        if not aims:
            return Refusal("no-target", "SC-21", "There is nothing this move could do now.")
        if aims == (NONE,) != (at,):
            return Refusal("unaimed", "SC-21", "This move is not pointed at anything.")
        if at not in aims:
            return Refusal("not-a-target", "SC-21", "The move cannot point at this.")
    return refused


def _diva_refusal(table: Table, seat: Seat, printed: Printed, at: int) -> Refusal | None:
    if printed.bound and printed.tribe not in table.attunements(seat):
        return Refusal("crystalbound", "SC-17", f"She is Crystalbound: you need a crystal attuned to {WORDS.label(printed.tribe)}.")
    crystal = table.crystals[at]
    if crystal.diva >= 0:
        level = table.printed(crystal.diva, "level")
        if level >= printed.level:
            return Refusal(
                "not-higher", "SC-13", f"A diva of level {level} is there, and only a higher level may replace her.", piece_place(at)
            )
    return None


def _use_refusal(table: Table, seat: Seat, action: Use) -> Refusal | None:
    index = table.crystal_of(action.piece)
    if not 0 <= index // LANES == seat or action.piece < CARDS_FROM or table.facedown(action.piece):
        return Refusal("not-yours", "SC-26", "Use an ability of your own card in play, face up.")
    card = table.cards[action.piece][0]
    if action.part not in table.printed_cards[card].use:
        return Refusal("no-ability", "SC-26", "This card has no such ability.")
    program = table.program(card, action.part)
    if "special" in names(program.ability.timing) and table.special_done[seat]:
        return Refusal("special-done", "SC-27", "You have taken your special action of this turn.")
    if table.spent(action.piece, action.part):
        return Refusal("used", "SC-26", "This ability has been used already.")
    lacking = program.lacking(program.run(table, action.piece, seat))
    if lacking.startswith("cost"):
        return Refusal("cannot-pay", "SC-26", "Its cost cannot be paid now.")
    if lacking == "condition":
        return Refusal("condition", "SC-26", "Its condition does not hold now.")
    aims = table.aims(card, action.part, action.piece, seat)
    if not aims:
        return Refusal("no-target", "SC-26", "There is nothing it could point at now.")
    return None if action.at in aims else Refusal("not-a-target", "SC-26", "It cannot point at this.")


CARDS_FROM = 6


def _activate_refusal(table: Table, seat: Seat, piece: int, at: int) -> Refusal | None:
    index = table.crystal_of(piece)
    if not 0 <= index // LANES == seat or piece < CARDS_FROM or table.kind_of(piece) != "set":
        return Refusal("not-set", "SC-34", "Activate one of your own face-down skills.")
    card = table.cards[piece][0]
    if table.printed_cards[card].power and table.crystals[index].diva == NONE:
        return Refusal("no-diva", "SC-22", "A power needs a diva on its crystal.", piece_place(piece))
    aims = activations(table, seat, piece, index)
    if not aims:
        return Refusal("no-target", "SC-34", "There is nothing this skill could do now.", piece_place(piece))
    return None if at in aims else Refusal("not-a-target", "SC-34", "The skill cannot point at this.")
