"""Whole matches at a real window, played with a real pointer."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from window_player import SHORT, Window, act, answer, mark, missing, play, screen, settled

pytestmark = [pytest.mark.window, pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing())]


@pytest.mark.parametrize(("game", "seed"), [("verona", 3), ("overcross", 5), ("cardmaster", 2), ("starcrossed", 4), ("shine", 6)])
def test_a_whole_match_can_be_played_with_the_mouse_alone(tmp_path: Path, game: str, seed: int) -> None:
    with screen() as display:
        window = Window(display, tmp_path, game, "random", seed, options=SHORT.get(game, {}))
        try:
            told = play(window, seed)
        finally:
            complaints = window.close()
    assert told["outcome"]
    assert told["count"] > 4
    assert "Traceback" not in complaints, complaints


def test_a_person_at_a_real_window_is_asked_only_where_they_can_act(tmp_path: Path) -> None:
    """By mouse alone: the small button by the pass button, then no question without a choice, then every question again."""
    with screen() as display:
        window = Window(display, tmp_path, "shine", "random", 3)
        try:
            window.greet()
            kinds = [stopped_by(window, "act", seed=1, acts=25), stopped_by(window, "always", seed=2, acts=25)]
        finally:
            complaints = window.close()
    assert "Traceback" not in complaints, complaints
    assert 1 not in kinds[0], "asked although there was nothing to choose"
    assert 1 in kinds[1], "passed by itself although every window should ask"


def stopped_by(window: Window, stop: str, *, seed: int, acts: int) -> list[int]:
    """Choose where to be stopped with the mouse, play some acts, and return how many buttons and drags each question allowed.

    The phases of the person's own turn are no questions: they never end by themselves.
    """
    chance = random.Random(seed)
    told = window.wait(settled, "a turn")
    for key in ("stops", f"stop-{stop}", "close"):
        widgets = told["dialog"] or told["widgets"]
        window.click(next(widget["at"] for widget in widgets if widget["key"] == key))
        window.ups -= bool(told["dialog"])  # the match counts what is let go over itself
        told = window.wait(lambda now, key=key: settled(now) and bool(now["dialog"]) == (key != "close"), f"pressing {key}")
    choices = []
    for _ in range(acts):
        if told["outcome"]:
            break
        if told["dialog"]:  # it would change nothing: asked once, and done all the same
            answer(window, told)
            told = window.wait(lambda now: settled(now) and not now["dialog"], "answering a warning")
            continue
        if not told["held"] and not told["menu"] and not any(offer["onward"] for offer in told["offers"]):
            choices.append(sum(offer["allowed"] for offer in told["offers"]))
        before = mark(told)
        done = act(window, told, chance)
        told = window.wait(lambda now, before=before: settled(now) and (bool(now["dialog"]) or mark(now) != before), done)
    return choices
