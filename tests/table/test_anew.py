"""F2, and a file that is changed by itself: cards are read anew, and what is wrong with them stands in a panel."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from shell_stage import Stage

from game import paths
from game.content import mods
from game.content.own import stamp
from game.kernel.offers import SetupError
from game.rules import open_box
from game.rules.overcross import box as overcross
from game.table.pages.anew import FaultsPanel
from game.table.pages.mods import ModsPanel
from game.table.pages.settings import SettingsScreen
from game.table.pieces.card_face import art_items
from game.table.screens.lab import PAUSE, Lab
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch
from game.table.shell.app import LOOK_AGAIN

PORTER = """\
[[card]]
id = "the-night-porter"
name = "The Night Porter"
side = "inkwell"
kind = "character"
deck = 6
play = 2
move = 3
defense = 3
icon = "key"
attacks = [{ name = "Heavy key ring", dmg = 2, acc = 4 }]
"""


@pytest.fixture(autouse=True)
def cards_as_they_ship():
    overcross.catalogue.cache_clear()
    yield
    overcross.catalogue.cache_clear()


def written(text: str = PORTER, later: int = 0) -> Path:
    """Write a card of one's own; so many seconds later than the last time."""
    path = paths.cards_folder("overcross") / "mine.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    if later:
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime + later))
    return path


def staged() -> Stage:
    return Stage(games=(open_box("overcross"), open_box("verona")))


def test_f2_shows_a_card_that_was_written_meanwhile() -> None:
    stage = staged()
    library = stage.show(Library("overcross"))
    assert "the-night-porter" not in library.faces
    written()
    stage.press("f2")
    assert library.faces["the-night-porter"].name == "The Night Porter"
    assert "Cards and looks were read anew." in stage.words()


def test_a_number_that_is_changed_is_seen_after_f2() -> None:
    written()
    stage = staged()
    library = stage.show(Library("overcross"))
    before = library.faces["the-night-porter"]
    written(PORTER.replace("play = 2", "play = 4"))
    stage.press("f2")
    assert library.faces["the-night-porter"] != before


@pytest.mark.parametrize("screen", [MenuScreen, lambda: Library("overcross")])
def test_a_file_that_changes_is_read_by_itself(screen) -> None:
    stage = staged()
    stage.show(screen())
    stage.frame(LOOK_AGAIN + 1)
    written()
    stage.frame(LOOK_AGAIN + 1)
    assert "A file was changed: cards and looks were read anew." in stage.words()
    assert "the-night-porter" in {face.id for face in open_box("overcross").catalogue()}
    stage.frame(20)
    assert "A file was changed" not in stage.words()


def test_what_is_wrong_stands_in_a_panel_until_it_is_put_right() -> None:
    stage = staged()
    stage.show(MenuScreen())
    written(PORTER.replace("kind =", "knid =").replace('"key"', '"kee"'))
    stage.press("f2")
    assert isinstance(stage.app.top, FaultsPanel)
    said = stage.words()
    assert "cards/overcross/mine.toml, line 5: 'the-night-porter': there is no field `knid`; 'kind'" in said
    assert "there is no picture 'kee'; 'key' would fit." in said
    written()
    stage.press("return")
    stage.press("f2")
    assert not isinstance(stage.app.top, FaultsPanel)
    assert "read anew" in stage.words()


@pytest.mark.parametrize("screen", [lambda: Library("overcross"), lambda: NewMatch(open_box("overcross"))], ids=["library", "setup"])
def test_files_that_were_faulty_before_the_window_opened_are_told_once(screen) -> None:
    written(PORTER.replace("kind =", "knid ="))
    stage = staged()
    stage.show(MenuScreen())
    stage.show(screen())
    told = "1 file of yours for Overcross has faults, and what is at fault is left out; F2 tells what it is."
    assert told in stage.words()
    stage.press("f2")
    assert isinstance(stage.app.top, FaultsPanel)
    stage.press("return")
    stage.app.pop()
    stage.app.unsay(told)
    stage.show(screen())
    assert told not in stage.words()
    stage.show(Library("verona"))
    assert "of yours" not in stage.words()


def test_what_f2_has_told_is_not_told_again_and_what_is_new_is() -> None:
    stage = staged()
    stage.show(MenuScreen())
    written(PORTER.replace("kind =", "knid ="))
    stage.press("f2", "return")
    stage.show(Library("overcross"))
    assert "of yours" not in stage.words()
    stage.app.pop()
    written().with_name("more.toml").write_text("[[card]]\n", encoding="utf-8")
    stage.show(Library("overcross"))
    assert "1 file of yours for Overcross has faults" in stage.words()


def test_a_file_that_ships_and_is_broken_leaves_the_cards_that_were_there(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = staged()
    library = stage.show(Library("overcross"))
    before = dict(library.faces)

    def broken() -> tuple[object, ...]:
        raise SetupError("assets/cards/overcross/a.toml: 'x': this is broken.")

    monkeypatch.setattr(overcross.CARDS, "load", broken)
    stage.press("f2")
    assert "this is broken." in stage.words()
    assert library.faces == before


def test_every_game_can_read_its_cards_anew() -> None:
    for game in ("overcross", "cardmaster", "starcrossed", "shine", "verona"):
        box = open_box(game)
        before = [face.id for face in box.catalogue()]
        box.forget()
        assert [face.id for face in box.catalogue()] == before


def test_the_stamp_changes_with_every_kind_of_change() -> None:
    seen = [stamp()]
    path = written()
    seen.append(stamp())
    written(later=5)
    seen.append(stamp())
    path.rename(path.with_name("other.toml"))
    seen.append(stamp())
    path.with_name("other.toml").unlink()
    assert len(set(seen)) == 4
    assert stamp() == seen[0]


def test_what_the_window_writes_itself_is_no_news() -> None:
    stage = staged()
    stage.show(MenuScreen())
    stage.frame(LOOK_AGAIN + 1)
    written()
    stage.app.files_known()
    stage.frame(LOOK_AGAIN + 1)
    assert "A file was changed" not in stage.words()


def test_mods_are_put_on_and_off_in_a_panel_and_the_cards_follow() -> None:
    shutil.copytree(Path(__file__).parents[2] / "docs" / "mods" / "longer-night", mods.mods_folder() / "longer-night")
    stage = staged()
    library = stage.show(Library("overcross"))
    assert "the-night-clerk" in library.faces
    stage.show(SettingsScreen())
    stage.top.look_at("mods")
    stage.press("return")
    assert "A longer night 1.0" in stage.words()
    assert "Pim hurries, and somebody has the keys." in stage.words()
    stage.click("mod-longer-night")
    assert not mods.all_mods()[0][0].on
    assert "the-night-clerk" not in {face.id for face in open_box("overcross").catalogue()}
    stage.click("mod-longer-night")
    assert mods.all_mods()[0][0].on
    assert "the-night-clerk" in {face.id for face in open_box("overcross").catalogue()}
    mods.turn("longer-night", on=False)  # as a command line does beside the open window
    stage.frame(LOOK_AGAIN + 1)
    assert not stage.top.widget("mod-longer-night").value
    assert "the-night-clerk" not in {face.id for face in open_box("overcross").catalogue()}


def test_a_mod_that_cannot_be_read_is_told_in_the_panel_and_none_at_all_too() -> None:
    stage = staged()
    stage.show(SettingsScreen())
    assert "Mods" not in stage.words()
    stage.show(ModsPanel())
    assert "No mod is installed." in stage.words()
    (mods.mods_folder() / "broken").mkdir(parents=True)
    (mods.mods_folder() / "broken" / "mod.toml").write_text("name = 3")
    stage.show(ModsPanel())
    assert "mods/broken/mod.toml, line 1: name: this must be text, not a whole number" in stage.words()
    for _ in range(2):  # put off, and not on again as it is
        stage.click("mod-broken")
        assert (mods.mods_folder() / "broken" / "off").is_file()
        assert "mods/broken/mod.toml, line 1: name: this must be text, not a whole number" in stage.words()
    assert "broken cannot be put on: " in stage.words()


def test_a_mods_look_is_chosen_in_the_settings_and_its_picture_is_the_cards() -> None:
    shutil.copytree(Path(__file__).parents[2] / "docs" / "mods" / "longer-night", mods.mods_folder() / "longer-night")
    stage = staged()
    page = stage.show(SettingsScreen())
    shipped = stage.app.world("overcross").colour("back")
    assert page.widget("look-verona") is None
    page.look_at("look-overcross")
    stage.press("right")
    assert stage.app.settings.looks == {"overcross": "longer-night"}
    assert stage.app.world("overcross").colour("back") == (0x14, 0x21, 0x3F, 255) != shipped
    assert stage.app.painter.has_picture("art of overcross/the-night-clerk")
    assert not stage.app.painter.has_picture("art of overcross/pim-the-potboy")
    mods.turn("longer-night", on=False)
    stage.app.reload()
    assert stage.app.world("overcross").colour("back") == shipped
    assert not stage.app.painter.has_picture("art of overcross/the-night-clerk")


def test_a_card_is_drawn_with_the_picture_that_was_brought_for_it() -> None:
    overcross.catalogue.cache_clear()
    shutil.copytree(Path(__file__).parents[2] / "docs" / "mods" / "longer-night", mods.mods_folder() / "longer-night")
    stage = staged()
    face = next(face for face in open_box("overcross").catalogue() if face.id == "the-night-clerk")
    theme = stage.app.world("overcross")
    (drawn,) = art_items(stage.app, theme, face, (0.0, 0.0, 200.0, 280.0), 0.0)
    assert drawn.name == "art of overcross/the-night-clerk"
    mods.turn("longer-night", on=False)
    stage.app.reload()
    assert len(art_items(stage.app, theme, face, (0.0, 0.0, 200.0, 280.0), 0.0)) > 1


def test_the_lab_reads_anew_by_itself_on_f2_and_before_a_study() -> None:
    stage = staged()
    lab = stage.show(Lab("overcross"))

    def named() -> str:
        return next((face.name for face in lab.form.box.catalogue() if face.id == "the-night-porter"), "")

    stage.frame(0.1)
    written()
    stage.press("f2")
    assert named() == "The Night Porter"
    written(PORTER.replace("The Night Porter", "The Day Porter"), 5)
    stage.frame(LOOK_AGAIN)
    stage.frame(LOOK_AGAIN)
    assert named() == "The Day Porter"
    written(PORTER.replace("The Night Porter", "The Last Porter"), 10)
    stage.click("run")
    assert named() == "The Last Porter"
    assert lab.running is not None
    lab.stop()
    assert lab.running.wait(60)
    stage.frame(0.1)
    stage.frame(PAUSE)
    written("[[card]]\n", 15)
    begun = lab.running
    stage.click("run")
    assert isinstance(stage.app.top, FaultsPanel)
    assert lab.running is begun
    stage.press("escape")
    lab.leave()


def test_what_lies_in_the_folder_of_no_game_is_told_when_files_are_read_anew() -> None:
    folder = paths.cards_folder("overcros")
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text("", encoding="utf-8")
    stage = staged()
    assert stage.app.reload()[""] == ["cards/overcros: there is no game 'overcros', so nobody reads this; 'overcross' would fit."]


def modded(name: str, game: str = "overcross", cards: str = '[[card]]\nid = "x"\n', change: str = "") -> Path:
    """Write a mod with a faulty file of cards."""
    folder = mods.mods_folder() / name
    (folder / "cards").mkdir(parents=True)
    (folder / "mod.toml").write_text(f'name = "{name}"\nversion = "1.0"\ngame = "{game}"\n{change}', encoding="utf-8")
    (folder / "cards" / "a.toml").write_text(cards, encoding="utf-8")
    return folder


def test_a_mod_whose_page_gets_a_slip_while_the_window_is_open_is_told() -> None:
    page = mods.mods_folder() / "night" / mods.FILE
    page.parent.mkdir(parents=True)
    page.write_text('name = "Night"\nversion = "1"\ngame = "overcross"\n')
    stage = staged()
    stage.show(Library("overcross"))
    page.write_text('name = "Night"\nx')
    os.utime(page, (page.stat().st_atime, page.stat().st_mtime + 5))
    stage.frame(LOOK_AGAIN + 0.1)
    stage.frame(0.1)
    assert isinstance(stage.top, FaultsPanel)
    assert "mods/night/mod.toml" in stage.top.words


def test_the_page_of_mods_says_of_each_that_is_on_that_it_has_faults_and_the_first_of_them() -> None:
    modded("one", cards="[[card]]\ncost = \n")
    modded("two", cards=PORTER, change="[[change]]\ncard = 'nobody'\nplay = 3\n[[change]]\ncard = 'nobody-else'\nplay = 3\n")
    modded("off")
    mods.turn("off", on=False)
    modded("sound", cards=PORTER.replace("porter", "sweeper").replace("Porter", "Sweeper"))
    modded("astray", "overcros")
    stage = staged()
    stage.show(ModsPanel())
    said = stage.words()
    assert "It has a fault: mods/one/cards/a.toml, line 2: not valid TOML: " in said
    assert "It has 2 faults, and `starcross mod list` lists them all. The first: mods/two/mod.toml, line 5: " in said
    assert "It has a fault: mods/astray/mod.toml, line 3: game: there is no game 'overcros'; 'overcross' would fit." in said
    assert said.count("It has") == 3
    stage.click("mod-one")
    assert "mods/one/" not in stage.words(), "one that is off"


def test_the_page_of_mods_shows_that_two_that_are_on_change_the_same() -> None:
    for name, play in (("one", 3), ("two", 4)):
        (modded(name, change=f"[[change]]\ncard = 'pim-the-potboy'\nplay = {play}\n") / "cards" / "a.toml").unlink()
    stage = staged()
    stage.show(ModsPanel())
    counts = "It has a fault: mods/two/mod.toml, line 6: 'pim-the-potboy': play: one 1.0 changes it, too, and what two 1.0 says counts: "
    assert stage.words().count(counts) == 2, "at each of them"
    stage.click("mod-one")
    assert "changes it, too" not in stage.words()


def test_a_fault_is_shown_once_where_a_file_changes_and_only_where_it_concerns_the_game_at_hand() -> None:
    modded("one")
    modded("two", "verona")
    stage = staged()
    stage.show(Library("overcross"))
    stage.frame(LOOK_AGAIN + 1)
    written()
    stage.frame(LOOK_AGAIN + 1)
    assert not isinstance(stage.app.top, FaultsPanel), "that there is one was said when the page was opened"
    assert "A file was changed: cards and looks were read anew; " in stage.words()
    written(PORTER.replace("kind =", "knid ="), 5)
    stage.frame(LOOK_AGAIN + 1)
    assert isinstance(stage.app.top, FaultsPanel)
    (fault,) = stage.app.top.faults
    assert fault.startswith("cards/overcross/mine.toml")
    written(PORTER.replace("kind =", "knid ="), 10)
    stage.frame(LOOK_AGAIN + 1)
    assert isinstance(stage.app.top, FaultsPanel), "what stands there stays until it is read or mended"
    stage.press("return")
    written(PORTER.replace("kind =", "knid ="), 15)
    stage.frame(LOOK_AGAIN + 1)
    assert not isinstance(stage.app.top, FaultsPanel)
    written(later=20)
    stage.frame(LOOK_AGAIN + 1)
    written(PORTER.replace("kind =", "knid ="), 25)
    stage.frame(LOOK_AGAIN + 1)
    assert isinstance(stage.app.top, FaultsPanel), "it was mended and is back"
    stage.press("return", "f2")
    assert {"mods/one", "mods/two"} <= {fault[:8] for fault in stage.app.top.faults}, "F2 tells all"


def test_a_switch_of_a_mod_shows_what_is_wrong_with_it_and_nothing_of_other_games() -> None:
    modded("one")
    modded("two", "verona")
    mods.turn("one", on=False)
    stage = staged()
    stage.show(MenuScreen())
    stage.show(ModsPanel())
    stage.click("mod-one")
    assert {fault[:8] for fault in stage.app.top.faults} == {"mods/one"}
    stage.press("return")
    stage.click("mod-one")
    assert isinstance(stage.app.top, ModsPanel)
    assert "Cards and looks were read anew." in stage.words()


def test_a_deck_that_is_thrown_away_at_the_workbench_is_no_news() -> None:
    modded("one")
    stage = staged()
    stage.show(Library("overcross", decks=True))
    stage.click("deck-more")
    stage.click("option-copy")
    stage.click("deck-save")
    stage.frame(LOOK_AGAIN + 1)
    stage.click("deck-delete")
    stage.click("answer-0")
    stage.frame(LOOK_AGAIN + 1)
    stage.frame(LOOK_AGAIN + 1)
    assert not isinstance(stage.app.top, FaultsPanel)
    assert "A file was changed" not in stage.words()
