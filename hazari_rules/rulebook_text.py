"""A rulebook as plain text or Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from hazari_rules.messages import Messages
from hazari_rules.rulebook_model import (
    Block,
    Book,
    Cell,
    Example,
    Figures,
    Hand,
    Items,
    Paragraph,
    Section,
    Table,
)

WIDTH = 79


def as_text(book: Book, t: Messages) -> str:
    """The rulebook as plain text, at most WIDTH characters wide where words allow it."""
    lines = [book.title, "=" * len(book.title), ""]
    for part in (book.subtitle, book.summary.text, book.notice):
        lines += [*_wrapped(part), ""] if part else []
    for section in book.sections:
        lines += _section(section, t, level=1)
    for part in book.colophon:
        lines += _wrapped(part)
    return "\n".join(lines) + "\n"


def _section(section: Section, t: Messages, level: int) -> Iterator[str]:
    yield section.title
    yield ("-" if level == 1 else "~") * len(section.title)
    yield ""
    for block in section.blocks:
        yield from _block(block, t, level)


def _block(block: Block, t: Messages, level: int) -> Iterator[str]:
    match block:
        case Paragraph():
            yield from _wrapped(said(block))
        case Items():
            for number, item in enumerate(block.items, start=1):
                sign = f"{t.number(number)}. " if block.ordered else "- "
                yield from _wrapped(labelled(*item), sign)
        case Table():
            yield from _table(block, t)
        case Figures():
            for caption, hands in block.figures:
                yield from _wrapped(f"{caption}: {_shown(hands, t)}", "   ")
        case Example():
            yield f"[{block.title}]"
            for inner in block.blocks:
                yield from (f"  {line}".rstrip() for line in _block(inner, t, level))
            return
        case Section():
            yield from _section(block, t, level + 1)
            return
    yield ""


def said(paragraph: Paragraph) -> str:
    """The sentences of a paragraph as one text."""
    return " ".join(sentence.text for sentence in paragraph.sentences if sentence.text)


def labelled(label: str, item: Paragraph) -> str:
    """An item of a list with its label."""
    return f"{label}: {said(item)}" if label else said(item)


def _wrapped(text: str, sign: str = "") -> list[str]:
    indent = " " * len(sign)
    return textwrap.wrap(
        text, WIDTH, initial_indent=sign, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _table(table: Table, t: Messages) -> Iterator[str]:
    yield f"{table.caption}:"
    rows = [list(table.head), *([_shown(cell, t) for cell in row.cells] for row in table.rows)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.head))]
    marks = [" ", *("*" if row.marked else " " for row in table.rows)]
    for mark, row in zip(marks, rows, strict=True):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f" {mark} {'  '.join(cells)}".rstrip()


def _shown(cell: Cell, t: Messages) -> str:
    return cell if isinstance(cell, str) else " | ".join(hand_text(hand, t) for hand in cell)


def hand_text(hand: Hand, t: Messages) -> str:
    """Cards in running text, the spare ones in brackets."""
    cards = " ".join(map(t.short, hand.cards))
    return f"{cards} ({' '.join(map(t.short, hand.spare))})" if hand.spare else cards


def as_markdown(book: Book, t: Messages) -> str:
    """The rulebook as Markdown (CommonMark with tables)."""
    parts = [f"# {book.title}"]
    intro = (f"*{_plain(book.subtitle)}*" if book.subtitle else "", _plain(book.summary.text))
    parts += [part for part in intro if part]
    parts += [f"> {_plain(book.notice)}"] if book.notice else []
    parts += [part for section in book.sections for part in _md_section(section, t, 2)]
    parts += ["---", *(_plain(line) for line in book.colophon)]
    return "\n\n".join(parts) + "\n"


def _md_section(section: Section, t: Messages, level: int) -> Iterator[str]:
    yield f"{'#' * level} {_plain(section.title)}"
    for block in section.blocks:
        yield from _md_block(block, t, level)


def _md_block(block: Block, t: Messages, level: int) -> Iterator[str]:
    match block:
        case Paragraph():
            if text := said(block):
                yield _plain(text)
        case Items():
            yield "\n".join(_md_items(block))
        case Figures():
            lines = (f"- {_plain(f'{name}: {_shown(cell, t)}')}" for name, cell in block.figures)
            yield "\n".join(lines)
        case Table():
            yield _plain(f"{block.caption}:")
            yield "\n".join(_md_table(block, t))
        case Example():
            yield f"**{_plain(block.title)}**"
            for inner in block.blocks:
                yield from _md_block(inner, t, level)
        case Section():
            yield from _md_section(block, t, level + 1)


def _md_items(items: Items) -> Iterator[str]:
    for number, (label, item) in enumerate(items.items, start=1):
        sign = f"{number}." if items.ordered else "-"
        head = f"**{_plain(label)}**: " if items.strong else f"`{label}`: "
        yield f"{sign} {head if label else ''}{_plain(said(item))}"


def _md_table(table: Table, t: Messages) -> Iterator[str]:
    yield _md_row(table.head)
    yield _md_row("---" for _ in table.head)
    for row in table.rows:
        cells = [_plain(_shown(cell, t)) for cell in row.cells]
        yield _md_row(f"**{cell}**" if row.marked and cell else cell for cell in cells)


def _md_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """Text with what Markdown would read as marks escaped."""
    for sign in "\\`*_[]<>|#":
        text = text.replace(sign, f"\\{sign}")
    return text
