"""Worlds that differ in a secret alone, and what a seat knows of a world: how the suite tests that what is hidden stays so.

`twins` changes what `Rules.secrets` lists, one value after the other and all at once; `known` is a state without what a seat does not
know. Neither looks at `observe`, so that the two can be held against each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from game.kernel.chance import Chance
from game.kernel.rules import AnyRules
from game.kernel.secrets import Path, Secret, leaf, with_leaf

FLIP = 0x5DEECE66D
TRIES = 8
"""How often a partner for an exchange is looked for."""


class Twin(Struct, frozen=True):
    """A world that differs from another in some secrets alone."""

    world: Any
    changed: tuple[Secret, ...]

    def hidden_from(self, seat: int) -> bool:
        """Tell whether a seat cannot know the two worlds apart."""
        return not any(seat in secret.seats for secret in self.changed)

    def __str__(self) -> str:
        return ", ".join("/".join(map(str, secret.path)) for secret in self.changed[:3])


def coded(value: Any) -> bytes:
    """Return a value as bytes, in the order in which it holds its parts: what is sent and saved."""
    return msgspec.msgpack.encode(value)


def known(rules: AnyRules, state: Any, seat: int) -> bytes:
    """Return what a seat knows of a state: all of it but the secrets it does not share.

    Of a dictionary with a hidden value the whole entry is left out, as its key may be the number of a piece that no eye may follow; where
    only that number is hidden, the value stays, under no key.
    """
    tree = msgspec.json.decode(msgspec.json.encode(state))
    for secret in rules.secrets(state):
        if seat not in secret.seats:
            blot(tree, state, secret)
    return msgspec.json.encode(tree, order="sorted")


def blot(tree: Any, value: Any, secret: Secret) -> None:
    """Take a secret out of a state's plain values."""
    for step in secret.path[:-1]:
        if isinstance(value, dict):
            tree.pop(str(step), None)
            return
        tree, value = tree[step], leaf(value, (step,))
    last = secret.path[-1]
    if isinstance(value, dict):
        entry = tree.pop(str(last))
        if secret.kind == "name":
            tree["?"] = sorted([*tree.get("?", ()), entry], key=coded)
    else:
        tree[last] = None


def groups(secrets: Iterable[Secret]) -> list[list[Secret]]:
    """Return secrets in groups of those that lie in like places and are known to the same seats."""
    found: dict[Any, list[Secret]] = defaultdict(list)
    for secret in secrets:
        found[lies(secret)].append(secret)
    return list(found.values())


def lies(secret: Secret) -> tuple[Any, ...]:
    """Return what a secret has in common with those that lie in like places and are known to the same seats."""
    return secret.kind, tuple(step for step in secret.path if isinstance(step, str)), secret.seats


def twins(rules: AnyRules, state: Any, seed: int, each: int = 2, only: Sequence[Secret] | None = None) -> Iterator[Twin]:
    """Yield twins of a state: some secrets of every group changed one by one, and every face at once that a seat does not know."""
    secrets = tuple(rules.secrets(state))
    chance = Chance(seed)
    sorts = by_sort(rules, state, secrets)
    for group in groups(secrets if only is None else only):
        for secret in chance.shuffle(group)[:each]:
            yield from changes(rules, state, secret, secrets, sorts, chance)
    faces = [secret for secret in secrets if secret.kind == "face"]
    for group in groups(faces) if only is None else []:
        world, changed = state, []
        for secret in faces:
            value = leaf(state, secret.path)
            fresh = another(rules, value, sorts, chance) if secret.seats <= group[0].seats else value
            if fresh != value:
                world = with_leaf(world, secret.path, fresh)
                changed.append(secret)
        yield Twin(world, tuple(changed))


def changes(
    rules: AnyRules, state: Any, secret: Secret, secrets: Sequence[Secret], sorts: dict[str, list[Any]], chance: Chance
) -> Iterator[Twin]:
    """Yield twins in which a secret has another value: exchanged with another one, or replaced."""
    value = leaf(state, secret.path)
    if secret.kind == "chance":
        yield Twin(with_leaf(state, secret.path, value ^ FLIP), (secret,))
        return
    partners = [each for each in secrets if each.kind == secret.kind and (secret.kind != "name" or beside(each.path, secret.path))]
    for partner in chance.shuffle(partners)[:TRIES]:
        other = leaf(state, partner.path)
        if other != value:
            world = with_leaf(with_leaf(state, secret.path, other), partner.path, value)
            if not rules.faults(world):
                yield Twin(world, (secret, partner))
                break
    if secret.kind != "name":
        fresh = another(rules, value, sorts, chance)
        if fresh != value:
            yield Twin(with_leaf(state, secret.path, fresh), (secret,))


def beside(one: Path, other: Path) -> bool:
    """Tell whether two paths differ in their last place alone: two numbers in one pile."""
    places = [index for index, step in enumerate(one) if isinstance(step, int)]
    return len(one) == len(other) and [index for index, step in enumerate(one) if step != other[index]] == places[-1:]


def sort(rules: AnyRules, value: Any) -> str:
    """Return the sort of a hidden value; one can stand for another of its sort without breaking a rule."""
    try:
        return rules.face(value).kind
    except (KeyError, TypeError):
        return type(value).__name__


def by_sort(rules: AnyRules, state: Any, secrets: Iterable[Secret]) -> dict[str, list[Any]]:
    """Return the different hidden values by sort."""
    found: dict[str, list[Any]] = defaultdict(list)
    for secret in secrets:
        if secret.telling:
            value = leaf(state, secret.path)
            if value not in found[sort(rules, value)]:
                found[sort(rules, value)].append(value)
    return found


def another(rules: AnyRules, value: Any, sorts: dict[str, list[Any]], chance: Chance) -> Any:
    """Return another hidden value of the same sort; a choice or a die of which there is no other is made up."""
    others = [each for each in sorts[sort(rules, value)] if each != value]
    if others:
        return chance.pick(others)
    return {"str": f"{value}'", "int": value % 6 + 1 if isinstance(value, int) else value}.get(sort(rules, value), value)
