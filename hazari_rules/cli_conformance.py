"""`hazari conformance`: test an implementation of a variant, in any language."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from hazari_rules.cli_common import CommandGroup, Session, pass_session, show_findings
from hazari_rules.conformance_cases import CaseFilter, Layer
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_serve import Server
from hazari_rules.conformance_suite import Suite, suite_of
from hazari_rules.errors import ExitCode, FindingsError
from hazari_rules.hints import closest

F = TypeVar("F", bound=Callable[..., Any])


@click.group(cls=CommandGroup)
def conformance() -> None:
    """Test another implementation against a variant and name the rules it gets wrong.

    The implementation is a program that reads a line of JSON and answers one. The manual for
    its author is docs/conformance.md.
    """


class _Capitals(click.Choice[str]):
    """Takes small letters as well, but lists the choices as they are written everywhere."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(value.upper(), param, ctx)


def suite_options(command: F) -> F:
    """Add what says which cases are meant: the variant's options, the seed, filters."""
    layers = _Capitals([layer.value for layer in Layer])
    for option in (
        click.option(
            "--case", "ids", multiple=True, metavar="ID",
            help="Only this case; * and ? stand for any text. May be given several times.",
        ),
        click.option(
            "--rule", "rules", multiple=True, metavar="POINTER",
            help="Only cases of this rule and all below it, as /play. May be given several times.",
        ),
        click.option(
            "--layer", "layers", multiple=True, type=layers, metavar="LAYER",
            help="Only this layer, L1 to L8. May be given several times.",
        ),
        click.option(
            "--seed", type=click.IntRange(min=0), default=0, show_default=True,
            help="Seed of the generated cases.",
        ),
        click.option(
            "--option", "-o", "options", multiple=True, metavar="NAME=CHOICE",
            help="Choose for one of the variant's options; may be given several times.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def suite_from(
    session: Session,
    variant: str,
    options: tuple[str, ...],
    seed: int,
    layers: tuple[str, ...],
    rules: tuple[str, ...],
    ids: tuple[str, ...],
) -> Suite:
    """The suite that the options of a command ask for."""
    loaded = session.variant(variant, options)
    try:
        suite = suite_of(loaded, session.loader.resolver.library, variant, seed)
    except FindingsError as error:
        show_findings(error.findings, {})
        raise click.exceptions.Exit(ExitCode.FINDINGS) from None
    for option, words in (("--case", ids), ("--rule", rules)):
        for word in words:
            alone = CaseFilter(ids=(word,)) if option == "--case" else CaseFilter(rules=(word,))
            if not any(map(alone.wants, suite.cases)):
                raise click.UsageError(_no_case(option, word, suite))
    wanted = CaseFilter(frozenset(map(Layer, layers)), rules, ids)
    return suite.only(wanted)


def _no_case(option: str, word: str, suite: Suite) -> str:
    cases = (case.id if option == "--case" else case.rule for case in suite.cases)
    known = tuple(dict.fromkeys(cases))
    close = closest(word, known) or next((k for k in known if word in k.split("/")), None)
    left_out = " under these options" if word in suite.left_out else ""
    hint = f"; did you mean '{close}'?" if close and not left_out else ""
    return f"{option} {word}: the suite has no such case{left_out}{hint}"


@conformance.command()
@click.argument("variant")
@suite_options
@click.option(
    "--output", "-O", type=click.File("w", encoding="utf-8", atomic=True), default="-",
    help="Write to this file instead of standard output.",
)  # fmt: skip
@pass_session
def export(session: Session, /, variant: str, output: Any, **wanted: Any) -> None:
    """Write the suite of a variant as JSON Lines: hello, the rules, then a case a line.

    \b
    Example:
      hazari conformance export hazari --output hazari.jsonl
    """
    for line in suite_from(session, variant, **wanted).export():
        output.write(line + "\n")


@conformance.command()
@click.argument("variant", required=False)
@click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=CHOICE",
    help="Choose for one of the variant's options; may be given several times.",
)  # fmt: skip
@pass_session
def serve(session: Session, variant: str | None, options: tuple[str, ...]) -> None:
    """Answer the protocol on stdin and stdout with this package's own engine.

    With a VARIANT it plays by that variant's rules, whatever rules it is sent; without one, by
    the rules that it is sent.

    \b
    Example:
      hazari conformance serve hazari
    """
    if options and variant is None:
        raise click.UsageError("--option chooses for a variant; name the variant too")
    engine = None if variant is None else Engine(session.game(variant, options).rules)
    vocabulary = engine.rules.vocabulary if engine else session.loader.vocabulary
    raw = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)  # noqa: SIM115
    Server(vocabulary, engine).serve(raw, sys.stdout.buffer)
