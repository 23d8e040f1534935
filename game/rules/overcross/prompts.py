"""What a card asks its player, in words."""

from __future__ import annotations

from game.cards import model
from game.cards.interpret import Asking, Run
from game.cards.model import Select
from game.cards.phrases import Voice
from game.cards.text import effects_text
from game.rules.overcross.cards import WORDS
from game.rules.overcross.table import Table


def question_words(table: Table, asking: Asking, run: Run) -> str:
    """Return the question a waiting card asks."""
    voice = Voice(WORDS, table.arena.catalogue[run.card].kind)
    card = f"[{run.card}]"
    about = asking.about
    match about:
        case model.Target() | model.Pick():
            if about.at is not None:
                return f"{card}: choose {voice.spot(about.at)}"
            return f"{card}: choose {voice.some(about.of or Select(), about.least, about.most)[0]}"
        case model.Choose():
            return f"{card}: choose one"
        case model.May(effects):
            return f"{card}: {effects_text(effects, WORDS, voice.kind)}?"
        case model.Drop():
            return f"{card}: choose a card to discard"
        case model.Deploy() | model.Create():
            return f"{card}: choose where it comes into play"
        case model.Move():
            return f"{card}: choose where it goes"
        case model.Look() | model.Search():
            return f"{card}: choose a card to take, or none"
        case model.Cost():
            return f"{card}: choose what to pay with"


def option_words(table: Table, asking: Asking, option: int) -> str:
    """Return one answer to the question in words."""
    if asking.kind == "spot":
        return table.arena.label(option)
    if asking.kind == "mode" and isinstance(asking.about, model.Choose):
        return effects_text(asking.about.options[option], WORDS, "event")
    if asking.kind == "yes":
        return "Yes"
    card = table.card_of(option)
    if card in table.arena.catalogue:
        return f"[{card}]"
    return table.arena.area(card).name if card else "a card"
