"""What is allowed, and why not: the one authority for legality in star cross'd.

`refusal` judges any action; `legal` lists the allowed ones quickly, from actions made once and looked up ever after.
"""

from __future__ import annotations

from functools import cache

from game.kernel.ids import piece_place
from game.kernel.offers import Refusal
from game.rules.verona.actions import (
    Accept,
    Action,
    Challenge,
    Decline,
    Feud,
    Fight,
    Marry,
    Pass,
    Propose,
    Recruit,
    RollNew,
    Seduce,
    Tryst,
)
from game.rules.verona.state import (
    MOST_SEATS,
    PLACES,
    AnswerFeud,
    AnswerProposal,
    AnswerTryst,
    Decision,
    OfferNewDie,
    Pool,
    State,
    Turn,
    chemistry,
    owner,
    value,
)

_DICE = range(MOST_SEATS * PLACES)
_PROPOSE = [[Propose(die, to) for to in _DICE] for die in _DICE]
_FEUD = [[Feud(die, to) for to in _DICE] for die in _DICE]
_TRYST = [[Tryst(die, to) for to in _DICE] for die in _DICE]
_CHALLENGE = [Challenge(die) for die in _DICE]
_SEDUCE = [Seduce(die) for die in _DICE]
RECRUIT, PASS, ACCEPT, MARRY, FIGHT, ROLL, DECLINE = Recruit(), Pass(), Accept(), Marry(), Fight(), RollNew(), Decline()


_NOTHING, _CHEMISTRY, _ALIKE, _EQUAL = range(4)


@cache
def _bearing(face: int, pool: Pool) -> int:
    """Return how a face bears on each place of a pool, two bits a place; there are some 100,000 cases in all."""
    code = 0
    for slot, other in enumerate(pool):
        bearing = _NOTHING if not other else _CHEMISTRY if (face + other) % 2 else _EQUAL if face == other else _ALIKE
        code |= bearing << 2 * slot
    return code


@cache
def _starts(die: int, foe: int, bearing: int) -> tuple[Action, ...]:
    """Return what one die may start with a whole opposing pool that it bears on so; at most 184,320 cases."""
    actions: list[Action] = []
    for to in range(foe * PLACES, foe * PLACES + PLACES):
        kind = bearing & 3
        bearing >>= 2
        if kind == _CHEMISTRY:
            actions.append(_PROPOSE[die][to])
        elif kind:
            actions.append(_FEUD[die][to])
            if kind == _EQUAL:
                actions.append(_TRYST[die][to])
    return tuple(actions)


def challengers(pool: Pool, seat: int, face: int) -> tuple[int, ...]:
    """Return the dice that may challenge a proposing face: no chemistry, equal or lower (VR-8)."""
    return tuple(seat * PLACES + slot for slot, own in enumerate(pool) if own and own <= face and not (own + face) % 2)


def seducers(pool: Pool, seat: int, face: int) -> tuple[int, ...]:
    """Return the dice that may seduce a feuding face: chemistry and strictly higher (VR-11)."""
    return tuple(seat * PLACES + slot for slot, own in enumerate(pool) if own > face and (own + face) % 2)


def legal(state: State) -> tuple[Action, ...]:
    """Return every allowed action of the deciding seat; empty when the match is over."""
    if not state.pending:
        return ()
    decision = state.pending[-1]
    pools = state.pools
    match decision:
        case Turn(seat):
            actions: list[Action] = []
            own = pools[seat]
            die = seat * PLACES
            for face in own:
                if face:
                    for foe, pool in enumerate(pools):
                        if foe != seat:
                            actions += _starts(die, foe, _bearing(face, pool))
                die += 1
            if 0 in own:
                actions.append(RECRUIT)  # VR-13
            return tuple(actions) or (PASS,)  # VR-14
        case AnswerProposal(seat, die, _):
            return (ACCEPT, *(_CHALLENGE[own] for own in challengers(pools[seat], seat, value(pools, die))))
        case AnswerFeud(seat, die, _):
            return (ACCEPT, *(_SEDUCE[own] for own in seducers(pools[seat], seat, value(pools, die))))
        case AnswerTryst():
            return (MARRY, FIGHT)
        case OfferNewDie():
            return (ROLL, DECLINE)


def refusal(state: State, action: Action) -> Refusal | None:
    """Return why the deciding seat may not do this, or None when it may."""
    if not state.pending:
        return Refusal("over", "VR-25", "The match is over.")
    decision = state.pending[-1]
    match action:
        case Propose(die, to) | Feud(die, to) | Tryst(die, to):
            if not isinstance(decision, Turn):
                return _other_question(decision)
            return _pair_refusal(state, decision.seat, die, to) or _start_refusal(state, action)
        case Recruit():
            if not isinstance(decision, Turn):
                return _other_question(decision)
            if 0 not in state.pools[decision.seat]:
                return Refusal("full", "VR-13", "A family of five dice cannot recruit.")
            return None
        case Pass():
            if not isinstance(decision, Turn):
                return _other_question(decision)
            if legal(state) != (PASS,):
                return Refusal("must-act", "VR-14", "A family passes only when it can do nothing else.")
            return None
        case Accept():
            return None if isinstance(decision, AnswerProposal | AnswerFeud) else _other_question(decision)
        case Challenge(die):
            return _challenge_refusal(state, decision, die)
        case Seduce(die):
            return _seduce_refusal(state, decision, die)
        case Marry() | Fight():
            return None if isinstance(decision, AnswerTryst) else _other_question(decision)
        case RollNew() | Decline():
            return None if isinstance(decision, OfferNewDie) else _other_question(decision)


def _other_question(decision: Decision) -> Refusal:
    match decision:
        case Turn():
            return Refusal("turn", "VR-7", "It is time to take the turn's one action.")
        case AnswerProposal(_, die, _):
            return Refusal("answer", "VR-8", "The proposal must be answered first.", piece_place(die))
        case AnswerFeud(_, die, _):
            return Refusal("answer", "VR-11", "The feud must be answered first.", piece_place(die))
        case AnswerTryst(_, die, _):
            return Refusal("answer", "VR-12", "The tryst must be answered first.", piece_place(die))
        case OfferNewDie():
            return Refusal("answer", "VR-18", "First roll the new die or leave it.")


def _in_play(state: State, die: int) -> bool:
    return 0 <= die < len(state.pools) * PLACES and value(state.pools, die) > 0


def _pair_refusal(state: State, seat: int, die: int, to: int) -> Refusal | None:
    """Return why these two dice cannot have to do with each other at all."""
    if not any(state.pools[seat]):
        return Refusal("no-dice", "VR-15", "A family without dice can only recruit.")
    if not _in_play(state, die) or owner(die) != seat:
        return Refusal("not-yours", "VR-7", "Choose one of your own dice first.")
    if not _in_play(state, to) or owner(to) == seat:
        return Refusal("not-theirs", "VR-7", "The other die must be an opponent's.", piece_place(die))
    return None


def _start_refusal(state: State, action: Propose | Feud | Tryst) -> Refusal | None:
    one, other = value(state.pools, action.die), value(state.pools, action.to)
    at = piece_place(action.to)
    match action:
        case Propose():
            if not chemistry(one, other):
                kind = "even" if one % 2 == 0 else "odd"
                return Refusal(
                    "no-chemistry", "VR-7", f"No chemistry: {one} and {other} are both {kind}, and a marriage needs one of each.", at
                )
        case Feud():
            if chemistry(one, other):
                return Refusal("chemistry", "VR-10", f"{one} and {other} have chemistry, and a feud needs two dice without.", at)
        case Tryst():
            if one != other:
                return Refusal("unequal", "VR-12", f"A tryst needs two equal dice, not {one} and {other}.", at)
    return None


def _challenge_refusal(state: State, decision: Decision, die: int) -> Refusal | None:
    if not isinstance(decision, AnswerProposal):
        return _other_question(decision)
    if not _in_play(state, die) or owner(die) != decision.seat:
        return Refusal("not-yours", "VR-8", "Challenge with one of your own dice.")
    own, face = value(state.pools, die), value(state.pools, decision.die)
    if chemistry(own, face):
        return Refusal("chemistry", "VR-8", f"Your {own} has chemistry with the proposing {face}: it will not challenge.", piece_place(die))
    if own > face:
        return Refusal(
            "too-high",
            "VR-8",
            f"Your {own} is higher than the proposing {face}: only an equal or lower die may challenge.",
            piece_place(die),
        )
    return None


def _seduce_refusal(state: State, decision: Decision, die: int) -> Refusal | None:
    if not isinstance(decision, AnswerFeud):
        return _other_question(decision)
    if not _in_play(state, die) or owner(die) != decision.seat:
        return Refusal("not-yours", "VR-11", "Seduce with one of your own dice.")
    own, face = value(state.pools, die), value(state.pools, decision.die)
    if not chemistry(own, face):
        return Refusal("no-chemistry", "VR-11", f"Your {own} has no chemistry with the feuding {face}.", piece_place(die))
    if own <= face:
        return Refusal("too-low", "VR-11", f"Your {own} is lower than the feuding {face}: only a higher die may seduce.", piece_place(die))
    return None
