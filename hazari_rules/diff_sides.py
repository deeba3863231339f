"""The two sides of a diff: their data, their words, and how a difference is put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hazari_rules.difference import Change, Difference, Path, Side, Topic, indexed, value_at
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import default_key
from hazari_rules.lint import chosen_kinds
from hazari_rules.merge import ID_LISTS
from hazari_rules.model import Choice, Ruleset
from hazari_rules.resolve import Variant

Slots = Mapping[Path, tuple[str, Choice]]
_NAMED_BY_KIND = ("card_test", "condition")


def listed(words: Sequence[str]) -> str:
    """Words in a row.

    >>> listed(["Troy", "Run", "Pair"])
    'Troy, Run and Pair'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def slots_of(ruleset: Ruleset) -> dict[Path, tuple[str, Choice]]:
    """Every chosen kind by the path of its knob: (family, choice).

    Card tests and conditions, of which a knob may hold several, have their name in the path.
    """
    found: dict[Path, tuple[str, Choice]] = {}
    for family, choice, path, _ in chosen_kinds(ruleset):
        knob = path if family in _NAMED_BY_KIND else path[:-1]
        if knob[0] in ID_LISTS:
            item = getattr(ruleset, str(knob[0]))[knob[1]]
            knob = (knob[0], item.id, *knob[2:])
        found[knob] = (family, choice)
    return found


def data_of(ruleset: Ruleset) -> dict[str, Any]:
    """The rules as data, without the keys of combinations that follow from their tests."""
    data = ruleset.as_data()
    for item, combination in zip(data["combinations"], ruleset.combinations, strict=True):
        if item["key"] == default_key(combination.tests):
            del item["key"]
    return data


@dataclass(frozen=True, slots=True)
class Sides:
    """Two variants side by side."""

    a: Variant
    b: Variant
    data_a: Mapping[str, Any]
    data_b: Mapping[str, Any]
    slots_a: Slots
    slots_b: Slots

    @classmethod
    def of(cls, a: Variant, b: Variant) -> Sides:
        """The sides made ready."""
        one, other = a.ruleset, b.ruleset
        return cls(a, b, data_of(one), data_of(other), slots_of(one), slots_of(other))

    @property
    def names_a(self) -> Mapping[str, str]:
        """Names of the first side's combinations by id."""
        return {item.id: item.name for item in self.a.ruleset.combinations}

    @property
    def names_b(self) -> Mapping[str, str]:
        """Names of the second side's combinations by id."""
        return {item.id: item.name for item in self.b.ruleset.combinations}

    def values(self, path: Path) -> tuple[Any, Any]:
        """What both sides have at this path."""
        return value_at(self.data_a, path), value_at(self.data_b, path)

    def changed(
        self,
        path: Path,
        sentence: str,
        change: Change = Change.CHANGED,
        topic: Topic = Topic.RULES,
        block: str = "",
    ) -> Difference:
        """A difference at this path; what and where each side says is looked up."""
        a = _side(self.a, self.data_a, path)
        b = _side(self.b, self.data_b, path)
        return Difference(topic, block or str(path[0]), change, path, sentence, a, b)

    def text(self, block: str, path: Path, sentence: str) -> Difference:
        """A difference that only readers notice."""
        one, other = self.values(path)
        added, removed = one is None, other is None
        change = Change.ADDED if added else Change.REMOVED if removed else Change.CHANGED
        return self.changed(path, sentence, change, Topic.TEXT, block)

    def slots(self, *start: str | int) -> Iterator[Difference]:
        """Differences between the kinds that both sides choose for the knobs of a block."""
        for path, (family, choice) in self.slots_b.items():
            if path[: len(start)] == start and path in self.slots_a:
                for where, before, after in parts_that_differ(self.slots_a[path][1], choice):
                    one = said(self.a.vocabulary, family, before)
                    other = said(self.b.vocabulary, family, after)
                    if one == other:
                        other = f"{other.rstrip('.')} ({_raw(after, where)})"
                        one = f"{one.rstrip('.')} ({_raw(before, where)})"
                    sentence = f"{other.rstrip('.')}, instead of: {one.rstrip('.')}."
                    part = where[1:] if family in _NAMED_BY_KIND else where
                    yield self.changed((*path, *part), sentence)


def said(vocabulary: Vocabulary, family: str, choice: Choice) -> str:
    """The kind's own sentence."""
    return vocabulary.say(family, choice)


def parts_that_differ(one: Choice, other: Choice) -> Iterator[tuple[Path, Choice, Choice]]:
    """For each part in which two choices differ: the path to it, and both choices.

    Choices of the same kind differ in parts of their arguments; then the second choice of each
    triple is the first one with only that part changed.
    """
    if one == other:
        return
    before, after = one.argument, other.argument
    if one.name != other.name or before is None or after is None:
        yield (), one, other
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            if before.get(key) != after.get(key):
                part = {k: v for k, v in before.items() if k != key}
                part |= {key: after[key]} if key in after else {}
                yield (one.name, key), one, Choice.of({one.name: part})
    else:
        yield (one.name,), one, other


def _raw(choice: Choice, where: Path) -> str:
    """The part of a choice that differs, as the file has it, where the sentence does not say it."""
    if len(where) == 2 and isinstance(choice.argument, Mapping):
        return f"{where[1]}: {choice.argument.get(str(where[1]), 'not stated')}"
    return choice.name if choice.argument is None else f"{choice.name}: {choice.argument}"


def _side(variant: Variant, data: Mapping[str, Any], path: Path) -> Side:
    value = value_at(data, path)
    if value is None and value_at(data, path[:2]) is None:
        return Side(None, "")
    node = variant.node.at(indexed(data, path))
    if node is variant.node:
        return Side(value, "")
    return Side(value, f"{node.span.file}:{node.span.line}")
