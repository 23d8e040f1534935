"""Where hints lie on the table and what they tell of a card; and where else than at the table one may ask why a program did something.

Longer than most: each promise about a hint is looked at on tables of several games, with the same few helpers.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, radians, sin

import pytest
from msgspec.structs import replace
from shell_stage import flat
from test_hints import Near, table, worker_answer
from test_replay_page import replayed

from game.ai.player import Candidate, Weighing
from game.ai.worker import Thinker
from game.kernel.words import unmarked
from game.match import counsel
from game.rules import shelf
from game.table.canvas.draw import Made, Panel, Polygon, Text
from game.table.canvas.theme import READABLE, contrast
from game.table.canvas.view import holds, inset, meet
from game.table.pages.dialog import Dialog
from game.table.pieces.attack_arrow import SHAFTS, parts, title_box
from game.table.pieces.lit import standing_out
from game.table.play import trails
from game.table.play.ending import EndPanel
from game.table.play.hints import PONDERING
from game.table.shell.notices import notice_items


@pytest.fixture(autouse=True)
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.table.play.match.Thinker", Near)


def shown(screen, match, offers) -> None:
    screen.hints.ideas = tuple(counsel.Idea(offer, offer.words, "What it leads to. " * 7) for offer in offers)
    screen.hints._count = match.count


def numbers(screen) -> list:
    return [item.rect for item in flat(screen.hints.drawn()) if isinstance(item, Text) and item.words in {"1", "2", "3"}]


def test_the_list_leaves_every_card_of_the_rows_it_is_about_in_sight():
    stage, screen, _ = table("cardmaster", 20, size=(1920, 1080), text_size=150)
    stage.press("i")
    stage.frame(0.1)
    scene, board = screen.view.scene, screen.view.board
    box = next(item.rect for item in screen.hints.parts() if isinstance(item, Panel))
    rows = {scene.pieces[int(place[6:])].zone for idea in screen.hints.ideas for place in (idea.offer.source, idea.offer.target) if place}
    cards = [board.rect_of(f"piece/{piece.id}") for piece in scene.pieces.values() if piece.zone in rows]
    assert len(cards) >= 6
    assert not any(meet(box, card) for card in cards)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)])
def test_a_card_played_on_nobody_in_particular_bears_the_number_of_its_hint_itself(size):
    _, screen, match = table("overcross", 30, size=size, text_size=150)
    card = next(offer for offer in match.offers() if offer.refusal is None and offer.target == "zone/grid")
    shown(screen, match, [card])
    (x, y, wide, _) = numbers(screen)[0]
    lies = screen.view.board.in_sight(card.source)
    assert lies[0] <= x + wide / 2 <= lies[0] + lies[2]
    assert abs(lies[1] - y) < 60
    light = screen.light()
    assert (light.sources, light.legal) == ({card.source}, frozenset())


@pytest.mark.parametrize("game", ["cardmaster", "starcrossed", "shine", "overcross", "verona"])
def test_the_number_of_a_hint_lies_within_the_table_wherever_it_is_about(game):
    _, screen, match = table(game, 12, size=(1024, 640), text_size=175)
    board = screen.view.board
    offer = next(offer for offer in match.offers() if offer.refusal is None and offer.source)
    places = [*(f"zone/{zone}" for zone in board.layout.zones), *(f"piece/{piece}" for piece in board.layout.poses)]
    for place in places:
        shown(screen, match, [replace(offer, source=place, target=None)])
        for rect in numbers(screen):
            assert holds(board.area, rect), place


def test_a_hint_to_play_a_card_of_which_nothing_is_foreseen_says_what_is_printed_on_it():
    _, screen, match = table("overcross", 30)
    card = next(
        offer
        for offer in match.offers()
        if offer.refusal is None and offer.verb.startswith("Play") and not screen.hand.preview(offer).words
    )
    legal = list(match.legal())
    weighing = Weighing((Candidate(legal.index(card.action), 0.5),))
    (idea,) = counsel.ideas(match, weighing, match.offers(), screen.hand.preview, match.spoken)
    text = unmarked(match.rules.face(screen.view.scene.pieces[int(card.source[6:])].face).text[0])
    assert idea.outlook.startswith(text[:30])


def test_why_is_answered_on_the_page_of_the_end():
    stage, _, match = table("shine", 12)
    match.concede(0)
    while not isinstance(stage.top, EndPanel):
        stage.frame(0.1)
    stage.frame(2.0)
    while not stage.top.awake:  # what comes up takes no press at first
        stage.frame(0.1)
    stage.press("w")
    stage.frame(0.1)
    assert isinstance(stage.top, Dialog)
    assert stage.top.title.startswith("Why did")
    assert "is told when the match is over" not in stage.top.words
    stage.press("escape")
    assert isinstance(stage.top, EndPanel)


def test_a_replay_says_where_why_is_answered(tmp_path):
    stage, _ = replayed("verona", (1280, 720), 100, tmp_path)
    stage.press("w")
    assert "on the page of its end" in stage.app.notices[-1][1]


@pytest.mark.parametrize("text", [100, 150])
def test_the_number_of_a_hint_leaves_the_words_of_its_button_open(text):
    stage, screen, match = table("shine", 18, games=shelf(), text_size=text)
    offer = next(each for each in screen.hand.buttons() if each.refusal is None)
    screen.hints.ideas, screen.hints._count = (counsel.Idea(offer, "Do it.", ""),), match.count
    screen.stale()
    stage.frame(0.1)
    (number,) = [item for item in flat(screen.hints.drawn()) if isinstance(item, Panel) and item.width == 2.5]
    label = next(item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words == screen.view.spoken(offer.verb))
    assert not meet(number.rect, title_box(stage.app, label)), (number.rect, title_box(stage.app, label))


def test_what_an_arrow_crosses_can_be_read_on_its_ground():
    """Dark numbers of light spaces of the track stood on dark plates."""
    _, screen, match = table()
    leading = [each for each in match.offers() if each.source and each.target and each.refusal is None][:6]
    screen.hints.ideas = tuple(counsel.Idea(offer, "Do it.", "") for offer in leading)
    drawn = flat(screen.hints._arrows())
    plates = [(one, two) for one, two in pairwise(drawn) if isinstance(one, Panel) and isinstance(two, Text) and two.layer == trails.LAYER]
    assert any(two.words.isdecimal() for _, two in plates)
    assert all(contrast(two.colour, one.top) >= READABLE for one, two in plates)


@pytest.mark.parametrize(("size", "text_size", "actions"), [((1280, 720), 100, 8), ((1920, 1080), 150, 8), ((1280, 720), 150, 28)], ids=str)
def test_the_list_of_hints_lies_beside_a_map_where_there_is_room(size, text_size, actions):
    """Words a quarter smaller than wished for make room."""
    stage, screen, _ = table("overcross", actions, size=size, text_size=text_size, games=shelf())
    stage.press("i")
    stage.frame(0.1)
    box = next(item.rect for item in screen.hints.parts() if isinstance(item, Panel))
    assert not any(meet(box, grid.squares) for grid in screen.view.board.grids.values())


@pytest.mark.parametrize(("actions", "text_size"), [(24, 150), (28, 150), (28, 175), (40, 150), (46, 150), (66, 150)])
def test_larger_words_of_hints_are_set_smaller_rather_than_cover_pieces_on_the_grid(actions: int, text_size: int):
    """They lay over the crates, which can be destroyed."""
    stage, screen, _ = table("overcross", actions, size=(1280, 720), text_size=text_size)
    stage.press("i")
    stage.frame(0.1)
    board = screen.view.board
    box = next(item.rect for item in screen.hints.parts() if isinstance(item, Panel))
    lying = [rect for each in screen.view.scene.pieces.values() if each.zone == "grid" and (rect := board.rect_of(f"piece/{each.id}"))]
    assert len(lying) > 5
    assert not any(meet(box, rect) for rect in lying)


@pytest.mark.parametrize("text_size", [100, 150])
def test_a_message_leaves_the_list_of_hints_to_be_read(text_size: int):
    stage, screen, match = table("overcross", 18, size=(1280, 720), text_size=text_size, games=shelf())
    shown(screen, match, [offer for offer in match.offers() if offer.refusal is None][:2])
    screen.stale()
    stage.frame(0.1)
    stage.app.say("No program has done anything yet. " * 3, "bad")
    stage.frame(0.1)
    boxes = [item.rect for item in notice_items(stage.app, screen.told_in()) if isinstance(item, Panel)]
    rows = [each.rect for each in screen.widgets() if each.key.startswith("idea-")]
    assert len(boxes) == 1
    assert len(rows) == 2
    assert not any(meet(boxes[0], row) for row in rows)


@pytest.mark.parametrize(("size", "text_size"), [((1280, 720), 100), ((1280, 720), 150), ((1920, 1080), 150), ((1280, 720), 175)], ids=str)
@pytest.mark.parametrize(("game", "actions"), [("cardmaster", 20), ("cardmaster", 40), ("shine", 18)])
def test_hints_grow_with_the_text_and_cover_no_card_that_is_in_play(game, actions, size, text_size):
    """At 150 % they were hardly larger than at 100 and lay over a foe, and every row had an empty line."""
    stage, screen, _ = table(game, actions, size=size, text_size=text_size, games=shelf())
    stage.press("i")
    stage.frame(0.1)
    board, scene = screen.view.board, screen.view.scene
    rows = [each for each in screen.widgets() if each.key.startswith("idea-")]
    lying = [board.layout.poses[each.id] for each in scene.pieces.values() if each.zone.startswith(("active", "front", "support"))]
    assert lying
    assert not any(meet(pose.bounding, row.rect) for pose in lying for row in rows)
    told = {idea.outlook: idea for idea in screen.hints.ideas}
    texts = [item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words in told]
    assert len(texts) == len(rows)
    scale, listed = stage.app.view.scale, next(item.rect for item in screen.hints.parts() if isinstance(item, Panel))
    full = listed[3] > board.area[3] * 0.95  # beside what is in play: so large as there is room from top to foot
    for item in texts:
        assert item.size >= 21 * min(1.15 if full else 1.2, text_size / 100)
        wide, high = round(item.rect[2] * scale), round(item.rect[3] * scale)
        laid = stage.app.fonts.fit(item.words, item.face, round(item.size * scale), wide, high, wrap=True, rich=True)
        assert laid.size == round(item.size * scale)
        assert high - laid.height < laid.size, "an empty line"


@pytest.mark.parametrize("actions", [12, 36, 52])
def test_the_list_lies_on_nothing_in_a_row_that_is_no_card(actions):
    """Crystals lie smaller than cards, as those kept in reserve do, and were covered like them."""
    stage, screen, _ = table("starcrossed", actions, size=(1280, 720), text_size=150, games=shelf())
    stage.press("i")
    stage.frame(0.1)
    board, (box,) = screen.view.board, screen.hints.listed()
    crystals = [board.rect_of(f"piece/{each.id}") for each in screen.view.scene.pieces.values() if each.kind == "token"]
    assert len(crystals) == 6
    assert not any(meet(box, crystal) for crystal in crystals)


def test_large_words_become_as_small_as_usual_rather_than_cover_what_piles_count():
    """The list lay over the cards of Life and four piles beside them."""
    stage, screen, _ = table("shine", 30, size=(1920, 1080), text_size=150, games=shelf())
    stage.press("i")
    stage.frame(0.1)
    board, (box,) = screen.view.board, screen.hints.listed()
    assert len(board.piles()) > 6
    assert not any(meet(box, pile) for pile in board.piles())


@pytest.mark.parametrize("text_size", [150, 175])
def test_the_number_of_a_hint_covers_no_number_of_a_card(text_size):
    stage, screen, match = table("cardmaster", 54, size=(1280, 720), text_size=text_size, games=shelf())
    offers = {offer.source: offer for offer in match.offers() if offer.refusal is None and offer.source}
    assert len(offers) > 4
    for two in pairwise(offers.values()):  # of two that lead to one place each number stands where its own begins
        screen.hints.ideas, screen.hints._count = tuple(counsel.Idea(offer, offer.words, "") for offer in two), match.count
        screen.stale()
        stage.frame(0.1)
        said = [item.rect for item in flat(screen.hints.drawn()) if isinstance(item, Panel) and item.width == 2.5]
        assert len(said) == 2
        assert not any(meet(inset(each, 1), rect) for each in said for rect in screen.view.board.numbers_on()), two


@pytest.mark.parametrize(("size", "text_size"), [((1920, 1080), 100), ((1280, 720), 150)], ids=str)
def test_the_hand_rises_over_nothing_that_hints_point_at_and_no_card_shown_large_covers_their_words(size, text_size):
    """Numbers and arrows of squares in the lowest row lay on the cards that had risen over it."""
    stage, screen, _ = table("overcross", 4, size=size, text_size=text_size)
    board = screen.view.board
    cards = [f"piece/{each.id}" for each in screen.view.scene.pieces.values() if each.zone == "hand@0"]
    stage.move(*board.centre_of(cards[len(cards) // 2]))
    for _ in range(6):
        stage.frame(0.1)
    assert board.reached
    stage.press("i")
    stage.frame(0.1)
    assert any(idea.offer.target and idea.offer.target.startswith("cell/") for idea in screen.hints.ideas)
    for step in (0, 2):
        stage.move(board.centre_of(cards[len(cards) // 2])[0] + step, board.area[1] + board.area[3] - 20)
        assert not board.reached
        assert not any(meet(number, board.rect_of(card)) for number in numbers(screen) for card in cards)
    for _ in range(8):
        stage.frame(0.1)
    large = next(item.rect for item in screen.lying_over() if isinstance(item, Made) and item.kind == "card")
    assert not any(meet(large, row.rect) for row in screen.widgets() if row.key.startswith("idea-"))
    stage.press("escape")
    stage.frame(0.1)
    assert board.reached


@pytest.mark.parametrize("text_size", [100, 150, 175])
@pytest.mark.parametrize(("game", "actions"), [("cardmaster", 0), ("cardmaster", 20), ("shine", 18), ("starcrossed", 12)])
def test_the_number_of_a_hint_lies_on_its_own_card_and_no_other_and_covers_no_name(game, actions, text_size):
    """In close rows it stood over the card, on the name of the one above."""
    _, screen, match = table(game, actions, size=(1280, 720), text_size=text_size, games=shelf())
    board = screen.view.board
    names = [*board.named_on(), *(title_box(screen.app, title) for title in board.titles())]
    offers = {offer.source: offer for offer in match.offers() if offer.refusal is None and (offer.source or "").startswith("piece/")}
    assert len(offers) > 2
    for source, offer in offers.items():
        shown(screen, match, [replace(offer, target=None)])
        (box,) = [item.rect for item in flat(screen.hints.drawn()) if isinstance(item, Panel) and item.width == 2.5]
        own = board.rect_of(source)
        others = [pose.bounding for key, pose in board.layout.poses.items() if f"piece/{key}" != source]
        if not any(meet(own, rect) for rect in others):  # in a full hand its neighbours lie on a card themselves
            assert not any(meet(inset(box, 1), inset(rect, 1)) for rect in others), source
            assert not any(meet(inset(box, 1), name) for name in names), source
        assert meet(inset(own, -5), box)


def test_an_arrow_that_others_would_hide_lies_over_them_so_that_it_is_seen_whence_it_comes():
    """Under the cards between, a shift from the far end of a row began at the near one."""
    _, screen, match = table("cardmaster", 20, size=(1280, 720), text_size=150, games=shelf())
    board, seen = screen.view.board, set()
    for offer in match.offers():
        if offer.refusal is None and offer.verb == "Shift":
            shown(screen, match, [offer])
            (way,) = [item for item in screen.hints.drawn() if isinstance(item, Polygon)]
            between = [pose.rect for key, pose in board.layout.poses.items() if f"piece/{key}" not in {offer.source, offer.target}]
            hidden = sum(any(meet(part, rect) for rect in between) for part in parts(way.points)) / len(parts(way.points))
            assert way.layer == trails.OVER if hidden > 0.4 else hidden > 0.2 or way.layer == trails.LAYER, (offer.source, offer.target)
            seen.add(way.layer)
    assert seen == {trails.LAYER, trails.OVER}


def test_so_does_an_arrow_past_a_figure_and_its_head_lies_on_none():
    """On a battle map the hint to walk past one's own neighbour seemed to be the neighbour's, and that to lay a card behind one pointed at them; where one lies beside the square, the head reaches past its middle."""
    seen = free = 0
    for actions in (12, 20, 30, 40, 50, 64):
        _, screen, match = table("overcross", actions, games=shelf())
        board, pieces = screen.view.board, screen.view.scene.pieces
        figures = {f"piece/{key}": pose.rect for key, pose in board.layout.poses.items() if pieces[key].kind == "token"}
        for offer in [each for each in match.offers() if each.refusal is None and each.source and (each.target or "").startswith("cell/")]:
            shown(screen, match, [offer])
            (way,) = [item for item in screen.hints.drawn() if isinstance(item, Polygon)]
            others = [inset(rect, 4) for place, rect in figures.items() if place != offer.source]
            along, goal = parts(way.points), board.rect_of(offer.target)
            if any(meet(part, rect) for part in along for rect in others):
                assert way.layer == trails.OVER, (offer.source, offer.target)
                seen += 1
            if way.layer == trails.OVER:
                assert meet(along[-1], goal), (offer.source, offer.target)
                assert not any(meet(part, inset(rect, 8)) for part in along[SHAFTS:] for rect in others if not meet(rect, goal)), (
                    offer.source,
                    offer.target,
                )
            if not any(meet(pose.rect, inset(goal, 4)) for pose in board.layout.poses.values()):
                within = sum(meet(part, goal) for part in along[SHAFTS:])
                assert within * 2 >= len(along[SHAFTS:]), f"{offer.words}: the head lies in a neighbour of the square"
                free += 1
    assert seen > 20
    assert free > 100


def test_the_arrow_of_an_attack_on_a_neighbour_has_its_head_on_it():
    """That on a diagonal neighbour lay in the square beside it."""
    seen = 0
    for actions in (26, 46, 54, 62, 70, 82):
        _, screen, match = table("overcross", actions, games=shelf())
        board = screen.view.board
        for offer in [each for each in match.offers() if each.refusal is None and (each.target or "").startswith("piece/")]:
            source, goal = board.rect_of(offer.source), board.rect_of(offer.target)
            if source is None or goal is None or not meet(inset(source, -8), inset(goal, -8)):
                continue
            shown(screen, match, [offer])
            (way,) = [item for item in screen.hints.drawn() if isinstance(item, Polygon)]
            head = parts(way.points)[SHAFTS:]
            assert way.layer == trails.OVER
            assert sum(meet(part, goal) for part in head) * 2 >= len(head), (offer.source, offer.target)
            seen += source[0] != goal[0] and source[1] != goal[1]
    assert seen > 3


def test_so_does_one_of_which_gaps_between_cards_show_some():
    """An arrow's head in the open made up for a shaft behind two cards: the second starter of a row seemed to be the last."""
    seen = 0
    for text_size in (100, 150):
        _, screen, match = table("cardmaster", 0, text_size=text_size, games=shelf())
        board = screen.view.board
        for offer in [each for each in match.offers() if each.refusal is None and (each.source or "").startswith("piece/")]:
            shown(screen, match, [offer])
            (way,) = [item for item in screen.hints.drawn() if isinstance(item, Polygon)]
            own = board.rect_of(offer.source)
            cards = [pose.rect for key, pose in board.layout.poses.items() if f"piece/{key}" != offer.source]
            shaft = [part for part in parts(way.points)[:SHAFTS] if not meet(part, own)]
            hidden = sum(any(meet(part, rect) for rect in cards) for part in shaft)
            assert way.layer == trails.OVER or hidden <= len(shaft) * 0.3, offer.words
            seen += way.layer == trails.OVER
    assert seen


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize(
    ("game", "decisions"),
    [("shine", ((29, 6), (13, 12), (7, 50))), ("starcrossed", ((5, 36), (13, 8), (13, 52), (7, 36)))],
)
def test_an_arrow_from_a_card_of_a_hand_comes_to_light_at_that_card_and_over_cards_hides_no_name_and_no_number(game, decisions, text_size):
    """That to play the first card of a hand ran under the second and came out of it; Cardmaster has no hands."""
    seen = 0
    for seed, actions in decisions:
        _, screen, match = table(game, actions, size=(1280, 720), text_size=text_size, games=shelf(), seed=seed)
        board, scene = screen.view.board, screen.view.scene
        said = [*board.named_on(), *board.numbers_on(), *board.words_on()]
        cards = {f"piece/{key}": pose for key, pose in board.layout.poses.items() if scene.pieces[key].kind in {"card", "token"}}
        hands = {place for place in cards if scene.zones[scene.pieces[int(place[6:])].zone].kind == "hand"}
        for offer in [each for each in match.offers() if each.refusal is None and each.source in hands and each.target]:
            shown(screen, match, [offer])
            (way,) = [item for item in screen.hints.drawn() if isinstance(item, Polygon)]
            lying = cards | {offer.source: standing_out(cards[offer.source])}
            if way.layer == trails.OVER:
                assert not any(meet(part, rect) for part in parts(way.points) for rect in said), offer.words
            begins = comes_to_light(way, lying)
            if begins is None or nearest(lying, begins) != offer.source:  # then its number tells whence it comes
                near = [rect for rect in numbers(screen) if meet(rect, inset(board.in_sight(offer.source), -45))]
                assert near, f"{offer.words}: seems to come from {begins and nearest(lying, begins)}"
                assert begins is None, offer.words
            seen += 1
    assert seen > 20


def comes_to_light(way: Polygon, lying: dict) -> tuple[float, float] | None:
    """Return where the shaft of an arrow begins that is seen."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (way.points[each] for each in (0, 6, 1, 5))
    for step in range(401):
        part = step / 800
        x, y = (ax + bx) * (0.5 - part) + (cx + dx) * part, (ay + by) * (0.5 - part) + (cy + dy) * part
        if way.layer == trails.OVER or not any(pose.covers(x, y) for pose in lying.values()):
            return x, y
    return None


def nearest(lying: dict, point: tuple[float, float]) -> str | None:
    """Return the card of which what is seen lies within some units of a point and nearer than that of any other."""
    around = [(far, turn) for far in range(7) for turn in range(0, 360, 10)]
    for far, turn in around:
        x, y = point[0] + far * cos(radians(turn)), point[1] + far * sin(radians(turn))
        found = [place for place, pose in lying.items() if pose.covers(x, y)]
        if found:
            return max(found, key=lambda place: lying[place].z)
    return None


class Pondering(Near):
    """A thinking process that has not answered yet."""

    def ask(self, match_setup, level, observation, legal, budget, seed, *, weighs=False):
        Thinker.ask(self, match_setup, level, observation, legal, budget, seed, weighs=weighs)

    def answer(self) -> None:
        question = self._questions.get()
        self._answers.put(worker_answer(self.desk, replace(question, iterations=12)))


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("game", ["verona", "cardmaster", "overcross"])
def test_while_hints_are_thought_about_that_is_said_and_a_digit_answers_nothing(game, text_size, monkeypatch):
    """Only the lamp was lit, and a digit that was meant for a hint pressed the button with that digit."""
    monkeypatch.setattr("game.table.play.match.Thinker", Pondering)
    stage, screen, match = table(game, 12, size=(1280, 720), text_size=text_size, games=shelf())
    assert PONDERING not in stage.words()
    stage.press("i")
    stage.frame(0.1)
    board, (box,) = screen.view.board, screen.hints.listed()
    (words,) = [item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words == PONDERING]
    assert holds(box, title_box(screen.app, words))
    assert holds(board.area, box)
    assert not any(meet(box, pose.rect) for pose in board.layout.poses.values())
    count = match.count
    stage.press("1", "2")
    assert match.count == count
    assert "thought about" in stage.app.notices[-1][1]
    screen.rival.answer()
    for _ in range(3):
        stage.frame(0.1)
    assert PONDERING not in stage.words()
    assert screen.hints.ideas
    stage.press("1")
    assert match.count > count or screen.hand.grip.menu or stage.top is not screen


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("game", ["shine", "cardmaster", "starcrossed", "overcross"])
def test_that_hints_are_thought_about_lies_on_no_word_and_number_of_the_table(game, text_size, monkeypatch):
    """It covered how the hand of the opponent is called, and how many cards are in it."""
    monkeypatch.setattr("game.table.play.match.Thinker", Pondering)
    stage, screen, _ = table(game, 12, size=(1280, 720), text_size=text_size, games=shelf())
    stage.press("i")
    stage.frame(0.1)
    (box,) = screen.hints.listed()
    board = screen.view.board
    said = [item for item in board.draw(screen.light()) if isinstance(item, Text)] + board.titles()
    assert {"Hand", "Support cards", "Fallen", "Deck", "Left"}.intersection(item.words for item in said)
    assert not any(meet(box, title_box(screen.app, item)) for item in said), game


def test_escape_asks_for_a_hint_no_longer(monkeypatch):
    monkeypatch.setattr("game.table.play.match.Thinker", Pondering)
    stage, screen, _ = table("verona", 12)
    stage.press("i")
    stage.frame(0.1)
    assert screen.hints.waiting
    stage.press("escape")
    stage.frame(0.1)
    assert stage.top is screen
    assert not screen.hints.waiting
    assert PONDERING not in stage.words()


@pytest.mark.parametrize("game", ["verona", "cardmaster"])
def test_hints_that_are_asked_for_while_something_moves_come_when_it_is_still(game):
    """The key did nothing and said nothing, and the digit after it gave the ordinary answer."""
    stage, screen, match = table(game, 12, games=shelf())
    screen.view.player.pace = 1.0
    screen.view.recall(range(max(1, match.count - 3), match.count + 1))
    screen.hand.rest(-1)
    stage.frame(0.1)
    assert screen.view.player.busy
    stage.press("i")
    assert PONDERING in stage.words()
    assert screen.hints.ideas == ()
    count = match.count
    stage.press("1")
    assert match.count == count
    assert "thought about" in stage.app.notices[-1][1]
    for _ in range(200):
        if not screen.view.player.busy:
            break
        stage.frame(0.3)
    for _ in range(3):
        stage.frame(0.1)
    assert screen.hints.ideas
    stage.press("1")
    assert match.count > count or screen.hand.grip.menu or stage.top is not screen


def test_a_wish_for_hints_is_said_to_wait_while_others_choose_and_escape_ends_it():
    stage, screen, match = table("verona", 4)
    for _ in range(20):
        if match.deciding != 0:
            break
        screen.submit(match.legal()[-1])
    assert match.deciding == 1
    stage.press("i")
    assert stage.app.notices[-1][1] == "The hints come when you are asked."
    assert PONDERING not in stage.words()
    stage.press("w")
    assert stage.app.notices[-1][1] == "That is answered when you are asked, or when the match is over."
    stage.press("escape")
    assert stage.top is screen
    assert not screen.hints.coming


def test_the_ways_of_arrows_from_a_hand_are_looked_for_once_as_long_as_the_table_lies_as_it_does(monkeypatch: pytest.MonkeyPatch):
    """They look at every piece along many ways: in each frame anew that took up to a fifth of a second."""
    looked = list[object]()
    monkeypatch.setattr("game.table.play.hints.from_hand", lambda *asked: looked.append(asked) or trails.from_hand(*asked))
    _, screen, match = table("shine", 20, games=shelf())
    offers = [each for each in match.offers() if each.refusal is None and (each.source or "").startswith("piece/") and each.target][:3]
    shown(screen, match, offers)
    ways = [screen.hints.drawn() for _ in range(3)]
    assert len(looked) == len(offers) == 3
    assert ways[0] == ways[1] == ways[2]
    screen.view.board.show(screen.view.board.scene, 0.0)
    screen.hints.drawn()
    assert len(looked) == 6
