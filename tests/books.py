"""Rulebooks for the tests, each made once."""

from __future__ import annotations

from functools import cache

from hazari_rules.loading import Loader
from hazari_rules.messages import Messages
from hazari_rules.rulebook import rulebook
from hazari_rules.rulebook_model import Book
from hazari_rules.rulebook_options import other_choices
from hazari_rules.rulebook_text import as_text

LOADER = Loader.shipped()


@cache
def book_of(name: str, lang: str = "en", *choices: str) -> tuple[Book, Messages]:
    """The rulebook of a shipped variant, with choices as `option=choice`, and its language."""
    variant = LOADER.load(name, dict(choice.split("=") for choice in choices))
    t = Messages.load(lang)
    return rulebook(variant, other_choices(LOADER.resolver, variant, name), t), t


@cache
def text_of(name: str, lang: str = "en", *choices: str) -> str:
    """The same as plain text."""
    return as_text(*book_of(name, lang, *choices))
