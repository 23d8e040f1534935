"""What each choice would bring, shown before a player commits, and what a piece bears on."""

from __future__ import annotations

from game.kernel.ids import PieceId, piece_place
from game.kernel.offers import Overlay, Preview
from game.rules.starcrossed.actions import Action, Attack, Block, LetThrough, Play, Recruit
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.observe import Observation, seen_table
from game.rules.starcrossed.prompts import diva_words
from game.rules.starcrossed.state import CRYSTALS, MOST_LEVEL, NONE, Lane, opposing
from game.rules.starcrossed.table import Table


def preview(arena: Arena, observation: Observation, action: Action) -> Preview:
    """Return what an action would do, as far as the seat can know."""
    table = seen_table(arena, observation)
    top = observation.stack[-1] if observation.stack else None
    match action:
        case Play(piece, at) if at in range(CRYSTALS) and piece in table.cards:
            printed = table.printed_cards[table.cards[piece][0]]
            face = f"Level {printed.level}, strength {printed.card.strength}."
            return Preview(f"{face} {_level_words(table, at, printed.level)}") if printed.diva else Preview()
        case Recruit(_, at):
            return Preview(f"Face down: level 1, strength 0, no tribe. {_level_words(table, at, 1)}")
        case Attack() if isinstance(top, Lane):
            here, there = top.crystal, opposing(top.crystal)
            strength = table.strength(here)
            if table.crystals[there].diva == NONE or table.flagged(table.crystals[here].diva, "veiled"):
                return Preview(f"Nobody can block: {strength} life, before face-down skills.")
            return Preview(f"Unblocked {strength} life. {_clash(table, here, there)}")
        case Block() if observation.fight is not None:
            here = observation.fight.crystal
            return Preview(_clash(table, here, opposing(here)))
        case LetThrough() if observation.fight is not None:
            return Preview(f"You lose {table.strength(observation.fight.crystal)} life, before face-down skills.")
        case _:
            return Preview()


def _level_words(table: Table, at: int, level: int) -> str:
    crystal = table.crystals[at]
    if level > crystal.level and crystal.level < MOST_LEVEL:
        return f"The crystal rises to level {crystal.level + 1}: one extra energy at once (SC-15)."
    return "The crystal keeps its level (SC-15)."


def _clash(table: Table, here: int, there: int) -> str:
    one, other = table.strength(here), table.strength(there)
    if one == other:
        return f"Blocked: {one} against {other}, both are vanquished."
    loser = there if one > other else here
    over = f", and {one - other} life by Overkill" if one > other and table.flagged(table.crystals[here].diva, "overkill") else ""
    return f"Blocked: {one} against {other}, {diva_words(table, loser)} is vanquished{over}. Face-down skills may change it."


def overlays(arena: Arena, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
    """Return the crystal straight across, which is all that a diva attacks (SC-32), and the skills on her crystal."""
    table = seen_table(arena, observation)
    place = table.crystal_of(piece)
    if place < 0:
        return ()
    across = Overlay("threat", (piece_place(opposing(place)),), "The opposing crystal (SC-1, SC-32)")
    skills = tuple(piece_place(skill.id) for skill in table.crystals[place].skills)
    return (across, Overlay("reach", skills, "Skills on this crystal")) if skills else (across,)
