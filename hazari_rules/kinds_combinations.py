"""Kinds that decide which combination cards make and how strong it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import ne
from typing import Any, NamedTuple, Protocol

from hazari_rules.hints import did_you_mean
from hazari_rules.kinds import Family, Kind, Place, Problem
from hazari_rules.model import Choice, Ruleset, Runs
from hazari_rules.multiples import counts, most_often_first

REST = "rest"
ACE_HIGH = "ace_high"
ACE_LOW = "ace_low"


class Shape(NamedTuple):
    """What the rules see of some cards: rank indices, strongest first, and one suit or not.

    Index 0 is the first rank of `deck.ranks`. All card tests and keys depend on this alone.
    `counts` says how often each rank comes, most often first: (2, 1) for a pair and a kicker.
    """

    ranks: tuple[int, ...]
    suited: bool
    counts: tuple[int, ...]

    @classmethod
    def of(cls, ranks: tuple[int, ...], *, suited: bool) -> Shape:
        """The shape of these rank indices, already in order."""
        return tuple.__new__(cls, (ranks, suited, counts(tuple(map(ne, ranks, ranks[1:])))))


class KeyRule(Protocol):
    """How equals of one combination are compared: bigger tuples are stronger."""

    def value(self, shape: Shape) -> tuple[int, ...]:
        """What is compared, most important part first."""

    def steps(self, shape: Shape) -> tuple[str, ...]:
        """What each part of the value is, in words: ("pair of K", "kicker 2")."""

    def ranks(self, shape: Shape) -> tuple[int, ...]:
        """The rank of every card, the most important first."""


CardTest = Callable[[Shape], bool]

FAMILIES = (
    Family("card_test", "Card test", "A property that the cards of a combination must have."),
    Family("key", "Key", "How two groups with the same combination are compared."),
    Family(
        "strength_order",
        "Strength order",
        "Whether strong groups beat weak ones, or the other way.",
    ),
    Family("made_from", "Made from", "Which of a group's cards may make its combination."),
    Family("spare", "Spare cards", "What the cards outside a group's combination count for."),
)


def expand_order(order: Iterable[Sequence[str]], rest: Iterable[str]) -> list[tuple[str, ...]]:
    """Places, strongest first, of a list of named exceptions and `rest`.

    >>> expand_order([("3",), ("rest",)], ["A", "3", "2"])
    [('3',), ('A',), ('2',)]
    """
    places = [tuple(place) for place in order]
    named = {name for place in places for name in place}
    natural: list[tuple[str, ...]] = [(name,) for name in rest if name not in named]
    return [item for place in places for item in (natural if place == (REST,) else [place])]


def run_places(ruleset: Ruleset, size: int) -> Mapping[tuple[int, ...], tuple[int, str]]:
    """Every run of this many cards: rank indices to (place, bigger is stronger; its ranks).

    Ace high and ace low name the runs with the deck's first rank at the top and below its last
    rank; no run goes round the corner (seed Grand, "but not both at the same time").
    """
    return _run_places(ruleset.deck.ranks, ruleset.runs, size)


@lru_cache(maxsize=16)
def _run_places(
    ranks: tuple[str, ...], stated: Runs, size: int
) -> Mapping[tuple[int, ...], tuple[int, str]]:
    if size > len(ranks):
        return {}
    natural = {f"{i}": tuple(range(i, i + size)) for i in range(len(ranks) - size + 1)}
    runs = {ACE_HIGH: natural.pop("0", ()), **natural}
    runs[ACE_LOW] = (0, *range(len(ranks) - size + 1, len(ranks)))
    allowed = [name for name in (ACE_HIGH, *natural) if name not in stated.not_runs]
    places = expand_order(stated.order, allowed)
    found: dict[tuple[int, ...], tuple[int, str]] = {}
    for place, names in enumerate(reversed(places)):
        for name in names:
            cards = runs[name]
            if name == ACE_LOW:
                written = [ranks[0], *(ranks[i] for i in reversed(cards[1:]))]
            else:
                written = [ranks[i] for i in cards]
            found[cards] = (place, "-".join(written))
    return found


def _same_rank(argument: Sequence[int], ruleset: Ruleset) -> CardTest:
    wanted = tuple(sorted(argument, reverse=True))
    return lambda shape: shape.counts == wanted


def _all_runs(ruleset: Ruleset) -> dict[tuple[int, ...], tuple[int, str]]:
    """The runs of each number of cards that some combination has."""
    sizes = {combination.cards for combination in ruleset.combinations}
    return {cards: run for size in sizes for cards, run in run_places(ruleset, size).items()}


def _run(argument: bool, ruleset: Ruleset) -> CardTest:
    runs = _all_runs(ruleset)
    return lambda shape: (shape.ranks in runs) is argument


def _suited(argument: bool, ruleset: Ruleset) -> CardTest:
    return lambda shape: shape.suited is argument


def _exact_ranks(argument: Sequence[str], ruleset: Ruleset) -> CardTest:
    wanted = tuple(sorted(ruleset.deck.ranks.index(rank) for rank in argument))
    return lambda shape: shape.ranks == wanted


_NO_RUN = (-1, "no run")


class _RunKey:
    def __init__(self, argument: object, ruleset: Ruleset) -> None:
        self._runs = _all_runs(ruleset)

    def value(self, shape: Shape) -> tuple[int, ...]:
        return (self._runs.get(shape.ranks, _NO_RUN)[0],)

    def steps(self, shape: Shape) -> tuple[str, ...]:
        return (f"the run {self._runs.get(shape.ranks, _NO_RUN)[1]}",)

    def ranks(self, shape: Shape) -> tuple[int, ...]:
        first, *rest = shape.ranks  # with the first rank at its low end a run reads A 2 3
        return (first, *rest[::-1]) if rest and rest[0] > first + 1 else shape.ranks


class _RankKey:
    """Ranks one after the other, in the deck's order or with named exceptions."""

    def __init__(self, argument: Mapping[str, Any] | None, ruleset: Ruleset) -> None:
        argument = argument or {}
        self._names = ruleset.deck.ranks
        order = [
            (place,) if isinstance(place, str) else place for place in argument.get("order", ())
        ]
        places = expand_order(order or [(REST,)], self._names)
        self._place = {
            self._names.index(rank): place for place, ranks in enumerate(places) for rank in ranks
        }
        strength = {rank: len(places) - place for rank, place in self._place.items()}
        self._strength_of = strength.__getitem__
        self._cards = argument.get("cards")
        self._as_in_deck = not order

    def _parts(self, shape: Shape) -> Sequence[int]:
        """The ranks that are compared, most important first."""
        if self._as_in_deck:
            return shape.ranks[: self._cards]
        return sorted(shape.ranks, key=self._place.__getitem__)[: self._cards]

    def value(self, shape: Shape) -> tuple[int, ...]:
        return tuple(map(self._strength_of, self._parts(shape)))

    def ranks(self, shape: Shape) -> tuple[int, ...]:
        parts = self._parts(shape)
        return tuple(sorted(shape.ranks, key=lambda r: parts.index(r) if r in parts else 99))

    def steps(self, shape: Shape) -> tuple[str, ...]:
        places = ("highest", "second", "third", "fourth", "fifth")
        return tuple(
            f"{place} card {self._names[rank]}"
            for place, rank in zip(places, self._parts(shape), strict=False)
        )


class _MultiplesKey(_RankKey):
    def _parts(self, shape: Shape) -> Sequence[int]:
        ranks = super()._parts(shape)
        return [ranks[i] for i in most_often_first(tuple(map(ne, ranks, ranks[1:])))]

    def steps(self, shape: Shape) -> tuple[str, ...]:
        words = {1: "kicker", 2: "pair of", 3: "three of", 4: "four of"}
        return tuple(
            f"{words[shape.ranks.count(rank)]} {self._names[rank]}" for rank in self._parts(shape)
        )


def default_key(tests: Iterable[Choice]) -> str:
    """The key that follows from a combination's tests, where the file names none.

    >>> default_key([Choice("suited", True)])
    'ranks'
    """
    for test in tests:
        if test == Choice("run", argument=True):
            return "run_order"
        if test.name == "same_rank":
            return "multiples"
    return "ranks"


def check_order(
    order: Sequence[Any], known: Sequence[str], what: str, also: Sequence[str] = ()
) -> Iterator[Problem]:
    """Problems of a list of named exceptions and `rest`: unknown, repeated or left out names.

    `also` lists names that are dealt with elsewhere and so need no place.
    """
    seen: set[str] = set(also)
    for i, place in enumerate(order):
        names = (place,) if isinstance(place, str) else place
        for j, name in enumerate(names):
            path = (i,) if isinstance(place, str) else (i, j)
            if name in seen:
                message = f"{what} '{name}' has two places here"
                yield Problem("order-repeats", message, path, "take one out")
            seen.add(name)
            if name == REST and len(names) > 1:
                hint = "give 'rest' a place of its own in the list"
                yield Problem("order-unknown", "'rest' cannot share a place", path, hint)
            elif name != REST and name not in known:
                message, hint = (
                    f"no {what} is named '{name}' here",
                    did_you_mean(name, [*known, REST]),
                )
                yield Problem("order-unknown", message, path, hint)
    if REST not in seen and (missing := [name for name in known if name not in seen]):
        hint = "add 'rest' at the place where all others stand"
        message = f"the order leaves out {', '.join(missing)}"
        yield Problem("order-incomplete", message, hint=hint)


def _check_rank_key(argument: Mapping[str, Any] | None, place: Place) -> Iterator[Problem]:
    argument = argument or {}
    if "order" in argument:
        for problem in check_order(argument["order"], place.ruleset.deck.ranks, "rank"):
            yield Problem(problem.id, problem.message, ("order", *problem.path), problem.hint)
    size = place.combination.cards if place.combination else 0
    if argument.get("cards", 0) > size:
        message = f"{argument['cards']} cards decide, but the combination has only {size}"
        yield Problem("key-too-long", message, ("cards",), f"write a number from 1 to {size}")


def _check_run_key(argument: object, place: Place) -> Iterator[Problem]:
    if place.combination and Choice("run", argument=True) not in place.combination.tests:
        hint = "add 'run: true' to the combination, or choose the key 'ranks' or 'multiples'"
        yield Problem("key-needs-run", "only runs can be compared by the order of runs", (), hint)


def _check_same_rank(argument: Sequence[int], place: Place) -> Iterator[Problem]:
    size = place.combination.cards if place.combination else 0
    if sum(argument) != size:
        message = f"same_rank covers {sum(argument)} cards, but the combination has {size}"
        hint = f"write numbers that add up to {size}, such as [{size}] or [{size - 1}, 1]"
        yield Problem("cards-mismatch", message, (), hint)
    for i, count in enumerate(argument):
        if count > len(place.ruleset.deck.suits):
            suits = len(place.ruleset.deck.suits)
            message = f"no {count} cards of one rank exist in a pack of {suits} suits"
            yield Problem("never-occurs", message, (i,), f"write a number from 1 to {suits}")


def _check_exact_ranks(argument: Sequence[str], place: Place) -> Iterator[Problem]:
    size = place.combination.cards if place.combination else 0
    if len(argument) != size:
        message = f"exact_ranks names {len(argument)} cards, but the combination has {size}"
        yield Problem("cards-mismatch", message, (), f"name {size} ranks, or mend 'cards'")
    for i, rank in enumerate(argument):
        if rank not in place.ruleset.deck.ranks:
            hint = did_you_mean(rank, place.ruleset.deck.ranks)
            yield Problem("order-unknown", f"the deck has no rank '{rank}'", (i,), hint)


_CARDS = {"type": "integer", "minimum": 1, "maximum": 5}
_RANK_ORDER = {"$ref": "#/$defs/rank_order"}
_REST = {"rest": "all other ranks as usual"}
_ORDER_PART = "Here the ranks stand, from the highest: {order}."

KINDS = (
    Kind(
        "card_test",
        "same_rank",
        "{argument}",
        "How many cards of each rank, e.g. [3] for three of a kind, [2, 1] for a pair and a"
        " kicker.",
        _same_rank,
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": 4},
            "minItems": 1,
            "maxItems": 5,
        },
        check=_check_same_rank,
        phrases={
            "2": "two of equal rank",
            "3": "three of equal rank",
            "4": "four of equal rank",
            "1": "one of a rank of its own",
            "2 1": "two of equal rank and one of a different rank",
            "2 2": "two of one rank and two of another",
            "3 1": "three of equal rank and one of a different rank",
            "2 1 1": "two of equal rank and two of different ranks",
            "3 2": "three of one rank and two of another",
            "4 1": "four of equal rank and one of a different rank",
            "1 1 1": "all of different ranks",
        },
    ),
    Kind(
        "card_test",
        "run",
        "{argument}",
        "true: the cards must be a run, as `runs` says; false: they must not be one.",
        _run,
        {"type": "boolean"},
        phrases={"true": "of consecutive ranks", "false": "not of consecutive ranks"},
    ),
    Kind(
        "card_test",
        "suited",
        "{argument}",
        "true: all cards of one suit; false: not all of one suit. Left out: either.",
        _suited,
        {"type": "boolean"},
        phrases={"true": "all of one suit", "false": "not all of one suit"},
    ),
    Kind(
        "card_test",
        "exact_ranks",
        "of exactly the ranks {argument}",
        "Exactly these ranks, e.g. [5, 3, 2].",
        _exact_ranks,
        {
            "type": "array",
            "items": {"$ref": "#/$defs/rank"},
            "minItems": 1,
            "maxItems": 5,
        },
        check=_check_exact_ranks,
    ),
    Kind(
        "key",
        "run_order",
        "The run that stands higher in the order of the runs wins.",
        "By the order that `runs` states. What a combination with `run: true` uses by itself.",
        _RunKey,
        check=_check_run_key,
    ),
    Kind(
        "key",
        "multiples",
        "Compare the cards of equal rank first; if they are equal too, any other cards, the"
        " highest first.",
        "The rank held most often first (the pair), then the rest (the kicker). What a combination"
        " with `same_rank` uses by itself. `order` ranks with named exceptions, as ['3', rest].",
        _MultiplesKey,
        {
            "type": "object",
            "properties": {"order": _RANK_ORDER},
            "additionalProperties": False,
        },
        optional=True,
        check=_check_rank_key,
        phrases=_REST,
        parts={"order": _ORDER_PART},
    ),
    Kind(
        "key",
        "ranks",
        "Compare the highest cards first; if they are equal, the next highest, and so on to the"
        " lowest.",
        "Card by card, highest first. What any other combination uses by itself. `cards` limits how"
        " many cards decide; `order` ranks with named exceptions.",
        _RankKey,
        {
            "type": "object",
            "properties": {
                "cards": {"description": "How many cards decide. Left out: all."} | _CARDS,
                "order": _RANK_ORDER,
            },
            "additionalProperties": False,
        },
        optional=True,
        check=_check_rank_key,
        phrases=_REST,
        parts={"cards": "Only the {cards} highest of the cards decide.", "order": _ORDER_PART},
    ),
    Kind(
        "strength_order",
        "high_wins",
        "A combination higher on this list always beats a lower one; between two of the same kind"
        " the one with the higher cards wins.",
        "The combination nearer the top of the ladder wins.",
        lambda argument, ruleset: False,
    ),
    Kind(
        "strength_order",
        "low_wins",
        "The list is turned upside down: the weaker group wins.",
        "The ladder is turned upside down: each group still counts as the best that its cards make,"
        " but the weakest wins (Muflis).",
        lambda argument, ruleset: True,
    ),
    Kind(
        "made_from",
        "some_cards",
        "A group is worth the strongest combination that some of its cards make.",
        "The strongest combination that some of the group's cards make: in a group of four the"
        " best three, or all four if the ladder has combinations of four cards.",
        lambda argument, ruleset: lambda size: range(1, size + 1),
    ),
    Kind(
        "made_from",
        "all_cards",
        "A group is worth the strongest combination that all of its cards make together.",
        "Only combinations of exactly as many cards as the group has.",
        lambda argument, ruleset: lambda size: range(size, size + 1),
    ),
    Kind(
        "spare",
        "ignored",
        "Spare cards outside the combination count for nothing when groups are compared; they still"
        " score points.",
        "Spare cards never decide anything; they still score points.",
        lambda argument, ruleset: False,
    ),
    Kind(
        "spare",
        "kicker",
        "Between equal combinations the higher spare card outside the combination wins.",
        "Between equal combinations the spare cards decide, highest first.",
        lambda argument, ruleset: True,
    ),
)
