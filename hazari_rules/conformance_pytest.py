"""A pytest plugin: the cases of a suite as test items.

It does nothing without `--hazari-cmd` or `--hazari-url`.

pytest --hazari-cmd './my-program' --hazari-variant hazari -k ties
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from hazari_rules.conformance_cases import Case
    from hazari_rules.conformance_runner import Prober, Result
    from hazari_rules.conformance_suite import Suite
    from hazari_rules.conformance_transport import Connection
    from hazari_rules.conformance_words import RuleWords

_LAYERS = tuple(f"L{number}" for number in range(1, 9))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; without the first one nothing else happens."""
    group = parser.getgroup("hazari", "conformance with the rules of a variant")
    group.addoption("--hazari-cmd", metavar="COMMAND", help="test the program COMMAND starts")
    group.addoption("--hazari-url", metavar="URL", help="test the server at URL")
    group.addoption(
        "--hazari-one-shot", action="store_true", help="start COMMAND anew for every case"
    )
    group.addoption("--hazari-variant", default="hazari", metavar="V", help="by these rules")
    group.addoption(
        "--hazari-option", action="append", default=[], metavar="NAME=CHOICE",
        help="choose for one of the variant's options",
    )  # fmt: skip
    group.addoption("--hazari-seed", type=int, default=0, help="seed of the generated cases")
    group.addoption(
        "--hazari-seconds", type=float, default=10.0, help="how long an answer may take"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register a marker for each layer, hazari_L1 to hazari_L8."""
    for layer in _LAYERS:
        config.addinivalue_line("markers", f"hazari_{layer}: conformance cases of layer {layer}")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Add the suite to what the session collects."""
    report = yield
    asked = any(map(collector.config.getoption, ("--hazari-cmd", "--hazari-url")))
    if asked and isinstance(collector, pytest.Session):
        suite = Conformance.from_parent(collector, name="hazari", nodeid="hazari")
        report.result = [*report.result, suite]
    return report


class Conformance(pytest.Collector):
    """The suite of one variant; it holds the implementation that all its items ask."""

    def __init__(self, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self._connect = self._connector()
        self.suite, self.words = self._suite()
        self._prober: Prober | None = None

    def _connector(self) -> Callable[[], Connection]:
        from hazari_rules import conformance_transport as ways  # noqa: PLC0415 - only if asked for

        option = self.config.getoption
        text, url = option("--hazari-cmd"), option("--hazari-url")
        if text and url:
            raise pytest.UsageError("give --hazari-cmd or --hazari-url, not both")
        if url:
            if not url.startswith(("http://", "https://")):
                raise pytest.UsageError(f"not a URL: '{url}'; it begins with http:// or https://")
            return partial(ways.HttpConnection, url)
        try:
            command = shlex.split(text)
        except ValueError as error:
            raise pytest.UsageError(f"cannot read the command {text!r}: {error}") from None
        one_shot = option("--hazari-one-shot")
        return partial(ways.OneShotConnection if one_shot else ways.ProcessConnection, command)

    def _suite(self) -> tuple[Suite, RuleWords]:
        from hazari_rules.cli_common import parse_options  # noqa: PLC0415 - only if asked for
        from hazari_rules.conformance_suite import suite_of  # noqa: PLC0415
        from hazari_rules.conformance_words import RuleWords  # noqa: PLC0415
        from hazari_rules.errors import HazariError  # noqa: PLC0415
        from hazari_rules.loading import Loader  # noqa: PLC0415

        option = self.config.getoption
        try:
            loader, name = Loader.installed(), option("--hazari-variant")
            variant = loader.load(name, parse_options(tuple(option("--hazari-option"))))
            suite = suite_of(variant, loader.resolver.library, name, option("--hazari-seed"))
        except HazariError as error:
            raise pytest.UsageError(str(error)) from None
        return suite, RuleWords(variant)

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each case, marked by its layer."""
        self.config.add_cleanup(self._close)
        for case in self.suite.cases:
            item = ConformanceItem.from_parent(self, name=case.id, case=case)
            item.add_marker(f"hazari_{case.layer.value}")
            yield item

    def ask(self, case: Case) -> Result:
        """What comes of a case; the implementation is started with the first one."""
        if self._prober is None:
            from hazari_rules.conformance_runner import Prober, Settings  # noqa: PLC0415

            settings = Settings(case_seconds=self.config.getoption("--hazari-seconds"))
            self._prober = Prober(self.suite, self._connect, settings)
        return self._prober.ask(case)

    def _close(self) -> None:
        if self._prober is not None:
            self._prober.close()


class ConformanceItem(pytest.Item):
    """One case."""

    def __init__(self, *, case: Case, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self._case = case

    def runtest(self) -> None:
        """Ask, and fail or skip accordingly."""
        from hazari_rules.conformance_reports import case_lines  # noqa: PLC0415
        from hazari_rules.conformance_runner import Status  # noqa: PLC0415

        assert isinstance(self.parent, Conformance)
        result = self.parent.ask(self._case)
        if result.status is Status.SKIPPED:
            pytest.skip(result.message)
        if result.status.bad:
            pytest.fail("\n".join(case_lines(result, self.parent.words)), pytrace=False)

    def reportinfo(self) -> tuple[str, None, str]:
        """What the item is called in reports."""
        return "hazari", None, f"case {self.name}"  # a bare name would lose its dots
