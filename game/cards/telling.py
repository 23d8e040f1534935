"""How a card game for two tells what every such game has, and how the picture shows a card's numbers and the hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from game.cards.events import CardEvent, Dealt, Drew, Ended, Looked, Revealed, Sent, Shuffled, Stopped
from game.cards.modify import Source
from game.cards.words import Words
from game.kernel.cues import Telling
from game.kernel.ids import CardId, PieceId, Place, Seat, own_zone, zone_place
from game.kernel.scene import Badge, ScenePiece
from game.kernel.words import capitalised, counted

UNSEEN = 100_000
"""Cards in another hand have numbers of the picture's own from here: a number must not be followed."""
_PLACES = {"top": "on top of", "bottom": "to the bottom of", "shuffled": "into"}


def zone_of_seat(name: str, seat: Seat) -> Place:
    """Return a zone that each seat has of its own, as a place."""
    return zone_place(own_zone(name, seat))


def named(cards: Iterable[CardId]) -> str:
    """Return cards in words, in a row."""
    return ", ".join(f"[{card}]" if card else "a card" for card in cards)


def told(event: CardEvent) -> Telling | None:
    """Return how an event is told that every card game tells alike; None for one that a game has words of its own for, or none."""
    match event:
        case Dealt(seat, count, anew):
            words = f"{{{seat}}} shuffles and draws {counted(count, 'card')}{' anew' if anew else ''}."
            return Telling(words, "shuffle", origin=zone_of_seat("deck", seat))
        case Drew(seat, cards):
            what = named(cards) if all(cards) else counted(len(cards), "card")
            deck, hand = zone_of_seat("deck", seat), zone_of_seat("hand", seat)
            return Telling(f"{{{seat}}} draws {what}.", "draw", origin=deck, goal=hand, detail=True)
        case Sent(seat, card, to, place, _):
            what = f"[{card}]" if card else "A card"
            return Telling(
                f"{what} goes {_PLACES[place] if to == 'deck' else 'to'} {{{seat}}}'s {to}.",
                "discard",
                goal=zone_of_seat(to, seat),
                detail=True,
            )
        case Looked(seat, count, cards):
            return Telling(f"{{{seat}}} looks at {named(cards) or counted(count, 'card')}.", "flip", detail=True)
        case Revealed(_, cards):
            return Telling(f"Revealed: {named(cards)}." if cards else "A card is shown.", "flip", detail=True)
        case Shuffled(seat):
            return Telling(f"{{{seat}}} shuffles the deck.", "shuffle", at=zone_of_seat("deck", seat), detail=True)
        case Stopped(cards):
            return Telling(f"Abilities setting each other off without end were stopped: {named(cards)}.", "end")
        case Ended(outcome):
            return Telling(f"{capitalised(outcome.words)}.", "end")
        case _:
            return None


def change_words(words: Words, stat: str, stage: str, value: int) -> str:
    """Return a change of a stat in a few words (+2 Strength, Lulled)."""
    keyword = words.keywords.get(stat)
    if keyword:
        return keyword.word if value > 0 else f"no {keyword.word}"
    label = words.stats[stat]
    if stage == "set":
        return f"{label} {value}"
    return f"{label} ×{value}" if stage == "scale" else f"{'+' if value >= 0 else '−'}{abs(value)} {label}"


def number_badge(words: Words, stat: str, value: int, printed: int, sources: Iterable[Source] = ()) -> Badge:
    """Return a number of a card in play, toned by how it differs from the printed one; what changed it is named."""
    tone = "good" if value > printed else "bad" if value < printed else ""
    said = f"{words.stats[stat]} {value}" + (f" (printed {printed})" if tone else "")
    causes = "; ".join(source_words(words, stat, each) for each in sources if (each.stage, each.value) != ("add", 0))
    return Badge(stat, str(value), f"{said}: {causes}" if causes else said, tone)


def lasting_badge(words: Words, sources: Mapping[str, Iterable[Source]]) -> list[Badge]:
    """Return one sign for all that changes what no number shows, by stat; none where nothing does."""
    said = [source_words(words, stat, each) for stat, made in sources.items() for each in made]
    return [Badge("lasting", "", "; ".join(said))] if said else []


def source_words(words: Words, stat: str, source: Source) -> str:
    """Return one change of a number with where it comes from (+2 Strength from [card])."""
    change = change_words(words, stat, source.stage, source.value)
    return (
        f"{change} {duration_words(words, source.until, source.seat)}, from [{source.card}]"
        if source.until
        else f"{change} from [{source.card}]"
    )


def duration_words(words: Words, until: str, seat: Seat) -> str:
    """Return how long something lasts that a seat made, told to everyone: what a card calls your turn is that seat's."""
    return words.durations[until].replace("your ", f"{{{seat}}}'s ")


def quality_badges(words: Words, has: Callable[[str], bool], bad: frozenset[str] = frozenset()) -> list[Badge]:
    """Return a sign for every quality a card has; those in `bad` are no blessing."""
    return [
        Badge(word, "", f"{keyword.word}: {keyword.meaning}", "bad" if word in bad else "good")
        for word, keyword in words.keywords.items()
        if has(word)
    ]


def face_up(zone: str, seat: Seat, pieces: Iterable[PieceId], faces: dict[PieceId, CardId]) -> dict[PieceId, ScenePiece]:
    """Return the cards of a seat's pile or hand as its viewer sees them."""
    own = own_zone(zone, seat)
    return {piece: ScenePiece(piece, "card", own, slot, seat, faces[piece]) for slot, piece in enumerate(pieces)}


def hand_of_another(seat: Seat, count: int, shown: tuple[CardId, ...] = ()) -> dict[PieceId, ScenePiece]:
    """Return the hand of another seat: so many backs, and in front the cards the viewer has seen."""
    hand = own_zone("hand", seat)
    found: dict[PieceId, ScenePiece] = {}
    for slot in range(count):
        number = UNSEEN + seat * 1000 + slot
        face = shown[slot] if slot < len(shown) else None
        found[number] = ScenePiece(number, "card", hand, slot, seat, face, words="You have seen this card" if face else "")
    return found
