"""Make the fonts the table draws with: one static TTF a face, Latin and Latin Extended together, lining figures, every sign the words need.

Take the packages from npm (`npm pack @fontsource/<name>`, unpacked side by side in one folder), then
run: python tools/make_fonts.py FOLDER → assets/fonts/*.ttf and assets/fonts/OFL-<package>.txt

The OFL lets a changed font be shipped under another name only, so each face is named "Starcross …".
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from fontTools.merge import Merger, Options
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options as SubsetOptions
from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parent.parent / "assets" / "fonts"
# Our file, package, weight and slant, our family name, what it is for.
FACES = (
    ("text-regular", "alegreya-sans", "500-normal", "Starcross Text"),
    ("text-bold", "alegreya-sans", "700-normal", "Starcross Text Bold"),
    ("text-italic", "alegreya-sans", "500-italic", "Starcross Text Italic"),
    ("text-bold-italic", "alegreya-sans", "700-italic", "Starcross Text Bold Italic"),
    ("display-overcross", "bangers", "400-normal", "Starcross Panel"),
    ("display-overcross-heavy", "anton", "400-normal", "Starcross Poster"),
    ("display-starcrossed", "cinzel", "700-normal", "Starcross Engraved"),
    ("display-shine", "baloo-2", "700-normal", "Starcross Stage"),
    ("display-verona", "texturina", "700-normal", "Starcross Quill"),
    ("display-cardmaster", "chakra-petch", "700-normal", "Starcross Arena"),
)
DONORS = (
    ("noto-sans-symbols-2", "symbols-400-normal"),
    ("noto-sans-symbols", "symbols-400-normal"),
    ("alegreya-sans", "latin-400-normal"),
)
# Signs the words of the table need in every face.
SIGNS = "✓✗×−–—‘’“”…½¼¾≥≤≠•·←→↑↓↔★☆♥◆●■▲▼▶◀§°±‹›«»⏎⇧"

PAIRS, BY_CLASS = 2, 2
"""What OpenType calls the lookups of pairs, and those that name classes of letters."""
CLOSE, APART = {"c": "lr", "e": "l"}, 40
"""Which letters come too near (one for each class: l is b, h and k as well, r is m and n), and how many units they are moved apart."""


def load(folder: Path, package: str, subset: str) -> TTFont | None:
    path = folder / package / "files" / f"{package}-{subset}.woff2"
    return TTFont(path) if path.exists() else None


def plain(font: TTFont, scratch: Path, name: str, keep: set[int] | None = None) -> Path:
    """Save an unhinted TTF of the wanted characters."""
    options = SubsetOptions()
    options.hinting = False
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "lnum", "liga"]
    options.glyph_names = True
    options.notdef_outline = True
    options.name_IDs = ["*"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=keep if keep is not None else set(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = None
    path = scratch / f"{name}.ttf"
    font.save(path)
    return path


def lining(font: TTFont) -> None:
    """Point the digits at their lining forms where the face has them."""
    if "GSUB" not in font:
        return
    table = font["GSUB"].table
    swaps: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord if table.FeatureList else ():
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for sub in table.LookupList.Lookup[index].SubTable:
                    swaps.update(getattr(getattr(sub, "ExtSubTable", sub), "mapping", {}))
    for cmap in font["cmap"].tables:
        for code, glyph in list(cmap.cmap.items()):
            if chr(code).isdigit() and glyph in swaps:
                cmap.cmap[code] = swaps[glyph]


def loosen(font: TTFont) -> None:
    """Set the letters that close with a bow off those that begin with a stem: at small sizes "cl" is read as "d" otherwise."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for sub in lookup.SubTable:
            pairs = getattr(sub, "ExtSubTable", sub)
            if pairs.LookupType != PAIRS or pairs.Format != BY_CLASS:
                continue
            for first, seconds in CLOSE.items():
                if first not in pairs.Coverage.glyphs:
                    continue
                row = pairs.Class1Record[pairs.ClassDef1.classDefs.get(first, 0)].Class2Record
                for second in seconds:
                    value = row[pairs.ClassDef2.classDefs.get(second, 0)].Value1
                    value.XAdvance = getattr(value, "XAdvance", 0) + APART


def graft(font: TTFont, donors: list[TTFont], codes: list[int]) -> list[str]:
    """Draw missing characters from the donors, scaled to the face's capitals; return what no donor has."""
    missing = []
    cap = getattr(font["OS/2"], "sCapHeight", 0) or font["head"].unitsPerEm * 0.7
    for code in codes:
        if code in font.getBestCmap():
            continue
        donor = next((d for d in donors if code in d.getBestCmap()), None)
        if donor is None:
            missing.append(chr(code))
            continue
        source = donor.getBestCmap()[code]
        scale = cap / (getattr(donor["OS/2"], "sCapHeight", 0) or donor["head"].unitsPerEm * 0.714)
        name = f"graft{code:04X}"
        pen = TTGlyphPen(None)
        donor.getGlyphSet()[source].draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        glyph = pen.glyph()
        font["glyf"][name] = glyph
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (round(donor["hmtx"][source][0] * scale), getattr(glyph, "xMin", 0))
        for cmap in font["cmap"].tables:
            if cmap.isUnicode():
                cmap.cmap[code] = name
    font.setGlyphOrder(font["glyf"].glyphOrder)
    font["maxp"].numGlyphs = len(font.getGlyphOrder())
    return missing


def strokes(code: int, cap: float, advance: float, bar: float) -> list[list[tuple[float, float]]] | None:
    """Return our own outlines of the comparison signs, which few subsets carry."""
    left, right, middle = advance * 0.12, advance * 0.88, cap * 0.5
    high, low = cap * 0.92, cap * 0.24
    flip = (lambda x: left + right - x) if chr(code) == "≤" else (lambda x: x)
    if chr(code) in "≥≤":
        foot = [(left, 0), (right, 0), (right, bar), (left, bar)]
        peak = cap * 0.58
        arrow = [
            (left, high),
            (right, peak + bar * 0.55),
            (right, peak - bar * 0.55),
            (left, low),
            (left, low + bar * 1.15),
            (right - bar * 1.5, peak),
            (left, high - bar * 1.15),
        ]
        return [foot, [(flip(x), y) for x, y in arrow]]
    if chr(code) == "≠":
        gap = cap * 0.14
        lines = [
            [
                (left, middle + s * gap - bar / 2),
                (right, middle + s * gap - bar / 2),
                (right, middle + s * gap + bar / 2),
                (left, middle + s * gap + bar / 2),
            ]
            for s in (-1, 1)
        ]
        slash = [(advance * 0.3, cap * 0.1), (advance * 0.3 + bar, cap * 0.1), (advance * 0.7, cap * 0.9), (advance * 0.7 - bar, cap * 0.9)]
        return [*lines, slash]
    return None


def compare_signs(font: TTFont, codes: list[str]) -> list[str]:
    """Draw the comparison signs in the weight of the face's own minus; return what is still missing."""
    rest = []
    cap = getattr(font["OS/2"], "sCapHeight", 0) or font["head"].unitsPerEm * 0.7
    minus = font["glyf"][font.getBestCmap()[0x2212]]
    advance = font["hmtx"][font.getBestCmap()[0x2212]][0]
    bar = max(minus.yMax - minus.yMin, cap * 0.08)
    for sign in codes:
        shapes = strokes(ord(sign), cap, advance, bar)
        if shapes is None:
            rest.append(sign)
            continue
        pen = TTGlyphPen(None)
        for points in shapes:
            area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
            ring = points[::-1] if area > 0 else points  # all clockwise, so that crossings stay filled
            pen.moveTo(tuple(map(round, ring[0])))
            for point in ring[1:]:
                pen.lineTo(tuple(map(round, point)))
            pen.closePath()
        name = f"graft{ord(sign):04X}"
        glyph = pen.glyph()
        font["glyf"][name] = glyph
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (advance, glyph.xMin)
        for cmap in font["cmap"].tables:
            if cmap.isUnicode():
                cmap.cmap[ord(sign)] = name
    font.setGlyphOrder(font["glyf"].glyphOrder)
    font["maxp"].numGlyphs = len(font.getGlyphOrder())
    return rest


def rename(font: TTFont, family: str) -> None:
    names = font["name"]
    for record in list(names.names):
        if record.nameID in {1, 2, 3, 4, 6, 16, 17, 21, 22, 25}:
            names.removeNames(nameID=record.nameID)
    for number, text in ((1, family), (2, "Regular"), (3, f"{family} 1.0"), (4, family), (6, family.replace(" ", ""))):
        names.setName(text, number, 3, 1, 0x409)


def make(folder: Path, scratch: Path, face: tuple[str, str, str, str]) -> str:
    """Build one face and return a line about it."""
    out, package, style, family = face
    latin = load(folder, package, f"latin-{style}")
    if latin is None:
        raise SystemExit(f"{package} has no latin {style}.")
    parts = [plain(latin, scratch, out + "-a")]
    extended = load(folder, package, f"latin-ext-{style}")
    if extended is not None:
        mine = set(TTFont(parts[0]).getBestCmap())
        rest = set(extended.getBestCmap()) - mine
        parts.append(plain(extended, scratch, out + "-b", rest))
    options = Options()
    options.drop_tables = ["DSIG", "STAT", "fpgm", "prep", "cvt ", "hdmx", "VDMX", "LTSH", "gasp", "meta"]
    font = Merger(options=options).merge([str(p) for p in parts]) if len(parts) > 1 else TTFont(parts[0])
    lining(font)
    if out.startswith("text"):
        loosen(font)
    donors = [d for d in (load(folder, p, s) for p, s in DONORS) if d is not None]
    missing = graft(font, donors, [ord(c) for c in SIGNS])
    missing = compare_signs(font, missing)
    rename(font, family)
    path = OUT / f"{out}.ttf"
    font.save(path)
    shutil.copy(folder / package / "LICENSE", OUT / f"OFL-{package}.txt")
    return f"{path.name:32} {path.stat().st_size // 1024:4} KiB {len(TTFont(path).getBestCmap()):5} characters, without {''.join(missing) or 'nothing'}"


def main() -> None:
    folder = Path(sys.argv[1])
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for face in FACES:
            print(make(folder, Path(scratch), face))
    for package, _ in DONORS:
        if (folder / package / "LICENSE").exists():
            shutil.copy(folder / package / "LICENSE", OUT / f"OFL-{package}.txt")


if __name__ == "__main__":
    main()
