"""The cards of Overcross that ship: enough of each, fair in cost, and each does what it says and no more.

Longer than most: it walks through every kind of card that ships.
"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, Field
from overcross_table import card as plain_card

from game.cards.model import Damage, Modifier, Select
from game.kernel.setup import Setup
from game.rules.overcross.actions import Attack, Choose, EndTurn, Move, Play, Use
from game.rules.overcross.box import BOX, catalogue
from game.rules.overcross.cards import GENRES, NEUTRAL
from game.rules.overcross.decks import points
from game.rules.overcross.preview import hit_chance
from game.rules.overcross.table import laid_out

SHIPPED = catalogue().cards
SIDES = sorted({card.side for card in SHIPPED.values()} - {NEUTRAL})
EVERYTHING = (*CARDS, *SHIPPED.values())


@pytest.mark.parametrize("side", SIDES)
def test_a_side_has_enough_of_everything(side):
    cards = [card for card in SHIPPED.values() if card.side == side]
    kinds = Counter(card.kind for card in cards)
    ranks = Counter(card.rank for card in cards if card.rank)
    assert len(cards) >= 40
    assert (kinds["character"] >= 18, kinds["edit"] >= 10, kinds["event"] >= 10, kinds["terrain"] >= 6) == (True,) * 4
    assert ranks == {"leader": 1, "champion": 1, "legend": 1}
    assert {card.genre for card in cards} >= set(GENRES)


def test_there_is_neutral_terrain_without_a_genre():
    pool = [card for card in SHIPPED.values() if card.side == NEUTRAL]
    assert len(pool) >= 6
    assert all(card.kind == "terrain" and not card.genre for card in pool)


def test_every_ready_deck_serves_every_objective():
    decks = BOX.ready_decks()
    for side in SIDES:
        assert len([deck for deck in decks if deck.side == side]) >= 3
    for deck in decks:
        assert 90 <= points(deck, catalogue()) <= 100
        assert deck.plan
        for objective in ("assassination", "summoning", "flag", "invasion", "death-match"):
            for mark in ("leader", "champion", "both"):
                assert BOX.deck_faults(deck, Setup("overcross", 2, options={"objective": objective, "mark": mark})) == ()
    assert {card for deck in decks for card in deck.cards} >= {card.id for card in SHIPPED.values() if card.rank}


def test_play_costs_follow_deck_costs():
    for card in SHIPPED.values():
        assert card.deck / 4 <= card.play <= card.deck * 0.75 + 0.5, card.id


def test_characters_are_worth_their_cost():
    """What a character costs grows with what its attacks and its body do."""
    worths = []
    for card in SHIPPED.values():
        if card.kind == "character":
            blows = [
                attack.dmg * hit_chance(attack.acc) * (0.7 if attack.size == "F" else 1) * (1 + 0.12 * attack.rng)
                for attack in card.attacks
            ]
            body = 0.4 * card.move + 0.9 * (card.defense - 2)
            extras = 0.7 * len(card.keywords) + 0.9 * len(card.abilities) + 2 * len(card.modifiers)
            worths.append((card.deck, max(blows, default=0) * 2 + body + extras, card.id))
    for deck, worth, name in worths:
        cheaper = [other for other_deck, other, _ in worths if other_deck <= deck - 4]
        if cheaper:
            assert worth > sum(cheaper) / len(cheaper), name


# --- every character ---------------------------------------------------------------------------------------------------

ATTACKS = [(card.id, index) for card in SHIPPED.values() for index in range(len(card.attacks))]


@pytest.mark.parametrize("card", [card.id for card in SHIPPED.values() if card.kind == "character"])
def test_a_character_comes_onto_the_grid(card):
    f = Field(("........",) * 8, EVERYTHING)
    table = f.world((0, "grunt", (7, 0)), (1, "grunt", (7, 7)), hands=((card,),), decks=(("wall",),), round_=12)
    before = table.state.units
    table.do(Play(f.ids[card], f.cell(0, 0)))
    while len(table.state.stack) > 1:
        table.do(table.legal()[-1])
    unit = table.state.units[f.ids[card]]
    assert (unit.cell, unit.damage, unit.seat) == (0, 0, 0)
    assert {piece: table.state.units[piece] for piece in before} == before
    assert table.state.limit == 12 - SHIPPED[card].play
    walks = {action.to for action in table.legal() if isinstance(action, Move) and action.piece == f.ids[card]}
    assert walks == {
        f.cell(x, y) for x in range(SHIPPED[card].move + 1) for y in range(SHIPPED[card].move + 1) if (x, y) not in {(0, 0), (7, 7), (7, 0)}
    }


@pytest.mark.parametrize(("card", "index"), ATTACKS)
def test_an_attack_hurts_its_target_alone(card, index):
    attack = SHIPPED[card].attacks[index]
    f = Field(("..........",) * 10, EVERYTHING)
    near = attack.symbol == "fist"
    at = (5, 6) if near else (5, min(5 + (attack.rng or 4), 9))
    table = f.world(
        (0, card, (5, 5)), (1, "giant", at), (1, "grunt", (0, 9)), (0, "grunt", (0, 0)), decks=(("wall", "wall"),), hands=((), ("wall",))
    )
    acc = attack.acc
    rolls = (1, 6) if 2 <= acc <= 6 and "piercing" not in SHIPPED[card].keywords else (1,)
    table.do(Attack(1, index, 2), rolls=rolls)
    extra = attack.extra if attack.versus and not attack.versus.trait and not attack.versus.where else 0
    victim = table.state.units[2]
    assert victim.damage == attack.dmg + extra
    assert table.state.units[3].damage == table.state.units[4].damage == 0
    assert table.state.units[1].damage == 0
    if near:
        table = f.world((0, card, (5, 5)), (1, "giant", (5, 7)))
        table.refused(Attack(1, index, 2), rule="OC-38")
    elif attack.rng:
        row = 5 - attack.rng - 1
        aura = [standing for standing in SHIPPED[card].modifiers if standing.stat == "rng" and standing.to == "self"]
        if row >= 0 and not aura:
            table = f.world((0, card, (5, 5)), (1, "giant", (5, row)))
            table.refused(Attack(1, index, 2), rule="OC-34")


def skirmish(card, *, seat=0, edits=(), hands=((), ()), damage=(), **more):
    """Put the card's character 1 at (3, 3); friend 2 and foe 3 beside it, friend 4 and foe 5 far away."""
    f = Field(("..........",) * 10, EVERYTHING)
    units = ((seat, card, (3, 3)), (0, "grunt", (3, 4)), (1, "grunt", (4, 3)), (0, "archer", (9, 0)), (1, "archer", (9, 9)))
    return f, f.world(*units, edits=edits, hands=hands, damage=damage, decks=(("wall", "mage", "fire"), ("wall", "mage")), round_=9, **more)


def bystanders(table, before, *touched):
    """Check that characters 4 and 5, and whoever else is not named, are as they were."""
    for piece, unit in before.units.items():
        if piece not in touched:
            assert table.state.units.get(piece) == unit, piece


USES = {
    "marda-oakapron": (2, lambda table: table.state.units[2].damage == 1),
    "hedda-hexbrew": (3, lambda table: lasting(table, 3, "rooted") == 1),
    "ferrant-emergency-plumber": (0, lambda table: table.state.terrain == {}),
    "concierge-unit-nine": (2, lambda table: table.state.units[2].cell == 63),
    "moderator-kindly": (3, lambda table: lasting(table, 3, "disarmed") == 1),
    "admiral-quill": (-1, lambda table: len(table.state.hands[0]) == 1),
    "ensign-hush": (3, lambda table: lasting(table, 3, "acc") == -2),
    "engineer-dewey": (2, lambda table: not table.state.units[2].major),
    "forklift-certified-fay": (3, lambda table: table.state.units[3].cell == 3 * 10 + 0),
    "the-algorithm": (2, lambda table: lasting(table, 2, "dmg") == 1),
    "prudence-agenda": (-1, lambda table: table.state.votes == (1, 0)),
    "signhere-sal": (-1, lambda table: table.state.votes == (1, 0)),
    "speaker-of-the-horde": (3, lambda table: lasting(table, 3, "dmg") == -2),
    "alderman-puddle": (2, lambda table: table.state.units[2].damage == 2 and table.state.votes == (1, 0)),
}
ELSEWHERE = {"gorm-the-party-whip", "translator-unit-ambig"}
"""They need foes who stand otherwise: `test_overcross_tally.py`."""


def lasting(table, piece, stat):
    return sum(each.value for each in table.state.lasting if each.on == piece and each.stat == stat)


@pytest.mark.parametrize(
    "card",
    [
        card.id
        for card in SHIPPED.values()
        if card.kind == "character" and any(a.when == "use" for a in card.abilities) and card.id not in ELSEWHERE
    ],
)
def test_an_ability_does_what_it_says(card):
    target, done = USES[card]
    part = next(index for index, ability in enumerate(SHIPPED[card].abilities) if ability.when == "use")
    acted = ((2, "M"),) if card == "engineer-dewey" else ()
    f, table = skirmish(card, damage=((2, 3), (4, 3)), terrain=(("wall", (3, 2), 1),), acted=acted)
    target = target or f.ids["wall"]
    before = table.state
    table.do(Use(1, part, target))
    if card == "concierge-unit-nine":
        table.do(Choose(63))
    if card == "forklift-certified-fay":
        table.do(Choose(30))
    assert done(table), table.state
    touched = {1, target}
    bystanders(table, before, *touched)
    assert table.state.units[1].minor or table.state.units[1].major
    table.refused(Use(1, part, target))


def test_abilities_keep_to_their_range():
    for card, far in (("marda-oakapron", 4), ("hedda-hexbrew", 5), ("ensign-hush", 5), ("moderator-kindly", 5), ("the-algorithm", 4)):
        part = next(index for index, ability in enumerate(SHIPPED[card].abilities) if ability.when == "use")
        _, table = skirmish(card, damage=((2, 3), (4, 3)))
        table.refused(Use(1, part, far), rule="OC-34")


# --- triggers of characters --------------------------------------------------------------------------------------------


def hit(table, piece, target, rolls=(1, 6)):
    table.do(Attack(piece, 0, target), rolls=rolls)


def test_sir_payslater_pushes_and_takes_it_personally():
    _, table = skirmish("sir-payslater")
    before = table.state
    hit(table, 1, 3)
    assert table.state.units[3].cell == 35
    bystanders(table, before, 1, 3)
    _, table = skirmish("sir-payslater", active=1)
    hit(table, 3, 1)
    assert lasting(table, 1, "dmg") == 1


def test_gregor_shows_out_two_spaces_and_is_not_moved_himself():
    _, table = skirmish("gregor-the-doorstop")
    hit(table, 1, 3)
    assert table.state.units[3].cell == 36
    _, table = skirmish("trolley-herder-bo", active=0)
    hit(table, 1, 3)
    assert table.state.units[3].cell == 37


def test_nib_and_nob_draw_and_finn_heals():
    _, table = skirmish("nib-and-nob")
    hit(table, 1, 3)
    assert len(table.state.hands[0]) == 1
    _, table = skirmish("finn-who-ate-yours", damage=((1, 2),))
    hit(table, 1, 3)
    assert table.state.units[1].damage == 1


def test_dolores_and_the_wisp_leave_a_mark():
    _, table = skirmish("dolores-of-lettings")
    hit(table, 1, 3)
    assert lasting(table, 3, "defense") == -1
    table.do(EndTurn())
    assert lasting(table, 3, "defense") == -1
    table.do(EndTurn())
    assert lasting(table, 3, "defense") == 0
    _, table = skirmish("notary-wisp")
    hit(table, 1, 3)
    assert lasting(table, 3, "move") == -1


@pytest.mark.parametrize(
    ("card", "status"),
    [("lorrin-nochorus", "stunned"), ("abacus-golem", "stunned"), ("ensign-hush", "disarmed"), ("chef-umlaut", "disarmed")],
)
def test_a_hit_that_leaves_its_target_unable_lasts_through_its_next_turn(card, status):
    _, table = skirmish(card)
    hit(table, 1, 3)
    assert lasting(table, 3, status) == 1
    table.do(EndTurn())
    assert lasting(table, 3, status) == 1
    table.do(EndTurn())
    assert lasting(table, 3, status) == 0


def test_the_corkscrew_opens_any_defence_for_a_turn():
    f, table = bearing("enchanted-corkscrew")
    table.do(Use(f.ids["enchanted-corkscrew"], 0))
    assert lasting(table, 2, "piercing") == 1
    assert table.state.units[2].edits == ()


def test_the_fence_stuns_whoever_enters_it_on_foot_or_by_a_push():
    f, table = standing_on("electric-fence", (4, 5))
    table.do(Move(1, f.cell(5, 5)))
    assert (lasting(table, 1, "stunned"), table.state.units[1].damage) == (1, 2)
    assert lasting(table, 2, "stunned") == 0


def test_the_boarding_bot_pulls():
    f = Field(("..........",) * 10, EVERYTHING)
    table = f.world((0, "boarding-bot", (3, 3)), (1, "grunt", (4, 4)), (0, "grunt", (9, 9)))
    hit(table, 1, 2)
    assert table.state.units[2].cell == f.cell(4, 4)


def test_the_airlock_intern_takes_everyone_along():
    _, table = skirmish("airlock-intern", damage=((1, 5),), active=1)
    before = table.state
    hit(table, 3, 1)
    assert (table.state.units[2].damage, table.state.units[3].damage) == (1, 1)
    bystanders(table, before, 1, 2, 3)


def test_interns_pay_out_and_reply_guys_reply():
    _, table = skirmish("kobold-intern", damage=((1, 5),), active=1)
    hit(table, 3, 1)
    assert len(table.state.hands[0]) == 1
    _, table = skirmish("reply-guy", damage=((3, 5),))
    hit(table, 2, 3)
    assert len(table.state.hands[0]) == 1
    _, table = skirmish("reply-guy", damage=((2, 5),), active=1)
    hit(table, 3, 2)
    assert table.state.hands[0] == ()


def test_the_troll_garnishes():
    _, table = skirmish("troll-of-collections", hands=((), ("wall", "mage")))
    hit(table, 1, 3)
    assert len(table.state.hands[1]) == 1
    assert len(table.state.discards[1]) == 1


def test_the_checkout_answers_and_the_guard_wakes_up():
    _, table = skirmish("self-checkout-seven", active=1)
    before = table.state
    hit(table, 3, 1)
    assert table.state.units[3].damage == 1
    bystanders(table, before, 1, 3)
    _, table = skirmish("guard-who-naps", active=1)
    hit(table, 3, 1)
    assert lasting(table, 1, "move") == 3


def test_the_cartographer_looks_at_three():
    f = Field(("......",) * 6, EVERYTHING)
    table = f.world(
        (0, "grunt", (0, 1)), (1, "grunt", (5, 5)), hands=(("star-cartographer",),), decks=(("wall", "mage", "fire", "mud"),), round_=3
    )
    wall, mage, fire, mud = table.state.decks[0]
    table.do(Play(f.ids["star-cartographer"], f.cell(0, 0)))
    table.do(Choose(mage))
    assert table.state.hands[0] == (mage,)
    assert table.state.decks[0] == (mud, wall, fire)


def test_extra_damage_of_captain_and_ledger_lord():
    f = Field(("......",) * 6, EVERYTHING)
    for foe, damage in (("lurker-sixty-eight", 2), ("reply-guy", 3), ("grunt", 2)):
        table = f.world((0, "captain-late-checkout", (0, 0)), (1, foe, (0, 2)), (0, "grunt", (5, 5)))
        if foe == "lurker-sixty-eight":
            table.refused(Attack(1, 0, 2), rule="OC-34")
            continue
        hit(table, 1, 2)
        assert table.state.units[2].damage == damage
    for wounds, damage in ((0, 3), (1, 4)):
        table = f.world((0, "skrix-ledger-lord", (0, 0)), (1, "grunt", (1, 1)), (0, "grunt", (5, 5)), damage=((2, wounds),))
        hit(table, 1, 2)
        assert table.state.units[2].damage == wounds + damage


@pytest.mark.parametrize(("card", "stat", "near", "far"), [
    ("marda-oakapron", "defense", 4, 3), ("lorrin-nochorus", "acc", 1, 0), ("admiral-quill", "rng", 1, 0),
])  # fmt: skip
def test_an_aura_reaches_friends_nearby_alone(card, stat, near, far):
    _, table = skirmish(card)
    asked = laid_out(table.rules.arena, table.state)
    printed = {piece: asked.stat(piece, stat) for piece in (1, 2, 3, 4)}
    assert (printed[2], printed[3], printed[4]) == (near, far, far)
    assert printed[1] == getattr(SHIPPED[card], stat, 0)


def test_an_aura_that_asks_for_more_than_side_and_distance_reaches_those_alone():
    herald = plain_card("herald", modifiers=(Modifier("move", Select(kind="character", side="own", trait="robot", within=2), add=2),))
    field = Field(cards=(*CARDS, herald, plain_card("robot", traits=("robot",))))
    table = field.world((0, "herald", (0, 0)), (0, "robot", (1, 1)), (0, "grunt", (1, 0)), (0, "robot", (5, 5)), (1, "robot", (0, 1)))
    asked = laid_out(table.rules.arena, table.state)
    assert [asked.stat(piece, "move") for piece in (1, 2, 3, 4, 5)] == [3, 5, 3, 3, 3]


# --- edits -------------------------------------------------------------------------------------------------------------

EDITS = {
    "borrowed-plate": {"defense": 5, "move": 2},
    "unpaid-tab": {"acc": -1},
    "gum-on-the-boot": {"move": 2},
    "enchanted-corkscrew": {"dmg": 1},
    "warranty-jetpack": {"flight": 1, "move": 4},
    "verified-badge": {"elusive": 1, "move": 4},
    "one-star-review": {"defense": 2},
    "hi-vis-vest": {"defense": 4, "steady": 1},
    "laser-bookmark": {"rng": 2},
    "energy-drink": {"move": 4},
    "shadowban": {"dmg": -1},
    "wheel-clamp": {"rooted": 1},
    "poison-quill": {"piercing": 1, "acc": -1},
    "borough-megaphone": {"rng": 1, "acc": 1},
    "chain-of-office": {"defense": 4},
    "diplomatic-immunity": {"elusive": 1, "steady": 1},
    "red-tape": {"move": 1},
    "conflict-of-interest": {"dmg": -1},
    "safe-seat": {"defense": 5, "rooted": 1},
    "campaign-trainers": {"surefoot": 1, "fireproof": 1, "move": 4},
}
WORKING = {
    "campaign-rosette",
    "smear-leaflet",
    "casting-vote",
    "second-breakfast",
    "spare-key",
    "smelling-salts",
    "overdue-notice",
    "loyalty-card",
    "terms-of-service",
    "return-label",
}


def test_every_edit_is_tried():
    assert {card.id for card in SHIPPED.values() if card.kind == "edit"} == set(EDITS) | WORKING


@pytest.mark.parametrize("edit", sorted(set(EDITS) | WORKING))
def test_an_edit_changes_its_bearer_alone(edit):
    f, table = skirmish("grunt", hands=((edit,), ()))
    bearer = 3 if SHIPPED[edit].bears == "foe" else 2
    others = [piece for piece in (1, 2, 3, 4, 5) if piece != bearer]
    asked = laid_out(table.rules.arena, table.state)
    stats = ("move", "defense", "dmg", "acc", "rng", "flight", "elusive", "steady", "rooted", "piercing")
    before = {piece: [asked.stat(piece, stat) for stat in stats] for piece in others}
    table.do(Play(f.ids[edit], target=bearer))
    asked = laid_out(table.rules.arena, table.state)
    for stat, value in EDITS.get(edit, {}).items():
        assert asked.stat(bearer, stat) == value, stat
    assert {piece: [asked.stat(piece, stat) for stat in stats] for piece in others} == before
    assert [each.id for each in table.state.units[bearer].edits] == [f.ids[edit]]


def bearing(edit, bearer=2, *, owner=0, **more):
    return skirmish("grunt", edits=((bearer, edit, owner),), **more)


def test_breakfast_heals_and_notices_hurt_at_the_start_of_their_owners_turn():
    _, table = bearing("second-breakfast", damage=((2, 3), (1, 3)), active=1)
    table.do(EndTurn())
    assert (table.state.units[2].damage, table.state.units[1].damage) == (2, 3)
    table.do(EndTurn())
    assert table.state.units[2].damage == 2
    for fine, damage in ((4, 0), (5, 2)):
        _, table = bearing("overdue-notice", 3, active=1)
        table.do(EndTurn(), rolls=(fine,))
        assert (table.state.units[3].damage, table.state.units[5].damage) == (damage, 0)


def test_spare_key_salts_drink_and_terms_are_used_up():
    f, table = bearing("spare-key")
    table.do(Use(f.ids["spare-key"], 0))
    table.refused(Choose(f.cell(7, 4)))
    table.do(Choose(f.cell(6, 4)))
    assert table.state.units[2].cell == f.cell(6, 4)
    assert table.state.discards[0] == (f.ids["spare-key"],)
    f, table = bearing("energy-drink", acted=((2, "mM"),), phase="major")
    table.do(Use(f.ids["energy-drink"], 0))
    assert (table.state.units[2].major, table.state.units[2].minor, table.state.units[2].damage) == (False, True, 1)
    f, table = bearing("terms-of-service")
    table.do(Use(f.ids["terms-of-service"], 0))
    assert lasting(table, 2, "defense") == 3
    assert table.state.units[2].edits == ()


def test_reviews_and_loyalty_pay_in_cards():
    _, table = bearing("one-star-review", 3, damage=((3, 5),))
    hit(table, 2, 3)
    assert len(table.state.hands[0]) == 1
    _, table = bearing("loyalty-card")
    hit(table, 2, 3)
    assert len(table.state.hands[0]) == 1
    _, table = bearing("loyalty-card")
    hit(table, 2, 3, rolls=(1, 1))
    assert table.state.hands[0] == ()


def test_the_clamp_comes_off_when_it_hurts_and_the_label_sends_back():
    f, table = bearing("wheel-clamp", 3)
    hit(table, 2, 3)
    assert table.state.units[3].edits == ()
    assert table.state.discards[0] == (f.ids["wheel-clamp"],)
    f, table = bearing("return-label", active=1, damage=((2, 5),))
    hit(table, 3, 2)
    assert table.state.hands[0] == (2,)
    assert table.state.discards[0] == (f.ids["return-label"],)
    assert table.observation(1).faces[2] == "grunt"


# --- events ------------------------------------------------------------------------------------------------------------

EVENTS = {
    "round-on-the-house": (-1, (), {1, 2, 4}, lambda s: [s.units[p].damage for p in (1, 2, 3, 4, 5)] == [0, 1, 3, 1, 3]),
    "bar-brawl": (1, (), {3}, lambda s: [s.units[p].damage for p in (1, 2, 3, 4, 5)] == [0, 3, 5, 3, 3]),
    "last-call": (-1, (), set(), lambda s: len(s.hands[0]) == 2),
    "rent-is-due": (-1, (), set(), lambda s: len(s.hands[1]) == 0 and len(s.discards[1]) == 1),
    "kitchen-fire": (1, (), {3}, lambda s: s.units[3].damage == 5),
    "wrong-room": (1, (), {1, 3}, lambda s: (s.units[1].cell, s.units[3].cell) == (34, 33)),
    "happy-hour": (-1, (), set(), lambda s: sorted(each.on for each in s.lasting) == [1, 2, 4]),
    "table-for-one": (-1, ("mage",), set(), lambda s: [s.cards[p][0] for p in s.hands[0]] == ["mage"]),
    "cork-to-the-face": (3, (), set(), lambda s: [each.on for each in s.lasting] == [3] and len(s.hands[1]) == 2),
    "walks-back-in": ("giant", (), set(), lambda s: [s.cards[p][0] for p in s.hands[0]] == ["giant"]),
    "software-update": (-1, (), set(), lambda s: sorted(each.on for each in s.lasting) == [1, 2, 4]),
    "orbital-reshelving": (1, (), {1, 2, 3}, lambda s: [s.units[p].damage for p in (1, 2, 3, 4, 5)] == [1, 4, 5, 3, 3]),
    "restock": (-1, ("mage",), set(), lambda s: len(s.hands[0]) == 2 and len(s.discards[0]) == 4),
    "lights-out": (-1, (), set(), lambda s: sorted(each.on for each in s.lasting) == [3, 5]),
    "tractor-beam": (4, (), {3}, lambda s: s.units[3].cell == 7),
    "product-recall": (3, (), {3}, lambda s: 3 in s.hands[1]),
    "demolition-permit": ("wall", (), set(), lambda s: s.terrain == {} and len(s.hands[0]) == 1),
    "mass-unsubscribe": (3, (), {3}, lambda s: s.units[3].edits == () and len(s.units[2].edits) == 1),
    "aisle-closed": (-1, (3, 5), set(), lambda s: sorted(each.on for each in s.lasting) == [3, 5]),
    "door-to-door": (1, (23,), {1}, lambda s: s.votes == (1, 0) and s.units[1].cell == 23),
    "free-sausages": (2, (), {2}, lambda s: s.units[2].damage == 1 and len(s.hands[0]) == 1),
    "gerrymander": (3, (), {3, 5}, lambda s: (s.units[3].cell, s.units[5].cell) == (99, 34)),
    "emergency-session": (1, (37,), {1}, lambda s: s.units[1].cell == 37 and len(s.hands[0]) == 1),
    "too-close-to-call": (-1, (), set(), lambda s: s.votes == (2, 0) and s.hands[0] == ()),
    "meeting-adjourned": (1, (), set(), lambda s: [(each.on, each.stat) for each in s.lasting] == [(3, "disarmed")]),
    "leaked-minutes": (-1, (), set(), lambda s: s.known[s.hands[1][0]] & 1 and len(s.hands[0]) == 1),
    "landslide": (1, (), {3}, lambda s: s.units[3].damage == 4),
    "the-deceased-have-voted": (-1, (), set(), lambda s: s.votes == (2, 0)),
    "more-time-with-the-family": (2, (), {2}, lambda s: 2 in s.hands[0] and len(s.hands[0]) == 2),
    "backup-from-tape": ("mage", (0,), set(), lambda s: any(unit.card == "mage" and unit.cell == 0 for unit in s.units.values())),
}


def test_every_event_is_tried():
    assert {card.id for card in SHIPPED.values() if card.kind == "event"} == set(EVENTS)


@pytest.mark.parametrize("card", sorted(EVENTS))
def test_an_event_does_what_it_says(card):
    target, choices, touched, done = EVENTS[card]
    edits = ((2, "hi-vis-vest", 0), (3, "borrowed-plate", 1), (3, "unpaid-tab", 0)) if card == "mass-unsubscribe" else ()
    terrain = (("wall", (6, 6), 1),) if card == "demolition-permit" else ()
    wounds = ((2, 3), (3, 3), (4, 3), (5, 3))
    f, table = skirmish("grunt", hands=((card,), ("wall",)), damage=wounds, edits=edits, discards=(("giant", "mage"),), terrain=terrain)
    before = table.state
    if isinstance(target, str):
        pieces = (*before.terrain, *before.discards[0])
        target = next(piece for piece in pieces if before.cards[piece][0] == target)
    table.do(Play(f.ids[card], target=target), rolls=(4,) if card == "too-close-to-call" else ())
    for choice in choices:
        named = [
            action for action in table.legal() if action.choice is not None and table.state.cards.get(action.choice, ("",))[0] == choice
        ]
        table.do(named[0] if named else Choose(choice))
    assert len(table.state.stack) == 1
    assert f.ids[card] in table.state.discards[0]
    assert done(table.state), table.state
    bystanders(table, before, *touched)


@pytest.mark.parametrize(("card", "reach"), [("kitchen-fire", 4), ("orbital-reshelving", 5)])
def test_what_burns_from_a_hand_needs_a_friend_near_who_sees_it(card, reach):
    def aims(x, wall=()):
        f = Field(("............",) * 3, EVERYTHING)
        table = f.world((0, "grunt", (0, 1)), (1, "grunt", (x, 1)), hands=((card,), ()), terrain=wall, round_=9)
        return [action for action in table.legal() if isinstance(action, Play)]

    assert aims(reach)
    assert not aims(reach + 1)
    assert not aims(reach, (("wall", (2, 1), 1),))


def test_no_card_brings_a_mark_down_without_dice_range_or_sight():
    """Nothing that is aimed at any enemy wherever it stands, or that an enemy bears, hurts it unless a die says so (OC-46, Content)."""
    found = []
    for card in SHIPPED.values():
        for ability in card.abilities:
            afar = {
                target.name for target in ability.targets if target.of is not None and target.of.within is None and target.of.side != "own"
            }
            afar |= {"bearer"} if card.kind == "edit" and card.bears != "own" and ability.when != "use" else set()
            hurt = [effect.to for effect in ability.effects if isinstance(effect, Damage)]
            found += [(card.id, to) for to in hurt if to in afar or (isinstance(to, Select) and to.within is None and to.side != "own")]
    assert found == []


# --- terrain -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [card.id for card in SHIPPED.values() if card.kind == "terrain"])
def test_terrain_does_to_its_spaces_what_it_says(card):
    printed = SHIPPED[card]
    f = Field(("..........",) * 10, EVERYTHING)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (9, 9)), hands=((card,),), round_=9)
    before = table.state.units
    table.do(Play(f.ids[card], f.cell(5, 5)))
    assert table.state.units == before
    ground = laid_out(table.rules.arena, table.state).ground().foot
    for x in range(10):
        for y in range(10):
            cell, inside = f.cell(x, y), max(abs(x - 5), abs(y - 5)) <= printed.radius
            assert bool(ground.obstructs >> cell & 1) == (inside and printed.obstructs)
            assert bool(ground.blocks_sight >> cell & 1) == (inside and printed.blocks_sight)
            assert bool(ground.slow >> cell & 1) == (inside and printed.slow)
            assert ground.harm_at(cell) == (printed.harm if inside else 0)


def standing_on(card, where, *more, **fields):
    f = Field(("..........",) * 10, EVERYTHING)
    return f, f.world((0, "grunt", where), (1, "grunt", (5, 7)), (1, "archer", (0, 9)), *more, terrain=((card, (5, 5), 0),), **fields)


@pytest.mark.parametrize(("card", "stat", "change", "reach"), [
    ("bar-counter", "steady", 1, 1), ("roaring-hearth", "dmg", 1, 1), ("cosy-booth", "defense", 2, 0), ("cosy-booth", "disarmed", 1, 0), ("charging-pad", "dmg", 1, 0), ("jammed-router", "acc", -1, 1),
    ("soapbox", "rng", 2, 0), ("soapbox", "steady", 1, 0), ("red-carpet", "move", 1, 1), ("committee-table", "dmg", -1, 1),
])  # fmt: skip
def test_terrain_changes_those_who_stand_there(card, stat, change, reach):
    for away in range(3):
        _, table = standing_on(card, (5 - away, 5))
        asked = laid_out(table.rules.arena, table.state)
        plain = 3 if stat in {"defense", "move"} else 0
        assert asked.stat(1, stat) == plain + (change if away <= reach else 0)
        assert asked.stat(3, stat) == plain


def test_the_hot_tub_heals_at_the_start_of_each_turn():
    _, table = standing_on("hotel-hot-tub", (5, 5), damage=((1, 4), (2, 4)))
    table.do(EndTurn())
    table.do(EndTurn())
    assert (table.state.units[1].damage, table.state.units[2].damage) == (2, 4)


def test_the_wet_floor_is_slippery():
    f, table = standing_on("wet-floor", (4, 5))
    table.do(Move(1, f.cell(5, 5)))
    assert lasting(table, 1, "defense") == -1
    assert lasting(table, 2, "defense") == 0


@pytest.mark.parametrize("card", ["stacked-kegs", "tower-of-books", "checkout-lane"])
def test_terrain_that_falls_is_felt(card):
    f, table = standing_on(card, (4, 5), (0, "giant", (5, 4)), damage=(), decks=(("wall",),))
    giant = 4
    terrain = f.ids[card]
    state = table.state
    table.state = replace(state, terrain={terrain: replace(state.terrain[terrain], damage=5)})
    table.do(Attack(giant, 1, terrain), rolls=(1,))
    assert terrain not in table.state.terrain
    if card == "stacked-kegs":
        assert [table.state.units[piece].damage for piece in (1, 2, 3, 4)] == [1, 0, 0, 1]
    elif card == "tower-of-books":
        assert [lasting(table, piece, "rooted") for piece in (1, 2, 3, 4)] == [1, 0, 0, 1]
    else:
        assert len(table.state.hands[0]) == 1


@pytest.mark.parametrize("corner", [(0, 0), (1, 1)])
def test_an_area_is_entered_from_outside_and_not_by_a_step_within_it(corner):
    floor = replace(catalogue()["wet-floor"], radius=1)
    f = Field(cards=[*CARDS, floor])
    table = f.world((0, "grunt", corner), (1, "grunt", (5, 5)), terrain=((floor.id, (0, 0), 1),))
    table.do(Move(1, f.cell(1, 0)))
    assert lasting(table, 1, "defense") == 0
    table = f.world((0, "grunt", (2, 0)), (1, "grunt", (5, 5)), terrain=((floor.id, (0, 0), 1),))
    table.do(Move(1, f.cell(1, 0)))
    assert lasting(table, 1, "defense") == -1
