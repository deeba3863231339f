"""Checks of meaning: does what a variant states fit together, and can it ever happen.

Each check is a function from a resolved variant to findings; a finding stands where the value
that it is about was written, be it in the file, in a parent or in an option's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from hazari_rules.builtin import KINDS
from hazari_rules.documents import Node
from hazari_rules.errors import Finding, Severity
from hazari_rules.hints import did_you_mean
from hazari_rules.kinds import Place, Problem, Vocabulary
from hazari_rules.kinds_combinations import ACE_HIGH, ACE_LOW, REST, check_order
from hazari_rules.lint_ladder import impossible_combinations, unserved_groups
from hazari_rules.lint_places import Check, Path, finding_in, last_changed
from hazari_rules.merge import ID_LISTS
from hazari_rules.model import (
    BLOCKS,
    Choice,
    Combination,
    InstantWin,
    Redeal,
    Ruleset,
    canonical_json,
)
from hazari_rules.resolve import Variant
from hazari_rules.validation import in_file_order

_MOST_REMEMBERED = 100_000


class Known:
    """Remembers which checks were clean for which contents, for variants that differ little.

    It holds for one vocabulary. `forget_nodes` drops what belongs to the documents seen so far.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        strangers = any(kind.check not in _SHIPPED_CHECKS for kind in vocabulary)
        self.stages = _stages(strangers=strangers)
        """The checks; each stage is looked at only if the one before is clean."""
        self._contents: dict[int, tuple[Node, Any, str]] = {}
        self._shortened: dict[tuple[int, tuple[str, ...]], str] = {}
        self._clean: set[tuple[Check, tuple[str, ...]]] = set()
        self.complete: set[str] = set()
        """Texts of blocks, each after the block's name, that state all that they must."""

    def forget_nodes(self) -> None:
        """Keep only what contents alone say, and not even that if it has become much."""
        self._contents.clear()
        self._shortened.clear()
        if len(self._clean) > _MOST_REMEMBERED:
            self._clean.clear()
            self.complete.clear()

    def clean(self, node: Node) -> bool:
        """Whether all checks are known to be clean for a document with options applied."""
        return all(self.is_clean(check, node) for stage in self.stages for check in stage)

    def read_together(self, one: frozenset[str], other: frozenset[str]) -> bool:
        """Whether two sets of blocks share one, or some check reads of both."""
        every = (check.reads for stage in self.stages for check in stage)
        return bool(one & other) or any(one & reads and other & reads for reads in every)

    def is_clean(self, check: Check, node: Node) -> bool:
        """Whether this check is."""
        return self._key(check, node) in self._clean

    def findings(self, check: Check, variant: Variant) -> list[Finding]:
        """What this check finds."""
        key = self._key(check, variant.node)
        if key in self._clean:
            return []
        found = list(check.find(variant))
        if not found:
            self._clean.add(key)
        return found

    def text(self, block: Node) -> str:
        """The contents of a block as one text."""
        return self._content(block)[2]

    def plain(self, block: Node) -> Any:
        """The contents of a block as ordinary Python data."""
        return self._content(block)[1]

    def stated(self, block: Node) -> tuple[Any, str]:
        """Both of them."""
        return self._content(block)[1:]

    def _content(self, block: Node) -> tuple[Node, Any, str]:
        if id(block) not in self._contents:
            plain = block.plain()
            # The node is kept with its contents, so that no other one can get its id.
            self._contents[id(block)] = (block, plain, canonical_json(plain))
        return self._contents[id(block)]

    def _key(self, check: Check, node: Node) -> tuple[Check, tuple[str, ...]]:
        if not check.apart:
            return check, tuple([self._content(node.value[name])[2] for name in check.reads])
        parts = [self._without(node.value[name], keys) for name, keys in _unread(check)]
        return check, tuple(parts)

    def _without(self, block: Node, keys: tuple[str, ...]) -> str:
        """The contents of a block without these properties, of its own or of its entries."""
        _, plain, text = self._content(block)
        if keys and (id(block), keys) not in self._shortened:
            entries = plain if isinstance(plain, list) else [plain]
            kept = [{k: v for k, v in entry.items() if k not in keys} for entry in entries]
            self._shortened[id(block), keys] = canonical_json(kept)
        return self._shortened[id(block), keys] if keys else text


@cache
def _unread(check: Check) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each block that a check reads, with the properties that it does not read there."""
    return tuple((name, tuple(k for b, k in check.apart if b == name)) for name in check.reads)


def meaning_findings(
    variant: Variant, known: Known | None = None, checks: Collection[Check] | None = None
) -> list[Finding]:
    """Everything that the variant's rules, with the options in force, say against themselves.

    Later checks run only where the earlier ones are clean: one cause, one finding. `checks` are
    those that can find an error, where that is known; the others are left out.
    """
    known = known or Known(variant.vocabulary)
    found: list[Finding] = []
    for stage in known.stages:
        run = stage if checks is None else [check for check in stage if check in checks]
        found += [finding for check in run for finding in known.findings(check, variant)]
        if any(finding.severity is Severity.ERROR for finding in found):
            return in_file_order(found)
    return in_file_order([*found, *_idle(variant)])


def _deck(variant: Variant) -> Iterator[Finding]:
    deck = variant.ruleset.deck
    for part, values in (("ranks", deck.ranks), ("suits", deck.suits)):
        for i, value in enumerate(values):
            if value in values[:i]:
                path, message = ("deck", part, i), f"'{value}' is twice among the {part}"
                yield finding_in(variant, path, "order-repeats", message, "take one out")


def _points(variant: Variant) -> Iterator[Finding]:
    points = variant.ruleset.card_points.values
    missing = [rank for rank in variant.ruleset.deck.ranks if rank not in points]
    if missing:
        message = f"no card points are stated for {', '.join(missing)}"
        node = variant.node.at(("card_points", "values"))
        span, pointer = node.key_span or node.span, "/card_points/values"
        yield Finding("missing-key", message, span, pointer, "state 0 for none")


def _sizes(variant: Variant) -> Iterator[Finding]:
    rules = variant.ruleset
    table, pack = rules.table, len(rules.deck.ranks) * len(rules.deck.suits)
    dealt = table.players * table.cards_each
    if dealt + table.undealt != pack:
        message = (
            f"{table.players} hands of {table.cards_each} cards and {table.undealt} undealt are"
            f" {dealt + table.undealt}, but the pack has {pack}"
        )
        keys = ["undealt", "players", "cards_each"] if dealt <= pack else ["players", "cards_each"]
        deck: list[Path] = [("deck", "ranks"), ("deck", "suits")]
        path = last_changed(variant, *(("table", key) for key in keys), *deck)
        hint = "let fewer play, or deal fewer cards to each"
        if dealt <= pack:
            hint = f"write undealt: {pack - dealt}"
        yield finding_in(variant, path, "cards-mismatch", message, hint)
    grouped = sum(group.cards for group in rules.groups)
    if grouped != table.cards_each:
        sizes = " + ".join(str(group.cards) for group in rules.groups)
        message = f"the groups hold {sizes} = {grouped} cards, but a hand has {table.cards_each}"
        path = last_changed(variant, ("groups",), ("table", "cards_each"))
        hint = f"change a group, or write cards_each: {grouped}"
        yield finding_in(variant, path, "cards-mismatch", message, hint)


def _orders(variant: Variant) -> Iterator[Finding]:
    rules, stated = variant.ruleset, variant.node.at(("runs", "order")).plain()
    excluded = rules.runs.not_runs
    problems = list(check_order([*stated], (ACE_HIGH, ACE_LOW), "run"))
    misplaced = [problem for problem in problems if problem.id != "order-incomplete"]
    yield from (_problem(variant, ("runs", "order"), problem) for problem in misplaced)
    if misplaced:
        return
    placed = {name for place in rules.runs.order for name in place}
    if REST not in placed:
        message, hint = "the order of runs leaves out all others", "add 'rest' to the list"
        yield finding_in(variant, ("runs", "order"), "order-incomplete", message, hint)
    if ACE_LOW not in placed and ACE_LOW not in excluded:
        message = "the order of runs leaves out ace_low: is A-2-3 a run, and where does it stand?"
        hint = "add 'ace_low' to the order, or write not_runs: [ace_low]"
        yield finding_in(variant, ("runs", "order"), "order-incomplete", message, hint)
    for i, name in enumerate(excluded):
        if name in placed:
            message = f"'{name}' has a place in the order of runs and is said to be none"
            path = last_changed(variant, ("runs", "not_runs", i), ("runs", "order"))
            hint = "take it out of the order, or out of not_runs"
            yield finding_in(variant, path, "contradiction", message, hint)
    if rules.deck.ranks[0] != "A":
        message = (
            f"ace_high and ace_low need the ace as first rank; here it is {rules.deck.ranks[0]}"
        )
        hint = "put A at the start of the list"
        yield finding_in(variant, ("deck", "ranks", 0), "ace-not-first", message, hint)


def _ids(variant: Variant) -> Iterator[Finding]:
    known = [combination.id for combination in variant.ruleset.combinations]
    for i, group in enumerate(variant.ruleset.groups):
        for j, id_ in enumerate(group.combinations or ()):
            if id_ not in known:
                path = ("groups", i, "combinations", j)
                message = f"no combination has the id '{id_}'"
                hint = did_you_mean(id_, known)
                yield finding_in(variant, path, "unknown-combination", message, hint)


def _total(variant: Variant) -> Iterator[Finding]:
    rules = variant.ruleset
    values, suits = rules.card_points.values, len(rules.deck.suits)
    computed = suits * sum(values[rank] for rank in rules.deck.ranks)
    if computed != rules.card_points.total:
        message = f"the pack is worth {computed} points, not {rules.card_points.total}"
        hint = f"write total: {computed}, or mend the values"
        path = last_changed(variant, ("card_points", "total"), ("card_points", "values"))
        yield finding_in(variant, path, "total-mismatch", message, hint)
    elif not computed:
        message = "no card is worth anything, so no match can end"
        hint = "give some cards points"
        yield finding_in(variant, ("card_points", "values"), "never-holds", message, hint)


def _kinds(block: str) -> Callable[[Variant], Iterator[Finding]]:
    """The check of all kinds that one block chooses."""

    def find(variant: Variant) -> Iterator[Finding]:
        for family, choice, path, place in _chosen_in(variant.ruleset, block):
            kind = variant.vocabulary.kind(family, choice)
            for problem in kind.check(choice.argument, place):
                yield _problem(variant, path, problem)

    return find


_Chosen = tuple[str, Choice, Path, Place]

_SLOTS: Mapping[str, Mapping[str, str]] = {
    "table": {
        "direction": "direction",
        "first_leader": "first_leader",
        "next_dealer": "next_dealer",
    },
    "comparison": {"order": "strength_order", "made_from": "made_from", "spare": "spare"},
    "arrangement": {"order": "arrangement_order", "on_violation": "violation"},
    "play": {"next_leader": "next_leader", "ties": "tie_rule", "award": "award"},
    "match": {
        "check": "target_check",
        "reached_together": "reached_together",
        "winner": "match_winner",
        "ties": "match_tie",
    },
}
"""The family of each property that is a choice among kinds."""


def chosen_kinds(ruleset: Ruleset) -> Iterator[_Chosen]:
    """Every kind that the rules choose: family, choice, path to its argument, place of use."""
    for block in (*_SLOTS, *ID_LISTS):
        yield from _chosen_in(ruleset, block)


def _chosen_in(ruleset: Ruleset, block: str) -> Iterator[_Chosen]:
    stated, here = getattr(ruleset, block), Place(ruleset)
    for key, family in _SLOTS.get(block, {}).items():
        choice = getattr(stated, key)
        yield family, choice, (block, key, choice.name), here
    for i, item in enumerate(stated if block in ID_LISTS else ()):
        if isinstance(item, Combination):
            yield from _chosen_in_combination(item, (block, i), ruleset)
        elif isinstance(item, Redeal):
            yield from _chosen_in_redeal(item, (block, i), ruleset)
        else:
            yield from _chosen_in_win(item, (block, i), ruleset)


def _chosen_in_combination(item: Combination, at: Path, ruleset: Ruleset) -> Iterator[_Chosen]:
    place = Place(ruleset, combination=item)
    for test in item.tests:
        yield "card_test", test, (*at, test.name), place
    yield "key", item.key, (*at, "key", item.key.name), place


def _chosen_in_redeal(redeal: Redeal, at: Path, ruleset: Ruleset) -> Iterator[_Chosen]:
    place = Place(ruleset, moment=Choice("dealing"))
    for condition in redeal.when:
        yield "condition", condition, (*at, "when", condition.name), place
    yield "claim", redeal.claim, (*at, "claim", redeal.claim.name), place
    yield "dealer_move", redeal.dealer, (*at, "dealer", redeal.dealer.name), place


def _chosen_in_win(win: InstantWin, at: Path, ruleset: Ruleset) -> Iterator[_Chosen]:
    place = Place(ruleset, moment=win.after)
    yield "moment", win.after, (*at, "after", win.after.name), place
    for condition in win.when:
        yield "condition", condition, (*at, "when", condition.name), place
    yield "if_several", win.if_several, (*at, "if_several", win.if_several.name), place
    yield "effect", win.effect, (*at, "effect", win.effect.name), place


def _problem(variant: Variant, path: Path, problem: Problem) -> Finding:
    return finding_in(variant, (*path, *problem.path), problem.id, problem.message, problem.hint)


def _names(block: str) -> Callable[[Variant], Iterator[Finding]]:
    """The check that no two entries of a list have the same name."""

    def find(variant: Variant) -> Iterator[Finding]:
        seen: dict[str, int] = {}
        items = getattr(variant.ruleset, block)
        for i, item in enumerate(items):
            other = seen.setdefault(item.name.casefold(), i)
            if other != i:
                names = f"'{items[other].id}' and '{item.id}'"
                message = f"{names} have the same name '{item.name}'"
                path = last_changed(variant, (block, i, "name"), (block, other, "name"))
                yield finding_in(variant, path, "duplicate-name", message, "rename one")

    return find


def _idle(variant: Variant) -> Iterator[Finding]:
    """Rules that say nothing beside the others."""
    rules = variant.ruleset
    if rules.arrangement.order.name == "free" and rules.arrangement.on_violation.name != "reject":
        message = "the groups may stand in any order, so nothing is ever in the wrong order"
        path = ("arrangement", "on_violation")
        hint = "write on_violation: reject"
        finding = finding_in(variant, path, "never-matters", message, hint)
        yield replace(finding, severity=Severity.WARNING)


_SHIPPED_CHECKS = frozenset(kind.check for kind in KINDS)


@cache
def _stages(*, strangers: bool) -> tuple[tuple[Check, ...], ...]:
    """All checks; with `strangers` those of the kinds may be a plugin's, and read any block."""
    ladder = frozenset({"deck", "runs", "combinations", "groups", "comparison"})
    events = frozenset({"deck", "table", "combinations", "groups"})
    names = ("combinations", "name"), ("combinations", "aliases")
    apart = (*names, ("comparison", "order"), ("comparison", "spare"))
    judged = (*apart, ("arrangement", "order"), ("arrangement", "on_violation"))

    def check(
        find: Callable[[Variant], Iterator[Finding]],
        *reads: str,
        apart: tuple[tuple[str, str], ...] = (),
    ) -> Check:
        return Check(find, frozenset(reads), apart)

    def kinds(block: str, *reads: str, apart: tuple[tuple[str, str], ...] = ()) -> Check:
        if strangers:
            return check(_kinds(block), *BLOCKS)
        return check(_kinds(block), block, *reads, apart=apart)

    return (
        (check(_deck, "deck"),),
        (
            check(_points, "deck", "card_points"),
            check(_sizes, "deck", "table", "groups"),
            check(_orders, "deck", "runs"),
            check(_ids, "combinations", "groups"),
        ),
        (
            check(_total, "deck", "card_points"),
            *map(kinds, ("table", "comparison", "arrangement", "play", "match")),
            kinds("combinations", "deck", "runs", apart=names),
            *(kinds(block, *events, apart=names) for block in ("redeals", "instant_wins")),
            *(check(_names(block), block) for block in ID_LISTS),
        ),
        (
            check(unserved_groups, *ladder - {"runs"}, "arrangement", apart=judged),
            check(impossible_combinations, *ladder, apart=apart),
        ),
    )
