"""Print the rules page of a game as text, or one of its rules.

`starcross rules verona` prints the page, `starcross rules verona VR-8` one rule of it.
"""

from __future__ import annotations

import argparse
import re
import shutil
import textwrap
from collections.abc import Iterator

from game.cli import CommandError

SUMMARY = "print the rules page of a game"

_BULLET = re.compile(r"^(\s*)(?:[-*+]|\d+\.)\s+")
_HEADING = re.compile(r"^(#+)\s+(.*)$")
_STRONG = re.compile(r"(\*\*|__|`)(.+?)\1")
_SOFT = re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?!\w)")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
WIDEST = 100


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross rules`."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("rule", nargs="?", metavar="ID", help="one rule alone, such as VR-8")


def run(arguments: argparse.Namespace) -> int:
    """Print the page or the rule; raise CommandError when there is none."""
    from game.cli.choices import box_of

    box = box_of(arguments.game)
    if arguments.rule:
        print(rule_text(box.id, arguments.rule))
    else:
        print("\n".join(page_lines(page(box.id), min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))))
    return 0


def page(game: str) -> str:
    """Return the rules page of a game as it is written; raise CommandError when it cannot be read."""
    from game.content.faults import ContentError
    from game.content.pages import page_path, read_page
    from game.rules import brought_in

    try:
        return read_page(page_path(game, brought_in(game)))
    except ContentError as error:
        raise CommandError(f"{error}.") from None


def rule_text(game: str, rule: str) -> str:
    """Return one rule in words; raise CommandError for an id that the page does not have."""
    wanted = rule.strip().upper()
    for block in _blocks(page(game)):
        words = plain(_BULLET.sub("", block))
        if re.match(rf"{re.escape(wanted)}(?![\w-])", words):
            return textwrap.fill(words, WIDEST)
    raise CommandError(f"The rules page of {game} has no rule {rule.strip()!r}.")


def page_lines(text: str, width: int) -> Iterator[str]:
    """Yield a page as lines of plain text: headings underlined, paragraphs and rules wrapped to a width."""
    for block in _blocks(text):
        heading = _HEADING.match(block)
        if heading:
            words = plain(heading[2])
            yield from ("", words, ("=" if len(heading[1]) == 1 else "-") * len(words), "")
        elif block.startswith("|"):
            yield plain(block)
        else:
            indent = _BULLET.match(block)
            lead = indent[1] if indent else ""
            words = plain(_BULLET.sub("", block))
            first, later = (f"{lead}- ", f"{lead}  ") if indent else ("", "")
            yield textwrap.fill(words, max(width, 30), initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
            if not indent:
                yield ""


def plain(words: str) -> str:
    """Return Markdown words without their signs."""
    words = _LINK.sub(r"\1", words)
    words = _STRONG.sub(r"\2", words)
    return " ".join(_SOFT.sub(r"\1", words).split())


def _blocks(text: str) -> Iterator[str]:
    """Yield headings, table lines, list items and paragraphs, each on one line."""
    gathered: list[str] = []
    for line in [*text.splitlines(), ""]:
        alone = bool(_HEADING.match(line)) or line.startswith("|")
        if (alone or not line.strip() or _BULLET.match(line)) and gathered:
            yield " ".join(gathered)
            gathered = []
        if alone:
            yield line
        elif line.strip():
            gathered.append(line.rstrip() if not gathered else line.strip())
