"""Where a held piece is put down: it slides back from there when it may not lie there, and what is said covers nothing that is asked about."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from shell_stage import Stage

from game.kernel.chance import Chance
from game.kernel.ids import piece_place, seat_place, zone_place
from game.kernel.offers import Refusal
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.draw import Panel, Text
from game.table.canvas.view import Rect
from game.table.play import looks
from game.table.play.match import MatchScreen
from game.table.play.overlay import LAYER

NO = Refusal("no", "T-1", "That is not allowed.")


@pytest.fixture
def sit(monkeypatch):
    """Lay a match on a table, so many actions on and at a question of the first seat; nobody thinks."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)

    def sit(game: str, actions: int, seed: int = 4, **settings) -> tuple[Stage, MatchScreen]:
        match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"), SeatPlan("random"))), Chance(4)
        while match.deciding != 0 or match.count < actions or (match.scene(0).phases and not match.scene(0).phase):
            match.submit(chance.pick(match.legal()))
        stage = Stage((1280, 720), **{"speed": "instant", "reduced_motion": True, **settings})
        screen = stage.show(MatchScreen(match))
        for _ in range(4):
            stage.frame(0.1)
        return stage, screen

    return sit


def apart(one: Rect, other: Rect) -> bool:
    return one[0] >= other[0] + other[2] or other[0] >= one[0] + one[2] or one[1] >= other[1] + other[3] or other[1] >= one[1] + one[3]


def test_what_may_not_lie_there_slides_back_from_where_it_was_let_go(sit):
    stage, screen = sit("starcrossed", 14, reduced_motion=False)
    hand, board = screen.hand, screen.view.board
    source = next(each for each in hand.grip.sources() if each.startswith("piece/") and board.centre_of(each))
    key, start = int(source[6:]), board.centre_of(source)
    assert start is not None
    home = board.layout.poses[key]
    stage.down(*start)
    stage.move(start[0], start[1] - 40)
    stage.move(300, 36)
    stage.up(300, 36)
    assert hand.grip.held is None
    motion = board.stage.motions[key]
    assert (motion.start.x, motion.start.y) == (300, 36)
    assert (motion.start.w, motion.start.h) == (home.w, home.h)
    assert motion.goal == home


def test_what_is_dragged_is_played_though_a_click_held_another(sit, monkeypatch):
    stage, screen = sit("shine", 35, seed=1)
    hand, board = screen.hand, screen.view.board
    aimed = {(offer.source, offer.target): offer for offer in hand.grip.offers if offer.refusal is None and offer.source and offer.target}
    held, other, target = next((one, two, at) for one, at in aimed for two, to in aimed if at == to and two not in {one, at} and one != at)
    stage.tap(*board.centre_of(held))
    assert hand.grip.held == held
    with monkeypatch.context() as patched:
        patched.setattr(board, "nearest", lambda *_: held)  # a place near the pointer is not what is pressed
        stage.down(*board.centre_of(other))
    x, y = board.centre_of(target)
    stage.move(x - 20, y)
    assert (hand.grip.held, hand.grip.how) == (other, "drag")
    stage.move(x, y)
    before = screen.match.count
    stage.up(x, y)
    if hand.grip.menu:
        stage.press("1")
    assert screen.match.count > before
    assert screen.match.action(before + 1) == aimed[other, target].action


def unaimed(hand) -> tuple[str, ...]:
    """Return what can be dragged out of the hand and goes nowhere: what it does is done by playing it."""
    offers, scene = hand.grip.offers, hand.view.scene
    aimed = {offer.source for offer in offers if offer.target is not None}
    free = dict.fromkeys(each.source for each in offers if each.refusal is None and each.target is None and each.source not in aimed)
    return tuple(
        each for each in free if each and each.startswith("piece/") and scene.zones[scene.pieces[int(each[6:])].zone].kind == "hand"
    )


@pytest.mark.parametrize(("game", "actions", "seed"), [("shine", 26, 0), ("starcrossed", 4, 4)])
def test_a_card_that_goes_nowhere_is_played_wherever_it_is_dragged_out_of_the_hand_and_put_back_in_it(sit, game, actions, seed):
    stage, screen = sit(game, actions, seed)
    hand, board = screen.hand, screen.view.board
    card = unaimed(hand)[0]
    x, y = board.centre_of(card)
    before = screen.match.count
    for goal in ((x + 12, y + 3), (x + 14, y - 10)):  # within the hand it is put back
        stage.down(x, y)
        stage.move(x + 10, y)
        stage.move(*goal)
        stage.up(*goal)
        assert (screen.match.count, hand.grip.held) == (before, None)
    stage.down(x, y)
    stage.move(x, y - 40)
    stage.move(500, 250)
    assert hand.over == card
    verbs = {offer.verb for offer in hand.grip.verbs()}
    assert verbs & {item.words for item in stage.app.items() if isinstance(item, Text) and item.layer >= LAYER}, (
        "what it does is not said while it is held there"
    )
    side = screen.widget("log").rect
    stage.move(side[0] + 20, side[1] + 40)
    stage.up(side[0] + 20, side[1] + 40)
    assert (screen.match.count, hand.grip.held) == (before, None), "beside the table it is put back"
    stage.down(x, y)
    stage.move(x, y - 40)
    stage.move(500, 250)
    stage.up(500, 250)
    assert screen.match.count > before or hand.grip.menu or stage.top is not screen


def test_of_a_way_that_is_drawn_by_hand_it_is_said_what_that_way_brings(sit):
    _, screen = sit("overcross", 30)
    hand, match = screen.hand, screen.match
    observation = match.observation(0)
    drawn = []
    for offer in hand.grip.offers:
        if offer.refusal is None and offer.source and (offer.target or "").startswith("cell/"):
            ways = {other.target for other in hand.grip.offers if other.source == offer.source and other.refusal is None} - {offer.target}
            drawn += [
                (offer, way)
                for way in sorted(each for each in ways if each)
                if (action := match.rules.reroute(observation, offer.action, (way, offer.target))) != offer.action
                and match.refusal(action) is None
            ]
    offer, way = drawn[0]
    hand.grip.pick(offer.source, "drag")
    hand.ways.route = ["cell/grid/0", way, offer.target]
    led, preview = hand.routed(offer)
    assert led.action == match.rules.reroute(observation, offer.action, (way, offer.target))
    assert preview == match.rules.preview(observation, led.action)
    assert way in preview.trail
    hand.over = offer.target
    hand._light_up()
    piece = screen.view.scene.pieces[int(offer.source[6:])]
    assert screen.view.board.grids["grid"].trail == (f"cell/grid/{piece.slot}", *preview.trail), "the way begins where it stands"
    hand.grip.how = "click"
    assert hand.routed(offer) == (offer, hand.preview(offer)), "only what is dragged is drawn along a way"


@pytest.mark.parametrize("refused", [True, False])
def test_what_is_said_over_a_row_leaves_the_row_in_sight(sit, refused):
    _, screen = sit("starcrossed", 4)
    hand, board = screen.hand, screen.view.board
    target = next(piece_place(key) for key, piece in board.scene.pieces.items() if piece.zone == "hand@1")
    offer = next(offer for offer in hand.grip.offers if offer.source and offer.target and offer.refusal is None)
    hand.grip.deal((replace(offer, target=target, refusal=NO if refused else None), offer))
    hand.grip.pick(offer.source, "drag")
    hand.over = target
    box = next(item for item in looks._over_target(screen.view, hand) if isinstance(item, Panel))
    assert apart(box.rect, board.neighbourhood(target))


def test_two_forecasts_at_one_place_stand_in_one_note_beside_each_other(sit):
    _, screen = sit("cardmaster", 0)
    hand, match = screen.hand, screen.match
    while match.deciding is not None:
        ways = [offer for offer in match.offers() if match.deciding == 0 and offer.refusal is None and offer.verb.startswith("A")]
        hits = [offer for offer in ways if match.rules.preview(match.observation(0), offer.action).notes]
        pair = next(
            ((one, two) for one in hits for two in hits if one is not two and (one.source, one.target) == (two.source, two.target)), None
        )
        if pair:
            break
        stack = next((offer for offer in match.offers() if offer.verb.startswith("STACK") and offer.refusal is None), None)
        match.submit(stack.action if stack else Chance(match.count).pick(match.legal()))
    assert pair is not None
    screen.view.show()
    hand.grip.deal(match.offers())
    hand.grip.pick(pair[0].source, "drag")
    hand.over = pair[0].target
    said = [
        match.rules.preview(match.observation(0), each.action).notes[0][1]
        for each in hand.grip.targets()[hand.over]
        if each.refusal is None
    ]
    assert len(said) > 1
    notes = [
        item for item in looks._over_target(screen.view, hand) if isinstance(item, Text) and said[0] in item.words and item.face == "bold"
    ]
    assert [item.words for item in notes] == [" · ".join(dict.fromkeys(said))]
    note, box = sorted((item.rect for item in looks._over_target(screen.view, hand) if isinstance(item, Panel)), key=lambda rect: rect[3])
    assert apart(note, box), "the forecast lies over its own number"


def test_what_is_said_of_a_die_covers_none_of_the_row_it_lies_in(sit):
    stage, screen = sit("verona", 0)
    board = screen.view.board
    dice = [piece_place(key) for key, piece in screen.view.scene.pieces.items() if piece.kind == "die" and piece.owner == 0]
    assert len(dice) > 1
    for die in dice:
        stage.move(*board.centre_of(die))
        for _ in range(6):
            stage.frame(0.2)
        (said,) = [item.rect for item in looks.over(screen.view, screen.hand) if isinstance(item, Panel)]
        assert all(apart(said, board.rect_of(each)) for each in dice)


@pytest.mark.parametrize("text", [100, 150])
def test_what_an_attack_would_do_covers_none_of_the_foes_it_could_go_to(sit, text):
    stage, screen = sit("cardmaster", 16, text_size=text)
    board, hand = screen.view.board, screen.hand
    offer = next(each for each in hand.grip.offers if each.refusal is None and each.verb.startswith("A1"))
    foes = {each.target for each in hand.grip.offers if each.source == offer.source and each.verb.startswith("A1")}
    stage.down(*board.centre_of(offer.source))
    for foe in sorted(foes):
        stage.move(*board.centre_of(foe))
        stage.frame(0.1)
        said = next(item.rect for item in looks.over(screen.view, hand) if isinstance(item, Panel) and item.layer == LAYER)
        assert len(foes) > 1
        assert all(apart(said, board.rect_of(each)) for each in foes)


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("game", ["starcrossed", "cardmaster", "shine", "overcross", "verona"])
def test_what_is_said_of_the_column_covers_nothing_that_may_be_used(sit, game, text):
    stage, screen = sit(game, 2 if game == "verona" else 12, text_size=text)
    board = screen.view.board
    usable = [board.rect_of(place) for place in screen.hand.grip.sources() if place.startswith("piece/")]
    explained = [widget for widget in screen.widgets() if widget.hint and widget.rect[0] >= board.area[2]]
    assert explained
    for widget in explained:
        x, y, wide, high = widget.rect
        stage.move(x + wide / 2, y + high / 2)
        stage.frame(0.6)
        stage.frame(0.1)
        said = screen._hint()[1].rect
        assert said[0] >= 0, widget.key
        assert said[0] + said[2] <= board.area[2], "the question and what else stands in the column stay in sight"
        assert 0 <= said[1] <= said[1] + said[3] <= board.area[3]
        assert all(apart(said, rect) for rect in usable), widget.key


@pytest.mark.parametrize("text", [100, 150])
def test_what_is_said_of_a_plate_covers_no_piece_where_there_is_room_and_begins_with_who_sits_there(sit, text):
    stage, screen = sit("cardmaster", 12, text_size=text)
    board, scene = screen.view.board, screen.view.scene
    pieces = [board.rect_of(piece_place(each)) for each in scene.pieces]
    lying = [rect for rect in pieces if rect is not None]
    assert len(lying) > 12
    for seat in scene.seats:
        stage.move(*board.centre_of(seat_place(seat.seat)))
        stage.frame(0.6)
        stage.frame(0.1)
        box, heading, *_ = [item for item in looks.over(screen.view, screen.hand) if isinstance(item, Panel | Text)]
        assert heading.words == screen.view.match.names[seat.seat]
        assert all(apart(box.rect, rect) for rect in lying), "the cards of a reserve are looked at as well as those one may pick up"


@pytest.mark.parametrize("text", [100, 150])
def test_why_a_figure_may_not_go_somewhere_covers_neither_that_place_nor_where_it_may_go(sit, text):
    stage, screen = sit("overcross", 12, text_size=text)
    board, hand, said = screen.view.board, screen.hand, 0
    source = next(place for place in hand.grip.sources() if board.grids.get(screen.view.scene.pieces[int(place[6:])].zone))
    stage.down(*board.centre_of(source))
    stage.move(5.0, 5.0)
    reach = [board.rect_of(place) for place in hand.grip.open_targets()]
    assert len(reach) > 8
    for index in range(0, 144, 7):
        if (place := f"cell/grid/{index}") in hand.grip.open_targets():
            continue
        stage.move(*board.centre_of(place))
        for box in [item.rect for item in looks.over(screen.view, hand) if isinstance(item, Panel) and item.layer == LAYER]:
            said += 1
            assert apart(box, board.rect_of(place)), place
            assert all(apart(box, rect) for rect in reach), place
    assert said > 8


def test_what_is_said_of_the_column_covers_no_pile_in_which_cards_lie(sit):
    stage, screen = sit("shine", 0)
    board = screen.view.board
    piles = [board.rect_of(zone_place(zone.id)) for zone in screen.view.scene.zones.values() if zone.kind == "pile" and zone.count]
    assert piles
    x, y, wide, high = stage.rect("stops")
    stage.move(x + wide / 2, y + high / 2)
    stage.frame(0.6)
    stage.frame(0.1)
    assert all(apart(screen._hint()[1].rect, pile) for pile in piles)
