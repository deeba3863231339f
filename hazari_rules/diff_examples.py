"""For a difference between rules the smallest example on which they disagree.

Each example was played by the engine under the first rules, under the same with only this
difference made, and under the second rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import Any

from hazari_rules.build import build
from hazari_rules.compiled import Rules
from hazari_rules.diff_classes import Classes
from hazari_rules.diff_scenes import SUM, Fact, Scene, disagreement
from hazari_rules.diff_search import Search
from hazari_rules.diff_sides import data_of
from hazari_rules.difference import Difference, Topic, applied
from hazari_rules.documents import node_from
from hazari_rules.errors import HazariError, Span, errors_in
from hazari_rules.kinds import Vocabulary
from hazari_rules.lint import meaning_findings
from hazari_rules.merge import ID_LISTS
from hazari_rules.resolve import Variant

MOST_TRIES = 500
"""How many situations are played in search of an example."""

_MORE = 40
_SHOWN = 3


class Verdict(StrEnum):
    """What came of the search."""

    FOUND = "found"
    PROVED_SAME = "proved_same"
    NOT_FOUND = "not_found"


class Made(StrEnum):
    """What was changed in the first rules: this difference alone, its block, or everything."""

    ALONE = "alone"
    BLOCK = "block"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Example:
    """An example for one difference, or why there is none.

    `told` is the situation; `one` is what comes of it under the first rules, `other` with the
    difference made, `whole` under the second rules (empty where they do not disagree with the
    first ones on it). `scene` is the situation itself, to be played again.
    """

    verdict: Verdict
    made: Made
    tries: int
    reason: str = ""
    kind: str = ""
    told: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    scene: Scene | None = None

    def as_json(self) -> dict[str, object]:
        """The example as plain data for programs."""
        return {
            "verdict": str(self.verdict),
            "made": str(self.made),
            "tries": self.tries,
            "reason": self.reason or None,
            "kind": self.kind or None,
            "situation": list(self.told),
            "a": list(self.one),
            "with_difference": list(self.other),
            "b": list(self.whole),
        }


def examples(
    a: Variant, b: Variant, differences: Sequence[Difference]
) -> Iterator[tuple[Difference, Example]]:
    """An example for each difference in rules, as `diff(a, b)` gives them."""
    stage = _Stage(a, b, differences)
    for difference in differences:
        if difference.topic is Topic.RULES:
            yield difference, stage.example(difference)


_SearchFor = Callable[[Search], Iterator[Scene]]

_PLAN: Mapping[str, tuple[_SearchFor, ...]] = {
    "deck": (Search.dealing, Search.comparisons, Search.tied_rounds, Search.deals),
    "table": (Search.dealing, Search.deals),
    "card_points": (Search.rounds, Search.deals),
    "runs": (Search.comparisons, Search.arrangements, Search.deals),
    "combinations": (Search.comparisons, Search.arrangements, Search.tied_rounds, Search.deals),
    "groups": (Search.splits, Search.comparisons, Search.arrangements, Search.deals),
    "comparison": (Search.comparisons, Search.arrangements, Search.deals),
    "arrangement": (Search.arrangements, Search.deals),
    "play": (Search.tied_rounds, Search.rounds, Search.deals),
    "match": (Search.totals, Search.deals),
    "redeals": (Search.hands, Search.deals),
    "instant_wins": (Search.hands, Search.deals),
}
_TOTAL = ("card_points", "total")


@dataclass(slots=True)
class _Stage:
    """The rules of both sides and what has been worked out about them."""

    a: Variant
    b: Variant
    differences: Sequence[Difference]
    classes: Classes = field(default_factory=Classes)
    vocabulary: Vocabulary = field(init=False)
    one: Rules = field(init=False)
    whole: Rules = field(init=False)

    def __post_init__(self) -> None:
        # A side that needs no plugin may have been loaded without those of the other one.
        both = (self.a.vocabulary, self.b.vocabulary)
        self.vocabulary = max(both, key=lambda vocabulary: len(list(vocabulary)))
        self.one = Rules.compile(self.a.ruleset, self.a.vocabulary)
        self.whole = Rules.compile(self.b.ruleset, self.b.vocabulary)

    def example(self, difference: Difference) -> Example:
        """The example for one difference."""
        other, made = self._changed(difference)
        about = set(map(str, difference.path[1:2])) if difference.block == "combinations" else set()
        search = Search(self.one, other, about, self.classes)
        if reason := _proof(search, difference):
            return Example(Verdict.PROVED_SAME, made, 0, reason)
        key = SUM if difference.path == _TOTAL else ""
        if other.ruleset.digest == self.whole.ruleset.digest:
            made = Made.ALL
        plans = _PLAN[difference.block] if key != SUM else (Search.pack,)
        scenes = chain.from_iterable(plan(search) for plan in plans)
        return self._search(scenes, other, made, key)

    def _changed(self, difference: Difference) -> tuple[Rules, Made]:
        """The first rules with this difference made; with more where it makes no sense alone."""
        same_block = [d for d in self.differences if d.block == difference.block]
        for made, chosen in ((Made.ALONE, [difference]), (Made.BLOCK, same_block)):
            data = applied(data_of(self.a.ruleset), data_of(self.b.ruleset), chosen)
            _settle(data, difference)
            ruleset = build(data, self.a.ruleset.options, self.vocabulary)
            nowhere = Span("", 1, 1, 1, 1)
            node = node_from(data, nowhere)
            variant = Variant(ruleset, (), (), node, self.vocabulary)
            if not errors_in(meaning_findings(variant)):
                return Rules.compile(ruleset, self.vocabulary), made
        return self.whole, Made.ALL

    def _search(self, scenes: Iterator[Scene], other: Rules, made: Made, key: str) -> Example:
        """The first scene on which the second rules disagree too, else the first at all."""
        found: Example | None = None
        tries = since = 0
        for scene in scenes:
            enough = found is not None and (since >= _MORE or scene.kind != found.kind)
            if tries >= MOST_TRIES or enough:
                break
            tries, since = tries + 1, since + 1
            try:
                before, after = scene.play(self.one), scene.play(other)
            except HazariError:
                continue
            keys = _plainest(before, after, key)
            if not keys:
                continue
            whole = self._under_all(scene, before, keys[0])
            told = tuple(scene.told(_with(before, after, keys)))
            example = Example(
                Verdict.FOUND, made, tries, "", scene.kind, told,
                _texts(before, keys), _texts(after, keys), _texts(whole, keys), scene,
            )  # fmt: skip
            if whole:
                return example
            if found is None:
                found, since = example, 0
        return found or Example(Verdict.NOT_FOUND, made, tries)

    def _under_all(self, scene: Scene, before: Sequence[Fact], key: str) -> tuple[Fact, ...]:
        try:
            facts = scene.play(self.whole)
        except HazariError:
            return ()
        return facts if key in disagreement(before, facts) else ()


def _texts(facts: Sequence[Fact], keys: Sequence[str]) -> tuple[str, ...]:
    """What the facts with these keys say."""
    return tuple(fact.text for fact in _with(facts, (), keys))


def _with(one: Sequence[Fact], other: Sequence[Fact], keys: Sequence[str]) -> list[Fact]:
    """The facts of both with these keys, in the order of the keys."""
    return [fact for key in keys for fact in (*one, *other) if fact.key == key]


def _plainest(one: Sequence[Fact], other: Sequence[Fact], key: str) -> list[str]:
    """The keys of the facts that show best how two plays differ: those that both plays have."""
    both = {fact.key for fact in one} & {fact.key for fact in other}
    keys = [k for k in disagreement(one, other) if (k == SUM) == (key == SUM)]
    return sorted(keys, key=lambda k: k not in both)[:_SHOWN]


def _settle(data: dict[str, Any], difference: Difference) -> None:
    """Bring the declared sums in line with what was changed, unless they are the difference."""
    pack = len(data["deck"]["ranks"]) * len(data["deck"]["suits"])
    table, points = data["table"], data["card_points"]
    if difference.path != _TOTAL:
        values = [points["values"].get(rank, 0) for rank in data["deck"]["ranks"]]
        points["total"] = sum(values) * len(data["deck"]["suits"])
    if difference.path != ("table", "undealt"):
        table["undealt"] = max(0, pack - table["players"] * table["cards_each"])


def _proof(search: Search, difference: Difference) -> str:
    """Why no play can tell these rules apart, empty where that cannot be said."""
    rules = (search.one, search.other)
    if difference.block in ("runs", "combinations", "comparison"):
        events = any(getattr(r.ruleset, block) for r in rules for block in ID_LISTS[1:])
        if not events and search.same_comparisons():
            return "every class of groups counts as the same and compares the same"
    if difference.block == "arrangement":
        violation = {r.ruleset.arrangement.on_violation for r in rules}
        sorts = any(r.violation.sort for r in rules)
        if len(violation) == 1 and not sorts and search.same_arrangements():
            return "every two classes of neighbouring groups may stand so under both or neither"
        if len(violation) == 2 and search.never_wrong():
            return "no two classes of groups are ever in the wrong order"
    return ""
