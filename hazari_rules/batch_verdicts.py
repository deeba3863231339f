"""The check of totals against the target for many matches at once."""

from __future__ import annotations

import numpy as np

from hazari_rules.batch_codes import Flags, Ints
from hazari_rules.batch_events import as_bits
from hazari_rules.compiled import Rules
from hazari_rules.verdict import check_target


def check_targets(rules: Rules, totals: Ints, targets: Ints) -> tuple[Ints, Ints]:
    """Who has won, as bits, and the targets from here on: `check_target` for each column.

    `totals` have a row for each seat. A rule of a plugin on who wins is asked match by match.

    >>> from hazari_rules.builtin import vocabulary
    >>> from hazari_rules.loading import load
    >>> rules = Rules.compile(load("hazari").ruleset, vocabulary())
    >>> totals = np.array([[990, 1010], [200, 1020], [0, 0], [0, 0]])
    >>> check_targets(rules, totals, np.array([1000, 1000]))[0].tolist()
    [0, 2]
    """
    reached = totals >= targets
    some: Flags = np.any(reached, axis=0)
    if rules.ruleset.match.winner.name != "highest_total":
        return _asked(rules, totals, targets, some)
    best = totals == totals.max(axis=0)
    put_off = (reached.sum(axis=0) > 1) & (rules.reached_together > 0)
    shared_or_sole = rules.match_tie.shared | (best.sum(axis=0) == 1)
    winners = np.where(some & ~put_off & shared_or_sole, as_bits(best), 0)
    raised = np.where(put_off, rules.reached_together, rules.match_tie.raise_target)
    return winners, targets + np.where(some & (winners == 0), raised, 0)


def _asked(rules: Rules, totals: Ints, targets: Ints, some: Flags) -> tuple[Ints, Ints]:
    winners, after = np.zeros(len(targets), np.int64), targets.copy()
    for i in np.flatnonzero(some).tolist():
        verdict = check_target(rules, totals[:, i].tolist(), int(targets[i]))
        winners[i] = sum(1 << seat for seat in verdict.winners)
        after[i] = verdict.target
    return winners, after
