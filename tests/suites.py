"""The shipped variants' suites and changed rules, made once for all tests of a process."""

from __future__ import annotations

from functools import cache

from hazari_rules.conformance_mutants import Workshop
from hazari_rules.conformance_suite import Suite, suite_of
from hazari_rules.loading import Loader

LOADER = Loader.shipped()


@cache
def whole_suite(variant: str) -> Suite:
    """All cases of a shipped variant with its default options and seed 0."""
    return suite_of(LOADER.load(variant), LOADER.resolver.library, variant)


@cache
def workshop(variant: str) -> Workshop:
    """The changed rules of a shipped variant with its default options."""
    return Workshop.of(LOADER, variant, {})
