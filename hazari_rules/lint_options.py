"""Checks of options: every choice, and every two choices that touch each other, must resolve.

Choices that no check reads together cannot disturb each other, so those pairs are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from hazari_rules.documents import Node
from hazari_rules.errors import Finding, Severity
from hazari_rules.lint_trials import Pick, Trials
from hazari_rules.merge import choices_of
from hazari_rules.resolve import Variant, options_of
from hazari_rules.validation import in_file_order

MAX_PAIRS = 2_000
"""How many pairs of choices are tried; a variant with more of them gets a warning."""


def option_findings(trials: Trials, own: Node) -> list[Finding]:
    """What is wrong with the options of a variant that is itself clean; `own` is its file alone.

    Every choice is tried alone; two choices of different options are tried together where one
    check reads what both change.
    """
    told, base = _Told(trials.merged, own), trials.base
    made = [
        (name, choice)
        for name, choice, _ in choices_of(trials.merged.value.get("options"))
        if choice != base.ruleset.options[name]
    ]
    clean: list[Pick] = []
    for pick in made:
        broken = trials.findings(pick)
        told.add(broken, [pick])
        if not broken:
            clean.append(pick)
    changed = {pick: trials.changed(pick) for pick in clean}
    pairs = [
        (first, second)
        for first, second in combinations(clean, 2)
        if first[0] != second[0] and trials.known.read_together(changed[first], changed[second])
    ]
    for first, second in pairs[:MAX_PAIRS]:
        told.add(trials.findings(first, second), [first, second])
    found = [*_unexplained(trials.merged, base), *told.found.values()]
    if len(pairs) > MAX_PAIRS:
        found.append(_too_many(trials.merged, len(pairs)))
    return in_file_order(found)


class _Told:
    """Findings of trials, told of the choices that led to them and placed where those stand."""

    def __init__(self, merged: Node, own: Node) -> None:
        self._merged = merged
        self._own = own
        self.found: dict[object, Finding] = {}

    def add(self, findings: Iterable[Finding], picks: list[Pick]) -> None:
        """Note what these choices led to."""
        inherited = [pick for pick in picks if not self._stands_here(pick)]
        for finding in findings:
            chosen = " and ".join(f"{name}={choice}" for name, choice in picks)
            told = replace(finding, message=f"with option {chosen}: {finding.message}")
            key: object = (finding.id, finding.span)
            if len(inherited) == len(picks):
                # Nothing in this file is the choice's own, so one finding and what to do.
                names = tuple(dict.fromkeys(name for name, _ in inherited))
                told, key = self._of_parent(told, names), names
            elif finding.span and finding.span.file != self._own.span.file:
                told = self._moved(told, next(pick for pick in picks if pick not in inherited))
            self.found.setdefault(key, told)

    def _choice(self, pick: Pick) -> Node:
        return self._merged.at(("options", pick[0], "choices", pick[1]))

    def _stands_here(self, pick: Pick) -> bool:
        return self._choice(pick).span.file == self._own.span.file

    def _moved(self, finding: Finding, pick: Pick) -> Finding:
        node = self._choice(pick)
        pointer = f"/options/{pick[0]}/choices/{pick[1]}"
        return replace(finding, span=node.key_span or node.span, pointer=pointer)

    def _of_parent(self, finding: Finding, names: tuple[str, ...]) -> Finding:
        node = self._own.at(("options", names[0]))
        if node.span == self._own.at(("options",)).span:
            node = self._own.at(("extends",))
        hint = (
            f"state its choices anew, or take it out: 'options: {{{names[0]}: {{remove: true}}}}'"
        )
        return Finding("inherited-option", finding.message, node.span, "/extends", hint)


def _too_many(merged: Node, pairs: int) -> Finding:
    node = merged.at(("options",))
    return Finding(
        "untried-options",
        f"of {pairs:,} pairs of choices only the first {MAX_PAIRS:,} were tried together",
        node.key_span or node.span,
        "/options",
        "make fewer options, or test the others",
        Severity.WARNING,
    )


def _unexplained(merged: Node, base: Variant) -> Iterator[Finding]:
    for option in options_of(merged):
        key = "why" if option.status == "open" else "where"
        if not getattr(option, key):
            node = merged.at(("options", option.id))
            yield Finding(
                "option-unexplained",
                f"option '{option.id}' has status {option.status} but does not say {key}",
                node.key_span or node.span,
                f"/options/{option.id}",
                f"add '{key}:'",
                Severity.WARNING,
            )
