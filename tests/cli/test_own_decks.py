"""`--deck` takes a ready deck, one of the user's by name, a file or a code, wherever a match is asked for; what is wrong with it is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from game import paths
from game.cli import CommandError, main
from game.cli.choices import deck_named
from game.content.decks import coded_deck, deck_code, deck_text, own_decks
from game.content.faults import ContentError
from game.content.own import own_faults
from game.kernel.setup import DeckList
from game.rules import open_box

BOX = open_box("cardmaster")
READY = BOX.ready_decks()[0]
MINE = replace(READY, name="Night Shift")


def kept(deck: DeckList, place: Path | None = None) -> Path:
    """Keep a deck in a file, among the user's own where no other place is said."""
    path = place or paths.decks_folder("cardmaster") / "mine.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(deck_text(deck), encoding="utf-8")
    return path


def test_a_ready_deck_is_found_by_its_name_however_it_is_written():
    assert deck_named(BOX, READY.name) == deck_named(BOX, READY.name.upper().replace(" ", "-")) == READY


def test_a_deck_of_ones_own_is_found_by_its_name():
    kept(MINE)
    assert deck_named(BOX, "night shift") == MINE


def test_a_deck_is_read_from_a_file_anywhere(tmp_path):
    assert deck_named(BOX, str(kept(MINE, tmp_path / "here.toml"))) == MINE


def test_a_deck_is_read_from_its_code():
    assert deck_named(BOX, deck_code("cardmaster", MINE)) == MINE


@pytest.mark.parametrize("game", ["overcross", "shine", "starcrossed", "cardmaster"])
def test_a_code_holds_all_of_a_deck(game):
    for deck in open_box(game).ready_decks():
        assert coded_deck(game, deck_code(game, deck)) == deck


def test_a_code_that_was_cut_off_or_altered_or_belongs_elsewhere_is_refused():
    code = deck_code("cardmaster", MINE)
    for wrong in (code[:-4], code[:30] + ("A" if code[30] != "A" else "B") + code[31:], "deck1-", "deck1-é", "deck1-" + "A" * 100_000):
        with pytest.raises(ContentError, match="no deck, or not the whole of it"):
            coded_deck("cardmaster", wrong)
    with pytest.raises(ContentError, match="a deck of 'cardmaster', not of 'shine'"):
        coded_deck("shine", code)
    with pytest.raises(ContentError, match="-3 copies of 'dragon'"):
        coded_deck("cardmaster", deck_code("cardmaster", DeckList("X", {"dragon": -3})))


def test_a_code_that_would_unpack_to_very_much_is_refused():
    with pytest.raises(ContentError, match="no deck"):
        coded_deck("cardmaster", deck_code("cardmaster", DeckList("X" * 1_000_000, {})))


def test_a_name_that_nobody_knows_lists_what_there_is_and_what_could_not_be_read():
    kept(MINE)
    broken = paths.decks_folder("cardmaster") / "broken.toml"
    broken.write_text('[[deck]]\nname = "Wolves"\ncards = 3\n', encoding="utf-8")
    with pytest.raises(
        CommandError, match=rf"no deck 'Wolves' .*; there are .*{READY.name}.*Night Shift\. .*broken\.toml, line 3: 'Wolves': .*cards"
    ):
        deck_named(BOX, "Wolves")


def test_what_looks_like_a_code_is_told_how_one_begins():
    with pytest.raises(CommandError, match=r"no deck 'AAAA-BBBB' \(nor is it a file, or a code, which begins with 'deck1-'\); there are "):
        deck_named(BOX, "AAAA-BBBB")
    with pytest.raises(CommandError, match=r"^the code: 'deck1-BBBB' is no deck, or not the whole of it\.$"):
        deck_named(BOX, " deck1-BBBB\n")


def test_a_file_that_holds_no_deck_or_several_or_a_broken_one_is_refused(tmp_path):
    file = tmp_path / "decks.toml"
    file.write_text(deck_text(MINE) + deck_text(READY), encoding="utf-8")
    with pytest.raises(CommandError, match="holds 2 decks, and one is needed"):
        deck_named(BOX, str(file))
    file.write_text("", encoding="utf-8")
    with pytest.raises(CommandError, match=r"there is no \[\[deck\]\] in it"):
        deck_named(BOX, str(file))
    file.write_text('[[deck]]\nname = "X"\ncards = {a = 0}\n', encoding="utf-8")
    with pytest.raises(CommandError, match="0 copies of 'a'"):
        deck_named(BOX, str(file))
    with pytest.raises(CommandError, match="there is no such file"):
        deck_named(BOX, str(tmp_path / "nowhere.toml"))


@pytest.mark.parametrize("command", ["play", "sim", "shoot"])
def test_every_command_takes_it_and_tells_every_rule_it_breaks(command, tmp_path, capsys):
    rest = {
        "play": ("--text", "--seat", "random", "random"),
        "sim": ("--seats", "random,random", "--games", "1"),
        "shoot": ("--out", str(tmp_path / "x.png"), "--size", "1024x640"),
    }[command]
    file = kept(MINE, tmp_path / "mine.toml")
    assert main([command, "cardmaster", *rest, "--deck", str(file), READY.name]) == 0
    first, second, *others = READY.cards
    kept(DeckList("Odd", {first: 2, second: 2} | dict.fromkeys(others[1:], 1)), file)
    capsys.readouterr()
    assert main([command, "cardmaster", *rest, "--deck", str(file), READY.name]) == 2
    err = capsys.readouterr().err
    assert err.count("is named 2 times") == 2
    assert err.count("\n") == 1


def test_a_batch_names_what_it_was_played_with(tmp_path, capsys):
    kept(MINE)
    words = ("sim", "cardmaster", "--seats", "random,random", "--games", "2", "--seed", "5", "--option", "mode=custom", "length=6")
    assert main([*words, "--deck", "Night Shift", READY.name, "--json", str(tmp_path / "x.json")]) == 0
    out = capsys.readouterr().out.splitlines()
    content = json.loads((tmp_path / "x.json").read_text())
    setup = content["setup"]
    assert setup["options"]["length"] == "6"
    assert [deck["name"] for deck in setup["decks"]] == ["Night Shift", READY.name]
    assert out[1] == f"edition {BOX.version}, cards {setup['catalogue']}, mode=custom, length=6, dice=False, draft=False, seed 5"
    assert out[4].startswith("entrant 1, random with Night Shift: ")
    assert [coded_deck("cardmaster", code) for code in content["codes"]] == [MINE, READY]


def test_a_map_of_ones_own_is_found_by_name_and_a_faulty_one_tells_its_faults(capsys):
    own = paths.maps_folder("overcross")
    own.mkdir(parents=True)
    (own / "mine.tmx").write_text("<map>", encoding="utf-8")
    assert main(["sim", "overcross", "--seats", "random,random", "--games", "1", "--map", "mine"]) == 2
    err = capsys.readouterr().err
    assert "maps/overcross/mine.tmx: " in err
    assert main(["sim", "overcross", "--seats", "random,random", "--games", "1", "--map", "yours"]) == 2
    assert "no map 'yours'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        "sim shine --seats random,random --games 1 --deck {deck} {deck}",
        "lab shine decks --level random --deck {deck} tidal-voice --games 2",
        "play shine --text --deck {deck} {deck}",
        "shoot shine --deck {deck} {deck} --out {out}.png",
        "sets shine --deck {deck}",
        "print shine --deck {deck} --png {out}",
    ],
)
def test_of_a_deck_with_a_faulty_card_of_ones_own_the_cards_fault_is_told(command, capsys, tmp_path):
    cards = paths.cards_folder("shine")
    cards.mkdir(parents=True)
    (cards / "mine.toml").write_text(
        '[[card]]\nid = "glow-cat"\nname = "Glow Cat"\nkind = "shine"\ncolours = ["amber"]\ncost = 2\nstrength = "8"\n', encoding="utf-8"
    )
    ready = open_box("shine").ready_decks()[0]
    file = tmp_path / "sun.toml"
    file.write_text(deck_text(replace(ready, name="My Sun", cards={**ready.cards, "glow-cat": 3})), encoding="utf-8")
    assert main(command.format(deck=file, out=tmp_path / "out").split()) == 2
    said = capsys.readouterr().err
    assert "glow-cat" in said
    assert "mine.toml, line 7: 'glow-cat': strength: this must be" in said


def test_a_deck_called_like_one_that_ships_is_told_and_reached_by_its_file(tmp_path, capsys):
    ready = open_box("shine").ready_decks()
    mine = replace(ready[1], name=ready[0].name)
    file = paths.decks_folder("shine") / "mine.toml"
    file.parent.mkdir(parents=True)
    file.write_text(deck_text(mine), encoding="utf-8")
    told = f"left out: decks/shine/mine.toml, line 2: '{mine.name}': name: a deck that ships is called '{mine.name}', too, and is meant by that name."
    for command in (
        "sim shine --seats random,random --games 1 --deck {deck} {deck}",
        "lab shine decks --level random --deck {deck} tidal-voice --games 2",
        "play shine --text --seat random random --deck {deck} {deck}",
        "shoot shine --deck {deck} {deck} --size 1024x640 --out {out}.png",
        "sets shine --deck {deck}",
        "print shine --deck {deck} --png {out}",
    ):
        assert main([word.format(deck=ready[0].name, out=tmp_path / "out") for word in command.split()]) == 0, command
        out, err = capsys.readouterr()
        assert told in (out if command.startswith("play") else err).splitlines(), command
    box = open_box("shine")
    assert deck_named(box, mine.name) == ready[0]
    assert deck_named(box, str(file)) == mine
    assert main(["check", str(file)]) == 1
    assert capsys.readouterr().out.splitlines()[0] == told.removeprefix("left out: ")
    assert main(["lab", "shine", "decks", "--level", "random", "--deck", str(file), ready[2].name, "--games", "2"]) == 2
    assert f"A deck that ships is called '{mine.name}', too, and a study knows decks by their names" in capsys.readouterr().err


def test_of_two_decks_of_ones_own_with_one_name_the_second_is_told():
    kept(MINE, paths.decks_folder("cardmaster") / "a.toml")
    second = kept(replace(MINE, name=MINE.name, plan="Another."), paths.decks_folder("cardmaster") / "b.toml")
    assert [fault.sentence for fault in own_faults(BOX)] == [
        "decks/cardmaster/b.toml, line 2: 'Night Shift': name: a deck in decks/cardmaster/a.toml is called 'Night Shift', too, and is meant by that name."
    ]
    assert deck_named(BOX, "Night shift") == MINE
    assert deck_named(BOX, str(second)).plan == "Another."
    assert own_decks("cardmaster").decks == (MINE,)


def test_decks_whose_names_are_nearly_alike_are_told_apart_by_how_they_are_written():
    names = ("Rex", "rex!", "♥", "♠")
    for number, name in enumerate(names):
        kept(replace(MINE, name=name), paths.decks_folder("cardmaster") / f"{number}.toml")
    assert [deck_named(BOX, name).name for name in names] == list(names)
    with pytest.raises(CommandError, match=r"^'REX' may be 'Rex' or 'rex!': write it as it is written there\.$"):
        deck_named(BOX, "REX")
    with pytest.raises(CommandError, match="no deck '♦'"):
        deck_named(BOX, "♦")
    assert own_faults(BOX) == ()


def test_a_code_is_called_so_from_whatever_folder(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    here = paths.user_folder() / "w"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    assert main(["sim", "shine", "--seats", "random,random", "--games", "1", "--deck", "deck1-zzzz", "First Flame"]) == 2
    assert capsys.readouterr().err.startswith("starcross: the code: 'deck1-zzzz' is no deck")


def test_a_deck_that_no_match_takes_is_told_of_only_where_it_is_asked_for(capsys):
    kept(DeckList("Begun", {}))
    batch = ["sim", "cardmaster", "--seats", "random,random", "--games", "2"]
    assert main(batch) == 0
    said = capsys.readouterr()
    assert "mine.toml" not in said.out + said.err
    assert main([*batch, "--deck", "Begun", READY.name]) == 2
    assert "Begun" in capsys.readouterr().err
