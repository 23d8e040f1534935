"""What can never be so in a match of Overcross: pieces lost or doubled, numbers out of range, references to nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.cards.interpret import Frame
from game.cards.invariants import reference_faults
from game.kernel.bounds import bound_faults
from game.rules.overcross.arena import ASSASSINATION, FULL_DAMAGE, INVASION, MOST_SCATHE, SUMMONING, Arena
from game.rules.overcross.cards import VOTES, WORDS
from game.rules.overcross.state import MAP_CARD, Placing, State, Turn, Unit

_SEATS = frozenset({"seat", "active", "first", "carries"})
MOST_VOTES = 999
_PHASES = frozenset({"setup", "start", "cards", "minor", "major", "end"})


def faults(arena: Arena, state: State) -> tuple[str, ...]:
    """Return every broken invariant in words; empty for a sound state."""
    seats = len(arena.seats)
    beyond = bound_faults(state, seats, _SEATS) or tuple(_shape(arena, state))
    if beyond:
        return beyond
    counts = Counter(_pieces(state))
    found = [f"piece {piece} lies in {count} places" for piece, count in counts.items() if count > 1]
    found += [f"piece {piece} lies nowhere" for piece in state.cards if piece not in counts]
    found += [f"piece {piece} has no card" for piece in counts if piece not in state.cards]
    for seat in arena.seats:
        printed = Counter(card for card, owner in state.cards.values() if owner == seat)
        if printed != Counter(arena.setup.decks[seat].expanded()):
            found.append(f"seat {seat + 1} has not the cards of its deck")
        for name, pile in (("hand", state.hands[seat]), ("deck", state.decks[seat]), ("discard pile", state.discards[seat])):
            found += [f"piece {piece} is in the {name} of a stranger" for piece in pile if state.cards.get(piece, ("", -1))[1] != seat]
    for unit in (*state.units.values(), *(item.unit for item in state.stack if isinstance(item, Placing))):
        found += _unit_faults(arena, state, unit)
    found += _grid_faults(arena, state)
    found += _mark_faults(arena, state)
    if any(isinstance(item, Turn) for item in state.stack[1:]):
        found.append("the turn's own question is not at the bottom")
    if not (0 <= state.active < seats and -1 <= state.first < seats and state.round >= 1 and state.limit >= 0):
        found.append("the turn is nobody's")
    found += [f"seat {seat + 1} has a score below nothing" for seat, score in enumerate(state.scores) if score < 0]
    found += [f"seat {seat + 1} has {votes} votes (OC-55)" for seat, votes in enumerate(state.votes) if not 0 <= votes <= MOST_VOTES]
    for piece, taken in state.scathed.items():
        if piece not in state.cards or not 0 <= taken <= MOST_SCATHE:
            found.append(f"piece {piece} took {taken} damage that is no attack's (OC-46)")
    if state.votes and not arena.voters:
        found.append("there are votes, and no card that wins any (OC-55)")
    if any(piece >= state.next_id for piece in counts):
        found.append("a piece has an id that is still to be given")
    hidden = {piece for piles in (state.hands, state.decks) for pile in piles for piece in pile}
    found += [f"piece {piece} is known and not hidden" for piece in state.known if piece not in hidden]
    return tuple(found or _ended(arena, state))


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
            found.append(f"the flag of seat {flag.seat + 1} is carried by nobody")
    for unit in state.units.values():
        if unit.carries >= 0 and not any(flag.seat == unit.carries and flag.carrier == unit.id for flag in state.flags):
            found.append(f"{unit.card} carries a flag that is not there")
    return found


def _ended(arena: Arena, state: State) -> Iterator[str]:
    """Yield what would have ended the match, or scored, before now; points, votes and marks count when what is being done is done to its end."""
    if state.outcome is not None:
        return
    settings = arena.settings
    if settings.rounds and state.round > settings.rounds:
        yield f"this is round {state.round}, and the match is over after {settings.rounds} (OC-51)"
    for unit in state.units.values():
        bit = 1 << unit.cell
        if arena.foreign_mask(unit.seat, state.out) & bit:
            if settings.objective == INVASION:
                yield f"{unit.card} stands in an enemy deploy zone, so it scores and comes back to its own (OC-49)"
            elif settings.objective == SUMMONING and arena.catalogue[unit.card].rank == "legend":
                yield f"{unit.card} stands in an enemy deploy zone, so the match is over (OC-47)"
        for flag in state.flags:
            if flag.carrier < 0 <= flag.seat != unit.seat and flag.cell == unit.cell and unit.carries < 0 and not state.out[flag.seat]:
                yield f"{unit.card} stands on the flag of seat {flag.seat + 1}, which it would have picked up (OC-48)"
        if unit.carries >= 0 and arena.zones[unit.seat] & bit:
            yield f"{unit.card} has brought home the flag of seat {unit.carries + 1}, so the match is over (OC-48)"
    if any(isinstance(item, Frame) for item in state.stack):
        return
    if settings.goal and max(state.scores) >= settings.goal:
        yield f"seat {state.scores.index(max(state.scores)) + 1} has {max(state.scores)} points of {settings.goal}, so the match is over ({'OC-49' if settings.objective == INVASION else 'OC-50'})"
    if state.votes and max(state.votes) >= VOTES:
        yield f"seat {state.votes.index(max(state.votes)) + 1} has {max(state.votes)} votes, so the match is over (OC-55)"
    if settings.objective == ASSASSINATION:
        fallen = (seat for seat in arena.seats if not state.marks[seat] and not state.out[seat])
        yield from (f"every mark of seat {seat + 1} has fallen, so it has lost (OC-46)" for seat in fallen)


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


def _shape(arena: Arena, state: State) -> Iterator[str]:
    """Yield what a table cannot lack: one of everything that each seat has, and cards that are in the catalogue."""
    seats = len(arena.seats)
    if len(state.votes) not in {0, seats}:
        yield "a seat has no votes"
    if any(len(each) != seats for each in (state.hands, state.decks, state.discards, state.marks, state.scores, state.out)):
        yield "a seat is missing"
    cards = [unit.card for unit in state.units.values()] + [card for card, _ in state.cards.values()]
    cards += [edit.card for unit in state.units.values() for edit in unit.edits]
    cards += [terrain.card for terrain in state.terrain.values() if not terrain.card.startswith(MAP_CARD)]
    cards += [item.unit.card for item in state.stack if isinstance(item, Placing)]
    yield from (f"{card[:40]!r} is no card" for card in cards if card not in arena.catalogue)
    for terrain in state.terrain.values():
        if terrain.card.startswith(MAP_CARD) and terrain.card not in {f"{MAP_CARD}{cell}" for cell in arena.breakables}:
            yield f"the map has no {terrain.card[:40]}"
    if any(key != unit.id for key, unit in state.units.items()):
        yield "a character is known by another number"
    size = arena.width * arena.height
    there = {*state.units, *(item.unit.id for item in state.stack if isinstance(item, Placing))}  # OC-49: one waits to be redeployed
    yield from reference_faults(state, arena.catalogue, WORDS, there, _PHASES)
    yield from (f"the flag of seat {flag.seat + 1} is off the grid" for flag in state.flags if flag.seat < 0 or not 0 <= flag.cell < size)
