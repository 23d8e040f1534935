"""Find puzzles: positions of matches that programs play against each other, in which whoever is to move can force a win, or another goal, before their turn is over.

Run: python tools/find_puzzles.py GAME [--goal win] [--wanted 20] [--first 1] [--seed 1] [--level easy] [--most 4000] [--seconds 600]
The last turns of each match (in Overcross, grids drawn by lot) are laid out anew as a position file would have them, with nothing hidden that could matter: the others' hands lie in
their decks. What `game.ai.proof` proves there, is not obvious (few first moves win, and it takes more than one where turns have several), and is solved by
its own file, is written to assets/positions/GAME/puzzle-N.toml. Longer than most: the rows of all games, and all that is asked of a
position, stand together.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from game import paths
from game.ai.goals import OPEN, SOLVED, Way, gone_on
from game.ai.levels import player
from game.ai.player import Budget
from game.ai.proof import WIN, Prover, TooMuchError
from game.content.decks import DeckRow
from game.content.faults import ContentError
from game.content.positions import Goal, Position, SetupRow, read_position
from game.kernel.chance import Chance
from game.kernel.rules import AnyRules
from game.kernel.setup import Setup
from game.match.course import Course, played_through
from game.match.match import Match
from game.match.position import laid_out
from game.match.seats import SeatPlan
from game.rules import SHIPPED, open_box

LAST_TURNS = 8
"""So many turns before the end of a match are looked at."""

MOST_LIFE = 25
"""No game begins with more."""

SETUPS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "overcross": tuple(
        {"map": grid, "options": {"objective": objective, "invasion_goal": 3}} for objective in ("summoning",) for grid in ("small", "duel")
    )
}
"""What a game is set up with, one after the other, where its usual setup leads to nothing that can be forced."""


def certain(game: str) -> str:
    """Return what a proof in a game holds against."""
    return CERTAIN.get(game, DICE)


def names(state: Any, pieces: Any) -> list[str]:
    """Return the cards of some pieces."""
    return [state.cards[piece][0] for piece in pieces]


def verona_rows(rules: AnyRules, state: Any, seat: int) -> dict[str, Any]:
    """Return the rows of a table of star cross'd."""
    del rules
    return {"dice": [[face for face in pool if face] for pool in state.pools], "prestige": list(state.prestige), "whose": seat + 1}


def shine_rows(rules: AnyRules, state: Any, seat: int) -> dict[str, Any]:
    """Return the rows of a table of Shine; the other's hand lies in the deck."""
    del rules

    def spaces(places: range) -> list[Any]:
        found: list[Any] = []
        for place in places:
            stand = state.field[place]
            if stand is None:
                found.append("")
                continue
            row = {"card": state.cards[stand.id][0]}
            row |= {"turned": True} if stand.turned else {}
            row |= {"fresh": True} if stand.since == state.turn else {}
            row |= {"shine": stand.shine} if stand.shine else {}
            found.append(row if len(row) > 1 else row["card"])
        return found

    sides = []
    for owner in (0, 1):
        first = owner * 10
        upper = spaces(range(first, first + 5))
        star = upper.pop(2)
        side: dict[str, Any] = {"attack": upper, "support": spaces(range(first + 5, first + 10))}
        if isinstance(star, dict):
            side["star"] = {key: value for key, value in star.items() if key != "card"}
        side["hand"] = names(state, state.hands[owner]) if owner == seat else []
        side["grave"] = names(state, state.graves[owner])
        side["life"] = len(state.lives[owner])
        side["shine"] = {"ready": state.purses[owner].ready, "spent": state.purses[owner].spent}
        sides.append(side)
    return {"whose": seat + 1, "turn": state.turn, "phase": "main1", "side": sides}


def starcrossed_rows(rules: AnyRules, state: Any, seat: int) -> dict[str, Any]:
    """Return the rows of a table of Starcrossed; the other's hand and face-down skills lie in the deck."""
    del rules
    sides = []
    for owner in (0, 1):
        rows = []
        for crystal in state.crystals[owner * 3 : owner * 3 + 3]:
            row: dict[str, Any] = {"level": crystal.level, "attuned": crystal.attuned}
            row |= {"diva": state.cards[crystal.diva][0], "recruit": crystal.recruit} if crystal.diva >= 0 else {}
            row["skills"] = names(state, [skill.id for skill in crystal.skills if not skill.down])
            row["down"] = names(state, [skill.id for skill in crystal.skills if skill.down]) if owner == seat else []
            rows.append({key: value for key, value in row.items() if value})
        sides.append(
            {
                "crystals": rows, "hand": names(state, state.hands[owner]) if owner == seat else [], "void": names(state, state.voids[owner]),
                "life": state.life[owner], "energy": state.energy[owner], "kept": state.kept[owner],
            }
        )  # fmt: skip
    return {"whose": seat + 1, "turn": state.turn, "side": sides}


def cardmaster_rows(rules: AnyRules, state: Any, seat: int) -> dict[str, Any]:
    """Return the rows of an arena."""
    board = state.board

    def bearing(number: int) -> Any:
        if number < 0:
            return ""
        piece, card = board.pieces[number], rules.cards[board.pieces[number].card]  # type: ignore[attr-defined]
        row: dict[str, Any] = {"card": piece.card}
        row |= {"hp": piece.hp} if piece.hp != piece.top else {}
        row |= {"gems": piece.gems} if piece.gems else {}
        row |= {"risen": True} if piece.risen else {}
        row |= {"boosted": piece.boosted, "boost": piece.boost} if piece.boosted else {}
        row |= {"statuses": [msgspec.to_builtins(status) for status in piece.statuses]} if piece.statuses else {}
        values = {"top": (piece.top, card.hp), "spd": (piece.spd, card.spd), "dfn": (piece.dfn, card.dfn), "atk": (piece.atk, card.atk)}
        values["spc"] = (piece.spc, card.spc)
        changed = {key: now for key, (now, printed) in values.items() if now != printed}
        row |= {"values": changed} if changed else {}
        return row if len(row) > 1 else piece.card

    sides = [
        {
            "active": [bearing(number) for number in team.active], "reserve": [bearing(number) for number in team.reserve],
            "raided": team.raided, "others": "fallen",
        }
        for team in board.teams
    ]  # fmt: skip
    ready = [board.pieces[number].card for number in board.ready]
    return {"whose": seat + 1, "round": board.round, "second": board.second, "ready": ready, "side": sides}


def overcross_rows(rules: AnyRules, state: Any, seat: int) -> dict[str, Any]:
    """Return the rows of a battle grid; the others' hands lie in their decks."""
    arena = rules.arena  # type: ignore[attr-defined]
    sides = []
    for owner in arena.seats:
        units = []
        for unit in state.units.values():
            if unit.seat == owner:
                row: dict[str, Any] = {"card": unit.card, "at": arena.label(unit.cell)}
                row |= {"damage": unit.damage} if unit.damage else {}
                row |= {"edits": [edit.card for edit in unit.edits]} if unit.edits else {}
                units.append(row)
        terrain = [
            {"card": each.card, "at": arena.label(each.cell)} | ({"damage": each.damage} if each.damage else {})
            for each in state.terrain.values()
            if each.seat == owner
        ]
        sides.append(
            {
                "units": units, "terrain": terrain, "hand": names(state, state.hands[owner]) if owner == seat else [],
                "discard": names(state, state.discards[owner]), "score": state.scores[owner],
            }
        )  # fmt: skip
    left = {each.cell for each in state.terrain.values() if each.seat < 0}
    gone = [arena.label(cell) for cell in sorted(arena.breakables) if cell not in left]
    return {"whose": seat + 1, "round": state.round, "limit": state.limit, "gone": gone, "side": sides}


ROWS: Mapping[str, Callable[[AnyRules, Any, int], dict[str, Any]]] = {
    "verona": verona_rows,
    "shine": shine_rows,
    "starcrossed": starcrossed_rows,
    "cardmaster": cardmaster_rows,
    "overcross": overcross_rows,
}
DRAWN = ("overcross",)
"""Games whose matches seldom come to a turn that dice do not decide: their positions are drawn by lot."""

MOVERS = "Room Service"
"""The deck whose cards move others about, for what is drawn."""

DICE = "whatever the others do and however the dice fall."
CERTAIN = {
    "shine": "whatever the others do.",
    "starcrossed": "whatever the others do.",
    "cardmaster": "whatever the others do and whatever chance brings.",
}
"""What a proof holds against, in a game without dice in a turn, and in one whose chance has other names."""

KINDS = ("win", "destroy", "trade", "save", "hold")
"""What can be forced: a win; the fall of a foe; that without losing a friend; that a friend stands, or oneself, when one's next turn begins.

The last two follow the others' whole turn. They are sound where nothing is drawn: in star cross'd and Cardmaster. In Starcrossed the others act
in one's own turn, so there it is what is to be outlasted.
"""

FOUGHT_BACK = ("starcrossed",)
"""Games in whose turns the others act and attack too."""

HELD = 3
"""So many cards are in the hand of a puzzle that is not about winning, so that all of it can be looked at."""

VERBS = {"is destroyed": "Destroy", "is vanquished": "Vanquish", "falls": "Fell"}
FELL = re.compile(rf"(?![Ss]eat |MVP )(.+?) ({'|'.join(VERBS)})\b")
TRIES = 40
"""So many turns are played at random to see what can fall."""

FROM_ONE_ACTION = ("verona",)
"""Games whose turn is a single action."""


def turns(rules: AnyRules, setup: Setup, level: str) -> Iterator[tuple[int, Any]]:
    """Yield the beginning of each of the last turns of a match, with whose it is."""
    programs, chance = player(level, rules), Chance(setup.seed)
    state = rules.setup(setup).state
    assert rules.positions is not None
    whose = rules.positions.whose
    begun: list[tuple[int, Any]] = []
    before = -1
    for _ in range(3000):
        seat = rules.deciding(state)
        if seat is None:
            break
        if seat != before and rules.settled(state) and whose(state) == seat:
            begun.append((seat, state))
            before = seat
        elif whose(state) != before:
            before = -1
        legal = rules.legal(state)
        action = legal[0] if len(legal) == 1 else programs.choose(rules.observe(state, seat), legal, Budget(seconds=0.05), chance)
        state = rules.advance(state, action)
    yield from reversed(begun[-LAST_TURNS:])


def drawn(setup: Setup, rules: AnyRules) -> Iterator[tuple[int, Any]]:
    """Yield a battle grid drawn by lot: a Legend some way from the enemy zone, friends, foes and a few cards that move others about."""
    arena = rules.arena  # type: ignore[attr-defined]
    chance = Chance(setup.seed)
    open_ = [cell for cell in range(arena.width * arena.height) if not arena.grid.obstructs >> cell & 1 and cell not in arena.breakables]
    cells = [arena.label(cell) for cell in chance.shuffle(open_)]
    held = [[card for card in deck.expanded() if arena.catalogue[card].kind == "character"] for deck in setup.decks]
    legend = next(card for card in held[0] if arena.catalogue[card].rank == "legend")
    shy = [card for card in held[0] if card != legend and any(ability.timing == "minor" for ability in arena.catalogue[card].abilities)]
    friends = shy[: chance.below(2)] or [next(card for card in held[0] if card not in {legend, *shy})]
    foes = list(dict.fromkeys(chance.shuffle(held[1])))[:2]
    helpful = [card for card in setup.decks[0].expanded() if arena.catalogue[card].kind in {"edit", "event"}]
    sides = [
        {"units": [{"card": card, "at": cells.pop()} for card in (legend, *friends)], "hand": chance.shuffle(helpful)[:2]},
        {"units": [{"card": card, "at": cells.pop()} for card in foes]},
    ]
    yield 0, rules.positions.lay(rules, setup, {"round": 3, "side": sides})  # type: ignore[union-attr]


def setups(game: str, seed: int) -> Setup:
    """Return the setup of a match."""
    box = open_box(game)
    ready = box.ready_decks()
    row = SETUPS.get(game, ({},))[seed % len(SETUPS.get(game, ({},)))]
    decks: tuple[Any, ...] = ()
    if ready:
        sides = list(dict.fromkeys(deck.side for deck in ready))
        first = ready[seed % len(ready)] if game not in DRAWN else next(deck for deck in ready if deck.name == MOVERS)
        others = [deck for deck in ready if deck is not first and (game != "overcross" or deck.side != first.side or len(sides) == 1)]
        decks = (first, others[seed // len(ready) % len(others)])
    seats = 2 if game != "verona" else 2 + seed % 3
    return box.complete(Setup(game=game, seats=seats, seed=seed, decks=decks, **row))


def puzzle_of(game: str, rules: AnyRules, setup: Setup, state: Any, seat: int, name: str, most: int, kind: str) -> Position | None:
    """Return a position as a puzzle when a goal of that kind can be forced there and is not obvious; None otherwise."""
    row = SetupRow(
        setup.seats, setup.seed % 1000, tuple(deck.name for deck in setup.decks),
        tuple(DeckRow(deck.name, dict(deck.cards), deck.front, deck.side) for deck in {deck.name: deck for deck in setup.decks}.values()),
        setup.map,
        {key: value for key, value in setup.options.items() if game == "overcross" and key in {"objective", "invasion_goal"}},
    )  # fmt: skip
    path = paths.ASSETS / "positions" / game / f"{name}.toml"
    goal = Goal(f"Win this turn, {certain(game)}", win=True)
    position = Position(game, name, path, "Puzzle", "", seat, row, ROWS[game](rules, state, seat), goal, (), "", (), ())
    if kind != "win":
        return other_puzzle(position, kind, most)
    tight, harder = None, eased(position)
    while harder is not None:
        try:
            laid = laid_out(harder)
            if Prover(laid.rules, seat, most).best(laid.state) is None:
                break
        except (ContentError, TooMuchError):
            break
        tight, harder = harder, tightened(harder)
    return None if tight is None or not subtle(tight, most) else solved(tight, most)


def other_puzzle(position: Position, kind: str, most: int) -> Position | None:
    """Return a position as a puzzle with another goal than to win, None where none of that kind can be forced without being obvious."""
    position = pressed(position, kind)
    try:
        for goal in goals(position, kind):
            meant = msgspec.structs.replace(position, goal=goal)
            laid = laid_out(meant)
            if Prover(laid.rules, meant.seat, most, goal).best(laid.state) is not None and subtle(meant, most):
                found = solved(meant, most)
                if found is not None:
                    return found
    except (ContentError, TooMuchError):
        pass
    return None


def pressed(position: Position, kind: str) -> Position:
    """Return a position with few cards in hand, and in a fight back with one life left and others who have no energy: their cards are not known."""
    sides = position.table.get("side", ())
    if sides and "hand" in sides[position.seat]:
        position = changed(position, position.seat, "hand", sides[position.seat]["hand"][:HELD])
    if position.game in FOUGHT_BACK and kind in {"hold", "save"}:
        position = changed(position, 1 - position.seat, "energy", 0)
        position = changed(position, position.seat, "life", 1) if kind == "hold" else position
    return position


def goals(position: Position, kind: str) -> Iterator[Goal]:
    """Yield the goals of a kind that somebody who tries this and that could come upon: what fell by chance, of the others' and of one's own."""
    back = position.game in FOUGHT_BACK
    until = "this turn" if back else "before your next turn" if kind == "hold" else "until your next turn"
    within: Literal["turn", "return"] = "return" if kind in {"hold", "save"} and not back else "turn"
    if kind == "hold":
        yield Goal(f"Do not lose {until}, {certain(position.game)}", hold=True, within=within)
        return
    laid = laid_out(position)
    own = {laid.rules.face(card).name for card in cards_in(position.table["side"][position.seat])}
    fell = sorted(set(fallen(position, within)))
    mine, theirs = [each for each in fell if each[0] in own], [each for each in fell if each[0] not in own]
    if kind == "save":
        for name, verb in mine:
            yield Goal(f"Keep {name} {until}, {certain(position.game)}", never=f"{name} {verb}*", within=within)
    for name, verb in theirs:
        told, words = f"{name} {verb}*", f"{VERBS[verb]} {name} this turn"
        if kind == "destroy":
            yield Goal(f"{words}, {certain(position.game)}", told=told)
        for kept, how in mine if kind == "trade" else ():
            yield Goal(f"{words} and lose no {kept}, {certain(position.game)}", told=told, never=f"{kept} {how}*")


def fallen(position: Position, within: str) -> Iterator[tuple[str, str]]:
    """Yield the name of what falls, and the verb for it, in turns that are played at random."""
    laid = laid_out(position)
    prover = Prover(laid.rules, position.seat)
    for seed in range(TRIES):
        state, chance, way = laid.state, Chance(seed), Way()
        until = Goal("Nothing.", hold=True, within=within)  # type: ignore[arg-type]
        for _ in range(200):
            if way.verdict != OPEN:
                break
            step = laid.rules.apply(state, chance.pick(laid.rules.legal(state)), chance)
            yield from ((found[1], found[2]) for words in prover.words(step) if (found := FELL.match(words)))
            state, outcome = step.state, laid.rules.outcome(step.state)
            active = outcome is None and laid.rules.positions.whose(state) == position.seat  # type: ignore[union-attr]
            way = gone_on(until, way, position.seat, (), outcome, active=active)


def cards_in(rows: Any) -> Iterator[str]:
    """Yield the cards that rows of a side name."""
    if isinstance(rows, str):
        yield rows
    elif isinstance(rows, dict):
        for key, value in rows.items():
            if key not in {"at", "others", "attuned", "recruit", "edits", "boosted", "statuses", "values"}:
                yield from cards_in(value)
    elif isinstance(rows, list | tuple):
        for each in rows:
            yield from (card for card in cards_in(each) if card)


def changed(position: Position, owner: int, key: str, value: Any) -> Position:
    """Return a position in which one side has another number, or other cards."""
    sides = [dict(side) for side in position.table["side"]]
    sides[owner][key] = value
    return msgspec.structs.replace(position, table={**position.table, "side": sides})


def eased(position: Position) -> Position:
    """Return a position in which little is left to do: one life for the other, or one point to win, where a game has such numbers."""
    sides = position.table.get("side", ())
    foe = 1 - position.seat
    if len(sides) == 2 and isinstance(sides[foe].get("life"), int):
        return changed(position, foe, "life", 1)
    if position.setup.options.get("objective") == "invasion":
        return changed(position, position.seat, "score", int(position.setup.options["invasion_goal"]) - 1)
    return position


def tightened(position: Position) -> Position | None:
    """Return a position in which one more is left to do, None where nothing can be added."""
    sides = position.table.get("side", ())
    foe = 1 - position.seat
    if len(sides) == 2 and isinstance(sides[foe].get("life"), int):
        return changed(position, foe, "life", sides[foe]["life"] + 1) if sides[foe]["life"] < MOST_LIFE else None
    if position.setup.options.get("objective") == "invasion" and sides[position.seat]["score"] > 0:
        return changed(position, position.seat, "score", sides[position.seat]["score"] - 1)
    return None


def subtle(position: Position, most: int) -> bool:
    """Tell whether few of several first moves are known to lead there."""
    laid = laid_out(position)
    legal = laid.rules.legal(laid.state)
    wins = 0
    for action in legal:
        try:
            wins += Prover(laid.rules, position.seat, most // 4, position.goal or WIN).forced_after(laid.state, action)
        except TooMuchError:
            continue
    return len(legal) >= 4 and 0 < wins * 3 <= len(legal)


def solved(position: Position, most: int) -> Position | None:
    """Return a puzzle with its solution, found step by step against others who let things pass; None when one action is enough."""
    goal = position.goal or WIN
    prover = Prover(laid_out(position).rules, position.seat, most * 4, goal)
    try:
        way = walked(position, prover, None)
        while way is not None:
            shorter = next((found for fewer in cut(way) if (found := walked(position, prover, fewer)) is not None), None)
            if shorter is None:
                break
            way = shorter
    except TooMuchError:
        return None
    if way is None or (len(way) < 2 and position.game not in FROM_ONE_ACTION):
        return None
    moves = len(way)
    count = "One move is enough." if moves == 1 else f"It takes {moves} moves."
    words = f"{goal.words.removesuffix(', ' + certain(position.game))}. "
    found = msgspec.structs.replace(position, solution=way)
    course = Course(found, Match.lay(found, (SeatPlan("human"),) * found.setup.seats))
    played_through(course)
    if moves > 1 and course.answered:
        count = f"{count.rstrip('.')} if nothing is answered."
    return msgspec.structs.replace(found, words=words + count)


def cut(solution: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield a solution without some of its actions that follow each other, the shortest first."""
    for gone in range(len(solution) - 1, 0, -1):
        for first in range(len(solution) - gone + 1):
            yield solution[:first] + solution[first + gone :]


def walked(position: Position, prover: Prover, given: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return a way to the goal whose every action is proved: the given one, or else the promising one; None if it is none.

    There is none either where the others' turn has to be answered: they are not known to leave the same answers open.
    """
    match = Match.lay(position, (SeatPlan("human"),) * position.setup.seats)
    course = Course(position, match)
    solution: list[str] = []
    while course.verdict == OPEN and match.deciding is not None:
        offers = [offer for offer in match.offers() if offer.refusal is None]
        if match.deciding != position.seat:
            match.submit(course.reply().action)
            continue
        if len(offers) == 1 and offers[0].passing:
            match.submit(offers[0].action)
            continue
        state = match._story.state  # noqa: SLF001  (the tool looks at the whole truth, as the proof does)
        if given is None:
            action = prover.best(state, course.way)
            offer = next((offer for offer in offers if offer.action == action), None)
        else:
            offer = course.next_of(given, len(solution))
            offer = offer if offer is not None and prover.forced_after(state, offer.action, course.way) else None
        if offer is None or course.way.left:
            return None
        solution.append(match.spoken(offer.words))
        match.submit(offer.action)
    return tuple(solution) if course.verdict == SOLVED and given in {None, tuple(solution)} else None


def toml(value: Any) -> str:
    """Return a plain value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return msgspec.json.encode(value).decode()


def text_of(position: Position, number: int) -> str:
    """Return the file of a puzzle."""
    setup = position.setup
    lines = [f"title = {toml(f'Puzzle {number}')}", f"words = {toml(position.words)}", f"seat = {position.seat + 1}"]
    lines += ["solution = ["]
    lines += [f"  {toml(words)}," for words in position.solution] + ["]", "", "[setup]", f"seats = {setup.seats}", f"seed = {setup.seed}"]
    lines += [f"decks = {toml(setup.decks)}"] if setup.decks else []
    lines += [f"map = {toml(setup.map)}"] if setup.map else []
    lines += [f"options = {toml(setup.options)}"] if setup.options else []
    for deck in setup.deck:
        lines += ["", "[[setup.deck]]", *(f"{key} = {toml(value)}" for key, value in msgspec.to_builtins(deck).items() if value)]
    assert position.goal is not None
    goal = {key: value for key, value in msgspec.to_builtins(position.goal).items() if value and (key, value) != ("within", "turn")}
    lines += ["", "[goal]", *(f"{key} = {toml(value)}" for key, value in goal.items()), "", "[table]"]
    lines += [f"{key} = {toml(value)}" for key, value in position.table.items() if key != "side"]
    for side in position.table.get("side", ()):
        lines += ["[[table.side]]", *(f"{key} = {toml(value)}" for key, value in side.items() if value not in ([], "", None))]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play matches and write what they hold until there is enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=SHIPPED)
    parser.add_argument("--goal", choices=KINDS, default="win", help="what is to be forced")
    parser.add_argument("--wanted", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="easy")
    parser.add_argument("--most", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=600)
    given = parser.parse_args()
    number, seed, end = given.first, given.seed, time.monotonic() + given.seconds
    seen: set[tuple[str, ...]] = set()
    while number < given.first + given.wanted and time.monotonic() < end:
        setup = setups(given.game, seed)
        rules = open_box(given.game).rules(setup)
        seed += 1
        for seat, state in drawn(setup, rules) if given.game in DRAWN else turns(rules, setup, given.level):
            found = puzzle_of(given.game, rules, setup, state, seat, f"puzzle-{number}", given.most, given.goal)
            if found is None or found.solution in seen:
                continue
            found.path.write_text(text_of(found, number), encoding="utf-8")
            fault = _fault(found.path)
            if fault:
                print(f"seed {seed - 1}: {fault}", flush=True)
                found.path.unlink()
                continue
            seen.add(found.solution)
            print(f"{found.path.name} from seed {seed - 1}: {' / '.join(found.solution)}", flush=True)
            number += 1
            break


def _fault(path: Path) -> str:
    """Return why a written puzzle is none, empty for a sound one."""
    try:
        position = read_position(path)
        return played_through(Course(position, Match.lay(position, (SeatPlan("human"),) * position.setup.seats)))
    except ContentError as error:
        return str(error)


if __name__ == "__main__":
    main()
