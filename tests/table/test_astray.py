"""A piece that is let go where it may not lie never flies back without a word."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules.overcross.actions import Move
from game.rules.shine.actions import Lend
from game.rules.starcrossed.actions import Play
from game.rules.starcrossed.state import own_crystals
from game.table.canvas.draw import Text
from game.table.canvas.view import Event
from game.table.play import astray, looks, overlay
from game.table.play.match import MatchScreen


@pytest.fixture
def sit(monkeypatch):
    """Lay a match on a table, so many actions on; nobody thinks, and what is chosen is only noted."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)

    def sit(game: str, actions: int, wanted: type | None = None) -> tuple[Stage, MatchScreen, list]:
        match, chance = Match.start(Setup(game, 2, seed=4), (SeatPlan("human"), SeatPlan("random"))), Chance(4)
        while match.deciding != 0 or match.count < actions or (wanted and wanted not in map(type, match.legal())):
            match.submit(chance.pick(match.legal()))
            if match.deciding is None:
                seed = match.setup.seed + 1
                match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"), SeatPlan("random"))), Chance(seed)
        stage = Stage((1280, 720), speed="instant", reduced_motion=True)
        screen = stage.show(MatchScreen(match))
        for _ in range(4):
            stage.frame(0.1)
        chosen: list = []
        screen.submit = chosen.append
        return stage, screen, chosen

    return sit


def let_go(stage: Stage, screen: MatchScreen, source: str, x: float, y: float) -> list[str]:
    """Drop what lies at a place at a point, and return what it was let go over."""
    grip = screen.hand.grip
    screen.hand.refused = None
    grip.let_go()
    grip.held, grip.how = source, "drag"
    stage.app.pointer = (x, y)
    places = screen.hand._places(x, y)
    screen.hand.do(grip.drop(places))
    return places


def points(screen: MatchScreen) -> dict[tuple[str, ...], tuple[float, float]]:
    """Return a point of every kind of place: what lies there in the order of its zones and kinds, bare table too."""
    board, found = screen.view.board, {}
    x0, y0, wide, high = board.area
    for column in range(36):
        for row in range(24):
            x, y = x0 + wide * (column + 0.5) / 36, y0 + high * (row + 0.5) / 24
            kinds = []
            for place in board.places_at(x, y):
                kind, _, rest = place.partition("/")
                piece = screen.view.scene.pieces[int(rest)] if kind == "piece" else None
                kinds.append(f"{piece.kind} {piece.zone} {piece.owner}" if piece else f"{kind} {rest.partition('/')[0]}")
            found.setdefault(tuple(kinds), (x, y))
    return found


@pytest.mark.parametrize(
    ("game", "actions"),
    [
        ("overcross", 1),
        ("overcross", 2),
        ("overcross", 14),
        ("shine", 8),
        ("shine", 20),
        ("starcrossed", 2),
        ("starcrossed", 8),
        ("verona", 4),
        ("verona", 6),
        ("cardmaster", 12),
    ],
)
def test_every_drop_that_plays_nothing_says_why(sit, game, actions):
    stage, screen, chosen = sit(game, actions)
    hand = screen.hand
    sources = [each for each in hand.grip.sources() if each.startswith("piece/") and screen.view.board.rect_of(each)]
    sources += [
        each.source for each in hand.grip.offers if each.source and each.source not in sources and screen.view.board.rect_of(each.source)
    ]
    said = 0
    for source in dict.fromkeys(sources):
        if source not in hand.grip._sources:
            continue
        for kinds, (x, y) in points(screen).items():
            del chosen[:]
            places = let_go(stage, screen, source, x, y)
            if stage.top is not screen:
                stage.app.pop()
            elif not chosen and not hand.grip.menu and not astray.at_home(screen.view, source, places):
                assert hand.refused is not None, f"{source} on {kinds or 'bare table'}"
                words = [each.refusal.words for each in hand.refused[0] if each.refusal]
                assert all(word.endswith(".") for word in words)
                assert words
                assert not places or all(each.refusal.rule for each in hand.refused[0]), f"{source} on {kinds}: {words}"
                said += 1
    assert said or not sources


@pytest.mark.parametrize(
    ("game", "actions"),
    [("overcross", 14), ("overcross", 40), ("shine", 8), ("shine", 30), ("starcrossed", 8), ("cardmaster", 12), ("cardmaster", 30)],
)
def test_the_first_click_on_what_can_do_nothing_says_why_in_one_sentence_a_way_and_picks_nothing_up(sit, game, actions):
    stage, screen, chosen = sit(game, actions)
    hand, board = screen.hand, screen.view.board
    open_, told = hand.grip.sources(), 0
    for piece in list(screen.view.scene.pieces.values()):
        place = f"piece/{piece.id}"
        spot = board.centre_of(place)
        offered = hand.grip.offers_of(place)
        if spot is None or place in open_ or not (offered or piece.owner == screen.view.viewer):
            continue
        if next(iter(board.places_at(*spot)), "") != place or board.pile_of(place) or not hand._on_table(Event("down", *spot, button=1)):
            continue
        hand.refused = None
        stage.tap(*spot)
        assert hand.grip.held is None
        assert hand.grip.menu == ()
        assert hand.refused is not None, f"{piece} says nothing"
        lines = overlay.refusals(hand.refused[0])
        assert 1 <= len(lines) <= 3
        assert len({words for _, words, _ in lines}) == len(lines)
        for heading, words, _ in lines:
            assert heading.count(",") <= 1
            assert " · " not in heading
            assert words
        assert hand.refused[1] == board.rect_of(place)
        told += 1
    assert told
    assert chosen == []


def test_a_character_far_from_its_zone_is_told_the_reason_of_the_rules_while_it_is_held_and_after_OC_17(sit):
    stage, screen, _ = sit("overcross", 2)
    hand, board = screen.hand, screen.view.board
    zone = next(iter(board.grids))
    offer = next(each for each in hand.grip.offers if each.refusal is None and (each.target or "").startswith("cell/"))
    offered = {each.target for each in hand.grip.offers if each.source == offer.source}
    grid = screen.view.scene.zones[zone]
    cells = range(grid.columns * grid.rows)
    hand.grip.held, hand.grip.how = offer.source, "click"
    for far in [place for cell in cells if (place := f"cell/{zone}/{cell}") not in offered and board.rect_of(place)]:
        hand.over = far
        shown = [item.words for item in looks.over(screen.view, hand) if isinstance(item, Text)]
        assert any("(OC-" in words for words in shown), shown
        if any("zone" in words for words in shown) and len(hand._places(*board.centre_of(far))) == 2:
            break  # the others are not free, or lie beside one that is offered
    assert any("zone" in words for words in shown), shown
    let_go(stage, screen, offer.source, *board.centre_of(far))
    assert "zone" in hand.refused[0][0].refusal.words
    assert hand.refused[0][0].refusal.rule.startswith("OC-")


def test_where_a_character_may_move_what_it_can_neither_attack_nor_enter_says_both_OC_38(sit):
    told = set[tuple[str, ...]]()
    for actions in range(20, 60, 8):
        _, screen, chosen = sit("overcross", actions, Move)
        hand, board = screen.hand, screen.view.board
        for source in hand.grip.sources():
            offers = [offer for offer in hand.grip.offers_of(source) if (offer.target or "").startswith("piece/")]
            moves = any(isinstance(offer.action, Move) and offer.refusal is None for offer in hand.grip.offers_of(source))
            for target in {offer.target for offer in offers if offer.refusal is not None and offer.refusal.rule == "OC-38"}:
                if board.rect_of(target) and all(offer.refusal is not None for offer in offers if offer.target == target):
                    hand.grip.held, hand.grip.how, hand.over, hand.refused = source, "click", target, None
                    shown = " ".join(item.words for item in looks.over(screen.view, hand) if isinstance(item, Text))
                    hand.do(hand.grip.drop((target,)))
                    rules = tuple(sorted({offer.refusal.rule for offer in hand.refused[0]}))
                    assert all(f"({rule})" in shown for rule in rules), shown
                    enters = astray.judged(screen.view, source, target) is None
                    assert (len(rules) > 1) == (moves and not enters), rules
                    told.add(rules)
        assert chosen == []
    assert {("OC-25", "OC-38"), ("OC-26", "OC-38")} & told


def test_a_card_let_go_on_a_crystal_goes_where_it_is_offered_there_SC_13(sit):
    stage, screen, chosen = sit("starcrossed", 2)
    board, grip = screen.view.board, screen.hand.grip
    offers = [each for each in grip.offers if each.refusal is None and isinstance(each.action, Play) and each.action.at in own_crystals(0)]
    for offer in offers:
        del chosen[:]
        let_go(stage, screen, offer.source, *board.centre_of(f"piece/{offer.action.at}"))
        assert offer.action in chosen or offer in grip.menu
    assert offers


def test_a_support_card_let_go_on_the_card_it_supports_supports_it_and_on_another_not_SH_27(sit):
    """One who dragged it there was told that only one battle is fought at a time."""
    stage, screen, chosen = sit("shine", 0, Lend)
    board, fight = screen.view.board, screen.match.observation(0).fight
    own = next(each for each in (fight.attacker, fight.target) if screen.view.scene.pieces[each].owner == 0)
    foe = fight.target if own == fight.attacker else fight.attacker
    lending = [each for each in screen.hand.grip.offers if each.refusal is None and isinstance(each.action, Lend)]
    for offer in lending:
        let_go(stage, screen, offer.source, *board.centre_of(f"piece/{own}"))
        assert chosen == [offer.action] or offer in screen.hand.grip.menu
        screen.hand.let_go()
        del chosen[:]
        let_go(stage, screen, offer.source, *board.centre_of(f"piece/{foe}"))
        assert not chosen
        assert screen.hand.refused is not None
        screen.hand.let_go()
    assert lending


@pytest.mark.parametrize(
    ("game", "actions", "rule", "words"),
    [
        ("verona", 6, "VR-7", "The other die must be an opponent's."),
        ("cardmaster", 12, "CM-22", "A card shifts with a living card of its own reserve."),
        ("starcrossed", 2, "SC-1", "Choose one of your own three crystals."),
    ],
)
def test_a_piece_on_one_s_own_or_on_the_wrong_side_is_told_the_rule(sit, game, actions, rule, words):
    _, screen, _ = sit(game, actions)
    view, grip = screen.view, screen.hand.grip
    own = [each for each in grip.sources() if each.startswith("piece/")]
    said = {astray.judged(view, source, place) for source in own for place in own if source != place}
    assert (rule, words) in {(each.rule, each.words) for each in said if each}


def test_a_card_let_go_at_home_is_not_scolded(sit):
    stage, screen, _ = sit("shine", 8)
    board = screen.view.board
    for source in [each for each in screen.hand.grip.sources() if each.startswith("piece/") and board.centre_of(each)]:
        if screen.view.scene.pieces[int(source[6:])].zone.startswith("hand"):
            let_go(stage, screen, source, *board.centre_of(source))
            assert screen.hand.refused is None


def test_a_card_on_the_wrong_row_is_told_where_it_is_played_SH_10(sit):
    _, screen, _ = sit("shine", 8)
    view, grip = screen.view, screen.hand.grip
    for source in {
        offer.source for offer in grip.offers if offer.source and offer.verb == "Play" and (offer.target or "").startswith("cell/")
    }:
        own = {offer.target for offer in grip.offers if offer.source == source}
        wrong = next(place for row in ("front", "support") for cell in range(5) if (place := f"cell/{row}@0/{cell}") not in own)
        (offer,) = astray.reasons(view, grip, source, (wrong,))
        assert offer.refusal.rule in {"SH-10", "SH-16"}


def test_where_only_one_piece_can_be_meant_a_click_on_a_place_puts_it_there_or_says_why_not(sit):
    """Overcross begins so: the Leader waits beside the grid, and nothing else can be done than to place it."""
    stage, screen, chosen = sit("overcross", 0)
    while not any(offer.verb.startswith("Place") or offer.target for offer in screen.hand.grip.offers):
        stage, screen, chosen = advanced(screen)
    grip, board = screen.hand.grip, screen.view.board
    assert grip.only() is not None
    assert grip.held is None
    allowed = {offer.target for offer in grip.offers if offer.refusal is None}
    cells = [f"cell/{zone}/{index}" for zone, found in board.layout.cells.items() for index in range(len(found)) if zone in board.grids]
    beyond = next(place for place in cells if place not in allowed and board.places_at(*board.centre_of(place))[0] == place)
    stage.tap(*board.centre_of(beyond))
    assert chosen == []
    assert screen.hand.refused is not None
    assert screen.hand.refused[0][0].refusal.words not in {"", "It cannot go there."}
    place = next(place for place in reversed(cells) if place in allowed and board.places_at(*board.centre_of(place))[0] == place)
    stage.tap(*board.centre_of(place))
    assert [offer.target for offer in grip.offers if offer.action == chosen[0]] == [place]


def advanced(screen: MatchScreen) -> tuple[Stage, MatchScreen, list]:
    """Return the table of the same match with one more action taken by each who is asked before the person again."""
    match = screen.match
    match.submit(match.legal()[0])
    while match.deciding != 0:
        match.submit(match.legal()[0])
    stage = Stage((1280, 720), speed="instant", reduced_motion=True)
    shown = stage.show(MatchScreen(match))
    for _ in range(4):
        stage.frame(0.1)
    chosen: list = []
    shown.submit = chosen.append
    return stage, shown, chosen


def test_where_there_is_a_choice_a_click_on_a_place_does_nothing_by_itself(sit):
    _, screen, _ = sit("overcross", 30)
    assert screen.hand.main() is not None
    assert screen.hand.grip.only() is None


def of_one_s_own(screen: MatchScreen, owner: int) -> list[str]:
    """Return the pieces of a seat that are shown open and lie on top where they are."""
    board, pieces = screen.view.board, screen.view.scene.pieces.values()
    places = [f"piece/{piece.id}" for piece in pieces if piece.owner == owner and piece.face]
    return [place for place in places if (at := board.centre_of(place)) and board.places_at(*at)[0] == place and not board.pile_of(place)]


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize(("game", "actions"), [("overcross", 20), ("shine", 20), ("starcrossed", 20), ("verona", 8), ("cardmaster", 14)])
def test_a_click_in_another_s_turn_says_whose_choice_is_awaited(monkeypatch, game, actions, by_keys):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    monkeypatch.setattr("game.ai.worker.Thinker.ask", lambda self, *_, **__: None)
    monkeypatch.setattr("game.ai.worker.Thinker.poll", lambda self: None)
    match, chance = Match.start(Setup(game, 2, seed=4), (SeatPlan("human", "Ada"), SeatPlan("random", "Vela"))), Chance(4)
    while match.deciding != 1 or match.count < actions:
        match.submit(chance.pick(match.legal()))
    stage = Stage((1280, 720), speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    for _ in range(4):
        stage.frame(0.1)
    hand, board, told = screen.hand, screen.view.board, 0
    for owner in (0, 1):
        for place in of_one_s_own(screen, owner)[:3]:
            hand.refused = None
            if by_keys:
                hand.cursor, stage.top.by_keyboard = place, True
                stage.press("return")
            else:
                stage.tap(*board.centre_of(place))
            (offer,) = hand.refused[0]
            asked = screen.view.spoken(screen.view.scene.prompt.words)
            assert "Vela" in offer.refusal.words
            assert asked in offer.refusal.words
            assert offer.refusal.rule == screen.view.scene.prompt.rule
            assert hand.grip.held is None
            told += 1
    assert told


def test_what_was_awaited_is_not_said_any_more_once_one_is_asked_oneself(sit):
    stage, screen, _ = sit("shine", 8)
    hand = screen.hand
    other = of_one_s_own(screen, 1)[0]
    hand.refused = (astray.reasons(screen.view, hand.grip, other, (other,)), (400.0, 400.0, 10.0, 10.0), stage.clock.now + 40)
    hand.dealt = -1
    stage.frame(0.1)
    assert hand.refused is None


def test_after_the_end_a_click_says_that_it_is_the_end(sit):
    stage, screen, _ = sit("shine", 8)
    screen.match.concede(0)
    screen.hand.rest(-1)
    for _ in range(4):
        stage.frame(0.1)
    stage.app.pop()
    assert stage.top is screen
    place = of_one_s_own(screen, 0)[0]
    stage.tap(*screen.view.board.centre_of(place))
    assert screen.hand.refused[0][0].refusal.words == "The match is over."
