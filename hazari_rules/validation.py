"""JSON Schema violations as findings: one for each cause, at its place, with a hint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from hazari_rules.documents import Node
from hazari_rules.errors import Finding

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

MAX_FINDINGS = 50
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "object": "a map (key: value)",
    "array": "a list",
    "boolean": "true or false",
    "null": "nothing",
}


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: the closest known one, else all of them if they are few.

    >>> did_you_mean("last_playd", ["last_played", "split"])
    "did you mean 'last_played'?"
    """
    names = [str(name) for name in known]
    if close := get_close_matches(word, names, n=1, cutoff=0.6):
        return f"did you mean '{close[0]}'?"
    return f"known here: {', '.join(names)}" if 0 < len(names) <= 20 else ""


def schema_findings(node: Node, schema: Mapping[str, Any]) -> list[Finding]:
    """What in this document does not fit the schema; at most MAX_FINDINGS, in file order."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - the slowest import of all

    found: dict[tuple[str, str], Finding] = {}
    for error in Draft202012Validator(schema).iter_errors(node.plain()):
        for finding in _findings(error, node):
            found.setdefault((finding.id, finding.pointer), finding)
        if len(found) >= 4 * MAX_FINDINGS:
            break
    return in_file_order(found.values())[:MAX_FINDINGS]


def in_file_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by file, line and column; those without a place come last."""
    return sorted(
        findings,
        key=lambda f: (f.span.file, f.span.line, f.span.column) if f.span else ("\U0010ffff", 0, 0),
    )


def pointer_of(path: Sequence[str | int]) -> str:
    """A path as a JSON pointer.

    >>> pointer_of(["deck", "ranks", 0])
    '/deck/ranks/0'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _findings(error: ValidationError, root: Node) -> Iterator[Finding]:
    path = list(error.absolute_path)
    node = root.at(path)
    pointer = pointer_of(path)
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    match error.validator:
        case "additionalProperties" | "propertyNames":
            yield from _keys(error, node, path, schema)
        case "required":
            for key in _listed(error):
                if isinstance(error.instance, dict) and key not in error.instance:
                    message, hint = f"{_name(path)} lacks '{key}'", f"add '{key}:'"
                    yield Finding(
                        "missing-key",
                        message,
                        node.key_span or node.span,
                        pointer + f"/{key}",
                        hint,
                    )
        case "enum" | "const" | "type":
            yield _value(error, node, path, pointer)
        case _:
            yield Finding(
                "out-of-range" if error.validator != "pattern" else "bad-format",
                _range_message(error, path),
                node.span,
                pointer,
                _range_hint(error),
            )


def _keys(
    error: ValidationError, node: Node, path: list[str | int], schema: Mapping[str, Any]
) -> Iterator[Finding]:
    if error.validator == "propertyNames" or "pattern" in schema:
        key = error.instance
        span = (
            node.value[key].key_span if isinstance(node.value, dict) and key in node.value else None
        )
        message = f"'{_short(key)}' cannot be a name here"
        yield Finding("bad-format", message, span or node.span, pointer_of(path), _NAME_HINT)
        return
    known = list(schema.get("properties", {}))
    for key, value in node.value.items():
        if key not in known:
            message = f"'{_short(key)}' is not a key of {_name(path)}"
            hint = did_you_mean(key, known)
            yield Finding("unknown-key", message, value.key_span, pointer_of([*path, key]), hint)


def _value(error: ValidationError, node: Node, path: list[str | int], pointer: str) -> Finding:
    value = error.instance
    if error.validator == "type":
        kinds = _listed(error)
        wanted = " or ".join(_TYPES[kind] for kind in kinds)
        message = f"{_name(path)} must be {wanted}, not {_said(value)}"
        hint = ""
        if "string" in kinds and isinstance(value, int):
            hint = f'write it in quotes: "{value}"' if not isinstance(value, bool) else ""
        elif kinds == ["array"] and not isinstance(value, dict):
            hint = f"write it in brackets: [{_short(value)}]"
        return Finding("wrong-type", message, node.span, pointer, hint)
    known = _listed(error)
    words = [_plain(item) for item in known if not isinstance(item, int) or str(item) not in known]
    message = f"{_name(path)} cannot be {_said(value)}"
    return Finding("unknown-value", message, node.span, pointer, did_you_mean(_plain(value), words))


def _listed(error: ValidationError) -> list[Any]:
    """What the schema demanded, as a list."""
    wanted = error.validator_value
    return list(wanted) if isinstance(wanted, list) else [wanted]


def _range_message(error: ValidationError, path: list[str | int]) -> str:
    bound = error.validator_value
    words = {
        "minimum": f"must be at least {bound}",
        "maximum": f"must be at most {bound}",
        "minItems": f"needs at least {bound} entries",
        "maxItems": f"can have at most {bound} entries",
        "minLength": "cannot be empty",
        "maxLength": f"can have at most {bound} characters",
        "minProperties": "needs at least one entry",
        "maxProperties": f"can have at most {bound} entr{'y' if bound == 1 else 'ies'}",
        "uniqueItems": "cannot hold the same value twice",
        "pattern": f"cannot be {_said(error.instance)}",
    }
    return f"{_name(path)} {words.get(str(error.validator), error.message[:200])}"


def _range_hint(error: ValidationError) -> str:
    return _NAME_HINT if error.validator == "pattern" else ""


_NAME_HINT = "use small letters, digits and underscores, a letter first: no_run"


def _name(path: Sequence[str | int]) -> str:
    words = [str(step) for step in path if isinstance(step, str)]
    if not path:
        return "the file"
    index = f" entry {path[-1] + 1}" if isinstance(path[-1], int) else ""
    return f"'{'.'.join(words)}'{index}"


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "empty"
    return f"'{_short(value)}'" if isinstance(value, str) else _plain(value)


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _short(value: Any) -> str:
    text = _plain(value)
    return text if len(text) <= 40 else text[:40] + "..."
