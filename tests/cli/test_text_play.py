"""Playing in words: whole matches by number and by word, refusals with their rule, undo, and leaving."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.cli.listing import matching
from game.cli.play import CLEAR
from game.cli.text import TextTable
from game.content import files
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import IDS, open_box


class Typist:
    """Types prepared lines, then whatever `then` makes of what was said since."""

    def __init__(self, *lines: str, then: Callable[[list[str]], str] | None = None) -> None:
        self.lines = list(lines)
        self.then = then
        self.said: list[str] = []
        self.heard = 0

    def hear(self) -> str:
        if self.lines:
            return self.lines.pop(0)
        if self.then is None:
            raise EOFError
        fresh, self.heard = self.said[self.heard :], len(self.said)
        return self.then(fresh)

    def say(self, line: str) -> None:
        self.said += line.split("\n")

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def table(tmp_path: Path, *players: str, game: str = "verona", seed: int = 5, keep: bool = True, take_backs: bool = False) -> Match:
    setup = Setup(game=game, seats=len(players), seed=seed, take_backs=take_backs)
    return Match.start(setup, tuple(SeatPlan(player) for player in players), folder=tmp_path if keep else None)


def play(match: Match, *lines: str, then: Callable[[list[str]], str] | None = None) -> Typist:
    typist = Typist(*lines, then=then)
    TextTable(match, typist.hear, typist.say, lambda: typist.say("WIPED")).play()
    return typist


def listed(said: list[str]) -> Iterator[tuple[str, str]]:
    for line in said:
        found = re.match(r"\s*(\d+) (\S.*)$", line)
        if found:
            yield found[1], found[2]


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize("hot_seat", [False, True], ids=["against-random", "hot-seat"])
def test_a_whole_match_of_each_game_is_played_by_number(game, hot_seat, tmp_path):
    seats = min(open_box(game).seats)
    players = ("human",) * seats if hot_seat else ("human", *["random"] * (seats - 1))
    match = table(tmp_path, *players, game=game, seed=3)
    turns = 0

    def number(said: list[str]) -> str:
        nonlocal turns
        turns += 1
        if turns > 1500:
            raise EOFError
        offers = list(listed(said))
        return offers[turns % len(offers)][0] if offers else "" if turns % 2 else "back"

    typist = play(match, then=number)
    assert match.outcome is not None or turns > 1500
    if match.outcome is not None:
        assert "The match is over." in typist.text


def test_a_number_takes_the_offer_it_stands_for(tmp_path):
    match = table(tmp_path, "human", "random")
    typist = play(match)
    first = dict(listed(typist.said))["1"]
    again = play(match, "1")
    assert first in again.text
    assert match.count > 1


def test_words_that_only_one_offer_holds_take_it(tmp_path):
    match = table(tmp_path, "human", "human")
    offers = [offer for offer in match.offers() if offer.refusal is None]
    typist = play(match)
    sentences = [words for _, words in listed(typist.said)]
    alone = next(words for words in sentences if len(matching(sentences, words)) == 1)
    play(match, alone)
    assert match.count == 1
    assert match.action(1) in [offer.action for offer in offers]


def test_words_that_several_offers_hold_are_ambiguous_and_do_nothing(tmp_path):
    match = table(tmp_path, "human", "human")
    typist = play(match, "propose")
    assert match.count == 0
    assert re.search(r"\d+ offers match 'propose': type a number, or more words\.", typist.text)


def test_words_that_only_refused_offers_hold_say_why_with_the_rule(tmp_path):
    match = table(tmp_path, "human", "human")
    typist = play(match, "recruit")
    assert match.count == 0
    assert re.search(r"Recruit.*\(VR-13\)", typist.text)


def test_why_lists_what_is_refused_with_its_rule(tmp_path):
    typist = play(table(tmp_path, "human", "human"), "why recruit", "why zebra")
    assert "(VR-13)" in typist.text
    assert "Nothing that is refused matches 'zebra'." in typist.text


@pytest.mark.parametrize(
    "line", ["0", "999", "99999999999999999999", "1 by C3", "1 via Z99", "zebra", "odds", "odds 999", "rules VR-99", "²"]
)
def test_what_makes_no_sense_is_answered_and_changes_nothing(line, tmp_path):
    match = table(tmp_path, "human", "human")
    before = len(play(match).said)
    typist = play(match, line)
    assert match.count == 0
    assert len(typist.said) > before


def test_a_rule_is_read_by_its_number(tmp_path):
    assert "VR-13" in play(table(tmp_path, "human", "human"), "rules vr-13").text


def test_a_card_that_is_not_there_is_said_to_be_none_and_names_with_commas_stay_apart(tmp_path):
    said = play(table(tmp_path, "human", "random", game="shine"), "", "read zzz", "read star").text
    assert "No card in sight is called `zzz`. The cards you can see are: " in said
    names = said.partition("The cards you can see are: ")[2].partition("\n")[0].rstrip(".").split("; ")
    assert len(names) >= 2
    assert set(names) <= {face.name for face in open_box("shine").catalogue()}


def test_the_odds_are_told_before_the_dice_fall(tmp_path):
    match = table(tmp_path, "human", "human")
    number = next(number for number, words in listed(play(match).said) if "feud" in words)
    assert "%" in play(match, f"odds {number}").text
    assert match.count == 0


def test_undo_takes_the_last_decision_back_where_the_match_allows_it(tmp_path):
    match = table(tmp_path, "human", "random", take_backs=True)
    start = match.digest
    typist = play(match, "1", "undo")
    assert "Taken back." in typist.text
    assert (match.count, match.digest) == (0, start)


def test_between_two_people_undo_says_whose_decision_it_is_and_takes_it_back_for_nobody_else(tmp_path):
    match = table(tmp_path, "human", "human", take_backs=True)
    first, other = match.deciding, match.names[1 - match.deciding]
    whose = match.names[first]
    typist = play(match, "1", "undo", f"undo {other}", "undo Nobody")
    assert match.count == 1
    assert typist.text.count(f"The last decision was that of {whose}, and nobody takes back another's. (UNDO)") == 2
    assert f"{whose} can take it back: undo {whose}" in typist.text
    assert "Nobody called 'Nobody' chooses at this table." in typist.text
    typist = play(match, f"undo {whose.lower()}")
    assert f"{whose}'s decision is taken back." in typist.text
    assert (match.count, match.deciding) == (0, first)


def test_undo_is_refused_with_its_reason_after_dice_were_seen(tmp_path):
    match = table(tmp_path, "human", "human")
    typist = play(match, "feud", "1", "1", "undo")
    assert match.count == 2
    assert "without take-backs. (UNDO)" in typist.text


def test_leaving_says_how_to_go_on_and_the_match_stands_where_it_stood(tmp_path):
    match = table(tmp_path, "human", "random")
    typist = play(match, "1", "quit")
    match.close()
    assert typist.said[-1].endswith(f"--resume {match.path}")
    again = Match.resume(match.path)
    assert (again.count, again.digest) == (match.count, match.digest)


def test_a_match_that_could_not_be_saved_does_not_say_how_to_go_on(tmp_path, monkeypatch):
    """There is nothing to go on with."""
    match = table(tmp_path, "human", "random")
    match.flush()
    with monkeypatch.context() as full:
        full.setattr(files, "_write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        typist = play(match, "1", "quit")
    match.close()
    assert "No space left on device" in typist.said[-1]
    assert "--resume" not in typist.text


def test_save_says_where_the_match_is_kept(tmp_path):
    match = table(tmp_path, "human", "human")
    assert str(match.path) in play(match, "save").text
    assert "not kept" in play(table(tmp_path, "human", "human", keep=False), "save").text


def test_programs_play_alone_and_the_end_is_told(tmp_path):
    match = table(tmp_path, "random", "random")
    typist = play(match)
    assert match.outcome is not None
    assert "The match is over." in typist.text
    assert "Prestige: " in typist.text


def test_windows_in_which_one_can_only_pass_are_passed_without_a_question(tmp_path):
    match = table(tmp_path, "human", "random", game="shine")
    asked = []

    def first(said: list[str]) -> str:
        if match.outcome is None:
            asked.append(dict(listed(said)))
        return "1"

    play(match, then=first)
    assert match.outcome is not None
    assert len(asked) > 20
    assert all(len(choices) > 1 for choices in asked)
    assert not any("Pass: do nothing now." in line for line in play(match).said)


def test_the_log_tells_the_last_steps_again(tmp_path):
    match = table(tmp_path, "human", "random")
    typist = play(match, "1", "log", "log 1")
    told = [line for line in typist.said if line.startswith("  ")]
    assert len(told) > len(set(told))


@pytest.mark.parametrize("count", ["0", "x", "-3", "²", "9" * 5000])
def test_the_log_says_so_when_it_is_asked_for_no_number_of_steps(count, tmp_path):
    match = table(tmp_path, "human", "human")
    said = play(match, f"log {count}").said[len(play(match).said) - 1 : -1]
    assert len(said) == 1
    assert said[0].startswith("`log N` tells the last N steps, and `log` alone the last 20; ")
    assert len(said[0]) < 160


def test_the_dice_that_others_show_are_told_by_the_map_and_by_who_sits_here(tmp_path):
    match = table(tmp_path, "human", "novice", "random")
    scene, plain = match.scene(match.deciding), len(play(match).said) - 1
    for seat in range(1, 3):
        dice = [piece.face for piece in sorted(scene.pieces.values(), key=lambda each: each.slot) if piece.zone == f"pool@{seat}"]
        assert len(dice) == 5
        on_the_map = next(line for line in play(match, "map").said[plain:] if line.startswith(f"{match.names[seat]}:"))
        said = play(match, "who").said[plain:]
        at = next(number for number, line in enumerate(said) if line.startswith(match.names[seat]))
        assert said[at].startswith(f"{match.names[seat]} (the computer, {'Novice' if seat == 1 else 'Random'}): Prestige ")
        assert said[at + 1].startswith(f"  {match.names[seat]} shows: ")
        for line in (on_the_map, said[at + 1]):
            told = [count_and_face(each) for each in line.rstrip(".").partition(": ")[2].split(", ")]
            assert [face for count, face in told for _ in range(count)] == dice
    assert "computer" not in next(line for line in play(match, "who").said[plain:] if line.startswith(match.names[0]))


def count_and_face(words: str) -> tuple[int, str]:
    """Return how many dice a part of a line tells, and what they show: `2 x 4`."""
    count, _, face = words.rpartition(" x ")
    return int(count or 1), face


def test_two_dice_that_nobody_could_tell_apart_are_one_offer(tmp_path):
    """Seed 5 deals House Leonardi two 2s: proposing with either is the same to every eye."""
    match = table(tmp_path, "human", "human")
    sentences = [words for _, words in listed(play(match).said)]
    enabled = [offer for offer in match.offers() if offer.refusal is None]
    assert len(set(sentences)) == len(sentences)
    assert len(enabled) > len(sentences)


def test_a_sentence_that_is_typed_whole_wins_over_longer_ones():
    sentences = ["Move Ayla to B1", "Move Ayla to B10", "Move Ayla to B11"]
    assert matching(sentences, "ayla b1") == [0]
    assert matching(sentences, "ayla b") == [0, 1, 2]
    assert matching(sentences, "nobody") == []


def test_the_words_of_an_offer_take_it_whatever_else_holds_them_too():
    sentences = [
        "Play Ash on Support space 1 (1 Shine).",
        "Play Ash on Support space 2 (1 Shine).",
        "Play Ash (1 Shine)",
        "Pass",
        "Pass on space 1.",
    ]
    for number, sentence in enumerate(sentences):
        for typed in (sentence, sentence.rstrip(".").upper(), f"{sentence}  "):
            assert matching(sentences, typed) == [number]
    assert matching(sentences, "play ash on support space 1") == [0]
    assert matching(sentences, "ash 1") == [0, 1, 2]


def test_what_would_change_nothing_is_asked_about_once(tmp_path, monkeypatch):
    match = table(tmp_path, "human", "random", game="shine", seed=3)
    plain = match.offers
    card = next(iter(match.setup.decks[0].cards))
    warning = f"It would change nothing: [{card}] is *Steady*."
    monkeypatch.setattr(match, "offers", lambda: tuple(replace(offer, warning=warning) for offer in plain()))
    typist = play(match, "1", "no", "1", "yes")
    assert typist.text.count(f"It would change nothing: {match.rules.face(card).name} is Steady. Type `yes`") == 2
    assert match.count >= 1
    left = table(tmp_path, "human", "random", game="shine", seed=3)
    monkeypatch.setattr(left, "offers", lambda: tuple(replace(offer, warning=warning) for offer in plain()))
    play(left, "1", "no")
    assert left.count == 0


def words_at_each_decision(match: Match, decisions: int) -> list[int]:
    """Count the words with which decisions are asked, all but the first: what is told besides what happened, when offers are taken in turn."""
    told: list[int] = []

    def number(said: list[str]) -> str:
        told.append(sum(len(line.split()) for line in said if not re.match(r" {2,}\D", line)))
        if len(told) > decisions:
            raise EOFError
        offers = list(listed(said))
        return offers[len(told) % len(offers)][0] if offers else "1"

    play(match, then=number)
    return told[1:]


MOST_WORDS = 160


@pytest.mark.parametrize("game", IDS)
def test_a_decision_is_told_in_few_words(game, tmp_path):
    """Half of the decisions take less, none takes twice as many; with the whole table each took 226 to 533."""
    match = table(tmp_path, "human", *["random"] * (min(open_box(game).seats) - 1), game=game, seed=3)
    told = sorted(words_at_each_decision(match, 40))
    assert told[len(told) // 2] < MOST_WORDS
    assert told[-1] < 2 * MOST_WORDS
    assert "look" in play(table(tmp_path, "human", "random", game=game)).said[0]


def test_the_whole_table_is_told_when_it_is_asked_for(tmp_path):
    match = table(tmp_path, "human", "human", game="overcross")
    short, whole = play(match, "").text, play(match, "", "look").text
    assert "Discard pile: empty." not in short
    assert "Discard pile: empty." in whole


def test_a_match_that_could_not_be_saved_says_so_at_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(Match, "save_fault", property(lambda match: f"Not saved: {match.path.name}."))
    match = table(tmp_path, "random", "random", game="verona")
    assert play(match).said[-1] == f"Not saved: {match.path.name}."


def test_parts_of_the_table_are_told(tmp_path):
    match = table(tmp_path, "human", "human", game="overcross")
    typist = play(match, "", "hand", "map", "around c5", "around c5 0", "around zebra", "who")
    assert "Hand, 5 cards:" in typist.text
    assert "The Fountain Court: 12 columns and 12 rows, A1 to L12." in typist.text
    assert "  Wall (nobody may enter it, and nobody sees past it): H4, E6, L6, A7, H7, E9." in typist.text
    assert (
        "There: C5, dirt (open ground, nothing happens here): Crate (nobody may enter it, nobody sees past it, and 3 damage destroys it)."
        in typist.text
    )
    assert (
        "1 space away: D5 Rubble (a step onto it takes 2 of your Move, and sight passes over it); B4, C4, D4, B5 Dirt; B6, C6, D6 Stone"
        in typist.text
    )
    assert typist.text.count("2 spaces away: ") == 1
    assert "Around which square, A1 to L12?" in typist.text
    assert "Everyone has one turn a round" in typist.text
    assert match.count == 0


def test_a_table_without_squares_says_so(tmp_path):
    typist = play(table(tmp_path, "human", "human"), "around g4", "map", "hand")
    assert "There are no squares on this table" in typist.text
    assert "House Leonardi (yours): " in typist.text


def test_all_places_of_one_piece_are_one_line_and_each_number_takes_its_own(tmp_path):
    match = table(tmp_path, "human", "random", game="overcross")
    line = next(line for line in play(match, "1").said if line.startswith("  1 Put "))
    goal = re.search(r"; 3: (\w+)", line)
    assert goal is not None
    assert f"on the grid on {goal[1]}\n" in play(match, "3").text


def test_all_gives_each_offer_a_line_of_its_own(tmp_path):
    match = table(tmp_path, "human", "human", game="overcross")
    play(match, "", "1")
    offers = sum(offer.refusal is None for offer in match.offers())
    assert len(dict(listed(play(match, "", "all").said))) == offers


def test_between_two_people_everything_is_wiped_before_the_next_one_is_called(tmp_path):
    match = table(tmp_path, "human", "human", game="shine", seed=3)
    typist = play(match, "1", "what is it", "", "hand")
    first, _, after = typist.text.partition("WIPED\n")
    name = match.names[match.deciding]
    assert after.startswith(f"Now {name} sits down; press Enter when nobody else can see this.\nThis is for {name} alone")
    assert first.count("Choose rock.") == 1
    assert after.count("Choose rock.") == 1


def test_nobody_s_hand_is_told_before_they_sit_down(tmp_path):
    typist = play(table(tmp_path, "human", "human", game="starcrossed", seed=5), "hand")
    assert "Play " not in typist.text
    assert "is for" in typist.text


def test_people_without_a_curtain_between_them_hear_everything_once(tmp_path):
    """Seed 5 has House Leonardi feud at once; whoever chooses next was there when it happened."""
    match = table(tmp_path, "human", "human", "human")
    said = play(match, "1", "1", "1", "1", "1").said
    told = [line.strip() for line in said if re.match(r" {2,4}[A-Z]", line) and not re.search("Usually:|The aim:", line)]
    happened = [beat.telling for number in range(1, match.count + 1) for beat in match.beats(SPECTATOR, number)]
    assert len(told) == sum(telling is not None and bool(telling.words) for telling in happened) > 5
    assert sum(line.startswith("House Torresan") and "Prestige 0" in line for line in said) == 1


def test_who_sits_here_is_told_with_what_is_counted_and_each_meaning_once(tmp_path):
    before, said = play(table(tmp_path, "human", "random", game="shine", seed=3), "who", "1", "1", "1", "who").text.split("Keep this hand")
    assert "At 0 Life" not in before, "none lies yet"
    assert said.count("At 0 Life a player loses at once") == 1


def test_one_can_leave_at_the_curtain(tmp_path):
    match = table(tmp_path, "human", "human", game="shine", seed=3)
    typist = play(match, "1", "quit")
    assert "Choose rock." not in typist.text.partition("WIPED")[2]
    assert typist.said[-1].startswith("Left after")


def typed(*words: str) -> list[str]:
    return [sys.executable, "-m", "game", "play", *words, "--text", "--seed", "3"]


def home(tmp_path: Path) -> dict[str, str]:
    root = str(Path(__file__).parents[2])
    return {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PYTHONPATH": root, "PYTHONIOENCODING": "ascii"}


def test_through_a_pipe_each_question_arrives_before_its_answer_is_typed(tmp_path):
    """A pipe that holds lines back would leave whoever listens there without a question; letters it cannot write do not stop it."""
    with subprocess.Popen(typed("verona"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=home(tmp_path)) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        while not running.stdout.readline().startswith("  1 "):
            pass
        running.stdin.write("odds 1\n1\n")
        running.stdin.flush()
        while "Prestige" not in running.stdout.readline():
            pass
        running.stdin.close()
        assert "\x1b" not in running.stdout.read()
    assert running.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal to type at is opened by pty")
def test_at_one_terminal_the_screen_and_what_scrolled_out_of_it_are_wiped_between_two_people(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(typed("shine", "--seat", "human", "human"), stdin=theirs, stdout=theirs, env=home(tmp_path)) as running:
        os.close(theirs)
        os.write(ours, b"1\n")
        told = b""
        while b"sits down" not in told:
            told += os.read(ours, 1 << 12)
        os.write(ours, b"quit\n")
        running.wait()
    os.close(ours)
    before, _, after = told.partition(CLEAR.encode())
    assert b"Choose rock." in before
    assert b"Choose rock." not in after
