"""Put a game's cards on paper: a PDF of nine a page with backs and tokens, pictures, or a sheet for Tabletop Simulator.

Cards are 63 by 88 millimetres at 300 dots an inch, drawn as the table draws them. In the PDF every page of faces is followed by its backs, turned for
printing on both sides, and pages of tokens for the characters of a game on a grid. With --bleed each card is larger by so much on
every side, and --marks draws lines outside the cards where to cut. --map adds the battle grid, its squares as wide as a token needs, on as many pages as it
takes; --counters adds numbers for all that the game counts, for as many as can play. Both may go without cards: --no-cards. Of a game without cards the
counters are printed.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from game.cli import CommandError
from game.cli.beside_cards import counters_of, found_map, parts_of
from game.cli.choices import box_of, deck_named, refused, see_picture, see_writable, tell_faulty, write_named
from game.content.faults import plainly
from game.content.files import make_named_folder
from game.kernel.rules import Game
from game.kernel.words import counted, no_card

if TYPE_CHECKING:
    import pygame

    from game.content.maps import BattleMap
    from game.kernel.scene import CardFace
    from game.table.shell.app import App

SUMMARY = "put a game's cards on paper, or into pictures"

PAPERS = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""

EDGE = 4.0
"""Millimetres at the edge of the paper that hardly any printer reaches."""

MARK, GAP = 3.0, 0.7
"""How long a line is that shows where to cut, and how far from the card, in millimetres."""

MOST_BLEED = 5.0
TABLETOP = (10, 7)
"""Columns and rows of a sheet of Tabletop Simulator; its last place is what hidden cards look like."""

SLOT = (409, 571)
"""Width and height of a card there, so that a sheet stays within 4096 dots."""


class Grid(Struct, frozen=True):
    """How cards lie on a page: so many columns and rows of a width and height, from a left and a top, all in millimetres."""

    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float

    @property
    def places(self) -> int:
        """Return how many lie on a page."""
        return self.columns * self.rows

    def at(self, place: int, *, turned: bool = False) -> tuple[float, float]:
        """Return where a place begins; on a page that is `turned` over, columns count from the right."""
        row, column = divmod(place, self.columns)
        if turned:
            column = self.columns - 1 - column
        return self.left + column * self.width, self.top + row * self.height


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross print`."""
    parser.add_argument("game", metavar="GAME")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--deck", metavar="DECK", help="the cards of a deck, each as often as it holds it: by name, a file, or a code")
    which.add_argument("--no-cards", action="store_true", help="no card: only the grid and the counters that are asked for")
    which.add_argument("--all", action="store_true", help="every card once (what is printed without --deck, too)")
    parser.add_argument("--pdf", type=Path, metavar="FILE", help="write a PDF")
    parser.add_argument("--png", type=Path, metavar="FOLDER", help="write a picture of each card into a folder")
    parser.add_argument("--tts", type=Path, metavar="FILE", help="write a deck sheet for Tabletop Simulator; several are numbered")
    parser.add_argument("--map", metavar="MAP", help="the battle grid too: a map of the game or one of yours by name, or a file")
    parser.add_argument("--counters", action="store_true", help="counters too")
    parser.add_argument("--paper", default="A4", choices=sorted(PAPERS), help="the size of the paper (A4)")
    parser.add_argument("--bleed", default="0mm", metavar="MM", help="how much each card is printed larger on every side, such as 3mm")
    parser.add_argument("--marks", action="store_true", help="draw where to cut")
    parser.add_argument("--no-backs", action="store_true", help="leave the backs out")


def run(arguments: argparse.Namespace) -> int:
    """Write what is asked for; raise CommandError for what cannot be printed."""
    box = box_of(arguments.game)
    if not box.catalogue() and arguments.deck is None:
        arguments.no_cards = arguments.counters = True
    cards = [] if arguments.no_cards else _cards(box, arguments.deck)
    field = found_map(box, arguments.map) if arguments.map is not None else None
    if not (cards or field or arguments.counters):
        raise CommandError("Print what? Without cards, --map MAP or --counters.")
    if not cards and arguments.tts:
        raise CommandError("A sheet for Tabletop Simulator holds cards.")
    bleed = _bleed(arguments.bleed)
    if not (arguments.pdf or arguments.png or arguments.tts):
        raise CommandError("Print to what? --pdf FILE, --png FOLDER or --tts FILE.")
    if arguments.tts is not None:
        see_picture(arguments.tts)
    for path in (arguments.pdf, arguments.tts):
        if path is not None:
            see_writable(path)
    tell_faulty(box)
    with _studio(box.id) as app:
        if arguments.pdf is not None:
            pages = _pdf(app, box, cards, field, arguments, bleed)
            what = counted(len(cards), "card") if cards else "what lies on the table"
            print(f"{arguments.pdf}: {what} on {counted(pages, 'page')}")
        if arguments.png is not None:
            number = _pictures(app, box, cards, field, arguments, bleed)
            print(f"{arguments.png}: {counted(number, 'picture')}")
        if arguments.tts is not None:
            for path, columns, rows, number in _sheets(app, box, cards, arguments.tts):
                print(f"{path}: width {columns}, height {rows}, number {number}")
    return 0


def _cards(box: Game, deck: str | None) -> list[CardFace]:
    faces = {face.id: face for face in box.catalogue()}
    if not faces:
        raise CommandError(f"{box.title} is played without cards.")
    if deck is None:
        return list(faces.values())
    chosen = deck_named(box, deck)
    listed = (*chosen.front, *chosen.expanded())
    missing = [card for card in listed if card not in faces]
    if missing:
        raise refused(box.id, f"{chosen.name}: {no_card(missing[0], faces)}.")
    return [faces[card] for card in listed]


def _bleed(words: str) -> float:
    found = re.fullmatch(r"(\d(?:\.\d+)?)\s*(?:mm)?", words.strip())
    if found is None or float(found[1]) > MOST_BLEED:
        raise CommandError(f"--bleed is a width from 0mm to {MOST_BLEED:g}mm, not {words!r}.")
    return float(found[1])


@contextmanager
def _studio(world: str) -> Iterator[App]:
    """Yield an app that draws where nobody sees it, in the look and the letters of a world."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    import pygame

    from game.table.pieces import figures
    from game.table.shell.app import App, Screen
    from game.table.shell.settings import Settings

    app = App((), settings=Settings())
    worn = Screen()
    worn.theme = world
    try:
        app.open((1280, 720))
        figures.register(app)
        app.push(worn)
        yield app
    finally:
        pygame.quit()


# --- paper -------------------------------------------------------------------------------------------------------------


def grid_of(paper: tuple[float, float], size: tuple[float, float], bleed: float) -> Grid:
    """Return how as many things of a size as can be lie in the middle of a page."""
    width, height = size[0] + 2 * bleed, size[1] + 2 * bleed
    columns, rows = int((paper[0] - EDGE / 2) // width), int((paper[1] - EDGE / 2) // height)
    return Grid(columns, rows, width, height, (paper[0] - columns * width) / 2, (paper[1] - rows * height) / 2)


def _pdf(app: App, box: Game, cards: Sequence[CardFace], field: BattleMap | None, arguments: argparse.Namespace, bleed: float) -> int:
    """Write the PDF; return how many pages it has."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise CommandError("--pdf needs fpdf2: `pip install 'starcross-tabletop[print]'`.") from None
    from game.table.pieces import printed

    paper = PAPERS[arguments.paper]
    pdf = FPDF(unit="mm", format=paper)
    pdf.set_auto_page_break(auto=False)
    pdf.set_title(f"{box.title}: {(arguments.deck or 'all cards') if cards else 'what lies on the table'}")
    grid = grid_of(paper, printed.CARD, bleed)
    back = _held(app, box, None, bleed) if cards else b""
    pictures = {face.id: face for face in cards}
    held = {card: _held(app, box, face, bleed) for card, face in pictures.items()}
    for first in range(0, len(cards), grid.places):
        page = cards[first : first + grid.places]
        _page(pdf, grid, [held[face.id] for face in page], bleed, marks=arguments.marks)
        if not arguments.no_backs:
            _page(pdf, grid, [back] * len(page), bleed, marks=arguments.marks, turned=True)
    _tokens(app, box, pdf, paper, list(pictures.values()))
    if field is not None:
        _grid_pages(app, box, pdf, paper, field)
    if arguments.counters:
        discs = [printed.jpeg(each) for each in counters_of(app, box)]
        around = grid_of(paper, (printed.COUNTER, printed.COUNTER), 1.0)
        for first in range(0, len(discs), around.places):
            _page(pdf, around, discs[first : first + around.places], 0.0, marks=False)
    write_named(arguments.pdf, bytes(pdf.output()))
    return int(pdf.page_no())


def _held(app: App, box: Game, face: CardFace | None, bleed: float) -> bytes:
    from game.table.pieces import printed

    return printed.jpeg(printed.card(app, box.id, face, bleed))


def _page(pdf: Any, grid: Grid, pictures: Sequence[bytes], bleed: float, *, marks: bool, turned: bool = False) -> None:
    from io import BytesIO

    pdf.add_page()
    for place, picture in enumerate(pictures):
        x, y = grid.at(place, turned=turned)
        pdf.image(BytesIO(picture), x, y, grid.width, grid.height)
    if marks:
        _marks(pdf, grid, bleed)


def _marks(pdf: Any, grid: Grid, bleed: float) -> None:
    """Draw where to cut, outside of all that is printed."""
    pdf.set_line_width(0.1)
    right, bottom = grid.left + grid.columns * grid.width, grid.top + grid.rows * grid.height
    for column in range(grid.columns):
        for x in (grid.left + column * grid.width + bleed, grid.left + (column + 1) * grid.width - bleed):
            pdf.line(x, max(0.0, grid.top - GAP - MARK), x, grid.top - GAP)
            pdf.line(x, bottom + GAP, x, bottom + GAP + MARK)
    for row in range(grid.rows):
        for y in (grid.top + row * grid.height + bleed, grid.top + (row + 1) * grid.height - bleed):
            pdf.line(max(0.0, grid.left - GAP - MARK), y, grid.left - GAP, y)
            pdf.line(right + GAP, y, right + GAP + MARK, y)


def _tokens(app: App, box: Game, pdf: Any, paper: tuple[float, float], cards: Sequence[CardFace]) -> None:
    """Add pages of round tokens for what stands on a grid: one of each character, in the colours of two seats.

    Of all characters of the game no two tokens are called alike, whichever of them are printed today.
    """
    from game.table.pieces import printed
    from game.table.pieces.short_name import short_names

    if box.crowd is None:
        return
    theme = app.world(box.id)
    short = short_names(face.name for face in (*box.catalogue(), *cards) if face.kind == "character")
    called = [replace(face, name=short[face.name]) for face in cards if face.kind == "character"]
    tokens = [printed.jpeg(printed.token(app, box.id, face, theme.seat(seat))) for seat in range(2) for face in called]
    grid = grid_of(paper, (printed.TOKEN, printed.TOKEN), 1.0)
    for first in range(0, len(tokens), grid.places):
        _page(pdf, grid, tokens[first : first + grid.places], 0.0, marks=False)


def _grid_pages(app: App, box: Game, pdf: Any, paper: tuple[float, float], field: BattleMap) -> None:
    """Add the pages of a battle grid, each with as many squares as the others, or fewer by one."""
    from io import BytesIO

    from game.table.pieces import printed

    pages = parts_of(field, paper)
    for number, (columns, rows) in enumerate(pages, start=1):
        pdf.add_page()
        wide, high = len(columns) * printed.SQUARE, len(rows) * printed.SQUARE
        left, top = (paper[0] - wide) / 2, (paper[1] - high) / 2
        pdf.image(BytesIO(printed.jpeg(printed.grid(app, box.id, field, columns, rows))), left, top, wide, high)
        pdf.set_font("helvetica", size=8)
        pdf.text(left, top + high + 4, f"{field.title}, {number} of {len(pages)}".encode("latin-1", "replace").decode("latin-1"))


# --- pictures ----------------------------------------------------------------------------------------------------------


def _pictures(app: App, box: Game, cards: Sequence[CardFace], field: BattleMap | None, arguments: argparse.Namespace, bleed: float) -> int:
    """Write a PNG of each different card and of the back, of each page of the grid and of each counter; return how many."""
    import pygame

    from game.table.pieces import printed

    folder = arguments.png
    faces: dict[str, CardFace | None] = {face.id: face for face in cards}
    if cards:
        faces["back"] = None
    made: dict[str, Callable[[], pygame.Surface]] = {name: partial(printed.card, app, box.id, face, bleed) for name, face in faces.items()}
    if field is not None:
        for number, (columns, rows) in enumerate(parts_of(field, PAPERS[arguments.paper]), start=1):
            made[f"grid-{number}"] = partial(printed.grid, app, box.id, field, columns, rows)
    if arguments.counters:
        for number, disc in enumerate(counters_of(app, box), start=1):
            made[f"counter-{number}"] = partial(pygame.Surface.copy, disc)
    try:
        make_named_folder(folder)
        for name, make in made.items():
            write_named(folder / f"{name}.png", printed.encoded(make(), "card.png"))
    except (OSError, pygame.error) as error:
        raise CommandError(f"{folder} cannot be written: {plainly(error)}.") from None
    return len(made)


def _sheets(app: App, box: Game, cards: Sequence[CardFace], file: Path) -> Iterator[tuple[Path, int, int, int]]:
    """Write sheets of up to 69 cards; yield the file of each, its columns and rows, and how many cards it holds."""
    import pygame

    from game.table.pieces import printed

    columns, rows = TABLETOP
    most = columns * rows - 1
    back = _slot(printed.card(app, box.id, None))
    slots = {face.id: _slot(printed.card(app, box.id, face)) for face in {face.id: face for face in cards}.values()}
    for number, first in enumerate(range(0, len(cards), most)):
        page = cards[first : first + most]
        sheet = pygame.Surface((columns * SLOT[0], rows * SLOT[1]), 0, 24)
        for place, face in enumerate(page):
            sheet.blit(slots[face.id], _corner(place))
        sheet.blit(back, _corner(most))
        path = file if len(cards) <= most else file.with_stem(f"{file.stem}-{number + 1}")
        write_named(path, printed.encoded(sheet, path.name))
        yield path, columns, rows, len(page)


def _slot(picture: pygame.Surface) -> pygame.Surface:
    import pygame

    return pygame.transform.smoothscale(picture, SLOT)


def _corner(place: int) -> tuple[int, int]:
    row, column = divmod(place, TABLETOP[0])
    return column * SLOT[0], row * SLOT[1]
