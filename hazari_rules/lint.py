"""Checks of meaning: does what a variant states fit together, and can it ever happen.

Each check is a function from a resolved variant to findings; a finding stands where the value
that it is about was written, be it in the file, in a parent or in an option's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from hazari_rules.documents import Node
from hazari_rules.errors import Finding, Severity
from hazari_rules.kinds import Kind, Place, Problem
from hazari_rules.kinds_combinations import ACE_HIGH, ACE_LOW, REST, Shape, check_order
from hazari_rules.ladder import Step, ladder_steps, shapes
from hazari_rules.merge import ID_LISTS
from hazari_rules.model import Choice, Combination, Ruleset
from hazari_rules.resolve import Variant
from hazari_rules.validation import did_you_mean, in_file_order, pointer_of

Path = tuple[str | int, ...]
Check = Callable[[Variant], Iterator[Finding]]


def meaning_findings(variant: Variant) -> list[Finding]:
    """Everything that the variant's rules, with the options in force, say against themselves.

    Later checks run only where the earlier ones are clean: one cause, one finding.
    """
    found: list[Finding] = []
    for stage in ((_deck, _sizes, _orders, _ids), (_total, _kinds, _names), (_served, _occurs)):
        found += [finding for check in stage for finding in check(variant)]
        if any(finding.severity is Severity.ERROR for finding in found):
            return in_file_order(found)
    return in_file_order([*found, *_idle(variant)])


def _at(variant: Variant, path: Path, id_: str, message: str, hint: str = "") -> Finding:
    node = variant.node.at(path)
    return Finding(id_, message, node.span, pointer_of(path), hint)


def _deck(variant: Variant) -> Iterator[Finding]:
    deck = variant.ruleset.deck
    for part, values in (("ranks", deck.ranks), ("suits", deck.suits)):
        for i, value in enumerate(values):
            if value in values[:i]:
                message = f"'{value}' is twice among the {part}"
                yield _at(variant, ("deck", part, i), "order-repeats", message, "take one out")
    points = variant.ruleset.card_points.values
    missing = [rank for rank in deck.ranks if rank not in points]
    if missing:
        message = f"no card points are stated for {', '.join(missing)}"
        yield _at(variant, ("card_points", "values"), "missing-key", message, "state 0 for none")


def _sizes(variant: Variant) -> Iterator[Finding]:
    rules = variant.ruleset
    table, pack = rules.table, len(rules.deck.ranks) * len(rules.deck.suits)
    dealt = table.players * table.cards_each
    if dealt + table.undealt != pack:
        message = (
            f"{table.players} hands of {table.cards_each} cards and {table.undealt} undealt are"
            f" {dealt + table.undealt}, but the pack has {pack}"
        )
        hint = f"write undealt: {pack - dealt}" if dealt <= pack else "deal fewer cards"
        path = ("table", "undealt" if dealt <= pack else "cards_each")
        yield _at(variant, path, "cards-mismatch", message, hint)
    grouped = sum(group.cards for group in rules.groups)
    if grouped != table.cards_each:
        sizes = " + ".join(str(group.cards) for group in rules.groups)
        message = f"the groups hold {sizes} = {grouped} cards, but a hand has {table.cards_each}"
        yield _at(variant, ("groups",), "cards-mismatch", message)


def _orders(variant: Variant) -> Iterator[Finding]:
    rules, stated = variant.ruleset, variant.node.plain()["runs"]["order"]
    excluded = rules.runs.not_runs
    for problem in check_order([*stated], (ACE_HIGH, ACE_LOW), "run"):
        if problem.id != "order-incomplete":
            yield _problem(variant, ("runs", "order"), problem)
    placed = {name for place in rules.runs.order for name in place}
    if REST not in placed:
        message, hint = "the order of runs leaves out all ordinary ones", "add 'rest' to the list"
        yield _at(variant, ("runs", "order"), "order-incomplete", message, hint)
    if ACE_LOW not in placed and ACE_LOW not in excluded:
        message = "the order of runs leaves out ace_low: is A-2-3 a run, and where does it stand?"
        hint = "add 'ace_low' to the order, or write not_runs: [ace_low]"
        yield _at(variant, ("runs", "order"), "order-incomplete", message, hint)
    for i, name in enumerate(excluded):
        if name in placed:
            message = f"'{name}' has a place in the order of runs and is said to be none"
            yield _at(variant, ("runs", "not_runs", i), "contradiction", message)
    if rules.deck.ranks[0] != "A":
        message = (
            f"ace_high and ace_low need the ace as first rank; here it is {rules.deck.ranks[0]}"
        )
        yield _at(variant, ("deck", "ranks", 0), "ace-not-first", message)


def _ids(variant: Variant) -> Iterator[Finding]:
    known = [combination.id for combination in variant.ruleset.combinations]
    for i, group in enumerate(variant.ruleset.groups):
        for j, id_ in enumerate(group.combinations or ()):
            if id_ not in known:
                path = ("groups", i, "combinations", j)
                message = f"no combination has the id '{id_}'"
                hint = did_you_mean(id_, known)
                yield _at(variant, path, "unknown-combination", message, hint)


def _total(variant: Variant) -> Iterator[Finding]:
    rules = variant.ruleset
    values, suits = rules.card_points.values, len(rules.deck.suits)
    computed = suits * sum(values[rank] for rank in rules.deck.ranks)
    if computed != rules.card_points.total:
        message = f"the pack is worth {computed} points, not {rules.card_points.total}"
        hint = f"write total: {computed}, or mend the values"
        yield _at(variant, ("card_points", "total"), "total-mismatch", message, hint)
    elif not computed:
        message = "no card is worth anything, so no match can end"
        yield _at(variant, ("card_points", "total"), "never-holds", message)


def _kinds(variant: Variant) -> Iterator[Finding]:
    for family, choice, path, place in chosen_kinds(variant.ruleset):
        kind = variant.vocabulary.kind(family, choice)
        missing = list(_missing_arguments(variant, kind, choice, path))
        yield from missing
        if not missing:
            for problem in kind.check(choice.argument, place):
                yield _problem(variant, path, problem)


def _missing_arguments(
    variant: Variant, kind: Kind, choice: Choice, path: Path
) -> Iterator[Finding]:
    if kind.argument is None or not isinstance(choice.argument, Mapping):
        return
    for key in kind.argument.get("required", ()):
        if key not in choice.argument:
            message = f"'{kind.name}' lacks '{key}'"
            yield _at(variant, (*path, key), "missing-key", message, f"add '{key}:'")


def chosen_kinds(ruleset: Ruleset) -> Iterator[tuple[str, Choice, Path, Place]]:
    """Every kind that the rules choose: family, choice, path to its argument, place of use."""
    here = Place(ruleset)
    slots: tuple[tuple[str, Choice, Path], ...] = (
        ("direction", ruleset.table.direction, ("table", "direction")),
        ("first_leader", ruleset.table.first_leader, ("table", "first_leader")),
        ("next_dealer", ruleset.table.next_dealer, ("table", "next_dealer")),
        ("strength_order", ruleset.comparison.order, ("comparison", "order")),
        ("made_from", ruleset.comparison.made_from, ("comparison", "made_from")),
        ("spare", ruleset.comparison.spare, ("comparison", "spare")),
        ("arrangement_order", ruleset.arrangement.order, ("arrangement", "order")),
        ("violation", ruleset.arrangement.on_violation, ("arrangement", "on_violation")),
        ("next_leader", ruleset.play.next_leader, ("play", "next_leader")),
        ("tie_rule", ruleset.play.ties, ("play", "ties")),
        ("award", ruleset.play.award, ("play", "award")),
        ("target_check", ruleset.match.check, ("match", "check")),
        ("reached_together", ruleset.match.reached_together, ("match", "reached_together")),
        ("match_winner", ruleset.match.winner, ("match", "winner")),
        ("match_tie", ruleset.match.ties, ("match", "ties")),
    )
    for family, choice, path in slots:
        yield family, choice, (*path, choice.name), here
    for i, item in enumerate(ruleset.combinations):
        at, place = ("combinations", i), Place(ruleset, combination=item)
        for test in item.tests:
            yield "card_test", test, (*at, test.name), place
        yield "key", item.key, (*at, "key", item.key.name), place
    yield from _chosen_in_events(ruleset)


def _chosen_in_events(ruleset: Ruleset) -> Iterator[tuple[str, Choice, Path, Place]]:
    for i, redeal in enumerate(ruleset.redeals):
        at, place = ("redeals", i), Place(ruleset, moment=Choice("dealing"))
        for condition in redeal.when:
            yield "condition", condition, (*at, "when", condition.name), place
        yield "claim", redeal.claim, (*at, "claim", redeal.claim.name), place
        yield "dealer_move", redeal.dealer, (*at, "dealer", redeal.dealer.name), place
    for i, win in enumerate(ruleset.instant_wins):
        at, place = ("instant_wins", i), Place(ruleset, moment=win.after)
        yield "moment", win.after, (*at, "after", win.after.name), place
        for condition in win.when:
            yield "condition", condition, (*at, "when", condition.name), place
        yield "if_several", win.if_several, (*at, "if_several", win.if_several.name), place
        yield "effect", win.effect, (*at, "effect", win.effect.name), place


def _problem(variant: Variant, path: Path, problem: Problem) -> Finding:
    return _at(variant, (*path, *problem.path), problem.id, problem.message, problem.hint)


def _names(variant: Variant) -> Iterator[Finding]:
    for block in ID_LISTS:
        seen: dict[str, str] = {}
        for i, item in enumerate(getattr(variant.ruleset, block)):
            other = seen.setdefault(item.name.casefold(), item.id)
            if other != item.id:
                message = f"'{other}' and '{item.id}' have the same name '{item.name}'"
                yield _at(variant, (block, i, "name"), "duplicate-name", message, "rename one")


def _served(variant: Variant) -> Iterator[Finding]:
    rules = variant.ruleset
    parts = variant.vocabulary.meaning("made_from", rules.comparison.made_from, rules)
    for i, group in enumerate(rules.groups):
        fitting = [c for c in _ladder_of(rules, i) if c.cards in parts(group.cards)]
        if not fitting:
            message = f"no combination on the ladder can be made by group {i + 1}, of {group.cards}"
            hint = (
                f"add a combination of {group.cards} cards, or of fewer with made_from: some_cards"
            )
            yield _at(variant, ("groups", i, "cards"), "group-not-served", message, hint)
    limit = rules.arrangement.judged_on
    if limit is not None and all(c.cards > limit for c in rules.combinations):
        message = f"the order is judged on {limit} cards, but no combination has so few"
        yield _at(variant, ("arrangement", "judged_on", "cards"), "group-not-served", message)


def _ladder_of(rules: Ruleset, group: int) -> list[Combination]:
    limited = rules.groups[group].combinations
    return [c for c in rules.combinations if limited is None or c.id in limited]


def _occurs(variant: Variant) -> Iterator[Finding]:
    """Combinations that no group can ever count as: proved over all pattern classes."""
    rules = variant.ruleset
    steps = ladder_steps(rules, variant.vocabulary)
    largest = max(group.cards for group in rules.groups)
    # Within a group of its own size a combination also competes with those of fewer cards.
    smaller = rules.comparison.made_from.name == "some_cards"
    for i, step in enumerate(steps):
        size, path = step.combination.cards, ("combinations", i)
        if size > largest:
            message = (
                f"'{step.combination.id}' needs {size} cards, but no group has more than {largest}"
            )
            yield _at(variant, (*path, "cards"), "never-occurs", message)
            continue
        takers: set[str] = set()
        if not any(
            _counts_as(step, steps, shape, takers, smaller) for shape in shapes(rules, size)
        ):
            names = ", ".join(f"'{s.combination.id}'" for s in steps if s.combination.id in takers)
            message = f"'{step.combination.id}' can never occur: " + (
                f"{names} above it takes everything" if names else "no cards of this pack make it"
            )
            hint = "place it above, or remove it" if names else ""
            yield _at(variant, (*path, "id"), "never-occurs", message, hint)


def _counts_as(
    step: Step, steps: Sequence[Step], shape: Shape, takers: set[str], smaller: bool
) -> bool:
    """Whether cards of this shape count as this step when their suits are mixed as can be."""
    if not step.takes(shape):
        return False
    above = steps[: step.place]
    size = len(shape.ranks)
    parts = {shape}
    if smaller:
        for n in {s.combination.cards for s in above if s.combination.cards < size}:
            suited = shape.suited or n == 1
            parts |= {Shape.of(ranks, suited=suited) for ranks in combinations(shape.ranks, n)}
    taken = {
        s.combination.id
        for s in above
        if any(s.combination.cards == len(part.ranks) and s.takes(part) for part in parts)
    }
    takers |= taken
    return not taken


def _idle(variant: Variant) -> Iterator[Finding]:
    """Rules that say nothing beside the others."""
    rules = variant.ruleset
    if rules.arrangement.order.name == "free" and rules.arrangement.on_violation.name != "reject":
        message = "the groups may stand in any order, so nothing is ever in the wrong order"
        path = ("arrangement", "on_violation")
        finding = _at(variant, path, "never-matters", message)
        yield replace(finding, severity=Severity.WARNING)


REQUIRED: Mapping[str, tuple[str, ...]] = {
    "combinations": ("id", "name", "cards"),
    "redeals": ("id", "name", "when", "claim", "dealer"),
    "instant_wins": ("id", "name", "after", "when", "if_several", "effect"),
}


def incomplete_items(node: Node) -> Iterator[Finding]:
    """Entries of the lists with ids that lack something after options were applied."""
    for block, keys in REQUIRED.items():
        for i, item in enumerate(node.value[block].value):
            for key in keys:
                if key not in item.value:
                    id_: Any = item.value["id"].value
                    yield Finding(
                        "missing-key",
                        f"'{id_}' lacks '{key}'",
                        item.value["id"].span,
                        pointer_of((block, i, key)),
                        f"add '{key}:', or check the id",
                    )
