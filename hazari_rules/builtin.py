"""What the package itself brings, handed over through the same hooks as a plugin's."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from hazari_rules import (
    kinds_arrangement,
    kinds_combinations,
    kinds_events,
    kinds_match,
    kinds_play,
    kinds_table,
)
from hazari_rules.kinds import Family, Kind, Vocabulary

if TYPE_CHECKING:
    from importlib.abc import Traversable

_MODULES = (
    kinds_table,
    kinds_combinations,
    kinds_arrangement,
    kinds_play,
    kinds_match,
    kinds_events,
)
FAMILIES: tuple[Family, ...] = tuple(family for module in _MODULES for family in module.FAMILIES)
KINDS: tuple[Kind, ...] = tuple(kind for module in _MODULES for kind in module.KINDS)


def vocabulary(more: Iterable[Kind] = ()) -> Vocabulary:
    """The shipped kinds, with further ones added.

    >>> sorted(vocabulary().of("tie_rule"))
    ['first_played', 'last_played', 'nobody', 'split', 'suit']
    """
    return Vocabulary(FAMILIES, [*KINDS, *more])


def data_folder(name: str) -> Traversable:
    """The shipped folder `variants` or `schemas`, installed or in an uninstalled checkout."""
    spec = find_spec(f"hazari_rules.{name}")
    if spec is None:
        return Path(__file__).parent.parent / name
    for place in map(Path, spec.submodule_search_locations or ()):
        if place.is_dir():
            return place
    from importlib.resources import files  # noqa: PLC0415 - slow; only for a zipped package

    return files(f"hazari_rules.{name}")
