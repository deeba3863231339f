"""The entry points of installed plugins, without importing what reads them where there are none.

`importlib.metadata` takes longer to import than most commands work; so the folders on the path
are first searched for a file that names the group at all.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "hazari_rules"

_SECTION = re.compile(rb"^\s*\[+" + GROUP.encode() + rb"\]+\s*$", re.MULTILINE)
_SUFFIXES = (".dist-info", ".egg-info")


def entries() -> Iterable[EntryPoint]:
    """Every installed entry point of the group `hazari_rules`.

    >>> [entry.group for entry in entries() if entry.group != GROUP]
    []
    """
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    if finders == [PathFinder] and not any(map(_may_hold_some, sys.path)):
        return ()
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

    return entry_points(group=GROUP)


def _may_hold_some(place: str) -> bool:
    """Whether distributions here may have such an entry point; what is no folder may."""
    try:
        names = os.listdir(place or ".")
    except NotADirectoryError:
        return True
    except OSError:
        return False
    if place.lower().endswith(".egg"):
        return True
    return any(
        _names_group(Path(place, name, "entry_points.txt"))
        for name in names
        if name.lower().endswith(_SUFFIXES)
    )


def _names_group(file: Path) -> bool:
    try:
        return _SECTION.search(file.read_bytes()) is not None
    except OSError:  # most distributions have no such file
        return False
