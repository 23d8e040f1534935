"""What each number of a card that is shown large counts, on a small plate at its lower edge: as large as the player wants to read it where that covers nothing.

Larger letters stand in two lines before they run over a name, and plates at the foot of a card hang over its edge before they cover a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from game.kernel.scene import CardFace
from game.table.canvas.draw import Drawn, Panel, Text
from game.table.canvas.theme import contrast, parsed
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, inset, meet, overlap
from game.table.pieces.card_face import numbers_of
from game.table.pieces.written import written

if TYPE_CHECKING:
    from game.table.shell.app import App

SIZE, MOST = 13.0, 18.0
"""How large a caption is set at the usual text size at most: on a card 250 wide, and in logical units."""

_BROAD = 1.1
"""How much wider than its number a caption is at most, at the usual text size."""

_STEP = 0.05
"""In steps of so much captions give way to what lies beside them, down to the usual text size."""

_LOWER = 7.0
"""How much lower a plate may stand that would run over a name, on a card 250 wide."""

_HIGH, _FOOT = 1.25, 17.25
"""How high a line of a plate is, in parts of its letters; and how far above the edge of a card 250 wide a plate at its foot begins at most."""


class _Plate(NamedTuple):
    rect: Rect
    lines: tuple[str, ...]
    size: float


def captions(app: App, face: CardFace, rect: Rect, layer: int = 0) -> list[Drawn]:
    """Return what each number of a card that is shown large counts."""
    numbers = [(badge, box) for badge, box in numbers_of(face, rect, rect[2] / 250) if badge.caption]
    lies = written(app, face, Pose(rect[0] + rect[2] / 2, rect[1] + rect[3] / 2, rect[2], rect[3], 0.0, 0))
    foot = [(badge.caption, box) for badge, box in numbers if any(badge is each for each in face.stats)]
    head = [(badge.caption, box) for badge, box in numbers if not any(badge is each for each in face.stats)]
    rows = [*([each] for each in head), foot]
    plates = [plate for row in rows for plate in _row(app, rect, row, [*lies.name, *lies.rest])]
    return [item for plate in plates for item in _drawn(app, plate, rect[2] / 250, layer)]


def _row(app: App, card: Rect, row: Sequence[tuple[str, Rect]], taken: Sequence[Rect]) -> list[_Plate]:
    """Return the plates of the numbers at a corner or along the foot of a card, all grown alike: they meet neither each other nor anything that they would not at the usual text size."""
    usual = [_plate(app, card, (words,), box, 1.0) for words, box in row]
    others = [[rect for rect in taken if not meet(rect, inset(box, box[2] * 0.4))] for _, box in row]
    covered = [[overlap(rect, plate.rect) for rect in left] for plate, left in zip(usual, others, strict=True)]
    for step in range(round((app.settings.text - 1) / _STEP), 0, -1):
        found: list[_Plate] = []
        for (words, box), left, most in zip(row, others, covered, strict=True):
            broken = dict.fromkeys(((words,), tuple(words.split(" ", 1))))
            ways = (_plate(app, card, lines, box, 1 + step * _STEP, lower) for lines in broken for lower in (0.0, _LOWER))
            found += [plate for plate in ways if all(overlap(rect, plate.rect) <= each for rect, each in zip(left, most, strict=True))][:1]
        if len(found) == len(row) and not any(meet(one.rect, other.rect) for one, other in combinations(found, 2)):
            return found
    return usual


def _plate(app: App, card: Rect, lines: tuple[str, ...], box: Rect, grow: float, lower: float = 0.0) -> _Plate:
    """Return the plate of a number in a box, with its caption so many times as large as usual, and so much `lower` on a card 250 wide."""
    unit = card[2] / 250
    usual = SIZE * unit
    size = min(app.size(MOST), grow * min(usual, usual * box[2] * _BROAD / max(1.0, *(app.measure(line, "bold", usual) for line in lines))))
    wide, high = max(app.measure(line, "bold", size) for line in lines) + 8 * unit, size * _HIGH * len(lines)
    left = max(card[0] + 2 * unit, min(box[0] + (box[2] - wide) / 2, card[0] + card[2] - wide - 2 * unit))
    low = card[1] + card[3] - min(high + unit, _FOOT * unit)
    return _Plate((left, min(box[1] + box[3] - (5 - lower) * unit, low), wide, high), lines, size)


def _drawn(app: App, plate: _Plate, unit: float, layer: int) -> list[Drawn]:
    (x, y, wide, high), card = plate.rect, app.theme.card
    line = high / len(plate.lines)
    inks = (card.name_colour, card.name_line, card.box_text)
    ink = max((parsed(each) for each in inks), key=lambda each: contrast(each, parsed(card.plate)))
    return [
        Panel(plate.rect, (*parsed(card.plate)[:3], 255), None, line / 2, parsed(card.plate_line), max(1.0, unit), layer=layer),
        *(
            Text((x, y + number * line, wide, line), words, plate.size, ink, "bold", align="centre", valign="middle", layer=layer)
            for number, words in enumerate(plate.lines)
        ),
    ]
