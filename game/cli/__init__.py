"""The command line: one module a command, each loaded only when it is asked for.

A command module has `SUMMARY` (one sentence), `arguments(parser)` and `run(arguments)`, which returns the exit code;
one that keeps anything in the user's folder has `keeps(arguments)`, which tells whether it will.
Every error is one sentence on stderr and exit code 2; faults that `check` finds are exit code 1.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from game import __version__
from game.cli.streams import aside, settle, silence
from game.kernel.words import capitalised

COMMANDS: dict[str, str] = {
    "play": "play a match, in the window or in words",
    "sim": "let AI players play many matches against each other",
    "lab": "study a game: its decks, cards and maps, and what a change did",
    "replay": "look at a saved match or the match of a report, or verify it",
    "reports": "list the reports in a folder",
    "check": "find the faults of cards, decks, maps, themes, guides, rules pages, positions and saves",
    "shoot": "make a picture of a table, without a window",
    "bench": "measure how fast everything is",
    "rules": "print the rules page of a game",
    "print": "put a game's cards on paper, or into pictures",
    "sets": "count the cards of a game: kinds, costs, keywords",
    "where": "say where everything lies, and in which version",
    "mod": "mods: list, on, off, pack, install, remove",
    "new-game": "write a small complete game of your own to begin from",
}


MODULES = {"print": "printing"}
"""The module of a command that cannot be called as the command is: `print` would take the place of Python's own in this package."""


_LESS_THAN_NOTHING = re.compile(r"-\.?\d")
"""How a value below nothing begins, which Python takes for an option where something stands behind the number."""

_NO_NUMBER = re.compile(r"argument (?:-\w[^/]*/)?(\S+): invalid (int|float) value: (.*)", re.DOTALL)
"""What Python says of a number that is none, in words of programs."""


_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
"""How a system says that no more fits: the disk, the file, or what one person may have there."""


class CommandError(Exception):
    """Something the command cannot do; its words are one sentence for the user."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments; an option that is given `--` has no value, which Python takes for an empty list, and one that is given `-2%` has that.

        A value that is empty names nothing: as a path it would mean the folder one is in.
        """
        words: list[str] = []
        for word in args or ():
            option, sign, value = word.partition("=")
            if not word or (word.startswith("--") and sign and not value):
                option = option or next((each for each in reversed(words) if each.startswith("--")), "")
                action = self._option_string_actions.get(option)
                if action is None or action.type not in {int, float}:  # of those the number is told that is none
                    raise CommandError(f"{option or self.prog} is given an empty name, which names nothing.")
            if word.startswith("--") and word.endswith("=--"):
                self.error(f"argument {word[:-3]}: expected one argument")
            if _LESS_THAN_NOTHING.match(word) and words and words[-1].startswith("--") and "=" not in words[-1]:
                words[-1] += f"={word}"
            else:
                words.append(word)
        return super().parse_args(words if args is not None else None, namespace)

    def print_help(self, file: Any = None) -> None:
        """Print the help; what keeps it from being written is raised, where argparse would pass over it."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise CommandError with the message as a sentence."""
        if number := _NO_NUMBER.fullmatch(message):
            name, kind, value = number.groups()
            raise CommandError(f"{name} wants a {'whole number' if kind == 'int' else 'number'}, not {value}.")
        raise CommandError(f"{capitalised(message)}; `{self.prog} --help` lists what there is.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code; without one, open the window."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    words = list(sys.argv[1:] if argv is None else argv)
    settle()
    try:
        code = _run(words)
        sys.stdout.flush()
    except CommandError as error:
        _complain(str(error), words)
        return 2
    except KeyboardInterrupt:
        _complain("Stopped.", words)
        return 130
    except OSError as error:
        # Whoever read our output went away (`starcross rules verona | head`), for which Windows has no word of its own.
        gone = isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL and error.filename is None)
        if not gone and error.errno not in _FULL:
            raise
        silence(sys.stdout)
        if gone:
            return 141
        _complain(f"Nothing more can be written: {error.strerror}.", words)
        return 2
    except Exception as error:
        from game.kernel.offers import SetupError

        if not isinstance(error, SetupError):  # such as a card file that ships and is broken, which anything may stumble upon
            raise
        more = len(error.sentences) - 1
        _complain(f"{error.sentences[0]}{f' And {more} more; `starcross check` lists them.' if more else ''}", words)
        return 2
    return code


def _complain(sentence: str, words: Sequence[str]) -> None:
    """Say what went wrong where the user sees it: on stderr, and in a box where no window was opened for somebody who started the program without a terminal.

    It stays one line and does nothing to a terminal, whatever was typed is quoted in it. `words` are those of the command line: nobody waits at
    a box for a command without a window, which a script may have given.
    """
    sentence = "".join(letter if letter.isprintable() else "?" for letter in sentence)
    aside(f"starcross: {sentence}")
    if not words or (words[0] == "play" and "--text" not in words) or _dropped(words):
        from game.cli.boxed import in_a_box, unheard

        if unheard():
            in_a_box(sentence)


def _dropped(words: Sequence[str]) -> bool:
    """Tell whether the program was started by a file that was dropped on it: its whole path is all that it is told."""
    return len(words) == 1 and os.path.isabs(words[0])  # noqa: PTH117  (a name may be impossible)


def _run(words: list[str]) -> int:
    if not words:
        from game.cli.play import open_window

        _see_home(kept=True)
        return open_window()
    if words == ["--selfcheck"]:
        from game.cli.selfcheck import selfcheck

        return selfcheck()
    if words == ["--version"]:
        print(f"starcross {__version__}")
        return 0
    name = words[0]
    if name in COMMANDS:
        command = import_module(f"game.cli.{MODULES.get(name, name.replace('-', '_'))}")
        parser = Parser(prog=f"starcross {name}", description=command.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        command.arguments(parser)
        try:
            arguments = parser.parse_args(words[1:])
        except SystemExit as leave:  # `--help` was asked for
            return int(leave.code or 0)
        _see_home(kept=hasattr(command, "keeps") and command.keeps(arguments))
        return int(command.run(arguments))
    if name in {"-h", "--help", "help"}:
        print(_overview())
        return 0
    raise CommandError(f"There is no command {name!r}; the commands are {', '.join(COMMANDS)}.")


def _see_home(*, kept: bool) -> None:
    """See that the user's folder can be read and, where something is to be `kept` in it, written to, before anything is begun; raise CommandError where it cannot."""
    from game.paths import home_fault

    if fault := home_fault(kept=kept):
        raise CommandError(fault)


def _overview() -> str:
    lines = [f"  starcross {name:10}{summary}" for name, summary in COMMANDS.items()]
    return "\n".join(
        (
            "Starcross Tabletop: small games on one table.",
            "",
            "  starcross           open the window",
            *lines,
            "",
            "`starcross COMMAND --help` says more. `--selfcheck` looks at all that ships, `--version` names the version.",
        ),
    )
