"""Studies: the same on any number of processes, whenever they were stopped; counted as they are played, and compared deal by deal."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import sqrt
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.cli.studied import report
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.lab.batch import Batch, Played, check_batch, play_one
from game.lab.findings import (
    Difference,
    Figure,
    Findings,
    Standing,
    differences,
    figure,
    findings,
    held_against,
    known_within,
    percent,
    settled,
    told,
    worded,
)
from game.lab.planning import compared, kept_study, played_again
from game.lab.sheet import as_csv, as_html, as_json
from game.lab.study import Folder, Line, Plan, StudyError, made, play_number, play_study
from game.lab.tally import Counting, Tally
from game.match.replay import Replay
from game.rules import open_box

DECKS = open_box("cardmaster").ready_decks()[:3]


def planned(deals: int = 4, level: str = "random", seed: int = 3) -> Plan:
    pairs = list(combinations(DECKS, 2))
    cells = tuple(Batch(Setup("cardmaster", 2, seed=seed, decks=pair), (level, level), 2 * deals) for pair in pairs)
    return made(Plan("cardmaster", "decks", tuple(f"{one.name} against {other.name}" for one, other in pairs), cells, deals))


PLAN = planned()


@pytest.fixture(name="whole", scope="module")
def played_at_once(tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    return play_study(PLAN, Folder(tmp_path_factory.mktemp("whole") / "study"))


def test_the_numbers_go_round_the_cells_deal_by_deal() -> None:
    assert PLAN.games == 24
    assert [PLAN.place(number) for number in range(8)] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (0, 2), (0, 3)]


def test_a_study_is_the_same_on_two_processes_and_in_any_pool(whole: list[Line], tmp_path: Path) -> None:
    assert play_study(PLAN, Folder(tmp_path / "two"), jobs=2) == whole
    with ThreadPoolExecutor(2) as pool:
        assert play_study(PLAN, Folder(tmp_path / "pool"), pool=pool) == whole


def test_what_was_stopped_in_the_middle_of_a_line_goes_on_to_the_same_end(whole: list[Line], tmp_path: Path) -> None:
    folder = Folder(tmp_path / "study")
    play_study(PLAN, folder)
    path = folder.path / "matches.jsonl"
    content = path.read_bytes()
    for cut in (0, 10, content.index(b"\n") + 1, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:cut])
        asked: list[int] = []
        assert play_study(PLAN, folder, progress=lambda lines, asked=asked: asked.append(len(lines))) == whole
        assert len(asked) == PLAN.games - content[:cut].count(b"\n")
        assert folder.lines() == whole


def test_a_keyboard_interrupt_leaves_what_was_played(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "study")

    def interrupt(lines: list[Line]) -> None:
        if len(lines) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_study(PLAN, folder, progress=interrupt)
    assert len(folder.lines()) == 5


def test_a_folder_keeps_one_study(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "study")
    folder.begin(PLAN)
    assert folder.begin(PLAN) == []
    assert folder.plan() == PLAN
    with pytest.raises(StudyError, match="holds another study"):
        folder.begin(planned(seed=4))
    older = folder.path / "plan.json"
    older.write_bytes(older.read_bytes().replace(b',"mods":[]', b""))
    assert folder.begin(PLAN) == []
    with pytest.raises(StudyError, match="holds no study"):
        Folder(tmp_path).plan()
    (tmp_path / "plan.json").write_text("[]")
    with pytest.raises(StudyError, match="is no plan of a study"):
        Folder(tmp_path).plan()


def test_a_study_of_old_is_gone_on_with_watched_and_compared_as_it_was_dealt(tmp_path: Path) -> None:
    of_old = replace(PLAN, cells=tuple(replace(batch, apart=False) for batch in PLAN.cells))
    folder = Folder(tmp_path / "study")
    whole = play_study(of_old, folder)
    place = folder.path / "plan.json"
    place.write_bytes(place.read_bytes().replace(b',"apart":false', b""))
    assert b"apart" not in place.read_bytes()
    box = open_box("cardmaster")
    study = kept_study(box, folder.path)
    assert study.plan == of_old
    matches = folder.path / "matches.jsonl"
    matches.write_bytes(b"".join(matches.read_bytes().splitlines(keepends=True)[:5]))
    assert play_study(study.plan, folder) == whole
    assert Replay.open(played_again(study.plan, folder.path, 1)).setup.seed == whole[1].match.seed == 3
    today = compared(box, folder.path)
    assert [batch.apart for batch in today.plan.cells] == [False] * 3
    assert list(today.known) == whole


def test_matches_of_a_deal_in_which_nothing_is_dealt_have_seeds_of_their_own(whole: list[Line]) -> None:
    assert [line.match.seed for line in whole if line.cell == 1] == list(range(3, 11))
    assert {each.count for each in findings(PLAN, whole).seats} == {12}


def test_enough_stops_after_the_same_round_on_any_number_of_processes(whole: list[Line], tmp_path: Path) -> None:
    def two_rounds(plan: Plan, lines: object) -> bool:
        return len(lines) >= 2 * plan.round  # type: ignore[arg-type]

    one = play_study(PLAN, Folder(tmp_path / "one"), enough=two_rounds)
    assert one == whole[: 2 * PLAN.round]
    assert play_study(PLAN, Folder(tmp_path / "two"), jobs=2, enough=two_rounds) == one
    assert play_study(PLAN, Folder(tmp_path / "two"), enough=two_rounds) == one


# --- what is counted ---------------------------------------------------------------------------------------------------


TELLS = {"shine": r"\{(\d)\} plays \[([a-z0-9-]+)\]", "overcross": r"\{(\d)\} (?:deploys|lays|plays|gives) \[([a-z0-9-]+)\]"}
"""How the log of a game tells that somebody plays a card."""


@pytest.mark.parametrize("game", TELLS)
def test_what_is_counted_as_played_is_what_the_log_tells(game: str, tmp_path: Path) -> None:
    batch = check_batch(Batch(Setup(game, 2, seed=4), ("random", "random"), 1, counted=True, journals=str(tmp_path), most_actions=250))
    play_one(batch, 0)
    replay = Replay.open(tmp_path / f"{game}-000000.jsonl")
    rules, steps = replay.rules, 0
    counting = Counting(rules, rules.setup(replay.setup).state, 2)
    logged: tuple[Counter[str], ...] = (Counter(), Counter())
    state = rules.setup(replay.setup).state
    while replay.step():
        for beat in replay.beats(SPECTATOR):
            for seat, card in re.findall(TELLS[game], beat.telling.words if beat.telling else ""):
                logged[int(seat)][card] += 1
        step = rules.apply(state, replay.action())
        counting.step(step)
        state, steps = step.state, steps + 1
    tally = counting.tally(None)
    assert steps > 50
    assert tally.played == tuple(dict(sorted(each.items())) for each in logged)
    assert all(tally.played)
    assert all(set(tally.played[seat]) <= set(tally.drawn[seat]) for seat in range(2))


def test_counting_changes_nothing(tmp_path: Path) -> None:
    batch = check_batch(Batch(Setup("shine", 2, seed=4), ("random", "random"), 1))
    plain, counted = play_one(batch, 0), play_one(replace(batch, counted=True), 0)
    assert counted.tally is not None
    assert replace(counted, tally=None) == plain


# --- what it tells -----------------------------------------------------------------------------------------------------


def line(number: int, share: float, tally: Tally | None = None, plan: Plan = PLAN) -> Line:
    """Return a match of which the first entrant won so much."""
    cell, inner = plan.place(number)
    turned = inner % 2
    shares = (1 - share, share) if turned else (share, 1 - share)
    winners = () if share == 0.5 else (shares.index(max(shares)),)
    return Line(number, cell, Played(inner, inner // 2, (turned, 1 - turned), shares, (0, 0), winners, 50, finished=True, tally=tally))


def test_a_figure_is_of_deals_with_one_more_each_way() -> None:
    assert figure([]) == Figure(0.5, 0.5, 0)
    few = figure([1.0, 1.0])
    assert (few.mean, few.count) == (1.0, 2)
    assert few.reach == pytest.approx(0.25 + 3.182 * sqrt((3 * 0.25**2 + 0.75**2) / 3) / 2, rel=0.01)
    assert figure([0.5] * 1000).reach < 0.002


def test_a_deal_that_both_entrants_win_once_says_that_they_are_equal() -> None:
    found = findings(PLAN, [line(number, 0.0 if PLAN.place(number)[1] % 2 else 1.0) for number in range(24)])
    assert {standing.won.mean for standing in found.standings} == {0.5}
    assert [round(each.mean, 6) for each in found.seats] == [1.0, 0.0]


def test_the_first_entrant_of_every_cell_wins_everything() -> None:
    found = findings(PLAN, [line(number, 1.0) for number in range(24)])
    assert [(standing.name, standing.won.mean) for standing in found.standings] == [
        (DECKS[0].name, 1.0),
        (DECKS[1].name, 0.5),
        (DECKS[2].name, 0.0),
    ]
    assert [each.won.mean for each in found.meetings] == [1.0, 1.0, 1.0]
    assert [each.mean for each in found.seats] == [0.5, 0.5]


def test_nothing_has_no_sign() -> None:
    assert [percent(Figure(mean, 0.1, 9, -1.0), signed=True) for mean in (0.0, -0.0, -0.0001, 0.02, -0.02)] == [
        "0.0 % ± 10.0",
        "0.0 % ± 10.0",
        "0.0 % ± 10.0",
        "+2.0 % ± 10.0",
        "-2.0 % ± 10.0",
    ]
    assert percent(Figure(0.5, 0.1, 9)) == "50.0 % ± 10.0"


def test_no_interval_goes_beyond_what_a_share_can_be() -> None:
    assert percent(Figure(1.0, 0.3, 2)) == "100.0 % (70.0 to 100.0)"
    assert percent(figure([-1.0], -1.0), signed=True) == "-100.0 % (-100.0 to +100.0)"
    assert percent(Figure(0.9, 0.3, 0)) == "–"
    low, high = (figure([value] * 3) for value in (0.0, 1.0))
    assert (low.low, high.high) == (0.0, 1.0)
    lines = [line(number, 1.0) for number in range(6)]
    for words in ("\n".join(report(findings(PLAN, lines), PLAN)), as_html(findings(PLAN, lines), {})):
        shares = re.findall(r"([\d.]+) % ± ([\d.]+)", words)
        assert all(float(mean) - float(reach) >= 0 and float(mean) + float(reach) <= 100 for mean, reach in shares), shares
    rows = [row for row in csv.DictReader(as_csv(findings(PLAN, lines), {}).splitlines()) if row["what"] != "card"]
    assert all(0 <= float(row["low"]) <= float(row["high"]) <= 1 for row in rows)


def test_of_nothing_no_share_is_told() -> None:
    told_lines = report(findings(PLAN, []), PLAN)
    assert "seat 1 wins – of 0 deals" in told_lines
    assert any(each.endswith("the first wins – of 0 deals, 0 actions a match") for each in told_lines)
    assert "50.0" not in "".join(told_lines)


def test_programs_read_both_ends_of_every_interval_and_none_of_what_was_never_seen() -> None:
    found = findings(PLAN, [line(number, 1.0, Tally(((), ()), ({}, {}))) for number in range(6)])
    told = json.loads(as_json(found))["findings"]
    for each, standing in zip(told["standings"], found.standings, strict=True):
        assert (each["won"]["low"], each["won"]["high"]) == (standing.won.low, standing.won.high)
        assert (each["won"]["least"], each["won"]["most"]) == (0.0, 1.0)
    assert {(card["when_played"]["count"], card["when_played"]["low"], card["when_played"]["high"]) for card in told["cards"]} == {
        (0, None, None)
    }
    cards = [row for row in csv.DictReader(as_csv(found, {}).splitlines()) if row["what"] == "card"]
    assert cards
    assert {(row["share"], row["low"], row["high"], row["count"]) for row in cards} == {("", "", "", "0")}


def test_a_deal_that_is_not_whole_is_left_out() -> None:
    assert findings(PLAN, [line(0, 1.0)]).standings == ()


def test_cards_are_held_against_what_their_deck_does_anyway() -> None:
    good, poor = sorted(DECKS[0].cards)[:2]

    def tally(number: int) -> Tally:
        mine = {good: 2} if PLAN.place(number)[1] < 4 else {poor: 1}
        turned = PLAN.place(number)[1] % 2
        return Tally((tuple(mine), ()), (mine, {})) if not turned else Tally(((), tuple(mine)), ({}, mine))

    lines = [line(number, 1.0 if PLAN.place(number)[1] < 4 else 0.0, tally(number)) for number in range(24) if PLAN.place(number)[0] == 0]
    found = findings(PLAN, lines)
    uses = {use.card: use for use in found.cards}
    assert (uses[good].drawn, uses[good].played, uses[good].when_played.mean) == (4, 8, 0.5)
    assert (uses[poor].drawn, uses[poor].played, uses[poor].when_played.mean) == (4, 4, -0.5)
    assert (uses[good].seats, uses[good].players, uses[good].when_played.count) == (8, 4, 2)
    assert found.cards[0].card == good
    name = next(face.name for face in open_box("cardmaster").catalogue() if face.id == good)
    told = "\n".join(report(replace(found, kind="cards"), PLAN))
    assert f"  {good}: in the deck of 8 seats, drawn by 4, played by 4 (8 times in all); wins when played +50.0 % " in told.replace(
        name, good
    )
    first, *rows = csv.reader(as_csv(found, {}).splitlines())
    kept = [dict(zip(first, row, strict=True)) for row in rows]
    assert {(row["what"], row["share of"], row["counted in"]) for row in kept} == {
        ("deck", "wins", "deals"),
        ("meeting", "wins of the first named", "deals"),
        ("first seat", "wins of the first seat", "deals"),
        ("seat", "wins", "deals"),
        ("card", "wins of a seat that played it, less its deck's", "deals in which it was played"),
    }
    card = next(row for row in kept if row["name"] == good)
    assert (card["count"], card["drawn"], card["played"], card["in the decks of"], card["played by"]) == ("2", "4", "8", "8", "4")
    page = as_html(found, {})
    assert re.search(rf"<td>{good}</td><td>8</td><td>4</td><td>4</td><td>8</td><td", page)
    assert good not in found.never
    assert sorted(DECKS[0].cards)[2] in found.never


def test_comebacks_and_decisions_are_of_matches_with_one_winner() -> None:
    lines = [line(number, 1.0, Tally(((), ()), ({}, {}), lowest=0.1 if number % 2 else 0.6, decided=0.4, swings=3)) for number in range(4)]
    lines.append(line(4, 0.5, Tally(((), ()), ({}, {}))))
    found = findings(PLAN, lines)
    assert (found.comebacks.mean, found.comebacks.count, found.decided, found.swings) == (0.5, 2, 0.4, 3)


def test_of_two_matches_of_a_deal_no_more_is_known_than_of_the_deal() -> None:
    """They may be one match told twice: seats, first seats and comebacks are as sure as deals make them, like the shares of decks."""
    tally = Tally(((), ()), ({}, {}), lowest=0.1)
    lines = [line(number, 0.0 if PLAN.place(number)[1] % 2 else 1.0, tally) for number in range(24)]
    found = findings(PLAN, lines)
    assert found.seats == (figure([1.0] * 12), figure([0.0] * 12))
    assert [each.first_seat for each in found.meetings] == [figure([1.0] * 4)] * 3
    assert found.comebacks == figure([1.0] * 12)
    told_lines = report(replace(found, kind="maps"), PLAN)
    assert sum("the first seat wins" in words and words.count(" of 4 deals") for words in told_lines) == 3
    assert any(words.startswith("seat 1 wins 100.0 % (") and words.endswith(" of 12 deals") for words in told_lines)
    assert not any("match" in words and "matches" in words and "seat" in words for words in told_lines)


def test_the_cards_of_all_cells_are_named() -> None:
    """A card that was edited is seen whichever cell is played with it."""
    changed = replace(PLAN.cells[2], setup=replace(PLAN.cells[2].setup, catalogue="another"))
    other = replace(PLAN, cells=(*PLAN.cells[:2], changed))
    assert settled(other) != settled(PLAN)
    assert findings(other, []).played != findings(PLAN, []).played
    alike = replace(PLAN, cells=PLAN.cells[:1] * 3)
    assert f"cards {PLAN.cells[0].setup.catalogue}," in settled(alike)


def test_equal_studies_show_no_difference(whole: list[Line]) -> None:
    changes = differences(PLAN, whole, PLAN, whole)
    assert [each.change.mean for each in changes] == [0, 0, 0]
    assert not any(each.seen for each in changes)
    assert told(changes, 24) == "No difference can be seen in 24 matches."
    assert told(changes, 24, 2) == "No difference can be seen in 24 matches, of which 2 did not finish."


def test_of_maps_it_is_told_how_the_first_seat_of_each_changed() -> None:
    """The entrants of such a study are alike, so that what each of them wins says nothing."""
    plan = replace(planned(40), kind="maps")
    before = [line(number, 0.5, plan=plan) for number in range(plan.games)]
    after = [line(number, 0.5, plan=plan) for number in range(plan.games)]
    first = [each for each in after if each.cell == 1]
    for each in first:
        after[each.number] = replace(each, match=replace(each.match, shares=(1.0, 0.0)))
    changes = differences(plan, before, plan, after)
    assert (changes[0].name, changes[0].change.mean, changes[0].seen) == (plan.names[1], 0.5, True)
    assert {each.change.mean for each in changes[1:]} == {0.0}


def test_what_changed_comes_first_and_is_told_in_one_sentence() -> None:
    plan = planned(40)
    before = [line(number, 0.5, plan=plan) for number in range(plan.games)]
    after = [line(number, 1.0 if plan.place(number)[0] == 0 else 0.5, plan=plan) for number in range(plan.games)]
    changes = differences(plan, before, plan, after)
    assert [(each.name, each.change.mean) for each in changes] == [(DECKS[0].name, 0.25), (DECKS[1].name, -0.25), (DECKS[2].name, 0.0)]
    assert [each.seen for each in changes] == [True, True, False]
    reach = f"{100 * changes[0].change.reach:.1f}"
    assert told(changes, 240) == (
        f"{DECKS[0].name} +25.0 % ± {reach}; {DECKS[1].name} -25.0 % ± {reach}; the other: no difference can be seen in 240 matches."
    )
    assert told(changes[:1], 1) == f"{DECKS[0].name} +25.0 % ± {reach}, in 1 match."
    slight = Difference("A", Figure(-0.01, 0.02, 9, -1.0), tuple(f"c{n}" for n in range(13)))
    assert worded(slight, str.upper) == f"A: -1.0 % ± 2.0, which may be chance; changed: {', '.join(f'C{n}' for n in range(12))} …"
    assert worded(changes[2], str) == f"{DECKS[2].name}: 0.0 % ± {100 * changes[2].change.reach:.1f}"


def test_a_comparison_of_maps_speaks_of_the_first_seat_in_page_and_table() -> None:
    changes = (Difference("=Small", Figure(0.25, 0.05, 40, -1.0)),)
    found = held_against(replace(findings(PLAN, [line(0, 1.0)]), kind="maps"), changes, unchanged=False)
    assert "<th>Map</th><th>change of the first seat's share of wins</th>" in as_html(found, {}, changes)
    row = next(row for row in csv.DictReader(as_csv(found, {}, changes).splitlines()) if row["what"] == "difference")
    assert (row["name"], row["share of"], row["low"], row["high"]) == ("'=Small", "change of the first seat's share of wins", "0.2", "0.3")
    assert row["in words"] == "'=Small: +25.0 % ± 5.0"


def test_it_is_known_when_every_figure_is() -> None:
    assert known_within(0.02, [Figure(0.5, 0.02, 9), Figure(0.1, 0.01, 9)])
    assert not known_within(0.02, [Figure(0.5, 0.02, 9), Figure(0.1, 0.021, 9)])
    assert not known_within(0.02, [])  # nothing has been seen yet


def test_a_difference_is_seen_when_its_interval_does_not_hold_nothing() -> None:
    assert Difference("A", Figure(0.03, 0.02, 9)).seen
    assert Difference("A", Figure(-0.03, 0.02, 9)).seen
    assert not Difference("A", Figure(0.02, 0.02, 9)).seen


def test_a_match_that_was_not_finished_is_counted_as_such() -> None:
    plan = made(replace(PLAN, cells=tuple(replace(cell, most_actions=3) for cell in PLAN.cells)))
    found: Findings = findings(plan, [play_number(plan, number) for number in range(2)])
    assert (found.matches, found.unfinished, found.standings, found.lengths) == (2, 2, (), ())
    half = findings(plan, [play_number(plan, 0), *(line(number, 1.0) for number in range(2, 4))])
    assert (half.unfinished, half.lengths, [each.count for each in half.seats]) == (1, (50, 50), [1, 1])
    assert report(half, plan)[1] == "1 match of these did not finish; every figure is of those that did"
    assert "3 matches, of which 1 did not finish and count in nothing below." in as_html(half, {})
    whole = findings(PLAN, [line(0, 1.0)])
    assert "finish" not in " ".join(report(whole, PLAN))
    assert "1 match, all of them finished." in as_html(whole, {})


def test_a_report_tells_nothing_of_what_was_never_seen() -> None:
    found = findings(PLAN, [])
    page = as_html(found, {})
    assert "No match had a winner." in page
    assert "one chance in four" not in page
    assert "<td>–</td>" in page
    assert "±" not in page
    assert "<th>of matches</th>" not in page
    assert "no match had a winner" in report(found, PLAN)
    wide = as_html(replace(found, seats=(Figure(0.5, 1.13, 1),) * 2), {})
    assert "50.0 % (0.0 to 100.0)" in wide
    assert re.findall(r"class='scale'[^>]*>([^<]+)<", wide) == ["0 %", "50 %", "100 %"]


def test_a_deck_with_a_sly_name_writes_no_markup_and_no_formula() -> None:

    found = replace(findings(PLAN, [line(0, 1.0)]), standings=(Standing("=1+<script>'", Figure(0.5, 0.1, 2)),), faults=("<b>",))
    page = as_html(found, {})
    assert "<script" not in page
    assert "<b>" not in page
    assert "deck,'=1+<script>'," in as_csv(found, {})
