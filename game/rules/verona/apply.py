"""What each action does, in the order of the rulebook: start, answer, marry, duel, end the turn."""

from __future__ import annotations

from game.kernel.setup import Outcome
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
from game.rules.verona.draft import Draft
from game.rules.verona.events import (
    Accepted,
    Answered,
    Declined,
    DuelDecided,
    DuelRolled,
    Ended,
    Faced,
    Married,
    Passed,
    Recruited,
    TurnBegan,
)
from game.rules.verona.legal import challengers, seducers
from game.rules.verona.state import PLACES, AnswerFeud, AnswerProposal, AnswerTryst, OfferNewDie, State, Turn, die_id

_UNANSWERED = (Turn, OfferNewDie)
"""Questions that no answer of another family ends."""


def play(draft: Draft, action: Action) -> None:
    """Carry out an allowed action of the deciding seat."""
    seat = draft.pending[-1].seat
    match action:
        case Propose(die, to):
            asks = bool(challengers(draft.pools[to // PLACES], to // PLACES, draft.value(die)))
            if asks:
                draft.pending.append(AnswerProposal(to // PLACES, die, to))
            _face(draft, seat, "marriage", die, to)
            if not asks:
                _accept(draft, to // PLACES, "marriage", forced=True)  # VR-9
                _marry(draft, die, to)
        case Feud(die, to):
            asks = bool(seducers(draft.pools[to // PLACES], to // PLACES, draft.value(die)))
            if asks:
                draft.pending.append(AnswerFeud(to // PLACES, die, to))
            _face(draft, seat, "feud", die, to)
            if not asks:
                _accept(draft, to // PLACES, "feud", forced=True)  # VR-11
                _duel(draft, die, to)
        case Tryst(die, to):
            draft.pending.append(AnswerTryst(to // PLACES, die, to))
            _face(draft, seat, "tryst", die, to)
            draft.score(seat, 1, "discovering a tryst", "VR-12")
        case Recruit():
            face = _add_die(draft, seat, "VR-13")
            draft.score(seat, face, "the recruit", "VR-13")
            _end_turn(draft)
        case Pass():
            draft.record(Passed(seat))
            _end_turn(draft)
        case Accept() | Challenge() | Seduce() | Marry() | Fight():
            _answer(draft, seat, action)
        case RollNew():
            draft.pending.pop()
            _add_die(draft, seat, "VR-18")
            _end_turn(draft)
        case Decline():
            draft.pending.pop()
            if draft.telling:
                draft.record(Declined(seat))
            _end_turn(draft)


def _face(draft: Draft, seat: int, why: str, die: int, to: int) -> None:
    draft.facing = (die, to)
    if draft.telling:
        draft.cause = draft.record(Faced(seat, why, die, draft.value(die), to, draft.value(to)))


def _accept(draft: Draft, seat: int, why: str, *, forced: bool) -> None:
    if draft.telling:
        draft.cause = draft.record(Accepted(seat, why, forced))


def _answer(draft: Draft, seat: int, action: Accept | Challenge | Seduce | Marry | Fight) -> None:
    """Carry out the other family's answer to a proposal, a feud or a tryst."""
    asked = draft.pending.pop()
    if isinstance(asked, _UNANSWERED):
        raise TypeError(f"{asked} cannot be answered by {action}")
    die, to = asked.die, asked.to
    match action:
        case Accept():
            marriage = isinstance(asked, AnswerProposal)
            _accept(draft, seat, "marriage" if marriage else "feud", forced=False)
            (_marry if marriage else _duel)(draft, die, to)
        case Challenge(own):
            _step_in(draft, seat, "challenge", die, own)
            _duel(draft, die, own)
        case Seduce(own):
            _step_in(draft, seat, "seduce", die, own)
            _marry(draft, die, own)
        case Marry():
            _step_in(draft, seat, "marry", die, to)
            _marry(draft, die, to)
        case Fight():
            _step_in(draft, seat, "duel", die, to)
            _duel(draft, die, to)


def _step_in(draft: Draft, seat: int, how: str, die: int, own: int) -> None:
    draft.facing = (die, own)
    if draft.telling:
        draft.cause = draft.record(Answered(seat, how, own, draft.value(own)))


def _add_die(draft: Draft, seat: int, rule: str) -> int:
    """Roll a new die into the family's first empty place and return its face."""
    face = draft.chance.roll()
    die = die_id(seat, draft.pools[seat].index(0))
    draft.put(die, face)
    if draft.telling:
        draft.record(Recruited(seat, die, face, rule))
    return face


def _marry(draft: Draft, one: int, other: int) -> None:
    face, other_face = draft.value(one), draft.value(other)
    seat, other_seat = one // PLACES, other // PLACES
    if draft.telling:
        draft.cause = draft.record(Married(one, face, other, other_face))
    draft.score(seat, face + other_face, "the marriage", "VR-16")
    draft.score(other_seat, face + other_face, "the marriage", "VR-16")
    lower = seat if face < other_face else other_seat
    draft.score(lower, abs(face - other_face), "marrying up", "VR-17")  # VR-19: nothing when equal
    draft.leave(one, "married")
    if face != other_face:
        draft.pending.append(OfferNewDie(other_seat if lower == seat else seat))  # VR-18
    draft.leave(other, "married")
    if face == other_face:
        _end_turn(draft)


def _duel(draft: Draft, one: int, other: int) -> None:
    face, other_face = draft.value(one), draft.value(other)
    roll, other_roll = draft.chance.roll(), draft.chance.roll()  # VR-20
    if draft.telling:
        draft.cause = draft.record(DuelRolled(one, face, roll, other, other_face, other_roll))
    total, other_total = face + roll, other_face + other_roll
    if total == other_total:
        if draft.telling:
            draft.record(DuelDecided(None, None))
        draft.score(one // PLACES, other_face, "a drawn duel", "VR-23")
        draft.score(other // PLACES, face, "a drawn duel", "VR-23")
        draft.drop(one)
        draft.drop(other)
    else:
        winner, loser = (one, other) if total > other_total else (other, one)
        if draft.telling:
            draft.record(DuelDecided(winner, loser))
        draft.score(winner // PLACES, face + other_face, "winning the duel", "VR-21")  # VR-24: faces before any drop
        draft.score(loser // PLACES, abs(face - other_face), "losing the duel", "VR-21")
        draft.leave(loser, "lost the duel")
        draft.drop(winner)  # VR-22
    _end_turn(draft)


def _end_turn(draft: Draft) -> None:
    draft.facing = ()
    seat = draft.pending.pop().seat
    draft.cause = -1
    if not any(draft.pools[seat]):  # VR-25
        draft.pending = []
        for each, pool in enumerate(draft.pools):
            draft.score(each, sum(1 for face in pool if face), "dice still in play", "VR-26")
        draft.record(Ended(seat, tuple(draft.prestige)))
        return
    following = (seat + 1) % len(draft.pools)
    draft.pending = [Turn(following)]
    if draft.telling:
        draft.record(TurnBegan(following))


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None while it goes on (VR-27)."""
    if state.pending:
        return None
    best = max(state.prestige)
    winners = tuple(seat for seat, points in enumerate(state.prestige) if points == best)
    named = enumerated([f"{{{seat}}}" for seat in winners])
    how = "has the most prestige" if len(winners) == 1 else "have equally the most prestige: a shared victory"
    return Outcome(winners, state.prestige, f"{named} {how}", "VR-27")
