"""Checks of meaning: does what a variant states fit together, and can it ever happen.

Each check is a function from a resolved variant to findings; a finding stands where the value
that it is about was written, be it in the file, in a parent or in an option's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from hazari_rules.documents import Node
from hazari_rules.errors import Finding, Severity, Span
from hazari_rules.hints import did_you_mean
from hazari_rules.kinds import Place, Problem
from hazari_rules.kinds_combinations import ACE_HIGH, ACE_LOW, REST, Shape, check_order
from hazari_rules.ladder import Step, ladder_steps, shapes
from hazari_rules.merge import ID_LISTS
from hazari_rules.model import BLOCKS, Choice, Combination, Ruleset, canonical_json
from hazari_rules.resolve import Variant
from hazari_rules.validation import in_file_order, pointer_of

Path = tuple[str | int, ...]


class Check(NamedTuple):
    """One check: what it finds in a variant, and the blocks whose values decide that."""

    find: Callable[[Variant], Iterator[Finding]]
    reads: frozenset[str]


_MOST_REMEMBERED = 100_000


class Known:
    """Remembers which checks were clean for which contents, for variants that differ little.

    It holds for one vocabulary. `forget_nodes` drops what belongs to the documents seen so far.
    """

    def __init__(self) -> None:
        self._contents: dict[int, tuple[Node, Any, str]] = {}
        self._clean: set[tuple[Check, tuple[str, ...]]] = set()
        self.complete: set[str] = set()
        """Texts of blocks, each after the block's name, that state all that they must."""

    def forget_nodes(self) -> None:
        """Keep only what contents alone say, and not even that if it has become much."""
        self._contents.clear()
        if len(self._clean) > _MOST_REMEMBERED:
            self._clean.clear()
            self.complete.clear()

    def clean(self, node: Node) -> bool:
        """Whether all checks are known to be clean for a document with options applied."""
        return all(self._key(check, node) in self._clean for stage in STAGES for check in stage)

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

    def _content(self, block: Node) -> tuple[Node, Any, str]:
        if id(block) not in self._contents:
            plain = block.plain()
            # The node is kept with its contents, so that no other one can get its id.
            self._contents[id(block)] = (block, plain, canonical_json(plain))
        return self._contents[id(block)]

    def _key(self, check: Check, node: Node) -> tuple[Check, tuple[str, ...]]:
        blocks = (node.value[name] for name in BLOCKS if name in check.reads)
        return check, tuple(map(self.text, blocks))


def meaning_findings(variant: Variant, known: Known | None = None) -> list[Finding]:
    """Everything that the variant's rules, with the options in force, say against themselves.

    Later checks run only where the earlier ones are clean: one cause, one finding.
    """
    known = known or Known()
    found: list[Finding] = []
    for stage in STAGES:
        found += [finding for check in stage for finding in known.findings(check, variant)]
        if any(finding.severity is Severity.ERROR for finding in found):
            return in_file_order(found)
    return in_file_order([*found, *_idle(variant)])


def _at(variant: Variant, path: Path, id_: str, message: str, hint: str = "") -> Finding:
    node = variant.node.at(path)
    return Finding(id_, message, node.span, pointer_of(path), hint)


def _changed(variant: Variant, *paths: Path) -> Path:
    """That of several values at odds which was written last: by the file itself or its option.

    A child that changes one of them is told of its own line, not of its parent's.
    """
    latest = variant.node.span
    own = [path for path in paths if variant.node.at(path).span.file == latest.file]
    inside = [path for path in own if _within(variant.node.at(path).span, latest)]
    return (inside or own or list(paths))[0]


def _within(inner: Span, outer: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return start <= (inner.line, inner.column) and (inner.end_line, inner.end_column) <= end


def _deck(variant: Variant) -> Iterator[Finding]:
    deck = variant.ruleset.deck
    for part, values in (("ranks", deck.ranks), ("suits", deck.suits)):
        for i, value in enumerate(values):
            if value in values[:i]:
                message = f"'{value}' is twice among the {part}"
                yield _at(variant, ("deck", part, i), "order-repeats", message, "take one out")


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
        path = _changed(variant, *(("table", key) for key in keys), *deck)
        hint = "let fewer play, or deal fewer cards to each"
        if dealt <= pack:
            hint = f"write undealt: {pack - dealt}"
        yield _at(variant, path, "cards-mismatch", message, hint)
    grouped = sum(group.cards for group in rules.groups)
    if grouped != table.cards_each:
        sizes = " + ".join(str(group.cards) for group in rules.groups)
        message = f"the groups hold {sizes} = {grouped} cards, but a hand has {table.cards_each}"
        path = _changed(variant, ("groups",), ("table", "cards_each"))
        hint = f"change a group, or write cards_each: {grouped}"
        yield _at(variant, path, "cards-mismatch", message, hint)


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
        yield _at(variant, ("runs", "order"), "order-incomplete", message, hint)
    if ACE_LOW not in placed and ACE_LOW not in excluded:
        message = "the order of runs leaves out ace_low: is A-2-3 a run, and where does it stand?"
        hint = "add 'ace_low' to the order, or write not_runs: [ace_low]"
        yield _at(variant, ("runs", "order"), "order-incomplete", message, hint)
    for i, name in enumerate(excluded):
        if name in placed:
            message = f"'{name}' has a place in the order of runs and is said to be none"
            path = _changed(variant, ("runs", "not_runs", i), ("runs", "order"))
            hint = "take it out of the order, or out of not_runs"
            yield _at(variant, path, "contradiction", message, hint)
    if rules.deck.ranks[0] != "A":
        message = (
            f"ace_high and ace_low need the ace as first rank; here it is {rules.deck.ranks[0]}"
        )
        hint = "put A at the start of the list"
        yield _at(variant, ("deck", "ranks", 0), "ace-not-first", message, hint)


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
        path = _changed(variant, ("card_points", "total"), ("card_points", "values"))
        yield _at(variant, path, "total-mismatch", message, hint)
    elif not computed:
        message = "no card is worth anything, so no match can end"
        hint = "give some cards points"
        yield _at(variant, ("card_points", "values"), "never-holds", message, hint)


def _kinds(block: str) -> Callable[[Variant], Iterator[Finding]]:
    """The check of all kinds that one block chooses."""

    def find(variant: Variant) -> Iterator[Finding]:
        for family, choice, path, place in chosen_kinds(variant.ruleset):
            if path[0] == block:
                kind = variant.vocabulary.kind(family, choice)
                for problem in kind.check(choice.argument, place):
                    yield _problem(variant, path, problem)

    return find


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
                path = _changed(variant, (block, i, "name"), (block, other, "name"))
                yield _at(variant, path, "duplicate-name", message, "rename one")

    return find


def _served(variant: Variant) -> Iterator[Finding]:
    rules = variant.ruleset
    parts = variant.vocabulary.meaning("made_from", rules.comparison.made_from, rules)
    for i, group in enumerate(rules.groups):
        if not any(c.cards in parts(group.cards) for c in _ladder_of(rules, i)):
            cards = f"{group.cards} card{'s' if group.cards > 1 else ''}"
            message = f"group {i + 1} has {cards} and can make no combination on the ladder"
            fewer = "" if group.cards == 1 else ", or of fewer with made_from: some_cards"
            hint = f"add a combination of {cards}{fewer}"
            made_from: Path = ("comparison", "made_from")
            path = _changed(variant, ("groups", i, "cards"), made_from, ("combinations",))
            yield _at(variant, path, "group-not-served", message, hint)
    limit = rules.arrangement.judged_on
    if limit is not None and all(c.cards > limit for c in rules.combinations):
        message = f"the order is judged on {limit} cards, but no combination has so few"
        path = ("arrangement", "judged_on", "cards")
        hint = "write a larger number, or all"
        yield _at(variant, path, "group-not-served", message, hint)


def _ladder_of(rules: Ruleset, group: int) -> list[Combination]:
    limited = rules.groups[group].combinations
    return [c for c in rules.combinations if limited is None or c.id in limited]


def _occurs(variant: Variant) -> Iterator[Finding]:
    """Combinations that no group can ever count as: proved over all pattern classes."""
    rules = variant.ruleset
    steps = ladder_steps(rules, variant.vocabulary)
    # Within a group of its own size a combination also competes with those of fewer cards.
    smaller = rules.comparison.made_from.name == "some_cards"
    parts = variant.vocabulary.meaning("made_from", rules.comparison.made_from, rules)
    for i, step in enumerate(steps):
        id_, size, path = step.combination.id, step.combination.cards, ("combinations", i)
        ladders = {
            group.combinations
            for group in rules.groups
            if size in parts(group.cards)
            and (group.combinations is None or id_ in group.combinations)
        }
        if not ladders:
            message = f"'{id_}' needs {size} cards, but no group can make it"
            place = _changed(variant, (*path, "cards"), ("groups",), ("comparison", "made_from"))
            yield _at(variant, place, "never-occurs", message, "remove it, or change a group")
            continue
        taken: list[set[Step]] = []
        for ladder in ladders:
            above = [s for s in steps[:i] if ladder is None or s.combination.id in ladder]
            for shape in filter(step.takes, _classes(rules, size)):
                taken.append({*_takers(above, shape, smaller)})
                if not taken[-1]:
                    break
        if all(taken):
            yield _never(variant, i, taken)


def _never(variant: Variant, place: int, taken: Sequence[set[Step]]) -> Finding:
    """The finding for a combination; `taken` has the steps above it that take each shape."""
    id_ = variant.ruleset.combinations[place].id
    if not taken:
        message = f"'{id_}' can never occur: no cards of this pack pass all its tests"
        return _at(variant, ("combinations", place, "id"), "never-occurs", message, "drop a test")
    alone = set.intersection(*taken) or set.union(*taken)
    takers = sorted(alone, key=lambda step: step.place)
    names = ", ".join(f"'{step.combination.id}'" for step in takers)
    take = "takes" if len(takers) == 1 else "take"
    message = f"'{id_}' can never occur: {names} above it {take} everything"
    around = [("combinations", step.place, "id") for step in takers[::-1]]
    path = _changed(variant, ("combinations", place, "id"), *around)
    return _at(variant, path, "never-occurs", message, "change their order, or remove one")


_CLASSES: dict[tuple[int, int, int], tuple[Shape, ...]] = {}


def _classes(rules: Ruleset, size: int) -> Sequence[Shape]:
    """Every pattern class of this many cards; they depend on nothing but the deck's size."""
    key = (len(rules.deck.ranks), len(rules.deck.suits), size)
    if key not in _CLASSES:
        _CLASSES[key] = tuple(shapes(rules, size))
    return _CLASSES[key]


def _takers(above: Sequence[Step], shape: Shape, smaller: bool) -> Iterator[Step]:
    """Which of these steps cards of this shape count as when their suits are mixed as can be."""
    size = len(shape.ranks)
    parts = {shape}
    if smaller:
        for n in {s.combination.cards for s in above if s.combination.cards < size}:
            suited = shape.suited or n == 1
            parts |= {Shape.of(ranks, suited=suited) for ranks in combinations(shape.ranks, n)}
    for step in above:
        if any(step.combination.cards == len(part.ranks) and step.takes(part) for part in parts):
            yield step


def _idle(variant: Variant) -> Iterator[Finding]:
    """Rules that say nothing beside the others."""
    rules = variant.ruleset
    if rules.arrangement.order.name == "free" and rules.arrangement.on_violation.name != "reject":
        message = "the groups may stand in any order, so nothing is ever in the wrong order"
        path = ("arrangement", "on_violation")
        hint = "write on_violation: reject"
        finding = _at(variant, path, "never-matters", message, hint)
        yield replace(finding, severity=Severity.WARNING)


def _stages() -> Iterator[tuple[Check, ...]]:
    ladder = frozenset({"deck", "runs", "combinations", "groups", "comparison", "arrangement"})
    events = frozenset({"deck", "table", "combinations", "groups"})

    def check(find: Callable[[Variant], Iterator[Finding]], *reads: str) -> Check:
        return Check(find, frozenset(reads))

    yield (check(_deck, "deck"),)
    yield (
        check(_points, "deck", "card_points"),
        check(_sizes, "deck", "table", "groups"),
        check(_orders, "deck", "runs"),
        check(_ids, "combinations", "groups"),
    )
    yield (
        check(_total, "deck", "card_points"),
        *(check(_kinds(b), b) for b in ("table", "comparison", "arrangement", "play", "match")),
        check(_kinds("combinations"), "deck", "runs", "combinations"),
        *(check(_kinds(block), block, *events) for block in ("redeals", "instant_wins")),
        *(check(_names(block), block) for block in ID_LISTS),
    )
    yield check(_served, *ladder), check(_occurs, *ladder)


STAGES = tuple(_stages())
"""The checks; each stage is looked at only if the one before is clean."""

READ_TOGETHER = frozenset(check.reads for stage in STAGES for check in stage)
"""Sets of blocks that some check reads together."""
