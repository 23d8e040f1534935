"""What each choice would bring, shown before a player commits, and what a piece bears on."""

from __future__ import annotations

from game.kernel.ids import PieceId, Place, piece_of, piece_place
from game.kernel.offers import Overlay, Preview
from game.rules.starcrossed.actions import Action, Activate, Attack, Block, LetThrough, Play, Recruit, SetDown, Use
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.combat import can_block
from game.rules.starcrossed.observe import Observation, seen_table
from game.rules.starcrossed.offers import side_zone
from game.rules.starcrossed.prompts import diva_words
from game.rules.starcrossed.state import CRYSTALS, LANES, MOST_LEVEL, NONE, Lane, Window, opposing
from game.rules.starcrossed.table import Table
from game.rules.starcrossed.turn import RECRUIT_COST

_ON_CRYSTALS = ("crystal", "diva", "skills")
"""The zones that each crystal has."""


def preview(arena: Arena, observation: Observation, action: Action) -> Preview:
    """Return what an action would do, as far as the seat can know."""
    table = seen_table(arena, observation)
    top = observation.stack[-1] if observation.stack else None
    match action:
        case Play(piece, at, special=special) if at in range(CRYSTALS) and piece in table.cards:
            printed = table.printed_cards[table.cards[piece][0]]
            price = "Your SPECIAL action instead of its cost." if special else _price(printed.cost)
            face = f"{price} Level {printed.level}, strength {printed.card.strength}."
            return Preview(f"{face} {_level_words(table, at, printed.level)}") if printed.diva else Preview()
        case Recruit(_, at):
            return Preview(f"{_price(RECRUIT_COST)} Face down: level 1, strength 0, no tribe. {_level_words(table, at, 1)}")
        case Attack() if isinstance(top, Lane):
            here, there = top.crystal, opposing(top.crystal)
            strength = table.strength(here)
            if not can_block(table, there, table.crystals[here].diva):
                return Preview(f"Nobody can block: {strength} life{_skills_lie(table, ', before face-down skills')}.")
            return Preview(f"Unblocked {strength} life. {_clash(table, here, there)}")
        case Block() if observation.fight is not None:
            here = observation.fight.crystal
            return Preview(_clash(table, here, opposing(here)))
        case LetThrough() if observation.fight is not None:
            return Preview(f"You lose {table.strength(observation.fight.crystal)} life{_skills_lie(table, ', before face-down skills')}.")
        case _:
            return Preview()


def _price(cost: int) -> str:
    return f"Costs {cost} energy."


def _level_words(table: Table, at: int, level: int) -> str:
    crystal = table.crystals[at]
    if level > crystal.level and crystal.level < MOST_LEVEL:
        return f"The crystal rises to level {crystal.level + 1}: one extra energy at once (SC-15)."
    return "The crystal keeps its level (SC-15)."


def _clash(table: Table, here: int, there: int) -> str:
    one, other = table.strength(here), table.strength(there)
    changed = _skills_lie(table, " Face-down skills may change it.")
    if one == other:
        return f"Blocked: {one} against {other}, both are vanquished.{changed}"
    loser = there if one > other else here
    over = f", and {one - other} life by Overkill" if one > other and table.flagged(table.crystals[here].diva, "overkill") else ""
    return f"Blocked: {one} against {other}, {diva_words(table, loser)} is vanquished{over}.{changed}"


def _skills_lie(table: Table, words: str) -> str:
    """Return words about face-down skills where any lies on the table that could be activated in the attack (SC-34), nothing where none does."""
    return words if any(skill.down for crystal in table.crystals for skill in crystal.skills) else ""


def overlays(arena: Arena, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
    """Return the crystal straight across, which is all that a diva attacks (SC-32), and the skills on her crystal."""
    table = seen_table(arena, observation)
    place = table.crystal_of(piece)
    if place < 0:
        return ()
    across = Overlay("threat", (piece_place(opposing(place)),), "The opposing crystal (SC-1, SC-32)")
    skills = tuple(piece_place(skill.id) for skill in table.crystals[place].skills)
    return (across, Overlay("reach", skills, "Skills on this crystal")) if skills else (across,)


def put(arena: Arena, observation: Observation, source: Place, onto: Place) -> Action | None:
    """Return what would put a card of the hand on a crystal, or point a card in play at something; None for any other piece (SC-13, SC-20, SC-26).

    What needs no crystal points at the piece there, and at itself where none lies, which nothing may.
    """
    table = seen_table(arena, observation)
    piece, aim = piece_of(source), max(piece_of(onto), NONE)
    pointed = aim if aim != NONE else piece
    if piece in observation.hand:
        printed = table.printed_cards[table.cards[piece][0]]
        if printed.combat:
            return SetDown(piece, _crystal_there(table, onto))
        return Play(piece, pointed if printed.move else _crystal_there(table, onto))
    crystal = table.crystal_of(piece)
    if piece < CRYSTALS or crystal < 0 or crystal // LANES != observation.seat:
        return None
    if observation.stack and isinstance(observation.stack[-1], Window):
        return Activate(piece, pointed)
    parts = () if table.facedown(piece) else table.printed_cards[table.cards[piece][0]].use
    return Use(piece, parts[0] if parts else 0, pointed)


def _crystal_there(table: Table, place: Place) -> int:
    """Return the crystal that a place belongs to, by what lies there or by its zone; NONE for a place beside them."""
    piece = piece_of(place)
    if piece >= 0:
        return table.crystal_of(piece)
    zone = place.partition("/")[2].partition("/")[0]
    return next((each for each in range(CRYSTALS) for name in _ON_CRYSTALS if side_zone(name, each) == zone), NONE)
