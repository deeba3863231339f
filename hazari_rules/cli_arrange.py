"""`hazari arrange`: the best arrangements of a hand, or the check of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click
from click.core import ParameterSource

from hazari_rules.arrange import BOTS, Fault, Groups
from hazari_rules.cards import (
    Card,
    format_arrangement,
    parse_arrangement,
    parse_group,
    pretty_group,
)
from hazari_rules.cli_common import (
    Session,
    echo_json,
    json_option,
    pass_session,
    progress,
    variant_options,
)
from hazari_rules.cli_groups import reading_text
from hazari_rules.errors import ExitCode, HazariError
from hazari_rules.game import Game
from hazari_rules.solver import Arrangements, Placed
from hazari_rules.solver_objectives import (
    Estimate,
    Field,
    Outlook,
    Share,
    contenders,
    outlooks,
    shares,
)

_SHOWN = 10
_GOALS = {
    "points": "most points",
    "rounds": "most rounds",
    "first": "strongest groups first",
}


@dataclass(frozen=True, slots=True)
class _Found:
    """Arrangements of one hand, those that bring the most points first, and how they compare."""

    game: Game
    legal: Arrangements
    field: Field
    outlooks: tuple[Outlook, ...]
    beats: Mapping[Placed, Sequence[Share]]

    @classmethod
    def of(cls, game: Game, hand: Sequence[Card], field: Field, *own: Groups) -> _Found:
        """The contenders of a hand and one's own arrangement."""
        legal = Arrangements(game.rules, hand)
        several = contenders(legal, field)
        mine = [placed for placed in map(legal.placed, own) if placed not in several]
        every = (*several, *mine)
        with progress(field.deals) as bar:

            def watch(done: int, count: int) -> None:
                bar.length = count
                bar.update(1)

            found = outlooks(game.rules, hand, every, field, watch)
        found = tuple(sorted(found, key=lambda o: -o.points.mean))
        beats = dict(zip(every, shares(game.rules, hand, every), strict=True))
        return cls(game, legal, field, found, beats)

    def best(self, goal: str) -> Outlook:
        """The best by one of the goals; of equals the one with the stronger first group."""
        if goal == "points":
            return self.outlooks[0]
        by_placed = {outlook.placed: outlook for outlook in self.outlooks}
        front = [by_placed[placed] for placed in self.legal.front()]
        return front[0] if goal == "first" else max(front, key=lambda o: o.rounds.mean)


@click.command()
@click.argument("hand", metavar="HAND")
@click.option("--best", type=click.Choice(list(_GOALS)), help="Show only the best by this.")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Draw N legal arrangements.")
@click.option("--bot", type=click.Choice(list(BOTS)), help="Show only what this bot would choose.")
@click.option(
    "--against", multiple=True, metavar="HAND",
    help="A hand of another player, from the next in playing order on; give all of them or none.",
)  # fmt: skip
@click.option(
    "--deals", type=click.IntRange(1), default=1_000, show_default=True,
    help="How many random deals to play where the other hands are not known.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Decides what is random.")
@variant_options
@json_option
@pass_session
def arrange(
    session: Session, hand: str, best: str | None, sample: int | None, bot: str | None,
    against: tuple[str, ...], deals: int, seed: int,
    variant: str, options: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Show the best arrangements of a hand, or check one (groups separated by `|`).

    Of an arrangement that is given it is shown what it brings, beside the best one. A group "wins"
    its round against players who get random hands of the other cards (or those of --against) and
    arrange as the greedy bot does. It "beats" a share of all groups that the unseen cards make;
    that is mostly more, since several players pick their best groups.

    \b
    Example:
      hazari arrange "AS AH 10D KS QS JS 9S 8H 7D 5S 5H 2D 2C"
      hazari arrange "AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C"
      hazari arrange "AS AH 10D KS QS JS 9S 8H 7D 5S 5H 2D 2C" --best rounds
    """
    _refuse_several(hand, best, sample, bot)
    game = session.game(variant, options)
    field = Field(deals, seed, tuple(map(parse_group, against)) or None)
    if "|" in hand:
        _show_given(game, parse_arrangement(hand), field, as_json=as_json)
    elif bot:
        _show_one(game, game.arrange(hand, bot), (), as_json=as_json)
    elif sample:
        _show_sample(Arrangements(game.rules, parse_group(hand)), seed, sample, as_json=as_json)
    else:
        found = _Found.of(game, parse_group(hand), field)
        _show_found(found, best, as_json=as_json)


def _refuse_several(hand: str, best: str | None, sample: int | None, bot: str | None) -> None:
    """Raise HazariError where two things are asked for at once."""
    asked = [
        *(["a given arrangement"] if "|" in hand else []),
        *(
            f"--{name}"
            for name, value in (("best", best), ("sample", sample), ("bot", bot))
            if value
        ),
    ]
    if len(asked) > 1:
        raise HazariError(f"{' and '.join(asked)} do not go together; leave all but one away")
    if sample or bot:
        _refuse_unused("--sample" if sample else "--bot", () if sample else ("seed",))


def _refuse_unused(asked: str, more: tuple[str, ...]) -> None:
    """Raise HazariError for what was given though nothing is played out."""
    source = click.get_current_context().get_parameter_source
    for name in ("against", "deals", *more):
        if source(name) is ParameterSource.COMMANDLINE:
            raise HazariError(f"{asked} plays nothing out; leave --{name} away")


def _show_given(game: Game, groups: Groups, field: Field, *, as_json: bool) -> None:
    if faults := game.faults(groups):
        _show_one(game, groups, faults, as_json=as_json)
        raise click.exceptions.Exit(ExitCode.FINDINGS)
    found = _Found.of(game, [card for group in groups for card in group], field, groups)
    mine = found.legal.placed(groups)
    yours, best = next(o for o in found.outlooks if o.placed == mine), found.best("points")
    if as_json:
        rows = {"yours": _outlook_json(found, yours), "best": _outlook_json(found, best)}
        echo_json({**_arrangement_json(game, groups, ()), **_how_json(found), **rows})
        return
    _show_one(game, groups, (), as_json=False)
    click.echo(f"\n{_how(found)}\n")
    click.echo("\n".join(_block(found, yours, "yours")))
    if yours.points.mean == best.points.mean:
        click.echo("no other brings more points")
    else:
        click.echo("\n".join(_block(found, best, "best")))
        less = best.points.mean - yours.points.mean
        click.echo(f"yours brings {less:.1f} points less than the best")


def _show_sample(legal: Arrangements, seed: int, number: int, *, as_json: bool) -> None:
    drawn = [format_arrangement(legal.sample(seed, i)) for i in range(number)]
    if as_json:
        ruleset = legal.rules.ruleset
        rules = {"variant": ruleset.id, "options": dict(ruleset.options)}
        echo_json({**rules, "legal_count": len(legal), "seed": seed, "arrangements": drawn})
    else:
        click.echo("\n".join(drawn))


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


def _show_found(found: _Found, goal: str | None, *, as_json: bool) -> None:
    if as_json:
        echo_json(_found_json(found) if goal is None else _best_json(found, goal))
        return
    if goal:
        best = found.best(goal)
        click.echo(f"{_how(found)}\n\n" + "\n".join(_block(found, best, "best")))
        click.echo(format_arrangement(best.placed.groups))
        return
    front, every = len(found.legal.front()), len(found.outlooks)
    click.echo(f"{len(found.legal):,} arrangements are legal. {front} cannot be bettered: another")
    click.echo("one that is stronger in some group is weaker in some other group.")
    if every > front:
        others = "1 other is" if every == front + 1 else f"{every - front} others are"
        click.echo(f"{others} compared too: spare cards can bring points.")
    click.echo(f"{_how(found)}\n")
    for number, outlook in enumerate(found.outlooks[:_SHOWN], start=1):
        click.echo("\n".join(_block(found, outlook, str(number))))
    if every > _SHOWN:
        click.echo(f"... and {every - _SHOWN} more that bring fewer points (--json has all)")
    numbers = {goal: found.outlooks.index(found.best(goal)) + 1 for goal in _GOALS}
    click.echo("; ".join(f"{words}: {numbers[goal]}" for goal, words in _GOALS.items()))


def _how(found: _Found) -> str:
    outlook, field = found.outlooks[0], found.field
    if field.hands is not None:
        return (
            f"Exact for these hands, each of the {found.game.rules.players} players dealing once."
        )
    if outlook.exact:
        return f"Exact: all {outlook.cases:,} deals and dealers."
    deals = "1 random deal" if outlook.cases == 1 else f"{outlook.cases:,} random deals"
    return f"{deals} from seed {field.seed}; ± is the standard error."


def _how_json(found: _Found) -> dict[str, Any]:
    outlook = found.outlooks[0]
    return {
        "exact": outlook.exact,
        "deals": outlook.cases,
        "seed": None if outlook.exact else found.field.seed,
        "legal_count": len(found.legal),
    }


def _found_json(found: _Found) -> dict[str, Any]:
    front = found.legal.front()
    return {
        **_rules_json(found.game),
        **_how_json(found),
        **{
            words.replace(" ", "_"): format_arrangement(found.best(goal).placed.groups)
            for goal, words in _GOALS.items()
        },
        "front": [_outlook_json(found, o) for o in found.outlooks if o.placed in front],
        "others": [_outlook_json(found, o) for o in found.outlooks if o.placed not in front],
    }


def _best_json(found: _Found, goal: str) -> dict[str, Any]:
    row = _outlook_json(found, found.best(goal))
    return {**_rules_json(found.game), **_how_json(found), "best": row}


def _block(found: _Found, outlook: Outlook, label: str) -> list[str]:
    """One arrangement: its groups side by side, under each what it is and how it fares."""
    game, beats = found.game, found.beats[outlook.placed]
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
        f"{label:>3}  points {_number(outlook.points, 1)}, rounds {_number(outlook.rounds, 2)}"
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


def _outlook_json(found: _Found, outlook: Outlook) -> dict[str, Any]:
    groups = outlook.placed.groups
    return {
        "arrangement": format_arrangement(groups),
        "combinations": _combinations(found.game, groups),
        "strengths": list(outlook.placed.strengths),
        "wins": [estimate._asdict() for estimate in outlook.wins],
        "beats": [share._asdict() for share in found.beats[outlook.placed]],
        "rounds": outlook.rounds._asdict(),
        "points": outlook.points._asdict(),
    }
