"""Fighting cards on the table, the chart, the tracker's tools, the hand-over and the form of a physical card."""

from __future__ import annotations

from itertools import product

import pygame
import pytest
from shell_stage import Stage
from walker import set_in_its_box

from game.kernel.offers import Offer
from game.kernel.scene import Badge, CardFace, ScenePiece
from game.kernel.setup import Option, Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box
from game.rules.cardmaster.actions import Attack, CorrectGems, EnterRoll
from game.table.canvas.draw import Icon, Made, Panel, Text
from game.table.canvas.tween import Pose
from game.table.canvas.view import holds, inset, meet
from game.table.pieces import creature, kinds
from game.table.pieces.card_face import SIGNS_END, face_items
from game.table.pieces.numbers import numbers_now
from game.table.pieces.written import Written
from game.table.play.chart import ChartPanel
from game.table.play.curtain import Curtain
from game.table.play.match import MatchScreen
from game.table.play.offer_form import OfferForm
from game.table.screens.typed_card import TypedCard

FACE = CardFace("x", "X", "line", stats=(Badge("hearts", "300"), Badge("shield", "80")), signs=(Badge("person"),), text=("words",))


def piece(*badges: Badge) -> ScenePiece:
    return ScenePiece(1, "card", "row", face="x", badges=badges)


@pytest.fixture
def stage(tmp_path, monkeypatch):
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path))
    return Stage(games=(open_box("cardmaster"),), speed="instant", reduced_motion=True)


def test_a_badge_with_the_glyph_of_a_stat_takes_its_place(stage):
    card = piece(Badge("hearts", "120/300", shape="bar"), Badge("shield", "64", tone="bad"))
    assert creature.fights(card)
    now = creature.face_now(stage.app, FACE, card, 300)
    assert [(stat.icon, stat.value, stat.tone) for stat in now.stats] == [("shield", "64", "bad")]
    assert [stat.value for stat in numbers_now(FACE, card).stats] == ["120", "64"]


def test_a_small_fighting_card_shows_its_life_without_its_numbers(stage):
    card = piece(Badge("hearts", "120/300", shape="bar"), Badge("gems", "3", shape="row"))
    assert creature.face_now(stage.app, FACE, card, 60).stats == ()
    small = list(creature.items(stage.app, FACE, card, Pose(100, 100, 80, 112), Written(()), 1, 255))
    assert {"120", "3"} <= {item.words for item in small if isinstance(item, Text)}


def test_gems_are_as_many_glyphs_up_to_six(stage):
    for value, seen in (("3", 3), ("9", 6)):
        card = piece(Badge("hearts", "5/5", shape="bar"), Badge("gems", value, shape="row"))
        drawn = list(creature.items(stage.app, FACE, card, Pose(300, 300, 240, 336), Written(()), 1, 255))
        assert sum(isinstance(item, Icon) and item.name == "gems" for item in drawn) == seen


def custom_match(*, dice: bool = False) -> MatchScreen:
    setup = Setup("cardmaster", 2, seed=3, options={"mode": "custom", "length": "3", "dice": dice})
    return MatchScreen(Match.start(setup, (SeatPlan("human", "Ada"), SeatPlan("human", "Bob"))))


def until_possession(stage: Stage, screen: MatchScreen) -> int:
    """Play on until a possession begins; return how often the curtain fell."""
    curtains = 0
    for _ in range(80):
        stage.frame(0.3)
        top = stage.app.top
        if isinstance(top, Curtain):
            curtains += 1
            top.here()
        elif screen.view.human_turn and any(offer.form for offer in screen.match.offers()):
            return curtains
        elif screen.view.human_turn:
            screen.submit(screen.match.legal()[0])
    raise AssertionError("no possession began")


def test_CM_2_the_table_is_handed_over_at_each_change_of_hands(stage):
    screen = stage.show(custom_match())
    assert until_possession(stage, screen) <= 1  # picking starters in turn needs no curtain
    before = screen.view.viewer
    end = next(offer for offer in screen.match.offers() if offer.main)
    screen.submit(end.action)
    for _ in range(6):
        stage.frame(0.3)
    assert isinstance(stage.app.top, Curtain)
    assert screen.view.viewer == before
    assert stage.app.top.words != "Everything is hidden until you are here."
    stage.app.top.here()
    for _ in range(6):
        stage.frame(0.3)
    assert screen.view.viewer == 1 - before
    assert screen.view.player.shown == screen.match.scene(1 - before)


def test_CM_3_tools_lie_apart_from_the_moves(stage):
    screen = stage.show(custom_match())
    until_possession(stage, screen)
    stage.frame(0.3)
    assert not any(offer.form for offer in screen.hand.grip.offers)
    assert "Your choice" in stage.words().split("\n")
    screen.hand.toggle_tooling()
    stage.frame(0.3)
    assert {"Tools", "Your choice"} & {*stage.words().split("\n")} == {"Tools"}
    assert screen.hand.grip.offers
    assert all(offer.form for offer in screen.hand.grip.offers)


def test_CM_5_the_chart_is_one_key_away(stage):
    screen = stage.show(custom_match())
    until_possession(stage, screen)
    stage.press("t")
    assert isinstance(stage.app.top, ChartPanel)
    assert len(stage.app.top.rows) == 10
    stage.press("x")
    assert isinstance(stage.app.top, ChartPanel)
    stage.press("t")
    assert stage.app.top is screen


def test_CM_3_a_typed_in_card_is_judged_beside_its_fields(stage):
    kept = []
    page = stage.show(TypedCard("cardmaster", open_box("cardmaster").typed_cards, kept.append))
    fields = {option.key: option for option in page.form}
    page.set(fields["hp"], "1200")
    assert list(page.faults()) == ["hp"]
    assert "1200" in page.faults()["hp"]
    page.keep()
    assert set(page.faults()) == {"hp", "name"}
    assert not kept
    page.set(fields["hp"], "400")
    page.set(fields["name"], "Thornback")
    assert page.cards.remarks(page.values)
    page.keep()
    assert len(kept) == 1


def test_CM_3_a_card_that_cannot_be_kept_says_why_and_stays(stage, monkeypatch):
    cards = open_box("cardmaster").typed_cards

    def full(*_):
        raise OSError("No space left on the disk.")

    monkeypatch.setattr(type(cards), "keep", full)
    monkeypatch.setattr(type(cards), "faults", lambda *_: {})
    page = stage.show(TypedCard("cardmaster", cards, lambda _: None))
    page.keep()
    stage.frame()
    assert stage.top is page
    assert "No space left on the disk." in stage.words().split("\n")


def test_CM_3_a_tool_takes_a_typed_number_exactly_and_stays_in_the_hand(stage):
    screen = stage.show(custom_match())
    until_possession(stage, screen)
    stage.frame(0.3)
    screen.hand.toggle_tooling()
    stage.frame(0.3)
    offer = next(offer for offer in screen.hand.grip.offers if offer.verb == "Correct HP")
    number = int(offer.source.removeprefix("piece/"))
    screen.hand.press_offer(offer)
    stage.frame(0.1)
    stage.type("9999")
    stage.press("return")
    assert isinstance(stage.app.top, OfferForm), "more than the card can have is said, and the form stays"
    assert "not 999." in stage.words()
    stage.press("a", mod=pygame.KMOD_CTRL)
    stage.type("8888")
    stage.press("return")
    assert "not 888." in stage.words()
    assert "not 999." not in stage.words()
    stage.press("a", mod=pygame.KMOD_CTRL)
    stage.type("37")
    stage.press("return")
    assert not [words for _, words, tone in stage.app.notices if tone == "bad"], (
        "what was wrong before is said of nothing that is right now"
    )
    for _ in range(4):
        stage.frame(0.3)
    assert stage.app.top is screen
    assert any(badge.value.startswith("37") for badge in screen.view.scene.pieces[number].badges)
    assert screen.hand.tooling
    assert all(offer.form for offer in screen.hand.grip.offers)


def test_CM_3_a_real_die_is_asked_for_at_the_moment_it_is_rolled_and_typed_in(stage):
    screen = stage.show(custom_match(dice=True))
    until_possession(stage, screen)
    stage.frame(0.3)
    match, seat = screen.match, screen.match.deciding
    board = match.observation(seat).board
    piece, foe = board.ready[0], next(number for number in board.teams[1 - seat].active if number >= 0)
    screen.submit(CorrectGems(piece, 4))
    screen.submit(Attack(piece, 2, foe))
    for _ in range(6):
        stage.frame(0.3)
    assert "roll a d100" in stage.words()
    stage.press("space")
    assert isinstance(stage.app.top, OfferForm)
    stage.type("1")
    stage.press("return")
    for _ in range(6):
        stage.frame(0.3)
    if isinstance(stage.app.top, Curtain):  # what a status asks may be the other side's to answer
        stage.app.top.here()
        stage.frame(0.3)
    assert "enters a real d100: 1" in stage.words()
    assert "(real die): it does!" in stage.words()
    assert match.observation(seat).board.pending[-1].kind in {"act", "weaken"}


@pytest.mark.parametrize("wide", [212, 236, 300])
def test_numbers_stay_on_their_discs_and_every_kind_of_a_card_is_seen(stage, wide):
    """Three digits in a row of four discs, as on a table at 1280 by 720."""
    for face in open_box("cardmaster").catalogue():
        life = piece(Badge(face.stats[0].icon, "1/2", shape="bar"))
        now = creature.face_now(stage.app, face, life, wide)
        items = face_items(stage.app, stage.app.world("cardmaster"), now, (0.0, 0.0, wide, wide * 1.4), round(wide * 2 / 3))
        discs = {item.rect for item in items if isinstance(item, Made) and item.kind == "badge" and item.rect[1] > wide}
        numbers = [item for item in items if isinstance(item, Text) and item.rect[1] > wide]
        assert len(discs) == len(numbers) == 4
        for number in numbers:
            laid = set_in_its_box(stage, number)[0]
            disc = next(rect for rect in discs if rect[0] <= number.rect[0] < rect[0] + rect[2])
            assert laid.size >= 11
            assert laid.width <= disc[2] * stage.app.view.scale * 0.82
        kinds = {sign.icon for sign in face.signs}
        signs = [item.rect for item in items if isinstance(item, Icon) and item.name in kinds and item.rect[0] < wide * 0.2]
        signs = [rect for rect in signs if 50 < rect[1] * 250 / wide < 250]
        assert len(signs) == len(kinds)
        assert all(y + high <= SIGNS_END * wide / 250 for _, y, _, high in signs)


def test_CM_3_a_press_into_a_field_selects_it_and_the_next_puts_the_caret(stage):
    page = stage.show(TypedCard("cardmaster", open_box("cardmaster").typed_cards, lambda _: None))
    stage.frame(0.1)
    stage.click("hp")
    stage.type("250")
    assert page.values["hp"] == 250
    stage.click("hp", dx=0.98)
    stage.type("1")
    assert page.values["hp"] == 2501
    stage.click("def")
    stage.click("hp")
    stage.type("9")
    assert page.values["hp"] == 9


def test_CM_3_what_is_typed_in_is_no_news_to_the_window_that_wrote_it(stage):
    kept = []
    page = stage.show(TypedCard("cardmaster", open_box("cardmaster").typed_cards, kept.append))
    stage.app.files_known()
    page.set(page.form[0], "Thornback")
    page.another()
    assert len(kept) == 1
    assert not stage.app.files_changed(at_once=True)


def test_CM_3_the_number_of_a_real_die_is_typed_whatever_die_it_is(stage):
    entered = []
    form = (Option("value", "It shows", "number", 1, low=1, high=6),)
    stage.show(OfferForm(Offer(EnterRoll("d6", 1), "Enter the die", "", form=form), "", lambda _, values: entered.append(values)))
    stage.frame(0.1)
    assert "From 1 to 6." in stage.words()
    stage.type("7")
    stage.press("return")
    assert "a number from 1 to 6, not 7." in stage.words()
    stage.press("a", mod=pygame.KMOD_CTRL)
    stage.type("6")
    stage.press("return")
    assert entered == [{"value": 6}]


def test_CM_31_what_is_lowered_is_asked_for_undershock_alone(stage):
    screen = stage.show(custom_match())
    until_possession(stage, screen)
    screen.hand.toggle_tooling()
    stage.frame(0.3)
    screen.hand.press_offer(next(offer for offer in screen.hand.grip.offers if offer.verb == "Correct a status"))
    form = stage.app.top
    for status, asked in (("overcook", False), ("undershock", True), ("brainlock", False)):
        form.set("status", status)
        stage.frame(0.1)
        assert (form.widget("stat") is not None) is asked


def test_the_button_of_the_tools_stays_where_it_was_while_they_cannot_be_used(stage, monkeypatch):
    screen = stage.show(custom_match())
    until_possession(stage, screen)
    stage.frame(0.3)
    before = [(tool.key, tool.enabled) for tool in screen.controls.tools()]
    assert ("tools", True) in before
    monkeypatch.setattr(screen.hand, "has_tools", lambda: False)
    after = screen.controls.tools()
    assert [tool.key for tool in after] == [key for key, _ in before]
    assert [tool.why for tool in after if tool.key == "tools" and not tool.enabled] == ["The tools cannot be used now."]


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("text", [100, 150])
def test_a_field_of_a_form_keeps_its_place_when_another_appears_or_goes_and_what_a_choice_means_is_longer(size, text):
    """Undershock alone asks what it lowers, and the field below the chosen status jumped under the pointer."""
    kinds = (("overcook", "Overcook"), ("undershock", "Undershock"), ("brainlock", "Brainlock"))
    form = (
        Option("status", "Status", "choice", "overcook", choices=kinds, means={"overcook": "Hot.", "undershock": "Lowers one stat. " * 12}),
        Option("stat", "Lowers", "choice", "atk", choices=(("atk", "ATK"), ("def", "DEF")), only=("status", "undershock")),
        Option("tier", "Tier", "number", 5, low=0, high=10),
    )
    stage = Stage(size, text_size=text)
    page = stage.show(OfferForm(Offer(None, "Correct a status", "", form=form), "", lambda _, values: None))

    def lying() -> dict[str, tuple]:
        stage.frame(0.1)
        return {widget.key: widget.rect for widget in page.widgets()}

    first = lying()
    assert "stat" not in first
    page.set("status", "undershock")
    asked = lying()
    assert "stat" in asked
    assert {key: rect for key, rect in asked.items() if key != "stat"} == first
    page.set("status", "brainlock")
    assert lying() == first
    _, y, _, high = page.widget("submit").rect
    assert all(each.rect[1] + each.rect[3] <= y for each in page.widgets() if each.key in {"status", "stat", "tier"}), (
        "none lies behind the buttons"
    )
    assert y + high <= stage.app.view.height


@pytest.mark.parametrize("text", [100, 150, 175])
def test_what_a_card_bears_lies_within_it_and_on_none_of_its_numbers(text):
    """A badge of 49.5 % lay on three of the numbers along its foot, a rank hung under the next card."""
    stage, wide = Stage((1280, 720), games=(open_box("cardmaster"),), text_size=text), 0
    bar, gems, rank, burns = (
        Badge("hearts", "300/400", shape="bar"), Badge("cut-diamond", "3", shape="row"), Badge("podium", "#5"), Badge("small-fire", "49.5 %", tone="bad"),
    )  # fmt: skip
    faces = {face.id: face for face in open_box("cardmaster").catalogue()}
    for face, marks in product(faces.values(), ((), ("acted",))):
        for pose in (Pose(400, 400, 242, 338), Pose(400, 400, 120, 168)):
            card = ScenePiece(1, "card", "row", face=face.id, badges=(bar, gems, rank, burns), marks=marks)
            listed = kinds.drawn(stage.app, None, card, pose, faces.get)
            borne = [item.rect for item in listed if isinstance(item, Panel)]
            numbers = kinds.said_on(stage.app, card, pose, faces.get).numbers
            assert len(borne) >= 2 + len(marks)
            for rect in borne:
                assert holds(inset(pose.rect, -1), rect), (face.name, pose.w, rect)
                assert not any(meet(inset(rect, 1), number) for number in numbers), (face.name, pose.w, rect)
            wide += len(numbers)
    assert wide > 6 * len(faces)
