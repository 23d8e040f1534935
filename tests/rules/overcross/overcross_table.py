"""A battle grid drawn in letters with characters wherever a test wants them.

`.` open  `#` wall (obstructs, hides)  `o` low wall (obstructs)  `h` hedge (hides)  `~` bog  `^` lava (1 damage).
Seat 0 deploys on the top row, seat 1 on the bottom row; seats 2 and 3 on the left and right columns.
"""

from __future__ import annotations

from scenario import Table

from game.cards.catalogue import Catalogue
from game.cards.modify import Lasting
from game.content.maps import BattleMap, Breakable
from game.grid import Grid, mask_of
from game.kernel.setup import DeckList, Setup
from game.rules.overcross.arena import Arena, Settings
from game.rules.overcross.cards import Attack, OvercrossCard, parts
from game.rules.overcross.rules import OvercrossRules
from game.rules.overcross.state import MAP_CARD, Edit, Flag, State, Terrain, Turn, Unit

OPEN = ("......",) * 6


def card(id: str, kind: str = "character", *, deck: int = 4, play: int = 1, **fields) -> OvercrossCard:
    """Return a card with plain numbers."""
    side = fields.pop("side", "test")
    if kind == "character":
        fields = {"move": 3, "defense": 3, "attacks": (Attack(name="Hit", dmg=2),), **fields}
    return OvercrossCard(
        id=id, name=fields.pop("name", id.replace("-", " ").capitalize()), kind=kind, side=side, deck=deck, play=play, **fields
    )


class Field:
    """A battle grid, a catalogue and the rules for them; `world` puts a position on it."""

    def __init__(self, rows=OPEN, cards=(), *, settings=None, breakables=(), zones=None, seats=2):
        self.width, self.height = len(rows[0]), len(rows)
        text = "".join(rows)

        def where(letters):
            return mask_of(cell for cell, letter in enumerate(text) if letter in letters)

        harm = where("^")
        self.grid = Grid(self.width, self.height, where("#o"), where("#h"), where("~"), (harm,) if harm else ())
        size = self.width * self.height
        default = (
            mask_of(range(self.width)),
            mask_of(range(size - self.width, size)),
            mask_of(range(self.width, size - self.width, self.width)),
            mask_of(range(2 * self.width - 1, size - self.width, self.width)),
        )
        self.zones = zones or default
        flags = (self.width // 2, size - self.width // 2, self.height // 2 * self.width, self.height // 2 * self.width + self.width - 1)
        self.field = BattleMap(
            "test",
            "Test",
            "",
            self.grid,
            tuple(breakables),
            self.zones[: max(seats, 2)],
            flags[: max(seats, 2)],
            ("",) * size,
            (),
            (),
            "test",
        )
        self.seats = seats
        self.settings = settings or Settings(objective="death-match", goal=200, rounds=0)
        self.catalogue = Catalogue(cards, parts)

    def cell(self, x: int, y: int) -> int:
        return y * self.width + x

    def world(
        self, *units, hands=(), decks=(), discards=(), terrain=(), active=0, round_=3, phase="cards", flags=(), edits=(), scores=None,
        damage=(), acted=(), marks=None, lasting=(),
    ):  # fmt: skip
        """Return a Table with a position.

        Units are (seat, card, (x, y)); their ids are 1, 2, 3 … in order. `hands`, `decks`, `discards` list card ids a seat;
        `edits` are (unit id, card, seat); `terrain` (card, (x, y), seat); `damage` pairs of unit id and counters; `acted` pairs
        of unit id and `m`, `M` or `mM`. Ids of further pieces go on counting: `ids` names them by card.
        """
        self.ids: dict[str, int] = {}
        cards, next_id = {}, 1
        on_grid, lists = {}, [{} for _ in range(self.seats)]

        def add(card_id, seat):
            nonlocal next_id
            piece, next_id = next_id, next_id + 1
            if seat >= 0:
                cards[piece] = (card_id, seat)
                lists[seat][card_id] = lists[seat].get(card_id, 0) + 1
            self.ids.setdefault(card_id, piece)
            return piece

        for seat, card_id, (x, y) in units:
            piece = add(card_id, seat)
            minor, major = (word in dict(acted).get(piece, "") for word in "mM")
            on_grid[piece] = Unit(piece, card_id, seat, self.cell(x, y), dict(damage).get(piece, 0), minor, major)
        for unit, card_id, seat in edits:
            piece = add(card_id, seat)
            old = on_grid[unit]
            on_grid[unit] = Unit(
                old.id, old.card, old.seat, old.cell, old.damage, old.minor, old.major, (*old.edits, Edit(piece, card_id, seat))
            )
        pieces = {}
        for card_id, (x, y), seat in terrain:
            piece = add(card_id, seat)
            pieces[piece] = Terrain(piece, card_id, seat, self.cell(x, y))
        for each in self.field.breakables:
            piece = add(f"{MAP_CARD}{each.cell}", -1)
            pieces[piece] = Terrain(piece, f"{MAP_CARD}{each.cell}", -1, each.cell)
        piles = []
        for given in (hands, decks, discards):
            filled = (*given, *((),) * (self.seats - len(given)))
            piles.append(tuple(tuple(add(card_id, seat) for card_id in pile) for seat, pile in enumerate(filled)))
        zeros = (0,) * self.seats
        state = State(
            on_grid, pieces, *piles, cards, {}, tuple(lasting), (), tuple(flags), marks or ((),) * self.seats, scores or zeros,
            (False,) * self.seats, {}, active, 0, round_, 1, phase, round_, (Turn(active),), next_id, 12345,
        )  # fmt: skip
        setup = Setup("overcross", self.seats, decks=tuple(DeckList(f"Seat {seat}", lists[seat]) for seat in range(self.seats)))
        self.rules = OvercrossRules(Arena(self.catalogue, self.field, setup, self.settings))
        return Table(self.rules, state, pending=True)

    def flag(self, seat, cell=None, carrier=-1, *, home=None):
        spot = self.field.flags[seat]
        cell = spot if cell is None else cell
        return Flag(seat, cell, carrier, cell == spot and carrier < 0 if home is None else home)


GRUNT = card("grunt")
ARCHER = card("archer", attacks=(Attack(name="Shoot", symbol="crosshair", dmg=2, rng=4),))
MAGE = card("mage", attacks=(Attack(name="Gaze", symbol="star", dmg=1, rng=4), Attack(name="Curse", symbol="star", dmg=1)))
GIANT = card("giant", deck=9, play=3, attacks=(Attack(name="Stomp", size="F", dmg=4), Attack(name="Slap", size="m", dmg=1)))
LEADER = card("leader", deck=8, traits=("leader",))
CHAMPION = card("champion", deck=8, traits=("champion",))
LEGEND = card("legend", deck=9, traits=("legend",))
WALL = card("wall", "terrain", obstructs=True, blocks_sight=True)
ROCK = card("rock", "terrain", radius=1, obstructs=True, blocks_sight=True)
MUD = card("mud", "terrain", radius=1, slow=True)
FIRE = card("fire", "terrain", harm=1)
CARDS = (GRUNT, ARCHER, MAGE, GIANT, LEADER, CHAMPION, LEGEND, WALL, ROCK, MUD, FIRE)


def lasting(on, stat, value, *, stage="add", until="match", seat=0, card_id="grunt"):
    return Lasting(on, stat, stage, value, until, seat, card_id, 1)


def breakable(cell, hit_points=3, **does):
    values = {"obstructs": True, "blocks_sight": True, "slow": False, "harm": 0, **does}
    return Breakable(cell, "crate", hit_points, values["obstructs"], values["blocks_sight"], values["slow"], values["harm"], 0)
