"""The tracker of a Custom Match: corrections by hand, real dice, and cards typed in from physical ones (CM-3)."""

from __future__ import annotations

import re

import pytest
from arena_table import at_table, fighter, overcook, wall
from msgspec.structs import replace

from game import paths
from game.content.creatures import typed_cards
from game.kernel.chance import Chance
from game.kernel.offers import SetupError
from game.kernel.setup import DeckList, Rows, Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box
from game.rules.cardmaster.actions import (
    Attack,
    CorrectGems,
    CorrectHp,
    CorrectRaided,
    CorrectStatus,
    EndPossession,
    EnterRoll,
    RollDice,
    Stack,
)
from game.rules.cardmaster.events import ChanceTaken, Corrected, Rolled
from game.rules.cardmaster.state import Decision, Status, bears, chance_asked

BOX = open_box("cardmaster")
TYPED = {
    "name": 'Grandma\'s "Blue" Cat',
    "tier": 3,
    "type1": "beast",
    "type2": "aura",
    "status": "gridfreeze",
    "spd": 200,
    "hp": 300,
    "def": 99,
    "atk": 300,
    "spc": 100,
}


def test_CM_3_HP_are_corrected_and_logged():
    with at_table([fighter("a")], [wall("c", hp=900)], custom=True) as table:
        before = table.board
        table.do(CorrectHp(table.id("c"), 123))
        assert table.piece("c").hp == 123
        assert table.events(Corrected) == [Corrected(0, table.id("c"), "HP", "900", "123")]
        assert table.words(1) == ["{0} corrects the HP of [c]: 900 → 123 (CM-3)."]
        assert table.board.ready == before.ready
        table.bystanders(before, "c")


def test_CM_3_a_fallen_card_is_raised_by_a_correction_and_felled_by_one():
    with at_table([fighter("a"), fighter("b", gems=2)], [wall("c")], fallen=[fighter("gone")], custom=True) as table:
        table.do(CorrectHp(table.id("gone"), 10))
        assert table.id("gone") in table.board.teams[0].reserve
        assert not table.piece("gone").risen
        table.do(CorrectHp(table.id("b"), 0))
        assert table.id("b") in table.board.teams[0].fallen
        assert table.board.teams[1].raided == 2
        assert table.board.teams[0].active[1] == table.id("gone")
        assert table.board.ready == (table.id("a"),)


def test_CM_3_gems_and_raided_gems_are_corrected():
    with at_table([fighter("a")], [wall("c")], custom=True) as table:
        table.do(CorrectGems(table.id("c"), 4))
        table.do(CorrectRaided(1, 6))
        assert table.shown("c") == 4
        assert table.board.teams[1].raided == 6
        assert table.board.teams[0].raided == 0


@pytest.mark.parametrize("status", ["overcook", "brainlock", "gridfreeze", "souldrift", "undershock"])
def test_CM_3_a_status_is_given_and_taken_away(status: str):
    with at_table([fighter("a"), fighter("b")], [wall("c", dfn=300)], custom=True) as table:
        plain = table.piece("c")
        table.do(CorrectStatus(table.id("c"), status, 4, "def"))
        worn = bears(table.piece("c"), status)
        assert worn is not None
        assert worn.strength == 220
        assert table.piece("c").dfn == (234 if status == "undershock" else 300)
        table.do(CorrectStatus(table.id("c"), status, 0))
        assert table.piece("c") == plain


def test_CM_33_a_card_that_is_thawed_by_hand_has_its_move_back():
    frozen = fighter("a", statuses=(Status("gridfreeze", 100, left=1, running=True),))
    with at_table([frozen, fighter("b")], [wall("c")], ready=["b"], custom=True) as table:
        table.do(CorrectStatus(table.id("a"), "gridfreeze", 0))
        table.allowed(Stack(table.id("a")))


def test_CM_3_impossible_corrections_are_refused():
    with at_table([fighter("a")], [wall("c", hp=900)], fallen=[fighter("gone")], custom=True) as table:
        for tool in (
            CorrectHp(table.id("c"), 901),
            CorrectHp(table.id("c"), -1),
            CorrectHp(77, 1),
            CorrectHp(-1, 1),
            CorrectGems(table.id("gone"), 2),
            CorrectRaided(2, 1),
            CorrectStatus(table.id("c"), "overcook", 0),
            EnterRoll("d6", 7),
            EnterRoll("coin", 3),
            EnterRoll("d20", 3),
        ):
            table.refused(tool, rule="CM-3")
        table.refused(CorrectGems(table.id("c"), 0), rule="CM-10")
        table.refused(CorrectRaided(0, -1), rule="CM-12")
        table.refused(CorrectStatus(table.id("c"), "sneezing", 3), rule="CM-4")
        table.refused(CorrectStatus(table.id("c"), "overcook", 11), rule="CM-4")
        table.refused(CorrectStatus(table.id("c"), "undershock", 3, "hp"), rule="CM-31")


def test_CM_3_the_tools_belong_to_a_custom_match():
    with at_table([fighter("a")], [wall("c")]) as table:
        table.refused(CorrectHp(table.id("c"), 1), rule="CM-3")
        assert not [offer for offer in table.rules.offers(table.state) if offer.form]


def test_CM_3_tools_wait_until_an_open_question_is_answered():
    asked = Decision("weaken", 0, piece=0, strength=100)
    with at_table([fighter("a")], [wall("c")], custom=True, asked=asked, pending=True) as table:
        table.refused(CorrectHp(table.id("c"), 1), rule="CM-31")


def test_CM_3_the_offers_of_the_tools_have_forms_and_are_filled_in():
    with at_table([fighter("a")], [wall("c", hp=900)], custom=True) as table:
        offers = [offer for offer in table.rules.offers(table.state) if offer.form]
        assert not {offer.action for offer in offers} & set(table.legal())
        offer = next(offer for offer in offers if offer.action == CorrectHp(table.id("c"), 900))
        assert [option.key for option in offer.form] == ["hp"]
        filled = table.rules.fill(table.observation(0), offer.action, {"hp": 5, "else": 3})
        assert filled == CorrectHp(table.id("c"), 5)
        attack = Attack(0, 1, 1)
        assert table.rules.fill(table.observation(0), attack, {"rank": 3}) == attack


@pytest.mark.parametrize(("kind", "value", "happened"), [("coin", 1, True), ("coin", 2, False), ("d100", 20, True), ("d100", 21, False)])
def test_CM_3_a_real_coin_or_d100_replaces_the_next_chance(kind: str, value: int, *, happened: bool):
    with at_table([fighter("a", gems=2), fighter("b")], [wall("c")], custom=True) as table:
        table.do(EnterRoll(kind, value))
        table.do(Attack(table.id("a"), 2, table.id("c")), flips=() if happened else (False,))
        chance = table.events(ChanceTaken)[0]
        assert (chance.what, chance.tenths, chance.happened, chance.entered) == ("backfire", 200, happened, True)
        assert not table.board.entered


def test_CM_3_real_dice_break_the_first_tie():
    with at_table([fighter("a")], [wall("c")], turn=-1, ready=[], round=1, asked=Decision("roll", 0), custom=True) as table:
        table.do(EnterRoll("coin", 1))
        table.do(EnterRoll("d6", 2))
        table.do(RollDice(), rolls=(5,))
        assert table.events(Rolled)[0].faces == (2, 5)
        assert [entry.kind for entry in table.board.entered] == ["coin"]
        assert table.seat == 1
        table.state = table.rules.advance(table.state, table.legal()[0])


def custom_match(**options: object) -> Match:
    setup = Setup("cardmaster", 2, seed=5, options={"mode": "custom", "length": "3"} | options)
    match = Match.start(setup, (SeatPlan("human"), SeatPlan("human")))
    while match.rules.observe is None or match.observation(0).board.round == 0:
        match.submit(match.legal()[0])
    return match


def test_CM_3_each_correction_can_be_undone():
    match = custom_match()
    before, seat = match.observation(0), match.deciding
    target = before.board.teams[1].active[0]
    match.submit(CorrectHp(target, 1))
    match.submit(CorrectGems(target, 9))
    assert match.observation(0).board.pieces[target].hp == 1
    match.undo(seat)
    match.undo(seat)
    assert match.observation(0) == before


def test_CM_2_the_device_is_handed_over_at_each_change_of_possession():
    match = custom_match()
    first = match.deciding
    assert first == match.observation(0).board.turn
    match.submit(EndPossession())
    assert match.deciding == 1 - first
    tellings = [beat.telling.kind for beat in match.beats(0, match.count) if beat.telling]
    assert "turn" in tellings


def test_CM_3_a_typed_card_is_kept_and_played_in_the_next_match():
    card = BOX.typed_cards.keep(TYPED)
    assert re.fullmatch("typed-[0-9a-f]{8}", card)
    assert (paths.cards_folder("cardmaster") / f"{card}.toml").is_file()
    kept = typed_cards()[card]
    assert (kept.name, kept.types, kept.dfn, kept.typed) == (TYPED["name"], ("beast", "aura"), 99, True)
    assert card in {face.id for face in BOX.catalogue()}
    ready = BOX.ready_decks()[0]
    deck = DeckList("Home", {card: 1} | dict(list(ready.cards.items())[:8]))
    setup = BOX.complete(Setup("cardmaster", 2, options={"mode": "custom"}, decks=(deck, ready)))
    state = BOX.rules(setup).setup(setup).state
    assert state.board.pieces[0].card == card
    assert (state.board.pieces[0].atk, state.board.pieces[0].dfn) == (300, 99)


@pytest.mark.parametrize("names", [("Ätzer", "Ötzer"), ("Rex!", "Rex?"), ("猫", "犬"), ("Rex", "Rex")])
def test_CM_3_cards_of_like_names_are_kept_side_by_side(names: tuple[str, str]):
    """A card is known by more than its name: in any script, and when two are called the same."""
    kept = [BOX.typed_cards.keep(TYPED | {"name": name}) for name in names]
    assert len(set(kept)) == 2
    assert [typed_cards()[card].name for card in kept] == list(names)


def test_CM_3_a_typed_card_is_changed_copied_and_deleted():
    cards = BOX.typed_cards
    first = cards.keep(TYPED)
    assert cards.values(first) == TYPED
    assert cards.keep(TYPED | {"atk": 301, "name": "Another"}, first) == first
    assert (typed_cards()[first].atk, typed_cards()[first].name, len(typed_cards())) == (301, "Another", 1)
    copy = cards.keep(cards.values(first))
    assert copy != first
    cards.drop(first)
    assert list(typed_cards()) == [copy]
    for gone in (first, "typed-none", BOX.catalogue()[0].id):
        assert cards.values(gone) is None
        with pytest.raises(SetupError, match="There is no typed-in card"):
            cards.drop(gone)
        with pytest.raises(SetupError, match="There is no typed-in card"):
            cards.keep(TYPED, gone)


def test_CM_3_a_card_in_a_file_of_several_is_left_to_its_owner():
    first = BOX.typed_cards.keep(TYPED)
    path = paths.cards_folder("cardmaster") / f"{first}.toml"
    both = path.read_text() + path.read_text().replace(first, "typed-other")
    path.write_text(both)
    with pytest.raises(SetupError, match="holds several cards"):
        BOX.typed_cards.drop(first)
    with pytest.raises(SetupError, match="holds several cards"):
        BOX.typed_cards.keep(TYPED, first)
    assert path.read_text() == both


@pytest.mark.parametrize(("more", "held"), [("# Drawn by Ada.\n", "comments"), ("[defaults]\nhp = 1\n", "[defaults]")])
def test_CM_3_what_a_person_wrote_in_the_file_of_a_card_is_never_written_over(more: str, held: str):
    card = BOX.typed_cards.keep(TYPED)
    path = paths.cards_folder("cardmaster") / f"{card}.toml"
    by_hand = more + path.read_text().replace('flavour = ""', 'flavour = "Meow."').replace("card-pick", "key")
    path.write_text(by_hand)
    with pytest.raises(SetupError, match=re.escape(f"{card}.toml holds {held}, which would be lost; change this one by hand.")):
        BOX.typed_cards.keep(TYPED | {"atk": 301}, card)
    assert path.read_text() == by_hand
    path.write_text(by_hand.removeprefix(more))
    BOX.typed_cards.keep(TYPED | {"atk": 301}, card)
    kept = typed_cards()[card]
    assert (kept.atk, kept.flavour, kept.icon) == (301, "Meow.", "key")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "The card needs a name."),
        ("name", "x" * 41, "A name has at most 40 characters, and this one has 41."),
        ("tier", 11, "A Tier is a whole number from 1 to 10, not '11'."),
        ("hp", 0, "HP is a whole number from 1 to 999, not '0'."),
        ("hp", 1000, "HP is a whole number from 1 to 999, not '1000'."),
        ("atk", "many", "ATK is a whole number from 1 to 999, not 'many'."),
        ("def", True, "DEF is a whole number from 1 to 999, not 'True'."),
        ("status", "hiccups", "There is no status 'hiccups'; the five are overcook, undershock, brainlock, gridfreeze, souldrift."),
    ],
)
def test_CM_4_a_wrong_field_is_refused_with_a_sentence_beside_it(field: str, value: object, words: str):
    wrong = TYPED | {field: value}
    assert BOX.typed_cards.faults(wrong) == {field: words}
    with pytest.raises(SetupError) as caught:
        BOX.typed_cards.keep(wrong)
    assert caught.value.sentences == (words,)
    assert not typed_cards()


def test_CM_4_a_wrong_type_is_named_beside_its_own_field():
    faults = BOX.typed_cards.faults(TYPED | {"type2": "cheese"})
    assert list(faults) == ["type2"]
    assert faults["type2"].startswith("There is no type 'cheese'")


def test_CM_4_every_wrong_field_is_named_at_once():
    assert set(BOX.typed_cards.faults({})) == {"name", "tier", "type1", "type2", "status", "spd", "hp", "def", "atk", "spc"}


def test_a_sum_that_is_not_333_a_tier_is_accepted_with_a_remark():
    assert BOX.typed_cards.remarks(TYPED) == ()
    odd = TYPED | {"atk": 400}
    assert BOX.typed_cards.faults(odd) == {}
    assert BOX.typed_cards.remarks(odd) == ("The five stats sum to 1099; a printed card of Tier 3 sums to 999.",)
    BOX.typed_cards.keep(odd)


def test_the_form_names_each_field_with_its_range():
    form = {option.key: option for option in BOX.typed_cards.form()}
    assert set(form) == set(TYPED)
    assert BOX.typed_cards.faults({option.key: option.default for option in form.values()}) == {"name": "The card needs a name."}


def test_a_typed_card_that_was_broken_by_hand_is_left_out_and_harms_nothing():
    card = BOX.typed_cards.keep(TYPED)
    (paths.cards_folder("cardmaster") / "typed-odd.toml").write_text("[[card]]\nid = 3\n")
    assert list(typed_cards()) == [card]
    setup = BOX.complete(Setup("cardmaster", 2))
    assert BOX.rules(setup).setup(setup)


def test_a_setup_without_rows_whose_typed_card_is_gone_says_so():
    card = BOX.typed_cards.keep(TYPED)
    ready = BOX.ready_decks()[0]
    deck = DeckList("Home", {card: 1} | dict(list(ready.cards.items())[:8]))
    setup = BOX.complete(Setup("cardmaster", 2, decks=(deck, ready)))
    (paths.cards_folder("cardmaster") / f"{card}.toml").unlink()
    with pytest.raises(SetupError, match=f"There is no card '{card}' any more"):
        BOX.rules(replace(setup, rows=Rows()))
    assert BOX.rules(setup).face(card).name == TYPED["name"]


def test_typed_cards_of_others_do_not_change_the_catalogue_of_a_match():
    setup = BOX.complete(Setup("cardmaster", 2, options={"draft": True}))
    BOX.typed_cards.keep(TYPED)
    assert BOX.complete(setup).catalogue == setup.catalogue
    assert BOX.rules(setup).setup(setup).state == BOX.rules(setup).setup(setup).state


def test_a_correction_during_an_overcook_is_kept():
    with at_table([fighter("a", now=300, statuses=(overcook(),)), fighter("b")], [wall("c")], custom=True) as table:
        table.do(CorrectHp(table.id("a"), 200))
        assert table.piece("a").statuses == (overcook(),)


def die_asked(table) -> tuple[str, int]:
    top = table.board.pending[-1]
    assert top.kind == "die"
    assert table.legal() == (RollDice(),), "programs let the program roll"
    assert [offer.action for offer in table.rules.offers(table.state)] == [EnterRoll("d100", 100), RollDice()]
    return chance_asked(table.board), top.strength


def test_CM_3_with_real_dice_an_attack_waits_for_each_die_at_the_moment_it_is_rolled():
    with at_table([fighter("a", gems=2), fighter("b")], [wall("c")], custom=True, asks=True, pending=True) as table:
        before = table.board
        table.do(Attack(table.id("a"), 2, table.id("c")))
        assert die_asked(table) == ("backfire", 200)
        assert table.words(1) == ["[a] goes for [c] with A2: a real die for the backfire, 20 %."]
        table.bystanders(before)
        assert table.rules.scene(table.observation(0)).prompt.words == "Backfire of [a], 20 %: roll a d100, 20 or less."
        table.refused(CorrectHp(table.id("c"), 1), rule="CM-3")
        table.refused(EnterRoll("d6", 1), rule="CM-3")
        table.do(EnterRoll("d100", 21))
        what, tenths = die_asked(table)
        assert what == "status"
        assert not table.events(ChanceTaken), "nothing lands before all is known"
        table.do(EnterRoll("d100", tenths // 10))
        assert [(each.what, each.happened, each.entered) for each in table.events(ChanceTaken)] == [
            ("backfire", False, True),
            ("status", True, True),
        ]
        assert bears(table.piece("c"), "overcook")
        assert not table.board.entered
        assert table.board.pending[-1].kind == "act"


@pytest.mark.parametrize(("value", "hp"), [(20, 900), (99, 30)])
def test_CM_3_no_die_is_asked_for_that_is_not_rolled(value: int, hp: int):
    with at_table([fighter("a", gems=2), fighter("b")], [wall("c", hp=hp), wall("d")], custom=True, asks=True) as table:
        table.do(Attack(table.id("a"), 2, table.id("c")))
        assert die_asked(table)[0] == "backfire"
        table.do(EnterRoll("d100", value))
        assert [each.what for each in table.events(ChanceTaken)] == ["backfire"]


def test_CM_3_the_program_rolls_where_it_is_let_and_an_A1_asks_for_nothing():
    with at_table([fighter("a", gems=2), fighter("b"), fighter("e")], [wall("c")], custom=True, asks=True) as table:
        table.do(Attack(table.id("b"), 1, table.id("c")))
        assert table.board.pending[-1].kind == "act"
        table.do(Attack(table.id("a"), 2, table.id("c")))
        table.do(RollDice(), flips=(False, True))
        assert [(each.happened, each.entered) for each in table.events(ChanceTaken)] == [(False, False), (True, False)]


def test_CM_3_the_first_roll_takes_place_as_soon_as_both_real_dice_are_entered():
    with at_table([fighter("a")], [wall("c")], turn=-1, ready=[], round=1, asked=Decision("roll", 0), custom=True, asks=True) as table:
        assert [offer.words for offer in table.rules.offers(table.state) if offer.main] == ["Enter the real die of {0}"]
        table.do(EnterRoll("d6", 2))
        assert table.board.pending[-1].kind == "roll"
        assert [offer.words for offer in table.rules.offers(table.state) if offer.main] == ["Enter the real die of {1}"]
        prompt = table.rules.scene(table.rules.observe(table.state, 0)).prompt
        assert prompt is not None
        assert prompt.words == "Both sides are equally fast: {0}'s die shows 2, {1}'s is still to be rolled."
        table.do(EnterRoll("d6", 5))
        assert table.events(Rolled)[0].faces == (2, 5)
        assert "{0} rolls 2, {1} rolls 5 (real dice)." in table.words(0)


def test_CM_3_of_two_dice_only_the_one_that_was_entered_is_told_as_real():
    with at_table([fighter("a")], [wall("c")], turn=-1, ready=[], round=1, asked=Decision("roll", 0), custom=True, asks=True) as table:
        table.do(EnterRoll("d6", 6))
        table.do(RollDice(), rolls=(4,))
        assert "{0} rolls 6 (a real die), {1} rolls 4." in table.words(0)


def test_CM_3_real_dice_are_an_option_of_a_custom_match_and_old_matches_know_none():
    (option,) = [option for option in BOX.options(2) if option.key == "dice"]
    assert option.only == ("mode", "custom")
    for values, asks in (
        ({"mode": "custom", "dice": True}, True),
        ({"mode": "showdown", "dice": True}, False),
        ({"mode": "custom"}, False),
    ):
        rules = BOX.rules(BOX.complete(Setup("cardmaster", 2, options=values)))
        custom = rules.setup(BOX.complete(Setup("cardmaster", 2, options=values))).state
        assert rules.draft(custom, Chance(1), telling=False).asks is asks


def test_CM_3_every_status_is_named_and_the_one_that_is_borne_stands_first():
    with at_table([fighter("a")], [wall("c", statuses=(Status("brainlock", 220, -1, left=2),))], custom=True) as table:
        offers = [offer for offer in table.rules.offers(table.state) if isinstance(offer.action, CorrectStatus)]
        borne = next(offer for offer in offers if offer.action.piece == table.id("c")).form[0]
        assert borne.default == "brainlock"
        assert dict(borne.choices) == {
            "overcook": "Overcook", "undershock": "Undershock", "brainlock": "Brainlock (borne now)", "gridfreeze": "Gridfreeze",
            "souldrift": "Souldrift",
        }  # fmt: skip
        assert set(borne.means) == set(dict(borne.choices))


def test_CM_3_a_save_that_waits_for_the_die_of_an_impossible_attack_is_refused():
    with at_table([fighter("a", gems=2), fighter("b")], [wall("c")], custom=True, asks=True, pending=True) as table:
        table.do(Attack(table.id("a"), 2, table.id("c")))
        assert table.rules.faults(table.state) == ()
        asked = table.board.pending[-1]
        for changed in (replace(asked, by=5), replace(asked, piece=table.id("c")), replace(asked, by=-1), replace(asked, slot=0)):
            state = replace(table.state, board=replace(table.board, pending=(*table.board.pending[:-1], changed)))
            assert any("waits for a die" in fault for fault in table.rules.faults(state)), changed
