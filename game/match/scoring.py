"""What everybody had when a match ended, and what that counts."""

from __future__ import annotations

from game.kernel.scene import Scene
from game.kernel.setup import Outcome
from game.match.conceding import RULE


def scored(scene: Scene, outcome: Outcome) -> tuple[str, tuple[int, ...]]:
    """Return what every seat has in the end and what that counts, as the counters of the table say it; an empty label where they do not.

    The points of a match that was given up are nobody's: what counts there is the first that is counted for every seat, or else how many pieces each has on
    the grid.
    """
    keys = dict.fromkeys(counter.key.partition("@")[0] for counter in scene.counters.values() if counter.seat is not None)
    for key in keys:
        counters = [scene.counters.get(f"{key}@{seat}") for seat in range(len(outcome.scores))]
        shown = [(counter.label, counter.value) for counter in counters if counter is not None]
        values = tuple(value for _, value in shown)
        if len(values) == len(outcome.scores) and (outcome.rule == RULE or values == outcome.scores):
            return shown[0][0], values
    if outcome.rule == RULE and (grids := [zone.id for zone in scene.zones.values() if zone.kind == "grid"]):
        standing = [piece.owner for piece in scene.pieces.values() if piece.kind == "token" and piece.zone in grids]
        return "On the grid", tuple(standing.count(seat) for seat in range(len(outcome.scores)))
    return "", outcome.scores
