"""Thinking beside the table: a second process in which the programs make up their minds, so that the window never waits.

The process is given what a seat may know, in bytes: the setup, an observation and the legal actions, never a state. It
starts in the background at the first question (or at `warm`). When it breaks down it is started again and asked once more;
when that fails too, any legal action is taken and the log says so. On a busy machine nothing is broken that is late: what was thought so far is asked for then. A player from outside that does not answer in time, fails, or ends the
process is ended with it and asked no more: whoever asked is told, and answered by somebody else.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import queue
import threading
import traceback
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import sleep
from typing import Any

import msgspec
from msgspec import Struct

from game.ai.begun import begin, begun
from game.ai.brought import PROGRAM, PlayerError, answer_within, end_with_all, ended, how_ended, silent
from game.ai.levels import ADVISER, INSTEAD, player, strange, weighed
from game.ai.player import Budget, Player, Weighing
from game.kernel.chance import Chance
from game.kernel.rules import AnyRules
from game.kernel.setup import Setup
from game.kernel.words import capitalised
from game.rules import open_box

log = logging.getLogger(__name__)

HARD_CAP, COUNSEL_CAP = 5.0, 10.0
"""Seconds after which a choice, and counsel, is hurried that has a time budget, once the process has started."""

LONG_CAP = 300.0
"""The same for questions whose budget counts iterations only."""

LATE_CAP = 30.0
"""Seconds after which one that was hurried is given up."""

GRACE = 1.0
"""Seconds that a player from outside has beyond its limit, in which one that keeps its own (a program) says so itself."""

START_CAP = 30.0
"""Seconds that the process may take to start."""


ATTEMPTS = ("at first", "once more")

_LOOK = 0.005
"""Seconds between two looks for an answer that is waited for."""

NOTHING = Weighing()
"""What a player made of a decision that cannot or need not say how it judges."""


class Ask(Struct, frozen=True, tag=True):
    """A question: everything a player needs to choose, observation and legal actions in msgpack.

    With `weighs` it is not asked what it would choose, but how it judges.
    """

    number: int
    setup: Setup
    level: str
    observation: bytes
    legal: bytes
    iterations: int
    seconds: float
    seed: int
    weighs: bool = False


class Stop(Struct, frozen=True, tag=True):
    """Nobody waits for the answers up to this number any more."""

    number: int


class Hurry(Struct, frozen=True, tag=True):
    """The answer to this question is wanted now, as far as it has been thought about."""

    number: int


class Chosen(Struct, frozen=True, tag=True):
    """An answer: the index of the chosen action, or how all were judged; a process that has just started says number 0."""

    number: int
    index: int = 0
    weighing: Weighing = NOTHING


class Failed(Struct, frozen=True, tag=True):
    """No answer: what went wrong in the process, as Python tells it, and in a sentence where it was a player from outside."""

    number: int
    words: str
    said: str = ""


class BrokenDownError(Exception):
    """The process ended or kept silent."""


class EndedError(BrokenDownError):
    """The process ended while it thought: how, and whether it did so by itself, as a signal may have come from elsewhere."""

    def __init__(self, how: str) -> None:
        super().__init__(f"it ended ({how})")
        self.how = how
        self.by_itself = not how.startswith("signal")


class Thinker:
    """A place to ask what a program would do, without waiting for it.

    One question at a time: a new one, or `cancel`, drops the one before. None of the methods raises, nor waits, save
    `close`, which waits at most about a second, and `answer`. `lost` are the players from outside that are asked no more, and why.
    """

    def __init__(self) -> None:
        self.lost: dict[str, str] = {}
        self._met: set[str] = set()
        self._asked = 0
        self._legal: tuple[Any, ...] = ()
        self._questions: queue.SimpleQueue[Ask | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Chosen] = queue.SimpleQueue()
        self._courier: threading.Thread | None = None
        self._engine: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False
        self._writing = threading.Lock()

    def warm(self) -> None:
        """Start the process in the background, so that the first answer comes sooner."""
        if self._courier is None and not self._closed:
            self._courier = threading.Thread(target=self._carry, name="thinker", daemon=True)
            self._courier.start()

    def ask(
        self, match_setup: Setup, level: str, observation: Any, legal: tuple[Any, ...], budget: Budget, seed: int, *, weighs: bool = False
    ) -> None:
        """Ask what a player of that level would choose; `poll` brings the answer, at once where there is no choice.

        With `weighs`, ask how it judges; `weighed` brings the answer.
        """
        self.cancel()
        if self._closed:
            return
        self._asked += 1
        self._legal = legal
        if len(legal) == 1 and not weighs:
            self._answers.put(Chosen(self._asked))
            return
        self.warm()
        seen, choices = msgspec.msgpack.encode(observation), msgspec.msgpack.encode(legal)
        self._questions.put(Ask(self._asked, match_setup, level, seen, choices, budget.iterations, budget.seconds, seed, weighs))

    @property
    def thinking(self) -> bool:
        """Tell whether an answer is awaited."""
        return bool(self._legal)

    def poll(self) -> Any | None:
        """Return the chosen action when it is there, else None."""
        legal, chosen = self._legal, self._come()
        return None if chosen is None else legal[chosen.index]

    def answer(self) -> Any:
        """Wait for the chosen action, and return it."""
        while (action := self.poll()) is None:
            sleep(_LOOK)
        return action

    def weighed(self) -> Weighing | None:
        """Return how the actions were judged when that is there, else None; without options where nobody could say."""
        chosen = self._come()
        return None if chosen is None else chosen.weighing

    def _come(self) -> Chosen | None:
        while self._legal:
            try:
                chosen = self._answers.get_nowait()
            except queue.Empty:
                return None
            if chosen.number == self._asked:
                self._legal = ()
                return chosen
        return None

    def cancel(self) -> None:
        """Drop the question that is being thought about, if any."""
        if not self._legal:
            return
        self._legal = ()
        self._say(Stop(self._asked))  # where the courier is at the line, it says itself that the question was dropped

    def hurry(self) -> None:
        """Have what is thought about answered now."""
        if self._legal:
            self._say(Hurry(self._asked))

    def _say(self, message: Stop | Hurry) -> None:
        """Send a short message, unless the courier is just using the line."""
        line = self._line
        if line is not None and self._writing.acquire(blocking=False):
            try:
                with contextlib.suppress(OSError, ValueError):
                    line.send_bytes(msgspec.msgpack.encode(message))
            finally:
                self._writing.release()

    def close(self) -> None:
        """End the process, whatever it is at; even one that was stopped and reads nothing any more."""
        self._closed = True
        self._legal = ()
        engine = self._engine
        if engine is not None:
            end_with_all(engine)
        self._questions.put(None)
        if self._courier is not None:
            self._courier.join(timeout=1.5)

    def _carry(self) -> None:
        """Carry questions to the process and answers back, in a thread of its own, for as long as the table is open."""
        try:
            self._ensure()
        except Exception as error:  # noqa: BLE001  (it is tried again at the first question)
            if not self._closed:
                log.warning("The thinking process did not start: %s", error)
        while (question := self._questions.get()) is not None:
            if question.number == self._asked and not self._closed:
                self._answers.put(self._answer(question))
        self._end()

    def _answer(self, question: Ask) -> Chosen:
        if question.level in self.lost:
            question = msgspec.structs.replace(question, level=INSTEAD)
        for attempt in ATTEMPTS:
            try:
                return self._exchange(question)
            except PlayerError as error:
                self._end()
                return self._instead(question, str(error))
            except Exception as error:  # noqa: BLE001  (whatever breaks there, the match goes on)
                self._end()
                if self._closed or question.number != self._asked:
                    return Chosen(question.number)
                words = str(error) or type(error).__name__
                inside = strange(question.level) and not question.level.startswith(PROGRAM)
                if inside and isinstance(error, EndedError) and (error.by_itself or attempt == ATTEMPTS[-1]):
                    return self._instead(question, f"{capitalised(ended(question.level, error.how))}.")
                log.warning("The thinking process broke down, asked %s about %s: %s", attempt, question.level, words)
        if strange(question.level):
            return self._instead(question, f"{question.level} could not be asked: {words.strip().splitlines()[-1].rstrip('.')}.")
        if question.weighs and question.level == ADVISER:
            log.warning("%s is asked for a hint instead.", INSTEAD)
            return self._answer(msgspec.structs.replace(question, level=INSTEAD))
        if question.weighs:
            return Chosen(question.number)
        log.warning("A random action is taken in place of %s.", question.level)
        choices = msgspec.msgpack.decode(question.legal)
        return Chosen(question.number, Chance(question.seed).below(len(choices)))

    def _instead(self, question: Ask, why: str) -> Chosen:
        """Ask a player from outside no more, note why, and have somebody else choose."""
        if self._closed or question.number != self._asked or question.weighs:
            return Chosen(question.number)
        self.lost[question.level] = why
        log.info("%s It is asked no more.", why)
        return self._answer(question)

    def _exchange(self, question: Ask) -> Chosen:
        line = self._ensure()
        try:
            return self._answered(line, question)
        except (EOFError, OSError):
            raise EndedError(self._how_ended()) from None

    def _answered(self, line: Connection, question: Ask) -> Chosen:
        self._send(line, question)
        if question.number != self._asked or not self._legal:
            self._send(line, Stop(question.number))
        cap = max(COUNSEL_CAP if question.weighs else HARD_CAP, 2 * question.seconds) if question.seconds else LONG_CAP
        foreign = strange(question.level)
        limit = answer_within(Budget(question.iterations, question.seconds), first=question.level not in self._met)
        self._met.add(question.level)
        waits = [limit + GRACE] if foreign else [cap, LATE_CAP]
        while True:
            if not line.poll(waits[0]):
                waited = waits.pop(0)
                if waits:
                    self._send(line, Hurry(question.number))
                    continue
                words = f"no answer within {cap + waited:.0f} seconds"
                raise PlayerError(silent(question.level, limit)) if foreign else BrokenDownError(words)
            told = msgspec.msgpack.decode(line.recv_bytes(), type=Chosen | Failed)
            if told.number == question.number:
                if isinstance(told, Failed):
                    raise PlayerError(told.said) if told.said and foreign else BrokenDownError(told.words)
                return told

    def _send(self, line: Connection, message: Ask | Stop | Hurry) -> None:
        """Send a message whole: the table drops a question while the courier may still be handing it over."""
        written = msgspec.msgpack.encode(message)
        with self._writing:
            line.send_bytes(written)

    def _ensure(self) -> Connection:
        if self._line is not None and self._engine is not None and self._engine.is_alive():
            return self._line
        self._end()
        context = multiprocessing.get_context("spawn")
        line, far = context.Pipe()
        engine = context.Process(target=serve, args=(far,), name="starcross-thinker", daemon=True)
        begin(engine)
        far.close()
        self._engine = engine
        if self._closed:
            raise BrokenDownError("the table is closed")
        if not line.poll(START_CAP):
            raise BrokenDownError("it did not start")
        try:
            line.recv_bytes()
        except (EOFError, OSError):
            raise BrokenDownError(f"it ended ({self._how_ended()})") from None
        self._line = line
        return line

    def _how_ended(self) -> str:
        """Return how the process ended that has hung up, which it may say a moment later."""
        engine = self._engine
        if engine is not None:
            engine.join(timeout=1.0)
        return how_ended(engine) if engine is not None and engine.exitcode is not None else "it hung up"

    def _end(self) -> None:
        """End the process, if there is one."""
        engine, line = self._engine, self._line
        self._engine = self._line = None
        self._met = set()
        if line is not None:
            line.close()
        if engine is not None:
            end_with_all(engine)
            engine.join(timeout=1.0)


class Desk:
    """The thinking process's own side: it remembers the rulebook of the last match, and which questions were dropped or are pressing."""

    def __init__(self) -> None:
        self.dropped = self.hurried = 0
        self._setup: Setup | None = None
        self._rules: AnyRules | None = None
        self._players: dict[str, Player] = {}

    def choose(self, question: Ask) -> int:
        """Return the index of the action that the asked level chooses."""
        asked, observation, legal, budget = self._read(question)
        return legal.index(asked.choose(observation, legal, budget, Chance(question.seed)))

    def weigh(self, question: Ask) -> Weighing:
        """Return how the asked level judges; nothing for a player who cannot say."""
        asked, observation, legal, budget = self._read(question)
        return weighed(asked, observation, legal, budget, Chance(question.seed))

    def _read(self, question: Ask) -> tuple[Player, Any, tuple[Any, ...], Budget]:
        """Return who is asked, what it sees, what it may do and how long it may think."""
        if self._rules is None or self._setup != question.setup:
            self._rules = open_box(question.setup.game).rules(question.setup)
            self._setup, self._players = question.setup, {}
        rules = self._rules
        observation = msgspec.msgpack.decode(question.observation, type=rules.observation_type)
        kind: Any = rules.action_type
        legal: tuple[Any, ...] = msgspec.msgpack.decode(question.legal, type=tuple[kind, ...])
        budget = Budget(question.iterations, question.seconds, lambda: max(self.dropped, self.hurried) >= question.number)
        if question.level not in self._players:
            self._players[question.level] = player(question.level, rules)
        return self._players[question.level], observation, legal, budget


def serve(line: Connection) -> None:
    """Answer questions until the other side hangs up; the body of the thinking process."""
    begun()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)
    desk = Desk()
    questions: queue.SimpleQueue[Ask] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(line, desk, questions), daemon=True).start()
    line.send_bytes(msgspec.msgpack.encode(Chosen(0)))
    while True:
        question = questions.get()
        answer = _answered(desk, question)
        with contextlib.suppress(OSError):
            line.send_bytes(msgspec.msgpack.encode(answer))


def _answered(desk: Desk, question: Ask) -> Chosen | Failed:
    """Return the answer to a question, or what went wrong, so that it stands in the log of the table."""
    if question.number <= desk.dropped:
        return Chosen(question.number)
    try:
        if question.weighs:
            return Chosen(question.number, 0, desk.weigh(question))
        return Chosen(question.number, desk.choose(question))
    except PlayerError as error:
        return Failed(question.number, traceback.format_exc(), str(error))
    except Exception:  # noqa: BLE001  (a player may be anybody's)
        return Failed(question.number, traceback.format_exc())


def _listen(line: Connection, desk: Desk, questions: queue.SimpleQueue[Ask]) -> None:
    try:
        while True:
            message = msgspec.msgpack.decode(line.recv_bytes(), type=Ask | Stop | Hurry)
            if isinstance(message, Stop):
                desk.dropped = message.number
            elif isinstance(message, Hurry):
                desk.hurried = message.number
            else:
                questions.put(message)
    except (EOFError, OSError):
        os._exit(0)
    except msgspec.DecodeError:
        os._exit(1)  # nothing on this line can be trusted any more; the table starts another process
