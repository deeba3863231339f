"""How often each combination comes up and how often it wins, counted exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_play import Tied
from hazari_rules.model import Ruleset
from hazari_rules.patterns import group_classes
from hazari_rules.ranking import Ranking


@dataclass(frozen=True, slots=True)
class StrengthCount:
    """How many groups of the deck have one strength; strength 0 has the combination "".

    `example` are the cards of the combination in one of them.
    """

    strength: int
    combination: str
    groups: int
    example: tuple[Card, ...]


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
    rows: list[StrengthCount] = []
    for found in sorted(numbers, reverse=True):
        reading = ranking.reading(example[found], group)
        rows.append(StrengthCount(found, reading.combination, numbers[found], reading.cards))
    return tuple(rows)


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


@dataclass(frozen=True, slots=True)
class CombinationOdds:
    """How often groups of one size count as a combination, and how often it wins; both exact.

    `share` is the part of all groups of the deck. `wins` is the chance of a group drawn at random
    among those that count as the combination to win a round against groups drawn at random, each
    from a full pack of its own; None if there is no such group. Of equal best groups each is
    as likely to win as another, or takes its part where the rule on ties splits the round.
    """

    combination: str
    groups: int
    share: Fraction
    wins: Fraction | None


def group_odds(rules: Rules, group: int) -> tuple[CombinationOdds, ...]:
    """The odds of each combination for group `group` (from 0), in the order of the ladder.

    >>> from hazari_rules import Game
    >>> troy, *_ = group_odds(Game.load("hazari").rules, 0)
    >>> troy.groups, float(round(troy.wins, 4))
    (52, 0.9965)
    """
    counts = strength_counts(rules.ranking, group)
    total = sum(count.groups for count in counts)
    won: dict[str, Fraction] = defaultdict(Fraction)
    weaker = total
    for count in counts:
        weaker -= count.groups
        won[count.combination] += count.groups * _wins(rules, count, weaker, total)
    return tuple(
        CombinationOdds(
            combination,
            groups,
            Fraction(groups, total),
            won[combination] / groups if groups else None,
        )
        for combination, groups in group_counts(rules.ruleset, counts).items()
    )


def _wins(rules: Rules, count: StrengthCount, weaker: int, total: int) -> Fraction:
    """The chance of one group of this strength against the others of a round."""
    if not count.strength:
        return Fraction(0)
    others = rules.players - 1
    chance = Fraction(0)
    for equal in range(others + 1):
        ways = comb(others, equal) * count.groups**equal * weaker ** (others - equal)
        tied = [Tied(seat, count.example) for seat in range(equal + 1)]
        if equal == 0 or rules.ties(tied):
            chance += Fraction(ways, total**others * (equal + 1))
    return chance
