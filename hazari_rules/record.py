"""Match records: one small file from which every number of a match can be computed again.

A record names the rules with their options and digest, the players, and for each deal the
dealer, the hands, the arrangements and what came of them. A deal may also state its points
alone; a record of such deals is a score sheet. `record_reader` reads what this module writes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from hazari_rules.arrange import Groups
from hazari_rules.cards import format_arrangement, format_group
from hazari_rules.deal import DealState
from hazari_rules.dealing import Hands
from hazari_rules.documents import Node, Source
from hazari_rules.errors import Finding, HazariError, Severity
from hazari_rules.events import Ending
from hazari_rules.match import MatchState
from hazari_rules.resolve import Variant
from hazari_rules.rounds import RoundResult
from hazari_rules.validation import pointer_of

RECORD_VERSION = 1
LARGEST_SEED = 10**16 - 1

Steps = Sequence[str | int]
"""The way to a value of a record: ("deals", 0, "points", 2)."""


@dataclass(frozen=True, slots=True)
class RecordedRules:
    """Which rules a match was played under; `digest` is empty if the record does not say."""

    id: str
    options: Mapping[str, str]
    digest: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A player asked for a redeal."""

    seat: int
    redeal: str


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """What a record says of one round; `points` are by seat, None if it does not say."""

    leader: int
    winners: tuple[int, ...]
    points: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """What a record says of one deal; None or empty is what it does not say.

    Without `hands` only the points are known, as on a score sheet.
    """

    dealer: int | None = None
    hands: Hands = ()
    claims: tuple[Claim, ...] = ()
    arrangements: tuple[Groups, ...] = ()
    rounds: tuple[RecordedRound, ...] | None = None
    ending: Ending | None = None
    reason: str = ""
    seats: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    unclaimed: int | None = None
    totals: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read. Nothing in it has been computed again; `scoring` does that."""

    rules: RecordedRules
    seats: tuple[str, ...]
    deals: tuple[RecordedDeal, ...]
    seed: int | None
    totals: tuple[int, ...] | None
    target: int | None
    winners: tuple[int, ...] | None
    source: Source
    node: Node

    def names(self, *seats: int) -> str:
        """The players at these seats, by their names in the record."""
        return " and ".join(self.seats[seat] for seat in seats) or "nobody"

    def finding(
        self,
        id_: str,
        message: str,
        path: Steps,
        hint: str = "",
        severity: Severity = Severity.ERROR,
    ) -> Finding:
        """A finding at the value with this path."""
        return finding_at(self.node, id_, message, path, hint, severity)


def finding_at(
    root: Node,
    id_: str,
    message: str,
    path: Steps,
    hint: str = "",
    severity: Severity = Severity.ERROR,
) -> Finding:
    """A finding at the value with this path; for a map or a long list at its key."""
    node = root.at(path)
    whole = node.span.line == node.span.end_line and not isinstance(node.value, dict)
    span = node.span if whole else node.key_span or node.span
    return Finding(id_, message, span, pointer_of(path), hint, severity)


def stated_options(variant: Variant) -> dict[str, str]:
    """The choices of a variant that are not the defaults: all that a record has to name.

    >>> from hazari_rules.loading import load
    >>> stated_options(load("hazarey", {"two_pairs": "ignored", "run_order": "ace_low_second"}))
    {'two_pairs': 'ignored'}
    """
    chosen = variant.ruleset.options
    return {
        option.id: chosen[option.id]
        for option in variant.options
        if chosen.get(option.id, option.default) != option.default
    }


def record_data(
    match: MatchState,
    seed: int | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A match, over or not, as the plain data of a record.

    `seed` is the one that dealt the cards, if one did; `seats` are the players' names;
    `options` are the choices to write down, by default all in force (`stated_options` gives
    those that matter). Of a deal in progress only the hands are recorded. Raises HazariError
    for names or a seed that could not be read again.

    >>> from hazari_rules import Game
    >>> data = record_data(Game.load("hazari").play(seed=7), seed=7)
    >>> data["deals"][0]["points"], data["winners"]
    ([100, 0, 175, 85], [3])
    """
    ruleset = match.rules.ruleset
    names = tuple(seats) if seats is not None else default_names(match.rules.players)
    if len(names) != match.rules.players:
        raise HazariError(f"{len(names)} names given for {match.rules.players} seats")
    for problem in filter(None, map(name_problem, names)):
        raise HazariError(problem)
    if len(set(names)) < len(names):
        raise HazariError("two seats have the same name")
    if seed is not None and abs(seed) > LARGEST_SEED:
        raise HazariError(f"a record holds seeds of up to 16 digits, not {seed}")
    chosen = dict(ruleset.options if options is None else options)
    return {
        "record": RECORD_VERSION,
        "rules": {"id": ruleset.id, "options": chosen, "digest": ruleset.digest},
        **({} if seed is None else {"seed": seed}),
        "seats": list(names),
        "deals": [_deal_data(deal) for deal in (*match.deals, *filter(None, [match.deal]))],
        "totals": list(match.totals),
        "target": match.target,
        "winners": list(match.winners),
    }


def default_names(players: int) -> tuple[str, ...]:
    """Names for players who gave none.

    >>> default_names(3)
    ('seat 0', 'seat 1', 'seat 2')
    """
    return tuple(f"seat {seat}" for seat in range(players))


def name_problem(name: str) -> str:
    """Why this cannot be a player's name in a record; empty if it can."""
    if not name.isprintable() or name != name.strip():
        return f"{name!a} is not a name: it has control characters or blanks at an end"
    return "" if 0 < len(name) <= 80 else "a name has 1 to 80 characters"


def _deal_data(deal: DealState) -> dict[str, Any]:
    data: dict[str, Any] = {
        "dealer": deal.start.dealer,
        "hands": [format_group(hand) for hand in deal.hands],
    }
    end = deal.end
    if end is None:
        return data
    players = deal.rules.players
    if end.ending is Ending.REDEAL and _on_request(deal, end.reason):
        data["claims"] = [{"seat": seat, "redeal": end.reason} for seat in end.seats]
    if deal.locked:
        groups = (deal.arrangement(seat).groups for seat in range(players))
        data["arrangements"] = [format_arrangement(arrangement) for arrangement in groups]
    if deal.rounds:
        data["rounds"] = [_round_data(result, players) for result in deal.rounds]
    data["ending"] = str(end.ending)
    if end.reason:
        data["reason"] = end.reason
    if end.seats:
        data["seats"] = list(end.seats)
    data["points"] = list(end.points)
    if end.unclaimed:
        data["unclaimed"] = end.unclaimed
    data["totals"] = list(end.totals)
    return data


def _on_request(deal: DealState, redeal: str) -> bool:
    return any(r.on_request for r in deal.rules.redeals if r.id == redeal)


def _round_data(result: RoundResult, players: int) -> dict[str, Any]:
    return {
        "leader": result.leader,
        "winners": list(result.winners),
        "points": [result.points.get(seat, 0) for seat in range(players)],
    }


def record_text(data: Mapping[str, Any], *, as_json: bool = False) -> str:
    """The data of a record as YAML that reads well, one line a hand and an arrangement; or JSON."""
    if as_json:
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return str(
        yaml.dump(
            dict(data),
            Dumper=_Dumper,
            sort_keys=False,
            allow_unicode=True,
            width=10**9,
        )
    )


def write_record(
    path: str | Path,
    match: MatchState,
    seed: int | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
) -> None:
    """Write the record of a match: JSON if the file's name ends so, else YAML.

    Raises HazariError for what record_data refuses, and if the file cannot be written.
    """
    text = record_text(record_data(match, seed, seats, options), as_json=_is_json(path))
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise HazariError(f"cannot write '{path}': {error.strerror}") from None


def _is_json(path: str | Path) -> bool:
    return str(path).lower().endswith(".json")


class _Dumper(yaml.SafeDumper):
    """YAML with rows of numbers and small maps on one line, and a list's items indented."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indent the items of a list under its key."""
        return super().increase_indent(flow, False)

    def ignore_aliases(self, data: object) -> bool:
        """Write everything out: the reader takes no anchors."""
        return True

    def represent_rows(self, data: Sequence[Any]) -> yaml.Node:
        """A list, in one line if it holds numbers only."""
        flow = all(isinstance(item, int) for item in data)
        return self.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=flow)

    def represent_small(self, data: Mapping[str, Any]) -> yaml.Node:
        """A map, in one line if it is a round, a claim, or has a few words."""
        words = all(isinstance(item, str | int) for item in data.values())
        flow = "leader" in data or (words and len(data) <= 3)
        return self.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=flow)


_Dumper.add_representer(list, _Dumper.represent_rows)
_Dumper.add_representer(dict, _Dumper.represent_small)
