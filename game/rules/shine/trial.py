"""Which plays of Shine would change nothing, and why."""

from __future__ import annotations

from functools import partial

from game.cards import waste
from game.cards.asking import Choose
from game.cards.interpret import answer
from game.kernel.chance import Chance
from game.kernel.ids import PieceId
from game.rules.shine.actions import Action, Play, Use
from game.rules.shine.apply import play_card, use_ability
from game.rules.shine.arena import Arena
from game.rules.shine.cards import WORDS, ShineCard
from game.rules.shine.draft import ShineDraft
from game.rules.shine.legal import legal
from game.rules.shine.state import NONE, State
from game.rules.shine.table import Table


class _Trial(waste.Trial, ShineDraft):
    """A table to try a card on."""

    __slots__ = ("spares",)
    words = WORDS

    def bears(self, piece: PieceId) -> tuple[ShineCard, ...]:
        """Return the card itself: nothing lies with it."""
        return (self.printed_cards[self.card_of(piece)].card,)

    def pointless(self, piece: PieceId, stat: str, until: str) -> str:
        """Return why this battle asks nothing of a card: it neither takes part nor can come into it by its support or as a guard (SH-27, SH-37)."""
        fight, stand = self.fight, self.stand(piece)
        if fight is None or stand is None or stat != "strength" or until != "battle":
            return ""
        battling = {fight.attacker, fight.target}
        if piece in battling:
            return ""
        lends = self.kind_of(piece) == "support" and battling & set(self.related("above", piece))
        guards = self.stat(piece, "guard") > 0 and self.owner(piece) != self.owner(fight.attacker)
        return "" if not stand.turned and (lends or guards) else "takes no part in this battle"


def _lay(arena: Arena, state: State) -> _Trial:
    trial = _Trial(arena, state, Chance(0), telling=True)
    trial.spares = []
    return trial


def warning(table: Table, state: State, action: Action) -> str:
    """Return why an allowed action would change nothing as it stands, or an empty string (see `game.kernel.rules.Rules.warning`)."""
    match action:
        case Play(piece, at) if table.kind_of(piece) == "spell":
            return _sentence(table, state, action, table.printed_cards[table.card_of(piece)].part, at)
        case Use(_, part, at):
            return _sentence(table, state, action, part, at)
        case Choose():
            spares = _idle(table.arena, state, action)
            others = (other for other in legal(table) if isinstance(other, Choose) and other != action)
            if spares is not None and any(_idle(table.arena, state, other) is None for other in others):
                return waste.sentence(spares, "", partial(_named, table))
    return ""


def _idle(arena: Arena, state: State, action: Play | Use | Choose) -> waste.Spares | None:
    return waste.idle(_lay(arena, state), lambda trial: _lay(arena, trial.freeze()), partial(_begin, action=action))


def _begin(trial: _Trial, *, action: Play | Use | Choose) -> int:
    """Let a spell or an effect begin at once, as if nobody answered it."""
    if isinstance(action, Choose):
        answer(trial, action.option)
        return len(trial.stack) - 1
    seat = trial.stack.pop().seat
    if isinstance(action, Play):
        play_card(trial, seat, action.piece, action.at)
    else:
        use_ability(trial, seat, action.piece, action.part, action.at)
    link = trial.chain[-1]
    trial.chain = trial.chain[:-1]
    trial.begin(link)
    return 0


def _sentence(table: Table, state: State, action: Play | Use, part: int, at: PieceId) -> str:
    spares = _idle(table.arena, state, action)
    if spares is None:
        return ""
    program = table.program(table.card_of(action.piece), part)
    bound: dict[str, tuple[int, ...]] = {} if program.aimed is None or at == NONE else {program.aimed.name: (at,)}
    run = program.run(table, action.piece, table.owner(action.piece), bound)
    lack = waste.lack(program.ability.effects, run, WORDS, table.kind_of(action.piece))
    return waste.sentence(spares, lack, partial(_named, table))


def _named(table: Table, piece: PieceId) -> str:
    return f"[{table.card_of(piece)}]"
