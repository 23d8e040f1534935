"""One's own phases: they never end by themselves, the strip leads to later ones, and no button is pressed by a thumb that meant another."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from shell_stage import Stage

from game.kernel.chance import Chance
from game.kernel.ids import piece_place
from game.kernel.offers import Offer
from game.kernel.setup import Outcome, Setup
from game.kernel.words import counted
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.pages.dialog import Dialog
from game.table.play import closing
from game.table.play.ending import DEAD_SECONDS as END_SECONDS
from game.table.play.ending import EndPanel
from game.table.play.match import MatchScreen
from game.table.play.match_hand import DEAD_SECONDS
from game.table.play.phases import Course
from game.table.shell.page import CALM
from game.table.shell.settings import FIRST_TIMES

PHASED = ["overcross", "starcrossed", "shine"]
STEPPED = [*PHASED, "verona", "cardmaster"]
"""The games whose turns or rounds have parts: every one."""
BEGINS = {"overcross": "cards", "starcrossed": "action", "shine": "main1"}
"""In which part of a turn its player is first asked."""


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def onward(match: Match) -> Offer | None:
    return next((offer for offer in match.offers() if offer.refusal is None and offer.onward), None)


def brought(game: str, wanted: Callable[[Match, Offer], bool], people: int = 2) -> Match:
    """Return a match at a question of a person that goes on to a later phase, and that is as wanted."""
    for seed in range(60):
        plans = tuple(SeatPlan("human" if seat < people else "random") for seat in range(2))
        match, chance = Match.start(Setup(game, 2, seed=seed, take_backs=True), plans), Chance(seed)
        while match.deciding is not None and match.count < 150:
            offer = onward(match)
            if offer is not None and match.plans[match.deciding].human and wanted(match, offer):
                return match
            match.submit(chance.pick(match.legal()))
    raise AssertionError("there is no such moment")


def begun(game: str) -> Match:
    """Return a match at a question in a part of a turn or round."""
    match, chance = Match.start(Setup(game, 2, seed=3), (SeatPlan("human"), SeatPlan("human"))), Chance(3)
    while match.deciding is None or not match.scene(match.deciding).phase:
        match.submit(chance.pick(match.legal()))
    return match


def sat(match: Match, **settings) -> tuple[Stage, MatchScreen]:
    stage = Stage(**{"speed": "instant", "reduced_motion": True, **settings})
    screen = stage.show(MatchScreen(match))
    for _ in range(8):
        stage.frame(0.1)
        if stage.top is not screen:
            stage.press("return")
    return stage, screen


@pytest.mark.parametrize("game", PHASED)
def test_an_own_phase_with_nothing_left_to_do_waits_for_its_player(game):
    match = brought(game, lambda match, offer: len(match.legal()) == 1)
    count = match.count
    stage, screen = sat(match)
    stage.frame(5.0)
    assert match.count == count
    assert screen.view.human_turn
    assert screen.widget("main").style == "main"
    assert screen.widget("main").note == ""


@pytest.mark.parametrize("game", ["verona", "shine"])
def test_a_table_that_waits_for_a_person_is_not_looked_at_again_and_again(game, monkeypatch):
    stage, _ = sat(Match.start(Setup(game, 2, seed=3), (SeatPlan("human"), SeatPlan("human"))))
    for _ in range(4):
        stage.frame(6.0)
    looked = []
    monkeypatch.setattr(Match, "scene_at", lambda *asked: looked.append(asked))
    monkeypatch.setattr(Match, "scene", lambda *asked: looked.append(asked))
    for _ in range(3):
        stage.frame(1.0)
    assert looked == []


@pytest.mark.parametrize("game", PHASED)
def test_the_main_button_is_quiet_and_counts_what_is_left(game):
    match = brought(game, lambda match, offer: offer.main and len(match.legal()) > 3)
    _, screen = sat(match)
    button = screen.widget("main")
    assert button.style == "plain"
    sources = {offer.source for offer in match.offers() if offer.refusal is None and offer.source and not offer.main}
    assert sum(int(words.split()[0]) for words in button.note.split(", ")) >= len(sources) > 0
    assert "playable" in button.note or " can " in button.note or "choose" in button.note


def test_the_main_button_counts_what_the_question_counts_and_names_what_else_there_is_CM_14():
    match, chance = Match.start(Setup("cardmaster", 2, seed=3), (SeatPlan("human"), SeatPlan("human"))), Chance(3)
    while not any(offer.verb == "Deposit a gem" and offer.refusal is None for offer in match.offers()):
        match.submit(chance.pick(match.legal()))
    _, screen = sat(match)
    asked = screen.view.scene.prompt
    assert f"{len(asked.about)} card" in asked.words
    assert screen.widget("main").note == f"{len(asked.about)} can act, deposit a gem"
    assert screen.widget("main").hint == f"Ends the possession: {counted(len(asked.about), 'card')} would take no move. (Space)", (
        "said once"
    )


def test_the_strip_of_the_games_without_phases_shows_the_round_and_the_action_CM_8_VR_7():
    match, chance = Match.start(Setup("cardmaster", 2, seed=3), (SeatPlan("human"), SeatPlan("human"))), Chance(3)
    seen = []
    while match.deciding is not None and match.count < 120:
        scene = match.scene(match.deciding)
        active = next((seat.seat for seat in scene.seats if seat.active), None)
        if scene.phase != "order" and scene.phase and (not seen or seen[-1] != (scene.phase, active)):
            seen.append((scene.phase, active))
        match.submit(chance.pick(match.legal()))
    assert [phase for phase, _ in seen[:6]] == ["first", "second"] * 3
    assert all(one != other for (_, one), (_, other) in zip(seen[::2], seen[1::2], strict=False)), "each side has one possession of a round"
    match = Match.start(Setup("cardmaster", 2, seed=3), (SeatPlan("human"), SeatPlan("human")))
    while match.scene(match.deciding).phase != "first":
        match.submit(match.legal()[0])
    stage, _ = sat(match)
    stage.click("phase-second")
    stage.frame(0.1)
    assert match.scene(match.deciding).phase == "second"
    match, chance, asked = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("human"))), Chance(3), {}
    while match.deciding is not None:
        scene = match.scene(match.deciding)
        asked.setdefault(scene.prompt.rule, set()).add(scene.phase)
        match.submit(chance.pick(match.legal()))
    assert asked["VR-7"] == {"action"}
    assert asked["VR-8"] == asked["VR-11"] == {"answer"}
    assert asked["VR-18"] == {"die"}


@pytest.mark.parametrize("game", [*PHASED, "cardmaster"])
def test_the_strip_shows_every_phase_and_lights_the_present_one(game):
    match = brought(game, lambda match, offer: True)
    _, screen = sat(match)
    scene = screen.view.scene
    shown = [widget for widget in screen.widgets() if widget.key.startswith("phase-")]
    assert [widget.key for widget in shown] == [f"phase-{phase.key}" for phase in scene.phases]
    keys = [phase.key for phase in scene.phases]
    here = keys.index(scene.phase)
    assert not any(widget.enabled for widget in shown[: here + 1])
    assert shown[keys.index(onward(match).onward)].enabled
    assert all(phase.words in widget.hint for phase, widget in zip(scene.phases, shown, strict=True))
    for index, widget in enumerate(shown[here + 1 :], here + 1):
        passed = index < keys.index(onward(match).onward)
        assert ("begins it" in widget.hint) == passed, "what the rules go past without a step says so"
        can = {offer.source for offer in match.offers() if offer.begins == keys[index] and offer.refusal is None and passed}
        assert widget.enabled == (bool(can) or not passed)


@pytest.mark.parametrize("game", STEPPED)
def test_a_click_on_any_phase_goes_there_or_says_why_not(game, monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.poll", lambda self: None)
    match, chance = Match.start(Setup(game, 2, seed=4), (SeatPlan("human"), SeatPlan("random"))), Chance(4)
    asked, other = set(), 0
    while match.deciding is not None and match.count < 200:
        scene, own = match.scene(0), match.deciding == 0
        kind = (own, scene.phase, onward(match) is None)
        if scene.phase and kind not in asked:
            asked.add(kind)
            stage, screen = Stage(speed="instant", reduced_motion=True), MatchScreen(match)
            screen.ask_here()
            stage.show(screen)
            stage.frame(DEAD_SECONDS)
            for phase in scene.phases:
                widget = screen.widget(f"phase-{phase.key}")
                if widget.enabled and onward_to(match, phase.key):
                    continue
                stage.app.notices.clear()
                stage.click(widget.key)
                (notice,) = [words for _, words, _ in stage.app.notices]
                assert phase.label in notice
                other += not own
        match.submit(chance.pick(match.legal()))
    assert other
    assert game in {"overcross", "cardmaster"} or any(own and question for own, _, question in asked), (
        "a question from which nothing goes on"
    )


def onward_to(match: Match, phase: str) -> bool:
    """Tell whether a step leads towards a phase."""
    scene = match.scene(match.deciding)
    keys = [each.key for each in scene.phases]
    steps = [keys.index(offer.onward) for offer in match.offers() if offer.refusal is None and offer.onward]
    return any(keys.index(scene.phase) < step <= keys.index(phase) for step in steps)


def moment_of_overcross(*, can_attack: bool) -> tuple[Stage, MatchScreen]:
    """Return a table at a question before the attacks, in which an own character could attack another or none could."""

    def fits(match: Match, offer: Offer) -> bool:
        scene = match.scene(match.deciding)
        foes = {piece_place(piece.id) for piece in scene.pieces.values() if piece.kind == "token" and piece.owner != match.deciding}
        major = [offer for offer in match.offers() if offer.begins == "major" and not closing.on_terrain(scene, offer.target)]
        tried = any(offer.target in foes for offer in major)
        return tried and scene.phase != "major" and any(offer.refusal is None for offer in major) == can_attack

    stage, screen = sat(brought("overcross", fits))
    stage.frame(DEAD_SECONDS)
    return stage, screen


def test_attack_where_somebody_can_attack_shows_who_OC_19():
    stage, screen = moment_of_overcross(can_attack=True)
    match, widget = screen.match, screen.widget("phase-major")
    count = match.count
    assert widget.enabled
    stage.click("phase-major")
    lit = screen.light().about
    able = {offer.source for offer in match.offers() if offer.begins == "major" and offer.refusal is None}
    assert lit
    assert lit <= able
    (notice,) = [words for _, words, _ in stage.app.notices]
    faces = {piece_place(piece.id): screen.view.printed.card_name(piece.face) for piece in screen.view.scene.pieces.values() if piece.face}
    assert notice.startswith("Attack begins with its first action: pick ")
    assert all(faces[place] in notice for place in lit)
    ends = {offer.closes for offer in screen.hand.grip.offers if offer.source in lit and offer.begins == "major"} - {""}
    assert all(closes[1:] in notice for closes in ends), "what it ends is said before"
    assert match.count == count, "the attack itself is a choice"
    stage.frame(1.0)
    assert widget.hint not in stage.words(), "the message does not lie over what explains the phase"
    stage.move(*screen.view.board.centre_of(next(iter(lit))))
    assert screen.light().about >= lit
    stage.press("v")
    assert not screen.light().about & lit, "it is lit until something is done"


def test_attack_where_nobody_can_attack_says_why_OC_34():
    stage, screen = moment_of_overcross(can_attack=False)
    widget = screen.widget("phase-major")
    refused = {offer.refusal.words for offer in screen.match.offers() if offer.begins == "major" and offer.refusal is not None}
    assert not widget.enabled
    stage.click("phase-major")
    (notice,) = [words for _, words, _ in stage.app.notices]
    assert notice.startswith("Attack: ")
    assert any(words in notice for words in map(screen.view.spoken, refused)), notice
    assert any(words in widget.hint for words in map(screen.view.spoken, refused))
    assert "[" not in notice + widget.hint
    stage.frame(1.0)
    assert widget.hint not in stage.words(), "the message does not lie over what explains the phase"


def test_what_cannot_be_pressed_says_why_when_it_is_pressed_all_the_same():
    match = Match.start(Setup("shine", 2, seed=3), (SeatPlan("human"), SeatPlan("human")))
    stage, screen = sat(match)
    for key, words in (("tool-undo", match.undo_refusal(0).words), ("tool-step", "Single steps are shown while the table is paused.")):
        stage.app.notices.clear()
        stage.click(key)
        assert [notice[1] for notice in stage.app.notices] == [words]
    assert match.count == 0
    stage, screen = Stage(), MatchScreen(Match.start(Setup("verona", 2, seed=0), (SeatPlan("human"), SeatPlan("human"))))
    stage.show(screen)
    for _ in range(30):
        stage.frame(0.5)
    barred = next(part for part in screen.widgets() if part.key.startswith("offer-") and not part.enabled)
    stage.click(barred.key)
    assert [notice[1] for notice in stage.app.notices] == [barred.hint]


def test_a_click_on_a_later_phase_goes_there_phase_by_phase():
    match = brought("shine", lambda match, offer: match.scene(match.deciding).phase == "main1")
    seat, count = match.deciding, match.count
    stage, _ = sat(match, stops="marked", marks={"shine/leaving": "never"})
    stage.click("phase-main2")
    for _ in range(6):
        stage.frame(0.1)
    assert match.deciding == seat
    assert match.scene(seat).phase == "main2"
    assert match.count > count + 1
    stage.frame(3.0)
    assert match.scene(seat).phase == "main2", "it went further than it was told"


def test_who_is_asked_something_else_on_the_way_stays_there():
    offers = (Offer("pass", "Attack phase", "Go on.", main=True, onward="attack"),)
    match = brought("shine", lambda match, offer: match.scene(match.deciding).phase == "main1")
    scene, course = match.scene(match.deciding), Course()
    course.set("end", match.deciding)
    assert course.next(scene, offers, match.deciding) == offers[0]
    assert course.next(scene, (Offer("yes", "Yes", "Yes."),), match.deciding) is None
    assert course.next(scene, offers, match.deciding) is None


@pytest.mark.parametrize("game", PHASED)
def test_who_goes_to_the_end_of_one_turn_is_asked_in_the_next(game):
    """From the part in which the next turn begins as well, where nothing else tells the two apart."""

    def first(match: Match, offer: Offer) -> bool:
        return match.count > 6 and match.scene(match.deciding).phase == BEGINS[game]

    match, chance, course, gone = brought(game, first), Chance(3), Course(), False
    seat = match.deciding
    course.set(match.scene(seat).phases[-1].key, seat)
    while match.deciding is not None:
        own = next(each.seat for each in match.scene(seat).seats if each.active) == seat
        gone = gone or not own
        step = course.next(match.scene(seat), match.offers(), seat) if match.deciding == seat else None
        if gone and own and match.deciding == seat and match.scene(seat).phase == BEGINS[game]:
            assert step is None, "the next turn was gone through as well"
            return
        match.submit(chance.pick(match.legal()) if step is None else step.action)
    pytest.fail("there was no next turn")


def test_a_course_ends_with_the_turn():
    match = brought("shine", lambda match, offer: match.scene(match.deciding).phase == "main2")
    seat, course = match.deciding, Course()
    course.set("end", seat)
    assert course.next(match.scene(seat), match.offers(), seat).onward == "end"
    other = brought("shine", lambda match, offer: match.scene(match.deciding).phase == "main1")
    assert course.next(other.scene(other.deciding), other.offers(), seat) is None
    assert course.goal == ""


@pytest.mark.parametrize("by", ["key", "mouse"])
def test_a_button_that_has_just_changed_its_meaning_takes_no_press(by):
    """Space twice in a row, as when an attack phase begins under the thumb: the second press is not meant for what is there now."""
    match = brought("shine", lambda match, offer: match.scene(match.deciding).phase == "main1")
    stage, screen = sat(match, stops="marked", marks={"shine/leaving": "never"})

    def press() -> None:
        stage.press("space") if by == "key" else stage.click("main")

    press()
    for _ in range(3):
        stage.frame(0.02)
    assert match.scene(screen.view.viewer).phase == "attack"
    count = match.count
    press()
    press()
    assert match.count == count
    stage.frame(DEAD_SECONDS)
    press()
    assert match.count > count


def test_escape_opens_the_menu_while_something_moves_as_well():
    stage = Stage((1280, 720))
    screen = stage.show(MatchScreen(Match.start(Setup("verona", 2, seed=3), (SeatPlan("random"),) * 2)))
    stage.frame(0.05)
    assert screen.view.player.busy
    stage.press("escape")
    assert isinstance(stage.top, Dialog), "others may play for as long as they like"
    assert "Leave the table" in stage.words()


def test_an_end_panel_takes_no_press_at_first():
    stage = Stage()
    pressed: list[int] = []
    answers = (("Again", "anticlockwise-rotation", "main", lambda: pressed.append(1)), ("Menu", "exit-door", "plain", lambda: None))
    panel = stage.show(EndPanel(Outcome((0,), (1, 0), "It is over."), ("A", "B"), answers, people=(0,)))
    stage.press("space", "return", "escape")
    stage.click("answer-0")
    assert stage.top is panel
    assert not pressed
    stage.frame(END_SECONDS)
    stage.press("space")
    assert pressed == [1]


@pytest.mark.parametrize("game", [*PHASED, "cardmaster"])
def test_what_closes_something_says_so_and_asks_the_first_times(game):
    match = brought(game, lambda match, offer: offer.main and bool(offer.closes)) if game != "cardmaster" else None
    if match is None:
        match, chance = Match.start(Setup(game, 2, seed=3), (SeatPlan("human"),) * 2), Chance(3)
        while not any(offer.closes for offer in match.offers()):
            match.submit(chance.pick(match.legal()))
    stage, screen = sat(match, closing="first")
    main = screen.hand.main()
    assert main.closes in screen.widget("main").hint
    count = match.count
    for _ in range(FIRST_TIMES + 1):
        stage.press("space")
        assert isinstance(stage.top, Dialog)
        assert main.closes.split(".")[0] in stage.words().replace("\n", " ")
        stage.press("space")
        assert isinstance(stage.top, Dialog), "a second press by a hurried thumb is no answer"
        stage.frame(0.5)
        stage.press("escape")
        assert match.count == count
        assert stage.app.settings.closings == {}, "not yet is not counted"
        stage.frame(0.5)
    stage.press("space")
    stage.frame(0.5)
    gold = [part.label for part in stage.top.widgets() if part.style == "main"]
    assert gold == ["Not yet"], "what stands out loses nothing"
    stage.press("return")
    assert (match.count, stage.app.settings.closings) == (count, {})
    stage.frame(0.5)
    stage.press("space")
    stage.frame(0.5)
    stage.click("answer-0")
    assert match.count > count
    assert stage.app.settings.closings == {game: 1}


def test_whoever_presses_on_answers_no_question_that_was_not_seen():
    match = brought("shine", lambda match, offer: offer.main and bool(offer.closes))
    stage, _ = sat(match, closing="always")
    count = match.count
    stage.press("space")
    assert isinstance(stage.top, Dialog)
    for _ in range(8):  # a double click, a double key: each so soon that the one before was not answered yet
        stage.frame(0.2)
        stage.press("space")
    assert (match.count, isinstance(stage.top, Dialog)) == (count, True)
    stage.frame(CALM + 0.1)
    stage.press("left", "space")
    assert match.count > count


def test_what_is_pressed_while_a_question_is_drawn_for_the_first_time_is_not_its_answer():
    match = brought("shine", lambda match, offer: offer.main and bool(offer.closes))
    stage, _ = sat(match, closing="always")
    count = match.count
    stage.post(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0)
    stage.post(pygame.KEYUP, key=pygame.K_SPACE, mod=0, unicode="", scancode=0)
    stage.frame()
    assert isinstance(stage.top, Dialog)
    stage.post(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0)
    stage.frame(1.0)
    assert (match.count, isinstance(stage.top, Dialog)) == (count, True)


def test_how_often_was_asked_is_counted_by_game_and_never_in_a_lesson():
    match = brought("overcross", lambda match, offer: bool(offer.closes))
    stage, screen = sat(match, closing="first", closings={"overcross": FIRST_TIMES, "shine": 1})
    settings = stage.app.settings
    assert [settings.asks_before_closing(game) for game in PHASED] == [False, True, True]
    offer = next(offer for offer in match.offers() if offer.closes and offer.refusal is None)
    stage.app.change(closings={})

    class Lesson:
        setup, position = match.setup, "lesson-1"

    for played, times in ((Lesson(), {}), (match, {"overcross": 1})):
        stage.app.push(closing.question(stage.app, played, offer, screen.stale, screen.stale))
        stage.frame()
        stage.frame(0.5)
        stage.click("answer-0")
        assert stage.app.settings.closings == times


def test_always_and_never_are_asked_as_the_settings_say():
    match = brought("overcross", lambda match, offer: bool(offer.closes))
    stage, _ = sat(match, closing="always", closings={"overcross": FIRST_TIMES})
    count = match.count
    stage.press("space")
    assert isinstance(stage.top, Dialog)
    stage.frame(0.5)
    stage.press("escape")
    stage.app.change(closing="never")
    stage.frame(0.5)
    stage.press("space")
    assert not isinstance(stage.top, Dialog)
    assert match.count > count


def test_space_presses_what_has_the_focus_and_escape_lets_it_go():
    match = brought("overcross", lambda match, offer: True)
    stage, screen = sat(match)
    count, log_open = match.count, screen.view.log_open
    screen.by_keyboard, screen.focus = True, "tool-log"
    stage.press("space")
    assert (match.count, screen.view.log_open) == (count, not log_open)
    stage.press("escape")
    assert screen.focus == ""
    assert stage.top is screen
    stage.press("space")
    assert match.count > count
