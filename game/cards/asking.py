"""What a card asks in the middle of what it does: who must answer, what may be answered, and how it is offered and worded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from game.cards import model
from game.cards.interpret import Asking, Frame, Run, question
from game.cards.model import Select
from game.cards.phrases import Voice
from game.cards.text import effects_text
from game.cards.words import Words
from game.cards.world import Questions
from game.kernel.ids import Place, Seat
from game.kernel.offers import Offer, Refusal
from game.kernel.words import capitalised

A = TypeVar("A")


class Choose(Struct, frozen=True, tag="choose"):
    """Answer a card's question: a piece, a place, the number of a way, or 1 for yes."""

    option: int


class Enough(Struct, frozen=True, tag="enough"):
    """Choose no more, or say no."""


ENOUGH = Enough()


def asked(world: Questions) -> Seat:
    """Return the seat that must answer the question on top of the stack, a card's or the game's own."""
    top: Any = world.stack[-1]
    if type(top) is Frame and top.waiting:
        asking, run = question(world, top)
        return asking.asked(run)
    seat: Seat = top.seat
    return seat


def answers(world: Questions) -> tuple[Choose | Enough, ...]:
    """Return every answer to the card that asks."""
    asking, run = question(world, world.stack[-1])
    found: list[Choose | Enough] = [Choose(option) for option in asking.left(run)]
    if asking.may_stop(run):
        found.append(ENOUGH)
    return tuple(found)


def answer_refusal(world: Questions, action: Choose | Enough, rule: str) -> Refusal | None:
    """Return why the card that asks does not take an answer, citing the game's rule, or None when it does."""
    asking, run = question(world, world.stack[-1])
    if isinstance(action, Choose):
        return None if action.option in asking.left(run) else Refusal("not-a-choice", rule, "The card does not allow this choice.")
    return None if asking.may_stop(run) else Refusal("must-choose", rule, "The card asks for a choice first.")


def answer_offer(world: Questions, action: Choose | Enough, words: Words, piece_words: str = "", target: Place | None = None) -> Offer:
    """Return an answer as an offer, in the game's words; `piece_words` and `target` are what it calls the piece or place, and where that lies."""
    frame: Frame = world.stack[-1]
    asking, _ = question(world, frame)
    kind = asking.kind
    if isinstance(action, Enough):
        return Offer(action, "No", "No, leave it.") if kind == "yes" else Offer(action, "Enough", "No more.")
    if kind == "yes":
        return Offer(action, "Yes", "Yes, do it.", main=True)
    if isinstance(asking.about, model.Choose):
        way = effects_text(asking.about.options[action.option], words, world.kind_of(frame.source))
        return Offer(action, way, f"[{frame.card}]: {way}.")
    return Offer(action, capitalised(piece_words), f"Choose {piece_words}.", target=target)


def offered(
    allowed: Iterable[A], others: Iterable[A], offer: Callable[[A], Offer], refusal: Callable[[A], Refusal | None]
) -> tuple[Offer, ...]:
    """Return the allowed actions as offers, then those of the `others` that are refused, with their reasons."""
    found = [offer(action) for action in allowed]
    known = {one.action for one in found}
    for action in others:
        if action not in known:
            known.add(action)
            refused = refusal(action)
            if refused is not None:
                found.append(replace(offer(action), refusal=refused, main=False, passing="", onward="", closes=""))
    return tuple(found)


def question_words(asking: Asking, run: Run, words: Words, kind: str) -> str:
    """Return the question of a card of some kind, in the game's words."""
    voice, card, about = Voice(words, kind), f"[{run.card}]", asking.about
    match about:
        case model.Target() | model.Pick():
            if about.at is not None:
                return f"{card}: choose {voice.spot(about.at)}."
            named = voice.some(about.of or Select(), about.least, about.most)[0]
            return f"{card}: choose {named.replace('another', 'the other') if about.name == 'second' else named}."
        case model.Choose():
            return f"{card}: choose one."
        case model.May():
            return f"{card}: do what it says?"
        case model.Drop():
            return f"{card}: choose a card to discard."
        case model.Move() | model.Deploy() | model.Create():
            return f"{card}: choose the {words.space.one} to go to."
        case model.Look() | model.Search():
            return f"{card}: choose a card to take, or none."
        case model.Cost():
            return f"{card}: choose what to pay with."
