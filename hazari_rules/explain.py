"""Why one group beats another, in words that name the rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hazari_rules.cards import Card, pretty_group, refuse_repeated
from hazari_rules.compiled import Rules
from hazari_rules.errors import NotationError
from hazari_rules.ladder import Step
from hazari_rules.ranking import Reading
from hazari_rules.rounds import tie_winners


@dataclass(frozen=True, slots=True)
class Comparison:
    """Groups in playing order, what each counts as, the winning positions (from 0), and why.

    `tied` are the positions of the equally best groups, if several are.
    """

    readings: tuple[Reading, ...]
    winners: tuple[int, ...]
    tied: tuple[int, ...]
    reason: str
    rule: str


def compare(rules: Rules, groups: Sequence[Sequence[Card]], group: int | None = None) -> Comparison:
    """Compare groups given in playing order, as in one round.

    Groups of different sizes are compared by their strength; `group` (from 0) matters where
    groups have ladders of their own. Raises NotationError for cards that are no groups, or for
    a card that comes twice.
    """
    if len(groups) < 2:
        raise NotationError("give at least two groups to compare, each in quotes")
    refuse_repeated(card for cards in groups for card in cards)
    readings = tuple(rules.ranking.reading(cards, group) for cards in groups)
    best = max(reading.strength for reading in readings)
    tied = tuple(i for i, r in enumerate(readings) if best and r.strength == best)
    winners = tied
    if len(tied) > 1:
        winners = tie_winners(rules, [(i, groups[i]) for i in tied], group)
    reason, rule = _why(rules, readings, tied, winners)
    return Comparison(readings, winners, tied if len(tied) > 1 else (), reason, rule)


def _why(
    rules: Rules, readings: Sequence[Reading], tied: tuple[int, ...], winners: tuple[int, ...]
) -> tuple[str, str]:
    """(reason, pointer to the rule) for the result of a comparison."""
    if not tied:
        return "no group makes a combination, so nobody wins", "/combinations"
    if len(tied) > 1:
        names = {_name(rules, readings[i]) for i in tied}
        equal = f"{len(tied)} equal best groups ({' and '.join(sorted(names))})"
        return f"{equal}: {rules.vocabulary.say('tie_rule', rules.ruleset.play.ties)}", "/play/ties"
    best = readings[winners[0]]
    others = [reading for reading in readings if reading is not best]
    # The closest rival needs the most to explain.
    rival = max(others, key=lambda reading: reading.strength)
    return explain(rules, best, rival)


def explain(rules: Rules, winner: Reading, loser: Reading) -> tuple[str, str]:
    """Why the first reading beats the second: a sentence and a pointer to the rule.

    Both are readings of groups under the same rules, the first being the stronger.
    """
    if not loser.strength:
        return f"{_shown(rules, winner)} beats a group without a combination", "/combinations"
    steps = {step.combination.id: step for step in rules.ranking.steps}
    mine, theirs = steps[winner.combination], steps[loser.combination]
    low = rules.ruleset.comparison.order.name
    reverse = (
        ""
        if low == "high_wins"
        else f" ({rules.vocabulary.say('strength_order', rules.ruleset.comparison.order)})"
    )
    if mine is not theirs:
        relation = "above" if mine.place < theirs.place else "below"
        return (
            f"{_shown(rules, winner)} beats {_shown(rules, loser)}: {mine.combination.name} stands"
            f" {relation} {theirs.combination.name}{reverse}",
            "/combinations",
        )
    detail, pointer = _within(rules, mine, winner, loser)
    text = f"{_shown(rules, winner)} beats {_shown(rules, loser)}: {detail}{reverse}"
    return text, pointer


def _within(rules: Rules, step: Step, winner: Reading, loser: Reading) -> tuple[str, str]:
    """What decides between two groups that make the same combination."""
    key, shape = step.key, rules.ranking.shape
    mine, theirs = shape(winner.cards), shape(loser.cards)
    values = zip(key.value(mine), key.value(theirs), strict=True)
    words = list(zip(key.steps(mine), key.steps(theirs), strict=True))
    for (a, b), (ours, other) in zip(values, words, strict=True):
        if a != b:
            pointer = "/runs/order" if step.combination.key.name == "run_order" else "/combinations"
            before = words[: words.index((ours, other))]
            same = dict.fromkeys(word for word, again in before if word == again)
            equal = f"{', '.join(same)} equal, then " if same else ""
            return f"{equal}{ours} beats {other}", pointer
    spare = pretty_group(winner.spare) or "none"
    against = pretty_group(loser.spare) or "none"
    return f"the combinations are equal, the spare {spare} beats {against}", "/comparison/spare"


def _name(rules: Rules, reading: Reading) -> str:
    if not reading.combination:
        return "no combination"
    return rules.ruleset.combination(reading.combination).name


def _shown(rules: Rules, reading: Reading) -> str:
    return f"{_name(rules, reading)} {pretty_group(reading.cards)}"
