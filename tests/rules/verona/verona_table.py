"""A table of star cross'd in any position: lay the dice, act, look at scores and events."""

from __future__ import annotations

from game.kernel.chance import Scripted
from game.rules.verona.events import Scored
from game.rules.verona.rules import VeronaRules
from game.rules.verona.state import PLACES, State, Turn

RULES = VeronaRules()


class Table:
    """Dice laid out at will; `turn` is whose turn it is. Each action names the dice that fall."""

    def __init__(self, *pools: tuple[int, ...], turn: int = 0, prestige: tuple[int, ...] = ()) -> None:
        laid = tuple((*pool, *(0,) * (PLACES - len(pool))) for pool in pools)
        self.state = State(1, laid, prestige or (0,) * len(pools), (Turn(turn),))
        self.events: tuple = ()

    def die(self, seat: int, face: int) -> int:
        """Return the id of a seat's first die with that face."""
        return seat * PLACES + self.state.pools[seat].index(face)

    def do(self, action, *rolls: int) -> Table:
        """Act; exactly these dice must fall."""
        chance = Scripted(*rolls)
        step = RULES.apply(self.state, action, chance)
        chance.finish()
        assert RULES.faults(step.state) == ()
        self.state, self.events = step.state, step.events
        return self

    def refused(self, action) -> str:
        """Return the rule that refuses an action; fail when it is allowed, or when applying it changes anything."""
        refusal = RULES.refusal(self.state, action)
        assert refusal is not None, f"{action} is allowed"
        assert refusal.words.endswith(".")
        return refusal.rule

    def allowed(self, action) -> bool:
        """Tell whether an action is allowed, by both authorities' account."""
        by_list = action in RULES.legal(self.state)
        assert by_list == (RULES.refusal(self.state, action) is None)
        return by_list

    def dice(self, seat: int) -> tuple[int, ...]:
        """Return a seat's faces, sorted."""
        return tuple(sorted(face for face in self.state.pools[seat] if face))

    @property
    def prestige(self) -> tuple[int, ...]:
        return self.state.prestige

    @property
    def asked(self):
        """Return the open question, None when the match is over."""
        return self.state.pending[-1] if self.state.pending else None

    def kinds(self) -> list[str]:
        """Return the names of the last action's events, in order."""
        return [type(event).__name__ for event in self.events]

    def scored(self) -> list[tuple[int, int, str]]:
        """Return (seat, points, rule) of each score of the last action."""
        return [(event.seat, event.points, event.rule) for event in self.events if isinstance(event, Scored)]
