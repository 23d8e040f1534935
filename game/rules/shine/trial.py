"""Which plays of Shine would change nothing, and why, and which duels a play leads to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.cards import waste
from game.cards.asking import Choose
from game.cards.interpret import Frame, answer, question, settle
from game.kernel.chance import Chance
from game.kernel.ids import PieceId
from game.rules.shine.actions import Action, Play, Use
from game.rules.shine.apply import play_card, use_ability
from game.rules.shine.arena import Arena
from game.rules.shine.cards import WORDS, ShineCard
from game.rules.shine.draft import ShineDraft
from game.rules.shine.events import Compared
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


def duels(arena: Arena, state: State, action: Play | Use | Choose) -> tuple[Compared, ...]:
    """Return the first duel that an allowed action leads to if nobody answers it, once for each way its questions can be answered (SH-39)."""
    draft = ShineDraft(arena, state, Chance(0), telling=True)
    base = _begin(draft, action=action)
    return tuple(dict.fromkeys(_duels(draft, base, [waste.MOST_TRIED])))


def _duels(draft: ShineDraft, base: int, left: list[int]) -> Iterator[Compared]:
    settle(draft)
    duel = next((each.event for each in draft.story if isinstance(each.event, Compared)), None)
    if duel is not None:
        yield duel
        return
    top = draft.stack[-1] if len(draft.stack) > base and not draft.halted() else None
    if type(top) is not Frame or not top.waiting:
        return
    asking, run = question(draft, top)
    for option in asking.left(run):
        left[0] -= 1
        if left[0] < 0:
            return
        twin = ShineDraft(draft.arena, draft.freeze(), Chance(0), telling=True)
        answer(twin, option)
        yield from _duels(twin, base, left)


def _begin(draft: ShineDraft, *, action: Play | Use | Choose) -> int:
    """Let a spell, an effect or what a card sets off as it is played begin at once, as if nobody answered it; return how many questions were open before."""
    if isinstance(action, Choose):
        answer(draft, action.option)
        return len(draft.stack) - 1
    seat = draft.stack.pop().seat
    if isinstance(action, Play):
        play_card(draft, seat, action.piece, action.at)
        draft.arrange()
    else:
        use_ability(draft, seat, action.piece, action.part, action.at)
    base = len(draft.stack)
    if draft.chain:
        link = draft.chain[-1]
        draft.chain = draft.chain[:-1]
        draft.begin(link)
    return base


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
