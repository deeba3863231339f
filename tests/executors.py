"""Workers of other libraries, for the tests and the benchmarks; both are slow to import."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any


@contextmanager
def loky_workers() -> Iterator[Executor]:
    """Two processes of loky."""
    from loky import get_reusable_executor  # noqa: PLC0415 - slow to import

    executor = get_reusable_executor(max_workers=2)
    yield executor
    executor.shutdown(wait=True)


@contextmanager
def cluster() -> Iterator[str]:
    """A dask cluster of two worker processes on this machine; gives its address."""
    from distributed import LocalCluster  # noqa: PLC0415 - slow to import

    make: Any = LocalCluster
    with make(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as found:
        yield found.scheduler_address
