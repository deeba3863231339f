"""A resolved variant as lines for people, each with the place that states it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hazari_rules.cards import Rank, card_count
from hazari_rules.kinds import Vocabulary, Wording
from hazari_rules.kinds_combinations import ACE_HIGH, ACE_LOW
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
        *(_redeal(rules, words, i, redeal) for i, redeal in enumerate(rules.redeals)),
        *(_instant_win(rules, words, i, win) for i, win in enumerate(rules.instant_wins)),
        *(_option(i, option, rules.options) for i, option in enumerate(variant.options)),
    ]


def place_of(variant: Variant, line: Line) -> str:
    """Where a line's rule is stated, as `file:line`; empty for a line without a place."""
    if not line.path:
        return ""
    span = variant.node.at(line.path).span
    return f"{span.file}:{span.line}"


def run_names(ranks: Sequence[Rank]) -> Mapping[str, str]:
    """How people write what the order of the runs names, in a pack of these ranks.

    >>> run_names(["A", "K", "Q", "J", "10", "9", "8", "7"])["ace_low"]
    'A-7-8'
    """
    return {
        ACE_HIGH: "-".join(ranks[:3]),
        ACE_LOW: "-".join([ranks[0], *reversed(ranks[-2:])]),
        "rest": "the others from the highest down",
    }


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
    stay = "stays" if table.undealt == 1 else "stay"
    undealt = f"; {card_count(table.undealt)} {stay} out of play" if table.undealt else ""
    text = f"{table.players} players, {card_count(table.cards_each)} each{undealt}"
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
    names = run_names(rules.deck.ranks)
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
    made = f"{card_count(combination.cards)}: {', '.join(tests) or 'any cards'}"
    return f"{combination.name}{also}, {made}. {words.say('key', combination.key)}"


def _comparison(rules: Ruleset) -> Iterator[_Slot]:
    yield "made_from", rules.comparison.made_from, ("comparison", "made_from")
    yield "spare", rules.comparison.spare, ("comparison", "spare")
    yield "strength_order", rules.comparison.order, ("comparison", "order")


def _arrangement(rules: Ruleset, words: Vocabulary) -> Iterator[Line]:
    sizes = ", ".join(str(group.cards) for group in rules.groups)
    last = "" if rules.groups[-1].cards == 1 else "s"
    yield Line("Arrangement", f"Groups of {sizes} card{last}.", ("groups",))
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


@dataclass(frozen=True, slots=True)
class _Named(Wording):
    """English with the combinations called by their names."""

    rules: Ruleset

    def word(self, word: str) -> str:
        names = {combination.id: combination.name for combination in self.rules.combinations}
        return names.get(word, word)


def _conditions(rules: Ruleset, words: Vocabulary, when: Iterable[Choice]) -> str:
    return " and ".join(words.say("condition", condition, _Named(rules)) for condition in when)


def _redeal(rules: Ruleset, words: Vocabulary, i: int, redeal: Redeal) -> Line:
    text = (
        f"{redeal.name}: if {_conditions(rules, words, redeal.when)}."
        f" {words.say('claim', redeal.claim)} {words.say('dealer_move', redeal.dealer)}"
    )
    return Line("" if i else "Redeals", text, ("redeals", i, "id"))


def _instant_win(rules: Ruleset, words: Vocabulary, i: int, win: InstantWin) -> Line:
    text = (
        f"{win.name}: {words.say('moment', win.after)},"
        f" if {_conditions(rules, words, win.when)}."
        f" {words.say('effect', win.effect)} {words.say('if_several', win.if_several)}"
    )
    return Line("" if i else "Instant wins", text, ("instant_wins", i, "id"))


def _option(i: int, option: Option, chosen: Mapping[str, str]) -> Line:
    choices = ", ".join(f"[{c}]" if c == chosen[option.id] else c for c in option.choices)
    text = f"{option.id} ({option.status}): {option.question} {choices}"
    return Line("" if i else "Options", text, ("options", option.id))
