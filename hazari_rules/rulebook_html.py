"""A rulebook as one self-contained HTML page: own style, drawn cards, no script, no fonts."""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from hazari_rules.cardart import card_svg, pips
from hazari_rules.cards import Card
from hazari_rules.messages import Messages
from hazari_rules.rulebook_model import Block, Book

_RANK = r"[\dAKQJ]{1,2}"
_UNBROKEN = re.compile(rf"(?<![\w-]){_RANK}(?:-{_RANK})+(?![\w-])|{_RANK}[♠♥♦♣]")


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("hazari_rules"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def as_html(book: Book, t: Messages) -> str:
    """The rulebook as an HTML page for screen, phone and paper."""

    def drawn(card: Card) -> Markup:
        return Markup(card_svg(card, t.card(card)))

    template = _environment().get_template("rulebook.html.j2")
    return template.render(
        book=book, t=t, card=drawn, pips=Markup(pips()), kind=_kind, words=_words
    )


def _kind(block: Block) -> str:
    return type(block).__name__.lower()


def _words(text: str) -> Markup:
    """A text in which cards, and runs such as A-K-Q, stay on one line."""
    return Markup(_UNBROKEN.sub(r'<span class="nb">\g<0></span>', str(escape(text))))
