"""`hazari diff`: what differs between two variants, with an example for each difference."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from hazari_rules.cli_common import Session, echo_json, json_option, pass_session
from hazari_rules.diff import diff as differences_of
from hazari_rules.diff_examples import Example, Made, Verdict, examples
from hazari_rules.difference import Difference, Topic
from hazari_rules.errors import ExitCode, HazariError
from hazari_rules.resolve import Variant

_WIDTH = 100
_SIDE = re.compile(r"(?P<name>.+?)(:(?P<options>[a-z0-9_]+=[^,:/\\]*(,[a-z0-9_]+=[^,:/\\]*)*))?")
_NO_CHOICE = re.compile(r"[^:/\\]{2,}:([^:/\\]*,)?(?P<word>[^:,=/\\]*)(,[^:/\\]*)?")
_TOPICS = {
    Topic.RULES: "",
    Topic.TEXT: "Texts (for readers; the rules are the same)",
    Topic.OPTIONS: "Options on offer (the rules in force are the same)",
}


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--show", is_flag=True, help="Add the smallest example that shows each difference.")
@json_option
@pass_session
def diff(session: Session, a: str, b: str, show: bool, as_json: bool) -> None:
    """Say what differs between the rules of A and B, each a variant's id or file.

    Options follow a colon: hazari:run_order=ace_low_last,equal_groups=split. Two versions of a
    file are two files. The exit code is 0 for the same rules and 1 for different ones; names,
    texts and options on offer are told but are no rules.

    \b
    Example:
      hazari diff hazari hazarey --show
      hazari diff hazari hazari:run_order=ace_low_last
      git show HEAD:village.yaml | hazari diff /dev/stdin village.yaml
    """
    one, other = side(session, a), side(session, b)
    shown = _with_examples(one, other, differences_of(one, other), show)
    if as_json:
        echo_json(_as_json((a, one), (b, other), shown))
    else:
        _print(a, b, shown)
    same = one.ruleset.digest == other.ruleset.digest
    raise click.exceptions.Exit(ExitCode.CLEAN if same else ExitCode.FINDINGS)


def side(session: Session, text: str) -> Variant:
    """The variant that `NAME` or `NAME:option=choice,...` names."""
    if (bare := _NO_CHOICE.fullmatch(text)) and not Path(text).exists():
        raise HazariError(
            f"'{bare['word']}' in '{text}' is no option; write NAME=CHOICE after the colon, as"
            " hazari:two_pairs=ignored"
        )
    match = _SIDE.fullmatch(text)
    name, options = (match["name"], match["options"]) if match else (text, None)
    return session.variant(name, tuple((options or "").split(",")) if options else ())


_Shown = Sequence[tuple[Difference, Example | None]]


def _with_examples(a: Variant, b: Variant, found: Sequence[Difference], show: bool) -> _Shown:
    shown = {d.path: example for d, example in examples(a, b, found)} if show else {}
    return [(d, shown.get(d.path) if d.topic is Topic.RULES else None) for d in found]


def _as_json(a: tuple[str, Variant], b: tuple[str, Variant], shown: _Shown) -> dict[str, Any]:
    return {
        **{
            key: {
                "given": given,
                "id": variant.ruleset.id,
                "options": dict(variant.ruleset.options),
                "digest": variant.ruleset.digest,
            }
            for key, (given, variant) in (("a", a), ("b", b))
        },
        "same_rules": a[1].ruleset.digest == b[1].ruleset.digest,
        "differences": [
            difference.as_json() | ({"example": example.as_json()} if example else {})
            for difference, example in shown
        ],
    }


def _print(a: str, b: str, shown: _Shown) -> None:
    rules = sum(difference.topic is Topic.RULES for difference, _ in shown)
    many = "no rule differs" if not rules else f"{rules} rule{'s' * (rules > 1)} differ"
    click.echo(f"From {a} to {b}: {many}{'s' * (rules == 1)}.")
    heading = ""
    told: dict[tuple[tuple[str, ...], ...], tuple[str, Example]] = {}
    for difference, example in shown:
        title = _TOPICS[difference.topic] or difference.block.replace("_", " ").capitalize()
        if title != heading:
            click.echo(f"\n{title}")
            heading = title
        places = " -> ".join(s.place for s in (difference.a, difference.b) if s.place)
        _wrapped("  ", f"{difference.sentence} [{places}]")
        if example is not None:
            first = told.setdefault((example.told, example.one), (difference.sentence, example))
            _print_example(a, b, example, *first)


def _print_example(a: str, b: str, example: Example, sentence: str, first: Example) -> None:
    """Print an example; `first` is the first one with the same cards, shown for `sentence`."""
    if example.verdict is Verdict.PROVED_SAME:
        _wrapped("      ", f"No play can tell them apart: {example.reason}.")
        return
    if example.verdict is Verdict.NOT_FOUND:
        tried = f"found in {example.tries} tries" if example.tries else "could be looked for"
        _wrapped("      ", f"No example {tried}.")
        return
    again = first is not example
    if again and first.other == example.other:
        _wrapped("      ", f"The example of “{sentence}” shows this too.")
        return
    for line in [f"The cards of “{sentence}” again:"] if again else example.told:
        _wrapped("      ", line)
    made = {
        Made.ALONE: f"{a}, only this changed",
        Made.BLOCK: f"{a}, all changes of this block made",
        Made.ALL: b,
    }
    sides = [(made[example.made], example.other)]
    if again:
        _sides(sides)
        return
    sides = [(a, example.one), *sides]
    if example.whole and example.whole != example.other:
        sides.append((b, example.whole))
    _sides(sides)


def _sides(sides: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    for name, texts in sides:
        _wrapped("      - ", f"{name}: {'; '.join(texts) or 'it does not come to that'}")


def _wrapped(head: str, text: str) -> None:
    click.echo(
        textwrap.fill(
            head + text, _WIDTH, subsequent_indent=" " * (len(head) + 2),
            break_long_words=False, break_on_hyphens=False,
        )
    )  # fmt: skip
