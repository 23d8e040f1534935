"""A replay's page: what is told is never covered, and the picture of the table stays out of its zones."""

from __future__ import annotations

from pathlib import Path

import pytest
from every_game import BOXES, fewest
from shell_stage import Stage
from walker import apart, set_in_its_box

from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.replay import Replay
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.canvas.draw import Panel, Text
from game.table.canvas.view import Rect, inset
from game.table.pages.keys import KEYS, KeysPanel
from game.table.screens.replay import ReplayScreen

TOLD = "Anna Magdalena plays Selene of the Low Moon on the third Support space, and Beatrice answers with Foam Dancer."


def replayed(game: str, size: tuple[int, int], text: int, folder: Path) -> tuple[Stage, ReplayScreen]:
    """Show the replay of a match that has begun, at its first moment."""
    match = Match.start(Setup(game, 2, seed=5), (SeatPlan("human"),) * 2, folder=folder)
    match.submit(match.legal()[0])
    match.flush()
    stage = Stage(size, games=shelf(), text_size=text, speed="instant", reduced_motion=True)
    screen = stage.show(ReplayScreen(Replay.open(match.path)))
    screen.go(0)
    return stage, screen


def letters(stage: Stage, item: Text) -> Rect:
    """Return where the letters of a centred text lie in its box."""
    laid, scale = set_in_its_box(stage, item)[0], stage.app.view.scale
    x, y, width, height = item.rect
    wide, high = laid.width / scale, laid.height / scale
    return (x + (width - wide) / 2, y + (height - high) / 2, wide, high)


@pytest.mark.parametrize("hint", ["play", "close", "seen", "pace"])
@pytest.mark.parametrize(("size", "text"), [((1024, 640), 175), ((1024, 640), 100), ((1280, 720), 150), ((3440, 1440), 100)])
@pytest.mark.parametrize("told", ["Beatrice starts.", TOLD])
def test_a_hint_never_covers_what_is_told_nor_what_it_speaks_of(told, size, text, hint, tmp_path):
    stage, screen = replayed("shine", size, text, tmp_path)
    screen.words = told
    screen.look_at(hint)
    items = screen.draw()
    words = next(item for item in items if isinstance(item, Text) and item.words == told)
    spoken = screen.widget(hint).hint
    over = next(index for index, item in enumerate(items) if isinstance(item, Text) and item.words == spoken)
    panel = items[over - 1]
    assert isinstance(panel, Panel)
    assert apart(panel.rect, letters(stage, words))
    assert all(apart(panel.rect, widget.rect) for widget in screen.widgets())
    assert set_in_its_box(stage, words)[0].size >= words.size * stage.app.view.scale * 0.6


def test_nothing_on_the_table_shows_through_the_words_of_the_bar(tmp_path):
    stage, screen = replayed("overcross", (1280, 720), 100, tmp_path)
    bar = max((item for item in screen.draw() if isinstance(item, Panel)), key=lambda item: item.rect[2])
    assert bar.rect[2] > stage.app.view.width
    assert (bar.top[3], bar.bottom[3], bar.alpha) == (255, 255, 255)


@pytest.mark.parametrize("size", [(1280, 720), (3440, 1440)])
def test_no_line_of_the_table_s_picture_runs_through_shine_s_chain(size, tmp_path):
    """The curtains end in gold, and hang where wide windows have zones."""
    stage, screen = replayed("shine", size, 100, tmp_path)
    stage.frame(1.0)
    scale = stage.app.view.scale
    x, y, width, height = inset(screen.board.layout.zones["chain"], 14)
    for part in (0.3, 0.6, 0.9):
        row = round((y + height * part) * scale)
        seen = [stage.app.surface.get_at((px, row))[:3] for px in range(round(x * scale), round((x + width) * scale))]
        steps = [max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in zip(seen, seen[3:], strict=False)]
        assert max(steps) <= 16, part


@pytest.mark.parametrize(("players", "eyes"), [("hn", 0), ("nh", 1), ("hh", SPECTATOR), ("nn", SPECTATOR)])
def test_a_match_is_watched_through_the_eyes_of_its_only_person(players, eyes, tmp_path):
    plans = tuple(SeatPlan("human" if kind == "h" else "novice") for kind in players)
    match = Match.start(Setup("overcross", 2, seed=5), plans, folder=tmp_path)
    match.submit(match.legal()[0])
    match.flush()
    screen = Stage(games=shelf()).show(ReplayScreen(Replay.open(match.path)))
    assert (screen.viewer, screen.board.scene.viewer) == (eyes, eyes)


@pytest.mark.usefixtures("template_shelf")
@pytest.mark.parametrize("game", BOXES)
def test_what_is_told_belongs_to_the_action_that_is_shown_also_where_it_is_told_by_details_alone_or_not_at_all(game, tmp_path):
    """After a step that is told by details alone the words of the step before stayed."""
    match, chance = Match.start(Setup(game, fewest(game), seed=5), (SeatPlan("human"),) * fewest(game), folder=tmp_path), Chance(4)
    while match.deciding is not None and match.count < 30:
        match.submit(chance.pick(match.legal()))
    match.flush()
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    screen = stage.show(ReplayScreen(Replay.open(match.path)))
    screen.go(0)
    for number in range(1, match.count + 1):
        screen.step(1)
        told = [beat.telling for beat in screen.replay.beats(screen.viewer) if beat.telling is not None and beat.telling.words]
        own = {screen.printed.spoken(each.words) for each in told} or {""}
        for _ in range(400):
            assert screen.words in own, number
            if not screen.player.busy:
                break
            stage.frame(0.1)
        main = [each for each in told if not each.detail]
        last = screen.printed.spoken((main or told)[-1].words) if told else ""
        assert screen.words == last
        screen.go(number)
        assert screen.words == last, "it is the same whichever way one comes"


def test_the_keys_are_told_over_a_replay_which_waits_meanwhile(tmp_path):
    stage, screen = replayed("verona", (1280, 720), 100, tmp_path)
    screen.toggle()
    stage.press("h")
    assert isinstance(stage.top, KeysPanel)
    assert not screen.playing
    named = {key for keys, _ in KEYS for key in keys}
    assert named >= {"space", ".", ",", "left", "right", "home", "end", "f1", "w", "h"}
    stage.press("h")
    assert stage.top is screen
