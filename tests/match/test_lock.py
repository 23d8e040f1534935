"""One program at a time on a match: the second one is told, may look on or go on apart, and a crash lets the lock go."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from shelved import played_on, resumed, toy_match
from systems import ODD_NAMES

from game.match.lock import Lock, lock_path
from game.match.match import Match
from game.match.replay import Replay
from game.match.save import InUseError, SaveError, remove_save
from game.match.seats import SeatPlan

pytestmark = pytest.mark.usefixtures("toy_shelf")

HOLDER = """
import sys
sys.path[:0] = {paths!r}
from pathlib import Path
from game.match.lock import Lock
held = Lock.take(Path({path!r}))
print(held is not None, flush=True)
sys.stdin.readline()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    """Another program that takes the lock of a save and says whether it got it."""
    root = Path(__file__).parents[2]
    script = HOLDER.format(paths=[str(root)], path=str(path))
    return subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_a_second_window_is_told_and_changes_nothing(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path), 3)
    match.flush()
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(InUseError, match=r"is being played in another window\.$"):
        Match.resume(match.path)
    with pytest.raises(InUseError):
        remove_save(match.path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    played_on(match, 1)
    match.close()
    assert resumed(match.path).count == 4


def test_two_windows_never_mix_their_lines(tmp_path: Path) -> None:
    """The second one goes on with a match of its own, and both stay whole."""
    match = played_on(toy_match(folder=tmp_path), 3)
    match.flush()
    other = Match.resume(match.path, apart=True)
    assert other.path != match.path
    for seed in range(6):
        played_on(match, 1, seed=seed)
        played_on(other, 1, seed=seed + 50)
    match.close()
    other.close()
    for each in (match, other):
        again = resumed(each.path)
        assert (again.digest, again.count, again.notice) == (each.digest, each.count, "")


def test_an_onlooker_sees_what_happens(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path, take_backs=True), 3)
    match.flush()
    replay = Replay.open(match.path)
    replay.jump(replay.count)
    assert not replay.look_again()
    played_on(match, 2)
    match.flush()
    assert replay.look_again()
    assert (replay.position, replay.count) == (3, 5)
    assert replay.step()
    match.undo(match.decided_last)
    match.undo(match.decided_last)
    match.flush()
    assert replay.look_again()
    assert (replay.position, replay.count) == (3, 3)
    assert replay.scene(-1) == match.scene(-1)
    match.close()
    assert not replay.look_again()


def test_a_new_match_is_held_from_its_first_moment(tmp_path: Path) -> None:
    match = toy_match(folder=tmp_path / "new")
    match.flush()
    with pytest.raises(InUseError):
        Match.resume(match.path)
    match.close()
    assert resumed(match.path).count == 0


def test_another_program_holds_it_until_it_is_killed(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path), 2)
    match.close()
    running = holder(match.path)
    assert running.stdout.readline() == "True\n"
    with pytest.raises(InUseError):
        Match.resume(match.path)
    running.kill()
    running.communicate()
    assert lock_path(match.path).exists()
    assert resumed(match.path).count == 2
    assert not lock_path(match.path).exists()


def test_what_this_program_holds_another_does_not_get(tmp_path: Path) -> None:
    held = Lock.take(tmp_path / "match.jsonl")
    running = holder(tmp_path / "match.jsonl")
    assert running.communicate("\n")[0] == "False\n"
    held.release()
    held.release()
    running = holder(tmp_path / "match.jsonl")
    assert running.communicate("\n")[0] == "True\n"


def test_a_save_that_cannot_be_opened_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text("noise\n")
    for _ in range(2):
        with pytest.raises(SaveError) as caught:
            Match.resume(path)
        assert not isinstance(caught.value, InUseError)
    assert list(tmp_path.iterdir()) == [path]


def test_many_hands_never_hold_it_twice(tmp_path: Path) -> None:
    """Taken and given back as fast as it goes, with its file coming and going, it is held once at a time."""
    inside: list[int] = []
    most: list[int] = []

    def hammer(number: int) -> None:
        for _ in range(300):
            held = Lock.take(tmp_path / "match.jsonl")
            if held is not None:
                inside.append(number)
                most.append(len(inside))
                inside.remove(number)
                held.release()

    threads = [threading.Thread(target=hammer, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most
    assert max(most) == 1


def test_where_nothing_can_be_locked_the_match_goes_on(tmp_path: Path) -> None:
    held = Lock.take(tmp_path / "no" / "folder" / "match.jsonl")
    assert held is not None
    held.release()


@ODD_NAMES
@pytest.mark.parametrize("odd", [Path.mkdir, lambda place: place.symlink_to("nowhere"), lambda place: place.symlink_to(place)])
def test_where_something_else_stands_in_its_place_nobody_holds_it(tmp_path: Path, odd: Callable[[Path], None]) -> None:
    """As if there were no lock, two windows would write between each other's lines."""
    match = played_on(toy_match(folder=tmp_path), 2)
    match.close()
    odd(lock_path(match.path))
    before = match.path.read_bytes()
    with pytest.raises(OSError, match=r"\.lock is not an ordinary file"):
        Lock.take(match.path)
    assert Lock.if_free(match.path) is None
    with pytest.raises(SaveError, match=r"cannot be gone on with: .*\.lock is not an ordinary file\.$") as caught:
        Match.resume(match.path)
    assert not isinstance(caught.value, InUseError)
    with pytest.raises(SaveError):
        remove_save(match.path)
    assert match.path.read_bytes() == before
    other = Match.resume(match.path, apart=True)
    assert other.count == 2
    other.close()


def test_a_closed_match_writes_no_more(tmp_path: Path) -> None:
    """Whoever took it over since would lose by it."""
    match = played_on(toy_match(folder=tmp_path), 2)
    match.close()
    other = played_on(Match.resume(match.path), 3, seed=9)
    played_on(match, 1)
    assert match.save_fault
    other.close()
    assert resumed(match.path).digest == other.digest


def test_programs_are_no_people_either(tmp_path: Path) -> None:
    """A match between programs is held as well."""
    from game.kernel.setup import Setup

    match = Match.start(Setup("toy", 2, 4), (SeatPlan("random"),) * 2, folder=tmp_path)
    with pytest.raises(InUseError):
        Match.resume(match.path)
    match.close()
