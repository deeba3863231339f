"""Kinds for the arrangement: how groups must descend and what a wrong order costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hazari_rules.kinds import Family, Kind
from hazari_rules.model import Ruleset

Descends = Callable[[int, int], bool]
"""(strength of a group, strength of the next group) -> whether they may stand so."""


class FoulScope(StrEnum):
    """Which groups of a fouled player the foul touches."""

    WHOLE_DEAL = "whole_deal"
    FROM_GROUP = "from_group"


class FoulEffect(StrEnum):
    """What a foul costs."""

    CANNOT_WIN = "cannot_win"
    SCORES_NOTHING = "scores_nothing"


class AllFouled(StrEnum):
    """What happens when every player is fouled."""

    REDEAL_SAME_DEALER = "redeal_same_dealer"
    REDEAL_NEXT_DEALER = "redeal_next_dealer"
    PLAY_ON = "play_on"


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul that leaves the arrangement as it is and costs the player something."""

    scope: FoulScope
    effect: FoulEffect
    all_fouled: AllFouled


@dataclass(frozen=True, slots=True)
class Violation:
    """What is done with groups in the wrong order: put right, punished, or neither (refused)."""

    sort: bool = False
    foul: Foul | None = None


FAMILIES = (
    Family(
        "arrangement_order",
        "Order of the groups",
        "How each group must compare with the one before it.",
    ),
    Family("violation", "Wrong order", "What happens to groups that stand in the wrong order."),
)


def _foul(argument: Mapping[str, str], ruleset: Ruleset) -> Violation:
    return Violation(
        foul=Foul(
            FoulScope(argument["scope"]),
            FoulEffect(argument["effect"]),
            AllFouled(argument["all_fouled"]),
        )
    )


def _property(description: str, values: type[StrEnum]) -> dict[str, Any]:
    return {"enum": [value.value for value in values], "description": description}


KINDS = (
    Kind(
        "arrangement_order",
        "not_rising",
        "The groups stand from the strongest to the weakest: no group may be stronger than the one"
        " before it; equal neighbours may stand either way.",
        "No group is stronger than the one before it; equal ones may stand next to each other.",
        lambda argument, ruleset: lambda before, after: before >= after,
    ),
    Kind(
        "arrangement_order",
        "falling",
        "The groups stand from the strongest to the weakest: every group must be weaker than the"
        " one before it.",
        "Every group is weaker than the one before it.",
        lambda argument, ruleset: lambda before, after: before > after,
    ),
    Kind(
        "arrangement_order",
        "free",
        "The groups may stand in any order.",
        "Any order.",
        lambda argument, ruleset: lambda before, after: True,
    ),
    Kind(
        "violation",
        "reject",
        "Groups in the wrong order are refused and must be arranged again.",
        "Refused, with the reason, before the arrangement is locked.",
        lambda argument, ruleset: Violation(),
    ),
    Kind(
        "violation",
        "sort",
        "Groups of equal size that stand in the wrong order are put right without penalty; what is"
        " still wrong then must be arranged again.",
        "Groups of equal size change places until they descend; if that is not enough, refused.",
        lambda argument, ruleset: Violation(sort=True),
    ),
    Kind(
        "violation",
        "foul",
        "Groups in the wrong order stand, but they are a foul, which touches {scope}; {effect}."
        " If every player is fouled, {all_fouled}.",
        "The arrangement stands and the player is punished.",
        _foul,
        {
            "type": "object",
            "properties": {
                "scope": _property(
                    "whole_deal: all the player's groups are fouled; from_group: those from the"
                    " first group that is too strong for the one before it.",
                    FoulScope,
                ),
                "effect": _property(
                    "cannot_win: fouled groups are played and captured but cannot win a round;"
                    " scores_nothing: the player plays on but scores nothing in this deal.",
                    FoulEffect,
                ),
                "all_fouled": _property(
                    "If every player is fouled: deal again, by the same or the next dealer, or"
                    " play on.",
                    AllFouled,
                ),
            },
            "required": ["scope", "effect", "all_fouled"],
            "additionalProperties": False,
        },
        phrases={
            "whole_deal": "all the player's groups",
            "from_group": "the first group that is too strong for the one before it and all later"
            " ones",
            "cannot_win": "fouled groups are played and captured but cannot win a round",
            "scores_nothing": "the player plays on but scores nothing in this deal",
            "redeal_same_dealer": "the same player deals again",
            "redeal_next_dealer": "the next dealer deals again",
            "play_on": "play goes on all the same",
        },
    ),
)
