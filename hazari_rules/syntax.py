"""What a YAML parser complains of, in words for authors who are no programmers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import yaml

from hazari_rules.errors import Finding, Span

_INDENT = "indent with spaces"
_QUOTE = "put the whole text in double quotes"


class _Trouble(NamedTuple):
    """A parser's error: its words, the place, and where what it was reading began."""

    problem: str
    context: str
    line: int
    column: int
    start_line: int
    start_column: int
    lines: Sequence[str]

    @property
    def here(self) -> str:
        """The rest of the line from the place of the error."""
        return self.lines[self.line - 1][self.column - 1 :] if self.line <= len(self.lines) else ""

    @property
    def before(self) -> str:
        """The line up to the place of the error."""
        return self.lines[self.line - 1][: self.column - 1] if self.line <= len(self.lines) else ""

    @property
    def at_end(self) -> bool:
        """Whether nothing but white space follows in the file."""
        return not "".join([self.here, *self.lines[self.line :]]).strip()


class _Told(NamedTuple):
    """What to say of it, and whether the place is where the unfinished thing began."""

    message: str
    hint: str
    id: str = "yaml-syntax"
    at_start: bool = False
    column: int = 0


def syntax_finding(error: yaml.MarkedYAMLError, file: str, lines: Sequence[str]) -> Finding:
    """The finding for a parser's error in a text of these lines."""
    mark: Any = error.problem_mark or error.context_mark
    start: Any = error.context_mark or mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    from_line, from_column = (start.line + 1, start.column + 1) if start else (line, column)
    problem, context = str(error.problem or ""), str(error.context or "")
    trouble = _Trouble(problem, context, line, column, from_line, from_column, lines)
    told = _explained(trouble)
    if told.at_start:
        line, column = from_line, from_column
    elif trouble.at_end:
        line, column = _end_of_contents(lines)
    column = told.column or column
    length = len(_first_word(lines[line - 1][column - 1 :]))
    span = Span(file, line, column, line, column + length)
    return Finding(told.id, told.message, span, hint=told.hint)


def _end_of_contents(lines: Sequence[str]) -> tuple[int, int]:
    """The place after the last thing that stands in the file."""
    for number in range(len(lines), 0, -1):
        if written := lines[number - 1].rstrip():
            return number, len(written) + 1
    return 1, 1


def _first_word(text: str) -> str:
    found = re.match(r"[^\s,:\[\]{}]+|\S", text)
    return found[0] if found else ""


def _explained(trouble: _Trouble) -> _Told:
    for words, explain in _EXPLANATIONS:
        if words in trouble.problem or words in trouble.context:
            return explain(trouble)
    said = trouble.problem or trouble.context or "this cannot be read"
    return _Told(f"not YAML: {said}", "")


def _bad_start(trouble: _Trouble) -> _Told:
    first = trouble.here[:1]
    if first == "\t":
        return _tab(trouble)
    return _Told(f"a text cannot start with '{first}'", _QUOTE)


def _tab(trouble: _Trouble) -> _Told:
    return _Told("a tab cannot indent a line", _INDENT)


def _bracket(trouble: _Trouble) -> _Told:
    opened, closing = ("[", "]") if "']'" in trouble.problem else ("{", "}")
    if trouble.line == trouble.start_line and not trouble.at_end:
        if trouble.here[:1] in ("]", "}"):
            message = f"this does not close the '{opened}' in column {trouble.start_column}"
            return _Told(message, f"write '{closing}' first, or take it out")
        message = f"a comma or '{closing}' is missing before this"
        return _Told(message, f"put commas between the entries, and '{closing}' after the last")
    message = f"the '{opened}' here is not closed, or a comma is missing"
    if not trouble.at_end:
        message += f" before line {trouble.line}"
    hint = f"put '{closing}' after the last entry and commas between the entries"
    return _Told(message, hint, at_start=True)


def _no_value(trouble: _Trouble) -> _Told:
    if trouble.at_end:
        return _Told("a bracket is not closed before the end of the file", "close it")
    return _Told("a value is missing here", "is there a comma or a bracket too many?")


def _block_key(trouble: _Trouble) -> _Told:
    if trouble.here.startswith(":"):
        return _Told("there is no key before this ':'", "write the key in front of it")
    if trouble.here[:1] in ("]", "}"):
        return _Told("this closes a bracket that was never opened", "take it out")
    if trouble.before.strip():
        return _Told("this follows a value that is already complete", _QUOTE)
    above = [line for line in trouble.lines[: trouble.line - 1] if line.strip()]
    last = len(above[-1]) - len(above[-1].lstrip(" ")) if above else 0
    spaces = sorted({trouble.start_column - 1, last} - {trouble.column - 1})
    hint = "indent it as the line that it belongs to: by " + " or ".join(map(str, spaces))
    return _Told("the indentation of this line fits none above it", f"{hint} spaces")


def _block_entry(trouble: _Trouble) -> _Told:
    message = f"this is no entry of the list from line {trouble.start_line}"
    return _Told(message, "start each entry with '- ' under the first one's dash")


def _colon(trouble: _Trouble) -> _Told:
    if re.search(r"[^\s\"'{\[,-][^:{\[,]*:\s", trouble.before):
        hint = "put a text in double quotes, a map in braces: {key: value}"
        return _Told("a second ': ' in one line", hint)
    hint = "is it indented too far, or a ':' missing in the line before?"
    column = len(trouble.before) - len(trouble.before.lstrip()) + 1
    return _Told("a key cannot stand here", hint, column=column)


def _simple_key(trouble: _Trouble) -> _Told:
    hint = "write 'key: value', with a colon and a space; a list entry starts with '- '"
    return _Told("there is no ':' after this key", hint, at_start=True)


def _open_quote(trouble: _Trouble) -> _Told:
    return _Told("the quotes that open here are not closed", "close them", at_start=True)


def _escape(trouble: _Trouble) -> _Told:
    written = trouble.here[:2] if trouble.here.startswith("\\") else "\\" + trouble.here[:1]
    message = f"'{written}' cannot be read in a text with double quotes"
    return _Told(message, "use single quotes, or write \\\\ for one backslash")


def _block_text(trouble: _Trouble) -> _Told:
    return _Told("'>' and '|' must be the last thing in their line", _QUOTE)


def _list_start(trouble: _Trouble) -> _Told:
    return _Told("a list cannot start here", "start it in the line below its key")


def _after_end(trouble: _Trouble) -> _Told:
    message = "this follows something that is already complete"
    return _Told(message, "is a bracket closed too early, or a line indented differently?")


def _percent(trouble: _Trouble) -> _Told:
    return _Told("a line that starts with '%' is not read", "take the line out")


def _tag(trouble: _Trouble) -> _Told:
    return _Told("tags are not read: a word with '!'", f"take it out, or {_QUOTE}", id="tag")


def _anchor(trouble: _Trouble) -> _Told:
    message = "a text cannot start with '&' or '*'"
    return _Told(message, _QUOTE, id="anchor", at_start=True)


def _depth(trouble: _Trouble) -> _Told:
    return _Told("nested too deep", "is a bracket repeated?", id="too-deep")


_Explain = Callable[[_Trouble], _Told]

# In this order: the words of a problem may also appear in another problem's context.
_EXPLANATIONS: Sequence[tuple[str, _Explain]] = (
    ("maximum nesting depth", _depth),
    ("cannot start any token", _bad_start),
    ("tab character", _tab),
    ("scanning an anchor", _anchor),
    ("scanning an alias", _anchor),
    ("tag handle", _tag),
    ("scanning a tag", _tag),
    ("parsing a tag", _tag),
    ("incompatible YAML document", _percent),
    ("directive", _percent),
    ("expected ',' or", _bracket),
    ("expected node content", _no_value),
    ("expected '-' indicator", _block_entry),
    ("mapping values are not allowed", _colon),
    ("mapping keys are not allowed", _bad_start),
    ("block sequence entries are not allowed", _list_start),
    ("while scanning a simple key", _simple_key),
    ("unexpected end of stream", _open_quote),
    ("unexpected document indicator", _open_quote),
    ("escape c", _escape),
    ("hexdecimal number", _escape),
    ("while scanning a block scalar", _block_text),
    ("expected key", _block_key),
    ("<document start>", _after_end),
)
