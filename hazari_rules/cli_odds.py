"""`hazari odds`: how often each combination comes up and how often it wins."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from hazari_rules.cards import card_count
from hazari_rules.cli_common import Session, choices_option, echo_json, pass_session
from hazari_rules.game import Game
from hazari_rules.odds import CombinationOdds, group_odds
from hazari_rules.odds_chart import Panel, bar_chart
from hazari_rules.odds_first import FirstGroups, first_groups


@dataclass(frozen=True, slots=True)
class _Odds:
    """All that is shown; `groups` has the numbers (from 1), the cards and the odds of each kind."""

    game: Game
    groups: Sequence[tuple[tuple[int, ...], int, Sequence[CombinationOdds]]]
    first: FirstGroups
    seed: int


@click.command()
@click.argument("variant", metavar="VARIANT")
@choices_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "csv", "svg"]), default="text",
    show_default=True, help="svg is a bar chart.",
)  # fmt: skip
@click.option(
    "--hands", type=click.IntRange(1), default=2_000, show_default=True,
    help="How many random hands to arrange for the odds of the first group.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the random hands.")
@pass_session
def odds(
    session: Session, variant: str, options: tuple[str, ...], form: str, hands: int, seed: int
) -> None:
    """Show how often each combination comes up, and how often it wins a round.

    Frequencies and chances to win are exact. "wins" is the chance of a random group that makes
    the combination against groups of the other players drawn at random, each from a full pack of
    its own; of equal best groups each wins its part. The odds of the best legal first group of a
    dealt hand come from random hands.

    \b
    Example:
      hazari odds hazari
      hazari odds hazarey --option two_pairs=ignored --format csv
    """
    game = session.game(variant, options)
    found = _Odds(game, tuple(_by_kind(game)), first_groups(game.rules, hands, seed), seed)
    match form:
        case "json":
            echo_json(_json(found))
        case "csv":
            click.echo(_csv(found), nl=False)
        case "svg":
            click.echo(_svg(found), nl=False)
        case _:
            click.echo("\n".join(_text(found)))


def _by_kind(game: Game) -> Iterator[tuple[tuple[int, ...], int, Sequence[CombinationOdds]]]:
    groups = game.ruleset.groups
    for group in dict.fromkeys(groups):
        numbers = tuple(i for i, other in enumerate(groups, start=1) if other == group)
        yield numbers, group.cards, group_odds(game.rules, numbers[0] - 1)


def _name(game: Game, combination: str | None) -> str:
    if combination is None:
        return "no legal arrangement"
    return game.ruleset.combination(combination).name if combination else "no combination"


def _title(numbers: Sequence[int], cards: int) -> str:
    which = ", ".join(map(str, numbers))
    return f"Group{'s' if len(numbers) > 1 else ''} {which}: {card_count(cards)}"


def _how(found: _Odds) -> str:
    if found.first.exact:
        return f"all {found.first.hands:,} hands"
    return f"{found.first.hands:,} random hands from seed {found.seed}, ± standard error"


def _first_rows(found: _Odds) -> Iterator[tuple[str | None, str]]:
    ids = [*(combination.id for combination in found.game.ruleset.combinations), "", None]
    for id_ in ids:
        if id_ in found.first.counts:
            error = found.first.error(id_)
            more = "" if found.first.exact else f" ± {100 * error:.2f}"
            yield id_, f"{100 * found.first.share(id_):.2f}{more} %"


def _text(found: _Odds) -> Iterator[str]:
    game = found.game
    deck, players = len(game.rules.deck), game.rules.players
    yield f"{game.ruleset.name}: exact odds of random groups from the pack of {deck} cards"
    width = max(len(_name(game, None)), *(len(c.name) for c in game.ruleset.combinations))
    for numbers, cards, rows in found.groups:
        yield f"\n{_title(numbers, cards)}"
        yield f"  {'':{width}}  {'groups':>10}  {'share':>10}  {'wins':>10}"
        for row in rows:
            if row.wins is not None:
                share, wins = f"{100 * float(row.share):.3f} %", f"{100 * float(row.wins):.1f} %"
                name = _name(game, row.combination)
                yield f"  {name:{width}}  {row.groups:>10,}  {share:>10}  {wins:>10}"
        yield f"  {'':{width}}  {sum(row.groups for row in rows):>10,}"
    yield f"\nwins: against random groups of {players - 1} others, each from a full pack of its own"
    yield f"\nBest legal first group of a dealt hand ({_how(found)})"
    for id_, share in _first_rows(found):
        yield f"  {_name(game, id_):{width}}  {share:>18}"


def _json(found: _Odds) -> dict[str, Any]:
    ruleset, first = found.game.ruleset, found.first
    return {
        "variant": ruleset.id,
        "options": dict(ruleset.options),
        "digest": ruleset.digest,
        "players": found.game.rules.players,
        "groups": [
            {
                "numbers": list(numbers),
                "cards": cards,
                "total": sum(row.groups for row in rows),
                "combinations": [
                    {
                        "combination": row.combination or None,
                        "groups": row.groups,
                        "share": float(row.share),
                        "wins": None if row.wins is None else float(row.wins),
                    }
                    for row in rows
                ],
            }
            for numbers, cards, rows in found.groups
        ],
        "first_group": {
            "hands": first.hands,
            "exact": first.exact,
            "seed": None if first.exact else found.seed,
            "combinations": [
                {
                    "combination": id_ or None,
                    "legal": id_ is not None,
                    "hands": first.counts[id_],
                    "share": first.share(id_),
                    "error": first.error(id_),
                }
                for id_, _ in _first_rows(found)
            ],
        },
    }


def _csv(found: _Odds) -> str:
    """A row for each combination of each group; the first group's odds have `best_first`.

    `of_groups` are the numbers of the groups, `count` how many groups or hands of all there are.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(
        ["table", "of_groups", "cards", "combination", "count", "share", "error", "wins"]
    )
    for numbers, cards, rows in found.groups:
        which = " ".join(map(str, numbers))
        for row in rows:
            wins = "" if row.wins is None else f"{float(row.wins):.6f}"
            share = f"{float(row.share):.8f}"
            table.writerow(["random", which, cards, row.combination, row.groups, share, 0, wins])
    first, cards = found.first, found.game.ruleset.groups[0].cards
    for id_, _ in _first_rows(found):
        share, error = f"{first.share(id_):.6f}", f"{first.error(id_):.6f}"
        id_text = "no legal arrangement" if id_ is None else id_
        table.writerow(["best_first", 1, cards, id_text, first.counts[id_], share, error, ""])
    return out.getvalue()


def _svg(found: _Odds) -> str:
    game = found.game
    panels = [
        Panel(
            f"{_title(numbers, cards)}, random ({sum(row.groups for row in rows):,} groups)",
            [
                (
                    _name(game, row.combination),
                    float(row.share),
                    f"{100 * float(row.share):.3f} %, wins {100 * float(row.wins):.1f} %",
                )
                for row in rows
                if row.wins is not None
            ],
        )
        for numbers, cards, rows in found.groups
    ]
    bars = [(_name(game, id_), found.first.share(id_), text) for id_, text in _first_rows(found)]
    panels.append(Panel(f"Best legal first group ({_how(found)})", bars))
    others = game.rules.players - 1
    note = f"wins: against {others} random groups, each from a full pack of its own; exact"
    return bar_chart(f"{game.ruleset.name}: how often combinations come up", note, panels)
