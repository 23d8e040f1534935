"""A study beside the window: the same figures as in a terminal, ended at once, gone on with, and told in a sentence where it cannot be played."""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.lab import ladder, study
from game.lab.findings import differences, findings
from game.lab.planning import (
    KINDS,
    LOOKED_AT,
    Asked,
    Ground,
    Study,
    compared,
    grounds,
    kept_studies,
    kept_study,
    levels,
    looked_at,
    new_folder,
    pairings,
    played_again,
    until,
    with_skill,
)
from game.lab.running import Running, Watching
from game.lab.study import Folder, Plan, play_number, play_study
from game.match.replay import Replay
from game.rules import open_box

BOX = open_box("starcrossed")
DECKS = BOX.ready_decks()[:2]
ENOUGH = 120.0
"""Seconds that nothing here takes; who waits so long has a fault."""


def planned(games: int = 4) -> Plan:
    return pairings(BOX, "decks", DECKS, Ground(), Asked("random", games, seed=3))


def ended(running: Running) -> Running:
    running.start()
    assert running.wait(ENOUGH)
    assert not running.seen.going
    return running


def test_beside_the_window_a_study_tells_what_it_tells_in_a_terminal(tmp_path: Path) -> None:
    plan = planned()
    lines = play_study(plan, Folder(tmp_path / "here"))
    running = ended(Running(lambda: Study(plan, Folder(tmp_path / "beside"))))
    seen = running.seen
    assert (seen.matches, seen.games, seen.fault) == (4, 4, "")
    assert seen.findings == findings(plan, lines)
    assert Folder(tmp_path / "beside").lines() == lines
    shown = ended(Running(partial(kept_study, BOX, tmp_path / "beside"), play=False))
    assert shown.seen.findings == seen.findings


def test_it_ends_as_soon_as_everything_is_known_closely_enough_as_in_a_terminal(tmp_path: Path) -> None:
    plan = planned(60)
    lines = play_study(plan, Folder(tmp_path / "here"), enough=until(0.3))
    assert 0 < len(lines) < 60
    running = ended(Running(lambda: Study(plan, Folder(tmp_path / "beside")), reach=0.3))
    assert (running.seen.matches, running.seen.enough) == (len(lines), True)
    assert running.seen.findings == findings(plan, lines)


def test_each_study_looks_at_what_it_is_to_tell(tmp_path: Path) -> None:
    plan = planned(8)
    lines = play_study(plan, Folder(tmp_path / "here"))
    found = findings(plan, lines)
    assert looked_at(plan, lines) == [*(each.won for each in found.standings), *found.seats]
    cards = looked_at(plan, lines, "cards")
    assert cards == [use.when_drawn for use in found.cards if use.drawn]
    assert len(cards) > 10
    assert looked_at(replace(plan, kind="maps"), lines) == [each.first_seat for each in found.meetings]
    assert looked_at(plan, lines, before=(plan, lines)) == [each.change for each in differences(plan, lines, plan, lines)]
    ladder_plan = levels(BOX, ["easy", "random"], (), Asked("normal", 2, seed=3))
    assert looked_at(ladder_plan, []) == [pair.won for pair in ladder.pairs(ladder_plan, [])]
    widest = max(each.reach for each in cards)
    assert until(widest, kind="cards")(plan, lines)
    assert not until(widest - 0.001, kind="cards")(plan, lines)
    assert set(LOOKED_AT) == {*KINDS, "compare"}


def test_who_plays_better_is_asked_after_the_study_and_kept_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "SKILL", ("novice", "random"))
    study = with_skill(BOX, Study(planned(2), Folder(tmp_path / "study")), 4)
    running = ended(Running(lambda: study))
    assert (running.seen.matches, running.seen.games, running.seen.fault) == (6, 6, "")
    assert running.seen.findings.skill == ladder.skill_gap(study.skill[0], study.skill[1].lines())
    shown = ended(Running(partial(kept_study, BOX, tmp_path / "study"), play=False))
    assert shown.seen == running.seen


def test_a_study_is_ended_at_once_and_gone_on_with(tmp_path: Path) -> None:
    plan = planned(400)
    running = Running(lambda: Study(plan, Folder(tmp_path / "study")))
    running.stop()
    ended(running)
    assert running.seen.matches < plan.games
    assert not running.seen.fault
    short = replace(plan, deals=2)
    whole = play_study(short, Folder(tmp_path / "whole"))
    part = Folder(tmp_path / "part")
    play_study(replace(plan, deals=1), part)
    (part.path / "plan.json").write_bytes((tmp_path / "whole" / "plan.json").read_bytes())
    assert ended(Running(partial(kept_study, BOX, part.path))).seen.findings == findings(short, whole)


def test_a_comparison_with_the_same_cards_sees_no_difference(tmp_path: Path) -> None:
    play_study(planned(), Folder(tmp_path / "study"))
    seen = ended(Running(partial(compared, BOX, tmp_path / "study"))).seen
    assert [each.change.mean for each in seen.changes] == [0.0, 0.0]
    assert seen.findings is not None
    assert seen.findings.compared.startswith("Nothing that it is played with (cards, decks, maps, rules) was changed. No difference")
    assert not any(each.changed for each in seen.changes)


def test_a_comparison_plays_what_a_change_can_have_touched_and_one_match_of_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of three decks is another today: the pairing of the other two is as it was, and one match of it shows that."""
    decks = BOX.ready_decks()[:3]
    plan = pairings(BOX, "decks", decks, Ground(), Asked("random", 4, seed=3))
    old = play_study(plan, Folder(tmp_path / "study"))
    first, other = list(decks[0].cards)[:2]
    swapped = replace(decks[0], cards=decks[0].cards | {first: decks[0].cards[first] - 1, other: decks[0].cards[other] + 1})
    monkeypatch.setattr(type(BOX), "ready_decks", lambda self: (swapped, *decks[1:]))
    monkeypatch.setattr(type(BOX), "deck_faults", lambda self, deck, setup: ())
    comparison = compared(BOX, tmp_path / "study")
    untouched = [line for line in old if line.cell == 2]
    assert not comparison.unchanged
    assert list(comparison.known) == untouched
    assert len(untouched) == 4
    played: list[int] = []
    monkeypatch.setattr(study, "play_number", lambda plan, number: played.append(number) or play_number(plan, number))
    new = play_study(comparison.plan, comparison.folder, known=comparison.known)
    assert played == [untouched[0].number, *(line.number for line in old if line.cell != 2)]
    assert [line for line in new if line.cell == 2] == untouched
    assert new == play_study(comparison.plan, Folder(tmp_path / "whole"))
    other_match = replace(untouched[0], match=replace(untouched[0].match, actions=1))
    played.clear()
    again = play_study(comparison.plan, Folder(tmp_path / "changed"), known=(other_match, *untouched[1:]))
    assert again == new  # the program plays otherwise than it did, so nothing is taken over
    assert len(played) == len(old)


def test_what_cannot_be_played_is_told_in_a_sentence(tmp_path: Path) -> None:
    faults = [
        ended(Running(lambda: Study(pairings(BOX, "decks", DECKS[:1], Ground(), Asked()), Folder(tmp_path)))).seen.fault,
        ended(Running(partial(kept_study, BOX, tmp_path / "nothing"))).seen.fault,
        ended(Running(lambda: Study(grounds(BOX, (), (), Asked()), Folder(tmp_path)))).seen.fault,
        ended(Running(lambda: Study(levels(BOX, ["easy"], (), Asked()), Folder(tmp_path)))).seen.fault,
    ]
    assert [fault.split(" (")[0].replace(str(tmp_path), "") for fault in faults] == [
        "A comparison needs two decks or more.",
        f"There is no folder {os.sep}nothing.",
        "Starcrossed is played without maps.",
        "A ladder needs two levels or more.",
    ]


def test_the_window_starts_no_program_from_outside(tmp_path: Path) -> None:
    plan = planned()
    stranger = replace(plan, cells=tuple(replace(cell, levels=("exec:./bot", "random")) for cell in plan.cells))
    Folder(tmp_path / "study").begin(stranger)
    running = ended(Running(partial(kept_study, BOX, tmp_path / "study")))
    assert running.seen.fault == "exec:./bot is started by a command line only, and `lab --resume` goes on with this study."
    assert ended(Running(partial(kept_study, BOX, tmp_path / "study"), play=False)).seen.fault == ""


def test_a_match_of_a_study_is_played_once_more_and_kept_beside_it(tmp_path: Path) -> None:
    study = Study(planned(), Folder(tmp_path / "study"))
    lines = play_study(study.plan, study.folder)
    watching = Watching(partial(played_again, study.plan, study.folder.path), 3)
    watching.start()
    assert watching.wait(ENOUGH)
    assert (watching.fault, watching.path) == ("", played_again(study.plan, study.folder.path, 3))
    replay = Replay.open(watching.path)
    assert replay.count == lines[3].match.actions
    assert replay.difference == ""


def test_a_match_that_cannot_be_kept_is_told_with_the_reason(tmp_path: Path) -> None:
    study = Study(planned(), Folder(tmp_path / "study"))
    play_study(study.plan, study.folder)
    (tmp_path / "study" / "watched").touch()
    watching = Watching(partial(played_again, study.plan, study.folder.path), 3)
    watching.start()
    assert watching.wait(ENOUGH)
    assert watching.fault.startswith("The match cannot be kept: ")


def test_studies_are_found_in_the_lab_folder_the_newest_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path))
    assert kept_studies("shine") == []
    for name in (
        "shine-maps-20250101-000000",
        "shine-decks-20260101-000000",
        "shine-decks-20260101-000001",
        "verona-levels-20260101-000000",
    ):
        (tmp_path / "lab" / name).mkdir(parents=True)
        (tmp_path / "lab" / name / "plan.json").write_bytes(b"{}")
    (tmp_path / "lab" / "shine-decks-20270101-000000").mkdir()
    assert [path.name for path in kept_studies("shine")] == [
        "shine-decks-20260101-000001",
        "shine-decks-20260101-000000",
        "shine-maps-20250101-000000",
    ]
    assert new_folder("shine", "cards").path.parent == tmp_path / "lab"


def test_two_studies_that_begin_in_one_second_are_kept_apart(monkeypatch):
    monkeypatch.setattr(time, "strftime", lambda _: "20260101-000000")
    places = [new_folder("shine", "cards").path for _ in range(3)]
    assert [place.name for place in places] == [f"shine-cards-20260101-000000{tail}" for tail in ("", ".2", ".3")]
