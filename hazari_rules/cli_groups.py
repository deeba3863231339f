"""`hazari compare`: groups given on the command line, in playing order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from hazari_rules.cards import format_group, parse_group, pretty_group
from hazari_rules.cli_common import (
    Session,
    echo_json,
    json_option,
    pass_session,
    variant_options,
)
from hazari_rules.errors import NotationError
from hazari_rules.explain import Comparison
from hazari_rules.explain import compare as compared
from hazari_rules.model import Ruleset
from hazari_rules.ranking import Reading


@click.command()
@click.argument("groups", nargs=-1, required=True, metavar="GROUP GROUP...")
@variant_options
@json_option
@pass_session
def compare(
    session: Session, groups: tuple[str, ...], variant: str, options: tuple[str, ...], as_json: bool
) -> None:
    """Say which group wins a round, and why. Give the groups in playing order, each in quotes.

    \b
    Example:
      hazari compare "AS QS 9S" "7S 6H 5D" "KS KH JD" "7C 6D 5H"
    """
    rules = session.rules(variant, options)
    refuse_unquoted(rules.ruleset, groups)
    result = compared(rules, list(map(parse_group, groups)))
    if as_json:
        echo_json(_comparison_json(rules.ruleset, result))
        return
    for number, reading in enumerate(result.readings, start=1):
        mark = "*" if number - 1 in result.winners else " "
        click.echo(f"{mark} {number}  {reading_text(rules.ruleset, reading)}")
    click.echo(f"{_winner_text(result)}: {result.reason}")


def refuse_unquoted(ruleset: Ruleset, groups: Sequence[str]) -> None:
    """Raise NotationError for single cards where groups are meant: the shell has split them."""
    size = ruleset.groups[0].cards
    if min(group.cards for group in ruleset.groups) == 1 or len(groups) < 2:
        return
    if all(len(group.split()) == 1 and "," not in group for group in groups):
        parts = [" ".join(groups[i : i + size]) for i in range(0, len(groups), size)]
        written = " ".join(f'"{part}"' for part in parts if len(parts) > 1)
        example = written or '"AS KS QS" "7S 6H 5D"'
        raise NotationError(f"put each group in quotes, so that it stays together: {example}")


def _winner_text(result: Comparison) -> str:
    if not result.winners:
        return "Nobody wins"
    numbers = sorted(position + 1 for position in result.winners)
    if len(numbers) == 1:
        return f"Group {numbers[0]} wins"
    return f"Groups {' and '.join(map(str, numbers))} share the round"


def reading_text(ruleset: Ruleset, reading: Reading) -> str:
    """What a group counts as, for people."""
    spare = f" (spare {pretty_group(reading.spare)})" if reading.spare else ""
    if not reading.combination:
        return f"no combination{spare}"
    name = ruleset.combination(reading.combination).name
    return f"{name} {pretty_group(reading.cards)}{spare}"


def _comparison_json(ruleset: Ruleset, result: Comparison) -> dict[str, Any]:
    return {
        "variant": ruleset.id,
        "options": dict(ruleset.options),
        "digest": ruleset.digest,
        "groups": [
            {
                "cards": format_group([*reading.cards, *reading.spare]),
                "combination": reading.combination or None,
                "made_from": format_group(reading.cards),
                "spare": format_group(reading.spare),
            }
            for reading in result.readings
        ],
        "winners": list(result.winners),
        "tied": list(result.tied),
        "reason": result.reason,
        "rule": result.rule,
    }
