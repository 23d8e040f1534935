"""What is asked and what can be changed are two things, and a rulebook remembers nothing between two questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from toy import ToyBox, ToyRules

from game.cards.catalogue import Catalogue
from game.cards.world import Questions, World
from game.kernel.chance import NO_CHANCE, Chance
from game.kernel.digest import digest
from game.kernel.rules import AnyRules, Game
from game.kernel.setup import Setup
from game.rules import open_box, shelf
from game.rules.overcross.table import laid_out as overcross_table
from game.rules.overcross.table import remembered
from game.rules.shine.table import laid_out as shine_table
from game.rules.starcrossed.table import laid_out as starcrossed_table

TABLES = {"overcross": overcross_table, "starcrossed": starcrossed_table, "shine": shine_table}


def begun(box: Game, steps: int = 12) -> tuple[AnyRules, Any]:
    """Return the rules of a match and a state some actions into it."""
    setup = box.complete(Setup(box.id, min(box.seats), seed=3))
    rules = box.rules(setup)
    state, chance = rules.setup(setup).state, Chance(5)
    for _ in range(steps):
        state = rules.advance(state, chance.pick(rules.legal(state)))
    return rules, state


# --- asked and changed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TABLES)
def test_a_table_that_is_asked_cannot_be_changed(game):
    rules, state = begun(open_box(game))
    before = digest(state)
    table = TABLES[game](rules.arena, state)
    for name, value in (("phase", "combat"), ("hands", ((), ())), ("stack", []), ("memo", {}), ("chance", Chance(1)), ("fresh", 1)):
        with pytest.raises(AttributeError, match="cannot be set"):
            setattr(table, name, value)
    with pytest.raises(AttributeError, match="cannot be taken away"):
        del table.phase
    for name in ("units", "terrain", "crystals", "field", "purses", "stack", "hands", "decks"):
        with pytest.raises((TypeError, AttributeError)):
            getattr(table, name)[0] = None
    assert digest(state) == before


@pytest.mark.parametrize("game", TABLES)
def test_a_table_that_is_asked_has_no_verbs_and_no_dice(game):
    rules, state = begun(open_box(game))
    table = TABLES[game](rules.arena, state)
    verbs = {name for name in vars(World) if not name.startswith("_")} - set(vars(Questions))
    assert {"damage", "draw", "pay", "arrange"} <= verbs
    assert {verb for verb in verbs if hasattr(table, verb)} <= {"chance", "queue", "started"}
    for roll in (NO_CHANCE.roll, lambda: NO_CHANCE.shuffle([1, 2]), lambda: NO_CHANCE.pick([1]), lambda: NO_CHANCE.percent(5)):
        with pytest.raises(RuntimeError, match="only asked"):
            roll()
    assert table.chance is NO_CHANCE


@pytest.mark.parametrize("game", TABLES)
def test_a_draft_can_be_changed_and_leaves_its_state_alone(game):
    rules, state = begun(open_box(game))
    before = digest(state)
    draft = rules.draft(state, Chance(1), telling=False)
    draft.draw_cards(0, 2)
    draft.stack.clear()
    for name in ("units", "terrain", "crystals", "field", "purses"):
        if hasattr(draft, name):
            getattr(draft, name).clear()
    assert isinstance(draft, World)
    assert digest(state) == before


# --- nothing is remembered ---------------------------------------------------------------------------------------------


def held(value: Any, seen: set[int]) -> Iterator[int]:
    """Yield the size of everything that is held, however deep; cards are compiled once and for all, and are passed over."""
    if id(value) in seen or isinstance(value, Catalogue | type) or callable(value):
        return
    seen.add(id(value))
    match value:
        case dict():
            yield len(value)
            for one in value.values():
                yield from held(one, seen)
        case list() | tuple() | set() | frozenset():
            yield len(value)
            for one in value:
                yield from held(one, seen)
        case _:
            names = [name for kind in type(value).__mro__ for name in kind.__dict__.get("__slots__", ()) if hasattr(value, name)]
            parts = {**{name: getattr(value, name) for name in names}, **getattr(value, "__dict__", {})}
            yield len(parts)
            for one in parts.values():
                yield from held(one, seen)


def grown(rules: AnyRules, state: Any) -> bool:
    """Tell whether rules hold more, or other things, after they have been asked and played with."""
    before, sizes = dict(vars(rules)), list(held(rules, set()))
    chance = Chance(9)
    for _ in range(60):
        legal = rules.legal(state)
        if not legal:
            break
        rules.offers(state)
        rules.evaluate(state)
        rules.scene(rules.observe(state, 0))
        state = rules.apply(state, chance.pick(legal)).state
    return vars(rules) != before or list(held(rules, set())) != sizes


@pytest.mark.parametrize("game", [box.id for box in shelf()])
def test_a_rulebook_holds_nothing_more_after_it_was_asked(game):
    assert not grown(*begun(open_box(game)))


def test_a_rulebook_that_remembers_is_caught():
    class Remembering(ToyRules):
        def __init__(self) -> None:
            self.seen: list[Any] = []

        def legal(self, state: Any) -> Any:
            self.seen.append(state)
            return super().legal(state)

    assert grown(*begun(ToyBox(Remembering())))
    assert not grown(*begun(ToyBox()))


def test_what_is_worked_out_about_a_state_goes_with_it_and_is_no_part_of_it():
    rules, state = begun(open_box("overcross"))
    bare = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=rules.state_type)
    assert bare.memo is None
    rules.legal(state)
    assert {"ground", "changes"} <= set(remembered(rules.arena, state))
    assert bare == state
    assert digest(bare) == digest(state)
    assert msgspec.structs.replace(state, round=1).memo is None
    assert rules.legal(bare) == rules.legal(state)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_draft_hands_on_to_a_state_is_what_would_be_worked_out_anew(seed):
    rules, state = begun(open_box("overcross"))
    chance = Chance(seed)
    changed = 0
    for _ in range(150):
        if not (legal := rules.legal(state)):
            break
        for action in (chance.pick(legal), chance.pick(legal), legal[-2 % len(legal)]):
            after = rules.advance(state, action)
            memo, table = after.memo or {}, overcross_table(rules.arena, msgspec.structs.replace(after, round=after.round))
            changed += bool(memo.get("changes"))
            assert memo.get("changes", table.all_changes()) == table.all_changes()
            assert memo.get("ground", table.ground()).foot == table.ground().foot
        state = after
    assert changed


def test_what_is_worked_out_in_one_arena_is_not_taken_for_another():
    rules, state = begun(open_box("overcross"))
    other = open_box("overcross").rules(rules.arena.setup)
    mine = remembered(rules.arena, state)
    assert remembered(rules.arena, state) is mine
    assert remembered(other.arena, state) is not mine


def test_the_ground_is_handed_on_until_terrain_changes():
    rules, state = begun(open_box("overcross"))
    ground = remembered(rules.arena, state).get("ground") or overcross_table(rules.arena, state).ground()
    after = rules.advance(state, rules.legal(state)[-1])
    assert remembered(rules.arena, after)["ground"] is ground
