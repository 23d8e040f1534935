"""Going on past parts of a turn: what is left is asked about before the first step, and what is said lies on nothing that explains."""

from __future__ import annotations

import pytest
from test_phases import BEGINS, brought, nobody_thinks, sat

from game.match.counsel import Idea
from game.table.canvas.draw import Panel
from game.table.canvas.view import meet
from game.table.pages.dialog import Dialog
from game.table.play import closing
from game.table.play.match_hand import DEAD_SECONDS
from game.table.shell.notices import notice_items

__all__ = ["nobody_thinks"]


def test_a_message_leaves_what_explains_the_focus_to_be_read():
    stage, screen = sat(brought("overcross", lambda match, offer: len(match.legal()) > 3), text_size=150)
    stage.frame(DEAD_SECONDS)
    for _ in range(60):
        stage.press("tab")
        if screen.focus.startswith("phase-"):
            break
    assert screen.focus.startswith("phase-")
    stage.frame(0.1)
    assert screen.hinted()
    for words in ("One.", "A second message, which takes a line of its own.", "A third."):
        stage.app.say(words)
    stage.frame(0.1)
    boxes = [item.rect for item in notice_items(stage.app, screen.told_in()) if isinstance(item, Panel)]
    assert len(boxes) == 3
    assert not any(meet(box, hint) for box in boxes for hint in screen.hinted())


@pytest.mark.parametrize("game", ["shine", "starcrossed"])
def test_whoever_goes_past_parts_of_a_turn_is_asked_once_before_the_first_step_about_all_that_is_left(game):
    """From Main, End passed four playable cards without a word, asked about the attacks in Attack, and "Not yet" left one there."""
    match = brought(game, lambda match, offer: match.scene(match.deciding).phase == BEGINS[game] and len(match.legal()) > 3)
    stage, screen = sat(match, closing="always", stops="always")
    count, scene = match.count, screen.view.scene
    labels = {phase.key: phase.label for phase in scene.phases}
    keys = [*labels]
    passed = keys[keys.index(scene.phase) + 1 : -1]
    undone = closing.left(scene, screen.hand.grip.offers)
    stage.click(f"phase-{keys[-1]}")
    assert isinstance(stage.top, Dialog)
    assert match.count == count
    words = stage.words().replace("\n", " ")
    assert all(labels[key] in words for key in passed)
    assert screen.hand.main().closes.split(".")[0] in words
    assert screen.hand.main().closes or all(each in words for each in undone)
    stage.frame(0.5)
    stage.press("escape")
    stage.frame(1.0)
    assert (match.count, screen.view.scene.phase, screen.course.goal) == (count, scene.phase, ""), "not yet leaves one where one was"
    stage.click(f"phase-{keys[-1]}")
    stage.frame(0.5)
    stage.click("answer-0")
    for _ in range(6):
        stage.frame(0.1)
        assert not isinstance(stage.top, Dialog), "asked twice"
    assert match.count > count


@pytest.mark.parametrize("way", ["key", "click", "button", "asked"])
def test_who_does_what_a_hint_says_is_not_asked_whether_they_mean_it(way: str):
    match = brought("overcross", lambda match, offer: bool(offer.closes) and len(match.legal()) > 3)
    stage, screen = sat(match, closing="always")
    ends = next(offer for offer in screen.hand.grip.offers if offer.main and offer.closes and offer.refusal is None)
    assert screen.asks(ends)
    count = match.count
    stage.frame(DEAD_SECONDS)
    if way != "asked":
        screen.hints.ideas = (Idea(ends, "End your turn", ""),)
        screen.hints._count = match.count
        screen.stale()
        stage.frame(0.1)
    if way in {"key", "button"}:
        stage.press("1" if way == "key" else "space")
    else:
        screen.hand.press_offer(ends) if way == "asked" else stage.click("idea-0")
    stage.frame(0.1)
    assert (isinstance(stage.top, Dialog), match.count > count) == ((True, False) if way == "asked" else (False, True))
