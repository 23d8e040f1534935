"""What stands on a Starcrossed card, and the words its abilities are written in (SC-13 to SC-30)."""

from __future__ import annotations

from game.cards import model
from game.cards.check import Complaint, card_faults, keyword_faults
from game.cards.model import Ability, Card
from game.cards.words import Keyword, Noun, Words
from game.kernel.words import enumerated, meant

TRIBES = ("cinderchoir", "hushtide", "skyribbon", "mosshymn")
"""The four tribes of divas, in the order of a crystal's gems (SC-3)."""
ICON, BOUND = "icon", "crystalbound"
KINDS = ("diva", "move", "power", "item")
CHARGES = ("crystal-cluster", "star-formation")
"""The glyphs of the two seats."""
NUMBERS = {
    "Cost": "So much energy of your reserve it takes to play it (SC-13)",
    "Uniqueness": "So many copies of it a deck may hold (SC-39)",
    "Level": "She goes onto an empty crystal or one with a diva of a lower level; played on a crystal of a lower level, she raises it by one (SC-13, SC-15)",
    "Strength": "Her attack takes so much life; if it is blocked, the diva with less strength is vanquished (SC-35)",
}
"""What each number on a card counts, by its caption."""

WORDS = Words(
    kinds={
        "diva": Noun("diva", "divas", "this diva"),
        "move": Noun("move", "moves", "this move"),
        "power": Noun("power", "powers", "this power"),
        "item": Noun("item", "items", "this item"),
        "crystal": Noun("crystal", "crystals", "this crystal"),
        "set": Noun("face-down skill", "face-down skills", "this skill"),
    },
    zones={"hand": "{whose} hand", "deck": "{whose} deck", "void": "{whose} void"},
    groups={"tribe": TRIBES, "rank": (ICON, BOUND)},
    adjectives=("tribe", "rank"),
    labels={ICON: "Icon", BOUND: "Crystalbound", "energy": "energy", "life": "life"},
    stats={"strength": "Strength", "level": "Level", "cost": "Cost"},
    keywords={
        "overkill": Keyword("Overkill", "When she is blocked by a weaker diva, the defender loses the difference in strength as life."),
        "veiled": Keyword("Veiled", "Her attacks cannot be blocked."),
        "anchored": Keyword("Anchored", "Cards of the other player cannot move her, swap her or return her to a hand or deck.", state=True),
        "lulled": Keyword("Lulled", "She cannot attack.", state=True),
        "dazzled": Keyword("Dazzled", "She cannot block.", state=True),
    },
    triggers={
        "played": "when {it} is played",
        "attacks": "when {it} attacks",
        "blocks": "when {it} blocks",
        "blocked": "when {it} is blocked",
        "hits": "when {it} attacks and takes life",
        "vanquishes": "when {it} vanquishes a diva in combat",
        "vanquished": "when {it} is vanquished",
        "moved": "when {it} moves to another crystal",
        "levelled": "when {it} gains a level",
        "attuned": "when {it} is attuned",
        "activated": "when you activate {it}",
        "turn_start": "at the start of each turn",
        "turn_end": "at the end of each turn",
    },
    timings={"special": "SPECIAL"},
    durations={"turn": "until the end of the turn", "attack": "until the end of this attack"},
    costs={"energy": "{n} energy", "discard": "discard {what}", "life": "lose {n} life", "void": "put {self} into the void"},
    resources={
        "energy": "{whose} energy",
        "life": "{whose} life",
        "cards": "the number of cards in {whose} hand",
        "levels": "the total level of {whose} crystals",
        "tribes": "the number of different tribes {whose} crystals are attuned to",
        "void": "the number of cards in {whose} void",
    },
    relations={"opposing": "opposing {it}", "here": "on the same crystal", "beside": "beside {it}"},
    spots={"empty": "empty crystal on the same side", "own": "empty crystal of yours"},
    facts={
        "attacking": "{it} is attacking",
        "blocking": "{it} is blocking",
        "blocked": "the attack is blocked",
        "combat": "an attack is going on",
        "special": "you have not yet taken your special action this turn",
    },
    cancels={"attack": "the attack"},
    refs={"bearer": "the diva here", "cause": "the other diva", "amount": "that amount"},
    phrases={"destroy": "vanquish {what}"},
    verbs=(
        "pick", "may", "choose", "if", "each", "repeat", "destroy", "send", "deploy", "move", "swap", "modify", "cancel", "reveal", "level",
        "attune", "draw", "drop", "gain", "shuffle", "look", "search", "quest", "ready",
    ),
    readies={"special": "may take another special action"},
    raising=": this brings 1 energy, and the crystal may be attuned to the tribe of the diva there",
    foe="your opponent",
    hostile="enemy",
    friendly="friendly",
    space=Noun("crystal", "crystals"),
)  # fmt: skip


class StarCard(Card, frozen=True, kw_only=True):
    """A card of Starcrossed: `tribe` is empty for a neutral skill; `copies` is its uniqueness (SC-39).

    Divas have `level` and `strength`. Skills are action skills unless `combat`. `supers` names the base card of a super card (SC-39);
    `special` cards may be played as the special action instead of for their cost (SC-27).
    """

    cost: int
    tribe: str = ""
    copies: int = 3
    level: int = 0
    strength: int = 0
    combat: bool = False
    supers: str = ""
    special: bool = False
    keywords: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Return the tribe and the ranks, as other cards refer to them."""
        return (self.tribe, *self.traits) if self.tribe else self.traits

    def printed(self, stat: str) -> int:
        """Return a printed number or quality; 0 for what is not printed."""
        match stat:
            case "strength":
                return self.strength
            case "level":
                return self.level
            case "cost":
                return self.cost
            case _:
                return 1 if stat in self.keywords else 0


def parts(card: StarCard) -> tuple[Ability, ...]:
    """Return every ability of a card."""
    return card.abilities


def judge(card: StarCard, ids: frozenset[str]) -> list[Complaint]:
    """Return everything about a card that Starcrossed refuses."""
    faults = card_faults(card, WORDS, ids)
    if card.kind not in KINDS:
        faults.append(("$.kind", f"a card is a {enumerated(KINDS, 'or')}"))
    if card.stats:
        faults.append(("$.stats", "Starcrossed prints its numbers in fields of their own: cost, level, strength"))
    if card.tribe and card.tribe not in TRIBES:
        faults.append(("$.tribe", f"{card.tribe!r} is not a tribe of this game (it knows {', '.join(TRIBES)}){meant(card.tribe, TRIBES)}"))
    if set(card.traits) & set(TRIBES):
        faults.append(("$.traits", "the tribe is a field of its own"))
    if not 0 <= card.cost <= 15:
        faults.append(("$.cost", f"a cost is 0 to 15, not {card.cost}"))
    if not 1 <= card.copies <= 3:
        faults.append(("$.copies", f"a uniqueness is 1 to 3, not {card.copies} (SC-39)"))
    faults += keyword_faults(card.keywords, WORDS)
    faults += _diva(card) if card.kind == "diva" else _skill(card, ids)
    for index, ability in enumerate(card.abilities):
        faults += _ability(card, index, ability)
    return faults


def _diva(card: StarCard) -> list[Complaint]:
    faults: list[Complaint] = []
    if not 1 <= card.level <= 5:
        faults.append(("$.level", f"a diva's level is 1 to 5, not {card.level}"))
    if not 0 <= card.strength <= 15:
        faults.append(("$.strength", f"a strength is 0 to 15, not {card.strength}"))
    if not card.tribe:
        faults.append(("$.tribe", "every diva belongs to a tribe"))
    if card.combat or card.supers:
        faults.append(("$", "only skills are combat skills or super cards"))
    return faults


def _skill(card: StarCard, ids: frozenset[str]) -> list[Complaint]:
    faults: list[Complaint] = []
    if card.level or card.strength or card.keywords or card.traits:
        faults.append(("$", f"a {card.kind} has no level, strength, rank or qualities of its own"))
    if card.supers and card.supers not in ids:
        faults.append(("$.supers", f"there is no card {card.supers[:60]!r} (SC-39){meant(card.supers, ids)}"))
    if card.supers and card.copies != 1:
        faults.append(("$.copies", "a deck holds one copy of a super card at most (SC-39)"))
    if card.combat and card.special:
        faults.append(("$.special", "a combat skill is set, not played as a special action"))
    if card.kind == "move" and not any(ability.when == "play" for ability in card.abilities):
        faults.append(("$.abilities", "a move needs something that happens when it is played (SC-21)"))
    return faults


def _ability(card: StarCard, index: int, ability: Ability) -> list[Complaint]:
    faults: list[Complaint] = []
    place = f"$.abilities[{index}]"
    if ability.when == "use" and card.kind == "move":
        faults.append((place, "a move is in the void before it could be used (SC-21)"))
    if ability.when == "use" and not ability.cost and "special" not in model.names(ability.timing) and not ability.limit:
        faults.append((place, "an action ability needs a cost, SPECIAL, or a limit (SC-26)"))
    if ability.when == "play" and card.kind == "diva":
        faults.append((place, "what a diva does when she is played is a trigger: when = 'played'"))
    several = [effect for effect in ability.effects if isinstance(effect, model.Drop) and not effect.random and effect.count != 1]
    return faults + [(place, "discard one card at a time: repeat the effect") for _ in several]
