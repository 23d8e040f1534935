"""How star cross'd looks: pools around a round board, the 50-space track with its pawns, two dice facing in the middle."""

from __future__ import annotations

from game.kernel.ids import SPECTATOR, own_zone, piece_place
from game.kernel.scene import Badge, Counter, Phase, Prompt, Scene, ScenePiece, SceneSeat, SceneZone
from game.rules.verona.observe import Observation
from game.rules.verona.state import FAMILIES, LAP, PLACES, AnswerFeud, AnswerProposal, AnswerTryst, OfferNewDie, Turn, value

PAWN = 100
"""Pawn ids start here, above every die."""

PHASES = (
    Phase("action", "Action", "Whose turn it is takes one action: a marriage, a feud, a tryst or a recruit (VR-7 to VR-13)."),
    Phase("answer", "Answer", "Whose die was picked accepts, or answers with a die of their own (VR-8, VR-11, VR-12)."),
    Phase("die", "New die", "The family of the higher die of a marriage may roll a new one (VR-18)."),
)
"""The parts of a turn."""


def scene(observation: Observation) -> Scene:
    """Return the picture of the table."""
    seats = len(observation.pools)
    over = not observation.pending
    turn = -1 if over else observation.pending[0].seat
    choosing = -1 if over else observation.pending[-1].seat
    zones = {
        "track": SceneZone("track", "track", "Prestige", columns=LAP, rows=1, words="Fifty spaces; then the second lap begins."),
        "duel": SceneZone("duel", "row", "In the middle", columns=2, rows=1, count=len(observation.facing)),
    }
    pieces: dict[int, ScenePiece] = {}
    counters: dict[str, Counter] = {}
    for seat in range(seats):
        name, _ = FAMILIES[seat]
        zone = own_zone("pool", seat)
        held = sum(1 for slot, face in enumerate(observation.pools[seat]) if face and seat * PLACES + slot not in observation.facing)
        zones[zone] = SceneZone(zone, "pool", name, owner=seat, count=held, columns=PLACES, rows=1)
        for slot, face in enumerate(observation.pools[seat]):
            if face:
                die = seat * PLACES + slot
                pieces[die] = _die(observation, die, face, seat, slot)
        points = observation.prestige[seat]
        if points:  # VR-2: a pawn enters with its owner's first point
            lap = (points - 1) // LAP
            words = f"{name}: {points} prestige" + (f", lap {lap + 1}" if lap else "")  # VR-5
            badges = (Badge("lap", str(lap + 1), f"Lap {lap + 1}"),) if lap else ()
            pieces[PAWN + seat] = ScenePiece(PAWN + seat, "pawn", "track", (points - 1) % LAP, seat, badges=badges, words=words)
        key = f"prestige@{seat}"
        counters[key] = Counter(key, "Prestige", points, seat, "laurel-crown", words="The true total, laps included (VR-5).")
    return Scene(
        game="verona",
        viewer=observation.seat,
        seats=tuple(
            SceneSeat(
                seat,
                *FAMILIES[seat],
                active=seat == turn,
                choosing=seat == choosing,
                words="No dice left." if not any(observation.pools[seat]) else "",
            )
            for seat in range(seats)
        ),
        zones=zones,
        pieces=pieces,
        counters=counters,
        prompt=_prompt(observation),
        phases=PHASES,
        phase=_phase(observation),
    )


def _phase(observation: Observation) -> str:
    """Return which part of the turn it is; after the end it stays with the action that ended the match."""
    match observation.pending[-1] if observation.pending else None:
        case AnswerProposal() | AnswerFeud() | AnswerTryst():
            return "answer"
        case OfferNewDie():
            return "die"
        case _:
            return "action"


def _die(observation: Observation, die: int, face: int, seat: int, slot: int) -> ScenePiece:
    words = f"{FAMILIES[seat][0]}'s {face}"
    if die in observation.facing:
        return ScenePiece(die, "die", "duel", observation.facing.index(die), seat, str(face), words=words)
    return ScenePiece(die, "die", own_zone("pool", seat), slot, seat, str(face), words=words)


def _prompt(observation: Observation) -> Prompt | None:
    if not observation.pending:
        return None
    decision = observation.pending[-1]
    pools = observation.pools
    mine = observation.seat in (decision.seat, SPECTATOR)
    match decision:
        case Turn(seat):
            full, alone = 0 not in pools[seat], not any(any(pool) for other, pool in enumerate(pools) if other != seat)
            if not any(pools[seat]):
                words = "A family without dice can only recruit."
            elif not mine:
                words = f"{{{seat}}} is choosing an action."
            elif alone:
                words = "No other family has dice: there is nothing to do but pass." if full else "No other family has dice: recruit."
            else:
                words = f"Take one action: set one of your dice against an opponent's{'' if full else ', or recruit'}."  # VR-13
            return Prompt(seat, words, "VR-14" if mine and alone and full else "VR-7")
        case AnswerProposal(seat, die, to):
            face = value(pools, die)
            about = (piece_place(die), piece_place(to))
            return Prompt(
                seat,
                f"A {face} proposes to the {value(pools, to)}: accept, or challenge with an equal or lower die without chemistry.",
                "VR-8",
                about,
            )
        case AnswerFeud(seat, die, to):
            face = value(pools, die)
            about = (piece_place(die), piece_place(to))
            return Prompt(
                seat,
                f"A {face} feuds the {value(pools, to)}: accept the duel, or seduce it with a higher die with chemistry.",
                "VR-11",
                about,
            )
        case AnswerTryst(seat, die, to):
            return Prompt(
                seat, f"Two {value(pools, die)}s were caught in a tryst: marriage or duel?", "VR-12", (piece_place(die), piece_place(to))
            )
        case OfferNewDie(seat):
            return Prompt(seat, "The higher die married away: roll a new one?", "VR-18")
