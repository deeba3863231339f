"""`hazari export`: the resolved rules as one JSON document for other programs."""

from __future__ import annotations

import click

from hazari_rules.cli_common import Session, echo_json, pass_session
from hazari_rules.export import export as export_document


@click.command()
@click.argument("variant")
@click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=CHOICE",
    help="Choose for one of the variant's options; may be given several times.",
)  # fmt: skip
@click.option("--provenance", is_flag=True, help="Add the file and line of each value.")
@pass_session
def export(session: Session, variant: str, options: tuple[str, ...], provenance: bool) -> None:
    """Print the fully resolved rules as JSON: no YAML, no inheritance, no option left open.

    The schema of the document is schemas/ruleset.schema.json of the package.

    \b
    Example:
      hazari export hazarey --option two_pairs=ignored --provenance
    """
    echo_json(export_document(session.variant(variant, options), provenance=provenance))
