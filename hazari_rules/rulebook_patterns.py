"""The pattern classes that make each combination: its best, its least, and close calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hazari_rules.cards import Card
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import Shape
from hazari_rules.ladder import Step, ladder_steps, shapes
from hazari_rules.model import Ruleset


@dataclass(frozen=True, slots=True)
class Patterns:
    """What cards make one combination and no stronger one of as many cards.

    `shapes` are the classes, the best first; `excluded` are the stronger combinations whose
    cards pass the tests of this one too.
    """

    step: Step
    shapes: tuple[Shape, ...]
    excluded: tuple[str, ...]


class _Ladder:
    """What the pattern classes of a ladder depend on, for remembering them."""

    def __init__(self, ruleset: Ruleset, words: Vocabulary) -> None:
        self.ruleset, self.words = ruleset, words
        self.parts = (ruleset.deck, ruleset.runs, ruleset.combinations, id(words))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Ladder) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)


def patterns(ruleset: Ruleset, words: Vocabulary) -> tuple[Patterns, ...]:
    """The patterns of every combination of a ladder, strongest first."""
    return _patterns(_Ladder(ruleset, words))


@lru_cache(maxsize=64)  # most choices of a variant's options leave the ladder as it is
def _patterns(ladder_of: _Ladder) -> tuple[Patterns, ...]:
    ruleset = ladder_of.ruleset
    steps = ladder_steps(ruleset, ladder_of.words)
    found: dict[int, list[Shape]] = {step.place: [] for step in steps}
    excluded: dict[int, set[int]] = {step.place: set() for step in steps}
    for size in sorted({step.combination.cards for step in steps}):
        ladder = [step for step in steps if step.combination.cards == size]
        for shape in shapes(ruleset, size):
            taking = [step.place for step in ladder if step.takes(shape)]
            if taking:
                found[taking[0]].append(shape)
                for other in taking[1:]:
                    excluded[other].add(taking[0])
    return tuple(
        Patterns(
            step,
            tuple(sorted(found[step.place], key=step.key.value, reverse=True)),
            tuple(steps[place].combination.id for place in sorted(excluded[step.place])),
        )
        for step in steps
    )


def cards_of(ruleset: Ruleset, shape: Shape, turn: int = 0) -> tuple[Card, ...]:
    """Cards of this shape; `turn` picks among the suits."""
    ranks, suits = ruleset.deck.ranks, ruleset.deck.suits
    moving = 0 if shape.suited else 1
    return tuple(
        Card(ranks[rank], suits[(i * moving + turn) % len(suits)])
        for i, rank in enumerate(shape.ranks)
    )


def close_calls(found: Patterns) -> Iterator[tuple[Shape, Shape]]:
    """Pairs of the shapes that show how equals are decided, the stronger first.

    In the first pair the first thing that is compared decides, in the second one it is equal and
    the next decides; what comes after would decide the other way, if there are such shapes.
    Several pairs would do; the one in the middle is taken.
    """
    value = found.step.key.value
    for depth in (1, 2):
        classes: dict[tuple[int, ...], list[Shape]] = {}
        for shape in found.shapes:
            if len(value(shape)) >= depth:
                classes.setdefault(value(shape)[:depth], []).append(shape)
        pairs = [
            (higher[-1], lower[0])
            for (above, higher), (below, lower) in pairwise(classes.items())
            if above[:-1] == below[:-1]
        ]
        telling = [p for p in pairs if value(p[0])[depth:] < value(p[1])[depth:]]
        if pairs := telling or pairs:
            yield pairs[len(pairs) // 2]
