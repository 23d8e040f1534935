"""What every button and every drop in the arena says before it is chosen: cost, expected damage, odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.content.creatures import Creature
from game.kernel.ids import CardId, PieceId, Place, Seat, own_zone, piece_of, piece_place, zone_place
from game.kernel.offers import Offer, Preview
from game.kernel.setup import Option
from game.kernel.words import counted
from game.rules.cardmaster.actions import (
    Action,
    Attack,
    Boost,
    Choose,
    CorrectGems,
    CorrectHp,
    CorrectRaided,
    CorrectStatus,
    Deposit,
    EndPossession,
    EnterRoll,
    Lead,
    Revive,
    RollDice,
    Shift,
    Skip,
    Stack,
    Weaken,
)
from game.rules.cardmaster.chart import (
    BOOSTS,
    COSTS,
    FACTORS,
    REVIVE_COST,
    STATUSES,
    WEAKENED,
    backfire_chance,
    damage,
    inflict_chance,
    move_quarters,
    percent,
    share_up,
    strength,
    times,
)
from game.rules.cardmaster.glyphs import GRADED, MEANINGS, STAT_NAMES, card_words
from game.rules.cardmaster.legal import MOST_GEMS, refusal, tools_allowed
from game.rules.cardmaster.state import EMPTY, Board, Decision, bears, chance_asked

Cards = Mapping[CardId, Creature]
_CHOSEN = frozenset({"draft", "starter", "leave", "fill"})
"""The questions that a card answers (CM-25, CM-37)."""


def offers(board: Board, cards: Cards, *, asks: bool = False) -> tuple[Offer, ...]:
    """Return what the deciding seat could consider, the refused ones with their reasons; with `asks` the first roll is one of real dice."""
    if not board.pending:
        return ()
    top = board.pending[-1]
    listed = _possession(board, cards) if top.kind == "act" else _answers(board, cards, top)
    if top.kind == "roll" and asks and board.custom:
        listed = _dice_asked(board)
    tools = _tools(board, cards, top.seat) if tools_allowed(board) else ()
    return (*listed, *tools)


def preview(board: Board, cards: Cards, action: Action) -> Preview:
    """Return an action's odds and result in a sentence or two."""
    match action:
        case Attack(piece, rank, target):
            left = max(0, board.pieces[target].hp - _expected(board, cards, piece, rank, target))
            note = "falls" if left == 0 else f"{left} HP left"
            return Preview(attack_words(board, cards, action), (), ((piece_place(target), note),))
        case Boost(piece, stat):
            now, after = _boosted(board, piece, stat)
            return Preview(f"{STAT_NAMES[stat]} {now} becomes {after}, for good; once a match (CM-20).")
        case Revive(_, target):
            half = -(-board.pieces[target].top // 2)
            return Preview(f"{_name(board, cards, target)} returns to the reserve with {half} HP (CM-21).")
        case Stack(piece):
            shown = board.pieces[piece].gems + 2
            return Preview(
                f"The card will show {counted(shown, 'gem')}; should it fall, {counted(shown - 1, 'gem')} would be raided (CM-12)."
            )
        case Shift(piece, target):
            gems = board.pieces[piece].gems
            went = (
                f"; {counted(gems, 'stacked gem goes', 'stacked gems go')} to the reserve with the card (CM-15, CM-22)"
                if gems
                else " (CM-22)"
            )
            return Preview(f"{_name(board, cards, target)} takes no move in this possession{went}.")
        case Weaken(stat):
            asked = board.pending[-1]
            now, after = _weakened(board, asked, stat)
            return Preview(f"{STAT_NAMES[stat]} {now} becomes {after} until cured (CM-31).")
        case _:
            return Preview()


def put(board: Board, source: Place, onto: Place) -> Action | None:
    """Return what putting a card, or raided gems, somewhere would mean; None for what is neither (CM-8, CM-14).

    On its own side a card would shift, or revive the fallen; on the other it would attack. What is asked for is a card that is chosen.
    """
    number, there = piece_of(source), piece_of(onto)
    if not 0 <= there < len(board.pieces):
        there = EMPTY
    if source.startswith("zone/raided@"):
        return Deposit(there)
    if not 0 <= number < len(board.pieces):
        return None
    if board.pending and board.pending[-1].kind in _CHOSEN and number not in (*board.pool, *board.teams[board.pending[-1].seat].reserve):
        return Choose(number)
    owner = board.pieces[number].owner
    if there != EMPTY and owner >= 0 and there in board.teams[owner].fallen:
        return Revive(number, there)
    ours = board.pieces[there].owner == owner if there != EMPTY else onto.partition("@")[2].partition("/")[0] == str(owner)
    return Shift(number, there) if ours else Attack(number, 1, there)


def attack_words(board: Board, cards: Cards, attack: Attack) -> str:
    """Return all there is to know of an attack: damage and how it comes about, odds of status and backfire."""
    piece, foe = board.pieces[attack.piece], board.pieces[attack.target]
    card, other = cards[piece.card], cards[foe.card]
    multiplier = move_quarters(attack.rank, card.types, other.types)
    amount = damage(piece.atk, attack.rank, multiplier, foe.dfn)
    words = (
        f"{amount} damage: ATK {piece.atk} at {FACTORS[attack.rank]} %, {times(multiplier)}, "
        f"less {percent(min(foe.dfn, 999))} for DEF {foe.dfn}."
    )
    words += " It falls." if amount >= foe.hp else f" It keeps {foe.hp - amount} of {foe.top} HP."
    if attack.rank == 1:
        return words
    if amount < foe.hp:
        strong = f" (strength {percent(strength(card.tier))})" if card.status in GRADED else ""
        words += f" {card.status.capitalize()}{strong} with a chance of {percent(inflict_chance(card.tier, attack.rank))}, if it does not backfire."
    return f"{words} Backfire {percent(backfire_chance(card.tier, piece.spc))}."


def _possession(board: Board, cards: Cards) -> Iterator[Offer]:
    own, foes = board.teams[board.turn], board.teams[1 - board.turn].active
    for number in own.active:
        if number == EMPTY:
            continue
        name = _name(board, cards, number)
        for foe in foes:
            if foe != EMPTY:
                for rank in (1, 2, 3):
                    yield _attack(board, cards, Attack(number, rank, foe))
        yield _offer(board, Stack(number), "STACK +1 gem", f"{name}: STACK, one more gem", number)
        amount = board.pieces[number].spc // 10
        for stat in BOOSTS:
            words = f"{name}: SPC, {STAT_NAMES[stat]} +{amount} for good"
            yield _offer(board, Boost(number, stat), f"SPC {STAT_NAMES[stat]} +{amount}", words, number)
        for ally in own.fallen:
            words = f"{name}: Revive {_name(board, cards, ally)} for {REVIVE_COST} gems"
            yield _offer(board, Revive(number, ally), f"Revive · {REVIVE_COST} gems", words, number, piece_place(ally))
        for ally in own.reserve:
            words = f"{name}: shift out for {_name(board, cards, ally)}"
            yield _offer(board, Shift(number, ally), "Shift", words, number, piece_place(ally))
        yield _offer(board, Skip(number), "Skip its move", f"{name}: take no move", number)
    pool = zone_place(own_zone("raided", board.turn))
    for number in own.active:
        if number != EMPTY:
            deposit = Deposit(number)
            words = f"Deposit a raided gem on {_name(board, cards, number)}"
            yield Offer(deposit, "Deposit a gem", words, pool, piece_place(number), refusal(board, deposit))
    left = len(board.ready)
    closes = f"Ends the possession: {counted(left, 'card')} would take no move." if left else ""
    onward = "" if board.second else "second"
    yield Offer(EndPossession(), "End possession", "End the possession", main=True, onward=onward, closes=closes)


def _attack(board: Board, cards: Cards, attack: Attack) -> Offer:
    piece, foe = board.pieces[attack.piece], board.pieces[attack.target]
    card = cards[piece.card]
    multiplier = move_quarters(attack.rank, card.types, cards[foe.card].types)
    amount = damage(piece.atk, attack.rank, multiplier, foe.dfn)
    verb = f"A{attack.rank} · {'free' if attack.rank == 1 else counted(COSTS[attack.rank], 'gem')} · {amount} ({times(multiplier)}, DEF −{percent(min(foe.dfn, 999))})"
    if attack.rank > 1:
        if amount < foe.hp:
            verb += f" · {card.status.capitalize()} {percent(inflict_chance(card.tier, attack.rank))}"
        verb += f" · backfire {percent(backfire_chance(card.tier, piece.spc))}"
    words = (
        f"{_name(board, cards, attack.piece)}: A{attack.rank} on {_name(board, cards, attack.target)}. {attack_words(board, cards, attack)}"
    )
    return _offer(board, attack, verb, words, attack.piece, piece_place(attack.target))


def _offer(board: Board, action: Action, verb: str, words: str, source: PieceId, target: Place | None = None) -> Offer:
    return Offer(action, verb, words, piece_place(source), target, refusal(board, action))


def _answers(board: Board, cards: Cards, top: Decision) -> tuple[Offer, ...]:
    team = board.teams[top.seat]
    match top.kind:
        case "draft":
            goal = zone_place(own_zone("reserve", top.seat))
            return tuple(_choice(board, cards, piece, "Draft", "Draft {}", goal) for piece in board.pool)
        case "starter":
            goal = zone_place(own_zone("active", top.seat))
            return tuple(_choice(board, cards, piece, "Start", "{} starts", goal) for piece in team.reserve)
        case "leave":
            return tuple(_choice(board, cards, piece, "Leave at home", "{} stays at home") for piece in team.reserve)
        case "fill":
            goal = zone_place(own_zone("active", top.seat))
            return tuple(_choice(board, cards, piece, "Step in", "{} steps in", goal) for piece in team.reserve)
        case "roll":
            return (Offer(RollDice(), "Roll the dice", "Roll a die for each side", main=True),)
        case "die":
            return _die_asked(board, cards, top)
        case "lead":
            labels = ("Take the first possession", "Leave them the first possession")
            seats: tuple[Seat, Seat] = (top.seat, 1 - top.seat)
            return tuple(Offer(Lead(seat), label, label, main=seat == top.seat) for seat, label in zip(seats, labels, strict=True))
        case _:
            return tuple(_weakening(board, cards, top, stat) for stat in WEAKENED)


def _die_asked(board: Board, cards: Cards, top: Decision) -> tuple[Offer, ...]:
    """Offer what a real die or coin shows, typed in, or to let the program roll (CM-3)."""
    what, name = chance_asked(board), _name(board, cards, top.piece)
    kinds = (("d100", "A die of a hundred"), ("coin", "A coin: 1 heads, it happens; 2 tails"))
    words = f"It happens at {top.strength // 10} or less: {percent(top.strength)}."
    form = (
        Option("value", "It shows", "number", 100, low=1, high=100, words=words),
        Option("kind", "What was rolled", "choice", "d100", choices=kinds),
    )
    return (
        Offer(EnterRoll("d100", 100), "Enter the die", f"Enter the real die for the {what} of {name}", main=True, form=form),
        Offer(RollDice(), "Let the program roll", f"Let the program roll for the {what} of {name}, and for what follows from it"),
    )


def _dice_asked(board: Board) -> tuple[Offer, ...]:
    """Offer what the next real die of the first roll shows, typed in, or to let the program roll (CM-3, CM-7)."""
    side = sum(entry.kind == "d6" for entry in board.entered)
    form = (Option("value", "It shows", "number", 1, low=1, high=6),)
    return (
        Offer(EnterRoll("d6", 1), "Enter the die", f"Enter the real die of {{{min(1, side)}}}", main=True, form=form),
        Offer(RollDice(), "Let the program roll", "Let the program roll a die for each side"),
    )


def _weakening(board: Board, cards: Cards, top: Decision, stat: str) -> Offer:
    now, after = _weakened(board, top, stat)
    verb = f"{STAT_NAMES[stat]} {now} → {after}"
    return Offer(Weaken(stat), verb, f"Undershock lowers {STAT_NAMES[stat]} of {_name(board, cards, top.piece)} from {now} to {after}")


def _weakened(board: Board, asked: Decision, stat: str) -> tuple[int, int]:
    now = value_of(board, asked.piece, stat)
    older = bears(board.pieces[asked.piece], "undershock")
    lifted = now + older.taken if older and older.stat == stat else now  # CM-29
    return now, max(1, lifted - share_up(lifted, asked.strength))


def _boosted(board: Board, number: PieceId, stat: str) -> tuple[int, int]:
    now = value_of(board, number, stat)
    return now, now + board.pieces[number].spc // 10


def value_of(board: Board, number: PieceId, stat: str) -> int:
    """Return a card's current value of a stat; HP are the present ones."""
    piece = board.pieces[number]
    return {"spd": piece.spd, "hp": piece.hp, "def": piece.dfn, "atk": piece.atk}.get(stat, piece.spc)


def _expected(board: Board, cards: Cards, number: PieceId, rank: int, target: PieceId) -> int:
    piece, foe = board.pieces[number], board.pieces[target]
    return damage(piece.atk, rank, move_quarters(rank, cards[piece.card].types, cards[foe.card].types), foe.dfn)


def _choice(board: Board, cards: Cards, number: PieceId, verb: str, words: str, goal: Place | None = None) -> Offer:
    """Offer a card to be chosen, with what one chooses it by."""
    piece = board.pieces[number]
    glance = f"{card_words(cards[piece.card])}; {piece.hp} HP, SPD {piece.spd}"
    return Offer(Choose(number), verb, f"{words.format(_name(board, cards, number))}: {glance}", piece_place(number), goal)


def _name(board: Board, cards: Cards, number: PieceId) -> str:
    return cards[board.pieces[number].card].name


def _tools(board: Board, cards: Cards, seat: Seat) -> Iterator[Offer]:
    """Offer the tracker tools: each wants its values typed in (CM-3)."""
    stats = tuple((stat, STAT_NAMES[stat]) for stat in WEAKENED)
    for side in (seat, 1 - seat):
        team = board.teams[side]
        for number in (*team.active, *team.reserve, *team.fallen):
            if number == EMPTY:
                continue
            piece, name = board.pieces[number], _name(board, cards, number)
            at = piece_place(number)
            hp = Option("hp", "HP", "number", piece.hp, low=0, high=piece.top, words="0 fells the card.")
            yield Offer(CorrectHp(number, piece.hp), "Correct HP", f"Correct the HP of {name}", at, form=(hp,))
            if number in team.fallen:
                continue
            shown = Option("shown", "Gems shown", "number", piece.gems + 1, low=1, high=MOST_GEMS, words="The baseline gem counts.")
            yield Offer(CorrectGems(number, piece.gems + 1), "Correct gems", f"Correct the gems of {name}", at, form=(shown,))
            borne = [status.kind for status in piece.statuses]
            statuses = tuple((kind, f"{kind.capitalize()}{' (borne now)' if kind in borne else ''}") for kind in STATUSES)
            form = (
                Option("status", "Status", "choice", (*borne, "overcook")[0], choices=statuses, means=MEANINGS),
                Option("tier", "Tier", "number", 5, low=0, high=10, words="The Tier of the card that inflicts it; 0 takes it away."),
                Option("stat", "Lowers", "choice", "atk", choices=stats, only=("status", "undershock")),
            )
            status = CorrectStatus(number, (*borne, "overcook")[0], 5)
            yield Offer(status, "Correct a status", f"Correct a status of {name}", at, form=form)
        raided = Option("gems", "Raided gems", "number", team.raided, low=0, high=MOST_GEMS)
        pool = zone_place(own_zone("raided", side))
        words = f"Correct the Raided pool of {{{side}}}"
        yield Offer(CorrectRaided(side, team.raided), "Correct raided gems", words, pool, form=(raided,))
    kinds = (("d6", "A die of six"), ("d100", "A die of a hundred"), ("coin", "A coin: 1 heads, it happens; 2 tails"))
    dice = (
        Option("kind", "What was rolled", "choice", "d100", choices=kinds),
        Option("value", "Result", "number", 1, low=1, high=100, words="It counts for the next roll of its kind."),
    )
    yield Offer(EnterRoll("d100", 1), "Enter a real die", "Enter a physical die or coin for the next roll", form=dice)
