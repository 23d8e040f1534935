"""The two ends of the line between table and thinking process, each tried alone: what is sent, how long it waits, what it remembers."""

from __future__ import annotations

import multiprocessing
import threading
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.ai import worker
from game.ai.levels import ADVISER, INSTEAD, player, weighed
from game.ai.player import Budget, Candidate, Weighing
from game.ai.worker import (
    COUNSEL_CAP,
    HARD_CAP,
    LATE_CAP,
    LONG_CAP,
    START_CAP,
    Ask,
    BrokenDownError,
    Chosen,
    Desk,
    Failed,
    Hurry,
    Stop,
    Thinker,
)
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan


@pytest.fixture(name="match")
def started() -> Match:
    return Match.start(Setup("verona", 2, seed=4), (SeatPlan("human"),) * 2)


def question(match: Match, number: int = 1, level: str = "normal", seed: int = 3, **more: Any) -> Ask:
    seen = msgspec.msgpack.encode(match.observation(match.deciding))
    return Ask(
        number, match.setup, level, seen, msgspec.msgpack.encode(match.legal()), more.get("iterations", 8), more.get("seconds", 0.0), seed
    )


class Line:
    """One end of a line: what was sent, how long was waited, and what comes."""

    def __init__(self, *coming: Chosen) -> None:
        self.coming = list(coming)
        self.sent: list[Any] = []
        self.told: list[Hurry] = []
        self.waited: list[float] = []
        self.closed = False

    def poll(self, seconds: float) -> bool:
        self.waited.append(seconds)
        return bool(self.coming)

    def recv_bytes(self) -> bytes:
        return msgspec.msgpack.encode(self.coming.pop(0))

    def send_bytes(self, written: bytes) -> None:
        message = msgspec.msgpack.decode(written, type=Ask | Stop | Hurry)
        (self.told if isinstance(message, Hurry) else self.sent).append(message)

    def close(self) -> None:
        self.closed = True


class Engine:
    """A process that is alive, until it is told otherwise."""

    pid = None

    def __init__(self) -> None:
        self.ended = 0
        self.waited: list[float | None] = []

    def is_alive(self) -> bool:
        return not self.ended

    def kill(self) -> None:
        self.ended += 1

    def join(self, timeout: float | None = None) -> None:
        self.waited.append(timeout)


def thinker_on(line: Line) -> tuple[Thinker, Engine]:
    thinker, engine = Thinker(), Engine()
    thinker._line, thinker._engine = line, engine
    return thinker, engine


@pytest.mark.parametrize(("seconds", "cap"), [(0.0, LONG_CAP), (1.0, HARD_CAP), (4.0, 8.0)])
def test_an_answer_is_waited_for_as_long_as_the_question_allows(match, seconds, cap):
    line = Line(Chosen(1, 2))
    thinker, _ = thinker_on(line)
    asked = question(match, seconds=seconds)
    thinker._asked, thinker._legal = asked.number, ("the answer is still wanted",)
    assert thinker._exchange(asked).index == 2
    assert line.sent == [asked]
    assert line.waited == [cap]


def test_the_answer_to_an_older_question_is_passed_over(match):
    line = Line(Chosen(4, 1), Chosen(5, 3))
    thinker, _ = thinker_on(line)
    assert thinker._exchange(question(match, 5)).index == 3


def test_silence_is_a_break_down_that_says_how_long(match):
    line = Line()
    thinker, _ = thinker_on(line)
    thinker._asked, thinker._legal = 1, ("the answer is still wanted",)
    with pytest.raises(BrokenDownError, match=r"^no answer within 35 seconds$"):
        thinker._exchange(question(match, seconds=1.0))
    assert (line.waited, line.told) == ([HARD_CAP, LATE_CAP], [Hurry(1)]), "what was thought so far is asked for first"


def test_counsel_is_waited_for_longer_than_a_choice(match):
    line = Line(Chosen(1))
    thinker, _ = thinker_on(line)
    thinker._exchange(replace(question(match, level=ADVISER, seconds=1.0), weighs=True))
    assert line.waited == [COUNSEL_CAP]


@pytest.mark.parametrize(("level", "asked"), [(ADVISER, [ADVISER, ADVISER, INSTEAD]), ("hard", ["hard", "hard"])])
def test_where_the_adviser_cannot_answer_what_looks_best_is_told_and_nobody_gives_reasons_for_another(match, monkeypatch, level, asked):
    tried = list[str]()

    def exchange(_thinker, ask):
        tried.append(ask.level)
        if ask.level == INSTEAD:
            return Chosen(ask.number, 0, Weighing((Candidate(1, 0.5),)))
        raise BrokenDownError("no answer")

    monkeypatch.setattr(Thinker, "_exchange", exchange)
    thinker = Thinker()
    thinker._asked = 1
    chosen = thinker._answer(replace(question(match, level=level), weighs=True))
    assert tried == asked
    assert bool(chosen.weighing.candidates) == (level == ADVISER)


def test_a_living_process_is_asked_again_and_a_dead_one_is_put_away():
    line = Line()
    thinker, engine = thinker_on(line)
    assert thinker._ensure() is line
    thinker._end()
    assert (thinker._line, thinker._engine, line.closed, engine.ended, engine.waited) == (None, None, True, 1, [1.0])
    thinker._end()
    assert engine.ended == 1


def test_a_process_that_died_is_put_away_and_another_is_started(monkeypatch):
    thinker, engine = thinker_on(Line())
    engine.ended = 1
    monkeypatch.setattr(worker.multiprocessing, "get_context", lambda _kind: (_ for _ in ()).throw(OSError("no more of them")))
    with pytest.raises(OSError, match=r"^no more of them$"):
        thinker._ensure()
    assert (thinker._line, thinker._engine) == (None, None)


@pytest.mark.parametrize(("asked", "legal", "stopped"), [(5, (1, 2), True), (4, (), True), (4, (1, 2), False)])
def test_a_question_that_nobody_waits_for_any_more_is_stopped_as_soon_as_it_is_put(match, asked, legal, stopped):
    line = Line(Chosen(4, 1))
    thinker, _ = thinker_on(line)
    thinker._asked, thinker._legal = asked, legal
    thinker._exchange(question(match, 4))
    assert line.sent[1:] == ([Stop(4)] if stopped else [])


def test_the_courier_keeps_no_program_from_ending(monkeypatch):
    thinker = Thinker()
    monkeypatch.setattr(thinker, "_carry", lambda: None)
    thinker.warm()
    assert thinker._courier is not None
    assert thinker._courier.daemon


def test_a_process_is_started_with_its_own_end_of_the_line_and_may_take_so_long(monkeypatch):
    made: dict[str, Any] = {}
    line, far, engine = Line(Chosen(0)), Line(), Engine()

    class Context:
        def Pipe(self) -> tuple[Line, Line]:
            return line, far

        def Process(self, **words: Any) -> Engine:
            made.update(words)
            return engine

    engine.start = lambda: made.update(started=True)
    monkeypatch.setattr(worker.multiprocessing, "get_context", lambda kind: Context() if kind == "spawn" else None)
    thinker = Thinker()
    assert thinker._ensure() is line
    assert (made["target"], made["args"], made["daemon"], made["name"], made["started"]) == (
        worker.serve,
        (far,),
        True,
        "starcross-thinker",
        True,
    )
    assert line.waited == [START_CAP]
    assert far.closed
    assert not line.closed
    made.clear()
    assert thinker._ensure() is line
    assert made == {}, "a process that is there is started again"
    thinker._end()
    assert line.closed
    assert engine.ended == 1
    with pytest.raises(BrokenDownError, match=r"^it did not start$"):
        thinker._ensure()


def test_a_table_that_was_closed_meanwhile_starts_nothing(monkeypatch):
    thinker = Thinker()
    thinker._closed = True
    thinker.warm()
    assert thinker._courier is None
    thinker.ask(Setup("verona", 2), "normal", None, (1, 2), Budget(), 1)
    assert not thinker.thinking


def test_dropping_a_question_says_so_on_the_line_once(match):
    line = Line()
    thinker, _ = thinker_on(line)
    thinker.cancel()
    assert line.sent == []
    thinker._asked, thinker._legal = 7, (1, 2)
    thinker.cancel()
    thinker.cancel()
    assert line.sent == [Stop(7)]
    assert not thinker.thinking


@pytest.mark.parametrize("fault", [OSError("gone"), ValueError("closed")])
def test_dropping_a_question_on_a_line_that_is_gone_is_no_matter(fault):
    line = Line()
    thinker, _ = thinker_on(line)
    thinker._legal = (1, 2)
    line.send_bytes = lambda _written: (_ for _ in ()).throw(fault)
    thinker.cancel()
    assert not thinker.thinking


def test_closing_the_table_ends_the_process_at_once(match):
    thinker, engine = thinker_on(Line())
    thinker.close()
    assert engine.ended == 1
    assert thinker._questions.get_nowait() is None
    thinker.ask(match.setup, "normal", match.observation(match.deciding), match.legal(), Budget(), 1)
    assert not thinker.thinking, "a table that is closed asks nothing more"


def test_a_question_carries_all_that_a_player_needs(match, monkeypatch):
    thinker = Thinker()
    monkeypatch.setattr(thinker, "warm", lambda: None)
    thinker.ask(match.setup, "hard", match.observation(match.deciding), match.legal(), Budget(30, 1.5), 9)
    asked = thinker._questions.get_nowait()
    assert asked == question(match, 1, "hard", 9, iterations=30, seconds=1.5)
    assert thinker.thinking
    assert thinker.poll() is None
    for chosen in (Chosen(0, 1), Chosen(1, 2)):
        thinker._answers.put(chosen)
    assert thinker.poll() == match.legal()[2]
    assert not thinker.thinking


def test_a_desk_chooses_as_the_player_would_and_keeps_its_rulebook(match, monkeypatch):
    desk, opened = Desk(), []
    open_box = worker.open_box
    monkeypatch.setattr(worker, "open_box", lambda game: opened.append(game) or open_box(game))
    for level, seed in (("normal", 3), ("random", 5), ("random", 6)):
        expected = player(level, match.rules).choose(match.observation(match.deciding), match.legal(), Budget(8), Chance(seed))
        assert match.legal()[desk.choose(question(match, level=level, seed=seed))] == expected
    assert opened == ["verona"]
    other = Match.start(Setup("verona", 3, seed=4), (SeatPlan("human"),) * 3)
    desk.choose(question(other, level="random"))
    desk.choose(question(other, level="random"))
    assert opened == ["verona", "verona"]


def test_a_desk_opens_the_rules_of_the_setup_it_is_asked_about():
    match = Match.start(Setup("shine", 2, seed=4), (SeatPlan("human"),) * 2)
    expected = player("random", match.rules).choose(None, match.legal(), Budget(), Chance(3))
    assert match.legal()[Desk().choose(question(match, level="random"))] == expected
    with_decks = Match.start(Setup("overcross", 2, seed=4), (SeatPlan("human"),) * 2)
    chosen = Desk().choose(question(with_decks))
    assert with_decks.legal()[chosen] == player("normal", with_decks.rules).choose(
        with_decks.observation(with_decks.deciding), with_decks.legal(), Budget(8), Chance(3)
    )


def test_a_desk_gives_the_player_the_budget_of_the_question_and_stops_when_it_is_dropped(match, monkeypatch):
    budgets: list[Budget] = []

    class Waiting:
        def choose(self, _observation: Any, legal: Any, budget: Budget, _chance: Chance) -> Any:
            budgets.append(budget)
            return legal[1]

    monkeypatch.setattr(worker, "player", lambda *_: Waiting())
    desk = Desk()
    assert desk.choose(question(match, 4, iterations=70, seconds=0.5)) == 1
    (budget,) = budgets
    assert (budget.iterations, budget.seconds) == (70, 0.5)
    assert not budget.stopped()
    desk.dropped = 3
    assert not budget.stopped()
    desk.dropped = 4
    assert budget.stopped()
    desk.choose(question(match, 5))
    assert not budgets[1].stopped()
    desk.hurried = 5
    assert budgets[1].stopped(), "what is pressing is thought about no longer, and answered all the same"


def test_a_question_that_is_hurried_is_still_awaited_and_nobody_is_hurried_who_was_not_asked(match):
    line = Line()
    thinker, _ = thinker_on(line)
    thinker.hurry()
    assert line.told == []
    thinker._asked, thinker._legal = 7, ("one", "other")
    thinker.hurry()
    assert line.told == [Hurry(7)]
    assert thinker.thinking
    thinker._answers.put(Chosen(7, 1))
    assert thinker.poll() == "other"


def test_the_process_says_when_it_is_there_answers_in_turn_and_passes_over_what_was_dropped(match, monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr(worker.os, "_exit", lambda _code: ended.set())
    near, far = multiprocessing.Pipe()
    threading.Thread(target=worker.serve, args=(far,), daemon=True).start()

    def heard() -> Chosen | Failed:
        assert near.poll(60)
        return msgspec.msgpack.decode(near.recv_bytes(), type=Chosen | Failed)

    assert heard() == Chosen(0, 0)
    for message in (Stop(2), question(match, 2, "random"), question(match, 3, "random", 8)):
        near.send_bytes(msgspec.msgpack.encode(message))
    assert heard() == Chosen(2, 0)
    expected = player("random", match.rules).choose(None, match.legal(), Budget(), Chance(8))
    assert heard() == Chosen(3, match.legal().index(expected))
    for message in (replace(question(match, 4, "hard", 8), weighs=True), question(match, 5, "nobody")):
        near.send_bytes(msgspec.msgpack.encode(message))
    judged = weighed(player("hard", match.rules), match.observation(match.deciding), match.legal(), Budget(8), Chance(8))
    assert heard() == Chosen(4, 0, judged)
    failed = heard()
    assert isinstance(failed, Failed)
    assert failed.number == 5
    assert "nobody" in failed.words.splitlines()[-1]
    near.close()
    assert ended.wait(60)
