"""How often each combination comes up and how often it wins, counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hazari_rules.cards import Card
from hazari_rules.kinds import Vocabulary
from hazari_rules.model import Ruleset
from hazari_rules.patterns import group_classes
from hazari_rules.ranking import Ranking


@dataclass(frozen=True, slots=True)
class StrengthCount:
    """How many groups of the deck have one strength; strength 0 has the combination ""."""

    strength: int
    combination: str
    groups: int


def strength_counts(ranking: Ranking, group: int) -> tuple[StrengthCount, ...]:
    """The groups that the deck can give to group `group` (from 0), by strength, strongest first.

    Exact: every pattern class is counted with all its suits.
    """
    strength = ranking.play[group]
    numbers: Counter[int] = Counter()
    example: dict[int, tuple[Card, ...]] = {}
    for cards, number in group_classes(ranking.ruleset.deck, ranking.ruleset.groups[group].cards):
        found = strength(*ranking.encode(cards))
        numbers[found] += number
        example[found] = cards
    return tuple(
        StrengthCount(found, ranking.reading(example[found], group).combination, numbers[found])
        for found in sorted(numbers, reverse=True)
    )


def combination_counts(ruleset: Ruleset, vocabulary: Vocabulary, cards: int) -> Mapping[str, int]:
    """How many groups of this many cards count as each combination, by its id, strongest first.

    A combination of the ladder that such a group cannot count as has 0; groups that make no
    combination are counted under "". Where groups of one size have ladders of their own, this is
    about the first of them. Raises NotationError if the variant has no group of this size.

    >>> from hazari_rules.loading import load
    >>> hazari = load("hazari")
    >>> dict(combination_counts(hazari.ruleset, hazari.vocabulary, 3))["troy"]
    52
    """
    ranking = Ranking(ruleset, vocabulary)
    return group_counts(ruleset, strength_counts(ranking, ranking.group_of_size(cards)))


def group_counts(ruleset: Ruleset, counts: Sequence[StrengthCount]) -> Mapping[str, int]:
    """Strength counts added up by combination, as `combination_counts` gives them."""
    numbers = {combination.id: 0 for combination in ruleset.combinations}
    for count in counts:
        numbers[count.combination] = numbers.get(count.combination, 0) + count.groups
    return numbers
