"""What an action does: the turn goes on from question to question until a player must choose again."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from game.cards.interpret import answer, settle
from game.grid import Walk
from game.kernel.ids import PieceId
from game.rules.overcross.actions import Action, Attack, Choose, EndTurn, Move, Order, Place, Play, Use
from game.rules.overcross.draft import OvercrossDraft
from game.rules.overcross.events import Began, Played, Used
from game.rules.overcross.legal import size_of
from game.rules.overcross.state import Placing, Turn


def perform(draft: OvercrossDraft, action: Action) -> None:
    """Do an action that is known to be allowed, and all that follows from it."""
    match action:
        case Order(first):
            _order(draft, first=first)
        case Place(cell):
            _place(draft, cell)
        case Play():
            play_card(draft, action)
        case Move():
            _move(draft, action)
        case Attack(piece, attack, target):
            size = draft.arena.catalogue[draft.units[piece].card].attacks[attack].size
            _spend_action(draft, piece, size)
            draft.fight(piece, attack, target)
        case Use():
            use_ability(draft, action)
        case Choose(choice):
            answer(draft, choice)
        case EndTurn():
            draft.end_turn()
        case _:
            assert_never(action)
    _go_on(draft)


def _go_on(draft: OvercrossDraft) -> None:
    """Resolve what is pending; begin the first turn once everyone is placed, and the next one when a turn has ended."""
    settle(draft)
    while draft.outcome is None:
        if not draft.stack:
            draft.begin_turn(draft.first)
        elif draft.phase == "end" and isinstance(draft.stack[-1], Turn):
            draft.next_turn()
        else:
            if draft.phase == "start" and isinstance(draft.stack[-1], Turn):
                draft.phase = "cards"
            return
        settle(draft)


def _order(draft: OvercrossDraft, *, first: bool) -> None:
    """Settle who goes first; who goes last lets the player to the left begin (OC-10)."""
    chooser = draft.stack.pop().seat
    draft.first = draft.active = chooser if first else (chooser + 1) % len(draft.seats)
    aside = sorted(
        (item for item in draft.stack if isinstance(item, Placing)), key=lambda item: (item.seat - draft.first) % len(draft.seats)
    )
    draft.stack = list(reversed(aside))
    draft.record(Began(chooser, draft.first))


def _place(draft: OvercrossDraft, cell: int) -> None:
    placing = draft.stack.pop()
    draft.deploy_unit(placing.unit.id, cell, "start" if placing.start else "back", placing.unit)


def play_card(draft: OvercrossDraft, play: Play) -> None:
    """Play a card: its cost off the play limit, then what its kind does (OC-15 to OC-17, OC-22, OC-32)."""
    card_id, seat = draft.cards[play.piece]
    card = draft.arena.catalogue[card_id]
    draft.limit -= card.play
    draft.take(play.piece)
    match card.kind:
        case "character":
            draft.deploy_unit(play.piece, play.at, "play")
        case "terrain":
            draft.lay(play.piece, play.at)
        case "edit":
            draft.bestow(play.piece, play.target)
        case _:
            draft.forget(play.piece)
            draft.put(play.piece, "discard")
            draft.record(Played(play.piece, card_id, seat))
    for part in reversed(draft.arena.catalogue.moments(card_id, "play")):
        program = draft.program(card_id, part)
        if card.kind != "event" and program.condition is not None and not program.condition(program.run(draft, play.piece, seat)):
            continue
        draft.begin(card_id, part, play.piece, seat, _aim(draft, card_id, part, play.target, play.at))


def _aim(draft: OvercrossDraft, card: str, part: int, target: PieceId, at: int) -> dict[str, tuple[int, ...]]:
    """Return what the action has pointed at already, bound to the name the ability gives it."""
    aimed = draft.program(card, part).aimed
    pointed = at if aimed is not None and aimed.kind == "spot" else target
    return {} if aimed is None or pointed < 0 else {aimed.name: (pointed,)}


def _spend_action(draft: OvercrossDraft, piece: PieceId, size: str) -> None:
    """Use up a character's action; the cards are played, and after a major action no minor one follows (OC-15, OC-18, OC-20)."""
    unit = draft.units[piece]
    if size == "m":
        draft.phase = "minor" if draft.phase == "cards" else draft.phase
        draft.set_unit(replace(unit, minor=True))
    elif size:
        draft.phase = "major"
        draft.set_unit(replace(unit, major=True, minor=unit.minor or size == "F"))


def _move(draft: OvercrossDraft, move: Move) -> None:
    unit = draft.units[move.piece]
    if not draft.telling and not draft.eventful():  # nobody asks by which way, and nothing can happen on it
        draft.phase = "minor" if draft.phase == "cards" else draft.phase
        draft.set_unit(replace(unit, cell=move.to, minor=True))
        draft.notice("moved", move.piece)
        return
    way = Walk(move.path, 0, 0) if move.path else draft.way(unit, move.to, draft.unit_stat(unit, "move"))
    _spend_action(draft, move.piece, "m")
    if way is not None:
        draft.walk(move.piece, way)


def use_ability(draft: OvercrossDraft, use: Use) -> None:
    """Use an ability of a character or of its edit: its action is taken, and what it does begins (OC-18 to OC-20)."""
    edit = draft.edits().get(use.piece)
    bearer = edit[1].id if edit else use.piece
    card = draft.card_of(use.piece)
    program = draft.program(card, use.part)
    size = size_of(program)
    if size:
        _spend_action(draft, bearer, size)
    draft.spend(use.piece, use.part, program.ability.limit)
    draft.record(Used(use.piece, card, draft.active, program.ability.name))
    draft.begin(card, use.part, use.piece, draft.active, _aim(draft, card, use.part, use.target, use.at))
