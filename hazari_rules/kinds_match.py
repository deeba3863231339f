"""Kinds for the end of a match: when the target is checked, who wins, ties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hazari_rules.kinds import Family, Kind

Best = Callable[[Sequence[int]], tuple[int, ...]]
"""(totals) -> the seats with the best total."""


class TiedTotals(NamedTuple):
    """What equal best totals lead to: shared victory, or play on with a target this much higher."""

    shared: bool
    raise_target: int


FAMILIES = (
    Family("target_check", "Target check", "When the totals are compared with the target."),
    Family(
        "reached_together",
        "Several reach the target",
        "What happens when several players reach the target at the same check.",
    ),
    Family("match_winner", "Winner", "Who wins once the target is reached."),
    Family("match_tie", "Tied totals", "What happens when the best totals are equal."),
)

_EXTEND = {
    "type": "object",
    "properties": {
        "by": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1_000_000,
            "description": "Points added to the target each time.",
        }
    },
    "required": ["by"],
    "additionalProperties": False,
}


def _highest(totals: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


KINDS = (
    Kind(
        "target_check",
        "after_deal",
        "The totals are compared with the target after each whole deal, never in the middle of"
        " one.",
        "After a whole deal.",
        lambda argument, ruleset: False,
    ),
    Kind(
        "target_check",
        "at_once",
        "The totals are compared with the target after every round: the match can end in the"
        " middle of a deal.",
        "After each round too: the match ends there and then, and what was captured counts.",
        lambda argument, ruleset: True,
    ),
    Kind(
        "reached_together",
        "highest_wins",
        "If several players reach the target together, the best total decides.",
        "The best total decides.",
        lambda argument, ruleset: 0,
    ),
    Kind(
        "reached_together",
        "extend_target",
        "If several players reach the target together, it rises by {by} and the match goes on.",
        "The target rises and the match goes on.",
        lambda argument, ruleset: argument["by"],
        _EXTEND,
    ),
    Kind(
        "match_winner",
        "highest_total",
        "The player with the highest total wins the match, whoever reached the target first.",
        "The highest total, not the first to reach the target.",
        lambda argument, ruleset: _highest,
    ),
    Kind(
        "match_tie",
        "shared",
        "Players with equal best totals share the victory.",
        "They share the victory.",
        lambda argument, ruleset: TiedTotals(shared=True, raise_target=0),
    ),
    Kind(
        "match_tie",
        "play_on",
        "If the best totals are equal, further deals are played until one player is ahead.",
        "Further deals, until one player is ahead at a check.",
        lambda argument, ruleset: TiedTotals(shared=False, raise_target=0),
    ),
    Kind(
        "match_tie",
        "extend_target",
        "If the best totals are equal, the target rises by {by} and the match goes on.",
        "The target rises and the match goes on.",
        lambda argument, ruleset: TiedTotals(shared=False, raise_target=argument["by"]),
        _EXTEND,
    ),
)
