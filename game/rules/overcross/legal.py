"""What a seat may do, and the rule that forbids what it may not.

`refusal` is the one authority. `legal` is the quick way to the same answer: it builds only what is allowed, from bit sets of
spaces; the conformance tests hold the two against each other.

Longer than most: the authority and its quick way stand side by side, so that nobody changes one alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from game.cards.catalogue import Catalogue
from game.cards.interpret import Asking, Frame, Program, Run, question
from game.cards.model import Select
from game.cards.modify import Change
from game.cards.world import Pieces
from game.grid import Misstep, cells_of, disc, grow, sight, walk
from game.kernel.ids import CardId, PieceId, Seat, cell_place, piece_place
from game.kernel.offers import Refusal
from game.rules.overcross.actions import Action, Attack, Choose, EndTurn, Move, Order, Place, Play, Use
from game.rules.overcross.arena import FAR, GRID, Profile
from game.rules.overcross.cards import Attack as PrintedAttack
from game.rules.overcross.cards import OvercrossCard
from game.rules.overcross.state import GoFirst, Pending, Placing, Turn, Unit
from game.rules.overcross.table import Table

YES: tuple[Action, ...] = (Choose(1), Choose(None))
ORDERS: tuple[Action, ...] = (Order(first=True), Order(first=False))
END: tuple[Action, ...] = (EndTurn(),)

_MOST_KEPT = 4000
Shots = dict[tuple[Unit, bool, int], list[Action]]
"""What attacks each character has, where it stands and as it is, while minor actions are still taken or not, and with what it has of Rng besides."""


def asked(table: Table) -> Seat:
    """Return the seat that the open question asks; while an effect is half done, the seat whose it is."""
    pending: Pending = table.asking()
    if isinstance(pending, Frame) and pending.waiting:
        asking, run = question(table, pending)
        return asking.asked(run)
    return pending.seat


# --- the quick way -----------------------------------------------------------------------------------------------------


def _listing(make: Callable[[PieceId, int], Action]) -> Callable[[PieceId, int], list[Action]]:
    """Return what lists an action for each space of a bit set, made of the actions for each byte of the set."""

    @lru_cache(maxsize=1 << 16)
    def of_byte(piece: PieceId, index: int, byte: int) -> tuple[Action, ...]:
        return tuple(make(piece, 8 * index + bit) for bit in range(8) if byte >> bit & 1)

    @lru_cache(maxsize=1 << 12)
    def listed(piece: PieceId, mask: int) -> list[Action]:
        actions: list[Action] = []
        for index, byte in enumerate(mask.to_bytes((mask.bit_length() + 7) // 8, "little")):
            if byte:
                actions += of_byte(piece, index, byte)
        return actions

    return listed


_moves, _plays_on = _listing(Move), _listing(Play)


@lru_cache(maxsize=1 << 10)
def _places(mask: int) -> tuple[Action, ...]:
    return tuple(Place(cell) for cell in cells_of(mask))


@lru_cache(maxsize=1 << 12)
def _plays_for(piece: PieceId, targets: tuple[PieceId, ...]) -> tuple[Action, ...]:
    return tuple(Play(piece, target=target) for target in targets)


@lru_cache(maxsize=1 << 14)
def _attacks(piece: PieceId, attack: int, targets: tuple[PieceId, ...]) -> tuple[Action, ...]:
    return tuple(Attack(piece, attack, target) for target in targets)


def legal(table: Table) -> tuple[Action, ...]:
    """Return every enabled action of the deciding seat; empty when the match is over."""
    if table.outcome is not None:
        return ()
    pending: Pending = table.asking()
    match pending:
        case GoFirst():
            return ORDERS
        case Placing():
            return _places(placing_cells(table, pending))
        case Frame():
            return _answers(table, pending)
        case Turn():
            return _turn(table)


def _answers(table: Table, frame: Frame) -> tuple[Action, ...]:
    asking, run = question(table, frame)
    if asking.kind == "yes":
        return YES
    options: tuple[Action, ...] = tuple(Choose(option) for option in asking.left(run))
    return (*options, Choose(None)) if asking.may_stop(run) else options


def _turn(table: Table) -> tuple[Action, ...]:
    seat = table.active
    actions: list[Action] = []
    if table.phase == "cards":
        for piece in table.hands[seat]:
            actions += _plays(table, piece)
    altered = table.all_changes()
    own: list[Unit] = []
    foes: list[Unit] = []
    for unit in table.units.values():
        (own if unit.seat == seat else foes).append(unit)
    shots = _shots(table, tuple(foes), altered)
    for unit in own:
        _add_unit_actions(actions, table, unit, altered.get(unit.id), foes, shots)
    actions += END
    return tuple(actions)


def _plays(table: Table, piece: PieceId) -> Sequence[Action]:
    card = table.arena.catalogue.cards[table.cards[piece][0]]
    if card.play > table.limit:
        return ()
    match card.kind:
        case "character":
            return () if table.named(card.id, table.active) else _plays_on(piece, deploy_cells(table, card))
        case "terrain":
            return _plays_on(piece, table.layable(card))
        case "edit":
            return _plays_for(piece, _bearers(table, card))
        case _:
            return _events(table, piece, card)


def _bearers(table: Table, card: OvercrossCard) -> tuple[PieceId, ...]:
    """Return the characters that an edit may go on, which is asked once for all edits that go on the same."""
    found: tuple[PieceId, ...] | None = table.memo.get(("bearers", card.bears))
    if found is None:
        found = tuple([unit.id for unit in table.units.values() if _may_bear(card, unit, table.active)])
        table.memo["bearers", card.bears] = found
    return found


def _events(table: Table, piece: PieceId, card: OvercrossCard) -> tuple[Action, ...]:
    program = table.program(card.id, table.arena.catalogue.moments(card.id, "play")[0])
    run = program.run(table, piece, table.active)
    aims = _aims(table, program, run)
    if aims is None:
        return ()
    aimed = program.aimed
    if aimed is None:
        return (Play(piece),)
    if aimed.kind == "spot":
        return tuple(Play(piece, cell) for cell in aims)
    return tuple(Play(piece, target=target) for target in aims)


@lru_cache(maxsize=1 << 12)
def _beside(program: Program) -> tuple[Select, int] | None:
    """Return whom an ability asks for near a character that it asks for first, and how near, where that is all it asks; None where it asks for more."""
    targets = program.ability.targets
    if program.condition is not None or program.costs or len(targets) != 2 or program.later != {1}:
        return None
    first, second = targets
    if first.of is None or first.of.kind != "character" or first.of.zone or first.least != 1 or second.least != 1 or second.of is None:
        return None
    near = second.of
    asked = Select(kind="character", side=near.side, within=near.within, of=first.name, sight=near.sight, other=near.other)
    return (near, near.within) if near == asked and isinstance(near.within, int) else None


def _aims(table: Table, program: Program, run: Run) -> Pieces | None:
    """Return what an ability can be aimed at, as `Program.aims` does; who stands near enough to somebody else is told by bit sets."""
    beside = _beside(program)
    if beside is None:
        return program.aims(run)
    (asked, reach), arena, foot = beside, table.arena, table.ground().foot
    friends, enemies = table.standing(run.seat)
    there = friends if asked.side == "own" else enemies if asked.side == "foe" else friends | enemies
    aims = []
    for option in program.targets[0].options(run):
        cell = table.units[option].cell
        near = disc(arena.width, arena.height, cell, reach) & there
        if asked.other:
            near &= ~(1 << cell)
        if near and (not asked.sight or sight(foot, cell, reach) & near):
            aims.append(option)
    return tuple(aims) or None


def _shots(table: Table, foes: tuple[Unit, ...], altered: Mapping[PieceId, Mapping[str, list[Change]]]) -> Shots:
    """Return the attacks that have been listed while foes stood so on this ground, and so many of them were made hard to aim at."""
    kept = table.ground().shots
    now = kept.get("now")
    hiding = [(foe.id, altered[foe.id]["elusive"]) for foe in foes if foe.id in altered and "elusive" in altered[foe.id]]
    if now is None or now[0] != foes or now[1] != hiding:
        now = kept["now"] = (foes, hiding, {})
    found: Shots = now[2]
    return found


def _add_unit_actions(
    actions: list[Action], table: Table, unit: Unit, changes: Mapping[str, list[Change]] | None, foes: list[Unit], shots: Shots
) -> None:
    """Add what one character may do; `changes` is what alters its numbers, and `shots` are attacks that were listed before."""
    arena = table.arena
    profile = arena.profile(unit.card)
    idle = not unit.minor and table.phase != "major"
    spent = unit.major and not idle
    if spent or (changes is not None and "stunned" in changes and table.unit_stat(unit, "stunned") > 0):
        if unit.edits or profile.uses:
            actions += _free_uses(table, unit)
        return
    if idle:
        if changes is None:
            actions += _walks(table, unit, profile.move, profile.tread)
        elif "rooted" not in changes or table.unit_stat(unit, "rooted") < 1:
            actions += _walks(table, unit, table.unit_stat(unit, "move") if "move" in changes else profile.move, table.tread(unit))
    if profile.attacks and (changes is None or "disarmed" not in changes or table.unit_stat(unit, "disarmed") < 1):
        longer = table.unit_stat(unit, "rng") if changes is not None and "rng" in changes else 0
        listed = shots.get((unit, idle, longer))
        if listed is None:
            listed = shots[unit, idle, longer] = _listed_attacks(table, unit, profile, idle=idle, longer=longer != 0, foes=foes)
        actions += listed
    for part in profile.uses:
        actions += _uses(table, unit, unit.id, unit.card, part)
    for edit in unit.edits:
        for part in arena.profile(edit.card).uses:
            actions += _uses(table, unit, edit.id, edit.card, part)


def _walks(table: Table, unit: Unit, points: int, tread: str) -> list[Action]:
    """Return the moves of a character; who stands farther off changes none."""
    arena, cell = table.arena, unit.cell
    friends, enemies = table.standing(unit.seat)
    near = disc(arena.width, arena.height, cell, points)
    walks = table.ground().walks
    key = (unit.id, cell, points, tread, friends & near, enemies & near)
    found: list[Action] | None = walks.get(key)
    if found is None:
        if len(walks) > _MOST_KEPT:
            walks.clear()
        found = walks[key] = _moves(unit.id, table.reach(unit, points))
    return found


def _listed_attacks(table: Table, unit: Unit, profile: Profile, *, idle: bool, longer: bool, foes: list[Unit]) -> list[Action]:
    """Return the attacks of a character on foes and terrain; `longer` tells that something changes its Rng."""
    actions: list[Action] = []
    arena, cell, ground, enemies = table.arena, unit.cell, table.ground(), table.standing(unit.seat)[1]
    width, height, laid = arena.width, arena.height, ground.laid
    for index, attack in enumerate(profile.attacks):
        if unit.major or (unit.minor and attack.size == "F") if attack.size != "m" else not idle:
            continue
        distance = profile.reaches[index]
        if longer and distance > 1:
            distance = table.rng(unit, attack)
        near = area = arena.grid.everything if distance == FAR else disc(width, height, cell, distance)
        if not near & (enemies | laid):
            continue
        if distance < FAR and attack.symbol != "fist":
            area = sight(ground.foot, cell, distance)
        found: list[PieceId] = []
        if area & enemies:
            found = [foe.id for foe in foes if area >> foe.cell & 1]
            if attack.symbol == "crosshair":
                found = [foe for foe in found if table.stat(foe, "elusive") < 1]
        if near & laid:
            found += table.aimable(unit, attack, area, distance)
        if found:
            actions += _attacks(unit.id, index, tuple(found))
    return actions


def _free_uses(table: Table, unit: Unit) -> list[Action]:
    """Return the abilities that take no action: a character that has acted, or is stunned, may still use those of its edits."""
    actions: list[Action] = []
    catalogue = table.arena.catalogue
    sources = ((unit.id, unit.card), *((edit.id, edit.card) for edit in unit.edits))
    for piece, card_id in sources:
        for part in catalogue.moments(card_id, "use"):
            if not size_of(catalogue.program(card_id, part)):
                actions += _uses(table, unit, piece, card_id, part)
    return actions


def _uses(table: Table, unit: Unit, piece: PieceId, card: str, part: int) -> tuple[Action, ...]:
    program = table.program(card, part)
    size = size_of(program)
    if size and not timely(table, unit, size):  # one that is stunned is asked for those that take no action, nothing else
        return ()
    if table.owner(piece) != table.active or table.spent(piece, part):
        return ()
    run = program.run(table, piece, table.active)
    aims = _aims(table, program, run)
    if aims is None:
        return ()
    aimed = program.aimed
    if aimed is None:
        return (Use(piece, part),)
    if aimed.kind == "spot":
        return tuple(Use(piece, part, at=cell) for cell in aims)
    return tuple(Use(piece, part, target) for target in aims)


@lru_cache(maxsize=1 << 12)
def size_of(program: Program) -> str:
    """Return the action an ability takes: m, M, F, or nothing when it takes none."""
    timing = program.ability.timing
    words = (timing,) if isinstance(timing, str) else timing
    for word, size in (("minor", "m"), ("major", "M"), ("full", "F")):
        if word in words:
            return size
    return ""


def taken(catalogue: Catalogue[OvercrossCard], cards: Mapping[PieceId, tuple[CardId, Seat]], action: Action) -> str:
    """Return the action that something takes of its character: m, M, F, or nothing when it takes none; `cards` are the pieces' cards (OC-18 to OC-20)."""
    match action:
        case Move():
            return "m"
        case Attack(piece, attack):
            return catalogue[cards[piece][0]].attacks[attack].size
        case Use(piece, part):
            return size_of(catalogue.program(cards[piece][0], part))
        case _:
            return ""


def timely(table: Table, unit: Unit, size: str) -> bool:
    """Tell whether a character has an action of this size left now (OC-18 to OC-20)."""
    if size == "m":
        return not unit.minor and table.phase != "major"
    if size == "M":
        return not unit.major
    return not unit.major and not unit.minor


# --- spaces and targets ------------------------------------------------------------------------------------------------


def placing_cells(table: Table, placing: Placing) -> int:
    """Return where a waiting character may be put: free spaces of its zone, or those nearest to it when none is free (OC-49)."""
    zone = table.arena.home_mask(placing.seat)
    free = table.free()
    for radius in range(max(table.arena.width, table.arena.height) + 1):
        mask = grow(table.arena.width, table.arena.height, zone, radius) & free
        if mask:
            return mask
    return free


def deploy_cells(table: Table, card: OvercrossCard) -> int:
    """Return where a character may be deployed (OC-17)."""
    mask = table.arena.home_mask(table.active)
    if "vanguard" in card.keywords:
        friends, _ = table.standing(table.active)
        mask |= grow(table.arena.width, table.arena.height, friends, 1) & ~table.arena.foreign_mask(table.active, table.out)
    return mask & table.free()


def targets(table: Table, unit: Unit, attack: PrintedAttack, distance: int = 0) -> tuple[PieceId, ...]:
    """Return whom an attack may be aimed at: enemies and terrain in range and in sight (OC-34, OC-38, OC-44)."""
    distance = distance or table.rng(unit, attack)
    area = table.in_range(unit, attack, distance)
    found: list[PieceId] = []
    if area & table.standing(unit.seat)[1]:
        seat = unit.seat
        others = [other for other in table.units.values() if area >> other.cell & 1 and other.seat != seat]
        if attack.symbol == "crosshair":
            found = [other.id for other in others if table.unit_stat(other, "elusive") < 1]
        else:
            found = [other.id for other in others]
    if table.terrain:
        found += table.aimable(unit, attack, area, distance)
    return tuple(found)


def _may_bear(card: OvercrossCard, unit: Unit, seat: Seat) -> bool:
    return card.bears == "any" or (card.bears == "own") == (unit.seat == seat)


# --- the authority -----------------------------------------------------------------------------------------------------


def refusal(table: Table, action: Action) -> Refusal | None:
    """Return why the deciding seat may not do this, with the rule, or None when it may."""
    if table.outcome is not None:
        return Refusal("over", "OC-51", "The match is over.")
    pending: Pending = table.asking()
    match pending:
        case GoFirst():
            return None if isinstance(action, Order) else Refusal("go-first", "OC-10", "First choose whether to go first or last.")
        case Placing():
            return _placing_refusal(table, pending, action)
        case Frame():
            return _answer_refusal(table, pending, action)
        case Turn():
            return _turn_refusal(table, action)


def _placing_refusal(table: Table, placing: Placing, action: Action) -> Refusal | None:
    rule = "OC-46" if placing.start else "OC-49"
    if not isinstance(action, Place):
        return Refusal("placing", rule, f"First put [{placing.unit.card}] on a space of your deploy zone.")
    if 0 <= action.cell < _cells(table) and placing_cells(table, placing) >> action.cell & 1:
        return None
    return Refusal("zone", rule, "Choose a free space of your deploy zone.", _at(table, action.cell))


def _answer_refusal(table: Table, frame: Frame, action: Action) -> Refusal | None:
    asking, run = question(table, frame)
    if not isinstance(action, Choose):
        return Refusal("choosing", "OC-1", f"First finish [{frame.card}].")
    if action.choice is None:
        return None if asking.kind == "yes" or asking.may_stop(run) else Refusal("too-few", "OC-1", f"[{frame.card}] asks for more.")
    if action.choice in asking.left(run):
        return None
    return Refusal("no-choice", "OC-1", f"[{frame.card}] does not allow that choice.")


def _turn_refusal(table: Table, action: Action) -> Refusal | None:
    match action:
        case EndTurn():
            return None
        case Play():
            return _play_refusal(table, action)
        case Move():
            return _move_refusal(table, action)
        case Attack():
            return _attack_refusal(table, action)
        case Use():
            return _use_refusal(table, action)
        case Order() | Place() | Choose():
            return Refusal("not-asked", "OC-15", "Nobody asked that now.")


def _play_refusal(table: Table, play: Play) -> Refusal | None:
    here = piece_place(play.piece)
    if play.piece not in table.hands[table.active]:
        return Refusal("not-in-hand", "OC-15", "Only cards in your hand can be played.")
    card = table.arena.catalogue[table.cards[play.piece][0]]
    if table.phase != "cards":
        return Refusal("acted", "OC-15", "Cards are played before the first action of the turn.", here)
    if card.play > table.limit:
        return Refusal("limit", "OC-15", f"It costs {card.play}, and {table.limit} of your play limit is left.", here)
    match card.kind:
        case "character":
            return _deploy_refusal(table, play, card)
        case "terrain":
            return _lay_refusal(table, play, card)
        case "edit":
            unit = table.units.get(play.target)
            if unit is None or play.at != -1:
                return Refusal("bearer", "OC-1", "An edit goes on a character.", here)
            if _may_bear(card, unit, table.active):
                return None
            whose = "one of your own" if card.bears == "own" else "an enemy"
            return Refusal("bearer", "OC-1", f"This edit goes on {whose}.", piece_place(unit.id))
        case _:
            return _event_refusal(table, play, card)


def _deploy_refusal(table: Table, play: Play, card: OvercrossCard) -> Refusal | None:
    if table.named(card.id, table.active):
        return Refusal("name", "OC-16", f"You have [{card.id}] in play already.", piece_place(play.piece))
    if not 0 <= play.at < _cells(table) or play.target != -1:
        return Refusal("zone", "OC-17", "A character is deployed on a space of your deploy zone.", piece_place(play.piece))
    if deploy_cells(table, card) >> play.at & 1:
        return None
    at = cell_place(GRID, play.at)
    if not table.free() >> play.at & 1:
        return Refusal("taken", "OC-17", "That space is not free.", at)
    return Refusal("zone", "OC-17", "That space is not in your deploy zone.", at)


def _lay_refusal(table: Table, play: Play, card: OvercrossCard) -> Refusal | None:
    if not 0 <= play.at < _cells(table) or play.target != -1:
        return Refusal("space", "OC-32", "Terrain is laid on a space of the grid.", piece_place(play.piece))
    if table.layable(card) >> play.at & 1:
        return None
    at, bit = cell_place(GRID, play.at), 1 << play.at
    friends, enemies = table.standing(table.active)
    if table.arena.grid.obstructs & bit:
        return Refusal("on-wall", "OC-32", "The centre of terrain cannot lie on a space of the map that obstructs.", at)
    if (friends | enemies) & bit:
        return Refusal("on-character", "OC-32", "The centre of terrain cannot lie on a character's space.", at)
    area = table.arena.covered(card.id, play.at)
    if any(area & table.arena.covered(terrain.card, terrain.cell) for terrain in table.terrain.values()):
        return Refusal("overlap", "OC-32", "Its area would overlap other terrain.", at)
    if area & (friends | enemies):
        return Refusal("cover", "OC-33", "Obstructive terrain cannot cover a character.", at)
    if any(area >> flag.cell & 1 or area >> table.arena.flag_spots[flag.seat] & 1 for flag in table.flags):
        return Refusal("cover-flag", "OC-33", "Obstructive terrain cannot cover a flag.", at)
    return Refusal("seal", "OC-33", "It would leave a deploy zone without an open space.", at)


def _event_refusal(table: Table, play: Play, card: OvercrossCard) -> Refusal | None:
    program = table.program(card.id, table.arena.catalogue.moments(card.id, "play")[0])
    return _aim_refusal(table, program, play.piece, play.target, play.at, "OC-22")


def _aim_refusal(table: Table, program: Program, piece: PieceId, target: PieceId, at: int, rule: str) -> Refusal | None:
    run = program.run(table, piece, table.active)
    here = piece_place(piece)
    lacking = program.lacking(run)
    if lacking == "condition":
        return Refusal("condition", rule, f"What [{program.card}] asks for is not so now.", here)
    if lacking.startswith("cost"):
        return Refusal("cost", rule, f"You cannot pay for [{program.card}].", here)
    aimed = program.aimed
    if lacking:
        return Refusal("no-target", rule, f"[{program.card}] has nothing to be aimed at.", here)
    if aimed is None:
        return None if target == -1 and at == -1 else Refusal("unaimed", rule, f"[{program.card}] is not aimed at anything.", here)
    pointed, other = (at, target) if aimed.kind == "spot" else (target, at)
    if other == -1 and pointed in (program.aims(run) or ()):
        return None
    if pointed == other == -1:
        return Refusal("target", rule, f"What [{program.card}] is aimed at has to be named.", here)
    return Refusal("target", rule, f"[{program.card}] cannot be aimed there.", _pointed(table, aimed, pointed))


def _pointed(table: Table, aimed: Asking, pointed: int) -> str | None:
    if aimed.kind == "spot":
        return _at(table, pointed)
    return piece_place(pointed) if pointed in table.units or pointed in table.terrain else None


def _actor_refusal(table: Table, piece: PieceId, size: str) -> Refusal | None:
    """Return why a character may not take an action of this size now (OC-18 to OC-20)."""
    unit = table.units.get(piece)
    if unit is None or unit.seat != table.active:
        return Refusal("not-yours", "OC-18", "Only your own characters on the grid act.")
    here = piece_place(piece)
    if table.unit_stat(unit, "stunned") > 0:
        return Refusal("stunned", "OC-18", f"[{unit.card}] is stunned and cannot act.", here)
    if timely(table, unit, size):
        return None
    if size == "m":
        if unit.minor:
            return Refusal("minor-taken", "OC-18", f"[{unit.card}] has taken its minor action.", here)
        return Refusal("majors-begun", "OC-18", "Minor actions come before the first major action.", here)
    if unit.major:
        return Refusal("major-taken", "OC-19", f"[{unit.card}] has taken its major action.", here)
    return Refusal("full", "OC-20", "A full action needs a character that took no minor action this turn.", here)


def _move_refusal(table: Table, move: Move) -> Refusal | None:
    refused = _actor_refusal(table, move.piece, "m")
    if refused is not None:
        return refused
    unit = table.units[move.piece]
    if table.unit_stat(unit, "rooted") > 0:
        return Refusal("rooted", "OC-24", f"[{unit.card}] is rooted and cannot move.", piece_place(unit.id))
    points = table.unit_stat(unit, "move")
    friends, enemies = table.standing(unit.seat)
    if move.path:
        if move.path[-1] != move.to:
            return Refusal("way", "OC-30", "The drawn way does not end there.", _at(table, move.to))
        if len(move.path) > _cells(table):
            return Refusal("way", "OC-30", "The drawn way is too long.")
        drawn = walk(table.walking(unit), unit.cell, move.path, points, enemies, friends)
        if isinstance(drawn, Misstep):
            return Refusal(drawn.why.replace("_", "-"), drawn.rule, f"{drawn.words}.", _at(table, drawn.at))
        if table.ground().foot.obstructs >> move.to & 1:
            return Refusal("obstructed", "OC-25", "Nobody can stop on an obstructive space.", _at(table, move.to))
        return None
    if not 0 <= move.to < _cells(table):
        return Refusal("off-board", "OC-24", "That space is not on the grid.")
    if table.reach(unit, points) >> move.to & 1:
        return None
    return _unreached(table, unit, move.to, friends, enemies)


def _unreached(table: Table, unit: Unit, to: int, friends: int, enemies: int) -> Refusal:
    at, bit = cell_place(GRID, to), 1 << to
    if to == unit.cell:
        return Refusal("nowhere", "OC-24", "It stands there already.", at)
    if table.ground().foot.obstructs & bit:
        return Refusal("obstructed", "OC-25", "Obstructive terrain cannot be entered.", at)
    if enemies & bit:
        return Refusal("enemy", "OC-26", "A space with an enemy cannot be entered.", at)
    if friends & bit:
        return Refusal("taken", "OC-27", "A move cannot end on a friend's space.", at)
    points = table.unit_stat(unit, "move")
    foot = table.ground().foot
    if disc(table.arena.width, table.arena.height, unit.cell, points) & bit and foot.slow:
        costs = "entering it costs 2" if foot.slow & bit else "a slow space costs 2 to enter, and obstacles are walked around"
        return Refusal("too-dear", "OC-28", f"The way there costs more than its Move of {points}: {costs}.", at)
    return Refusal("too-far", "OC-24", f"That is farther than its Move of {points} leads.", at)


def _attack_refusal(table: Table, action: Attack) -> Refusal | None:
    unit = table.units.get(action.piece)
    attacks = table.arena.catalogue[unit.card].attacks if unit else ()
    if unit is not None and not 0 <= action.attack < len(attacks):
        return Refusal("no-attack", "OC-5", f"[{unit.card}] has no such attack.", piece_place(unit.id))
    refused = _actor_refusal(table, action.piece, attacks[action.attack].size if unit else "M")
    if refused is not None or unit is None:
        return refused
    if table.unit_stat(unit, "disarmed") > 0:
        return Refusal("disarmed", "OC-38", f"[{unit.card}] is disarmed and cannot attack.", piece_place(unit.id))
    attack = attacks[action.attack]
    if action.target in targets(table, unit, attack):
        return None
    return _missed_target(table, unit, attack, action.target)


def _missed_target(table: Table, unit: Unit, attack: PrintedAttack, target: PieceId) -> Refusal:
    victim, terrain = table.units.get(target), table.terrain.get(target)
    if victim is None and terrain is None:
        return Refusal("no-target", "OC-38", "Attack a character or terrain on the grid.")
    at = piece_place(target)
    if victim is not None and victim.seat == unit.seat:
        return Refusal("friend", "OC-38", "Your characters do not attack each other.", at)
    if attack.symbol == "fist":
        return Refusal("not-adjacent", "OC-38", "A fist attack reaches adjacent spaces only.", at)
    if table.distance(unit.id, target) > table.rng(unit, attack):
        return Refusal("out-of-range", "OC-34", f"It is farther away than Rng {table.rng(unit, attack)}.", at)
    if victim is not None and attack.symbol == "crosshair" and table.unit_stat(victim, "elusive") > 0:
        return Refusal("elusive", "OC-34", f"[{victim.card}] is elusive: crosshair attacks cannot be aimed at it.", at)
    return Refusal("no-sight", "OC-35", "The line of sight is blocked.", at)


def _use_refusal(table: Table, use: Use) -> Refusal | None:
    edit = table.edits().get(use.piece)
    bearer = edit[1] if edit else table.units.get(use.piece)
    if bearer is None or table.owner(use.piece) != table.active or bearer.seat != table.active:
        return Refusal("not-yours", "OC-18", "Only abilities of your own characters and their edits can be used.")
    card = table.card_of(use.piece)
    if use.part not in table.arena.catalogue.moments(card, "use"):
        return Refusal("no-ability", "OC-5", f"[{card}] has no such ability.", piece_place(use.piece))
    program = table.program(card, use.part)
    size = size_of(program)
    if size:
        refused = _actor_refusal(table, bearer.id, size)
        if refused is not None:
            return refused
    if table.spent(use.piece, use.part):
        return Refusal("spent", "OC-5", f"[{card}] has used this ability as often as it may.", piece_place(use.piece))
    return _aim_refusal(table, program, use.piece, use.target, use.at, "OC-34")


def _cells(table: Table) -> int:
    return table.arena.width * table.arena.height


def _at(table: Table, cell: int) -> str | None:
    return cell_place(GRID, cell) if 0 <= cell < _cells(table) else None
