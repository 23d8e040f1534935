"""What changes a number on the table is named, card by card, and it is what the number was reckoned from."""

from __future__ import annotations

import pytest

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.overcross.table import laid_out as overcross
from game.rules.shine.table import laid_out as shine
from game.rules.starcrossed.table import laid_out as starcrossed


def by_stat(table, piece):
    """Return all that is named of a piece, by stat, and all that changes it."""
    if hasattr(table, "all_changes"):
        return table.sources(piece), table.all_changes().get(piece, {})
    changes = table.changes_of(piece)
    return {stat: table.sources(piece, stat) for stat in changes}, changes


@pytest.mark.parametrize(("game", "laid_out", "seeds"), [("overcross", overcross, 6), ("shine", shine, 2), ("starcrossed", starcrossed, 3)])
def test_the_changes_that_are_named_are_those_that_are_summed_up(game, laid_out, seeds):
    box, named = open_box(game), set()
    for seed in range(seeds):
        setup = box.complete(Setup(game, 2, seed=seed))
        rules, chance = box.rules(setup), Chance(seed)
        state = rules.setup(setup).state
        for _ in range(250):
            if rules.outcome(state) is not None:
                break
            state = rules.apply(state, chance.pick(rules.legal(state))).state
            table = laid_out(rules.arena, state)
            for piece in (*table.units,) if game == "overcross" else table.places():
                sources, changes = by_stat(table, piece)
                assert {stat: [(each.stage, each.value) for each in made] for stat, made in sources.items()} == changes
                named |= {(each.card != table.card_of(piece), bool(each.until)) for made in sources.values() for each in made}
    assert {(True, True), (True, False)} <= named, "changes by others for a while and as long as they are in play"
