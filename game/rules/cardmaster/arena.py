"""The hands that move things in the arena: each verb changes the working copy and records what happened, in one breath."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from game.content.creatures import Creature
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.step import Draft
from game.rules.cardmaster import events as ev
from game.rules.cardmaster.chart import backfire_chance, damage, inflict_chance, move_quarters, share_up, strength
from game.rules.cardmaster.state import EMPTY, Board, Decision, Entry, Piece, State, Status, Team, bears, best_of, raised

_NOBODY = Team().active
_ACTS = (Decision("act", 0), Decision("act", 1))


class Arena(Draft[State, ev.Event]):
    """A working copy of the board."""

    __slots__ = (
        "asks",
        "cards",
        "custom",
        "entered",
        "length",
        "opener",
        "pending",
        "pieces",
        "pool",
        "ready",
        "round",
        "second",
        "teams",
        "turn",
        "winners",
    )

    def __init__(self, board: Board, cards: Mapping[CardId, Creature], chance: Chance, *, telling: bool, asks: bool = False) -> None:
        self.chance = chance
        self.telling = telling
        self.cause = -1
        self.story = []
        self.cards = cards
        self.length = board.length
        self.custom = board.custom
        self.asks = asks
        self.pieces = list(board.pieces)
        self.teams = list(board.teams)
        self.pending = list(board.pending)
        self.pool = board.pool
        self.round = board.round
        self.opener = board.opener
        self.turn = board.turn
        self.second = board.second
        self.ready = board.ready
        self.entered = board.entered
        self.winners = board.winners

    def freeze(self) -> State:
        """Return the copy as a state."""
        board = Board(
            self.length,
            self.custom,
            tuple(self.pieces),
            (self.teams[0], self.teams[1]),
            tuple(self.pending),
            self.pool,
            self.round,
            self.opener,
            self.turn,
            self.second,
            self.ready,
            self.entered,
            self.winners,
        )
        return State(board, self.chance.state)

    def tell(self, event: ev.Event) -> None:
        """Record an event that has just changed the copy, if anyone listens; the commonest verbs ask that themselves, for speed."""
        if self.telling:
            self.record(event)

    # --- round and possession (CM-7 to CM-9)

    def next_round(self) -> None:
        """Begin a round: the faster side has the first possession; a tie turns about, or is rolled for in the first round."""
        self.round += 1
        self.second = False
        fastest = (self._fastest(0), self._fastest(1))
        if fastest[0] != fastest[1]:
            self.open_round(0 if fastest[0] > fastest[1] else 1)
        elif self.round > 1:
            self.open_round(1 - self.opener)
        else:
            self.pending = [Decision("roll", 0)]
            self.tell(ev.Tied(fastest[0]))

    def open_round(self, seat: Seat) -> None:
        """Give a seat the round's first possession."""
        self.opener = seat
        self.turn = seat
        if self.telling:
            self.record(ev.RoundBegan(self.round, (self._fastest(0), self._fastest(1)), seat))
        self.begin_possession(seat)

    def begin_possession(self, seat: Seat) -> None:
        """Begin a possession: statuses act on the active cards, then each that can has one move (CM-29)."""
        self.turn = seat
        pieces = self.pieces
        active = [piece for piece in self.teams[seat].active if piece != EMPTY]
        afflicted = [piece for piece in active if pieces[piece].statuses]
        self.ready = tuple([piece for piece in active if not bears(pieces[piece], "gridfreeze")] if afflicted else active)
        self.pending = [_ACTS[seat]]
        if self.telling:
            self.record(ev.PossessionBegan(seat))
        for piece in afflicted:
            self._suffer(piece)

    def end_possession(self, skipped: int = 0) -> None:
        """End the possession: turns of Brainlock and Gridfreeze run out, then the other side or a new round follows."""
        seat = self.turn
        self.ready = ()
        if self.telling:
            self.record(ev.PossessionEnded(seat, skipped))
        team = self.teams[seat]
        pieces = self.pieces
        for piece in team.active + team.reserve:
            if pieces[piece].statuses and piece != EMPTY:
                self._wear_off(piece)
        if self.second:
            self.next_round()
        else:
            self.second = True
            self.begin_possession(1 - seat)

    def settle(self) -> None:
        """Go on until a seat has something to choose or the match is over."""
        while True:
            one, other = self.teams
            if self.round and ((not one.reserve and one.active == _NOBODY) or (not other.reserve and other.active == _NOBODY)):
                self._end()
                return
            top = self.pending[-1]
            if top.kind == "fill":
                reserve = self.teams[top.seat].reserve
                if len(reserve) > 1:
                    return
                self.pending.pop()
                if reserve:
                    self.fill(top.seat, reserve[0], top.slot)  # CM-25
            elif top.kind == "act" and not self.ready:
                self.end_possession()
            else:
                return

    # --- moves

    def spend_move(self, piece: PieceId) -> None:
        """Note that a card takes its move now (CM-8)."""
        self.ready = tuple([other for other in self.ready if other != piece])

    def pay(self, piece: PieceId, cost: int) -> tuple[int, int]:
        """Spend a card's own stack first, then the Raided pool; return both parts (CM-13)."""
        own = min(cost, self.pieces[piece].gems)
        raided = cost - own
        if own:
            self.pieces[piece] = replace(self.pieces[piece], gems=self.pieces[piece].gems - own)
        if raided:
            seat = self.pieces[piece].owner
            self.teams[seat] = replace(self.teams[seat], raided=self.teams[seat].raided - raided)
        return own, raided

    def attack(self, number: PieceId, rank: int, target: PieceId, cost: int) -> None:
        """Pay, take the chance of a backfire, land the hit, then perhaps inflict the status (CM-16 to CM-18, CM-26, CM-28)."""
        own, raided = self.pay(number, cost) if cost else (0, 0)
        if self.telling:
            self.record(ev.Attacked(number, rank, target, own, raided))
        piece = self.pieces[number]
        card = self.cards[piece.card]
        backfired = rank > 1 and self._chance(number, "backfire", backfire_chance(card.tier, piece.spc))
        self._hit(number, card, rank, target)
        if backfired:
            self._inflict(number, number, card, backfire=True)
        elif rank > 1 and self.pieces[target].hp > 0 and self._chance(number, "status", inflict_chance(card.tier, rank)):
            self._inflict(target, number, card, backfire=False)
        if self.pieces[target].hp <= 0:
            self.fall(target, number)

    def open_chance(self, number: PieceId, rank: int, target: PieceId) -> tuple[str, int] | None:
        """Return the next chance of an attack that no die is there for, and its tenths of a percent; None when all are known (CM-3)."""
        if rank == 1 or not self.asks:
            return None
        piece = self.pieces[number]
        card, waiting = self.cards[piece.card], [entry for entry in self.entered if entry.kind != "d6"]
        backfire = backfire_chance(card.tier, piece.spc)
        if len(waiting) > 1:
            return None
        if not waiting:
            return "backfire", backfire
        foe = self.pieces[target]
        amount = damage(piece.atk, rank, move_quarters(rank, card.types, self.cards[foe.card].types), foe.dfn)
        return None if happens(waiting[0], backfire) or amount >= foe.hp else ("status", inflict_chance(card.tier, rank))

    def ask_die(self, number: PieceId, rank: int, target: PieceId, chance: tuple[str, int]) -> None:
        """Have an attack wait for a real die (CM-3)."""
        what, tenths = chance
        self.pending.append(Decision("die", self.turn, slot=rank - 1, piece=number, by=target, strength=tenths))
        self.tell(ev.DieAsked(number, rank, target, what, tenths))

    def boost(self, number: PieceId, stat: str) -> None:
        """Raise a stat for good by a tenth of the current SPC, rounded down (CM-20)."""
        self.pieces[number] = raised(self.pieces[number], stat)
        if self.telling:
            self.record(ev.Boosted(number, stat, self.pieces[number].boost))

    def stack(self, piece: PieceId) -> None:
        """Bank a gem (CM-19)."""
        self.pieces[piece] = replace(self.pieces[piece], gems=self.pieces[piece].gems + 1)
        if self.telling:
            self.record(ev.Stacked(piece, self.pieces[piece].gems + 1))

    def deposit(self, piece: PieceId) -> None:
        """Move a raided gem onto a card (CM-14)."""
        seat = self.pieces[piece].owner
        self.teams[seat] = replace(self.teams[seat], raided=self.teams[seat].raided - 1)
        self.pieces[piece] = replace(self.pieces[piece], gems=self.pieces[piece].gems + 1)
        if self.telling:
            self.record(ev.Deposited(piece, self.pieces[piece].gems + 1))

    def revive(self, number: PieceId, target: PieceId, cost: int) -> None:
        """Bring a fallen ally back to the reserve with half its maximum HP, rounded up (CM-21)."""
        own, raided = self.pay(number, cost)
        hp = -(-self.pieces[target].top // 2)
        self.rise(target, hp, risen=True)
        self.tell(ev.Revived(number, target, hp, own, raided))

    def shift(self, out: PieceId, into: PieceId) -> None:
        """Swap an active card with one of the reserve; both keep their gems (CM-15, CM-22)."""
        seat = self.pieces[out].owner
        team = self.teams[seat]
        slot, place = team.active.index(out), team.reserve.index(into)
        active = (*team.active[:slot], into, *team.active[slot + 1 :])
        reserve = (*team.reserve[:place], out, *team.reserve[place + 1 :])
        self.teams[seat] = Team(active, reserve, team.fallen, team.raided)
        if self.telling:
            self.record(ev.Shifted(out, into))

    def fill(self, seat: Seat, piece: PieceId, slot: int) -> None:
        """Stand a reserve card in a fallen card's slot (CM-25)."""
        self.stand(seat, piece, slot)
        if self.telling:
            self.record(ev.Filled(seat, piece, slot))

    def weaken(self, bearer: PieceId, stat: str, tenths: int, by: PieceId, *, backfire: bool) -> None:
        """Lower one stat by the strength of an Undershock; an older one is lifted first (CM-29, CM-31)."""
        again = self.lift(bearer, "undershock")
        piece = self.pieces[bearer]
        now = {"spd": piece.spd, "atk": piece.atk, "def": piece.dfn}.get(stat, piece.spc)
        taken = min(now - 1, share_up(now, tenths))
        self._bear(bearer, Status("undershock", tenths, by, stat=stat, taken=taken))
        self._credit_status(by)
        if self.telling:
            self.record(ev.Struck(bearer, "undershock", tenths, by, backfire, again, stat, taken))

    def strike(self, bearer: PieceId, kind: str, tenths: int, by: PieceId, *, backfire: bool) -> None:
        """Put a status other than Undershock on a card, anew or again (CM-29)."""
        piece = self.pieces[bearer]
        older = bears(piece, kind)
        match kind:
            case "souldrift":
                now = (piece.spd, piece.dfn, piece.atk, piece.spc, piece.top, piece.hp)
                faded = older.faded if older else (0, 0, 0, 0, 0)
                status = Status(kind, tenths, by, step=tuple(share_up(value, tenths) for value in now), faded=faded)
            case "brainlock":
                status = Status(kind, tenths, by, left=2)
            case "gridfreeze":
                status = Status(kind, tenths, by, left=1)
            case _:
                status = Status(kind, tenths, by)
        kept = tuple(one for one in piece.statuses if one.kind != kind)
        self.pieces[bearer] = replace(piece, statuses=(*kept, status))
        self._credit_status(by)
        if self.telling:
            self.record(ev.Struck(bearer, kind, tenths, by, backfire, older is not None))

    def roll_dice(self) -> tuple[int, int]:
        """Roll a d6 for each side, real dice first, and return the faces (CM-3, CM-7)."""
        first, first_real = self._d6()
        second, second_real = self._d6()
        self.tell(ev.Rolled((first, second), first_real + second_real))
        return first, second

    # --- private

    def _fastest(self, seat: Seat) -> int:
        pieces, fastest = self.pieces, 0
        for piece in self.teams[seat].active:
            if piece != EMPTY and pieces[piece].spd > fastest:
                fastest = pieces[piece].spd
        return fastest

    def stand(self, seat: Seat, piece: PieceId, slot: int) -> None:
        """Stand a card of the reserve in a slot."""
        team = self.teams[seat]
        active = (*team.active[:slot], piece, *team.active[slot + 1 :])
        self.teams[seat] = Team(active, tuple([one for one in team.reserve if one != piece]), team.fallen, team.raided)

    def _d6(self) -> tuple[int, bool]:
        entry = self._entry("d6")
        return (entry.value, True) if entry else (self.chance.roll(6), False)

    def _entry(self, *kinds: str) -> Entry | None:
        for entry in self.entered:
            if entry.kind in kinds:
                left = list(self.entered)
                left.remove(entry)
                self.entered = tuple(left)
                return entry
        return None

    def _chance(self, piece: PieceId, what: str, tenths: int) -> bool:
        entry = self._entry("d100", "coin") if self.entered else None
        happened = self.chance.percent(tenths) if entry is None else happens(entry, tenths)
        if self.telling:
            self.record(ev.ChanceTaken(piece, what, tenths, happened, entry is not None))
        return happened

    def _hit(self, number: PieceId, card: Creature, rank: int, target: PieceId) -> None:
        piece, foe = self.pieces[number], self.pieces[target]
        multiplier = move_quarters(rank, card.types, self.cards[foe.card].types)
        amount = damage(piece.atk, rank, multiplier, foe.dfn)
        lost = min(amount, foe.hp)
        self.pieces[target] = replace(foe, hp=foe.hp - lost, taken=foe.taken + lost)
        self.pieces[number] = replace(piece, dealt=piece.dealt + lost)
        if self.telling:
            self.record(ev.Hit(number, target, rank, amount, lost, multiplier, foe.dfn))

    def _inflict(self, bearer: PieceId, by: PieceId, card: Creature, *, backfire: bool) -> None:
        """Strike with the acting card's own status, its strength from its Tier (CM-26 to CM-28)."""
        credited = EMPTY if backfire else by
        if card.status == "undershock":
            chooser = 1 - self.pieces[by].owner if backfire else self.pieces[by].owner  # CM-31
            self.pending.append(Decision("weaken", chooser, piece=bearer, by=credited, strength=strength(card.tier)))
        else:
            self.strike(bearer, card.status, strength(card.tier), credited, backfire=backfire)

    def fall(self, number: PieceId, by: PieceId) -> None:
        """Fell a card: its gems are raided, its statuses end, its slot wants filling (CM-12, CM-24, CM-25, CM-29)."""
        piece = self.pieces[number]
        seat = piece.owner
        team, other = self.teams[seat], self.teams[1 - seat]
        if piece.gems:
            self.teams[1 - seat] = replace(other, raided=other.raided + piece.gems)
        fallen = replace(piece, hp=0, gems=0, statuses=())
        self.pieces[number] = self._renewed(fallen) if piece.statuses else fallen
        if by != EMPTY and self.pieces[by].owner != seat:
            self.pieces[by] = replace(self.pieces[by], felled=self.pieces[by].felled + 1)
        slot = team.active.index(number) if number in team.active else -1
        self.teams[seat] = Team(
            tuple([EMPTY if one == number else one for one in team.active]),
            tuple([one for one in team.reserve if one != number]),
            (*team.fallen, number),
            team.raided,
        )
        if number in self.ready:
            self.spend_move(number)
        if slot >= 0:
            self.pending.append(Decision("fill", seat, slot=slot))
        if self.telling:
            self.record(ev.Fell(number, piece.gems, by))

    def rise(self, number: PieceId, hp: int, *, risen: bool) -> None:
        """Put a fallen card into the reserve with so many HP."""
        seat = self.pieces[number].owner
        team = self.teams[seat]
        self.pieces[number] = replace(self.pieces[number], hp=hp, risen=risen)
        self.teams[seat] = replace(team, fallen=tuple(one for one in team.fallen if one != number), reserve=(*team.reserve, number))

    def _suffer(self, number: PieceId) -> None:
        """Let a card's statuses act, in the order they struck, until it falls (CM-29 to CM-34)."""
        for status in self.pieces[number].statuses:
            piece = self.pieces[number]
            match status.kind:
                case "overcook":
                    self._drain(number, share_up(piece.top, status.strength), status.by)
                    self.tell(ev.Burned(number, piece.hp - self.pieces[number].hp, status.by))
                case "souldrift":
                    self._fade(number, status)
                    self.tell(ev.Faded(number, piece.hp - self.pieces[number].hp, status.by))
                case "undershock":
                    self.tell(ev.Lowered(number, status.stat, status.taken))
                case _:
                    self._swap_status(number, replace(status, running=True))
                    self.tell(ev.Bound(number, status.kind, status.left))
            if self.pieces[number].hp <= 0:
                self.fall(number, status.by)
                return

    def _drain(self, number: PieceId, amount: int, by: PieceId) -> None:
        piece = self.pieces[number]
        lost = min(amount, piece.hp)
        self.pieces[number] = replace(piece, hp=piece.hp - lost, taken=piece.taken + lost)
        if by != EMPTY:
            self.pieces[by] = replace(self.pieces[by], dealt=self.pieces[by].dealt + lost)

    def _fade(self, number: PieceId, status: Status) -> None:
        faded = tuple(one + more for one, more in zip(status.faded, status.step, strict=False))
        self._swap_status(number, replace(status, faded=faded))
        self.pieces[number] = piece = self._renewed(self.pieces[number])
        self._drain(number, max(status.step[5], piece.hp - piece.top), status.by)

    def _wear_off(self, number: PieceId) -> None:
        for status in self.pieces[number].statuses:
            if status.running:
                if status.left > 1:
                    self._swap_status(number, replace(status, running=False, left=status.left - 1))
                else:
                    self.lift(number, status.kind)
                    self.tell(ev.WoreOff(number, status.kind))

    def _swap_status(self, number: PieceId, status: Status) -> None:
        piece = self.pieces[number]
        self.pieces[number] = replace(piece, statuses=tuple(status if one.kind == status.kind else one for one in piece.statuses))

    def _bear(self, number: PieceId, status: Status) -> None:
        piece = self.pieces[number]
        self.pieces[number] = self._renewed(replace(piece, statuses=(*piece.statuses, status)))

    def lift(self, number: PieceId, kind: str) -> bool:
        """Take a status away; its hold on the stats ends. Return whether it was there."""
        piece = self.pieces[number]
        kept = tuple(one for one in piece.statuses if one.kind != kind)
        if len(kept) == len(piece.statuses):
            return False
        self.pieces[number] = self._renewed(replace(piece, statuses=kept))
        return True

    def _credit_status(self, by: PieceId) -> None:
        if by != EMPTY:
            self.pieces[by] = replace(self.pieces[by], inflicted=self.pieces[by].inflicted + 1)

    def _renewed(self, piece: Piece) -> Piece:
        """Return the piece with its values reckoned anew: printed, plus SPC's boost, less what its statuses took (CM-29)."""
        card = self.cards[piece.card]
        values = {"spd": card.spd, "def": card.dfn, "atk": card.atk, "spc": card.spc, "hp": card.hp}
        if piece.boosted:
            values[piece.boosted] += piece.boost
        for status in piece.statuses:
            if status.kind == "undershock":
                values[status.stat] -= status.taken
            elif status.kind == "souldrift":
                for stat, faded in zip(("spd", "def", "atk", "spc", "hp"), status.faded, strict=True):
                    values[stat] -= faded
        return replace(
            piece,
            spd=max(1, values["spd"]),
            dfn=max(1, values["def"]),
            atk=max(1, values["atk"]),
            spc=max(1, values["spc"]),
            top=max(1, values["hp"]),
        )

    def _end(self) -> None:
        """End the match and name the MVPs (CM-35, CM-36)."""
        self.winners = tuple(seat for seat in (0, 1) if self.teams[seat].reserve or self.teams[seat].active != _NOBODY)
        self.pending = []
        self.ready = ()
        self.tell(ev.Ended(self.winners))
        if not self.telling:
            return
        board = self.freeze().board
        for winner in self.winners:
            for rank, number in enumerate(best_of(board, winner), 1):
                piece = board.pieces[number]
                tenths = 10 * piece.dealt + 1000 * piece.felled + 250 * piece.inflicted - 3 * piece.taken
                self.tell(ev.Honoured(rank, number, tenths, piece.dealt, piece.felled, piece.inflicted, piece.taken))


def happens(entry: Entry, tenths: int) -> bool:
    """Tell whether a real coin or d100 says that something of that chance happens: heads, or the chance or less (CM-3)."""
    return entry.value == 1 if entry.kind == "coin" else entry.value * 10 <= tenths
