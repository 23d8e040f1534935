"""Build a position of the arena in a line or two, and put it on a scenario table.

    with at_table(mine=[fighter("ace", atk=300)], foes=[fighter("wall", dfn=500)]) as table:
        table.do(Attack(table.id("ace"), 1, table.id("wall")))

`fighter` makes a card with plain values (Tier 4, Beast / Beast, Overcook, every stat 200 but HP 400 and DEF 100); what it bears is set by
the names of Piece: gems, hp, statuses, boosted, risen. Both sides are filled up with fallen cards to the same number.
"""

from __future__ import annotations

from typing import Any

from scenario import Table

from game.content.creatures import Creature
from game.kernel.ids import Seat
from game.rules.cardmaster.rules import CardmasterRules
from game.rules.cardmaster.state import EMPTY, Board, Decision, Piece, State, Status, Team

STATS = ("tier", "types", "status", "spd", "hp", "dfn", "atk", "spc")
NEUTRAL = ("tech", "tech")
"""Types that Beast is neither strong nor weak against."""


class Fighter:
    """A card and what it bears."""

    def __init__(self, card: Creature, worn: dict[str, Any]) -> None:
        self.card = card
        self.worn = worn


def fighter(name: str, now: int | None = None, **values: Any) -> Fighter:
    """Return a card of that name; `now` are its HP when it is wounded."""
    printed: dict[str, Any] = {
        "tier": 4,
        "types": ("beast", "beast"),
        "status": "overcook",
        "spd": 200,
        "hp": 400,
        "dfn": 100,
        "atk": 200,
        "spc": 200,
    }
    worn = {key: value for key, value in values.items() if key not in STATS}
    printed |= {key: value for key, value in values.items() if key in STATS}
    if now is not None:
        worn["hp"] = now
    return Fighter(Creature(name, name.title(), **printed), worn)


def wall(name: str, **values: Any) -> Fighter:
    """Return a foe that no type is strong or weak against when a Beast attacks."""
    return fighter(name, **({"types": NEUTRAL, "hp": 900} | values))


def overcook(strength: int = 220, by: int = EMPTY) -> Status:
    return Status("overcook", strength, by)


class ArenaTable(Table):
    """A scenario table that knows cards by name."""

    def __init__(self, rules: CardmasterRules, state: State, **options: Any) -> None:
        super().__init__(rules, state, **options)

    @property
    def board(self) -> Board:
        return self.state.board

    def id(self, name: str) -> int:
        """Return the piece id of a card."""
        found = [number for number, piece in enumerate(self.board.pieces) if piece.card == name]
        assert len(found) == 1, f"{len(found)} cards called {name}"
        return found[0]

    def piece(self, name: str) -> Piece:
        return self.board.pieces[self.id(name)]

    def shown(self, name: str) -> int:
        """Return the gems a card shows, its baseline gem among them."""
        return self.piece(name).gems + 1

    def bystanders(self, before: Board, *acting: str) -> None:
        """Check that every card but those named is as it was."""
        for number, piece in enumerate(self.board.pieces):
            assert piece.card in acting or piece == before.pieces[number], f"{piece.card} changed"


def at_table(
    mine: list[Fighter],
    foes: list[Fighter],
    *,
    reserve: list[Fighter] | None = None,
    foe_reserve: list[Fighter] | None = None,
    fallen: list[Fighter] | None = None,
    foe_fallen: list[Fighter] | None = None,
    turn: Seat = 0,
    ready: list[str] | None = None,
    raided: tuple[int, int] = (0, 0),
    pending: bool = False,
    asked: Decision | None = None,
    asks: bool = False,
    **board: Any,
) -> ArenaTable:
    """Return a table in the middle of a possession of side `turn` (0 is mine), every active card of it ready.

    `asked` is another question than the possession's own.
    """
    sides = [[mine, reserve or [], fallen or []], [foes, foe_reserve or [], foe_fallen or []]]
    length = max(sum(map(len, side)) for side in sides)
    cards: dict[str, Creature] = {}
    pieces: list[Piece] = []
    teams = []
    for seat, side in enumerate(sides):
        side[2] = side[2] + [fighter(f"filler-{seat}-{n}") for n in range(length - sum(map(len, side)))]
        placed = []
        for group_number, group in enumerate(side):
            numbers = []
            for each in group:
                card = each.card
                cards[card.id] = card
                hp = 0 if group_number == 2 else card.hp
                values = {"hp": hp, "top": card.hp, "spd": card.spd, "dfn": card.dfn, "atk": card.atk, "spc": card.spc} | each.worn
                numbers.append(len(pieces))
                pieces.append(Piece(card.id, seat, **values))
            placed.append(tuple(numbers))
        active = (*placed[0], EMPTY, EMPTY, EMPTY)[:3]
        teams.append(Team(active, placed[1], placed[2], raided[seat]))
    names = {piece.card: number for number, piece in enumerate(pieces)}
    standing = [number for number in teams[turn].active if number != EMPTY]
    able = tuple(standing) if ready is None else tuple(names[name] for name in ready)
    values = {"round": 2, "opener": turn, "turn": turn, "second": False} | board
    state = State(
        Board(
            length=length,
            custom=values.pop("custom", False),
            pieces=tuple(pieces),
            teams=(teams[0], teams[1]),
            pending=(asked or Decision("act", turn),),
            ready=able,
            **values,
        ),
        7,
    )
    return ArenaTable(CardmasterRules(cards, asks=asks), state, pending=pending)
