"""`hazari list`, `hazari show` and `hazari plugins`: what is there, and what it says."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

import click

from hazari_rules.cli_common import Session, echo_json, json_option, pass_session
from hazari_rules.describe import describe, place_of
from hazari_rules.errors import HazariError
from hazari_rules.resolve import Variant

_HEADING = 16
_WIDTH = 100


@click.command("list")
@json_option
@pass_session
def list_variants(session: Session, as_json: bool) -> None:
    """List the variants that can be played.

    \b
    Example:
      hazari list
    """
    rows = []
    for id_, file in session.loader.resolver.library.ids().items():
        row: dict[str, str | None]
        try:
            rules = session.loader.load(id_).ruleset
            row = {"id": id_, "name": rules.name, "summary": rules.summary, "digest": rules.digest}
        except HazariError as error:
            reason = str(error).splitlines()[0]
            row = {"id": id_, "name": None, "summary": f"cannot be used: {reason}", "digest": None}
        rows.append({**row, "file": str(file.path), "origin": file.origin})
    if as_json:
        echo_json(rows)
        return
    width = max(len(f"{row['id']}") for row in rows)
    for row in rows:
        name = f"{row['name']}: " if row["name"] else ""
        _wrapped(f"{row['id']:<{width}}  ", f"{name}{row['summary']} [{row['origin']}]")


@click.command()
@click.argument("variant")
@click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=CHOICE",
    help="Choose for one of the variant's options; may be given several times.",
)  # fmt: skip
@json_option
@pass_session
def show(session: Session, variant: str, options: tuple[str, ...], as_json: bool) -> None:
    """Show the resolved rules of a variant, with the file and line that states each.

    \b
    Example:
      hazari show hazarey --option two_pairs=ignored
    """
    found = session.variant(variant, options)
    if as_json:
        echo_json(variant_json(found))
        return
    rules = found.ruleset
    also = f" ({', '.join(rules.aliases)})" if rules.aliases else ""
    parents = f", extends {', '.join(found.parents)}" if found.parents else ""
    click.echo(f"{rules.name}{also} [{rules.id}{parents}]")
    _wrapped("", rules.summary)
    click.echo(f"{rules.digest}\n")
    for line in describe(found):
        place = place_of(found, line)
        head = f"{line.heading:<{_HEADING}}" if line.heading else " " * _HEADING
        _wrapped(f"{head} ", f"{line.text}  [{place}]" if place else line.text)


def variant_json(variant: Variant) -> Mapping[str, Any]:
    """A variant for programs: resolved rules, digest, options, provenance of each value."""
    return {
        "rules": variant.ruleset.as_data(),
        "digest": variant.ruleset.digest,
        "parents": list(variant.parents),
        "options": {
            option.id: {
                "question": option.question,
                "status": option.status,
                "default": option.default,
                "chosen": variant.ruleset.options[option.id],
                "choices": list(option.choices),
                **({"why": option.why} if option.why else {}),
                **({"where": option.where} if option.where else {}),
            }
            for option in variant.options
        },
        "provenance": variant.provenance(),
    }


def _wrapped(head: str, text: str) -> None:
    indent = " " * (len(head) if len(head) <= _HEADING + 1 else _HEADING + 1)
    click.echo(
        textwrap.fill(
            head + text,
            _WIDTH,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


@click.command()
@json_option
@pass_session
def plugins(session: Session, as_json: bool) -> None:
    """List the plugins in force and the hooks that each implements.

    \b
    Example:
      hazari plugins
      HAZARI_PLUGINS=none hazari plugins
    """
    loaded = session.loader.plugins
    infos, warnings = loaded.infos(), loaded.warnings
    if as_json:
        echo_json(
            {
                "plugins": [
                    {"name": i.name, "origin": i.origin, "hooks": list(i.hooks)} for i in infos
                ],
                "warnings": [warning.as_json() for warning in warnings],
            }
        )
        return
    for info in infos:
        click.echo(f"{info.name} ({info.origin}): {', '.join(info.hooks) or 'no hooks'}")
