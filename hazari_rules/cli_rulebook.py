"""`hazari rulebook`: the rules of a variant for people, on screen, on the phone, on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from hazari_rules.cli_common import Session, pass_session
from hazari_rules.errors import HazariError
from hazari_rules.messages import LANGUAGES, Messages
from hazari_rules.rulebook_model import Book

Writer = Callable[[Book, Messages], str]

_ENDINGS = {".html": "html", ".htm": "html", ".md": "md", ".txt": "text", "": "text"}


@click.command()
@click.argument("variant")
@click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=CHOICE",
    help="Choose for one of the variant's options; may be given several times.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "md", "html"]),
    help="What to write; left out, the ending of the output file decides, else text.",
)  # fmt: skip
@click.option(
    "--lang", type=click.Choice(list(LANGUAGES)), default="en", show_default=True,
    help="The language: English, Bengali or Nepali.",
)  # fmt: skip
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Where to write; left out, the rulebook is printed.",
)  # fmt: skip
@pass_session
def rulebook(
    session: Session,
    variant: str,
    options: tuple[str, ...],
    form: str | None,
    lang: str,
    output: Path | None,
) -> None:
    """Write a rulebook that a person can play from, made from the resolved rules.

    \b
    Example:
      hazari rulebook hazarey --option two_pairs=ignored --output hazarey.html
    """
    form = form or _form_of(output)
    text = written(session, variant, options, form, lang)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HazariError(f"cannot write '{output}': {error.strerror}") from None
    click.echo(f"wrote {output}", err=True)


def _form_of(output: Path | None) -> str:
    ending = output.suffix.lower() if output else ""
    if ending not in _ENDINGS:
        known = ", ".join(filter(None, _ENDINGS))
        raise HazariError(
            f"no rulebook can be written as '{ending}'; give --format, or end in {known}"
        )
    return _ENDINGS[ending]


def written(session: Session, name: str, options: tuple[str, ...], form: str, lang: str) -> str:
    """The rulebook of a variant as text in one of the formats."""
    from hazari_rules import rulebook as books  # noqa: PLC0415 - compiles and searches
    from hazari_rules.rulebook_options import other_choices  # noqa: PLC0415

    found, loader = session.variant(name, options), session.loader_of(name)
    t = Messages.load(lang, loader.plugins.messages(lang))
    others = other_choices(loader.resolver, found, name)
    return _writer(form)(books.rulebook(found, others, t), t)


def _writer(form: str) -> Writer:
    if form == "html":
        from hazari_rules.rulebook_html import as_html  # noqa: PLC0415 - jinja2 is heavy

        return as_html
    from hazari_rules.rulebook_text import as_markdown, as_text  # noqa: PLC0415

    return as_markdown if form == "md" else as_text
