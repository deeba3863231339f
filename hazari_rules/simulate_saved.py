"""The file that keeps a simulation: always whole, however the program ended."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from hazari_rules.errors import HazariError
from hazari_rules.simulate import Done, Plan, names_of
from hazari_rules.simulate_sums import Sums

_FORMAT = "hazari-simulation-2"
_BEGIN = b'{"format":"hazari-simulation-'
_MAX_BYTES = 16_000_000


def save(path: Path, done: Done) -> None:
    """Write what is done beside the file, then put it in its place in one step.

    Raises HazariError if it cannot be written.
    """
    sums = done.sums
    data = {
        **_about(done.plan),
        "tables": [list(tables) for tables in done.ranges],
        "first": sums.first,
        "second": sums.second,
        "squares": sums.squares,
        "lengths": sums.lengths,
    }
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_text(_json({**data, "checksum": _checksum(data)}) + "\n", encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise HazariError(f"cannot write {path}: {error.strerror}") from None


def read_saved(path: Path, plan: Plan) -> Done:
    """What the file keeps of this plan; nothing if there is no such file.

    Raises HazariError if the file is of another simulation, is none, or cannot be read.
    """
    try:
        if not path.exists():
            return Done.nothing(plan)
        with path.open("rb") as file:
            raw = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise HazariError(f"cannot read {path}: {error.strerror}") from None
    try:
        data = json.loads(raw) if len(raw) <= _MAX_BYTES else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        if raw.startswith(_BEGIN):
            raise _damaged(path)
        data = {}
    found = str(data.get("format"))
    if not found.startswith(_FORMAT[:-1]):
        raise HazariError(f"{path} keeps no simulation; name a new file, or one that it wrote")
    if found != _FORMAT:
        raise HazariError(f"{path} is of another version of this program; name a new file")
    if data.pop("checksum", None) != _checksum(data):
        raise _damaged(path)
    try:
        another = _another(data, plan)
    except (KeyError, TypeError, AttributeError):
        raise _damaged(path) from None
    if another:
        raise HazariError(
            f"{path} keeps another simulation: {another}; give the same again, or name a new file"
        )
    done = _done(data, plan)
    if done is None:
        raise _damaged(path)
    return done


def _damaged(path: Path) -> HazariError:
    return HazariError(f"{path} is damaged; name a new file to begin anew")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))


def _checksum(data: dict[str, Any]) -> str:
    return hashlib.sha256(_json(data).encode()).hexdigest()


def _about(plan: Plan) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "variants": [
            {"id": ruleset.id, "options": dict(ruleset.options), "digest": ruleset.digest}
            for ruleset in plan.rulesets
        ],
        "deals": plan.deals,
        "seed": plan.seed,
    }


def _another(data: dict[str, Any], plan: Plan) -> str:
    """How the simulation that the data is of differs from the plan; empty if it is the same."""
    wanted = _about(plan)
    kept, asked = data["variants"], wanted["variants"]
    if [variant["digest"] for variant in kept] != [variant["digest"] for variant in asked]:
        names = names_of([(variant["id"], variant["options"]) for variant in (*kept, *asked)])
        one, other = " and ".join(names[: len(kept)]), " and ".join(names[len(kept) :])
        if one == other:
            return f"the rules of {one} have changed since"
        return f"it is of {one}, not of {other}"
    if data["deals"] != wanted["deals"]:
        return (
            f"it is of {data['deals']:,} deals, not of {wanted['deals']:,}, and cannot be made"
            " longer or shorter"
        )
    if data["seed"] != wanted["seed"]:
        return f"it is of seed {data['seed']}, not of seed {wanted['seed']}"
    return ""


def _done(data: dict[str, Any], plan: Plan) -> Done | None:
    """What the data says, or None if it cannot be what `save` wrote for this plan."""
    none = Sums.none(plan.rulesets)
    first, second, squares = (_whole(data.get(key)) for key in ("first", "second", "squares"))
    lengths = [_whole(counts) for counts in _list(data.get("lengths"))]
    tables = [_whole(pair) for pair in _list(data.get("tables"))]
    sizes = [len(part) for part in (first, second, squares, lengths)]
    if sizes != [len(part) for part in (none.first, none.second, none.squares, none.lengths)]:
        return None
    begin, ranges = 0, []
    for pair in tables:
        if len(pair) != 2 or not begin <= pair[0] < pair[1] <= plan.tables:
            return None
        ranges.append((pair[0], pair[1]))
        begin = pair[1]
    count = sum(stop - start for start, stop in ranges)
    done = Done(plan, Sums(count, first, second, squares, tuple(lengths)), tuple(ranges))
    return done if first[0] == done.deals else None


def _list(data: object) -> list[object]:
    return data if isinstance(data, list) else []


def _whole(data: object) -> tuple[int, ...]:
    """A list of whole numbers; empty for anything else."""
    numbers = _list(data)
    whole = tuple(n for n in numbers if isinstance(n, int) and not isinstance(n, bool))
    return whole if len(whole) == len(numbers) else ()
