"""The picture of a Shine table: a Star in the middle of five, Support cards beneath, Shine that turns and is attached."""

from __future__ import annotations

from msgspec.structs import replace

from game.cards.asking import asked
from game.cards.interpret import Frame
from game.cards.telling import face_up, hand_of_another, number_badge, quality_badges
from game.kernel.ids import SPECTATOR, PieceId, Seat, own_zone
from game.kernel.scene import Badge, Counter, Phase, Prompt, Scene, ScenePiece, SceneSeat, SceneZone
from game.rules.shine.arena import Arena
from game.rules.shine.cards import CHARGES, WORDS
from game.rules.shine.faces import SHINE_CARD
from game.rules.shine.observe import UNSHOWN, Observation, seen_table
from game.rules.shine.offers import space_words, zone_of_space
from game.rules.shine.prompts import asked_words
from game.rules.shine.state import COLUMNS, SHINE, SPACES, Answering, Placing, Stand
from game.rules.shine.table import Table

GAME = "shine"
GLOW = 200_000
LINKS = 300_000
"""Shine cards and links of the chain have numbers of the picture's own from here."""
PHASES = {
    "position": "positioning", "draw": "draw", "limit": "draw", "main1": "main phase 1", "attack": "attack phase", "main2": "main phase 2",
    "end": "end of turn",
}  # fmt: skip
TURN = (
    Phase("position", "Position", "Everything is refreshed; one Support card may be moved (SH-18, SH-19)."),
    Phase("draw", "Draw", "A card is drawn and Shine is placed (SH-20, SH-21)."),
    Phase("main1", "Main", "Play cards and activate effects (SH-22)."),
    Phase("attack", "Attack", "Attack as often as there is something to attack with (SH-23)."),
    Phase("main2", "Main 2", "Once more play cards and activate effects (SH-24)."),
    Phase("end", "End", "The turn goes to the other player (SH-24)."),
)
"""The parts of a turn."""
_SIGNS = {"guard": "checked-shield", "steady": "anchored"}
"""The glyph of each quality."""


def picture(arena: Arena, observation: Observation) -> Scene:
    """Return the picture of an observation."""
    table = seen_table(arena, observation)
    pieces: dict[PieceId, ScenePiece] = {}
    for space, stand in enumerate(observation.field):
        if stand is not None:
            pieces[stand.id] = _standing(table, space, stand)
    for seat in (0, 1):
        _hidden(observation, seat, pieces)
        _shine(observation, seat, pieces)
    for slot, link in enumerate(reversed(observation.chain)):
        number = LINKS + len(observation.chain) - slot
        words = "Resolves next, unless it is answered" if slot == 0 else "Waits on the chain"
        pieces[number] = ScenePiece(number, "card", "chain", slot, link.seat, link.card, words=words)
    prompt = None
    if observation.stack and observation.outcome is None and not _resolving(observation):
        prompt = Prompt(asked(table), *asked_words(table))
    return Scene(
        GAME, observation.seat, _seats(observation, prompt), _zones(observation, prompt), pieces, _counters(observation), prompt,
        TURN, _phase(observation),
    )  # fmt: skip


def _phase(observation: Observation) -> str:
    """Return the part of the turn: a Support card is moved before the Draw Phase, and the hand limit belongs to it."""
    if any(isinstance(each, Placing) for each in observation.stack):
        return "position"
    phase = "draw" if observation.phase == "limit" else observation.phase
    return phase if phase in PHASES else ""


def _resolving(observation: Observation) -> bool:
    """Tell whether an effect is in the middle of what it does, so that nobody is asked yet."""
    top = observation.stack[-1]
    return type(top) is Frame and not top.waiting


def _standing(table: Table, space: int, stand: Stand) -> ScenePiece:
    zone, slot = zone_of_space(space)
    sources = table.sources(stand.id, "strength")
    badges = [number_badge(WORDS, "strength", table.strength(stand.id), table.printed(stand.id, "strength"), sources)]
    qualities = quality_badges(WORDS, lambda word: word != "quick" and table.flagged(stand.id, word))
    badges += [replace(badge, icon=_SIGNS.get(badge.icon, badge.icon)) for badge in qualities]
    if stand.shine:
        badges.append(Badge("energy", str(stand.shine), f"{stand.shine} Shine attached", "good"))
    fight = table.fight
    marks = () if fight is None else ("attacking",) if fight.attacker == stand.id else ("blocking",) if fight.target == stand.id else ()
    return ScenePiece(
        stand.id, "card", zone, slot, space // SPACES, table.card_of(stand.id), turned=stand.turned, badges=tuple(badges), marks=marks,
        words="Exhausted" if stand.turned else "",
    )  # fmt: skip


def _hidden(observation: Observation, seat: Seat, pieces: dict[PieceId, ScenePiece]) -> None:
    if seat == observation.seat:
        pieces.update(face_up("hand", seat, observation.hand, observation.faces))
    else:
        pieces.update(hand_of_another(seat, observation.hands[seat]))
    pieces.update(face_up("graveyard", seat, reversed(observation.graves[seat]), observation.faces))  # the newest lies on top


def _shine(observation: Observation, seat: Seat, pieces: dict[PieceId, ScenePiece]) -> None:
    """Show the Shine in the cost area, the exhausted ones turned, and those attached beneath their cards (SH-16)."""
    purse = observation.purses[seat]
    number = GLOW + seat * 100
    for slot in range(purse.ready + purse.spent):
        turned = slot >= purse.ready
        pieces[number + slot] = ScenePiece(
            number + slot, "card", own_zone("shine", seat), slot, seat, SHINE_CARD, turned=turned, words="Exhausted" if turned else "Active"
        )
    slot = purse.ready + purse.spent
    for space, stand in enumerate(observation.field[seat * SPACES : seat * SPACES + SPACES], seat * SPACES):
        for _ in range(stand.shine if stand else 0):
            zone, cell = zone_of_space(space)
            on = stand.id if stand else None
            pieces[number + slot] = ScenePiece(number + slot, "card", zone, cell, seat, SHINE_CARD, on=on, words="Attached")
            slot += 1


def _zones(observation: Observation, prompt: Prompt | None) -> dict[str, SceneZone]:
    answering = prompt is not None and type(observation.stack[-1]) is Answering
    note = f"{{{prompt.seat}}} may answer" if prompt is not None and answering else ""
    words = "What is answered last resolves first."
    zones = {"chain": SceneZone("chain", "stack", "Chain", None, len(observation.chain), words=words, note=note)}
    for seat in (0, 1):
        first = seat * SPACES
        for name, label, start in (("front", "Star and Attack cards", first), ("support", "Support cards", first + COLUMNS)):
            count = sum(1 for stand in observation.field[start : start + COLUMNS] if stand is not None)
            zone = own_zone(name, seat)
            spaces = tuple(map(space_words, range(start, start + COLUMNS)))
            zones[zone] = SceneZone(zone, "row", label, seat, count, COLUMNS, 1, spaces=spaces)
        purse = observation.purses[seat]
        zones[own_zone("shine", seat)] = SceneZone(
            own_zone("shine", seat),
            "row",
            "Cost area",
            seat,
            purse.ready + purse.spent,
            SHINE // 2,
            2,
            words="Active Shine pays; it is refreshed every turn.",
        )
        for name, kind, label, count in (
            ("hand", "hand", "Hand", observation.hands[seat]),
            ("deck", "pile", "Deck", observation.decks[seat]),
            ("life", "pile", "Life", observation.lives[seat]),
            ("graveyard", "pile", "Graveyard", len(observation.graves[seat])),
            ("shinedeck", "pile", "Shine deck", purse.deck),
        ):
            zone = own_zone(name, seat)
            zones[zone] = SceneZone(zone, kind, label, seat, count, words=_LIFE if name == "life" else "")
    return zones


_LIFE = "What is left of the Star's HP: each time the Star is beaten its player takes the top card to hand; without any left the match is lost (SH-7, SH-14)."


def _counters(observation: Observation) -> dict[str, Counter]:
    # before the first turn nobody has one, and before both have laid their Life there is nothing to lose or to pay with (SH-4 to SH-6)
    counters = {"turn": Counter("turn", "Turn", observation.turn)} if observation.turn else {}
    for seat in (0, 1) if observation.turn or all(observation.lives) else ():
        ready = observation.purses[seat].ready
        for key, label, value, icon, words in (
            ("life", "Life", observation.lives[seat], "hearts", "At 0 Life a player loses at once (SH-7)."),
            ("energy", "Active Shine", ready, "sparkles", "What can be paid with now (SH-16)."),
            ("deck", "Deck", observation.decks[seat], "card-draw", "A player without a card in the deck loses at once (SH-8)."),
        ):
            counters[f"{key}@{seat}"] = Counter(f"{key}@{seat}", label, value, seat, icon, words=words)
    return counters


def _seats(observation: Observation, prompt: Prompt | None) -> tuple[SceneSeat, ...]:
    found = []
    for seat in (0, 1):
        active = seat == observation.active and observation.turn > 0
        words = PHASES.get(observation.phase, "") if active else ""
        sign = observation.signs[seat]
        if sign:
            words = "has chosen" if sign == UNSHOWN or observation.seat == SPECTATOR else f"chose {sign}"
        choosing = prompt is not None and prompt.seat == seat
        found.append(SceneSeat(seat, "The near sky" if seat == 0 else "The far sky", CHARGES[seat], active, choosing, words=words))
    return tuple(found)
