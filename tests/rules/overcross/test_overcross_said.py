"""What Overcross says that no scenario comes by: the question of every kind of step, and every fault of a grid beside the others."""

from __future__ import annotations

import importlib

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, Field, breakable, card

from game.cards.interpret import Asking, Frame
from game.cards.model import (
    Ability,
    Choose,
    Cost,
    Create,
    Deploy,
    Destroy,
    Draw,
    Drop,
    Look,
    May,
    Modify,
    Move,
    Pick,
    Search,
    Select,
    Spot,
    Target,
)
from game.cards.world import Run
from game.kernel.chance import NO_CHANCE
from game.rules.overcross.actions import Attack, Play
from game.rules.overcross.box import catalogue
from game.rules.overcross.cards import WORDS
from game.rules.overcross.events import HIDDEN, Sent
from game.rules.overcross.prompts import question_words
from game.rules.overcross.table import Table

CLOAK = card("cloak", "edit")
SHEARS = card("shears", "event", abilities=(
    Ability(targets=(Target(of=Select(kind="edit")),), effects=(Destroy(what="target"),)),
))  # fmt: skip

QUESTIONS = [
    (Target(of=Select(kind="character", side="foe")), "choose an enemy character"),
    (Pick(at=Spot(zone="deploy")), "choose a free space of your deploy zone"),
    (Choose(options=((Draw(),), (Drop(),))), "choose one"),
    (May(effects=(Draw(),)), "Draw a card?"),
    (Drop(), "choose a card to discard"),
    (Deploy(what="target"), "choose where it comes into play"),
    (Create(card="grunt"), "choose where it comes into play"),
    (Move(what="target", to="any"), "choose where it goes"),
    (Look(count=2), "choose a card to take, or none"),
    (Search(of=Select()), "choose a card to take, or none"),
    (Cost(pay="discard"), "choose what to pay with"),
]


@pytest.mark.parametrize(("about", "words"), QUESTIONS, ids=lambda value: type(value).__name__ if not isinstance(value, str) else "")
def test_each_step_that_asks_is_asked_in_its_words(about, words):
    field = Field(cards=CARDS)
    world = field.world((0, "grunt", (0, 0)))
    table = Table(field.rules.arena, world.state, NO_CHANCE)
    asking = Asking("piece", "it", lambda _run: (), about=about)
    assert question_words(table, asking, Run(table, Frame("grunt", 0, 1, 0))) == f"[grunt]: {words}"


def test_every_fault_of_a_grid_is_told_beside_the_others():
    field = Field(cards=CARDS)
    state = field.world((0, "grunt", (0, 0)), (1, "archer", (1, 0)), (1, "giant", (3, 3)), terrain=[("wall", (5, 5), 0)]).state
    units, terrain = dict(state.units), dict(state.terrain)
    units[2] = replace(units[2], cell=units[1].cell)
    units[3] = replace(units[3], cell=99)
    terrain[4] = replace(terrain[4], cell=-1)
    assert field.rules.faults(replace(state, units=units, terrain=terrain)) == (
        "2 characters share A1 (OC-27)", "giant is off the grid", "terrain 4 is off the grid",
    )  # fmt: skip


def test_the_log_says_whose_turn_a_change_lasts_until():
    """What a card calls your next turn is that of whoever played it, whoever reads the log; on the card as in the log."""
    gloom = card(
        "gloom", "event", abilities=(Ability(effects=(Modify(Select(kind="character", side="foe"), stat="acc", add=-1, until="next"),)),)
    )
    f = Field(cards=(*CARDS, gloom))
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (5, 5)), hands=(("gloom",),))
    table.do(Play(f.ids["gloom"]))
    for seat in (0, 1):
        assert table.words(seat)[-1] == "[archer]: −1 Acc until the start of {0}'s next turn"
        worn = table.rules.scene(table.rules.observe(table.state, seat)).pieces[2].badges
        assert [badge.words for badge in worn if badge.icon == "lasting"] == ["−1 Acc until the start of {0}'s next turn, from [gloom]"]


@pytest.mark.parametrize("game", ["shine", "starcrossed"])
def test_where_the_log_does_not_know_whose_card_it_is_nothing_lasts_until_somebodys_turn(game):
    words = importlib.import_module(f"game.rules.{game}.cards").WORDS
    assert [words for words in words.durations.values() if "your" in words] == []


def test_a_card_counts_every_resource_of_either_player():
    field = Field(cards=CARDS)
    world = field.world(
        (0, "grunt", (0, 0)), hands=(("mud",), ("wall", "fire")), decks=(("rock", "mud", "mud"), ()), scores=(4, 7), round_=6
    )
    table = Table(field.rules.arena, replace(world.state, votes=(2, 5), limit=1), NO_CHANCE)
    counted = [{name: table.resource(name, seat) for name in WORDS.resources} for seat in (0, 1)]
    assert counted == [
        {"cards": 1, "round": 6, "limit": 1, "score": 4, "votes": 2, "deck": 3},
        {"cards": 2, "round": 6, "limit": 0, "score": 7, "votes": 5, "deck": 0},
    ]


def test_of_two_of_one_name_the_log_says_where_whoever_acts_is_hurt_or_falls_stands():
    f = Field(cards=CARDS)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (1, 0)), (1, "grunt", (5, 5)), (1, "archer", (3, 3)), damage=((2, 5),))
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.words(0)[0] == "[grunt] (A1) attacks [grunt] (B1): Hit"
    assert "6 needs 1–2 to defend: [grunt] (B1) does not defend" in table.words(0)
    assert "[grunt] hits [grunt] (B1): 2 damage" in table.words(0)
    assert "[grunt] (B1) is destroyed" in table.words(0)


def test_an_offer_says_which_of_two_of_one_name_acts_and_is_meant():
    f = Field(cards=(*CARDS, SHEARS, CLOAK))
    table = f.world(
        (0, "grunt", (0, 0)), (1, "grunt", (1, 0)), (1, "archer", (3, 3)), hands=(("shears",),), edits=((1, "cloak", 0), (2, "cloak", 1))
    )
    words = [offer.words for offer in table.rules.offers(table.state)]
    assert "Hit: [grunt] (A1) attacks [grunt] (B1)" in words
    assert "Hit: [grunt] (A1) attacks [archer]" in words
    assert {"Play [shears]: [cloak] (A1)", "Play [shears]: [cloak] (B1)"} <= {*words}


def test_where_no_place_was_named_none_is_pointed_at():
    """`Play Bar Brawl` was refused with `Bar Brawl cannot be aimed there`."""
    f = Field(cards=(*CARDS, SHEARS, CLOAK))
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (3, 3)), hands=(("shears",),), edits=((1, "cloak", 0),))
    refused = {offer.words: offer.refusal.words for offer in table.rules.offers(table.state) if offer.refusal is not None}
    assert refused["Play [shears]"] == "What [shears] is aimed at has to be named."
    (piece,) = table.state.hands[0]
    assert table.rules.refusal(table.state, Play(piece, target=2)).words == "[shears] cannot be aimed there."


def test_a_name_that_stands_alone_goes_without_its_space_for_cards_in_hands_do_not_count():
    f = Field(cards=CARDS)
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (1, 0)), damage=((2, 5),), hands=(("grunt",), ("archer",)))
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.words(0)[0] == "[grunt] attacks [archer]: Hit"
    assert "[archer] is destroyed" in table.words(0)
    assert "[grunt] hits [archer]: 2 damage" in table.words(0)


def test_which_of_two_equal_edits_or_walls_falls_is_told():
    f = Field(cards=(*CARDS, SHEARS, CLOAK))
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (2, 2)), hands=(("shears", "shears"),), edits=((1, "cloak", 0), (2, "cloak", 1)))
    table.do(Play(f.ids["shears"], target=4))
    assert "[cloak] (C3) is destroyed" in table.words(1)
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (5, 5)), terrain=(("wall", (1, 0), 1), ("wall", (4, 4), 1)))
    table.do(Attack(1, 0, 3), rolls=(1,))
    assert table.words(0)[-1] == "[grunt] hits [wall] (B1): 2 damage"


def test_of_obstacles_of_the_map_the_log_always_says_the_space():
    f = Field(cards=CARDS, breakables=(breakable(1, 2),))
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (5, 5)))
    table.do(Attack(1, 0, next(iter(table.state.terrain))), rolls=(1,))
    told = table.words(0)
    assert (told[0], told[-2:]) == (
        "[grunt] attacks the crate on B1: Hit",
        ["[grunt] hits the crate on B1: 2 damage", "The crate on B1 is destroyed"],
    )


def test_a_card_that_was_seen_by_others_alone_is_told_without_name_and_space():
    f = Field(cards=CARDS)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)))
    state = replace(table.state, fallen={9: 3})
    assert f.rules.tell(Sent(9, HIDDEN, 1, "hand", 0), f.rules.observe(state, 0)).words == "A card goes to the hand of {1}"


def told_of(table, piece, icon):
    """Return what is said of a character by its signs of a kind."""
    shown = table.rules.scene(table.observation(0)).pieces[piece]
    return [badge.words for badge in shown.badges if badge.icon == icon]


def test_a_changed_number_names_its_sources_and_what_no_number_shows_is_told_beside_it():
    field = Field(("..........",) * 10, (*CARDS, *catalogue().cards.values()))
    table = field.world(
        (0, "grunt", (3, 3)), (0, "lorrin-nochorus", (4, 3)), (0, "admiral-quill", (6, 3)), (1, "archer", (9, 9)),
        edits=((1, "warranty-jetpack", 0),), terrain=(("red-carpet", (3, 2), 0),),
    )  # fmt: skip
    own, other, foe = 1, 2, 4
    printed, jetpack = table.rules.arena.prints("grunt")["move"], "+1 Move from [warranty-jetpack]"
    assert told_of(table, own, "move") == [f"Move {printed + 2} (printed {printed}): {jetpack}; +1 Move from [red-carpet]"]
    assert told_of(table, own, "lasting") == ["+1 Acc from [lorrin-nochorus]; +1 Rng from [admiral-quill]"], (
        "its own edit is told as what it bears"
    )
    assert told_of(table, other, "lasting") == ["+1 Rng from [admiral-quill]"], "an aura for others is none of its own"
    assert not told_of(table, foe, "lasting")
    assert told_of(table, foe, "defense") == [f"Defense {table.rules.arena.prints('archer')['defense']}"]
