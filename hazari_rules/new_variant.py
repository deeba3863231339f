"""The text of a new variant file: what it starts from, what differs, and where to go on."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hazari_rules.builtin import data_folder
from hazari_rules.errors import HazariError
from hazari_rules.library import SUFFIXES, VariantFile
from hazari_rules.resolve import Variant
from hazari_rules.schema import shipped_schema

_PLAIN = re.compile(r"(?:[^\W\d_]|(?:10|[2-9])[SHDC] )(?:[\w .'|-]*[\w.'])?")
_WORDS = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
_WIDTH = 98
_NOTES = 44


@dataclass(frozen=True, slots=True)
class Draft:
    """A new variant that extends another: its head, and only what differs.

    `start` is how commands name the variant that it extends: its id, or its file. `blocks` are
    properties of blocks that are maps, `names` new names of combinations by id, `options` for
    each option of the parent its new default, or None to leave the option out.
    """

    id: str
    start: str
    name: str
    summary: str
    source: str
    blocks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def differs(self) -> bool:
        """Whether anything of the rules is other than in the parent."""
        return bool(self.blocks or self.names or self.options)


def plain_draft(id_: str, parent: Variant, start: str) -> Draft:
    """A draft in which nothing differs yet."""
    summary = f"{parent.ruleset.name} as it is played at our table."
    return Draft(id_, start, id_.replace("_", " ").title(), summary, "As we play it")


def refuse_bad_id(id_: str, known: Mapping[str, VariantFile]) -> None:
    """Raise HazariError for what cannot be an id, or is one already, with another to take."""
    rule = shipped_schema("variant")["$defs"]["id"]
    if not re.fullmatch(rule["pattern"], id_) or len(id_) > rule["maxLength"]:
        if id_.endswith(SUFFIXES) and Path(id_).is_file():
            raise HazariError(
                f"'{id_}' is there already: `hazari check {id_}` checks it, and"
                f" `hazari new {id_} --package DIR` makes a package around it"
            )
        plain = Path(id_).stem if id_.endswith(SUFFIXES) else id_
        words = re.findall(r"[a-z0-9]+", plain.lower())
        fitting = "_".join(words).lstrip("0123456789_")[: rule["maxLength"]]
        hint = f"; write {fitting or 'our_club'}"
        raise HazariError(
            f"'{id_}' cannot be an id: small letters, digits and underscores, a letter first,"
            f" at most {rule['maxLength']}{hint}"
        )
    if id_ in known:
        free = next(name for i in range(2, 100) if (name := f"{id_}_{i}") not in known)
        raise HazariError(f"the id '{id_}' is taken by {known[id_].path}; write {free}")


def schema_reference(folder: Path) -> str:
    """The variant schema as an editor finds it from a folder, or "" if it is no file.

    In a checkout that holds both it is a relative path, elsewhere the address of the installed
    file.
    """
    schema = Path(str(data_folder("schemas"))) / "variant.schema.json"
    if not schema.is_file():
        return ""
    here, root = folder.resolve(), schema.resolve().parent.parent
    if here.is_relative_to(root) and (root / "pyproject.toml").is_file():
        return Path(os.path.relpath(schema.resolve(), here)).as_posix()
    return schema.resolve().as_uri()


def variant_text(draft: Draft, parent: Variant, schema: str, file: str) -> str:
    """The file's text; `schema` is what the editor's line names, `file` how commands name it."""
    return "\n".join([*_head(draft, parent, schema, file), *_changes(draft, parent), ""])


def _head(draft: Draft, parent: Variant, schema: str, file: str) -> Iterator[str]:
    rules = parent.ruleset
    if schema:
        yield f"# yaml-language-server: $schema={schema}"
    yield f"# What is not written here is as in {rules.name}: `hazari show {draft.start}`."
    yield f"# `hazari check {file}` says whether this file is right,"
    yield f"# `hazari diff {draft.start} {file}` what it changes."
    yield "spec: 1"
    yield f"extends: {rules.id}"
    yield f"id: {draft.id}"
    yield f"name: {scalar(draft.name)}"
    yield f"summary: {scalar(draft.summary)}"
    yield "sources:"
    yield f"  {draft.id}: {{title: {scalar(draft.source)}}}"


def _changes(draft: Draft, parent: Variant) -> Iterator[str]:
    for block, properties in draft.blocks.items():
        yield ""
        yield f"{block}:"
        yield from (f"  {key}: {flow(value)}" for key, value in properties.items())
    if draft.names:
        yield ""
        yield _noted("combinations:", "other names, the same cards")
        for id_, name in draft.names.items():
            yield f"  - {{id: {id_}, name: {scalar(name)}}}"
    if draft.options:
        yield ""
        yield from _chosen(draft, parent)
    if not draft.differs:
        yield ""
        yield from _examples(parent)


def _chosen(draft: Draft, parent: Variant) -> Iterator[str]:
    questions = {option.id: option.question for option in parent.options}
    yield _noted("options:", f"how this table answers {parent.ruleset.name}'s questions")
    for id_, choice in draft.options.items():
        value = "{remove: true}" if choice is None else f"{{default: {choice}}}"
        note = questions[id_] if choice is not None else "answered above"
        yield _noted(f"  {id_}: {value}", note)


def _examples(parent: Variant) -> Iterator[str]:
    """What could be changed, as comments: the values are those of the parent."""
    rules = parent.ruleset
    points = {rank: rules.card_points.values[rank] for rank in rules.deck.ranks}
    yield "# Nothing differs yet. Take the '# ' away from a line and change what stands there; a"
    yield "# line that stands further in needs the one above it that ends with a colon."
    yield ""
    yield "# card_points:"
    yield f"#   values: {flow(points)}"
    yield f"#   total: {rules.card_points.total}"
    yield "# match:"
    yield f"#   target: {rules.match.target}"
    if parent.options:
        yield "# options:"
    for option in parent.options:
        others = ", ".join(choice for choice in option.choices if choice != option.default)
        yield _noted(f"#   {option.id}: {{default: {option.default}}}", f"or {others}")


def _noted(line: str, note: str) -> str:
    noted = f"{line:<{_NOTES}}  # {note}"
    return noted if len(noted) <= _WIDTH else f"{noted[: _WIDTH - 3].rpartition(' ')[0]} ..."


def flow(value: Any) -> str:
    """Data on one line of YAML; maps keep their order.

    >>> flow({"A": 15, "name": "Our: club", "order": ["rest"]})
    '{A: 15, name: "Our: club", order: [rest]}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def _key(key: str) -> str:
    return key if key.isdecimal() else scalar(key)


def scalar(value: Any) -> str:
    """A text or number as YAML, in quotes only where it needs them.

    >>> scalar("Our club"), scalar("no"), scalar("a, b"), scalar("2S 9H | AD"), scalar(500)
    ('Our club', '"no"', '"a, b"', '2S 9H | AD', '500')
    """
    if not isinstance(value, str):
        return json.dumps(value)
    plain = _PLAIN.fullmatch(value) and value.lower() not in _WORDS
    return value if plain else json.dumps(value, ensure_ascii=False)


def write_new(path: Path, text: str) -> None:
    """Write a file that must not be there yet, whole or not at all; raises HazariError."""
    write_all({path: text})


def write_all(texts: Mapping[Path, str]) -> None:
    """Write files none of which may be there yet; raises HazariError, and then leaves none."""
    _refuse_present(texts)
    done: list[Path] = []
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as stream:
                done.append(path)
                stream.write(text)
    except OSError as error:
        for path in done:
            path.unlink(missing_ok=True)
        raise HazariError(f"cannot write '{error.filename}': {error.strerror}") from None


def _refuse_present(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.exists():
            raise HazariError(f"'{path}' is there already; choose another id or another place")
