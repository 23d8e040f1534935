"""What was baked from what: a recipe leaves a picture alone whose inputs did not change, or that would look the same.

`tools/baked.txt` holds, for every picture, a digest of the recipe and the files it was made from. A history keeps every version of a picture for ever,
so a bake that changes nothing to see must write nothing.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEDGER = Path(__file__).with_suffix(".txt")
MEAN, MOST = 2.0, 32
"""Pictures whose colours differ by no more than this, of 255, in the mean and anywhere, look the same: another encoder, another dither."""


def digest(*inputs: Path | str) -> str:
    """Return a digest of words, files and all files of folders."""
    total = hashlib.sha256()
    for each in inputs:
        files = sorted(path for path in each.rglob("*") if path.is_file()) if isinstance(each, Path) and each.is_dir() else [each]
        for file in files:
            if isinstance(file, str):
                total.update(file.encode() + b"\0")
            elif "__pycache__" not in file.parts:
                total.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def noted(ledger: Path) -> dict[str, str]:
    """Return the digest of every picture that was baked."""
    return dict(line.rsplit(maxsplit=1) for line in ledger.read_text("utf-8").splitlines()) if ledger.exists() else {}


def bake(out: Path, make: Callable[[], bytes], *inputs: Path | str, ledger: Path = LEDGER, root: Path = ROOT) -> bool:
    """Make a picture and keep it, unless it was made from the same inputs or looks as it did; tell whether it was written."""
    name, mark, marks = out.relative_to(root).as_posix(), digest(*inputs), noted(ledger)
    if out.exists() and marks.get(name) == mark:
        print(f"{name}: made from the same, left alone")
        return False
    content = make()
    written = not (out.exists() and alike(out.read_bytes(), content))
    if written:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(content)
    print(f"{name}: {len(content) // 1024} KiB" if written else f"{name}: looks the same, left alone")
    lines = sorted((marks | {name: mark}).items())
    ledger.write_text("".join(f"{each} {digest}\n" for each, digest in lines if (root / each).exists()), "utf-8")
    return written


def alike(old: bytes, new: bytes) -> bool:
    """Tell whether two encoded pictures look the same."""
    if old == new:
        return True
    from PIL import Image, ImageChops, ImageStat

    one, other = (Image.open(io.BytesIO(content)).convert("RGBA") for content in (old, new))
    if one.size != other.size:
        return False
    apart = ImageChops.difference(one, other)
    return max(ImageStat.Stat(apart).mean) <= MEAN and max(high for _, high in apart.getextrema()) <= MOST


def encoded(image: object, kind: str, **how: object) -> bytes:
    """Return a picture as the bytes of a file."""
    buffer = io.BytesIO()
    image.save(buffer, kind, **how)
    return buffer.getvalue()
