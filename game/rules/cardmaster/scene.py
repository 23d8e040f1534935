"""How the arena looks: two sides of three, their reserves and fallen, gems on every card and raided gems in a pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.content.creatures import Creature
from game.kernel.ids import SPECTATOR, CardId, PieceId, Seat, ZoneId, own_zone, piece_place
from game.kernel.scene import Badge, CardFace, Counter, Phase, Prompt, Scene, ScenePiece, SceneSeat, SceneZone, numbered
from game.kernel.words import counted, enumerated
from game.rules.cardmaster.chart import STRONG, inflict_chance, percent, strength
from game.rules.cardmaster.glyphs import (
    GEM,
    GRADED,
    HOUSES,
    MEANINGS,
    MOVES,
    NUMBERS,
    ORDER,
    RAIDED,
    RISEN,
    ROUND,
    STANDING,
    STAT_GLYPHS,
    STAT_NAMES,
    STATUS_GLYPHS,
    TIER,
    TROPHY,
    TYPE_GLYPHS,
    card_words,
    type_name,
    types_name,
)
from game.rules.cardmaster.state import EMPTY, Board, Observation, Piece, Status, best_of, chance_asked, performance

POOL: ZoneId = "pool"
POOL_COLUMNS, SIDE_COLUMNS = 6, 3
PHASES = (
    Phase("order", "Speed", "The side of the fastest active card has the first possession of the round (CM-7)."),
    Phase("first", "1st side", "Each active card of the faster side takes one move (CM-8)."),
    Phase("second", "2nd side", "Each active card of the other side takes one move; then a new round begins (CM-8)."),
)
"""The parts of a round."""
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")
GEMS: PieceId = 1000
"""Piece ids of raided gems start here, above every card; each side has a hundred."""


def scene(observation: Observation, cards: Mapping[CardId, Creature]) -> Scene:
    """Return the picture of an observation."""
    board = observation.board
    pieces: dict[PieceId, ScenePiece] = {}
    zones: dict[ZoneId, SceneZone] = {}
    if board.pool:
        zones[POOL] = SceneZone(
            POOL, "pool", "Shared pool", count=len(board.pool), columns=POOL_COLUMNS, rows=4, words="Pick nine (CM-37)."
        )
        for number in board.pool:
            pieces[number] = _resting(board, cards, number, POOL, number)
    best = _ranks(board)
    speeds = _order(board)
    for seat in (0, 1):
        _side(board, cards, seat, zones, pieces, speeds, best)
    counters = {counter.key: counter for counter in _counters(board)}
    choosing = board.pending[-1].seat if board.pending else EMPTY
    return Scene(
        game="cardmaster",
        viewer=observation.viewer,
        seats=tuple(
            SceneSeat(seat, *HOUSES[seat], active=_holds(board, seat), choosing=seat == choosing, words=_seat_words(board, seat))
            for seat in (0, 1)
        ),
        zones=zones,
        pieces=pieces,
        counters=counters,
        prompt=_prompt(observation),
        phases=PHASES,
        phase=_phase(board),
    )


def _phase(board: Board) -> str:
    """Return which part of the round it is, empty before the first one."""
    if board.pending and board.pending[-1].kind in {"roll", "lead"}:
        return "order"
    return ("second" if board.second else "first") if board.round else ""


def _side(
    board: Board,
    cards: Mapping[CardId, Creature],
    seat: Seat,
    zones: dict[ZoneId, SceneZone],
    pieces: dict[PieceId, ScenePiece],
    speeds: dict[PieceId, int],
    best: dict[PieceId, int],
) -> None:
    team = board.teams[seat]
    reserve = own_zone("reserve", seat)
    words = "They step in when a card falls, or by a shift."
    zones[reserve] = SceneZone(
        reserve, "row", "Reserve", seat, len(team.reserve), columns=SIDE_COLUMNS, rows=_rows(len(team.reserve)), words=words
    )
    for slot, number in enumerate(team.reserve):
        pieces[number] = _resting(board, cards, number, reserve, slot, best)
    if board.pool:
        return
    active, fallen, raided = own_zone("active", seat), own_zone("fallen", seat), own_zone("raided", seat)
    standing = sum(1 for number in team.active if number != EMPTY)
    zones[active] = SceneZone(active, "row", "Active", seat, standing, columns=3, rows=1, words=_order_words(board, cards, speeds))
    words = "A Revive brings one back at half its HP (CM-21)."
    zones[fallen] = SceneZone(
        fallen, "row", "Fallen", seat, len(team.fallen), columns=SIDE_COLUMNS, rows=_rows(len(team.fallen)), words=words
    )
    zones[raided] = SceneZone(raided, "pool", "Raided", seat, team.raided, words=_raided_words(team.raided))
    for slot, number in enumerate(team.active):
        if number != EMPTY:
            pieces[number] = _fighting(board, cards, number, active, slot, speeds, best)
    for slot, number in enumerate(team.fallen):
        pieces[number] = _resting(board, cards, number, fallen, slot, best)
    for slot in range(team.raided):
        gem = GEMS + 100 * seat + slot
        pieces[gem] = ScenePiece(gem, "gem", raided, slot, seat, words="A raided gem")


def _rows(count: int) -> int:
    """Return how many lines of cards a zone beside the arena needs."""
    return max(2, -(-count // SIDE_COLUMNS))


def _fighting(
    board: Board,
    cards: Mapping[CardId, Creature],
    number: PieceId,
    zone: ZoneId,
    slot: int,
    speeds: dict[PieceId, int],
    best: dict[PieceId, int],
) -> ScenePiece:
    piece = board.pieces[number]
    badges = [_gems(piece), _health(piece)]
    if number in speeds:
        place = _ORDINALS[speeds[number] - 1]
        badges.append(Badge(ORDER, f"#{speeds[number]}", f"SPD {piece.spd}: {place} in the order of speed"))
    badges += _changed(piece, cards[piece.card])
    badges += [_status(status) for status in piece.statuses]
    badges += _medals(piece, number, best)
    badges += _risen(piece)
    resting = piece.owner == board.turn and board.winners is None and board.round and number not in board.ready
    return ScenePiece(
        number,
        "card",
        zone,
        slot,
        piece.owner,
        piece.card,
        badges=tuple(badges),
        marks=("acted",) if resting else (),
        words=card_words(cards[piece.card]),
    )


def _resting(
    board: Board,
    cards: Mapping[CardId, Creature],
    number: PieceId,
    zone: ZoneId,
    slot: int,
    best: dict[PieceId, int] | None = None,
) -> ScenePiece:
    """Picture a card of the pool, the reserve or the fallen."""
    piece = board.pieces[number]
    owner = None if piece.owner == EMPTY else piece.owner
    badges: list[Badge] = []
    if board.round and piece.hp > 0:
        badges = [_gems(piece), _health(piece), *_changed(piece, cards[piece.card]), *[_status(status) for status in piece.statuses]]
    badges += [*_medals(piece, number, best or {}), *_risen(piece)]
    return ScenePiece(number, "card", zone, slot, owner, piece.card, badges=tuple(badges), words=card_words(cards[piece.card]))


def _risen(piece: Piece) -> Iterator[Badge]:
    if piece.risen:
        yield Badge(RISEN, "", "Risen: it fell once and was revived (CM-21)", "good")


def _gems(piece: Piece) -> Badge:
    words = f"{counted(piece.gems + 1, 'gem')}: the baseline gem and {piece.gems} stacked (CM-10)"
    return Badge(GEM, str(piece.gems + 1), words, shape="row")


def _health(piece: Piece) -> Badge:
    tone = "bad" if piece.hp * 3 <= piece.top else "" if piece.hp < piece.top else "good"
    return Badge(STAT_GLYPHS["hp"], f"{piece.hp}/{piece.top}", f"{piece.hp} of {piece.top} HP", tone, "bar")


def _tone(now: int, printed: int) -> str:
    return "good" if now > printed else "bad" if now < printed else ""


def _changed(piece: Piece, card: Creature) -> Iterator[Badge]:
    """Yield the stats that are no longer as printed; SPC also when it is used up."""
    for stat, now, printed in (
        ("spd", piece.spd, card.spd),
        ("atk", piece.atk, card.atk),
        ("def", piece.dfn, card.dfn),
        ("spc", piece.spc, card.spc),
    ):
        if now != printed:
            yield Badge(STAT_GLYPHS[stat], str(now), f"{STAT_NAMES[stat]} {now}, printed {printed}", _tone(now, printed))
    if piece.boosted:
        yield Badge(STAT_GLYPHS["spc"], "", f"SPC used: {STAT_NAMES[piece.boosted]} +{piece.boost} (CM-20)", "empty")


def _status(status: Status) -> Badge:
    words = _status_named(status.kind, status.strength)
    match status.kind:
        case "brainlock" | "gridfreeze":
            return Badge(
                STATUS_GLYPHS[status.kind],
                str(status.left),
                f"{words}, {counted(status.left, 'turn')} left. {MEANINGS[status.kind]}",
                "bad",
            )
        case "undershock":
            short = f"{STAT_NAMES[status.stat]} −{status.taken}"
            return Badge(STATUS_GLYPHS[status.kind], short, f"{words}: {short} until cured", "bad")
        case _:
            return Badge(STATUS_GLYPHS[status.kind], percent(status.strength), f"{words}. {MEANINGS[status.kind]}", "bad")


def _medals(piece: Piece, number: PieceId, best: dict[PieceId, int]) -> Iterator[Badge]:
    if number in best:
        yield Badge(TROPHY, str(best[number]), f"MVP {best[number]}: {mvp_words(piece)}", "good")


def mvp_words(piece: Piece) -> str:
    """Return a card's performance and the numbers behind it (CM-36)."""
    parts = [f"{piece.dealt} damage dealt"] if piece.dealt else []
    parts += [f"{counted(piece.felled, 'fall')} caused"] if piece.felled else []
    parts += [f"{counted(piece.inflicted, 'status', 'statuses')} inflicted"] if piece.inflicted else []
    parts += [f"{piece.taken} damage taken"] if piece.taken else []
    return f"performance {tenths(performance(piece))} = {', '.join(parts)}"


def tenths(value: int) -> str:
    """Write tenths as a decimal number."""
    sign = "−" if value < 0 else ""
    whole, rest = divmod(abs(value), 10)
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def _ranks(board: Board) -> dict[PieceId, int]:
    return {number: rank for seat in board.winners or () for rank, number in enumerate(best_of(board, seat), 1)}


def _order(board: Board) -> dict[PieceId, int]:
    """Return every active card's place in the order of speed, 1 the fastest."""
    active = [number for team in board.teams for number in team.active if number != EMPTY]
    return {number: 1 + sum(board.pieces[other].spd > board.pieces[number].spd for other in active) for number in active}


def _order_words(board: Board, cards: Mapping[CardId, Creature], speeds: dict[PieceId, int]) -> str:
    ordered = sorted(speeds, key=lambda number: (speeds[number], number))
    return "Order of speed: " + ", ".join(f"{cards[board.pieces[number].card].name} {board.pieces[number].spd}" for number in ordered) + "."


def _raided_words(gems: int) -> str:
    return (
        "No raided gems."
        if not gems
        else f"{counted(gems, 'raided gem')}: any active card may spend them, or drag one onto a card to deposit it."
    )


def _counters(board: Board) -> Iterator[Counter]:
    if board.round:
        yield Counter("round", "Round", board.round, icon=ROUND, words="The faster side has the first possession of a round (CM-7).")
    if board.pool:
        return
    for seat in (0, 1):
        team = board.teams[seat]
        standing = sum(1 for number in team.active if number != EMPTY) + len(team.reserve)
        yield Counter(f"standing@{seat}", "Standing", standing, seat, STANDING, board.length, "Cards that have not fallen (CM-35).")
        yield Counter(f"raided@{seat}", "Raided", team.raided, seat, RAIDED, words=_raided_words(team.raided))
        if board.round:
            moves = len(board.ready) if board.turn == seat else 0
            yield Counter(
                f"moves@{seat}", "Moves left", moves, seat, MOVES, words="Cards that still have a move in this possession (CM-8)."
            )
    for number, entry in enumerate(board.entered):
        yield Counter(f"entered-{number}", f"Entered {entry.kind}", entry.value, words="A real die that waits for the next roll (CM-3).")


def _holds(board: Board, seat: Seat) -> bool:
    if not board.pending:
        return False
    return board.turn == seat if board.round else board.pending[0].seat == seat


def _seat_words(board: Board, seat: Seat) -> str:
    if board.winners is None:
        return "Holds the possession" if board.turn == seat else ""
    return "Won" if seat in board.winners else "Lost" if board.winners else "Drew"


def _prompt(observation: Observation) -> Prompt | None:
    board = observation.board
    if not board.pending:
        return None
    top = board.pending[-1]
    mine = observation.viewer in (top.seat, SPECTATOR)
    match top.kind:
        case "draft":
            words, rule = "Draft a card from the shared pool.", "CM-37"
        case "starter":
            left = board.teams[top.seat].active.count(EMPTY)
            words, rule = f"Choose your starters: {counted(left, 'slot')} left.", "CM-37"
        case "leave":
            left = len(board.teams[top.seat].reserve) - (board.length - 3)
            words, rule = f"Choose {counted(left, 'card')} to leave at home.", "CM-2"
        case "roll":
            first = next((entry.value for entry in board.entered if entry.kind == "d6"), 0)
            known = f"{{0}}'s die shows {first}, {{1}}'s is still to be rolled" if first else "roll for the first possession"
            words, rule = f"Both sides are equally fast: {known}.", "CM-7"
        case "lead":
            words, rule = "You won the roll: who has the first possession?", "CM-7"
        case "fill":
            words, rule = "A card fell: choose who steps in.", "CM-25"
        case "die" if mine:
            words = f"{chance_asked(board).capitalize()} of [{board.pieces[top.piece].card}], {percent(top.strength)}: roll a d100, {top.strength // 10} or less."
            return Prompt(top.seat, words, "CM-3", (piece_place(top.piece), piece_place(top.by)))
        case "weaken":
            words, rule = f"Undershock: which stat of [{board.pieces[top.piece].card}] is lowered?", "CM-31"
            return Prompt(top.seat, words, rule, (piece_place(top.piece),))
        case _:
            left = len(board.ready)
            words, rule = f"Your possession: {counted(left, 'card')} may still move.", "CM-8"
    if not mine:
        words = f"{{{top.seat}}} is choosing."
    return Prompt(top.seat, words, rule, tuple(piece_place(number) for number in board.ready) if top.kind == "act" else ())


def _status_named(status: str, tenths: int) -> str:
    """Return a status in words, with the share that it takes if it takes one."""
    return status.capitalize() + (f" of {percent(tenths)}" if status in GRADED else "")


def face(card: Creature) -> CardFace:
    """Return what is printed on a card (CM-4)."""
    first, second = card.types
    strong = [enumerated([type_name(one) for one in STRONG[kind]]) for kind in card.types]
    status = _status_named(card.status, strength(card.tier))
    odds = f"A2 {percent(inflict_chance(card.tier, 2))}, A3 {percent(inflict_chance(card.tier, 3))}"
    text = (
        f"*A1* {type_name(first)}: strong against {strong[0]}.",
        f"*A2* {type_name(second)}: strong against {strong[1]}.",
        f"*{card.status.capitalize()}*{status[len(card.status) :]}. Chance: {odds}.",
    )
    keywords = (
        (card.status.capitalize(), MEANINGS[card.status]),
        ("A1", "Free: ATK × 0.33 by Type 1."),
        ("A2", "2 gems beside its first, which it always keeps (CM-10): ATK × 0.66 by Type 2; may inflict the status, may backfire."),
        ("A3", "3 gems beside its first: ATK × 0.99 by the better type; inflicts more often, may backfire."),
    )
    values = (("spd", card.spd), ("hp", card.hp), ("def", card.dfn), ("atk", card.atk), ("spc", card.spc))
    tier = Badge(TIER, str(card.tier), f"Tier {card.tier}")
    stats = tuple(Badge(STAT_GLYPHS[stat], str(value), f"{STAT_NAMES[stat]} {value}") for stat, value in values)
    return CardFace(
        id=card.id,
        name=card.name,
        line=f"Tier {card.tier} · {types_name(card.types)}",
        kind="typed" if card.typed else "creature",
        corner=tier,
        second=Badge(STATUS_GLYPHS[card.status], "", status),
        stats=stats,
        text=text,
        flavour=card.flavour,
        keywords=keywords,
        numbers=numbered((*stats, tier), NUMBERS),
        palette=first,
        art=card.id,
        icon=card.icon or TYPE_GLYPHS[first],
        signs=tuple(Badge(TYPE_GLYPHS[kind], "", type_name(kind)) for kind in card.types),
    )
