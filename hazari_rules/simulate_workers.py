"""Executors by name: worker processes of this machine, or a dask cluster."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from hazari_rules.errors import HazariError


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """So many worker processes; an interrupt from the keyboard is left to the caller."""
    context = get_context("spawn")  # the same on every platform, and safe beside threads
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_ignore_interrupt)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def dask_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """A dask cluster by its scheduler's address, and how many threads it has to work with.

    Raises HazariError if dask is missing or nobody answers there.
    """
    try:
        from distributed import Client as Connect  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise HazariError("--dask needs dask: pip install 'hazari-rules[dask]'") from None
    connect: Any = Connect  # its annotations are incomplete
    try:
        client = connect(address, timeout="5s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise HazariError(
            f"no dask scheduler answers at {address} ({error}); give its address, as"
            " tcp://127.0.0.1:8786"
        ) from None
    try:
        with client.get_executor() as executor:
            yield executor, max(1, sum(client.nthreads().values()))
    finally:
        client.close()
