"""How a match in words ends: who won, the scores, the player's records, and what is asked about it afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from game.cli.counsel import of_deed
from game.cli.help import HELP_OVER, NO_LONGER, PARTING, STILL
from game.content.faults import quotable
from game.kernel.ids import SPECTATOR
from game.match.conceding import cited
from game.match.counsel import asked_for
from game.match.match import Match
from game.match.scoring import scored
from game.table.shell.records import enter, result_of

_WON = re.compile(r"\b(?:wins?|won|draw)\b", re.IGNORECASE)


def ended(match: Match, spoken: Callable[[str], str], hints: int, heard: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines that tell how a match ended, enter it into the records, and say what of it is not saved; nothing while it goes on.

    What was `heard` just before is not said again: neither how it ended, nor a line of it that begins alike up to its comma.
    """
    outcome = match.outcome
    if outcome is None:
        return
    rule = cited(outcome.rule)
    yield ""
    how = spoken(outcome.words)
    first, *more = how.split("\n")
    told = [line for line in more if not any(words.startswith(f"{line.partition(',')[0]},") for words in heard)]
    known = any(words.rstrip(".") == first.rstrip(".") for words in heard)
    yield "\n".join((f"The match is over.{rule}" if known else f"The match is over. {first}{rule}", *told))
    winners = [match.names[seat] for seat in outcome.winners]
    if winners and not (_WON.search(how) and all(winner in how for winner in winners)):
        yield f"Won by {' and '.join(winners)}."
    elif not winners and (known or "draw" not in how.casefold()):
        yield "It is a draw." if "draw" in how.casefold() else "Nobody has won."
    label, scores = scored(match.scene(SPECTATOR), outcome)
    if label:
        yield f"{label}: {', '.join(f'{name} {score}' for name, score in zip(match.names, scores, strict=False))}."
    if hints:
        yield asked_for(match, hints)
    result = result_of(match)
    if result is not None and (fault := enter(result)):
        yield fault
    match.flush()
    if match.save_fault:
        yield match.save_fault


def afterwards(ask: Callable[[], str], say: Callable[[str], None], answer: Callable[[str], object]) -> None:
    """Answer what is asked about a match that is over, until nothing more is typed, or what would have been a choice: Enter or a number."""
    say(PARTING)
    with suppress(EOFError):
        while (line := ask()) and not (word := line.partition(" ")[0].lower()).isdecimal() and word not in {"quit", "exit"}:
            if word == "why":
                about = line.partition(" ")[2].strip()
                answer(f"why {about}" if of_deed(about) else f"why that {about}".rstrip())
            elif word in STILL:
                answer(line)
            elif word in NO_LONGER:
                say(f"The match is over: `{word}` does nothing any more, and `?` tells what does.")
            else:
                if line and word not in {"?", "help"}:
                    say(f"{quotable(line)!r} is nothing that can be asked of a match that is over. What can:")
                say(HELP_OVER)
