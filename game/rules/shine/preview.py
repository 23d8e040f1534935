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

_GONE = frozenset({"return", "attached"})
"""Costs that take Shine off the field, where it would be there again in the next turn (SH-38)."""


def preview(arena: Arena, observation: Observation, action: Action) -> Preview:
    """Return what an action would do, as far as the seat can know."""
    table = seen_table(arena, observation)
    fight = observation.fight
    match action:
        case Attack(piece, target):
            after, battle = _after(arena, observation, action)
            idle = not battle.asks and battle.one + table.lent(piece) <= battle.two
            return Preview(_attack_words(after, piece, target, battle, observation.seat), idle=idle)
        case Lend() if fight is not None:
            return Preview(_ending_words(table, _after(arena, observation, action)[1], fight.target, observation.seat))
        case Guard(piece) if fight is not None:
            return Preview(_ending_words(table, _after(arena, observation, action)[1], piece, observation.seat))
        case Use(piece, part) if piece in observation.faces:
            cost = table.program(table.card_of(piece), part).ability.cost
            return Preview(_duel_words(arena, observation, action), spends=any(each.pay in _GONE for each in cost))
        case Play(piece) if piece in observation.faces:
            return Preview(_duel_words(arena, observation, action))
        case Choose():
            return Preview(_duel_words(arena, observation, action))
        case Pass() if table.phase == "main1" and isinstance(table.stack[-1], Main):
            return Preview("The attack phase comes next, and after it you can play cards once more (SH-23, SH-24).")
        case Pass() if fight is not None and not observation.chain:
            return Preview(_ending_words(table, _fought(table), fight.target, observation.seat))
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
    drafts = [ShineDraft(arena, sample(arena, observation, Chance(luck)), Chance(luck), telling=False) for luck in range(2)]
    found = list[Table]()
    for draft in drafts:
        play(draft, action)
        after = unanswered(arena, draft.freeze())
        table = after if isinstance(after, ShineDraft) else draft
        if table.fight is not None and not table.chain and not (table.stack and type(table.stack[-1]) is Frame):
            found.append(table)
    if len(found) == 2 and _fought(found[0]) == _fought(found[1]):
        return found[0], _fought(found[0])
    before = drafts[0]
    return before, replace(_fought(before), asks=before.card_of(action.piece))


def _fought(table: Table) -> _Battle:
    """Return the strengths in the battle that is going on."""
    fight = table.fight
    return _Battle(0, 0) if fight is None else _Battle(table.strength(fight.attacker), table.strength(fight.target))


def _ending_words(table: Table, battle: _Battle, target: PieceId, seat: Seat) -> str:
    """Return how a battle against a card would end without more support, and what that costs (SH-14, SH-28)."""
    words, owner = battle.words, table.owner(target)
    if battle.one <= battle.two:
        return words
    if target != table.star(owner):
        return f"{words} [{table.card_of(target)}] is destroyed."
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
    words = _ending_words(table, battle, target, seat) if target == table.star(table.owner(target)) else battle.words
    if mine or theirs:
        words += f" With the Support beneath it can be {battle.one + mine} against {battle.two + theirs}"
        cards = [table.card_of(each) for each in (*table.lenders(piece), *table.lenders(target))]
        stirred = [f"[{card}]" for card in cards if table.arena.catalogue.moments(card, "exhausted")]
        words += f", before what {enumerated(stirred)} sets off." if stirred else "."
    able = [f"[{table.card_of(each)}] ({table.strength(each)})" for each in guards(table.arena, table, table.owner(target), target)]
    return f"{words} {enumerated(tuple(dict.fromkeys(able)), 'or')} can take it on itself." if able else words


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
