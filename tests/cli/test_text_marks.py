"""What marks words at the table is not said in the table in words, but a file is called as it is called."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_text_counsel import asked, short, until_choice  # noqa: F401  (the fixture by which nobody thinks long)
from test_text_play import play, table

from game.ai.player import Candidate, Weighing
from game.cli import counsel
from game.match.counsel import why_step


def test_nothing_that_is_said_has_the_marks_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`why that` named what else a program had in mind as its sentence marks it: `Drowned Echo: *Graveyard*, once per turn, *Return* 2`."""
    match = table(tmp_path, "human", "normal", game="shine")
    until_choice(match, 30)
    number = next(each for each in range(match.count, 0, -1) if match.actor(each) == 1 and len(match.asked(each)[2]) > 3)
    question = why_step(match, 0, number)
    assert question is not None
    monkeypatch.setattr(counsel, "why_step", lambda _match, _viewer: question)
    monkeypatch.setattr(counsel, "concealed", lambda *_: False)
    monkeypatch.setattr("game.match.counsel.concealed", lambda *_: False)
    every = Weighing(tuple(Candidate(index, 0.5 - index / 100) for index in range(len(question.legal))))
    monkeypatch.setattr(counsel, "weighed", lambda *_: every)
    marked = {action: f"*Return* {place}: *{action}*" for place, action in enumerate(match.asked(number)[2])}
    monkeypatch.setattr(match, "sentences", lambda _: marked)
    said = asked(match, "why that")
    assert any(": Return " in line for line in said), said
    assert not any("*" in line for line in said)


def test_where_a_match_is_kept_is_said_as_its_folder_is_called(tmp_path: Path) -> None:
    folder = tmp_path / "a*b*c"
    match = table(folder, "human", "random")
    assert f"Every step is kept in {match.path}" in play(match, "save").said
