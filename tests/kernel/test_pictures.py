"""Changes between pictures, folded back; names of places; words with names in them; shares of a win."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.kernel.chance import Chance
from game.kernel.cues import Ask, Count, DropZone, Enter, Put, Remove, Seats, SetZone, Uncount, changes, fold
from game.kernel.ids import cell_place, own_zone, piece_place, seat_place, zone_place
from game.kernel.scene import Counter, Phase, Prompt, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.setup import DeckList, Outcome
from game.kernel.step import Draft
from game.kernel.words import counted, spoken

EMPTY = Scene("toy", 0, (), {}, {}, {})
PHASES = (Phase("act", "Act"), Phase("end", "End"))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    zones = {key: SceneZone(key, "row", key, count=draw(st.integers(0, 2))) for key in draw(st.sets(st.sampled_from("abc")))}
    pieces = {n: ScenePiece(n, "card", "a", draw(st.integers(0, 2))) for n in draw(st.sets(st.integers(0, 4)))}
    counters = {key: Counter(key, key, draw(st.integers(0, 2))) for key in draw(st.sets(st.sampled_from("xy")))}
    seats = (SceneSeat(0, "One", active=draw(st.booleans())),)
    return Scene(
        "toy",
        0,
        seats,
        zones,
        pieces,
        counters,
        draw(st.none() | st.just(Prompt(0, "Choose."))),
        PHASES,
        draw(st.sampled_from(("", "act"))),
    )


@given(scenes(), scenes())
def test_changes_folded_over_the_old_picture_give_the_new(before: Scene, after: Scene) -> None:
    kept = replace(before, zones=dict(before.zones), pieces=dict(before.pieces), counters=dict(before.counters))
    assert fold(before, changes(before, after)) == after
    assert before == kept, "folding changed the old picture"


@given(scenes())
def test_a_picture_does_not_differ_from_itself(scene: Scene) -> None:
    assert changes(scene, scene) == ()


def test_every_kind_of_change_has_its_cue() -> None:
    full = Scene(
        "toy",
        0,
        (SceneSeat(0, "One"),),
        {"a": SceneZone("a", "row", "A")},
        {1: ScenePiece(1, "card", "a")},
        {"x": Counter("x", "X", 1)},
        Prompt(0, "Choose."),
        PHASES,
        "act",
    )
    assert {type(cue) for cue in changes(EMPTY, full)} == {SetZone, Put, Count, Seats, Ask, Enter}
    assert {type(cue) for cue in changes(full, EMPTY)} == {DropZone, Remove, Uncount, Seats, Ask, Enter}


def test_places_have_names() -> None:
    assert (piece_place(4), zone_place("pile"), cell_place("grid", 7), seat_place(1), own_zone("hand", 1)) == (
        "piece/4",
        "zone/pile",
        "cell/grid/7",
        "seat/1",
        "hand@1",
    )


def test_words_name_seats_and_cards() -> None:
    cards = {"red-fox": "Red Fox"}
    assert spoken("{0} plays [red-fox] against {3}.", ("Ada",), cards.__getitem__) == "Ada plays Red Fox against Seat 4."
    assert spoken("Nothing [Here] {x}.", (), cards.__getitem__) == "Nothing [Here] {x}."


def test_numbers_agree_with_their_nouns() -> None:
    assert (counted(1, "die", "dice"), counted(3, "die", "dice"), counted(0, "card")) == ("1 die", "3 dice", "0 cards")


def test_a_win_is_shared() -> None:
    assert [Outcome((1,), (3, 5), "").share(seat) for seat in (0, 1)] == [0, 1]
    assert [Outcome((0, 2), (5, 3, 5), "").share(seat) for seat in range(3)] == [0.5, 0, 0.5]
    assert Outcome((), (4, 4), "").share(1) == 0.5


def test_a_deck_spells_out_its_copies() -> None:
    assert DeckList("d", {"b": 2, "a": 1}, front=("star",)).expanded() == ("b", "b", "a")


class Tally(Draft[int, str]):
    total = 0

    def freeze(self) -> int:
        return self.total


def test_a_draft_keeps_the_state_right_after_each_event() -> None:
    draft = Tally(Chance(1), telling=True)
    draft.total = 1
    first = draft.record("one")
    draft.cause, draft.total = first, 5
    draft.record("five")
    step = draft.finish()
    assert step.events == ("one", "five")
    assert [(each.state, each.cause) for each in step.story] == [(1, -1), (5, 0)]
    assert step.state == 5


def test_a_draft_that_is_not_telling_records_nothing() -> None:
    draft = Tally(Chance(1), telling=False)
    draft.record("one")
    assert draft.finish().story == ()
