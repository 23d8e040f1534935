"""Invariants of a match: every card of both lists is somewhere, once, and ten Shine are always ten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.cards.hands import Opening
from game.cards.interpret import Frame
from game.cards.invariants import count_faults, frame_faults, pile_faults, question_faults, reference_faults
from game.kernel.bounds import bound_faults
from game.rules.shine.actions import SIGNS
from game.rules.shine.arena import Arena
from game.rules.shine.cards import WORDS
from game.rules.shine.state import (
    SHINE,
    SPACES,
    STAR_COLUMN,
    Attacking,
    Leaving,
    Main,
    Placing,
    Starting,
    State,
    Throwing,
    Watching,
    star_space,
    upper,
)

_SEATS = frozenset({"seat", "active", "next"})
_PHASES = frozenset({"throw", "deal", "redraw", "start", "position", "draw", "limit", "main1", "attack", "main2", "end"})
_WHEN = {Main: {"main1", "main2"}, Attacking: {"attack"}, Leaving: {"main1", "attack", "main2"}}
_FOR = {"star": "a Star", "attack": "an Attack card", "support": "a Support card"}
_FIRST = (Throwing, Starting, Opening, Placing, Main, Attacking)


def faults(arena: Arena, state: State) -> tuple[str, ...]:
    """Return every broken invariant in words."""
    beyond = bound_faults(state, 2, _SEATS) or tuple(_shape(arena, state))
    if beyond:
        return beyond
    where: Counter[int] = Counter()
    found = pile_faults(state.cards, (state.hands, state.decks, state.lives, state.graves), where)
    found += _field(arena, state, where)
    lists = [Counter(deck.cards) + Counter(deck.front) for deck in arena.setup.decks]
    found += count_faults(state.cards, lists, where, state.next_id)
    for seat in (0, 1):
        purse = state.purses[seat]
        attached = sum(stand.shine for stand in state.field[seat * SPACES : seat * SPACES + SPACES] if stand is not None)
        counts = (purse.deck, purse.ready, purse.spent)
        if sum(counts) + attached != SHINE or min(counts) < 0:
            found.append(f"seat {seat + 1} has Shine {counts} and {attached} attached")
    found += _lost(arena, state)
    return (*found, *question_faults(state.stack, _FIRST, over=state.outcome is not None))


def _lost(arena: Arena, state: State) -> Iterator[str]:
    """Yield what would have ended the match before now, and more Life than a match begins with: none is ever won back."""
    for seat in (0, 1):
        star = state.field[star_space(seat)]
        hp = arena.catalogue[state.cards[star.id][0]].hp if star is not None else 0
        if star is not None and len(state.lives[seat]) > hp:
            yield f"seat {seat + 1} has {len(state.lives[seat])} Life, and its Star has {hp} HP (SH-6)"
        if state.outcome is None and state.turn:
            if not state.lives[seat]:
                yield f"seat {seat + 1} has no Life left, so the match is over (SH-7)"
            if not state.decks[seat]:
                yield f"seat {seat + 1} has no cards left in the deck, so the match is over (SH-8)"


def _field(arena: Arena, state: State, where: Counter[int]) -> list[str]:
    found: list[str] = []
    for space, stand in enumerate(state.field):
        if stand is None:
            continue
        where[stand.id] += 1
        card, owner = state.cards.get(stand.id, ("", -1))
        if owner != space // SPACES:
            found.append(f"piece {stand.id} stands on the other side")
        kind = arena.printed[card].kind if card in arena.printed else ""
        due = "star" if space % SPACES == STAR_COLUMN else "attack" if upper(space) else "support"
        if kind != due:
            found.append(f"{card} stands on a space for {_FOR[due]}")
    found += [f"seat {seat + 1} has no Star" for seat in (0, 1) if state.field[star_space(seat)] is None]
    return found


def _shape(arena: Arena, state: State) -> Iterator[str]:
    """Yield what a table for two cannot lack: two of everything that each has, twenty spaces, and pieces that have a card."""
    pairs = (state.hands, state.decks, state.lives, state.graves, state.purses, state.signs)
    if any(len(pair) != 2 for pair in pairs) or len(state.field) != 2 * SPACES:
        yield "a seat or a space is missing"
    if state.active < 0 or state.next < 0 or any(item.seat < 0 for item in state.stack if not isinstance(item, Frame)):
        yield "nobody is asked"
    named = [stand.id for stand in state.field if stand is not None]
    named += [piece for piles in (state.hands, state.decks, state.lives, state.graves) for pile in piles for piece in pile]
    named += [state.fight.attacker, state.fight.target] if state.fight is not None else []
    named += [item.piece for item in state.stack if isinstance(item, Watching)]
    yield from (f"piece {piece} has no card" for piece in named if piece not in state.cards)
    for item in state.stack:
        if state.phase not in _WHEN.get(type(item), _PHASES):
            yield "a question is open that belongs to another phase"
        if isinstance(item, Throwing) and (state.signs[item.seat] or not all(state.signs[: item.seat])):
            yield "somebody is asked for a sign out of turn"
    if (
        state.passes < 0
        or not set(state.signs) <= {"", *SIGNS}
        or (state.fight is not None and min(state.fight.passes, state.fight.next) < 0)
    ):
        yield "somebody passed or chose what cannot be"
    if any(stand is not None and min(stand.shine, stand.since) < 0 for stand in state.field):
        yield "a card has less than no Shine"
    yield from reference_faults(state, arena.catalogue, WORDS, state.cards, _PHASES)
    for link in state.chain:
        frame = Frame(link.card, link.part, link.source, link.seat)
        yield from frame_faults(frame, state.cards, arena.catalogue)
