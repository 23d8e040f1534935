"""What is printed on a card, ready to be drawn: cost, strength, HP, and text rendered from the card's own values."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from game.cards.catalogue import Catalogue
from game.cards.text import card_text, glossary
from game.kernel.ids import CardId
from game.kernel.scene import Badge, CardFace, numbered
from game.rules.shine.cards import MEANINGS, NUMBERS, WORDS, ShineCard

SHINE_CARD = "shine"
"""The face of a Shine card."""

_SHINE_FACE = CardFace(
    SHINE_CARD, "Shine", "Shine", kind="shine", text=("Turn it exhausted to pay for cards and effects.",), palette="amber", icon="sparkles"
)  # fmt: skip


def face(catalogue: Catalogue[ShineCard], card: CardId) -> CardFace:
    """Return a card's face; raise KeyError for a card of another catalogue."""
    return _SHINE_FACE if card == SHINE_CARD else _face(catalogue, card)


@lru_cache(maxsize=1024)
def _face(catalogue: Catalogue[ShineCard], name: CardId) -> CardFace:
    card = catalogue[name]
    text = paragraphs(card)
    joined = " ".join(text)
    stats = () if card.kind == "spell" else (Badge("strength", str(card.strength), f"Strength {card.strength}"),)
    second = Badge("hearts", str(card.hp), f"HP {card.hp}") if card.kind == "star" else None
    corner = None if card.kind == "star" else Badge("energy", str(card.cost), f"Cost {card.cost} Shine")
    return CardFace(
        id=card.id,
        name=card.name,
        line=f"{'Star' if card.kind == 'star' else card.kind.capitalize()} · {' and '.join(WORDS.label(colour) for colour in card.colours)}",
        kind=card.kind,
        corner=corner,
        second=second,
        stats=stats,
        text=text,
        flavour=card.flavour,
        keywords=(
            *glossary(text, WORDS),
            *((word, meaning) for word, meaning in MEANINGS.items() if f"*{word}*" in joined or f"*{word}s*" in joined),
        ),
        numbers=numbered((corner, second, *stats), NUMBERS),
        palette=card.colours[0],
        art=card.art or card.id,
        icon=card.icon,
    )


def paragraphs(card: ShineCard) -> tuple[str, ...]:
    """Return the rules text of a card, one string a paragraph."""
    found = []
    if card.keywords:
        found.append(", ".join(f"*{WORDS.keywords[word].word}*" for word in card.keywords) + ".")
    found += [f"*Continuous*: {text}" for text in card_text(replace(card, abilities=()), WORDS)]
    found += [text.replace("Once per turn", "*Once per turn*", 1) for text in card_text(replace(card, modifiers=()), WORDS)]
    return tuple(found)
