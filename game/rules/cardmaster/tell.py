"""How the arena's story is told, in the log and beside the cards: one line for each thing that happens."""

from __future__ import annotations

from typing import assert_never

from game.kernel.cues import Deed, Roll, Telling
from game.kernel.ids import PieceId, piece_place, seat_place
from game.kernel.words import counted
from game.rules.cardmaster import events as ev
from game.rules.cardmaster.chart import percent, times
from game.rules.cardmaster.glyphs import STAT_NAMES
from game.rules.cardmaster.scene import tenths
from game.rules.cardmaster.state import EMPTY, Board


def tell(event: ev.Event, board: Board) -> Telling | None:
    """Return the words, the sound and the dice of an event; `board` is as it was right after it."""

    def name(piece: PieceId) -> str:
        return _named(board, piece)

    match event:
        case ev.Gathered(seat, faction, _):
            return Telling(f"{{{seat}}} brings {spoken_plainly(faction)}.", "shuffle", at=seat_place(seat))
        case ev.PoolLaid(count):
            return Telling(f"{counted(count, 'card')} lie in the shared pool.", "shuffle")
        case ev.Picked(seat, piece):
            return Telling(f"{{{seat}}} drafts [{board.pieces[piece].card}].", "draw", at=piece_place(piece))
        case ev.PoolCleared():
            return Telling("The rest of the pool leaves the table.", "shuffle", detail=True)
        case ev.Started(seat, piece, _):
            return Telling(f"{{{seat}}} starts [{board.pieces[piece].card}].", "play", at=piece_place(piece))
        case ev.StayedHome(seat, piece):
            return Telling(f"{{{seat}}} leaves [{board.pieces[piece].card}] at home.", "move")
        case ev.Tied(speed):
            return Telling(f"Both sides' fastest have SPD {speed}: dice decide who begins.", "turn")
        case ev.Rolled(faces, entered):
            real = ("", " (a real die)", " (real dice)")[entered]
            words = f"{{0}} rolls {faces[0]}{real if entered == 1 else ''}, {{1}} rolls {faces[1]}{real if entered == 2 else ''}."
            if faces[0] == faces[1]:
                words += " Again!"
            rolls = tuple(
                Roll(seat, faces[seat], "for the first possession", None if faces[0] == faces[1] else faces[seat] == max(faces))
                for seat in (0, 1)[entered:]
            )
            return Telling(words, "roll", rolls)
        case ev.DieAsked(piece, rank, target, what, tenth):
            words = f"{name(piece)} goes for {name(target)} with A{rank}: a real die for the {what}, {percent(tenth)}."
            return Telling(words, "roll", at=piece_place(piece), detail=True)
        case ev.RoundBegan(number, speeds, seat):
            return Telling(f"Round {number}: SPD {speeds[0]} against {speeds[1]}. {{{seat}}} has the first possession.", "turn")
        case ev.PossessionBegan(seat):
            return Telling(f"{{{seat}}}'s possession.", "turn", at=seat_place(seat))
        case ev.PossessionEnded(seat, skipped):
            words = f"{{{seat}}} ends the possession" + (f", {counted(skipped, 'move')} unused." if skipped else ".")
            return Telling(words, "move", detail=True)
        case ev.Attacked(piece, rank, target, own, raided):
            cost = f" for {counted(own + raided, 'gem')}" + (f" ({raided} raided)" if raided else "") if own + raided else ""
            return Telling(
                f"{name(piece)} attacks {name(target)} with A{rank}{cost}.",
                "attack",
                goal=piece_place(piece),
                at=piece_place(piece),
                by=piece_place(piece),
                deed=_deed(board, "Most attacks", piece),
            )
        case ev.Hit(piece, target, _, damage, lost, multiplier, defence):
            words = f"{damage} damage ({times(multiplier)}, DEF {defence}){_left(board, target)}."
            deed = _deed(board, "Most damage", piece, lost) if lost else None
            return Telling(words if lost else f"{damage} damage.", "hit", at=piece_place(target), detail=True, deed=deed)
        case ev.Fell() | ev.Filled() | ev.Revived() | ev.Shifted():
            return _places(event, board)
        case ev.Burned() | ev.Faded() | ev.Bound() | ev.Lowered() | ev.WoreOff() | ev.Struck() | ev.ChanceTaken():
            return _status(event, board)
        case ev.Stacked(piece, shown):
            return Telling(f"{name(piece)} stacks a gem and shows {shown}.", "gem", at=piece_place(piece))
        case ev.Boosted(piece, stat, amount):
            return Telling(f"{name(piece)} uses its SPC: {STAT_NAMES[stat]} +{amount}.", "power_up", at=piece_place(piece))
        case ev.Skipped(piece):
            return Telling(f"{name(piece)} takes no move.", "move", at=piece_place(piece))
        case ev.Deposited(piece, shown):
            words = f"A raided gem goes to {name(piece)}, which shows {shown} now."
            return Telling(words, "gem", goal=piece_place(piece), at=piece_place(piece))
        case ev.Corrected(seat, piece, what, before, after):
            whose = f" of {name(piece)}" if piece >= 0 else ""
            at = piece_place(piece) if piece >= 0 else None
            return Telling(f"{{{seat}}} corrects the {what}{whose}: {before} → {after} (CM-3).", "move", at=at)
        case ev.Entered(seat, kind, value):
            words = "heads" if value == 1 else "tails" if kind == "coin" else str(value)
            return Telling(f"{{{seat}}} enters a real {kind}: {words if kind == 'coin' else value} (CM-3).", "roll")
        case ev.Ended(winners):
            words = f"{{{winners[0]}}} wins: the other side has fallen." if winners else "Both sides have fallen: a draw."
            return Telling(words, "end")
        case ev.Honoured(rank, piece, score, dealt, felled, inflicted, taken):
            done = [f"{dealt} damage dealt"] if dealt else []
            done += [f"100 × {counted(felled, 'fall')}"] if felled else []
            done += [f"25 × {counted(inflicted, 'status', 'statuses')}"] if inflicted else []
            less = f" − 0.3 × {taken} damage taken" if taken else ""
            words = f"MVP {rank}: {name(piece)}, {tenths(score)} = {' + '.join(done)}{less}."
            return Telling(words, "score", at=piece_place(piece), detail=True)
        case _:
            assert_never(event)


def _named(board: Board, piece: PieceId) -> str:
    """Return what a card is called, and whose it is where both sides have brought the same."""
    card, owner = board.pieces[piece].card, board.pieces[piece].owner
    twin = any(other.card == card and other.owner == 1 - owner for other in board.pieces)
    return f"{{{owner}}}'s [{card}]" if twin else f"[{card}]"


def _left(board: Board, piece: PieceId) -> str:
    """Return what HP a card has left; nothing of one that falls, which is told next."""
    hp = board.pieces[piece].hp
    return f": {_named(board, piece)} has {hp} HP left" if hp else ""


def _deed(board: Board, what: str, piece: PieceId, amount: int = 1) -> Deed:
    return Deed(what, f"{{{board.pieces[piece].owner}}}'s [{board.pieces[piece].card}]", amount)


def _places(event: ev.Fell | ev.Filled | ev.Revived | ev.Shifted, board: Board) -> Telling:
    def name(piece: PieceId) -> str:
        return _named(board, piece)

    match event:
        case ev.Fell(piece, gems, _):
            raided = f" {{{1 - board.pieces[piece].owner}}} raids {counted(gems, 'gem')}." if gems else ""
            at = piece_place(piece)
            return Telling(f"{name(piece)} falls.{raided}", "fall", origin=at, at=at, detail=True, deed=Deed("Fallen"))
        case ev.Filled(_, piece, _):
            return Telling(f"{name(piece)} steps in.", "play", at=piece_place(piece), detail=True)
        case ev.Revived(piece, target, hp, own, raided):
            paid = f"{counted(own + raided, 'gem')}" + (f", {raided} of them raided" if raided else "")
            return Telling(f"{name(piece)} revives {name(target)} with {hp} HP, for {paid}.", "heal", at=piece_place(target))
        case ev.Shifted(piece, target):
            return Telling(f"{name(piece)} shifts out for {name(target)}.", "move", at=piece_place(target))
        case _:
            assert_never(event)


def _status(event: ev.Burned | ev.Faded | ev.Bound | ev.Lowered | ev.WoreOff | ev.Struck | ev.ChanceTaken, board: Board) -> Telling:
    piece = event.piece
    name, at, hp = _named(board, piece), piece_place(piece), board.pieces[piece].hp
    match event:
        case ev.Burned(_, lost, _):
            words, kind = f"Overcook burns {name}: {lost} HP{f', {hp} left' if hp else ''}.", "hit"
        case ev.Faded(_, lost, _):
            words, kind = f"Souldrift: {name} fades, {lost} HP lost{f', {hp} of {board.pieces[piece].top} left' if hp else ''}.", "hit"
        case ev.Bound(_, "gridfreeze", _):
            words, kind = f"Gridfreeze holds {name}: no move in this possession.", "power_down"
        case ev.Bound(_, _, left):
            words, kind = f"Brainlock holds {name}: A1 only, {counted(left, 'turn')} left with this one.", "power_down"
        case ev.Lowered(_, stat, taken):
            words, kind = f"Undershock: {name} still has {STAT_NAMES[stat]} −{taken}.", "power_down"
        case ev.WoreOff(_, status):
            words, kind = f"{status.capitalize()} lets {name} go.", "power_up"
        case ev.Struck(_, status, tenth, _, backfire, again, stat, taken):
            lowered = f": {STAT_NAMES[stat]} −{taken}" if stat else ""
            how = "refreshes on" if again else "turns on" if backfire else "strikes"
            words, kind = f"{status.capitalize()} of {percent(tenth)} {how} {name}{lowered}.", "power_down"
        case ev.ChanceTaken(_, what, tenth, happened, entered):
            real = " (real die)" if entered else ""
            if what == "backfire":
                words = f"Backfire {percent(tenth)}{real}: " + ("it does!" if happened else "no.")
            else:
                words = f"Status {percent(tenth)}{real}: " + ("it takes hold." if happened else "it does not take hold.")
            kind = "roll"
        case _:
            assert_never(event)
    match event:
        case ev.Burned(_, lost, by) | ev.Faded(_, lost, by) if by != EMPTY and lost:
            return Telling(words, kind, at=at, detail=True, deed=_deed(board, "Most damage", by, lost))
        case _:
            return Telling(words, kind, at=at, detail=True)


def spoken_plainly(words: str) -> str:
    """Return words of a player's own without the marks that would name seats and cards."""
    return words.translate(str.maketrans("", "", "{}[]"))
