"""The resolved rules of one game as immutable values, their canonical JSON and digest.

Every value here was stated by a variant file; nothing is filled in by this module.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hazari_rules.cards import Card, Rank, Suit

LANGUAGE_VERSION = 1
BLOCKS = (
    "deck",
    "table",
    "card_points",
    "runs",
    "combinations",
    "groups",
    "comparison",
    "arrangement",
    "play",
    "match",
    "redeals",
    "instant_wins",
)
"""The parts of a variant that are rules of play; what is not here is only for reading."""

ID_LISTS = ("combinations", "redeals", "instant_wins")
"""The blocks whose entries have an id and a name."""


class FrozenMap(Mapping[str, Any]):
    """A mapping that cannot change and can be hashed.

    >>> FrozenMap({"by": 500})["by"]
    500
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any]) -> None:
        self._items = {key: freeze(value) for key, value in items.items()}

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


def freeze(value: Any) -> Any:
    """JSON data as values that cannot change: lists become tuples, objects FrozenMaps.

    >>> freeze([1, {"a": [2]}])
    (1, {'a': (2,)})
    """
    if isinstance(value, str | int | FrozenMap):  # nearly all are words and numbers
        return value
    if isinstance(value, Mapping):
        return FrozenMap(value)
    return tuple(map(freeze, value)) if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind chosen for a knob, with its argument: `last_played`, `{foul: {...}}`.

    >>> Choice.of({"round": 3})
    Choice(name='round', argument=3)
    """

    name: str
    argument: Any = None

    @classmethod
    def of(cls, data: Any) -> Choice:
        """From what a variant file says: a word, or a map of the word to its argument."""
        if isinstance(data, Mapping):
            ((name, argument),) = data.items()
            return cls(name, freeze(argument))
        return cls(data)


@dataclass(frozen=True, slots=True)
class Deck:
    """The ranks, strongest first, and the suits, strongest first where suits matter."""

    ranks: tuple[Rank, ...]
    suits: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits there, how many cards each gets, and which way things go round."""

    players: int
    cards_each: int
    undealt: int
    direction: Choice
    first_leader: Choice
    next_dealer: Choice


@dataclass(frozen=True, slots=True)
class CardPoints:
    """Points of each rank and their total over the pack."""

    values: Mapping[str, int]
    total: int

    def of(self, cards: tuple[Card, ...]) -> int:
        """Points that these cards are worth together."""
        values = self.values
        return sum(values[card.rank] for card in cards)


@dataclass(frozen=True, slots=True)
class Runs:
    """Places of the runs, strongest first (several in one place are equal), and what is none."""

    order: tuple[tuple[str, ...], ...]
    not_runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Combination:
    """One step of the ladder: how many cards, which tests they pass, how equals are compared."""

    id: str
    name: str
    aliases: tuple[str, ...]
    cards: int
    tests: tuple[Choice, ...]
    key: Choice


@dataclass(frozen=True, slots=True)
class Group:
    """A group of the arrangement; `combinations` limits which ones it can make, if not all."""

    cards: int
    combinations: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the strength of a group comes about."""

    order: Choice
    made_from: Choice
    spare: Choice


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the groups must descend; `judged_on` is a number of cards, None for all of a group."""

    order: Choice
    judged_on: int | None
    on_violation: Choice


@dataclass(frozen=True, slots=True)
class Play:
    """What happens in a round."""

    next_leader: Choice
    ties: Choice
    award: Choice


@dataclass(frozen=True, slots=True)
class Match:
    """When a match ends and who has won it."""

    target: int
    check: Choice
    reached_together: Choice
    winner: Choice
    ties: Choice


@dataclass(frozen=True, slots=True)
class Redeal:
    """A dealt hand that voids the deal."""

    id: str
    name: str
    when: tuple[Choice, ...]
    claim: Choice
    dealer: Choice


@dataclass(frozen=True, slots=True)
class InstantWin:
    """Something that ends the deal or the match at once."""

    id: str
    name: str
    after: Choice
    when: tuple[Choice, ...]
    if_several: Choice
    effect: Choice


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The resolved rules of one game. `canonical` is the same as JSON text.

    Two rulesets with the same `digest` play the same game, whatever their names, texts,
    key order or inheritance.
    """

    spec: int
    id: str
    name: str
    aliases: tuple[str, ...]
    summary: str
    options: Mapping[str, str]
    deck: Deck
    table: Table
    card_points: CardPoints
    runs: Runs
    combinations: tuple[Combination, ...]
    groups: tuple[Group, ...]
    comparison: Comparison
    arrangement: Arrangement
    play: Play
    match: Match
    redeals: tuple[Redeal, ...]
    instant_wins: tuple[InstantWin, ...]
    canonical: str
    digest: str

    def as_data(self) -> dict[str, Any]:
        """The resolved rules as plain JSON data."""
        return dict(json.loads(self.canonical))

    def combination(self, id_: str) -> Combination:
        """The step of the ladder with this id; raises KeyError if there is none."""
        for combination in self.combinations:
            if combination.id == id_:
                return combination
        raise KeyError(id_)


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical_json(data: object) -> str:
    """JSON text that depends on the data alone: sorted keys, no spaces, no escapes.

    >>> canonical_json({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    return _encode(data)


def without_names(items: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Entries of a block with names, without what is only for reading.

    >>> without_names([{"id": "troy", "name": "Troy", "aliases": ["Trial"], "cards": 3}])
    [{'id': 'troy', 'cards': 3}]
    """
    return [
        {key: value for key, value in item.items() if key not in ("name", "aliases")}
        for item in items
    ]


def digest_of(rules: str) -> str:
    """SHA-256 of canonical JSON: the language version and the rules of play, without names."""
    return "sha256:" + hashlib.sha256(rules.encode()).hexdigest()
