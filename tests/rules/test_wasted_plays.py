"""Which plays leave the table as it was but for the card and its price, wherever a match comes by: each is warned of, with the reason.

The warnings are worked out by trying a card out. Here the same is asked of what people see: a play is made and its questions are answered in every way; where
the picture of both players is what it was, whatever was answered, the offer had to say so. Dozens of matches are walked, and the positions in them differ with
every seed; what is found once is kept from then on by a test of its own beside the rules.
"""

from __future__ import annotations

import importlib
from collections import Counter
from typing import Any

import pytest

from game.cards.asking import Choose as AnyChoose
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.overcross import table as overcross

MATCHES, ACTIONS, TRIED = 15, 200, 2
"""So many matches of a game are walked, so many actions each, and so many plays tried wherever one is possible: those of the cards that were tried least."""

ANSWERS = 40
"""So many positions are come by while the questions of one play are answered; a play that asks more is left alone."""

GAMES = ("overcross", "shine", "starcrossed")


PILES = ("hand", "deck", "discard", "graveyard", "void")
"""In these a card's place says nothing."""


def seen(rules: Any, state: Any, card: int, actor: int) -> tuple[set[str], dict[str, int]]:
    """Return the pieces but for one card as both players see them, what they are for how long, the numbers of attacks, and the counters."""
    pieces, counters = _numbers(rules, state), {}
    for seat in (0, 1):
        scene = rules.scene(rules.observe(state, seat))
        for key, piece in scene.pieces.items():
            if piece.id != card:
                worn = sorted({(badge.icon, badge.value, badge.words) for badge in piece.badges if badge.icon not in {"lasting", "edit"}})
                slot = -1 if piece.zone.partition("@")[0] in PILES else piece.slot
                pieces.add(
                    repr(
                        (
                            seat,
                            key,
                            piece.zone,
                            slot,
                            piece.face,
                            piece.turned,
                            piece.on,
                            piece.down,
                            piece.marks if key != actor else (),
                            worn,
                        )
                    )
                )
        counters |= {name: counter.value for name, counter in scene.counters.items()}
    return pieces, counters


def _numbers(rules: Any, state: Any) -> set[str]:
    """Return what no picture shows: whose qualities last until when, and the numbers an attack is made with in Overcross."""
    found = {
        repr((each.on, each.stat, each.until, each.seat)) for each in state.lasting if each.stat not in {"strength", "acc", "dmg", "rng"}
    }
    if hasattr(state, "units"):
        table = overcross.laid_out(rules.arena, state)
        for unit in state.units.values():
            attacks = rules.arena.catalogue[unit.card].attacks
            found |= {
                repr((unit.id, each.name, table.dmg(unit, each, -1), table.acc(unit, each), table.rng(unit, each))) for each in attacks
            }
    return found


def idle(rules: Any, state: Any, action: Any, choose: type) -> bool:
    """Tell whether a play leaves the table as it was but for its card and what it costs, however its questions are answered."""
    seat, card = rules.deciding(state), -1 if type(action).__name__ == "Use" else action.piece
    actor = next((unit.id for unit in getattr(state, "units", {}).values() for edit in unit.edits if edit.id == action.piece), action.piece)
    pieces, counters = seen(rules, state, card, actor)
    step = rules.apply(state, action, Chance(5))
    ends, left = [step.state], ANSWERS
    if any(getattr(told.event, "count", 0) for told in step.story if type(told.event).__name__ == "Looked"):
        return False
    while ends:
        after, left = ends.pop(), left - 1
        if left < 0 or rules.outcome(after) is not None:
            return False
        legal = rules.legal(after)
        answers = [each for each in legal if isinstance(each, choose)]
        if not answers and getattr(after, "chain", ()):
            answers = [each for each in legal if type(each).__name__ == "Pass"]
        if answers:
            ends += [rules.apply(after, each, Chance(5)).state for each in answers]
            continue
        if after.chance != Chance(5).state or getattr(after, "fight", None) is None is not getattr(state, "fight", None):
            return False  # the dice may fall otherwise, and an attack that is over is a change
        there, counted = seen(rules, after, card, actor)
        paid = {name: value for name, value in counted.items() if name.endswith(f"@{seat}") or "@" not in name}
        if there != pieces or any(value > counters.get(name, 0) for name, value in paid.items()):
            return False
        if any(counters.get(name) != value for name, value in counted.items() if name not in paid):
            return False
    return True


def passing(rules: Any, state: Any, action: Any) -> bool:
    """Tell whether a play is one of a card that does not stay for what it may do later: an event, a spell, a move, an ability, or an edit or power without one."""
    catalogue = rules.arena.catalogue
    if type(action).__name__ == "Use":
        return True
    card = catalogue[state.cards[action.piece][0]]
    if card.kind in {"event", "spell", "move"}:
        return True
    if (
        card.kind not in {"edit", "power", "item"}
        or card.abilities
        or any(each.to != "bearer" or each.condition for each in card.modifiers)
    ):
        return False
    if card.kind == "edit":
        return not any(each.on == action.target for each in state.lasting)
    return type(action).__name__ == "Play" and state.crystals[action.at].diva >= 0


@pytest.mark.parametrize("game", GAMES)
def test_a_play_that_leaves_the_table_as_it_was_is_warned_of(game):
    actions, box = importlib.import_module(f"game.rules.{game}.actions"), open_box(game)
    kinds = tuple(getattr(actions, name) for name in ("Play", "Use", "Activate") if hasattr(actions, name))
    choose = getattr(actions, "Choose", AnyChoose)
    decks, said, silent, tried = box.ready_decks(), 0, {}, Counter()
    for seed in range(MATCHES):
        chance = Chance(seed)
        setup = box.complete(Setup(game, 2, seed=seed, decks=chance.shuffle(decks)[:2]))
        rules = box.rules(setup)
        state = rules.setup(setup).state
        for _ in range(ACTIONS):
            if rules.outcome(state) is not None:
                break
            legal = rules.legal(state)
            plays = [each for each in legal if isinstance(each, kinds) and passing(rules, state, each)]
            some = {(type(each), state.cards[each.piece][0]): each for each in chance.shuffle(plays)}
            for kind in sorted(some, key=lambda each: tried[each])[:TRIED]:
                action = some[kind]
                tried[kind] += 1
                if rules.warning(state, action):
                    said += 1
                elif idle(rules, state, action, choose):
                    silent.setdefault(f"{type(action).__name__} {state.cards[action.piece][0]}", (seed, action))
            state = rules.apply(state, chance.pick(legal)).state
    assert said, "no play that changes nothing was come by"
    assert silent == {}
