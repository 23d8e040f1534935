"""Hints and "why did it do that?": what is asked of the thinking process, what is shown of the answer, and what is kept back."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from shell_stage import Stage, flat
from walker import apart, cramped, texts

from game.ai.levels import ADVISER, LEVELS, player
from game.ai.player import Budget, Candidate, Weighing
from game.ai.worker import Ask, Desk, Thinker
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match import counsel
from game.match.counsel import of_another
from game.match.match import Match
from game.match.prospects import outlook, standing, verdict
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.canvas.draw import Made, Panel, Polygon, Text
from game.table.canvas.view import inset, inside, meet
from game.table.pages.dialog import Dialog
from game.table.pieces.attack_arrow import parts
from game.table.pieces.plates import LAYER
from game.table.play.ending import EndPanel
from game.table.play.match import MatchScreen
from game.table.play.verb_row import what_it_brings


class Near(Thinker):
    """A thinking process that is no process: it answers at the next look."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[Ask] = []
        self.desk = Desk()

    def warm(self) -> None:
        """Start nothing."""

    def ask(self, match_setup, level, observation, legal, budget, seed, *, weighs=False):
        super().ask(match_setup, level, observation, legal, Budget(iterations=12), seed, weighs=weighs)
        if self._questions.qsize():
            question = self._questions.get()
            self.questions.append(question)
            if weighs:
                self._answers.put(worker_answer(self.desk, question))


def worker_answer(desk: Desk, question: Ask) -> Any:
    from game.ai.worker import _answered

    return _answered(desk, question)


@pytest.fixture(autouse=True)
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.table.play.match.Thinker", Near)


def table(
    game: str = "verona",
    actions: int = 4,
    plans: tuple[SeatPlan, ...] = (SeatPlan("human"), SeatPlan("normal", "Tybalt")),
    seed: int = 5,
    **look,
):
    """Return a stage with a match in which the first seat has to choose, after some actions as programs would take them."""
    match = Match.start(Setup(game, len(plans), seed=seed), plans)
    rival = player("normal", match.rules)
    while match.count < actions or match.deciding != 0 or len(match.legal()) < 3:
        seat, legal = match.deciding, match.legal()
        assert seat is not None
        taken = rival.choose(match.observation(seat), legal, Budget(), Chance(match.count * 7919 + seat))
        match.submit(taken)
    stage = Stage(speed="instant", reduced_motion=True, **look)
    screen = stage.show(MatchScreen(match))
    for _ in range(6):
        stage.frame(0.1)
    return stage, screen, match


def test_a_hint_shows_the_three_best_actions_and_what_each_leads_to():
    stage, screen, match = table()
    stage.press("i")
    stage.frame(0.1)
    asked = screen.rival.questions[-1]
    assert (asked.level, asked.weighs) == (ADVISER, True)
    ideas = screen.hints.ideas
    assert len(ideas) == 3
    assert len({idea.words for idea in ideas}) == 3, "what sounds alike is said once"
    for idea in ideas:
        assert idea.offer.action in match.legal()
        assert "%" in idea.outlook
        assert idea.words in stage.words()
    for number, idea in enumerate(ideas, 1):
        row = screen.widget(f"idea-{number - 1}").rect
        items = [item for item in flat(stage.app.items()) if isinstance(item, Text) and inside(row, item.rect[0] + 1, item.rect[1] + 1)]
        sign, words = (next(item for item in items if item.words == said) for said in (str(number), idea.words))
        assert (sign.rect[1], sign.size) == (words.rect[1], words.size), "the number stands level with the words"
    light = screen.light()
    assert light.sources == {idea.offer.source for idea in ideas} - {None}
    assert light.legal == {idea.offer.target for idea in ideas} - {None}
    assert screen.hints.drawn() or all(idea.offer.source is None for idea in ideas)


def test_where_two_hints_lead_to_one_place_each_number_stands_where_its_own_begins():
    stage, screen, match = table()
    board = screen.view.board
    offers = [offer for offer in match.offers() if offer.source and offer.target and offer.refusal is None]
    target = next(each.target for each in offers if len({other.source for other in offers if other.target == each.target}) > 1)
    leading = list({offer.source: offer for offer in offers if offer.target == target}.values())[:2]
    alone = next(offer for offer in offers if offer.target != target)
    screen.hints.ideas = tuple(counsel.Idea(offer, f"Idea {number}", "") for number, offer in enumerate((*leading, alone)))
    screen.hints._count = match.count
    stage.frame(0.1)
    signs = {item.words: item.rect for item in flat(screen.hints._arrows()) if isinstance(item, Text) and item.words in {"1", "2", "3"}}
    ends = [board.in_sight(place) for place in (leading[0].source, leading[1].source, alone.target)]
    for number, end in enumerate(ends, 1):
        x, _, width, _ = signs[str(number)]
        assert abs(x + width / 2 - end[0] - end[2] / 2) < end[2], "over the piece, or nearly"


def test_what_is_said_of_a_button_is_not_hidden_by_the_list_of_hints():
    stage, screen, _ = table()
    stage.press("i")
    stage.frame(0.1)
    rows = [each.rect for each in screen.widgets() if each.key.startswith("idea-")]
    assert rows
    for key in ("tool-menu", "tool-again", "prompt-rule"):
        x, y, wide, high = stage.rect(key)
        stage.move(x + wide / 2, y + high / 2)
        stage.frame(0.6)
        stage.frame(0.1)
        assert all(apart(screen._hint()[1].rect, row) for row in rows), key


@pytest.mark.parametrize("look", [((1280, 720), 100), ((1280, 720), 150), ((1280, 720), 175), ((1024, 640), 175)], ids=str)
@pytest.mark.parametrize(("game", "actions"), [("cardmaster", 18), ("starcrossed", 18), ("shine", 18), ("overcross", 18)])
def test_the_list_of_hints_leaves_open_what_it_names_and_all_that_can_be_picked_up(game, actions, look):
    stage, screen, _ = table(game, actions, size=look[0], text_size=look[1], games=shelf())
    stage.press("i")
    stage.frame(0.1)
    rows = [each.rect for each in screen.widgets() if each.key.startswith("idea-")]
    assert rows
    board, area = screen.view.board, screen.view.board.area
    places = {place for idea in screen.hints.ideas for place in (idea.offer.source, idea.offer.target) if place}
    for place in places | set(screen.hand.grip.sources()):
        assert all(apart(board.rect_of(place), row) for row in rows), place
    if look[1] == 100:
        assert all(apart(plate, row) for plate in board.layout.seats.values() for row in rows), "who sits there is covered"
    assert all(row[0] >= area[0] and row[1] >= area[1] and row[0] + row[2] <= area[0] + area[2] for row in rows)
    assert max(row[1] + row[3] for row in rows) <= area[1] + area[3]
    for item, _ in texts(screen.draw()):
        if any(inside(row, item.rect[0] + 1, item.rect[1] + 1) for row in rows):
            assert not cramped(stage, item)


def test_the_card_under_a_resting_pointer_gives_way_to_the_list_of_hints_until_it_moves():
    stage, screen, _ = table("cardmaster", 6, text_size=150)
    for place in screen.hand.grip.sources():
        x, y, wide, high = screen.view.board.rect_of(place)
        stage.tap(x + wide / 2, y + high / 2)
        stage.press("escape", "i")
        for _ in range(4):
            stage.frame(0.5)
        assert len(screen.hints.ideas) == 3
        assert not any(isinstance(item, Made) for item in flat(screen.lying_over())), place
        stage.move(x + wide / 2 + 3, y + high / 2)
        for _ in range(2):
            stage.frame(0.5)
        assert any(isinstance(item, Made) for item in flat(screen.lying_over())), place
        stage.press("i")


@pytest.mark.parametrize(("game", "actions"), [("verona", 4), ("cardmaster", 18), ("starcrossed", 2), ("shine", 18), ("overcross", 18)])
def test_a_hint_marks_the_button_that_does_it(game, actions):
    """In the column, beside the held piece, and in the small menu; what is done on the table alone marks none."""
    stage, screen, _ = table(game, actions, games=shelf())
    hints, hand, view = screen.hints, screen.hand, screen.view

    def marked(offer: Any) -> list[str]:
        hints.ideas, hints._count = (counsel.Idea(offer, "Do it.", ""),), screen.match.count
        screen.stale()
        stage.frame(0.1)
        rims = [
            item.rect
            for item in hints.drawn()
            if isinstance(item, Panel) and item.edge == stage.app.theme.colour("good") and item.width == 4
        ]
        return [each.key for each in screen.widgets() if any(rim == inset(each.rect, -4) for rim in rims)]

    open_ = [offer for offer in hand.grip.offers if offer.refusal is None]
    columns = [offer for offer in hand.buttons() if offer.refusal is None]
    assert columns
    for offer in columns:
        (key,) = marked(offer)
        assert screen.widget(key).label == view.spoken(offer.verb)
    for offer in [offer for offer in open_ if offer not in columns][:6]:
        assert marked(offer) == []
    found = 0
    for offer in [offer for offer in open_ if offer.source is not None and view.board.rect_of(offer.source)]:
        hand.let_go()
        hand.do(hand.grip.hold(offer.source))
        if offer.target is not None:
            hand.grip._settle(hand.grip.targets()[offer.target], offer.target)
        if hand.grip.menu or (offer.target is None and hand.grip.held):
            (key,) = marked(offer)
            assert key.startswith(("menu-", "verb-"))
            row = screen.widget(key).rect
            over = [item for item in hints.drawn() if isinstance(item, Text) and item.layer > LAYER]  # not a number of the board beneath
            signs = [item.words for item in over if inside(row, item.rect[0] + 20, item.rect[1] + 20)]
            assert not signs or key.startswith("verb-"), "a row has its own number, which is its key"
            found += 1
    assert found or game in {"verona", "shine", "overcross"}


def test_a_hint_that_is_pressed_is_done_and_hints_are_counted():
    stage, screen, match = table()
    stage.click("tool-hint")
    stage.frame(0.1)
    first, count = screen.hints.ideas[0].offer.action, match.count
    stage.click("idea-0")
    stage.frame(0.1)
    assert match.action(count + 1) == first
    assert screen.hints.ideas == ()
    assert screen.hints.told() == "You asked for 1 hint."


def test_a_hint_is_put_away_by_its_key_by_escape_and_by_whatever_is_done():
    stage, screen, match = table()
    for key in ("i", "escape"):
        stage.press("i")
        stage.frame(0.1)
        assert screen.hints.ideas
        stage.press(key)
        assert screen.hints.ideas == ()
        assert stage.top is screen
    stage.press("i")
    stage.frame(0.1)
    screen.submit(match.legal()[0])
    assert screen.hints.ideas == ()
    assert not screen.hints.waiting


def test_people_among_themselves_get_no_hints():
    stage, screen, _ = table(plans=(SeatPlan("human"), SeatPlan("human")), actions=0)
    stage.press("i")
    assert not screen.hints.coming
    assert screen.widget("tool-hint") is None
    stage.press("w")
    assert stage.app.notices[-1][1] == "No program plays here."


def test_why_tells_of_the_last_action_of_a_program_and_of_what_else_it_weighed_where_all_lies_open():
    stage, screen, match = table()
    last = next(number for number in range(match.count, 0, -1) if match.actor(number) == 1)
    stage.press("w")
    stage.frame(0.1)
    asked = screen.rival.questions[-1]
    assert (asked.level, asked.weighs, asked.seed) == ("normal", True, (last - 1) * 7919 + 1)
    assert isinstance(stage.top, Dialog)
    assert stage.top.title == "Why did Tybalt do that?"
    assert LEVELS["normal"].words in stage.top.words
    assert [words for words, *_ in stage.top.answers] == ["Close"]
    assert "thought its chances" in stage.top.words
    legal = match.asked(last)[2]
    weighed = player("normal", match.rules).weigh(match.asked(last)[1], legal, Budget(), Chance(asked.seed))
    assert legal[weighed.candidates[0].number] == match.action(last), "the same decision is weighed to the same choice"
    second = next(each for each in weighed.candidates[1:] if match.sentences(last)[legal[each.number]] != match.sentence(last))
    assert of_another(match.sentences(last)[legal[second.number]]).rstrip(".") in stage.top.words


@pytest.mark.parametrize("game", ["shine", "starcrossed", "overcross"])
def test_why_names_nothing_else_while_cards_are_hidden(game: str, monkeypatch: pytest.MonkeyPatch):
    _stage, screen, match = table(game, 30)
    number = next(number for number in range(match.count, 0, -1) if match.actor(number) == 1 and len(match.asked(number)[2]) > 3)
    legal = match.asked(number)[2]
    weighing = Weighing(tuple(Candidate(index, 0.5 - index / 100) for index in range(len(legal))))
    taken = legal.index(match.action(number))
    told: list[Dialog] = []
    monkeypatch.setattr(screen.app, "push", told.append)
    monkeypatch.setattr(match, "sentences", lambda number: {action: f"<<{action}>>" for action in match.asked(number)[2]})
    screen.hints._tell(number, weighing)
    assert "is told when the match is over" in told[0].words
    assert "<<" not in told[0].words
    assert "It thought" not in told[0].words
    monkeypatch.setattr(Match, "outcome", property(lambda _self: object()))
    screen.hints._tell(number, weighing)
    others = [index for index in range(len(legal)) if index != taken][:2]
    assert all(f"<<{legal[index]}>>" in told[1].words for index in others)


def test_a_line_of_the_log_asks_about_the_action_it_tells_of():
    stage, screen, match = table()
    stage.frame(0.1)
    screen.draw()
    lines = {step: rect for rect, step in screen.view.log._steps}
    number = next(step for step in lines if step and match.actor(step) == 1)
    x, y, width, height = lines[number]
    stage.tap(x + width / 2, y + height / 2)
    stage.frame(0.1)
    assert screen.rival.questions[-1].seed == (number - 1) * 7919 + 1
    assert isinstance(stage.top, Dialog)


def test_a_line_that_tells_of_a_person_asks_nothing():
    stage, screen, match = table()
    own = next(number for number in range(match.count, 0, -1) if match.actor(number) == 0)
    before = len(screen.rival.questions)
    screen.hints.why(own)
    stage.frame(0.1)
    assert len(screen.rival.questions) == before
    assert stage.top is screen


def test_who_does_not_weigh_says_so():
    stage, _screen, _match = table(plans=(SeatPlan("human"), SeatPlan("random", "Puck")))
    stage.press("w")
    stage.frame(0.1)
    assert "Random does not weigh what it does." in stage.top.words or "nothing else" in stage.top.words


@pytest.mark.parametrize(
    ("prospects", "seats", "words"),
    [(0.5, 2, "even"), (0.25, 4, "even"), (0.0, 2, "lost"), (1.0, 2, "as good as won"), (0.3, 2, "behind"), (0.42, 2, "behind"), (0.43, 2, "even"), (0.57, 2, "even"), (0.58, 2, "ahead"), (0.5, 4, "ahead"), (0.7, 2, "ahead")],
)  # fmt: skip
def test_prospects_are_told_in_words(prospects: float, seats: int, words: str):
    assert standing(prospects, seats) == words


def test_where_an_action_leads_is_told_beside_what_stopping_leaves():
    def told(stopping: float | None, after: float) -> str:
        return outlook(after, stopping, 2)

    assert told(0.3, 0.5) == "From behind you come to be even (30 % to win if you stopped, 50 % with it and what you do next)."
    assert told(0.5, 0.55) == "You stay even, better than stopping (50 % to win, 55 % with it and what you do next)."
    assert told(0.5, 0.45) == "You stay even, worse than stopping (50 % to win, 45 % with it and what you do next)."
    assert told(0.396, 0.404) == "You stay behind, no better and no worse than stopping (40 % to win)."
    assert told(0.41, 0.40) == "You stay behind, no better and no worse than stopping (about 41 % to win).", "one percent is no turn"
    for near in (0.43, 0.45, 0.47):
        assert told(0.45, near).startswith("You stay even, no better and no worse than stopping ("), "one threshold for all"
    assert told(0.46, 0.43) == "You stay even, worse than stopping (46 % to win, 43 % with it and what you do next)."
    assert told(0.45, 0.48) == "You stay even, better than stopping (45 % to win, 48 % with it and what you do next)."
    assert told(0.41, -0.014) == "From behind you come to be lost (41 % to win if you stopped, 0 % with it and what you do next)."
    assert told(1.02, 1.0) == "You are as good as won with it (100 % to win)."
    assert told(0.99, 0.99) == "You stay as good as won, no better and no worse than stopping (99 % to win)."
    assert told(None, 0.3) == "You are behind with it (30 % to win)."


def test_how_sure_a_choice_was_is_told_by_its_lead():
    def candidates(*prospects: float) -> tuple[Candidate, ...]:
        return tuple(Candidate(number, each) for number, each in enumerate(prospects))

    assert verdict(candidates(0.6, 0.5, 0.4)) == "It thought this clearly the best."
    assert verdict(candidates(0.6, 0.57)) == "It thought this a little better than anything else."
    assert verdict(candidates(0.6, 0.4, 0.6)) == "Something else looked as good to it, and it took its pick."
    assert verdict(candidates(0.356, 0.35)) == "It thought this hardly better than something else."
    assert verdict(candidates(0.44, 0.47, 0.45)).startswith("Something else came out a little better in the end")
    assert verdict(candidates(0.753, 0.757)).startswith("Something else came out a little better"), "as the numbers beneath say"
    assert verdict(candidates(0.6)) == "Nothing else came to its mind."


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_of_a_full_hand_the_arrow_of_a_hint_begins_on_its_own_card(size):
    match, chance = Match.start(Setup("starcrossed", 2, seed=5), (SeatPlan("human"), SeatPlan("normal"))), Chance(5)

    def held(scene) -> list:
        return [piece for piece in scene.pieces.values() if scene.zones[piece.zone].kind == "hand" and piece.owner == 0]

    def ready() -> bool:
        sources = {offer.source for offer in match.offers() if offer.refusal is None and offer.target}
        return match.deciding == 0 and len(held(match.scene(0))) >= 9 and len(sources) >= 4

    while not ready():
        match.submit(chance.pick(match.legal()))
    stage = Stage(size, games=shelf(), speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    for _ in range(6):
        stage.frame(1.0)
    board, begun = screen.view.board, 0
    for offer in screen.hand.grip.offers:
        if offer.refusal is None and offer.target and board.in_sight(offer.source) != board.rect_of(offer.source):
            screen.hints.ideas = (counsel.Idea(offer, offer.verb, ""),)
            for shape in (item for item in screen.hints.drawn() if isinstance(item, Polygon)):
                (ax, ay), (bx, by) = shape.points[0], shape.points[-1]
                assert board.places_at((ax + bx) / 2, (ay + by) / 2)[0] == offer.source
                begun += 1
    assert begun >= 4


@pytest.mark.parametrize("text", [100, 150])
def test_what_the_end_says_of_hints_stands_on_a_line_of_its_own(text):
    stage, screen, _ = table(text_size=text)
    screen.hints.asked = 3
    match, chance = screen.match, Chance(2)
    while match.deciding is not None:
        match.submit(chance.pick(match.legal()))
    for _ in range(60):
        stage.frame(1.0)
        if isinstance(stage.top, EndPanel):
            break
    assert isinstance(stage.top, EndPanel)
    said = [item.words for item in flat(stage.top.draw()) if isinstance(item, Text)]
    assert "You asked for 3 hints." in said
    assert not [words for words in said if "hints" in words and words != "You asked for 3 hints."]


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("game", ["verona", "starcrossed"])
def test_the_list_of_hints_leaves_its_arrows_in_sight_where_there_is_room_beside_them(game, text):
    stage, screen, _ = table(game, text_size=text)
    stage.press("i")
    stage.frame(0.1)
    drawn = screen.hints.drawn()
    along = [part for item in drawn if isinstance(item, Polygon) for part in parts(item.points)]
    box = next(item.rect for item in screen.hints.parts() if isinstance(item, Panel))
    assert along
    assert sum(meet(box, part) for part in along) <= len(along) * (0.15 if game == "verona" else 0.5)


@pytest.mark.parametrize("text", [100, 150])
def test_the_number_of_a_hint_stands_in_the_square_it_is_about(text):
    _, screen, match = table("overcross", 30, text_size=text)
    board = screen.view.board
    zones = screen.view.scene.zones
    steps = [offer for offer in match.offers() if offer.refusal is None and offer.source and (offer.target or "").startswith("cell/")]
    ends = {offer.target: offer for offer in steps if zones[offer.target.split("/")[1]].kind == "grid"}
    assert len(ends) >= 2
    screen.hints.ideas = tuple(counsel.Idea(offer, offer.words, "") for offer in list(ends.values())[:3])
    for number, target in enumerate(list(ends)[:3], 1):
        (said,) = [item for item in screen.hints.drawn() if isinstance(item, Text) and item.words == str(number)]
        x, y, wide, high = said.rect
        assert inside(board.rect_of(target), x + wide / 2, y + high / 2)


def test_no_frame_looks_for_a_place_for_the_list_of_hints(monkeypatch: pytest.MonkeyPatch):
    """That takes longer than a frame has."""
    stage, screen, _ = table(text_size=150)
    stage.press("i")
    stage.frame(0.1)
    shown = screen.hints.drawn()
    assert shown
    monkeypatch.setattr("game.table.play.hints.list_room", None)
    assert screen.hints.drawn() == shown


def test_the_list_of_hints_hides_no_number_where_it_leaves_some_of_the_place_open():
    four = (SeatPlan("human"), *(SeatPlan("normal") for _ in range(3)))
    _, screen, match = table(plans=four, text_size=150)
    ends = {offer.target: offer for offer in match.offers() if offer.refusal is None and offer.source and offer.target}
    assert len(ends) > 6
    for three in list(combinations(ends.values(), 3))[::9]:
        screen.hints.ideas = tuple(counsel.Idea(offer, offer.words, "What it leads to. " * 7) for offer in three)
        box = next(item.rect for item in screen.hints.parts() if isinstance(item, Panel))
        drawn = {item.words: item.rect for item in screen.hints.drawn() if isinstance(item, Text) and item.words in "123"}
        for number, offer in enumerate(three, 1):
            said = drawn[str(number)]  # the last word of that kind: what stands on the board is drawn before
            end = screen.view.board.rect_of(offer.target)
            assert not meet(inset(said, 2), box) or end[1] + end[3] < box[1] + box[3]


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("game", ["cardmaster", "starcrossed", "shine", "overcross"])
def test_the_arrow_of_a_hint_runs_under_the_pieces_or_beside_what_they_say(game, text):
    _, screen, match = table(game, 12, text_size=text)
    board, drawn = screen.view.board, 0
    for offer in [each for each in match.offers() if each.refusal is None and each.source and each.target][:40]:
        screen.hints.ideas = (counsel.Idea(offer, offer.verb, ""),)
        arrows = [item for item in screen.hints.drawn() if isinstance(item, Polygon)]
        drawn += len(arrows)
        for arrow in (each for each in arrows if each.layer > 2):  # over the pieces, as between neighbours and where cards would hide it
            along = parts(arrow.points)
            crossed = sum(meet(part, rect) for part in along for rect in board.named_on())
            one, two = (board.in_sight(place) for place in (offer.source, offer.target))
            hiding = [pose.rect for key, pose in board.layout.poses.items() if f"piece/{key}" not in {offer.source, offer.target}]
            hidden = sum(any(meet(part, rect) for rect in hiding) for part in along)
            assert meet(inset(one, -40), inset(two, -40)) or hidden or game == "overcross", (
                offer.source,
                offer.target,
            )  # on a map it goes around where it can
            assert not crossed or game == "overcross", offer.words
    assert drawn


def test_the_marks_of_words_that_stand_out_are_no_signs_of_a_hint_nor_of_a_button():
    """The cost of an effect stood as *Return* 1 in both."""
    stage, screen, match = table("shine", 12)
    plain = next(each for each in match.offers() if each.refusal is None and not screen.hand.preview(each).words)
    offer = replace(plain, words="*Return* 1: draw a card.")
    screen.hints.ideas = (counsel.Idea(offer, offer.words, ""),)
    screen.stale()
    told = [item for item in flat(stage.app.items()) if isinstance(item, Text) and "Return" in item.words]
    assert [item.rich for item in told] == [True]
    assert what_it_brings(screen.hand, offer) == "Return 1: draw a card."
