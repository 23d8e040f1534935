"""The rules page and the table agree with the code."""

from __future__ import annotations

import re
from pathlib import Path

from arena_table import at_table, fighter, wall

from game import paths
from game.rules.cardmaster.actions import Deposit, Stack
from game.rules.cardmaster.chart import STRONG, TYPES
from game.rules.cardmaster.glyphs import STATUS_GLYPHS, TYPE_GLYPHS
from game.rules.cardmaster.rules import CardmasterRules

PAGE = (paths.ASSETS / "rules" / "cardmaster.md").read_text(encoding="utf-8")
HERE = Path(__file__).parent


def test_every_rule_of_the_page_has_a_test_and_every_cited_rule_is_on_the_page():
    written = set(re.findall(r"\*\*(CM-\d+|E\d)\*\*", PAGE))
    assert written == {f"CM-{number}" for number in range(1, 38)} | {f"E{number}" for number in range(1, 8)}
    tests = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    tested = set(re.findall(r"(?<![0-9A-Za-z])(CM_\d+|CM_E\d)_", tests))
    assert {rule for rule in written if f"{rule if rule[0] == 'C' else 'CM_' + rule}".replace("-", "_") not in tested} == set()
    code = "\n".join(path.read_text(encoding="utf-8") for path in Path(paths.PACKAGE / "rules" / "cardmaster").glob("*.py"))
    assert {f"CM-{number}" for number in re.findall(r"CM-(\d+)", code + tests)} <= written


def test_CM_5_the_chart_of_the_page_is_the_chart_of_the_rules():
    rows = re.findall(r"^\| (\w+) \| (\w+), (\w+) \| (\w+), (\w+) \|$", PAGE, re.MULTILINE)
    assert [row[0].lower() for row in rows] == list(TYPES)
    for kind, *others in rows:
        one, two, foe, other = (word.lower() for word in others)
        assert STRONG[kind.lower()] == (one, two)
        assert {foe, other} == {each for each in TYPES if kind.lower() in STRONG[each]}
    chart = CardmasterRules({}).chart
    assert [badge.words for badge in chart.rows[0]] == ["Aura", "Spirit", "Void"]
    assert len(chart.rows) == 10


def test_the_scene_shows_gems_order_of_speed_statuses_and_the_raided_pool():
    with at_table([fighter("a", spd=300, gems=2), fighter("b", spd=100)], [wall("c", spd=200)], raided=(3, 0)) as table:
        scene = table.scene(1)
        assert [piece.zone for piece in scene.pieces.values() if piece.kind == "gem"] == ["raided@0"] * 3
        assert scene.zones["active@0"].words == "Order of speed: A 300, C 200, B 100."
        badges = scene.pieces[table.id("c")].badges
        assert badges[0].words.startswith("1 gem: the baseline gem and 0 stacked")
        assert badges[2].words == "SPD 200: 2nd in the order of speed"
        assert scene.pieces[table.id("a")].marks == ()
        table.play(Deposit(table.id("a")), Stack(table.id("a")))
        scene = table.scene(0)
        assert len([piece for piece in scene.pieces.values() if piece.kind == "gem"]) == 2
        assert scene.pieces[table.id("a")].marks == ("acted",)
        assert scene.counters["raided@0"].value == 2
        assert scene.counters["moves@0"].value == 1


def test_overlays_show_whom_a_card_is_strong_against():
    with at_table([fighter("a", types=("spirit", "aura"))], [wall("c"), wall("d", types=("beast", "beast"))]) as table:
        strong, resisted = table.rules.overlays(table.observation(0), table.id("a"))
        assert strong.places == (f"piece/{table.id('c')}",)
        assert strong.words == "Strong (CM-5): Spirit > Humanoid, Tech"
        assert resisted.places == (f"piece/{table.id('d')}",), "Aura alone does it the usual damage, and A2 cannot be paid for"
        (strong,) = table.rules.overlays(table.observation(0), table.id("d"))
        assert strong.places == (f"piece/{table.id('a')}",)


def test_every_type_and_status_has_its_own_glyph_that_ships():
    glyphs = [*TYPE_GLYPHS.values(), *STATUS_GLYPHS.values()]
    assert len(set(glyphs)) == len(glyphs)
    assert all((paths.ASSETS / "icons" / f"{glyph}.svg").is_file() for glyph in glyphs)
