"""What can never be so in a match of Overcross: pieces lost or doubled, numbers out of range, references to nothing."""

from __future__ import annotations

from collections import Counter

from game.cards.interpret import Asking, Frame
from game.rules.overcross.arena import ASSASSINATION, FULL_DAMAGE, Arena
from game.rules.overcross.state import MAP_CARD, Placing, State, Turn, Unit


def faults(arena: Arena, state: State) -> tuple[str, ...]:
    """Return every broken invariant in words; empty for a sound state."""
    found: list[str] = []
    seats = len(arena.seats)
    placed = _pieces(state)
    counts = Counter(placed)
    found += [f"piece {piece} lies in {count} places" for piece, count in counts.items() if count > 1]
    found += [f"piece {piece} lies nowhere" for piece in state.cards if piece not in counts]
    found += [f"piece {piece} has no card" for piece in counts if piece not in state.cards]
    for seat in arena.seats:
        printed = Counter(card for card, owner in state.cards.values() if owner == seat)
        if printed != Counter(arena.setup.decks[seat].expanded()):
            found.append(f"seat {seat} has not the cards of its deck")
        for name, pile in (("hand", state.hands[seat]), ("deck", state.decks[seat]), ("discard pile", state.discards[seat])):
            found += [f"piece {piece} is in the {name} of a stranger" for piece in pile if state.cards.get(piece, ("", -1))[1] != seat]
    for unit in (*state.units.values(), *(item.unit for item in state.stack if isinstance(item, Placing))):
        found += _unit_faults(arena, state, unit)
    found += _grid_faults(arena, state)
    found += _mark_faults(arena, state)
    found += _stack_faults(arena, state)
    if not (0 <= state.active < seats and -1 <= state.first < seats and state.round >= 1 and state.limit >= 0):
        found.append("the turn is nobody's")
    if len(state.hands) != seats or len(state.scores) != seats or min(state.scores) < 0:
        found.append("a seat is missing or has a score below nothing")
    if any(piece >= state.next_id for piece in counts):
        found.append("a piece has an id that is still to be given")
    hidden = {piece for piles in (state.hands, state.decks) for pile in piles for piece in pile}
    found += [f"piece {piece} is known and not hidden" for piece in state.known if piece not in hidden]
    there = {*state.units, *(item.unit.id for item in state.stack if isinstance(item, Placing))}  # OC-49: one waits to be redeployed
    found += [f"a change lasts on piece {lasting.on}, which is not there" for lasting in state.lasting if lasting.on not in there]
    found += [f"a change lasts from {lasting.card}, which is no card" for lasting in state.lasting if lasting.card not in arena.catalogue]
    return tuple(found)


def _pieces(state: State) -> list[int]:
    placed = [piece for piles in (state.hands, state.decks, state.discards) for pile in piles for piece in pile]
    for unit in (*state.units.values(), *(item.unit for item in state.stack if isinstance(item, Placing))):
        placed.append(unit.id)
        placed += [edit.id for edit in unit.edits]
    return placed + [terrain.id for terrain in state.terrain.values() if not terrain.card.startswith(MAP_CARD)]


def _unit_faults(arena: Arena, state: State, unit: Unit) -> list[str]:
    found = []
    if state.cards.get(unit.id) != (unit.card, unit.seat) or arena.catalogue[unit.card].kind != "character":
        found.append(f"character {unit.id} is not what its card says")
    if not 0 <= unit.damage < FULL_DAMAGE:
        found.append(f"{unit.card} has {unit.damage} damage")
    wrong = [edit for edit in unit.edits if state.cards.get(edit.id) != (edit.card, edit.seat) or arena.catalogue[edit.card].kind != "edit"]
    return found + [f"edit {edit.id} is not what its card says" for edit in wrong]


def _grid_faults(arena: Arena, state: State) -> list[str]:
    found = []
    cells = Counter(unit.cell for unit in state.units.values())
    if state.outcome is None:
        found += [f"{count} characters share {arena.label(cell)} (OC-27)" for cell, count in cells.items() if count > 1]
    size = arena.width * arena.height
    found += [f"{unit.card} is off the grid" for unit in state.units.values() if not 0 <= unit.cell < size]
    covered = 0
    for key, terrain in state.terrain.items():
        if not 0 <= terrain.cell < size or key != terrain.id:
            found.append(f"terrain {key} is off the grid")
            continue
        if terrain.card.startswith(MAP_CARD):
            if int(terrain.card.removeprefix(MAP_CARD)) not in arena.breakables:
                found.append(f"the map has no {terrain.card}")
                continue
        elif state.cards.get(terrain.id) != (terrain.card, terrain.seat) or arena.catalogue[terrain.card].kind != "terrain":
            found.append(f"terrain {key} is not what its card says")
            continue
        area = arena.covered(terrain.card, terrain.cell)
        if area & covered:
            found.append(f"{terrain.card} overlaps other terrain (OC-32)")
        covered |= area
        if not 0 <= terrain.damage < max(arena.area(terrain.card).hit_points, 1):
            found.append(f"{terrain.card} has {terrain.damage} damage")
    for flag in state.flags:
        carrier = state.units.get(flag.carrier)
        if flag.carrier >= 0 and (carrier is None or carrier.carries != flag.seat):
            found.append(f"the flag of seat {flag.seat} is carried by nobody")
    for unit in state.units.values():
        if unit.carries >= 0 and not any(flag.seat == unit.carries and flag.carrier == unit.id for flag in state.flags):
            found.append(f"{unit.card} carries a flag that is not there")
    return found


def _mark_faults(arena: Arena, state: State) -> list[str]:
    found = []
    for seat, marks in enumerate(state.marks):
        if marks and arena.settings.objective != ASSASSINATION:
            found.append("there are marks without assassination")
        for card in marks:
            if card not in arena.catalogue or arena.catalogue[card].rank not in arena.settings.marks:
                found.append(f"{card} is no mark (OC-46)")
            elif card not in arena.setup.decks[seat].cards:
                found.append(f"{card} is the mark of a seat that does not have it")
    return found


def _stack_faults(arena: Arena, state: State) -> list[str]:
    found = []
    for index, item in enumerate(state.stack):
        if isinstance(item, Turn) and index:
            found.append("the turn's own question is not at the bottom")
        if not isinstance(item, Frame):
            continue
        if item.card not in arena.catalogue or not 0 <= item.part < len(arena.catalogue.parts(item.card)):
            found.append(f"{item.card} has no ability {item.part}")
            continue
        steps = arena.catalogue.program(item.card, item.part).steps
        if not 0 <= item.pc <= len(steps) or (item.waiting and not isinstance(steps[item.pc], Asking)):
            found.append(f"{item.card} is at a step it does not have")
        source = state.cards.get(item.source)
        if source is None or source[0] != item.card:
            found.append(f"{item.card} is not the card of its piece")
    return found
