"""What is really packed, file by file, and its list for whoever must know: the distributions, Python, and every shared library.

The list is written with CycloneDX's own library (sbom.cdx.json in each archive). What was installed for building and is not in the folder does
not stand in it; what is in the folder and stands in no table here stops the packing.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import metadata
from pathlib import Path
from typing import NamedTuple

import plan

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
STAMP = datetime(2026, 1, 1, tzinfo=UTC)

_EXTENSION = re.compile(r"\.(pyd|(cpython-[\w-]+|abi3)\.so)$|/lib-dynload/")
"""A module of Python that was compiled belongs to Python or to its distribution."""
_LIBRARY = re.compile(r"\.dll$|\.dylib$|\.so(\.[\d.]+)?$|(^|/)Python$", re.IGNORECASE)


class Part(NamedTuple):
    """One thing that is packed: its name, version where it tells it, licence, and the files that are it alone with their SHA-256."""

    name: str
    version: str | None
    licence: str
    files: tuple[tuple[str, str], ...] = ()
    package: bool = False
    """Whether it is a distribution on PyPI."""


def library(name: str) -> str | None:
    """Return under what name packaging/libraries.toml knows a shared library, by the name of its file on any system, or None."""
    for title, each in _libraries().items():
        if any(re.fullmatch(rf"(lib)?{stem}([-.\d].*)?", name.lower()) for stem in each["files"]):
            return title
    return None


def parts(folder: Path) -> list[Part]:
    """Return what is packed in a folder; raise SystemExit when a library in it is none that is known, or a distribution is not locked."""
    found: dict[str, list[Path]] = {}
    for path in shared(folder):
        title = library(path.name)
        if title is None:
            raise SystemExit(f"{path.relative_to(folder).as_posix()} is packed, and packaging/libraries.toml tells nothing of it.")
        found.setdefault(title, []).append(path)
    known, versions = _libraries(), sdl_versions()
    listed = [
        Part(
            title,
            _python_version(paths) if title == "Python" else versions.get(title),
            known[title]["licence"],
            tuple((path.relative_to(folder).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()) for path in paths),
        )
        for title, paths in sorted(found.items())
    ]
    return [*distributions(), *listed]


def distributions() -> list[Part]:
    """Return the distributions that are packed, in the versions that the lock fixes; raise SystemExit when it fixes none."""
    locked = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", (HERE / "packed.lock").read_text("utf-8"), re.MULTILINE))
    for name in plan.PACKED:
        if name not in locked:
            raise SystemExit(f"packaging/packed.lock has no {name}.")
    return [Part(name, locked[name], _declared(name), package=True) for name in plan.PACKED]


def sdl_versions() -> dict[str, str]:
    """Return the versions of SDL and its three libraries, as pygame-ce tells them: the lock fixes one pygame-ce for all systems."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame
    import pygame.font
    import pygame.image
    import pygame.mixer

    told = {
        "SDL": pygame.get_sdl_version(),
        "SDL_image": pygame.image.get_sdl_image_version(),
        "SDL_mixer": pygame.mixer.get_sdl_mixer_version(),
        "SDL_ttf": pygame.font.get_sdl_ttf_version(),
    }
    return {title: ".".join(map(str, numbers)) for title, numbers in told.items() if numbers}


def shared(folder: Path) -> Iterator[Path]:
    """Yield the shared libraries below a folder that are no modules of Python, links left out."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not path.is_symlink() and _LIBRARY.search(name) and not _EXTENSION.search(name):
            yield path


def written(listed: Iterable[Part]) -> str:
    """Return the list as CycloneDX 1.6 in JSON; raise SystemExit when its own judge finds a fault in it."""
    from uuid import NAMESPACE_URL, uuid5

    from cyclonedx.factory.license import LicenseFactory
    from cyclonedx.model import HashAlgorithm, HashType, Property
    from cyclonedx.model.bom import Bom, BomMetaData
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator
    from packageurl import PackageURL

    make = LicenseFactory()

    def component(part: Part) -> Component:
        return Component(
            name=part.name,
            version=part.version,
            type=ComponentType.LIBRARY,
            bom_ref=part.name,
            licenses=[make.make_from_string(part.licence)],
            purl=PackageURL("pypi", name=part.name, version=part.version) if part.package else None,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest) for _, digest in part.files if len(part.files) == 1],
            properties=[Property(name="starcross:file", value=name) for name, _ in part.files],
        )

    itself = Component(
        name="starcross-tabletop",
        version=plan.version(ROOT),
        type=ComponentType.APPLICATION,
        bom_ref="starcross-tabletop",
        licenses=[make.make_from_string(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license"])],
    )
    listed = list(listed)
    bom = Bom(
        components=map(component, listed),
        serial_number=uuid5(NAMESPACE_URL, repr(listed)),
        metadata=BomMetaData(component=itself, timestamp=STAMP),
    )
    bom.register_dependency(itself, bom.components)
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(f"The list of parts is not as CycloneDX wants it: {fault}")
    return text + "\n"


def _libraries() -> dict[str, dict[str, str]]:
    return tomllib.loads((HERE / "libraries.toml").read_text("utf-8"))


def _declared(name: str) -> str:
    """Return the licence that a distribution declares, as an SPDX expression where it has one."""
    told = metadata(name)
    return told.get("License-Expression") or (told.get("License") or "").strip().splitlines()[0]


def _python_version(paths: list[Path]) -> str | None:
    """Return the version that Python's library tells of itself and its name begins; several files of one Python tell the same."""
    named = {found[1] for path in paths if (found := re.search(r"python3\.?(\d+)", path.name.lower()))}
    told = {
        found.decode()
        for path in paths
        for found in re.findall(rb"(?<![\d.])3\.\d+\.\d+(?=\0)", path.read_bytes())
        if not named or found.decode().split(".")[1] in named
    }
    return told.pop() if len(told) == 1 else None
