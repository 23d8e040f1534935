"""The window read aloud: by a program that is really started, and writes down what it would have spoken.

Longer than 500 lines, because every test listens with the same ear.
"""

from __future__ import annotations

import re
import stat
import sys
import time
from pathlib import Path

import pytest
from shell_stage import Stage

from game.cli.shoot import Silent, played
from game.content.positions import positions_of
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.replay import Replay
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.pages.settings import SettingsScreen
from game.table.play.curtain import Curtain
from game.table.play.match import MatchScreen
from game.table.play.place_words import place_words
from game.table.screens.learn_match import open_position
from game.table.screens.menu import MenuScreen
from game.table.screens.replay import ReplayScreen
from game.table.shell.speech import joined, plain
from game.table.shell.voice import MOST, Program, Voice, programs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program that listens here is a shell script")

PATIENCE = 30.0


class Ear:
    """What the speaking programs wrote down, a line a sentence."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self) -> list[str]:
        whole = self.path.read_text(encoding="utf-8").rpartition("\n")[0] if self.path.exists() else ""
        return whole.splitlines()

    def until(self, words: str, times: int = 1) -> list[str]:
        """Wait until so many lines hold the words; return all lines so far."""
        end = time.monotonic() + PATIENCE
        while sum(words in line for line in self.lines()) < times:
            assert time.monotonic() < end, f"{words!r} was never spoken, but: {self.lines()}"
            time.sleep(0.01)
        return self.lines()


def script(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def ear(tmp_path, monkeypatch) -> Ear:
    """Have every program that speaks on any system write into a file instead; none is found but these."""
    heard = tmp_path / "heard.txt"
    tools = tmp_path / "tools"
    tools.mkdir()
    script(tools / "espeak-ng", f'(/bin/cat; echo) >> "{heard}"')
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr("game.table.shell.voice.programs", lambda: programs("linux"))
    return Ear(heard)


@pytest.fixture
def stage(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    shown: list[Stage] = []

    def make(**settings) -> Stage:
        shown.append(Stage(games=shelf(), **settings))
        return shown[-1]

    yield make
    for each in shown:
        each.app.let_go()


def test_parts_are_told_once_and_each_ends_with_one_mark():
    assert joined(["Leave the match?", "Every step of it is kept.", "", "Every step of it is kept", "No!"]) == (
        "Leave the match? Every step of it is kept. No!"
    )


def test_nothing_is_said_unless_it_is_wished(ear, stage):
    table = stage()
    table.show(MenuScreen())
    table.press("tab", "tab")
    assert table.app.speech._voice is None
    table.press("f8")
    ear.until("Speech is on")
    assert table.app.settings.speech
    table.press("f8")
    assert not table.app.settings.speech
    assert table.app.speech._voice is None


def test_what_has_the_focus_is_spoken_with_its_name_and_how_it_stands(ear, stage):
    table = stage(speech=True)
    table.show(SettingsScreen())
    assert "Text size. 100 %" in ear.until("Text size")[-1]
    focus(table, "high_contrast")
    ear.until("High contrast, off")
    table.press("space")
    ear.until("High contrast, on")
    focus(table, "speed")
    ear.until("Speed of moves. Normal. How fast the table shows what happens")


def test_a_setting_switches_it_on_and_a_changed_key_too(ear, stage):
    table = stage(keys={"f8": "f12", "f12": "f8"})
    table.show(SettingsScreen())
    focus(table, "speech")
    table.press("space")
    assert table.app.settings.speech
    ear.until("Speech is on")
    table.press("f12")
    assert not table.app.settings.speech


def spoken_out(table: Stage) -> None:
    """Wait until all that was to be said is said to its end."""
    voice, end = table.app.speech._voice, time.monotonic() + PATIENCE
    while voice._said or voice._first or voice._waiting:
        assert time.monotonic() < end
        time.sleep(0.01)


def focus(table: Stage, key: str) -> None:
    """Walk to a widget with Tab."""
    for _ in table.top.widgets():
        if table.top.focus == key:
            return
        table.press("tab")
    raise AssertionError(f"Tab does not come to {key}")


def seen(table: Stage, screen: MatchScreen) -> None:
    for _ in range(400):
        table.frame(0.5)
        if screen.view.human_turn or table.top is not screen:
            return
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "verona", "cardmaster"])
def test_events_the_question_and_every_place_are_told_in_each_game(ear, stage, game):
    table = stage(speech=True, speed="instant")
    screen = MatchScreen(played(Setup(game, 2, seed=3), 0, None))
    screen.rival = Silent()
    screen.ask_here()
    table.show(screen)
    seen(table, screen)
    table.frame()
    prompt = screen.view.question(thinking=False, tooling=False)[1].replace("*", "")
    ear.until(f"Your choice: {prompt}")
    table.press("tab")
    first = screen.focused()
    assert first.strip()
    ear.until(first.replace("*", ""))
    for _ in range(30):
        table.press("tab")
        words = screen.focused()
        assert words.strip(), f"nothing is said of {screen.hand.cursor or screen.focus}"
        assert "{" not in words


def test_a_lesson_says_each_of_its_steps(ear, stage):
    table = stage(speech=True, speed="instant")
    table.show(MenuScreen())
    lesson = next(each for each in positions_of("verona") if each.kind == "lesson")
    open_position(table.app, lesson)
    for _ in range(5):
        table.frame(1.0)
    for _ in range(len(lesson.steps)):
        step = table.top.lesson.step
        ear.until(plain(step.say))
        if not table.top.lesson.reading:
            break
        table.press("space")
    else:
        raise AssertionError("the lesson asks for nothing")


def test_a_refusal_is_spoken_once_each_time_it_is_shown_and_a_lesson_tells_of_the_keys_once(ear, stage):
    table = stage(speech=True, speed="instant")
    table.show(MenuScreen())
    open_position(table.app, next(each for each in positions_of("verona") if each.kind == "lesson"))
    for _ in range(5):
        table.frame(1.0)
    lesson = table.top
    while lesson.lesson.reading:
        table.press("space")
        table.frame(1.0)
    ear.until("By keys: Enter picks a piece up")
    spoken_out(table)  # the focus would cut it off, and it would come again
    foe = next(each for each in lesson.view.scene.pieces.values() if each.kind == "die" and each.owner not in {None, lesson.lesson.seat})
    for _ in range(60):
        if lesson.hand.cursor == f"piece/{foe.id}":
            break
        table.press("tab")
    for times in (1, 2):
        table.press("return")
        table.frame()
        assert lesson.hand.refused is not None
        refusal = lesson.hand.refused[0][0].refusal
        said = f"{refusal.words.rstrip('.')} ({refusal.rule})"
        assert said in table.words().replace("\n", " ").replace(". (", " (")
        lesson.app.speech.tell(f"That was {times}")
        table.frame()
        heard = ear.until(f"That was {times}")
        assert sum(refusal.words.rstrip(".") in line for line in heard) == times, heard
    assert sum("By keys: Enter picks a piece up" in line for line in heard) == 1, heard


def test_a_replay_says_what_it_comes_to(tmp_path, ear, stage):
    table = stage(speech=True)
    match = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("human")), folder=tmp_path)
    for _ in range(6):
        match.submit(match.legal()[0])
    match.flush()
    match.close()
    screen = table.show(ReplayScreen(Replay.open(match.path)))
    screen.go(match.count)
    table.frame()
    assert screen.words
    ear.until(plain(screen.words))


@pytest.mark.parametrize(("game", "label"), [("verona", "Prestige"), ("starcrossed", "Energy"), ("cardmaster", "Standing")])
def test_what_a_seat_has_now_is_told_where_it_changes(ear, stage, game, label, monkeypatch):
    """Not how many cards a pile holds, which changes with every card."""
    table = stage(speed="instant", speech=True)
    heard: list[str] = []
    monkeypatch.setattr(table.app.speech, "tell", lambda words, again=False: heard.append(words))
    match, chance = Match.start(Setup(game, 2, seed=3), (SeatPlan("human"), SeatPlan("human"))), Chance(3)

    def total() -> list[tuple[int, int]]:
        return [(each.seat, each.value) for each in match.scene(0).counters.values() if each.label == label]

    screen = MatchScreen(match)
    screen.rival = Silent()
    table.show(screen)
    seen(table, screen)
    while match.deciding is not None:
        before = total()
        heard.clear()
        screen.submit(chance.pick(match.legal()))
        for _ in range(8):
            table.frame(1.0)
            if table.top is not screen:
                table.press("return")
        if changed := [each for each in total() if each not in before]:
            break
    said = " ".join(heard)
    for seat, value in changed:
        assert re.search(rf"(^|[.!?…] +){re.escape(match.names[seat])}: {label} {value}\.", said), "in a sentence of its own"
    assert "Deck " not in said


def test_what_is_told_ends_as_a_sentence_whatever_a_seat_has_after_it(ear, stage, monkeypatch):
    """ "lays Spilled Ale on D3 Ann: Play limit 0." was one."""
    table = stage(speed="instant", speech=True)
    heard: list[str] = []
    monkeypatch.setattr(table.app.speech, "tell", lambda words, again=False: heard.append(words))
    match, chance = Match.start(Setup("overcross", 2, seed=3), (SeatPlan("human", "Ann"), SeatPlan("human", "Bob"))), Chance(3)
    screen = MatchScreen(match)
    screen.rival = Silent()
    table.show(screen)
    for _ in range(12):
        seen(table, screen)
        screen.submit(chance.pick(match.legal()))
        for _ in range(8):
            table.frame(1.0)
            if table.top is not screen:
                table.press("return")
    assert any(": Play limit " in words for words in heard)
    assert [words for words in heard if words and words.rstrip()[-1] not in ".!?…"] == []
    assert [words for words in heard if re.search(r"[a-z0-9] (Ann|Bob): Play limit", words)] == []


def test_what_happens_is_told_as_the_log_tells_it(ear, stage):
    table = stage(speech=True, speed="instant")
    screen = MatchScreen(played(Setup("verona", 2, seed=3), 0, None))
    screen.rival = Silent()
    table.show(screen)
    seen(table, screen)
    before = len(screen.view.log.entries)
    screen.submit(screen.match.legal()[0])
    for _ in range(5):
        table.frame(1.0)
    told = [line.words.replace("*", "") for line in screen.view.log.entries[before:]]
    assert told
    for words in told[-MOST:]:
        ear.until(words)


def test_what_happens_several_times_at_one_moment_is_told_once_and_counted(ear, stage):
    table = stage(speech=True)
    table.show(MenuScreen())
    speech = table.app.speech
    for _ in range(5):
        speech.tell("Bob draws a card.")
        speech.attend(table.app, changed=False, moving=True)
    speech.tell("Bob plays a card.")
    speech.attend(table.app, changed=False, moving=True)
    heard = ear.until("Bob draws a card, 5 times.")
    assert not any("Bob plays" in line for line in heard)
    speech.attend(table.app, changed=False)
    heard = ear.until("Bob plays a card.")
    assert sum("draws" in line for line in heard) == 1


def overheard(stage, monkeypatch) -> tuple[Stage, MatchScreen, list[str]]:
    """Return a table read aloud with a match of Overcross on it, and what the voice is given to say."""
    table = stage(speech=True, speed="normal", reduced_motion=True)
    said: list[str] = []
    monkeypatch.setattr(Voice, "say", lambda _self, words, **_when: said.append(words))
    screen = MatchScreen(Match.start(Setup("overcross", 2, seed=3), (SeatPlan("human", "Ann"), SeatPlan("random", "Bob"))))
    screen.rival = Silent()
    table.show(screen)
    return table, screen, said


def test_five_draws_of_a_real_turn_are_one_sentence(ear, stage, monkeypatch):
    table, _, said = overheard(stage, monkeypatch)
    for _ in range(600):
        table.frame(0.1)
    draws = [words for words in said if "Bob draws a card" in words]
    assert draws == ["Bob draws a card, 5 times."], said


def test_while_the_table_is_paused_each_step_is_told_when_it_is_shown(ear, stage, monkeypatch):
    """The last one waited for what might happen alike after it, which a paused table shows to nobody."""
    table, screen, said = overheard(stage, monkeypatch)
    table.press("p")
    shown = 0
    for _ in range(12):
        before = screen.view.player.waiting, len(screen.view.log.entries)
        told = len(said)
        table.press(".")
        table.frame(2.0)
        table.frame(0.1)
        if 0 < screen.view.player.waiting < before[0] and len(screen.view.log.entries) > before[1]:
            assert plain(screen.view.told) in " ".join(said[told:])
            shown += 1
    assert shown > 4


def cut_off_at(tmp_path, ear) -> None:
    """Have every sentence go on until it is cut off."""
    script(tmp_path / "tools" / "espeak-ng", f'/bin/cat >> "{ear.path}"; echo >> "{ear.path}"; exec /bin/sleep 60')


def test_a_question_that_was_cut_off_comes_again_after_what_cut_it_off_and_home_says_it_at_once(tmp_path, ear, stage):
    cut_off_at(tmp_path, ear)
    table = stage(speech=True, speed="instant")
    screen = MatchScreen(played(Setup("overcross", 2, seed=3), 0, None))
    screen.rival = Silent()
    screen.ask_here()
    table.show(screen)
    seen(table, screen)
    table.frame()
    question = plain(screen.asked())
    voice = table.app.speech._voice
    passing = {"Speech is on."}

    def waiting() -> list[str]:
        """Return what is being spoken and what waits, but for names of what has, or had, the focus; what is cut off may be both for a moment."""
        passing.add(plain(screen.focused()))
        with voice._turn:
            told = [voice._said if not voice._said_later else "", *voice._first, *voice._waiting]
        return [words for words in dict.fromkeys(told) if words and words not in passing]

    for _ in range(3):
        table.press("tab")
        assert waiting()[-1] == question
        assert [*voice._waiting].count(question) == 1
    waits = waiting()[:-1]
    assert waits
    table.press("home")
    assert waiting() == [*waits, question], "what waits comes first, and all of it"
    assert [*voice._later] == [plain(screen.focused())]
    table.press("tab")
    assert waiting() == [*waits, question], "it was cut off once more"


@pytest.mark.parametrize("way", ["", "tab tab", "tab | tab home", "| tab tab", "| home", "| event tab home"])
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "verona", "cardmaster"])
def test_a_question_that_was_answered_is_never_said_again_however_it_was_cut_off(tmp_path, ear, stage, game, way):
    """By keys before the answer and after it, by what happens, and while its program still ends; only questions are never spoken to their end here."""
    ends = 'trap "/bin/sleep 0.3; exit 0" TERM; while :; do /bin/sleep 0.05; done' if way.startswith("|") else "exec /bin/sleep 60"
    lines = f'words=$(/bin/cat); echo "$words" >> "{ear.path}"; case "$words" in "Your choice"*) {ends};; esac'
    script(tmp_path / "tools" / "espeak-ng", lines)
    table = stage(speech=True, speed="instant")
    screen = MatchScreen(played(Setup(game, 2, seed=3), 8, None))
    screen.rival = Silent()
    screen.ask_here()
    table.show(screen)
    seen(table, screen)
    table.frame()
    question = plain(screen.asked())
    ear.until(question)
    before, _, after = way.partition("|")
    for times, key in enumerate(before.split(), 2):
        table.press(key)
        ear.until(question, times)  # it was cut off, and comes again
    said, count = len(ear.lines()), screen.match.count
    for offer in screen.match.offers():
        if offer.refusal is None and screen.match.count == count:
            screen.submit(offer.action)
            table.press("tab")
    assert screen.match.count > count
    assert plain(screen.asked()) != question
    for key in after.split():
        table.press(key) if key != "event" else table.app.speech.tell("Bob draws a card.")
        table.frame()
    ear.until(plain(screen.asked())) if screen.asked() else spoken_out(table)
    assert question not in ear.lines()[said:]


def test_the_rest_of_what_has_the_focus_is_told_alone_only_where_nothing_came_between(stage, monkeypatch):
    table = stage(speech=True)
    said: list[str] = []
    monkeypatch.setattr(Voice, "say", lambda _self, words, **_when: said.append(words))
    page = table.show(SettingsScreen())
    for words, between in (("Marda", ""), ("Marda. 3 lives", ""), ("Marda. 3 lives. may be placed", "Bob draws a card.")):
        if between:
            table.app.speech.tell(between)
            table.frame()
        monkeypatch.setattr(page, "focused", lambda words=words: words)
        page.stale()
        table.frame()
    assert said[-4:] == ["Marda", "3 lives", "Bob draws a card.", "Marda. may be placed"]


def test_a_curtain_cuts_off_what_was_said_and_says_nothing_that_is_hidden(tmp_path, ear, stage, monkeypatch):
    script(tmp_path / "tools" / "espeak-ng", f'/bin/cat >> "{ear.path}"; echo >> "{ear.path}"; exec /bin/sleep 60')
    table = stage(speech=True, speed="instant")
    match = Match.start(Setup("overcross", 2, seed=5), (SeatPlan("human"), SeatPlan("human")))
    screen = table.show(MatchScreen(match))
    ear.until("Speech is on")
    for _ in range(20):
        table.frame(1.0)
        if isinstance(table.top, Curtain):
            table.press("return")
    seen(table, screen)
    assert table.top is screen
    first = screen.view.viewer
    table.app.speech.tell("You hold a secret.")
    table.app.speech.tell("And another one.")
    chance = 0
    while table.top is screen and screen.view.viewer == first and chance < 200:
        if screen.view.human_turn:
            screen.submit(match.legal()[chance % len(match.legal())])
        chance += 1
        for _ in range(4):
            table.frame(1.0)
    assert isinstance(table.top, Curtain)
    voice = table.app.speech._voice
    waiting = " ".join([*voice._first, *voice._waiting])
    assert "secret" not in waiting
    assert "another one" not in waiting
    ear.until(f"Pass the table to {match.names[table.top.seat]}")
    assert "And another one." not in ear.lines()
    for _ in range(10):
        table.press("tab")
    scene = match.scene(first)
    own = {
        screen.view.printed.card_name(piece.face)
        for piece in scene.pieces.values()
        if piece.face and scene.zones[piece.zone].kind == "hand"
    }
    spoken = " ".join([table.top.announced(), table.top.focused(), table.top.asked(), *voice._first, *voice._waiting])
    assert own
    assert not any(name in spoken for name in own)


def test_after_a_curtain_it_is_told_what_the_other_did_and_a_hidden_play_is_named_to_nobody(ear, stage):
    table = stage(speech=True, speed="instant", reduced_motion=True)
    match = Match.start(Setup("starcrossed", 2, seed=4), (SeatPlan("human", "Ann"), SeatPlan("human", "Bob")))
    screen = table.show(MatchScreen(match))
    for _ in range(6):
        table.frame(1.0)
        if isinstance(table.top, Curtain):
            table.press("return")
    first, hand = screen.view.viewer, screen.hand
    recruit = next(offer for offer in hand.grip.offers if offer.verb == "Recruit" and offer.refusal is None)
    told = f"{match.names[first]} plays a recruit face down"
    while hand.cursor != recruit.source:
        table.press("tab")
    table.press("return", "return")
    for _ in range(3):
        table.frame(1.0)
    ear.until(told)
    for _ in range(60):
        if isinstance(table.top, Curtain):
            break
        screen.submit(next(offer.action for offer in match.offers() if offer.main and offer.refusal is None))
        for _ in range(3):
            table.frame(1.0)
    assert isinstance(table.top, Curtain)
    curtain = len(ear.until("Pass the table to")) - 1
    table.press("return")
    table.frame(1.0)
    assert screen.view.viewer != first
    end = time.monotonic() + PATIENCE
    while not any(told in line for line in ear.lines()[curtain:]):
        assert time.monotonic() < end, ear.lines()[curtain:]
        time.sleep(0.01)
    assert any(told in line.words.replace("*", "") for line in screen.view.log.entries)
    assert not any("face down (" in line for line in ear.lines())


def test_without_a_voice_one_sentence_says_so_and_the_window_goes_on(tmp_path, stage, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("game.table.shell.voice.programs", lambda: programs("linux"))
    table = stage(speech=True)
    table.show(MenuScreen())
    voice = table.app.speech._voice
    voice._thread.join(PATIENCE)
    table.frame()
    assert [words for _, words, _ in table.app.notices] == ["No voice was found that speaks here, so nothing is read aloud."]
    table.press("tab", "tab")
    assert len(table.app.notices) == 1


def test_a_program_that_fails_gives_way_to_the_next(tmp_path, ear):
    broken = script(tmp_path / "broken", "exit 3")
    voice = Voice((Program((str(tmp_path / "none"),)), Program((str(broken),)), *programs("linux")[1:]))
    voice.say("Hear me.")
    ear.until("Hear me.")
    assert voice.fault == ""
    voice.gone()


def test_a_program_that_never_ends_gives_way_to_the_next(tmp_path, ear, monkeypatch):
    """The real `spd-say --wait` waits for ever where its sound has no way out."""
    monkeypatch.setattr("game.table.shell.voice._LONGEST", 0.5)
    stuck = Program((str(script(tmp_path / "stuck", "exec /bin/sleep 60")), "--"), last=True)
    here = script(tmp_path / "here", f'/bin/cat >> "{ear.path}"; echo >> "{ear.path}"')
    voice = Voice([stuck, Program((str(here),))])
    voice.say("still here")
    ear.until("still here")
    voice.gone()


def test_words_are_never_taken_for_options(tmp_path, ear):
    heard = script(tmp_path / "tools" / "spd-say", f'for last; do :; done; echo "$# $last" >> "{ear.path}"')
    assert heard.exists()
    voice = Voice(programs("linux"))
    voice.say("--cancel and -x")
    ear.until("5 --cancel and -x")
    voice.gone()


def test_what_is_cut_off_ends_at_once_and_the_next_is_spoken(tmp_path, ear):
    slow = script(tmp_path / "slow", f'/bin/cat >> "{ear.path}"; echo >> "{ear.path}"; exec /bin/sleep 60')
    voice = Voice((Program((str(slow),)),))
    voice.say("First.")
    ear.until("First.")
    voice.say("Never heard.")
    voice.hush()
    voice.say("Second.")
    assert ear.until("Second.") == ["First.", "Second."]
    voice.gone()
    assert not voice._thread.is_alive()
    assert voice.fault == ""


def test_what_was_cut_off_is_not_cut_off_once_more_while_its_program_ends(tmp_path, ear):
    """Of a name typed fast, every letter's state came again: A, Alp, Alpha, Alp, A."""
    slow = script(
        tmp_path / "slow",
        f'trap "/bin/sleep 1; exit 0" TERM; /bin/cat >> "{ear.path}"; echo >> "{ear.path}"; while :; do /bin/sleep 0.1; done',
    )
    voice = Voice((Program((str(slow),)),))
    voice.say("A")
    ear.until("A")
    assert voice.hush() == ("A",)
    voice.say("Al")
    assert voice.hush() == ("Al",)
    assert voice.hush() == ()
    voice.say("Alp")
    assert ear.until("Alp") == ["A", "Alp"]
    voice.gone()


def test_of_a_flood_the_newest_are_spoken_and_how_many_are_not(tmp_path, ear):
    gate = tmp_path / "gate"
    waits = script(tmp_path / "tools" / "waits", f'while [ ! -e "{gate}" ]; do /bin/sleep 0.01; done; (/bin/cat; echo) >> "{ear.path}"')
    voice = Voice((Program((str(waits),)),))
    voice.say("First.")
    while voice._waiting:
        time.sleep(0.01)
    for number in range(MOST + 3):
        voice.say(f"Number {number}.")
    gate.touch()
    assert ear.until(f"Number {MOST + 2}.") == ["First.", "3 earlier sentences left out.", *(f"Number {n}." for n in range(3, MOST + 3))]
    voice.gone()


def test_in_a_flood_whoever_walks_on_hears_first_where_they_are(tmp_path, ear, stage):
    """What a step reaches was the first of all that waits, and so the first that was left out."""
    cut_off_at(tmp_path, ear)
    table = stage(speech=True)
    menu = table.show(MenuScreen())
    table.frame()
    for number in range(MOST + 2):
        table.app.speech.tell(f"Event {number}.")
    table.frame()
    for _ in range(4):
        heard = len(ear.lines())
        table.press("tab")
        table.frame()
        named = plain(menu.focused())
        ear.until(named)
        assert ear.lines()[heard:] == [named]


def test_a_flood_waits_in_bounds(tmp_path, ear):
    slow = script(tmp_path / "slow", "exec /bin/sleep 60")
    voice = Voice((Program((str(slow),)),))
    for number in range(MOST * 3):
        voice.say(f"{number}")
    assert len(voice._waiting) == MOST
    assert voice._waiting[-1] == str(MOST * 3 - 1)
    voice.gone()


@pytest.mark.parametrize(("platform", "first"), [("linux", "spd-say"), ("darwin", "say"), ("win32", "powershell")])
def test_each_system_has_a_voice_of_its_own(platform, first):
    assert programs(platform)[0].words[0] == first


@pytest.mark.parametrize("game", ["overcross", "verona", "cardmaster"])
def test_what_the_pointer_picks_up_and_puts_down_is_told_as_by_keyboard(ear, stage, game):
    """Said of the piece as it is held, of each place it may go to what that would bring, and that it was put back."""
    table = stage(speech=True, speed="instant", reduced_motion=True)
    screen = MatchScreen(played(Setup(game, 2, seed=5), 8 if game == "verona" else 40, None))
    screen.ask_here()
    screen.rival = Silent()
    table.show(screen)
    seen(table, screen)
    board, grip = screen.view.board, screen.hand.grip
    sources = [each for each in grip.sources() if each.startswith("piece/") and board.centre_of(each)]
    source = next(each for each in sources if any(offer.source == each and offer.target and offer.refusal is None for offer in grip.offers))
    table.tap(*board.centre_of(source))
    assert (grip.held, screen.by_keyboard) == (source, False)
    table.frame(0.1)
    held = place_words(screen.view, screen.hand, source)
    assert "in your hand now" in held
    ear.until(plain(held))
    target = next(each for each in grip.open_targets() if board.centre_of(each))
    table.move(*board.centre_of(target))
    table.frame(0.1)
    there = place_words(screen.view, screen.hand, target)
    assert next(offer.verb for offer in grip.targets()[target] if offer.refusal is None) in there
    ear.until(plain(there))
    table.tap(*board.centre_of(source), button=3)
    table.frame(0.1)
    assert grip.held is None
    ear.until("Put back")


def test_a_sentence_that_is_withdrawn_is_cut_off_where_it_is_spoken_and_forgotten_where_it_waits(tmp_path, ear):
    here = script(tmp_path / "slow", f'words=$(/bin/cat); echo "begun $words" >> "{ear.path}"; exec /bin/sleep 600')
    quick = script(tmp_path / "quick", f'/bin/cat >> "{ear.path}"; echo >> "{ear.path}"')
    voice = Voice([Program((str(here),)), Program((str(quick),))])
    voice.say("Attack?")
    ear.until("begun Attack?")
    voice._programs = [Program((str(quick),))]
    for words in ("Ada draws.", "Attack?", "Block?"):
        voice.say(words)
    voice.withdraw("Attack?")
    assert ear.until("Block?") == ["begun Attack?", "Ada draws.", "Block?"]
    voice.gone()


def test_a_card_is_told_in_short_with_its_two_numbers_unless_its_badges_tell_them(stage):
    table = stage(speed="instant")
    screen = MatchScreen(played(Setup("shine", 2, seed=3), 40, None))
    screen.rival = Silent()
    screen.ask_here()
    table.show(screen)
    seen(table, screen)
    told = 0
    for piece in screen.view.scene.pieces.values():
        face = screen.view.printed.face(piece.face) if piece.face and not piece.down else None
        if face is not None and len(face.stats) == 1 and not piece.badges:
            told += 1
            assert face.stats[0].words in place_words(screen.view, screen.hand, f"piece/{piece.id}"), face.name
    assert told >= 3


def test_the_first_question_about_things_says_once_how_keys_pick_them_up(stage):
    table = stage(speed="instant", keys={"return": "j"})
    screen = MatchScreen(played(Setup("overcross", 2, seed=3), 4, None))
    screen.rival = Silent()
    screen.ask_here()
    table.show(screen)
    seen(table, screen)
    said = "Tab or an arrow goes to what you can use, J picks it up and puts it down."
    assert screen.asked().endswith(said)
    assert screen.asked().endswith(said), "as long as this is asked"
    screen.submit(screen.match.legal()[0])
    seen(table, screen)
    assert screen.match.count > screen.hand.asked_first
    assert said not in screen.asked()
