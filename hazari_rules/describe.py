"""A resolved variant as lines for people, each with the place that states it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hazari_rules.kinds import Vocabulary
from hazari_rules.model import Choice, Combination, InstantWin, Redeal, Ruleset
from hazari_rules.resolve import Option, Variant


class Line(NamedTuple):
    """One line of a description: its heading (or empty), its text, and the path that states it."""

    heading: str
    text: str
    path: tuple[str | int, ...] = ()


def describe(variant: Variant) -> list[Line]:
    """The rules of a variant in the order of play, one statement a line."""
    rules, words = variant.ruleset, variant.vocabulary
    return [
        *_cards(rules, words),
        *_ladder(rules, words),
        *_sentences("Comparison", words, _comparison(rules)),
        *_arrangement(rules, words),
        *_sentences("Play", words, _play(rules)),
        *_match(rules, words),
        *(_redeal(words, i, redeal) for i, redeal in enumerate(rules.redeals)),
        *(_instant_win(words, i, win) for i, win in enumerate(rules.instant_wins)),
        *(_option(i, option, rules.options) for i, option in enumerate(variant.options)),
    ]


def place_of(variant: Variant, line: Line) -> str:
    """Where a line's rule is stated, as `file:line`; empty for a line without a place."""
    if not line.path:
        return ""
    span = variant.node.at(line.path).span
    return f"{span.file}:{span.line}"


_Slot = tuple[str, Choice, tuple[str | int, ...]]


def _sentences(heading: str, words: Vocabulary, slots: Iterable[_Slot]) -> Iterator[Line]:
    for family, choice, path in slots:
        yield Line(heading, words.say(family, choice), path)
        heading = ""


def _cards(rules: Ruleset, words: Vocabulary) -> Iterator[Line]:
    deck, table = rules.deck, rules.table
    pack = len(deck.ranks) * len(deck.suits)
    yield Line("Deck", f"{pack} cards, from high to low {' '.join(deck.ranks)}", ("deck", "ranks"))
    points = rules.card_points
    by_value: dict[int, list[str]] = {}
    for rank in deck.ranks:
        by_value.setdefault(points.values[rank], []).append(rank)
    listed = ", ".join(f"{' '.join(ranks)} = {value}" for value, ranks in by_value.items())
    yield Line("Card points", f"{listed}; {points.total} in all", ("card_points", "total"))
    undealt = f"; {table.undealt} cards stay out of play" if table.undealt else ""
    text = f"{table.players} players, {table.cards_each} cards each{undealt}"
    yield Line("Table", text, ("table", "players"))
    yield from _sentences(
        "",
        words,
        (
            ("direction", table.direction, ("table", "direction")),
            ("first_leader", table.first_leader, ("table", "first_leader")),
            ("next_dealer", table.next_dealer, ("table", "next_dealer")),
        ),
    )


def _ladder(rules: Ruleset, words: Vocabulary) -> Iterator[Line]:
    names = {"ace_high": "A-K-Q", "ace_low": "A-2-3", "rest": "the others from the highest down"}
    places = [" = ".join(names[name] for name in place) for place in rules.runs.order]
    excluded = "".join(f"; {names[name]} is no run" for name in rules.runs.not_runs)
    yield Line("Runs", f"{', then '.join(places)}{excluded}", ("runs", "order"))
    heading = "Combinations"
    for place, combination in enumerate(rules.combinations):
        text = f"{place + 1}. {_combination(words, combination)}"
        yield Line(heading, text, ("combinations", place, "id"))
        heading = ""


def _combination(words: Vocabulary, combination: Combination) -> str:
    also = f" ({', '.join(combination.aliases)})" if combination.aliases else ""
    tests = [words.say("card_test", test) for test in combination.tests]
    made = f"{combination.cards} cards: {', '.join(tests) or 'any cards'}"
    return f"{combination.name}{also}, {made}. {words.say('key', combination.key)}"


def _comparison(rules: Ruleset) -> Iterator[_Slot]:
    yield "made_from", rules.comparison.made_from, ("comparison", "made_from")
    yield "spare", rules.comparison.spare, ("comparison", "spare")
    yield "strength_order", rules.comparison.order, ("comparison", "order")


def _arrangement(rules: Ruleset, words: Vocabulary) -> Iterator[Line]:
    sizes = ", ".join(str(group.cards) for group in rules.groups)
    yield Line("Arrangement", f"Groups of {sizes} cards.", ("groups",))
    for i, group in enumerate(rules.groups):
        if group.combinations is not None:
            allowed = ", ".join(rules.combination(id_).name for id_ in group.combinations)
            path = ("groups", i, "combinations")
            yield Line("", f"Group {i + 1} can only make: {allowed}.", path)
    stated = rules.arrangement
    judged = (
        "all their cards" if stated.judged_on is None else f"their best {stated.judged_on} cards"
    )
    order = words.say("arrangement_order", stated.order)
    yield Line("", f"{order} Groups are judged on {judged}.", ("arrangement", "order"))
    yield Line("", words.say("violation", stated.on_violation), ("arrangement", "on_violation"))


def _play(rules: Ruleset) -> Iterator[_Slot]:
    yield "next_leader", rules.play.next_leader, ("play", "next_leader")
    yield "tie_rule", rules.play.ties, ("play", "ties")
    yield "award", rules.play.award, ("play", "award")


def _match(rules: Ruleset, words: Vocabulary) -> Iterator[Line]:
    match = rules.match
    yield Line("Match", f"The target is {match.target} points.", ("match", "target"))
    yield from _sentences(
        "",
        words,
        (
            ("target_check", match.check, ("match", "check")),
            ("reached_together", match.reached_together, ("match", "reached_together")),
            ("match_winner", match.winner, ("match", "winner")),
            ("match_tie", match.ties, ("match", "ties")),
        ),
    )


def _conditions(words: Vocabulary, when: Iterable[Choice]) -> str:
    return " and ".join(words.say("condition", condition) for condition in when)


def _redeal(words: Vocabulary, i: int, redeal: Redeal) -> Line:
    text = (
        f"{redeal.name}: if {_conditions(words, redeal.when)}. {words.say('claim', redeal.claim)}"
        f" {words.say('dealer_move', redeal.dealer)}"
    )
    return Line("" if i else "Redeals", text, ("redeals", i, "id"))


def _instant_win(words: Vocabulary, i: int, win: InstantWin) -> Line:
    text = (
        f"{win.name}: {words.say('moment', win.after)}, if {_conditions(words, win.when)}."
        f" {words.say('effect', win.effect)} {words.say('if_several', win.if_several)}"
    )
    return Line("" if i else "Instant wins", text, ("instant_wins", i, "id"))


def _option(i: int, option: Option, chosen: Mapping[str, str]) -> Line:
    choices = ", ".join(f"[{c}]" if c == chosen[option.id] else c for c in option.choices)
    text = f"{option.id} ({option.status}): {option.question} {choices}"
    return Line("" if i else "Options", text, ("options", option.id))
