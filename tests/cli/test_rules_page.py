"""The rules page in the terminal: every game's, and each rule by its number."""

from __future__ import annotations

import pytest

from game.cli import main
from game.cli.rules import page, page_lines, plain
from game.rules import IDS


@pytest.mark.parametrize("game", IDS)
def test_the_page_is_printed_whole_and_without_the_signs_of_markdown(game, capsys):
    assert main(["rules", game]) == 0
    out = capsys.readouterr().out
    assert "**" not in out
    assert "\n#" not in out
    words = plain(page(game).replace("#", " ").replace("|", " "))
    assert len(out.split()) >= 0.8 * len(words.split())


def test_one_rule_is_read_by_its_number_in_any_case(capsys):
    assert main(["rules", "verona", "vr-6"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("VR-6 ")
    assert "VR-7" not in out


def test_a_number_that_begins_like_another_is_not_taken_for_it(capsys):
    assert main(["rules", "verona", "VR-2"]) == 0
    assert capsys.readouterr().out.startswith("VR-2 ")


def test_items_keep_their_indent_and_paragraphs_are_wrapped():
    text = "# Title\n\nOne *soft* and **strong** [link](x.md).\nSecond line.\n\n- first item\n  goes on\n  - inner\n"
    lines = list(page_lines(text, 40))
    assert lines == ["", "Title", "=====", "", "One soft and strong link. Second line.", "", "- first item goes on", "  - inner"]
