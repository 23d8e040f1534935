"""The scenario driver: play a position by rule, with the dice you name, and check what happened.

For the authors of rule tests. Build a state with your game's own world builder, put it on a `Table`, act, assert:

    def test_VR_22_the_losing_die_leaves_play():
        with Table(rules, world(pools=((6, 1), (2, 2)))) as table:
            table.do(Feud(own=1, foe=7))                      # the action of the deciding seat
            table.do(Accept(), rolls=(1, 5))                  # Scripted dice; one left over or one missing fails the test
            assert table.state.pools[1] == ()                 # the new state
            assert table.events("Duelled")[0].winner == 0     # events of the last step, by class name (or class, or a field value)
            assert table.told("Duelled")                      # events of all steps so far
            table.refused(Recruit(), rule="VR-13")            # refused, for this rule, and nothing changes
            assert table.observation(1).pools                 # what a seat knows
        # leaving `with`: every state had no faults, and no question is open but the turn's own (`Table(..., pending=True)` to allow)

Also: `table.seat` (who decides), `table.legal()`, `table.offer(action)`, `table.outcome`, `table.play(*actions)`, `table.scene(seat)`, `table.words(seat)` (the log lines of
the last step for a seat), `flips=(True, False)` beside `rolls` for `Chance.percent`.
`seed=` fixes shuffles and picks.

With `pytest --roundtrip` every table saves and reloads its state (JSON and msgpack) after each action, so that whole suites
prove that half-finished turns can be saved. Without `with`, call `table.finish()` yourself.
"""

from __future__ import annotations

import os
from typing import Any, Self

import msgspec
import pytest

from game.kernel.chance import Scripted
from game.kernel.digest import digest
from game.kernel.offers import IllegalAction, Offer, Refusal
from game.kernel.rules import AnyRules
from game.kernel.scene import Scene
from game.kernel.setup import Outcome
from game.kernel.step import Step

ROUNDTRIP = "STARCROSS_ROUNDTRIP"
"""The variable that `pytest --roundtrip` sets."""


def reloaded(rules: AnyRules, state: Any) -> Any:
    """Return the state after saving and loading it twice, in both formats; fail when it changed."""
    text = msgspec.json.decode(msgspec.json.encode(state), type=rules.state_type)
    packed = msgspec.msgpack.decode(msgspec.msgpack.encode(text), type=rules.state_type)
    assert packed == state, "the state changed by saving and loading it"
    assert digest(packed) == digest(state), "the digest changed by saving and loading"
    return packed


def play(
    rules: AnyRules, state: Any, action: Any, *, rolls: tuple[int, ...] = (), flips: tuple[bool, ...] = (), seed: int = 0
) -> Step[Any, Any]:
    """Apply one action with scripted chance, all of which must be used; the new state has no faults."""
    refusal = rules.refusal(state, action)
    assert refusal is None, f"refused: {refusal.words} ({refusal.rule})"
    chance = Scripted(*rolls, seed=seed, outcomes=flips)
    before = digest(state)
    step = rules.apply(state, action, chance)
    chance.finish()
    assert digest(state) == before, "apply changed the state it was given"
    assert rules.faults(step.state) == ()
    if os.environ.get(ROUNDTRIP):
        return Step(reloaded(rules, step.state), step.story)
    return step


class Table:
    """A position under test; see the top of this file."""

    def __init__(self, rules: AnyRules, state: Any, *, pending: bool = False, seed: int = 0) -> None:
        self.rules = rules
        self.state = reloaded(rules, state) if os.environ.get(ROUNDTRIP) else state
        self.pending = pending
        self.seed = seed
        self.steps: list[Step[Any, Any]] = []
        assert rules.faults(state) == (), "the position under test is broken"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.finish()

    @property
    def seat(self) -> int | None:
        return self.rules.deciding(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.state)

    @property
    def step(self) -> Step[Any, Any]:
        return self.steps[-1]

    def legal(self) -> tuple[Any, ...]:
        return self.rules.legal(self.state)

    def do(self, action: Any, rolls: tuple[int, ...] = (), flips: tuple[bool, ...] = (), seed: int | None = None) -> Step[Any, Any]:
        """Take an action for the deciding seat; every scripted die must fall. Return the step."""
        step = play(self.rules, self.state, action, rolls=rolls, flips=flips, seed=self.seed if seed is None else seed)
        self.steps.append(step)
        self.state = step.state
        return step

    def play(self, *actions: Any) -> None:
        """Take several actions in which no die is rolled."""
        for action in actions:
            self.do(action)

    def refused(self, action: Any, rule: str = "", code: str = "") -> Refusal:
        """Check that an action is refused, for this rule or code, and changes nothing. Return the refusal."""
        before = digest(self.state)
        refusal = self.rules.refusal(self.state, action)
        assert refusal is not None, f"{action} is allowed"
        if rule:
            assert refusal.rule == rule, f"refused by {refusal.rule}, not {rule}: {refusal.words}"
        if code:
            assert refusal.code == code, f"refused with {refusal.code!r}, not {code!r}: {refusal.words}"
        assert refusal.words
        assert action not in self.legal(), "a refused action is listed as legal"
        with pytest.raises(IllegalAction) as caught:
            self.rules.apply(self.state, action)
        assert caught.value.refusal == refusal, "apply refuses for another reason"
        assert digest(self.state) == before
        return refusal

    def allowed(self, action: Any) -> None:
        """Check that an action is allowed and listed as legal."""
        refusal = self.rules.refusal(self.state, action)
        assert refusal is None, f"refused: {refusal.words} ({refusal.rule})"
        assert action in self.legal(), f"{action} is allowed but not listed as legal"

    def offer(self, action: Any) -> Offer:
        """Return the offer of an action; fail when there is not exactly one."""
        found = [offer for offer in self.rules.offers(self.state) if offer.action == action]
        assert len(found) == 1, f"{len(found)} offers for {action}"
        return found[0]

    def events(self, kind: Any = None, **fields: Any) -> list[Any]:
        """Return the events of the last step: all, or of a kind (class or class name), with these field values."""
        return _chosen(self.steps[-1:], kind, fields)

    def told(self, kind: Any = None, **fields: Any) -> list[Any]:
        """Return the events of all steps so far, chosen in the same way."""
        return _chosen(self.steps, kind, fields)

    def observation(self, seat: int) -> Any:
        return self.rules.observe(self.state, seat)

    def scene(self, seat: int) -> Scene:
        return self.rules.scene(self.observation(seat))

    def words(self, seat: int) -> list[str]:
        """Return the log lines of the last step as a seat reads them."""
        lines = []
        for happened in self.step.story:
            event = self.rules.redact(happened.event, seat)
            telling = None if event is None else self.rules.tell(event, self.rules.observe(happened.state, seat))
            if telling is not None:
                lines.append(telling.words)
        return lines

    def finish(self) -> None:
        """Check the end of a scenario: nothing pending, the position sound."""
        assert self.rules.faults(self.state) == ()
        if not self.pending:
            assert self.rules.settled(self.state), "a question is still open: answer it, or say Table(..., pending=True)"


def _chosen(steps: list[Step[Any, Any]], kind: Any, fields: dict[str, Any]) -> list[Any]:
    name = kind if isinstance(kind, str) or kind is None else kind.__name__
    return [
        event
        for step in steps
        for event in step.events
        if (name is None or type(event).__name__ == name) and all(getattr(event, key, None) == value for key, value in fields.items())
    ]
