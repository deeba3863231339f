"""What a simulation adds up: exact whole numbers, the same however the work was cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from hazari_rules.events import Ending
from hazari_rules.model import Ruleset

DEALS_A_TABLE = 64
"""A table plays this many deals; tables are independent, so errors are reckoned from them."""


def columns(ruleset: Ruleset) -> tuple[str, ...]:
    """What is counted at each table under a ruleset, by name.

    Places count from 1 in the playing order of a deal's first round; for `matches_won`, from the
    first dealer of the match. `match_deals` are the deals of all `matches`, also those that were
    played beyond the table's own deals to end its last match. `first_won` are the winners of the
    first match of each of the `tables`.
    """
    ids = [*(r.id for r in ruleset.redeals), *(win.id for win in ruleset.instant_wins)]
    places = range(1, ruleset.table.players + 1)
    return (
        "deals",
        *(f"ending.{ending.value}" for ending in Ending),
        *(f"reason.{id_}" for id_ in ids),
        *(f"points.{place}" for place in places),
        "unclaimed",
        "rounds",
        "rounds_tied",
        "rounds_won_by_nobody",
        *(f"rounds_won.{place}" for place in places),
        "matches",
        "match_deals",
        "matches_shared",
        *(f"matches_won.{place}" for place in places),
        "tables",
        *(f"first_won.{place}" for place in places),
    )


PAIR_COLUMNS = ("compared", "scored_otherwise", "first_matches", "first_won_otherwise")
"""What is counted for each variant against the first: deals that both began alike in all that
can matter (dealer, totals, last points), how many of them scored otherwise, first matches of the
tables, and those won otherwise."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over tables of a vector of counts and of the products of each two of them.

    `first` has a sum for each column, `second` the upper triangle of the products, row by row.
    `squares` (of the points of every player and deal) and `lengths` (matches by their number of
    deals, from 0) are for each variant.
    """

    tables: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    squares: tuple[int, ...]
    lengths: tuple[tuple[int, ...], ...]

    @classmethod
    def none(cls, rulesets: Sequence[Ruleset]) -> Sums:
        """Nothing played yet: the columns of each ruleset, then those of each pair."""
        variants = len(rulesets)
        width = sum(len(columns(ruleset)) for ruleset in rulesets)
        width += (variants - 1) * len(PAIR_COLUMNS)
        products = width * (width + 1) // 2
        return cls(0, (0,) * width, (0,) * products, (0,) * variants, ((),) * variants)

    def __add__(self, other: Sums) -> Sums:
        """Both together; the order of adding makes no difference."""
        return Sums(
            self.tables + other.tables,
            _added(self.first, other.first),
            _added(self.second, other.second),
            _added(self.squares, other.squares),
            tuple(map(_added, self.lengths, other.lengths)),
        )

    def product(self, i: int, j: int) -> int:
        """The sum over tables of column i times column j."""
        low, high = sorted((i, j))
        return self.second[low * len(self.first) - low * (low - 1) // 2 + high - low]


def _added(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip_longest(one, other, fillvalue=0))
