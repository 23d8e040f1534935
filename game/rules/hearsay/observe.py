"""What a seat may know: its own dice, how many the others have, and every die once the cups are lifted (HS-2, HS-8)."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.bounds import bound_faults
from game.kernel.chance import Chance
from game.rules.hearsay.state import MOST_DICE, MOST_SEATS, SIDES, Cup, State, dice, over, top


class Observation(Struct, frozen=True):
    """The table as `seat` sees it: a face it may not see is 0."""

    seat: int
    cups: tuple[Cup, ...]
    turn: int
    claim: int
    claimer: int | None
    lifted: bool


def observe(state: State, seat: int) -> Observation:
    """Return what a seat knows."""
    cups = tuple(cup if state.lifted or each == seat else (0,) * len(cup) for each, cup in enumerate(state.cups))
    return Observation(seat, cups, state.turn, state.claim, state.claimer, state.lifted)


def sample(observation: Observation, chance: Chance) -> State:
    """Return a world that the seat could be in: what it does not see is rolled."""
    cups = tuple(tuple(face or chance.roll() for face in cup) for cup in observation.cups)
    return State(chance.draw(), cups, observation.turn, observation.claim, observation.claimer, observation.lifted)


def faults(state: State) -> tuple[str, ...]:
    """Return every broken invariant in words."""
    found = [*bound_faults(state, len(state.cups))]
    if not 2 <= len(state.cups) <= MOST_SEATS:
        found.append(f"{len(state.cups)} sit at the table")
    if not 0 <= state.turn < len(state.cups):
        found.append(f"it is the turn of seat {state.turn + 1}")
    for seat, cup in enumerate(state.cups):
        if len(cup) > MOST_DICE:
            found.append(f"seat {seat + 1} has {len(cup)} dice")
        found += [f"seat {seat + 1} has a die that shows {face}" for face in cup if not 1 <= face <= SIDES]
    if state.claimer is not None and not 0 <= state.claimer < len(state.cups):
        found.append(f"seat {state.claimer + 1} claimed")
    if not over(state.cups) and not dice(state.cups) <= state.claim <= top(state.cups):
        found.append(f"{state.claim} is claimed of {dice(state.cups)} dice")
    if over(state.cups) and not state.lifted:
        found.append("the match is over and nobody doubted")
    return tuple(found)
