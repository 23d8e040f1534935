"""Overcross: cards, decks, the start and the turn (OC-1 to OC-22).

Longer than most: one chapter of the rulebook, from its first rule to its last.
"""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, FIRE, LEADER, Field, card, lasting
from scenario import Table

from game.cards.model import Ability, Damage, Draw, Fact, Modifier, Pick, Select, Target
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.offers import SetupError
from game.kernel.setup import DeckList, Setup
from game.rules.overcross.actions import Attack, Choose, EndTurn, Move, Order, Place, Play, Use
from game.rules.overcross.arena import Settings
from game.rules.overcross.box import BOX, catalogue
from game.rules.overcross.cards import GENRES, judge
from game.rules.overcross.decks import deck_faults, points
from game.rules.overcross.setup import begin
from game.rules.overcross.state import GoFirst, Placing

SWORD = card("sword", "edit", bears="own", modifiers=(Modifier(stat="dmg", to="bearer", add=1),))
CURSE = card("curse", "edit", bears="foe", modifiers=(Modifier(stat="move", to="bearer", add=-1),))
SALVE = card("salve", "edit", bears="any", abilities=(Ability(when="use", effects=(Draw(),)),))
BOLT = card(
    "bolt",
    "event",
    abilities=(Ability(targets=(Target(of=Select(kind="character", side="foe")),), effects=(Damage(to="target", amount=2),)),),
)
TWIN = card("twin", name="Grunt")
VAN = card("van", keywords=("vanguard",))
ALL = (*CARDS, SWORD, CURSE, SALVE, BOLT, TWIN, VAN)


def field(**more):
    return Field(cards=ALL, **more)


def test_OC_1_four_kinds_do_what_their_kind_does():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("archer", "sword", "curse", "wall", "bolt"),), round_=5)
    ids = f.ids
    table.do(Play(ids["archer"], f.cell(1, 0)))
    table.do(Play(ids["sword"], target=1))
    table.do(Play(ids["curse"], target=2))
    table.do(Play(ids["wall"], f.cell(3, 3)))
    table.do(Play(ids["bolt"], target=2))
    state = table.state
    assert state.units[ids["archer"]].cell == f.cell(1, 0)
    assert [edit.card for edit in state.units[1].edits] == ["sword"]
    assert [edit.card for edit in state.units[2].edits] == ["curse"]
    assert state.terrain[ids["wall"]].cell == f.cell(3, 3)
    assert state.units[2].damage == 2
    assert state.discards[0] == (ids["bolt"],)


def test_OC_1_an_edit_goes_where_it_says():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("sword", "curse", "salve"),))
    table.refused(Play(f.ids["sword"], target=2), rule="OC-1")
    table.refused(Play(f.ids["curse"], target=1), rule="OC-1")
    table.allowed(Play(f.ids["salve"], target=1))
    table.allowed(Play(f.ids["salve"], target=2))
    table.refused(Play(f.ids["sword"], f.cell(1, 1)), rule="OC-1")


def test_OC_1_a_bearer_uses_and_destroys_its_edit():
    cards = catalogue()
    f = Field(cards=(*CARDS, cards["smelling-salts"]))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), edits=((1, "smelling-salts", 0),), damage=((1, 4), (2, 1)), phase="major")
    table.do(Use(f.ids["smelling-salts"], 0))
    assert table.state.units[1].damage == 1
    assert table.state.units[1].edits == ()
    assert table.state.discards[0] == (f.ids["smelling-salts"],)
    assert table.state.units[2].damage == 1
    assert not table.state.units[1].major


def test_OC_2_a_genre_does_nothing_of_its_own():
    fantasy, modern = card("elf", traits=("fantasy",)), card("clerk", traits=("modern",))
    f = Field(cards=(*CARDS, fantasy, modern))
    for name in ("elf", "clerk"):
        table = f.world((0, name, (0, 0)), (1, "grunt", (1, 1)))
        table.do(Attack(1, 0, 2), rolls=(3, 6))
        assert table.state.units[2].damage == 2
    assert judge(card("both", traits=("fantasy", "modern")), frozenset())
    assert set(GENRES) == {"fantasy", "sci-fi", "modern", "online"}


def test_OC_3_every_card_has_deck_cost_and_play_cost_and_only_characters_a_rank():
    for each in catalogue().cards.values():
        assert 1 <= each.deck <= 40
        assert 1 <= each.play <= 12
        assert not each.rank or each.kind == "character"
    assert judge(card("wall-of-fame", "terrain", traits=("leader",)), frozenset())
    assert judge(card("free", deck=0), frozenset())
    assert not judge(LEADER, frozenset())


@pytest.mark.parametrize("defense", [2, 6])
def test_OC_4_a_printed_defense_is_two_to_six(defense):
    assert not judge(card("fine", defense=defense), frozenset())
    beyond = 1 if defense == 2 else 7
    assert [words for _, words in judge(card("off", defense=beyond), frozenset()) if "OC-4" in words]


def test_OC_4_six_counters_destroy():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), (1, "archer", (4, 5)), hands=(("bolt",),), damage=((2, 4), (3, 3)))
    table.do(Play(f.ids["bolt"], target=2))
    assert 2 not in table.state.units
    assert table.state.units[3].damage == 3


def test_OC_5_an_attack_prints_symbol_size_dmg_acc_and_rng():
    from game.rules.overcross.cards import Attack as Printed

    def fault(**fields):
        return judge(card("x", attacks=(Printed(name="A", **{"dmg": 1, **fields}),)), frozenset())

    assert not fault(symbol="crosshair", rng=4, size="F", dmg=6, acc=6)
    assert fault(dmg=0)
    assert fault(dmg=7)
    assert fault(symbol="crosshair")
    assert fault(symbol="fist", rng=2)
    face = BOX.rules(BOX.complete(Setup("overcross", 2))).face("pim-the-potboy")
    assert any("Crosshair" in line and "Dmg 1" in line and "Acc 4+" in line and "Rng 3" in line for line in face.text)


def test_OC_6_a_deck_may_cost_as_much_as_agreed_and_no_more():
    deck = DeckList("d", {"leader": 1, "grunt": 3})
    used = points(deck, Field(cards=ALL).catalogue)
    assert used == 8 + 12
    assert deck_faults(deck, Field(cards=ALL).catalogue, Settings(deck_points=20)) == ()
    assert "OC-6" in deck_faults(deck, Field(cards=ALL).catalogue, Settings(deck_points=19))[0]


def test_OC_6_a_deck_may_have_any_number_of_cards():
    assert deck_faults(DeckList("d", {"leader": 1, "wall": 80}), Field(cards=ALL).catalogue, Settings(deck_points=400)) == ()


def test_OC_7_one_side_and_neutral_terrain():
    other, rock = card("alien", side="other"), card("boulder", "terrain", side="neutral")
    known = Field(cards=(*ALL, other, rock)).catalogue
    assert deck_faults(DeckList("d", {"leader": 1, "boulder": 2}), known, Settings()) == ()
    assert "OC-7" in deck_faults(DeckList("d", {"leader": 1, "alien": 1}), known, Settings())[0]
    assert judge(card("hermit", side="neutral"), frozenset())


def test_OC_8_three_copies_but_any_number_of_terrain():
    known = Field(cards=ALL).catalogue
    assert deck_faults(DeckList("d", {"leader": 1, "grunt": 3, "wall": 9}), known, Settings()) == ()
    assert "OC-8" in deck_faults(DeckList("d", {"leader": 1, "grunt": 4}), known, Settings())[0]


def test_OC_9_a_broken_deck_is_refused_with_every_reason():
    deck = DeckList(
        "Mess",
        {"pim-the-potboy": 4, "shelver-drone": 1, "nobody": 1, "dragon-in-room-six": 3, "sir-payslater": 3, "gregor-the-doorstop": 3},
    )
    faults = BOX.deck_faults(deck, Setup("overcross", 2))
    assert len(faults) == 5
    for word in ("nobody", "OC-6", "OC-7", "OC-8", "OC-46"):
        assert any(word in fault for fault in faults), word
    with pytest.raises(SetupError) as caught:
        BOX.complete(Setup("overcross", 2, decks=(deck, BOX.ready_decks()[0])))
    assert len(caught.value.sentences) == 5


# --- the start ---------------------------------------------------------------------------------------------------------


def opening(seats=2, **options):
    setup = BOX.complete(Setup("overcross", seats, seed=9, options={"objective": "death-match", **options}))
    rules = BOX.rules(setup)
    return Table(rules, rules.setup(setup).state, pending=True)


def test_OC_10_the_highest_roll_chooses_first_or_last():
    for first in (True, False):
        table = opening(4)
        asking = table.state.stack[-1]
        assert isinstance(asking, GoFirst)
        winner = asking.seat
        assert table.seat == winner
        table.refused(EndTurn(), rule="OC-10")
        table.do(Order(first))
        assert table.state.first == (winner if first else (winner + 1) % 4)
        seats = []
        for _ in range(5):
            seats.append(table.state.active)
            table.do(EndTurn())
        assert seats == [(table.state.first + n) % 4 for n in range(5)]


def test_OC_10_ties_roll_again():
    found = 0
    for seed in range(40):
        setup = BOX.complete(Setup("overcross", 3, seed=seed, options={"objective": "death-match"}))
        rules = BOX.rules(setup)
        rolls = [event for event in rules.setup(setup).events if type(event).__name__ == "Rolled"]
        for one, two in itertools.pairwise(rolls):
            found += 1
            best = max(one.faces)
            assert one.winner == -1
            assert [seat for seat, face in enumerate(one.faces) if face == best] == [seat for seat, face in enumerate(two.faces) if face]
        last = rolls[-1]
        assert last.faces[last.winner] == max(last.faces)
        assert Counter(last.faces)[max(last.faces)] == 1
    assert found


def test_OC_11_deploy_zones_are_whole_edges_and_two_sit_opposite():
    from game.content.own_maps import map_files
    from game.rules.overcross.box import battle_map

    for name in map_files("overcross"):
        field_map = battle_map(name)
        one, two = field_map.zones_for(2)
        width, height = field_map.grid.width, field_map.grid.height
        for zone in (one, two):
            cells = [cell for cell in range(width * height) if zone >> cell & 1]
            xs, ys = {cell % width for cell in cells}, {cell // width for cell in cells}
            assert len(xs) == 1 or len(ys) == 1, f"{name}: a deploy zone is not one edge"
        assert not one & two
    table = opening()
    patches = table.scene(0).zones["grid"].patches
    assert {patch.tone for patch in patches} >= {"seat-0", "seat-1"}


def test_OC_12_five_cards_each_and_hands_are_secret():
    table = opening(3)
    assert [len(hand) for hand in table.state.hands] == [5, 5, 5]
    for seat in range(3):
        seen = table.observation(seat)
        for other in range(3):
            known = [piece for piece in table.state.hands[other] if piece in seen.faces]
            assert len(known) == (5 if other == seat else 0)


def test_OC_12_who_only_watches_knows_what_all_seats_do():
    table = opening(3)
    piece = table.state.hands[0][0]
    for seen, watched in ((0b010, False), (0b110, True), (0b111, True)):
        state = replace(table.state, known={piece: seen})
        assert (piece in table.rules.observe(state, SPECTATOR).faces) is watched
        assert all(secret.path[1] != piece for secret in table.rules.secrets(state) if secret.telling) is watched


# --- the turn ----------------------------------------------------------------------------------------------------------


def test_OC_13_every_turn_draws_one_card_the_first_too():
    table = opening()
    table.do(Order(first=True))
    assert len(table.state.hands[table.state.active]) == 6


def test_OC_13_an_empty_deck_draws_nothing():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), decks=((), ()))
    table.do(EndTurn())
    assert table.state.hands == ((), ())
    assert table.outcome is None
    assert not table.events("Drew")


def test_OC_14_the_play_limit_is_the_round_and_each_has_its_own():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("archer",), ("archer",)), round_=2)
    table.do(Play(f.ids["archer"], f.cell(3, 0)))
    assert table.state.limit == 1
    table.do(EndTurn())
    assert (table.state.active, table.state.round, table.state.limit) == (1, 2, 2)
    table.do(EndTurn())
    assert (table.state.active, table.state.round, table.state.limit) == (0, 3, 3)


def test_OC_15_cards_come_before_actions():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("archer",),))
    table.allowed(Play(f.ids["archer"], f.cell(3, 0)))
    table.do(Move(1, f.cell(1, 1)))
    table.refused(Play(f.ids["archer"], f.cell(3, 0)), rule="OC-15")


def test_OC_15_only_from_the_own_hand():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=((), ("archer",)))
    table.refused(Play(f.ids["archer"], f.cell(3, 0)), rule="OC-15")


def test_OC_16_no_two_of_a_name_under_one_player():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (5, 5)), hands=(("grunt", "twin", "archer", "wall", "wall"),))
    second = table.state.hands[0][0]
    table.refused(Play(second, f.cell(3, 0)), rule="OC-16")
    table.refused(Play(f.ids["twin"], f.cell(3, 0)), rule="OC-16")
    table.allowed(Play(table.state.hands[0][2], f.cell(3, 0)))
    table.do(Play(table.state.hands[0][3], f.cell(3, 3)))
    table.allowed(Play(table.state.hands[0][3], f.cell(1, 3)))


def test_OC_17_a_character_is_deployed_on_a_free_space_of_the_own_zone():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "archer", (1, 0)), hands=(("mage", "van"),))
    mage = f.ids["mage"]
    table.allowed(Play(mage, f.cell(2, 0)))
    table.refused(Play(mage, f.cell(0, 0)), rule="OC-17")
    table.refused(Play(mage, f.cell(1, 0)), rule="OC-17")
    table.refused(Play(mage, f.cell(2, 1)), rule="OC-17")
    table.refused(Play(mage, f.cell(2, 5)), rule="OC-17")
    table.allowed(Play(f.ids["van"], f.cell(1, 1)))
    table.refused(Play(f.ids["van"], f.cell(2, 2)), rule="OC-17")


def test_OC_18_one_minor_action_each_and_all_before_the_first_major():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (0, "archer", (3, 0)), (1, "grunt", (1, 2)))
    table.do(Move(1, f.cell(1, 1)))
    table.refused(Move(1, f.cell(0, 1)), rule="OC-18")
    table.do(Attack(1, 0, 3), rolls=(6,))
    table.refused(Move(2, f.cell(3, 1)), rule="OC-18")
    table.refused(Attack(3, 0, 1), rule="OC-18")


def test_OC_19_one_major_action_each():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (0, "giant", (1, 0)), (1, "grunt", (1, 1)))
    table.do(Attack(1, 0, 3), rolls=(6,))
    table.refused(Attack(1, 0, 3), rule="OC-19")
    table.allowed(Attack(2, 0, 3))


@pytest.mark.parametrize(("fact", "true_after"), [("acted", ["m", "M", "mM"]), ("moved", ["m", "mM"])])
def test_OC_18_and_OC_19_an_ability_may_ask_whether_its_character_has_acted_or_moved(fact, true_after):
    waker = card("waker", abilities=(Ability(when="use", timing=("special",), limit="turn", condition=Fact(name=fact), effects=(Draw(),)),))
    f = Field(cards=(*CARDS, waker))
    may = []
    for spent in ("", "m", "M", "mM"):
        table = f.world((0, "waker", (0, 0)), (1, "grunt", (5, 5)), acted=((1, spent),), phase="major", decks=(("grunt",),))
        may += [spent] if Use(1, 0) in table.legal() else []
    assert may == true_after


def test_OC_20_a_full_action_needs_an_unspent_minor():
    f = field()
    table = f.world((0, "giant", (0, 0)), (1, "grunt", (1, 1)))
    table.allowed(Attack(1, 0, 2))
    table.do(Move(1, f.cell(1, 0)))
    table.refused(Attack(1, 0, 2), rule="OC-20")
    table = f.world((0, "giant", (0, 0)), (1, "grunt", (1, 1)))
    table.do(Attack(1, 0, 2), rolls=(6,))
    assert (table.state.units[1].minor, table.state.units[1].major, table.state.phase) == (True, True, "major")
    table.refused(Attack(1, 1, 2), rule="OC-18")


def test_OC_20_a_minor_attack_takes_the_minor_action():
    f = field()
    table = f.world((0, "giant", (0, 0)), (1, "grunt", (1, 1)))
    table.do(Attack(1, 1, 2), rolls=(6,))
    assert table.state.units[1].minor
    assert table.state.phase == "minor"
    table.refused(Move(1, f.cell(0, 1)), rule="OC-18")
    table.refused(Attack(1, 0, 2), rule="OC-20")


def test_OC_21_a_character_acts_on_the_turn_it_is_deployed():
    f = field()
    table = f.world((1, "grunt", (5, 5)), hands=(("archer",),))
    archer = f.ids["archer"]
    table.do(Play(archer, f.cell(0, 0)))
    table.allowed(Move(archer, f.cell(0, 3)))


def test_OC_22_an_event_goes_to_the_discard_pile_face_up():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("bolt",),))
    bolt = f.ids["bolt"]
    table.refused(Play(bolt, target=1), rule="OC-22")
    table.do(Play(bolt, target=2))
    assert table.state.discards[0] == (bolt,)
    assert table.scene(1).pieces[bolt].face == "bolt"


def test_OC_E6_round_three():
    two = card("two", "terrain", play=2)
    f = Field(cards=(*CARDS, two, FIRE))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("two", "two", "fire", "fire"),), round_=3)
    first, second, third, fourth = table.state.hands[0]
    table.do(Play(first, f.cell(2, 2)))
    table.refused(Play(second, f.cell(4, 2)), rule="OC-15")
    table.do(Play(third, f.cell(0, 3)))
    table.refused(Play(fourth, f.cell(5, 3)), rule="OC-15")
    assert table.state.limit == 0


def test_a_match_begins_the_same_from_the_same_seed():
    setup = BOX.complete(Setup("overcross", 2, seed=4))
    rules = BOX.rules(setup)
    assert begin(rules.arena, 4).state == begin(rules.arena, 4).state
    assert any(isinstance(item, Placing) for item in begin(rules.arena, 4).state.stack)
    assert begin(rules.arena, 4).state.chance != Chance(4).state


def test_placing_a_mark_uses_the_own_zone():
    setup = BOX.complete(Setup("overcross", 2, seed=4))
    rules = BOX.rules(setup)
    table = Table(rules, rules.setup(setup).state, pending=True)
    table.do(Order(first=True))
    table.refused(EndTurn(), rule="OC-46")
    own = table.legal()[0]
    assert isinstance(own, Place)
    table.refused(Place(rules.arena.width * (rules.arena.height // 2)), rule="OC-46")


# --- plays that would change nothing -----------------------------------------------------------------------------------


def warnings(table):
    """Return the warnings of what is on offer, by action."""
    return {offer.action: offer.warning for offer in table.rules.offers(table.state) if offer.refusal is None}


def test_a_pull_on_a_steady_target_and_a_backup_of_a_name_in_play_are_warned_of():
    f = Field(("........",) * 8, tuple(catalogue().cards.values()))
    units = ((0, "shelver-drone", (0, 0)), (1, "gregor-the-doorstop", (4, 4)), (1, "pim-the-potboy", (6, 6)))
    table = f.world(*units, hands=(("tractor-beam", "backup-from-tape"),), discards=(("shelver-drone", "kobold-intern"),), round_=5)
    beam, backup = table.state.hands[0]
    drone, intern = table.state.discards[0]
    said = warnings(table)
    assert said[Play(beam, target=1)] == ""
    assert said[Play(backup, target=drone)] == "It would change nothing: [shelver-drone] is in play already."
    assert said[Play(backup, target=intern)] == ""
    table.do(Play(beam, target=1))
    asked = warnings(table)
    assert asked[Choose(2)] == "It would change nothing: [gregor-the-doorstop] is *Steady*."
    assert asked[Choose(3)] == ""
    alone = f.world(*units[:2], hands=(("tractor-beam",),))
    assert warnings(alone)[Play(f.ids["tractor-beam"], target=1)] == "It would change nothing: [gregor-the-doorstop] is *Steady*."


def test_a_backup_of_a_name_in_play_asks_for_no_space():
    f = Field(("........",) * 8, tuple(catalogue().cards.values()))
    table = f.world(
        (0, "shelver-drone", (0, 0)),
        (1, "pim-the-potboy", (6, 6)),
        hands=(("backup-from-tape",),),
        discards=(("shelver-drone",),),
        round_=5,
    )
    table.do(Play(table.state.hands[0][0], target=table.state.discards[0][0]))
    assert not [action for action in table.legal() if isinstance(action, Choose)]
    assert len(table.state.units) == 2


def told(hand, *units, discards=()):
    """Return the warnings of the plays of one card at each target, in words."""
    f = Field(("........",) * 8, tuple(catalogue().cards.values()))
    table = f.world(*units, hands=(hand,), discards=(discards,), round_=9)
    (card,) = table.state.hands[0]
    return [words for action, words in warnings(table).items() if isinstance(action, Play) and action.piece == card]


def test_an_edit_that_gives_its_bearer_only_what_it_has_or_has_no_use_for_is_warned_of():
    twice = (0, "the-silent-majority", (1, 1)), (0, "gregor-the-doorstop", (3, 3)), (1, "pim-the-potboy", (6, 6))
    assert told(("diplomatic-immunity",), *twice) == [
        "It would change nothing: [the-silent-majority] has *Elusive* already and has *Steady* already.",
        "",
    ]
    assert told(("hi-vis-vest",), *twice) == ["", ""]  # a better Defense in any case
    assert told(("laser-bookmark",), (0, "boarding-bot", (1, 1)), (0, "star-cartographer", (3, 3))) == [
        "It would change nothing: [boarding-bot] has no attack with Rng.", "",
    ]  # fmt: skip
    f = Field(("........",) * 8, tuple(catalogue().cards.values()))
    units = ((0, "boarding-bot", (1, 1)), (1, "pim-the-potboy", (6, 6)))
    table = f.world(*units, hands=(("wheel-clamp", "wheel-clamp"),), round_=9)
    one, two = table.state.hands[0]
    assert warnings(table)[Play(one, target=2)] == ""
    table.do(Play(one, target=2))
    assert warnings(table)[Play(two, target=2)] == "It would change nothing: [pim-the-potboy] is *Rooted* already."
    table = f.world(*units, hands=(("wheel-clamp",),), lasting=(lasting(2, "rooted", 1, card_id="wheel-clamp"),), round_=9)
    assert warnings(table)[Play(f.ids["wheel-clamp"], target=2)] == "", "it stays when that has ended"


def test_a_warning_says_what_is_counted_and_is_not_there():
    units = (0, "boarding-bot", (1, 1)), (1, "pim-the-potboy", (6, 6))
    assert told(("the-deceased-have-voted",), *units) == ["It would change nothing: there is no character in your discard pile."]
    assert told(("rent-is-due",), *units) == ["It would change nothing: there is no card in an opponent's hand."]


def test_an_attack_that_can_do_nothing_whatever_the_dice_show_is_warned_of():
    f = Field(cards=CARDS)
    units = ((0, "grunt", (2, 2)), (1, "grunt", (2, 3)), (1, "giant", (3, 3)))
    blind = f.world(*units, lasting=(lasting(1, "acc", -3),))
    assert warnings(blind)[Attack(1, 0, 2)] == "It would change nothing: Acc 1+ never hits."
    shielded = f.world(*units, lasting=(lasting(2, "defense", 4),))
    assert warnings(shielded)[Attack(1, 0, 2)] == "It would change nothing: [grunt] always makes its defend roll."
    assert warnings(shielded)[Attack(1, 0, 3)] == ""
    feeble = f.world(*units, lasting=(lasting(1, "dmg", -2),))
    assert warnings(feeble)[Attack(1, 0, 3)] == "It would change nothing: its Dmg against [giant] is 0."


def test_who_may_choose_several_is_told_what_leaving_off_means():
    volley = card("volley", "event", abilities=(
        Ability(effects=(Pick(of=Select(kind="character", side="foe"), least=0, most=2), Damage(to="target", amount=1))),
    ))  # fmt: skip
    f = Field(cards=(*CARDS, volley))
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), (1, "grunt", (4, 5)), (1, "grunt", (3, 5)), hands=(("volley",),))
    table.do(Play(f.ids["volley"]))
    assert (table.offer(Choose(None)).verb, table.offer(Choose(None)).words) == ("None", "Choose none")
    table.do(Choose(2))
    assert (table.offer(Choose(None)).verb, table.offer(Choose(None)).words) == ("Enough", "Choose no more")
    table.do(Choose(None))
    assert [table.state.units[number].damage for number in (2, 3, 4)] == [1, 0, 0]


def test_numbers_for_the_turn_on_who_has_acted_are_warned_of():
    f = Field(("........",) * 8, tuple(catalogue().cards.values()))
    units = ((0, "star-cartographer", (1, 1)), (1, "pim-the-potboy", (6, 6)))
    size = catalogue()["star-cartographer"].attacks[0].size

    def uncorked(acted, phase="minor", seat=0):
        table = f.world(*units, edits=((1, "enchanted-corkscrew", seat),), acted=((1, acted),), phase=phase)
        (use,) = [action for action in table.legal() if isinstance(action, Use)]
        return warnings(table)[use]

    assert size == "M"
    assert uncorked("") == uncorked("m") == uncorked("", "major") == ""
    assert uncorked("mM", "major") == "It would change nothing: [star-cartographer] can attack no more this turn."
    hour = f.world(*units, hands=(("happy-hour",),), acted=((1, "m"),))
    assert warnings(hour)[Play(f.ids["happy-hour"])] == "It would change nothing: [star-cartographer] can move no more this turn."
    assert warnings(f.world(*units, hands=(("happy-hour",),)))[Play(f.ids["happy-hour"])] == ""
    table = f.world(*units, edits=((1, "enchanted-corkscrew", 0),))
    spends = [table.rules.preview(table.state, action).spends for action in table.legal() if isinstance(action, Use)]
    assert spends == [True]
