"""Which plays of Overcross would change nothing, and why."""

from __future__ import annotations

from functools import partial

from game.cards import waste
from game.cards.interpret import answer
from game.kernel.chance import Chance
from game.kernel.ids import PieceId
from game.rules.overcross.actions import Action, Attack, Choose, Play, Use
from game.rules.overcross.apply import play_card, use_ability
from game.rules.overcross.arena import Arena
from game.rules.overcross.cards import WORDS, OvercrossCard
from game.rules.overcross.draft import OvercrossDraft
from game.rules.overcross.legal import legal, timely
from game.rules.overcross.state import State
from game.rules.overcross.table import Table

_OF_ATTACKS = ("rng", "dmg", "acc", "piercing")


class _Trial(waste.Trial, OvercrossDraft):
    """A table to try a card on."""

    __slots__ = ("spares",)
    words = WORDS

    def bears(self, piece: PieceId) -> list[OvercrossCard]:
        """Return a character and its edits, or whatever else it is."""
        unit = self.units.get(piece)
        cards = [self.card_of(piece)] if unit is None else [unit.card, *(edit.card for edit in unit.edits)]
        return [self.arena.catalogue[card] for card in cards if card in self.arena.catalogue]

    def pointless(self, piece: PieceId, stat: str, until: str) -> str:
        """Return why a character has no use for a number of its attacks or of its moves, or has none left this turn (OC-18 to OC-20)."""
        unit = self.units.get(piece)
        if unit is None or stat not in {"move", *_OF_ATTACKS}:
            return ""
        passing = until == "turn" and unit.seat == self.active
        if stat == "move":
            return "can move no more this turn" if passing and not timely(self, unit, "m") else ""
        attacks = self.arena.catalogue[unit.card].attacks
        if not attacks:
            return "has no attack"
        if stat == "rng" and not any(attack.symbol != "fist" and attack.rng for attack in attacks):
            return "has no attack with Rng"
        return "can attack no more this turn" if passing and not any(timely(self, unit, attack.size) for attack in attacks) else ""


def _lay(arena: Arena, state: State) -> _Trial:
    trial = _Trial(arena, state, Chance(0), telling=True)
    trial.spares = []
    return trial


def warning(table: Table, state: State, action: Action) -> str:
    """Return why an allowed action would change nothing, or an empty string (see `game.kernel.rules.Rules.warning`)."""
    arena = table.arena
    match action:
        case Play(piece) if table.kind_of(piece) == "event":
            part = arena.catalogue.moments(table.card_of(piece), "play")[0]
            return _sentence(table, state, action, piece, part, action.at if action.at >= 0 else action.target)
        case Play(piece, target=target) if table.kind_of(piece) == "edit":
            card = arena.catalogue[table.card_of(piece)]
            spares = waste.borne(_lay(arena, state), card, target, table.active)
            return "" if spares is None else waste.sentence(spares, "", partial(_named, table))
        case Use(piece, part):
            return _sentence(table, state, action, piece, part, action.at if action.at >= 0 else action.target)
        case Attack(piece, index, target):
            return _hopeless(table, piece, index, target)
        case Choose(int()):
            spares = _idle(arena, state, action)
            others = (other for other in legal(table) if isinstance(other, Choose) and other.choice not in {None, action.choice})
            if spares is not None and any(_idle(arena, state, other) is None for other in others):
                return waste.sentence(spares, "", partial(_named, table))
    return ""


def _idle(arena: Arena, state: State, action: Play | Use | Choose) -> waste.Spares | None:
    return waste.idle(_lay(arena, state), lambda trial: _lay(arena, trial.freeze()), partial(_begin, action=action))


def _begin(trial: _Trial, *, action: Play | Use | Choose) -> int:
    base = len(trial.stack)
    match action:
        case Play():
            play_card(trial, action)
        case Use():
            use_ability(trial, action)
        case Choose(choice):
            answer(trial, choice)
            base -= 1
    return base


def _sentence(table: Table, state: State, action: Play | Use, piece: PieceId, part: int, aim: int) -> str:
    spares = _idle(table.arena, state, action)
    if spares is None:
        return ""
    program = table.program(table.card_of(piece), part)
    bound: dict[str, tuple[int, ...]] = {} if program.aimed is None else {program.aimed.name: (aim,)}
    kind = table.arena.catalogue[program.card].kind
    lack = waste.lack(program.ability.effects, program.run(table, piece, table.active, bound), WORDS, kind)
    return waste.sentence(spares, lack, partial(_named, table))


def _named(table: Table, piece: PieceId) -> str:
    card = table.card_of(piece)
    return f"[{card}]" if card in table.arena.catalogue else f"the {table.arena.area(card).name or 'obstacle'}"


def _hopeless(table: Table, piece: PieceId, index: int, target: PieceId) -> str:
    """Return why an attack cannot do anything, whatever the dice show (OC-39 to OC-42)."""
    unit, victim = table.units[piece], table.units.get(target)
    attack = table.arena.catalogue[unit.card].attacks[index]
    acc = table.acc(unit, attack)
    why = ""
    if acc < 2 and not table.arena.listeners("missed"):
        why = f"Acc {acc}+ never hits"
    elif victim is not None and table.unit_stat(victim, "defense") > 6 and table.unit_stat(unit, "piercing") < 1:
        why = "" if table.arena.listeners("defended") else f"{_named(table, target)} always makes its defend roll"
    elif table.dmg(unit, attack, target) < 1:
        why = f"its Dmg against {_named(table, target)} is {table.dmg(unit, attack, target)}"
    return f"It would change nothing: {why}." if why else ""
