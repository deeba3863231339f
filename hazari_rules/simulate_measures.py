"""What a simulation tells: each measure in words, its ratio of counts, its estimates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from hazari_rules.events import Ending
from hazari_rules.model import Ruleset
from hazari_rules.simulate import Done
from hazari_rules.simulate_estimates import Estimate, Ratio, difference, estimate
from hazari_rules.simulate_sums import PAIR_COLUMNS, columns


class Unit(StrEnum):
    """What a value is: a share of what is counted, or a number for each of it."""

    SHARE = "share"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the report. `above` and `below` name the columns whose ratio it is."""

    id: str
    heading: str
    words: str
    above: tuple[str, ...]
    below: str
    unit: Unit


def measures(ruleset: Ruleset) -> Iterator[Measure]:
    """All that is told of one ruleset."""
    players = ruleset.table.players
    places = [f"{_nth(place)} to play" for place in range(1, players + 1)]
    places[0] += " (leads)"
    seats = [f"{_nth(seat)} from the first dealer" for seat in range(1, players)]
    seats.insert(0, "first dealer")
    for place, words in enumerate(places, start=1):
        column = (f"points.{place}",)
        yield Measure(column[0], "Points a deal", words, column, "deals", Unit.NUMBER)
    yield Measure("unclaimed", "Points a deal", "nobody", ("unclaimed",), "deals", Unit.NUMBER)
    for place, words in enumerate(places, start=1):
        column = (f"rounds_won.{place}",)
        yield Measure(column[0], "Rounds won", words, column, "rounds", Unit.SHARE)
    won = "Rounds won"
    nobody = ("rounds_won_by_nobody",)
    yield Measure(nobody[0], won, "nobody", nobody, "rounds", Unit.SHARE)
    tied = ("rounds_tied",)
    yield Measure(tied[0], won, "after a tie of the best", tied, "rounds", Unit.SHARE)
    for ending, words in _ENDINGS.items():
        column = (f"ending.{ending.value}",)
        yield Measure(column[0], "Deals that end", words, column, "deals", Unit.SHARE)
    for redeal in ruleset.redeals:
        column = (f"reason.{redeal.id}",)
        yield Measure(column[0], "Redeals", redeal.name, column, "deals", Unit.SHARE)
    for win in ruleset.instant_wins:
        column = (f"reason.{win.id}",)
        yield Measure(column[0], "Instant wins", win.name, column, "deals", Unit.SHARE)
    yield Measure("match_length", "Matches", "deals", ("match_deals",), "matches", Unit.NUMBER)
    for seat, words in enumerate(seats, start=1):
        column = (f"matches_won.{seat}",)
        yield Measure(column[0], "Matches", f"won by the {words}", column, "matches", Unit.SHARE)
    shared = ("matches_shared",)
    yield Measure(shared[0], "Matches", "shared by several", shared, "matches", Unit.SHARE)
    for seat, words in enumerate(seats, start=1):
        column = (f"first_won.{seat}",)
        heading = "First matches of the tables"
        yield Measure(column[0], heading, f"won by the {words}", column, "tables", Unit.SHARE)


_ENDINGS = {
    Ending.PLAYED: "after all rounds",
    Ending.TARGET_REACHED: "at the target, before the last round",
    Ending.INSTANT_WIN: "with an instant win",
    Ending.REDEAL: "with a redeal",
    Ending.ALL_FOULED: "because all fouled",
}

PAIRED = (
    Measure(
        "scored_otherwise", "The same deals", "deals that score otherwise",
        ("scored_otherwise",), "compared", Unit.SHARE,
    ),
    Measure(
        "first_won_otherwise", "The same deals", "first matches won by someone else",
        ("first_won_otherwise",), "first_matches", Unit.SHARE,
    ),
)  # fmt: skip


def _nth(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number if number < 20 else number % 10, "th")
    return f"{number}{ending}"


@dataclass(frozen=True, slots=True)
class Told:
    """A measure with an estimate for each ruleset, and the difference of each from the first.

    None stands where a ruleset has no such measure, or nothing of it was counted.
    """

    measure: Measure
    values: tuple[Estimate | None, ...]
    differences: tuple[Estimate | None, ...]


def told(done: Done) -> Iterator[Told]:
    """Every measure that any of the rulesets has, estimated from what is done."""
    rulesets, starts = done.plan.rulesets, [0]
    for ruleset in rulesets:
        starts.append(starts[-1] + len(columns(ruleset)))
    names = [columns(ruleset) for ruleset in rulesets]
    every = {measure.id: measure for ruleset in rulesets for measure in measures(ruleset)}
    headings = list(dict.fromkeys(measure.heading for measure in every.values()))
    for measure in sorted(every.values(), key=lambda measure: headings.index(measure.heading)):
        ratios = [
            _ratio(measure, found, start) for found, start in zip(names, starts[:-1], strict=True)
        ]
        values = tuple(_value(done, measure, ratio) for ratio in ratios)
        first = ratios[0]
        differences = tuple(
            difference(done.sums, ratio, first) if ratio and first else None for ratio in ratios[1:]
        )
        yield Told(measure, values, differences)
    for measure in PAIRED if len(rulesets) > 1 else ():
        found = [
            _value(done, measure, _ratio(measure, PAIR_COLUMNS, starts[-1] + i))
            for i in range(0, (len(rulesets) - 1) * len(PAIR_COLUMNS), len(PAIR_COLUMNS))
        ]
        yield Told(measure, (None, *found), (None,) * len(found))


def _ratio(measure: Measure, names: tuple[str, ...], start: int) -> Ratio | None:
    if not {*measure.above} <= {*names}:
        return None
    above = tuple(start + names.index(name) for name in measure.above)
    return Ratio(above, start + names.index(measure.below))


def _value(done: Done, measure: Measure, ratio: Ratio | None) -> Estimate | None:
    if ratio is None:
        return None
    return estimate(done.sums, ratio, counts=measure.unit is Unit.SHARE)


def spread_of_points(done: Done, variant: int) -> float:
    """The standard deviation of a player's points in a deal."""
    ruleset = done.plan.rulesets[variant]
    start = sum(len(columns(earlier)) for earlier in done.plan.rulesets[:variant])
    names = columns(ruleset)
    points = sum(
        done.sums.first[start + i] for i, name in enumerate(names) if name.startswith("points.")
    )
    count = done.sums.first[start] * ruleset.table.players
    return sqrt(max(0.0, done.sums.squares[variant] / count - (points / count) ** 2))


def length_quantile(done: Done, variant: int, part: float) -> int | None:
    """The number of deals that this part of the matches does not exceed; None without matches."""
    counts = done.sums.lengths[variant]
    wanted, seen = part * sum(counts), 0
    for length, count in enumerate(counts):
        seen += count
        if count and seen >= wanted:
            return length
    return None
