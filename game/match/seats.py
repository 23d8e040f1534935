"""Who sits where: a person or a program on each seat of the table."""

from __future__ import annotations

from msgspec import Struct

from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules
from game.kernel.scene import Scene

HUMAN = "human"
"""The player of a seat where a person chooses."""


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Who fills a seat: `player` is "human", a level (`game.ai.levels`) or a policy of the game; `name` is shown."""

    player: str
    name: str = ""

    @property
    def human(self) -> bool:
        """Tell whether a person chooses here."""
        return self.player == HUMAN


def check_plans(rules: AnyRules, plans: tuple[SeatPlan, ...], seats: int, levels: tuple[str, ...]) -> None:
    """Raise SetupError unless there is one plan a seat and each names a player that exists."""
    sentences = []
    if len(plans) != seats:
        sentences.append(f"There are {seats} seats but {len(plans)} players.")
    known = (HUMAN, *levels, *rules.policies)
    sentences += [
        f"There is no player called {plan.player[:40]!r}; there are {', '.join(known)}." for plan in plans if plan.player not in known
    ]
    if sentences:
        raise SetupError(*sentences)


def seat_names(plans: tuple[SeatPlan, ...], scene: Scene) -> tuple[str, ...]:
    """Return one name a seat: the plan's, else the seat's name in the game's world, else its number."""
    labels = {each.seat: each.label for each in scene.seats}
    return tuple(plan.name or labels.get(seat) or f"Seat {seat + 1}" for seat, plan in enumerate(plans))
