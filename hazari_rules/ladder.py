"""The ladder of combinations ready to be asked, and the pattern classes of a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

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
        return all(test(shape) for test in self.tests)


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
