"""`hazari arrange`: the best arrangements of a hand, or the check of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from hazari_rules.arrange import BOTS, Fault, Groups
from hazari_rules.cards import (
    Card,
    format_arrangement,
    parse_arrangement,
    parse_group,
    pretty_group,
)
from hazari_rules.cli_common import Session, echo_json, json_option, pass_session, variant_options
from hazari_rules.cli_groups import reading_text
from hazari_rules.errors import ExitCode, HazariError
from hazari_rules.game import Game
from hazari_rules.solver import Arrangements
from hazari_rules.solver_objectives import Estimate, Field, Outlook, Share, outlooks, shares

_SHOWN = 10


@click.command()
@click.argument("hand", metavar="HAND")
@click.option("--bot", type=click.Choice(list(BOTS)), help="Show only what this bot would choose.")
@click.option(
    "--against", multiple=True, metavar="HAND",
    help="A hand of another player, from the next in playing order on; give all of them or none.",
)  # fmt: skip
@click.option(
    "--deals", type=click.IntRange(1), default=1_000, show_default=True,
    help="How many random deals to play where the other hands are not known.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the random deals.")
@variant_options
@json_option
@pass_session
def arrange(
    session: Session, hand: str, bot: str | None, against: tuple[str, ...], deals: int, seed: int,
    variant: str, options: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Show the best arrangements of a hand, or check one (groups separated by `|`).

    Shown are the arrangements of which no other legal one is at least as strong in every group,
    with what each brings. A group "wins" its round against players who arrange as the greedy bot
    does; it "beats" a share of all groups of that size that the unseen cards make.

    \b
    Example:
      hazari arrange "AS AH 10D KS QS JS 9S 8H 7D 5S 5H 2D 2C"
      hazari arrange "AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C"
    """
    game = session.game(variant, options)
    if "|" in hand:
        faults = game.faults(hand)
        _show_one(game, parse_arrangement(hand), faults, as_json=as_json)
        if faults:
            raise click.exceptions.Exit(ExitCode.FINDINGS)
    elif bot:
        _show_one(game, game.arrange(hand, bot), (), as_json=as_json)
    else:
        known = tuple(map(parse_group, against)) or None
        _show_front(game, parse_group(hand), Field(deals, seed, known), as_json=as_json)


def _show_one(game: Game, groups: Groups, faults: tuple[Fault, ...], *, as_json: bool) -> None:
    if as_json:
        echo_json(_arrangement_json(game, groups, faults))
        return
    for number, cards in () if faults else enumerate(groups, start=1):
        reading = game.rules.ranking.reading(cards, number - 1)
        click.echo(f"{number}  {reading_text(game.ruleset, reading)}")
    if not faults:
        click.echo(format_arrangement(groups))
    for fault in faults:
        click.echo(f"not legal: {fault.message}")


def _arrangement_json(game: Game, groups: Groups, faults: tuple[Fault, ...]) -> dict[str, Any]:
    return {
        **_rules_json(game),
        "arrangement": format_arrangement(groups),
        "combinations": [] if faults else _combinations(game, groups),
        "legal": not faults,
        "faults": [
            {"reason": str(f.reason), "group": f.group or None, "message": f.message}
            for f in faults
        ],
    }


def _rules_json(game: Game) -> dict[str, Any]:
    return {"variant": game.ruleset.id, "options": dict(game.ruleset.options)}


def _combinations(game: Game, groups: Groups) -> list[str | None]:
    reading = game.rules.ranking.reading
    return [reading(cards, number).combination or None for number, cards in enumerate(groups)]


def _show_front(game: Game, hand: tuple[Card, ...], field: Field, *, as_json: bool) -> None:
    legal = Arrangements(game.rules, hand)
    front = legal.front()
    if not front:
        raise HazariError("the hand has no legal arrangement")
    beats = dict(zip(front, shares(game.rules, hand, front), strict=True))
    found = sorted(outlooks(game.rules, hand, front, field), key=lambda o: -o.points.mean)
    if as_json:
        rows = [_outlook_json(game, outlook, beats[outlook.placed]) for outlook in found]
        echo_json({**_rules_json(game), **_how_json(found[0], field), "front": rows})
        return
    click.echo(f"{len(legal):,} arrangements are legal; of {len(front)} no other is at least as")
    click.echo(f"strong in every group. {_how(game, found[0], field)}\n")
    for number, outlook in enumerate(found[:_SHOWN], start=1):
        click.echo("\n".join(_block(game, number, outlook, beats[outlook.placed])))
    if len(found) > _SHOWN:
        click.echo(f"... and {len(found) - _SHOWN} more that bring fewer points (--json has all)")
    click.echo(_best_line(found, front[0].groups))


def _how(game: Game, outlook: Outlook, field: Field) -> str:
    if field.hands is not None:
        return f"Exact for these hands, each of the {game.rules.players} players dealing once."
    if outlook.exact:
        return f"Exact: all {outlook.cases:,} deals and dealers."
    return f"{outlook.cases:,} random deals from seed {field.seed}; ± is the standard error."


def _how_json(outlook: Outlook, field: Field) -> dict[str, Any]:
    return {
        "exact": outlook.exact,
        "deals": outlook.cases,
        "seed": None if outlook.exact else field.seed,
    }


def _block(game: Game, number: int, outlook: Outlook, beats: Sequence[Share]) -> list[str]:
    """One arrangement: its groups side by side, under each what it is and how it fares."""
    groups = outlook.placed.groups
    reading = game.rules.ranking.reading
    read = [reading(cards, i) for i, cards in enumerate(groups)]
    names = [
        game.ruleset.combination(r.combination).name if r.combination else "no combination"
        for r in read
    ]
    columns = [
        (
            pretty_group((*r.cards, *r.spare)),
            name,
            f"wins {_chance(win, outlook)}",
            f"beats {100 * share.beaten / share.groups:.1f} %",
        )
        for r, name, win, share in zip(read, names, outlook.wins, beats, strict=True)
    ]
    widths = [max(map(len, column)) + 2 for column in columns]
    lines = [
        f"{number:>3}  points {_number(outlook.points, 1)}, rounds {_number(outlook.rounds, 2)}"
    ]
    for row in zip(*columns, strict=True):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append(f"     {''.join(cells)}".rstrip())
    return [*lines, ""]


def _number(estimate: Estimate, digits: int) -> str:
    error = f" ± {estimate.error:.{digits}f}" if estimate.error else ""
    return f"{estimate.mean:.{digits}f}{error}"


def _chance(win: Estimate, outlook: Outlook) -> str:
    if not outlook.exact and not win.error:  # an error of 0 would claim certainty
        return f"{round(win.mean * outlook.cases)} of {outlook.cases}"
    return f"{_number(Estimate(100 * win.mean, 100 * win.error), 1)} %"


def _best_line(found: Sequence[Outlook], lexicographic: Groups) -> str:
    most = max(found, key=lambda outlook: outlook.rounds.mean)
    first = next(o for o in found if o.placed.groups == lexicographic)
    return (
        f"most points: 1; most rounds: {found.index(most) + 1};"
        f" strongest groups first: {found.index(first) + 1}"
    )


def _outlook_json(game: Game, outlook: Outlook, beats: Sequence[Share]) -> dict[str, Any]:
    groups = outlook.placed.groups
    return {
        "arrangement": format_arrangement(groups),
        "combinations": _combinations(game, groups),
        "strengths": list(outlook.placed.strengths),
        "wins": [estimate._asdict() for estimate in outlook.wins],
        "beats": [share._asdict() for share in beats],
        "rounds": outlook.rounds._asdict(),
        "points": outlook.points._asdict(),
    }
