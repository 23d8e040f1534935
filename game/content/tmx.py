"""Files of the Tiled map editor, taken apart with gloves on.

A map may come from a stranger, and the library that loads Tiled maps believes what it reads. So the file is first read
here into plain nodes: no document types, no entities, nothing deep, nothing huge. Numbers, properties and objects are
checked one by one, every fault a sentence, and only a rebuilt tree of what was understood is shown to the library.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Literal, cast
from xml.etree import ElementTree as ET
from xml.parsers import expat

import msgspec

from game.content.faults import Findings, quoted, read_file

MOST_BYTES = 1 << 20
MOST_NODES = 50_000
MOST_DEPTH = 12
MOST_OBJECTS = 400
MOST_TILES_ACROSS = 40

_WHOLE = re.compile(r"-?[0-9]{1,9}\Z")
_DECIMAL = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,9})?\Z")


class Node(msgspec.Struct):
    """Hold one XML element: its tag, attributes, children in order and the text directly inside."""

    tag: str
    attributes: dict[str, str]
    children: list[Node] = []
    text: str = ""

    def all(self, tag: str) -> list[Node]:
        """Return the children of a kind."""
        return [child for child in self.children if child.tag == tag]


class Property(msgspec.Struct, frozen=True):
    """Hold what a property may be: its type, and the least and most of a number, or the most letters of a string."""

    type: Literal["bool", "int", "string"]
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()


type_names: dict[str, str] = {"bool": "true or false", "int": "a whole number", "string": "text"}

PropertyValue = bool | int | str


class Box(msgspec.Struct, frozen=True):
    """Hold a drawn object: a rectangle in pixels (a point has no size), its class and its properties."""

    place: str
    name: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    properties: dict[str, PropertyValue]


def read_tree(path: Path, findings: Findings, root_tag: str) -> Node:
    """Read a file into nodes, or stop with the reason it cannot be."""
    return parsed(read_file(path, MOST_BYTES), findings, root_tag)


def parsed(raw: bytes, findings: Findings, root_tag: str) -> Node:
    """Return a text as nodes, or stop with the reason it cannot be."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        findings.stop("", f"byte {error.start} is not UTF-8 text")
    node = _parsed(raw, findings)
    if node.tag != root_tag:
        findings.stop("", f"this is no Tiled {root_tag}: it begins with {quoted(node.tag)}")
    return node


def _parsed(raw: bytes, findings: Findings) -> Node:
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    top = Node("", {})
    open_nodes = [top]
    count = 0

    def line() -> str:
        return f"line {parser.CurrentLineNumber}"

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST_NODES:
            findings.stop(line(), f"there are more than {MOST_NODES} elements")
        if len(open_nodes) > MOST_DEPTH:
            findings.stop(line(), f"elements are nested more than {MOST_DEPTH} deep")
        node = Node(tag, attributes, [])
        open_nodes[-1].children.append(node)
        open_nodes.append(node)

    def end(_tag: str) -> None:
        open_nodes.pop()

    def text(words: str) -> None:
        open_nodes[-1].text += words

    def declaration(_version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() not in {"utf-8", "utf8"}:
            findings.stop(line(), f"the encoding {quoted(encoding)} is not UTF-8")

    def document_type(*_: object) -> None:
        findings.stop(line(), "a document type is not allowed")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.XmlDeclHandler = declaration
    parser.StartDoctypeDeclHandler = document_type
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as error:
        findings.stop(f"line {error.lineno}", f"this is not well-formed XML ({expat.ErrorString(error.code)})")
    return top.children[0]


class Taken:
    """Take numbers, words and properties out of nodes, noting a fault for each that is not what it should be."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings

    def whole(self, node: Node, key: str, place: str, low: int, high: int, default: int | None = None) -> int | None:
        """Return a whole number of an attribute; None and a fault if it is missing, no number or out of bounds."""
        text = node.attributes.get(key)
        if text is None:
            if default is None:
                self.findings.add(place, f"the {key} is missing")
            return default
        if not _WHOLE.match(text) or not low <= int(text) <= high:
            self.findings.add(place, f"the {key} {quoted(text)} is not a whole number from {low} to {high}")
            return None
        return int(text)

    def decimal(self, node: Node, key: str, place: str) -> float:
        """Return a number of an attribute, 0 when absent; a fault when it is no plain number."""
        text = node.attributes.get(key, "0")
        if not _DECIMAL.match(text):
            self.findings.add(place, f"the {key} {quoted(text)} is not a plain number")
            return 0.0
        return float(text)

    def only(self, node: Node, place: str, tags: set[str]) -> None:
        """Note every child that the table does not know."""
        for child in node.children:
            if child.tag not in tags:
                self.findings.add(place, f"a {quoted(child.tag)} is not supported here")

    def plain(self, node: Node, place: str, defaults: dict[str, str]) -> None:
        """Note every attribute that changes how Tiled would draw something and that the table would not follow."""
        for key, default in defaults.items():
            if node.attributes.get(key, default) != default:
                self.findings.add(place, f"the {key} {quoted(node.attributes[key])} is not supported, only {quoted(default)}")

    def kind(self, node: Node, place: str) -> str:
        """Return the class, which Tiled 1.9 wrote as `class` and every other version as `type`."""
        new, old = node.attributes.get("class", ""), node.attributes.get("type", "")
        if new and old and new != old:
            self.findings.add(place, f"it has class {quoted(new)} and type {quoted(old)}, which should be one")
        return new or old

    def properties(self, node: Node, place: str, known: dict[str, Property]) -> dict[str, PropertyValue]:
        """Return the custom properties, each known, of its type and within its bounds."""
        values: dict[str, PropertyValue] = {}
        for group in node.all("properties"):
            self.only(group, place, {"property"})
            for child in group.all("property"):
                name = child.attributes.get("name", "")
                if name not in known:
                    self.findings.add(place, f"unknown property {quoted(name)}; known are {', '.join(known) or 'none'}")
                elif name in values:
                    self.findings.add(place, f"property {quoted(name)} is there twice")
                else:
                    value = self._value(child, place, name, known[name])
                    if value is not None:
                        values[name] = value
        return values

    def _value(self, node: Node, place: str, name: str, asked: Property) -> PropertyValue | None:
        given = node.attributes.get("type", "string")
        text = node.attributes.get("value", node.text)
        if given != asked.type:
            self.findings.add(place, f"property {quoted(name)} has type {quoted(given)} and must be {asked.type}, {type_names[asked.type]}")
        elif asked.type == "bool":
            if text in {"true", "false"}:
                return text == "true"
            self.findings.add(place, f"property {quoted(name)} is {quoted(text)} and must be true or false")
        elif asked.type == "int":
            if _WHOLE.match(text) and asked.low <= int(text) <= asked.high:
                return int(text)
            self.findings.add(
                place, f"property {quoted(name)} is {quoted(text)} and must be a whole number from {asked.low} to {asked.high}"
            )
        elif asked.choices and text not in asked.choices:
            self.findings.add(place, f"property {quoted(name)} is {quoted(text)} and must be one of {', '.join(asked.choices)}")
        elif not asked.choices and (len(text) > asked.high or not all(letter.isprintable() or letter == "\n" for letter in text)):
            self.findings.add(place, f"property {quoted(name)} must be at most {asked.high} printable characters")
        else:
            return text
        return None

    def boxes(self, layer: Node, place: str, known: dict[str, dict[str, Property]]) -> list[Box]:
        """Return the rectangles and points of an object layer; `known` has the properties of each class."""
        self.only(layer, place, {"object", "properties"})
        self.properties(layer, place, {})
        self.plain(layer, place, {"offsetx": "0", "offsety": "0"})
        nodes = layer.all("object")
        if len(nodes) > MOST_OBJECTS:
            self.findings.add(place, f"there are more than {MOST_OBJECTS} objects")
            return []
        return [box for node in nodes if (box := self._box(node, place, known)) is not None]

    def _box(self, node: Node, layer: str, known: dict[str, dict[str, Property]]) -> Box | None:
        name = node.attributes.get("name", "")
        place = f"{layer}, object {quoted(node.attributes.get('id', '?'))[1:-1]}" + (f" {quoted(name)}" if name else "")
        self.only(node, place, {"properties", "point"})
        before = self.findings.noted
        for key, why in (("template", "a template"), ("gid", "a tile as object")):
            if key in node.attributes:
                self.findings.add(place, f"{why} is not supported; draw a rectangle")
        self.plain(node, place, {"rotation": "0"})
        kind = self.kind(node, place)
        if kind not in known:
            expected = " or ".join(quoted(each) for each in known)
            self.findings.add(place, f"its class is {quoted(kind)} and must be {expected}")
            return None
        self.whole(node, "id", place, 1, 999_999_999)
        x, y, width, height = (self.decimal(node, key, place) for key in ("x", "y", "width", "height"))
        if width < 0 or height < 0:
            self.findings.add(place, "its size is negative")
        values = self.properties(node, place, known[kind])
        if self.findings.noted > before:
            return None
        return Box(place, name, kind, x, y, width, height, values)


def loaded(tree: Node, path: Path) -> Any:
    """Load a checked and rebuilt map through pytmx, which reads no file of its own for it; return its TiledMap."""
    tiled = _tiled_map()(load_all=False)
    tiled.filename = str(path)
    tiled.parse_xml(_element(tree))
    return tiled


def _tiled_map() -> Any:
    hide = "pytmx" not in sys.modules and "pygame" not in sys.modules
    if hide:  # pytmx would start pygame, or complain aloud that it cannot; a map needs neither
        import logging  # noqa: PLC0415  (waits until a map is read: the start is counted in milliseconds)

        logging.getLogger("pytmx.util_pygame").disabled = True
        cast("dict[str, Any]", sys.modules)["pygame"] = None
    try:
        from pytmx import TiledMap  # noqa: PLC0415  (only asked for when a map is read)
    finally:
        if hide:
            del sys.modules["pygame"]
    return TiledMap


def _element(node: Node) -> ET.Element:
    element = ET.Element(node.tag, node.attributes)
    element.text = node.text
    element.extend([_element(child) for child in node.children])
    return element


def written(node: Node) -> str:
    """Return nodes as the text of a file."""
    return ET.tostring(_element(node), encoding="unicode")


def trimmed(node: Node, attributes: tuple[str, ...], children: list[Node] | None = None) -> Node:
    """Return a node with only these attributes, its class spelt `type`, and only these children (default: its properties)."""
    kept = {key: node.attributes[key] for key in attributes if key in node.attributes}
    kind = node.attributes.get("class") or node.attributes.get("type")
    if kind:
        kept["type"] = kind
    return Node(node.tag, kept, node.all("properties") if children is None else children, node.text)
