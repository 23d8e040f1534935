"""The end of a match: Victory or Defeat, what the scores count, what was remarkable, and the ways on from there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from shell_stage import Stage, flat
from walker import set_in_its_box

from game import paths
from game.ai.levels import LEVELS, stepped
from game.kernel.chance import Chance
from game.kernel.setup import Outcome, Setup
from game.match.agreed import agreed
from game.match.facts import Fact
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED, shelf
from game.table.canvas.draw import Icon, Text
from game.table.play.curtain import Curtain
from game.table.play.ending import DEAD_SECONDS, EndPanel
from game.table.play.match import MatchScreen
from game.table.screens.learn import Learn, learn_of
from game.table.screens.opening import watch_from
from game.table.screens.replay import ReplayScreen
from game.table.shell.page import CALM
from game.table.shell.widgets import Scroll


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


DECISIVE = {"overcross": {"objective": "assassination"}}
"""What is chosen for a match to be won by somebody who plays at random."""


def ended(
    *,
    won: bool,
    game: str = "verona",
    level: str = "easy",
    text: int = 100,
    size: tuple[int, int] = (1280, 720),
    found: bool = True,
    speech: bool = False,
) -> tuple[Stage, MatchScreen]:
    """Return a table at which a person has won, or lost, against a program, with what there is to say of it found."""
    for seed in range(40):
        match = Match.start(
            Setup(game, 2, seed=seed, options=DECISIVE.get(game, {})),
            (SeatPlan("human", "Ada"), SeatPlan(level, "Bob")),
            folder=paths.saves_folder(),
        )
        chance = Chance(seed)
        while match.deciding is not None:
            match.submit(chance.pick(match.legal()))
        if match.outcome.winners == ((0,) if won else (1,)):
            break
        match.close()
    stage = Stage(size, speed="instant", reduced_motion=True, text_size=text, speech=speech)
    stage.app.watch, stage.app.learn = watch_from, learn_of
    screen = stage.show(MatchScreen(match))
    for _ in range(8):
        stage.frame(0.1)
    assert isinstance(stage.top, EndPanel)
    while found and not stage.top.chronicle.done:
        stage.frame(0.1)
    stage.frame(DEAD_SECONDS)
    return stage, screen


@pytest.mark.parametrize(("won", "title", "icon"), [(True, "Victory", "laurel-crown"), (False, "Defeat", "broken-shield")])
def test_the_end_says_victory_or_defeat_and_wears_no_crown_for_losing(won, title, icon):
    stage, screen = ended(won=won)
    words = stage.words().split("\n")
    assert title in words
    assert "Prestige" in words, "nothing says what the scores count"
    assert {str(score) for score in screen.match.outcome.scores} <= set(words)
    signs = {item.icon if hasattr(item, "icon") else item.name for item in flat(stage.top.draw()) if isinstance(item, Icon)}
    assert icon in signs
    assert ("laurel-crown" in signs) == won


def test_facts_come_while_one_looks_and_the_turning_point_is_watched():
    for won in (True, False):
        stage, screen = ended(won=won, game="cardmaster")
        while not stage.top.chronicle.done:
            stage.frame(0.1)
        facts = stage.top.chronicle.facts()
        said = stage.words()
        assert all(fact.label in said for fact in facts)
        if facts[0].number:
            break
    assert facts[0].label == "Turning point"
    stage.frame(0.1)
    stage.click("fact-0")
    assert isinstance(stage.top, ReplayScreen)
    assert facts[0].number <= stage.top.replay.position <= facts[0].number + 2
    stage.press("escape")
    assert isinstance(stage.top, EndPanel)
    assert screen.match.path is not None


@pytest.mark.parametrize("game", SHIPPED)
def test_buttons_stay_where_they_are_while_facts_come_and_take_no_press_where_they_had_to_move(game, monkeypatch):
    monkeypatch.setattr("game.table.play.ending._DIG_SECONDS", 0.0)
    stage, _ = ended(won=True, game=game, found=False)
    panel, seen = stage.top, set[float]()
    assert not panel.chronicle.done
    while panel.chronicle.go_on():
        panel.stale()
        seen.add(round(stage.rect("answer-0")[1]))
    assert len(seen) == 1, "a button moved under the hand"
    panel.chronicle.facts = tuple  # a match of which there is nothing to say
    panel.stale()
    stage.click("answer-0")
    assert stage.top is panel
    stage.frame(CALM)
    stage.click("answer-0")
    assert stage.top is not panel


@pytest.mark.parametrize("text", [100, 150])
def test_all_facts_are_seen_at_once_however_much_there_is_to_say_of_the_end_CM_36(text):
    stage, screen = ended(won=False, game="cardmaster", text=text)
    while not stage.top.chronicle.done:
        stage.frame(0.1)
    stage.frame(0.1)
    area = stage.top.widget("scores")
    lines = {item.words: item.rect for item in area.parts if isinstance(item, Text)}
    for fact in stage.top.chronicle.facts():
        _, y, _, high = lines[fact.label]
        assert y + high <= area.rect[1] + area.rect[3] + 1, f"{fact.label} is cut off"
    assert any(words.startswith("MVP 1: ") for words in lines), "who was best stands below"
    assert screen.match.outcome is not None


class Found:
    """What was found out of a match of six seats, all at once."""

    done = True

    def facts(self) -> tuple[Fact, ...]:
        throws = ", ".join(f"{{{seat}}} {seat} of {seat + 2}" for seat in range(6))
        return (Fact("Turning point", "{0} went from 12 % to 48 %", 7), Fact("Good throws", throws), Fact("Length", "212 actions"))


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_is_told_of_six_seats_takes_lines_and_does_not_shrink(size):
    names = [f"House {name}" for name in ("Leonardi", "Montecchi", "Cappelletti", "Scaligeri", "Malaspina", "Bevilacqua")]
    for text in (100, 130, 175):
        stage = Stage(size, text_size=text)
        stage.show(
            EndPanel(
                Outcome((0,), (9, 8, 7, 6, 5, 4), "{0} has most", "SX-1"),
                names,
                [("Again", "", "main", lambda: None)],
                label="Prestige",
                chronicle=Found(),
                spoken=lambda words: words.format(*names),
                watch=lambda _number: None,
            )
        )
        area = stage.top.widget("scores")
        assert area.rect[3] >= area.height or (size, text) != ((1280, 720), 100), "at a common size all is seen without scrolling"
        told = [item for item in area.parts if isinstance(item, Text)]
        assert any("House Bevilacqua 5 of 7" in item.words for item in told)
        for item in told:
            laid, wanted = set_in_its_box(stage, item)
            assert laid.size == wanted, (text, item.words)
            assert item.rect[1] + item.rect[3] <= area.rect[1] + area.height + 1, "it can be scrolled to"


def pressed(stage: Stage, label: str) -> None:
    panel = stage.top
    index = next(index for index, answer in enumerate(panel.answers) if answer[0] == label)
    stage.click(f"answer-{index}")
    for _ in range(4):
        stage.frame(0.1)


def test_again_swaps_sides_and_finds_somebody_stronger_after_a_win_and_easier_after_a_defeat():
    stage, before = ended(won=True)
    pressed(stage, "Again")
    assert isinstance(stage.top, MatchScreen)
    assert stage.top.match.plans == before.match.plans
    assert stage.top.match.count == 0
    assert stage.top.match.setup.seed != before.match.setup.seed
    stage, before = ended(won=False)
    assert "Stronger opponent" not in [answer[0] for answer in stage.top.answers]
    pressed(stage, "Easier opponent")
    assert [plan.player for plan in stage.app.screens[-1].match.plans] == ["human", "novice"]
    stage, before = ended(won=False, level="novice")
    assert "Easier opponent" not in [answer[0] for answer in stage.top.answers], "who plays at random is no opponent"
    stage, before = ended(won=False, level="random")
    assert "Easier opponent" not in [answer[0] for answer in stage.top.answers], "nobody is easier"
    pressed(stage, "Swap sides")
    assert [plan.name for plan in stage.app.screens[-1].match.plans] == ["Bob", "Ada"]
    stage, before = ended(won=True)
    assert "Easier opponent" not in [answer[0] for answer in stage.top.answers]
    pressed(stage, "Stronger opponent")
    assert [plan.player for plan in stage.app.screens[-1].match.plans] == ["human", "normal"]


@pytest.mark.parametrize(("won", "level"), [(True, "Normal"), (False, "Novice")])
def test_where_the_pointer_rests_the_button_says_who_the_other_opponent_is(won, level):
    stage, _ = ended(won=won)
    index = next(index for index, answer in enumerate(stage.top.answers) if answer.label.endswith("opponent"))
    x, y, wide, high = stage.rect(f"answer-{index}")
    stage.move(x + wide / 2, y + high / 2)
    for _ in range(12):
        stage.frame(0.2)
    assert f"The same match against {level}." in stage.words()


@pytest.mark.parametrize("level", ["random", "novice"])
@pytest.mark.parametrize("game", SHIPPED)
def test_who_lost_to_whom_a_beginner_meets_finds_the_lessons_and_comes_back_to_the_end(game, level):
    stage, screen = given_up(game, level)
    pressed(stage, "Learn to play")
    assert isinstance(stage.top, Learn)
    assert (stage.top.game.id, bool(stage.top.positions)) == (game, True)
    stage.press("escape")
    assert isinstance(stage.top, EndPanel)
    assert stage.app.screens[-2] is screen


@pytest.mark.parametrize(("won", "level"), [(True, "novice"), (False, "easy")])
def test_who_won_or_lost_to_somebody_better_is_sent_to_no_lesson(won, level):
    stage, _ = ended(won=won, level=level)
    assert "Learn to play" not in [answer.label for answer in stage.top.answers]


def given_up(game: str, level: str = "easy") -> tuple[Stage, MatchScreen]:
    """Return a table at which a person has given up at once."""
    match = Match.start(Setup(game, 2, seed=3), (SeatPlan("human", "Ada"), SeatPlan(level, "Bob")), folder=paths.saves_folder())
    match.concede(0)
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    stage.app.watch, stage.app.learn = watch_from, learn_of
    screen = stage.show(MatchScreen(match))
    for _ in range(8):
        stage.frame(0.1)
    stage.frame(DEAD_SECONDS)
    return stage, screen


@pytest.mark.parametrize("game", SHIPPED)
def test_every_button_of_the_end_does_what_it_says_in_every_game(game):
    stage, before = given_up(game)
    words = stage.words().split("\n")
    assert "Defeat" in words
    assert "Score" not in words, "what nothing at the table counts is no score"
    assert "CONCEDE" not in stage.words(), "no rulebook has a rule of that name"
    pressed(stage, "Watch")
    assert isinstance(stage.top, ReplayScreen)
    stage.press("escape")
    pressed(stage, "Look at the table")
    assert stage.top is before
    stage.press("space")
    assert isinstance(stage.top, EndPanel), "from the table there is a way back to how it ended"
    assert "Defeat" in stage.words()
    stage.press("escape")
    stage.app.pop()
    for label, names in (("Again", ["Ada", "Bob"]), ("Swap sides", ["Bob", "Ada"])):
        stage, before = given_up(game)
        pressed(stage, label)
        assert [plan.name for plan in stage.top.match.plans] == names
        assert stage.top.match.outcome is None
        assert stage.top.match.setup.decks == before.match.setup.decks
        stage.app.pop()
    stage, before = given_up(game)
    pressed(stage, "Main menu")
    assert len(stage.app.screens) == 1


@pytest.mark.parametrize("game", SHIPPED)
def test_whoever_wins_finds_somebody_stronger_in_every_game(game):
    stage, before = ended(won=True, game=game)
    assert "Victory" in stage.words().split("\n")
    pressed(stage, "Watch")
    assert isinstance(stage.top, ReplayScreen)
    stage.press("escape")
    pressed(stage, "Stronger opponent")
    stronger = stage.app.screens[-1].match
    assert [(plan.player, plan.name) for plan in stronger.plans] == [("human", "Ada"), ("normal", "Bob")]
    assert (stronger.setup.decks, stronger.setup.options) == (before.match.setup.decks, before.match.setup.options)
    assert stronger.deciding is not None


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("won", [True, False])
def test_the_buttons_of_the_end_stand_in_rows_of_like_length_and_nothing_is_cut(won, text, size):
    stage, _ = ended(won=won, text=text, size=size)
    while not stage.top.chronicle.done:
        stage.frame(0.1)
    stage.frame(0.1)
    buttons = [widget.rect for widget in stage.top.widgets() if widget.key.startswith("answer-")]
    rows = Counter(round(y) for _, y, _, _ in buttons)
    assert max(rows.values()) - min(rows.values()) <= 1
    area = stage.top.widget("scores")
    assert area.height <= area.rect[3] + 1, "what there is to say of the end has to be scrolled to"


def test_the_whole_match_can_be_watched_from_the_end():
    stage, screen = ended(won=True)
    pressed(stage, "Watch")
    assert isinstance(stage.top, ReplayScreen)
    assert Path(screen.match.path).is_file()


def test_there_is_nobody_above_the_strongest_and_below_the_weakest():
    names = tuple(LEVELS)
    assert [stepped(name, 1) for name in names] == [*names[1:], names[-1]]
    assert [stepped(name, -1) for name in names] == [names[0], *names[:-1]]
    assert tuple(stepped(name, 1) for name in ("greedy", "human", "search")) == ("hard", "human", "master")


@pytest.mark.parametrize("game", SHIPPED)
def test_the_end_names_the_deck_of_each_and_what_was_agreed_on(game):
    stage, screen = ended(won=True, game=game)
    words = stage.words()
    assert "Bob (the computer, Easy)" in words
    for deck in screen.match.setup.decks:
        assert f" with {deck.name}" in words
    assert all(each in words for each in agreed(screen.match.setup))


@pytest.mark.parametrize(("size", "text"), [((1024, 640), 175), ((1280, 720), 150), ((3840, 2160), 175), ((1920, 1080), 100)])
@pytest.mark.parametrize("game", SHIPPED)
def test_no_line_of_the_end_is_cut_and_what_was_agreed_is_none_of_its_facts(game, size, text):
    stage, screen = ended(won=True, game=game, size=size, text=text)
    for _ in range(400):
        if stage.top.chronicle.done:
            break
        stage.frame(0.02)
    stage.frame(0.02)
    area = next(part for part in stage.top.parts if isinstance(part, Scroll))
    low = area.rect[1] + area.rect[3] + 0.5
    for each in area.parts:
        if isinstance(each, Text):
            y = each.rect[1] + (each.rect[3] - each.size) / 2 if each.valign == "middle" else each.rect[1]
            assert not y < low < y + each.size * 0.9, each.words
    said = [each for each in flat(stage.top.draw()) if isinstance(each, Text) and each.words.startswith("Agreed: ")]
    assert len(said) == bool(agreed(screen.match.setup))
    assert not any(each.words.startswith("Agreed") for each in area.parts if isinstance(each, Text))


def shown(stage: Stage) -> None:
    """Let the table come to rest; whoever is asked to be alone is."""
    for _ in range(20):
        stage.frame(0.5)
        if isinstance(stage.top, Curtain):
            stage.press("return")


@pytest.mark.parametrize("walks", [0, 1])
@pytest.mark.parametrize("game", SHIPPED)
def test_after_the_end_one_esc_shows_the_table_and_the_next_opens_the_menu(game, walks):
    """With the match played by keys to its last action, at which the keyboard stood on something."""
    options = DECISIVE.get(game, {})
    setup, plans = Setup(game, 2, seed=3, options=options), (SeatPlan("human", "Ada"), SeatPlan("human", "Bob"))
    whole, chance = Match.start(setup, plans), Chance(3)
    played = []
    while whole.deciding is not None:
        played.append(chance.pick(whole.legal()))
        whole.submit(played[-1])
    for last in range(1, 20):  # what the table passes for people is done before they are asked
        match = Match.start(setup, plans)
        for action in played[:-last]:
            match.submit(action)
        stage = Stage(speed="instant", reduced_motion=True)
        screen = stage.show(MatchScreen(match))
        shown(stage)
        if stage.top is screen:
            break
    stage.press(*["tab"] * (walks * 3))
    while match.deciding is not None:
        screen.submit(played[match.count])
        shown(stage)
    stage.frame(DEAD_SECONDS)
    assert isinstance(stage.top, EndPanel)
    stage.press("escape")
    assert stage.top is screen
    stage.press("escape")
    assert stage.top is not screen
    assert "Back to the game" in stage.words() or "Settings" in stage.words()
