"""`hazari compare` and `hazari arrange`: groups and hands given on the command line."""

from __future__ import annotations

from typing import Any

import click

from hazari_rules.arrange import BOTS, Fault, Groups
from hazari_rules.cards import format_arrangement, format_group, parse_arrangement, pretty_group
from hazari_rules.cli_common import (
    Session,
    echo_json,
    json_option,
    pass_session,
    variant_options,
)
from hazari_rules.errors import ExitCode
from hazari_rules.explain import Comparison
from hazari_rules.game import Game
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
    game = session.game(variant, options)
    result = game.compare(groups)
    if as_json:
        echo_json(_comparison_json(game, groups, result))
        return
    for number, reading in enumerate(result.readings, start=1):
        mark = "*" if number - 1 in result.winners else " "
        click.echo(f"{mark} {number}  {_reading_text(game, reading)}")
    click.echo(f"{_winner_text(result)}: {result.reason}")


def _winner_text(result: Comparison) -> str:
    if not result.winners:
        return "Nobody wins"
    numbers = sorted(position + 1 for position in result.winners)
    if len(numbers) == 1:
        return f"Group {numbers[0]} wins"
    return f"Groups {' and '.join(map(str, numbers))} share the round"


def _reading_text(game: Game, reading: Reading) -> str:
    spare = f" (spare {pretty_group(reading.spare)})" if reading.spare else ""
    if not reading.combination:
        return f"no combination{spare}"
    name = game.ruleset.combination(reading.combination).name
    return f"{name} {pretty_group(reading.cards)}{spare}"


def _comparison_json(game: Game, groups: tuple[str, ...], result: Comparison) -> dict[str, Any]:
    return {
        "variant": game.ruleset.id,
        "options": dict(game.ruleset.options),
        "digest": game.ruleset.digest,
        "groups": [
            {
                "cards": format_group([*reading.cards, *reading.spare]),
                "combination": reading.combination or None,
                "made_from": format_group(reading.cards),
                "spare": format_group(reading.spare),
            }
            for _, reading in zip(groups, result.readings, strict=True)
        ],
        "winners": list(result.winners),
        "tied": list(result.tied),
        "reason": result.reason,
        "rule": result.rule,
    }


@click.command()
@click.argument("hand", metavar="HAND")
@click.option(
    "--bot",
    type=click.Choice(list(BOTS)),
    default="lexicographic",
    show_default=True,
    help="How to choose: strongest groups first, or the quick greedy way.",
)
@variant_options
@json_option
@pass_session
def arrange(
    session: Session, hand: str, bot: str, variant: str, options: tuple[str, ...], as_json: bool
) -> None:
    """Arrange a hand, or check an arrangement (groups separated by `|`).

    \b
    Example:
      hazari arrange "AS AH AD KS QS JS 9S 8H 7D 5S 5H 2D 2C"
      hazari arrange "AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C"
    """
    game = session.game(variant, options)
    faults = game.faults(hand) if "|" in hand else ()
    groups = parse_arrangement(hand) if "|" in hand else game.arrange(hand, bot)
    if as_json:
        echo_json(_arrangement_json(game, groups, faults))
    elif not faults:
        for number, cards in enumerate(groups, start=1):
            click.echo(
                f"{number}  {_reading_text(game, game.rules.ranking.reading(cards, number - 1))}"
            )
        click.echo(format_arrangement(groups))
    for fault in () if as_json else faults:
        click.echo(f"not legal: {fault.message}")
    if faults:
        raise click.exceptions.Exit(ExitCode.FINDINGS)


def _arrangement_json(game: Game, groups: Groups, faults: tuple[Fault, ...]) -> dict[str, Any]:
    readings = (
        [
            game.rules.ranking.reading(cards, number).combination or None
            for number, cards in enumerate(groups)
        ]
        if not faults
        else []
    )
    return {
        "variant": game.ruleset.id,
        "options": dict(game.ruleset.options),
        "arrangement": format_arrangement(groups),
        "combinations": readings,
        "legal": not faults,
        "faults": [
            {"reason": str(f.reason), "group": f.group or None, "message": f.message}
            for f in faults
        ],
    }
