"""`hazari play`: a match between bots, or with a person at one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from hazari_rules.arrange import IllegalArrangementError, greedy
from hazari_rules.autoplay import MatchStopped, Observer, Player, play_match
from hazari_rules.cards import (
    Card,
    format_arrangement,
    format_group,
    parse_arrangement,
    pretty_group,
)
from hazari_rules.cli_common import (
    Session,
    drawn_seed,
    echo_json,
    json_option,
    pass_session,
    variant_options,
)
from hazari_rules.compiled import Rules
from hazari_rules.deal import ArrangeQuestion, Question
from hazari_rules.errors import ExitCode, HazariError, NotationError
from hazari_rules.events import Event
from hazari_rules.match import Answer, MatchState
from hazari_rules.narrate import Narrator, in_order
from hazari_rules.record import record_data, stated_options, write_record


@click.command()
@variant_options
@click.option(
    "--seed", type=int,
    help="The same seed deals the same cards. Left out, one is drawn and printed.",
)  # fmt: skip
@click.option("--seat", type=int, help="Play this seat yourself; the others are bots.")
@click.option("--record", "file", type=click.Path(dir_okay=False), help="Write a match record.")
@json_option
@pass_session
def play(
    session: Session,
    variant: str,
    options: tuple[str, ...],
    seed: int | None,
    seat: int | None,
    file: str | None,
    as_json: bool,
) -> None:
    """Play a match to its end and tell it round by round.

    \b
    Example:
      hazari play --variant hazarey --seed 7
    """
    found = session.variant(variant, options)
    rules = Rules.compile(found.ruleset, found.vocabulary)
    _refuse_lost_record(file)
    people = _people(rules, seat)
    seed = drawn_seed(to_stderr=as_json) if seed is None else seed
    narrator = Narrator(rules, _quiet if as_json else click.echo, hands_open=seat is None)
    watching = map(_guarded, session.loader.plugins.observers())
    match = _played(rules, seed, people, [narrator, *watching])
    if file:
        write_record(file, match, seed, options=stated_options(found))
    if as_json:
        echo_json(record_data(match, seed, options=stated_options(found)))
    if not match.winners:
        message = f"stopped before the end of the match, in deal {len(match.deals) + 1}"
        click.echo(f"{message}; with --seed {seed} the same cards are dealt again", err=True)
        raise click.exceptions.Exit(ExitCode.USAGE)


def _played(
    rules: Rules, seed: int, people: dict[int, Player], observers: Sequence[Observer]
) -> MatchState:
    """The match as far as it is played."""
    try:
        return play_match(rules, seed, people, observers)
    except MatchStopped as stopped:
        return stopped.match


def _quiet(line: str) -> None:
    """Say nothing: the JSON at the end says it all."""


def _refuse_lost_record(file: str | None) -> None:
    """Notice before the match, not after it, that the record cannot be written."""
    if file and not Path(file).absolute().parent.is_dir():
        raise HazariError(f"cannot write '{file}': there is no folder '{Path(file).parent}'")


def _people(rules: Rules, seat: int | None) -> dict[int, Player]:
    if seat is None:
        return {}
    if not 0 <= seat < rules.players:
        raise HazariError(f"no seat {seat}; seats count from 0 to {rules.players - 1}")
    return {seat: _person}


def _person(match: MatchState, question: Question) -> Answer:
    """Ask at the prompt until the answer is legal."""
    if not isinstance(question, ArrangeQuestion):
        names = {redeal.id: redeal.name for redeal in match.rules.redeals}
        return _asked(match, f"Ask for a new deal ({names[question.redeal]})? yes/no", _yes_or_no)
    hand = in_order(match.rules, question.hand)
    explained = _how_to_arrange(match.rules, hand)
    click.echo(f"\nSeat {question.seat}, your hand: {pretty_group(hand)}\n{explained}")

    def read(text: str) -> Answer:
        if text == "auto":
            groups = greedy(match.rules, question.hand)
            click.echo(format_arrangement(groups))
            return groups
        groups = parse_arrangement(text)
        match.apply(groups)  # raises with every reason if it is not legal
        return groups

    return _asked(match, "Arrange", read)


def _how_to_arrange(rules: Rules, hand: Sequence[Card]) -> str:
    """What can be typed: the form in the cards at hand, the rule, the other words."""
    sizes = ", ".join(map(str, rules.sizes))
    order = rules.vocabulary.say("arrangement_order", rules.ruleset.arrangement.order)
    return (
        f"Write groups of {sizes} cards with | between them, cards as {format_group(hand[:2])}."
        f" 'auto' lets a bot do it, 'quit' stops.\n{order}"
    )


def _asked(match: MatchState, prompt: str, read: Callable[[str], Answer]) -> Answer:
    while True:
        try:
            text = click.prompt(prompt, prompt_suffix=": ").strip()
        except click.Abort:
            click.echo("\nThe input has ended.")  # the prompt has left its line open
            raise MatchStopped(match) from None
        if text == "quit":
            raise MatchStopped(match)
        try:
            return read(text)
        except IllegalArrangementError as error:
            for fault in error.faults:
                click.echo(f"not legal: {fault.message}")
        except NotationError as error:
            click.echo(f"not read: {error}")


def _yes_or_no(text: str) -> Answer:
    if text in ("yes", "y", "no", "n"):
        return text.startswith("y")
    raise NotationError("answer yes or no")


def _guarded(watch: Observer) -> Observer:
    """The observer, silenced with one warning once it fails."""
    failed: list[Exception] = []

    def guarded(event: Event) -> None:
        if failed:
            return
        try:
            watch(event)
        except Exception as error:
            failed.append(error)
            click.echo(f"warning: an observer failed and is left out: {error}", err=True)

    return guarded
