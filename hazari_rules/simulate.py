"""Simulations: many deals under one or several rulesets, on any executor, with the same totals."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice

from hazari_rules.errors import HazariError
from hazari_rules.model import Ruleset
from hazari_rules.simulate_sums import DEALS_A_TABLE, Sums

TABLES_A_BLOCK = 1024
"""So many tables are one task at most, unless the caller says otherwise."""

_TASKS_A_WORKER = 4  # at least, so that all come to an end at about the same time

Range = tuple[int, int]
"""Tables from the first number to before the second."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is simulated: these rulesets, with the same `deals` of a seed.

    Raises HazariError for what is no such thing, and if the rulesets do not deal the same cards
    to the same number of players.
    """

    rulesets: tuple[Ruleset, ...]
    deals: int
    seed: int

    def __post_init__(self) -> None:
        found: object = self.rulesets
        if not isinstance(found, tuple) or not found:
            raise HazariError("a plan has a tuple of rulesets, as (load('hazari').ruleset,)")
        for ruleset in found:
            if not isinstance(ruleset, Ruleset):
                raise HazariError(
                    f"a {type(ruleset).__name__} is no ruleset; a variant has one: .ruleset"
                )
        for what, number, least in (("deals", self.deals, 1), ("seed", self.seed, None)):
            if type(number) is not int or (least is not None and number < least):
                wanted = "a whole number" + (f" from {least} on" if least is not None else "")
                raise HazariError(f"the {what} of a plan are {wanted}, not {number!r}")
        first = self.rulesets[0]
        for other in self.rulesets[1:]:
            apart = [
                f"{what} ({a} and {b})"
                for (what, a), (_, b) in zip(_dealt(first), _dealt(other), strict=True)
                if a != b
            ]
            if apart:
                one, two = names_of([(ruleset.id, ruleset.options) for ruleset in (first, other)])
                raise HazariError(
                    f"'{one}' and '{two}' cannot be played with the same deals: they differ in"
                    f" {', '.join(apart)}; simulate each alone"
                )

    @property
    def tables(self) -> int:
        """How many tables the deals fill; the last may have fewer deals than the others."""
        return -(-self.deals // DEALS_A_TABLE)

    def block(self, workers: int) -> int:
        """How many tables one task should play, so that each worker gets several.

        >>> from hazari_rules.loading import load
        >>> plan = Plan((load("hazari").ruleset,), deals=64_000, seed=1)
        >>> plan.tables, plan.block(workers=2)
        (1000, 125)
        """
        each = -(-self.tables // (_TASKS_A_WORKER * workers))
        return min(TABLES_A_BLOCK, max(1, each))


def _dealt(ruleset: Ruleset) -> tuple[tuple[str, object], ...]:
    deck, table = ruleset.deck, ruleset.table
    return (
        ("ranks", " ".join(sorted(deck.ranks))),
        ("suits", " ".join(sorted(deck.suits))),
        ("players", table.players),
        ("cards each", table.cards_each),
    )


def names_of(rulesets: Sequence[tuple[str, Mapping[str, str]]]) -> list[str]:
    """What to call rulesets, given by id and options: options are named where they differ.

    >>> names_of([("hazari", {"target": "a", "players": "four"}), ("hazari", {"target": "b"})])
    ['hazari:target=a,players=four', 'hazari:target=b']
    >>> names_of([("hazari", {"target": "a"}), ("hazarey", {"target": "b"})])
    ['hazari', 'hazarey']
    """
    names = []
    for id_, options in rulesets:
        same = [others for other, others in rulesets if other == id_]
        apart = [
            f"{name}={choice}"
            for name, choice in options.items()
            if any(others.get(name) != choice for others in same)
        ]
        names.append(f"{id_}:{','.join(apart)}" if apart else id_)
    return names


@dataclass(frozen=True, slots=True)
class Done:
    """What was played so far: the sums over these ranges of tables, in ascending order."""

    plan: Plan
    sums: Sums
    ranges: tuple[Range, ...] = ()

    @classmethod
    def nothing(cls, plan: Plan) -> Done:
        """Before the first table."""
        return cls(plan, Sums.none(plan.rulesets))

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return sum(deals_in(self.plan, tables) for tables in self.ranges)

    @property
    def complete(self) -> bool:
        """Whether all deals of the plan were played."""
        return self.deals == self.plan.deals

    def with_block(self, tables: Range, sums: Sums) -> Done:
        """The same with one block more."""
        joined: list[Range] = []
        for start, stop in sorted((*self.ranges, tables)):
            if joined and joined[-1][1] == start:
                joined[-1] = (joined[-1][0], stop)
            else:
                joined.append((start, stop))
        return Done(self.plan, self.sums + sums, tuple(joined))

    def blocks_left(self, size: int) -> Iterator[Range]:
        """What is still to be played, cut into blocks of at most `size` tables."""
        begin = 0
        for start, stop in (*self.ranges, (self.plan.tables, self.plan.tables)):
            for first in range(begin, start, size):
                yield first, min(first + size, start)
            begin = stop


def deals_in(plan: Plan, tables: Range) -> int:
    """How many deals of the plan these tables play."""
    return min(tables[1] * DEALS_A_TABLE, plan.deals) - tables[0] * DEALS_A_TABLE


def simulate(
    plan: Plan,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    block: int | None = None,
    done: Done | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> Generator[Done, None, None]:
    """Play what is left of a plan block by block; yields what is done after each block.

    Without an executor the blocks are played here. With one (threads, processes, loky, dask: only
    `submit` and `result` are used) no more than two blocks for each of its `workers` are waiting
    at any time. Blocks have `block` tables, or as many as the plan says for so many workers. The
    totals depend on the plan alone, not on executor, workers or blocks. Closing the iterator
    cancels what waits. Once `stopping` says so, which it is asked after each block, no block is
    begun any more, and those in work are the last. Raises HazariError for a match without an
    end, or if numpy is missing where the blocks are played.

    >>> from hazari_rules.loading import load
    >>> for done in simulate(Plan((load("hazari").ruleset,), deals=100, seed=7)):
    ...     print(done.deals, done.sums.first[0])
    64 64
    100 100
    """
    done = done or Done.nothing(plan)
    left = done.blocks_left(plan.block(workers) if block is None else block)
    if executor is None:
        for tables in left:
            if stopping():
                return
            done = done.with_block(tables, _play(plan, *tables))
            yield done
        return
    waiting: deque[tuple[Range, Future[Sums]]] = deque()
    try:
        while True:
            if stopping():
                left = iter(())
                waiting = deque(found for found in waiting if not found[1].cancel())
            for tables in islice(left, 2 * workers - len(waiting)):
                task = executor.submit(_play, plan, *tables)
                waiting.append((tables, task))
            if not waiting:
                return
            tables, task = waiting[0]
            done = done.with_block(tables, task.result())
            waiting.popleft()
            yield done
    finally:
        for _, task in waiting:
            task.cancel()


def _play(plan: Plan, start: int, stop: int) -> Sums:
    """Play these tables; whoever only hands them out needs no numpy and no memory for it."""
    try:
        from hazari_rules.simulate_tables import play_tables  # noqa: PLC0415 - numpy is an extra
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise HazariError(
            "simulations need numpy: pip install 'hazari-rules[simulate]', or in a clone"
            " pip install '.[simulate]'"
        ) from None
    return play_tables(plan.rulesets, plan.seed, plan.deals, start, stop)
