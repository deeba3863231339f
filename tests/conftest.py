"""One deterministic hypothesis profile for every run, and fixtures of many tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from hazari_rules.loading import Loader
from tests.loaders import shipped

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("ci")


@pytest.fixture
def one_loader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands use a loader that has read the shipped files before: it saves time."""
    monkeypatch.setattr(Loader, "installed", lambda folders=(): shipped())
