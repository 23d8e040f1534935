"""What stands on an Overcross card, and the words its abilities are written in (OC-1 to OC-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import astuple

from game.cards.amounts import FARTHEST
from game.cards.check import Complaint, card_faults, keyword_faults, prose_fault, value_faults
from game.cards.marks import Prose
from game.cards.model import Ability, Card, Effect, Gain, Select, Word
from game.cards.words import Keyword, Noun, Words

GENRES = ("fantasy", "sci-fi", "modern", "online")
RANKS = ("leader", "champion", "legend")
NEUTRAL = "neutral"
"""The side of terrain that any deck may hold (OC-7)."""

VOTES = 20
"""So many votes win the match (OC-55)."""
VOTES_MEAN = ("Votes", f"Whoever has {VOTES} wins the match, whatever the objective (OC-55)")
FIGHT_MEANS = {
    "fist": ("Fist", "Reaches the eight squares around (OC-38)"),
    "crosshair": ("Crosshair", "Reaches as many squares as its Rng, in a clear line of sight (OC-34)"),
    "star": ("Star", "An attack of its own kind: its Rng needs a clear line of sight, without one it reaches anybody (OC-34)"),
    "minor": ("Minor", "Each character may take one a turn, all before the first major action; a move is one, too (OC-18)"),
    "major": ("Major", "Each character may take one a turn, and after it nobody takes a minor one (OC-19)"),
    "full": ("Full", "Takes the place of a major action, if the character took no minor one this turn (OC-20)"),
    "dmg": ("Dmg", "So many damage counters a hit puts; six destroy a character (OC-40)"),
    "acc": ("Acc", "An attack hits on a roll lower than its Acc: Acc 4+ on 1 to 3 (OC-39)"),
    "rng": ("Rng", "So many squares away the target may be (OC-34)"),
    "defense": ("Defense", "A hit puts Dmg damage counters, none on a roll lower than this: Defense 4 on 1 to 3 (OC-40)"),
    "slow": ("Slow", "A step onto it takes 2 of your Move (OC-28)"),
}
"""What signs and numbers of a fight and of the ground mean, beside a card that bears them."""
NUMBERS = {
    "Move": "So many squares it may walk in a turn, slantwise too (OC-24)",
    "Radius": "So many squares around its own belong to it, too (OC-31)",
    "Play cost": "What it takes of your play limit this turn (OC-15)",
    "Deck cost": "What it takes of a deck's points; in a Death Match a fallen character scores as much (OC-6, OC-50)",
}
"""What the other numbers on a card count, by their caption."""

Symbol = Literal["fist", "crosshair", "star"]
Size = Literal["m", "M", "F"]

WORDS = Words(
    kinds={
        "character": Noun("character", "characters", "this character"),
        "edit": Noun("edit", "edits", "this edit"),
        "terrain": Noun("piece of terrain", "terrain", "this terrain"),
        "event": Noun("event", "events", "this event"),
    },
    zones={"hand": "{whose} hand", "deck": "{whose} deck", "discard": "{whose} discard pile"},
    groups={"genre": GENRES, "rank": RANKS},
    adjectives=("genre",),
    grounds=("terrain",),
    labels={"sci-fi": "Sci-Fi", "limit": "play limit this turn", "minor": "Minor", "major": "Major", "full": "Full"},
    stats={
        "move": "Move",
        "defense": "Defense",
        "dmg": "Dmg",
        "acc": "Acc",
        "rng": "Rng",
        "damage": "damage",
        "deck": "deck cost",
        "play": "play cost",
    },
    keywords={
        "flight": Keyword("Flight", "Moves over obstructive, slow and harmful spaces as if they were open, but cannot stop on an obstructive one. Harmful spaces never hurt it, whether it stops, is pushed or is put there."),
        "surefoot": Keyword("Surefoot", "Slow terrain costs it no more than open ground."),
        "fireproof": Keyword("Fireproof", "Takes no damage from terrain, neither from its spaces nor from its abilities."),
        "steady": Keyword("Steady", "Cannot be pushed, pulled, moved or swapped by enemy cards."),
        "elusive": Keyword("Elusive", "Cannot be the target of enemy crosshair attacks."),
        "piercing": Keyword("Piercing", "Whoever it hits makes no defend roll."),
        "vanguard": Keyword("Vanguard", "May be deployed on a free space beside one of your characters, outside other deploy zones."),
        "rooted": Keyword("Rooted", "Cannot move as an action.", state=True),
        "stunned": Keyword("Stunned", "Can take no actions.", state=True),
        "disarmed": Keyword("Disarmed", "Cannot attack.", state=True),
    },
    triggers={
        "deployed": "when {it} comes into play",
        "destroyed": "when {it} is destroyed",
        "hurts": "when {it} damages a character with an attack",
        "hurt": "when {it} takes damage",
        "missed": "when {it} misses with an attack",
        "defended": "when {it} makes its defend roll",
        "moved": "when {it} has moved",
        "entered": "when a character enters the area of {it}",
        "turn_start": "at the start of your turn",
        "turn_end": "at the end of your turn",
        "round_start": "at the start of each turn",
    },
    timings={"minor": "Minor", "major": "Major", "full": "Full"},
    durations={"turn": "until the end of the turn", "next": "until the start of your next turn", "match": "for the rest of the match"},
    costs={
        "destroy": "destroy {self}",
        "damage": "put {n} damage on this character",
        "discard": "discard {what}",
        "spend": "spend {n} of the play limit",
    },
    resources={
        "cards": "the number of cards in {whose} hand",
        "round": "the number of the round",
        "limit": "what is left of {whose} play limit",
        "score": "{whose} score",
        "votes": "the number of {whose} votes",
        "deck": "the number of cards in {whose} deck",
    },
    gains={"votes": Noun("vote", "votes")},
    relations={"inside": "in the area of {it}", "attached": "attached to {it}"},
    spots={"deploy": "free space of your deploy zone", "any": "free space"},
    facts={"acted": "{it} has taken an action this turn", "moved": "{it} has moved this turn"},
    counters={"damage": "damage"},
    readies={"minor": "may take another minor action", "major": "may take another major action", "both": "may act again"},
    refs={"bearer": "the bearer", "cause": "that character"},
    causes={"hurt": "the character that hurt {it}", "destroyed": "the character that destroyed {it}", "hurts": "that character"},
    phrases={"attach": "attach {what} to {to}"},
    verbs=(
        "pick", "may", "choose", "if", "each", "repeat", "roll", "special", "damage", "heal", "destroy", "send", "deploy", "attach",
        "move", "push", "swap", "modify", "ready", "exhaust", "strike", "draw", "drop", "gain", "shuffle", "look", "search", "reveal",
    ),
    foe="an opponent",
)  # fmt: skip

EVENT_NAMES = ("target", "cause", "amount")


class Attack(Word, frozen=True, kw_only=True):
    """An attack as printed (OC-5): `versus` lists whom it hurts by `extra` more; `effects` follow when it damages its target."""

    name: Prose
    dmg: int
    symbol: Symbol = "fist"
    size: Size = "M"
    acc: int = 4
    rng: int = 0
    versus: Select | None = None
    extra: int = 0
    effects: tuple[Effect, ...] = ()


class OvercrossCard(Card, frozen=True, kw_only=True):
    """A card of Overcross: `deck` are its deck points, `play` its play cost (OC-3).

    Characters have `move`, `defense` and `attacks` (OC-4); `keywords` are qualities printed on it. Edits go on an own or enemy
    character by `bears`. Terrain has a `radius` and says what each space of its area does (OC-31, OC-37).
    """

    side: str
    deck: int
    play: int
    keywords: tuple[str, ...] = ()
    move: int = 0
    defense: int = 0
    attacks: tuple[Attack, ...] = ()
    bears: Literal["own", "foe", "any"] = "any"
    radius: int = 0
    obstructs: bool = False
    blocks_sight: bool = False
    slow: bool = False
    harm: int = 0

    @property
    def rank(self) -> str:
        """Return leader, champion, legend or nothing (OC-3)."""
        return next((trait for trait in self.traits if trait in RANKS), "")

    @property
    def genre(self) -> str:
        """Return the genre, or nothing (OC-2)."""
        return next((trait for trait in self.traits if trait in GENRES), "")

    def prints(self) -> dict[str, int]:
        """Return every printed number and quality that is not nothing."""
        numbers = {"move": self.move, "defense": self.defense, "deck": self.deck, "play": self.play}
        return {**{stat: value for stat, value in numbers.items() if value}, **dict.fromkeys(self.keywords, 1)}


def parts(card: OvercrossCard) -> tuple[Ability, ...]:
    """Return every ability of a card; what follows a damaging attack stands behind the printed abilities, one an attack."""
    return (*card.abilities, *(Ability(effects=attack.effects, when="struck") for attack in card.attacks))


def votes_of(value: Any) -> Iterator[Gain]:
    """Yield every effect that wins votes, wherever it stands in an ability or another value of a card (OC-55)."""
    if isinstance(value, Gain) and value.what == "votes":
        yield value
    for each in value if isinstance(value, tuple) else astuple(value) if isinstance(value, Struct) else ():
        yield from votes_of(each)


def judge(card: OvercrossCard, ids: frozenset[str]) -> list[Complaint]:
    """Return everything about a card that Overcross refuses (OC-1 to OC-5, OC-34)."""
    faults = card_faults(card, WORDS, ids)
    if card.stats:
        faults.append(("$.stats", "Overcross prints its numbers in fields of their own: deck, play, move, defense"))
    faults += _ranges(card)
    faults += keyword_faults(card.keywords, WORDS)
    if len({trait for trait in card.traits if trait in GENRES}) > 1:
        faults.append(("$.traits", "a card has one genre at most"))
    match card.kind:
        case "character":
            faults += _character(card, ids)
        case "edit" | "event" | "terrain":
            faults += _lifeless(card)
        case _:
            pass
    return faults


def _ranges(card: OvercrossCard) -> list[Complaint]:
    faults: list[Complaint] = []
    if not 1 <= card.deck <= 40:
        faults.append(("$.deck", f"a deck cost is 1 to 40, not {card.deck}"))
    if not 1 <= card.play <= 12:
        faults.append(("$.play", f"a play cost is 1 to 12, not {card.play}"))
    if card.side == NEUTRAL and card.kind != "terrain":
        faults.append(("$.side", "only terrain belongs to no side (OC-7)"))
    if card.rank and card.kind != "character":
        faults.append(("$.traits", "only characters have a rank (OC-3)"))
    return faults


def _character(card: OvercrossCard, ids: frozenset[str]) -> list[Complaint]:
    faults: list[Complaint] = []
    if not 0 <= card.move <= 12:
        faults.append(("$.move", f"a Move is 0 to 12, not {card.move}"))
    if not 2 <= card.defense <= 6:
        said = f", not {card.defense}" if card.defense else ", and this has none"  # whether 0 was written is not known here
        faults.append(("$.defense", f"a printed Defense is 2 to 6{said} (OC-4)"))
    for index, attack in enumerate(card.attacks):
        place = f"$.attacks[{index}]"
        if unsaid := prose_fault(attack.name):
            faults.append((f"{place}.name", unsaid))
        if not 1 <= attack.dmg <= 6:
            faults.append((f"{place}.dmg", f"a printed Dmg is 1 to 6, not {attack.dmg} (OC-5)"))
        if not 1 <= attack.acc <= 7:
            faults.append((f"{place}.acc", f"an Acc is 1 to 7, not {attack.acc}"))
        if attack.symbol == "crosshair" and not 1 <= attack.rng <= FARTHEST:
            faults.append((f"{place}.rng", f"a ranged attack has a Rng of 1 to {FARTHEST} (OC-5)"))
        if attack.symbol == "star" and not 0 <= attack.rng <= FARTHEST:
            faults.append((f"{place}.rng", f"a Rng is 1 to {FARTHEST}, or 0 for an attack that reaches anybody, not {attack.rng} (OC-34)"))
        if attack.symbol == "fist" and attack.rng:
            faults.append((f"{place}.rng", "a fist attack has no Rng (OC-5)"))
        if (attack.versus is None) != (attack.extra == 0):
            faults.append((f"{place}.extra", "`versus` and `extra` belong together"))
        if not 0 <= attack.extra <= 6:
            faults.append((f"{place}.extra", f"an extra is 1 to 6, not {attack.extra} (OC-5)"))
        if attack.effects:
            faults += value_faults(Ability(effects=attack.effects), WORDS, place, EVENT_NAMES, ids)
        if attack.versus is not None:
            faults += value_faults(attack.versus, WORDS, f"{place}.versus", cards=ids)
    for index, ability in enumerate(card.abilities):
        if ability.when == "use":
            faults += [
                (f"$.abilities[{index}].targets", "an ability with a range needs a clear line of sight (OC-34)")
                for target in ability.targets
                if target.of is not None and target.of.within is not None and target.of.within != 1 and not target.of.sight
            ]
    return faults


def _lifeless(card: OvercrossCard) -> list[Complaint]:
    faults: list[Complaint] = []
    if card.move or card.defense or card.attacks or card.keywords:
        faults.append(("$", f"{card.kind}s have no Move, Defense, attacks or qualities of their own (OC-4)"))
    if card.kind != "terrain" and (card.radius or card.obstructs or card.blocks_sight or card.slow or card.harm):
        faults.append(("$", "only terrain has an area (OC-31)"))
    if card.kind == "terrain" and not (0 <= card.radius <= 4 and 0 <= card.harm <= 6):
        faults.append(("$", "a terrain's radius is 0 to 4 and its harm 0 to 6"))
    if card.kind == "event" and not any(ability.when == "play" for ability in card.abilities):
        faults.append(("$.abilities", "an event needs something that happens when it is played"))
    return faults
