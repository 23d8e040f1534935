"""What is printed on a card, ready to be drawn: cost, level, strength, and text rendered from the card's own values."""

from __future__ import annotations

from functools import lru_cache

from game.cards.catalogue import Catalogue
from game.cards.text import card_text, glossary
from game.kernel.ids import CardId
from game.kernel.scene import Badge, CardFace, numbered
from game.rules.starcrossed.cards import BOUND, ICON, NUMBERS, WORDS, StarCard

CRYSTAL = "soul-crystal"
"""The face of a crystal's token."""

_RULES = {
    "Crystalbound": "She can only be played by a player with a crystal attuned to her tribe.",
    "Icon": "A deck holds one Icon at most.",
    "Combat": "Set face down in the Action Phase, paid then, and activated in combat.",
    "Super": "A deck holds one copy at most, and only with two copies of its base card.",
    "SPECIAL": "Each player has one special action a turn; it is used instead of a cost.",
    "Quest": "Reveal cards from the top of your deck until one fits, five at most. It goes to your hand, the others under the deck; after five without one, draw a card.",
}


def face(catalogue: Catalogue[StarCard], card: CardId) -> CardFace:
    """Return a card's face; raise KeyError for a card of another catalogue."""
    if card == CRYSTAL:
        return _CRYSTAL_FACE
    return _face(catalogue, card)


_CRYSTAL_FACE = CardFace(
    CRYSTAL,
    "Crystal",
    "Soul crystal",
    kind="crystal",
    text=(
        "It holds one diva and up to three skill cards, and gives energy equal to its level every turn.",
        "When a diva of a higher level is played here it gains one level, and you may attune it to her tribe.",
    ),
    palette="neutral",
    icon="crystal-growth",
)


@lru_cache(maxsize=1024)
def _face(catalogue: Catalogue[StarCard], name: CardId) -> CardFace:
    card = catalogue[name]
    text = paragraphs(card, catalogue[card.supers].name if card.supers else "")
    badge = "Super" if card.supers else f"Uniqueness {card.copies}"
    cost = Badge("energy", str(card.cost), f"Cost {card.cost} energy")
    copies = Badge("copies", "S" if card.supers else str(card.copies), badge)
    stats: tuple[Badge, ...] = ()
    if card.kind == "diva":
        stats = (Badge("level", str(card.level), f"Level {card.level}"), Badge("strength", str(card.strength), f"Strength {card.strength}"))
    return CardFace(
        id=card.id,
        name=card.name,
        line=_line(card),
        kind=card.kind,
        corner=cost,
        second=copies,
        stats=stats,
        text=text,
        flavour=card.flavour,
        keywords=(*glossary(text, WORDS), *((word, meaning) for word, meaning in _RULES.items() if _mentions(card, text, word))),
        numbers=numbered((cost, copies, *stats), NUMBERS),
        palette=card.tribe or "neutral",
        art=card.art or card.id,
        icon=card.icon,
    )


def _mentions(card: StarCard, text: tuple[str, ...], word: str) -> bool:
    match word:
        case "Crystalbound":
            return BOUND in card.traits
        case "Icon":
            return ICON in card.traits
        case "Combat":
            return card.combat
        case "Super":
            return bool(card.supers)
        case "SPECIAL":
            return card.special or any("SPECIAL" in paragraph for paragraph in text)
        case _:
            return any("uest for" in paragraph for paragraph in text)


def _line(card: StarCard) -> str:
    tribe = WORDS.label(card.tribe) if card.tribe else "Neutral"
    if card.kind == "diva":
        rank = " · Icon" if ICON in card.traits else ""
        return f"Diva · {tribe}{rank}"
    when = "Combat" if card.combat else "Action"
    return f"{'Super ' if card.supers else ''}{when} {card.kind} · {tribe}"


def paragraphs(card: StarCard, base: str = "") -> tuple[str, ...]:
    """Return the rules text of a card, one string a paragraph."""
    found = []
    if BOUND in card.traits:
        found.append("Crystalbound.")
    if card.keywords:
        found.append(", ".join(f"*{WORDS.keywords[word].word}*" for word in card.keywords) + ".")
    if card.supers:
        found.append(f"Super of {base}." if base else "Super.")
    if card.special:
        found.append(f"You may play this {card.kind} as your SPECIAL action instead of paying for it.")
    found += card_text(card, WORDS)
    return tuple(found)
