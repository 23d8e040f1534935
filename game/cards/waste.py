"""What a play would change: nothing, perhaps, and then why.

The card is tried out on a copy of the table, by the very steps it would be played with; its costs are left out of account. Every change
is an event, so a trial without an event has changed nothing. Where the card asks, each answer is tried; what would take too long to try
is taken to change something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from game.cards import model
from game.cards.compiled import finder, truth
from game.cards.interpret import Frame, answer, question, settle
from game.cards.model import Effect, Select
from game.cards.phrases import Voice
from game.cards.words import Noun, Words
from game.cards.world import Pieces, Run, World
from game.kernel.ids import PieceId
from game.kernel.offers import Offer
from game.kernel.words import enumerated

MOST_TRIED = 60
"""How many answers to the questions of one card are tried."""

NOBODY: PieceId = -1
"""Whom a reason is about that is about no piece."""

Spares = tuple[tuple[PieceId, str], ...]
"""Pieces that were left as they are, each with the reason, such as `is *Steady*`."""


class Trial(World):
    """What a game's draft becomes to try a card on: what is paid is no change, and why a verb does nothing is remembered."""

    __slots__ = ()

    spares: list[tuple[PieceId, str]]
    story: list[Any]

    def pay(self, run: Run, pay: str, amount: int, pieces: Pieces) -> None:
        """Pay a cost, and forget that it was one."""
        told = len(self.story)
        super().pay(run, pay, amount, pieces)
        del self.story[told:]

    def spare(self, piece: PieceId, why: str) -> None:
        """Remember why a verb leaves a piece as it is."""
        self.spares.append((piece, why))


T = TypeVar("T", bound=Trial)


def idle(trial: T, copy: Callable[[T], T], begin: Callable[[T], int]) -> Spares | None:
    """Return why nothing would change, None when something would.

    `copy` returns a trial in the same position; `begin` lets what is tried begin, and returns how many questions were open before.
    """
    base = begin(trial)
    trial.story.clear()
    return _explored(trial, copy, base, [MOST_TRIED])


def _explored(trial: T, copy: Callable[[T], T], base: int, left: list[int]) -> Spares | None:
    """Let a trial go on, along every answer to what the card asks."""
    settle(trial)
    if trial.story or trial.halted():
        return None
    if len(trial.stack) <= base:
        return tuple(trial.spares)
    top = trial.stack[-1]
    if type(top) is not Frame or not top.waiting:
        return None  # a question of the game's own: there is something to decide
    asking, run = question(trial, top)
    found = tuple(trial.spares)
    for option in asking.left(run) or (None,):
        left[0] -= 1
        if left[0] < 0:
            return None
        twin = copy(trial)
        answer(twin, option)
        further = _explored(twin, copy, base, left)
        if further is None:
            return None
        found += further
    return found


def warned(offers: Iterable[Offer], warning: Callable[[Any], str]) -> tuple[Offer, ...]:
    """Return offers with their warnings; one that is refused needs none."""
    found = []
    for offer in offers:
        words = "" if offer.refusal is not None or offer.passing else warning(offer.action)
        found.append(replace(offer, warning=words) if words else offer)
    return tuple(found)


def sentence(spares: Spares, lack: str, named: Callable[[PieceId], str]) -> str:
    """Return the sentence of a warning: why nothing would change, in the words of the pieces or of what the card lacks."""
    why = ""
    if spares:
        reason = spares[0][1]
        pieces = [named(piece) for piece in dict.fromkeys(piece for piece, each in spares if each == reason) if piece != NOBODY]
        why = f"{'each of ' if len(pieces) > 1 else ''}{enumerated(pieces)} {reason}" if pieces else reason
    why = why or lack
    return f"It would change nothing: {why}." if why else "It would change nothing."


def lack(effects: Iterable[Effect], run: Run, words: Words, kind: str) -> str:
    """Return what the first effect that comes to nothing misses: what it asks for, or whom it is for. Empty when that cannot be said."""
    voice = Voice(words, kind)
    for name, pieces in run.bound.items():
        if pieces:
            phrase = f"[{run.world.card_of(pieces[0])}]"
            voice.bind(name, Noun(phrase, phrase), several=False, say=lambda phrase=phrase: phrase)  # type: ignore[misc]
    for effect in effects:
        match effect:
            case model.If(test, _, otherwise) if not otherwise and not truth(test)(run):
                return f"it is not so that {voice.condition(test)}"
            case model.If() | model.May() | model.Choose() | model.Repeat() | model.Roll() | model.Special():
                return ""
            case _:
                for field in effect.__struct_fields__:
                    select = getattr(effect, field)
                    if isinstance(select, Select) and not finder(select)(run):
                        return f"there is no {voice.phrase(select, 1)}"
    return ""
