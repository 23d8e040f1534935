"""Which plays of Starcrossed would change nothing, and why."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.cards import waste
from game.cards.asking import Choose, asked
from game.cards.interpret import answer
from game.kernel.chance import Chance
from game.kernel.ids import PieceId
from game.rules.starcrossed import combat
from game.rules.starcrossed.actions import Action, Activate, Play, Use
from game.rules.starcrossed.apply import play_card, use_ability
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.cards import WORDS, StarCard
from game.rules.starcrossed.draft import StarDraft
from game.rules.starcrossed.legal import legal
from game.rules.starcrossed.prompts import piece_words
from game.rules.starcrossed.state import NONE, State
from game.rules.starcrossed.table import Table


class _Trial(waste.Trial, StarDraft):
    """A table to try a card on."""

    __slots__ = ("spares",)
    words = WORDS

    def bears(self, piece: PieceId) -> list[StarCard]:
        """Return a diva and the skills that lie open with her."""
        place = self.place_of(piece)
        lying = self.crystals[place].skills if place >= 0 else ()
        pieces = (piece, *(skill.id for skill in lying if not skill.down))
        return [seen.card for each in pieces if (seen := self.seen(each)) is not None]

    def pointless(self, piece: PieceId, stat: str, until: str) -> str:
        """Return why this attack asks nothing of a diva: whoever takes part in it stands fast once skills are activated (SC-34)."""
        fight = self.fight
        if fight is None or until != "attack" or stat not in {"strength", "overkill"} or piece in {fight.attacker, fight.blocker}:
            return ""
        return "" if fight.stage == "declared" else "takes no part in this attack"


def _lay(arena: Arena, state: State) -> _Trial:
    trial = _Trial(arena, state, Chance(0), telling=True)
    trial.spares = []
    return trial


def warning(table: Table, state: State, action: Action) -> str:
    """Return why an allowed action would change nothing, or an empty string (see `game.kernel.rules.Rules.warning`).

    Powers and items stay, whatever they do at once; so only moves and abilities are asked about, and those that give the diva there what she has.
    """
    match action:
        case Play(piece, at) | Activate(piece, at) if table.printed_cards[table.card_of(piece)].move:
            return _sentence(table, state, action, table.printed_cards[table.card_of(piece)].play[0], at)
        case Play(piece) | Activate(piece) if not table.printed_cards[table.card_of(piece)].diva:
            card = table.printed_cards[table.card_of(piece)].card
            diva = table.crystals[action.at if isinstance(action, Play) else table.crystal_of(piece)].diva
            spares = None if diva < 0 else waste.borne(_lay(table.arena, state), card, diva, table.owner(diva))
            return "" if spares is None else waste.sentence(spares, "", partial(piece_words, table, viewer=asked(table)))
        case Use(_, part, at):
            return _sentence(table, state, action, part, at)
        case Choose():
            spares = _idle(table.arena, state, action)
            others = (other for other in legal(table) if isinstance(other, Choose) and other != action)
            if spares is not None and any(_idle(table.arena, state, other) is None for other in others):
                return waste.sentence(spares, "", partial(piece_words, table, viewer=asked(table)))
    return ""


def _idle(arena: Arena, state: State, action: Play | Activate | Use | Choose) -> waste.Spares | None:
    return waste.idle(_lay(arena, state), lambda trial: _lay(arena, trial.freeze()), partial(_begin, action=action))


def _begin(trial: _Trial, *, action: Play | Activate | Use | Choose) -> int:
    base = len(trial.stack)
    seat = trial.stack[-1].seat
    match action:
        case Play(piece, at, special):
            play_card(trial, seat, piece, at, special=special)
        case Activate():
            combat.act(trial, seat, action)
            base -= 1
        case Use(piece, part, at):
            use_ability(trial, seat, piece, part, at)
        case Choose(option):
            answer(trial, option)
            base -= 1
    return base


def _sentence(table: Table, state: State, action: Play | Activate | Use, part: int, at: PieceId) -> str:
    spares = _idle(table.arena, state, action)
    if spares is None:
        return ""
    top: Any = table.stack[-1]
    program = table.program(table.card_of(action.piece), part)
    bound: dict[str, tuple[int, ...]] = {} if program.aimed is None or at == NONE else {program.aimed.name: (at,)}
    run = program.run(table, action.piece, top.seat, bound)
    lack = waste.lack(program.ability.effects, run, WORDS, table.kind_of(action.piece))
    return waste.sentence(spares, lack, partial(piece_words, table, viewer=top.seat))
