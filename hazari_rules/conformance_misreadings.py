"""Mistakes that programs are known to make and that no knob of the language describes.

Each is a change of resolved rules like any other, written with kinds that exist for this alone:
no variant can choose them. Which of them are possible follows from the rules at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hazari_rules.conformance_knobs import Edit, Knob, Op
from hazari_rules.kinds import Kind, Vocabulary
from hazari_rules.kinds_combinations import CardTest, KeyRule, Shape
from hazari_rules.kinds_match import Best
from hazari_rules.kinds_play import NextLeader, Tied, TieRule
from hazari_rules.model import Choice, Ruleset

_RUN, _ROUND = "run", "run_round_the_corner"
_KICKER_FIRST, _SUM, _ROUND_KEY = "kicker_first", "sum_of_ranks", "run_order_round_the_corner"
_FIRST_THERE, _FIRST_SEAT, _LEAD_LOST = "first_there", "first_seat", "lead_lost"
_LOWEST, _HIGHEST = "lowest", "highest"
_ABOVE_ALL = 1_000


def misreadings(data: Mapping[str, Any]) -> Iterator[Knob]:
    """The known mistakes with these rules, for a vocabulary with `misreading_kinds`.

    >>> from hazari_rules.game import Game
    >>> [knob.words for knob in misreadings(Game.load("hazari").ruleset.as_data())][0]
    'play.next_leader: after a tie the lead stays where it was'
    """
    play = data["play"]
    yield _knob(
        "play.next_leader: after a tie the lead stays where it was",
        (("play", "next_leader"), {_LEAD_LOST: play["next_leader"]}),
        (("play", "ties"), {_LEAD_LOST: play["ties"]}),
    )
    winner = data["match"]["winner"]
    yield _knob(
        "match.winner: the first seat at the target, whatever the totals",
        (("match", "winner"), {_FIRST_THERE: winner}),
    )
    yield _knob(
        "match.ties: the first seat among equal totals wins",
        (("match", "winner"), {_FIRST_SEAT: winner}),
    )
    yield from _round_the_corner(data)
    for item in data["combinations"]:
        key = ("combinations", item["id"], "key")
        name = item["key"] if isinstance(item["key"], str) else next(iter(item["key"]))
        if name == "multiples" and len(set(item.get("same_rank", ()))) > 1:
            words = f"combinations.{item['id']}: compared by the kicker first"
            yield _knob(words, (key, {_KICKER_FIRST: item["key"]}))
        if name in ("multiples", "ranks") and item["cards"] > 1:
            words = f"combinations.{item['id']}: compared by the sum of the ranks"
            yield _knob(words, (key, {_SUM: item["key"]}))


def _knob(words: str, first: tuple[Any, Any], *more: tuple[Any, Any]) -> Knob:
    edit, *others = (Edit(Op.SET, path, value) for path, value in (first, *more))
    return Knob(edit, tuple(others), words)


def _round_the_corner(data: Mapping[str, Any]) -> Iterator[Knob]:
    ranks = data["deck"]["ranks"]
    with_run = [item for item in data["combinations"] if _RUN in item]
    if not with_run or len(ranks) <= max(item["cards"] for item in with_run):
        return
    for place in (_LOWEST, _HIGHEST):
        edits: list[Edit] = []
        for item in with_run:
            here = ("combinations", item["id"])
            edits += [Edit(Op.REMOVE, (*here, _RUN)), Edit(Op.SET, (*here, _ROUND), item[_RUN])]
            if item["key"] == "run_order":
                edits.append(Edit(Op.SET, (*here, "key"), {_ROUND_KEY: place}))
        words = f"runs.order: {ranks[1]}-{ranks[0]}-{ranks[-1]} is a run too, the {place}"
        yield Knob(edits[0], tuple(edits[1:]), words)


def misreading_kinds(vocabulary: Vocabulary) -> Iterator[Kind]:
    """The kinds that the mistakes are written with; most stand around a kind in force."""

    def around(family: str, change: Callable[[Any], Any]) -> Callable[[Any, Ruleset], Any]:
        return lambda argument, ruleset: change(
            vocabulary.meaning(family, Choice.of(argument), ruleset)
        )

    def run(argument: bool, ruleset: Ruleset) -> CardTest:
        makes = vocabulary.meaning("card_test", Choice(_RUN, argument=True), ruleset)
        last = len(ruleset.deck.ranks) - 1
        return lambda shape: (makes(shape) or _corner(shape, last)) is argument

    def run_key(argument: str, ruleset: Ruleset) -> KeyRule:
        place = -1 if argument == _LOWEST else _ABOVE_ALL
        key = vocabulary.meaning("key", Choice("run_order"), ruleset)
        last = len(ruleset.deck.ranks) - 1
        return _Key(key, lambda s, value: (place,) if _corner(s, last) else value)

    def first_there(argument: object, ruleset: Ruleset) -> Best:
        target = ruleset.match.target
        return lambda totals: tuple(i for i, t in enumerate(totals) if t >= target)[:1]

    made: Mapping[tuple[str, str], Callable[[Any, Ruleset], Any]] = {
        ("card_test", _ROUND): run,
        ("key", _ROUND_KEY): run_key,
        ("key", _KICKER_FIRST): around("key", lambda key: _Key(key, _kicker_first)),
        ("key", _SUM): around("key", lambda key: _Key(key, lambda s, value: (sum(value),))),
        ("match_winner", _FIRST_THERE): first_there,
        ("match_winner", _FIRST_SEAT): around(
            "match_winner", lambda best: lambda totals: best(totals)[:1]
        ),
        ("tie_rule", _LEAD_LOST): around("tie_rule", _without_lead),
        ("next_leader", _LEAD_LOST): around("next_leader", _kept_lead),
    }
    for (family, name), meaning in made.items():
        yield Kind(family, name, name.replace("_", " "), "", meaning, {})


def _corner(shape: Shape, last: int) -> bool:
    """Whether these ranks follow each other round the corner, as in K-A-2."""
    ranks = shape.ranks
    if len(shape.counts) != len(ranks) or ranks[0] != 0 or ranks[-1] != last:
        return False
    gaps = [low - high for high, low in pairwise(ranks) if low - high > 1]
    return len(gaps) == 1 and ranks[1] == 1


def _kicker_first(shape: Shape, value: tuple[int, ...]) -> tuple[int, ...]:
    often = [count for count in shape.counts for _ in range(count)]
    order = sorted(range(len(value)), key=often.__getitem__)
    return tuple(value[i] for i in order)


@dataclass(frozen=True, slots=True, eq=False)
class _Key:
    """A key with its value changed."""

    key: KeyRule
    change: Callable[[Shape, tuple[int, ...]], tuple[int, ...]]

    def value(self, shape: Shape) -> tuple[int, ...]:
        return self.change(shape, tuple(self.key.value(shape)))

    def steps(self, shape: Shape) -> tuple[str, ...]:
        return self.key.steps(shape)

    def ranks(self, shape: Shape) -> tuple[int, ...]:
        return self.key.ranks(shape)


class _Tied(int):
    """The seat of a winner among equals."""


def _without_lead(ties: TieRule) -> TieRule:
    def decide(tied: Sequence[Tied]) -> tuple[int, ...]:
        return tuple(map(_Tied, ties(tied)))

    return decide


def _kept_lead(leads: NextLeader) -> NextLeader:
    return lambda leader, winner: leads(leader, None if isinstance(winner, _Tied) else winner)
