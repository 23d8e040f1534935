"""The lab in the window: a study is chosen, run, stopped and gone on with; its bars say what was found, and each shows one of its matches."""

from __future__ import annotations

import time

import msgspec
import pytest
from msgspec.structs import replace
from shell_stage import Stage

from game import paths
from game.kernel.setup import Setup
from game.lab import breaking
from game.lab.findings import figure, findings, percent
from game.lab.planning import Asked, Ground, Study, pairings
from game.lab.running import Seen
from game.lab.seeking import Seeking, Wanted, kept_finds
from game.lab.study import Folder, Plan, play_number, play_study
from game.rules import open_box, shelf
from game.table.screens.bars import Scale
from game.table.screens.lab import PAUSE, Lab, kept_name, time_left
from game.table.screens.menu import MenuScreen
from game.table.screens.replay import ReplayScreen
from game.table.screens.study_form import StudyForm
from game.table.shell.speech import texts

BOX = open_box("starcrossed")
ENOUGH = 120.0
KEPT = "starcrossed-decks-20260102-030405"


@pytest.fixture(name="played", scope="module")
def once_played(tmp_path_factory: pytest.TempPathFactory) -> Study:
    plan = pairings(BOX, "decks", BOX.ready_decks()[:2], Ground(), Asked("random", 4, seed=3))
    folder = Folder(tmp_path_factory.mktemp("lab") / KEPT)
    play_study(plan, folder)
    return Study(plan, folder)


@pytest.fixture(name="kept")
def kept_in_the_lab_folder(played: Study) -> Study:
    folder = Folder(paths.lab_folder() / KEPT)
    folder.begin(played.plan)
    for name in ("plan.json", "matches.jsonl"):
        (folder.path / name).write_bytes((played.folder.path / name).read_bytes())
    return Study(played.plan, folder)


def opened(**settings) -> tuple[Stage, Lab]:
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True, **settings)
    return stage, stage.show(Lab("starcrossed"))


def stopped_after_one() -> tuple[Stage, Lab, Plan]:
    """Show a study of three decks that was stopped after its first match."""
    plan = pairings(BOX, "decks", BOX.ready_decks()[:3], Ground(), Asked("random", 2, seed=3))
    folder = Folder(paths.lab_folder() / KEPT)
    folder.begin(plan)
    (folder.path / "matches.jsonl").write_bytes(msgspec.json.encode(play_number(plan, 0)) + b"\n")
    stage, lab = opened()
    lab.show(KEPT)
    until(stage, lambda: not lab.going)
    return stage, lab, plan


def until(stage: Stage, done) -> None:
    begun = time.monotonic()
    while not done():
        assert time.monotonic() - begun < ENOUGH
        stage.frame(0.1)
        time.sleep(0.01)
    stage.frame(0.1)


def said(stage: Stage) -> list[str]:
    return [text.words for text in texts(stage.app.items())]


def test_the_menu_leads_to_the_lab_of_the_chosen_world():
    stage = Stage(games=shelf())
    menu = stage.show(MenuScreen())
    menu.chosen = "shine"
    stage.click("lab")
    assert isinstance(stage.top, Lab)
    assert stage.top.game == "shine"


def test_an_earlier_study_shows_the_figures_that_the_findings_have(kept):
    stage, lab = opened()
    lab.show(KEPT)
    until(stage, lambda: not lab.going)
    found = findings(kept.plan, kept.folder.lines())
    assert lab.running.seen.findings == found
    words = said(stage)
    for each in found.standings:
        assert each.name in words
        assert percent(each.won) in words
    assert "4 of 4 matches." in words


def test_a_bar_shows_one_of_its_matches_and_the_next_time_another(kept):
    stage, lab = opened()
    lab.show(KEPT)
    until(stage, lambda: not lab.going)
    seen = []
    for _ in range(2):
        lab.see("meeting-0", lambda plan, line: line.cell == 0)
        seen.append(lab.watching.number)
        until(stage, lambda: stage.top is not lab)
        assert isinstance(stage.top, ReplayScreen)
        assert stage.top.names == tuple(kept.plan.cells[0].setup.decks[entrant].name for entrant in ((0, 1), (1, 0))[len(seen) - 1])
        stage.press("escape")
    assert seen == [0, 1]


def test_a_study_runs_beside_the_window_and_stops_when_it_is_left():
    stage, lab = opened()
    lab.form.level, lab.form.games = "random", 1000
    lab.form.off |= {f"deck {name}" for name in list(lab.form.decks)[2:]}
    stage.click("run")
    running = lab.running
    until(stage, lambda: running.seen.matches >= 2)
    assert lab.going
    assert "Stop" in said(stage)
    stage.press("escape")
    assert running.wait(ENOUGH)
    lines = Folder(next(paths.lab_folder().iterdir())).lines()
    assert 2 <= len(lines) < 1000


def test_a_press_that_was_meant_to_stop_begins_nothing(kept):
    stage, lab = opened()
    lab.show(KEPT)
    until(stage, lambda: not lab.going)
    ended = lab.running
    stage.click("run")
    assert lab.running is ended
    stage.frame(PAUSE)
    lab.form.level, lab.form.games = "random", 1000
    stage.click("run")
    assert lab.running is not ended
    lab.stop()


def test_a_study_that_was_stopped_is_gone_on_with(kept, played):
    whole = kept.folder.lines()
    matches = kept.folder.path / "matches.jsonl"
    matches.write_bytes(matches.read_bytes().splitlines(keepends=True)[0])
    stage, lab = opened()
    lab.show(KEPT)
    until(stage, lambda: not lab.going)
    assert "1 of 4 matches; it was stopped." in said(stage)
    lab.go_on()
    until(stage, lambda: not lab.going)
    assert kept.folder.lines() == whole
    assert lab.running.seen.findings == findings(played.plan, whole)


def test_a_study_that_was_stopped_is_gone_on_with_where_it_says_so():
    stage, lab, _ = stopped_after_one()
    button = next(widget for widget in stage.top.widgets() if widget.key == "on")
    told = next(widget for widget in stage.top.widgets() if widget.key == "told")
    assert told.rect[0] < button.rect[0] < told.rect[0] + told.rect[2]
    assert button.rect[1] < told.rect[1] + 150
    button.on()
    until(stage, lambda: not lab.going)
    assert "6 of 6 matches." in said(stage)
    assert "on" not in [widget.key for widget in stage.top.widgets()]


def test_a_pairing_that_nobody_played_yet_has_no_bar():
    stage, _, plan = stopped_after_one()
    assert "1 of 6 matches; it was stopped." in said(stage)
    assert [words.split(" (")[0] for words in said(stage) if words.endswith("actions)")] == [plan.names[0]]


def test_a_study_is_played_on_the_usual_map_unless_another_is_chosen():
    box = open_box("overcross")
    form = StudyForm(box, lambda: None)
    form.level, form.games = "random", 2
    form.off |= {f"deck {name}" for name in list(form.decks)[2:]}
    usual = box.complete(Setup("overcross", 2)).map
    assert form.study_of()().plan.cells[0].setup.map == usual
    form.set("map", "small")
    assert form.study_of()().plan.cells[0].setup.map == "small" != usual
    form.set("kind", "maps")
    form.off |= {f"map {name}" for name in form.maps if name != "small"}
    assert form.study_of()().plan.names == ("small",)
    form.set("kind", "levels")
    form.off |= {f"level {name}" for name in ("hard", "normal")}
    assert {cell.levels for cell in form.study_of()().plan.cells} == {("easy", "novice")}


def test_seed_options_and_what_is_played_besides_are_chosen_at_the_page():
    stage, lab = opened()
    form = lab.form
    form.off |= {f"deck {name}" for name in list(form.decks)[2:]}
    form.set("level", "random")
    form.number("games", "2")
    stage.click("more")
    lab.memory["form"] = 500.0
    lab.stale()
    stage.frame()
    stage.click("seed")
    stage.type("23")
    form.option("turns", 30.0)
    form.number("skill", "4")
    study = form.study_of()()
    cell = study.plan.cells[0]
    assert (cell.setup.seed, cell.setup.options["turns"]) == (23, 30)
    assert study.skill is not None
    assert {batch.levels for batch in study.skill[0].cells} == {("hard", "novice")}
    assert form.amount() == "1 pairing, 6 matches."
    form.number("reach", "5")
    assert form.begin()._reach == 0.05
    form.set("kind", "cards")
    assert form.study_of()().skill is None


@pytest.fixture(name="small_field")
def two_decks_and_short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    field = open_box("cardmaster").ready_decks()[:2]
    monkeypatch.setattr(type(open_box("cardmaster")), "ready_decks", lambda self: field)
    monkeypatch.setattr(breaking, "BRED", 2)


def test_a_search_for_what_breaks_a_game_is_made_confirmed_and_looked_at_again(small_field, monkeypatch: pytest.MonkeyPatch):
    del small_field
    monkeypatch.setattr(StudyForm, "wanted", lambda self: Wanted(matches=2, finds=1, games=2))
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    lab = stage.show(Lab("cardmaster"))
    lab.form.set("kind", "break")
    lab.form.off |= {f"player {name}" for name in breaking.PLAYERS if name != "rush"}
    stage.click("run")
    until(stage, lambda: not lab.going)
    assert isinstance(lab.running, Seeking)
    assert lab.running.seen.fault == ""
    find = lab.running.seen.finds[0]
    assert find.player == "rush"
    assert percent(find.won) in said(stage)
    for won, words in (([0.0] * 6, "Not confirmed: none of these surely beats them."), ([1.0] * 6, "Confirmed as beating them: ")):
        lab.running.seen = replace(lab.running.seen, finds=(replace(find, won=figure(won)),))
        lab.layout()
        assert any(each.startswith(words) for each in said(stage))
    assert kept_finds(lab.running.place) == (find,)
    lab.show("")
    lab.show(lab.kept[0].name)
    until(stage, lambda: not lab.going)
    assert lab.running.seen.finds == (find,)
    stage.click("find-0")
    assert isinstance(stage.top, ReplayScreen)
    stage.press("escape")
    lab.see_entry(lab.running.seen.search.best()[0])
    until(stage, lambda: stage.top is not lab)
    assert isinstance(stage.top, ReplayScreen)


def test_a_search_is_stopped_and_gone_on_with_at_the_page(small_field):
    del small_field
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    lab = stage.show(Lab("cardmaster"))
    lab.form.set("kind", "break")
    stage.click("run")
    lab.stop()
    until(stage, lambda: not lab.going)
    assert lab.running.seen.fault == ""
    assert lab.running.seen.search.rounds == 0
    lab.show(lab.kept[0].name)
    until(stage, lambda: not lab.going)
    assert "0 matches searched in 0 rounds." in said(stage)
    lab.go_on()
    assert lab.going
    lab.stop()
    until(stage, lambda: not lab.going)


def test_a_report_is_written_into_the_studys_folder(kept):
    stage, lab = opened()
    lab.show(KEPT)
    until(stage, lambda: not lab.going)
    lab.report()
    assert (kept.folder.path / "report.html").read_text("utf-8").startswith("<!doctype html>")


def test_a_study_that_cannot_be_played_says_why():
    stage, lab = opened()
    lab.form.off |= {f"deck {name}" for name in lab.form.decks}
    lab.form.off.remove(f"deck {next(iter(lab.form.decks))}")
    stage.click("run")
    until(stage, lambda: not lab.going)
    assert "A comparison needs two decks or more." in said(stage)


def test_a_scale_lays_the_middle_in_the_middle_and_lets_nothing_leave_it():
    scale = Scale(0.5, 0.2, signed=False)
    assert [scale.at(value) for value in (0.0, 0.3, 0.5, 0.6, 1.0)] == pytest.approx([0.0, 0.0, 0.5, 0.75, 1.0])


def test_what_a_study_still_needs_is_told_in_words():
    seen = Seen(matches=10, games=20)
    assert time_left(seen) == "; the first are being played."
    assert time_left(replace(seen, left=20.0)) == "; less than a minute left."
    assert time_left(replace(seen, left=150.0)) == "; 2 minutes left."
    assert time_left(replace(seen, going=False)) == "; it was stopped."
    assert time_left(replace(seen, going=False, matches=20)) == "."
    assert kept_name(KEPT) == "decks, 2026-01-02 03:04"
    assert kept_name("starcrossed-mine") == "starcrossed-mine"


def test_a_finished_study_is_made_twice_as_long_and_plays_what_it_lacks(kept: Study) -> None:
    stage, lab = opened()
    lab.show(KEPT)
    until(stage, lambda: not lab.going)
    begun = kept.folder.lines()
    stage.click("longer")
    until(stage, lambda: not lab.going)
    assert not lab.running.seen.fault
    assert kept.folder.plan() == kept.plan.of_games(2 * kept.plan.games)
    assert kept.folder.lines()[: len(begun)] == begun
    assert "8 of 8 matches." in said(stage)


def test_a_study_of_other_cards_than_todays_says_so(kept: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    def told() -> bool:
        stage, lab = opened()
        lab.show(KEPT)
        until(stage, lambda: not lab.going)
        return "are other today" in " ".join(said(stage))

    assert not told()
    first, *others = BOX.ready_decks()
    decks = (replace(first, cards=others[-1].cards), *others)
    monkeypatch.setattr(type(BOX), "ready_decks", lambda self: decks)
    assert told()


def test_a_comparison_in_which_nothing_changed_says_so_and_offers_no_second_half(kept: Study) -> None:
    stage, lab = opened()
    lab.show(KEPT)
    until(stage, lambda: not lab.going)
    lab.compare()
    until(stage, lambda: not lab.going)
    assert "Nothing that it is played with (cards, decks, maps, rules) was changed." in " ".join(said(stage))
    assert "longer" not in {widget.key for widget in stage.top.widgets()}
