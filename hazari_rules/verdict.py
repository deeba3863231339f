"""The check of totals against the target: who has won, or what the target is now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hazari_rules.compiled import Rules


class Verdict(NamedTuple):
    """Winners by seat (none while the match goes on) and the target from here on."""

    winners: tuple[int, ...]
    target: int


def check_target(rules: Rules, totals: Sequence[int], target: int) -> Verdict:
    """Who has won with these totals (seed guide, "a thousand-point finish").

    Several players at the target come first, then equal best totals.
    """
    reached = [seat for seat, total in enumerate(totals) if total >= target]
    if not reached:
        return Verdict((), target)
    if len(reached) > 1 and rules.reached_together:
        return Verdict((), target + rules.reached_together)
    best = rules.best(totals)
    if len(best) == 1 or rules.match_tie.shared:
        return Verdict(best, target)
    return Verdict((), target + rules.match_tie.raise_target)
