"""Checks of options: every choice, and every two choices that touch each other, must resolve.

Choices that no check reads together cannot disturb each other, so those pairs are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from hazari_rules.build import build
from hazari_rules.documents import Node
from hazari_rules.errors import Finding, FindingsError, Severity
from hazari_rules.lint import incomplete_items, meaning_findings
from hazari_rules.merge import choices_of
from hazari_rules.model import BLOCKS, canonical_json
from hazari_rules.resolve import Resolver, Variant, options_of
from hazari_rules.validation import in_file_order

_LADDER = frozenset({"deck", "runs", "combinations", "groups", "comparison", "arrangement"})
READ_TOGETHER: tuple[frozenset[str], ...] = (
    _LADDER,
    frozenset({"deck", "card_points", "table", "groups"}),
    frozenset({"deck", "table", "combinations", "groups", "redeals", "instant_wins"}),
)
"""Blocks that some check of meaning looks at together; a block always goes with itself."""

_Pick = tuple[str, str]


@dataclass(slots=True)
class _Trial:
    """Resolves choices one set after the other and remembers what it has already judged."""

    resolver: Resolver
    merged: Node
    base: Variant
    seen: dict[str, list[Finding]] = field(default_factory=dict)

    def findings(self, picks: Mapping[str, str], *, schema: bool) -> list[Finding]:
        """What is wrong with the rules when these choices are made."""
        try:
            node, chosen = self.resolver.applied(self.merged, picks)
            if found := list(incomplete_items(node)):
                return found
            if schema:
                ruleset = self.resolver.ruleset(node, chosen, trusted=False)
            else:
                ruleset = build(node.plain(), chosen, self.resolver.vocabulary)
        except FindingsError as error:
            return list(error.findings)
        key = canonical_json({block: node.value[block].plain() for block in BLOCKS})
        if key not in self.seen:
            variant = replace(self.base, ruleset=ruleset, node=node)
            self.seen[key] = [f for f in meaning_findings(variant) if f.severity is Severity.ERROR]
        return self.seen[key]


def option_findings(resolver: Resolver, merged: Node, base: Variant) -> list[Finding]:
    """What is wrong with the options of a variant that is itself clean.

    `merged` is its document before options were applied. Every choice is tried alone; two
    choices of different options are tried together where one check reads what both change.
    """
    found = list(_unexplained(merged, base))
    trial = _Trial(resolver, merged, base)
    defaults = {option.id: option.default for option in base.options}
    patches = {
        (name, choice): patch
        for name, choice, patch in choices_of(merged.value.get("options"))
        if choice != defaults[name]
    }
    clean: list[_Pick] = []
    for name, choice in patches:
        broken = trial.findings({name: choice}, schema=True)
        found += [_told(finding, [(name, choice)]) for finding in broken]
        if not broken:
            clean.append((name, choice))
    for first, second in combinations(clean, 2):
        if first[0] != second[0] and _touch(patches[first], patches[second]):
            broken = trial.findings(dict((first, second)), schema=False)
            found += [_told(finding, [first, second]) for finding in broken]
    return in_file_order({(f.id, f.span): f for f in found}.values())


def _touch(first: Node, second: Node) -> bool:
    one, other = set(first.value), set(second.value)
    return bool(one & other) or any(one & read and other & read for read in READ_TOGETHER)


def _told(finding: Finding, picks: list[_Pick]) -> Finding:
    chosen = " and ".join(f"{name}={choice}" for name, choice in picks)
    return replace(finding, message=f"with option {chosen}: {finding.message}")


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
