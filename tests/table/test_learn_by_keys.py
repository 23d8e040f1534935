"""A lesson at the keyboard: it names the keys, and what a step asks stays to be read whatever the hand does."""

from __future__ import annotations

import pytest
from test_learn import LESSONS, Pupil

from game.match.course import OPEN


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def test_a_step_names_the_keys_to_whoever_uses_them_and_stays_to_be_read_beside_refusals_and_in_the_hand():
    pupil = Pupil(next(each for each in LESSONS if each.game == "verona"))
    table, stage = pupil.table, pupil.stage
    assert table.lesson.reading
    assert "*Click to go on.*" in stage.words()
    stage.press("tab")
    assert "*Space goes on.*" in stage.words()
    assert "Click to go on" not in stage.words()
    while table.lesson.reading:
        stage.press("space")
        pupil.rest()
    step = table.lesson.step.say
    assert stage.words().count("*By keys: Enter picks a piece up, the arrows choose where, Enter puts it down.*") == 1
    foe = next(each for each in table.view.scene.pieces.values() if each.kind == "die" and each.owner not in {None, table.lesson.seat})
    table.hand.cursor = f"piece/{foe.id}"
    stage.press("return")
    assert table.hand.refused is not None
    words = stage.words()
    assert words.index(table.hand.refused[0][0].refusal.words) < words.index(step), "why not stands above what to do"
    offer = table.lesson.wanted(table.match.offers())[0]
    table.hand.cursor = offer.source
    stage.press("return")
    for place in table.hand.grip.targets():
        assert table.hand.grip.held == offer.source
        table.hand.point_at(place)
        stage.frame()
        assert stage.words().count(step) == 1, place
    table.hand.point_at("")
    stage.frame()
    assert stage.words().count(step) == 1
    stage.press("escape")
    table.hand.cursor = offer.source
    stage.press("return")
    while table.hand.cursor != offer.target:
        stage.press("tab")
    stage.press("return")
    pupil.rest()
    assert table.match.count > 0
    if table.lesson.verdict == OPEN:
        assert "By keys:" not in stage.words(), "it is told once"


@pytest.mark.parametrize("game", sorted({each.game for each in LESSONS}))
def test_home_goes_to_what_a_step_asks_for(game):
    pupil = Pupil(next(each for each in LESSONS if each.game == game))
    table, stage, asked = pupil.table, pupil.stage, 0
    while table.lesson.verdict == OPEN:
        if table.lesson.reading:
            stage.press("space")
        elif wanted := table.lesson.wanted(table.hand.grip.offers):
            sources = {offer.source for offer in wanted if offer.source}
            table.hand.look_into("")
            stage.press("home")
            assert table.hand.cursor in sources if sources else table.focus in {"main", "offer-0", "offer-1"}, table.lesson.step.say
            asked += 1
            table.submit(wanted[0].action)
        pupil.rest()
    assert asked
