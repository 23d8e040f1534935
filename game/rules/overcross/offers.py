"""What a seat could consider, in words: what may be done, and what may not with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from game.cards.interpret import question
from game.grid import cells_of, disc
from game.kernel.ids import PieceId, Place, cell_place, piece_place, zone_place
from game.kernel.offers import Offer
from game.kernel.words import enumerated
from game.rules.overcross.actions import Action, Attack, Choose, EndTurn, Move, Order, Play, Use
from game.rules.overcross.actions import Place as PlaceUnit
from game.rules.overcross.arena import GRID
from game.rules.overcross.legal import deploy_cells, legal, placing_cells, refusal, taken
from game.rules.overcross.prompts import option_words
from game.rules.overcross.scene import use_words
from game.rules.overcross.state import Placing, Turn, Unit
from game.rules.overcross.table import Table

_NEARBY = 2
"""How far beyond its Move a character's refused spaces are listed, so that dragging there says why."""

_BEGUN = {"m": "minor", "M": "major", "F": "major"}
"""Which part of the turn an action of each size belongs to (OC-18 to OC-20)."""


def offers(table: Table) -> tuple[Offer, ...]:
    """Return every offer of the deciding seat: the enabled ones, then the refused ones with their reasons."""
    allowed = legal(table)
    closed = _closing(table, allowed)
    found = [replace(offer, closes=closed(offer.action)) for offer in (offer_of(table, action) for action in allowed)]
    pending = table.asking()
    known = set(allowed)
    considered: list[Action] = []
    if table.outcome is None and isinstance(pending, Turn):
        considered = _considered(table)
    elif table.outcome is None and isinstance(pending, Placing):
        mask = table.arena.home_mask(pending.seat) & ~placing_cells(table, pending)
        considered = [PlaceUnit(cell) for cell in cells_of(mask)]
    for action in considered:
        if action not in known:
            refused = refusal(table, action)
            if refused is not None:
                found.append(offer_of(table, action, refused_at=True))
    return tuple(found)


def _closing(table: Table, allowed: tuple[Action, ...]) -> Callable[[Action], str]:
    """Return what says what an action ends: the first action playing cards, the first major one minor actions too (OC-15, OC-18).

    Nobody is said to be ready who could attack nothing but terrain.
    """
    cards = len({action.piece for action in allowed if isinstance(action, Play)})
    idle = tuple(dict.fromkeys(f"[{table.card_of(action.piece)}]" for action in allowed if isinstance(action, Move)))
    ready = tuple(
        dict.fromkeys(
            f"[{table.card_of(action.piece)}]" for action in allowed if isinstance(action, Attack) and action.target in table.units
        )
    )
    unplayed = [f"playing cards ({cards} left)"] if cards else []
    unmoved = f"{enumerated(idle)} {'has' if len(idle) == 1 else 'have'} not moved" if idle else ""
    sentences = {"": "", "m": f"Ends {unplayed[0]}." if unplayed else ""}
    ended = " and ".join([*unplayed, f"moving: {unmoved}"] if idle else unplayed)
    sentences["M"] = sentences["F"] = f"Ends {ended}." if ended else ""
    left = [f"{cards} playable {'card' if cards == 1 else 'cards'}"] if cards else []
    left += [unmoved] if idle else []
    left += [f"{enumerated(ready)} could attack"] if ready else []
    farewell = f"Ends your turn: {'; '.join(left)}." if left else ""
    return lambda action: farewell if isinstance(action, EndTurn) else sentences[taken(table.arena.catalogue, table.cards, action)]


def _considered(table: Table) -> list[Action]:
    actions: list[Action] = []
    seat = table.active
    for piece in table.hands[seat]:
        card = table.arena.catalogue[table.cards[piece][0]]
        payable = table.phase == "cards" and card.play <= table.limit
        match card.kind:
            case "character" if payable and not table.named(card.id, seat):
                zone = table.arena.home_mask(seat) | table.standing(seat)[0]
                actions += [Play(piece, cell) for cell in cells_of(zone & ~deploy_cells(table, card))]
            case "terrain" if payable:
                mask = table.arena.grid.everything & ~table.layable(card)
                actions += [Play(piece, cell) for cell in cells_of(mask)]
            case "edit" if payable:
                actions += [Play(piece, target=unit.id) for unit in table.units.values()]
            case _:
                actions.append(Play(piece))
    for unit in table.units.values():
        if unit.seat == seat:
            actions += _of_unit(table, unit)
    return actions


def _of_unit(table: Table, unit: Unit) -> list[Action]:
    actions: list[Action] = []
    if unit.minor or table.phase == "major":
        actions.append(Move(unit.id, unit.cell))
    else:
        near = disc(table.arena.width, table.arena.height, unit.cell, table.unit_stat(unit, "move") + _NEARBY)
        actions += [Move(unit.id, cell) for cell in cells_of(near)]
    card = table.arena.catalogue[unit.card]
    for index in range(len(card.attacks)):
        actions += [Attack(unit.id, index, other.id) for other in table.units.values() if other.seat != unit.seat]
        actions += [Attack(unit.id, index, terrain.id) for terrain in table.terrain.values()]
    for source, printed in ((unit.id, unit.card), *((edit.id, edit.card) for edit in unit.edits)):
        actions += [Use(source, part) for part in table.arena.catalogue.moments(printed, "use")]
    return actions


def offer_of(table: Table, action: Action, *, refused_at: bool = False) -> Offer:
    """Return an action as an offer; `refused_at` asks for the reason why it is not allowed."""
    verb, words, source, target = described(table, action)
    refused = refusal(table, action) if refused_at else None
    ends = isinstance(action, EndTurn)
    begins = "cards" if isinstance(action, Play) else _BEGUN.get(taken(table.arena.catalogue, table.cards, action), "")
    return Offer(action, verb, words, source, target, refused, main=ends, onward="end" if ends else "", begins=begins)


def described(table: Table, action: Action) -> tuple[str, str, Place | None, Place | None]:
    """Return verb, sentence, source and target of an action."""
    match action:
        case Order(first):
            return ("Go first", "Go first", None, None) if first else ("Go last", "Go last: the player to your left begins", None, None)
        case PlaceUnit(cell):
            pending: Any = table.asking()  # a character that waits
            return "Place", f"Put [{pending.unit.card}] on {table.arena.label(cell)}", piece_place(pending.unit.id), cell_place(GRID, cell)
        case Play():
            return _play(table, action)
        case Move(piece, to):
            return "Move", f"Move {_named(table, piece)} to {table.arena.label(to)}", piece_place(piece), cell_place(GRID, to)
        case Attack(piece, attack, target):
            card = table.card_of(piece)
            name = table.arena.catalogue[card].attacks[attack].name
            return name, f"{name}: {_named(table, piece)} attacks {_named(table, target)}", piece_place(piece), piece_place(target)
        case Use():
            return _use(table, action)
        case Choose(choice):
            return _choose(table, choice)
        case EndTurn():
            return "End turn", "End your turn", None, None


def _named(table: Table, piece: PieceId) -> str:
    """Return what a piece is called, with its space where another of its name is in play."""
    card, catalogue = table.card_of(piece), table.arena.catalogue
    if card in catalogue:
        lying = (*table.units, *table.terrain, *table.edits())
        others = (table.card_of(other) for other in lying if other != piece)
        twin = piece in lying and any(other in catalogue and catalogue[other].name == catalogue[card].name for other in others)
        return f"[{card}] ({table.arena.label(table.cell_of(piece))})" if twin else f"[{card}]"
    where = table.arena.label(table.cell_of(piece))
    return f"the {table.arena.area(card).name or 'obstacle'} on {where}"


def _play(table: Table, play: Play) -> tuple[str, str, Place | None, Place | None]:
    source = piece_place(play.piece)
    card = table.card_of(play.piece)
    kind = table.arena.catalogue[card].kind
    verb = {"character": "Deploy", "terrain": "Lay", "edit": "Attach"}.get(kind, "Play")
    if play.at >= 0:
        return verb, f"{verb} [{card}] on {table.arena.label(play.at)}", source, cell_place(GRID, play.at)
    if play.target < 0:
        return verb, f"{verb} [{card}]", source, zone_place(GRID)
    pointed = (
        piece_place(play.target) if play.target in table.units or play.target in table.terrain or play.target in table.edits() else None
    )
    if pointed is None and table.zone_of(play.target) in {"hand", "discard"}:
        pointed = piece_place(play.target)
    return verb, f"{verb} [{card}]: {_named(table, play.target)}", source, pointed


def _use(table: Table, use: Use) -> tuple[str, str, Place | None, Place | None]:
    card = table.card_of(use.piece)
    ability = table.arena.catalogue.parts(card)[use.part]
    verb = ability.name or "Use"
    words, whose = use_words(card, use.part, table), _named(table, use.piece)
    if use.at >= 0:
        return verb, f"{whose}: {words} {table.arena.label(use.at)}", piece_place(use.piece), cell_place(GRID, use.at)
    if use.target < 0:
        return verb, f"{whose}: {words}", piece_place(use.piece), None
    return verb, f"{whose} on {_named(table, use.target)}: {words}", piece_place(use.piece), piece_place(use.target)


def _choose(table: Table, choice: int | None) -> tuple[str, str, Place | None, Place | None]:
    pending: Any = table.asking()  # a card's question
    asking, run = question(table, pending)
    if choice is None:
        if asking.kind == "yes":
            return "No", "No", None, None
        picked = run.bound.get(asking.name)
        return ("Enough", "Choose no more", None, None) if picked else ("None", "Choose none", None, None)
    words = option_words(table, asking, choice)
    if asking.kind == "yes":
        return "Yes", words, None, None
    if asking.kind == "mode":
        return words, words, None, None
    if asking.kind == "spot":
        return "Choose", f"Choose {words}", None, cell_place(GRID, choice)
    return "Choose", f"Choose {words}", None, piece_place(choice)
