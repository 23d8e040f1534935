"""How a match in words ends: who won, the scores, and the player's records."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.match.counsel import asked_for
from game.match.match import Match
from game.table.shell.records import enter, result_of


def ended(match: Match, spoken: Callable[[str], str], hints: int) -> Iterator[str]:
    """Yield the lines that tell how a match ended, and enter it into the records; nothing while it goes on."""
    outcome = match.outcome
    if outcome is None:
        return
    rule = f" ({outcome.rule})" if outcome.rule else ""
    yield ""
    how = spoken(outcome.words)
    yield f"The match is over. {how}{rule}"
    winners = [match.names[seat] for seat in outcome.winners]
    if not all(winner in how for winner in winners):
        yield f"Won by {' and '.join(winners)}."
    elif not winners and "draw" not in how.casefold():
        yield "Nobody has won."
    scores = ", ".join(f"{name} {score}" for name, score in zip(match.names, outcome.scores, strict=False))
    if scores:
        yield f"Scores: {scores}."
    if hints:
        yield asked_for(hints)
    result = result_of(match)
    if result is not None and (fault := enter(result)):
        yield fault
