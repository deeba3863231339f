"""The command `hazari`: its group, what is common to all commands, and the way out of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from hazari_rules.cli_common import CommandGroup, Session, exit_code_of, show_findings
from hazari_rules.errors import ExitCode, FindingsError, HazariError

COMMANDS = {
    "list": "cli_list:list_variants",
    "show": "cli_list:show",
    "new": "cli_new:new",
    "check": "cli_check:check",
    "play": "cli_play:play",
    "score": "cli_score:score",
    "compare": "cli_groups:compare",
    "arrange": "cli_arrange:arrange",
    "odds": "cli_odds:odds",
    "simulate": "cli_simulate:simulate_command",
    "export": "cli_export:export",
    "diff": "cli_diff:diff",
    "explain": "cli_explain:explain",
    "rulebook": "cli_rulebook:rulebook",
    "conformance": "cli_conformance_strength:conformance",
    "plugins": "cli_list:plugins",
}
"""Each command and where it stands; a module is imported only when its command is asked for."""


class Commands(CommandGroup):
    """The shipped commands; those of plugins are looked for only if a name is none of them."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, from the package or from a plugin."""
        if cmd_name in COMMANDS:
            module, name = COMMANDS[cmd_name].split(":")
            command: click.Command = getattr(import_module(f"hazari_rules.{module}"), name)
            return command
        return {command.name: command for command in _plugin_commands(ctx)}.get(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, the shipped ones in the order of first need."""
        more = {command.name for command in _plugin_commands(ctx) if command.name}
        return [*COMMANDS, *sorted(more - COMMANDS.keys())]


def _plugin_commands(ctx: click.Context) -> Sequence[click.Command]:
    session: Session = ctx.ensure_object(Session)
    return session.loader.plugins.commands()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--variants",
    "folders",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    help="A folder of variant files to add; may be given several times (or set HAZARI_VARIANTS).",
)
@click.version_option(package_name="hazari-rules", prog_name="hazari")
@click.pass_context
def hazari(ctx: click.Context, folders: tuple[str, ...]) -> None:
    """Play, score and compare Hazari under any table's rules.

    \b
    Example:
      hazari play --variant hazarey --seed 7
    """
    ctx.obj = Session(folders)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with one of the exit codes of `errors.ExitCode`."""
    sys.exit(int(run(arguments)))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is returned. Bad input never shows a traceback."""
    try:
        result = hazari.main(arguments, prog_name="hazari", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        if _has_variant_too_many(error):
            click.echo("The variant is named with --variant.", err=True)
        return ExitCode.USAGE
    except click.Abort:
        click.echo("stopped", err=True)
        return ExitCode.USAGE
    except FindingsError as error:
        show_findings(error.findings, {})
        return ExitCode.FINDINGS
    except HazariError as error:
        click.echo(f"error: {error}", err=True)
        return exit_code_of(error)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.CLEAN
    except Exception as error:
        return _own_fault(error)
    return result if isinstance(result, int) else ExitCode.CLEAN


def _has_variant_too_many(error: click.ClickException) -> bool:
    """Whether a word too many was given to a command that takes the variant by an option."""
    command = error.ctx.command if isinstance(error, click.UsageError) and error.ctx else None
    named = any("--variant" in param.opts for param in command.params) if command else False
    return named and "unexpected extra argument" in error.message


def _own_fault(error: Exception) -> ExitCode:
    if os.environ.get("HAZARI_DEBUG"):
        raise error
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else "unknown place"
    click.echo(
        f"hazari failed by its own fault: {type(error).__name__}: {error} ({place}).\n"
        "Please report it with the command you gave; HAZARI_DEBUG=1 shows the traceback.",
        err=True,
    )
    return ExitCode.INTERNAL
