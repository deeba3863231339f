"""What the commands share: the session with its plugins, options, JSON, findings, exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hazari_rules.documents import Source
from hazari_rules.errors import ExitCode, Finding, FindingsError, HazariError, NotationError
from hazari_rules.hints import did_you_mean
from hazari_rules.loading import Loader
from hazari_rules.resolve import Variant

if TYPE_CHECKING:
    from hazari_rules.compiled import Rules
    from hazari_rules.game import Game

F = TypeVar("F", bound=Callable[..., Any])


_LONGEST = 200


class CommandGroup(click.Group):
    """Commands that are told in whole sentences, the nearest one for a name that is none."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; UsageError with the nearest one for an unknown name."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            hint = did_you_mean(name, self.list_commands(ctx))
            raise click.UsageError(f"there is no command '{name}'; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every command with its whole first sentence."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, c.get_short_help_str(_LONGEST)) for name, c in found if c and not c.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@dataclass(slots=True)
class Session:
    """One run of `hazari`: loads plugins only when a command needs them."""

    folders: tuple[str, ...] = ()
    _loaders: dict[str, Loader] = field(default_factory=dict)

    @property
    def loader(self) -> Loader:
        """With all plugins and folders; what could not be loaded is warned of on stderr."""
        if "installed" not in self._loaders:
            self._loaders["installed"] = Loader.installed(self.folders)
            for warning in self._loaders["installed"].plugins.warnings:
                click.echo(warning.text(), err=True)
        return self._loaders["installed"]

    def loader_of(self, name: str) -> Loader:
        """The loader that has a variant; a shipped one needs no plugins."""
        shipped = self._loaders.setdefault("shipped", Loader.shipped())
        return shipped if name in shipped.resolver.library.ids() else self.loader

    def variant(self, name: str, options: tuple[str, ...] = ()) -> Variant:
        """The variant with options given as `name=choice`."""
        loader = self.loader_of(name)
        try:
            return loader.load(name, parse_options(options))
        except FindingsError as error:
            show_findings(error.findings, loader.resolver.sources)
            raise click.exceptions.Exit(ExitCode.FINDINGS) from None

    def game(self, name: str, options: tuple[str, ...] = ()) -> Game:
        """The game of a variant with options given as `name=choice`."""
        from hazari_rules.game import Game  # noqa: PLC0415 - not every command plays

        variant = self.variant(name, options)
        return Game(variant.ruleset, variant.vocabulary)

    def rules(self, name: str, options: tuple[str, ...] = ()) -> Rules:
        """The same without what plays matches, which takes longer to import."""
        from hazari_rules.compiled import Rules  # noqa: PLC0415 - not every command compiles

        variant = self.variant(name, options)
        return Rules.compile(variant.ruleset, variant.vocabulary)


def recorded_name(session: Session, id_: str, record: str) -> str:
    """How to load the variant that a record names: by its id, or as the file beside the record."""
    beside = Path(record).parent / f"{id_}.yaml"
    known = session.loader_of(id_).resolver.library.ids()
    return str(beside) if id_ not in known and beside.is_file() else id_


pass_session = click.make_pass_decorator(Session, ensure=True)


def parse_options(options: tuple[str, ...]) -> Mapping[str, str]:
    """`name=choice` words as a mapping; raises HazariError for anything else."""
    chosen: dict[str, str] = {}
    for option in options:
        name, equals, choice = option.partition("=")
        if not equals or not name or not choice:
            raise HazariError(f"not an option: '{option}'; write name=choice, as two_pairs=ignored")
        if chosen.setdefault(name, choice) != choice:
            raise HazariError(f"option '{name}' is given twice: '{chosen[name]}' and '{choice}'")
    return chosen


def choices_option(command: F) -> F:
    """Add `--option` to a command."""
    return click.option(
        "--option", "-o", "options", multiple=True, metavar="NAME=CHOICE",
        help="Choose for one of the variant's options; may be given several times.",
    )(command)  # fmt: skip


def variant_options(command: F) -> F:
    """Add `--variant` and `--option` to a command."""
    return click.option(
        "--variant", "-v", "variant", default="hazari", show_default=True, metavar="VARIANT",
        help="A variant's id, or the path of its file.",
    )(choices_option(command))  # fmt: skip


def drawn_seed(*, to_stderr: bool) -> int:
    """A seed drawn from the system and printed, so that the same can be had again."""
    import secrets  # noqa: PLC0415 - only where no seed is given

    seed = secrets.randbelow(10**9)
    click.echo(f"seed {seed}", err=to_stderr)
    return seed


def json_option(command: F) -> F:
    """Add `--json` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


def echo_json(data: object) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def show_findings(findings: Iterable[Finding], sources: Mapping[str, Source]) -> None:
    """Print findings on stderr, each with its line of the source and a marker."""
    for finding in findings:
        click.echo(finding.text(line_of(finding, sources)), err=True)


def line_of(finding: Finding, sources: Mapping[str, Source]) -> str | None:
    """The source line that a finding is about, where its text is known."""
    source = sources.get(finding.span.file) if finding.span else None
    return source.line(finding.span.line) if source and finding.span else None


def exit_code_of(error: HazariError) -> ExitCode:
    """Bad input is a finding; words that name nothing are wrong use of the command."""
    return ExitCode.FINDINGS if isinstance(error, FindingsError | NotationError) else ExitCode.USAGE


def progress(deals: int, done: int = 0) -> click._termui_impl.ProgressBar[int]:
    """A bar for so many deals, some of them done; seen only at a terminal."""
    bar = click.progressbar(
        length=deals, label="deals", file=sys.stderr, hidden=not sys.stderr.isatty(), show_pos=True
    )
    bar.update(done)
    return bar
