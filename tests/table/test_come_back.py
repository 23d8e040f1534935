"""Coming back to the table: who won stands in the list, a hand that is still played stays hidden, and the pace is as it was left."""

from __future__ import annotations

import pygame
import pytest
from shell_stage import Stage, flat

from game import paths
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.match.journal import GENERATIONS, generation, snapshot_path
from game.match.match import Match
from game.match.reopen import stands
from game.match.replay import Replay
from game.match.save import files_beside, list_saves, remove_save, take_lock
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table.canvas.draw import CUT_AT, Made, Text
from game.table.canvas.painter import shortened
from game.table.play.match import MatchScreen
from game.table.screens import standing
from game.table.screens.menu import MenuScreen
from game.table.screens.replay import ReplayScreen
from game.table.screens.saves import Saves

LONG = "Wilhelmine Charlotte Alexandrowna von und zu Hohenstein"


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def full(*_):
    raise OSError(28, "No space left on device")


def until_still(stage: Stage) -> None:
    """Let as many frames pass as the page may have to do something by itself."""
    for _ in range(20):
        stage.frame()


def kept(*players: str, actions: int = 5000) -> Match:
    plans = tuple(SeatPlan(player, name) for player, name in zip(players, ("Ada", "Bob"), strict=True))
    match, chance = Match.start(Setup("verona", 2, seed=3), plans, folder=paths.saves_folder()), Chance(3)
    while match.deciding is not None and match.count < actions:
        match.submit(chance.pick(match.legal()))
    match.close()
    return match


def test_the_list_of_saves_says_who_won_and_what_is_still_played():
    over, open_ = kept("human", "random"), kept("human", "random", actions=5)
    stage = Stage()
    stage.show(Saves())
    words = stage.words().split("\n")
    (winner,) = over.outcome.winners
    assert f"{over.names[winner]} won" in words
    assert "in play" in words
    assert open_.outcome is None


def alone(match: Match) -> None:
    """Leave nothing of a save but its journal."""
    for each in files_beside(match.path):
        each.unlink(missing_ok=True)


@pytest.mark.parametrize("earlier", [False, True], ids=["no snapshot", "an earlier one"])
def test_how_a_match_stands_is_worked_out_once_where_its_save_does_not_say_it(monkeypatch, earlier):
    """As beside a match that `sim` kept, or a journal that was copied alone: it is played again in secret, and what that tells is kept."""
    before, over, open_ = kept("human", "random", actions=4), kept("human", "random"), kept("human", "random", actions=5)
    for match in (over, open_):
        alone(match)
    if earlier:
        snapshot_path(before.path).rename(snapshot_path(over.path))
    remove_save(before.path)
    stage = Stage()
    page = stage.show(Saves())
    until_still(stage)
    (winner,) = over.outcome.winners
    assert {f"{over.names[winner]} won", "in play"} <= set(stage.words().split("\n"))
    for match, main in ((open_, "resume"), (over, "watch")):
        page.choose(match.path.name)
        page.stale()
        stage.frame()
        assert next(key for key in ("resume", "watch") if page.widget(key)) == main
    assert over.outcome.words.split("\n")[0].format(*over.names) in stage.words()
    known = {entry.path: (entry.outcome, entry.going) for entry in list_saves()}
    assert known == {over.path: (over.outcome, False), open_.path: (None, True)}
    monkeypatch.setattr("game.table.screens.saves.worked_out", lambda path: pytest.fail(f"{path} is worked out again"))
    stage.show(Saves())
    until_still(stage)


def test_what_is_worked_out_of_a_match_is_shown_where_it_cannot_be_kept(monkeypatch):
    over = kept("human", "random")
    alone(over)
    monkeypatch.setattr("game.match.reopen.rotate", full)
    stage = Stage()
    stage.show(Saves())
    until_still(stage)
    assert f"{over.names[over.outcome.winners[0]]} won" in stage.words().split("\n")
    assert not snapshot_path(over.path).exists()


def test_a_match_that_another_window_plays_is_not_worked_out():
    over = kept("human", "random")
    alone(over)
    lock = take_lock(over.path)
    stage = Stage()
    stage.show(Saves())
    until_still(stage)
    lock.release()
    assert not snapshot_path(over.path).exists()


@pytest.mark.parametrize("actions", [5, 5000])
@pytest.mark.parametrize("earlier", [False, True], ids=["no snapshot", "an earlier one"])
def test_nothing_is_said_of_how_a_match_stands_where_its_save_does_not_say_it(actions, earlier):
    """A journal that was copied alone, and that today's rules cannot play again, is neither said to be in play nor offered as the match to continue."""
    before = snapshot_path(kept("human", "random", actions=4).path)
    match = kept("human", "random", actions=actions)
    for number in range(GENERATIONS):
        snapshot_path(match.path, number).unlink(missing_ok=True)
        if number:  # beside copies that say otherwise the journal would be damaged
            generation(match.path, number).unlink(missing_ok=True)
    if earlier:
        before.rename(snapshot_path(match.path))
    remove_save(before.with_suffix(""))
    match.path.write_bytes(match.path.read_bytes().replace(b'"version":"', b'"version":"0.', 1))
    stage = Stage()
    stage.show(Saves())
    assert not {"in play", *(f"{name} won" for name in match.names)} & set(stage.words().split("\n"))
    assert f"{match.count} actions" in stage.words().split("\n"), "that much is known"
    menu = stage.show(MenuScreen())
    assert (menu.last is not None) == earlier


@pytest.mark.parametrize(
    ("players", "actions", "seen"),
    [
        (("human", "human"), 5, ()),
        (("human", "random"), 5, (0,)),
        (("random", "human"), 5, (1,)),
        (("random", "random"), 5, (0, 1)),
        (("human", "human"), 5000, (0, 1)),
    ],
)
def test_an_unfinished_match_shows_nobody_elses_hand(players, actions, seen):
    match = kept(*players, actions=actions)
    stage = Stage()
    screen = stage.show(ReplayScreen(Replay.open(match.path), match.names))
    stage.frame()
    assert [key for key, _ in screen.widget("seen").options] == [str(SPECTATOR), *map(str, seen)]


def hidden_cards(match: Match, number: int) -> set[str]:
    """Return the cards that somebody at the table sees after an action and a bystander does not."""
    shown = {piece.face for piece in match.scene_at(SPECTATOR, number).pieces.values() if piece.face}
    seen = {piece.face for seat in range(len(match.plans)) for piece in match.scene_at(seat, number).pieces.values() if piece.face}
    return seen - shown


def drawn_words(stage: Stage) -> list[str]:
    return [item.words for item in flat(stage.app.items()) if isinstance(item, Text | Made)]


@pytest.mark.parametrize("game", ["overcross", "shine", "starcrossed"])
def test_no_secret_of_a_match_that_is_still_played_is_shown_to_whoever_watches(game):
    box = open_box(game)
    plans = (SeatPlan("human", "Ada"), SeatPlan("human", "Bob"))
    match, chance = Match.start(box.complete(Setup(game, 2, seed=3)), plans, folder=paths.saves_folder()), Chance(3)
    while match.count < 24:
        match.submit(chance.pick(match.legal()))
    match.close()
    stage = Stage(games=(box,), speed="instant", reduced_motion=True)
    stage.show(Saves())
    stage.frame()
    assert stands(match.path).scene == match.scene(SPECTATOR)
    assert not hidden_cards(match, match.count) & set(drawn_words(stage))
    stage.click("watch")
    assert isinstance(stage.top, ReplayScreen)
    stage.press("space")
    names = {card.id: card.name for card in box.catalogue()}
    hidden_at_all = 0
    for number in range(match.count + 1):
        stage.top.go(number)
        stage.frame()
        hidden = hidden_cards(match, number)
        hidden_at_all += len(hidden)
        words = drawn_words(stage)
        assert not hidden & set(words)
        assert not any(names[card] in stage.top.words for card in hidden if card in names)
    assert hidden_at_all > 50
    stage.click("seen")
    assert stage.top.viewer == SPECTATOR, "there is nobody else to see it as"


@pytest.mark.parametrize("game", ["overcross", "shine", "verona", "cardmaster"])
def test_a_save_is_shown_with_its_table_and_its_decks(game):
    box = open_box(game)
    match = Match.start(box.complete(Setup(game, 2, seed=3)), (SeatPlan("human"), SeatPlan("hard")), folder=paths.saves_folder())
    match.submit(match.legal()[0])
    match.close()
    stage = Stage(games=(box,))
    page = stage.show(Saves())
    said = stage.words()
    assert "(the computer, Hard)" in said
    assert all(deck.name in said for deck in match.setup.decks)
    table = standing.table_of(stage.app, stands(match.path))
    assert len({table.get_at((x, y))[:3] for x in range(0, 960, 16) for y in range(0, 540, 16)}) > 100
    assert stage.app.theme.id == page.theme == "menu", "the window keeps its own look"
    stage.app.show()


@pytest.mark.parametrize("game", ["overcross", "cardmaster"])
def test_the_picture_of_a_save_is_seen_from_the_side_of_the_one_person_and_shows_a_bystander_no_more(game):
    seen = []
    for plans in (("human", "hard"), ("hard", "human")):
        box = open_box(game)
        match = Match.start(box.complete(Setup(game, 2, seed=3)), tuple(map(SeatPlan, plans)), folder=paths.saves_folder())
        match.close()
        found = stands(match.path)
        assert found.scene.viewer == SPECTATOR
        stage = Stage((1280, 720), games=(box,))
        seen.append(pygame.image.tobytes(standing.table_of(stage.app, found), "RGB"))
    assert seen[0] != seen[1], "each is seen from its own side"


def test_a_save_that_does_not_say_how_it_stands_is_shown_without_a_picture():
    match = kept("human", "random", actions=5)
    for snapshot in match.path.parent.glob("*.snap*"):
        snapshot.write_bytes(b"no")
    stage = Stage()
    stage.show(Saves())
    stage.app.show()
    stage.click("resume")
    assert isinstance(stage.top, MatchScreen)


def test_the_pace_is_remembered():
    match = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("random")))
    stage = Stage()
    screen = stage.show(MatchScreen(match))
    stage.press("+", "+")
    assert screen.controls.pace == 4.0
    assert stage.app.settings.watching == 4.0
    again = stage.show(MatchScreen(Match.start(Setup("verona", 2, seed=4), match.plans)))
    assert again.controls.pace == 4.0
    assert again.view.player.pace == 4.0


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("names", [(LONG, "Bob"), ("Ada", LONG), (LONG, LONG[::-1])], ids=["first", "second", "both"])
def test_beside_long_names_the_result_and_both_players_are_seen(names, text):
    match, chance = (
        Match.start(Setup("verona", 2, seed=3), [SeatPlan("human", name) for name in names], folder=paths.saves_folder()),
        Chance(3),
    )
    while match.deciding is not None:
        match.submit(chance.pick(match.legal()))
    match.close()
    stage = Stage(text_size=text)
    stage.show(Saves())
    drawn = [item for item in flat(stage.app.items()) if isinstance(item, Text) and item.cut]
    scale = stage.app.view.scale
    seen = [
        shortened(stage.app.fonts, item.words, item.face, round(item.size * scale * CUT_AT), round(item.rect[2] * scale)) for item in drawn
    ]
    (winner,) = match.outcome.winners
    (state,) = [words for words in seen if words.endswith(" won")]
    assert names[winner].startswith(state.removesuffix(" won").removesuffix("…"))
    assert len(state) >= len("Ada won")
    assert any(
        all(len(part) >= 3 and name.startswith(part.removesuffix("…")) for part, name in zip(words.split(", "), names, strict=True))
        for words in seen
        if words.count(", ") == 1
    )
