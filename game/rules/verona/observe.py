"""What a seat may know: in star cross'd everything but the next roll."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.bounds import bound_faults
from game.kernel.chance import Chance
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
    owner,
    value,
)


class Observation(Struct, frozen=True):
    """The whole table, seen from `seat`."""

    seat: int
    pools: tuple[Pool, ...]
    prestige: tuple[int, ...]
    pending: tuple[Decision, ...]
    facing: tuple[int, ...]


def observe(state: State, seat: int) -> Observation:
    """Return what a seat knows."""
    return Observation(seat, state.pools, state.prestige, state.pending, state.facing)


def sample(observation: Observation, chance: Chance) -> State:
    """Return the state behind an observation, with fresh chance."""
    return State(chance.draw(), observation.pools, observation.prestige, observation.pending, observation.facing)


def faults(state: State) -> tuple[str, ...]:
    """Return every broken invariant in words."""
    seats = len(state.pools)
    found = [*bound_faults(state, seats)]
    if not 2 <= seats <= MOST_SEATS or seats != len(state.prestige):
        found.append("pools and prestige name different numbers of families")
    for seat, pool in enumerate(state.pools):
        if len(pool) != PLACES:
            found.append(f"family {seat + 1} has {len(pool)} places for dice")
        found += [f"family {seat + 1} holds a die that shows {face}" for face in pool if not 0 <= face <= 6]
    found += [f"family {seat + 1} has negative prestige" for seat, points in enumerate(state.prestige) if points < 0]
    return tuple(found or _question_faults(state))


def _question_faults(state: State) -> list[str]:
    """Return what is wrong with the dice in the middle and the questions, in a state whose pools are sound."""
    dice = len(state.pools) * PLACES
    middle = [
        *state.facing,
        *(die for asked in state.pending if not isinstance(asked, Turn | OfferNewDie) for die in (asked.die, asked.to)),
    ]
    found = [f"there is no die {die}" for die in middle if not 0 <= die < dice]
    found += [f"a decision asks family {asked.seat + 1}" for asked in state.pending if not 0 <= asked.seat < len(state.pools)]
    if state.pending and (not isinstance(state.pending[0], Turn) or any(isinstance(asked, Turn) for asked in state.pending[1:])):
        found.append("the turn's own question is not at the bottom")
    if state.pending and not isinstance(state.pending[-1], OfferNewDie):
        before = (state.pending[0].seat - 1) % len(state.pools)
        if not any(state.pools[before]):
            found.append(f"family {before + 1} has no dice after its turn, so the match is over (VR-25)")
    if len(state.pending) > 2 or len(state.facing) not in {0, 2}:
        found.append("more is asked than can be answered")
    if found:
        return found
    found += [f"die {die} stands in the middle but is out of play" for die in state.facing if not value(state.pools, die)]
    for asked in state.pending[1:]:
        match asked:
            case OfferNewDie(seat):
                found += [] if 0 in state.pools[seat] else [f"family {seat + 1} has no place for a new die"]
            case AnswerProposal() | AnswerFeud() | AnswerTryst():
                own, other = owner(asked.die), owner(asked.to)
                if own != state.pending[0].seat or other == own or other != asked.seat or not value(state.pools, asked.die):
                    found.append(f"family {asked.seat + 1} is asked about dice that are not meant")
                elif not value(state.pools, asked.to):
                    found.append(f"die {asked.to} is asked about and out of play")
    return found
