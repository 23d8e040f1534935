"""What each choice would bring, shown before a player commits, and what a piece bears on."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from game.cards.asking import Choose
from game.cards.interpret import Frame
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Place, Seat, piece_of, piece_place
from game.kernel.offers import Overlay, Preview
from game.kernel.words import enumerated
from game.rules.shine.actions import Action, Attack, Guard, Lend, Pass, Play, Shift, Use
from game.rules.shine.apply import play, unanswered
from game.rules.shine.arena import Arena
from game.rules.shine.draft import ShineDraft
from game.rules.shine.legal import attackable, guards
from game.rules.shine.observe import Observation, sample, seen_table
from game.rules.shine.offers import space_cell
from game.rules.shine.state import NONE, Attacking, Main, Placing, Supporting, upper
from game.rules.shine.table import Table
from game.rules.shine.trial import duels

_DEAR = frozenset({"return", "attached", "exhaust"})
"""Costs that take Shine off the field, where it would be there again in the next turn, or leave a card open to attacks (SH-25, SH-38)."""


def preview(arena: Arena, observation: Observation, action: Action) -> Preview:
    """Return what an action would do, as far as the seat can know."""
    table = seen_table(arena, observation)
    fight = observation.fight
    match action:
        case Attack(piece, target):
            after, battle = _after(arena, observation, action)
            idle = not battle.asks and battle.one + table.lent(piece) <= battle.two
            return Preview(_attack_words(after, piece, target, battle, observation.seat), idle=idle)
        case Lend(piece) | Guard(piece) if fight is not None:
            after, battle = _after(arena, observation, action)
            return Preview(_step_words(after, battle, piece if isinstance(action, Guard) else fight.target, observation.seat))
        case Use(piece, part) if piece in observation.faces:
            cost = table.program(table.card_of(piece), part).ability.cost
            return Preview(_effect_words(arena, observation, action), spends=any(each.pay in _DEAR for each in cost))
        case Play(piece) if piece in observation.faces:
            return Preview(_effect_words(arena, observation, action))
        case Choose():
            return Preview(_effect_words(arena, observation, action))
        case Pass() if table.phase == "main1" and isinstance(table.stack[-1], Main):
            return Preview("The attack phase comes next, and after it you can play cards once more (SH-23, SH-24).")
        case Pass() if fight is not None and observation.chain:
            return Preview(_battle_words(arena, observation, action))
        case Pass() if fight is not None:
            words = _step_words if fight.passes == 0 else _ending_words  # who passes last leaves nobody a word
            return Preview(words(table, _fought(table), fight.target, observation.seat))
        case _:
            return Preview()


class _Battle(Struct, frozen=True):
    """The strength of an attacker and of what is attacked; `asks` is the card that sets off something that has yet to be chosen, and is not counted."""

    one: int
    two: int
    asks: CardId = ""

    @property
    def words(self) -> str:
        """How it would end without more support (SH-28)."""
        end = "the attacker wins" if self.one > self.two else "nothing would happen"
        return f"{self.one} against {self.two}: {end}, as it stands{f', before what [{self.asks}] sets off' if self.asks else ''}."


def _after(arena: Arena, observation: Observation, action: Attack | Lend | Guard) -> tuple[Table, _Battle]:
    """Return the table and the battle after an action, with what that sets off if nobody answers it (SH-26, SH-43); where a card asks for a choice, or what lies hidden decides, as they are before that."""
    before, after = _carried(arena, observation, action)
    if after is not None and after.fight is not None:
        return after, _fought(after)
    return before, replace(_fought(before), asks=before.card_of(action.piece))


def _carried(arena: Arena, observation: Observation, action: Action) -> tuple[Table, Table | None]:
    """Return the table after an action in a battle, and after what that sets off if nobody answers it; None for that where a card asks for a choice, or what lies hidden decides."""
    drafts = [ShineDraft(arena, sample(arena, observation, Chance(luck)), Chance(luck), telling=False) for luck in range(2)]
    found = list[Table]()
    for draft in drafts:
        play(draft, action)
        after = unanswered(arena, draft.freeze())
        table = after if isinstance(after, ShineDraft) else draft
        if not table.chain and not (table.stack and type(table.stack[-1]) is Frame):
            found.append(table)
    alike = len(found) == 2 and _fought(found[0]) == _fought(found[1])
    return drafts[0], found[0] if alike else None


def _effect_words(arena: Arena, observation: Observation, action: Play | Use | Choose) -> str:
    """Return how the duel that an action leads to would end, or else the battle that it changes; empty where it does neither."""
    return _duel_words(arena, observation, action) or _battle_words(arena, observation, action)


def _battle_words(arena: Arena, observation: Observation, action: Play | Use | Choose | Pass) -> str:
    """Return how the battle that is going on would end after an action that changes it, if nobody answers it; empty where there is none, it stays as it is, or a choice is still to come (SH-28, SH-30, SH-43)."""
    fight = observation.fight
    if fight is None:
        return ""
    before, after = seen_table(arena, observation), _carried(arena, observation, action)[1]
    if after is None:
        return ""
    if after.fight is None:
        return "" if after.outcome is not None else "The attack would end without damage (SH-30)."
    if after.fight.target == fight.target and _fought(after) == _fought(before):
        return ""
    return _step_words(after, _fought(after), after.fight.target, observation.seat)


def _fought(table: Table) -> _Battle:
    """Return the strengths in the battle that is going on."""
    fight = table.fight
    return _Battle(0, 0) if fight is None else _Battle(table.strength(fight.attacker), table.strength(fight.target))


def _step_words(table: Table, battle: _Battle, target: PieceId, seat: Seat) -> str:
    """Return how a battle would end as it stands, and who may still step in against whoever attacks (SH-27, SH-35)."""
    return " ".join(filter(None, (_ending_words(table, battle, target, seat), _guard_words(table, target, seat))))


def _guard_words(table: Table, target: PieceId, seat: Seat) -> str:
    """Return which cards of another seat can take an attack on one of theirs on themselves, empty where none can (SH-35)."""
    owner = table.owner(target)
    able = (
        [f"[{table.card_of(each)}] ({table.strength(each)})" for each in guards(table.arena, table, owner, target)] if owner != seat else []
    )
    return f"{enumerated(tuple(dict.fromkeys(able)), 'or')} can take it on itself." if able else ""


def _ending_words(table: Table, battle: _Battle, target: PieceId, seat: Seat) -> str:
    """Return how a battle against a card would end without more support, and what that costs and sets off (SH-14, SH-28, SH-37)."""
    words, owner = battle.words, table.owner(target)
    if battle.one <= battle.two:
        return words
    if target != table.star(owner):
        follows = ", and its On Destroy follows" if table.stirred(target, "destroyed") else ""
        return f"{words} [{table.card_of(target)}] is destroyed{follows}."
    left = table.resource("life", owner) - 1
    loses = "You lose" if owner == seat else "They lose"
    return f"{words} {loses} 1 Life, {left} left." if left > 0 else f"{words} {loses} the last Life and the match (SH-7)."


def _duel_words(arena: Arena, observation: Observation, action: Play | Use | Choose) -> str:
    """Return how the duel that an action leads to would end as it stands, or who could duel whom where that is still to be chosen; empty where it leads to none (SH-39)."""
    found = duels(arena, sample(arena, observation, Chance(0)), action)
    if len(found) == 1:
        duel = found[0]
        one, two, other = duel.strength, duel.against, f"[{duel.target}]"
        end = f"{other} would be destroyed" if one > two else "both would be exhausted" if two > one else "nothing would happen"
        return f"[{duel.card}] {one} against {other} {two}: {end}, as it stands."
    ones, twos = (
        enumerated(tuple(dict.fromkeys(f"[{card}] ({strength})" for card, strength in cards)), "or")
        for cards in ([(duel.card, duel.strength) for duel in found], [(duel.target, duel.against) for duel in found])
    )
    return f"{ones} can duel {twos}." if found else ""


def _attack_words(table: Table, piece: PieceId, target: PieceId, battle: _Battle, seat: Seat) -> str:
    """Return how an attack would end as it stands, what Support cards can still make of it, and who may step in (SH-12, SH-35)."""
    mine, theirs = table.lent(piece), table.lent(target)
    words = _ending_words(table, battle, target, seat)
    if mine or theirs:
        words += f" With the Support beneath it can be {battle.one + mine} against {battle.two + theirs}"
        lenders = (*table.lenders(piece), *table.lenders(target))
        stirred = [f"[{table.card_of(each)}]" for each in lenders if table.stirred(each, "exhausted")]
        words += f", before what {enumerated(stirred)} sets off." if stirred else "."
    return " ".join(filter(None, (words, _guard_words(table, target, seat))))


def overlays(arena: Arena, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
    """Return what a card on the field could attack, where attacks are what is asked for."""
    table = seen_table(arena, observation)
    space = table.space_of(piece)
    if space < 0 or not upper(space) or not (table.stack and isinstance(table.stack[-1], Attacking)):
        return ()
    seat = table.owner(piece)
    targets = attackable(table, seat, piece == table.star(seat))
    return (Overlay("threat", tuple(piece_place(target) for target in targets), "What it could attack"),) if targets else ()


def put(arena: Arena, observation: Observation, source: Place, onto: Place) -> Action | None:
    """Return what would play a card of the hand onto a space or point it at a piece, or have a card in play move, attack, support or point; None for any other piece.

    What points at nothing that lies there points at itself, which no card may (SH-10, SH-13, SH-19, SH-22, SH-23, SH-27).
    """
    table = seen_table(arena, observation)
    piece, aim = piece_of(source), piece_of(onto)
    aim = aim if aim in table.cards else piece
    space = next((space for space in range(len(observation.field)) if space_cell(space) == onto), NONE)
    if piece in observation.hand:
        return Play(piece, aim if table.kind_of(piece) == "spell" else space)
    if piece not in table.cards or table.owner(piece) != observation.seat:
        return None
    top = observation.stack[-1] if observation.stack else None
    if isinstance(top, Placing):
        return Shift(piece, space)
    uses = table.printed_cards[table.card_of(piece)].use
    if uses and isinstance(top, Main):
        return Use(piece, uses[0][0], aim)
    fight = observation.fight
    if isinstance(top, Supporting) and fight is not None and aim in {fight.attacker, fight.target} and table.owner(aim) == observation.seat:
        return Lend(piece)
    return Attack(piece, aim) if table.space_of(piece) >= 0 else None
