"""On a pile that lies face up the card that came last lies on top, in every game that has one."""

from __future__ import annotations

import pytest
from every_game import BOXES

from game.kernel.chance import Chance
from game.kernel.scene import Scene
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan


def piles(scene: Scene) -> dict[str, list[int]]:
    """Return the cards of each pile whose faces are seen, the lowest first."""
    seen = sorted((piece for piece in scene.pieces.values() if piece.face is not None), key=lambda piece: piece.slot)
    return {zone.id: [piece.id for piece in seen if piece.zone == zone.id] for zone in scene.zones.values() if zone.kind == "pile"}


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_the_card_that_came_last_lies_on_top_of_its_pile(game):
    setup, chance, came = Setup(game, min(BOXES[game].seats), seed=1), Chance(1), 0
    match = Match.start(setup, (SeatPlan("human"),) * setup.seats)
    before = piles(match.scene_at(0, 0))
    while match.count < 250 and match.deciding is not None:
        match.submit(chance.pick(match.legal()))
        after = piles(match.scene_at(0, match.count))
        for pile, cards in after.items():
            new = [card for card in cards if card not in before[pile]]
            if len(new) == 1 and len(cards) > 1:
                came += 1
                assert cards[-1] == new[0], (pile, match.count)
        before = after
    assert came > 3
