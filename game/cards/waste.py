"""What a play would change: nothing, perhaps, and then why.

The card is tried out on a copy of the table, by the very steps it would be played with; its costs are left out of account. Every change
is an event, so a trial without an event has changed nothing. Where the card asks, each answer is tried; what would take too long to try
is taken to change something. What a card says of somebody who is so already, or of a number that nothing asks for, changes nothing; and so a card that
lies with them and says no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from game.cards import model
from game.cards.compiled import finder, players, truth
from game.cards.interpret import Frame, answer, question, settle
from game.cards.model import Amount, Card, Effect, Select
from game.cards.modify import Lasting
from game.cards.phrases import Voice
from game.cards.words import Noun, Words
from game.cards.world import Pieces, Run, World
from game.kernel.ids import PieceId, Seat
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

    words: ClassVar[Words]
    spares: list[tuple[PieceId, str]]
    story: list[Any]
    lasting: tuple[Lasting, ...]

    def bears(self, piece: PieceId) -> Iterable[Card]:
        """Return the cards that a piece is and bears, which change it as long as they lie there."""
        raise NotImplementedError

    def pointless(self, piece: PieceId, stat: str, until: str) -> str:  # noqa: ARG002
        """Return why a piece has no use for a change of a stat, such as `has no attack with Rng`; empty when it may have."""
        return ""

    def unmoved(self, piece: PieceId, stat: str, value: int, until: str, seat: Seat) -> str:
        """Return why a change of a piece (`until` empty: as long as its card is there) leaves it as it is; empty when it does not."""
        word = self.words.keywords.get(stat)
        if word is None or value < 1 or self.stat(piece, stat) < 1:
            return self.pointless(piece, stat, until)
        lasting = any(
            one.value > 0 and (one.on, one.stat, one.until, one.seat) == (piece, stat, until, seat)
            for one in self.lasting
            if one.stage == "add"
        )
        if not (lasting or self.printed(piece, stat) > 0 or any(_grants(card, stat) for card in self.bears(piece))):
            return self.pointless(piece, stat, until)
        return f"{'is' if word.state else 'has'} *{word.word}* already"

    def modify(self, run: Run, pieces: Pieces, stat: str, stage: str, value: int, until: str) -> None:
        """Change the pieces that such a change means something for, and remember why it means nothing for the others."""
        moved = []
        for piece in pieces:
            why = self.unmoved(piece, stat, value, until, run.seat)
            if why:
                self.spare(piece, why)
            elif value or stage != "add":
                moved.append(piece)
        if moved:
            super().modify(run, tuple(moved), stat, stage, value, until)

    def pay(self, run: Run, pay: str, amount: int, pieces: Pieces) -> None:
        """Pay a cost, and forget that it was one."""
        told = len(self.story)
        super().pay(run, pay, amount, pieces)
        del self.story[told:]

    def spare(self, piece: PieceId, why: str) -> None:
        """Remember why a verb leaves a piece as it is."""
        self.spares.append((piece, why))


def _grants(card: Card, stat: str) -> bool:
    """Tell whether a card gives whatever it is or lies with a quality, unless and until it goes."""
    return any(
        each.stat == stat and isinstance(each.to, str) and each.condition is None and isinstance(each.add, int) and each.add > 0
        for each in card.modifiers
    )


T = TypeVar("T", bound=Trial)


def borne(trial: Trial, card: Card, bearer: PieceId, seat: Seat) -> Spares | None:
    """Return why a card that is to lie with a bearer would change nothing there, None when it would or may."""
    if any(each != model.Destroy("self") for ability in card.abilities for each in ability.effects):
        return None
    whys = []
    for each in card.modifiers:
        if each.to != "bearer" or each.condition is not None or not isinstance(each.add, int):
            return None
        whys.append(trial.unmoved(bearer, each.stat, each.add, "", seat))
    return tuple((bearer, why) for why in dict.fromkeys(whys)) if whys and all(whys) else None


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
        first, reason = next((spare for spare in spares if spare[0] != NOBODY), (NOBODY, lack or spares[0][1]))
        if first != NOBODY and {piece for piece, _ in spares} == {first}:
            reason = enumerated(tuple(dict.fromkeys(each for _, each in spares)))
            spares = ((first, reason),)
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
                    found = _lacking(getattr(effect, field), run)
                    if found is not None:
                        return f"there is no {voice.phrase(found, 1)}"
                if isinstance(effect, model.Draw | model.Drop):
                    zone = "deck" if isinstance(effect, model.Draw) else "hand"
                    if not any(tuple(run.world.pieces(zone, seat)) for seat in players(run, effect.who) if seat != NOBODY):
                        return f"there is no card in {words.zones[zone].format(whose=voice.possessor(effect.who))}"
    return ""


def _lacking(amount: Select | Amount, run: Run) -> Select | None:
    """Return what an effect is for, or counts, when there is none of it."""
    match amount:
        case Select():
            return None if finder(amount)(run) else amount
        case model.CountOf(of) if isinstance(of, Select):
            return None if finder(of)(run) else of
        case model.Bounded(of) | model.TimesOf(of) | model.HalfOf(of):
            return _lacking(of, run)
        case _:
            return None
