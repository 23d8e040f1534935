"""What a seat may know: in star cross'd everything but the next roll."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.chance import Chance
from game.rules.verona.state import PLACES, Decision, Pool, State


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
    found = []
    if len(state.pools) != len(state.prestige):
        found.append("pools and prestige name different numbers of families")
    for seat, pool in enumerate(state.pools):
        if len(pool) != PLACES:
            found.append(f"family {seat} has {len(pool)} places for dice")
        found += [f"family {seat} holds a die that shows {face}" for face in pool if not 0 <= face <= 6]
    found += [f"family {seat} has negative prestige" for seat, points in enumerate(state.prestige) if points < 0]
    found += [f"die {die} stands in the middle but is out of play" for die in state.facing if not state.pools[die // PLACES][die % PLACES]]
    found += [f"a decision asks family {decision.seat}" for decision in state.pending if not 0 <= decision.seat < len(state.pools)]
    return tuple(found)
