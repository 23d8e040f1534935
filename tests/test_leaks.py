"""What is hidden leaks in many ways; each is planted in the toy game and in one shipped game of each kind, and the suite finds it.

A `Leaking` rulebook is a sound one with one answer spoilt. Of the games, star cross'd and Cardmaster hide nothing but chance, Hearsay hides
dice, Starcrossed and Shine hold cards in piles without numbers to follow, and Overcross has cards with open numbers, for up to four seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import toy
from conformance import CHECKS, Walk
from every_game import BOXES
from msgspec.structs import replace

from game.cards import events as common
from game.kernel.chance import Chance
from game.kernel.secrets import Secret
from game.kernel.setup import Setup
from game.rules.hearsay.state import total
from game.rules.overcross import events as grid
from game.rules.starcrossed import events as stars

SEEDS = range(8)
Spoilt = Callable[..., Any]


class Leaking:
    """A rulebook that answers as another does, but for the questions it is given other answers to.

    Each `spoilt` answer is a function of the true answer and of what was asked.
    """

    def __init__(self, rules: Any, spoilt: dict[str, Spoilt]) -> None:
        self._rules = rules
        self._spoilt = spoilt

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._rules, name)
        spoil = self._spoilt.get(name)
        return answer if spoil is None else lambda *asked: spoil(answer(*asked), *asked)


OBSERVED, OFFERED, TOLD = "observations_hide_the_hidden", "offers_hide_the_hidden", "redacted_events_hide_the_hidden"


def caught(game: str, seats: int, check: str, spoilt: dict[str, Spoilt]) -> bool:
    """Tell whether a leaking game fails a check on some walk."""
    box = toy.BOX if game == "toy" else BOXES[game]
    for seed in SEEDS:
        setup = box.complete(Setup(game, seats, seed))
        chance = Chance(seed)
        walk = Walk(box, setup, [chance.below(60) for _ in range(40)], seed, Leaking(box.rules(setup), spoilt))
        try:
            CHECKS[check](walk)
        except AssertionError:
            return True
    return False


def next_roll(state: Any) -> int:
    """Return what the next die will show."""
    return Chance(state.chance).roll()


def worded(offers: tuple[Any, ...], words: str) -> tuple[Any, ...]:
    """Return offers whose words say more."""
    return tuple(replace(offer, words=f"{offer.words} {words}") for offer in offers)


def turned(items: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """Return the items from another one on."""
    return items[by % max(len(items), 1) :] + items[: by % max(len(items), 1)]


# ---------------------------------------------------------------------------------------------- the toy game


def rank(state: Any, seat: int) -> int:
    """Return the highest rank that another cook holds."""
    return max((card.rank for other, hand in enumerate(state.hands) if other != seat for card in hand), default=0)


TOY: dict[str, tuple[str, dict[str, Spoilt]]] = {
    "observe: another's card in the middle": (OBSERVED, {"observe": lambda o, s, seat: replace(o, middle=s.pile[0] if s.pile else None)}),
    "redact: what another draws": (TOLD, {"redact": lambda told, event, seat: event if isinstance(event, toy.Drew) else told}),
    "words: the offers name the top of the pile": (
        OFFERED,
        {"offers": lambda offers, s: worded(offers, s.pile[0].card if s.pile else "")},
    ),
    "words: a log line tells the card": (
        TOLD,
        {
            "redact": lambda told, event, seat: event if isinstance(event, toy.Swapped) else told,
            "tell": lambda told, event, o: replace(told, words=f"{told.words} {event}") if isinstance(event, toy.Swapped) else told,
        },
    ),
    "ids: numbers of cards in other hands follow their rank": (
        OBSERVED,
        {"observe": lambda o, s, seat: replace(o, held=tuple(tuple(card.id * 100 + card.rank for card in hand) for hand in s.hands))},
    ),
    "ids: an event numbers a drawn card by its rank": (
        TOLD,
        {"redact": lambda told, event, seat: replace(told, piece=int(event.card[7:])) if isinstance(event, toy.Drew) else told},
    ),
    "order: other hands lie sorted by rank": (
        OBSERVED,
        {
            "observe": lambda o, s, seat: replace(
                o, held=tuple(tuple(card.id for card in sorted(hand, key=lambda card: card.rank)) for hand in s.hands)
            )
        },
    ),
    "order: what may be done begins with what the next die favours": (OFFERED, {"legal": lambda legal, s: turned(legal, next_roll(s))}),
    "count: the pile is counted with the best card of the others": (
        OBSERVED,
        {"observe": lambda o, s, seat: replace(o, pile=o.pile + rank(s, seat))},
    ),
    "chance: the next roll stands among the scores": (
        OBSERVED,
        {"observe": lambda o, s, seat: replace(o, scores=(*o.scores, next_roll(s)))},
    ),
}


@pytest.mark.parametrize("leak", TOY)
def test_a_leak_in_the_toy_game_is_caught(leak: str) -> None:
    assert caught("toy", 3, *TOY[leak])


# ---------------------------------------------------------------------------------------------- games that hide nothing but chance

DICE: dict[str, tuple[str, dict[str, Spoilt]]] = {
    "observe": (OBSERVED, {"observe": lambda o, s, seat: replace(o, facing=(*o.facing, next_roll(s) - 1))}),
    "words": (OFFERED, {"offers": lambda offers, s: worded(offers, f"A {next_roll(s)} is next.")}),
    "order": (OFFERED, {"legal": lambda legal, s: turned(legal, next_roll(s))}),
    "count": (OBSERVED, {"observe": lambda o, s, seat: replace(o, prestige=(o.prestige[0] + next_roll(s), *o.prestige[1:]))}),
}
OPEN_CARDS: dict[str, tuple[str, dict[str, Spoilt]]] = {
    "observe": (OBSERVED, {"observe": lambda o, s, seat: replace(o, board=replace(o.board, round=next_roll(s)))}),
    "words": (OFFERED, {"offers": lambda offers, s: worded(offers, f"A {next_roll(s)} is next.")}),
    "order": (OFFERED, {"offers": lambda offers, s: turned(offers, next_roll(s))}),
    "ids": (OBSERVED, {"observe": lambda o, s, seat: replace(o, board=replace(o.board, ready=turned(o.board.ready, next_roll(s))))}),
}


@pytest.mark.parametrize("leak", DICE)
def test_a_leak_of_chance_in_star_crossd_is_caught(leak: str) -> None:
    assert caught("verona", 3, *DICE[leak])


CUPS: dict[str, tuple[str, dict[str, Spoilt]]] = {
    "observe": (OBSERVED, {"observe": lambda o, s, seat: replace(o, cups=s.cups)}),
    "redact": (TOLD, {"redact": lambda told, event, seat: event}),
    "words": (OFFERED, {"offers": lambda offers, s: worded(offers, f"All dice show {total(s.cups)}.")}),
    "order": (OFFERED, {"legal": lambda legal, s: turned(legal, total(s.cups))}),
    "count": (OBSERVED, {"observe": lambda o, s, seat: replace(o, claim=o.claim * 100 + total(s.cups))}),
}


@pytest.mark.parametrize("leak", CUPS)
def test_a_leak_of_covered_dice_is_caught(leak: str) -> None:
    assert caught("hearsay", 3, *CUPS[leak])


@pytest.mark.parametrize("leak", OPEN_CARDS)
def test_a_leak_of_chance_in_cardmaster_is_caught(leak: str) -> None:
    assert caught("cardmaster", 2, *OPEN_CARDS[leak])


# ---------------------------------------------------------------------------------------------- games with cards in hands


def first_of_the_other(observation: Any, state: Any, seat: int) -> Any:
    """Return the observation of a seat that holds the first card of the other hand as well."""
    other = state.hands[1 - seat][:1] if seat >= 0 else ()
    faces = {**observation.faces, **{piece: state.cards[piece][0] for piece in other}}
    return replace(observation, faces=faces, hand=(*observation.hand, *other))


def top(state: Any) -> str:
    """Return the card on top of the last deck that has one."""
    return next((str(state.cards[deck[0]][0]) for deck in reversed(state.decks) if deck), "")


def initial(state: Any) -> int:
    """Return a small number that depends on the card on top of a deck."""
    return sum(map(ord, top(state)))


PILES: dict[str, tuple[str, dict[str, Spoilt]]] = {
    "observe": (OBSERVED, {"observe": first_of_the_other}),
    "redact": (TOLD, {"redact": lambda told, event, seat: event if isinstance(event, common.Drew) else told}),
    "words": (OFFERED, {"offers": lambda offers, s: worded(offers, top(s))}),
    "ids": (OBSERVED, {"observe": lambda o, s, seat: replace(o, next_id=o.next_id * 1000 + initial(s))}),
    "order": (OFFERED, {"legal": lambda legal, s: turned(legal, initial(s))}),
    "count": (
        OBSERVED,
        {"observe": lambda o, s, seat: replace(o, hands=tuple(len({s.cards[piece][0] for piece in hand}) for hand in s.hands))},
    ),
}


@pytest.mark.parametrize("game", ["starcrossed", "shine"])
@pytest.mark.parametrize("leak", PILES)
def test_a_leak_in_a_game_with_hidden_piles_is_caught(leak: str, game: str) -> None:
    assert caught(game, 2, *PILES[leak])


def test_a_skill_that_is_told_as_it_is_set_is_caught() -> None:
    def spoil(told: Any, event: Any, seat: int) -> Any:
        del seat
        return event if isinstance(event, stars.SkillSet) else told

    assert caught("starcrossed", 2, TOLD, {"redact": spoil})


def by_card(state: Any, pieces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(pieces, key=lambda piece: (state.cards[piece][0], piece)))


GRID: dict[str, tuple[str, dict[str, Spoilt]]] = {
    "observe": (
        OBSERVED,
        {"observe": lambda o, s, seat: replace(o, faces={**o.faces, **{deck[0]: s.cards[deck[0]][0] for deck in s.decks if deck}})},
    ),
    "redact": (TOLD, {"redact": lambda told, event, seat: event if isinstance(event, grid.Drew) else told}),
    "words": (OFFERED, {"offers": lambda offers, s: worded(offers, top(s))}),
    "ids": (
        TOLD,
        {"redact": lambda told, event, seat: replace(told, piece=sum(map(ord, event.card))) if isinstance(event, grid.Drew) else told},
    ),
    "order": (OBSERVED, {"observe": lambda o, s, seat: replace(o, hands=tuple(by_card(s, hand) for hand in s.hands))}),
    "count": (
        OBSERVED,
        {"observe": lambda o, s, seat: replace(o, limit=o.limit + sum(s.cards[piece][0] < "m" for deck in s.decks for piece in deck))},
    ),
}


@pytest.mark.parametrize("leak", GRID)
def test_a_leak_in_overcross_is_caught(leak: str) -> None:
    assert caught("overcross", 3, *GRID[leak])


# ---------------------------------------------------------------------------------------------- secrets that are not said, or said wrong

SAID, KNOWN = "samples_share_what_is_known", "who_knows_sees"


def without(hidden: Callable[[Secret, Any], bool]) -> dict[str, Spoilt]:
    """Return secrets from which some are left out."""
    return {"secrets": lambda secrets, s: [secret for secret in secrets if not hidden(secret, s)]}


def told_to(seat: int, hidden: Callable[[Secret, Any], bool]) -> dict[str, Spoilt]:
    """Return secrets of which some are said to be known to one more seat."""
    return {
        "secrets": lambda secrets, s: [replace(secret, seats=secret.seats | {seat}) if hidden(secret, s) else secret for secret in secrets]
    }


def lies_in(field: str, seat: int) -> Callable[[Secret, Any], bool]:
    """Return whether a secret is the face of a card in a seat's pile."""
    return lambda secret, s: secret.kind == "face" and secret.path[1] in getattr(s, field)[seat]


UNSAID: dict[str, tuple[str, int, str, dict[str, Spoilt]]] = {
    "chance": ("verona", 3, SAID, without(lambda secret, s: secret.kind == "chance")),
    "dice under cups": ("hearsay", 3, SAID, without(lambda secret, s: secret.kind == "die")),
    "decks": ("overcross", 3, SAID, without(lies_in("decks", 1))),
    "a choice that was not shown": ("shine", 2, SAID, without(lambda secret, s: secret.kind == "choice")),
    "Life areas": ("shine", 2, SAID, without(lies_in("lives", 0))),
    "hands": ("starcrossed", 2, SAID, without(lies_in("hands", 1))),
    "numbers in hands": ("starcrossed", 2, SAID, without(lambda secret, s: secret.path[0] == "hands")),
    "a Life area its owner has not seen": ("shine", 2, KNOWN, told_to(0, lies_in("lives", 0))),
    "a hand of another": ("overcross", 3, KNOWN, told_to(1, lies_in("hands", 0))),
    "dice that lie open": (
        "hearsay",
        3,
        OBSERVED,
        {"secrets": lambda secrets, s: [*secrets, *([Secret(("cups", 0, 0), frozenset({0}), "die")] if s.lifted and s.cups[0] else [])]},
    ),
}


@pytest.mark.parametrize("what", UNSAID)
def test_what_is_not_said_to_be_hidden_or_said_of_the_wrong_seat_is_caught(what: str) -> None:
    assert caught(*UNSAID[what])
