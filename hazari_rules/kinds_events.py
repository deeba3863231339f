"""Kinds for redeals and instant wins: moments, conditions, effects, claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from hazari_rules.cards import Card
from hazari_rules.hints import did_you_mean
from hazari_rules.kinds import Family, Kind, Place, Problem
from hazari_rules.model import Ruleset


class Stage(StrEnum):
    """The parts of a deal after which something can happen."""

    DEALING = "dealing"
    ARRANGING = "arranging"
    ROUND = "round"
    DEAL = "deal"


class Moment(NamedTuple):
    """A point of a deal; `round` counts from 1 and is 0 outside the rounds."""

    stage: Stage
    round: int = 0


class DealView(Protocol):
    """What conditions may ask about a deal; groups and rounds count from 1."""

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The dealt hand."""

    def hand_makes(self, seat: int, ids: Sequence[str]) -> bool:
        """Whether some cards of the hand make one of these combinations."""

    def group_makes(self, seat: int, group: int, ids: Sequence[str]) -> bool:
        """Whether this group of the player's arrangement makes one of these combinations."""

    def sole_winner(self, round_number: int) -> int | None:
        """Who won this round alone, or None."""


class Situation(NamedTuple):
    """What an effect needs: points per seat so far, totals before the deal, who it is for."""

    seats: tuple[int, ...]
    captured: tuple[int, ...]
    totals: tuple[int, ...]
    target: int
    pack_total: int


class Outcome(NamedTuple):
    """What an effect leads to: points of the deal, totals after it, whether the match is won."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    wins_match: bool


Condition = Callable[[DealView, int], bool]
"""(deal, seat) -> whether the condition holds for that player."""

Effect = Callable[[Situation], Outcome]

FAMILIES = (
    Family("moment", "Moment", "The point of a deal after which an instant win is looked for."),
    Family("condition", "Condition", "What must hold for one player; several must all hold."),
    Family("effect", "Effect", "What an instant win leads to."),
    Family("claim", "Claim", "Whether a deal is void by itself or only if the player asks for it."),
    Family("dealer_move", "Dealer after a redeal", "Who deals again after a void deal."),
    Family("if_several", "If several", "Who wins if the condition holds for several players."),
)


def _pairs(argument: Mapping[str, int], ruleset: Ruleset) -> Condition:
    def holds(deal: DealView, seat: int) -> bool:
        return sum(n // 2 for n in _counts(deal.hand(seat))) >= argument["at_least"]

    return holds


def _same_rank(argument: Mapping[str, int], ruleset: Ruleset) -> Condition:
    return lambda deal, seat: max(_counts(deal.hand(seat))) >= argument["cards"]


def _counts(cards: Sequence[Card]) -> list[int]:
    ranks = [card.rank for card in cards]
    return [ranks.count(rank) for rank in set(ranks)]


def _rounds_won(argument: Mapping[str, Any], ruleset: Ruleset) -> Condition:
    def holds(deal: DealView, seat: int) -> bool:
        return all(
            deal.sole_winner(number) == seat and deal.group_makes(seat, number, argument["with"])
            for number in argument["rounds"]
        )

    return holds


def _groups_held(argument: Mapping[str, Any], ruleset: Ruleset) -> Condition:
    def holds(deal: DealView, seat: int) -> bool:
        return all(
            deal.group_makes(seat, number, argument["with"]) for number in argument["groups"]
        )

    return holds


def _hand_lacks(argument: Sequence[str], ruleset: Ruleset) -> Condition:
    return lambda deal, seat: not deal.hand_makes(seat, argument)


def _win_match(argument: Mapping[str, Any], ruleset: Ruleset) -> Effect:
    def effect(now: Situation) -> Outcome:
        counted = argument["deal_points"] == "counted"
        points = now.captured if counted else (0,) * len(now.totals)
        totals = [total + more for total, more in zip(now.totals, points, strict=True)]
        for seat in now.seats:
            if argument["score"] == "target":
                totals[seat] = max(totals[seat], now.target)
            else:
                totals[seat] += argument["score"]["add"]
        return Outcome(points, tuple(totals), wins_match=True)

    return effect


def _win_deal(argument: Mapping[str, Any], ruleset: Ruleset) -> Effect:
    def effect(now: Situation) -> Outcome:
        share, rest = divmod(now.pack_total, len(now.seats))
        points = [share if seat in now.seats else 0 for seat in range(len(now.totals))]
        points[now.seats[0]] += rest
        totals = [total + more for total, more in zip(now.totals, points, strict=True)]
        return Outcome(tuple(points), tuple(totals), wins_match=False)

    return effect


def _moment(stage: Stage) -> Callable[[Any, Ruleset], Moment]:
    return lambda argument, ruleset: Moment(stage, argument or 0)


def _check_round(argument: int, place: Place) -> Iterator[Problem]:
    rounds = len(place.ruleset.groups)
    if argument > rounds:
        message = f"there is no round {argument}; a deal has {rounds}"
        yield Problem("never-holds", message, (), f"write a round from 1 to {rounds}")


def _stage(place: Place) -> Stage:
    name = place.moment.name if place.moment else ""
    # A plugin's own moment may come at any time, so nothing is said against it.
    return Stage(name) if name in {stage.value for stage in Stage} else Stage.DEAL


def _check_ids(ids: Sequence[str], place: Place, path: tuple[str | int, ...]) -> Iterator[Problem]:
    known = [combination.id for combination in place.ruleset.combinations]
    for i, id_ in enumerate(ids):
        if id_ not in known:
            message = f"no combination has the id '{id_}'"
            yield Problem("unknown-combination", message, (*path, i), did_you_mean(id_, known))


def _check_groups(
    argument: Mapping[str, Any], place: Place, part: str, last: int
) -> Iterator[Problem]:
    ladder = {combination.id: combination for combination in place.ruleset.combinations}
    yield from _check_ids(argument["with"], place, ("with",))
    most = len(place.ruleset.groups)
    for i, number in enumerate(argument[part]):
        if number > most:
            message = f"there is no {part[:-1]} {number}; a deal has {most}"
            yield Problem("never-holds", message, (part, i), f"write a number from 1 to {most}")
        elif number > last:
            message = f"this is looked for before {part[:-1]} {number} is known"
            only = f"name {part} from 1 to {last}" if last else "judge the dealt hand instead"
            hint = f"{only}, or in an instant win a later moment in 'after'"
            yield Problem("never-holds", message, (part, i), hint)
        else:
            group = place.ruleset.groups[number - 1]
            fitting = [id_ for id_ in argument["with"] if id_ in ladder]
            if fitting and all(ladder[id_].cards > group.cards for id_ in fitting):
                message = (
                    f"group {number} has {group.cards} cards, too few for {', '.join(fitting)}"
                )
                hint = f"name another {part[:-1]}, or a combination of fewer cards"
                yield Problem("never-holds", message, (part, i), hint)


def _check_rounds_won(argument: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    stage, rounds = _stage(place), len(place.ruleset.groups)
    if stage is Stage.ROUND and place.moment:
        rounds = min(rounds, place.moment.argument)
    elif stage in (Stage.DEALING, Stage.ARRANGING):
        rounds = 0
    yield from _check_groups(argument, place, "rounds", rounds)


def _check_groups_held(argument: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    groups = 0 if _stage(place) is Stage.DEALING else len(place.ruleset.groups)
    yield from _check_groups(argument, place, "groups", groups)


def _check_pairs(argument: Mapping[str, int], place: Place) -> Iterator[Problem]:
    most = min(
        place.ruleset.table.cards_each // 2,
        len(place.ruleset.deck.ranks) * (len(place.ruleset.deck.suits) // 2),
    )
    if argument["at_least"] > most:
        message = f"a hand of {place.ruleset.table.cards_each} cards has at most {most} pairs"
        yield Problem("never-holds", message, ("at_least",), f"write a number from 1 to {most}")


def _check_cards(argument: Mapping[str, int], place: Place) -> Iterator[Problem]:
    most = min(place.ruleset.table.cards_each, len(place.ruleset.deck.suits))
    if argument["cards"] > most:
        message = f"a hand holds at most {most} cards of one rank"
        yield Problem("never-holds", message, ("cards",), f"write a number from 2 to {most}")


def _check_hand_lacks(argument: Sequence[str], place: Place) -> Iterator[Problem]:
    yield from _check_ids(argument, place, ())


_IDS = {
    "type": "array",
    "items": {"$ref": "#/$defs/id"},
    "minItems": 1,
    "maxItems": 40,
    "uniqueItems": True,
}
_NUMBERS = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1, "maximum": 20},
    "minItems": 1,
    "maxItems": 20,
    "uniqueItems": True,
}


def _with(description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": description, **schema}


def _number(description: str, least: int, most: int) -> dict[str, Any]:
    return _with(description, {"type": "integer", "minimum": least, "maximum": most})


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_DEAL_POINTS = {
    "description": "void: what was captured in this deal counts for nobody; counted: it counts"
    " for everybody.",
    "enum": ["void", "counted"],
}

_SCORE = {
    "description": "target: the winner's total becomes the target if it was less; {add: N}: the"
    " winner's total grows by N.",
    "type": ["string", "object"],
    "if": {"type": "string"},
    "then": {"enum": ["target"]},
    "else": _object(
        {
            "add": _number("Points added to the winner's total.", 0, 1_000_000),
        }
    ),
}

KINDS = (
    Kind(
        "moment",
        "dealing",
        "once the cards are dealt",
        "After the cards have been dealt, before anyone arranges them.",
        _moment(Stage.DEALING),
    ),
    Kind(
        "moment",
        "arranging",
        "once all players have arranged their cards",
        "After all arrangements are locked, before the first round.",
        _moment(Stage.ARRANGING),
    ),
    Kind(
        "moment",
        "round",
        "after round {argument}",
        "After this round, counted from 1.",
        _moment(Stage.ROUND),
        {"type": "integer", "minimum": 1, "maximum": 20},
        check=_check_round,
    ),
    Kind(
        "moment",
        "deal",
        "after the last round of the deal",
        "After the last round, before the target is checked.",
        _moment(Stage.DEAL),
    ),
    Kind(
        "condition",
        "rounds_won",
        "a player alone has won each of the rounds {rounds}, each time with {with:or}",
        "One player won each of these `rounds` (counted from 1) alone, each `with` a group that"
        " makes one of these combinations.",
        _rounds_won,
        _object(
            {
                "rounds": _with("The rounds that the player must have won, from 1.", _NUMBERS),
                "with": _with("The combinations, by id, of which each group makes one.", _IDS),
            }
        ),
        check=_check_rounds_won,
    ),
    Kind(
        "condition",
        "groups_held",
        "each of a player's groups {groups} makes {with:or}",
        "Each of these `groups` of one player's arrangement (counted from 1) makes one of the"
        " combinations `with`, whether or not it wins.",
        _groups_held,
        _object(
            {
                "groups": _with("The groups that are looked at, from 1.", _NUMBERS),
                "with": _with("The combinations, by id, of which each group makes one.", _IDS),
            }
        ),
        check=_check_groups_held,
    ),
    Kind(
        "condition",
        "hand_lacks",
        "no cards of a player's dealt hand make {argument:or}",
        "No cards of the dealt hand make any of these combinations, however it is arranged.",
        _hand_lacks,
        _IDS,
        check=_check_hand_lacks,
    ),
    Kind(
        "condition",
        "pairs_in_hand",
        "a player's dealt hand holds {at_least} or more pairs (four of a rank are two pairs)",
        "The dealt hand holds at least this many pairs; four of a rank are two, three are one.",
        _pairs,
        _object({"at_least": _number("How many pairs, or more.", 1, 26)}),
        check=_check_pairs,
    ),
    Kind(
        "condition",
        "same_rank_in_hand",
        "a player's dealt hand holds {cards} cards of one rank",
        "The dealt hand holds at least this many cards of one rank.",
        _same_rank,
        _object({"cards": _number("How many cards, or more.", 2, 4)}),
        check=_check_cards,
    ),
    Kind(
        "effect",
        "win_match",
        "That player wins the match at once; {score}, and {deal_points}.",
        "The match is won, whatever the totals. `deal_points` says whether what was captured in"
        " this deal still counts for everybody.",
        _win_match,
        _object({"score": _SCORE, "deal_points": _DEAL_POINTS}),
        phrases={
            "target": "the winner's total becomes the target if it was less",
            "add": "the winner's total grows by {argument}",
            "void": "the points of this deal count for nobody",
            "counted": "the points captured in this deal still count for everybody",
        },
    ),
    Kind(
        "effect",
        "win_deal",
        "That player wins the deal at once and scores {points}; the others score nothing.",
        "The deal ends and the winner scores the points of all the cards; the others score none.",
        _win_deal,
        _object({"points": _with("whole_pack: those of all the cards.", {"enum": ["whole_pack"]})}),
        phrases={"whole_pack": "the points of the whole pack"},
    ),
    Kind(
        "claim",
        "automatic",
        "The deal is then void by itself.",
        "By itself, as soon as the cards are dealt.",
        lambda argument, ruleset: False,
    ),
    Kind(
        "claim",
        "on_request",
        "The deal is then void if that player asks for it before arranging.",
        "Only if the player asks for it before arranging.",
        lambda argument, ruleset: True,
    ),
    Kind(
        "dealer_move",
        "stays",
        "The same player deals again.",
        "The same player.",
        lambda argument, ruleset: False,
    ),
    Kind(
        "dealer_move",
        "moves",
        "The next dealer deals, as after a played deal.",
        "The next dealer, as after a played deal.",
        lambda argument, ruleset: True,
    ),
    Kind(
        "if_several",
        "first_in_order",
        "If it holds for several players, only the first in playing order wins.",
        "Only the first in playing order, counted from the leader of the deal's first round.",
        lambda argument, ruleset: lambda seats: seats[:1],
    ),
    Kind(
        "if_several",
        "all",
        "If it holds for several players, all of them win.",
        "All of them together.",
        lambda argument, ruleset: lambda seats: seats,
    ),
)
