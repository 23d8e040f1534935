"""Positions are read from files: one sentence with file and place for what cannot be; strangers' files do no harm."""

from __future__ import annotations

import contextlib
import os
import shutil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from systems import PIPES

from game import paths
from game.cli import main
from game.content.faults import ContentError
from game.content.own import own_faults
from game.content.positions import Position, fits, position_files, positions_of, read_position
from game.content.texts import LARGEST_FILE
from game.match.match import Match
from game.match.position import laid_out
from game.match.seats import SeatPlan
from game.rules import SHIPPED, open_box

SOUND = """
title = "One marriage"
words = "Odd and even attract."
[table]
dice = [[4], [3]]
[goal]
words = "Win this turn."
win = true
"""


def read(tmp_path, text: str | bytes, game: str = "verona") -> Position:
    path = tmp_path / game / "mine.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_position(path)


def said(tmp_path, text: str | bytes, game: str = "verona") -> str:
    with pytest.raises(ContentError) as refused:
        laid_out(read(tmp_path, text, game))
    assert len(refused.value.faults) == 1
    return str(refused.value)


def test_the_folder_says_which_game_and_the_file_what_it_is_for(tmp_path):
    position = read(tmp_path, SOUND)
    assert (position.game, position.name, position.kind, position.seat) == ("verona", "mine", "puzzle", 0)
    assert read(tmp_path, SOUND.partition("[goal]")[0]).kind == "position"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("title", "titel"), "mine.toml, line 2: there is no field `titel`; 'title' would fit"),
        (("win = true", ""), "mine.toml, line 6: goal: a goal is a win, to hold, or what is told, never told, or told without the other"),
        (
            ("[goal]", '[[steps]]\nsay = "Look."\n[goal]'),
            "goal: a lesson has [[steps]] and a puzzle has a [goal]: nothing has both",
        ),
        (("win = true", 'win = "yes"'), "mine.toml, line 8: goal.win: this must be true or false, not text"),
        (("[[4], [3]]", "[[4], [7]]"), "mine.toml, line 5: table.dice 2 1: this must be a whole number of at most 6"),
        (("[[4], [3]]", "[[4]]"), "mine.toml, line 5: table.dice: there are 2 families and dice for 1"),
        (("dice =", "dize ="), "mine.toml, line 5: table: there is no field `dize`; 'dice' would fit"),
        (("[table]", "[tabel]\nx = 1\n[table]"), "mine.toml, line 4: there is no field `tabel`; 'table' would fit"),
        (("[goal]", "[goal]\nwithin = 'turm'"), "mine.toml, line 7: goal.within: this cannot be 'turm'; 'turn' or 'return' would fit"),
        (("[table]", "seat = 3\n[table]"), "mine.toml, line 4: seat: there are 2 seats"),
        (("[table]", "[setup]\nseats = 9\n[table]"), "mine.toml, line 5: setup.seats: star cross'd is not played by 9"),
        (("[table]", '[setup]\ndecks = ["Aces"]\n[table]'), "mine.toml, line 5: setup.decks 1: no deck that ships is called 'Aces'"),
        (
            ("[table]", '[setup]\ndeck = [{ name = "Mine", cards = { x = -1 } }]\n[table]'),
            "mine.toml, line 5: setup.deck 1: cards: -1 copies of 'x': this must be 1 to 99",
        ),
        (("[table]", "[setup]\noptions = { tempo = 3 }\n[table]"), "mine.toml, line 4: setup: star cross'd has no option 'tempo'."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_file_and_place(change, words, tmp_path):
    assert words in said(tmp_path, SOUND.replace(*change))


@pytest.mark.parametrize(
    ("game", "table", "words"),
    [
        ("shine", 'side = [{ hand = ["ember-runner"] }, {}]', "table.side 1.hand 1: the deck of seat 1 has no 'ember-runner' left"),
        (
            "shine",
            'side = [{ attack = ["honey-bear-bass", "honey-bear-bass"] }, { shine = { ready = 9, spent = 9 } }]',
            "a player has 10 Shine",
        ),
        (
            "shine",
            "phase = 'main3'\nside = [{}, {}]",
            "mine.toml, line 3: table.phase: this cannot be 'main3'; 'main2' or 'main1' would fit",
        ),
        ("shine", 'side = [{ hand = ["honey-bear-bas"] }, {}]', "left to lie there; 'honey-bear-bass' would fit"),
        ("shine", 'side = [{ attack = ["treasurer-of-rays"] }, {}]', "stands on a space for an Attack card"),
        ("starcrossed", 'side = [{ crystals = [{ diva = "no-one" }] }, {}]', "table.side 1.crystals 1.diva: the deck of seat 1"),
        (
            "starcrossed",
            "side = [{ crystals = [{ level = 9 }] }, {}]",
            "table.side 1.crystals 1.level: this must be a whole number of at most 6",
        ),
        ("starcrossed", 'phase = "combat"\nside = [{}, {}]', "table.phase: nobody stands on a crystal"),
        ("cardmaster", 'side = [{ active = ["kilnback-grub"] }, { active = ["no-one"] }]', "table.side 2.active 1: the deck of seat 2"),
        ("cardmaster", 'ready = ["x"]\nside = [{ active = ["kilnback-grub"] }, { active = [] }]', "table.ready 1: 'x' does not stand"),
        ("cardmaster", 'side = [{ active = [{ card = "kilnback-grub", hp = 9000 }] }, { active = [] }]', "has 9000 of 304 HP"),
        ("overcross", 'side = [{ units = [{ card = "marda-oakapron", at = "Z99" }] }, {}]', "units 1.at: the grid has no space 'Z99'"),
        ("overcross", "side = [{}, {}]", "'marda-oakapron' is the mark of seat 1 and must stand on the grid (OC-46)"),
        ("overcross", 'side = [{ units = [{ card = "marda-oakapron", at = "F6" }] }, {}]', "side 1.units 1.at: F6 is obstructed (OC-25)"),
        ("overcross", 'side = [{ units = [{ card = "marda-oakapron", at = "C5" }] }, {}]', "side 1.units 1.at: C5 is obstructed (OC-25)"),
        (
            "overcross",
            'side = [{ units = [{ card = "marda-oakapron", at = "D5" }], terrain = [{ card = "bar-counter", at = "D5" }] }, {}]',
            "side 1.units 1.at: D5 is obstructed (OC-25)",
        ),
        (
            "overcross",
            'side = [{ terrain = [{ card = "bar-counter", at = "F6" }] }, {}]',
            "side 1.terrain 1.at: F6 is obstructed (OC-32)",
        ),
        ("overcross", 'gone = ["C5"]\nside = [{ units = [{ card = "marda-oakapron", at = "C5" }] }, {}]', "is the mark of seat 2"),
        ("overcross", 'gone = ["A1"]\nside = [{}]', "table.side: this must be a list of at least 2"),
    ],
)
def test_each_game_refuses_a_table_that_cannot_be(game, table, words, tmp_path):
    assert words in said(tmp_path, f'title = "Odd"\n[table]\n{table}\n', game)


QUILL, MARDA = '{ card = "admiral-quill", at = "%s" }', '{ card = "marda-oakapron", at = "%s" }'
MARKS = f"side = [{{ units = [{MARDA % 'D2'}], %s }}, {{ units = [{QUILL % 'F11'}] }}]"
CROSSED = f"side = [{{ units = [{MARDA % 'D2'}] }}, {{ units = [{QUILL % 'F1'}] }}]"
BOTH = (
    f'side = [{{ units = [{MARDA % "D2"}], discard = ["sir-payslater"] }}, '
    f'{{ units = [{QUILL % "F11"}, {{ card = "skrix-ledger-lord", at = "G11" }}] }}]'
)
LEGEND = 'side = [{}, { units = [{ card = "the-last-employee", at = "%s" }] }]'
AGREED = '[setup]\noptions = { objective = "%s", %s }\n'


@pytest.mark.parametrize(
    ("game", "setup", "table", "words"),
    [
        ("shine", "", "side = [{ life = 0 }, {}]", "seat 1 has no Life left, so the match is over (SH-7)"),
        ("shine", "", "side = [{}, { life = 20 }]", "seat 2 has 20 Life, and its Star has"),
        ("starcrossed", "", "turn = 61\nside = [{}, {}]", "this is turn 61, and the match is over after 60 (SC-38)"),
        (
            "cardmaster",
            "",
            'side = [{ active = [], others = "fallen" }, { active = ["puddle-spectre"] }]',
            "side 1 has nobody left, so the match is over (CM-35)",
        ),
        ("verona", "", "dice = [[3], []]", "family 2 has no dice after its turn, so the match is over (VR-25)"),
        ("verona", "[setup]\nseats = 3\n", "whose = 3\ndice = [[3], [], [2]]", "family 2 has no dice after its turn"),
        ("overcross", "", "round = 21\n" + MARKS % "score = 0", "this is round 21, and the match is over after 20 (OC-51)"),
        (
            "overcross",
            AGREED % ("death-match", "death_goal = 60"),
            MARKS % "score = 60",
            "seat 1 has 60 points of 60, so the match is over (OC-50)",
        ),
        (
            "overcross",
            AGREED % ("invasion", "invasion_goal = 3"),
            MARKS % "score = 3",
            "seat 1 has 3 points of 3, so the match is over (OC-49)",
        ),
        ("overcross", AGREED % ("invasion", "rounds = 20"), CROSSED, "so it scores and comes back to its own (OC-49)"),
        ("overcross", AGREED % ("summoning", "rounds = 20"), LEGEND % "F1", "so the match is over (OC-47)"),
        (
            "overcross",
            AGREED % ("flag", "rounds = 20"),
            LEGEND % "F1",
            "stands on the flag of seat 1, which it would have picked up (OC-48)",
        ),
        (
            "overcross",
            "",
            f'side = [{{ discard = ["marda-oakapron"] }}, {{ units = [{QUILL % "F11"}] }}]',
            "every mark of seat 1 has fallen, so it has lost (OC-46)",
        ),
    ],
)
def test_a_table_on_which_the_match_would_be_over_is_refused_with_the_rule(game, setup, table, words, tmp_path):
    assert words in said(tmp_path, f'title = "Over"\n{setup}[table]\n{table}\n', game)


@pytest.mark.parametrize(
    ("game", "setup", "table"),
    [
        ("shine", "", "side = [{ life = 1 }, { life = 1 }]"),
        ("starcrossed", "", "turn = 60\nside = [{ life = 1 }, { life = 99 }]"),
        (
            "cardmaster",
            "",
            'side = [{ active = ["kilnback-grub"], others = "fallen" }, { active = ["puddle-spectre"], others = "fallen" }]',
        ),
        ("verona", "", "dice = [[], [3]]\nprestige = [51, 140]"),
        ("verona", "[setup]\nseats = 3\n", "whose = 1\ndice = [[3], [], [2]]"),
        ("overcross", "", "round = 20\n" + MARKS % "score = 60"),
        ("overcross", AGREED % ("death-match", "death_goal = 60"), MARKS % "score = 59"),
        ("overcross", AGREED % ("death-match", "death_goal = 60"), CROSSED),
        ("overcross", AGREED % ("assassination", 'mark = "both"'), BOTH),
        ("overcross", AGREED % ("summoning", "rounds = 20"), LEGEND % "F2"),
        ("overcross", AGREED % ("flag", "rounds = 20"), LEGEND % "D1"),
    ],
)
def test_a_table_just_before_that_is_laid(game, setup, table, tmp_path):
    laid_out(read(tmp_path, f'title = "Nearly"\n{setup}[table]\n{table}\n', game))


OWN_DECKS = """title = "Two runts"
[setup]
decks = ["Mine", "Cinder Court"]
[[setup.deck]]
name = "Mine"
cards = { %s }
[[setup.deck]]
name = "Cinder Court"
cards = { %s }
[table]
side = [{ active = ["gravel-imp"] }, { active = ["puddle-spectre"] }]
"""


def test_a_position_may_bring_decks_of_its_own_and_they_come_before_those_that_ship(tmp_path):
    nine = [card for deck in open_box("cardmaster").ready_decks() for card in deck.cards if card not in {"gravel-imp", "puddle-spectre"}]
    lists = [", ".join(f"{card} = 1" for card in cards) for cards in (["gravel-imp", *nine[:8]], ["puddle-spectre", *nine[9:17]])]
    laid = laid_out(read(tmp_path, OWN_DECKS % tuple(lists), "cardmaster"))
    assert [(deck.name, next(iter(deck.cards))) for deck in laid.setup.decks] == [
        ("Mine", "gravel-imp"),
        ("Cinder Court", "puddle-spectre"),
    ]
    assert laid.rules.faults(laid.state) == ()
    assert "A faction has" in said(tmp_path, OWN_DECKS % ("gravel-imp = 1", lists[1]), "cardmaster")


@pytest.mark.parametrize(
    "text", [b"\xff\xfe", "title = ", "[" * 5000, 'title = "x"\n[table]\ndice = 1' + "0" * 5000, " " * (LARGEST_FILE + 1)]
)
def test_a_broken_file_is_refused_in_one_sentence(text, tmp_path):
    assert "mine.toml" in said(tmp_path, text)


@PIPES
def test_only_an_ordinary_file_is_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(ContentError, match="not an ordinary file"):
        read_position(tmp_path / "pipe.toml")


@given(st.text(max_size=300))
def test_no_text_ends_the_reader(tmp_path_factory, text):
    with contextlib.suppress(ContentError):
        laid_out(read(tmp_path_factory.mktemp("fuzz"), text))


VALUES = st.one_of(st.none(), st.booleans(), st.integers(-(2**40), 2**40), st.text(max_size=12), st.just([]), st.just({}), st.just([[]]))


def elsewhere(value: Any, path: list[int], other: Any) -> Any:
    """Return a value in which whatever a path leads to is another."""
    if isinstance(value, dict | list) and value and path:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key, rest = keys[path[0] % len(keys)], path[1:]
        changed = elsewhere(value[key], rest, other)
        return {**value, key: changed} if isinstance(value, dict) else [*value[:key], changed, *value[key + 1 :]]
    return other


@pytest.mark.parametrize("game", SHIPPED)
@given(path=st.lists(st.integers(0, 9), min_size=1, max_size=5), other=VALUES, which=st.integers(0, 999))
def test_no_rows_end_a_builder(game, path, other, which):
    there = positions_of(game)
    position = there[which % len(there)]
    with contextlib.suppress(ContentError):
        laid = laid_out(replace(position, table=elsewhere(position.table, path, other)))
        assert laid.rules.faults(laid.state) == ()


@pytest.mark.parametrize("game", SHIPPED)
def test_whatever_ships_can_be_laid_and_played_and_taken_up_again(game, tmp_path):
    files = position_files(game)
    assert files
    for path in files:
        position = read_position(path)
        laid = laid_out(position)
        match = Match.lay(position, (SeatPlan("human"),) * laid.setup.seats, folder=tmp_path)
        assert match.observation(position.seat) == laid.rules.observe(laid.state, position.seat)
        match.submit(match.legal()[0])
        match.close()
        again = Match.resume(match.path)
        assert (again.digest, again.count, again.position, again.notice) == (match.digest, 1, position.name, "")
        again.undo(match.actor(1))
        assert again.observation(position.seat) == laid.rules.observe(laid.state, position.seat)
        again.close()


def test_the_users_own_positions_come_after_those_that_ship_in_the_order_of_their_numbers(tmp_path):
    folder = paths.positions_folder("verona")
    folder.mkdir(parents=True)
    for name in ("puzzle-10", "puzzle-9"):
        (folder / f"{name}.toml").write_text(SOUND)
    (folder / "broken.toml").write_text("title")
    assert [path.stem for path in position_files("verona")][-3:] == ["broken", "puzzle-9", "puzzle-10"]
    assert [position.name for position in positions_of("verona")][-2:] == ["puzzle-9", "puzzle-10"]


@pytest.mark.parametrize(
    ("pattern", "words", "fit"),
    [
        ("Recruit: roll a new die", "recruit: roll a new die.", True),
        ("Play * on *", "Play Ash on the left", True),
        ("Play * on *", "Play Ash", False),
        ("*lane*", "in the left lane with", True),
        ("aba*ba", "aba", False),
        ("Attack", "Attack more", False),
        ("*a*b*c", "b a c", False),
    ],
)
def test_a_star_stands_for_any_words(pattern, words, fit):
    assert fits(pattern, words) is fit


def test_a_position_of_another_game_is_told_as_one(tmp_path, capsys):
    for game, words in (("shine", "Shine! My Star"), ("overcross", "Overcross")):
        file = tmp_path / "positions" / game / "mine.toml"
        file.parent.mkdir(parents=True)
        file.write_bytes((paths.ASSETS / "positions" / "verona" / "lesson-2.toml").read_bytes())
        assert main(["check", str(file)]) == 1
        assert capsys.readouterr().out.splitlines()[:-1] == [
            f"{file}: this is a position of star cross'd, and it lies where those of {words} do."
        ]


def test_a_list_that_is_missing_is_told_of_once(tmp_path, capsys):
    file = tmp_path / "positions" / "shine" / "mine.toml"
    file.parent.mkdir(parents=True)
    file.write_text('title = "Nothing"\n[table]\n')
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out.splitlines()[:-1] == [f"{file}, line 2: table.side: the field is missing."]


def test_a_position_whose_name_means_another_is_told_as_one(tmp_path, capsys):
    shipped = paths.ASSETS / "positions" / "verona"
    own = paths.positions_folder("verona")
    own.mkdir(parents=True)
    (own / "puzzle-1.toml").write_bytes((shipped / "puzzle-2.toml").read_bytes())
    (own / "mine.toml").write_bytes((shipped / "puzzle-2.toml").read_bytes())
    told = "is called {!r}, too, and is meant by that name."
    ships = f"positions/verona/puzzle-1.toml: a position that ships {told.format('puzzle-1')}"
    assert main(["check", str(own)]) == 1
    assert capsys.readouterr().out.splitlines()[:-1] == [ships]
    assert [fault.sentence for fault in own_faults(open_box("verona"))] == [ships]
    for name in ("a", "b"):
        mod = paths.user_folder() / "mods" / name
        (mod / "positions").mkdir(parents=True)
        (mod / "mod.toml").write_text(f'name = "{name}"\nversion = "1"\ngame = "verona"\n')
        for file in ("mine", "other"):
            (mod / "positions" / f"{file}.toml").write_bytes((shipped / "puzzle-2.toml").read_bytes())
    assert main(["check", str(paths.user_folder() / "mods")]) == 1
    mine = f"the position in positions/verona/mine.toml {told.format('mine')}"
    assert capsys.readouterr().out.splitlines()[:-1] == [
        f"mods/a/positions/mine.toml: {mine}",
        f"mods/b/positions/mine.toml: {mine}",
        f"mods/b/positions/other.toml: the position in mods/a/positions/other.toml {told.format('other')}",
    ]
    shutil.move(paths.user_folder() / "mods", tmp_path / "mods")
    assert main(["check", str(tmp_path / "mods" / "b")]) == 1
    assert capsys.readouterr().out.splitlines()[:-1] == [f"{tmp_path / 'mods' / 'b' / 'positions' / 'mine.toml'}: {mine}"]
    assert main(["check", str(shipped)]) == 0
