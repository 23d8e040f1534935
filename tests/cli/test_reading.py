"""A scene read aloud: whose things they are, where they lie, what rides on them, and nothing that is face down."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from game.cli.apart import told_apart
from game.cli.ended import ended
from game.cli.listing import REFUSED, listed, reasons
from game.cli.places import read_around, read_hand, read_map, read_who
from game.cli.reading import card_lines, cell_name, lookalike, read_changes, read_scene, read_seats, read_zone, spans, standing
from game.grid import column_name
from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.offers import Offer, Refusal
from game.kernel.scene import Badge, CardFace, Counter, Patch, Prompt, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan

NAMES = ("Ann", "Ben")
SEATS = (SceneSeat(0, "The Lilies", active=True), SceneSeat(1, "Ben", out=True))
ZONES = {
    "field": SceneZone("field", "grid", "Field", columns=30, rows=4, count=3),
    "hand@0": SceneZone("hand@0", "hand", "hand", owner=0, count=2),
    "hand@1": SceneZone("hand@1", "hand", "hand", owner=1, count=3),
    "deck@1": SceneZone("deck@1", "pile", "deck", owner=1, count=7),
    "pool@0": SceneZone("pool@0", "pool", "dice", owner=0, count=4, words="Roll them well."),
}
PIECES = {
    1: ScenePiece(1, "token", "field", 0, owner=0, face="ayla", badges=(Badge("heart", "3/5", "3 of 5 health: the rest is lost"),)),
    2: ScenePiece(2, "token", "field", 57, owner=1, face="brom", turned=True, marks=("stunned",), spread=1),
    3: ScenePiece(3, "card", "field", 0, owner=1, face="curse", on=1, down=True),
    4: ScenePiece(4, "card", "hand@0", 1, owner=0, face="curse"),
    5: ScenePiece(5, "card", "hand@0", 0, owner=0, face="ayla", words="Ayla, a long-winded queen of many lands"),
    6: ScenePiece(6, "card", "hand@1", 0, owner=1),
    7: ScenePiece(7, "die", "pool@0", 0, owner=0, face="4"),
    8: ScenePiece(8, "die", "pool@0", 1, owner=0, face="4"),
    9: ScenePiece(9, "die", "pool@0", 2, owner=0, face="6"),
}
COUNTERS = {
    "round": Counter("round", "Round", 2),
    "score": Counter("score", "Score", 9, seat=0, most=10, words="Ten wins (XX-1)."),
}
SCENE = Scene("x", 0, SEATS, ZONES, PIECES, COUNTERS)
CARDS = {"ayla": "Ayla", "brom": "Brom", "curse": "Curse"}


def read(*, explained: bool = False) -> list[str]:
    return list(read_scene(SCENE, NAMES, CARDS.__getitem__, explained=explained))


def test_the_whole_scene_is_read_in_order():
    assert read() == [
        "Round 2.",
        "Ann of the Lilies (you, whose turn it is): Score 9 of 10.",
        "Ben (out of the match).",
        "Field:",
        "  A1 your Ayla (3 of 5 health)",
        "    with Ben's Curse (face down)",
        "  AB2 Ben's Brom (turned; stunned; covers 1 space around)",
        "Ben's hand: 3 unseen.",
        "Ben's deck: 7 unseen.",
        "Your hand:",
        "  Ayla (a long-winded queen of many lands)",
        "  Curse",
        "Your dice: 2 x 4, 6, and 1 more unseen.",
    ]


def test_what_things_mean_is_told_when_asked_for():
    told = "\n".join(read(explained=True))
    assert "Score 9 of 10 (Ten wins (XX-1))" in told
    assert "Your dice (Roll them well)" in told
    assert "3 of 5 health: the rest is lost" in told
    assert "Roll them well" not in "\n".join(read())


@pytest.mark.parametrize(("column", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA")])
def test_columns_have_letters(column, letters):
    assert column_name(column) == letters


def test_cells_are_named_by_column_and_row_in_a_grid_and_counted_elsewhere():
    assert cell_name(ZONES["field"], 57) == "AB2"
    assert cell_name(SceneZone("track", "track", "Track", columns=50), 49) == "50"


def test_equal_dice_look_alike_and_what_lies_on_the_field_never_does():
    assert lookalike(SCENE, 7) == lookalike(SCENE, 8) != lookalike(SCENE, 9)
    assert lookalike(SCENE, 1) != lookalike(SCENE, 2)
    assert lookalike(SCENE, 99) == 99


def test_only_the_counters_that_changed_are_told():
    later = {**COUNTERS, "score": replace(COUNTERS["score"], value=3), "energy": Counter("energy", "Energy", 2, seat=1)}
    assert read_changes(SCENE, SCENE, NAMES) == ""
    assert read_changes(SCENE, replace(SCENE, counters=later), NAMES) == "Your Score 3 of 10; Ben's Energy 2."
    turned = {**COUNTERS, "round": replace(COUNTERS["round"], value=3)}
    assert read_changes(SCENE, replace(SCENE, counters=turned), NAMES) == "Round 3."


def test_what_the_question_counts_is_not_told_before_it_as_well():
    later = {**COUNTERS, "left": Counter("left", "Moves left", 2, seat=0), "score": Counter("score", "Score", 3, seat=0, most=10)}
    scene = replace(SCENE, counters=later, prompt=Prompt(0, "2 cards may still move."))
    assert read_changes(SCENE, scene, NAMES) == "Your Score 3 of 10."
    assert "Moves left 2" in read_changes(SCENE, replace(scene, prompt=Prompt(0, "3 cards may still move.")), NAMES)
    assert "Moves left 2" in read_changes(SCENE, replace(scene, prompt=Prompt(0, "2 cards may still act.")), NAMES)


def over(words: str, rule: str, winners: tuple[int, ...]) -> SimpleNamespace:
    """Return what is read of a match that ended so and was saved."""
    outcome = SimpleNamespace(words=words, rule=rule, winners=winners, scores=())
    scene = replace(SCENE, counters={})
    return SimpleNamespace(outcome=outcome, names=NAMES, flush=lambda: None, save_fault="", scene=lambda _seat: scene)


@pytest.mark.parametrize(
    ("words", "winners", "said"),
    [("Ann has brought down every mark (OC-46)", (0,), ["Won by Ann."]), ("Ann has won", (0,), []),
     ("All others have fallen", (0,), ["Won by Ann."]), ("A draw", (), []),
     ("Time is up", (), ["Nobody has won."])],
)  # fmt: skip
def test_the_end_says_who_won_once(words, winners, said, monkeypatch):
    monkeypatch.setattr("game.cli.ended.result_of", lambda match: None)
    match = over(words, "", winners)
    assert list(ended(match, str, 0)) == ["", f"The match is over. {words}", *said]


def test_how_it_ended_is_not_said_again_when_it_was_just_told(monkeypatch):
    monkeypatch.setattr("game.cli.ended.result_of", lambda match: None)
    words = "Ann has no Life left.\nMVP 1: Ayla, performance 9.\nMVP 2: Brom, performance 7."
    match = over(words, "SH-7", (1,))
    heard = ["Ann has no Life left.", "MVP 1: Ayla, 9 = 9 damage dealt."]
    assert list(ended(match, str, 0, heard)) == ["", "The match is over. (SH-7)\nMVP 2: Brom, performance 7.", "Won by Ben."]


@pytest.mark.parametrize(("words", "said"), [("Time is up: a draw.", "It is a draw."), ("Time is up.", "Nobody has won.")])
def test_a_draw_that_was_just_told_stands_beside_the_end_as_a_win_does(words, said, monkeypatch):
    monkeypatch.setattr("game.cli.ended.result_of", lambda match: None)
    assert list(ended(over(words, "OC-51", ()), str, 0, [words])) == ["", "The match is over. (OC-51)", said]


def test_what_is_counted_for_all_is_not_told_again_behind_what_happened():
    turned = replace(SCENE, counters={**COUNTERS, "round": replace(COUNTERS["round"], value=3)})
    assert read_changes(SCENE, turned, NAMES, ["Round 3: Ann may play cards."]) == ""
    assert read_changes(SCENE, turned, NAMES, ["Round 30: Ann may play cards."]) == "Round 3."


def test_what_a_badge_means_is_told_once_though_many_pieces_bear_it():
    pieces = {each: replace(PIECES[1], id=each, slot=each) for each in (2, 1)}
    told = "\n".join(read_scene(replace(SCENE, pieces=pieces), NAMES, CARDS.__getitem__, explained=True))
    assert told.count("3 of 5 health: the rest is lost") == 1
    assert told.index("the rest is lost") < told.rindex("3 of 5 health")


def test_each_reason_is_told_once_behind_all_that_it_refuses():
    no, far = Refusal("x", "XX-1", "Not yet."), Refusal("x", "XX-2", "Too far.")
    deeds = [
        (1, "Move Ayla to B1", no),
        (2, "Wait", no),
        (1, "Move Ayla to C1. 4 spaces left.", no),
        (1, "Move Ayla to D1", far),
        (2, "Wait", no),
    ]
    offers = [
        Offer(index, words.split()[0], words, source=f"piece/{piece}", refusal=why) for index, (piece, words, why) in enumerate(deeds)
    ]
    assert list(reasons(offers, [words for _, words, _ in deeds], lambda refusal: refusal.words)) == [
        "  Move Ayla to B1, C1; Wait. Refused: Not yet.",
        "  Move Ayla to D1. Refused: Too far.",
    ]
    many = [replace(offers[0], refusal=Refusal("x", "XX-1", f"No {number}.")) for number in range(REFUSED + 2)]
    assert list(reasons(many, ["Wait"] * len(many), lambda refusal: refusal.words))[-1].startswith("  and 2 more reasons: ")


def test_nothing_is_said_twice():
    """A value that the words hold, a state that a longer note holds, an owner and a number that stand there already."""
    card = CardFace("curse", "Curse", "Spell", corner=Badge("cost", "1", "Play cost 1"), stats=(Badge("move", "3", "Move"), Badge("flag")))
    assert card_lines(card)[1] == "Play cost 1; Move 3; flag"
    zone = SceneZone("track", "track", "Prestige", columns=50, rows=1, count=2)
    pawn = ScenePiece(1, "pawn", "track", 10, owner=1, words="{1}: 11 prestige")
    card_down = ScenePiece(
        2, "card", "track", 4, owner=0, face="ayla", down=True, marks=("waiting",), words="Set face down; waits for a star"
    )
    scene = replace(SCENE, zones={"track": zone}, pieces={1: pawn, 2: card_down})
    assert list(read_zone(scene, zone, NAMES, CARDS.__getitem__)) == [
        "Prestige:",
        "  5 your Ayla (Set face down; waits for a star)",
        "  11 {1}",
    ]


def test_what_things_mean_is_told_once_though_every_seat_has_them():
    counters = {key: Counter(key, "Score", 9, seat=seat, words="Ten wins (XX-1).") for seat, key in enumerate(("mine", "theirs"))}
    zones = {key: SceneZone(key, "row", "Fallen", owner=seat, words="One comes back.") for seat, key in enumerate(("down", "out"))}
    read = "\n".join(read_scene(Scene("x", 0, SEATS, zones, {}, counters), NAMES, CARDS.__getitem__, explained=True))
    assert read.count("Ten wins") == read.count("One comes back") == 1
    assert read.count("Score 9") == read.count("Fallen") == 2


def test_a_piece_that_bears_the_name_of_its_owner_is_called_that_alone():
    zones = {"track": SceneZone("track", "track", "Prestige", columns=9)}
    pieces = {seat: ScenePiece(seat, "pawn", "track", seat, owner=seat, words=name) for seat, name in enumerate(NAMES)}
    read = list(read_scene(Scene("x", 0, SEATS, zones, pieces, {}), NAMES, CARDS.__getitem__))
    assert read[-2:] == ["  1 Ann", "  2 Ben"]


def test_whoever_has_nothing_in_hand_is_told_so_and_not_of_empty_places():
    zones = {"raided": SceneZone("raided", "pool", "Raided", owner=0)}
    assert list(read_hand(Scene("x", 0, SEATS, zones, {}, {}), NAMES, CARDS.__getitem__, {})) == []


def test_a_number_behind_a_number_takes_the_whole_name_before_it_along():
    offers = [Offer(index, "Marry", "", source="piece/1", target=f"piece/{index}") for index in (2, 3)]
    sentences = ["Propose a marriage: your 4 to House Aquilani's 1.", "Propose a marriage: your 4 to House Aquilani's 3."]
    assert list(listed(offers, sentences, range(2))) == ["  1 Propose a marriage: your 4 to House Aquilani's 1; 2: House Aquilani's 3"]


def test_a_hand_is_told_with_what_is_printed_and_dice_with_what_they_show():
    faces = {name: CardFace(name, name.title(), "Spell", corner=Badge("cost", "1", "Cost")) for name in ("ayla", "curse")}
    assert list(read_hand(SCENE, NAMES, CARDS.__getitem__, faces)) == [
        "hand, 2 cards:",
        "  Ayla (Spell; Cost 1)",
        "  Curse (Spell; Cost 1)",
        "Your dice: 2 x 4, 6, and 1 more unseen.",
    ]


GROUND = (Patch((0, 2, 3, 4, 31), "", "Wall: obstructs"), Patch((58,), "seat-0", "The gate"), Patch((59,), "legal"))
MAPPED = replace(SCENE, zones={**ZONES, "field": replace(ZONES["field"], patches=GROUND)})


def test_the_map_tells_its_size_its_ground_and_what_stands_there():
    assert list(read_map(MAPPED, NAMES, CARDS.__getitem__)) == [
        "Field: 30 columns and 4 rows, A1 to AD4.",
        "  Wall (obstructs): C1 to E1, B2.",
        "  The gate: AC2.",
        "  A1, wall: your Ayla (3 of 5 health)",
        "    with Ben's Curse (face down)",
        "  AB2 Ben's Brom (turned; stunned; covers 1 space around)",
        "Your dice: 2 x 4, 6, and 1 more unseen.",
    ]


def test_the_whole_table_tells_the_ground_too():
    lines = list(read_scene(MAPPED, NAMES, CARDS.__getitem__, explained=True))
    field = next(index for index, line in enumerate(lines) if line.startswith("Field"))
    assert lines[field + 1 : field + 3] == ["  Wall (obstructs): C1 to E1, B2.", "  The gate: AC2."]
    empty = replace(MAPPED, pieces={}, zones={"field": MAPPED.zones["field"]})
    bare = ["Field: 3 unseen.", "  Wall (obstructs): A1, C1 to E1, B2.", "  The gate: AC2."]
    assert list(read_scene(empty, NAMES, CARDS.__getitem__))[-3:] == bare


def test_what_is_met_again_around_a_square_is_not_explained_again():
    crate = "Crate: 3 damage destroys it"
    pieces = {key: ScenePiece(key, "terrain", "field", cell, words=crate) for key, cell in ((1, 1), (2, 2), (3, 30))}
    ground = (Patch((31, 3), "", "Mud: slows"),)
    scene = replace(MAPPED, pieces=pieces, zones={"field": replace(MAPPED.zones["field"], patches=ground)})
    assert list(read_around(scene, scene.zones["field"], 1, 2, NAMES, CARDS.__getitem__)) == [
        "There: B1 Crate (3 damage destroys it).",
        "1 space away: C1 Crate; A2 Crate; B2 Mud (slows).",
        "2 spaces away: D1 Mud.",
    ]


def test_a_number_that_the_text_of_a_card_says_is_read_once():
    card = CardFace("a", "Ashpaw", "Tier 2", corner=Badge("hp", "9", "HP 9"), stats=(Badge("fire", "11", "Overcook of 11 %"),),
                    text=("Free: 3 damage.", "*Overcook* of 11 %. Chance: A2 11 %."))  # fmt: skip
    assert card_lines(card) == ["Ashpaw. Tier 2", "HP 9", "Free: 3 damage.", "Overcook of 11 %. Chance: A2 11 %."]


def test_the_map_tells_a_zone_and_its_parts_in_one_line_and_the_same_words_once():
    """As Starcrossed's lanes lie: a crystal, the diva on it, her skills."""
    gems = tuple(Badge("gem", "", f"{tribe} gem dark") for tribe in ("Mosshymn", "Hushtide"))
    zones = {
        zone.id: zone
        for zone in (
            SceneZone("left", "row", "Left", 0, 1, 1, 1),
            SceneZone("left_diva", "row", "Left diva", 0, 1, 1, 1),
            SceneZone("left_skills", "row", "Left skills", 0, 2, 2, 1),
            SceneZone("right", "row", "Right", 0, 1, 1, 1),
            SceneZone("right_diva", "row", "Right diva", 0, 1, 1, 1),
            SceneZone("right_skills", "row", "Right skills", 0, 0, 2, 1),
            SceneZone("left@1", "row", "Left", 1, 0, 1, 1),
            SceneZone("left_diva@1", "row", "Left diva", 1, 0, 1, 1),
        )
    }
    recruit = "A recruit: nobody else knows her"
    pieces = {
        1: ScenePiece(1, "token", "left", 0, owner=0, face="brom", badges=gems),
        2: ScenePiece(2, "card", "left_diva", 0, owner=0, face="ayla", words=recruit),
        3: ScenePiece(3, "card", "left_skills", 0, owner=0, face="curse"),
        4: ScenePiece(4, "card", "left_skills", 1, owner=0, face="curse", down=True),
        5: ScenePiece(5, "card", "right_diva", 0, owner=0, words=recruit),
    }
    assert list(read_map(Scene("x", 0, SEATS, zones, pieces, {}), NAMES, CARDS.__getitem__)) == [
        "Your Left: Brom (Mosshymn and Hushtide gems dark). Diva: Ayla (A recruit: nobody else knows her). Skills: Curse; Curse (face down).",
        "Your Right: 1 unseen. Diva: unseen card (A recruit). No skills.",
        "Ben's Left: empty. No diva.",
    ]


def told_of(*badges: str, words: str = "", riders: tuple[str, ...] = ()) -> list[str]:
    """What is told of Ayla in a row, with badges that say this and cards of these faces on her."""
    pieces = {1: ScenePiece(1, "token", "row", 0, owner=0, face="ayla", badges=tuple(Badge("", "", each) for each in badges), words=words)}
    pieces |= {key: ScenePiece(key, "card", "row", 0, owner=1, face=face, on=1) for key, face in enumerate(riders, start=2)}
    row = SceneZone("row", "row", "Row", 0, len(pieces), 1, 1)
    return [line.strip() for line in read_zone(Scene("x", 0, SEATS, {}, pieces, {}), row, NAMES, CARDS.__getitem__, explained=True)][1:]


def test_what_a_quality_means_is_told_behind_where_it_comes_from_and_no_full_stop_stands_within_brackets():
    dazzled = "Dazzled: She cannot block."
    assert told_of(dazzled) == ["1 Ayla (Dazzled: She cannot block)"]
    assert told_of(dazzled, "Steady: Nothing turns her.") == ["1 Ayla (Dazzled: She cannot block; Steady: Nothing turns her)"]
    assert told_of(dazzled, "Dazzled until the end of the turn, from [curse]; +1 Range from [brom]") == [
        "1 Ayla (Dazzled until the end of the turn, from [curse]: She cannot block; +1 Range from [brom])"
    ]
    assert told_of(dazzled, "Dazzled from [curse]; Dazzled from [brom]") == [
        "1 Ayla (Dazzled from [curse] and from [brom]: She cannot block)"
    ]
    assert told_of("Steady until it falls.", words="Tier 7") == ["1 Ayla (Steady until it falls; Tier 7)"]
    assert told_of("Strength 3 (printed 2): +1 Strength from [curse]; Strength ×1 from [brom]") == [
        "1 Ayla (Strength 3 (printed 2): +1 Strength from [curse]; Strength ×1 from [brom])"
    ]


def test_several_of_which_the_same_is_said_are_told_as_several():
    assert told_of("Mosshymn gem dark", "Hushtide gem dark", "Skyribbon gem dark") == [
        "1 Ayla (Mosshymn, Hushtide and Skyribbon gems dark)"
    ]
    assert told_of("Mosshymn gem dark") == ["1 Ayla (Mosshymn gem dark)"]
    assert told_of("Steady from [curse]", "Veiled from [curse]") == ["1 Ayla (Steady and Veiled from [curse])"]


def test_that_a_card_lies_on_a_piece_is_told_once():
    assert told_of("Bears [curse]", "+1 Range from [curse]", riders=("curse",)) == ["1 Ayla (+1 Range from [curse])", "with Ben's Curse"]
    assert told_of("Bears [brom]", riders=("curse",)) == ["1 Ayla (Bears [brom])", "with Ben's Curse"]
    assert told_of("Bears [curse]", "Bears [curse]", riders=("curse", "brom", "curse")) == [
        "1 Ayla",
        "with 2 x Ben's Curse",
        "with Ben's Brom",
    ]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("pile", "Zone: 2 x Curse, Brom."),
        ("hand", "Zone: 2 x Curse, Brom."),
        ("stack", "Zone: Curse, Brom, Curse."),
        ("pool", "Zone: Curse, Brom, Curse."),
    ],
)
def test_alike_cards_are_counted_wherever_they_lie_unless_their_order_counts(kind, told):
    pieces = {key: ScenePiece(key, "card", "zone", key, face=face) for key, face in enumerate(("curse", "brom", "curse"))}
    zone = SceneZone("zone", kind, "Zone", count=3)
    assert list(read_zone(Scene("x", 0, SEATS, {}, pieces, {}), zone, NAMES, CARDS.__getitem__)) == [told]
    marked = {key: replace(piece, words="The other player knows that you hold this") for key, piece in pieces.items()}
    lines = list(read_zone(Scene("x", 0, SEATS, {}, marked, {}), zone, NAMES, CARDS.__getitem__))
    assert [line.partition(" (")[0].strip() for line in lines[1:]] == re.findall(r"(?:2 x )?(?:Curse|Brom)", told)


@pytest.mark.parametrize(("count", "told"), [(1, "1 raided gem"), (2, "2 raided gems")])
def test_what_has_no_name_is_counted_as_people_do(count, told):
    zone = SceneZone("raided", "pool", "Raided", owner=0, count=count)
    gems = {key: ScenePiece(key, "gem", "raided", key, 0, words="A raided gem") for key in range(count)}
    assert list(read_zone(Scene("x", 0, SEATS, {}, gems, {}), zone, NAMES, CARDS.__getitem__)) == [f"Your Raided: {told}."]
    songs = {key: ScenePiece(key, "card", "raided", key, 0, face="song") for key in range(count)}
    assert list(read_zone(Scene("x", 0, SEATS, {}, songs, {}), zone, NAMES, {"song": "A Song"}.__getitem__)) == [
        f"Your Raided: {'2 x ' if count > 1 else ''}A Song."
    ]


def test_that_a_recruit_is_of_level_one_is_told_her_owner_once():
    match, chance = Match.start(Setup("starcrossed", 2, seed=3), (SeatPlan("human"),) * 2), Chance(3)
    while not any(piece.words.startswith("A recruit") for piece in match.scene(0).pieces.values()):
        match.submit(next((each for each in match.legal() if type(each).__name__ == "Recruit"), chance.pick(match.legal())))
    owner = next(piece.owner for piece in match.scene(0).pieces.values() if piece.words.startswith("A recruit"))
    lines = "\n".join(read_scene(match.scene(owner), NAMES, lambda card: match.rules.face(card).name, explained=True))
    assert "(face down; a recruit: level 1, strength 0 as printed; only her owner knows her face (SC-18))" in lines


def test_squares_side_by_side_are_one_stretch_within_their_row():
    assert spans(ZONES["field"], (28, 29, 30, 31, 60, 61, 62)) == "AC1, AD1, A2, B2, A3 to C3"
    assert spans(ZONES["field"], (0, 30, 60, 90, 31)) == "A1 to A4, B2", "or within their column, where that is shorter"


def test_what_lies_around_a_square_is_told_by_distance():
    brom = "covered by Brom"
    assert list(read_around(MAPPED, MAPPED.zones["field"], 58, 2, NAMES, CARDS.__getitem__)) == [
        "There: AC2 covered by Brom; AC2 in the gate.",
        f"1 space away: AB1 {brom}; AC1 {brom}; AB2 Ben's Brom (turned; stunned; covers 1 space around); AB3 {brom}; AC3 {brom}.",
        f"2 spaces away: AA1 {brom}; AA2 {brom}; AA3 {brom}.",
    ]


@pytest.mark.parametrize("map_name", ["duel", "furnace", "river", "arcade"])
def test_the_ground_of_each_square_of_a_map_is_named_once_and_a_zone_says_which_squares_can_be_used(map_name):
    """The Dirt of the Fountain Court was told to lie under its crates too, and its deploy zones to be where trees stand."""
    match, chance = Match.start(Setup("overcross", 2, seed=5, map=map_name), (SeatPlan("human"),) * 2), Chance(3)
    crowded = 0
    for step in range(60):
        if match.deciding is None:
            break
        scene = match.scene(match.deciding)
        zone = scene.zones["grid"]
        shut = {cell for patch in zone.patches if "nobody may enter" in patch.words for cell in patch.cells}
        shut |= {piece.slot for piece in scene.pieces.values() if piece.zone == "grid" and "nobody may enter" in piece.words}
        for patch in zone.patches:
            assert patch.words[:15] != "The deploy zone" or not shut & {*patch.cells}, (step, patch.words)
        if step % 6 == 0:
            taken = {cell_name(zone, cell) for cell in standing(scene, zone)}
            _, *lines = read_map(scene, match.names, lambda card: match.rules.face(card).name)
            grounds = [line.rpartition("): ")[2].rstrip(".") for line in lines if re.match(r"  \w+ \(.*\): [A-Z]\d", line)]
            named = [cell for line in grounds for stretch in line.split(", ") for cell in stretch.split(" to ")]
            assert len(named) == len({*named})
            assert not taken & {*named}
            crowded += sum(bool(re.match(r"  [A-Z]\d+, \w+.*: ", line)) for line in lines)
        match.submit(chance.pick(match.legal()))
    assert crowded, "what stands on a ground with a name is told with it"


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "verona", "cardmaster"])
@pytest.mark.parametrize("seed", [7, 8])
def test_no_piece_is_called_by_its_name_a_second_time_behind_it(game, seed):
    """A Bar Counter was told as `your Bar Counter (…; Bar Counter: nobody may enter it …)`."""
    match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"),) * 2), Chance(seed)
    for step in range(90):
        if match.deciding is None:
            break
        if step % 6 == 0:
            scene = match.scene(match.deciding)
            names = {match.rules.face(piece.face).name for piece in scene.pieces.values() if piece.face and piece.kind != "die"}
            told = [*read_map(scene, match.names, lambda card: match.rules.face(card).name)]
            assert not [(line, name) for line in told for name in names if f"{name} (" in line and f"{name}: " in line.partition("(")[2]]
        match.submit(chance.pick(match.legal()))


def test_spaces_with_names_of_their_own_are_called_by_them():
    """What the log calls Attack space 2 was read as the third space of its row."""
    row = SceneZone("front", "row", "Front", 0, 2, 3, 1, spaces=("Attack space 1", "the Star's space", "Attack space 2"))
    pieces = {slot: ScenePiece(slot, "card", "front", slot, owner=0, face="brom") for slot in (1, 2)}
    scene = Scene("x", 0, SEATS, {"front": row}, pieces, {})
    assert list(read_zone(scene, row, NAMES, CARDS.__getitem__)) == ["Your Front:", "  The Star's space: Brom", "  Attack space 2: Brom"]
    offers = [Offer(None, "Use", "Use Brom.", piece_place(slot)) for slot in pieces]
    assert told_apart(offers, ["Use Brom."] * 2, scene, NAMES, CARDS.__getitem__) == [
        "Use Brom (your Front, the Star's space).",
        "Use Brom (your Front, Attack space 2).",
    ]


def test_two_alike_that_lie_on_a_piece_are_counted_behind_what_they_lie_on() -> None:
    twin = replace(PIECES[3], id=33)
    told = list(read_zone(replace(SCENE, pieces={**PIECES, 33: twin}), ZONES["field"], NAMES, CARDS.__getitem__))
    alone = list(read_zone(SCENE, ZONES["field"], NAMES, CARDS.__getitem__))
    (rider,) = [line for line in alone if line.startswith("    with ")]
    assert [line for line in told if line not in alone] == [rider.replace("    with ", "    with 2 x ", 1)]


def test_within_a_sentence_only_names_have_a_capital() -> None:
    """`Tidal Voice of The near sky (you, No dice left)` was read."""
    seats = (
        SceneSeat(0, "The near sky", "star", active=True, words="Holds the possession"),
        SceneSeat(1, "House Lyra", "star", words="No dice left."),
    )
    assert list(read_seats(replace(SCENE, seats=seats, counters={}), ("Ann", "Ben"))) == [
        "Ann of the near sky (you, whose turn it is, holds the possession).",
        "Ben of House Lyra (no dice left).",
    ]
    who = list(
        read_who(replace(SCENE, seats=seats, counters={}, zones={}, pieces={}), ("Ann", "Ben"), ("", "the computer"), CARDS.__getitem__)
    )
    assert who[-1] == "Ben of House Lyra (the computer; no dice left)."
