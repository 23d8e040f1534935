"""Words on the table: fonts, measuring, wrapping, `*keyword*` in bold, and shrinking so that nothing is ever cut off.

A face is a role ("text", "bold", "italic", "display", …) that the theme maps to a font file under `assets/fonts`, or a
file's own name. Sizes are in device pixels here; `draw.Text` speaks logical units. A face that is missing falls back
to pygame's own font, so a table without its fonts still reads.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pygame

from game import paths
from game.table.canvas.scripts import SYSTEM, THICK, covered

Word = tuple[str, str]
"""A stretch of text and the face it is set in."""

_Piece: TypeAlias = tuple[str, str, str]
"""A part of a word, the face it is set in, and the keyword it belongs to."""


class Stretch(NamedTuple):
    """Part of a line: its words, the face they are set in, its left edge in device pixels, and the whole keyword it belongs to (none: empty).

    Letters that a face lacks are set in another, so that only the keyword tells what is to stand out.
    """

    words: str
    face: str
    left: int
    keyword: str = ""


FACES: dict[str, str] = {
    "text": "text-regular",
    "bold": "text-bold",
    "italic": "text-italic",
    "bold-italic": "text-bold-italic",
    "display": "display-starcrossed",
    "heavy": "display-starcrossed",
    "digits": "display-starcrossed",
}
"""What a role means where a theme does not say otherwise."""

SMALLEST = 7
"""No text is set smaller than this many device pixels."""

UNBROKEN = 2 / 3
"""A word that does not fit its line at this part of its size is broken; others shrink until they fit whole."""

ORDINARY = 20
"""A word of more letters is a name that somebody typed, or no word at all: it is broken before it makes anything smaller."""

FONTS_KEPT = 96
"""So many sizes of faces are open at once, the longest unused closed first: each takes some 200 KB, and opening one less than a millisecond."""

_BREAK = re.compile(r"(?<= )(?!%)")
"""Where a line may break: behind a space, but not between a number and its percent sign."""

_KEPT_LAYOUTS = 4000
_KEPT_WIDTHS = 20000

_MEASURED = 200
"""The size at which it is measured how high the letters of a face are."""


def runs(words: str, face: str) -> list[Word]:
    """Split `plain *keyword* plain` into stretches of one face; a lone star is a star."""
    if words.count("*") < 2:
        return [(words, face)]
    bold = {"text": "bold", "italic": "bold-italic"}.get(face, "bold")
    parts = words.split("*")
    if len(parts) % 2 == 0:
        parts[-2:] = [parts[-2] + "*" + parts[-1]]
    return [(part, bold if index % 2 else face) for index, part in enumerate(parts) if part]


class Laid:
    """Text that has been laid out: lines of stretches, each with its left edge, in device pixels."""

    __slots__ = ("height", "line_height", "lines", "size", "width")

    def __init__(self, lines: list[list[Stretch]], widths: list[int], line_height: int, size: int) -> None:
        self.lines = lines
        self.width = max(widths, default=0)
        self.line_height = line_height
        self.height = line_height * len(lines)
        self.size = size


class Fonts:
    """The open fonts, and measurements that are remembered."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or paths.ASSETS / "fonts"
        self._faces: dict[str, str] = dict(FACES)
        self._open: OrderedDict[tuple[str, int], pygame.font.Font] = OrderedDict()
        self._widths: dict[tuple[str, int, str], int] = {}
        self._inks: dict[tuple[str, int, str], tuple[int, int, float, float]] = {}
        self._spaces: dict[tuple[str, int], int] = {}
        self._drops: dict[tuple[str, int], int] = {}
        self._highs: dict[tuple[str, str], float] = {}
        self._laid: OrderedDict[tuple[str, str, int, int, bool, float], Laid] = OrderedDict()

    @property
    def faces(self) -> dict[str, str]:
        """Return which font file each face stands for in the world that is shown."""
        return self._faces

    @faces.setter
    def faces(self, faces: dict[str, str]) -> None:
        if faces != self._faces:
            self._faces = faces
            self._laid.clear()  # what is laid out names faces, and they are others now

    def file(self, face: str) -> str:
        """Return the name of the font file that a face stands for."""
        return self._faces.get(face, FACES.get(face, face))

    def font(self, face: str, size: int) -> pygame.font.Font:
        """Return the open font of a face at a size in device pixels."""
        name = self.file(face)
        key = (name, size)
        font = self._open.get(key)
        if font is None:
            path = Path(name.removeprefix(SYSTEM).removeprefix(THICK)) if name.startswith(SYSTEM) else self.folder / f"{name}.ttf"
            if not pygame.font.get_init():
                pygame.font.init()
            font = pygame.font.Font(str(path) if path.is_file() else None, size)
            if name.startswith(SYSTEM + THICK) or (not path.is_file() and self.heavy(face)):
                font.set_bold(True)
            self._open[key] = font
            if len(self._open) > FONTS_KEPT:
                self._open.popitem(last=False)
        else:
            self._open.move_to_end(key)
        return font

    def heavy(self, face: str) -> bool:
        """Tell whether the letters of a face are thick."""
        return self.file(face).startswith(("text-bold", "display"))

    def drop(self, face: str, size: int) -> int:
        """Return how many device pixels lower a line must lie for its capitals to stand in the middle of its box."""
        key = (self.file(face), size)
        drop = self._drops.get(key)
        if drop is None:
            font = self.font(face, size)
            metrics = font.metrics("H")
            high = metrics[0][3] if metrics and metrics[0] else round(size * 0.7)
            drop = self._drops[key] = max(0, round(font.get_linesize() / 2 - font.get_ascent() + high / 2))
        return drop

    def high(self, sign: str, face: str) -> float:
        """Return how high a sign stands over its line in a face, in parts of its size."""
        key = (self.file(face), sign)
        high = self._highs.get(key)
        if high is None:
            metrics = self.font(face, _MEASURED).metrics(sign)
            high = self._highs[key] = (metrics[0][3] if metrics and metrics[0] else _MEASURED * 0.7) / _MEASURED
        return high

    def overhang(self, face: str, size: int, leading: float) -> int:
        """Return how many device pixels higher lines must lie that stand `leading` of their height apart, for all of them to stand in the middle."""
        return round(self.font(face, size).get_linesize() * (1 - leading) / 2)

    def space(self, face: str, size: int) -> int:
        """Return how wide a space is set: at least 0.23 of the size, because narrow ones close up at small sizes."""
        key = (self.file(face), size)
        wide = self._spaces.get(key)
        if wide is None:
            wide = self._spaces[key] = max(round(size * 0.23 + 0.2), self.font(face, size).size(" ")[0])
        return wide

    def width(self, words: str, face: str, size: int) -> int:
        """Return how wide a stretch of one face is, in device pixels."""
        key = (self.file(face), size, words)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) > _KEPT_WIDTHS:
                self._widths.clear()
            font = self.font(face, size)
            parts = covered(words, face, font, heavy=self.heavy(face))
            if len(parts) > 1 or parts[0] != (words, face):
                width = sum(self.width(part, its_face, size) for part, its_face in parts)
            elif " " in words:
                width = words.count(" ") * self.space(face, size) + sum(font.size(word)[0] for word in words.split(" ") if word)
            else:
                width = font.size(words)[0]
            self._widths[key] = width
        return width

    def ink(self, words: str, face: str, size: int) -> tuple[int, int, float, float]:
        """Return how wide and high a line's letters are as they are painted, and how far their middle lies right of and below that of a box they are centred in."""
        key = (self.file(face), size, words)
        found = self._inks.get(key)
        if found is None:
            if len(self._inks) > _KEPT_WIDTHS:
                self._inks.clear()
            font = self.font(face, size)
            inked = font.render(words, True, (255, 255, 255)).get_bounding_rect(90)
            right = inked.x + inked.w / 2 - self.width(words, face, size) / 2
            down = inked.y + inked.h / 2 - font.get_linesize() / 2 + self.drop(face, size)
            found = self._inks[key] = (inked.w, inked.h, right, down)
        return found

    def lay(self, words: str, face: str, size: int, width: int = 0, *, rich: bool = False, leading: float = 1.0) -> Laid:
        """Lay text out at a size; with a width it is wrapped there. `rich` reads `*keyword*`. Newlines always break."""
        key = (words, self.file(face), size, width, rich, leading)
        laid = self._laid.get(key)
        if laid is None:
            laid = self._lay(words, face, size, width, rich=rich, leading=leading)
            self._laid[key] = laid
            if len(self._laid) > _KEPT_LAYOUTS:
                self._laid.popitem(last=False)
        return laid

    def _lay(self, words: str, face: str, size: int, width: int, *, rich: bool, leading: float) -> Laid:
        line_height = max(1, round(self.font(face, size).get_linesize() * leading))
        lines: list[list[Stretch]] = []
        widths: list[int] = []
        for paragraph in words.split("\n"):
            line: list[Stretch] = []
            x = 0
            for word in self._words(paragraph, face, size, width, rich=rich):
                if width and line:
                    wide = sum(self.width(piece, its_face, size) for piece, its_face, _ in word[:-1])
                    wide += self.width(word[-1][0].rstrip(), word[-1][1], size)
                    if x + wide > width:
                        widths.append(self._ended(line, size))
                        lines.append(line)
                        line, x = [], 0
                for piece, its_face, keyword in word:
                    if line and (line[-1].face, line[-1].keyword) == (its_face, keyword):
                        before, _, left, _ = line[-1]
                        line[-1] = Stretch(before + piece, its_face, left, keyword)
                        x = left + self.width(before + piece, its_face, size)
                    else:
                        line.append(Stretch(piece, its_face, x, keyword))
                        x += self.width(piece, its_face, size)
            widths.append(self._ended(line, size) if width else x)
            lines.append(line)
        return Laid(lines, widths, line_height, size)

    def _ended(self, line: list[Stretch], size: int) -> int:
        """Drop the spaces at the end of a line and return its width."""
        while line and not line[-1][0].rstrip():
            line.pop()
        if not line:
            return 0
        words, face, left, keyword = line[-1]
        line[-1] = Stretch(words.rstrip(), face, left, keyword)
        return left + self.width(words.rstrip(), face, size)

    def _words(self, paragraph: str, face: str, size: int, width: int, *, rich: bool) -> list[list[_Piece]]:
        """Split where a line may break: after spaces but for that before a percent sign, and inside a word only when it alone is too wide."""
        words: list[list[_Piece]] = []
        open_word = False
        plain = runs(paragraph, face) if rich else [(paragraph, face)]
        stretches = [
            (*part, some if its != face else "")
            for some, its in plain
            for part in covered(some, its, self.font(its, size), heavy=self.heavy(its))
        ]
        for stretch, its_face, keyword in stretches:
            if not width:
                words.append([(stretch, its_face, keyword)])
                continue
            for whole in _BREAK.split(stretch):
                for piece in self._cut(whole, its_face, size, width):
                    if open_word and words:
                        words[-1].append((piece, its_face, keyword))
                    else:
                        words.append([(piece, its_face, keyword)])
                    open_word = False
                open_word = bool(whole) and not whole.endswith(" ")
        return words

    def _cut(self, word: str, face: str, size: int, width: int) -> list[str]:
        pieces: list[str] = []
        while len(word) > 1 and self.width(word.rstrip(), face, size) > width:
            cut = len(word) - 1
            while cut > 1 and self.width(word[:cut], face, size) > width:
                cut -= 1
            pieces.append(word[:cut])
            word = word[cut:]
        return [*pieces, word] if word else pieces

    def fit(
        self, words: str, face: str, size: int, width: int, height: int, *, wrap: bool, rich: bool = False, leading: float = 1.0
    ) -> Laid:
        """Lay text out at the largest size up to `size` at which it fits the box; a wrapped word is broken only where all would be much smaller for it."""
        whole = words.split() if wrap else []
        leasts = ((word, size if len(word) > ORDINARY else round(size * UNBROKEN)) for word in whole)
        if any(self.width(word.strip("*"), face, least) > width for word, least in leasts):
            whole = []

        def laid(size: int) -> Laid:
            return self.lay(words, face, size, width if wrap else 0, rich=rich, leading=leading)

        def fits(size: int) -> bool:
            if (height and laid(size).height > height + 1) or laid(size).width > width + 1:
                return False
            return all(self.width(word.strip("*"), face, size) <= width for word in whole)

        low, high = min(SMALLEST, size), size
        if fits(high):
            return laid(high)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if fits(middle) else (low, middle - 1)
        return laid(low)
