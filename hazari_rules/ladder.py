"""The ladder of combinations ready to be asked, and the pattern classes of a deck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, compress, count
from operator import not_
from typing import TypeVar

from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import CardTest, KeyRule, Shape
from hazari_rules.model import Combination, Ruleset


@dataclass(frozen=True, slots=True)
class Step:
    """One combination of the ladder, ready to be asked; place 0 is the strongest."""

    place: int
    combination: Combination
    tests: tuple[CardTest, ...]
    key: KeyRule

    def takes(self, shape: Shape) -> bool:
        """Whether cards of this shape pass all tests."""
        for test in self.tests:  # noqa: SIM110 - `all` over a generator takes twice as long
            if not test(shape):
                return False
        return True


def ladder_steps(ruleset: Ruleset, vocabulary: Vocabulary) -> tuple[Step, ...]:
    """The steps of a ruleset's ladder, strongest first."""
    return tuple(
        Step(
            place,
            combination,
            tuple(vocabulary.meaning("card_test", test, ruleset) for test in combination.tests),
            vocabulary.meaning("key", combination.key, ruleset),
        )
        for place, combination in enumerate(ruleset.combinations)
    )


def shapes(ruleset: Ruleset, size: int) -> Sequence[Shape]:
    """Every pattern class of this many cards of the deck; one suit comes after several."""
    return _shapes(len(ruleset.deck.ranks), len(ruleset.deck.suits), size)


@lru_cache(maxsize=16)
def _shapes(ranks: int, suits: int, size: int) -> tuple[Shape, ...]:
    return tuple(_all_shapes(ranks, suits, size))


def _all_shapes(ranks: int, suits: int, size: int) -> Iterator[Shape]:
    for chosen in combinations_with_replacement(range(ranks), size):
        shape = Shape.of(chosen, suited=False)
        if size > 1 and suits > 1 and shape.counts[0] <= suits:
            yield shape
        if shape.counts[0] == 1:
            yield Shape(chosen, True, shape.counts)


Made = tuple[Step, list[Shape], list[tuple[int, ...]]]
"""The classes that make a step, and the key of each: bigger ones are stronger."""

_Which = TypeVar("_Which")


def made(classes: Sequence[Shape], steps: Iterable[Step]) -> Iterator[Made]:
    """For each step, strongest first, the classes that make it and none before it."""
    for step in steps:
        fits = [True] * len(classes)
        for test in step.tests:
            fits = [fit and test(shape) for fit, shape in zip(fits, classes, strict=True)]
        fitting = list(compress(classes, fits))
        yield step, fitting, list(map(step.key.value, fitting))
        classes = list(compress(classes, map(not_, fits)))


def numbered(
    steps: Sequence[Step], found: Mapping[_Which, Sequence[Made]]
) -> tuple[list[Step], dict[_Which, tuple[list[Shape], list[int]]]]:
    """The step of each strength from 1 on; and the classes that make a step, with strengths."""
    keys: dict[int, dict[tuple[int, ...], None]] = {step.place: {} for step in steps}
    for parts in found.values():
        for step, _, values in parts:
            keys[step.place].update(dict.fromkeys(values))
    step_of: list[Step] = []
    number: dict[int, Mapping[tuple[int, ...], int]] = {}
    for step in reversed(steps):
        ordered = sorted(keys[step.place])  # nearly in order, unlike a set
        number[step.place] = dict(zip(ordered, count(len(step_of) + 1)))
        step_of += [step] * len(ordered)
    classes = {}
    for which, parts in found.items():
        shapes_made = [shape for _, fitting, _ in parts for shape in fitting]
        strengths = [number[step.place][value] for step, _, values in parts for value in values]
        classes[which] = shapes_made, strengths
    return step_of, classes
