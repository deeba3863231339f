"""A simulation as text, JSON or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from hazari_rules.simulate import Done
from hazari_rules.simulate_estimates import LEVEL, MIN_TABLES, Estimate
from hazari_rules.simulate_measures import (
    PAIRED,
    Told,
    Unit,
    length_quantile,
    spread_of_points,
    told,
)
from hazari_rules.simulate_sums import DEALS_A_TABLE

_QUANTILES = (0.05, 0.5, 0.95)


def text(done: Done, names: Sequence[str]) -> str:
    """The report as a table: a column for each ruleset, then the differences from the first.

    `names` say what to call the rulesets. What never happened and could not be otherwise is left
    out; JSON and CSV have every measure.
    """
    return "\n".join(_lines(done, names))


def _lines(done: Done, names: Sequence[str]) -> Iterator[str]:
    plan = done.plan
    played = _deals(done.deals)
    if not done.complete:
        played += f" of {plan.deals:,}"
    yield f"{played} from seed {plan.seed}, every hand arranged greedily"
    if len(names) > 1:
        letters = [chr(ord("A") + i) for i in range(len(names))]
        yield from (f"  {letter}: {name}" for letter, name in zip(letters, names, strict=True))
        heads = [*letters, *(f"{letter} - A" for letter in letters[1:])]
    else:
        yield f"  {names[0]}"
        heads = [""]
    if not done.deals:
        return
    rows = [row for row in told(done) if _happens(row, compared=len(names) > 1)]
    width = max(len(row.measure.words) for row in rows) + 2
    cells = [
        [_cell(found, row) for found in row.values]
        + [_change(found, row) for found in row.differences]
        for row in rows
    ]
    wide = [max(len(head), *(len(row[i]) for row in cells)) for i, head in enumerate(heads)]
    if len(names) > 1:
        yield ""
        yield _row("", heads, width, wide)
    for heading, group in groupby(
        zip(rows, cells, strict=True), lambda row: row[0].measure.heading
    ):
        yield f"\n{heading}"
        for row, cell in group:
            yield _row(f"  {row.measure.words}", cell, width, wide)
    yield ""
    for i in range(len(names)):
        low, middle, high = (length_quantile(done, i, part) for part in _QUANTILES)
        who = f"{chr(ord('A') + i)}: " if len(names) > 1 else ""
        took = ""
        if low is not None and low == middle == high:
            took = f"; at least nine in ten matches take {_deals(low)}"
        elif middle is not None:
            took = (
                f"; half of the matches take at most {_deals(middle)}, nine in ten {low} to {high}"
            )
        spread = spread_of_points(done, i)
        yield f"{who}a player's points in a deal vary by {spread:.1f}{took}"
    if done.sums.tables < MIN_TABLES:
        wanted = MIN_TABLES * DEALS_A_TABLE
        yield f"Too few deals for errors; from {wanted} deals on they are given."
    else:
        yield f"± is half of the {LEVEL:.0%} confidence interval, about two standard errors; errors"
        tables = f"{done.sums.tables:,} tables of {DEALS_A_TABLE} deals"
        yield f"come from the differences between {tables}."


def _deals(number: int) -> str:
    return f"{number:,} deal{'s' * (number != 1)}"


def _row(words: str, cells: Sequence[str], width: int, wide: Sequence[int]) -> str:
    found = [cell.rjust(w) for cell, w in zip(cells, wide, strict=True)]
    return "   ".join([words.ljust(width), *found]).rstrip()


def _cell(found: Estimate | None, row: Told) -> str:
    if found is None:
        return "-"
    share = row.measure.unit is Unit.SHARE
    scale, unit = (100, " %") if share else (1, "")
    half = found.half_width
    if share and found.value == 1:
        return "100 %"
    if half is None:
        return f"{scale * found.value:.2f}{unit}"
    if share and found.value == 0 and found.low == 0 and found.high:
        return f"none, below {scale * found.high:.2g}{unit}"
    low, high = found.low or 0.0, found.high or 0.0
    if share and 0 <= low <= high <= 1 and not half <= found.value <= 1 - half:
        return f"{scale * found.value:.2f} ({scale * low:.2f} to {scale * high:.2f}){unit}"
    digits = 2 if scale * half >= 0.02 or not half else 4
    return f"{scale * found.value:.{digits}f} ± {scale * half:.{digits}f}{unit}"


def _change(found: Estimate | None, row: Told) -> str:
    if found is not None and found.value == 0 and not found.half_width:
        return "same"
    return _cell(found, row)


def _happens(row: Told, *, compared: bool) -> bool:
    """Whether to show the row: seats, named events and pairs always, others if it happened.

    First matches say what all matches do, with less certainty, unless they are compared.
    """
    if row.measure.id.startswith("first_won."):
        return compared
    always = row.measure.id.startswith(("reason.", "points.", "rounds_won.", "matches_won."))
    return (
        always
        or row.measure in PAIRED
        or any(found is not None and found.value for found in row.values)
    )


def as_data(done: Done) -> dict[str, Any]:
    """The report for programs; shares are parts of one."""
    plan = done.plan
    return {
        "deals": done.deals,
        "wanted": plan.deals,
        "seed": plan.seed,
        "level": LEVEL,
        "tables": done.sums.tables,
        "deals_a_table": DEALS_A_TABLE,
        "variants": [
            {
                "id": ruleset.id,
                "options": dict(ruleset.options),
                "digest": ruleset.digest,
                "points_deviation": spread_of_points(done, i) if done.deals else None,
                "match_lengths": list(done.sums.lengths[i]),
            }
            for i, ruleset in enumerate(plan.rulesets)
        ],
        "measures": [
            {
                "id": row.measure.id,
                "about": row.measure.heading,
                "words": row.measure.words,
                "unit": row.measure.unit.value,
                "values": [_estimate(found) for found in row.values],
                "differences": [_estimate(found) for found in row.differences],
            }
            for row in told(done)
        ],
    }


def _estimate(found: Estimate | None) -> dict[str, float | None] | None:
    return None if found is None else {"value": found.value, "low": found.low, "high": found.high}


def as_csv(done: Done) -> str:
    """A row for each measure and variant (numbered from 1), with its difference from the first."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    values = ("value", "low", "high")
    differences = [f"difference_{name}" for name in values]
    table.writerow(["measure", "unit", "variant", "id", *values, *differences])
    for row in told(done):
        for i, (ruleset, found) in enumerate(zip(done.plan.rulesets, row.values, strict=True)):
            paired = row.differences[i - 1] if i else None
            numbers = [
                "" if estimate is None else getattr(estimate, name)
                for estimate in (found, paired)
                for name in values
            ]
            head = [row.measure.id, row.measure.unit.value, i + 1, ruleset.id]
            table.writerow([*head, *numbers])
    return out.getvalue()
