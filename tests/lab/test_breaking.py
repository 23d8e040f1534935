"""What breaks a game is searched for: every deck is legal, a planted hole is found, and a search that was stopped is the same search."""

from __future__ import annotations

import re
import signal
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from game.ai.levels import player
from game.ai.minds import SINGLE, WOUNDS, kinds
from game.ai.player import Budget
from game.cli import main
from game.cli.breaking import _wanted, told
from game.content import creatures
from game.content.decks import read_decks
from game.kernel.chance import Chance
from game.kernel.setup import DeckList, Setup
from game.lab import breaking, breaking_decks, seeking
from game.lab.batch import Batch, Played, play_one
from game.lab.findings import figure, percent
from game.lab.seeking import Wanted
from game.rules import open_box, shelf
from game.rules.starcrossed.actions import Attack

WITH_DECKS = [box.id for box in shelf() if box.ready_decks()]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Callable[..., breaking.Aim]:
    """Return what makes a small search of Cardmaster: two factions in the field, four decks a round."""
    box = open_box("cardmaster")
    field = box.ready_decks()[:2]
    monkeypatch.setattr(type(box), "ready_decks", lambda self: field)
    monkeypatch.setattr(breaking, "BRED", 4)

    def aim(seed: int = 5, players: tuple[str, ...] = ("quick", "rush")) -> breaking.Aim:
        return breaking.aimed(Setup("cardmaster", 2, seed=seed), players)

    return aim


def last(search: breaking.Search, matches: int, jobs: int = 1) -> breaking.Search:
    return list(breaking.searched(search, matches=matches, jobs=jobs))[-1]


# --- single minds


def walk(game: str, seed: int, actions: int):
    """Yield the rules, the state and what is legal at every decision of a match played at random."""
    box = open_box(game)
    setup = box.complete(Setup(game, 2, seed=seed))
    rules = box.rules(setup)
    state, chance = rules.setup(setup).state, Chance(seed)
    for _ in range(actions):
        legal = rules.legal(state)
        if not legal:
            return
        if len(legal) > 1:
            yield rules, state, legal
        state = rules.advance(state, chance.pick(legal))


def choice(mind: str, rules, state, legal):
    return player(mind, rules).choose(rules.observe(state, rules.deciding(state)), legal, Budget(10), Chance(3))


def test_who_rushes_attacks_whenever_it_can_and_who_is_peaceful_never_but_when_it_must() -> None:
    met = 0
    for rules, state, legal in walk("starcrossed", 4, 120):
        attacks = [action for action in legal if isinstance(action, Attack)]
        if attacks and len(attacks) < len(legal):
            met += 1
            assert isinstance(choice("rush", rules, state, legal), Attack)
            assert not isinstance(choice("peaceful", rules, state, legal), Attack)
            assert not isinstance(choice("stall", rules, state, legal), Attack)
    assert met > 3


def test_who_burns_wounds_without_an_attack_where_that_can_be_and_who_draws_draws() -> None:
    met = {"burn": 0, "draw": 0}
    for seed in (1, 2):
        for rules, state, legal in walk("shine", seed, 110):
            seat, judge, world = rules.deciding(state), rules.judge(), rules.sample(rules.observe(state, rules.deciding(state)), Chance(3))
            told = {action: kinds(rules, judge, world, action, seat, Chance(3)) for action in legal}
            for mind, wanted in (("burn", WOUNDS), ("draw", {"draw"})):
                quiet = {action: found for action, found in told.items() if mind == "draw" or "attack" not in found[0]}
                able = [action for action, (now, _) in quiet.items() if now & wanted]
                able = able or [action for action, (_, later) in quiet.items() if later & wanted]
                if able and len(able) < len(legal):
                    met[mind] += 1
                    assert choice(mind, rules, state, legal) in able
    assert all(met.values()), met


def test_a_single_mind_is_known_and_offered_to_nobody() -> None:
    from game.ai.levels import known, level_names

    rules = next(walk("starcrossed", 1, 9))[0]
    assert all(known(mind, rules) for mind in SINGLE)
    assert not set(SINGLE) & set(level_names(rules))


# --- decks


@pytest.mark.parametrize("game", WITH_DECKS)
def test_every_deck_that_is_made_up_is_legal_and_they_differ(game: str) -> None:
    box = open_box(game)
    setup = breaking.aimed(Setup(game, 2)).setup
    bench, chance = breaking_decks.Workbench(box, setup), Chance(8)
    decks: list[DeckList] = list(bench.ready)
    for _ in range(24):
        decks.append(bench.varied(chance.pick(decks), chance.pick(decks), chance))
        assert box.deck_faults(decks[-1], setup) == ()
    assert len(breaking_decks.cards_of(decks)) > len(bench.ready) + 12
    assert len({bench.niche(deck) for deck in decks}) > 4


def test_where_a_deck_may_be_small_small_ones_are_tried() -> None:
    bench, chance = breaking_decks.Workbench(open_box("overcross"), breaking.aimed(Setup("overcross", 2)).setup), Chance(2)
    sizes = [sum(bench.varied(chance.pick(bench.ready), chance.pick(bench.ready), chance).cards.values()) for _ in range(24)]
    assert min(sizes) < 10
    assert max(sizes) > 18


# --- the search


def test_a_field_that_can_be_beaten_is_found_to_be(small, monkeypatch: pytest.MonkeyPatch) -> None:
    """The field is two factions of the weakest creatures; what is found is stronger, and wins more than chance explains."""
    aim = small(seed=1, players=("quick",))
    weakest = sorted(creatures.shipped_cards().values(), key=lambda card: (card.tier, card.id))[:18]
    field = tuple(DeckList(name, {card.id: 1 for card in cards}) for name, cards in (("Low", weakest[::2]), ("Lower", weakest[1::2])))
    monkeypatch.setattr(type(open_box("cardmaster")), "ready_decks", lambda self: field)
    search = last(breaking.begun(aim), 60)
    find = breaking.confirmed(aim, breaking.candidates(search, 1)[0], 16)
    assert find.won.low > 0.5
    assert find.sure
    assert find.games == 16
    assert find.against.keys() == {"Low", "Lower"}


def test_what_is_confirmed_is_confirmed_in_better_hands_than_it_was_sought_in(
    small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never attacking won 81 % against quick hands that did not see it coming, and 44 % against Normal."""
    aim = small(seed=1)
    seen: list[tuple[str, ...]] = []
    play = breaking.play_one

    def played(batch: Batch, number: int) -> Played:
        seen.append(batch.levels)
        return play(batch, number)

    monkeypatch.setattr(breaking, "play_one", played)
    search = last(breaking.begun(aim), 8)
    assert {levels[1] for levels in seen} == {"quick"}
    entry = search.best()[0]
    for held, hands in (("quick", "normal"), ("rush", "rush")):
        seen.clear()
        find = breaking.confirmed(aim, replace(entry, player=held), 2)
        assert set(seen) == {(hands, "normal")}
        assert find.player == hands
        seen.clear()
        breaking.shown(aim, tmp_path, replace(entry, player=held), 0)
        assert set(seen) == {(hands, "normal")}


def test_a_find_that_does_not_surely_beat_the_field_is_told_as_not_confirmed(tmp_path: Path) -> None:
    deck = open_box("cardmaster").ready_decks()[0]
    for won, even, sure in (
        ([0.0] * 6, 0.5, False),
        ([0.5] * 40, 0.5, False),
        ([1.0] * 40, 0.5, True),
        ([], 0.5, False),
        ([0.4] * 40, 0.25, True),
    ):
        find = breaking.Find(deck, "rush", 2 * len(won), figure(won), {"Low": figure(won)}, even=even)
        words = "confirmed" if sure else "not confirmed"
        assert find.sure == sure
        assert f" of {find.games}, {words}; " in told(find, 1, tmp_path / "one.toml", 1)[0]
        assert f" of {find.games} against the others, as it is a ready deck itself, {words}; " in told(find, 1, tmp_path / "one.toml", 2)[0]
        (kept,) = read_decks([breaking.kept(tmp_path, find, 1)]).decks
        assert kept.plan.endswith(f"{percent(find.won)} of {find.games} matches won, {words}.")


def test_finds_are_listed_and_kept_in_order_of_what_they_were_confirmed_at(
    small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    del small
    won = iter([[0.5] * 6, [1.0, 0.9] * 6, [0.6] * 3, [0.0] * 6])
    real = breaking.confirmed

    def confirmed(aim: breaking.Aim, entry: breaking.Entry, games: int, **how: object) -> breaking.Find:
        (how["folder"] / f"{entry.deck.name}.txt").write_text("")  # type: ignore[operator]
        return replace(real(aim, entry, games, **how), won=figure(next(won)))  # type: ignore[arg-type]

    monkeypatch.setattr(seeking, "confirmed", confirmed)
    words = ["lab", "cardmaster", "break", "--matches", "40", "--games", "2", "--finds", "4", "--jobs", "1"]
    assert main([*words, "--keep", str(tmp_path / "search")]) == 0
    listed = [line for line in capsys.readouterr().out.splitlines() if re.match(r"\d\. ", line)]
    assert [re.findall(r"^(\d)\. .*: (\d+)\.0 % .* of|$", line)[0] for line in listed] == [
        ("1", "95"),
        ("2", "60"),
        ("3", "50"),
        ("4", "0"),
    ]
    finds = seeking.kept_finds(tmp_path / "search")
    assert [round(find.won.mean, 2) for find in finds] == [0.95, 0.6, 0.5, 0.0]
    files = sorted((tmp_path / "search" / "finds").glob("*.toml"))
    assert [file.name[:2] for file in files] == ["01", "02", "03", "04"]
    for number, (find, file) in enumerate(zip(finds, files, strict=True), start=1):
        assert read_decks([file]).decks[0].cards == find.deck.cards
        assert [path.stem for path in seeking.matches_of(tmp_path / "search", number).glob("*.txt")] == [find.deck.name]
    assert sorted(path.name for path in (tmp_path / "search" / "matches").iterdir()) == ["01", "02", "03", "04"]


def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(small, tmp_path: Path) -> None:
    aim = small()
    whole = last(breaking.begun(aim), 40)
    stopped = next(breaking.searched(breaking.begun(aim), matches=40))
    assert 0 < stopped.matches < whole.matches
    breaking.saved(tmp_path, stopped)
    again = breaking.resumed(tmp_path, aim)
    assert again == stopped
    assert last(again, 40) == whole


@pytest.mark.parametrize("most", [2, 3, 7, 24, 31])
def test_a_search_never_plays_more_matches_than_it_may(small, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    played: list[int] = []
    monkeypatch.setattr(breaking, "play_one", lambda batch, number: played.append(number) or play_one(batch, number))
    searches = list(breaking.searched(breaking.begun(small()), matches=most))
    assert searches[-1].matches == len(played)
    assert most - 2 < len(played) <= most


def test_another_search_is_not_gone_on_with(small, tmp_path: Path) -> None:
    breaking.saved(tmp_path, breaking.begun(small()))
    with pytest.raises(breaking.BreakingError, match="another search"):
        breaking.resumed(tmp_path, small(seed=6))
    assert breaking.resumed(tmp_path / "nowhere", small()) is None
    (tmp_path / breaking.STATE).write_text("{")
    with pytest.raises(breaking.BreakingError, match="cannot be read"):
        breaking.resumed(tmp_path, small())


def test_the_best_of_each_kind_is_kept_and_a_worse_one_never_takes_its_place(small) -> None:
    search = breaking.begun(small())
    for after in breaking.searched(search, matches=60):
        for key, entry in search.entries.items():
            kept = after.entries[key]
            same = (kept.deck, kept.player) == (entry.deck, entry.player)
            assert same or kept.worth > entry.worth
        search = after
    assert len(search.entries) > 4


def test_the_command_searches_confirms_and_keeps_what_it_found(small, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del small
    words = ["lab", "cardmaster", "break", "--matches", "20", "--games", "4", "--finds", "2", "--players", "rush"]
    assert main([*words, "--keep", str(tmp_path)]) == 0
    told, beforehand = capsys.readouterr()
    assert "Searches in 20 matches at most; then confirms up to 2 finds with 4 matches each." in beforehand
    assert re.search(r"^Cardmaster: (?:[0-9]|1[0-9]|20) matches searched in ", told)
    files = sorted((tmp_path / "finds").glob("*.toml"))
    assert len(files) == 2
    assert all(file.name in told for file in files)
    decks = read_decks(files)
    assert decks.faults == ()
    assert all("played by rush" in deck.plan for deck in decks.decks)
    journal = min((tmp_path / "matches" / "01").rglob("*.jsonl"))
    assert main(["replay", str(journal), "--verify"]) == 0
    assert main([*words, "--keep", str(tmp_path)]) == 2
    assert "holds a search already" in capsys.readouterr().err
    assert main([*words[:4], "60", *words[5:-2], "--resume", str(tmp_path)]) == 0
    assert len(list((tmp_path / "finds").glob("*.toml"))) == 2
    capsys.readouterr()
    assert main([*words[:3], "--resume", str(tmp_path)]) == 0
    told, beforehand = capsys.readouterr()
    assert (
        "The search has had its time, which --minutes or --matches makes longer; confirms up to 2 finds with 4 matches each." in beforehand
    )
    assert "4 matches each, against" in told


def test_a_search_that_is_resumed_has_the_time_that_is_left(tmp_path: Path) -> None:
    asked = Namespace(matches=0, minutes=None, finds=5, games=20, given=frozenset())
    assert _wanted(asked, tmp_path) == Wanted(seconds=600.0)
    (tmp_path / "wanted.json").write_bytes(msgspec.json.encode(Wanted(seconds=120.0, finds=3, games=8, searched=90.0)))
    assert _wanted(asked, tmp_path) == Wanted(seconds=120.0, finds=3, games=8, searched=90.0)
    assert _wanted(asked, tmp_path).left == 30.0
    longer = _wanted(Namespace(matches=0, minutes=1.0, finds=5, games=20, given=frozenset({"games"})), tmp_path)
    assert (longer.left, longer.finds, longer.games) == (60.0, 3, 20)
    assert _wanted(Namespace(matches=9, minutes=None, finds=5, games=20, given=frozenset()), tmp_path).matches == 9
    (tmp_path / "wanted.json").write_bytes(b"{")
    assert _wanted(asked, tmp_path) == Wanted(seconds=600.0)


def test_the_time_of_a_search_is_kept_with_each_round(small, tmp_path: Path, monkeypatch) -> None:
    del small
    search = breaking.begun(breaking.aimed(Setup("cardmaster", 2, seed=4), ("quick",)))
    monkeypatch.setattr(seeking, "searched", lambda search, **asked: iter((replace(search, rounds=asked["seconds"]),)))
    monkeypatch.setattr(seeking.time, "monotonic", iter((100.0, 112.0)).__next__)
    (after,) = seeking.sought(search, tmp_path, Wanted(seconds=60.0, searched=20.0))
    assert after.rounds == 40.0
    assert seeking.wanted_of(tmp_path) == Wanted(seconds=60.0, searched=32.0)
    assert list(seeking.sought(search, tmp_path, Wanted(seconds=60.0, searched=60.0))) == []


def interrupted(*_: object, **__: object) -> Iterator[tuple[()]]:
    """Confirm nothing: end as where somebody has pressed Ctrl-C."""
    raise KeyboardInterrupt
    yield ()


def test_a_search_that_is_stopped_at_once_is_gone_on_with(small, tmp_path: Path, monkeypatch, capsys) -> None:
    """Ctrl-C in the first round leaves the beginning, and says how to go on; nothing is told as found."""
    del small
    words = ["lab", "cardmaster", "break", "--matches", "2", "--games", "2", "--finds", "1", "--jobs", "1", "--players", "quick"]

    def ended(batch: Batch, number: int) -> Played:
        signal.raise_signal(signal.SIGINT)
        return play_one(batch, number)

    with monkeypatch.context() as patched:
        patched.setattr(breaking, "play_one", ended)
        assert main([*words, "--keep", str(tmp_path)]) == 130
    told = capsys.readouterr()
    assert f"Stopped; --resume {tmp_path} goes on with it." in told.err
    assert "confirmed" not in told.out
    assert main([*words[:-2], "--resume", str(tmp_path)]) == 0
    assert "1 round" in capsys.readouterr().out
    with monkeypatch.context() as patched:  # in the midst of what is confirmed
        patched.setattr(seeking, "confirm", interrupted)
        assert main([*words[:-2], "--resume", str(tmp_path)]) == 130
    assert capsys.readouterr().out.endswith(f"\nkept in {tmp_path}\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["verona", "break"], "star cross'd is played without decks; its studies are levels and compare."),
        (["cardmaster", "brake"], "There is no study 'brake'; those of Cardmaster are decks, cards, levels, break and compare."),
        (["cardmaster", "break", "--players", "nobody"], "Nobody of one mind is called 'nobody'"),
        (["cardmaster", "break", "--resume", "nowhere"], "There is no folder nowhere."),
        (["cardmaster", "break", "--minutes", "0"], "--minutes is a number from"),
    ],
)
def test_what_cannot_be_searched_is_said_in_a_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *words]) == 2
    assert told in capsys.readouterr().err
