"""`hazari conformance`: test an implementation of a variant, in any language."""

from __future__ import annotations

import sys

import click

from hazari_rules.cli_common import Session, pass_session
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_serve import Server


@click.group()
def conformance() -> None:
    """Test another implementation against a variant and name the rules it gets wrong.

    The implementation is a program that reads a line of JSON and answers one. The manual for
    its author is docs/conformance.md.
    """


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
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    Server(vocabulary, engine).serve(sys.stdin, sys.stdout)
