"""Players from outside: a class in a file, a program that speaks JSON lines, a package; and what each of them can do wrong."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from shelved import resumed, toy_match

from game import paths
from game.ai import brought
from game.ai.brought import PlayerError, bring
from game.ai.levels import level_names
from game.ai.player import Budget
from game.cli import laddering, main
from game.cli.rules import rule_text
from game.content.pages import page_path
from game.kernel.chance import Chance
from game.kernel.offers import SetupError
from game.kernel.setup import Setup
from game.lab.batch import Batch, play_batch
from game.lab.ladder import thinking
from game.lab.study import Plan, made
from game.lab.workers import play_beside
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import brought_in, open_box
from game.table.pages.rules import page_text

pytestmark = pytest.mark.usefixtures("toy_shelf")

ANSWERS = (
    'import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n    print(json.dumps({"choose": ANSWER}), flush=True)\n'
)


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    for known in (brought._class_in, brought._offered, brought.installed):
        known.cache_clear()
    yield
    for known in (brought._class_in, brought._offered, brought.installed):
        known.cache_clear()


def bot(folder: Path, body: str) -> str:
    """Return the name of a player whose `choose` has this body."""
    path = folder / "bot.py"
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    path.write_text(
        f"class Bot:\n    def __init__(self, rules):\n        self.rules = rules\n\n    def choose(self, seen, legal, budget, chance):\n{lines}\n"
    )
    return f"{path}:Bot"


def program(folder: Path, answer: str, text: str = ANSWERS) -> str:
    path = folder / "program.py"
    path.write_text(text.replace("ANSWER", answer))
    return f"exec:{sys.executable} {path}"


def asked(name: str) -> object:
    match = toy_match()
    seat = match.deciding
    assert seat is not None
    return bring(name, match.rules).choose(match.observation(seat), match.legal(), Budget(seconds=0.01), Chance(1))


def test_a_class_in_a_file_chooses(tmp_path: Path) -> None:
    assert asked(bot(tmp_path, "return legal[-1]")) == toy_match().legal()[-1]


def test_a_file_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_the_bot.py").write_text("LAST = -1\n")
    name, path = bot(tmp_path, "return legal[LAST]"), tmp_path / "bot.py"
    path.write_text("from beside_the_bot import LAST\n" + path.read_text())
    before = list(sys.path)
    assert asked(name) == toy_match().legal()[-1]
    assert sys.path == before


def test_a_program_is_asked_in_lines_and_answers_with_a_number(tmp_path: Path) -> None:
    assert asked(program(tmp_path, 'len(question["legal"]) - 1')) == toy_match().legal()[-1]


def test_a_program_learns_what_its_seat_may_know_and_nothing_else(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    text = f"import sys\nline = sys.stdin.readline()\nopen({str(kept)!r}, 'w').write(line)\nprint('{{\"choose\": 0}}', flush=True)\n"
    asked(program(tmp_path, "", text))
    match = toy_match()
    question = msgspec.json.decode(kept.read_bytes())
    assert set(question) == {"game", "observation", "legal", "seconds", "iterations", "limit", "seed"}
    assert question["observation"] == msgspec.json.decode(msgspec.json.encode(match.observation(match.deciding or 0)))
    assert question["legal"] == msgspec.json.decode(msgspec.json.encode(match.legal()))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return None", "chose 'None', which is none of the"),
        ("return 1 / 0", "failed: ZeroDivisionError: division by zero (bot.py, line 6)."),
        ("raise SystemError", "failed: SystemError (bot.py, line 6)."),
        ("raise SystemExit(3)", "failed: SystemExit: 3 (bot.py, line 6)."),
    ],
)
def test_what_a_class_does_wrong_is_one_sentence(body: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=r"bot\.py:Bot ") as caught:
        asked(bot(tmp_path, body))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "text", "words"),
    [
        ("99", ANSWERS, "chose number 99, and the legal actions are numbered from 0 to "),
        ("-1", ANSWERS, "chose number -1"),
        ('"a"', ANSWERS, "instead of {"),
        ("", "print('hello')", "answered 'hello' instead of {\"choose\": NUMBER}."),
        ("", "pass", "ended without an answer."),
        ("", "import sys; sys.stdin.close(); import os; os.close(1)", "ended without an answer."),
        ("", "import time; time.sleep(60)", "did not answer within"),
    ],
)
def test_what_a_program_does_wrong_is_one_sentence(
    answer: str, text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "sleep" in text:
        monkeypatch.setattr(brought, "LIMIT", 0.2)
    with pytest.raises(PlayerError, match=r"^exec:") as caught:
        asked(program(tmp_path, answer, text))
    assert words in str(caught.value)


def test_a_program_that_answers_twice_is_told_and_not_taken_at_its_next_question(tmp_path: Path) -> None:
    text = 'import sys\nfor line in sys.stdin:\n    print(\'{"choose": 0}\\n{"choose": 1}\', flush=True)'
    match = toy_match()
    player = bring(program(tmp_path, "", text), match.rules)
    player.choose(match.observation(0), match.legal(), Budget(), Chance(1))
    player._answers.put(player._answers.get(timeout=60))  # type: ignore[attr-defined]
    with pytest.raises(PlayerError, match=r"^exec:.* said '\{\"choose\": 1\}' without being asked: an answer is one line\.$"):
        player.choose(match.observation(0), match.legal(), Budget(), Chance(1))


def test_a_program_has_the_time_it_is_given_and_is_told_of_it(tmp_path: Path) -> None:
    match = toy_match()

    def limits(**given: float) -> list[float]:
        text = f"import json, sys\nfor line in sys.stdin:\n    open({str(tmp_path / 'heard')!r}, 'a').write(line)\n    print('{{\"choose\": 0}}', flush=True)"
        (tmp_path / "heard").unlink(missing_ok=True)
        player = bring(program(tmp_path, "", text), match.rules)
        for _ in range(2):
            player.choose(match.observation(0), match.legal(), Budget(**given), Chance(1))  # type: ignore[arg-type]
        return [json.loads(line)["limit"] for line in (tmp_path / "heard").read_text().splitlines()]

    assert limits() == [30, 10]
    assert limits(limit=45.0) == [135, 45]
    assert limits(limit=45.0, seconds=1.0) == [136, 46]
    late = bring(program(tmp_path, "", "import time; time.sleep(60)"), match.rules)
    with pytest.raises(PlayerError, match=r"did not answer within 0\.3 seconds\.$"):
        late.choose(match.observation(0), match.legal(), Budget(limit=0.1), Chance(1))


def test_a_batch_hands_its_limit_on_and_counts_shares_over_what_was_finished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "import json, sys\nfor number, line in enumerate(sys.stdin):\n    question = json.loads(line)\n"
        f"    open({str(tmp_path / 'heard')!r}, 'a').write(f'{{question[\"limit\"]}}\\n')\n"
        "    if not number and question['seed'] % 2: break\n    print('{\"choose\": 0}', flush=True)"
    )
    words = ["sim", "verona", "--seats", f"{program(tmp_path, '', text)},random", "--games", "6", "--json", str(tmp_path / "out.json")]
    assert main([*words, "--limit", "300"]) == 1
    assert set((tmp_path / "heard").read_text().split()) == {"900.0", "300.0"}
    said = capsys.readouterr().out
    lost = 6 - json.loads((tmp_path / "out.json").read_text())["finished"]
    assert 0 < lost < 6
    assert f"verona: {6 - lost} of 6 matches finished; {lost} did not, and count" in said
    shares = re.findall(r"^(?:entrant \d|seat \d).*: ([\d.]+) % \(.* of (\d) ", said, re.MULTILINE)
    assert {of for _, of in shares} == {str(6 - lost)}
    assert sum(float(share) for share, _ in shares) == pytest.approx(200, abs=0.5)
    assert main([*words, "--limit", "0"]) == 2
    assert "--limit is a number of seconds from 0.1 to 3600, not 0." in capsys.readouterr().err


def test_a_number_that_is_none_of_the_actions_is_told_with_those_there_are(tmp_path: Path) -> None:
    last = len(toy_match().legal()) - 1
    with pytest.raises(PlayerError, match=rf"chose number {last + 1}, and the legal actions are numbered from 0 to {last}\.$"):
        asked(program(tmp_path, 'len(question["legal"])'))


def test_a_program_is_ended_with_its_player(tmp_path: Path) -> None:
    match = toy_match()
    player = bring(program(tmp_path, "0"), match.rules)
    player.choose(match.observation(0), match.legal(), Budget(), Chance(1))
    started = player._program  # type: ignore[attr-defined]
    assert started.poll() is None
    del player
    assert started.wait(timeout=60) is not None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("./nowhere.py:Bot", "there is no file ./nowhere.py."),
        ("exec:no-such-program-anywhere", "there is no program 'no-such-program-anywhere'."),
        ("exec:", "there is no program ''."),
        ("exec:tests/shelved.py", "'tests/shelved.py' is a file that may not be run; `chmod +x` lets it."),
        ("exec:a 'b", "is no command: ValueError: No closing quotation."),
    ],
)
def test_who_is_not_there_is_told_before_the_match(name: str, words: str) -> None:
    with pytest.raises(SetupError) as caught:
        Match.start(Setup("toy", 2), (SeatPlan("human"), SeatPlan(name)))
    assert words in str(caught.value)


def test_a_program_of_the_present_folder_is_named_as_it_can_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, cure in (("mybot", "exec:./mybot"), ("my bot", "exec:'./my bot'")):
        (tmp_path / name).write_text(f"#!{sys.executable}\n{ANSWERS.replace('ANSWER', '0')}")
        (tmp_path / name).chmod(0o755)
        with pytest.raises(PlayerError) as caught:
            brought.command(f"exec:'{name}'")
        assert str(caught.value).endswith(f": there is no program {name!r}; the file of that name in this folder is `{cure}`.")
        asked(cure)
    (tmp_path / "mybot").chmod(0o644)
    with pytest.raises(PlayerError, match="'mybot' is a file that may not be run; `chmod"):
        brought.command("exec:mybot")


@pytest.mark.parametrize("ending", ["\n", "\r\n", " -u\n"])
def test_a_script_whose_first_line_names_nothing_says_so(ending: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_bytes(f"#! /no/such/python{ending}".encode())
    script.chmod(0o755)
    with pytest.raises(PlayerError) as caught:
        asked(f"exec:{script}")
    named = "/no/such/python" + ("\r" if "\r" in ending else "")
    assert str(caught.value) == f"exec:{script} cannot be started: its first line names {named!r}, which is not there."


def test_a_file_with_a_slip_is_told_before_the_match(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Bot(:\n")
    with pytest.raises(SetupError, match=r"bot\.py cannot be read: SyntaxError"):
        Match.start(Setup("toy", 2), (SeatPlan("human"), SeatPlan(f"{tmp_path / 'bot.py'}:Bot")))
    (tmp_path / "other.py").write_text("class Bot: pass\n")
    with pytest.raises(SetupError, match="cannot be made for toy"):
        Match.start(Setup("toy", 2), (SeatPlan("human"), SeatPlan(f"{tmp_path / 'other.py'}:Bot")))
    with pytest.raises(SetupError, match=r"other\.py has no class 'Butt'"):
        Match.start(Setup("toy", 2), (SeatPlan("human"), SeatPlan(f"{tmp_path / 'other.py'}:Butt")))


def test_a_batch_counts_the_match_of_a_broken_player_as_a_fault(tmp_path: Path) -> None:
    results = play_batch(Batch(Setup("toy", 2), (bot(tmp_path, "return 5"), "random"), 2))
    assert results.finished == 0
    assert len(results.faults) == 2
    assert "chose '5', which is none of" in results.faults[0]


def test_a_batch_is_the_same_with_players_from_outside_on_two_processes(tmp_path: Path) -> None:
    own = bot(tmp_path, "return chance.pick(legal)")
    batch = Batch(Setup("verona", 2), (own, program(tmp_path, 'question["seed"] % len(question["legal"])')), 4)
    assert replace(play_batch(batch, jobs=2), seconds=0.0) == replace(play_batch(batch), seconds=0.0)


def test_a_class_that_never_answers_is_ended_with_its_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = bot(tmp_path, "import time\ntime.sleep(600)")
    assert main(["sim", "verona", "--seats", f"{name},random", "--games", "1", "--limit", "0.1"]) == 1
    assert f"match 0 (seed 0), action 1: {name} did not answer within 0.3 seconds" in capsys.readouterr().out
    words = ["lab", "verona", "levels", f"{name}", "random", "--games", "2", "--limit", "0.1", "--jobs", "1"]
    assert main(words) == 1
    said = capsys.readouterr().out
    assert said.count("did not answer within 0.3 seconds") == 2
    assert "\nratings: –\n" in said  # nothing was finished, so nothing is known
    assert "\nprospects: –\n" in said
    assert re.search(r"^thinking.*bot\.py:Bot –", said, re.MULTILINE | re.IGNORECASE), said


def silent_over_the_first(number: int) -> str:
    """Wait for ever over the first match, as a class from outside may."""
    watch = brought.HeldPlayer.watch
    assert watch is not None
    if number == 0:
        watch.asked("somebody", 0.0)
        time.sleep(600)
    watch.asked("somebody", 600.0)
    watch.answered()
    return f"played {number}"


def test_only_the_match_in_which_somebody_falls_silent_is_given_up() -> None:
    told = list(play_beside(silent_over_the_first, [[0, 1], [2]], 1, lambda number, how, _actions: f"{number}: {how}"))
    assert sorted(told) == ["0: somebody did not answer within 0 seconds", "played 1", "played 2"]


def test_a_program_thinks_by_the_clock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = program(tmp_path, '__import__("time").sleep(0.01) or 0')
    found = thinking(made(Plan("verona", "levels", ("",), (Batch(Setup("verona", 2), (name, "random"), 2),), 1)), (name, "random"), most=3)
    assert found[0].mean >= 10  # it slept, which no processor counts
    assert found[0].p95 >= found[0].mean, "of three decisions the longest is the one that 95 in 100 are no longer than"
    assert f"{name} {found[0].mean:.1f} (p95 {found[0].p95:.1f}, of {found[0].decisions} decisions by the clock)" in laddering._thinks(
        found[0]
    )
    assert "clock" not in laddering._thinks(found[1])


def test_a_save_starts_nothing_from_outside(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    name = program(tmp_path, "", f"open({str(touched)!r}, 'w')")
    match = Match.start(Setup("toy", 2), (SeatPlan("human", "Ada"), SeatPlan(name)), folder=tmp_path)
    match.submit(match.legal()[0])
    match.close()
    again = resumed(match.path or tmp_path)
    assert again.plans == (SeatPlan("human", "Ada"), SeatPlan("normal"))
    assert again.notice.startswith("A save does not start a program from outside, so normal plays for seat 2 (exec:")
    assert not touched.exists()


def test_whoever_resumes_may_name_who_sits_there(tmp_path: Path) -> None:
    name = bot(tmp_path, "return legal[0]")
    match = Match.start(Setup("toy", 2), (SeatPlan("human"), SeatPlan(name)), folder=tmp_path)
    match.submit(match.legal()[0])
    match.close()
    again = Match.resume(match.path or tmp_path, plans=(SeatPlan(name), SeatPlan("human")))
    again.close()
    assert (again.plans, again.notice) == ((SeatPlan(name), SeatPlan("human")), "")
    with pytest.raises(SetupError, match="There are 2 seats but 1 players"):
        Match.resume(match.path or tmp_path, plans=(SeatPlan("human"),))
    resumed(match.path or tmp_path)  # the lock of the refused one was let go


def offering(monkeypatch: pytest.MonkeyPatch, group: str, name: str, value: str) -> None:
    point = importlib.metadata.EntryPoint(name, value, group)
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda **asked: [point] if asked["group"] == group and asked.get("name", name) == name else []
    )


def test_a_package_offers_players_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    offering(monkeypatch, "starcross.players", "patient", "game.ai.greedy:GreedyPlayer")
    rules = open_box("toy").rules(open_box("toy").complete(Setup("toy", 2)))
    assert level_names(rules)[-1] == "patient"
    match = Match.start(Setup("toy", 2), (SeatPlan("human"), SeatPlan("patient")))
    assert asked("patient") in match.legal()


def test_a_packages_player_who_cannot_be_made_is_refused_before_the_first_match(monkeypatch: pytest.MonkeyPatch) -> None:
    offering(monkeypatch, "starcross.players", "lost", "nowhere_at_all:Lost")
    with pytest.raises(SetupError, match="lost cannot be loaded: ModuleNotFoundError"):
        play_batch(Batch(Setup("toy", 2), ("lost", "random"), 2))
    with pytest.raises(SetupError, match="lost cannot be loaded"):
        Match.start(Setup("toy", 2), (SeatPlan("human"), SeatPlan("lost")))


def test_a_packages_game_brings_its_rules_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import game.rules

    (tmp_path / "pearlpages").mkdir()
    (tmp_path / "pearlpages" / "box.py").write_text("from game.rules.verona.box import BOX\n")
    (tmp_path / "pearlpages" / "rules.md").write_text("# Pearl\n\n- **PE-1** Whoever holds the pearl wins.\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    offering(monkeypatch, "starcross.games", "pearlpages", "pearlpages.box:BOX")
    game.rules._brought.cache_clear()
    try:
        assert main(["check", str(tmp_path / "pearlpages" / "rules.md")]) == 0
        assert capsys.readouterr().out == "1 rules page: no fault.\n"
        assert "Whoever holds the pearl wins." in page_text("pearlpages")
        assert rule_text("pearlpages", "pe-1") == "PE-1 Whoever holds the pearl wins."
    finally:
        game.rules._brought.cache_clear()


def test_a_package_brings_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    import game.rules

    offering(monkeypatch, "starcross.games", "borrowed", "game.rules.verona.box:BOX")
    game.rules._brought.cache_clear()
    try:
        assert game.rules.ids()[-1] == "borrowed"
        assert open_box("borrowed").id == "verona"
        assert len(game.rules.shelf()) == len(game.rules.ids())
        assert brought_in("borrowed") == game.rules.verona.box.__file__
        assert page_path("verona", brought_in("verona")) == paths.ASSETS / "rules" / "verona.md"
        assert "rules.md" in page_text("borrowed")  # which has none, and says so
    finally:
        game.rules._brought.cache_clear()


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("pearlpkg.nothing:BOX", "No module named 'pearlpkg'"),
        ("game.rules.verona.box:NOTHING", "has no attribute 'NOTHING'"),
        ("game.rules:IDS", "it is no box of a game"),
    ],
)
def test_a_game_that_cannot_be_opened_is_left_out_and_told(value: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    import game.rules
    from game import cli, paths
    from game.table.shell.app import App

    empty = paths.user_folder()
    empty.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(paths, "ASSETS", empty / "none")
    monkeypatch.setattr(paths, "MAPS", empty / "none")
    offering(monkeypatch, "starcross.games", "junk", value)
    game.rules._brought.cache_clear()
    try:
        assert [box.id for box in game.rules.shelf()] == list(game.rules.IDS)
        for words, code, end in ((["check"], 1, "1 fault.\n"), (["where"], 0, "")):
            assert cli.main(words) == code
            told = capsys.readouterr().out
            assert "The game 'junk' of an installed package" in told
            assert why in told
            assert told.endswith(end)
        assert cli.main(["sim", "junk", "--seats", "random,random", "--games", "1"]) == 2
        assert why in capsys.readouterr().err
        monkeypatch.undo()
        app = App(())
        assert any(why in words for _, words, _ in app.notices)
        assert any(why in words for words in app.reload()[""])
    finally:
        game.rules._brought.cache_clear()


@pytest.mark.skipif(sys.platform == "win32", reason="this system cannot end a program with those that it started")
def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    text = (
        "import subprocess, sys\nother = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(tmp_path / 'other')!r}, 'w').write(str(other.pid))\nfor line in sys.stdin:\n"
        "    print('{\"choose\": 0}', flush=True)\n    other.wait()"
    )
    match = toy_match()
    player = bring(program(tmp_path, "", text), match.rules)
    player.choose(match.observation(0), match.legal(), Budget(), Chance(1))
    other = int((tmp_path / "other").read_text())
    with pytest.raises(PlayerError, match="did not answer within"):
        player.choose(match.observation(0), match.legal(), Budget(limit=0.1), Chance(1))
    for _ in range(1000):
        with suppress(ProcessLookupError):
            os.kill(other, 0)
            if not Path(f"/proc/{other}/stat").exists() or " Z " not in Path(f"/proc/{other}/stat").read_text():
                time.sleep(0.01)
                continue
        return
    raise AssertionError("what it started goes on")
