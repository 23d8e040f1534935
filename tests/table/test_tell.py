"""F9 asks what happened and writes a report: what goes along, what stays out, and what is said when it cannot be written."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
import pytest
from shell_stage import Stage

from game import paths
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.replay import Replay
from game.match.reports import JOURNAL, LOG, PICTURE, SCREEN, Report, read_report
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table.pages import tell
from game.table.play.match import MatchScreen
from game.table.screens.menu import MenuScreen
from game.table.shell.report import fault_of


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that were opened on the desktop."""
    folders: list[Path] = []
    monkeypatch.setattr(tell, "show_folder", folders.append)
    return folders


@pytest.fixture
def stage(opened: list[Path]) -> Stage:
    stage = Stage(games=(open_box("verona"),), speed="instant")
    stage.app.tell = tell.tell
    stage.show(MenuScreen())
    people = (SeatPlan("human", "Annabella"), SeatPlan("human", "Bea Ö."))
    screen = stage.show(MatchScreen(Match.start(Setup("verona", 2, seed=5), people, folder=paths.saves_folder())))
    for _ in range(4):
        screen.submit(screen.match.legal()[0])
    stage.frame()
    return stage


def written() -> list[Report]:
    return [read_report(path) for path in sorted((paths.user_folder() / "reports").glob("*.zip"))]


def test_words_are_asked_for_and_the_folder_is_opened(stage: Stage, opened: list[Path]) -> None:
    stage.press("f9", "f9")
    assert [type(screen).__name__ for screen in stage.app.screens] == ["MenuScreen", "MatchScreen", "Tell"]
    stage.type("The duel was lost, and I had the higher die")
    stage.click("write")
    (report,) = written()
    assert report.facts.words == "The duel was lost, and I had the higher die"
    assert report.facts.screens == ("MenuScreen", "MatchScreen")
    assert (report.facts.actions, report.facts.fault) == (4, "")
    assert Replay.open(report.path).count == 4
    assert opened == [report.path.parent]
    assert report.path.name in stage.words()
    stage.click("show")
    stage.click("done")
    assert len(opened) == 2
    assert isinstance(stage.top, MatchScreen)


def test_the_picture_is_what_was_on_the_screen(stage: Stage) -> None:
    stage.app.show()
    before = stage.app.surface.copy()
    stage.press("f9")
    stage.click("names")
    stage.click("write")
    picture = pygame.image.load(io.BytesIO(written()[0].files[PICTURE]), "picture.png")
    assert picture.get_size() == before.get_size()
    same = sum(picture.get_at((x, y))[:3] == before.get_at((x, y))[:3] for x in range(0, 1280, 40) for y in range(0, 720, 40))
    assert same > 500


@pytest.mark.parametrize("wanted", [False, True])
def test_names_go_along_only_where_they_may(stage: Stage, *, wanted: bool) -> None:
    stage.app.log.lines.append("warning: ANNABELLA met Annab… and Bea Ö.")
    stage.press("f9")
    if wanted:
        stage.click("names")
    stage.click("write")
    (report,) = written()
    for name in (JOURNAL, LOG, SCREEN):
        content = report.files[name].decode().lower()
        assert ("annab" in content) == wanted
        assert ("bea ö" in content) == wanted


def test_the_pixels_hold_no_name_either(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is painted is the list of things without names, no other."""
    painted: list[str] = []
    stage.press("f9")
    monkeypatch.setattr(type(stage.app), "show", lambda self: None)
    monkeypatch.setattr("game.table.shell.report.Painter.paint", lambda self, target, view, items, anew: painted.append(repr(items)))
    stage.click("write")
    assert "(a name)" in painted[0]
    assert "nnabella" not in painted[0]


def test_a_report_that_cannot_be_written_says_so_and_can_be_tried_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, opened: list[Path]
) -> None:
    folder = paths.user_folder() / "reports"
    folder.write_text("in the way")
    stage.press("f9")
    stage.click("write")
    assert "could not be written" in stage.words()
    folder.unlink()
    stage.click("write")
    assert len(written()) == len(opened) == 1


def test_shift_writes_at_once(stage: Stage) -> None:
    stage.app.tell = lambda app: pytest.fail("it asked")
    stage.press("f9", mod=pygame.KMOD_SHIFT)
    assert isinstance(stage.top, MatchScreen)
    assert len(written()) == 1


def test_one_fault_has_one_name() -> None:
    def fault(words: str) -> str:
        try:
            open_box(words)
        except KeyError as error:
            return fault_of(error)
        return ""

    assert fault("xyzzy") == fault("plugh") == "KeyError in rules/__init__.open_box"


def test_enter_in_the_line_writes_the_report(stage: Stage) -> None:
    stage.press("f9")
    stage.type("broke")
    stage.press("return")
    (report,) = written()
    assert report.facts.words == "broke"
