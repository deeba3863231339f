"""Options that change nothing: choices under which the very same game is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hazari_rules.documents import Node
from hazari_rules.errors import Finding, Severity
from hazari_rules.lint_classes import Ladder, Ladders
from hazari_rules.lint_trials import Trials
from hazari_rules.model import BLOCKS, Ruleset
from hazari_rules.resolve import Option

_LADDER = frozenset({"runs", "combinations", "comparison", "arrangement"})


@dataclass(slots=True)
class _Compared:
    """Holds rules against each other; what it made of each is kept."""

    ladders: Ladders
    _data: dict[str, dict[str, Any]] = field(default_factory=dict)
    _compiled: dict[str, Ladder | None] = field(default_factory=dict)

    def same(self, one: Ruleset, other: Ruleset) -> bool:
        """Whether no play and no name can tell the two apart."""
        before, after = self._data_of(one), self._data_of(other)
        changed = {block for block in BLOCKS if before[block] != after[block]}
        if not changed:
            return True
        if not changed <= _LADDER or one.arrangement.order != other.arrangement.order:
            return False
        if one.arrangement.on_violation != other.arrangement.on_violation:
            return False
        # What a hand makes, and not only a group, is asked there.
        if {"runs", "combinations"} & changed and (one.redeals or one.instant_wins):
            return False
        names = [[(c.id, c.name, c.aliases) for c in rules.combinations] for rules in (one, other)]
        if names[0] != names[1]:
            return False
        first, second = self._ladder(one), self._ladder(other)
        return bool(first and second and first.plays_as(second))

    def _data_of(self, rules: Ruleset) -> dict[str, Any]:
        if rules.canonical not in self._data:
            self._data[rules.canonical] = rules.as_data()
        return self._data[rules.canonical]

    def _ladder(self, rules: Ruleset) -> Ladder | None:
        if rules.digest not in self._compiled:
            self._compiled[rules.digest] = self.ladders.of(rules)
        return self._compiled[rules.digest]


def idle_options(trials: Trials, own: Node, ladders: Ladders) -> Iterator[Finding]:
    """Options with which nothing changes, and choices of `own` options that repeat another one.

    `own` is the variant's file alone.
    """
    merged, base, compared = trials.merged, trials.base, _Compared(ladders)
    for option in base.options:
        others = [choice for choice in option.choices if choice != option.default]
        same: dict[str, str] = {}
        known: Mapping[str, Ruleset] = {option.default: base.ruleset}
        mine = _choices_file(merged, option) == own.span.file
        for choice in others:
            rules = trials.ruleset({option.id: choice})
            twin = next((name for name, seen in known.items() if compared.same(seen, rules)), None)
            if twin is not None:
                same[choice] = twin
            elif not mine:
                break  # that a choice of its parent's option makes a difference is enough
            else:
                known = {**known, choice: rules}
        if len(same) == len(others):
            yield _idle_option(merged, own, option)
        elif mine:
            yield from (_idle_choice(merged, option, *pair) for pair in same.items())


def _choices_file(merged: Node, option: Option) -> str:
    return merged.at(("options", option.id, "choices")).span.file


def _idle_option(merged: Node, own: Node, option: Option) -> Finding:
    message = f"the choices of option '{option.id}' make no difference: the same game is played"
    hint = "take the option out"
    if len(option.choices) == 1:
        message = f"option '{option.id}' has only the choice '{option.default}'"
        hint = "add another choice, or take the option out"
    path: tuple[str, ...] = ("options", option.id)
    node = merged.at(path)
    if node.span.file != own.span.file:
        hint = f"take it out: 'options: {{{option.id}: {{remove: true}}}}'"
        path = ("extends",)
        node = own.at(path)
    return _finding("idle-option", message, node, path, hint)


def _idle_choice(merged: Node, option: Option, choice: str, twin: str) -> Finding:
    path = ("options", option.id, "choices", choice)
    message = f"'{choice}' of option '{option.id}' plays exactly as '{twin}'"
    return _finding("idle-choice", message, merged.at(path), path, "take out one of them")


def _finding(id_: str, message: str, node: Node, path: tuple[str, ...], hint: str) -> Finding:
    place = node.key_span or node.span
    return Finding(id_, message, place, "/" + "/".join(path), hint, Severity.WARNING)
