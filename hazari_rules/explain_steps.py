"""Explanations step by step, each step with the rule that it follows from and its place.

This module explains groups and arrangements; `explain_deal` explains whole deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hazari_rules.arrange import Fault, Groups, Reason, faults
from hazari_rules.cards import Card, card_count, pretty_group
from hazari_rules.compiled import Rules
from hazari_rules.explain import compare, explain
from hazari_rules.model import Choice
from hazari_rules.ranking import Reading
from hazari_rules.resolve import Variant
from hazari_rules.validation import pointer_of

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation.

    `rule` is the path of the rule in the resolved rules, () for a step that is a plain fact;
    `place` is the `file:line` that states it.
    """

    text: str
    rule: Path = ()
    place: str = ""

    def as_json(self) -> dict[str, Any]:
        """The step as plain data for programs."""
        rule = pointer_of(self.rule) if self.rule else None
        return {"text": self.text, "rule": rule, "place": self.place or None}


@dataclass(frozen=True, slots=True)
class Explainer:
    """A variant with its compiled rules, to explain what follows from them.

    >>> from hazari_rules.loading import load
    >>> from hazari_rules.cards import parse_group
    >>> explainer = Explainer.of(load("hazari"))
    >>> steps = explainer.groups([parse_group("KS KH JD"), parse_group("7C 6D 5H")])
    >>> print(steps[-1].text, steps[-1].place)
    Group 2 wins. Run 7♣ 6♦ 5♥ beats Pair K♠ K♥ J♦: Run stands above Pair. hazari.yaml:35
    """

    variant: Variant
    rules: Rules

    @classmethod
    def of(cls, variant: Variant) -> Explainer:
        """An explainer of this variant."""
        return cls(variant, Rules.compile(variant.ruleset, variant.vocabulary))

    def step(self, text: str, *rule: str | int) -> Step:
        """A step that follows from the rule with this path."""
        span = self.variant.node.at(rule).span
        return Step(text, rule, f"{span.file}:{span.line}")

    def says(self, family: str, choice: Choice) -> str:
        """A kind's sentence, with a full stop."""
        return ended(self.rules.vocabulary.say(family, choice))

    def groups(self, groups: Sequence[Sequence[Card]], group: int | None = None) -> list[Step]:
        """Why one of these groups, given in playing order, wins: what each is, then why.

        `group` (from 0) matters where groups have ladders of their own. Raises NotationError
        for cards that are no groups of one round.
        """
        result = compare(self.rules, groups, group)
        steps = [
            step
            for number, reading in enumerate(result.readings, start=1)
            for step in self.reading(f"Group {number}", reading)
        ]
        steps += self._spare_rules(result.readings)
        if result.tied:
            names = [f"group {i + 1}" for i in result.tied]
            steps.append(Step(f"The best groups are equal: {', '.join(names)}."))
        if not result.tied and result.winners:
            best = result.winners[0]
            losers = [reading for i, reading in enumerate(result.readings) if i != best]
            for loser in sorted(losers, key=lambda reading: reading.strength)[:-1]:
                steps.append(self.beats(result.readings[best], loser))
        winner = self._winner(result.winners)
        steps.append(self.because(f"{winner} {result.reason}", result.readings, result.winners))
        return steps

    def _winner(self, winners: Sequence[int]) -> str:
        if not winners:
            return "Nobody wins."
        if len(winners) == 1:
            return f"Group {winners[0] + 1} wins."
        return f"Groups {' and '.join(str(i + 1) for i in sorted(winners))} share the round."

    def because(self, text: str, readings: Sequence[Reading], winners: Sequence[int]) -> Step:
        """The step that tells the result of a comparison, with the rule that decided it."""
        text, best = ended(text), max(reading.strength for reading in readings)
        equal = [reading for reading in readings if reading.strength == best]
        if not best:
            return self.step(text, "combinations")
        if len(equal) > 1:
            return self.step(text, "play", "ties")
        if len(readings) == 1:
            return Step(text)
        others = [reading for reading in readings if reading is not equal[0]]
        rival = max(others, key=lambda reading: reading.strength)
        return self.step(text, *self._deciding(equal[0], rival))

    def beats(self, winner: Reading, loser: Reading) -> Step:
        """Why one reading beats another."""
        return self.step(
            ended(explain(self.rules, winner, loser)[0]), *self._deciding(winner, loser)
        )

    def _deciding(self, winner: Reading, loser: Reading) -> Path:
        """The rule that decides between two readings of different strength."""
        if winner.combination != loser.combination or not winner.combination:
            return ("combinations", self._place(winner))
        pointer = explain(self.rules, winner, loser)[1]
        if pointer == "/combinations":
            return ("combinations", self._place(winner), "key")
        return tuple(pointer.strip("/").split("/"))

    def _place(self, reading: Reading) -> int:
        ids = [combination.id for combination in self.rules.ruleset.combinations]
        return ids.index(reading.combination) if reading.combination else 0

    def reading(self, who: str, reading: Reading, verb: str = "counts as") -> Iterator[Step]:
        """What a group counts as, and by which step of the ladder."""
        if not reading.combination:
            cards = pretty_group(reading.spare)
            yield self.step(f"{who}, {cards}, makes no combination.", "combinations")
            return
        item = self.rules.ruleset.combination(reading.combination)
        tests = [self.rules.vocabulary.say("card_test", test) for test in item.tests]
        made = f"{card_count(item.cards)}, {', '.join(tests) or 'nothing stronger'}"
        spare = f" The spare {pretty_group(reading.spare)} is left." if reading.spare else ""
        text = f"{who} {verb} {item.name} {pretty_group(reading.cards)} ({made}).{spare}"
        yield self.step(text, "combinations", self._place(reading))

    def _spare_rules(self, readings: Sequence[Reading]) -> Iterator[Step]:
        if any(reading.spare for reading in readings):
            comparison = self.rules.ruleset.comparison
            made_from = self.says("made_from", comparison.made_from)
            yield self.step(made_from, "comparison", "made_from")
            yield self.step(self.says("spare", comparison.spare), "comparison", "spare")

    def arrangement(self, groups: Groups, hand: Sequence[Card] | None = None) -> list[Step]:
        """Why these groups are, or are not, a legal arrangement (of this hand, if it is given)."""
        found = faults(self.rules, groups, hand)
        if broken := [fault for fault in found if fault.reason is not Reason.WRONG_ORDER]:
            return [self._structure(fault, hand is not None) for fault in broken]
        return [*self._judged(groups), *self._order(groups, found)]

    def _structure(self, fault: Fault, hand_given: bool) -> Step:
        text = ended(fault.message[0].upper() + fault.message[1:])
        match fault.reason:
            case Reason.WRONG_SIZE:
                return self.step(text, "groups", *([fault.group - 1] if fault.group else []))
            case Reason.REPEATED_CARD:
                return self.step(f"{text} Each card exists once.", "deck")
            case Reason.MISSING_CARD:
                return self.step(f"{text} Every card of the hand is arranged.", "groups")
        return Step(text) if hand_given else self.step(text, "deck")

    def _judged(self, groups: Groups) -> Iterator[Step]:
        judging = judging_rules(self.rules)
        readings = [judging.ranking.reading(cards, i) for i, cards in enumerate(groups)]
        for number, reading in enumerate(readings, start=1):
            yield from self.reading(f"Group {number}", reading)
        limit = self.rules.ruleset.arrangement.judged_on
        if limit is not None and any(reading.spare for reading in readings):
            text = f"The order of the groups is judged on the best {limit} cards of each."
            yield self.step(text, "arrangement", "judged_on")

    def _order(self, groups: Groups, found: Sequence[Fault]) -> Iterator[Step]:
        rule = self.rules.ruleset.arrangement
        order = self.says("arrangement_order", rule.order)
        if not found:
            yield self.step(f"The arrangement is legal. {order}", "arrangement", "order")
            return
        ranking = judging_rules(self.rules).ranking
        for fault in found:
            i = fault.group - 1
            before, after = (ranking.reading(groups[j], j) for j in (i - 1, i))
            if after.strength > before.strength:
                yield self.beats(after, before)
            else:
                yield Step(f"Group {i} and group {i + 1} are equally strong.")
            text = f"Group {i + 1} may not follow group {i}. {order}"
            yield self.step(text, "arrangement", "order")
        yield self.step(self.says("violation", rule.on_violation), "arrangement", "on_violation")


def judging_rules(rules: Rules) -> Rules:
    """Rules under which groups count in play as they do here when their order is checked."""
    ruleset = rules.ruleset
    limit = ruleset.arrangement.judged_on
    if limit is None:
        return rules
    judged = replace(
        ruleset,
        combinations=tuple(item for item in ruleset.combinations if item.cards <= limit),
        comparison=replace(
            ruleset.comparison, made_from=Choice("some_cards"), spare=Choice("ignored")
        ),
        redeals=(),
        instant_wins=(),
    )
    return Rules.compile(judged, rules.vocabulary)


def ended(text: str) -> str:
    """The text with a full stop, if it has none."""
    return text if text.endswith((".", "!", "?", ".)")) else f"{text}."
