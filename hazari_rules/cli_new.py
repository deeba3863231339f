"""`hazari new`: begin a variant of one's own, as a file or as a package to install."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import click

from hazari_rules.cli_common import Session, pass_session
from hazari_rules.cli_new_package import existing_file, pack, pack_new, refuse_begun
from hazari_rules.documents import Source
from hazari_rules.errors import FindingsError, HazariError, errors_in
from hazari_rules.library import VariantFile
from hazari_rules.loading import Loader
from hazari_rules.model import Ruleset
from hazari_rules.new_questions import Answer, Interview, Question, pairs
from hazari_rules.new_variant import (
    Draft,
    plain_draft,
    refuse_bad_id,
    schema_reference,
    variant_text,
    write_new,
)
from hazari_rules.resolve import Variant

T = TypeVar("T")

_OTHER = "other"
_ONLY_OTHERS = "What differs (Enter for nothing)"


@click.command()
@click.argument("id_", metavar="ID|FILE")
@click.option(
    "--extends", "parent", default="hazari", show_default=True, metavar="VARIANT",
    help="The variant to start from.",
)  # fmt: skip
@click.option("--ask", is_flag=True, help="Ask what differs at your table, and write only that.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Where to write; left out, it is ID.yaml.",
)  # fmt: skip
@click.option(
    "--package", "folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Write a Python package into this folder, around a new variant or around FILE; the same"
    " command again renews what is made from the variant.",
)  # fmt: skip
@pass_session
def new(
    session: Session, id_: str, parent: str, ask: bool, output: Path | None, folder: Path | None
) -> None:
    """Begin a variant: a short file that is right, and says where to go on.

    \b
    Example:
      hazari new our_club
      hazari new our_club --extends hazarey --ask
      hazari new our_club.yaml --package hazari-our-club
    """
    if output is not None and folder is not None:
        raise click.UsageError("--output names a file and --package a folder; give one of them")
    loader = session.loader
    if folder is not None and (file := existing_file(id_, folder)) is not None:
        refuse_begun(file, ask=ask)
        pack(session, file, folder)
        return
    refuse_bad_id(id_, loader.resolver.library.ids())
    found = session.variant(parent)
    draft = plain_draft(id_, found, parent)
    if ask:
        draft = asked(draft, _interview(loader, found, parent))
    if folder is not None:
        pack_new(session, draft, found, folder)
    else:
        write_file(loader, draft, found, output or Path(f"{id_}.yaml"), keep=ask)


def write_file(loader: Loader, draft: Draft, parent: Variant, path: Path, *, keep: bool) -> None:
    """Write the file, checked beforehand; answers that do not go together are kept all the same.

    Raises FindingsError if it is not right.
    """
    text = variant_text(draft, parent, schema_reference(path.parent), str(path))
    file = VariantFile(path, "file")
    errors = errors_in(loader.check(file, Source(file.name, text)))
    if errors and not keep:
        raise FindingsError(errors)
    write_new(path, text)
    if errors:
        click.echo(f"wrote {path}; the answers do not go together yet:", err=True)
        raise FindingsError(errors)
    click.echo(f"wrote {path}; next: hazari check {path}")


def _interview(loader: Loader, parent: Variant, name: str) -> Interview:
    resolver = loader.resolver
    merged = resolver.merged(resolver.chain(resolver.library.find(name)))
    return Interview(resolver, parent, merged)


def asked(draft: Draft, interview: Interview) -> Draft:
    """The draft with what the answers at the prompt change."""
    name = interview.parent.ruleset.name
    _wrapped(
        f"Each question shows how {name} answers it; Enter keeps that. Answer by number or by"
        " name; '<' goes back one question, '?' explains. Nothing is written before the last"
        " answer; Ctrl-C leaves everything as it was."
    )
    steps: list[Callable[[Draft], Draft]] = [
        lambda d: replace(d, name=_typed("\nWhat do players call the game?", d.name)),
        lambda d: replace(d, summary=_typed("The game in one sentence", d.summary)),
        lambda d: replace(d, source=_typed("Who says that it is played so?", d.source)),
        *_steps(interview),
    ]
    drafts = [draft]
    while len(drafts) <= len(steps):
        try:
            drafts.append(steps[len(drafts) - 1](drafts[-1]))
        except _BackError:
            drafts = drafts[: max(1, len(drafts) - 1)]
    return drafts[-1]


_Typed = Callable[[Draft, Interview], Draft]


def _steps(interview: Interview) -> Iterator[Callable[[Draft], Draft]]:
    """The questions; what an option asks can be typed there, else it is asked at the end."""
    covering = {id_: typed for path, typed in _TYPED.items() for id_ in interview.covering(path)}
    for question in interview.questions():
        typed = covering.get(question.where[1]) if question.where[0] == "options" else None
        yield partial(_decided, question=question, typed=typed, interview=interview)
    for typed in _TYPED.values():
        if typed not in covering.values():
            yield _with(typed, interview)


def _with(typed: _Typed, interview: Interview) -> Callable[[Draft], Draft]:
    return lambda draft: typed(draft, interview)


class _BackError(Exception):
    """The question before is to be asked again."""


def _decided(
    draft: Draft, *, question: Question, typed: _Typed | None, interview: Interview
) -> Draft:
    if typed is not None:
        other = Answer(_OTHER, "Something else, which you type next.")
        question = replace(question, answers=(*question.answers, other))
    _wrapped(f"\n{question.text}")
    if question.about:
        _wrapped(f"({question.about})", "  ")
    for number, answer in enumerate(question.answers, start=1):
        now = " (as it is)" if answer.name == question.default else ""
        meaning = f": {answer.meaning}" if answer.meaning else ""
        _wrapped(f"  {number}  {answer.name}{now}{meaning}", " " * 5)
    names = [answer.name for answer in question.answers]
    help_ = f"Type a number from 1 to {len(names)}, or a name: {', '.join(names)}."
    chosen = _prompt("Answer", question.default, question.answer, help_)
    block, knob = question.where
    if typed is not None and chosen.name == _OTHER:
        return typed(draft, interview)
    if chosen.name == question.default:
        return draft
    if block == "options":
        return replace(draft, options={**draft.options, knob: chosen.name})
    stated = {**draft.blocks.get(block, {}), knob: chosen.value or chosen.name}
    return replace(draft, blocks={**draft.blocks, block: stated})


def _rules_so_far(draft: Draft, interview: Interview) -> Ruleset:
    return interview.rules({id_: c for id_, c in draft.options.items() if c is not None})


def _typed_points(draft: Draft, interview: Interview) -> Draft:
    rules = _rules_so_far(draft, interview)
    points = {str(rank): rules.card_points.values[rank] for rank in rules.deck.ranks}
    _wrapped("\nIs any card worth other points than these?")
    _wrapped("Now: " + ", ".join(f"{rank}={worth}" for rank, worth in points.items()), "  ")
    ranks = {rank.casefold(): str(rank) for rank in rules.deck.ranks}
    help_ = "Type only what differs, such as A=15, K=12; Enter if nothing does."
    changed = _prompt(_ONLY_OTHERS, "", lambda said: _points(said, ranks), help_)
    if any(points[rank] != worth for rank, worth in changed.items()):
        return interview.settled(draft, "card_points", "values", {**points, **changed})
    return draft


def _typed_target(draft: Draft, interview: Interview) -> Draft:
    now = _rules_so_far(draft, interview).match.target
    question = "\nHow many points end the match?"
    help_ = "Type the number of points that a total must reach, such as 750."
    target = _prompt(question, str(now), lambda said: _number(said, 1, 1_000_000), help_)
    return interview.settled(draft, "match", "target", target) if target != now else draft


def _typed_names(draft: Draft, interview: Interview) -> Draft:
    rules = _rules_so_far(draft, interview)
    names = {combination.id: combination.name for combination in rules.combinations}
    _wrapped("\nIs any combination called otherwise?")
    _wrapped("Now: " + ", ".join(f"{id_}={name}" for id_, name in names.items()), "  ")
    help_ = f"Type only what differs, such as {next(iter(names))}=Trail; Enter if nothing does."
    renamed = _prompt(_ONLY_OTHERS, "", lambda said: _names(said, names), help_)
    if any(names[id_] != name for id_, name in renamed.items()):
        return interview.settled(draft, "combinations", "name", {**names, **renamed})
    return draft


_TYPED: Mapping[str, _Typed] = {
    "card_points.values": _typed_points,
    "match.target": _typed_target,
    "combinations.name": _typed_names,
}
"""What may be anything, by its knob."""


def _points(said: str, ranks: Mapping[str, str]) -> dict[str, int]:
    return {rank: _number(worth, 0, 1000) for rank, worth in pairs(said, ranks).items()}


def _number(said: str, least: int, most: int) -> int:
    if not said.strip().isdecimal() or not least <= int(said) <= most:
        raise HazariError(f"'{said.strip()}' is not a whole number from {least} to {most}")
    return int(said)


def _names(said: str, names: Mapping[str, str]) -> dict[str, str]:
    renamed = pairs(said, {id_.casefold(): id_ for id_ in names})
    all_names = [name.casefold() for name in {**names, **renamed}.values()]
    if len(set(all_names)) != len(all_names):
        raise HazariError("two combinations would have the same name")
    return renamed


def _typed(question: str, default: str) -> str:
    help_ = "Type your own words, or Enter for those in brackets."
    return _prompt(question, default, lambda said: said.strip() or default, help_)


def _prompt(question: str, default: str, read: Callable[[str], T], help_: str) -> T:
    """Ask until the answer can be read; raises _BackError where the one before is to be asked."""
    while True:
        said: str = click.prompt(question, default=default, show_default=bool(default))
        if said.strip() == "<":
            raise _BackError
        if said.strip() == "?":
            _wrapped(f"  {help_} '<' goes back.", "  ")
            continue
        try:
            return read(said)
        except HazariError as error:
            click.echo(f"  {error}")


def _wrapped(text: str, indent: str = "") -> None:
    for line in text.splitlines():
        click.echo(textwrap.fill(line, 96, subsequent_indent=indent, break_on_hyphens=False))
