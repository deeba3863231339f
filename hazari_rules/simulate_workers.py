"""Executors by name: worker processes of this machine, or a dask cluster."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from hazari_rules.errors import HazariError


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """So many worker processes; an interrupt from the keyboard is left to the caller.

    They finish their blocks when the context is left, unless an exception leaves it: then they
    end at once. They also end by themselves when this process is gone, however it ended.
    """
    context = get_context("spawn")  # the same on every platform, and safe beside threads
    gone, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin_worker, (gone,))
    try:
        with _interrupts_held_back():
            for _ in range(workers):
                pool.submit(int)  # starts a worker
        yield pool
    except BaseException:
        held.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        held.close()
        gone.close()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Programs started meanwhile inherit it, and so are not ended while they start."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker(gone: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_when_closed, args=(gone,), daemon=True).start()


def _end_when_closed(gone: Connection) -> None:
    """Nothing is ever sent: receiving ends when the only process that could send is gone."""
    with suppress(EOFError, OSError):
        gone.recv_bytes()
    os._exit(1)


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
        executor = client.get_executor()
        try:
            yield executor, max(1, sum(client.nthreads().values()))
        except BaseException:
            executor.shutdown(wait=False)
            raise
        executor.shutdown()
    finally:
        client.close()
