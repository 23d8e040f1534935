"""What the board lights up beside the scene: what can be picked up, where the held piece may go, what the hand points at."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.ids import Place, Seat


class Light(Struct, frozen=True):
    """What the board shows beside the scene: what may be picked up, where the held piece may go and may not.

    `faces` are emblems of seats (icons), empty for a seat that has none.
    """

    sources: frozenset[Place] = frozenset()
    legal: frozenset[Place] = frozenset()
    refused: frozenset[Place] = frozenset()
    hover: Place = ""
    focus: Place = ""
    held: Place = ""
    held_at: tuple[float, float] | None = None
    about: frozenset[Place] = frozenset()
    thinking: Seat | None = None
    names: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    wave: bool = False
