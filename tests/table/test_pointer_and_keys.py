"""Pointer and keyboard by turns: a pointer that moves is followed at once, one that rests says nothing while keys are used."""

from __future__ import annotations

import pytest
from shell_stage import Stage
from test_by_keys_alone import asked, nobody_thinks, open_offers

from game.match.match import Match
from game.table.play import closing
from game.table.play.match import MatchScreen

__all__ = ["nobody_thinks"]


def in_hand(match: Match, scene) -> list[str]:
    return [offer.source for offer in open_offers(match) if offer.source and closing.in_hand(scene, offer.source)]


def to_play(match: Match) -> bool:
    """Tell whether two cards of a hand can be played."""
    return match.deciding is not None and len(set(in_hand(match, match.scene(match.deciding)))) > 1


def to_put_somewhere(match: Match) -> bool:
    """Tell whether something can be picked up and put somewhere."""
    return any(offer.source and offer.target for offer in open_offers(match))


def spots(screen: MatchScreen) -> list[tuple[float, float]]:
    """Return where a pointer rests: over pieces and between them."""
    x, y, w, h = screen.view.board.area
    return [(x + w * across, y + h * down) for across, down in ((0.5, 0.99), (0.3, 0.5), (0.6, 0.45), (0.02, 0.98))]


def rested(stage: Stage) -> None:
    for _ in range(4):
        stage.frame(0.3)


def on_a_card(stage: Stage, screen: MatchScreen) -> str:
    """Rest the pointer on a card of the hand on which the keyboard does not stand."""
    board = screen.view.board
    place = next(each for each in in_hand(screen.match, screen.view.scene) if each != screen.hand.cursor)
    x, y = board.centre_of(place)
    stage.move(x, y - 30)
    stage.move(x, y)
    rested(stage)
    return screen.hand.over


@pytest.mark.parametrize("away", ["", "escape", "click", "page"])
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_a_pointer_that_moves_looks_closer_again_after_keys_were_used(game, away):
    stage, screen = asked(game, to_play, text_size=150)
    on_a_card(stage, screen)
    assert screen.hand.look_now
    stage.press("home")
    rested(stage)
    assert screen.hand.cursor
    assert not screen.hand.look_now, "a pointer that rests looks at nothing"
    if away == "escape":
        stage.press("escape")
    elif away == "page":
        stage.press("f1")
        stage.press("escape")
    elif away == "click":
        stage.tap(4.0, screen.view.board.area[3] / 2)
        assert not screen.by_keyboard
    over = on_a_card(stage, screen)
    assert over.startswith("piece/")
    assert screen.hand.look_now
    assert screen.lying_over()
    if away in {"", "page"}:
        assert screen.light().focus == screen.hand.cursor != "", "the mark of the keyboard stays where keys would act"
        stage.press("tab")
        assert screen.hand.over == screen.hand.cursor or screen.focus


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "cardmaster"])
def test_nothing_is_said_of_where_a_pointer_rests_while_the_keyboard_holds_something(game, text):
    stage, screen = asked(game, to_put_somewhere, text_size=text)
    hand, board, held = screen.hand, screen.view.board, 0
    for source in [place for place in hand.grip.sources() if board.rect_of(place)][:3]:
        for at in spots(screen):
            hand.let_go()
            stage.move(*at)
            rested(stage)
            stage.press("home")
            hand.cursor, screen.by_keyboard, screen.focus = source, True, ""
            stage.move(*at)  # as a window says of a pointer that rests, when it is drawn anew
            stage.press("return")
            stage.move(*at)
            rested(stage)
            if stage.top is not screen or not hand.grip.held:
                break
            held += 1
            stage.press("tab")
            stage.move(*at)
            rested(stage)
            assert hand.over == screen.light().focus == hand.cursor or screen.focus, "the pointer rests"
    assert held
