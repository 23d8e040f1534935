"""What stands on a card of Shine, and the words its abilities are written in (SH-11 to SH-16, SH-31 to SH-44)."""

from __future__ import annotations

from game.cards import model
from game.cards.check import Complaint, card_faults, keyword_faults
from game.cards.model import Ability, Card
from game.cards.words import Keyword, Noun, Words
from game.kernel.words import enumerated

COLOURS = ("coral", "amber", "jade", "azure", "violet")
STATUS = ("active", "exhausted")
"""What a card on the field is, as other cards refer to it (SH-9)."""
KINDS = ("star", "attack", "support", "spell")

MEANINGS = {
    "On Play": "Activates when the card is played.",
    "On Attack": "Activates when this card declares an attack.",
    "On Exhaust": "Triggers when this card becomes exhausted.",
    "On Destroy": "Triggers when this card is destroyed.",
    "On Win": "Activates when this card wins a battle it declared.",
    "Opponent's Turn": "Only during your opponent's turn: in answer to something, in a support step, after a card is played, or before a phase ends.",
    "Exhaust": "A cost: turn this card 90°.",
    "Graveyard": "Can be activated while this card is in your graveyard.",
    "Return": "A cost: shuffle so many Shine from your field back into your Shine deck.",
    "Continuous": "Applies while this card is on the field.",
    "Once per turn": "At most once a turn.",
    "Duel": "Two cards compare strength. If the first is higher, the other is destroyed; if the other is higher, both are exhausted.",
}
"""Words set between asterisks that are not qualities, with their meanings."""

CHARGES = ("round-star", "moon")
"""The glyphs of the two seats."""
NUMBERS = {
    "Cost": "So many Shine are turned exhausted to play it (SH-16)",
    "HP": "So many cards lie face down as its Life when the match begins; the Life pile counts those that are left, and without any the match is lost (SH-6, SH-7)",
    "Strength": "In a battle the attacker destroys a card that has less than it; nothing happens to equal or stronger ones (SH-28)",
}
"""What each number on a card counts, by its caption."""

WORDS = Words(
    kinds={
        "star": Noun("Star", "Stars", "this Star"),
        "attack": Noun("Attack card", "Attack cards", "this card"),
        "support": Noun("Support card", "Support cards", "this card"),
        "spell": Noun("spell", "spells", "this spell"),
    },
    zones={"hand": "{whose} hand", "graveyard": "{whose} graveyard", "deck": "{whose} deck"},
    groups={"colour": COLOURS, "status": STATUS},
    adjectives=("colour", "status"),
    labels={word: word for word in STATUS},
    readies={"": "becomes active"},
    stats={"strength": "Strength", "cost": "Cost", "shine": "attached Shine"},
    keywords={
        "guard": Keyword("Guard", "This card can be exhausted to redirect an attack to itself."),
        "quick": Keyword("Quick", "Can be used in either player's turn and in response to other effects."),
        "steady": Keyword("Steady", "This card is not exhausted by cards of your opponent. A Duel exhausts it as any other card.", state=True),
    },
    triggers={
        "played": "*On Play*",
        "attacks": "*On Attack*",
        "exhausted": "*On Exhaust*",
        "destroyed": "*On Destroy*",
        "wins": "*On Win*",
        "turn_start": "at the start of your turn",
    },
    timings={"quick": "*Quick*", "opponents": "*Opponent's Turn*", "buried": "*Graveyard*"},
    durations={"battle": "for this battle", "turn": "until the end of the turn"},
    costs={"shine": "({n})", "exhaust": "*Exhaust*", "return": "*Return* {n}", "attached": "take {n} attached Shine off"},
    resources={
        "shine": "the number of {whose} active Shine",
        "life": "the number of {whose} Life cards",
        "cards": "the number of cards in {whose} hand",
        "graveyard": "the number of cards in {whose} graveyard",
    },
    relations={"above": "above {it}", "beneath": "beneath {it}", "beside": "beside {it}"},
    lone=("above", "beneath"),
    facts={"battle": "a battle is going on", "battling": "{it} is battling", "chain": "there is something to answer"},
    counters={"shine": "Shine"},
    gains={"shine": "exhausted Shine"},
    cancels={"effect": "the spell or effect that {self} answers", "attack": "the attack"},
    phrases={"duel": "{who} *Duels* {other}"},
    refs={"cause": "the other card", "amount": "that amount"},
    verbs=(
        "pick", "may", "choose", "if", "each", "repeat", "destroy", "send", "modify", "tally", "ready", "exhaust", "duel", "redirect",
        "cancel", "draw", "drop", "gain",
    ),
    foe="your opponent",
    hostile="enemy",
    friendly="friendly",
)  # fmt: skip


class ShineCard(Card, frozen=True, kw_only=True):
    """A card of Shine: its colours are one or two; a Star has HP and costs nothing (SH-2, SH-14)."""

    colours: tuple[str, ...]
    cost: int = 0
    strength: int = 0
    hp: int = 0
    keywords: tuple[str, ...] = ()

    def printed(self, stat: str) -> int:
        """Return a printed number or quality; 0 for what is not printed."""
        match stat:
            case "strength":
                return self.strength
            case "cost":
                return self.cost
            case _:
                return 1 if stat in self.keywords else 0


def parts(card: ShineCard) -> tuple[Ability, ...]:
    """Return every ability of a card."""
    return card.abilities


def judge(card: ShineCard, ids: frozenset[str]) -> list[Complaint]:
    """Return everything about a card that Shine refuses."""
    faults = card_faults(card, WORDS, ids)
    if card.kind not in KINDS:
        faults.append(("$.kind", f"a card is a {enumerated(KINDS, 'or')}"))
    if card.stats or card.traits:
        faults.append(("$", "Shine prints cost, strength, hp and colours in fields of their own"))
    if not 1 <= len(card.colours) <= 2 or len(set(card.colours)) != len(card.colours) or set(card.colours) - set(COLOURS):
        faults.append(("$.colours", f"a card has one or two of {', '.join(COLOURS)} (SH-2)"))
    if not 0 <= card.cost <= 10:
        faults.append(("$.cost", f"a cost is 0 to 10, not {card.cost}"))
    if not 0 <= card.strength <= 15:
        faults.append(("$.strength", f"a strength is 0 to 15, not {card.strength}"))
    if not (1 <= card.hp <= 10 if card.kind == "star" else card.hp == 0):
        faults.append(("$.hp", "a Star has 1 to 10 HP, and no other card has any (SH-14)"))
    if card.kind == "spell" and (card.strength or card.modifiers or not any(one.when == "play" for one in card.abilities)):
        faults.append(("$", "a spell does something when it is played and has no strength (SH-13)"))
    faults += keyword_faults(card.keywords, WORDS)
    for index, ability in enumerate(card.abilities):
        faults += _ability(card, f"$.abilities[{index}]", ability)
    return faults


def _ability(card: ShineCard, place: str, ability: Ability) -> list[Complaint]:
    faults: list[Complaint] = []
    chained = ability.when in {"play", "use"}
    if ability.when == "play" and card.kind != "spell":
        faults.append((place, "what a card does when it is played is a trigger: when = 'played' (SH-31)"))
    if ability.when == "use" and card.kind == "spell" and ability.zone != "graveyard":
        faults.append((place, "a spell is used from the graveyard or not at all (SH-36)"))
    if chained and (len(ability.targets) > 1 or any((one.least, one.most) != (1, 1) or one.of is None for one in ability.targets)):
        faults.append((place, "what goes on the chain points at one card at most"))
    if any(cost.what is not None or not isinstance(cost.amount, int) for cost in ability.cost):
        faults.append((place, "a cost is paid in a plain number"))
    if ability.cost and ability.when != "use":
        faults.append((place, "only an ability that is used has a cost of its own (SH-16)"))
    if ability.when == "use" and not ability.cost and not ability.limit:
        faults.append((place, "an ability that is used needs a cost or a limit (SH-42)"))
    if ability.limit == "match":
        faults.append((place, "a limit is once per turn (SH-42)"))
    if (ability.zone == "graveyard") is not ("buried" in model.names(ability.timing)):
        faults.append((place, "zone = 'graveyard' and timing 'buried' go together (SH-36)"))
    return faults
