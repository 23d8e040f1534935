"""The table with a lesson or a puzzle on it: the real rules and the real table, a bubble beside what is spoken of, and the way to the end.

What is right or done is for the course to say (`game.match.course`); this screen shows it, and asks it before anything is submitted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from game import paths
from game.ai.levels import FIRST, title
from game.content.positions import Position, positions_of
from game.kernel.ids import Place, Seat, piece_place, seat_place, zone_place
from game.kernel.offers import Offer, SetupError
from game.kernel.words import counted
from game.match.counsel import Idea
from game.match.course import FAILED, OPEN, SOLVED, Course
from game.match.match import Match
from game.match.save import SaveError, remove_save
from game.match.seats import HUMAN, SeatPlan, named
from game.table.canvas.draw import Colour, Drawn, Panel, Polygon, Shadow, Text
from game.table.canvas.view import REACH, Event, Rect, around, inset, inside, meet
from game.table.pages.common import in_rows
from game.table.pages.dialog import Dialog
from game.table.pieces.attack_arrow import ATTACKING, title_box
from game.table.pieces.lit import Light
from game.table.play import overlay
from game.table.play.buttons import button_of
from game.table.play.ending import DEAD_SECONDS
from game.table.play.log_panel import LogView
from game.table.play.match import MatchScreen
from game.table.play.match_view import MatchView, column_width
from game.table.play.overlay import Line
from game.table.play.room_beside import Spared
from game.table.play.side_panel import PAD
from game.table.shell.app import App
from game.table.shell.bindings import key_now, keyed
from game.table.shell.learnt import learnt, mark_learnt
from game.table.shell.page import Part
from game.table.shell.records import played
from game.table.shell.speech import sentences, texts
from game.table.shell.widgets import Button, Widget

Answer = tuple[str, str, Callable[[], None]]
"""A button of a question: its label, its style and what it does."""

_CHOICE = 20.0
"""How large the buttons of a puzzle are labelled."""

_MARGIN = 14.0
"""How far the bubble keeps from what can be pressed over the table: the rim of a menu."""

_FAR, _SLENDER = 60.0, 6.0
"""From how far on the tail of a bubble is slender, and how wide half its foot is then."""

OPPONENT = "normal"
"""Who sits across in a puzzle; in a lesson the others do what it says."""


def open_position(app: App, position: Position, *, instead: bool = False) -> None:
    """Lay a lesson or puzzle on the table, `instead` of the screen that is there; say why when it cannot be laid."""
    seats = position.setup.seats
    plans = tuple(SeatPlan(HUMAN if seat == position.seat else OPPONENT) for seat in range(seats))
    try:
        match = Match.lay(position, named(plans, app.settings.name), folder=paths.saves_folder())
    except SetupError as error:
        app.cue("refuse")
        app.say(error.sentences[0], "bad")
        return
    screen = LearnMatch(Course(position, match))
    if instead:
        app.replace(screen)
    else:
        app.push(screen)


class LearnMatch(MatchScreen):
    """A match that is played for its lesson or its puzzle."""

    def __init__(self, course: Course) -> None:
        super().__init__(course.match)
        self.lesson = course
        self.shown_way = 0
        self.told_verdict = OPEN
        self.objected = ""
        self.keys_at = -1

    def begin(self) -> None:
        """Lay the table; what leads on is known here, and nobody has to think about it."""
        super().begin()
        self.hints.known = self.known
        self.hand.meant = self.meant
        self.view.task = self.task
        self.view.spoken_of = self.spoken_of
        self.view.goes_on = self.only_read

    def leave(self) -> None:
        """Let the match go; one in which nothing was done is not kept."""
        super().leave()
        if self.match.path is not None and not self.match.count:
            with contextlib.suppress(SaveError, OSError):  # then it is kept
                remove_save(self.match.path)

    # --- what the course has to say

    @property
    def position(self) -> Position:
        """Return the position that is played."""
        return self.lesson.position

    def submit(self, action: Any) -> None:
        """Take what belongs here; answer anything else with the reason."""
        if self.match.deciding == self.lesson.seat and self.lesson.learns:
            objection = self.lesson.objection(action)
            if objection:
                self.app.cue("refuse")
                self.objected = objection
                self.app.speech.tell(objection if self._repeats() else f"{objection} {self.asked()}")
                self.hand.dealt = -1
                self.hand.look_away()  # the bubble says it
                self.stale()
                return
        self._unobject()
        super().submit(action)

    def asks(self, offer: Offer) -> bool:
        """Tell whether to ask before an offer: not where the lesson itself says what to do, and objects to everything else."""
        step = self.lesson.step
        return super().asks(offer) and (step is None or not step.do)

    def _unobject(self) -> None:
        """Take the objection out of the bubble: once something is held or done it says no more than it needs to."""
        if self.objected:
            self.objected = ""
            self.stale()

    def _unasked(self, deciding: Seat) -> Any | None:
        """Let the others, and a program in the learner's place, do what the lesson says; in a puzzle they think for themselves."""
        said = self.lesson.unasked()
        if said is None:
            return super()._unasked(deciding)
        self.hand.rest(self.match.count)
        self.stale()
        return said.action

    def tick(self) -> bool:
        """Show what is due, and tell the verdict once everything is shown."""
        busy = super().tick()
        if self.hand.grip.held:
            self._unobject()
        if self.app.top is self and not self.view.player.busy and self.lesson.verdict != self.told_verdict:
            self._tell()
        return busy

    def _finish_match(self) -> None:
        """Leave the end to the verdict, which says more; a match that was played on ends like any other."""
        if self.lesson.verdict == OPEN:
            super()._finish_match()
        self.ended = True

    def _tell(self) -> None:
        verdict = self.told_verdict = self.lesson.verdict
        lesson = bool(self.position.steps)
        answers: list[Answer] = []
        if verdict == SOLVED:
            if self.lesson.learns and (fault := mark_learnt(self.position.game, self.position.name)):
                self.app.say(fault, "bad")
            self.app.cue("win")
            following = next_position(self.position)
            if following is not None:
                answers.append(("Next", "main", partial(open_position, self.app, following, instead=True)))
            if lesson and self.app.meet is not None and not played(self.position.game):
                first = partial(self.app.meet, self.app, self.match.setup, FIRST)
                answers.append((f"Match against {title(FIRST)}", "plain" if following is not None else "main", first))
            answers += [("Once more", "plain", self._again), ("Look at the table", "plain", self.stale), ("Done", "plain", self.app.pop)]
            self.app.push(Dialog("Well done!" if lesson else "Solved!", self._told_of(), answers, dead=DEAD_SECONDS))
        elif verdict == FAILED:
            self.app.cue("lose")
            answers += [("Try again", "main", self._again), ("Look at the table", "plain", self.stale), ("Done", "plain", self.app.pop)]
            told = f"The goal was: {self.lesson.goal} {keyed('You can also take moves back', self.app.settings, 'z')}."
            self.app.push(Dialog("Not this time", told, answers, dead=DEAD_SECONDS))

    def _told_of(self) -> str:
        """Return what is done with this one: how many lessons or puzzles of the game there are, and how many of them are done."""
        listed = [each for each in positions_of(self.position.game) if each.kind == self.position.kind]
        done = sum(f"{each.game}/{each.name}" in learnt() for each in listed)
        return f"{self.position.title}: {done} of {counted(len(listed), self.position.kind)} done." if listed else self.position.words

    def _take_back(self, whose: Seat) -> None:
        self._unobject()
        super()._take_back(whose)
        self.told_verdict = self.lesson.verdict
        self.shown_way = 0

    def _again(self) -> None:
        open_position(self.app, self.position, instead=True)

    def known(self) -> Idea | str | None:
        """Return what leads on from here, to be shown on the board; a sentence where that is nothing that can be done, None after the end."""
        if self.lesson.verdict != OPEN:
            return None
        offer, words = self.lesson.leads_on(), self.lesson.hint()
        if offer is None or words == self.position.hint:
            return words
        brings = self.view.spoken(self.hand.preview(offer).words)
        return Idea(offer, words, "" if brings in words else brings)

    def show_way(self) -> None:
        """Take the puzzle back to its beginning and show the first move of the solution, then the next each time."""
        solution = self.lesson.way_told()
        self.shown_way = min(self.shown_way + 1, len(solution))
        lines = "\n".join(f"{number}. {words}" for number, words in enumerate(solution[: self.shown_way], 1))
        more: list[Answer] = [("The next move", "plain", self.show_way)] if self.shown_way < len(solution) else []
        self.app.push(Dialog("The way", lines, [("Go on", "main", self.stale), *more]))

    def read_on(self) -> None:
        """Go on from a step that is only read."""
        self.app.cue("press")
        self.lesson.read_on()
        self.hand.link = None
        self.hand.look_away()  # the bubble comes first
        self.stale()

    # --- hands, eyes and ears

    def asked(self) -> str:
        """Return what the bubble says; without one, what the table asks."""
        step = self.lesson.step
        if step is None or self.view.player.busy:
            return super().asked()
        goes_on = key_now(self.app.settings, "space")
        return sentences([step.say, f"{goes_on} goes on." if self.lesson.reading and goes_on else "", self._by_keys()])

    def _repeats(self) -> bool:
        """Tell whether the objection says what to do itself."""
        return self.lesson.step is not None and self.lesson.step.say in self.objected

    def _by_keys(self) -> str:
        """Return how a piece is carried without a mouse, at the first step that asks it of somebody at the keyboard; empty at every other."""
        number, match = self.lesson.number, self.match
        if self.keys_at < 0 and self.app.by_keyboard and not self.lesson.reading and match.deciding == self.lesson.seat:
            wanted = self.lesson.wanted(match.offers())
            self.keys_at = number if any(offer.source and offer.target not in {None, offer.source} for offer in wanted) else -1
        key = key_now(self.app.settings, "return")
        return f"By keys: {key} picks a piece up, the arrows choose where, {key} puts it down." if self.keys_at == number and key else ""

    def task(self) -> list[Line]:
        """Return what the open step says, and how one goes on."""
        step = self.lesson.step
        if step is None or self.view.player.busy:
            return []
        key = key_now(self.app.settings, "space") if self.app.by_keyboard else ""
        more = (f"{key} goes on." if key else "Click to go on.") if self.lesson.reading else self._by_keys()
        return [("", f"{step.say}\n*{more}*" if more else step.say, "")]

    def meant(self) -> frozenset[str]:
        """Return the places and buttons at which the open step is done, else what it speaks of."""
        step, held = self.lesson.step, self.hand.grip.held
        if step is None:
            return frozenset()
        wanted = () if self.lesson.reading else self.lesson.wanted(self.hand.grip.offers)
        if not wanted:
            return frozenset(places_named(self.view, step.glow))
        if held:
            return frozenset(offer.target for offer in wanted if offer.source == held and offer.target)
        buttons = (button_of(self.hand, offer) for offer in wanted if not offer.source)
        return frozenset({*(offer.source for offer in wanted if offer.source), *(button.key for button in buttons if button is not None)})

    def only_read(self) -> bool:
        """Tell whether a click on the table does no more than go on, on a word that is explained too."""
        return self.lesson.reading and not self.view.player.busy

    def handle(self, event: Event) -> bool:
        """Let a click on the table, Space or Enter go on from what is only read."""
        if self.only_read():
            pressed = event.kind == "down" and event.button == 1 and inside(self.view.board.area, event.x, event.y)
            if pressed or (event.kind == "key" and event.key in {"space", "return"}):
                self.read_on()
                return True
        return super().handle(event)

    def light(self) -> Light:
        """Return what the board lights up: of what could be done only that which the step asks for."""
        light = super().light()
        step = self.lesson.step
        if step is None:
            return light
        prompt = self.view.scene.prompt  # what the question is about is not what the step speaks of
        light = replace(
            light, about=(light.about - {*(prompt.about if prompt is not None else ())}) | {*places_named(self.view, step.glow)}
        )
        if not self.view.human_turn or self.lesson.reading:
            return replace(light, sources=frozenset())
        if not step.do:
            return light
        wanted = self.lesson.wanted(self.hand.grip.offers)
        held = self.hand.grip.held
        targets = frozenset(offer.target for offer in wanted if offer.target is not None and held in {None, "", offer.source})
        sources = frozenset(offer.source for offer in wanted if offer.source is not None)
        legal = light.legal & targets if held in sources else light.legal
        asked = frozenset() if held else targets | sources
        return replace(light, sources=light.sources & sources, legal=legal, about=light.about | asked)

    def lying_over(self) -> list[Drawn]:
        """Return what lies over the table: the bubble, unless a closer look is wanted there or what is said of the hand says the task too."""
        listed = super().lying_over()
        task = [words for _, words, _ in self.task()]
        if self.app.top is not self or any(item.words in task for item in texts(listed)):
            return listed
        looked = (
            [item.rect for item in listed if isinstance(item, Panel | Shadow)] if not self.hand.grip.held and self.hand.link is None else []
        )
        bubble = self._bubble(looked)
        if any(meet(item.rect, box) for item in bubble if isinstance(item, Panel) for box in looked):
            return listed
        return [*listed, *(bubble if self.hand.grip.held or looked else self.view.link(bubble))]

    def _bubble(self, looked: Sequence[Rect] = ()) -> list[Drawn]:
        """Return the bubble, beside what is `looked` at where any room is free."""
        step = self.lesson.step
        if step is None or self.view.player.busy:
            return []
        anchor, within, clear_of, spared = self._anchor(step.glow)
        pressed = [inset(each.rect, -_MARGIN) for each in self.widgets() if meet(each.rect, self.view.board.area)]
        lines = self.task()
        if self.objected:
            lines = [(self.objected, "", "bad"), *([] if self._repeats() else lines)]
        tone, layer = self.app.theme.colour("bad" if self.objected else "accent"), overlay.LAYER - 20
        listed = overlay.paragraphs(
            self.app,
            anchor,
            lines,
            within,
            tone=tone,
            width=460.0,
            layer=layer,
            clear_of=clear_of,
            spared=([*pressed, *looked], *spared),
            roaming=True,
        )
        box = next(item.rect for item in listed if isinstance(item, Panel))
        return [*(_tail(box, anchor, tone, layer) if not self.lesson.reading else ()), *listed]

    def spoken_of(self) -> list[Rect]:
        """Return where that lies which the open step speaks of."""
        step = self.lesson.step
        lit = self.light() if step is not None and not self.view.player.busy else None
        rects = map(self.view.board.rect_of, sorted(lit.about)) if lit is not None else ()
        return [rect for rect in rects if rect is not None]

    def left_open(self, first: Iterable[Place]) -> Spared:
        """Return what a hint leaves open where it can, the bubble above all."""
        return [item.rect for item in self._bubble() if isinstance(item, Panel)], *super().left_open(first)

    def _anchor(self, glow: tuple[str, ...]) -> tuple[Rect, Rect, Rect | None, Spared]:
        """Return what the bubble points at, where it may lie, what it must leave open, and what it leaves open where it can, the first above all."""
        board = self.view.board
        wanted = () if self.lesson.reading else self.lesson.wanted(self.hand.grip.offers)
        places: list[Place] = [place for offer in wanted for place in (offer.source, offer.target) if place is not None]
        places = [*dict.fromkeys(places), *places_named(self.view, glow)]
        rects = [rect for rect in map(board.rect_of, places) if rect is not None]
        fight = [piece_place(piece.id) for piece in self.view.scene.pieces.values() if ATTACKING & set(piece.marks)]
        about = [*rects[:4], *(rect for rect in map(board.rect_of, fight) if rect is not None)]
        spared = (about, rects, *board.lying(), board.piles(), [title_box(self.app, title) for title in board.titles()])
        for offer in wanted[:1]:
            button = button_of(self.hand, offer)
            if button is not None and (offer.source is None or button.rect[0] >= board.area[2]):  # what has one there is asked for by it
                return button.rect, (0.0, 0.0, button.rect[0] - 14, self.app.view.height), None, spared
        if rects:
            return rects[0], board.area, None if wanted else around(about), spared
        x, y, wide, high = board.area
        return (x + wide / 2, y + high * 0.42, 1.0, 1.0), board.area, None, spared

    def build(self) -> list[Part]:
        """Return the column with what this is about on top, under the tools."""
        wide = column_width(self.app) - 2 * PAD
        self.view.task_high = self._task((0.0, 0.0, wide, 0.0), 1.0)[1] + 12
        parts = super().build()
        column = next((part for part in parts if isinstance(part, Panel)), None)
        if column is None:
            return parts
        left, wide = column.rect[0] + PAD, column.rect[2] - 2 * PAD
        log = next((part for part in parts if isinstance(part, Widget) and part.key in {"log", "log-over"}), None)
        top = self.view.told_from
        room = self.view.asked_from - 12 - top
        grown = self.app.settings.text
        task, high = self._task((left, top, wide, 0.0), grown)
        while high > room and grown > 1:  # the question takes what larger words need
            grown = max(1.0, grown - 0.05)
            task, high = self._task((left, top, wide, 0.0), grown)
        if log is not None:
            x, y, log_wide, log_high = log.rect
            if not isinstance(log, LogView) and high <= room - log_high:
                log.rect = (x, y + high + 12, log_wide, log_high)
            elif log_high - high - 12 > 60:
                log.rect = (x, y + high + 12, log_wide, log_high - high - 12)
            else:
                parts.remove(log)
        return [*parts, *task]

    def _task(self, at: Rect, grown: float) -> tuple[list[Part], float]:
        """Return the panel that says which lesson or puzzle this is and how far it is, with its buttons, and how high it is, its words so much larger."""
        app, theme = self.app, self.app.theme
        head, body = 23 * grown, 21 * grown
        position, course = self.position, self.lesson
        inner = at[2] - 32
        if position.steps:
            words = f"Step {min(course.number + 1, len(position.steps))} of {len(position.steps)}"
            choices: list[tuple[str, str, Callable[[], None]]] = [("Leave the lesson", "learn-leave", self._leave_table)]
        else:
            words = course.goal
            choices = [
                ("Hint", "learn-hint", self.hints.ask),
                ("Solution", "learn-way", self.show_way),
                ("Again", "learn-again", self._again),
            ]
        head_h = app.height(position.title, "bold", head, inner)
        words_h = app.height(words, "text", body, inner)
        row, gap = max(REACH, body + 22), 8.0
        wides = [app.measure(label, "bold", _CHOICE * grown) + 28 for label, _, _ in choices]
        rows = in_rows(wides, gap, inner)
        high = 14 + head_h + 4 + words_h + 12 + len(rows) * (row + gap) - gap + 14
        box = (at[0], at[1], at[2], high)
        parts: list[Part] = [
            Panel(box, theme.colour("panel"), theme.colour("panel2"), 14, theme.colour("accent"), 2.5),
            Text((box[0] + 16, box[1] + 14, inner, head_h), position.title, head, theme.colour("title"), "bold", wrap=True),
            Text((box[0] + 16, box[1] + 18 + head_h, inner, words_h), words, body, theme.colour("text"), wrap=True),
        ]
        y = box[1] + 14 + head_h + 4 + words_h + 12
        for line in rows:
            x, spare = box[0] + 16, (inner - gap * (len(line) - 1) - sum(wides[index] for index in line)) / len(line)
            for index in line:
                label, key, on = choices[index]
                parts.append(
                    Button(key=key, rect=(x, y, wides[index] + spare, row), label=label, size=_CHOICE * grown / app.settings.text, on=on)
                )
                x += wides[index] + spare + gap
            y += row + gap
        return parts, high

    def _leave_table(self) -> None:
        """Go back: the lesson is kept where it stands, like any match."""
        self.app.cue("back")
        self.app.pop()


def _tail(box: Rect, anchor: Rect, tone: Colour, layer: int) -> list[Drawn]:
    """Return what leads from a bubble to the nearest point of what it speaks of: slender where that is far, as it may lead over other things."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    left, top, right, bottom = anchor[0] + 6, anchor[1] + 6, anchor[0] + anchor[2] - 6, anchor[1] + anchor[3] - 6
    tip = (max(left, min(x, right)), max(top, min(y, bottom)))
    beside = tip[1] > box[1] and tip[1] < box[1] + box[3]
    far = max(box[0] - tip[0], tip[0] - box[0] - box[2], box[1] - tip[1], tip[1] - box[1] - box[3]) > _FAR
    foot = _SLENDER if far else 16.0
    along = max(box[1] + 26, min(tip[1], box[1] + box[3] - 26)) if beside else max(box[0] + 26, min(tip[0], box[0] + box[2] - 26))
    if beside:
        edge = box[0] + 4 if tip[0] < x else box[0] + box[2] - 4
        feet = ((edge, along - foot), (edge, along + foot))
    else:
        edge = box[1] + 4 if tip[1] < y else box[1] + box[3] - 4
        feet = ((along - foot, edge), (along + foot, edge))
    return [Polygon((*feet, tip), tone, None, layer=layer)]


def places_named(view: MatchView, names: tuple[str, ...]) -> list[Place]:
    """Return the places of what is named: pieces by what is printed on them, zones and seats by their labels."""
    scene = view.scene
    found: list[Place] = []
    for name in names:
        for number, piece in scene.pieces.items():
            face = view.printed.face(piece.face) if piece.face and piece.kind != "die" else None
            if name == (face.name if face is not None else piece.face):
                found.append(piece_place(number))
        found += [zone_place(key) for key, zone in scene.zones.items() if zone.label == name]
        found += [seat_place(seat.seat) for seat in scene.seats if seat.label == name]
    return found


def next_position(position: Position) -> Position | None:
    """Return the position of the same kind that follows, None after the last."""
    alike = [each for each in positions_of(position.game) if each.kind == position.kind]
    names = [each.name for each in alike]
    at = names.index(position.name) + 1 if position.name in names else len(names)
    return alike[at] if at < len(alike) else None
