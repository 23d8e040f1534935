"""Players brought from outside: a class in a file, what an installed package offers, or any program that speaks JSON lines.

Three forms of a name lead here. `PATH.py:CLASS` is a class that is made with the rulebook. A plain word is an entry point of the group
`starcross.players`, made in the same way. `exec:COMMAND` is a program, started for each match it plays, which is asked on its standard input
and answers on its standard output. What any of them does wrong becomes a PlayerError, one sentence that names it.

Naming one runs it, so only whoever sits at this computer may: a save that names one is opened, and somebody else plays there.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from traceback import walk_tb
from typing import IO, Any, ClassVar, Protocol

import msgspec

from game.ai.player import Budget, Player, PlayerMaker
from game.content.files import not_here
from game.kernel.chance import Chance
from game.kernel.rules import AnyRules
from game.kernel.words import sayable

GROUP = "starcross.players"
"""The entry point group in which an installed package names its players."""

PROGRAM = "exec:"
"""How the name of a player begins that is a program of its own."""

LIMIT = 10.0
"""Seconds that a player from outside may usually take for an answer, beyond the time it is given to think; and for its first one, thrice as long."""

LONGEST_ANSWER = 64 * 1024
"""Bytes of the longest line a program may answer with."""


def answer_within(budget: Budget, *, first: bool) -> float:
    """Return within how many seconds a player from outside must answer."""
    return budget.seconds + (budget.limit or LIMIT) * (3 if first else 1)


def silent(name: str, seconds: float) -> str:
    """Return the sentence about one who did not answer."""
    return f"{name} did not answer within {seconds:g} seconds."


def ended(name: str, how: str, *, made: bool = True) -> str:
    """Return what is said of one with whom the process ended in which it thought, or was to be made, however that came; no sentence yet."""
    return f"the process in which {name} {'thought' if made else 'was made'} ended ({how})"


class PlayerError(Exception):
    """A player from outside that cannot play; its words are one sentence that names it."""


def from_outside(name: str) -> bool:
    """Tell whether a name is of a file or a program: of what must not run because a stranger's save names it."""
    return name.startswith(PROGRAM) or ".py:" in name


@lru_cache(maxsize=1)
def installed() -> tuple[str, ...]:
    """Return the names of the players that installed packages offer."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (it takes longer to import than a window to open)

    return tuple(sorted({each.name for each in entry_points(group=GROUP)}))


def bring(name: str, rules: AnyRules) -> Player:
    """Return the player of a name from outside, made for a rulebook; raise PlayerError when there is none, or it cannot be made."""
    with _heard_aside():
        return _brought(name, rules)


def _brought(name: str, rules: AnyRules) -> Player:
    if name.startswith(PROGRAM):
        return ProgramPlayer(name, rules)
    _stand_apart()
    watch = HeldPlayer.watch
    if watch is not None:
        watch.asked(name, answer_within(Budget(), first=True))
    try:
        made = _class_in(name) if from_outside(name) else _offered(name)
        try:
            player = made(rules)
            able = callable(getattr(player, "choose", None))
        except BaseException as error:
            raise _failed(f"{name} cannot be made for {rules.id}", error, _file_of(name, made)) from error
    finally:
        if watch is not None:
            watch.answered()
    if not able:
        raise PlayerError(f"{name} has no `choose(observation, legal, budget, chance)`.")
    return HeldPlayer(name, player, _file_of(name, made))


def see_made(name: str, rules: AnyRules, limit: float = 0.0) -> None:
    """Raise PlayerError unless the player of a name from outside is made for a rulebook in the time that a first answer may take; `limit` as in a budget (0: the usual one).

    It is made in a thread of its own and thrown away: one that is never done ends with the program.
    """
    seconds, over = answer_within(Budget(limit=limit), first=True), threading.Event()
    faults: list[PlayerError] = []

    def make() -> None:
        try:
            _brought(name, rules)
        except PlayerError as error:
            faults.append(error)
        except BaseException as error:  # noqa: BLE001  (whatever a class of somebody's own is, nobody else hears of it here)
            faults.append(_failed(f"{name} cannot be made for {rules.id}", error))
        finally:
            over.set()

    with _heard_aside():  # here: a thread that is never done would never give the output back
        threading.Thread(target=make, daemon=True, name="starcross-made").start()
        done = over.wait(seconds)
    if not done:
        raise PlayerError(f"{name} was not made for {rules.id} within {seconds:g} seconds.")
    if faults:
        raise faults[0]


class Watch(Protocol):
    """Whoever can end the process in which a player of somebody's own thinks; else nothing stops one that never answers."""

    def asked(self, name: str, seconds: float) -> None:
        """Learn that a player has so many seconds to answer."""

    def answered(self) -> None:
        """Learn that it has answered."""

    def reached(self, actions: int) -> None:
        """Learn how many actions the match has that is being played."""


class HeldPlayer:
    """A player of somebody's own, held to what a player promises: one of the legal actions, and no other mishap than PlayerError.

    Where there is a `watch`, that is told whom it waits for, and for how long at most.
    """

    watch: ClassVar[Watch | None] = None

    def __init__(self, name: str, player: Player, file: str = "") -> None:
        self._name = name
        self._file = file
        self._player = player
        self._first = True

    def choose(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Any:
        """Return what the player chooses; raise PlayerError for anything else than a legal action."""
        if self.watch is not None:
            self.watch.asked(self._name, answer_within(budget, first=self._first))
        self._first = False
        doing = "failed"
        try:
            with _heard_aside():
                action = self._player.choose(observation, legal, budget, chance)
                doing = "chose something that cannot be compared with the legal actions"
                meant = [each for each in legal if type(each) is type(action) and each == action]
                shown = "" if meant else _shown(action)
        except BaseException as error:
            raise _failed(f"{self._name} {doing}", error, self._file) from error
        finally:
            if self.watch is not None:
                self.watch.answered()
        if not meant:
            raise PlayerError(f"{self._name} chose {shown}, which is none of the {len(legal)} legal actions.")
        return meant[0]


class ProgramPlayer:
    """A program asked in JSON lines: `{"game", "observation", "legal", "seconds", "iterations", "limit", "seed"}`, answered by `{"choose": INDEX}`."""

    def __init__(self, name: str, rules: AnyRules) -> None:
        self._name = name
        self._game = rules.id
        self._words = command(name)
        self._program: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def choose(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Any:
        """Return the action the program names; raise PlayerError when it says anything else, ends, or keeps silent too long."""
        first = self._program is None
        limit = answer_within(budget, first=first)
        question = {
            "game": self._game,
            "observation": observation,
            "legal": legal,
            "seconds": budget.seconds,
            "iterations": budget.iterations,
            "limit": limit,
            "seed": chance.below(1 << 32),
        }
        self._check_unasked()
        self._say(msgspec.json.encode(question) + b"\n")
        try:
            line = self._answers.get(timeout=limit)
        except queue.Empty:
            self.close()
            raise PlayerError(silent(self._name, limit)) from None
        return legal[self._index(line, len(legal))]

    def close(self) -> None:
        """End the program, whatever it is at; it is started anew if it is asked again."""
        if self._program is not None:
            _end(self._program)
            self._program = None

    def _check_unasked(self) -> None:
        """Raise PlayerError for a line that is there before the question: it would be taken for the answer, and every answer for the next one's."""
        if self._answers.empty():
            return
        line = self._answers.get()
        if not line:
            self._lost()
        raise PlayerError(f"{self._name} said {_quoted(line)} without being asked: an answer is one line.")

    def _say(self, line: bytes) -> None:
        program = self._program or self._start()
        with contextlib.suppress(OSError):  # one that has ended may have said why: it is heard all the same
            _stream(program.stdin).write(line)
            _stream(program.stdin).flush()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            program = subprocess.Popen(  # noqa: S603  (whoever plays named it)
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name != "nt"
            )
        except (OSError, ValueError) as error:
            raise PlayerError(f"{self._name} cannot be started: {_no_interpreter(self._words[0], error) or _brief(error)}.") from None
        self._program, self._answers = program, queue.SimpleQueue()
        weakref.finalize(self, _end, program)
        threading.Thread(target=_hear, args=(_stream(program.stdout), self._answers), daemon=True).start()
        return program

    def _index(self, line: bytes, count: int) -> int:
        if not line:
            self._lost()
        try:
            answer = msgspec.json.decode(line, type=dict[str, int])
            index = answer["choose"]
        except (msgspec.DecodeError, KeyError):
            raise PlayerError(f'{self._name} answered {_quoted(line)} instead of {{"choose": NUMBER}}.') from None
        if not 0 <= index < count:
            raise PlayerError(f"{self._name} chose number {index}, and the legal actions are numbered from 0 to {count - 1}.")
        return index

    def _lost(self) -> None:
        self.close()
        raise PlayerError(f"{self._name} ended without an answer.")


def command(name: str) -> list[str]:
    """Return the words of the command that a name starts; raise PlayerError when there is no such program."""
    try:
        words = shlex.split(name.removeprefix(PROGRAM), posix=os.name != "nt")
    except ValueError as error:
        raise PlayerError(f"{name} is no command: {_brief(error)}.") from None
    if words and (why := not_here(Path(words[0].strip("\"'")).name)):  # the system finds such a one as it finds programs
        raise PlayerError(f"{name}: there is no program {words[0]!r}: {why}.")
    if not words or shutil.which(words[0]) is None:
        program = words[0] if words else ""
        if os.path.isfile(program):  # noqa: PTH113  (a Path raises where a name is impossible)
            if shutil.which(os.path.abspath(program)) is not None:  # noqa: PTH100  (as above)
                here = f"{PROGRAM}{shlex.quote(f'./{program}')}"
                raise PlayerError(f"{name}: there is no program {program!r}; the file of that name in this folder is `{here}`.")
            raise PlayerError(f"{name}: {program!r} is a file that may not be run; `chmod +x` lets it.")
        raise PlayerError(f"{name}: there is no program {program!r}.")
    return words


def _no_interpreter(program: str, error: Exception) -> str:
    """Return that the program which the first line of a script names is not there, where that is why the script cannot be started; else nothing."""
    if not isinstance(error, FileNotFoundError):
        return ""
    with contextlib.suppress(OSError), Path(shutil.which(program) or program).open("rb") as script:
        first = script.readline(LONGEST_ANSWER)
        if first.startswith(b"#!") and (words := first[2:].strip(b" \t\n").split(b" ")[0]):
            return f"its first line names {words[:80].decode('utf-8', 'replace')!r}, which is not there"
    return ""


def _quoted(line: bytes) -> str:
    return repr(line[:80].decode("utf-8", "replace").strip())


def _hear(stream: IO[bytes], answers: queue.SimpleQueue[bytes]) -> None:
    """Carry lines from a program's output; an empty one, the last, tells that it has ended."""
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST_ANSWER):
            answers.put(line)
    answers.put(b"")


def _end(program: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started; its output is closed by whoever hears it, who may still be waiting for what has left its session."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            program.kill()
        else:
            os.killpg(program.pid, signal.SIGKILL)
    program.wait()
    with contextlib.suppress(OSError):
        _stream(program.stdin).close()


def _stand_apart() -> None:
    """Let a process of ours that a class from outside plays in lead a group of its own: `end_with_all` ends what that class starts as well."""
    if sys.platform != "win32" and parent_process() is not None:
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)


def end_with_all(program: BaseProcess) -> None:
    """End a process of ours, whatever it is at, and, where a class from outside plays in it, what that has started."""
    if sys.platform != "win32" and program.pid is not None and program.is_alive():
        with contextlib.suppress(OSError):  # it leads a group only where such a class plays
            os.killpg(program.pid, signal.SIGKILL)
    program.kill()


def how_ended(program: BaseProcess) -> str:
    """Return how a process of ours ended that has."""
    code = program.exitcode or 0
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _heard_aside() -> contextlib.redirect_stdout[Any]:
    """Let what a class from outside prints go to the standard error: what is written to the standard output are results."""
    return contextlib.redirect_stdout(sys.stderr)


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # noqa: S101  (both are pipes)
    return stream


@lru_cache(maxsize=32)
def _class_in(name: str) -> PlayerMaker:
    """Return the class that `PATH.py:CLASS` names; its folder can be imported from, as if it had been started there."""
    file, _, wanted = name.rpartition(":")
    path = Path(file).absolute()
    spec = spec_from_file_location(path.stem, path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise PlayerError(f"{name}: there is no file {file}.")
    module = module_from_spec(spec)
    before: Sequence[str] = tuple(sys.path)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
        made: PlayerMaker | None = getattr(module, wanted, None)
    except BaseException as error:
        raise _failed(f"{name}: {path.name} cannot be read", error, str(path)) from error
    finally:
        sys.path[:] = before
    if not callable(made):
        raise PlayerError(f"{name}: {path.name} has no class {wanted!r}.")
    return made


@lru_cache(maxsize=32)
def _offered(name: str) -> PlayerMaker:
    from importlib.metadata import entry_points  # noqa: PLC0415  (see `installed`)

    for each in entry_points(group=GROUP, name=name):
        try:
            made: PlayerMaker = each.load()
        except BaseException as error:
            raise _failed(f"{name} cannot be loaded", error) from error
        return made
    raise PlayerError(f"There is no player {name!r}.")


def _file_of(name: str, made: object) -> str:
    """Return the file in which the class of a name stands, empty where nobody can say."""
    if from_outside(name):
        return str(Path(name.rpartition(":")[0]).absolute())
    return getattr(sys.modules.get(getattr(made, "__module__", "")), "__file__", None) or ""


def _failed(doing: str, error: BaseException, file: str = "") -> PlayerError:
    """Return what is said of an error of a class from outside; raise it again where it is the Ctrl-C of a person.

    That reaches the main thread alone, and none that is watched.
    """
    if isinstance(error, KeyboardInterrupt) and HeldPlayer.watch is None and threading.current_thread() is threading.main_thread():
        raise error
    return PlayerError(f"{doing}: {_brief(error, file)}.")


def _shown(action: object) -> str:
    """Return what a class chose that is no action, in quotes; only its kind where it cannot be told."""
    try:
        return repr(str(action)[:80])
    except Exception:  # noqa: BLE001  (a stranger's value may fail in any way)
        return f"something of the kind {type(action).__name__}"


def _brief(error: BaseException, file: str = "") -> str:
    """Return an error in a few words, which no terminal is steered by, and where in a file it last came by; its name alone where it cannot be told."""
    try:
        words = " ".join(sayable(str(error)).split())[:200].rstrip(".")
    except BaseException:  # noqa: BLE001  (a stranger's error may fail in any way)
        words = ""
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    where = f" ({Path(file).name}, line {lines[-1]})" if lines else ""
    return (f"{type(error).__name__}: {words}" if words else type(error).__name__) + where
