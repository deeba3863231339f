"""What to write instead: hints for words, numbers, lists and maps that do not fit a schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any
from unicodedata import normalize

Schema = Mapping[str, Any]

NAME_HINT = "use small letters, digits and underscores, a letter first"
_LONGEST_WORD = 80
_LONGEST_LIST = 20
_CARD_WORDS: Mapping[str, str] = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "t": "10", "ten": "10", "nine": "9",
    "eight": "8", "seven": "7", "six": "6", "five": "5", "four": "4", "three": "3", "two": "2",
    "spade": "S", "heart": "H", "diamond": "D", "club": "C",
    "♠": "S", "♥": "H", "♦": "D", "♣": "C",
}  # fmt: skip
_OTHER_WORDS: Mapping[str, str] = {
    "anticlockwise": "counterclockwise", "anti_clockwise": "counterclockwise",
    "a_k_q": "ace_high", "akq": "ace_high", "a_2_3": "ace_low", "a23": "ace_low",
    "others": "rest", "all_others": "rest", "the_rest": "rest",
}  # fmt: skip
_YES, _NO = ("true", "yes", "on", "y"), ("false", "no", "off", "n")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: the closest known one, else all of them if they are few.

    >>> did_you_mean("last_playd", ["last_played", "split"])
    "did you mean 'last_played'?"
    """
    names = [str(name) for name in known]
    if close := closest(word, names):
        return f"did you mean '{close}'?"
    return f"known here: {', '.join(names)}" if 0 < len(names) <= _LONGEST_LIST else ""


def closest(word: str, known: Sequence[str]) -> str | None:
    """The known word that is most like this one, if any is: in its letters or in its beginning.

    The English words for ranks and suits are known as well where their signs are, and other
    words for some of the language, where the letters would lead to the opposite.

    >>> words = ["last_played", "first_played", "split"]
    >>> closest("first wins", words), closest("Spades", ["S", "H", "D", "C"])
    ('first_played', 'S')
    """
    if len(word) > _LONGEST_WORD:
        return None
    plain = {name.casefold(): name for name in known}
    said = re.sub(r"[\s-]+", "_", word.strip().casefold())
    sign = _CARD_WORDS.get(said, _CARD_WORDS.get(said.removesuffix("s"), "")).casefold()
    other = _OTHER_WORDS.get(said, sign)
    if other in plain and said not in plain:
        return plain[other]
    alike = 0.6 if len(said) > 1 else 1  # "1" may be an ace as well as a ten
    opposites = {f"not_{said}", said.removeprefix("not_")} - {said}
    names = [name for name in plain if name not in opposites]
    if found := get_close_matches(said, names, n=1, cutoff=alike):
        return plain[found[0]]
    first = said.partition("_")[0]
    if len(first) < 3 or first in _CARD_WORDS:  # "two" says little of what is meant
        return None
    begun = [name for name in plain if name.partition("_")[0] == first]
    return plain[begun[0]] if len(begun) == 1 else None


def shown(value: Any) -> str:
    """A value as one short line, as the file writes it."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = "".join(c if c.isprintable() else " " for c in text[:41])
    return text if len(text) <= 40 else text[:40] + "..."


def schema_at(root: Schema, path: Iterable[str | int]) -> Schema:
    """The part of a schema that describes the value at this path; {} where none does."""
    found = _resolved(root, root)
    for step in path:
        found = _resolved(root, _below(found, step))
    return found


def _resolved(root: Schema, schema: Any) -> Schema:
    while isinstance(schema, Mapping) and "$ref" in schema:
        name = str(schema["$ref"]).removeprefix("#/$defs/")
        schema = {k: v for k, v in schema.items() if k != "$ref"} | root["$defs"].get(name, {})
    return schema if isinstance(schema, Mapping) else {}


def _below(schema: Schema, step: str | int) -> Any:
    if isinstance(step, int):
        return schema.get("items") or schema.get("else", {}).get("items", {})
    properties = schema.get("properties") or schema.get("else", {}).get("properties", {})
    return properties[step] if step in properties else schema.get("additionalProperties", {})


def words_of(schema: Schema) -> list[str]:
    """The words that a value may be."""
    listed = schema.get("enum") or schema.get("then", {}).get("enum", ())
    known = {item for item in listed if isinstance(item, str)}
    return [shown(item) for item in listed if isinstance(item, str) or str(item) not in known]


def maps_of(schema: Schema) -> Mapping[str, Schema]:
    """The kinds that are written as a map of one key, with the schema of what the key holds."""
    slot = schema.get("else", schema)
    return dict(slot.get("properties", {})) if slot.get("maxProperties") == 1 else {}


def written(name: str, schema: Schema) -> str:
    """How a kind with an argument is written.

    >>> written("extend_target", {"type": "object", "properties": {"by": {}}})
    '{extend_target: {by: ...}}'
    """
    inside = ", ".join(f"{key}: ..." for key in schema.get("properties", {}))
    return f"{{{name}: {{{inside}}}}}" if inside else f"{{{name}: ...}}"


def choice_hint(schema: Schema, value: Any) -> str:
    """What to write where one of several kinds was to be chosen."""
    words, maps = words_of(schema), maps_of(schema)
    if isinstance(value, dict):
        for key in value:
            if key in words:
                return f"write the word alone: {key}"
        value = next(iter(value), "")
    elif isinstance(value, list) and len(value) == 1:
        value = value[0]
    elif isinstance(value, int) and not isinstance(value, bool):
        numbered = [name for name, part in maps.items() if part.get("type") == "integer"]
        if len(numbered) == 1:
            return f"write {{{numbered[0]}: {value}}}"
    close = closest(str(value), [*words, *maps])
    if close is not None and close in maps:
        if maps[close].get("type") == "integer" and (digits := _digits(str(value))):
            return f"write {{{close}: {digits}}}"
        return f"write {written(close, maps[close])}"
    known = [*words, *(written(name, part) for name, part in maps.items())]
    return did_you_mean(str(value), words) if close else did_you_mean("", known)


def type_hint(schema: Schema, kinds: Sequence[str], value: Any, entry: Schema) -> str:
    """What to write where a value has the wrong type; `entry` describes the entries of a list."""
    if value is None:
        hint = _empty_hint(schema, kinds)
    elif "string" in kinds:
        hint = _text_hint(schema, value)
    elif kinds == ["integer"]:
        hint = _number_hint(schema, value)
    elif kinds == ["boolean"]:
        word = str(value).casefold()
        hint = f"write {'false' if word in _NO else 'true'}" if word in (*_YES, *_NO) else ""
    elif kinds == ["array"]:
        hint = _list_hint(entry, value)
    elif kinds == ["object"]:
        hint = _map_hint(schema, value)
    else:
        hint = ""
    return hint


def default_hint(root: Schema, option: str, choices: Iterable[str], value: Any) -> str:
    """What to write for a default that is no text, in an option with these choices.

    A number that is not asked for needs no option: the block whose property is called like this
    one states it.
    """
    known = ", ".join(list(choices)[:_LONGEST_LIST])
    hint = "name one of its choices" + (f": {known}" if known else "")
    for block, stated in root["properties"].items() if type(value) is int else ():
        inside = _resolved(root, stated).get("properties", {})
        if _resolved(root, inside.get(option)).get("type") == "integer":
            return f"{hint}; or write no option, but {block}: {{{option}: {value}}}"
    return hint


def _empty_hint(schema: Schema, kinds: Sequence[str]) -> str:
    keys = list(schema.get("properties", {})) if kinds == ["object"] else []
    if 0 < len(keys) <= _LONGEST_LIST:
        return f"indent its keys under it: {', '.join(keys)}"
    return "write [] for none" if kinds == ["array"] else "write a value, or take the key out"


def _text_hint(schema: Schema, value: Any) -> str:
    if isinstance(value, dict | list):
        return ""
    text = shown(value)
    if "pattern" in schema and not re.search(schema["pattern"], text):
        return name_hint(text)
    return f'write it in quotes: "{text}"'


def _number_hint(schema: Schema, value: Any) -> str:
    if isinstance(value, str):
        if re.match(r"-?[0-9]+#", value):
            return "put a space before '#'"
        if digits := _digits(value):
            if digits == value:
                return f"write it without quotes: {digits}"
            return f"write it without anything else: {digits}"
    return range_hint(schema)


def _digits(text: str) -> str:
    """The whole number that a text means, as digits; "" if that is not clear."""
    text = text.strip().removeprefix("+")
    if re.fullmatch(r"[1-9][0-9]{0,2}(?:[.,'_ ][0-9]{3}){1,4}", text):
        return re.sub(r"[^0-9]", "", text)
    found = re.fullmatch(r"[^0-9-]*0*(-?(?:0|[1-9][0-9]{0,15}))(?:\.0*)?(?:\s[^0-9]*)?", text)
    return found[1] if found else ""


def range_hint(schema: Schema) -> str:
    """Which numbers a schema allows.

    >>> range_hint({"minimum": 1, "maximum": 5})
    'write a whole number from 1 to 5'
    """
    least, most = schema.get("minimum"), schema.get("maximum")
    bounds = [f" from {least}" if least is not None else "", f" to {most}" if most else ""]
    return f"write a whole number{''.join(bounds)}" if any(bounds) else ""


def _list_hint(entry: Schema, value: Any) -> str:
    if isinstance(value, dict):
        return "start each entry with a dash and a space: '- '"
    text = shown(value)
    items = (text.split("," if "," in text else None)) if isinstance(value, str) else [text]
    written = [_map_of_one(entry, item) or item for item in map(str.strip, items) if item]
    return f"write it in brackets: [{', '.join(written)}]"


def _map_of_one(schema: Schema, text: str) -> str:
    """A map of the one key that must be there, written with this value; "" if there is no one."""
    keys, needed = list(schema.get("properties", {})), list(schema.get("required", ()))
    one = keys if len(keys) == 1 else needed if len(needed) == 1 else []
    return f"{{{one[0]}: {text}}}" if one else ""


def _map_hint(schema: Schema, value: Any) -> str:
    if isinstance(value, str) and (found := re.match(r"(\w+):\S", value)):
        return f"put a space after '{found[1]}:'"
    keys = list(schema.get("properties", {}))
    if {"default", "choices"} <= {*keys} and isinstance(value, str):
        return f"write {{default: {shown(value)}}} to choose it"
    if not isinstance(value, list) and (one := _map_of_one(schema, shown(value))):
        return f"write {one}"
    if isinstance(value, list) and "additionalProperties" in schema and not keys:
        return "write names, without dashes or brackets: 'name: ...'"
    known = f"its keys are {', '.join(keys)}" if 0 < len(keys) <= _LONGEST_LIST else ""
    dashes = isinstance(value, list) and any(isinstance(item, dict) for item in value)
    return f"write it without dashes; {known}" if known and dashes else known


def name_hint(text: str) -> str:
    """How to write a name that programs use.

    >>> name_hint("My Game")
    'use small letters, digits and underscores, a letter first: my_game'
    """
    if file := re.fullmatch(r"(?:.*[/\\])?([a-z][a-z0-9_]*)\.(?:yaml|yml|json)", text):
        return f"write the id of a variant, not its file: {file[1]}"
    plain = normalize("NFKD", shown(text).lower()).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return f"{NAME_HINT}: {name if re.match('[a-z]', name) else 'the_' + (name or 'rules')}"


def missing_hint(schema: Schema, keys: Sequence[str]) -> str:
    """How to add what is missing from a map."""
    if len(keys) > 1:
        words = [f"'{key}:'" for key in keys]
        return f"add {', '.join(words[:-1])} and {words[-1]}"
    part = schema.get("properties", {}).get(keys[0], {})
    return f"add '{keys[0]}: {part['const']}'" if "const" in part else f"add '{keys[0]}:'"


def unknown_key_hint(root: Schema, path: Sequence[str | int], key: str) -> str:
    """What to write instead of a key that does not exist here, or where it belongs."""
    here = schema_at(root, path)
    known = list(here.get("properties", {}))
    if key == "<<":
        return "nothing is merged in but what 'extends' names"
    if found := re.fullmatch(r"-(\w.*|\{.*)", key):
        return f"put a space after the dash: '- {shown(found[1])}'"
    if (found := re.fullmatch(r"(\w+):(\w+)", key)) and found[1] in known:
        return f"put a space after the ':': '{found[1]}: {shown(found[2])}'"
    if (found := re.fullmatch(r"(\w+)[\s=]+(\S.*)", key)) and (name := closest(found[1], known)):
        return f"put a ':' between the two: '{name}: {shown(found[2])}'"
    homes = list(_homes(root, here, key))
    if 0 < len(homes) <= 3:
        return f"it belongs under {' or '.join(repr(home) for home in homes)}"
    if path and key in root.get("properties", {}) and path[0] != "options":
        return "it belongs to the outermost keys: start it at the beginning of its line"
    if maps := maps_of(here):
        return choice_hint(here, {key: None}) or did_you_mean(key, maps)
    return did_you_mean(key, known)


def _homes(root: Schema, here: Schema, key: str) -> Iterator[str]:
    """Which keys of this map hold maps that know this key."""
    for name, part in here.get("properties", {}).items():
        if key in _resolved(root, part).get("properties", {}):
            yield name
