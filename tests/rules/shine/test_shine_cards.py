"""Every card of Shine is played once, has words of its own, and every keyword is on several."""

from __future__ import annotations

from collections import Counter

import pytest
from shine_stage import foe, me, stage

from game.ai.levels import player
from game.ai.player import Budget
from game.cards.asking import Choose
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.rules.shine import BOX
from game.rules.shine.actions import Attack, Play, Use
from game.rules.shine.box import catalogue
from game.rules.shine.state import Purse

CARDS = catalogue().cards
STARS = [card.id for card in CARDS.values() if card.kind == "star"]


@pytest.mark.parametrize("name", [card.id for card in CARDS.values() if card.kind in {"attack", "support"}])
def test_a_card_comes_onto_the_field_and_pays_its_cost(name):
    card = CARDS[name]
    theirs = foe(front={0: "glass-eel", 1: "~foam-dancer"}, back={0: "current-keeper"})
    with stage(
        me(hand=(name,), front={0: "~ember-runner"}, back={0: "ash-tailor"}, deck=("magma-vanguard",) * 6), theirs, pending=True
    ) as table:
        piece = table.state.hands[0][0]
        table.do(Play(piece, 1 if card.kind == "attack" else 6))
        assert sum(event.amount for event in table.events("Shone", how="paid")) == card.cost
        assert table.events("Played", card=name)
        assert table.ask().zone_of(piece) in {"", "graveyard"}


@pytest.mark.parametrize("name", [card.id for card in CARDS.values() if card.kind == "spell"])
def test_a_spell_can_be_played_in_its_moment(name):
    """Random play of a deck full of one spell and its likes uses it, and it ends in the graveyard."""
    quick = "quick" in CARDS[name].keywords
    mine = me(
        hand=() if quick else (name,),
        front={0: "glass-eel", 1: "~foam-dancer"},
        back={0: "current-keeper"},
        grave=("magma-vanguard",),
        deck=("ember-runner",) * 9,
    )
    theirs = foe(
        hand=(name,) if quick else ("scorch",),
        front={0: "~ember-runner", 1: "torch-drummer"},
        back={0: "ash-tailor"},
        deck=("ember-runner",) * 9,
    )
    holder = 1 if quick else 0
    for seed in range(60):
        with stage({**mine, "hand": (*mine["hand"], "scorch")}, theirs, pending=True) as table:
            chance = Chance(seed)
            piece = table.id(name, holder)
            for _ in range(60):
                legal = table.legal()
                wanted = [action for action in legal if isinstance(action, Play) and action.piece == piece]
                if wanted:
                    table.do(chance.pick(wanted))
                    assert table.told("Played", card=name)
                    assert name in table.names("graves", holder)
                    return
                if not legal or table.state.turn > 7:
                    break
                table.do(chance.pick(legal))
    raise AssertionError(f"{name} could never be played")


@pytest.mark.parametrize("name", STARS)
def test_a_star_attacks_and_its_effect_can_be_offered(name):
    with stage(me(star=name, front={0: "ember-runner"}, back={0: "~ash-tailor"}, shine=(0, 10, 0)), foe(front={0: "glass-eel"})) as table:
        refusals = [
            table.rules.refusal(table.state, Use(table.star(0), part))
            for part, ability in enumerate(CARDS[name].abilities)
            if ability.when == "use"
        ]
        assert refusals
        assert all(refusal is None or refusal.words for refusal in refusals)
    with stage(me(star=name), foe(), phase="attack", pending=True) as table:
        table.carry(Attack(table.star(0), table.star(1)))
        assert table.stand(name).turned


def test_there_are_enough_cards_of_five_colours_and_every_keyword_is_on_several():
    assert len(CARDS) - len(STARS) >= 96
    assert Counter(len(CARDS[star].colours) for star in STARS) == {1: 4, 2: 2}
    assert len({colour for card in CARDS.values() for colour in card.colours}) == 5
    text = [" ".join(face.text) for face in BOX.catalogue()]
    for word in (
        "On Play",
        "Opponent's Turn",
        "Exhaust",
        "On Exhaust",
        "Guard",
        "Graveyard",
        "On Destroy",
        "Return",
        "Duel",
        "On Attack",
        "On Win",
        "Once per turn",
        "Quick",
        "Continuous",
    ):
        assert sum(f"*{word}" in words or f"*{word.lower()}*" in words or word.lower() in words.lower() for words in text) >= 2, word


def test_what_a_card_says_is_what_it_does():
    text = {face.id: face.text for face in BOX.catalogue()}
    assert text["phoenix-understudy"] == ("*Graveyard*, once per turn, (2): Return this card to its owner's hand.",)
    assert text["tomb-usher"] == ("*Graveyard*, once per turn, *Return* 1: Draw a card.",)
    assert text["bellows-choir"] == ("*Continuous*: The friendly Attack card or Star above this card gets +1 Strength.",)
    assert text["kindling-twins"][0].startswith("*On Exhaust*, the friendly Attack card or Star above this card gets +1 Strength")
    assert text["treasurer-of-rays"] == ("*On Play*, gain 1 exhausted Shine.",)
    with stage(me(hand=("treasurer-of-rays",), shine=(5, 5, 0)), foe()) as table:
        table.carry(Play(table.id("treasurer-of-rays"), 5))
        assert table.state.purses[0] == Purse(4, 2, 4)


def test_SH_42_a_limit_that_begins_a_sentence_is_bold_and_one_within_it_is_plain():
    texts = [text for face in BOX.catalogue() for text in face.text]
    assert any("*Once per turn*" in text for text in texts)
    assert any(", once per turn" in text for text in texts)
    for text in texts:
        before, bold, _ = text.partition("*Once per turn*")
        assert "Once per turn" not in text.replace("*Once per turn*", ""), text
        assert not bold or before == "" or before.endswith((". ", ": ")), text


PLANS = {
    "magma-vanguard": (me(front={0: "magma-vanguard", 1: "~ember-runner", 3: "~foam-dancer"}), 6 + 2),
    "glass-eel": (me(front={0: "glass-eel"}, hand=("deep-breath",) * 5), 6 + 1),
    "foam-dancer": (me(front={0: "foam-dancer"}, back={0: "current-keeper"}, hand=("deep-breath",) * 5), 4 + 2),
    "bramble-knight": (me(front={0: "bramble-knight"}, back={0: "ash-tailor"}), 3 + 1),
    "moss-golem": (me(front={1: "moss-golem", 0: "ember-runner"}), 4 + 2),
    "fern-chorus": (me(back={0: "fern-chorus", 2: "ash-tailor", 4: "tide-ledger"}), 2 + 2),
    "ash-tailor": (me(back={1: "acorn-drummer", 2: "ash-tailor", 4: "tide-ledger"}), 2 + 1),
    "bat-cavalier": (me(front={0: "bat-cavalier"}, grave=("deep-breath",) * 5), 3 + 2),
    "gilded-lancer": (me(front={0: "gilded-lancer"}), 4),
}
"""For each colour the cards that its plan makes strong: coral attackers one after another, a full azure hand, jade rows, a violet graveyard."""


@pytest.mark.parametrize("name", PLANS)
def test_each_colour_has_a_plan_that_makes_its_cards_strong(name):
    mine, strong = PLANS[name]
    with stage(mine, foe()) as table:
        assert table.strength(name) == strong
        for viewer in (0, 1, SPECTATOR):
            badges = {badge.icon: badge.value for badge in table.scene(viewer).pieces[table.id(name)].badges}
            assert badges["strength"] == str(strong), "the number is the same for whoever looks, though the hand is hidden"
    bare = {**mine, "hand": mine["hand"][:4], "grave": mine["grave"][:4], "back": {}, "front": {0: name}}
    if CARDS[name].kind == "support":
        bare = {**bare, "front": {}, "back": {2: name}}
    with stage(bare, foe()) as table:
        assert table.strength(name) == CARDS[name].strength, "without the plan it is as printed"


def test_the_picture_can_be_drawn_after_every_event_of_a_choice():
    with stage(me(star="marisel-tidal-voice", hand=("deep-breath", "riptide"), deck=("foam-dancer",) * 5), foe()) as table:
        table.carry(Use(table.star(0), 0))
        table.do(Choose(table.state.hands[0][0]))
        for happened in table.step.story:
            assert table.rules.scene(table.rules.observe(happened.state, 0)).game == "shine"


@pytest.mark.slow
def test_greedy_beats_random():
    wins = 0.0
    for seed in range(4):
        setup = BOX.complete(Setup("shine", 2, seed=seed))
        rules = BOX.rules(setup)
        state, chance, greedy = rules.setup(setup).state, Chance(seed), seed % 2
        players = [player("normal" if seat == greedy else "random", rules) for seat in (0, 1)]
        while (seat := rules.deciding(state)) is not None:
            legal = rules.legal(state)
            action = legal[0] if len(legal) == 1 else players[seat].choose(rules.observe(state, seat), legal, Budget(), chance)
            state = rules.advance(state, action)
        wins += rules.outcome(state).share(greedy)
    assert wins >= 3


@pytest.mark.parametrize("name", CARDS)
def test_what_is_printed_on_a_card_is_asked_for_by_name(name):
    card = CARDS[name]
    assert (card.printed("strength"), card.printed("cost")) == (card.strength, card.cost)
    assert [word for word in ("quick", "guard", "pierce") if card.printed(word)] == [
        word for word in ("quick", "guard", "pierce") if word in card.keywords
    ]
