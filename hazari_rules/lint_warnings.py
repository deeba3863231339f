"""Warnings: what is right but idle, as a careful reader would notice it.

Each is proved by looking at the compiled rules, over every class of groups there is; what cannot
be gone through (groups of five from a whole pack) is not warned of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hazari_rules.documents import Node
from hazari_rules.errors import Finding, Severity
from hazari_rules.kinds_events import Stage
from hazari_rules.lint_classes import Ladder, Ladders
from hazari_rules.lint_idle import idle_options
from hazari_rules.lint_repeats import repeats
from hazari_rules.lint_trials import Trials
from hazari_rules.model import Choice, InstantWin, Redeal, Ruleset
from hazari_rules.resolve import Variant
from hazari_rules.validation import in_file_order, pointer_of

LARGEST = 4
"""Of how many cards it is asked whether any so many of a pack make some combination."""

_Path = tuple[str | int, ...]


def warning_findings(trials: Trials, documents: list[Node], ladders: Ladders) -> list[Finding]:
    """The warnings about a variant that has no errors.

    `documents` are those that make it, as `Resolver.chain` gives them; `ladders` spares going
    through the groups of a pack more than once.
    """
    variant, own = trials.base, documents[-1]
    told = _Teller(variant, own)
    found = [*_untold(told), *_shadowed(told)]
    if (ladder := ladders.of(variant.ruleset)) is not None:
        found += [*_never_counts(told, ladder), *_no_ties(told, ladder)]
        found += _impossible(told, ladder)
    found += idle_options(trials, own, ladders)
    if len(documents) > 1:
        parent = documents[-2].value["id"].value
        found += repeats(trials.resolver.merged(documents[:-1]), own, parent)
    return in_file_order(found)


class _Teller:
    """Makes warnings that stand in the file itself: at the value, or at what it extends."""

    def __init__(self, variant: Variant, own: Node) -> None:
        self.variant = variant
        self._own = own

    def __call__(self, id_: str, message: str, hint: str, *paths: _Path) -> Finding:
        for path in paths:
            node = self.variant.node.at(path)
            if node.span.file == self._own.span.file:
                return Finding(id_, message, node.span, pointer_of(path), hint, Severity.WARNING)
        place = self._own.at(("extends",)).span
        return Finding(id_, message, place, "/extends", hint, Severity.WARNING)


def _untold(told: _Teller) -> Iterator[Finding]:
    rules = told.variant.ruleset
    if not rules.summary:
        hint = "add 'summary:' with the game in one sentence"
        yield told("no-summary", "the variant has no summary", hint, ("name",))
    if not rules.as_data()["sources"]:
        message = "the variant does not say where its rules come from"
        hint = "add 'sources: {us: {title: As we play it}}', or who told them"
        yield told("no-sources", message, hint, ("name",))


def _never_counts(told: _Teller, ladder: Ladder) -> Iterator[Finding]:
    counted = ladder.counted_anywhere()
    for i, combination in enumerate(ladder.ruleset.combinations):
        if combination.id not in counted:
            message = (
                f"no group of this pack ever counts as '{combination.id}':"
                " some of its cards always make something stronger"
            )
            hint = "remove it, or change its place on the ladder"
            paths = ("combinations", i, "id"), ("combinations",), ("groups",), ("comparison",)
            yield told("never-counts", message, hint, *paths)


def _no_ties(told: _Teller, ladder: Ladder) -> Iterator[Finding]:
    if not any(map(ladder.can_tie, ladder.groups())):
        message = "no two groups of this pack can be equal, so ties never come about"
        hint = "any rule will do here; to keep it, write '# hazari: ignore[never-matters]'"
        yield told("never-matters", message, hint, ("play", "ties"), ("deck", "suits"), ("deck",))


def _impossible(told: _Teller, ladder: Ladder) -> Iterator[Finding]:
    """Conditions that no cards of this pack can fulfil."""
    for path, condition in _conditions(ladder.ruleset):
        argument = condition.argument
        if condition.name == "hand_lacks":
            sizes = {combination.cards for combination in ladder.ruleset.combinations}
            most = ladder.ruleset.table.cards_each
            for size in sorted(size for size in sizes if size <= min(LARGEST, most)):
                if ladder.always_makes(argument, size):
                    message = f"any {size} cards make one of these, so no hand lacks them all"
                    hint = "name fewer combinations, or remove this"
                    yield told("never-happens", message, hint, path, path[:1])
                    break
        part = {"rounds_won": "rounds", "groups_held": "groups"}.get(condition.name)
        for number in argument[part] if part else ():
            if not ladder.counted(number - 1) & {*argument["with"]}:
                message = f"group {number} never counts as {' or '.join(argument['with'])}"
                hint = f"name another of the {part}, or another combination"
                yield told("never-happens", message, hint, path, path[:1])


def _conditions(rules: Ruleset) -> Iterator[tuple[_Path, Choice]]:
    for block in ("redeals", "instant_wins"):
        items: Sequence[Redeal | InstantWin] = getattr(rules, block)
        for i, item in enumerate(items):
            for condition in item.when:
                yield (block, i, "when", condition.name), condition


def _shadowed(told: _Teller) -> Iterator[Finding]:
    """Redeals and instant wins before which another one always ends the deal."""
    rules = told.variant.ruleset
    ends: list[tuple[tuple[int, int], Redeal | InstantWin]] = []
    for i, redeal in enumerate(rules.redeals):
        first = _first(ends, (0, 0), redeal)
        if first is not None:
            yield _after(told, "redeals", i, redeal, first)
        if redeal.claim.name == "automatic":
            ends.append(((0, 0), redeal))
    wins = [(when, i) for i, win in enumerate(rules.instant_wins) if (when := _when(win.after))]
    for when, i in sorted(wins):
        win = rules.instant_wins[i]
        first = _first(ends, when, win)
        if first is not None:
            yield _after(told, "instant_wins", i, win, first)
        ends.append((when, win))


def _when(moment: Choice) -> tuple[int, int] | None:
    """A moment in the order of a deal; None for one that a plugin brings."""
    stages = [stage.value for stage in Stage]
    if moment.name not in stages:
        return None
    return stages.index(moment.name) + 1, moment.argument or 0


def _first(
    ends: Sequence[tuple[tuple[int, int], Redeal | InstantWin]],
    when: tuple[int, int],
    event: Redeal | InstantWin,
) -> str | None:
    """What ends the deal no later whenever this would: it asks for a part of the same."""
    for earlier, other in ends:
        if earlier <= when and set(other.when) <= set(event.when):
            return other.id
    return None


def _after(told: _Teller, block: str, i: int, event: Redeal | InstantWin, first: str) -> Finding:
    message = f"'{event.id}' never happens: whenever it would, '{first}' has ended the deal"
    hint = f"remove one of them, or change what '{event.id}' asks for"
    return told("never-happens", message, hint, (block, i, "id"), (block,))
