"""House rules and open questions as a section of a rulebook: what each choice changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hazari_rules.build import build
from hazari_rules.errors import HazariError
from hazari_rules.kinds import Vocabulary
from hazari_rules.messages import Messages, mark
from hazari_rules.model import Ruleset
from hazari_rules.resolve import Option, Resolver, Variant
from hazari_rules.rulebook_model import Block, Items, Paragraph, Section, Sentence, statements
from hazari_rules.rulebook_rules import Teller, in_language, rule_sections

Choices = Mapping[tuple[str, str], Ruleset | None]
"""(option, choice) to the rules with that choice; None where it does not go with the others."""

_STATUS = {
    "open": mark("Open question."),
    "house": mark("House rule."),
}


def other_choices(resolver: Resolver, variant: Variant, name: str) -> Choices:
    """The rules that every other choice of every option leads to; `name` is what was loaded."""
    chosen = variant.ruleset.options
    merged = resolver.merged(resolver.chain(resolver.library.find(name)))
    found: dict[tuple[str, str], Ruleset | None] = {}
    for option in variant.options:
        for choice in option.choices:
            if choice != chosen[option.id]:
                try:
                    node, picked = resolver.applied(merged, {**chosen, option.id: choice})
                    ruleset = build(node.plain(), picked, resolver.vocabulary)
                except HazariError:
                    ruleset = None
                found[option.id, choice] = ruleset
    return found


def options_section(
    variant: Variant, others: Choices, stated: Sequence[str], t: Messages
) -> Section:
    """Every option with its choices; `stated` is what the rules in force state."""
    blocks: list[Block] = []
    for status in ("open", "house"):
        for option in variant.options:
            if option.status == status:
                blocks.append(_option(option, variant, others, stated, t))
    title = t("House rules and open questions")
    intro = Paragraph(
        (
            Sentence(
                t(
                    "Agree on these before you play. The choice that this rulebook follows is"
                    " named first; of each other one it is said what it changes."
                )
                if blocks
                else t("There is nothing to agree on: these rules leave no choice open."),
                rule=False,
            ),
        )
    )
    return Section("options", title, (intro, *blocks))


def _option(
    option: Option, variant: Variant, others: Choices, stated: Sequence[str], t: Messages
) -> Section:
    chosen = variant.ruleset.options[option.id]
    about = [
        Sentence(t.text(_STATUS[option.status]), rule=False),
        *(in_language(t, text) for text in (option.why, option.where) if text),
    ]
    usual = chosen == option.default
    here = t("As in this book (the usual choice).") if usual else t("As in this book.")
    items = [(f"{option.id}={chosen}", Paragraph((_said(here),)))]
    for choice in option.choices:
        if choice != chosen:
            changed = tuple(_changes(others[option.id, choice], variant.vocabulary, stated, t))
            items.append((f"{option.id}={choice}", Paragraph(tuple(map(_said, changed)))))
    title = in_language(t, option.question)
    blocks = (Paragraph(tuple(about)), Items(tuple(items), strong=False))
    return Section(f"option-{option.id}", title.text, blocks, title.lang)


def _changes(
    ruleset: Ruleset | None, words: Vocabulary, stated: Sequence[str], t: Messages
) -> Iterator[str]:
    """What the rules of a choice state that those of the book do not, and what falls away."""
    if ruleset is None:
        yield t("It does not go together with the other choices of this book.")
        return
    other = statements(rule_sections(Teller.of(ruleset, words, t)))
    new = [text for text in other if text not in stated]
    yield from new
    if not new:
        gone = [text for text in stated if text not in other]
        yield from (t("No longer: {rule}", rule=text) for text in gone)
        if not gone:
            yield t("It changes nothing here.")


def _said(text: str) -> Sentence:
    return Sentence(text, rule=False)
