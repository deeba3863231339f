"""Cases from a seed and the rules alone, for any variant, small inputs first."""

from __future__ import annotations

from collections.abc import Iterator

from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import Case
from hazari_rules.conformance_classes import Classes
from hazari_rules.conformance_generate_deals import Deals
from hazari_rules.conformance_generate_groups import group_cases
from hazari_rules.conformance_generate_hands import hand_cases
from hazari_rules.conformance_generate_play import Maker, play_cases
from hazari_rules.conformance_generate_wins import win_cases


def generated_cases(rules: Rules, seed: int) -> Iterator[Case]:
    """The generated cases of a ruleset; the same for the same seed, everywhere."""
    classes = Classes(rules, seed)
    maker = Maker(classes)
    yield from group_cases(classes)
    yield from play_cases(maker)
    yield from hand_cases(maker)
    deals = Deals(maker)
    yield from deals.cases()
    yield from win_cases(deals)
