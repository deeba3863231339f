"""JSON Schema violations as findings: one for each cause, at its place, with a hint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from hazari_rules.documents import Node
from hazari_rules.errors import Finding
from hazari_rules.hints import (
    Schema,
    choice_hint,
    default_hint,
    did_you_mean,
    maps_of,
    missing_hint,
    name_hint,
    range_hint,
    schema_at,
    shown,
    type_hint,
    unknown_key_hint,
    words_of,
)

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

__all__ = ["did_you_mean", "in_file_order", "pointer_of", "schema_findings"]

MAX_FINDINGS = 50
_MANY_KEYS = 6
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "object": "a map (key: value)",
    "array": "a list",
    "boolean": "true or false",
    "null": "nothing",
}

Path = list[str | int]


def schema_findings(node: Node, schema: Schema) -> list[Finding]:
    """What in this document does not fit the schema; at most MAX_FINDINGS, in file order."""
    teller = _Teller(node, schema)
    for error in _validator()(schema).iter_errors(node.plain()):
        teller.tell(error)
        if teller.heard >= 4 * MAX_FINDINGS:
            break
    return in_file_order(teller.findings())[:MAX_FINDINGS]


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


@cache
def _validator() -> Any:
    """The validator, whose search for repeated values does not grow with their square."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - the slowest import of all
    from jsonschema.exceptions import ValidationError  # noqa: PLC0415
    from jsonschema.validators import extend  # noqa: PLC0415

    def unique(
        validator: Any, wanted: bool, instance: Any, schema: Any
    ) -> Iterator[ValidationError]:
        if wanted and isinstance(instance, list) and _repeated(instance) is not None:
            yield ValidationError("a value is repeated")

    return extend(Draft202012Validator, {"uniqueItems": unique})  # type: ignore[no-untyped-call]


def _repeated(items: Sequence[Any]) -> int | None:
    """The place of the first item that stands in the list before."""
    seen: set[str] = set()
    for i, item in enumerate(items):
        if repr(item) in seen:
            return i
        seen.add(repr(item))
    return None


class _Teller:
    """Turns violations into findings; those with one cause become one."""

    def __init__(self, root: Node, schema: Schema) -> None:
        self._root = root
        self._schema = schema
        self._found: dict[tuple[str, str], Finding] = {}
        self._missing: dict[str, tuple[Path, list[str]]] = {}
        self._crowded: set[str] = set()
        self._entries: dict[str, int] = {}
        self.heard = 0

    def tell(self, error: ValidationError) -> None:
        """Note one violation."""
        self.heard += 1
        path = list(error.absolute_path)
        match error.validator:
            case "additionalProperties":
                self._unknown_keys(error, path)
            case "required":
                pointer = pointer_of(path)
                keys = self._missing.setdefault(pointer, (path, []))[1]
                for key in _listed(error):
                    if key not in _instance(error) and key not in keys:
                        keys.append(key)
            case "enum" | "const":
                self._value(error, path)
            case "type":
                self._type(error, path)
            case _ if "propertyNames" in error.absolute_schema_path:
                self._name_of_key(error, path)
            case _:
                self._other(error, path)

    def findings(self) -> Iterator[Finding]:
        """Everything noted."""
        for (id_, pointer), finding in self._found.items():
            if id_ == "unknown-key" and pointer.rpartition("/")[0] in self._crowded:
                continue
            if (more := self._entries.get(pointer, 1) - 1) > 0:
                message = f"{finding.message}; so are {more} more entries"
                yield Finding(id_, message, finding.span, pointer, finding.hint)
            else:
                yield finding
        for path, keys in self._missing.values():
            yield self._lacks(path, keys)

    def _add(self, id_: str, path: Path, message: str, hint: str, node: Node | None = None) -> None:
        span = (node or self._root.at(path)).span
        finding = Finding(id_, message, span, pointer_of(path), hint)
        self._found.setdefault((id_, finding.pointer), finding)

    def _lacks(self, path: Path, keys: list[str]) -> Finding:
        node = self._root.at(path)
        told = [key for key in self._order(path) if key in keys] or keys
        hint = missing_hint(schema_at(self._schema, path), told)
        if not path and len(keys) >= _MANY_KEYS and "extends" in self._schema["properties"]:
            hint = "add them, or name the variant that this one changes: 'extends: hazari'"
        words = ", ".join(f"'{key}'" for key in told)
        pointer = pointer_of([*path, told[0]] if len(told) == 1 else path)
        first = next(iter(node.value.values()), node) if isinstance(node.value, dict) else node
        span = node.key_span or (first.key_span if not path else None) or node.span
        return Finding("missing-key", f"{self._name(path)} lacks {words}", span, pointer, hint)

    def _order(self, path: Path) -> list[str]:
        return list(schema_at(self._schema, path).get("properties", {}))

    def _unknown_keys(self, error: ValidationError, path: Path) -> None:
        known = error.schema.get("properties", {}) if isinstance(error.schema, Mapping) else {}
        unknown = [key for key in _instance(error) if key not in known]
        for key in unknown[:MAX_FINDINGS]:
            node = self._root.at([*path, key])
            message = f"'{shown(key)}' is not a key of {self._name(path)}"
            hint = unknown_key_hint(self._schema, path, key)
            place = Node(None, node.key_span or node.span)
            self._add("unknown-key", [*path, key], message, hint, place)

    def _value(self, error: ValidationError, path: Path) -> None:
        message = f"{self._name(path)} cannot be {_said(_instance(error))}"
        slot = schema_at(self._schema, path)
        if error.validator == "const":
            only = error.validator_value
            quoted = isinstance(_instance(error), str) and _instance(error) == shown(only)
            hint = f"write {shown(only)}, without quotes" if quoted else f"write {shown(only)}"
            if only is True:
                hint = "write true, or take the key out"
        elif words_of(slot) or maps_of(slot):
            hint = choice_hint(slot, _instance(error))
        else:
            hint = did_you_mean(str(_instance(error)), map(str, _listed(error)))
        self._add("unknown-value", path, message, hint)

    def _type(self, error: ValidationError, path: Path) -> None:
        slot, kinds, value = schema_at(self._schema, path), _listed(error), _instance(error)
        if maps_of(slot) and not isinstance(value, dict):
            message = f"{self._name(path)} cannot be {_said(value)}"
            self._add("unknown-value", path, message, choice_hint(slot, value))
            return
        wanted = " or ".join(_TYPES[kind] for kind in kinds)
        message = f"{self._name(path)} must be {wanted}, not {_said(value)}"
        hint = type_hint(slot, kinds, value, schema_at(self._schema, (*path, 0)))
        match path:
            case ["options", str(), "default"]:
                stated = self._root.at(path[:-1]).plain().get("choices")
                choices = stated if isinstance(stated, dict) else {}
                hint = default_hint(self._schema, str(path[1]), choices, value)
        if not path:
            first = next((k for k, v in self._schema["properties"].items() if "const" in v), None)
            start = (
                f", the first one '{missing_hint(self._schema, [first])[5:-1]}'" if first else ""
            )
            hint = f"write 'key: value' lines{start}"
        if path and isinstance(path[-1], int):
            parent = pointer_of(path[:-1])
            first_entry = next(
                (
                    p
                    for (i, p) in self._found
                    if i == "wrong-type" and p.rpartition("/")[0] == parent
                ),
                None,
            )
            if first_entry is not None:
                self._entries[first_entry] = self._entries.get(first_entry, 1) + 1
                return
        self._add("wrong-type", path, message, hint)

    def _name_of_key(self, error: ValidationError, path: Path) -> None:
        key = _instance(error)
        node = self._root.at([*path, key])
        if error.validator == "pattern":
            message, hint = f"'{shown(key)}' cannot be a name here", name_hint(key)
        else:
            message, hint = f"the name '{shown(key)}' is too long", "choose a shorter one"
        self._add("bad-format", [*path, key], message, hint, Node(None, node.key_span or node.span))

    def _other(self, error: ValidationError, path: Path) -> None:
        name, value = self._name(path), _instance(error)
        bound: Any = error.validator_value
        slot = schema_at(self._schema, path)
        match error.validator:
            case "pattern":
                self._add("bad-format", path, f"{name} cannot be {_said(value)}", name_hint(value))
            case "uniqueItems":
                where = _repeated(value) or 0
                message = f"{name} has {_said(value[where])} twice"
                self._add("repeated-value", [*path, where], message, "take one out")
            case "maxProperties" if bound == 1:
                self._crowded.add(pointer_of(path))
                names = " and ".join(f"'{shown(key)}'" for key in list(value)[:3])
                message = f"{name} can be only one of {names}"
                self._add("two-kinds", path, message, "keep one of them")
            case "minProperties":
                message = f"{name} is empty"
                known = maps_of(slot) or slot.get("properties", {})
                self._add("missing-key", path, message, did_you_mean("", known))
            case _:
                part = error.schema if isinstance(error.schema, Mapping) else {}
                hint = range_hint(part) if error.validator in ("minimum", "maximum") else ""
                self._add("out-of-range", path, _range_message(error, name), hint)

    def _name(self, path: Path) -> str:
        """A path for a reader: entries of a list by their ids, or by numbers from 1."""
        words: list[str] = []
        for i, step in enumerate(path):
            inside = self._root.at(path[: i + 1]).value
            id_ = inside["id"].value if isinstance(inside, dict) and "id" in inside else None
            if isinstance(step, str):
                words.append(shown(step))
            elif isinstance(id_, str):
                words.append(shown(id_))
            elif i < len(path) - 1:
                words.append(str(step + 1))
            else:
                return f"'{'.'.join(words)}' entry {step + 1}"
        return f"'{'.'.join(words)}'" if words else "the file"


def _instance(error: ValidationError) -> Any:
    return error.instance


def _listed(error: ValidationError) -> list[Any]:
    """What the schema demanded, as a list."""
    wanted = error.validator_value
    return list(wanted) if isinstance(wanted, list) else [wanted]


def _range_message(error: ValidationError, name: str) -> str:
    bound = error.validator_value
    entries = f"{bound} {'entry' if bound == 1 else 'entries'}"
    words = {
        "minimum": f"must be at least {bound}",
        "maximum": f"must be at most {bound}",
        "minItems": f"needs at least {entries}",
        "maxItems": f"can have at most {entries}",
        "minLength": "cannot be empty",
        "maxLength": f"can have at most {bound} characters",
        "maxProperties": f"can have at most {entries}",
    }
    return f"{name} {words.get(str(error.validator), 'is not as this kind of rule needs it')}"


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "empty"
    return f"'{shown(value)}'" if isinstance(value, str) else shown(value)
