"""The signs of the arena: which glyph and which words stand for a type, a status, a stat and a gem."""

from __future__ import annotations

from typing import Final

from game.content.creatures import Creature

TYPE_GLYPHS: Final[dict[str, str]] = {
    "aura": "beams-aura",
    "beast": "bestial-fangs",
    "creature": "spiked-dragon-head",
    "extraterrestrial": "alien-stare",
    "humanoid": "person",
    "nature": "three-leaves",
    "tech": "circuitry",
    "spirit": "spectre",
    "ultramax": "crowned-explosion",
    "void": "vortex",
}

STATUS_GLYPHS: Final[dict[str, str]] = {
    "overcook": "burning-embers",
    "undershock": "electric",
    "brainlock": "brain-freeze",
    "gridfreeze": "frozen-block",
    "souldrift": "soul-vessel",
}

STAT_GLYPHS: Final[dict[str, str]] = {
    "spd": "sprint",
    "hp": "hearts",
    "def": "shield",
    "atk": "crossed-swords",
    "spc": "sparkles",
}

GEM: Final = "cut-diamond"
RAIDED: Final = "gem-pendant"
MOVES: Final = "fist"
ORDER: Final = "podium"
TIER: Final = "laurel-crown"
RISEN: Final = "angel-wings"
TROPHY: Final = "trophy"
STANDING: Final = "person"
ROUND: Final = "clockwise-rotation"
HOUSES: Final = (("Sapphire side", "crystal-growth"), ("Ruby side", "crystal-cluster"))
"""How the two sides are called and charged."""

STAT_NAMES: Final[dict[str, str]] = {"spd": "SPD", "hp": "HP", "def": "DEF", "atk": "ATK", "spc": "SPC"}

NUMBERS: Final[dict[str, str]] = {
    "SPD": "The team with the fastest active card goes first in a round (CM-7)",
    "HP": "What it can lose; at 0 it falls (CM-24)",
    "DEF": "Cuts every damage to it by a tenth of itself in percent: 100 by 10 % (CM-23)",
    "ATK": "What the damage of its attacks is worked out from (CM-16 to CM-18)",
    "SPC": "A tenth of it is added to another number once a match; a high one keeps it from backfiring (CM-20, CM-28)",
    "Tier": "The higher, the stronger its status, and the more often it is inflicted and backfires (CM-26, CM-28)",
}
"""What each number on a card counts, by its caption."""

MEANINGS: Final[dict[str, str]] = {
    "overcook": "At the start of each of its team's possessions the card loses that share of its maximum HP, until it falls.",
    "undershock": "One stat (SPD, ATK, DEF or SPC), chosen when it strikes, is lowered by that share until cured.",
    "brainlock": "For two turns the card has A1 as its only attack, and no Revive.",
    "gridfreeze": "The card takes no move in its team's next possession.",
    "souldrift": "At the start of each of its team's possessions every stat fades by that share of what it was; at 0 HP the card falls.",
}

GRADED: Final = frozenset({"overcook", "undershock", "souldrift"})
"""The statuses that take a share; the other two are there or not (CM-30 to CM-34)."""


def type_name(kind: str) -> str:
    """Return a type as it is printed: `Spirit`."""
    return kind.capitalize()


def types_name(types: tuple[str, str]) -> str:
    """Return both types as they are printed: `Spirit / Tech`, or `Spirit` twice as `Spirit / Spirit`."""
    return f"{type_name(types[0])} / {type_name(types[1])}"


def card_words(card: Creature) -> str:
    """Return what every card is: its tier and its types."""
    return f"Tier {card.tier}, {types_name(card.types)}"
