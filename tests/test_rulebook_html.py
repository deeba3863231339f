"""The HTML page: valid, self-contained, readable by a screen reader."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from hazari_rules.cardart import BLACK, RED
from hazari_rules.cards import Card, Rank, Suit
from hazari_rules.messages import LANGUAGES, Messages
from hazari_rules.rulebook_html import as_html
from hazari_rules.rulebook_model import Book, Items, Section, Sentence, paragraph
from tests.books import book_of

VOID = {"meta", "br", "hr", "img", "link", "input"}
BLOCKS = {"p", "ul", "ol", "div", "table", "section", "figure", "h1", "h2", "h3", "h4"}
Element = tuple[str, dict[str, str]]


class Reader(HTMLParser):
    """Reads a page strictly: each element closed in order, no block inside a paragraph."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[Element] = []
        self.text: dict[str, list[str]] = {}
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice"
        assert not (tag in BLOCKS and "p" in self.open), f"<{tag}> inside <p>"
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.text.setdefault(self.open[-1], []).append(data.strip())

    def of(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


@cache
def page_of(name: str, lang: str) -> str:
    return as_html(*book_of(name, lang))


PAGES = [("hazari", "en"), ("hazarey", "en"), ("hazarey", "bn"), ("hazari", "ne")]
pages = pytest.mark.parametrize(("name", "lang"), PAGES)


@pages
def test_the_page_is_well_formed_and_stands_alone(name: str, lang: str) -> None:
    page = page_of(name, lang)
    found = Reader(page)
    assert page.startswith("<!doctype html>")
    assert not found.of("script", "link", "iframe", "object", "img", "base")
    for _, attributes in found.elements:
        assert "src" not in attributes
        assert "style" not in attributes
        assert not any(attribute.startswith("on") for attribute in attributes)
        assert attributes.get("href", "#").startswith("#")
    (style,) = found.text["style"]
    assert "url(" not in style
    assert "@import" not in style
    assert "@media print" in style


@pages
def test_links_and_labels_lead_to_ids_that_are_there_once(name: str, lang: str) -> None:
    found = Reader(page_of(name, lang))
    ids = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    wanted = {a["href"][1:] for a in found.of("a", "use")}
    wanted |= {a["aria-labelledby"] for _, a in found.elements if "aria-labelledby" in a}
    assert wanted <= set(ids)


@pages
def test_a_screen_reader_finds_its_way(name: str, lang: str) -> None:
    found = Reader(page_of(name, lang))
    assert found.of("html") == [{"lang": lang}]
    for landmark in ("header", "nav", "main", "footer", "title", "h1"):
        assert len(found.of(landmark)) == 1, landmark
    levels = [int(tag[1]) for tag, _ in found.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for attributes in found.of("svg"):
        labelled = attributes.get("role") == "img" and attributes.get("aria-label")
        assert labelled or attributes.get("aria-hidden") == "true"
    for attributes in found.of("th"):
        assert attributes.get("scope") in ("row", "col")
    assert len(found.of("caption")) == len(found.of("table"))
    for _, attributes in found.elements:
        if attributes.get("role") in ("group", "region"):
            assert attributes.get("aria-label")


def test_text_in_another_language_than_the_page_says_so() -> None:
    page = page_of("hazari", "ne")
    assert '<span lang="en">Hazari Grand - 1000 Points Game</span>' in page.replace("\n", "")
    assert '<span lang="en">Hazari Grand' not in page_of("hazari", "en")


def test_what_a_variant_says_cannot_break_the_page() -> None:
    bad = "<b>\"&'</b>"
    section = Section("x", bad, (paragraph(bad), Items(((bad, paragraph(bad)),))))
    book = Book("en", bad, bad, Sentence(bad), bad, bad, (section,), (bad,))
    page = as_html(book, Messages.load("en"))
    assert "<b>" not in page
    Reader(page)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_colours_have_the_contrast_that_small_text_needs() -> None:
    (style,) = Reader(page_of("hazari", "en")).text["style"]
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", style))
    for ink in ("ink", "soft", "green"):
        for ground in ("paper", "tint"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    assert contrast(RED, "#ffffff") >= 4.5
    assert contrast(BLACK, "#ffffff") >= 4.5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_are_labelled_in_the_language_of_the_page(lang: str) -> None:
    name = Messages.load(lang).card(Card(Rank.ACE, Suit.SPADES))
    assert f'aria-label="{name}"' in page_of("hazari", lang)
