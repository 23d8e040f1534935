"""What a card says, as plain values: abilities made of effects, selectors, amounts, conditions and costs.

A designer writes these in TOML; nothing here knows a game. Each vocabulary is closed: an effect is one of the verbs below,
tagged by `do`; an amount is a number or tagged by `get`; a condition is tagged by `test`. Words that differ from game to
game (kinds, zones, stats, traits, durations) are strings of a marked type (`marks`), which the game's `Words` lists and `check` holds
cards against.

References are short names: `self` (the piece whose ability it is), `bearer` (the piece it is attached to), `target` and
other bound names, `each` (the piece a loop is at), `trigger` (the piece a trigger is about), `cause` (the piece behind it).

Longer than most: it is the whole vocabulary in one list, and a designer reads it from top to bottom.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, Union

from msgspec import Struct

from game.cards import marks
from game.cards.marks import Ref
from game.kernel.ids import CardId

Side: TypeAlias = Literal["own", "foe", "any"]
Who: TypeAlias = Literal["you", "foes", "everyone", "owner", "controller"]
Stage: TypeAlias = Literal["set", "add", "scale"]


class Word(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of every value on a card: frozen, and refusing what it does not know."""


# --- selectors: which pieces -------------------------------------------------------------------------------------------


class Check(Word, frozen=True):
    """A comparison of one stat of a candidate piece; every bound that is given must hold."""

    stat: marks.Stat
    at_least: Amount | None = None
    at_most: Amount | None = None
    equals: Amount | None = None


class Select(Word, frozen=True):
    """Which pieces: all that fit.

    `zone` empty means in play. `trait` needs one of the words, `without` none of them, `flag` a quality. `relation` is a word
    of the game (opposing, here …) seen from `of`; `within` a distance in spaces from `of`, with a clear line when `sight`.
    `among` takes a bound list instead of a zone. `order` is random, top, bottom, `most:stat` or `least:stat`; `limit` cuts.
    """

    kind: marks.Kind | tuple[marks.Kind, ...] = ()
    side: Side = "any"
    zone: marks.Zone = ""
    trait: marks.Trait | tuple[marks.Trait, ...] = ()
    without: marks.Trait | tuple[marks.Trait, ...] = ()
    flag: marks.Quality = ""
    card: marks.CardRef = ""
    where: tuple[Check, ...] = ()
    relation: marks.Relation = ""
    of: Ref = "self"
    within: Amount | None = None
    sight: bool = False
    other: bool = False
    owned: bool = False
    among: Ref = ""
    order: marks.Order = ""
    limit: Amount | None = None


class Spot(Word, frozen=True):
    """Which places a piece could be put or moved to: a `zone` word of the game, or `within` spaces of `of`.

    `walk` asks for places the piece could walk to with `within` as its points; `free` ones nobody stands on.
    """

    zone: marks.SpotKind = ""
    within: Amount | None = None
    of: Ref = "self"
    walk: bool = False
    sight: bool = False
    free: bool = True


Selector: TypeAlias = Ref | Select


# --- amounts -----------------------------------------------------------------------------------------------------------


class CountOf(Word, frozen=True, tag_field="get", tag="count"):
    """How many pieces a selector finds."""

    of: Selector


class StatOf(Word, frozen=True, tag_field="get", tag="stat"):
    """A stat of a piece (of several: the sum)."""

    stat: marks.Stat
    of: Selector = "self"


class BestOf(Word, frozen=True, tag_field="get", tag="best"):
    """The highest value of a stat among pieces; 0 without one."""

    stat: marks.Stat
    of: Selector


class SumOf(Word, frozen=True, tag_field="get", tag="sum"):
    """Amounts added up."""

    of: tuple[Amount, ...]


class TimesOf(Word, frozen=True, tag_field="get", tag="times"):
    """An amount a number of times (`by` may be negative)."""

    of: Amount
    by: int


class HalfOf(Word, frozen=True, tag_field="get", tag="half"):
    """Half an amount, rounded down unless `up`."""

    of: Amount
    up: bool = False


class Bounded(Word, frozen=True, tag_field="get", tag="bounded"):
    """An amount kept between `least` and `most`."""

    of: Amount
    least: int = 0
    most: int = 99


class Dice(Word, frozen=True, tag_field="get", tag="dice"):
    """Dice rolled when the amount is needed."""

    count: int = 1
    sides: int = 6


class Bound(Word, frozen=True, tag_field="get", tag="bound"):
    """A number bound earlier, such as a die rolled by `roll` or the amount of a trigger."""

    name: Ref


class Resource(Word, frozen=True, tag_field="get", tag="resource"):
    """A number of the table or of a player: energy, life, cards in hand, the round."""

    name: marks.ResourceName
    who: Who = "you"


Amount: TypeAlias = Union[  # noqa: UP007  (the names are resolved late)
    int, CountOf, StatOf, BestOf, SumOf, TimesOf, HalfOf, Bounded, Dice, Bound, Resource
]


# --- conditions --------------------------------------------------------------------------------------------------------


class Compare(Word, frozen=True, tag_field="test", tag="compare"):
    """Two amounts compared."""

    left: Amount
    op: Literal["<", "<=", "=", ">=", ">", "!="]
    right: Amount


class Exists(Word, frozen=True, tag_field="test", tag="exists"):
    """At least so many pieces fit a selector."""

    of: Select
    at_least: int = 1


class Fits(Word, frozen=True, tag_field="test", tag="fits"):
    """A piece that is already named fits a selector."""

    what: Ref
    of: Select


class TurnOf(Word, frozen=True, tag_field="test", tag="turn"):
    """It is the turn of the ability's controller (own) or of somebody else (foe)."""

    of: Literal["own", "foe"]


class Fact(Word, frozen=True, tag_field="test", tag="fact"):
    """Something a game knows by name, such as `attacked this turn`; `of` is the piece it is asked about."""

    name: marks.FactName
    of: Ref = "self"


class Not(Word, frozen=True, tag_field="test", tag="not"):
    """The opposite of a condition."""

    of: Condition


class AllOf(Word, frozen=True, tag_field="test", tag="all"):
    """Every one of several conditions."""

    of: tuple[Condition, ...]


class AnyOf(Word, frozen=True, tag_field="test", tag="any"):
    """At least one of several conditions."""

    of: tuple[Condition, ...]


Condition: TypeAlias = Union[Compare, Exists, Fits, TurnOf, Fact, Not, AllOf, AnyOf]  # noqa: UP007


# --- effects: control --------------------------------------------------------------------------------------------------


class Pick(Word, frozen=True, tag_field="do", tag="pick"):
    """A player picks pieces (`of`) or places (`at`), one at a time, and binds them to a name."""

    of: Select | None = None
    at: Spot | None = None
    name: marks.Given = "target"
    least: Amount = 1
    most: Amount = 1
    by: Who = "you"


class May(Word, frozen=True, tag_field="do", tag="may"):
    """The player may do this, or leave it."""

    effects: tuple[Effect, ...]


class Choose(Word, frozen=True, tag_field="do", tag="choose"):
    """The player chooses one of several lists of effects."""

    options: tuple[tuple[Effect, ...], ...]


class If(Word, frozen=True, tag_field="do", tag="if"):
    """Effects that depend on a condition."""

    test: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class Each(Word, frozen=True, tag_field="do", tag="each"):
    """Effects for every piece of a selector in turn; the piece is bound to `name`."""

    of: Selector
    effects: tuple[Effect, ...]
    name: marks.Given = "each"


class Repeat(Word, frozen=True, tag_field="do", tag="repeat"):
    """Effects a number of times."""

    times: Amount
    effects: tuple[Effect, ...]


class Roll(Word, frozen=True, tag_field="do", tag="roll"):
    """Roll a die and bind its face to a name."""

    name: marks.Given = "roll"
    sides: int = 6


class Special(Word, frozen=True, tag_field="do", tag="special"):
    """The escape hatch: a verb of one card alone, written in the game's own code; `words` is its sentence."""

    name: marks.SpecialName
    words: marks.Prose


# --- effects: pieces ---------------------------------------------------------------------------------------------------


class Damage(Word, frozen=True, tag_field="do", tag="damage"):
    """Hurt pieces."""

    to: Selector
    amount: Amount


class Heal(Word, frozen=True, tag_field="do", tag="heal"):
    """Take damage off pieces, never below none."""

    to: Selector
    amount: Amount


class Destroy(Word, frozen=True, tag_field="do", tag="destroy"):
    """Destroy pieces as the game's rules destroy them."""

    what: Selector


class Send(Word, frozen=True, tag_field="do", tag="send"):
    """Put pieces into a zone of their owner: hand, discard, deck (at its `place`: top, bottom or shuffled in)."""

    what: Selector
    to: marks.Zone
    place: Literal["top", "bottom", "shuffled"] = "bottom"


class Deploy(Word, frozen=True, tag_field="do", tag="deploy"):
    """Put pieces into play from another zone, at a place the player picks, without their cost."""

    what: Selector
    at: Spot | Ref = Spot()


class Create(Word, frozen=True, tag_field="do", tag="create"):
    """Put new pieces of a card into play, at places the player picks."""

    card: marks.CardRef
    at: Spot | Ref = Spot()
    count: Amount = 1


class Attach(Word, frozen=True, tag_field="do", tag="attach"):
    """Attach pieces to another piece."""

    what: Selector
    to: Ref


class Move(Word, frozen=True, tag_field="do", tag="move"):
    """Move a piece to a place the player picks (or a bound one)."""

    what: Ref
    to: Spot | Ref


class Push(Word, frozen=True, tag_field="do", tag="push"):
    """Push pieces straight away from a piece, or pull them towards it, as far as the way is free."""

    what: Selector
    spaces: Amount
    origin: Ref = "self"
    toward: bool = False


class Swap(Word, frozen=True, tag_field="do", tag="swap"):
    """Two pieces change places."""

    what: Ref
    other: Ref


class Modify(Word, frozen=True, tag_field="do", tag="modify"):
    """Change a stat or grant a quality for a while: one of `add`, `set`, `scale`; `until` is a duration of the game."""

    to: Selector
    stat: marks.Stat
    until: marks.Duration
    add: Amount | None = None
    set: Amount | None = None
    scale: int | None = None


class Tally(Word, frozen=True, tag_field="do", tag="tally"):
    """Put counters of a kind on pieces, or take them off."""

    on: Selector
    counter: marks.Counter
    add: Amount


class Ready(Word, frozen=True, tag_field="do", tag="ready"):
    """Make pieces fit to act again; `part` is a word of the game for what may be done again."""

    what: Selector
    part: marks.Part = ""


class Exhaust(Word, frozen=True, tag_field="do", tag="exhaust"):
    """Turn pieces so that they cannot act."""

    what: Selector


class Strike(Word, frozen=True, tag_field="do", tag="strike"):
    """A piece attacks another at once, by the game's rules, without using up its action."""

    who: Ref
    target: Ref
    part: int = 0


class Duel(Word, frozen=True, tag_field="do", tag="duel"):
    """Two pieces compare strength by the game's rules."""

    who: Ref
    other: Ref


class Redirect(Word, frozen=True, tag_field="do", tag="redirect"):
    """The running attack turns to another piece."""

    to: Ref


class Prevent(Word, frozen=True, tag_field="do", tag="prevent"):
    """Keep the next damage (or so much of it) from pieces, for a while."""

    to: Selector
    amount: Amount
    until: marks.Duration


class Cancel(Word, frozen=True, tag_field="do", tag="cancel"):
    """Stop something that is about to happen: `what` is a word of the game (attack, the last answer …)."""

    what: marks.Cancelled


class Reveal(Word, frozen=True, tag_field="do", tag="reveal"):
    """Show hidden pieces to everyone, or to the ability's controller only."""

    what: Selector
    to: Literal["you", "everyone"] = "everyone"


class Level(Word, frozen=True, tag_field="do", tag="level"):
    """Raise or lower the level of places or pieces."""

    of: Selector
    add: Amount


class Attune(Word, frozen=True, tag_field="do", tag="attune"):
    """Attune places to a trait; without one the player picks it."""

    of: Selector
    trait: marks.Trait = ""


# --- effects: players --------------------------------------------------------------------------------------------------


class Draw(Word, frozen=True, tag_field="do", tag="draw"):
    """Players draw cards."""

    count: Amount = 1
    who: Who = "you"


class Drop(Word, frozen=True, tag_field="do", tag="drop"):
    """Players discard cards from the hand, of their own choice or at random."""

    count: Amount = 1
    who: Who = "you"
    random: bool = False


class Gain(Word, frozen=True, tag_field="do", tag="gain"):
    """Players gain (or, below zero, lose) something counted: energy, life, points."""

    what: marks.ResourceName
    amount: Amount
    who: Who = "you"


class Shuffle(Word, frozen=True, tag_field="do", tag="shuffle"):
    """Players shuffle their decks."""

    who: Who = "you"


class Look(Word, frozen=True, tag_field="do", tag="look"):
    """Look at the top cards of one's deck, take up to `take` that fit into `to`, and put the rest away."""

    count: Amount
    take: int = 1
    of: Select = Select()
    to: marks.Zone = "hand"
    rest: Literal["top", "bottom", "discard", "shuffled"] = "bottom"


class Search(Word, frozen=True, tag_field="do", tag="search"):
    """Search one's deck (or another own zone) for up to `count` cards that fit, show them, put them into `to`; shuffle."""

    of: Select
    zone: marks.Zone = "deck"
    count: int = 1
    to: marks.Zone = "hand"


class Quest(Word, frozen=True, tag_field="do", tag="quest"):
    """Reveal cards from the top until one fits, by the game's rule of questing."""

    of: Select


Effect: TypeAlias = Union[  # noqa: UP007
    Pick, May, Choose, If, Each, Repeat, Roll, Special, Damage, Heal, Destroy, Send, Deploy, Create, Attach, Move, Push, Swap,
    Modify, Tally, Ready, Exhaust, Strike, Duel, Redirect, Prevent, Cancel, Reveal, Level, Attune, Draw, Drop, Gain, Shuffle,
    Look, Search, Quest,
]  # fmt: skip


# --- abilities and cards -----------------------------------------------------------------------------------------------


class Cost(Word, frozen=True):
    """Something paid: `pay` is a word of the game (energy, exhaust, destroy …); `what` the pieces a player picks to pay with."""

    pay: marks.Payment
    amount: Amount = 1
    what: Select | None = None


class Target(Word, frozen=True):
    """What a player points at when the ability is used: pieces (`of`) or places (`at`), bound to `name`."""

    of: Select | None = None
    at: Spot | None = None
    name: marks.Given = "target"
    least: Amount = 1
    most: Amount = 1
    by: Who = "you"


class Ability(Word, frozen=True):
    """One ability of a card.

    `when` is `play` (what playing the card does), `use` (activated by its player) or a trigger word of the game; a trigger
    is about `of`, the ability's own piece unless said otherwise. `timing` holds words of the game that say when and how
    it may be used (minor, major, quick, special …). `limit` is once a turn or once a match. `zone` is where the card must be
    for it to work, in play when empty. A trigger that is `optional` may be left alone.
    """

    effects: tuple[Effect, ...]
    when: marks.Moment = "play"
    of: Selector = "self"
    name: marks.Prose = ""
    timing: marks.Timing | tuple[marks.Timing, ...] = ()
    cost: tuple[Cost, ...] = ()
    limit: Literal["", "turn", "match"] = ""
    condition: Condition | None = None
    targets: tuple[Target, ...] = ()
    zone: marks.Zone = ""
    optional: bool = False


class Modifier(Word, frozen=True):
    """A change that lasts while its card is in play: one of `add`, `set`, `scale` on a stat of every piece in `to`.

    A quality (flying, overkill …) is a stat that is 0 or 1: `add = 1` grants it. Stats that a modifier reads are printed ones,
    so that modifiers never chase each other.
    """

    stat: marks.Stat
    to: Selector = "self"
    add: Amount | None = None
    set: Amount | None = None
    scale: int | None = None
    condition: Condition | None = None
    zone: marks.Zone = ""


class Card(Word, frozen=True, kw_only=True):
    """What every card has; a game's own card type adds its fields.

    `traits` are the words other cards refer to (genre, tribe, colour, rank). `stats` are the printed numbers.
    """

    id: CardId
    name: str
    kind: str
    traits: tuple[str, ...] = ()
    stats: dict[str, int] = {}
    abilities: tuple[Ability, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    flavour: str = ""
    icon: str = ""
    art: str = ""


UNTRIGGERED = ("play", "use")
"""The moments of an ability that nothing triggers: its card is played, or its player uses it."""


def names(words: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return one word or several as a tuple."""
    return (words,) if isinstance(words, str) else words
