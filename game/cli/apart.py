"""Offers that sound the same are told apart by where their pieces lie: an eye sees which of two equal cards lights up, an ear must be told.

Made from the scene alone, so any game answers. Offers that not even an eye could tell apart (two equal dice) are one offer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import count

from game.cli.reading import CELLED, CardName, card_line, cell_name, lookalike, read_pieces, small
from game.kernel.ids import Place
from game.kernel.offers import Offer
from game.kernel.scene import CardFace, Scene, ScenePiece, SceneZone

_CHOSEN = re.compile(r"(Choose) \[([a-z0-9-]+)\]\.?")
_SAID = re.compile(r"([^()]+) \(([^()]+)\)")


def different(offers: Sequence[Offer], scene: Scene) -> tuple[Offer, ...]:
    """Return the enabled offers; of those that nobody could tell apart, the first alone."""
    known: dict[object, Offer] = {}
    for offer in offers:
        if offer.refusal is None:
            known.setdefault((offer.verb, offer.words, _look(scene, offer.source), _look(scene, offer.target)), offer)
    return tuple(known.values())


def number_of(offer: Offer, offers: Sequence[Offer]) -> int | None:
    """Return the number that takes an offer, from 1; of those that nobody could tell apart that of the one which is listed. None for one that is not."""
    exact = (number for number, each in enumerate(offers, 1) if each.action == offer.action)
    alike = (number for number, each in enumerate(offers, 1) if (each.verb, each.words) == (offer.verb, offer.words))
    return next(exact, None) or next(alike, None)


def in_full(offer: Offer, sentence: str, scene: Scene, names: tuple[str, ...], card_name: CardName, face: Callable[[str], CardFace]) -> str:
    """Return the sentence of an offer; one that only names a card says as well what decides: its cost and numbers as printed, of one in play as they are now."""
    chosen = _CHOSEN.fullmatch(offer.words)
    if chosen is None:
        return sentence
    piece = _piece(offer.target or offer.source, scene)
    zone = scene.zones[piece.zone] if piece is not None else None
    if piece is not None and zone is not None and zone.kind in CELLED:
        return f"{chosen[1]} {next(read_pieces(scene, zone, [piece], names, card_name))}."
    return f"{chosen[1]} {card_line(face(chosen[2]))}."


def told_apart(offers: Sequence[Offer], sentences: Sequence[str], scene: Scene, names: tuple[str, ...], card_name: CardName) -> list[str]:
    """Return the sentences of offers; those that are equal say as well where what they take up and what they are aimed at lies."""
    alike: dict[str, list[int]] = {}
    for index, sentence in enumerate(sentences):
        alike.setdefault(sentence, []).append(index)
    told = list(sentences)
    for sentence, group in alike.items():
        if len(group) < 2:
            continue
        ends = ([offers[index].source for index in group], [offers[index].target for index in group])
        notes = [_unnamed(_wheres(places, scene, names, card_name), sentence) for places in ends if len(set(places)) > 1]
        for index, *found in zip(group, *notes, strict=True):
            words = "; ".join(where for where in found if where)
            if len(notes) == 1:  # the sentence has named it, and there is nothing to mix it up with
                name, _, where = words.partition(", ")
                words = where if where and name in sentence else words
            told[index] = _noted(sentence.rstrip("."), words) if words else sentence
    return told


def _unnamed(wheres: Sequence[str], sentence: str) -> list[str]:
    """Return what is said of each of some pieces, without a name that a sentence has said already: no bracket stands within another."""
    said = [_SAID.fullmatch(words) for words in wheres]
    known = {each[1] for each in said if each is not None and each[1] in sentence}
    return [
        small(each[2]) if each is not None and each[1] in known else "" if words in known else words
        for words, each in zip(wheres, said, strict=True)
    ]


def _noted(sentence: str, words: str) -> str:
    """Return a sentence with a note behind it, within the bracket that it ends with unless that is the number of a name: `(1 energy; your Left diva)`."""
    before, opened, last = sentence.rpartition(" (")
    if opened and last.endswith(")") and not last[:-1].isdecimal():
        return f"{before} ({last[:-1]}; {words})."
    return f"{sentence} ({words})."


def _wheres(places: Sequence[Place | None], scene: Scene, names: tuple[str, ...], card_name: CardName) -> list[str]:
    """Return where each of some places is; what is still equal is told by what is on it, and at last by its number."""
    words = {place: _where(place, scene, names, card_name) for place in places}
    if len(set(words.values())) < len(words):
        words = {place: _closer(place, scene, names, card_name) or words[place] for place in words}
    for text in {text for text in words.values() if list(words.values()).count(text) > 1}:
        number = count(1)
        words |= {place: f"{text}, number {next(number)}" for place in words if words[place] == text}
    return [words[place] for place in places]


def _piece(place: Place | None, scene: Scene) -> ScenePiece | None:
    kind, _, name = (place or "").partition("/")
    return scene.pieces.get(int(name)) if kind == "piece" and name.isdecimal() else None


def _where(place: Place | None, scene: Scene, names: tuple[str, ...], card_name: CardName) -> str:
    """Return the name of what lies somewhere and where: `Honey Bear Bass, your Attack cards space 2`."""
    piece = _piece(place, scene)
    if piece is None:
        return place or ""
    below = scene.pieces.get(piece.on) if piece.on is not None else None
    if below is not None:
        return f"on {_where(f'piece/{below.id}', scene, names, card_name)}"
    zone = scene.zones[piece.zone]
    whose = "" if zone.owner is None else "your " if zone.owner == scene.viewer else f"{names[zone.owner]}'s "
    cell = cell_name(zone, piece.slot)
    space = f", {zone.spaces[piece.slot]}" if zone.spaces else f" space {cell}" if _spaces(zone) > 1 else ""
    here = cell if zone.kind == "grid" else f"{whose}{zone.label}{space}"
    return f"{card_name(piece.face) if piece.face else piece.kind}, {here}"


def _spaces(zone: SceneZone) -> int:
    """Return in how many cells of a zone pieces lie apart; in a hand or a pile that is one."""
    return zone.columns * zone.rows if zone.kind in CELLED else 1


def _closer(place: Place | None, scene: Scene, names: tuple[str, ...], card_name: CardName) -> str:
    """Return what can be said of what lies somewhere."""
    piece = _piece(place, scene)
    return next(read_pieces(scene, scene.zones[piece.zone], [piece], names, card_name)) if piece else ""


def _look(scene: Scene, place: Place | None) -> object:
    piece = _piece(place, scene)
    return lookalike(scene, piece.id) if piece else place
