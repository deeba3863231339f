"""`hazari simulate`: what the rules do over many deals, and what another rule would change."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from hazari_rules.cli_common import Session, choices_option, echo_json, pass_session, progress
from hazari_rules.cli_diff import side
from hazari_rules.errors import HazariError
from hazari_rules.simulate import Done, Plan, simulate
from hazari_rules.simulate_report import as_csv, as_data, text
from hazari_rules.simulate_saved import read_saved, save
from hazari_rules.simulate_workers import dask_cluster, processes

_STOPPED = 130  # what shells expect of a program that an interrupt ended


@dataclass(frozen=True, slots=True)
class _Run:
    plan: Plan
    workers: int
    dask: str | None
    resume: Path | None


@click.command("simulate")
@click.argument("variant", metavar="VARIANT")
@choices_option
@click.option(
    "--against", multiple=True, metavar="VARIANT[:NAME=CHOICE,...]",
    help="Other rules for the same deals; may be given several times.",
)  # fmt: skip
@click.option(
    "--deals", type=click.IntRange(1, 2**40), default=100_000, show_default=True,
    help="How many deals to play.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the deals.")
@click.option(
    "--workers", type=click.IntRange(1, 256), default=1, show_default=True,
    help="How many processes play.",
)  # fmt: skip
@click.option("--dask", metavar="ADDRESS", help="Play on the dask cluster with this scheduler.")
@click.option(
    "--resume", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Keep what is done in this file, and go on from it if it is there.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "csv"]), default="text",
    show_default=True, help="How to print the report.",
)  # fmt: skip
@pass_session
def simulate_command(
    session: Session, variant: str, options: tuple[str, ...], against: tuple[str, ...],
    deals: int, seed: int, workers: int, dask: str | None, resume: Path | None, form: str,
) -> None:  # fmt: skip
    """Play many deals and tell what the rules do: points, rounds, matches, instant wins.

    Every hand is arranged greedily. Other rules are played with the same deals, so that small
    differences show. An interrupt (Ctrl-C) stops it and prints what is done, with several workers
    after the blocks in work, or with a second one at once. The totals are the same for any number
    of workers.

    \b
    Example:
      hazari simulate hazari --deals 20000
      hazari simulate hazari --against hazari:run_order=ace_low_last --workers 2
    """
    rulesets = [session.variant(variant, options).ruleset]
    rulesets += [side(session, other).ruleset for other in against]
    done, stopped = _played(_Run(Plan(tuple(rulesets), deals, seed), workers, dask, resume))
    match form:
        case "json":
            echo_json(as_data(done))
        case "csv":
            click.echo(as_csv(done), nl=False)
        case _:
            names = [":".join([variant, ",".join(options)]) if options else variant, *against]
            click.echo(text(done, names))
    if stopped:
        raise click.exceptions.Exit(_STOPPED)


def _played(run: _Run) -> tuple[Done, bool]:
    """What was played, and whether an interrupt stopped it."""
    done = read_saved(run.resume, run.plan) if run.resume else Done.nothing(run.plan)
    stop = _Stop(blocks_in_work=bool(run.dask) or run.workers > 1)
    bar = progress(run.plan.deals, done.deals)
    try:
        with stop.listening(), _executor(run) as (executor, workers), bar:
            for after in simulate(
                run.plan, executor=executor, workers=workers, done=done, stopping=stop.asked
            ):
                bar.update(after.deals - done.deals)
                if run.resume:
                    save(run.resume, after)
                done = after
    except KeyboardInterrupt:
        pass
    except BrokenExecutor:
        kept = f" --resume {run.resume}" if run.resume else " again, with --resume FILE"
        raise HazariError(
            f"a worker died after {done.deals:,} of {run.plan.deals:,} deals; run it{kept}"
        ) from None
    if done.complete:
        return done, False
    kept = f"; go on with --resume {run.resume}" if run.resume else ""
    click.echo(f"stopped after {done.deals:,} of {run.plan.deals:,} deals{kept}", err=True)
    return done, True


class _Stop:
    """What interrupts from the keyboard ask for: the first to finish, the second to stop at once.

    Without other workers the first stops at once; interrupts after that change nothing more.
    """

    def __init__(self, *, blocks_in_work: bool) -> None:
        self._patience = int(blocks_in_work)
        self._interrupts = 0

    def asked(self) -> bool:
        """Whether there was an interrupt."""
        return self._interrupts > 0

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take interrupts, unless they are ignored; only the main thread gets any."""
        before = signal.getsignal(signal.SIGINT)
        main = threading.current_thread() is threading.main_thread()
        if before is not signal.default_int_handler or not main:
            yield
            return
        signal.signal(signal.SIGINT, self._heard)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _heard(self, *_: object) -> None:
        self._interrupts += 1
        if self._interrupts <= self._patience:
            # Not by click: the interrupt may have come while it was writing.
            os.write(
                2, b"\nstopping: blocks in work are being finished; Ctrl-C again stops at once\n"
            )
        elif self._interrupts == self._patience + 1:
            raise KeyboardInterrupt


@contextmanager
def _executor(run: _Run) -> Iterator[tuple[Executor | None, int]]:
    if run.dask:
        with dask_cluster(run.dask) as found:
            yield found
    elif run.workers > 1:
        with processes(run.workers) as executor:
            yield executor, run.workers
    else:
        yield None, 1
