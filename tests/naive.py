"""Variant files resolved in the plainest way: merged dicts for the oracle, no positions, no checks.

Shares nothing with the package that it checks.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

VARIANTS = Path(__file__).parents[1] / "variants"


def string_keys(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(name): string_keys(value) for name, value in data.items()}
    return [string_keys(value) for value in data] if isinstance(data, list) else data


def with_ids(data: Any) -> bool:
    return isinstance(data, list) and all(isinstance(e, dict) and "id" in e for e in data)


def merged_list(old: list[Any], new: list[Any]) -> list[Any]:
    result = list(old)
    for change in new:
        ids = [entry["id"] for entry in result]
        known = change["id"] in ids
        entry = result[ids.index(change["id"])] if known else {}
        entry = merged(entry, {k: v for k, v in change.items() if k not in {"above", "below"}})
        if known and not {"above", "below"} & change.keys():
            result[ids.index(change["id"])] = entry
            continue
        result = [other for other in result if other["id"] != change["id"]]
        ids = [other["id"] for other in result]
        place = len(result)
        if "above" in change:
            place = ids.index(change["above"])
        if "below" in change:
            place = ids.index(change["below"]) + 1
        result.insert(place, entry)
    return [entry for entry in result if not entry.get("remove")]


def merged(old: Any, new: Any) -> Any:
    """The old data with the new data in place: maps by key, lists of things with ids by id."""
    if isinstance(old, dict) and isinstance(new, dict):
        result = dict(old)
        for name, value in new.items():
            plain = name not in old or name in {"when", "key"}
            result[name] = value if plain else merged(old[name], value)
        return result
    if with_ids(old) and with_ids(new):
        return merged_list(old, new)
    return new


def merged_options(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    result = dict(old)
    for name, option in new.items():
        if option.get("remove"):
            del result[name]
        elif name in result:
            choices = {**result[name]["choices"], **option.get("choices", {})}
            result[name] = {**result[name], **option, "choices": choices}
        else:
            result[name] = option
    return result


@cache
def _files(variant: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """(rules without options, options) of a variant with those of its parents."""
    data = string_keys(yaml.safe_load((VARIANTS / f"{variant}.yaml").read_text("utf-8")))
    if "deck" in data:
        data["deck"]["ranks"] = [str(name) for name in data["deck"]["ranks"]]
    base, options = _files(data.pop("extends")) if "extends" in data else ({}, {})
    options = merged_options(options, data.pop("options", {}))
    return merged(base, data), options


def options_of(variant: str) -> dict[str, dict[str, Any]]:
    """Every option of a variant as its file and its parents' files state it."""
    return _files(variant)[1]


def resolved(variant: str, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The rules of a variant with these choices, in the form that the oracle reads."""
    rules, stated = _files(variant)
    for name, option in stated.items():
        choice = (options or {}).get(name, option["default"])
        rules = merged(rules, string_keys(option["choices"][choice]))
    return rules
