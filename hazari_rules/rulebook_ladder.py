"""The combinations as a section of a rulebook: what makes each, how equals are decided, runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hazari_rules.cards import Rank
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_combinations import ACE_HIGH, ACE_LOW, run_places
from hazari_rules.messages import Messages
from hazari_rules.model import Ruleset
from hazari_rules.rulebook_model import Items, Section, Sentence, paragraph
from hazari_rules.rulebook_patterns import Patterns, patterns


def combinations_section(rules: Ruleset, words: Vocabulary, t: Messages) -> Section:
    """The ladder, with a section `combination-ID` for each step."""
    found = patterns(rules, words)
    stated = rules.comparison
    names = [t.text(combination.name) for combination in rules.combinations]
    ladder = t(
        "From the strongest to the weakest: {names}.",
        names=", ".join(f"{t.number(i)}. {name}" for i, name in enumerate(names, start=1)),
    )
    return Section(
        "combinations",
        t("Combinations"),
        (
            paragraph(ladder),
            paragraph(
                words.say("strength_order", stated.order, t),
                words.say("made_from", stated.made_from, t),
                *_sizes(rules, words, t),
                words.say("spare", stated.spare, t),
            ),
            *(_combination(place, words, t, one) for place, one in enumerate(found, start=1)),
            _runs(rules, t),
        ),
    )


def _sizes(rules: Ruleset, words: Vocabulary, t: Messages) -> Iterator[str]:
    """Of how many cards the combinations are that count in the groups of each size."""
    parts = words.meaning("made_from", rules.comparison.made_from, rules)
    sizes = {combination.cards for combination in rules.combinations}
    for size in sorted({group.cards for group in rules.groups}):
        fitting = t.listed([t.number(n) for n in sorted(sizes & {*parts(size)})], "or")
        if fitting:
            yield t.plural(
                "In a group of {n} card, only combinations of {sizes} card count.",
                "In a group of {n} cards, only combinations of {sizes} cards count.",
                size,
                sizes=fitting,
            )


def _combination(place: int, words: Vocabulary, t: Messages, found: Patterns) -> Section:
    combination = found.step.combination
    name = t.text(combination.name)
    what = t.plural("{n} card", "{n} cards", combination.cards)
    tests = [words.say("card_test", test, t) for test in combination.tests]
    properties = ", ".join([what, *tests])
    if found.excluded and tests:
        stronger = t.listed([t.word(id_) for id_ in found.excluded], "or")
        made = t("{cards}, that make no {stronger}.", cards=properties, stronger=stronger)
    elif found.excluded:
        made = t("{cards} that make no stronger combination.", cards=what)
    else:
        made = t("{cards}.", cards=properties) if tests else t("Any {cards}.", cards=what)
    aliases = t.listed([t.text(alias) for alias in combination.aliases], "or")
    also = t("Also called {names}.", names=aliases) if aliases else ""
    key = words.say("key", combination.key, t)
    return Section(
        f"combination-{combination.id}",
        f"{t.number(place)}. {name}",
        (
            paragraph(
                Sentence(made, " ".join(filter(None, [f"{name}: {made}", also, key]))),
                Sentence(also, rule=False),
            ),
            paragraph(Sentence(key, rule=False)),
        ),
    )


def _runs(rules: Ruleset, t: Messages) -> Section:
    sizes = sorted({c.cards for c in rules.combinations if c.key.name == "run_order"}) or [3]
    asked = any(test.name == "run" for c in rules.combinations for test in c.tests)
    items = [] if asked else [("", paragraph(t("No combination here asks for a run.")))]
    items += [("", paragraph(text)) for size in sizes for text in _run_order(rules, t, size)]
    items += [("", paragraph(text)) for text in _round_the_corner(rules, t)]
    return Section("runs", t("The order of the runs"), (Items(tuple(items)),))


def _run_order(rules: Ruleset, t: Messages, size: int) -> Iterator[str]:
    if size > len(rules.deck.ranks):
        return
    by_place: dict[int, list[str]] = {}
    for place, written in run_places(rules, size).values():
        by_place.setdefault(place, []).append(t.digits(written))
    order = [" = ".join(by_place[place]) for place in sorted(by_place, reverse=True)]
    if order:
        yield t(
            "Runs of {size} cards, from the highest to the lowest: {order}.",
            size=size,
            order=", ".join(order),
        )
    for name in rules.runs.not_runs:
        written = _written(rules.deck.ranks, name, size)
        yield t("{ranks} is no run.", ranks=t.digits(written))


def _written(ranks: Sequence[Rank], name: str, size: int) -> str:
    top = ranks[:size] if name == ACE_HIGH else (ranks[0], *ranks[:-size:-1])
    return "-".join(top)


def _round_the_corner(rules: Ruleset, t: Messages) -> Iterator[str]:
    """That the first rank joins the second or the last, never both (seed Grand, the Note)."""
    ranks = rules.deck.ranks
    if len(ranks) > 3 and not {ACE_HIGH, ACE_LOW} & set(rules.runs.not_runs):
        top, second, last = ranks[0], ranks[1], ranks[-1]
        yield t(
            "In a run {top} can stand next to {second} or next to {last}, but not next to both at"
            " once: {ranks} is no run.",
            top=t.digits(top),
            second=t.digits(second),
            last=t.digits(last),
            ranks=t.digits(f"{last}-{top}-{second}"),
        )
