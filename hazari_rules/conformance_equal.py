"""Proofs that changed rules play the same game as before, whatever the cards are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain, combinations, pairwise
from typing import Any

from hazari_rules.compiled import Rules
from hazari_rules.kinds_arrangement import FoulEffect
from hazari_rules.kinds_combinations import Shape
from hazari_rules.ladder import shapes
from hazari_rules.lint_classes import Ladder, Ladders
from hazari_rules.model import BLOCKS

_LADDER = ("runs", "combinations", "comparison")
_TEXTS = ("name", "aliases")
_BLIND_TO_SUITS = frozenset({"last_played", "first_played", "nobody", "split"})
"""Tie rules that do not look at suits."""

_BY_SUIT = "suit"

_ANY_ORDER, _USUAL = "free", "high_wins"
_LACKS, _HELD = "hand_lacks", "groups_held"


_Alone = tuple[tuple[str, tuple[int, ...]], int, tuple[int, ...]]


class Proof(StrEnum):
    """Why two rulesets are the same game."""

    DIGEST = "the same digest: they differ in words only"
    CLASSES = "the same readings and strengths over all pattern classes"
    SUITS = "nothing reads the order of suits"
    ORDER = "nothing is ever in the wrong order"
    WHOLE_FOUL = "a foul costs all points of the deal, whichever groups it touches"
    ONE_WINNER = "only one player can win a round alone, so there are never several"
    APART = "a deal is void by itself before anyone may ask, whatever the order of the two"
    MOMENTS = "they are looked for at different moments, whatever their order"
    DESCENT = "groups stand in order, so those before make no less"
    NOTHING_BETWEEN = "nothing happens between the last round and the end of the deal"
    IMPLIED = "whatever makes one of these combinations holds another of them"
    NOTHING_CAPTURED = "nothing has been captured at that moment"
    NO_CARD = "no such card is in the pack"
    NEVER_TIED = "the target rises whenever several reach it, so no totals are ever compared"
    NEVER_COUNTED = "no group in question can ever count as that"


@dataclass(slots=True)
class Prover:
    """Holds changed rules against given ones."""

    rules: Rules
    _ladders: Ladders = field(init=False)
    _mine: Ladder = field(init=False)
    _data: dict[str, Any] = field(init=False)
    _alone: dict[Collection[str] | None, list[_Alone]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ladders = Ladders(self.rules.vocabulary)
        self._mine = self._ladder(self.rules)
        self._data = _rules_of(self.rules)

    def _ladder(self, rules: Rules) -> Ladder:
        return Ladder(rules.ruleset, rules.ranking, self._ladders)

    def proof(self, other: Rules) -> Proof | None:
        """Why the other rules are equal to these on all inputs, or None if that is not proved."""
        if other.ruleset.digest == self.rules.ruleset.digest:
            return Proof.DIGEST
        theirs = _rules_of(other)
        differing = {block for block in BLOCKS if self._data[block] != theirs[block]}
        if differing == {"deck"}:
            return self._suits(other)
        if differing == {"arrangement"} and self._never_wrong(other):
            return Proof.ORDER
        if differing == {"arrangement"} and self._same_foul(other, theirs):
            return Proof.WHOLE_FOUL
        if differing <= {*_LADDER, "groups", "arrangement"}:
            return Proof.CLASSES if self._same_classes(other, theirs) else None
        if differing == {"match"} and self.rules.reached_together:
            untied = [{**d["match"], "ties": None} for d in (self._data, theirs)]
            return Proof.NEVER_TIED if untied[0] == untied[1] else None
        if differing == {"card_points"}:
            mine, new = self.rules.ruleset.card_points, other.ruleset.card_points
            ranks = self.rules.ruleset.deck.ranks
            alike = all(mine.values[rank] == new.values[rank] for rank in ranks)
            return Proof.NO_CARD if alike and mine.total == new.total else None
        if differing == {"redeals"}:
            return self._redeals(theirs["redeals"])
        if differing == {"instant_wins"}:
            return self._instant_wins(theirs["instant_wins"])
        return None

    def _suits(self, other: Rules) -> Proof | None:
        mine, theirs = self.rules.ruleset, other.ruleset
        alike = mine.deck.ranks == theirs.deck.ranks and {*mine.deck.suits} == {*theirs.deck.suits}
        return Proof.SUITS if alike and mine.play.ties.name in _BLIND_TO_SUITS else None

    def _never_wrong(self, other: Rules) -> bool:
        both = self.rules.ruleset.arrangement, other.ruleset.arrangement
        return all(one.order.name == _ANY_ORDER for one in both)

    def _same_foul(self, other: Rules, theirs: Mapping[str, Any]) -> bool:
        """Whether all that differs is which groups are fouled, and all points are lost anyway."""
        fouls = [rules.violation.foul for rules in (self.rules, other)]
        rest = [{**d["arrangement"], "on_violation": None} for d in (self._data, theirs)]
        return rest[0] == rest[1] and all(
            foul is not None
            and foul.effect is FoulEffect.SCORES_NOTHING
            and foul == replace(fouls[0] or foul, scope=foul.scope)
            for foul in fouls
        )

    def _same_classes(self, other: Rules, theirs: Mapping[str, Any]) -> bool:
        """Whether all groups count as the same and compare alike, and so do parts of hands."""
        wrong = [{**d["arrangement"], "judged_on": None} for d in (self._data, theirs)]
        sizes = [[group.cards for group in r.ruleset.groups] for r in (self.rules, other)]
        if wrong[0] != wrong[1] or sizes[0] != sizes[1]:
            return False
        same = {block for block in BLOCKS if self._data[block] == theirs[block]}
        if {"groups", "comparison", "arrangement"} <= same and self._same_parts(other):
            return True
        if (theirs["redeals"] or theirs["instant_wins"]) and "combinations" not in same:
            return False  # conditions may look at cards that are no group
        ladder = self._ladder(other)
        played = chain.from_iterable(
            zip(self._mine.played(i), ladder.played(i), strict=True) for i in self._mine.groups()
        )
        return _same_order(played) and self._mine.plays_as(ladder)

    def _same_parts(self, other: Rules) -> bool:
        """Whether all cards that make a combination by themselves make the same and compare alike.

        What a group is worth is the best that its cards make, so it is then the same too.
        """
        for limit in {None, *(group.combinations for group in self.rules.ruleset.groups)}:
            theirs = _alone(other, limit)
            pairs = list(zip(self._alone_here(limit), theirs, strict=False))
            if any(one[0] != two[0] for one, two in pairs):
                return False
            if not _same_order((one[1:], two[1:]) for one, two in pairs):
                return False
        return {c.cards for c in self.rules.ruleset.combinations} == {
            c.cards for c in other.ruleset.combinations
        }

    def _alone_here(self, limit: Collection[str] | None) -> list[_Alone]:
        if limit not in self._alone:
            self._alone[limit] = _alone(self.rules, limit)
        return self._alone[limit]

    def _redeals(self, theirs: list[dict[str, Any]]) -> Proof | None:
        """The order of redeals with different claims has changed, or what a hand must lack."""
        mine = self._data["redeals"]
        if len(mine) != len(theirs):
            return None
        if all(_of(mine, "claim", item) == _of(theirs, "claim", item) for item in mine):
            return Proof.APART
        pairs = [(one, two) for one, two in zip(mine, theirs, strict=True) if one != two]
        return Proof.IMPLIED if all(self._lacks_alike(*pair) for pair in pairs) else None

    def _lacks_alike(self, one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
        """Whether the hands that lack the combinations of one redeal are those of the other."""
        rest = [{**item, "when": {**item["when"], _LACKS: None}} for item in (one, two)]
        if rest[0] != rest[1] or not (_LACKS in one["when"] and _LACKS in two["when"]):
            return False
        first, second = {*one["when"][_LACKS]}, {*two["when"][_LACKS]}
        return all(self._holds_some(id_, first & second) for id_ in first ^ second)

    def _holds_some(self, id_: str, ids: Collection[str]) -> bool:
        """Whether all cards that make a combination hold one of these, whatever their suits."""
        sizes = sorted({made.cards for made in self.rules.ruleset.combinations})
        made = dict(
            zip(
                chain.from_iterable(shapes(self.rules.ruleset, size) for size in sizes),
                (row[0][0] for row in self._alone_here(None)),
                strict=True,
            )
        )
        for shape, name in made.items():
            if name == id_:
                parts = {
                    p for n in sizes if n < len(shape.ranks) for p in combinations(shape.ranks, n)
                }
                if not any(self._always(part, shape.suited, made, ids) for part in parts):
                    return False
        return True

    def _always(
        self,
        ranks: tuple[int, ...],
        suited: bool,
        made: Mapping[Shape, str],
        ids: Collection[str],
    ) -> bool:
        """Whether cards of these ranks make one of these combinations, suited or not."""
        possible = (
            [Shape.of(ranks, suited=True)]
            if suited
            else [
                shape for flag in (True, False) if (shape := Shape.of(ranks, suited=flag)) in made
            ]
        )
        return all(made[shape] in ids for shape in possible)

    def _instant_wins(self, theirs: list[dict[str, Any]]) -> Proof | None:
        """One instant win has changed in a part that makes no difference to it."""
        mine = self._data["instant_wins"]
        if all(_of(mine, "after", item) == _of(theirs, "after", item) for item in (*mine, *theirs)):
            return Proof.MOMENTS
        pairs = [(one, two) for one, two in zip(mine, theirs, strict=False) if one != two]
        if len(mine) != len(theirs) or len(pairs) != 1:
            return None
        one, two = pairs[0]
        keys = {key for key in {*one, *two} if one.get(key) != two.get(key)}
        if keys == {"if_several"} and "rounds_won" in one["when"]:
            return Proof.ONE_WINNER
        if keys == {"when"} and self._never_counted(one["when"], two["when"]):
            return Proof.NEVER_COUNTED
        if keys == {"when"} and self._same_descent(one["when"], two["when"]):
            return Proof.DESCENT
        last = {"round": len(self.rules.ruleset.groups)}
        ends = [item for item in (*mine, *theirs) if item["after"] in (last, "deal")]
        if keys == {"after"} and [one["after"], two["after"]] in ([last, "deal"], ["deal", last]):
            return Proof.NOTHING_BETWEEN if ends == [one, two] else None
        early = one["after"] in ("dealing", "arranging")
        if keys == {"effect"} and early and _uncounted(one) == _uncounted(two):
            return Proof.NOTHING_CAPTURED
        return None

    def _never_counted(self, one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
        """Whether the conditions differ only in combinations that their groups cannot make."""
        if one.keys() != two.keys():
            return False
        return all(
            _where(one[name]) == _where(two[name]) != ()
            and not ({*_ids(one[name])} ^ {*_ids(two[name])}) & self._counted(_where(one[name]))
            for name in one
            if one[name] != two[name]
        )

    def _same_descent(self, one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
        """Whether what the last of some groups makes is made by all before it, as they descend."""
        ruleset = self.rules.ruleset
        if ruleset.arrangement.order.name == _ANY_ORDER or ruleset.comparison.order.name != _USUAL:
            return False
        rest = [{**when, _HELD: {**when.get(_HELD, {}), "groups": None}} for when in (one, two)]
        if rest[0] != rest[1] or max(_where(one[_HELD])) != max(_where(two[_HELD])):
            return False
        ranking, groups = self.rules.ranking, self.rules.ruleset.groups
        up_to = range(max(_where(one[_HELD])))
        if any(groups[i] != groups[0] or ranking.judged[i] is not ranking.play[i] for i in up_to):
            return False
        ids, steps = {*_ids(one[_HELD])}, [step.combination.id for step in ranking.steps]
        possible = [id_ for id_ in steps if id_ in self._counted([1])]
        return possible[: len(ids & {*possible})] == [id_ for id_ in possible if id_ in ids] != []

    def _counted(self, numbers: Collection[int]) -> frozenset[str]:
        """The combinations that some of these groups (from 1) can count as."""
        groups = range(len(self.rules.ruleset.groups))
        return frozenset().union(*(self._mine.counted(n - 1) for n in numbers if n - 1 in groups))


def _of(items: list[dict[str, Any]], key: str, like: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Those that have the same under this key."""
    return [item for item in items if item[key] == like[key]]


def _uncounted(win: Mapping[str, Any]) -> Any:
    """The effect, whatever becomes of the points of the deal."""
    effect: Mapping[str, Any] = win["effect"]
    return {name: {**argument, "deal_points": None} for name, argument in effect.items()}


def _where(argument: Any) -> tuple[int, ...]:
    """The groups or rounds that a condition is about."""
    if not isinstance(argument, Mapping):
        return ()
    return tuple(argument.get("rounds", argument.get("groups", ())))


def _ids(argument: Any) -> Iterator[str]:
    yield from argument["with"]


def _rules_of(rules: Rules) -> dict[str, Any]:
    """The blocks that are rules of play, names left out."""
    data = rules.ruleset.as_data()
    blocks = {block: data[block] for block in BLOCKS}
    for block in ("combinations", "redeals", "instant_wins"):
        blocks[block] = [
            {key: value for key, value in item.items() if key not in _TEXTS}
            for item in blocks[block]
        ]
    return blocks


def _alone(rules: Rules, limit: Collection[str] | None) -> list[_Alone]:
    """For every class of cards the combination that they make by themselves, and its strength.

    If ties look at the cards, the order in which the combination has them belongs to it.
    """
    rows: list[_Alone] = []
    steps = [s for s in rules.ranking.steps if limit is None or s.combination.id in limit]
    for size in sorted({made.cards for made in rules.ruleset.combinations}):
        fitting = [step for step in steps if step.combination.cards == size]
        for shape in shapes(rules.ruleset, size):
            step = next((step for step in fitting if step.takes(shape)), None)
            if step is None:
                rows.append((("", ()), -len(rules.ranking.steps), ()))
            else:
                made = step.combination.id, tuple(step.key.ranks(shape))
                rows.append((made, -step.place, tuple(step.key.value(shape))))
    seen = _seen(rules, rows)
    return [((id_, ranks[:seen]), place, value) for (id_, ranks), place, value in rows]


def _seen(rules: Rules, rows: Iterable[_Alone]) -> int | None:
    """How many of a group's cards the tie rule can look at, most important first; None for all.

    No card is in two groups, so where the first cards of equals have one rank, their suits differ.
    """
    ties = rules.ruleset.play.ties.name
    if ties in _BLIND_TO_SUITS:
        return 0
    first = {(row[1:], row[0][1][:1]) for row in rows}
    return 1 if ties == _BY_SUIT and len(first) == len({row[1:] for row in rows}) else None


def _same_order(pairs: Iterable[tuple[Any, Any]]) -> bool:
    """Whether two orders of the same things agree, equals included."""
    ordered = sorted(set(pairs))
    return all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(ordered))
