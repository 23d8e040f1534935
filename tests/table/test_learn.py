"""Learning at the table: every lesson is gone through with real events, and what does not belong there is answered with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pygame import Rect
from shell_stage import Stage

from game.content.positions import Position, positions_of
from game.kernel.offers import Offer
from game.match.course import OPEN, SOLVED
from game.rules import SHIPPED, open_box, shelf
from game.table.canvas.draw import Panel, Polygon
from game.table.pages.dialog import Dialog
from game.table.pieces.attack_arrow import ATTACKING
from game.table.play.ending import DEAD_SECONDS
from game.table.screens.learn import Learn
from game.table.screens.learn_match import LearnMatch, open_position, places_named
from game.table.screens.menu import MenuScreen
from game.table.screens.saves import Saves
from game.table.shell.learnt import learnt, learnt_path, mark_learnt
from game.table.shell.notices import notice_items
from game.table.shell.settings import ASKED
from game.table.shell.widgets import Button

LESSONS = [position for game in SHIPPED for position in positions_of(game) if position.kind == "lesson"]
PUZZLES = [position for game in SHIPPED for position in positions_of(game) if position.kind == "puzzle"]


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


class Pupil:
    """Hands before a lesson."""

    def __init__(self, position: Position, size: tuple[int, int] = (1280, 720), text_size: int = 100) -> None:
        self.stage = Stage(size, text_size=text_size, games=shelf(), speed="instant", reduced_motion=True, closing=ASKED)
        self.stage.show(MenuScreen())
        open_position(self.stage.app, position)
        self.rest()

    @property
    def table(self) -> LearnMatch:
        assert isinstance(self.stage.top, LearnMatch), self.stage.top
        return self.stage.top

    def begin(self) -> Path | None:
        """Do what the lesson asks first, and return where it is saved."""
        while self.table.lesson.reading:
            self.stage.press("space")
        self.take(self.table.lesson.wanted(self.table.match.offers())[0])
        return self.table.match.path

    def rest(self) -> None:
        for _ in range(5):
            self.stage.frame(0.5)

    def centre(self, place: str) -> tuple[float, float]:
        found = self.table.view.board.centre_of(place)
        assert found is not None, place
        return found

    def open_pile_of(self, place: str) -> None:
        """Lay the cards of a pile side by side where one of them is meant."""
        scene = self.table.view.scene
        piece = scene.pieces.get(int(place.removeprefix("piece/"))) if place.startswith("piece/") else None
        if piece is not None and scene.zones[piece.zone].kind == "pile" and scene.zones[piece.zone].count > 1:
            self.stage.tap(*self.centre(f"zone/{piece.zone}"))
            self.stage.frame(0.5)

    def take(self, offer: Offer) -> None:
        """Do what an offer says with the pointer: press its button, or drag from its source to its target."""
        table, match = self.table, self.table.match
        told_to = table.lesson.step is not None and bool(table.lesson.step.do)
        buttons = table.hand.buttons()
        if offer.source is None and any(each.action == offer.action for each in buttons):
            main = next((each for each in buttons if each.main and each.refusal is None), None)
            rest = [each for each in buttons if each is not main]
            found = next((index for index, each in enumerate(rest) if each.action == offer.action), None)
            self.stage.click("main" if found is None else f"offer-{found}")
        elif offer.source is None or offer.target is None or offer.source == offer.target:
            at = self.centre(offer.source or offer.target or "")
            before = match.count
            self.stage.tap(*at)
            if match.count == before and not table.hand.grip.menu:
                self.stage.frame(1.0)
                self.stage.tap(*at)  # a second click puts down where it was picked up: what the piece can do by itself
        else:
            self.open_pile_of(offer.source)
            start, end = self.centre(offer.source), self.centre(offer.target)
            self.stage.move(*start)
            self.stage.down(*start)
            self.stage.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            self.stage.move(*end)
            self.stage.up(*end)
        if isinstance(self.stage.top, LearnMatch) and self.stage.top.match is match and table.hand.grip.menu:
            which = next(index for index, each in enumerate(table.hand.grip.menu) if each.action == offer.action)
            self.stage.click(f"menu-{which}")
        if isinstance(self.stage.top, Dialog) and self.stage.top.answers[0][0] in {"Do it", "Do it all the same"}:
            assert not told_to, "a lesson does not doubt what it asks for itself"
            self.rest()
            self.stage.click("answer-0")
        self.rest()


def test_a_lesson_is_found_among_the_saves_by_its_name():
    lesson = next(each for each in LESSONS if each.game == "shine")
    pupil = Pupil(lesson)
    pupil.begin()
    stage = pupil.stage
    stage.app.pop()
    stage.show(Saves())
    assert f"Lesson: {lesson.title} · " in stage.words()
    assert "Begun in" in stage.words()


def test_what_a_lesson_says_against_a_move_goes_once_something_is_held_or_done():
    pupil = Pupil(next(each for each in LESSONS if each.game == "starcrossed"))
    table = pupil.table
    course, said = table.lesson, 0
    for _ in range(80):
        while course.reading:
            table.read_on()
            pupil.rest()
        if course.verdict != OPEN:
            break
        offers = [offer for offer in table.match.offers() if offer.refusal is None]
        wanted = course.wanted(offers)
        wrong = next((offer for offer in offers if course.objection(offer.action)), None)
        if wrong is not None:
            for held in (True, False):
                table.submit(wrong.action)
                pupil.stage.frame()
                objection = course.objection(wrong.action)
                assert objection in pupil.stage.words().replace("\n", " ")
                if held and (source := next((each.source for each in wanted if each.source), None)):
                    table.hand.grip.hold(source)
                    pupil.stage.frame()
                    assert objection not in pupil.stage.words().replace("\n", " ")
                    table.hand.grip.let_go()
            said += 1
        table.submit(wanted[0].action if course.step.do else offers[-1].action)
        assert table.objected == ""
        if said:
            return
        pupil.rest()
    raise AssertionError("nothing was said against")


def beneath_the_bubble(table: LearnMatch) -> list[str]:
    """Return what lies beneath the bubble of what fights now, what the step asks for, and what is one's own."""
    bubble = next((item.rect for item in table._bubble() if isinstance(item, Panel)), (0.0, 0.0, 0.0, 0.0))
    course = table.lesson
    asked = {place for offer in course.wanted(table.match.offers()) for place in (offer.source, offer.target)}
    found = []
    for piece in table.view.scene.pieces.values():
        rect = table.view.board.rect_of(f"piece/{piece.id}")
        meant = ATTACKING & set(piece.marks) or f"piece/{piece.id}" in asked or piece.owner == course.seat
        if meant and rect is not None and Rect(bubble).colliderect(Rect(rect)):
            found.append(str(piece.face))
    return found


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.name}")
def test_every_lesson_is_gone_through_with_real_events(lesson):
    pupil = Pupil(lesson)
    course = pupil.table.lesson
    for _ in range(80):
        if course.verdict != OPEN:
            break
        assert course.step is not None
        assert course.step.say in pupil.stage.words().replace("\n*Click to go on.*", "")
        if course.reading:
            pupil.stage.tap(pupil.table.view.board.area[2] * 0.5, pupil.table.view.board.area[3] * 0.5)
            pupil.rest()
            continue
        table, count = pupil.table, pupil.table.match.count
        done = getattr(table, "done_here", 0)
        assert beneath_the_bubble(table) == []
        offer = course.wanted(table.match.offers())[0] if course.step.do else course.next_of(course.step.solution, done)
        assert offer is not None
        number = course.number
        pupil.take(offer)
        assert table.match.count > count, f"{offer.words} was not taken"
        table.done_here = 0 if course.number != number else done + 1
    assert course.verdict == SOLVED
    assert isinstance(pupil.stage.top, Dialog)
    assert "Well done!" in pupil.stage.words()
    assert re.search(rf"{re.escape(lesson.title)}: 1 of \d lessons done\.", pupil.stage.words()), (
        "it says how far one is, not the goal once more"
    )
    assert f"{lesson.game}/{lesson.name}" in learnt()


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.game}-{puzzle.name}")
def test_every_puzzle_is_solved_with_real_events(puzzle, monkeypatch):
    pupil = Pupil(puzzle)
    monkeypatch.setattr(pupil.table.rival, "ask", lambda *_, **__: None)
    monkeypatch.setattr(pupil.table.rival, "poll", lambda: None)
    course, match, done = pupil.table.lesson, pupil.table.match, 0
    for _ in range(80):
        if course.verdict != OPEN:
            break
        offers = [offer for offer in match.offers() if offer.refusal is None]
        if match.deciding != puzzle.seat:
            pupil.table.submit(course.reply().action)
            pupil.rest()
        elif len(offers) == 1 and offers[0].passing:
            count = match.count
            pupil.rest()
            if match.count == count:  # a window goes by itself, one's own phase does not
                pupil.take(offers[0])
        else:
            offer, count = course.next_of(puzzle.solution, done), match.count
            assert offer is not None, puzzle.solution[done:]
            pupil.take(offer)
            assert match.count > count, f"{offer.words} was not taken"
            done += 1
    assert course.verdict == SOLVED
    assert "Solved!" in pupil.stage.words()
    assert f"{puzzle.game}/{puzzle.name}" in learnt()


@pytest.mark.parametrize("game", SHIPPED)
def test_what_a_lesson_does_not_ask_for_is_answered_and_changes_nothing(game):
    lesson = next(each for each in positions_of(game) if each.kind == "lesson")
    pupil = Pupil(lesson)
    table = pupil.table
    while table.lesson.reading:
        pupil.stage.press("space")
    wanted = [offer.action for offer in table.lesson.wanted(table.match.offers())]
    other = next(offer for offer in table.match.offers() if offer.refusal is None and offer.action not in wanted)
    table.submit(other.action)
    pupil.stage.frame()
    assert table.match.count == 0
    assert table.lesson.step.why in pupil.stage.words()


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("game", SHIPPED)
def test_why_not_and_what_to_do_are_read_together_and_cover_no_button(game, text):
    for lesson in (each for each in positions_of(game) if each.kind == "lesson"):
        pupil = Pupil(lesson, size=(1280, 720), text_size=text)
        table, app = pupil.table, pupil.stage.app
        while table.lesson.reading:
            pupil.stage.press("space")
        wanted = [offer.action for offer in table.lesson.wanted(table.match.offers())]
        wrong = [offer for offer in table.match.offers() if offer.refusal is None and table.lesson.objection(offer.action)]
        if not wrong:
            continue
        assert wrong[0].action not in wanted
        table.submit(wrong[0].action)
        pupil.stage.frame()
        step, words = table.lesson.step, pupil.stage.words().replace("\n", " ")
        assert step.say in words, lesson.name
        assert table.lesson.objection(wrong[0].action) in words, lesson.name
        assert app.notices == []
        (box,) = [item.rect for item in table.lying_over() if isinstance(item, Panel)]
        assert box[1] >= 0
        assert box[1] + box[3] <= app.view.height
        buttons = [each for each in table.widgets() if isinstance(each, Button)]
        assert buttons
        assert not [each.key for each in buttons if Rect(box).colliderect(Rect(each.rect))], lesson.name


@pytest.mark.parametrize("text", [100, 150])
def test_a_notice_at_the_table_covers_no_button_of_the_column(text):
    pupil = Pupil(puzzle(), size=(1280, 720), text_size=text)
    pupil.stage.app.say("A long sentence that says at length what has just gone wrong at this table. " * 3, "bad")
    (box,) = [item.rect for item in notice_items(pupil.stage.app, pupil.table.told_in()) if isinstance(item, Panel)]
    assert box in [item.rect for item in pupil.stage.app.items() if isinstance(item, Panel)]
    assert not [each.key for each in pupil.table.widgets() if Rect(box).colliderect(Rect(each.rect)) and each.rect[0] > 1200]
    assert box[0] > 0


def puzzle(game: str = "verona") -> Position:
    return next(each for each in positions_of(game) if each.kind == "puzzle")


def test_a_puzzle_says_its_goal_helps_and_is_marked_when_it_is_solved():
    pupil = Pupil(puzzle())
    table = pupil.table
    assert table.lesson.goal in pupil.stage.words()
    pupil.stage.click("learn-hint")
    assert f"Begin with: {table.position.solution[0]}" in pupil.stage.words()
    first = table.lesson.leads_on()
    assert (table.light().sources, table.light().legal) == ({first.source}, {first.target})
    pupil.stage.press("i")
    assert "Begin with:" not in pupil.stage.words(), "the key of hints puts it away"
    pupil.stage.click("learn-way")
    assert table.position.solution[0] in pupil.stage.words()
    pupil.stage.click("answer-0")
    offer = table.lesson.next_of(table.position.solution, 0)
    pupil.take(offer)
    for _ in range(30):
        if table.lesson.verdict != OPEN:
            break
        table.submit(table.lesson.reply().action)
        pupil.rest()
    pupil.rest()
    assert "Solved!" in pupil.stage.words()
    assert f"{table.position.game}/{table.position.name}" in learnt()


@pytest.mark.parametrize("game", SHIPPED)
def test_the_hint_of_a_lesson_leads_through_it(game):
    pupil = Pupil(next(each for each in LESSONS if each.game == game))
    table = pupil.table
    for _ in range(60):
        if table.lesson.verdict != OPEN:
            break
        while table.lesson.reading:
            pupil.stage.press("space")
        if table.lesson.verdict == OPEN and table.match.deciding == table.position.seat:
            pupil.stage.press("i")
            pupil.stage.click("idea-0")
            if isinstance(pupil.stage.top, Dialog) and pupil.stage.top.answers[0][0] in {"Do it", "Do it all the same"}:
                pupil.stage.click("answer-0")
        pupil.rest()
    assert table.lesson.verdict == SOLVED


def test_a_puzzle_that_failed_can_be_taken_back_or_begun_again(monkeypatch: pytest.MonkeyPatch):
    pupil = Pupil(puzzle())
    table = pupil.table
    monkeypatch.setattr(table.rival, "ask", lambda *_: None)
    monkeypatch.setattr(table.rival, "poll", lambda: None)
    for _ in range(20):
        if table.lesson.verdict != OPEN:
            break
        right = table.lesson.next_of(table.position.solution, 0)
        offers = [each for each in table.match.offers() if each.refusal is None and (right is None or each.action != right.action)]
        table.submit(offers[-1].action)
    pupil.rest()
    assert "Not this time" in pupil.stage.words()
    assert learnt() == frozenset()
    pupil.stage.click("answer-1")
    table.match.undo(table.position.seat)
    assert table.lesson.verdict == OPEN
    pupil.stage.click("learn-again")
    assert pupil.table is not table
    assert pupil.table.match.count == 0


def test_the_end_of_a_lesson_takes_no_press_that_was_meant_for_the_table():
    lesson = positions_of("cardmaster")[0]
    pupil = Pupil(lesson)
    while pupil.table.lesson.reading:
        pupil.table.read_on()
    while pupil.table.lesson.verdict == OPEN:
        pupil.table.submit(pupil.table.lesson.leads_on().action)
        pupil.table.finish()
    pupil.stage.frame(0.02)
    assert "Well done!" in pupil.stage.words()
    pupil.stage.press("space", "return", "escape")
    pupil.stage.click("answer-0")
    assert "Well done!" in pupil.stage.words()
    pupil.stage.frame(DEAD_SECONDS)
    pupil.stage.press("return")
    assert pupil.table.position == positions_of("cardmaster")[1]


def test_only_what_the_step_asks_for_glows():
    pupil = Pupil(positions_of("verona")[0])
    pupil.stage.press("space")
    pupil.rest()
    light = pupil.table.light()
    offer = pupil.table.lesson.wanted(pupil.table.match.offers())[0]
    assert light.sources == {offer.source}
    assert offer.target in light.about


@pytest.mark.parametrize("game", SHIPPED)
def test_what_a_step_asks_for_is_what_glows_and_what_its_bubble_points_at(game):
    for lesson in (each for each in LESSONS if each.game == game):
        pupil = Pupil(lesson)
        table, course, steps = pupil.table, pupil.table.lesson, 0
        while course.verdict == OPEN:
            where, light = f"{lesson.name}, step {course.number + 1}", table.light()
            named = set(places_named(table.view, course.step.glow))
            if course.reading:
                assert light.about == named, where
                table.read_on()
                continue
            wanted = course.wanted(table.match.offers())
            first, steps = wanted[0], steps + 1
            sources, targets = {each.source for each in wanted} - {None}, {each.target for each in wanted} - {None}
            assert light.about == named | sources | targets, where
            (tail,) = [item for item in table._bubble() if isinstance(item, Polygon)]
            (bubble,) = [item.rect for item in table._bubble() if isinstance(item, Panel)]
            pressed = [each.rect for each in table.widgets() if each.rect[0] >= table.view.board.area[2]]
            dragged = first.source is not None and "ress " not in course.step.say
            meant = [table.view.board.rect_of(first.source)] if dragged else pressed
            assert any(Rect(rect).collidepoint(tail.points[2]) for rect in meant), where
            assert Rect(bubble).inflate(8, 8).collidepoint(tail.points[0]), where
            table.submit(first.action)
            pupil.rest()
        assert steps


def test_a_card_that_the_step_does_not_speak_of_does_not_glow_though_it_could_move():
    pupil = Pupil(positions_of("cardmaster")[0])
    pupil.stage.press("space")
    pupil.rest()
    light, scene = pupil.table.light(), pupil.table.view.scene
    own = {scene.pieces[int(place[6:])].face for place in light.about | light.sources if scene.pieces[int(place[6:])].owner == 0}
    assert own == {"halo-kestrel"}


@pytest.mark.parametrize("game", ["shine", "overcross", "cardmaster", "verona"])
def test_what_is_said_of_a_button_is_not_hidden_by_the_bubble(game):
    pupil = Pupil(positions_of(game)[0])
    table, (x, y, wide, high) = pupil.table, pupil.stage.rect("prompt-rule")
    pupil.stage.move(x + wide / 2, y + high / 2)
    pupil.stage.frame(0.6)
    pupil.stage.frame(0.1)
    bubble = next(item.rect for item in table._bubble() if isinstance(item, Panel))
    assert not Rect(bubble).colliderect(Rect(table._hint()[1].rect))


def test_the_menu_leads_to_the_lessons_and_offers_them_first_to_whoever_is_new():
    stage = Stage(games=shelf())
    stage.show(MenuScreen())
    assert stage.top.widget(f"learn-{stage.top.chosen}").style == "main"
    stage.click("learn-verona")
    assert isinstance(stage.top, Learn)
    assert stage.top.game.id == "verona"
    stage.click("open-lesson-1")
    assert isinstance(stage.top, LearnMatch)
    stage.click("learn-leave")
    stage.press("escape")
    assert stage.top.widget("learn-verona").style == "main", "nothing was begun"
    pupil = Pupil(positions_of("verona")[0])
    pupil.begin()
    pupil.stage.app.pop()
    assert pupil.stage.top.widget("learn-verona").style == "plain", "whoever has begun is offered to go on"
    assert pupil.stage.top.widget("continue") is not None


def test_what_was_learnt_is_kept_and_a_broken_file_counts_as_empty():
    assert learnt() == frozenset()
    assert mark_learnt("verona", "lesson-1") == ""
    assert mark_learnt("shine", "lesson-2") == ""
    assert learnt() == {"verona/lesson-1", "shine/lesson-2"}
    stage = Stage(games=shelf())
    stage.show(Learn(open_box("verona")))
    assert "Lessons: 1 of" in stage.words()
    for broken in (b"{", b"\xff", b"[[[", b'{"a": 1}', b" " * 300_000):
        learnt_path().write_bytes(broken)
        assert learnt() == frozenset()
        assert "learnt.json.unreadable" in mark_learnt("verona", "lesson-1")
        assert broken in {path.read_bytes() for path in learnt_path().parent.glob("learnt.json.unreadable*")}
        assert learnt() == {"verona/lesson-1"}


def within_the_list(page: Learn, key: str) -> bool:
    """Tell whether a tile is wholly to be seen in the list."""
    area, tile = page.widget("lists"), page.widget(key)
    return area.rect[1] <= tile.rect[1] and tile.rect[1] + tile.rect[3] <= area.rect[1] + area.rect[3]


@pytest.mark.parametrize("text_size", [100, 175])
def test_the_list_of_lessons_scrolls_by_wheel_by_page_and_with_the_focus(text_size):
    stage = Stage((1024, 640), games=shelf(), text_size=text_size, speed="instant", reduced_motion=True)
    stage.show(Learn(open_box("shine")))
    page = stage.top
    tiles = [widget.key for widget in page.widgets() if widget.key.startswith("open-")]
    assert within_the_list(page, tiles[0])
    assert not within_the_list(page, tiles[-1])
    x, y, width, height = stage.rect("lists")
    stage.move(x + width / 2, y + height / 2)
    stage.wheel(-90)
    assert within_the_list(page, tiles[-1])
    stage.wheel(90)
    assert within_the_list(page, tiles[0])
    for _ in tiles:
        stage.press("page down")
    assert within_the_list(page, tiles[-1])
    for _ in tiles:
        stage.press("tab")
        assert not page.focus.startswith("open-") or within_the_list(page, page.focus)


def test_the_page_opens_where_the_next_lesson_or_puzzle_is():
    listed = [each for each in positions_of("shine") if each.kind != "position"]
    for position in listed[:-1]:
        mark_learnt("shine", position.name)
    stage = Stage((1024, 640), games=shelf(), text_size=175, speed="instant", reduced_motion=True)
    stage.show(Learn(open_box("shine")))
    key = f"open-{listed[-1].name}"
    assert stage.top.focus == key
    assert within_the_list(stage.top, key)
    stage.click(key)
    assert isinstance(stage.top, LearnMatch)
    assert stage.top.position == listed[-1]
