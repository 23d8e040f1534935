"""Links: cards, rules and keywords in words are told on hover and opened on a press; the rules have an index of keywords and mark rulings."""

from __future__ import annotations

import re

import pytest
from pygame import Rect
from shell_stage import Stage

from game.content.guides import words_of
from game.content.pages import listed, page_path, read_page
from game.content.positions import positions_of
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED, open_box
from game.table.canvas.draw import Icon, Text
from game.table.canvas.view import inside
from game.table.pages.links import CARD, KEYWORD, RULE, Link, Linked, meanings
from game.table.pages.rules import RulesScreen
from game.table.play import overlay
from game.table.play.closer import CloserLook
from game.table.play.log import Entry
from game.table.play.match import MatchScreen
from game.table.screens.learn_match import open_position

CARDED = ["overcross", "starcrossed", "shine", "cardmaster"]


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def sat(game: str = "shine") -> tuple[Stage, MatchScreen]:
    stage = Stage(games=[open_box(game)], speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(Match.start(Setup(game, 2, seed=2), (SeatPlan("human"), SeatPlan("easy")))))
    for _ in range(4):
        stage.frame(0.1)
    return stage, screen


def test_words_hold_links_where_each_name_stands_over_line_breaks_too():
    stage = Stage()
    box, size = (100.0, 50.0, 220.0, 400.0), 24.0
    words = "*Ember Runner* has Once per turn and Quick (SH-43), in the Combat phase and in quick ways"
    linked = Linked(stage.app, words, (("Ember Runner", "ember-runner"),), box, size, keywords=("Quick", "Once per turn", "Combat"))
    named = {link for _, link in linked.places}
    assert named <= {Link(CARD, "ember-runner"), Link(KEYWORD, "Quick"), Link(RULE, "SH-43"), Link(KEYWORD, "Once per turn")}
    assert {Link(CARD, "ember-runner"), Link(KEYWORD, "Quick"), Link(RULE, "SH-43")} <= named
    for (x, y, wide, high), link in linked.places:
        assert box[0] <= x < x + wide <= box[0] + box[2] + size
        assert linked.at(x + wide / 2, y + high / 2) == link
    assert linked.at(box[0] + 1, 500.0) is None


def pressed(stage: Stage, screen: MatchScreen, kind: str) -> None:
    """Point at the first link of a kind in the log, and press it."""
    stage.frame(0.1)
    (x, y, wide, high), link = next(each for each in screen.view.log._links if each[1].kind == kind)
    stage.move(x + wide / 2, y + high / 2)
    assert screen.hand.link == link
    assert any(isinstance(item, Text) and link.name in item.words for item in screen.lying_over()) or kind == CARD
    stage.tap(x + wide / 2, y + high / 2)


def test_what_is_shown_of_a_line_goes_with_it_as_the_log_is_wheeled():
    """The card of a line that had lain under the pointer stayed until the pointer moved."""
    stage, screen = sat()
    stage.frame(0.1)
    (x, y, wide, high), link = next(each for each in screen.view.log._links if each[1].kind == CARD)
    stage.move(x + wide / 2, y + high / 2)
    assert screen.hand.link == link
    stage.wheel(2)
    assert screen.hand.link is None


def test_a_log_that_is_not_shown_names_nothing():
    stage, screen = sat()
    stage.frame(0.1)
    (x, y, wide, high), _ = next(each for each in screen.view.log._links)
    stage.press("l")
    stage.move(2.0, 2.0)
    stage.move(x + wide / 2, y + high / 2)
    assert screen.hand.link is None
    stage.press("l")
    screen.view.log._rect = screen.widget("tool-menu").rect
    screen.view.log._links = [(screen.widget("tool-menu").rect, Link(KEYWORD, "Quick"))]
    x, y, wide, high = screen.widget("tool-menu").rect
    stage.move(x + wide / 2, y + high / 2)
    assert screen.hand.link is None, "lines that were there before larger words took their room are met no more"


def test_a_keyword_in_the_log_is_told_and_leads_to_the_index():
    stage, screen = sat()
    word = next(iter(screen.view.printed.keywords()))
    screen.view.log.add(Entry(f"{word}: something happens."))
    screen.stale()
    pressed(stage, screen, KEYWORD)
    assert isinstance(stage.top, RulesScreen)
    (found,) = stage.top.found()
    assert stage.top.blocks[found].words.startswith(f"*{word}*: ")


def test_a_rule_in_the_log_is_told_and_leads_to_its_place():
    stage, screen = sat()
    screen.view.log.add(Entry("Nothing happens (SH-28)."))
    screen.stale()
    pressed(stage, screen, RULE)
    assert stage.top.blocks[stage.top.found()[0]].rule == "SH-28"


def test_a_card_in_the_log_opens_to_a_closer_look_whose_keywords_lead_on():
    stage, screen = sat()
    face = next(face for card in screen.match.setup.decks[0].cards if (face := screen.view.printed.face(card)).keywords)
    screen.view.log.add(Entry(f"*{face.name}* is played.", cards=((face.name, face.id),)))
    screen.stale()
    pressed(stage, screen, CARD)
    assert isinstance(stage.top, CloserLook)
    word = face.keywords[0][0]
    stage.click(f"word-{word}")
    assert stage.top.wanted == word
    stage.press("escape")
    stage.press("escape")
    assert stage.top is screen


def hovered(stage: Stage, screen: MatchScreen, words: str) -> tuple[float, float]:
    """Point at a word of the rulebook that is marked over or beside the table; return where."""
    stage.frame(0.1)
    linked = [each for each in (*screen.view.spoken_over, screen.view.named) if each is not None]
    (x, y, wide, high), link = next(
        each for one in linked for each in one.places if each[1] == Link(RULE, words_of(screen.match.setup.game)[words])
    )
    stage.move(x + wide / 2, y + high / 2)
    stage.frame(0.1)
    assert screen.hand.link == link
    assert any(isinstance(item, Text) and item.words == link.name for item in screen.lying_over())
    return x + wide / 2, y + high / 2


def test_a_word_of_the_rulebook_is_explained_where_it_is_met_in_a_question():
    stage, screen = sat("cardmaster")
    while screen.match.scene(0).prompt.rule != "CM-8" or screen.match.deciding != 0:
        screen.match.submit(screen.match.legal()[0])
    stage, screen = Stage(games=[open_box("cardmaster")], speed="instant", reduced_motion=True), MatchScreen(screen.match)
    stage.show(screen)
    for _ in range(4):
        stage.frame(0.1)
    at = hovered(stage, screen, "possession")
    stage.tap(*at)
    assert isinstance(stage.top, RulesScreen)
    assert stage.top.wanted == "CM-8"


def test_a_word_of_the_rulebook_is_explained_in_the_bubble_of_a_lesson_which_stays():
    stage = Stage(games=[open_box("cardmaster")], speed="instant", reduced_motion=True)
    open_position(stage.app, next(each for each in positions_of("cardmaster") if each.name == "lesson-1"))
    screen = stage.top
    for _ in range(4):
        stage.frame(0.5)
    bubble = [item.rect for item in screen.lying_over() if isinstance(item, Text)]
    at = hovered(stage, screen, "possession")
    shown = [item.rect for item in screen.lying_over() if isinstance(item, Text)]
    assert set(bubble) <= set(shown), "the bubble went away under the pointer"
    assert not any(Rect(*one).colliderect(other) for one in shown if one not in bubble for other in bubble)
    number = screen.lesson.number
    words = stage.words()
    assert "*F1* for the page." in words
    assert "*Click* for the page." not in words
    stage.press("f1")
    assert isinstance(stage.top, RulesScreen)
    assert (stage.top.wanted, screen.lesson.number) == ("CM-8", number)
    stage.press("escape")
    hovered(stage, screen, "possession")
    stage.tap(*at)
    assert (stage.top, screen.lesson.number, screen.hand.link) == (screen, number + 1, None), "a click goes on, as the bubble says"


def test_a_word_of_the_rulebook_is_explained_in_a_refusal():
    stage, screen = sat("verona")
    screen.view.board.settle()
    refused = next(offer for offer in screen.match.offers() if offer.refusal is not None and "chemistry" in offer.refusal.words)
    screen.hand.refused = ((refused,), (400.0, 400.0, 10.0, 10.0), stage.clock.now + 4)
    stage.app.touch()
    at = hovered(stage, screen, "chemistry")
    stage.tap(*at)
    assert stage.top.wanted == "VR-6"


def spoken_of(game: str) -> str:
    """Return what lessons say and what a match asks and refuses, in one."""
    said = [step.say for each in positions_of(game) if each.kind == "lesson" for step in each.steps]
    for seed in range(2):
        match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"), SeatPlan("human"))), Chance(seed)
        while match.deciding is not None and match.count < 150:
            prompt = match.scene(match.deciding).prompt
            said += [prompt.words if prompt else "", *(offer.refusal.words for offer in match.offers() if offer.refusal is not None)]
            match.submit(chance.pick(match.legal()))
    return " ".join(dict.fromkeys(said))


@pytest.mark.parametrize("game", SHIPPED)
def test_each_word_that_the_rules_set_bold_leads_to_its_rule_wherever_it_is_met(game):
    printed = meanings(face.keywords for face in open_box(game).catalogue())
    words, said = words_of(game), spoken_of(game)
    numbers = set(listed(read_page(page_path(game))))
    assert all(int(rule.partition("-")[2]) in numbers for rule in words.values())
    rules = " ".join(line for line in read_page(page_path(game)).splitlines() if re.match(r"- \*\*[A-Z]+-\d", line))
    bold = {word.strip() for word in re.findall(r"\*\*([A-Z][A-Za-z ]+)\.?\*\*", rules)}
    met = [word for word in bold if re.search(rf"\b{word}\b", said)]
    assert not [word for word in met if word not in words and word not in printed]
    assert sum(bool(re.search(rf"\b{re.escape(word)}\b", said)) for word in words) > 5, "hardly a word of the list is ever met"


@pytest.mark.parametrize("game", SHIPPED)
def test_a_refusal_takes_no_press_but_where_it_names_its_rule(game, monkeypatch):
    """It lies over what can be picked up here, and a press picks that up all the same; the number of the rule opens the page."""
    stage, screen = sat(game)
    match, view, hand = screen.match, screen.view, screen.hand
    for _ in range(80):
        refused = next((offer for offer in match.offers() if offer.refusal is not None and offer.refusal.rule), None)
        spots = [
            (place, spot)
            for place in hand.grip.sources()
            if place.startswith("piece/") and (spot := view.board.centre_of(place)) and view.board.places_at(*spot)[0] == place
        ]
        if refused is not None and spots and match.deciding == view.viewer:
            break
        match.submit(match.legal()[-1])
        while match.deciding not in {view.viewer, None}:
            match.submit(match.legal()[0])
        view.take_up()
        for _ in range(3):
            stage.frame(0.5)
    place, (x, y) = spots[0]
    monkeypatch.setattr(overlay, "spoken_beside", lambda *_, **__: (x - 10, y - 10, 460.0, 120.0))  # its words begin right of the spot

    def refuse():
        hand.refused = ((refused,), (400.0, 400.0, 10.0, 10.0), stage.clock.now + 40)
        stage.app.touch()
        stage.frame(0.02)
        assert any(inside(rect, x, y) for rect in view.told_over)

    refuse()
    done: list = []
    monkeypatch.setattr(screen, "submit", done.append)
    stage.tap(x, y)
    assert stage.top is screen
    assert hand.grip.held == place or hand.grip.menu or done
    hand.let_go()
    refuse()
    number = Link(RULE, refused.refusal.rule)
    at = next(rect for linked in view.spoken_over for rect, link in linked.places if link == number)
    stage.tap(at[0] + at[2] / 2, at[1] + at[3] / 2)
    assert isinstance(stage.top, RulesScreen)
    assert stage.top.wanted == refused.refusal.rule


@pytest.mark.parametrize("game", CARDED)
def test_the_rules_have_an_index_of_every_keyword_on_a_card(game):
    box = open_box(game)
    stage = Stage(games=[box])
    page = stage.show(RulesScreen(game))
    rules = {block.rule for block in page.blocks if block.rule}
    for word in meanings(face.keywords for face in box.catalogue()):
        (index,) = page._named(word)
        cited = page.blocks[index].words.rpartition("(")[2].rstrip(")")
        assert page.blocks[index].words.startswith(f"*{word}*: ")
        assert cited in rules or "-" not in cited or not cited.isupper()


@pytest.mark.parametrize("game", CARDED)
def test_the_contents_mark_the_section_of_the_rule_that_is_gone_to(game):
    stage = Stage(games=[open_box(game)])
    stage.app.surface = None
    page = stage.show(RulesScreen(game))
    heading = ""
    for index, block in enumerate(page.blocks):
        heading = f"heading-{index}" if block.kind == "heading" else heading
        if block.rule:
            page.follow(block.rule)
            stage.frame()
            assert [each.key for each in page.widgets() if each.key.startswith("heading-") and each.selected] == [heading], block.rule
    page.memory["page"] = 0.0
    page.stale()
    stage.frame()
    assert [each.key for each in page.widgets() if each.key.startswith("heading-") and each.selected] == ["heading-0"]


def test_a_rule_that_the_page_names_is_gone_to_and_rulings_are_marked():
    stage = Stage(games=[open_box("starcrossed")])
    page = stage.show(RulesScreen("starcrossed", "SC-25"))
    link = next(each for each in page.widgets() if each.key.startswith("link-SC-25"))
    stage.tap(link.rect[0] + link.rect[2] / 2, link.rect[1] + link.rect[3] / 2)
    assert page.wanted == "SC-18"
    assert page.blocks[page.found()[0]].rule == "SC-18"
    area = next(part for part in page.parts if getattr(part, "key", "") == "page")
    assert any(isinstance(item, Icon) and item.name == "banging-gavel" for item in area.parts)


def sit_down(game: str, match: Match) -> tuple[Stage, MatchScreen]:
    stage = Stage(games=[open_box(game)], speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    for _ in range(4):
        stage.frame(0.1)
    return stage, screen


def moments(game: str):
    """Yield matches at each question of a person who can do more than one thing; all else is played at random."""
    for seed in range(1, 9):
        match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"), SeatPlan("random"))), Chance(seed)
        while match.deciding is not None:
            legal = match.legal()
            if match.deciding == 0 and len(legal) > 1:
                yield match
            match.submit(chance.pick(legal))


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_a_card_in_the_question_is_shown_and_opens(game):
    for match in moments(game):
        prompt = match.scene(0).prompt
        if prompt is not None and prompt.seat == 0 and "[" in prompt.words:
            stage, screen = sit_down(game, match)
            named = screen.view.named.places if screen.view.named is not None else ()
            found = next(((rect, link) for rect, link in named if link.kind == CARD), None)
            if found is not None:
                break
    (x, y, wide, high), link = found
    stage.move(x + wide / 2, y + high / 2)
    assert screen.hand.link == link
    assert screen.lying_over(), "the card is shown beside the column"
    stage.tap(x + wide / 2, y + high / 2)
    assert isinstance(stage.top, CloserLook)
    assert stage.top.face.id == link.name


@pytest.mark.parametrize("game", [*CARDED, "verona"])
def test_the_rule_of_the_question_is_told_and_opens_in_every_game(game):
    stage, screen = sit_down(game, next(moments(game)))
    rule = screen.widget("prompt-rule")
    assert rule.hint.startswith(f"{rule.label}: ")
    assert len(rule.hint) > len(rule.label) + 40, "what it says stands in the hint"
    stage.click("prompt-rule")
    assert isinstance(stage.top, RulesScreen)
    assert stage.top.blocks[stage.top.found()[0]].rule == rule.label


@pytest.mark.parametrize("game", CARDED)
def test_what_was_really_played_is_linked_in_the_log(game):
    for match in moments(game):
        if match.count > 20:
            stage, screen = sit_down(game, match)
            if any(link.kind == CARD for _, link in screen.view.log._links):
                break
    pressed(stage, screen, CARD)
    assert isinstance(stage.top, CloserLook)


def test_a_card_that_another_names_is_a_press_away():
    deck = next(deck for deck in open_box("starcrossed").ready_decks() if "super-stoke" in deck.cards)
    stage, screen = sit_down(
        "starcrossed", Match.start(Setup("starcrossed", 2, seed=2, decks=(deck, deck)), (SeatPlan("human"), SeatPlan("easy")))
    )
    screen.controls.follow(Link(CARD, "super-stoke"))
    stage.frame(0.1)
    stage.click("card-stoke")
    assert stage.top.face.id == "stoke"
    assert not [each.key for each in stage.top.widgets() if each.key.startswith("card-")], "nothing is named on it"
