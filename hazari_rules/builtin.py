"""What the package itself brings, handed over through the same hooks as a plugin's."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.abc import Traversable
from importlib.resources import files
from pathlib import Path

from hazari_rules import (
    kinds_arrangement,
    kinds_combinations,
    kinds_events,
    kinds_match,
    kinds_play,
    kinds_table,
)
from hazari_rules.kinds import Family, Kind, Vocabulary

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
    try:
        return files(f"hazari_rules.{name}")
    except ModuleNotFoundError:
        return Path(__file__).parent.parent / name
