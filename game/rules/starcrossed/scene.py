"""The picture of a Starcrossed table: two rows of three crystals face to face, divas behind them, skills behind the divas."""

from __future__ import annotations

from msgspec.structs import replace

from game.cards.asking import asked
from game.cards.hands import Limit
from game.cards.interpret import Frame
from game.cards.telling import face_up, hand_of_another, lasting_badge, number_badge, quality_badges
from game.kernel.ids import PieceId, Seat, own_zone
from game.kernel.scene import Badge, Counter, Phase, Prompt, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.words import counted
from game.rules.starcrossed.actions import Play, Recruit
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.cards import CHARGES, TRIBES, WORDS
from game.rules.starcrossed.faces import CRYSTAL
from game.rules.starcrossed.legal import legal
from game.rules.starcrossed.observe import Observation, seen_table
from game.rules.starcrossed.offers import side_zone
from game.rules.starcrossed.prompts import asked_words, lane_words
from game.rules.starcrossed.state import HAND_LIMIT, LANES, SLOTS, Crystal, Fight, Turn, opposing
from game.rules.starcrossed.table import Table

GAME = "starcrossed"
GEMS = {"cinderchoir": "small-fire", "hushtide": "drop", "skyribbon": "feather", "mosshymn": "sprout"}
"""The glyph of each tribe."""
TURN = (
    Phase("draw", "Draw", "Crystals give energy, and cards are drawn (SC-8, SC-9)."),
    Phase("action", "Active", "The Active Player plays cards and uses abilities (SC-10)."),
    Phase("answer", "Reactive", "The Reactive Player plays cards and uses abilities (SC-10)."),
    Phase("combat", "Combat", "Lane by lane, divas attack and are blocked (SC-31 to SC-34)."),
    Phase("end", "End", "Hands come down to seven, and what energy is left fades (SC-9, SC-11)."),
)
"""The parts of a turn."""
_STAGES = ("House Lyra", "House Vega")
_ILLS = frozenset({"lulled", "dazzled"})


def picture(arena: Arena, observation: Observation) -> Scene:
    """Return the picture of an observation."""
    table = seen_table(arena, observation)
    pieces: dict[PieceId, ScenePiece] = {}
    for index, crystal in enumerate(observation.crystals):
        pieces[index] = _crystal(observation, index, crystal)
        _on(table, observation, index, crystal, pieces)
    _cards(observation, pieces)
    prompt = None
    top = observation.stack[-1] if observation.stack else None
    if top is not None and observation.outcome is None and (not isinstance(top, Frame) or top.waiting):
        seat = asked(table)
        prompt = Prompt(seat, *_prompt(table, observation, seat))
    return Scene(
        GAME, observation.seat, _seats(observation, prompt), _zones(observation), pieces, _counters(observation), prompt,
        TURN, _phase(observation),
    )  # fmt: skip


def _phase(observation: Observation) -> str:
    """Return the part of the turn: what comes before anyone acts, one of the two who act, one after the other, or what follows."""
    if observation.phase == "action" and observation.step == 0 and not any(isinstance(each, Turn) for each in observation.stack):
        return "draw" if observation.outcome is None else "action"
    if observation.phase == "action":
        return "action" if observation.step == 0 else "answer"
    return observation.phase if observation.phase in {"combat", "end"} else ""


def _prompt(table: Table, observation: Observation, seat: Seat) -> tuple[str, str, tuple[str, ...]]:
    if isinstance(observation.stack[-1], Limit):
        over = observation.hands[seat] - HAND_LIMIT
        return f"More than seven cards in hand: {over} must go on the bottom of the deck.", "SC-11", ()
    words, rule, about = asked_words(table, max(observation.seat, 0))
    only = _only_recruits(table) if isinstance(observation.stack[-1], Turn) and seat == observation.seat else 0
    return f"{words} {counted(only, 'card')} can only be {'a recruit' if only == 1 else 'recruits'}." if only else words, rule, about


def _only_recruits(table: Table) -> int:
    """Return how many cards of the deciding seat can be put down as recruits and not be played (SC-18)."""
    allowed = legal(table)
    return len({each.piece for each in allowed if isinstance(each, Recruit)} - {each.piece for each in allowed if isinstance(each, Play)})


def _lit(observation: Observation, index: int) -> str:
    """Return whether a crystal is in the lane that is being fought: attacking, or attacked."""
    fight = observation.fight
    if fight is None:
        return ""
    return "attacking" if fight.crystal == index else "attacked" if opposing(fight.crystal) == index else ""


def _crystal(observation: Observation, index: int, crystal: Crystal) -> ScenePiece:
    seat = index // LANES
    badges = [
        Badge("level", str(crystal.level), f"Level {crystal.level}: {crystal.level} energy every turn", "good" if crystal.level else "")
    ]
    for tribe in TRIBES:
        here = tribe == crystal.attuned
        words = f"Attuned to {WORDS.label(tribe)}" if here else f"{WORDS.label(tribe)} gem dark"
        badges.append(Badge(GEMS[tribe], "", words, "good" if here else "empty"))
    lit = _lit(observation, index)
    return ScenePiece(
        index, "token", side_zone("crystal", index), 0, seat, CRYSTAL, badges=tuple(badges), marks=(lit,) if lit else ()
    )  # fmt: skip


def _on(table: Table, observation: Observation, index: int, crystal: Crystal, pieces: dict[PieceId, ScenePiece]) -> None:
    seat = index // LANES
    faces = observation.faces
    if crystal.diva >= 0:
        words = "A recruit: level 1, strength 0 as printed; only her owner knows her face (SC-18)" if crystal.recruit else ""
        marks = _marks(observation.fight, crystal.diva)
        pieces[crystal.diva] = ScenePiece(
            crystal.diva, "card", side_zone("diva", index), 0, seat, faces.get(crystal.diva),
            badges=_numbers(table, crystal.diva, recruit=crystal.recruit and crystal.diva in faces),
            marks=marks, words=words, down=crystal.recruit,
        )  # fmt: skip
    for slot, skill in enumerate(crystal.skills):
        words = "Set face down: only its owner knows it (SC-20)" if skill.down else ""
        pieces[skill.id] = ScenePiece(
            skill.id, "card", side_zone("skills", index), slot, seat, faces.get(skill.id),
            words=words, down=skill.down,
        )  # fmt: skip


def _marks(fight: Fight | None, diva: PieceId) -> tuple[str, ...]:
    if fight is None:
        return ()
    return ("attacking",) if fight.attacker == diva else ("blocking",) if fight.blocked and fight.blocker == diva else ()


def _numbers(table: Table, diva: PieceId, *, recruit: bool = False) -> tuple[Badge, ...]:
    """Return a diva's strength, the qualities she was given, and what lasts on her; of a `recruit` whose face is known also that her level is not the printed one."""
    strength, printed = table.stat(diva, "strength"), table.printed(diva, "strength")
    badges = [number_badge(WORDS, "strength", strength, printed, table.sources(diva, "strength"))]
    if recruit:
        badges.append(Badge("level", "1", "Level 1"))
    badges += quality_badges(WORDS, lambda word: table.flagged(diva, word), _ILLS)
    own, others = table.card_of(diva), {stat: table.sources(diva, stat) for stat in table.changes_of(diva) if stat != "strength"}
    badges += lasting_badge(WORDS, {stat: [each for each in made if each.until or each.card != own] for stat, made in others.items()})
    return tuple(badges)


def _cards(observation: Observation, pieces: dict[PieceId, ScenePiece]) -> None:
    for seat in (0, 1):
        if seat == observation.seat:
            pieces.update(face_up("hand", seat, observation.hand, observation.faces))
            for piece in observation.exposed:
                pieces[piece] = replace(pieces[piece], words="The other player knows that you hold this")
        else:
            pieces.update(hand_of_another(seat, observation.hands[seat], observation.shown[seat]))
        pieces.update(face_up("void", seat, observation.voids[seat], observation.faces))


def _zones(observation: Observation) -> dict[str, SceneZone]:
    zones: dict[str, SceneZone] = {}
    for index, crystal in enumerate(observation.crystals):
        seat = index // LANES
        side = lane_words(index, max(observation.seat, 0))
        for name, label, count, columns in (
            ("crystal", side.capitalize(), 1, 1),
            ("diva", f"{side.capitalize()} diva", 1 if crystal.diva >= 0 else 0, 1),
            ("skills", f"{side.capitalize()} skills", len(crystal.skills), SLOTS),
        ):
            zone = side_zone(name, index)
            zones[zone] = SceneZone(zone, "row", label, seat, count, columns, 1)
    for seat in (0, 1):
        for name, kind, label, count in (
            ("hand", "hand", "Hand", observation.hands[seat]),
            ("deck", "pile", "Deck", observation.decks[seat]),
            ("void", "pile", "Void", len(observation.voids[seat])),
        ):
            zone = own_zone(name, seat)
            words = _deck_words(observation, seat) if name == "deck" else ""
            zones[zone] = SceneZone(zone, kind, label, seat, count, words=words)
    return zones


def _deck_words(observation: Observation, seat: Seat) -> str:
    """Return which cards of a deck the viewer knows, and how deep they lie."""
    seen = [each for each in observation.depths if each.seat == seat and each.card]
    if not seen:
        return ""
    size = observation.decks[seat]
    return "You know here: " + ", ".join(f"[{each.card}] ({_depth(each.depth, size)})" for each in seen) + "."


def _depth(depth: int, size: int) -> str:
    return f"number {depth + 1} from the top" if depth < size - depth else f"number {size - depth} from the bottom"


def _counters(observation: Observation) -> dict[str, Counter]:
    words = "The roles of Active and Reactive Player switch each turn (SC-12)."
    # before the first turn all is laid out (SC-4 to SC-6)
    counters = {"turn": Counter("turn", "Turn", observation.turn, words=words)} if observation.turn else {}
    for seat in (0, 1):
        energy = observation.energy[seat] + observation.kept[seat]
        kept = "One of it is the starting energy, kept until it is spent (SC-6)." if observation.kept[seat] else ""
        for key, label, value, icon, words in (
            ("life", "Life", observation.life[seat], "hearts", "At 0 life a player loses at once (SC-38)."),
            ("energy", "Energy", energy, "power-lightning", f"What is left at the end of the turn is lost (SC-9). {kept}".strip()),
        ):
            counters[f"{key}@{seat}"] = Counter(f"{key}@{seat}", label, value, seat, icon, words=words)
    return counters


def _seats(observation: Observation, prompt: Prompt | None) -> tuple[SceneSeat, ...]:
    found = []
    fight = observation.fight
    for seat in (0, 1):
        active = seat == observation.active and observation.turn > 0
        words = "" if not observation.turn else "Active Player" if active else "Reactive Player"
        words += " · special action done" if observation.special[seat] else ""
        if fight is not None and fight.stage == "window" and fight.passes and fight.next != seat:
            words += " · has passed"
        found.append(
            SceneSeat(
                seat,
                _STAGES[seat],
                CHARGES[seat],
                active,
                prompt is not None and prompt.seat == seat,
                words=words,
            )
        )
    return tuple(found)
