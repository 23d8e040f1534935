"""What an action would do, before it is done; and what lights up when a piece is looked at."""

from __future__ import annotations

from msgspec.structs import replace

from game.grid import Misstep, Walk, cells_of, disc, path_through, sight, walk
from game.kernel.ids import PieceId, Place, cell_place, piece_of, piece_place
from game.kernel.offers import Overlay, Preview
from game.kernel.words import counted
from game.rules.overcross.actions import Action, Attack, Move, Play, Use
from game.rules.overcross.actions import Place as PlaceUnit
from game.rules.overcross.arena import ASSASSINATION, FAR, GRID, INVASION, SUMMONING, Arena
from game.rules.overcross.observe import Observation, seen_table
from game.rules.overcross.state import Placing, Unit
from game.rules.overcross.table import Table


def hit_chance(acc: int) -> float:
    """Return the chance to roll lower than Acc (OC-39)."""
    return 0.0 if acc < 2 else 1.0 if acc > 6 else (acc - 1) / 6


def save_chance(defense: int) -> float:
    """Return the chance to roll lower than Defense (OC-40)."""
    return hit_chance(defense)


def odds(table: Table, unit: Unit, index: int, target: PieceId) -> tuple[float, float, int]:
    """Return the chance to hit, the chance that the target defends, and the damage if it does not."""
    attack = table.arena.catalogue[unit.card].attacks[index]
    victim = table.units.get(target)
    hit = hit_chance(table.acc(unit, attack))
    saved = 0.0
    if victim is not None and table.unit_stat(unit, "piercing") < 1:
        saved = save_chance(table.unit_stat(victim, "defense"))
    return hit, saved, max(table.dmg(unit, attack, target), 0)


def preview(arena: Arena, observation: Observation, action: Action) -> Preview:
    """Return the odds of an attack, or the trail of a move with the harm on it."""
    table = seen_table(arena, observation)
    match action:
        case Attack(piece, index, target) if piece in table.units:
            unit = table.units[piece]
            if not 0 <= index < len(arena.catalogue[unit.card].attacks):
                return Preview()
            return _fight(table, unit, index, target)
        case Move(piece, to, drawn) if piece in table.units:
            return _walk(table, table.units[piece], to, drawn)
        case Play(piece, at) if at >= 0 and arena.catalogue[table.card_of(piece)].kind == "terrain":
            area = arena.covered(table.card_of(piece), at)
            return Preview(f"Covers {counted(area.bit_count(), 'space')}.", covers=_places(area))
        case Play(piece, at) if at >= 0 and arena.catalogue[table.card_of(piece)].kind == "character":
            return Preview(lights=_stands(table, Unit(piece, table.card_of(piece), observation.seat, at)))
        case Use(piece, part):
            return Preview(spends=any(each.pay == "destroy" for each in table.program(table.card_of(piece), part).ability.cost))
        case PlaceUnit(at) if table.stack and isinstance(placing := table.asking(), Placing):
            return Preview(lights=_stands(table, replace(placing.unit, cell=at)))
        case _:
            return Preview()


def _fight(table: Table, unit: Unit, index: int, target: PieceId) -> Preview:
    hit, saved, damage = odds(table, unit, index, target)
    expected = hit * (1 - saved) * damage
    defended = f", defended {100 * saved:.0f} %" if target in table.units else ""
    words = f"Hits {100 * hit:.0f} %{defended}, {damage} damage: {expected:.1f} on average"
    left = _left(table, target) - damage
    if left <= 0 and expected > 0:
        words += f"; destroys it {100 * hit * (1 - saved):.0f} %{_won_by(table, target)}"
    notes = (
        ((piece_place(target), f"{100 * hit * (1 - saved):.0f} % for {damage}"),)
        if target in table.units or target in table.terrain
        else ()
    )
    return Preview(f"{words}.", notes=notes)


def _won_by(table: Table, target: PieceId) -> str:
    """Return that the match is won once a piece is destroyed, the only mark of the only foe; empty for any other (OC-46)."""
    unit, settings = table.units.get(target), table.arena.settings
    if unit is None or settings.objective != ASSASSINATION or table.marks[unit.seat] != (unit.card,):
        return ""
    foes = [seat for seat in table.seats if seat != unit.seat and not table.out[seat]]
    return ", which wins the match" if len(foes) == 1 else ""


def _arrived(table: Table, unit: Unit, to: int) -> str:
    """Return what a walk into a foreign zone brings, in words; empty for any other (OC-47, OC-49)."""
    objective, zones = table.arena.settings.objective, table.arena.foreign_mask(unit.seat, table.out)
    if not zones & (1 << to):
        return ""
    if objective == INVASION:
        return " Scores a point, and comes back to your own zone (OC-49)."
    return " Wins the match (OC-47)." if objective == SUMMONING and table.arena.catalogue[unit.card].rank == "legend" else ""


def _left(table: Table, target: PieceId) -> int:
    unit, terrain = table.units.get(target), table.terrain.get(target)
    if unit is not None:
        return 6 - unit.damage
    return table.arena.area(terrain.card).hit_points - terrain.damage if terrain is not None else 0


def _walk(table: Table, unit: Unit, to: int, drawn: tuple[int, ...]) -> Preview:
    points = table.unit_stat(unit, "move")
    friends, enemies = table.standing(unit.seat)
    way: Walk | Misstep | None
    way = walk(table.walking(unit), unit.cell, drawn, points, enemies, friends) if drawn else table.way(unit, to, points)
    if not isinstance(way, Walk):
        return Preview()
    harm = 0 if table.unit_stat(unit, "fireproof") > 0 else table.scathe(unit, way.harm)
    notes = []
    if harm:
        ground = table.ground().foot
        notes = [(cell_place(GRID, cell), f"{ground.harm_at(cell)} damage") for cell in way.steps if ground.harm_at(cell)]
    words = f"{way.cost} of Move {points}" + (f", {harm} damage on the way" if harm else "")
    trail = tuple(cell_place(GRID, cell) for cell in way.steps)
    return Preview(
        f"{words}.{_arrived(table, unit, way.steps[-1] if way.steps else to)}",
        trail,
        tuple(notes),
        lights=_aims(table, replace(unit, cell=to)),
    )


def reroute(arena: Arena, observation: Observation, action: Action, through: tuple[Place, ...]) -> Action:
    """Return a move made to pass through spaces in order, its goal last (OC-30)."""
    table = seen_table(arena, observation)
    if not isinstance(action, Move) or action.piece not in table.units:
        return action
    waypoints = [int(place.rpartition("/")[2]) for place in through if place.startswith(f"cell/{GRID}/")]
    if not waypoints:
        return action
    unit = table.units[action.piece]
    if waypoints[-1] != action.to:
        waypoints.append(action.to)
    friends, enemies = table.standing(unit.seat)
    way = path_through(table.walking(unit), unit.cell, waypoints, table.unit_stat(unit, "move"), enemies, friends)
    if isinstance(way, Misstep):
        return Move(action.piece, action.to, tuple(waypoints))
    return Move(action.piece, action.to, way.steps)


def put(arena: Arena, observation: Observation, source: Place, onto: Place) -> Action | None:
    """Return the action that would put a piece onto a space or another piece, allowed or not; None where there is none (OC-15)."""
    table = seen_table(arena, observation)
    piece, there = piece_of(source), piece_of(onto)
    cell = int(onto.rpartition("/")[2]) if onto.startswith(f"cell/{GRID}/") else table.cell_of(there)
    if piece in table.units:
        return Move(piece, cell)
    if piece in table.edits():
        parts = arena.catalogue.moments(table.card_of(piece), "use") or (0,)
        return Use(piece, parts[0], at=cell) if there < 0 <= cell else Use(piece, parts[0], piece if there < 0 else there)
    if observation.seat < 0 or piece not in observation.hands[observation.seat]:
        return PlaceUnit(cell) if table.stack and isinstance(table.asking(), Placing) else None
    card = arena.catalogue[observation.faces[piece]]
    if card.kind in {"character", "terrain"}:
        return Play(piece, cell)
    if there < 0 <= cell:
        return Play(piece, cell)
    return Play(piece, target=piece if there < 0 else there)  # beside the grid nothing is pointed at: no card is aimed at itself


def overlays(arena: Arena, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
    """Return a character's reach, the spaces its attacks cover, what it sees, and what it threatens next turn."""
    table = seen_table(arena, observation)
    unit = table.units.get(piece)
    if unit is None:
        terrain = table.terrain.get(piece)
        if terrain is None:
            return ()
        area = arena.covered(terrain.card, terrain.cell)
        return (Overlay("reach", _places(area), f"Covers {area.bit_count()} spaces"),)
    reach = walkable(table, unit)
    name = arena.catalogue[unit.card].name
    words = f"{'Your' if unit.seat == observation.seat else 'Enemy'} {name} could attack here next turn"
    return (*_stands(table, unit), Overlay("threat", _places(threat(table, unit, reach)), words))


def walkable(table: Table, unit: Unit) -> int:
    """Return where a character could walk to from where it stands, as a bit set."""
    stuck = table.unit_stat(unit, "rooted") > 0 or table.unit_stat(unit, "stunned") > 0
    return 0 if stuck else table.reach(unit, table.unit_stat(unit, "move"))


def _stands(table: Table, unit: Unit) -> tuple[Overlay, ...]:
    """Return a character's reach from where it stands or would come to stand, the spaces its attacks cover, and what it sees."""
    return (Overlay("reach", _places(walkable(table, unit)), f"Move {table.unit_stat(unit, 'move')}"), *_aims(table, unit))


def _aims(table: Table, unit: Unit) -> tuple[Overlay, ...]:
    """Return the spaces that a character's attacks cover from where it stands, and what it sees from there."""
    arena = table.arena
    found = []
    for attack in arena.catalogue[unit.card].attacks:
        distance = "everywhere" if table.rng(unit, attack) == FAR else f"Rng {table.rng(unit, attack)}"
        words = f"{attack.name}: {'adjacent' if attack.symbol == 'fist' else distance}"
        found.append(Overlay("range", _places(table.in_range(unit, attack) & ~(1 << unit.cell)), words))
    seen = sight(table.ground().foot, unit.cell, max(arena.width, arena.height))
    return (*found, Overlay("sight", _places(seen), "In line of sight"))


def threat(table: Table, unit: Unit, reach: int) -> int:
    """Return the spaces a character could attack after a move, as a bit set: sight is judged from each space it could stop on."""
    mask = 0
    if table.unit_stat(unit, "disarmed") > 0 or table.unit_stat(unit, "stunned") > 0:
        return 0
    width, height = table.arena.width, table.arena.height
    for attack in table.arena.catalogue[unit.card].attacks:
        distance = table.rng(unit, attack)
        stands = (1 << unit.cell) | (0 if attack.size != "M" else reach)
        if distance == FAR:
            return table.arena.grid.everything
        for cell in cells_of(stands):
            mask |= disc(width, height, cell, 1) if attack.symbol == "fist" else sight(table.ground().foot, cell, distance)
    return mask


def _places(mask: int) -> tuple[Place, ...]:
    return tuple(cell_place(GRID, cell) for cell in cells_of(mask))
