"""Cases from a seed and the rules alone."""

from collections.abc import Iterator

from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import Case


def generated_cases(rules: Rules, seed: int) -> Iterator[Case]:
    """Nothing yet."""
    return iter(())
