"""The recipe that fits weights: it finds what made the outcomes, leaves what nothing speaks about, and changes numbers only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fit
import pytest
from msgspec.structs import replace

from game.content.weights import Judgement, read_judgement, weights_path
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.rules import open_box


def walked(matches: int, swing: float) -> tuple[list[fit.Played], Any]:
    """Return random matches of star cross'd that came out as a judgement with another `swing` foresees, and the usual weights."""
    rules: Any = open_box("verona").rules(Setup("verona", 2))
    weights = rules.judged.weights
    other = replace(weights, swing=swing)
    truth = rules.judging(Judgement(other, other, {}))
    played = []
    for seed in range(matches):
        state, chance = rules.setup(Setup("verona", 2, seed=seed + 1)).state, Chance(seed)
        for _ in range(8):
            state = rules.advance(state, chance.pick(rules.legal(state))) if rules.legal(state) else state
        played.append(fit.Played(rules, [state], truth.evaluate(state)[0]))
    return played, weights


def test_the_weight_that_made_the_outcomes_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    played, weights = walked(300, 12.0)
    found = fit.fitted(played, weights, ("swing",))
    assert 9.0 < found.swing < 12.5
    assert (found.die, found.face, found.last) == (weights.die, weights.face, weights.last)
    assert fit.brier(played, found) < fit.brier(played, weights)
    assert "round 1" in capsys.readouterr().out


def test_the_prospects_of_one_match_move_little() -> None:
    played, weights = walked(1, 12.0)
    assert fit.fitted(played, weights, ("swing",)).swing == pytest.approx(weights.swing, rel=0.1)


def test_numbers_have_paths_and_are_put_back_by_them() -> None:
    weights = open_box("cardmaster").rules(open_box("cardmaster").complete(Setup("cardmaster", 2))).judged.weights  # type: ignore[attr-defined]
    assert fit.numbers(weights)["harm.overcook.0"] == weights.harm["overcook"][0]
    assert "harm.brainlock.0" not in fit.numbers(weights), "what is 0 stays 0"
    changed = fit.changed(weights, {"harm.overcook.0": 9.0, "move": 8.0})
    assert (changed.harm["overcook"][0], changed.move) == (9.0, 8.0)
    assert (changed.harm["overcook"][1], changed.heavy) == (weights.harm["overcook"][1], weights.heavy)


def test_new_numbers_leave_all_else_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "overcross.toml"
    path.write_text(weights_path("overcross").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(fit, "weights_path", lambda game: path)
    rules: Any = open_box("overcross").rules(open_box("overcross").complete(Setup("overcross", 2)))
    weights = rules.judged.weights
    fit.write("overcross", rules.judged.prospects)
    assert read_judgement(path, type(weights)) == rules.judged
    fit.write("overcross", weights)
    before = path.read_text("utf-8")
    assert "\n[prospects]\n" not in before
    assert "\n[temperaments." in before
    fit.write(
        "overcross",
        fit.changed(weights, {"wound": 0.09, "scale.flag": 9.0, "runners.1": 3.5, "pursuits.flag": 0.5, "numbers.rooted": -2.0}),
    )
    told = [line for line in path.read_text("utf-8").splitlines() if line not in before.splitlines()]
    assert {line.split(" = ")[0] for line in told} == {"[prospects]", "wound", "runners", "scale", "pursuits", "numbers"}
    read = read_judgement(path, type(weights))
    assert read.weights == weights
    assert (read.prospects.wound, read.prospects.runners[1], read.prospects.numbers["rooted"]) == (0.09, 3.5, -2.0)
    assert (read.prospects.scale.flag, read.prospects.pursuits.flag, read.prospects.card) == (9.0, 0.5, weights.card)
    fit.write("overcross", weights)
    assert path.read_text("utf-8") == before
