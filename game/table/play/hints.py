"""Counsel at the table: hints as arrows on the board and a list beside it, and the answer to "why did it do that?" in a dialog.

What is asked and what is told of the answer is `game.match.counsel`'s; the thinking process answers, so that nothing here waits.
Longer than most: asking, the arrows and the list all turn on the same few actions that are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from game.ai.player import Weighing
from game.ai.worker import Thinker
from game.kernel.ids import PieceId, Place, piece_place
from game.match.counsel import (
    ALONE,
    NO_IDEA,
    THINKING,
    Idea,
    Question,
    asked_for,
    best_here,
    concealed,
    hinted,
    ideas,
    nothing_to_explain,
    reasons,
    why_step,
)
from game.table.canvas.draw import Drawn, Panel, Polygon, Shadow, Text, faded
from game.table.canvas.tween import Pose
from game.table.canvas.view import Rect, inset, meet, overlap
from game.table.pages.dialog import Dialog
from game.table.pieces.attack_arrow import parts, title_box, titles_over
from game.table.pieces.lit import Light
from game.table.pieces.written import Written
from game.table.play import overlay, trails
from game.table.play.buttons import button_of
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView
from game.table.play.menu_row import MenuRow
from game.table.play.room_beside import Spared, list_room
from game.table.play.trails import from_hand, struck
from game.table.shell.app import App
from game.table.shell.bindings import choice_key
from game.table.shell.page import Part
from game.table.shell.speech import joined
from game.table.shell.widgets import Look

PONDERING = "Thinking about it …"
"""What stands where hints will stand, or before it is told why something was done."""

_WHEN_ASKED = "The hints come when you are asked."
_NO_MORE = "The match is over: nothing is to be chosen."
_TOOLS = "Lay the tools down first: hints are about what the rules allow."
_WHY_LATER = "That is answered when you are asked, or when the match is over."
"""What is said where counsel cannot come now."""

_LAYER = overlay.LAYER - 5
"""The list lies over the numbers of its arrows, and under whatever is looked at or told while it is there."""

_OVER_MENU = 2102
"""What marks a button lies over it, also over a row of the small menu."""

_DEEP = 8.0
"""How far under its card an arrow begins, in logical units: among bent cards its own rim may lie on a neighbour."""

_STEP, _LITTLE, _FREE = 0.05, 0.85, 2 / 3
"""In such steps words become smaller than wished for where the list would cover what matters; down to which part of that where it then covers less of anything, and where it covers nothing at all."""

_MATTER = 4
"""So much of what the list leaves open matters more than how large its words are."""

_LARGE = 0.6
"""How high a card of a row lies at least that is in the midst of what happens, in parts of the highest: those kept in reserve lie smaller. What is no card lies small and is always in play."""


class Hints:
    """What counsel is asked for and shown; `asked` counts the hints that were shown in this sitting. Where the way is `known`, nobody has to think about it."""

    def __init__(self, view: MatchView, hand: MatchHand, rival: Thinker) -> None:
        self.view, self.hand, self.rival = view, hand, rival
        self.known: Callable[[], Idea | str | None] = lambda: None
        self.app, self.match = view.app, view.match
        self.ideas: tuple[Idea, ...] = ()
        self.asked = 0
        self._known_place: tuple[tuple[object, ...], tuple[float, Rect]] | None = None
        self._laid: Rect | None = None  # where the list was laid last: finding a place for it takes longer than a frame
        self._ways: dict[object, tuple[list[Polygon], bool]] = {}
        self._ways_of: tuple[object, ...] = (None, None, None)
        self._about = -1
        self._count = -1
        self._wished = False  # they were asked for while something moves, and come when a choice is asked

    @property
    def waiting(self) -> bool:
        """Tell whether counsel was asked for and has not come."""
        return self._about >= 0

    @property
    def coming(self) -> bool:
        """Tell whether hints were asked for and have not come."""
        return self._wished or self._about == self.match.count

    @property
    def _pondering(self) -> bool:
        """Tell whether it is said that something is thought about: also while it is only shown what led to the choice."""
        return self.waiting or (self._wished and self.match.deciding == self.view.viewer)

    @property
    def thinking(self) -> bool:
        """Tell whether a program makes up its mind about its own decision."""
        return self.rival.thinking and not self.waiting

    @property
    def offered(self) -> bool:
        """Tell whether hints are to be had: by one person who plays against programs."""
        return hinted(self.match)

    def told(self) -> str:
        """Return how many hints were asked for, as the end of the match says it; empty for none."""
        return asked_for(self.match, self.asked)

    # --- what is best here

    def ask(self) -> None:
        """Ask for a hint, or put away the one that is shown."""
        if self.ideas or self.waiting or self._wished:
            self.clear()
        elif (known := self.known()) is not None:
            self._say_known(known)
        elif not self.offered:
            self.app.say(ALONE, "bad")
        elif self.hand.tooling or self.match.deciding is None:
            self.app.say(_TOOLS if self.hand.tooling else _NO_MORE, "bad")
        else:
            self._wished = True
            if self.match.deciding != self.view.viewer or (self.view.player.busy and self.view.player.paused):
                self.app.say(_WHEN_ASKED)
            self.tick()
            self.hand.desk.stale()

    def _say_known(self, known: Idea | str) -> None:
        if isinstance(known, str):
            self.app.say(known)
        else:
            self.ideas, self._count = (known,), self.match.count
            self._come()
            self.hand.desk.stale()

    def _await(self, question: Question) -> None:
        self._about, self._count = question.about, self.match.count
        self.rival.ask(self.match.setup, question.level, question.observation, question.legal, THINKING, question.seed, weighs=True)
        self.hand.desk.stale()

    def tick(self) -> None:
        """Ask what was to be asked once a choice is, and take counsel when it comes; it is dropped when something has been done meanwhile."""
        if self._count not in {-1, self.match.count}:
            self.put_away()
        if self._wished and self.view.human_turn and self.hand.dealt == self.match.count:
            self._wished = False
            self._await(best_here(self.match, self.view.viewer))
        if self.waiting and (weighing := self.rival.weighed()) is not None:
            about, self._about = self._about, -1
            if about == self.match.count:
                self._show(weighing)
            else:
                self._tell(about + 1, weighing)
            self.hand.desk.stale()

    def clear(self) -> None:
        """Put away what is shown, and wait for nothing."""
        self._wished = False
        self.put_away()
        self.hand.desk.stale()

    def put_away(self) -> None:
        """Put away what is shown or thought about; what was wished for while something moved is asked at the next choice."""
        if self.waiting:
            self.rival.cancel()
        if self.waiting or self.ideas:
            self.hand.desk.stale()
        for words in self._spoken():
            self.app.speech.withdraw(words)
        self.ideas, self._about, self._count = (), -1, -1
        self.hand.rise(self.hand.over)

    def _spoken(self) -> list[str]:
        """Return each shown action as it is read aloud: its digit, what it is, and what it leads to."""
        return [
            f"{choice_key(self.app.settings, number)}: {joined((idea.words, idea.outlook))}." for number, idea in enumerate(self.ideas, 1)
        ]

    def _tell_aloud(self) -> None:
        for words in self._spoken():
            self.app.speech.answer(words, kept=True)

    def _show(self, weighing: Weighing) -> None:
        self.ideas = ideas(self.match, weighing, self.hand.grip.offers, self.hand.preview, self.view.spoken)
        self._come()
        if self.ideas:
            self.asked += 1
        else:
            self.app.say(NO_IDEA, "bad")

    def _come(self) -> None:
        """Tell the shown actions aloud, and put away what would cover them: a hand that has risen, and what a resting pointer looks closer at."""
        self._tell_aloud()
        self.hand.rise(self.hand.over)
        if self.ideas and not self.hand.by_keys:
            self.hand.look_away()

    # --- why it did that

    def why(self, number: int = 0) -> None:
        """Ask why a program took an action, by default the last one of all programs; nothing happens for what a person did."""
        if self.waiting:
            return
        if not (self.view.human_turn or self.match.deciding is None):
            self.app.say(_WHY_LATER, "bad")
            return
        question = why_step(self.match, self.view.viewer, number)
        if question is not None and concealed(self.match, question.about + 1, self.view.viewer):
            self._tell(question.about + 1, Weighing())
        elif question is not None:
            self._await(question)
        elif not number:
            self.app.say(nothing_to_explain(self.match), "bad")

    def _tell(self, number: int, weighing: Weighing) -> None:
        name = self.match.names[self.match.asked(number)[0]]
        lines = reasons(self.match, number, self.view.viewer, weighing, self.view.spoken)
        self.app.push(Dialog(f"Why did {name} do that?", "\n".join(lines), (("Close", "main", lambda: None),)))

    # --- how it looks

    def listed(self) -> list[Rect]:
        """Return where the list of hints lies, or what says that they are thought about, while there is one."""
        return [self._laid] if (self.ideas or self._pondering) and self._laid is not None else []

    def lit(self, light: Light) -> Light:
        """Return what the board lights up: while hints are shown and the hand is empty, only where they begin and end."""
        if not self.ideas or light.held:
            return light
        sources, targets = zip(*(self._ends(idea) for idea in self.ideas), strict=True)
        return replace(light, sources=frozenset(sources) - {None}, legal=frozenset(targets) - {None})

    def _ends(self, idea: Idea) -> tuple[Place | None, Place | None]:
        """Return where an action begins and ends; one that may end anywhere on a grid ends nowhere that could be marked."""
        source, target = idea.offer.source, idea.offer.target
        zone = self.view.scene.zones.get((target or "").removeprefix("zone/"))
        return source, None if zone is not None and zone.kind == "grid" else target

    def drawn(self) -> list[Drawn]:
        """Return an arrow for each shown action that leads from one place to another, its number where it ends, and a rim around the button that does it.

        A row of the small menu has a number of its own, which its key is, and so only the rim.
        """
        buttons: dict[Rect, list[str]] = {}
        for number, idea in enumerate(self.ideas, 1):
            if (button := button_of(self.hand, idea.offer)) is not None:
                buttons.setdefault(button.rect, []).extend([] if isinstance(button, MenuRow) else [choice_key(self.app.settings, number)])
        rims = [item for rect, signs in buttons.items() for item in _marked(self.app, rect, " · ".join(signs))]
        return [*self._arrows(self._laid if self.ideas else None), *rims]

    def _arrows(self, listed_in: Rect | None = None) -> list[Drawn]:
        """Return the arrows as trails run: under the pieces from rim to rim, the titles of zones on their way over them; and the numbers, beneath the list where that would cover them."""
        board, listed = self.view.board, list[Drawn]()
        numbers: dict[Place, list[str]] = {}
        out = {place for idea in self.ideas if (place := self._ends(idea)[0])}
        for number, idea in enumerate(self.ideas, 1):
            begins, leads = self._ends(idea)
            source, target = board.in_sight(begins), board.in_sight(leads)
            shared = sum(self._ends(other)[1] == leads for other in self.ideas) > 1  # then its number tells where it begins
            ends, sign = leads if target and not (shared and source) else begins, choice_key(self.app.settings, number)
            if source and target:
                within = (
                    [overlay.note_box(self.app, over, sign)]
                    if leads and leads == ends and (over := self._over(leads, target)) != target
                    else []
                )
                opening = board.opening(leads) if leads else None
                one, two = _pose(inset(source, _DEEP)), _pose(opening or target)
                card, told = self._in_hand(begins), True
                if card is None:
                    way = struck(board, one, two, within)
                else:
                    way, told = self._out_of_hand(card, one, two, out)
                if begins and not told and begins != ends:
                    numbers.setdefault(begins, []).append(sign)
                covered = [part for item in way for part in parts(item.points)]
                listed += [*way, *titles_over(self.app, board.titles(), covered, trails.LAYER)]
            if ends and (target or source):
                numbers.setdefault(ends, []).append(sign)
        written = self._written() if numbers else Written(())
        for place, signs in numbers.items():
            at = board.in_sight(place)
            listed += self._number(place, at, " · ".join(signs), listed_in, written) if at else []
        return listed

    def _out_of_hand(self, card: PieceId, one: Pose, two: Pose, out: AbstractSet[Place]) -> tuple[list[Polygon], bool]:
        """Return `trails.from_hand`, worked out once as long as the table lies as it does: it looks at every piece along many ways."""
        of = (self.view.board.layout, self.view.board.scene, self.app.settings)
        if any(each is not other for each, other in zip(of, self._ways_of, strict=True)):
            self._ways_of, self._ways = of, {}
        key = (card, one, two, frozenset(out))
        if key not in self._ways:
            self._ways[key] = from_hand(self.view.board, card, one, two, out)
        return self._ways[key]

    def _in_hand(self, place: Place | None) -> PieceId | None:
        """Return the card at a place in a hand over a table without a map, None for any other place."""
        piece = self.view.scene.pieces.get(int(place[6:])) if place and place.startswith("piece/") else None
        held = piece is not None and piece.kind == "card" and self.view.scene.zones[piece.zone].kind == "hand" and not self.view.board.grids
        return piece.id if piece is not None and held else None

    def _number(self, place: Place, at: Rect, signs: str, listed_in: Rect | None, written: Written) -> list[Drawn]:
        """Return the number of a hint over a place within the table, or as near to that as it lies on nothing that is `written` there nor on any other piece; or on the place, just beneath the list, where the list would lie over it and leaves some of the place open."""
        over = self._over(place, at)
        box = _within(overlay.note_box(self.app, over, signs), inset(self.view.board.area, 4))
        if listed_in is not None and meet(box, listed_in) and (lower := listed_in[1] + listed_in[3] + 4) < at[1] + at[3]:
            box = (box[0], lower, *box[2:])
        elif over == at:  # one within a square stays there
            box = self._freed(place, box, at, written)
        return overlay.sign(self.app, box, signs, good=True)

    def _freed(self, place: Place, box: Rect, at: Rect, written: Written) -> Rect:
        """Return where the number of a hint lies that was wished in a box: on no other piece, and there on no name and no number where it can, for that smaller."""
        board, (_, _, wide, high) = self.view.board, box
        others = [inset(pose.bounding, 1) for key, pose in board.layout.poses.items() if piece_place(key) != place]
        left, top, right, low = inset(board.area, 4)
        x, y = max(left, at[0] - wide * _ASTRIDE), min(box[1], max(top, at[1] - high))
        room = (x, y, min(left + right, at[0] + at[2] + wide * _ASTRIDE) - x, min(top + low, at[1] + at[3] + high * _ASTRIDE) - y)
        found = written.free(box, room, others, least=_LEAST)
        return _within(found, at) if any(meet(found, each) for each in others) else found

    def _written(self) -> Written:
        """Return where names and numbers stand that the numbers of hints leave open: those of pieces, and the titles of zones."""
        board = self.view.board
        return Written((*board.named_on(), *(title_box(self.app, title) for title in board.titles())), tuple(board.numbers_on()))

    def _over(self, place: Place, at: Rect) -> Rect:
        """Return over what the number of a hint stands: over the place where it ends, but within a square, whose neighbour it would stand on."""
        piece = self.view.scene.pieces.get(int(place[6:])) if place.startswith("piece/") else None
        square = place.startswith("cell/") or (piece is not None and self.view.scene.zones[piece.zone].kind == "grid")
        return (at[0], at[1] + self.app.size(24) * 1.5 + 2, at[2], at[3]) if square else at

    def _left_open(self) -> Spared:
        """Return what the list leaves open where it can: where its actions begin and end above all, what else could be picked up, what is in play and on the ground; then what lies in a row with it, its arrows, who sits there, their numbers, what lies there, and the map."""
        board = self.view.board
        named = [place for idea in self.ideas for place in self._ends(idea) if place]
        first = [[rect for place in places if (rect := board.rect_of(place))] for places in (named, self.hand.grip.sources())]
        drawn = self._arrows()
        arrows = [part for item in drawn if isinstance(item, Polygon) for part in parts(item.points)]
        return (
            *first,
            *self._in_play(),
            self._in_a_row(named),
            arrows,
            list(board.layout.seats.values()),
            [item.rect for item in drawn if isinstance(item, Panel)],
            *board.lying(),
            board.piles(),
            [grid.squares for grid in board.grids.values()],
        )

    def _in_play(self) -> tuple[list[Rect], list[Rect]]:
        """Return where those pieces lie that are compared with each other, of whatever side: on grids, and in rows what is no card or lies large; then what of the ground can be destroyed or was laid there."""
        scene, poses = self.view.scene, self.view.board.layout.poses
        lying = [(scene.zones[each.zone].kind, each.kind, poses[each.id].bounding) for each in scene.pieces.values() if each.id in poses]
        high = max((rect[3] for zone, _, rect in lying if zone == "row"), default=0.0)
        large = [rect for zone, kind, rect in lying if zone == "row" and (kind != "card" or rect[3] >= high * _LARGE)]
        figures, ground = ([rect for zone, kind, rect in lying if zone == "grid" and (kind == "terrain") is each] for each in (False, True))
        return large + figures, ground

    def _in_a_row(self, places: Iterable[Place]) -> list[Rect]:
        """Return where the other pieces lie in the hands and rows that the actions are about; a grid has too many for that."""
        scene, poses = self.view.scene, self.view.board.layout.poses
        zones = {scene.pieces[number].zone for place in places if place.startswith("piece/") and (number := int(place[6:])) in scene.pieces}
        rows = {zone for zone in zones if scene.zones[zone].kind not in {"grid", "pile"}}
        return [poses[each.id].rect for each in scene.pieces.values() if each.zone in rows and each.id in poses]

    def _rows(self, grown: float, wide: float) -> list[_Row]:
        """Return how the actions are set in a list so wide, their words so much larger than usual."""
        signs = [choice_key(self.app.settings, number) for number in range(1, len(self.ideas) + 1)]
        beside = max(self.app.measure(sign, "digits", _HEAD * grown) for sign in signs) + _HEAD * grown * 0.5
        return [_Row.of(self.app, idea, sign, grown, wide - 2 * _EDGE, beside) for idea, sign in zip(self.ideas, signs, strict=True)]

    def _high(self, grown: float, wide: float) -> float:
        """Return how high the list of actions is."""
        return sum(row.high + _GAP for row in self._rows(grown, wide)) - _GAP + 2 * _EDGE

    def _listed(self) -> tuple[float, Rect]:
        """Return how much larger than usual the words of the list are, and where it lies; the same again while nothing has changed that it leaves open.

        They are as large as the player wants, but become smaller rather than cover what matters, a little smaller where the list then covers less of what else lies there, and some more where it covers nothing.
        """
        app, area, wished = self.app, self.view.board.area, self.app.settings.text
        width, spared = min(560.0 * max(1.0, wished * 0.86), area[2] - 40), self._left_open()
        known = (self.ideas, wished, app.view.scale, area, spared)
        if self._known_place is not None and self._known_place[0] == known:
            return self._known_place[1]
        tried = list[tuple[list[int], float, Rect]]()
        for step in range(int((wished - 1) / _STEP + 0.5) + 1):
            grown = wished - step * _STEP
            box = list_room(area[1] + 18, width, partial(self._high, grown), inset(area, 12), spared)
            tried.append(([sum(overlap(box, rect) for rect in rects) for rects in spared], grown, box))
            if not any(tried[-1][0]) or (any(not any(each[0][:_MATTER]) for each in tried) and grown <= wished * _FREE):
                break
        large = [each for each in tried if each[1] >= wished * _LITTLE]
        open_ = (
            min(left, key=lambda each: each[0])
            for most in (len(spared), *range(_MATTER, 0, -1))
            for sizes in (large, tried)
            if (left := [each for each in sizes if not any(each[0][:most])])
        )
        _, grown, box = next(open_, None) or min(tried, key=lambda each: each[0])
        self._known_place = known, (grown, box)
        return grown, box

    def parts(self) -> list[Part]:
        """Return the list of shown actions beside the column, of which a press takes one; or, while they are thought about, that they are."""
        if self._pondering:
            return self._pondered()
        if not self.ideas:
            return []
        grown, box = self._listed()
        parts = self._ground(box)
        y = box[1] + _EDGE
        for number, row in enumerate(self._rows(grown, box[2])):
            rect = (box[0] + _EDGE, y, row.wide, row.high)
            parts.append(
                MenuRow(
                    layer=_LAYER,
                    key=f"idea-{number}",
                    rect=rect,
                    paint=partial(row.drawn, rect=rect),
                    on=partial(self.hand.press_offer, row.idea.offer),
                )
            )
            y += row.high + _GAP
        return parts

    def _ground(self, box: Rect) -> list[Part]:
        """Return what the list of hints stands on, and remember where that is."""
        theme, self._laid = self.app.theme, box
        top, foot = ((*theme.colour(name)[:3], 255) for name in ("panel", "panel2"))
        return [
            Shadow(box, (0, 0, 0, 200), 14, 26, layer=_LAYER),
            Panel(box, top, foot, 18, theme.colour("good"), 2.5, layer=_LAYER),
        ]

    def _pondered(self) -> list[Part]:
        """Return that a program thinks about what was asked, where the list would begin."""
        app, area = self.app, self.view.board.area
        size = app.size(_HEAD)
        wide, high = app.measure(PONDERING, "bold", size) + 4 * _EDGE, size * 1.3 + 2 * _EDGE
        known = (PONDERING, self.match.count, app.view.scale, area, size, self.view.player.busy)
        if self._known_place is None or self._known_place[0] != known:  # what moves beneath it does not move it
            spared = (*self._left_open(), self.view.board.words_on())
            box = list_room(area[1] + 18, wide, lambda room: high if room >= wide else area[3], inset(area, 12), spared)
            self._known_place = known, (size, box)
        box = self._known_place[1][1]
        words = Text(box, PONDERING, size, app.theme.colour("text"), "bold", align="centre", valign="middle", layer=_LAYER + 1)
        return [*self._ground(box), words]


_ASTRIDE, _LEAST = 0.8, 26.0
"""So much of the number of a hint may reach over the sides and the foot of its place, in parts of its own size; and how high one is at least that gives way to what is written."""

_EDGE, _GAP, _PAD = 8.0, 8.0, 9.0
"""The rim of the list, how far its rows are apart, and the rim of a row."""

_HEAD, _BODY = 24.0, 21.0
"""How large the words of an action are, and those of what it leads to, at the usual text size."""


class _Row(NamedTuple):
    """An action in the list: its number before its words, and what it leads to under both; lengths in logical units."""

    idea: Idea
    sign: str
    head: float
    body: float
    wide: float
    beside: float  # how far its words stand from where its number begins
    top: float  # how high its words are
    below: float  # how high what it leads to is

    @classmethod
    def of(cls, app: App, idea: Idea, sign: str, grown: float, wide: float, beside: float) -> _Row:
        """Return how an action is set in a row so wide, its words so far from where its number begins."""
        head, body, room = _HEAD * grown, _BODY * grown, wide - 2 * _PAD
        top = app.height(idea.words, "bold", head, room - beside, rich=True)
        below = app.height(idea.outlook, "text", body, room, rich=True) if idea.outlook else 0.0
        return cls(idea, sign, head, body, wide, beside, top, below)

    @property
    def high(self) -> float:
        """Return how high the row is."""
        return self.top + self.below + 2 * _PAD + 4

    def drawn(self, look: Look, *, rect: Rect) -> list[Drawn]:
        """Return what stands in the row where it lies."""
        ink = look.app.theme.on(look.app.theme.colour("button"))
        scale = look.app.view.scale
        x, y = rect[0] + _PAD, rect[1] + _PAD
        room = int((rect[2] - 2 * _PAD) * scale) / scale  # no wider than it was measured, or a line of it stays empty
        words, beside = (x + self.beside, y, room - self.beside, self.top + 1), (x, y, self.beside, self.head * 1.3)
        return [
            Text(beside, self.sign, self.head, faded(ink, 0.6), "digits", layer=_LAYER + 1),
            Text(words, self.idea.words, self.head, ink, "bold", wrap=True, rich=True, layer=_LAYER + 1),
            Text(
                (x, y + self.top + 4, room, self.below + 1),
                self.idea.outlook,
                self.body,
                faded(ink, 0.9),
                wrap=True,
                rich=True,
                layer=_LAYER + 1,
            ),
        ]


def _marked(app: App, rect: Rect, signs: str) -> list[Drawn]:
    """Return a rim around a button, and the numbers of its hints, if any, astride its upper left corner, before its words."""
    size = app.size(24)
    rim = Panel(inset(rect, -4), (0, 0, 0, 0), None, 18, app.theme.colour("good"), 4, layer=_OVER_MENU)
    if not signs:
        return [rim]
    return [rim, *overlay.note(app, (rect[0] - 6, rect[1] + size * 0.6, 0, 0), signs, good=True, layer=_OVER_MENU)]


def _within(box: Rect, area: Rect) -> Rect:
    """Return a box moved into an area, its upper left corner above all."""
    x, y, wide, high = area
    return (max(x, min(box[0], x + wide - box[2])), max(y, min(box[1], y + high - box[3])), *box[2:])


def _pose(rect: Rect) -> Pose:
    return Pose(rect[0] + rect[2] / 2, rect[1] + rect[3] / 2, rect[2], rect[3])
