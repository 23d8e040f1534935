"""How Hearsay looks: everybody's dice around a ring of sums, and a marker on the sum last claimed."""

from __future__ import annotations

from game.kernel.ids import SPECTATOR, own_zone
from game.kernel.scene import Counter, Prompt, Scene, ScenePiece, SceneSeat, SceneZone
from game.rules.hearsay.observe import Observation
from game.rules.hearsay.offers import MARKER
from game.rules.hearsay.state import CALLED, dice, die_id, over, top, total


def scene(observation: Observation) -> Scene:
    """Return the picture of the table."""
    cups = observation.cups
    zones = {
        "sums": SceneZone("sums", "track", "Sums", columns=top(cups), rows=1, words="The sum that all dice together are claimed to show.")
    }
    pieces = {MARKER: _marker(observation)}
    for seat, cup in enumerate(cups):
        zone = own_zone("cup", seat)
        zones[zone] = SceneZone(zone, "pool", "Cup", owner=seat, count=len(cup), columns=len(cup), rows=1)
        for slot, face in enumerate(cup):
            die = die_id(seat, slot)
            words = f"A {face}" if face else "A die under a cup"
            pieces[die] = ScenePiece(die, "die", zone, slot, seat, str(face) if face else None, words=words)
    return Scene(
        game="hearsay",
        viewer=observation.seat,
        seats=tuple(_seat(observation, seat) for seat in range(len(cups))),
        zones=zones,
        pieces=pieces,
        counters={f"dice@{seat}": Counter(f"dice@{seat}", "Dice", len(cup), seat, "dice-six-faces-six") for seat, cup in enumerate(cups)},
        prompt=_prompt(observation),
    )


def _marker(observation: Observation) -> ScenePiece:
    words = f"{observation.claim} is claimed" if observation.claimer is not None else f"{observation.claim}: so many dice show that anyhow"
    return ScenePiece(MARKER, "pawn", "sums", observation.claim - 1, observation.claimer, words=words)


def _seat(observation: Observation, seat: int) -> SceneSeat:
    turn = seat == observation.turn and not over(observation.cups)
    return SceneSeat(seat, CALLED[seat], active=turn, choosing=turn)


def _prompt(observation: Observation) -> Prompt | None:
    """Return the open question, as whoever must answer reads it, and as the others do."""
    if over(observation.cups):
        return None
    seat = observation.turn
    if observation.seat not in {seat, SPECTATOR}:
        return Prompt(seat, f"{{{seat}}} rolls again." if observation.lifted else f"{{{seat}}} claims or doubts.", "HS-4")
    if observation.lifted:
        return Prompt(seat, f"{total(observation.cups)} in all. Give up a die, and everybody rolls again.", "HS-9")
    if observation.claimer is None:
        return Prompt(seat, f"Claim a sum: {dice(observation.cups)} dice are in play.", "HS-4")
    return Prompt(seat, f"{{{observation.claimer}}} claims {observation.claim}: claim more, or doubt it.", "HS-4")
