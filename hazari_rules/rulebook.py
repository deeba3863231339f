"""The rulebook of a variant: everything a person needs to play, made from the resolved rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.messages import Messages, mark
from hazari_rules.model import LANGUAGE_VERSION
from hazari_rules.resolve import Variant
from hazari_rules.rulebook_combinations import with_examples
from hazari_rules.rulebook_model import (
    Book,
    Figures,
    Hand,
    Items,
    Paragraph,
    Section,
    Sentence,
    remark,
    statements,
)
from hazari_rules.rulebook_options import Choices, options_section
from hazari_rules.rulebook_rules import Teller, in_language, rule_sections
from hazari_rules.rulebook_worked import Worked


def rulebook(variant: Variant, others: Choices, t: Messages) -> Book:
    """The rulebook of a variant in a language.

    `others` are the rules that other choices of its options lead to, as
    `rulebook_options.other_choices` finds them. Raises HazariError for a kind that no plugin in
    force brings.

    >>> from hazari_rules.loading import Loader
    >>> from hazari_rules.rulebook_options import other_choices
    >>> loader = Loader.shipped()
    >>> hazari = loader.load("hazari")
    >>> others = other_choices(loader.resolver, hazari, "hazari")
    >>> rulebook(hazari, others, Messages.load("en")).sections[0].title
    'Players and cards'
    """
    rules = variant.ruleset
    compiled, teller = (
        Rules.compile(rules, variant.vocabulary),
        Teller.of(rules, variant.vocabulary, t),
    )
    stated = rule_sections(teller)
    also = t("Also called {names}.", names=t.listed([t.text(a) for a in rules.aliases], "or"))
    return Book(
        lang=t.lang,
        title=t.text(rules.name),
        subtitle=also if rules.aliases else "",
        summary=in_language(t, rules.summary),
        notice=_notice(t),
        contents=t("Contents"),
        sections=(
            *_with_examples(stated, compiled, teller),
            options_section(variant, others, statements(stated), t),
            _sources(rules.as_data()["sources"], t),
        ),
        colophon=tuple(_colophon(variant, t)),
    )


def _with_examples(stated: Iterable[Section], rules: Rules, teller: Teller) -> Iterator[Section]:
    worked = Worked(rules, teller)
    makers = {
        "arranging": worked.arranging,
        "play": worked.round,
        "scoring": worked.deal,
        "end": worked.end,
        "redeals": worked.redeals,
        "instant-wins": worked.instant_wins,
    }
    for section in stated:
        if section.id == "cards":
            yield section.and_then(_one_suit(rules, teller.t))
        elif section.id == "combinations":
            yield with_examples(section, rules, teller.t)
        else:
            yield section.and_then(*(makers[section.id]() if section.id in makers else ()))


def _one_suit(rules: Rules, t: Messages) -> Figures:
    deck = rules.ruleset.deck
    hand = Hand(tuple(Card(rank, deck.suits[0]) for rank in deck.ranks))
    return Figures(((t("One suit, from the highest to the lowest"), (hand,)),))


_AWAITING = mark(
    "This translation awaits a native reader; where in doubt, the English text counts."
)


def _notice(t: Messages) -> str:
    return "" if t.language.reviewed else f"{t(_AWAITING)} ({_AWAITING})"


def _sources(sources: Mapping[str, Mapping[str, str]], t: Messages) -> Section:
    if not sources:
        return Section("sources", t("Sources"), (remark(t("No source is named.")),))
    items = []
    for source in sources.values():
        told = [in_language(t, source[part]) for part in ("title", "note") if part in source]
        if "url" in source:
            told.append(Sentence(source["url"], rule=False))
        items.append(("", Paragraph(tuple(told))))
    return Section("sources", t("Sources"), (Items(tuple(items)),))


def _colophon(variant: Variant, t: Messages) -> Iterator[str]:
    rules = variant.ruleset
    made = t(
        "Made from the rules “{id}” (language version {spec}), fingerprint {digest}.",
        id=rules.id,
        spec=LANGUAGE_VERSION,
        digest=rules.digest.removeprefix("sha256:")[:12],
    )
    yield made
    other = [
        f"{option.id}={rules.options[option.id]}"
        for option in variant.options
        if rules.options[option.id] != option.default
    ]
    if other:
        yield t("Chosen for this book: {choices}.", choices=", ".join(other))
    if variant.parents:
        yield t("These rules start from those of {parents}.", parents=", ".join(variant.parents))
