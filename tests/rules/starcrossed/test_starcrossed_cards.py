"""Every card of Starcrossed, played once where it does something, and its words."""

from __future__ import annotations

from typing import Any

import pytest
from starcrossed_stage import Stage, at, foe, me, stage

from game.cards import model
from game.cards.asking import Choose
from game.cards.model import names
from game.content import load
from game.rules.starcrossed.actions import ATTACK, BLOCK, DONE, HOLD, LEAVE, LET, Activate, Attune, Play, SetDown, Use
from game.rules.starcrossed.box import BOX, catalogue
from game.rules.starcrossed.cards import ICON, TRIBES, WORDS, StarCard, judge
from game.rules.starcrossed.faces import face
from game.rules.starcrossed.state import Attuning, Lane, Turn, Window, own_crystals
from game.rules.starcrossed.table import Table as Questions

CARDS = list(catalogue().cards.values())
IDS = [card.id for card in CARDS]
each_card = pytest.mark.parametrize("card", CARDS, ids=IDS)

SHOWS = {
    model.Modify: "Changed", model.Destroy: "Vanquished", model.Move: "Moved", model.Swap: "Moved", model.Level: "Levelled",
    model.Attune: "Attuned", model.Draw: "Drew", model.Quest: "Quested", model.Cancel: "FightOver", model.Send: "Sent", model.Drop: "Sent",
}  # fmt: skip
"""The event by which an effect can be seen."""


def shown(effect: model.Effect) -> str:
    if isinstance(effect, model.Gain):
        return "LifeChanged" if effect.what == "life" else "Energised"
    if isinstance(effect, model.Each):
        return shown(effect.effects[0])
    return SHOWS[type(effect)]


def told(table: Stage, ability: model.Ability, since: int = 0) -> None:
    """Check that every effect of an ability has been seen."""
    kinds = [type(event).__name__ for step in table.steps[since:] for event in step.events]
    for effect in (one for one in ability.effects if not isinstance(one, model.Pick)):
        assert shown(effect) in kinds, f"{shown(effect)} did not happen: {kinds}"


def world(card: StarCard, **changes: Any) -> Stage:
    """Lay out a table on which every card finds something to do: divas high and low, items, cards in every pile."""
    tribe = card.tribe or "cinderchoir"
    deck = ["anvil-mezzo", "tuning-hammer", "cloudstep-mezzo", "undertow-alto", "fern-alto", "stoke", "smelt", "whisper"]
    mine = me(
        hand=changes.get("hand", [card.id, "stoke"]),
        crystals=changes.get("mine", [at(2, tribe, "ember-chorister"), at(3, "", "ember-chorister", ["pearl-choker"]), at(1, tribe)]),
        deck=deck,
        void=["dew-mezzo"],
        energy=15,
    )
    theirs = foe(
        hand=["whisper", "hush", "ebb"],
        crystals=changes.get("theirs", [at(2, "hushtide", "ember-chorister"), at(1, "", "dew-mezzo", ["honey-jar"]), at(1)]),
        deck=deck,
        energy=15,
    )
    return stage(mine, theirs, asked=changes.get("asked"), pending=True)


def answer(table: Stage) -> None:
    """Answer whatever a card or a crystal asks, with the first choice."""
    while not isinstance(table.state.stack[-1], Turn | Lane | Window) and table.seat is not None:
        table.do(table.legal()[0])


def finish(table: Stage, stop: Any = lambda _table: False) -> None:
    """Go on without doing anything until the next turn's first action."""
    turn = table.state.turn
    for _ in range(60):
        top = table.state.stack[-1] if table.state.stack else None
        if top is None or stop(table) or (table.state.turn > turn and isinstance(top, Turn)):
            return
        table.do(DONE if isinstance(top, Turn) else HOLD if isinstance(top, Lane) else table.legal()[0])
    raise AssertionError("the turn does not end")


# --- moves -------------------------------------------------------------------------------------------------------------

ACTION_MOVES = [card for card in CARDS if card.kind == "move" and not card.combat]
COMBAT_MOVES = [card for card in CARDS if card.kind == "move" and card.combat]


@pytest.mark.parametrize("card", ACTION_MOVES, ids=lambda card: card.id)
def test_each_action_move_does_what_it_says(card):
    table = world(card)
    piece = table.id(card.id)
    action = next(one for one in table.legal() if isinstance(one, Play) and one.piece == piece)
    purse = table.purse()
    before = table.state
    table.do(action)
    answer(table)
    for ability in card.abilities:
        told(table, ability)
    assert card.id in table.void()
    assert table.told("SkillPlayed", card=card.id)
    gained = sum(event.amount for event in table.told("Energised") if event.why in {card.id, "level"})
    assert table.purse() == purse - card.cost + gained
    lives = [event.amount for event in table.told("LifeChanged")]
    assert sum(table.state.life) == sum(before.life) + sum(lives), "nobody else's life changed"


@pytest.mark.parametrize("card", COMBAT_MOVES, ids=lambda card: card.id)
def test_each_combat_move_is_set_and_does_what_it_says(card):
    table = world(card)
    table.do(SetDown(table.id(card.id), 2))
    assert table.observation(1).faces.get(table.state.crystals[2].skills[0].id) is None
    table.play(DONE, DONE)
    table.do(ATTACK)
    table.do(BLOCK if "strength" in str(card.abilities) else LET)
    assert isinstance(table.state.stack[-1], Window)
    piece = table.id(card.id)
    since = len(table.steps)
    table.do(next(one for one in table.legal() if isinstance(one, Activate) and one.piece == piece))
    answer(table)
    for ability in card.abilities:
        told(table, ability, since)
    assert card.id in table.void()


# --- powers and items --------------------------------------------------------------------------------------------------

LASTING = [card for card in CARDS if card.kind in {"power", "item"}]


@pytest.mark.parametrize("card", [card for card in LASTING if card.modifiers], ids=lambda card: card.id)
def test_each_lasting_skill_changes_whom_it_names_and_nobody_else(card):
    laid = world(
        card, mine=[at(2, card.tribe, "ember-chorister"), at(3, card.tribe, "ember-chorister"), at(1, card.tribe, "ember-chorister")]
    )
    piece = laid.id(card.id)
    before = numbers(laid)
    if card.combat:
        laid.do(SetDown(piece, 1))
        assert numbers(laid) == before, "face down it changes nothing"
        laid.play(DONE, DONE, ATTACK, LET, Activate(laid.id(card.id)))
    else:
        laid.do(Play(piece, 1))
    answer(laid)
    changed = {key for key, value in numbers(laid).items() if value != before[key] and key[0] in own_crystals(0)}
    beside = any(not isinstance(modifier.to, str) for modifier in card.modifiers)
    crystals = {0, 2} if beside else {1}
    stats = {modifier.stat for modifier in card.modifiers}
    assert changed == {(crystal, stat) for crystal in crystals for stat in stats}


def numbers(table: Stage) -> dict[tuple[int, str], int]:
    asked = Questions(table.arena, table.state)
    stats = ("strength", "overkill", "veiled", "anchored", "lulled", "dazzled")
    return {
        (index, stat): asked.stat(crystal.diva, stat)
        for index, crystal in enumerate(table.state.crystals)
        if crystal.diva >= 0
        for stat in stats
    }


USED = [(card, part) for card in CARDS for part, ability in enumerate(card.abilities) if ability.when == "use"]


@pytest.mark.parametrize(("card", "part"), USED, ids=lambda value: getattr(value, "id", ""))
def test_each_action_ability_does_what_it_says(card, part):
    if card.kind == "diva":
        mine = [at(2, card.tribe, card.id), at(3, "", "ember-chorister"), at(1)]
    else:
        mine = [at(2, card.tribe, "ember-chorister", [card.id]), at(3, "", "ember-chorister"), at(1)]
    table = world(card, hand=["stoke"], mine=mine)
    piece, ability = table.id(card.id), card.abilities[part]
    special = "special" in names(ability.timing)
    action = next(one for one in table.legal() if isinstance(one, Use) and (one.piece, one.part) == (piece, part))
    table.do(action)
    answer(table)
    told(table, ability)
    assert table.state.special == (special, False)
    table.refused(action, "SC-27" if special else "SC-26")


# --- triggers ----------------------------------------------------------------------------------------------------------

TRIGGERS = [(card, part) for card in CARDS for part, ability in enumerate(card.abilities) if ability.when not in {"use", "play"}]


@pytest.mark.parametrize(("card", "part"), TRIGGERS, ids=lambda value: getattr(value, "id", str(value)))
def test_each_trigger_is_set_off_by_its_moment(card, part):
    ability = card.abilities[part]
    strong = [at(2, card.tribe, card.id, ["spotlight"])] if card.kind == "diva" else [at(2, card.tribe, "slag-prima", [card.id])]
    row = [*strong, at(3, "cinderchoir", "ember-chorister"), at(1, "skyribbon")]
    theirs = [at(2, "cinderchoir", "drip-novice"), at(1, "", "dew-mezzo"), at(1)]
    weak = [at(5, "cinderchoir", "great-grove"), at(1), at(1)]
    since = 0
    match ability.when:
        case "played":
            table = world(card, hand=[card.id], mine=[at(2, card.tribe, "ember-chorister"), at(3), at(1)])
            table.do(Play(table.id(card.id), 1))
        case "turn_start":
            table = world(card, hand=[], mine=row, theirs=[at()])
            finish(table, lambda one: bool(one.events("TurnBegan")))
        case "turn_end":
            table = world(card, hand=[], mine=row, theirs=[at()])
            finish(table)
        case "attacks" | "hits":
            table = world(card, hand=[], mine=row, theirs=[at()], asked=Lane(0, 0))
            table.do(ATTACK)
        case "vanquishes":
            table = world(card, hand=[], mine=row, theirs=theirs, asked=Lane(0, 0))
            table.play(ATTACK, BLOCK)
        case "blocks":
            table = stage(me(crystals=row), foe(crystals=theirs), active=1, asked=Lane(1, 3), pending=True)
            table.play(ATTACK, BLOCK)
        case "vanquished":
            mine = row if card.kind == "diva" else [at(1), at(1, "", "ember-chorister", [card.id])]
            lane = 0 if card.kind == "diva" else 1
            foes = weak if lane == 0 else [at(1), *weak[:2]]
            table = stage(me(crystals=mine), foe(crystals=foes), active=1, asked=Lane(1, 3 + lane), pending=True)
            table.play(ATTACK, BLOCK)
        case "moved":
            table = world(card, hand=["tailwind"], mine=row)
            since = 1
            table.do(Play(table.id("tailwind"), table.id(card.id if ability.of == "self" else "ember-chorister")))
        case "levelled":
            table = world(card, hand=["anvil-mezzo"], mine=[at(1, "mosshymn", card.id), at(), at()])
            table.do(Play(table.id("anvil-mezzo"), 1))
        case _:
            raise AssertionError(f"no position for {ability.when}")
    answer(table)
    told(table, ability)
    assert since <= len(table.steps)


def test_a_recruit_has_no_abilities_and_sets_nothing_off():
    with stage(me(crystals=[at(1, diva="undertow-alto", recruit=True)]), foe()) as table:
        table.play(DONE, DONE, HOLD)
        assert table.state.life == (25, 25)


def test_a_selector_names_only_those_that_fit():
    foes = [at(1, "", "ember-chorister"), at(4, "", "canopy-soprano"), at(1, "", "bark-baritone")]
    with stage(me(hand=["root-and-branch"], crystals=[at(1, "mosshymn")]), foe(crystals=foes)) as table:
        table.refused(Play(table.id("root-and-branch"), table.id("canopy-soprano", 1)), "SC-21", "not-a-target")
        table.allowed(Play(table.id("root-and-branch"), table.id("bark-baritone", 1)))
        table.refused(Play(table.id("root-and-branch")), "SC-21")
    with stage(me(hand=["root-and-branch"], crystals=[at(1, "mosshymn")]), foe(crystals=foes[1:2])) as table:
        table.refused(Play(table.id("root-and-branch")), "SC-21", "no-target")


def test_the_anchored_stay_where_they_are():
    foes = [at(1, "", "bark-baritone"), at(1, "", "ember-chorister")]
    with stage(me(hand=["ribbon-toss"], crystals=[at(1, "skyribbon")]), foe(crystals=foes)) as table:
        table.do(Play(table.id("ribbon-toss"), table.id("bark-baritone", 1)))
        assert table.diva(3) == "bark-baritone"


def test_whole_crystals_change_places_with_all_that_is_on_them():
    mine = me(hand=["turnstile"], crystals=[at(3, "skyribbon", "anvil-mezzo", ["pearl-choker"]), at(1)])
    with stage(mine, foe()) as table:
        table.play(Play(table.id("turnstile"), 0), Choose(1))
        assert [(crystal.level, crystal.attuned, len(crystal.skills)) for crystal in table.state.crystals[:2]] == [
            (1, "", 0),
            (3, "skyribbon", 1),
        ]
        assert table.diva(1) == "anvil-mezzo"


def test_a_card_may_let_a_player_choose_the_tribe():
    with stage(me(hand=["harmonise"], crystals=[at(1, "mosshymn"), at(1)]), foe()) as table:
        table.do(Play(table.id("harmonise"), 1))
        assert table.state.stack[-1] == Attuning(0, 1, TRIBES, may=False)
        table.refused(LEAVE, "SC-16")
        table.do(Attune("skyribbon"))
        assert table.state.crystals[1].attuned == "skyribbon"


def test_a_super_ribbon_toss_shuffles_and_nobody_can_follow():
    foes = foe(crystals=[at(1, "", "slag-prima")], deck=["whisper", "hush"])
    with stage(me(hand=["super-ribbon-toss"], crystals=[at(1, "skyribbon")]), foes) as table:
        old = set(table.state.cards)
        table.do(Play(table.id("super-ribbon-toss"), table.id("slag-prima", 1)))
        assert sorted(table.deck(1)) == ["hush", "slag-prima", "whisper"]
        assert not set(table.state.decks[1]) & old
        assert table.state.known == {}


# --- words and numbers -------------------------------------------------------------------------------------------------

GOLDEN = {
    "bellows-page": ("When this diva is played, another friendly diva gets +2 Strength until the end of the turn.",),
    "furnace-cantor": ("Friendly divas beside this diva get +1 Strength.",),
    "cindrala": ("Crystalbound.", "*Overkill*.", "Other friendly divas get +2 Strength."),
    "ember-lantern": ("Once per turn, 1 energy: A friendly diva gets +2 Strength until the end of the turn.",),
    "blaze-of-brass": ("The diva here gets +2 Strength and has *Overkill*.",),
    "cinder-rain": ("Vanquish an enemy diva with Strength 4 or less.",),
    "smelt": ("Put a friendly item into its owner's void, then draw 3 cards.",),
    "lethe": ("Crystalbound.", "At the end of each turn, for each friendly Hushtide diva, your opponent loses 1 life."),
    "encore": ("You may play this move as your SPECIAL action instead of paying for it.", "Draw a card."),
    "super-strike": ("Super of Strike.", "A friendly diva gets +4 Strength until the end of this attack."),
    "kite-runner": ("SPECIAL: Move this diva to an empty crystal of yours.",),
    "turnstile": ("A friendly crystal and another friendly crystal change places. Draw a card.",),
    "low-tide": ("Quest for a Hushtide diva.",),
    "riptide": ("Cancel the attack.",),
}


@pytest.mark.parametrize("card", GOLDEN)
def test_card_text_is_rendered_from_its_values(card):
    assert face(catalogue(), card).text == GOLDEN[card]


@each_card
def test_each_card_reads_well(card):
    printed = face(catalogue(), card.id)
    assert printed.flavour
    for paragraph in printed.text:
        assert paragraph[0].isupper() or paragraph[0] == "*"
        assert paragraph.endswith(".")
        assert "  " not in paragraph
        assert "{" not in paragraph
        assert "each diva opposing" not in paragraph
    assert printed.icon


def test_the_tribes_are_as_large_as_they_must_be():
    for tribe in TRIBES:
        own = [card for card in CARDS if card.tribe == tribe]
        divas = [card for card in own if card.kind == "diva"]
        skills = [card for card in own if card.kind != "diva"]
        assert len(divas) >= 10
        assert {card.level for card in divas} == {1, 2, 3, 4, 5}
        assert [card for card in divas if ICON in card.traits]
        assert [card for card in divas if "crystalbound" in card.traits]
        assert len(skills) >= 14
        assert {card.kind for card in skills} == {"move", "power", "item"}
        assert {card.combat for card in skills} == {True, False}
        assert len([card for card in skills if card.supers]) >= 2
    assert {"strike", "super-strike"} <= set(IDS)
    assert len(CARDS) >= 96


def test_every_card_is_in_a_ready_deck_or_can_be():
    decked = {card for deck in BOX.ready_decks() for card in deck.cards}
    assert len(decked) >= 96


# --- faulty cards ------------------------------------------------------------------------------------------------------

GOOD = {"id": "x", "name": "X", "kind": "diva", "tribe": "hushtide", "level": 1, "strength": 1, "cost": 1}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"level": 6}, "level is 1 to 5"),
        ({"tribe": "humdrum"}, "not a tribe"),
        ({"cost": 40}, "cost is 0 to 15"),
        ({"kind": "spell"}, "kind of card"),
        ({"keywords": ["loud"]}, "not a quality"),
        ({"kind": "move"}, "no level"),
        ({"copies": 4}, "uniqueness is 1 to 3"),
        ({"strenght": 3}, "no field"),
        ({"strength": "big"}, "this must be"),
        ({"abilities": [{"when": "sneezes", "effects": [{"do": "draw"}]}]}, "not a moment"),
        ({"abilities": [{"when": "played", "effects": [{"do": "damage", "to": "self", "amount": 1}]}]}, "not a verb"),
        ({"abilities": [{"when": "use", "effects": [{"do": "draw"}]}]}, "needs a cost"),
        (
            {
                "abilities": [
                    {"when": "played", "effects": [{"do": "modify", "to": "nobody", "stat": "strength", "add": 1, "until": "turn"}]}
                ]
            },
            "nothing is called",
        ),
        ({"modifiers": [{"stat": "volume", "add": 1}]}, "neither a stat nor a quality"),
    ],
)
def test_a_faulty_card_is_refused_with_a_sentence_and_its_place(tmp_path, change, words):
    row = {**GOOD, **change}
    path = tmp_path / "cards.toml"
    path.write_text("[[card]]\n" + "\n".join(f"{key} = {_toml(value)}" for key, value in row.items()), encoding="utf-8")
    loaded = load.read_cards([path], load.Sort(StarCard, judge, WORDS))
    assert loaded.cards == ()
    assert any(words in str(fault) and "'x'" in str(fault) for fault in loaded.faults), [str(fault) for fault in loaded.faults]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
