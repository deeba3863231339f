"""`hazari simulate`: what the rules do over many deals, and what another rule would change."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from hazari_rules.cli_common import Session, choices_option, echo_json, pass_session
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
    differences show. An interrupt (Ctrl-C) stops it and prints what is done; the totals are the
    same for any number of workers.

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
    try:
        with _executor(run) as (executor, workers), _bar(run.plan, done) as bar:
            for after in simulate(run.plan, executor=executor, workers=workers, done=done):
                bar.update(after.deals - done.deals)
                done = after
                if run.resume:
                    save(run.resume, done)
    except KeyboardInterrupt:
        kept = f"; go on with --resume {run.resume}" if run.resume else ""
        click.echo(f"stopped after {done.deals:,} of {run.plan.deals:,} deals{kept}", err=True)
        return done, True
    except BrokenExecutor:
        kept = f" --resume {run.resume}" if run.resume else " again, with --resume FILE"
        raise HazariError(
            f"a worker died after {done.deals:,} of {run.plan.deals:,} deals; run it{kept}"
        ) from None
    return done, False


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


def _bar(plan: Plan, done: Done) -> click._termui_impl.ProgressBar[int]:
    bar = click.progressbar(
        length=plan.deals, label="deals", file=sys.stderr, hidden=not sys.stderr.isatty(),
        show_pos=True,
    )  # fmt: skip
    bar.update(done.deals)
    return bar
