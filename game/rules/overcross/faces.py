"""What is printed on a card, ready to be drawn: badges, lines of attack, and text rendered from the card's own values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from game.cards import model
from game.cards.phrases import Voice
from game.cards.text import ability_text, card_text, effects_text, glossary
from game.kernel.scene import Badge, CardFace, numbered
from game.kernel.words import enumerated
from game.rules.overcross.cards import FIGHT_MEANS, NEUTRAL, NUMBERS, VOTES_MEAN, WORDS, Attack, OvercrossCard, parts, votes_of

_SYMBOLS = {"fist": "Fist", "crosshair": "Crosshair", "star": "Star"}
_SIZES = {"m": "Minor", "M": "Major", "F": "Full"}


def face(card: OvercrossCard) -> CardFace:
    """Return a card's face."""
    text = paragraphs(card)
    kind = card.kind.capitalize()
    line = " · ".join(
        part for part in (WORDS.label(card.rank) if card.rank else kind, WORDS.label(card.genre) if card.genre else "") if part
    )
    play, deck = Badge("play", str(card.play), f"Play cost {card.play}"), Badge("deck", str(card.deck), f"Deck cost {card.deck}")
    stats: tuple[Badge, ...] = ()
    if card.kind == "character":
        stats = (Badge("move", str(card.move), f"Move {card.move}"), Badge("defense", str(card.defense), f"Defense {card.defense}"))
    elif card.kind == "terrain":
        stats = (Badge("radius", str(card.radius), f"Radius {card.radius}"),)
    return CardFace(
        id=card.id,
        name=card.name,
        line=line,
        kind=card.kind,
        corner=play,
        second=deck,
        stats=stats,
        text=text,
        flavour=card.flavour,
        keywords=(
            *glossary(text, WORDS),
            *((VOTES_MEAN,) if any(votes_of(parts(card))) else ()),
            *meanings(card, text),
        ),
        numbers=numbered((*stats, play, deck), NUMBERS),
        palette=card.side if card.side != NEUTRAL else "neutral",
        art=card.art or card.id,
        icon=card.icon,
    )


def meanings(card: OvercrossCard, text: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield what the signs and numbers of a card mean that its text takes as known."""
    said = set(re.findall(r"\w+", " ".join(text)))
    said |= {"Defense"} if card.kind == "character" else set()
    said |= {"Slow"} if card.slow else set()
    yield from ((word, meaning) for word, meaning in FIGHT_MEANS.values() if word in said)


def paragraphs(card: OvercrossCard) -> tuple[str, ...]:
    """Return the rules text of a card, one string a paragraph."""
    found = []
    if card.keywords:
        found.append(", ".join(f"*{WORDS.keywords[word].word}*" for word in card.keywords) + ".")
    if card.kind == "terrain":
        found.append(terrain_text(card))
    if card.kind == "edit":
        found.append({"own": "For one of your characters.", "foe": "For an enemy character.", "any": "For any character."}[card.bears])
    found += [attack_text(attack) for attack in card.attacks]
    found += card_text(card, WORDS)
    return tuple(paragraph for paragraph in found if paragraph)


def attack_text(attack: Attack) -> str:
    """Return an attack as printed: name, symbol, action, Dmg, Acc and Rng, whom it hurts more and what follows (OC-5)."""
    far = ", at any distance, in sight or not" if attack.symbol == "star" else ""
    numbers = f"Dmg {attack.dmg}, Acc {attack.acc}+" + (f", Rng {attack.rng}" if attack.rng else far)
    text = f"{attack.name} ({_SYMBOLS[attack.symbol]}, {_SIZES[attack.size]}): {numbers}."
    voice = Voice(WORDS, "character")
    if attack.versus is not None:
        text += f" +{attack.extra} Dmg against {voice.phrase(attack.versus, 2)}."
    if attack.effects:
        text += f" If this attack damages a character, {_lowered(effects_text(attack.effects, WORDS, 'character', named={'target': 'that character'}))}."
    return text


def terrain_text(card: OvercrossCard) -> str:
    """Return what a piece of terrain does with its spaces (OC-25, OC-28, OC-30, OC-37)."""
    does = []
    if card.obstructs:
        does.append("obstructs movement")
    if card.blocks_sight:
        does.append("blocks ranged attacks")
    if card.slow:
        does.append("is slow")
    if card.harm:
        does.append(f"deals {card.harm} damage to whoever enters" + (", for each space" if card.radius else ""))
    return f"This terrain {enumerated(does)}." if does else ""


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def ability_words(card: OvercrossCard, ability: model.Ability) -> str:
    """Return one ability as printed."""
    return ability_text(ability, WORDS, card.kind)
