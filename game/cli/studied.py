"""What `starcross lab` tells of a study: in lines, of the cards that are named, and in files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli import CommandError
from game.cli.choices import box_of, faults_told, see_writable, write_named
from game.content.files import same_file
from game.kernel.words import capitalised, counted, no_card, slug

if TYPE_CHECKING:
    from game.lab.findings import Difference, Figure, Findings
    from game.lab.study import Plan


def report(found: Findings, plan: Plan, only: Sequence[str] = ()) -> list[str]:
    """Return what a study tells, a line each; of a study of cards, of those alone that are named, if any."""
    from game.lab.findings import BEGINS

    lines = [f"{found.game}, {found.kind}: {counted(found.matches, 'match', 'matches')}, {found.played}"]
    if found.unfinished:
        lines.append(f"{counted(found.unfinished, 'match', 'matches')} of these did not finish; every figure is of those that did")
    if found.kind == "maps":
        lines += [
            f"  {each.name}: the first seat wins {share(each.first_seat)} of {_deals(each.first_seat)}, {each.length:.0f} actions a match"
            for each in found.meetings
        ]
    elif found.kind == "cards":
        lines += _cards_told(found, card_names(plan), only)
    else:
        lines += [f"  {each.name}: wins {share(each.won)} of {_deals(each.won)}" for each in found.standings]
        lines += [
            f"  {each.name}: the first wins {share(each.won)} of {_deals(each.won)}, {each.length:.0f} actions a match"
            for each in found.meetings
        ]
    if found.skill is not None:
        lines.append(f"better play: Hard beats Novice with the same decks in {share(found.skill)} ({_deals(found.skill)})")
    for words, cards in (("never played", found.never), (BEGINS, found.begins)):
        named = [card for card in cards if not only or card in only]
        if named:
            lines.append(f"{words}: {', '.join(map(card_names(plan), named))}")
    lines += [f"seat {seat + 1} wins {share(each)} of {_deals(each)}" for seat, each in enumerate(found.seats)]
    lines.append(
        f"winners came back from below one chance in four in {share(found.comebacks)} of {_deals(found.comebacks)} with a lone winner; a match is decided after "
        f"{100 * found.decided:.0f} % of it, and the lead changes {found.swings:g} times (medians)"
        if found.comebacks.count
        else "no match had a winner"
    )
    return lines + faults_told(found.faults)


def _cards_told(found: Findings, names: Callable[[str], str], only: Sequence[str]) -> Iterator[str]:
    """Yield how the seats fared that played a card: of the cards that are named, or of those that help most and least, and how many are left out."""
    from game.lab.findings import BEGINS, SHOWN

    yield "counted in seats, one for each player of each match; + is what such a seat wins of a match more than its deck does, by deals"
    uses = [use for use in found.cards if (use.card in only if only else use.played)]
    told = uses if only or len(uses) <= 2 * SHOWN else [*uses[:SHOWN], *uses[-SHOWN:]]
    for use in told:
        if use.card in found.begins:
            yield f"  {names(use.card)}: in the deck of {counted(use.seats, 'seat')}, {BEGINS}"
            continue
        yield (
            f"  {names(use.card)}: in the deck of {counted(use.seats, 'seat')}, drawn by {use.drawn}, played by {use.players} "
            f"({counted(use.played, 'time')} in all); wins when played {signed(use.when_played)}, when drawn {signed(use.when_drawn)}"
        )
    seen = {use.card for use in uses}
    for card in only:
        if card not in seen:
            yield f"  {names(card)}: in no deck of the study, and nobody drew it"
    if len(told) < len(uses):
        yield (
            f"  and {counted(len(uses) - len(told), 'more card')} that {'was' if len(uses) - len(told) == 1 else 'were'} played, between the {SHOWN} that help most and the {SHOWN} that help least: "
            "--card NAME tells those that you name, --html, --csv or --json FILE all"
        )


def cards_named(plan: Plan, named: Sequence[str]) -> list[str]:
    """Return the cards that --card names, of the game or of a plan; raise CommandError for one that there is not."""
    from game.content.load import off_card

    names = _names(plan) if named else {}
    found: list[str] = []
    for name in named:
        cards = [card for card, called in names.items() if slug(name) and slug(name) in {slug(card), slug(called)}]
        if not cards:
            off = off_card(name, plan.game)
            raise CommandError(f"{capitalised(no_card(name, () if off else dict.fromkeys(names.values())))}{off}.")
        found += [card for card in cards if card not in found]
    return found


def card_names(*plans: Plan) -> Callable[[str], str]:
    """Return what tells the name of a card of some plans of one game."""
    names = _names(*plans)
    return lambda card: names.get(card, card)


def _names(*plans: Plan) -> dict[str, str]:
    from game.lab.planning import names_of_cards

    return names_of_cards(box_of(plans[0].game), *plans)


def share(figure: Figure) -> str:
    """Return a share in percent with its interval."""
    from game.lab.findings import percent

    return percent(figure)


def _deals(figure: Figure) -> str:
    return counted(figure.count, "deal")


def signed(figure: Figure) -> str:
    """Return a difference in percent with its sign and its interval."""
    from game.lab.findings import percent

    return percent(figure, signed=True)


def see_files(arguments: argparse.Namespace, *folders: Path | None) -> None:
    """See that the files that are asked for can be written, each of them one of its own and none kept in the folders; raise CommandError where not."""
    asked = [(f"--{name}", getattr(arguments, name)) for name in ("html", "csv", "json") if getattr(arguments, name) is not None]
    for _, path in asked:
        see_writable(path, *folders)
    for (one, path), (other, also) in combinations(asked, 2):
        if same_file(path, also):
            raise CommandError(f"{one} and {other} are both written to {also}: name another file for one of them.")


def write(
    arguments: argparse.Namespace, found: Findings, plan: Plan, changes: Sequence[Difference] = (), before: Plan | None = None
) -> None:
    """Write the files that are asked for, of a comparison with the `changes` since the plan `before`; raise CommandError for one that cannot be written."""
    from game.lab.sheet import as_csv, as_html, as_json

    names = _names(before or plan, plan)
    forms: tuple[tuple[Path | None, Callable[[], str]], ...] = (
        (arguments.html, lambda: as_html(found, names, changes)),
        (arguments.csv, lambda: as_csv(found, names, changes)),
        (arguments.json, lambda: as_json(found, changes)),
    )
    for path, written in forms:
        if path is not None:
            write_named(path, written())
