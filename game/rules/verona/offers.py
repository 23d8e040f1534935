"""What the deciding family could consider, with the reasons of what is refused."""

from __future__ import annotations

from game.kernel.ids import piece_place
from game.kernel.offers import Offer
from game.rules.verona.actions import Accept, Challenge, Decline, Feud, Fight, Marry, Propose, RollNew, Seduce, Tryst
from game.rules.verona.legal import PASS, RECRUIT, refusal
from game.rules.verona.state import PLACES, AnswerFeud, AnswerProposal, AnswerTryst, OfferNewDie, State, Turn, value


def offers(state: State) -> tuple[Offer, ...]:
    """Return the offers of the deciding family; empty when the match is over."""
    if not state.pending:
        return ()
    decision = state.pending[-1]
    match decision:
        case Turn(seat):
            return _turn(state, seat)
        case AnswerProposal(seat, die, to):
            face, own = value(state.pools, die), value(state.pools, to)
            accept = Offer(
                Accept(), "Accept the marriage", f"Accept: your {own} marries the {face}.", piece_place(to), piece_place(die), main=True
            )
            return (accept, *_steps_in(state, seat, die, challenge=True))
        case AnswerFeud(seat, die, to):
            face, own = value(state.pools, die), value(state.pools, to)
            accept = Offer(
                Accept(), "Accept the duel", f"Accept: your {own} duels the {face}.", piece_place(to), piece_place(die), main=True
            )
            return (accept, *_steps_in(state, seat, die, challenge=False))
        case AnswerTryst(_, die, to):
            source, target = piece_place(to), piece_place(die)
            return (
                Offer(Marry(), "Let them marry", "Let the two lovers marry.", source, target, main=True),
                Offer(Fight(), "Let them duel", "Let the two lovers duel.", source, target, main=True),
            )
        case OfferNewDie():
            return (
                Offer(RollNew(), "Roll a new die", "Roll a new die and add it to your pool.", main=True),
                Offer(Decline(), "Leave the die", "Leave the new die."),
            )


def _turn(state: State, seat: int) -> tuple[Offer, ...]:
    found = []
    for die in range(seat * PLACES, seat * PLACES + PLACES):
        face = value(state.pools, die)
        if not face:
            continue
        for to in range(len(state.pools) * PLACES):
            other = value(state.pools, to)
            if not other or to // PLACES == seat:
                continue
            pair = piece_place(die), piece_place(to)
            whose = f"{{{to // PLACES}}}'s {other}"
            for action, verb, words in (
                (Propose(die, to), "Propose a marriage", f"Propose a marriage: your {face} to {whose}."),
                (Feud(die, to), "Start a feud", f"Start a feud: your {face} with {whose}."),
                (Tryst(die, to), "Discover a tryst", f"Discover a tryst: your {face} and {whose}."),
            ):
                found.append(Offer(action, verb, words, *pair, refusal=refusal(state, action)))
    found.append(Offer(RECRUIT, "Recruit", "Recruit: roll a new die and score its face.", refusal=refusal(state, RECRUIT), main=True))
    passing = refusal(state, PASS)
    if passing is None:
        found.append(Offer(PASS, "Pass", "Pass: there is nothing you can do.", main=True))
    return tuple(found)


def _steps_in(state: State, seat: int, die: int, *, challenge: bool) -> list[Offer]:
    """Return an offer for each own die to step in, the refused ones with their reason."""
    found = []
    face = value(state.pools, die)
    for own in range(seat * PLACES, seat * PLACES + PLACES):
        mine = value(state.pools, own)
        if mine:
            action = Challenge(own) if challenge else Seduce(own)
            verb = "Challenge" if challenge else "Seduce"
            words = f"Challenge with your {mine}: it duels the {face}." if challenge else f"Seduce with your {mine}: it marries the {face}."
            found.append(Offer(action, verb, words, piece_place(own), piece_place(die), refusal(state, action)))
    return found
