"""The parts of a turn: the strip that shows where one is, and the way to a later one, phase by phase, by the offers that go on.

Nothing here knows a game. A scene names its phases, an offer the phase it goes on to; whoever clicks a later phase has those offers taken
one after the other, for as long as they lead there and nothing else is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from game.kernel.ids import Place, Seat, piece_place
from game.kernel.offers import Offer
from game.kernel.scene import Phase, Scene
from game.kernel.words import enumerated
from game.table.canvas.draw import Colour, Drawn, Polygon, Text, faded, mixed
from game.table.canvas.theme import BLACK, WHITE, Theme, contrast
from game.table.canvas.view import REACH, Rect
from game.table.pieces.name_plate import least
from game.table.play.closing import left, on_terrain, question
from game.table.play.match_view import MatchView
from game.table.shell.app import App
from game.table.shell.page import Part
from game.table.shell.widgets import Look, Tile

_SIZE = 19
_NOTCH = 9.0

_BETWEEN, _LEAST_PART = 4.0, 0.7
"""How far two rows of phases lie apart, and down to which part of their size labels share one row."""

_READ_WELL, _APART = 6.0, 4.5
"""How well the label of the present phase stands out at least, and in high contrast the phase itself from the others."""

_STEPLESS = "It needs no step of its own: the first thing done in it begins it."
"""What is said of a later phase that the rules go past: the first action of its kind goes on to it."""

_NOBODY = "Nothing of yours begins it now."


def place_of(scene: Scene, phase: str) -> int:
    """Return which part of the turn a phase is, counted from 0; -1 where there is none of that key."""
    return next((index for index, each in enumerate(scene.phases) if each.key == phase), -1)


def onward(scene: Scene, offers: Sequence[Offer], phase: str) -> Offer | None:
    """Return the offer that goes on towards a later phase without passing it, None where none does."""
    here, there = place_of(scene, scene.phase), place_of(scene, phase)
    if not 0 <= here < there:
        return None
    return next((offer for offer in offers if offer.refusal is None and offer.onward and place_of(scene, offer.onward) <= there), None)


def left_behind(view: MatchView, offers: Sequence[Offer], phase: str) -> Offer | None:
    """Return the first step to a phase further on, with all that the way leaves undone as what it closes; None where one step leads there, or nothing is known to be left."""
    scene, step = view.scene, onward(view.scene, offers, phase)
    if step is None or step.onward == phase:
        return None
    here, there = place_of(scene, scene.phase), place_of(scene, phase)
    undone = left(scene, offers)
    words = step.closes or (f"Leaves {scene.phases[here].label}: {enumerated(undone)}." if undone else "")
    passed = enumerated([each.label for each in scene.phases[here + 1 : there]])
    label = scene.phases[there].label
    return replace(step, verb=f"Go on to {label}", closes=f"{words} You do nothing in {passed} either.") if words else None


def beginners(scene: Scene, offers: Sequence[Offer], phase: str) -> tuple[Place, ...]:
    """Return what could begin a later phase that no step leads to, each once; empty where nothing could, or a step does."""
    if not 0 <= place_of(scene, scene.phase) < place_of(scene, phase):
        return ()
    open_ = (offer for offer in offers if offer.begins == phase and offer.refusal is None and offer.source)
    return tuple(dict.fromkeys(offer.source for offer in open_ if offer.source and not on_terrain(scene, offer.target)))


def point_out(view: MatchView, offers: Sequence[Offer], phase: str) -> bool:
    """Light up what could begin a later phase that no step leads to, and say that one of it is to be picked, and what that ends; tell whether there was any."""
    begin = beginners(view.scene, offers, phase)
    if begin:
        label = next(each.label for each in view.scene.phases if each.key == phase)
        starts = [offer for offer in offers if offer.begins == phase and offer.refusal is None and offer.source in begin]
        verbs = {offer.source: offer.verb for offer in starts}
        ends = dict.fromkeys(f"That {offer.closes[:1].lower()}{offer.closes[1:]}" for offer in starts if offer.closes)
        faces = {piece_place(piece.id): piece.face for piece in view.scene.pieces.values() if piece.face}
        named = [view.printed.card_name(faces[place]) if place in faces else verbs[place] for place in begin]
        view.pointed_out = frozenset(begin)
        view.app.say(" ".join([f"{label} begins with its first action: pick {enumerated(named, 'or')}.", *ends]), "good")
    return bool(begin)


def _hindered(scene: Scene, offers: Sequence[Offer], phase: str) -> str:
    """Return why nothing begins a phase, by the reason that most of what could be tried is refused for; empty where nothing could be tried."""
    tried = [offer for offer in offers if offer.begins == phase and offer.refusal is not None and not on_terrain(scene, offer.target)]
    reasons = Counter(offer.refusal.code for offer in tried if offer.refusal is not None)
    if not reasons:
        return ""
    most = reasons.most_common(1)[0][0]
    shown = next(offer for offer in tried if offer.refusal is not None and offer.refusal.code == most)
    return f"{shown.words}? {shown.refusal.words} ({shown.refusal.rule})" if shown.refusal is not None else ""


class Course:
    """Where a person said that the turn should go on to, empty where nowhere, and whether that was `agreed` to with all that it leaves undone."""

    def __init__(self) -> None:
        self.goal, self.agreed = "", False
        self._seat: Seat = -1
        self._reached = -1

    def set(self, goal: str, seat: Seat, *, agreed: bool = False) -> None:
        """Go on to a phase for a seat."""
        self.goal, self.agreed, self._seat, self._reached = goal, agreed, seat, -1

    def clear(self) -> None:
        """Stay where one is."""
        self.goal = ""

    def next(self, scene: Scene, offers: Sequence[Offer], seat: Seat) -> Offer | None:
        """Return what a seat takes next on its way, which ends with the step that leads there, and where something else is asked or another turn has begun."""
        if not self.goal or seat != self._seat:
            return None
        found = onward(scene, offers, self.goal) if place_of(scene, scene.phase) >= self._reached else None
        if found is None or found.onward == self.goal:
            self.clear()
        else:
            self._reached = place_of(scene, found.onward)
        return found


def set_out(course: Course, view: MatchView, offers: Sequence[Offer], phase: str, asks: Callable[[Offer], bool]) -> None:
    """Begin the way to a later phase once it is agreed to what the whole of it leaves undone, where one `asks`; of a phase that needs no step, show what can begin it."""
    if point_out(view, offers, phase):
        return
    step = left_behind(view, offers, phase)
    then = partial(course.set, phase, view.viewer, agreed=step is not None)
    if step is not None and asks(step):
        view.app.push(question(view.app, view.match, step, then, course.clear))
    else:
        then()


def strip(view: MatchView, offers: Sequence[Offer], rect: Rect, on: Callable[[str], None]) -> list[Part]:
    """Return the strip of phases, the present one lit in the colour of whose turn it is; those that can be gone to are buttons, and the others say why not."""
    app, scene = view.app, view.scene
    here = place_of(scene, scene.phase)
    active = view.active()
    furthest = (
        max((place_of(scene, offer.onward) for offer in offers if offer.refusal is None and offer.onward), default=-1) if here >= 0 else -1
    )
    size, rows = _rows(app, scene, rect[2])
    high = (rect[3] - _BETWEEN * (len(rows) - 1)) / len(rows)
    places = [(row, column) for row, widths in enumerate(rows) for column in range(len(widths))]
    parts: list[Part] = []
    for index, (phase, (row, column)) in enumerate(zip(scene.phases, places, strict=True)):
        widths = rows[row]
        box = (rect[0] + sum(widths[:column]), rect[1] + row * (high + _BETWEEN), widths[column] + _NOTCH, high)
        begun = bool(beginners(scene, offers, phase.key))
        open_ = begun or onward(scene, offers, phase.key) is not None
        stepless = here < index < furthest and not begun
        barred = f"{_NOBODY} {view.spoken(_hindered(scene, offers, phase.key))}".rstrip() if stepless else ""
        told = f" {_STEPLESS} A press shows what can." if begun else " A press goes on to it." if open_ else f" {barred}" if barred else ""
        why = "" if open_ else _why_not(phase, index - here, asked=bool(offers), barred=barred)
        hint = f"{phase.label}: {phase.words}{told}"
        paint = partial(_painted, box, phase.label, size, index - here, active if index == here else None, open_)
        kind = Tile if open_ else _Shown
        touched = (box[0], box[1], box[2] - _NOTCH, box[3])  # the tip lies over the next one, which is touched there
        parts.append(
            kind(
                key=f"phase-{phase.key}",
                rect=touched,
                hint=hint,
                enabled=open_,
                why=why,
                plain=True,
                paint=paint,
                on=partial(on, phase.key),
            )
        )
    return parts


def _why_not(phase: Phase, ahead: int, *, asked: bool, barred: str) -> str:
    """Return why one cannot go on to a phase that lies so far `ahead` (0 the present one); `asked` tells whether whoever looks is to choose, `barred` why nothing begins one without a step."""
    if ahead <= 0:
        return f"The turn is at {phase.label} already." if ahead == 0 else f"{phase.label} is over for now."
    if not asked:
        return f"You are not asked now: who chooses goes on to {phase.label}."
    return f"{phase.label}: {barred}" if barred else f"{phase.label} comes once what is asked now is answered."


def height(app: App, scene: Scene, width: float) -> float:
    """Return how high the strip of phases is at a width: a second row where one would set them smaller than is wished or can be read."""
    count = len(_rows(app, scene, width)[1])
    return max(REACH, app.size(_SIZE) + 18) * count + _BETWEEN * (count - 1)


def _rows(app: App, scene: Scene, width: float) -> tuple[float, list[list[float]]]:
    """Return how large the labels of the phases are set, and how wide each is, in one row or in two."""
    wished = max(app.size(_SIZE), least(app))
    natural = [app.measure(phase.label, "bold", wished) for phase in scene.phases]
    half = (len(natural) + 1) // 2
    shared = [_shared(natural, width - _NOTCH)]
    if shared[0][0] < max(_LEAST_PART, (max(_SIZE, least(app)) / wished + 1) / 2):  # or less than half as much larger as is wished
        shared = [_shared(labels, width - _NOTCH) for labels in (natural[:half], natural[half:]) if labels]
    return wished * min(shrunk for shrunk, _ in shared), [widths for _, widths in shared]


def _shared(natural: Sequence[float], whole: float) -> tuple[float, list[float]]:
    """Return by how much labels shrink that share a width, and the width of each: none is less than a hand meets, the rest share alike."""
    least = min(REACH, whole / len(natural))
    long = list(range(len(natural)))
    while True:
        room = whole - least * (len(natural) - len(long))
        needed = sum(natural[each] for each in long)
        shrunk = min(1.0, (room - (_NOTCH + 4) * len(long)) / needed)
        pad = (room - needed * shrunk) / len(long)
        kept = [each for each in long if natural[each] * shrunk + pad >= least]
        if len(kept) in {0, len(long)}:
            return shrunk, [natural[each] * shrunk + pad if each in long else least for each in range(len(natural))]
        long = kept


class _Shown(Tile):
    """A phase that cannot be gone to: it explains itself, and the keyboard passes it over."""

    focusable = False


def lit(theme: Theme, seat: Seat) -> Colour:
    """Return the colour of a seat's present phase: that of the seat, as far mixed with a button's, or else with black, as its label can be read well on it.

    Where contrast is worth more it is mixed with white, so that it also stands apart from the dark of the others.
    """
    seat_colour, panel = theme.seat(seat), theme.colour("panel")
    if theme.high_contrast:
        bodies = [each for part in range(10) if contrast(each := mixed(seat_colour, WHITE, part / 10), panel) >= _APART]
    else:
        grounds = ((theme.colour("button2"), 0.25), *((BLACK, part / 10) for part in range(1, 8)))
        bodies = [mixed(seat_colour, ground, part) for ground, part in grounds]
    return next(
        (each for each in bodies if contrast(theme.on(each), each) >= max(_READ_WELL, theme.least_contrast)), theme.colour("button")
    )


def _painted(rect: Rect, label: str, size: float, ahead: int, seat: Seat | None, open_: bool, look: Look) -> list[Drawn]:  # noqa: FBT001
    """Return an arrowhead that points to the next phase, and its label: the present one bold in the colour of its seat."""
    theme = look.app.theme
    body = mixed(theme.colour("panel"), theme.colour("button"), 0.7 if open_ else 0.2)
    if ahead == 0:
        body = lit(theme, seat) if seat is not None else theme.colour("button")
    elif look.hover and open_:
        body = mixed(body, theme.colour("glow"), 0.3)
    x, y, w, h = rect
    points = ((x, y), (x + w - _NOTCH, y), (x + w - 2, y + h / 2), (x + w - _NOTCH, y + h), (x, y + h), (x + _NOTCH - 2, y + h / 2))
    edge = theme.colour("line") if ahead == 0 or open_ else faded(theme.colour("line"), 0.3)
    ink = theme.on((*body[:3], 255))
    box = (x + _NOTCH, y, w - 2 * _NOTCH + 2, h)
    return [
        Polygon(points, body, edge, 2.5 if ahead == 0 else 1.5),
        Text(box, label, size, ink if ahead == 0 or open_ else theme.dimmed(ink, body), "bold", align="centre", valign="middle"),
    ]
