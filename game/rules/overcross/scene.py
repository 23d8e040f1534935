"""The picture of an Overcross table: the battle grid with tokens, terrain and flags; hands, decks and discard piles."""

from __future__ import annotations

from game.cards.interpret import Frame, question
from game.cards.telling import lasting_badge, number_badge
from game.cards.text import ability_text
from game.grid import cells_of
from game.kernel.ids import PieceId, Seat, own_zone, piece_place
from game.kernel.scene import Badge, Counter, Patch, Phase, Prompt, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.words import capitalised
from game.rules.overcross.arena import DEATH_MATCH, FULL_DAMAGE, GRID, INVASION, Area, Arena, does
from game.rules.overcross.cards import VOTES, WORDS
from game.rules.overcross.decks import charge
from game.rules.overcross.legal import asked
from game.rules.overcross.observe import Observation, seen_table
from game.rules.overcross.prompts import question_words
from game.rules.overcross.state import MAP_CARD, GoFirst, Placing, Terrain, Turn, Unit
from game.rules.overcross.table import Table

GAME = "overcross"
TURN = (
    Phase("cards", "Play", "Play cards within the play limit, before any action (OC-15)."),
    Phase("minor", "Move", "Each character may take one minor action, such as a move (OC-18)."),
    Phase("major", "Attack", "Each character may take one major action, such as an attack; no minor one follows (OC-19)."),
    Phase("end", "End", "The turn goes to the next player (OC-14)."),
)
"""The parts of a turn: the first action of a kind goes on to it."""


def flag_id(seat: Seat) -> PieceId:
    """Return the id of a seat's flag in the picture."""
    return -1 - seat


def picture(arena: Arena, observation: Observation) -> Scene:
    """Return the picture of an observation."""
    table = seen_table(arena, observation)
    pieces: dict[PieceId, ScenePiece] = {}
    for terrain in observation.terrain.values():
        pieces[terrain.id] = _terrain(table, terrain)
    for unit in observation.units.values():
        _token(table, unit, pieces)
    for flag in observation.flags:
        if not observation.out[flag.seat]:
            carrier = observation.units.get(flag.carrier)
            words = f"The flag of {{{flag.seat}}}" + (
                f", carried by [{carrier.card}]" if carrier else ", at home" if flag.home else ", dropped"
            )
            cell = carrier.cell if carrier else flag.cell
            pieces[flag_id(flag.seat)] = ScenePiece(
                flag_id(flag.seat), "flag", GRID, cell, flag.seat, on=carrier.id if carrier else None, words=words
            )
    _cards(observation, pieces)
    return Scene(
        GAME,
        observation.seat,
        _seats(table, observation),
        _zones(arena, observation),
        pieces,
        _counters(arena, observation),
        _prompt(table, observation),
        TURN,
        {"setup": "", "start": "cards"}.get(observation.phase, observation.phase),
    )


# --- the grid ----------------------------------------------------------------------------------------------------------


def _token(table: Table, unit: Unit, pieces: dict[PieceId, ScenePiece]) -> None:
    mark, words = _left(table, unit) if unit.seat == table.active and table.outcome is None else ("", "")
    marks = tuple(each for each in (mark, table.arena.profile(unit.card).rank if unit.card in table.marks[unit.seat] else "") if each)
    sources = table.sources(unit.id)
    badges = [
        Badge(
            "damage",
            f"{unit.damage}/{FULL_DAMAGE}",
            f"{unit.damage} of {FULL_DAMAGE} damage: {FULL_DAMAGE} destroy it",
            "bad" if unit.damage >= 4 else "" if unit.damage else "empty",
        ),
        *(
            number_badge(WORDS, stat, table.unit_stat(unit, stat), table.printed(unit.id, stat), sources.get(stat, ()))
            for stat in ("move", "defense")
        ),
    ]
    badges += [Badge("edit", "", f"Bears [{edit.card}]") for edit in unit.edits]
    own = {unit.card, *(edit.card for edit in unit.edits)}
    others = {stat: [each for each in made if each.until or each.card not in own] for stat, made in sources.items()}
    badges += lasting_badge(WORDS, {stat: made for stat, made in others.items() if stat not in {"move", "defense"}})
    pieces[unit.id] = ScenePiece(unit.id, "token", GRID, unit.cell, unit.seat, unit.card, badges=tuple(badges), marks=marks, words=words)
    for edit in unit.edits:
        pieces[edit.id] = ScenePiece(edit.id, "card", GRID, unit.cell, edit.seat, edit.card, on=unit.id)


def _left(table: Table, unit: Unit) -> tuple[str, str]:
    """Return how much of its turn a character has left: the sign it bears, none for all of it, and what that means (OC-18 to OC-20)."""
    if unit.major:
        return "acted", "Its turn is over"
    if unit.minor or table.phase == "major":
        return "moved", "It moves no more; one major action is left"
    return "", "It may still move, then act"


def _terrain(table: Table, terrain: Terrain) -> ScenePiece:
    area = table.arena.area(terrain.card)
    of_map = terrain.card.startswith(MAP_CARD)
    badges = (
        (Badge("damage", f"{terrain.damage}/{area.hit_points}", f"{terrain.damage} of {area.hit_points} damage", "bad"),)
        if terrain.damage
        else ()
    )
    return ScenePiece(
        terrain.id,
        "terrain",
        GRID,
        terrain.cell,
        terrain.seat if terrain.seat >= 0 else None,
        None if of_map else terrain.card,
        spread=area.radius,
        badges=badges,
        words=_told(area),
    )


def _told(area: Area) -> str:
    """Return a piece of terrain in words: what it does to whoever is there, and what it takes to destroy it."""
    words = does(obstructs=area.obstructs, blocks_sight=area.blocks_sight, slow=area.slow, harm=area.harm, hit_points=area.hit_points)
    return f"{capitalised(area.name)}: {words}"


def _zones(arena: Arena, observation: Observation) -> dict[str, SceneZone]:
    patches, shut = [*arena.lie], arena.ground(observation.terrain).foot.obstructs
    patches += [
        Patch(cells_of(arena.zones[seat] & ~shut), f"seat-{seat}", f"The deploy zone of {{{seat}}}")
        for seat in arena.seats
        if not observation.out[seat]
    ]
    broken = tuple(cell for cell in arena.breakables if not any(each.card == f"{MAP_CARD}{cell}" for each in observation.terrain.values()))
    if broken:
        patches.append(Patch(broken, "broken", "Destroyed"))
    zones = {
        GRID: SceneZone(
            GRID, "grid", arena.field.title, count=len(observation.units) + len(observation.terrain), columns=arena.width, rows=arena.height,
            picture=arena.field.name, patches=tuple(patches), words=arena.field.blurb,
        )
    }  # fmt: skip
    for seat in arena.seats:
        for name, kind, label, pile in (
            ("hand", "hand", "Hand", observation.hands[seat]),
            ("deck", "pile", "Deck", observation.decks[seat]),
            ("discard", "pile", "Discard pile", observation.discards[seat]),
        ):
            zone = own_zone(name, seat)
            zones[zone] = SceneZone(zone, kind, label, seat, len(pile))
        waiting = sum(1 for item in observation.stack if isinstance(item, Placing) and item.seat == seat)
        if waiting:
            aside = own_zone("aside", seat)
            zones[aside] = SceneZone(aside, "row", "Arriving", seat, waiting, waiting, 1)
    return zones


def _cards(observation: Observation, pieces: dict[PieceId, ScenePiece]) -> None:
    faces = observation.faces
    for seat in range(len(observation.hands)):
        hand, deck, discard = own_zone("hand", seat), own_zone("deck", seat), own_zone("discard", seat)
        for slot, piece in enumerate(observation.hands[seat]):
            pieces[piece] = ScenePiece(piece, "card", hand, slot, seat, faces.get(piece))
        for slot, piece in enumerate(observation.decks[seat]):
            if piece in faces:
                pieces[piece] = ScenePiece(piece, "card", deck, slot, seat, faces[piece], words="You know that this card lies here")
        for slot, piece in enumerate(observation.discards[seat]):
            pieces[piece] = ScenePiece(piece, "card", discard, slot, seat, faces[piece])
        waiting = [item.unit for item in observation.stack if isinstance(item, Placing) and item.seat == seat]
        aside = own_zone("aside", seat)
        for slot, unit in enumerate(waiting):
            pieces[unit.id] = ScenePiece(
                unit.id, "card", aside, slot, seat, unit.card, marks=("waiting",), words="Waits to be put on the grid"
            )
            for edit in unit.edits:
                pieces[edit.id] = ScenePiece(edit.id, "card", aside, slot, edit.seat, edit.card, on=unit.id)


# --- seats, counters, prompt -------------------------------------------------------------------------------------------


def _seats(table: Table, observation: Observation) -> tuple[SceneSeat, ...]:
    choosing = -1 if observation.outcome is not None else asked(table)
    return tuple(
        SceneSeat(
            seat,
            table.arena.setup.decks[seat].name or f"Seat {seat + 1}",
            charge(table.arena.setup.decks[seat]),
            active=observation.phase != "setup" and seat == observation.active and observation.outcome is None,
            choosing=seat == choosing,
            out=observation.out[seat],
        )
        for seat in table.seats
    )


def _counters(arena: Arena, observation: Observation) -> dict[str, Counter]:
    rounds = arena.settings.rounds
    found = [Counter("round", "Round", observation.round, icon="round", most=rounds or None, words="Everyone has one turn a round")]
    if observation.phase != "setup":
        words = "What is left of the play limit this turn"
        found.append(Counter("limit", "Play limit", observation.limit, observation.active, "limit", words=words))
    if arena.settings.objective in {INVASION, DEATH_MATCH}:
        found += [
            Counter(
                f"score@{seat}", "Score", observation.scores[seat], seat, "score", arena.settings.goal or None, "Points towards the goal"
            )
            for seat in arena.seats
        ]
    words = f"{VOTES} votes win the match, whatever the objective (OC-55)"
    found += [
        Counter(f"votes@{seat}", "Votes", observation.votes[seat] if observation.votes else 0, seat, "vote", VOTES, words)
        for seat in arena.seats
        if not arena.voters.isdisjoint(arena.setup.decks[seat].cards)
    ]
    return {counter.key: counter for counter in found}


def _prompt(table: Table, observation: Observation) -> Prompt | None:
    if observation.outcome is not None:
        return None
    pending, seat = table.asking(), asked(table)
    match pending:
        case GoFirst():
            return Prompt(seat, "You rolled highest: go first, or last?", "OC-10")
        case Placing(_, unit, start):
            rule = "OC-46" if start else "OC-49"
            about: tuple[str, ...] = (piece_place(unit.id),)
            return Prompt(seat, f"Put [{unit.card}] on a space of your deploy zone", rule, about)
        case Frame(waiting=False):  # an event in the midst of an effect: nothing is asked yet
            return None
        case Frame():
            asking, run = question(table, pending)
            about = tuple(piece_place(piece) for piece in (pending.source,) if piece in observation.units or piece in observation.terrain)
            return Prompt(seat, question_words(table, asking, run), "OC-1", about)
        case Turn():
            words = {
                "start": "Play cards, then act: move, then attack",
                "cards": "Play cards, then act: move, then attack",
                "minor": "Minor actions, then major actions",
                "major": "Major actions, then end the turn",
            }.get(observation.phase, "End the turn")
            return Prompt(seat, words, {"start": "OC-15", "cards": "OC-15", "minor": "OC-18"}.get(observation.phase, "OC-19"))


def use_words(card: str, part: int, table: Table) -> str:
    """Return the text of one ability of a card."""
    printed = table.arena.catalogue[card]
    return ability_text(table.arena.catalogue.parts(card)[part], WORDS, printed.kind)
