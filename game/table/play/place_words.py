"""A place on the table in words, as whoever looks may know it: for the voice that tells what the keyboard stands on."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.grid import cell_name
from game.kernel.ids import Place, ZoneId
from game.kernel.scene import ScenePiece
from game.table.play import looks
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView
from game.table.shell.speech import joined

FEW = 2
"""So many numbers of a card are told in short; of more, the whole card tells."""


def attended(hand: MatchHand) -> Place:
    """Return the place that the ear is told of: where the keyboard stands; of what the pointer holds, where it may go, else itself; empty where there is none."""
    grip = hand.grip
    if hand.desk.by_keyboard or grip.held is None:
        return hand.cursor if hand.desk.by_keyboard else ""
    return hand.over if hand.over in grip.targets() else grip.held


def place_words(view: MatchView, hand: MatchHand, place: Place) -> str:
    """Return what lies at a place and where that is, and what putting the held piece there would do, or why it may not."""
    return joined([*_lying_there(view, place, hand.came_from), *_to_do(view, hand, place)])


def printed_words(view: MatchView, place: Place) -> str:
    """Return all that is printed on the card at a place."""
    return joined(_printed(view, place))


def _lying_there(view: MatchView, place: Place, known: ZoneId) -> Iterator[str]:
    scene = view.scene
    kind, _, rest = place.partition("/")
    if kind == "piece" and rest.isdigit() and int(rest) in scene.pieces:
        yield from _piece_words(view, scene.pieces[int(rest)], known)
    elif kind == "zone" and rest in scene.zones:
        zone = scene.zones[rest]
        whose = view.match.names[zone.owner] if zone.owner is not None and zone.owner != view.viewer else ""
        counted = f"{zone.count} there" if zone.count else "empty" if zone.kind == "pile" else ""
        yield from (zone.label, counted, whose, view.spoken(zone.words), view.spoken(zone.note))
    elif kind == "seat" and rest.isdigit():
        for heading, words, _ in looks.seat_lines(view, int(rest)):
            yield from (heading, words)
    elif kind == "cell":
        zone_id, _, index = rest.rpartition("/")
        slot = int(index) if index.isdigit() else 0
        yield _where(view, zone_id, slot)
        yield _space(view, zone_id, slot)
        owner = scene.zones[zone_id].owner if zone_id in scene.zones else None
        yield view.match.names[owner] if owner is not None and owner != view.viewer else ""
        for _, words, _ in looks.cell_lines(view, rest):
            yield words


def _piece_words(view: MatchView, piece: ScenePiece, known: ZoneId) -> Iterator[str]:
    """Return a piece in words: its name, what it is, its numbers, whose it is and where it lies, unless that is said by its name or in a `known` zone goes without saying."""
    face = view.printed.face(piece.face) if piece.face else None
    words, name = view.spoken(piece.words), face.name if face is not None else ""
    line = face.line if face is not None and not words and view.scene.zones[piece.zone].kind != "grid" else ""
    cost = face.corner.words if face is not None and face.corner is not None and view.scene.zones[piece.zone].kind == "hand" else ""
    changed = {badge.icon for badge in piece.badges}  # whose badge says what they are now
    stats = face.stats if face is not None and not piece.down and len(face.stats) <= FEW else ()
    told = [stat.words or stat.value for stat in stats if stat.icon not in changed]
    said = ["" if words.startswith(f"{name}:") else name, line, cost, *told, words, *(view.spoken(badge.words) for badge in piece.badges)]
    yield from said
    yield "face down" if piece.down else ""
    names = view.match.names
    where = _where(view, piece.zone, piece.slot) if piece.zone != known or piece.zone in view.board.grids else ""
    whose = names[piece.owner] if piece.owner is not None and piece.owner != view.viewer else ""
    yield "" if any(whose in each for each in said) else whose
    yield "" if any(each.startswith(f"{where}'") for each in said) else where  # a die is named by the house that it lies with
    yield _space(view, piece.zone, piece.slot) or _among_its_like(view, piece)


def _printed(view: MatchView, place: Place) -> Iterator[str]:
    """Return all that is printed on the card at a place."""
    kind, _, rest = place.partition("/")
    piece = view.scene.pieces.get(int(rest)) if kind == "piece" and rest.isdigit() else None
    face = view.printed.face(piece.face) if piece is not None and piece.face else None
    if face is not None:
        yield face.line
        for badge in (face.corner, face.second, *face.stats):
            if badge is not None:
                yield badge.words or badge.value
        yield from face.text
        yield from (f"{word}: {meaning}" for word, meaning in face.explained)


def _where(view: MatchView, zone: str, slot: int) -> str:
    grid = view.board.grids.get(zone)
    if grid is not None:
        return cell_name(grid.turned.columns, slot)
    return view.scene.zones[zone].label if zone in view.scene.zones else ""


def _space(view: MatchView, zone: str, slot: int) -> str:
    """Return which of several spaces beside each other one is, by its own name where it has one; the squares of a map are named as such."""
    row = view.scene.zones.get(zone)
    if row is None or zone in view.board.grids or row.columns * row.rows < FEW:
        return ""
    if row.spaces:
        return row.spaces[slot]
    return f"space {slot + 1} of {row.columns * row.rows}"


def _among_its_like(view: MatchView, piece: ScenePiece) -> str:
    """Return which of several pieces that look and lie alike in one place one is, else nothing."""
    if piece.zone in view.board.grids:
        return ""
    like = [each for each in view.scene.pieces.values() if replace(each, id=piece.id, slot=piece.slot) == piece]
    like.sort(key=lambda each: (each.slot, each.id))
    return f"{like.index(piece) + 1} of {len(like)} alike" if len(like) > 1 else ""


def _to_do(view: MatchView, hand: MatchHand, place: Place) -> Iterator[str]:
    """Return what may be done with the held piece here, else why nothing may be done with what lies here."""
    if not view.human_turn:
        return
    if hand.grip.held == place:
        yield "in your hand now"
    offers = hand.grip.targets().get(place, ()) if hand.grip.held else hand.grip.offers_of(place)
    allowed = [offer for offer in offers if offer.refusal is None]
    if hand.grip.held:
        for offer in allowed:
            brings = view.spoken(hand.routed(offer)[1].words) if hand.grip.held != place else ""
            yield f"{offer.verb}: {brings}" if brings else offer.verb
    yield from (view.spoken(hand.preview(offer).words) for offer in hand.choices(place))
    refused = next((offer.refusal for offer in offers if offer.refusal is not None), None)
    if refused is not None and not allowed:
        yield f"{refused.words.rstrip('.')} ({refused.rule})"
