"""The player's records: each match against programs counts once, the page adds them up, and a file that cannot be read is left alone."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace
from shell_stage import Stage

from game import paths
from game.content.positions import positions_of
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.course import OPEN
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table.play.ending import EndPanel
from game.table.play.match import MatchScreen
from game.table.screens.learn_match import open_position
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import Draft, NewMatch, Place, meet
from game.table.screens.records import Records
from game.table.shell.records import _MOST, Result, _kept, enter, page, records, records_path, streaks
from game.table.shell.settings import read_settings


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def ended(people: int = 1) -> Match:
    plans = tuple(SeatPlan("human" if seat < people else "easy") for seat in range(2))
    match, chance = Match.start(Setup("verona", 2, seed=3), plans, folder=paths.saves_folder()), Chance(3)
    while match.deciding is not None:
        match.submit(chance.pick(match.legal()))
    return match


def looked_at(match: Match) -> None:
    stage = Stage(speed="instant", reduced_motion=True)
    stage.show(MatchScreen(match))
    for _ in range(8):
        stage.frame(0.1)
    assert isinstance(stage.top, EndPanel)


def result(number: int, share: float, *, game: str = "verona", level: str = "Easy", deck: str = "") -> Result:
    return Result(str(number), "2026-01-01 10:00", game, level, deck, share, 40)


def test_a_match_against_a_program_counts_once_however_often_its_end_is_seen():
    match = ended()
    looked_at(match)
    match.close()
    looked_at(Match.resume(match.path))
    (entered,) = records()
    assert (entered.game, entered.level, entered.actions) == ("verona", "Easy", match.count)
    assert entered.share == match.outcome.share(0)


def test_a_match_between_people_is_nobodys_record():
    looked_at(ended(people=2))
    assert records() == ()


def test_streaks_are_wins_in_a_row_now_and_ever():
    shares = (1.0, 1.0, 0.0, 1.0, 0.5, 1.0, 1.0, 1.0)
    assert streaks([result(number, share) for number, share in enumerate(shares)]) == (3, 3)
    assert streaks([result(number, share) for number, share in enumerate(shares[:4])]) == (1, 2)
    assert streaks([result(1, 0.0)]) == (0, 0)
    assert streaks([]) == (0, 0)


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((1.0,), "1 match, 1 won."),
        ((0.0,), "1 match, 0 won."),
        ((1.0, 1.0, 0.0), "3 matches, 2 won; the longest streak was 2."),
        ((1.0, 1.0), "2 matches, 2 won; 2 in a row now, the longest streak was 2."),
    ],
)
def test_a_streak_is_told_where_there_is_one(shares, said):
    results = [result(number, share) for number, share in enumerate(shares)]
    assert said in page(results, (("verona", "star cross'd"),), lambda game: (0, 0))


def test_the_page_adds_up_matches_by_level_and_deck():
    results = [
        result(1, 1.0, deck="Late Fees"),
        result(2, 0.0, deck="Late Fees"),
        result(3, 0.5, level="Hard"),
        result(4, 1.0, game="shine"),
    ]
    words = page(results, (("verona", "star cross'd"), ("shine", "Shine!")), lambda game: (2, 9) if game == "shine" else (0, 0))
    assert "3 matches, 1 won." in words
    assert "| Easy | 2 | 1 | 0 |" in words
    assert "| Hard | 1 | 0 | 1 |" in words
    assert "| Late Fees | 2 | 1 | 0 |" in words
    assert words.count("Lessons and puzzles") == 1
    assert "Lessons and puzzles: 2 of 9 done." in words


def test_a_file_that_cannot_be_read_is_told_and_set_aside_when_a_match_is_entered():
    records_path().parent.mkdir(parents=True, exist_ok=True)
    records_path().write_bytes(b"not records")
    assert records() is None
    stage = Stage()
    stage.show(Records())
    assert "cannot be read" in stage.words()
    assert "records.json.unreadable" in enter(result(1, 1.0))
    assert records_path().with_name("records.json.unreadable").read_bytes() == b"not records"
    assert records() == (result(1, 1.0),)


def test_what_another_version_wrote_into_a_record_stays_there():
    enter(Result("1", "2026-11-22 09:00", "verona", "Easy", "", 1.0, 40))
    told = msgspec.json.decode(records_path().read_bytes())
    told[0]["of_next_year"] = {"a": [1]}
    records_path().write_bytes(msgspec.json.encode(told))
    assert enter(Result("2", "2026-11-22 09:30", "verona", "Easy", "", 0.0, 41)) == ""
    assert msgspec.json.decode(records_path().read_bytes())[0] == told[0]
    assert [each.match for each in records()] == ["1", "2"]


def test_as_many_records_as_are_kept_are_read_again():
    long = Result("9" * 30 + "-500-0123456789abcdef", "2026-01-01 10:00", "starcrossed", "Normal and Very hard", "Ä" * 60, 0.5, 500)
    assert _kept().write([replace(long, match=f"{number}-{long.match}") for number in range(_MOST)]) == ""
    assert enter(replace(long, match="one more")) == ""
    assert [each.match for each in records()[-2:]] == [f"{_MOST - 1}-{long.match}", "one more"]
    assert len(records()) == _MOST


def test_the_menu_leads_to_the_records():
    assert enter(result(1, 1.0)) == ""
    stage = Stage()
    stage.show(MenuScreen())
    stage.frame()
    stage.click("records")
    assert isinstance(stage.top, Records)
    assert "1 match, 1 won." in stage.words().replace("\n", " ")


def read() -> str:
    """Open the page anew, and return what it says."""
    stage = Stage()
    stage.show(Records())
    stage.frame()
    return stage.words().replace("\n", " ")


def test_the_file_is_the_players_to_copy_to_delete_and_to_put_back():
    assert enter(result(1, 1.0)) == ""
    before = read()
    assert "1 match, 1 won" in before
    copy = records_path().with_name("copy.json")
    copy.write_bytes(records_path().read_bytes())
    records_path().unlink()
    assert "1 match" not in read()
    assert enter(result(2, 0.0)) == "", "a new file begins by itself"
    assert "1 match, 0 won" in read()
    copy.replace(records_path())
    assert read() == before


def test_a_button_opens_the_folder_with_the_file(monkeypatch):
    opened = []
    monkeypatch.setattr("game.table.screens.records.show_folder", opened.append)
    stage = Stage()
    stage.show(Records())
    stage.frame()
    stage.click("folder")
    assert opened == [records_path().parent]


def test_whoever_has_finished_no_match_of_a_game_meets_novice_and_later_whom_they_met_last():
    stage = Stage(games=(open_box("verona"), open_box("shine")))

    def offered(game: str) -> str:
        page = stage.show(NewMatch(open_box(game)))
        return page.plans()[1].player

    assert (offered("verona"), offered("shine")) == ("novice", "novice")
    enter(result(1, 0.0))
    assert (offered("verona"), offered("shine")) == ("normal", "novice"), "what was entered before anybody was remembered"
    offered("verona")
    stage.click("player-1", dx=0.95)
    stage.click("start")
    assert (offered("verona"), offered("shine")) == ("hard", "novice"), "each game has its own"
    assert read_settings()[0].opponents == {"verona": "hard"}


def test_a_lesson_ends_with_a_match_against_novice_until_one_was_finished():
    lesson = next(each for each in positions_of("verona") if each.kind == "lesson")
    for times in range(2):
        stage = Stage(games=(open_box("verona"),))
        stage.app.meet = meet
        stage.show(MenuScreen())
        open_position(stage.app, lesson)
        table = stage.top
        stage.app.drafts["verona"] = Draft(2, (Place("hard"), Place("human")), {}, "", "", take_backs=False)
        while table.lesson.verdict == OPEN:
            if table.lesson.reading:
                table.read_on()
            elif table.match.deciding == table.lesson.seat:
                table.submit(table.lesson.leads_on().action)
            stage.frame(1.0)
        for _ in range(30):
            stage.frame(0.5)
        labels = [answer[0] for answer in stage.top.answers]
        assert ("Match against Novice" in labels) == (not times), labels
        if not times:
            stage.click(f"answer-{labels.index('Match against Novice')}")
            assert isinstance(stage.top, MatchScreen)
            assert [plan.player for plan in stage.top.match.plans] == ["human", "novice"]
            assert [type(screen) for screen in stage.app.screens] == [MenuScreen, MatchScreen], "the lesson is over"
            enter(result(1, 0.0))
