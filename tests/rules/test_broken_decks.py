"""What a deck builder is told: how full a ready deck is, and what is wrong with it once a slip is made; both are written down.

`STARCROSS_GOLDEN=write` writes the lists anew; the difference wants a reader: a slip that now ends in "nothing" is no longer found.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from every_game import BOXES, fewest
from msgspec.structs import replace
from test_broken_positions import FOLDER

from game.kernel.setup import DeckList, Setup

GAMES = [game for game, box in BOXES.items() if box.ready_decks()]


def slips(deck: DeckList, others: tuple[DeckList, ...], front: tuple[str, ...]) -> Iterator[tuple[str, DeckList]]:
    """Yield a deck with each slip that a builder may make; `others` are decks of other cards, `front` are cards that are set in front."""

    def held(**cards: int) -> DeckList:
        return replace(deck, cards={**deck.cards, **{name.replace("_", "-"): copies for name, copies in cards.items()}})

    first = next(iter(deck.cards))
    yield "one kind less", replace(deck, cards={card: copies for card, copies in deck.cards.items() if card != first})
    yield "none of a kind", held(**{first: 0})
    yield "a hundred of a kind", held(**{first: 100})
    yield "no card of the game", held(nobody=1)
    for other in others:
        yield f"cards of {other.name}", held(**{card: 1 for card in other.cards if card not in deck.cards})
    yield "a card in front that is none", replace(deck, front=("nobody",))
    yield "a card in front that stays among the others", replace(deck, front=(first,))
    if front:
        yield "nothing in front", replace(deck, front=())
        yield "two in front", replace(deck, front=front[:2])
        yield "one that belongs in front", held(**{front[0]: 1})


def listed(game: str) -> list[str]:
    """Return a line for each ready deck and for each slip."""
    box, lines = BOXES[game], []
    setup = Setup(game, fewest(game))
    decks = box.ready_decks()
    for deck in decks:
        assert box.deck_faults(deck, setup) == ()
        gauges = "; ".join(
            f"{gauge.label} {gauge.used}" + (f" of {gauge.most}" if gauge.most else "") for gauge in box.deck_gauges(deck, setup)
        )
        lines.append(f"{deck.name}: {gauges}")
    for slip, broken in slips(decks[0], (decks[1], decks[-1]), box.front_cards(setup)):
        lines.append(f"{slip}: {' '.join(box.deck_faults(broken, setup)) or 'nothing'}")
        box.deck_gauges(broken, setup)
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_with_a_broken_deck_is_said(game: str):
    lines, file = listed(game), FOLDER / f"decks-{game}.txt"
    if os.environ.get("STARCROSS_GOLDEN") == "write":
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines(), "if this is meant: STARCROSS_GOLDEN=write, and read the difference"
