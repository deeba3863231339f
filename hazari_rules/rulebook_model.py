"""The content of a rulebook as a structure that no output format owns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from hazari_rules.cards import Card


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence. `alone` is how it reads outside its section, where that differs.

    `rule` is true for what the rules state, false for remarks and for what examples show.
    `lang` is set where the text is in another language than the book.
    """

    text: str
    alone: str = ""
    rule: bool = True
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards that lie together; `spare` are those of a group that its combination does not use."""

    cards: tuple[Card, ...]
    spare: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that follow each other."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list; each item is some sentences, with a label before them if it has one.

    `strong` says whether a label is a word of the language; else it is what programs call it.
    """

    items: tuple[tuple[str, Paragraph], ...]
    ordered: bool = False
    strong: bool = True


Cell = str | tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; the first cell names it. A marked row is the one that matters."""

    cells: tuple[Cell, ...]
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading for each column; the last row is a sum if `total` is true."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """Cards side by side, each set with a caption."""

    figures: tuple[tuple[str, tuple[Hand, ...]], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """Something worked out, set apart from the rules."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the book under its own heading; `id` is a name for links.

    `lang` is set where the heading is in another language than the book.
    """

    id: str
    title: str
    blocks: tuple[Block, ...]
    lang: str = ""

    def and_then(self, *blocks: Block) -> Section:
        """The section with more blocks at its end."""
        return replace(self, blocks=(*self.blocks, *blocks))


Block = Paragraph | Items | Table | Figures | Example | Section


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook. `notice` says what a reader must know of its language, or is empty."""

    lang: str
    title: str
    subtitle: str
    summary: Sentence
    notice: str
    contents: str
    sections: tuple[Section, ...]
    colophon: tuple[str, ...]


def paragraph(*texts: str | Sentence) -> Paragraph:
    """A paragraph of rules; texts that are no sentences yet become some."""
    return Paragraph(tuple(t if isinstance(t, Sentence) else Sentence(t) for t in texts if t))


def remark(*texts: str) -> Paragraph:
    """A paragraph that states no rule."""
    return Paragraph(tuple(Sentence(text, rule=False) for text in texts if text))


def steps(*texts: str | tuple[str, ...]) -> Items:
    """A numbered list, each item one text or several that belong together."""
    items = (text if isinstance(text, tuple) else (text,) for text in texts if text)
    return Items(tuple(("", paragraph(*item)) for item in items), ordered=True)


def sentences(blocks: Iterable[Block]) -> Iterator[Sentence]:
    """All sentences of some blocks, in reading order."""
    for block in blocks:
        match block:
            case Paragraph():
                yield from block.sentences
            case Items():
                for _, item in block.items:
                    yield from item.sentences
            case Example() | Section():
                yield from sentences(block.blocks)
            case Table() | Figures():
                pass


def statements(blocks: Iterable[Block]) -> list[str]:
    """What the rules state, sentence by sentence, each as it reads alone."""
    return [s.alone or s.text for s in sentences(blocks) if s.rule]
