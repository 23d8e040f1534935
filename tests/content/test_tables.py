"""Table layouts: where the zones of a game lie, for every number of players and every seat."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game import paths
from game.content.faults import ContentError
from game.content.tables import TableLayout, ZonePlace, read_table_layout

SHIPPED = sorted((paths.MAPS / "tables").glob("*.tmx"))
each_shipped = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)

PILE = '<properties><property name="layout" value="pile"/></properties>'
HAND = '<properties><property name="layout" value="fan"/><property name="face" value="up"/><property name="capacity" type="int" value="7"/></properties>'
BOARD = f'<object id="1" name="board" type="zone" x="600" y="300" width="400" height="300">{PILE}</object>'
MINE = f'<object id="2" name="hand@+0" type="zone" x="400" y="800" width="800" height="200">{HAND}</object>'
THEIRS = f'<object id="3" name="hand@+1" type="zone" x="400" y="80" width="800" height="100">{HAND}</object>'
LEFT = f'<object id="4" name="hand@+1" type="zone" x="40" y="80" width="600" height="100">{HAND}</object>'
RIGHT = f'<object id="5" name="hand@+2" type="zone" x="800" y="80" width="600" height="100">{HAND}</object>'
TABLE = f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="80" height="45" tilewidth="24" tileheight="24" infinite="0">
 <properties><property name="seats" value="2-3"/></properties>
 <objectgroup id="1" name="zones">{BOARD}{MINE}</objectgroup>
 <objectgroup id="2" name="zones-2">{THEIRS}</objectgroup>
 <objectgroup id="3" name="zones-3">{LEFT}{RIGHT}</objectgroup>
</map>
"""


def written(folder: Path, text: str = TABLE) -> Path:
    path = folder / "test.tmx"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_layout_is_read_for_each_number_of_players(tmp_path):
    found = read_table_layout(written(tmp_path))
    assert sorted(found.places) == [2, 3]
    assert set(found.places_for(2)) == {"board", "hand@0", "hand@1"}
    assert set(found.places_for(3)) == {"board", "hand@0", "hand@1", "hand@2"}
    assert found.places_for(2)["hand@0"] == ZonePlace("hand", 0, 400, 800, 800, 200, "fan", "up", 7)
    assert found.places_for(2)["board"] == ZonePlace("board", None, 600, 300, 400, 300, "pile")


def test_every_viewer_has_their_own_hand_below_and_the_next_clockwise_first(tmp_path):
    found = read_table_layout(written(tmp_path))
    seen = found.places_for(3, viewer=2)
    assert [seen[f"hand@{seat}"].pattern for seat in (2, 0, 1)] == ["hand@+0", "hand@+1", "hand@+2"]
    assert found.places_for(3, viewer=-1) == found.places_for(3, viewer=0)


def test_a_zone_may_be_for_some_numbers_of_players(tmp_path):
    only = BOARD.replace("</properties>", '<property name="seats" value="3"/></properties>')
    found = read_table_layout(written(tmp_path, TABLE.replace(BOARD, only)))
    assert "board" not in found.places_for(2)
    assert "board" in found.places_for(3)


def test_a_table_not_drawn_for_so_many_says_so(tmp_path):
    with pytest.raises(ValueError, match="the table of test is drawn for 2, 3 players, not 4"):
        read_table_layout(written(tmp_path)).places_for(4)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('width="80"', 'width="79"', "its width is 79 tiles of 24 and must make 1920 units"),
        ('tileheight="24"', 'tileheight="NaN"', "the tileheight 'NaN' is not a whole number"),
        ('"orthogonal"', '"hexagonal"', "the orientation 'hexagonal' is not supported"),
        ('infinite="0"', 'infinite="1"', "the infinite '1' is not supported"),
        ('name="seats" value="2-3"', 'name="seats" value="3-2"', "the property 'seats' is '3-2' and must be a number of players"),
        ('name="seats" value="2-3"', 'name="seats" value="9"', "the property 'seats' is '9' and must be"),
        ('<properties><property name="seats" value="2-3"/></properties>', "", "the property 'seats' is '' and must be"),
        ('name="zones-3"', 'name="zones-4"', "layer 'zones-4': the table is not for 4 players"),
        ('name="zones-3"', 'name="areas"', "a layer of zones is called 'zones'"),
        ("<objectgroup id", "<layer/><objectgroup id", "a 'layer' is not supported here"),
        ('name="board"', 'name="Board!"', "its name must be a zone such as 'track' or 'hand@+0'"),
        ('name="board"', 'name="hand@0"', "its name must be a zone"),
        ('name="board" type="zone"', 'name="board" type="area"', "its class is 'area' and must be 'zone'"),
        ('x="600"', 'x="600.5"', "its place and size must be whole units"),
        ('x="600"', 'x="1e3"', "the x '1e3' is not a plain number"),
        ('x="600"', 'x="1700"', "it leaves the table of 1920 by 1080 units"),
        ('width="400"', 'width="4"', "it is smaller than 16 units"),
        ('width="400"', 'width="-400"', "its size is negative"),
        (BOARD, BOARD.replace(PILE, ""), "the property 'layout' is missing"),
        ('value="pile"', 'value="heap"', "property 'layout' is 'heap' and must be one of fan, row, pile, grid, ring, list"),
        ('value="up"', 'value="sideways"', "must be one of any, up, down"),
        ('type="int" value="7"', 'type="int" value="-7"', "must be a whole number from 0 to 400"),
        (BOARD, BOARD + BOARD, "the zone is there twice for 2 players"),
        (RIGHT, "", "zone 'hand': the place for seat +2 is missing for 3 players"),
        (MINE, "", "the place for seat +0 is missing for 2 players"),
        (THEIRS, THEIRS + RIGHT.replace('y="80"', 'y="200"'), "there is no seat +2 among 2 players"),
        ('x="600" y="300"', 'x="600" y="700"', "it lies half over 'board' for 2 players"),
        ('id="1" name="board"', 'id="1" template="x.tx" name="board"', "a template is not supported"),
        ("<map ", "<!DOCTYPE map><map ", "a document type is not allowed"),
    ],
)
def test_a_broken_layout_is_refused_in_one_clear_sentence(tmp_path, old, new, words):
    assert old in TABLE
    path = written(tmp_path, TABLE.replace(old, new, 1))
    with pytest.raises(ContentError) as caught:
        read_table_layout(path)
    lines = [str(fault) for fault in caught.value.faults]
    assert any(words in line for line in lines), lines
    assert all(line.startswith(f"{path}: ") and line.isprintable() for line in lines)


def test_all_faults_of_a_layout_are_told_at_once(tmp_path):
    path = written(
        tmp_path, TABLE.replace('value="pile"', 'value="heap"').replace('x="40"', 'x="41.5"').replace('width="80"', 'width="81"')
    )
    with pytest.raises(ContentError) as caught:
        read_table_layout(path)
    assert len(caught.value.faults) == 3


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(at=st.floats(0, 1), cut=st.integers(0, 30), fresh=st.binary(max_size=8))
def test_any_bytes_give_a_layout_or_sentences_and_nothing_else(tmp_path, at, cut, fresh):
    content = TABLE.encode()
    place = int(at * len(content))
    path = tmp_path / "test.tmx"
    path.write_bytes(content[:place] + fresh + content[place + cut :])
    try:
        assert isinstance(read_table_layout(path), TableLayout)
    except ContentError as error:
        lines = str(error).split("\n")
        if not all(line.startswith(f"{path}: ") for line in lines):
            pytest.fail(str(lines))


@each_shipped
def test_a_shipped_layout_leaves_room_for_the_column_beside_the_table(path):
    found = read_table_layout(path)
    for places in found.places.values():
        for place in places:
            assert place.x + place.width <= 1540, place.pattern


@each_shipped
def test_a_shipped_layout_puts_what_is_the_viewers_below_what_is_others(path):
    found = read_table_layout(path)
    for places in found.places.values():
        own = {place.zone: place for place in places if place.offset == 0}
        for place in places:
            if place.offset:
                assert place.y + place.height <= own[place.zone].y
                assert place.zone == "seat" or place.width * place.height <= own[place.zone].width * own[place.zone].height


def test_the_tables_of_star_crossd_and_overcross_are_drawn_for_all_their_players():
    by_name = {path.stem: read_table_layout(path) for path in SHIPPED}
    assert sorted(by_name["verona"].places) == [2, 3, 4, 5, 6]
    assert sorted(by_name["overcross"].places) == [2, 3, 4]
    verona = by_name["verona"].places_for(2)
    track, duel = verona["track"], verona["duel"]
    assert (track.layout, track.capacity) == ("ring", 50)
    assert track.x < duel.x < duel.x + duel.width < track.x + track.width
    assert track.y < duel.y < duel.y + duel.height < track.y + track.height
