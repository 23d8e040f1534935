"""Invariants of a match: every card of both lists is somewhere, once, and every number is in its range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.cards.hands import Opening
from game.cards.interpret import Frame
from game.cards.invariants import count_faults, pile_faults, question_faults, reference_faults
from game.kernel.bounds import bound_faults
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.cards import TRIBES, WORDS
from game.rules.starcrossed.state import CRYSTALS, MOST_LEVEL, NONE, SLOTS, Attuning, Blocking, Lane, State, Turn, Window

_SEATS = frozenset({"seat", "active", "next"})
_PHASES = frozenset({"opening", "action", "combat", "end"})
_STAGES = frozenset({"declared", "window", "showdown", "over"})


def faults(arena: Arena, state: State) -> tuple[str, ...]:
    """Return every broken invariant in words."""
    beyond = bound_faults(state, 2, _SEATS) or tuple(_shape(arena, state))
    if beyond:
        return beyond
    where: Counter[int] = Counter()
    found = pile_faults(state.cards, (state.hands, state.decks, state.voids), where)
    found += _crystals(arena, state, where)
    found += count_faults(state.cards, [deck.cards for deck in arena.setup.decks], where, state.next_id)
    found += [f"seat {seat + 1} has {energy} energy" for seat, energy in enumerate(state.energy) if energy < 0]
    found += [f"seat {seat + 1} keeps {kept} starting energy" for seat, kept in enumerate(state.kept) if kept not in {0, 1}]
    found += [
        f"seat {seat + 1} has no life left, so the match is over (SC-38)"
        for seat, life in enumerate(state.life)
        if life <= 0 and state.outcome is None
    ]
    if state.turn > arena.turns:
        found.append(f"this is turn {state.turn}, and the match is over after {arena.turns} (SC-38)")
    found += [f"something is known of piece {piece}, which is not hidden" for piece in state.known if piece not in state.cards]
    found += [f"piece {piece} is known to nobody there is" for piece, eyes in state.known.items() if not 0 <= eyes < 4]
    return (*found, *question_faults(state.stack, (Opening, Turn, Lane), over=state.outcome is not None))


def _crystals(arena: Arena, state: State, where: Counter[int]) -> list[str]:
    found: list[str] = []
    for index, crystal in enumerate(state.crystals):
        if not 0 <= crystal.level <= MOST_LEVEL:
            found.append(f"crystal {index} has level {crystal.level}")
        if crystal.attuned not in {"", *TRIBES}:
            found.append(f"crystal {index} is attuned to {crystal.attuned!r}")
        if len(crystal.skills) > SLOTS:
            found.append(f"crystal {index} holds {len(crystal.skills)} skill cards")
        pieces = [(crystal.diva, True)] if crystal.diva >= 0 else []
        pieces += [(skill.id, False) for skill in crystal.skills]
        for piece, diva in pieces:
            where[piece] += 1
            card, owner = state.cards.get(piece, ("", -1))
            if owner != index // 3:
                found.append(f"piece {piece} is on a crystal that is not its owner's")
            if card in arena.printed and arena.printed[card].diva != diva:
                found.append(f"{card} is in the wrong place on crystal {index}")
        for skill in crystal.skills:
            card = state.cards.get(skill.id, ("", -1))[0]
            if skill.down and card in arena.printed and not arena.printed[card].combat:
                found.append(f"{card} lies face down and is no combat skill")
        if crystal.recruit and crystal.diva < 0:
            found.append(f"crystal {index} has a recruit and no diva")
    return found


def _shape(arena: Arena, state: State) -> Iterator[str]:
    """Yield what a table for two cannot lack: two of everything that each has, six crystals, and pieces that have a card."""
    pairs = (state.hands, state.decks, state.voids, state.energy, state.kept, state.life, state.special)
    if any(len(pair) != 2 for pair in pairs) or len(state.crystals) != CRYSTALS:
        yield "a seat or a crystal is missing"
    if state.active < 0 or any(item.seat < 0 for item in state.stack if not isinstance(item, Frame)):
        yield "nobody is asked"
    named = [piece for piles in (state.hands, state.decks, state.voids) for pile in piles for piece in pile]
    named += [piece for crystal in state.crystals for piece in (crystal.diva, *(skill.id for skill in crystal.skills)) if piece != NONE]
    if (fight := state.fight) is not None:
        named += [piece for piece in (fight.attacker, fight.blocker, fight.move) if piece != NONE]
        if fight.stage not in _STAGES or not 0 <= fight.crystal < CRYSTALS or fight.next < 0 or fight.passes < 0:
            yield "an attack goes on that cannot be"
    fighting = sum(isinstance(item, Window | Blocking) for item in state.stack)
    if fighting > (state.fight is not None):
        yield "a question about an attack is open, and there is no such attack"
    for item in state.stack:
        if isinstance(item, Lane | Attuning) and not 0 <= item.crystal < CRYSTALS:
            yield f"a question is about crystal {item.crystal}"
        if isinstance(item, Attuning) and not set(item.tribes) <= set(TRIBES):
            yield "a question is about a tribe that is not there"
    yield from (f"piece {piece} has no card" for piece in named if piece not in state.cards)
    yield from reference_faults(state, arena.catalogue, WORDS, (*range(CRYSTALS), *state.cards), _PHASES)
