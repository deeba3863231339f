"""One loader for all tests that may share it: what it found clean it need not look at again."""

from __future__ import annotations

from functools import cache

from hazari_rules.loading import Loader


@cache
def shipped() -> Loader:
    """A loader of the shipped files alone, made once."""
    return Loader.shipped()
