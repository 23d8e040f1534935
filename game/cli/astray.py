"""Why a piece that somebody names cannot go on the square that they name, where the rules refuse what no offer holds (a move that is far too long)."""

from __future__ import annotations

from collections.abc import Iterator

from game.cli.places import squares
from game.cli.reading import CardName, cell_name
from game.kernel.ids import Place, cell_place, piece_place
from game.kernel.offers import Offer
from game.kernel.scene import Scene, ScenePiece
from game.match.match import Match


def cells_named(scene: Scene) -> dict[str, Place]:
    """Return every square on the table by its name in small letters."""
    return {cell_name(zone, cell).lower(): cell_place(zone.id, cell) for zone, cell in squares(scene)}


def put_astray(match: Match, words: str, card_name: CardName) -> Iterator[Offer]:
    """Yield as refused offers why each piece that the words name goes not on the one square that they name; none where the rules have nothing to say."""
    seat, typed = match.deciding, words.casefold().split()
    if seat is None:
        return
    scene = match.scene(seat)
    cells = cells_named(scene)
    places = [word for word in typed if word in cells]
    if len(places) != 1:
        return
    for piece in _named(scene, typed, card_name):
        source, place = piece_place(piece.id), cells[places[0]]
        if (refusal := match.put_refusal(seat, source, place)) is not None:
            yield Offer(None, "", f"{card_name(piece.face or '')} to {places[0].upper()}", source, place, refusal)


def _named(scene: Scene, typed: list[str], card_name: CardName) -> list[ScenePiece]:
    """Return the pieces whose names hold most of the words, those of whoever looks alone where some are theirs."""
    shared = {piece.id: len(set(card_name(piece.face).casefold().split()) & set(typed)) for piece in scene.pieces.values() if piece.face}
    most = max(shared.values(), default=0)
    named = [scene.pieces[number] for number, count in shared.items() if count == most > 0]
    return [piece for piece in named if piece.owner == scene.viewer] or named
