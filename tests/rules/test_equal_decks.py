"""Where two equal decks meet, every line of the log says which of two equal cards it means: by whose it is, or by its space."""

from __future__ import annotations

import re

import pytest

from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.rules import open_box

PLAY = {"starcrossed": ("diva",), "shine": ("front", "support"), "cardmaster": ("active", "reserve"), "overcross": ("grid",)}
"""The zones of a game in which equal cards of both sides can lie."""

PLAIN = re.compile(
    r"resolves\.$|goes to [A-Z]\d+$|is pushed to|is moved to|changes places and stands on|is cancelled\.$|^The attack turns to|^\[[a-z0-9-]+\] hits |, from \["
)
"""What is said of a card right behind the line that says which it is: of a walk, of an attack's hit, of what waits on the chain and what it changes, of whom an
attack meets."""


@pytest.mark.parametrize("game", PLAY)
def test_a_line_about_a_card_that_both_sides_have_in_play_says_whose_it_is_or_where(game):
    box, met = open_box(game), 0
    deck = box.ready_decks()[0]
    for seed in range(3):
        setup = box.complete(Setup(game, 2, seed=seed, decks=(deck, deck)))
        rules, chance = box.rules(setup), Chance(seed)
        step = rules.setup(setup)
        while rules.outcome(step.state) is None:
            for happened in step.story:
                event = rules.redact(happened.event, SPECTATOR)
                observation = rules.observe(happened.state, SPECTATOR)
                telling = None if event is None else rules.tell(event, observation)
                if telling is None or "[" not in telling.words:
                    continue
                scene = rules.scene(observation)
                for card in re.findall(r"\[([a-z0-9-]+)\](?! \(\w)", telling.words):
                    lying = {piece.owner for piece in scene.pieces.values() if piece.face == card and piece.zone.startswith(PLAY[game])}
                    if len(lying) > 1:
                        met += 1
                        assert re.search(r"\{\d\}", telling.words) or PLAIN.search(telling.words), telling.words
            step = rules.apply(step.state, chance.pick(rules.legal(step.state)))
    assert met
