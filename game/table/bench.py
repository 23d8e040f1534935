"""How fast the table is drawn: a full picture of sixty cards and 240 squares, a frame in which six cards move, and one of a blow that is felt.

`starcross bench` prints these figures. The scene is made up here, so that they do not change when a game does.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.cues import Telling
from game.kernel.ids import own_zone, piece_place
from game.kernel.scene import Badge, CardFace, Counter, Prompt, Scene, ScenePiece, SceneSeat, SceneZone

if TYPE_CHECKING:
    from game.table.pieces.board import Board

CARDS = 60
LARGEST = (3840, 2160)
COLUMNS, ROWS = 20, 12
_KINDS = ("dragon-head", "wolf-head", "crossed-swords", "crystal-shine", "rose", "eagle-emblem", "boots", "castle")


class Figures(Struct, frozen=True):
    """Milliseconds, the 95th of a hundred: a full redraw, one at 3840 × 2160, a frame in which six cards move, one in which rows close up too, and a blow.

    In the blow everything is felt at once: a lunge, six that are hit with what they lose, a life that cracks and a card that breaks.
    """

    redraw: float
    large: float
    moving: float
    closing: float
    felt: float


def sample_face(card: str) -> CardFace:
    """Return a made-up card."""
    number = int(card.rpartition("-")[2])
    return CardFace(
        card,
        f"Card Number {number}",
        "Character · Sample",
        "character",
        Badge("", str(number % 7 + 1)),
        None,
        (Badge("boots", str(number % 5 + 1)), Badge("crossed-swords", str(number % 4 + 1)), Badge("hearts", str(number % 6 + 1))),
        ("*Charge:* may attack on the turn it is played.", "When it falls, draw a card."),
        "No wall has ever been high enough.",
        (("Charge", "May attack on the turn it is played."),),
        "default",
        "",
        _KINDS[number % len(_KINDS)],
    )


def sample_scene(cards: int = CARDS, *, viewer: int = 0) -> Scene:
    """Return a table with two hands, decks, rows of cards, and a battle grid of 20 by 12 with tokens."""
    zones = {"field": SceneZone("field", "grid", "Field", columns=COLUMNS, rows=ROWS)}
    pieces: dict[int, ScenePiece] = {}
    seats = []
    for seat in (0, 1):
        seats.append(SceneSeat(seat, ("Sun", "Moon")[seat], ("sun", "moon")[seat], active=seat == 0, choosing=seat == 0))
        for name, kind, count in (("hand", "hand", 12), ("row", "row", 12), ("deck", "pile", 30), ("discard", "pile", 6)):
            zone = own_zone(name, seat)
            zones[zone] = SceneZone(zone, kind, name.title(), seat, count)
    for number in range(cards):
        seat = number % 2
        name = ("hand", "row", "discard")[number // 2 % 5 // 2]
        seen = name != "hand" or seat == viewer
        face = f"card-{number}" if seen else None
        pieces[number] = ScenePiece(number, "card", own_zone(name, seat), number // 2, seat, face)
    for number in range(8):
        cell = 3 * COLUMNS + 2 + number * 2 + number % 3 * COLUMNS
        pieces[1000 + number] = ScenePiece(
            1000 + number, "token", "field", cell, number % 2, f"card-{number}", badges=(Badge("hearts", "2"),)
        )
    shown = (("score", "Score", 7, "laurel-crown"), ("life", "Life", 20, "hearts"))
    counters = {f"{key}@{seat}": Counter(f"{key}@{seat}", label, value, seat, icon) for seat in (0, 1) for key, label, value, icon in shown}
    return Scene("sample", viewer, tuple(seats), zones, pieces, counters, Prompt(0, "Choose a card."))


def sample_board(size: tuple[int, int] = (1920, 1080)) -> Board:
    """Return a board with the sample scene on it, in a window without a screen."""
    from game.table.pieces import figures  # noqa: PLC0415
    from game.table.pieces.board import Board  # noqa: PLC0415
    from game.table.shell.app import headless  # noqa: PLC0415

    app = headless(size=size)
    figures.register(app)
    faces = {f"card-{number}": sample_face(f"card-{number}") for number in range(CARDS)}
    board = Board(app, faces.get)
    board.fit((0.0, 0.0, app.view.width - 380.0, app.view.height))
    board.show(sample_scene(), app.now)
    return board


def redraw(board: Board, frames: int = 100) -> float:
    """Draw the sample table wholly over and over; return the 95th of a hundred in milliseconds. Raise RuntimeError without a window."""
    from game.table.pieces.lit import Light  # noqa: PLC0415

    app, light = board.app, Light()
    surface = app.surface
    if surface is None:
        raise RuntimeError("there is no window to draw in")
    app.painter.paint(surface, app.view, board.draw(light), anew=True)
    redraws = []
    for _ in range(frames):
        start = perf_counter()
        app.painter.paint(surface, app.view, sorted(board.draw(light), key=lambda item: item.layer), anew=True)
        redraws.append(perf_counter() - start)
    return _p95(redraws)


def measure(frames: int = 100) -> Figures:
    """Draw the sample table over and over and return the figures."""
    from game.table.pieces.impacts import LASTS  # noqa: PLC0415
    from game.table.pieces.lit import Light  # noqa: PLC0415

    large = redraw(sample_board(LARGEST), frames)
    board = sample_board()
    full = redraw(board, frames)
    app, light = board.app, Light()
    surface = app.surface
    if surface is None:
        raise RuntimeError("there is no window to draw in")
    scene = sample_scene()

    def drawn(lasts: float, *steps: tuple[Scene, Telling | None]) -> float:
        took: list[float] = []
        for _ in range(2):  # only the second counts: by then every picture of a card is painted
            took.clear()
            board.show(scene, 0.0)
            board.settle()
            for after, telling in steps:
                board.show(after, 0.0, lasts, telling)
            for frame in range(frames):
                app.now = lasts * frame / frames
                start = perf_counter()
                app.painter.paint(surface, app.view, sorted(board.draw(light), key=lambda item: item.layer))
                took.append(perf_counter() - start)
        return _p95(took)

    moving, closing = drawn(1.0, (moved(scene, "discard", "discard"), None)), drawn(1.0, (moved(scene, "hand", "row"), None))
    return Figures(full, large, moving, closing, drawn(LASTS, *blows(scene)))


def moved(scene: Scene, zone: str, into: str) -> Scene:
    """Return the scene with six cards of a kind of zone in the other seat's zone of another kind."""
    pieces = dict(scene.pieces)
    going = [piece for piece in pieces.values() if piece.zone.startswith(f"{zone}@")][-6:]
    for number, piece in enumerate(going):
        pieces[piece.id] = replace(piece, zone=own_zone(into, 1 - (piece.owner or 0)), slot=40 + number)
    return replace(scene, pieces=pieces)


def blows(scene: Scene) -> tuple[tuple[Scene, Telling], ...]:
    """Return what follows on the scene at once: a card attacks another, which falls; six tokens and a life lose some of what they have."""
    here, there = (next(piece for piece in scene.pieces.values() if piece.zone == own_zone("row", seat)) for seat in (0, 1))
    attack = Telling("It attacks.", "attack", at=piece_place(there.id), by=piece_place(here.id))
    tokens = [piece for piece in scene.pieces.values() if piece.kind == "token"][:6]
    hurt = {piece.id: replace(piece, badges=(Badge("hearts", "1"),)) for piece in tokens}
    fallen = {there.id: replace(there, zone=own_zone("discard", 1), slot=60)}
    life = scene.counters["life@1"]
    counters = {**scene.counters, life.key: replace(life, value=life.value - 3)}
    after = replace(scene, pieces={**scene.pieces, **hurt, **fallen}, counters=counters)
    return (scene, attack), (after, Telling("It falls.", "fall", at=piece_place(there.id)))


def _p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000
