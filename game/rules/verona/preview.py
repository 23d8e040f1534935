"""What each choice would bring, shown before a family commits itself."""

from __future__ import annotations

from game.kernel.ids import Place, piece_of
from game.kernel.offers import Preview
from game.kernel.words import enumerated
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
from game.rules.verona.legal import challengers, seducers
from game.rules.verona.observe import Observation
from game.rules.verona.state import FALL, PLACES, AnswerFeud, AnswerProposal, AnswerTryst, chemistry, owner, value

_WAYS = 36
_NO_DIE = -1

_DRAWN = {
    (True, True): "both drop",
    (True, False): "yours drops, theirs leaves",
    (False, True): "yours leaves, theirs drops",
    (False, False): "both leave",
}
"""What becomes of both dice after a draw, where one's own and theirs are above what they lose (VR-23, VR-24)."""


def duel_odds(own: int, foe: int) -> tuple[int, int, int]:
    """Return in how many of 36 ways a duellist wins, draws and loses (VR-20, VR-21)."""
    wins = draws = 0
    for roll in range(1, 7):
        for other in range(1, 7):
            difference = own + roll - foe - other
            wins += difference > 0
            draws += difference == 0
    return wins, draws, _WAYS - wins - draws


def _marriage(own: int, foe: int) -> str:
    both = own + foe
    if own == foe:
        return f"Marriage of {own} and {foe}: both score {both} and both dice leave."
    more = abs(own - foe)
    if own < foe:
        return (
            f"Marriage of your {own} and their {foe}: you score {both + more}, they score {both} and may roll a new die; both dice leave."
        )
    return f"Marriage of your {own} and their {foe}: you score {both} and may roll a new die, they score {both + more}; both dice leave."


def _duel(own: int, foe: int) -> str:
    """Return the odds of a duel, what each end scores, and what becomes of the dice (VR-21 to VR-24)."""
    wins, draws, losses = duel_odds(own, foe)
    both, apart = own + foe, abs(own - foe)
    won = f"yours drops to {own - FALL}" if own > FALL else "both leave"
    lost = "yours leaves" if foe > FALL else "both leave"
    drawn = _DRAWN[own > FALL, foe > FALL]
    return (
        f"Duel {own} against {foe}: win {round(100 * wins / _WAYS)} % (you {both}, they {apart}, {won}), "
        f"draw {round(100 * draws / _WAYS)} % (you {foe}, they {own}, {drawn}), "
        f"lose {round(100 * losses / _WAYS)} % (you {apart}, they {both}, {lost})."
    )


def preview(observation: Observation, action: Action) -> Preview:
    """Return the result or the odds of an action in words."""
    pools = observation.pools
    match action:
        case Propose(die, to):
            own, foe = value(pools, die), value(pools, to)
            able = challengers(pools[owner(to)], owner(to), own)
            answered = _answered("challenge", {face: _duel(own, face) for face in _faces(observation, able)})
            return Preview(f"{_marriage(own, foe)} {answered}")
        case Feud(die, to):
            own, foe = value(pools, die), value(pools, to)
            able = seducers(pools[owner(to)], owner(to), own)
            answered = _answered("seduce", {face: _marriage(own, face) for face in _faces(observation, able)})
            return Preview(f"{_duel(own, foe)} {answered}")
        case Tryst(die, to):
            own = value(pools, die)
            return Preview(f"You score 1. They choose. {_marriage(own, own)} {_duel(own, value(pools, to))}")
        case Recruit():
            return Preview("You score 3.5 on average.")
        case Accept() | Challenge() | Seduce() | Marry() | Fight():
            return Preview(_answer(observation, action))
        case RollNew() | Pass() | Decline():
            return Preview()


def _answered(how: str, ways: dict[int, str]) -> str:
    """Return with which faces they may answer, then what each would bring."""
    if not ways:
        return "They must accept."
    return f"Or they {how} with {enumerated([f'a {face}' for face in ways], 'or')}: {' '.join(ways.values())}"


def _faces(observation: Observation, dice: tuple[int, ...]) -> list[int]:
    return sorted({value(observation.pools, die) for die in dice})


def _answer(observation: Observation, action: Action) -> str:
    if not observation.pending:
        return ""
    decision = observation.pending[-1]
    if not isinstance(decision, AnswerProposal | AnswerFeud | AnswerTryst):
        return ""
    foe, own = value(observation.pools, decision.die), value(observation.pools, decision.to)
    match action:
        case Accept() if isinstance(decision, AnswerProposal):
            return _marriage(own, foe)
        case Accept():
            return _duel(own, foe)
        case Challenge(die):
            return _duel(value(observation.pools, die), foe)
        case Seduce(die):
            return _marriage(value(observation.pools, die), foe)
        case Marry():
            return _marriage(own, foe)
        case _:
            return _duel(own, foe)


def put(observation: Observation, source: Place, onto: Place) -> Action | None:
    """Return what would set a die against another: a proposal where they have chemistry, else a feud; None for what is no die (VR-7, VR-10)."""
    pools = observation.pools
    dice = len(pools) * PLACES
    die, to = piece_of(source), piece_of(onto)
    if not 0 <= die < dice or not value(pools, die):
        return None
    if not 0 <= to < dice:
        return Propose(die, _NO_DIE)
    other = value(pools, to)
    return Propose(die, to) if not other or chemistry(value(pools, die), other) else Feud(die, to)
