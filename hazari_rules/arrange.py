"""Arrangements: is one legal and why not, and which one a bot chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations
from typing import NamedTuple

from hazari_rules.best_part import Strength
from hazari_rules.cards import Card, card_count, format_group
from hazari_rules.compiled import Rules
from hazari_rules.errors import HazariError, IllegalMoveError
from hazari_rules.kinds_arrangement import FoulEffect, FoulScope

Groups = tuple[tuple[Card, ...], ...]


class Reason(StrEnum):
    """Why an arrangement is not legal."""

    WRONG_SIZE = "wrong_size"
    REPEATED_CARD = "repeated_card"
    FOREIGN_CARD = "foreign_card"
    MISSING_CARD = "missing_card"
    WRONG_ORDER = "wrong_order"


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason against an arrangement; `group` counts from 1, 0 is the arrangement as a whole."""

    reason: Reason
    message: str
    group: int = 0


class Locked(NamedTuple):
    """An arrangement that stands: its groups, and what a foul does to it.

    `cannot_win_from` is the first group (from 0) that cannot win, or the number of groups.
    `strengths` are those of the groups in play.
    """

    groups: Groups
    fouled: bool
    cannot_win_from: int
    scores_nothing: bool
    strengths: tuple[int, ...]


class IllegalArrangementError(IllegalMoveError):
    """An arrangement that is refused; `faults` has every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults))


def faults(rules: Rules, groups: Groups, hand: Sequence[Card] | None = None) -> tuple[Fault, ...]:
    """Every reason why these groups are not a legal arrangement (of this hand, if it is given)."""
    if hand is None or not _splits(rules, groups, hand):
        structure = tuple(_structure_faults(rules, groups, hand))
    else:
        structure = ()
    return structure or tuple(_order_faults(rules, groups, _judged(rules, groups)))


def _splits(rules: Rules, groups: Groups, hand: Sequence[Card]) -> bool:
    """Whether the groups are of the right sizes and made of exactly the cards of this hand."""
    different = {*chain(*groups)}
    return (
        tuple(map(len, groups)) == rules.sizes
        and len(different) == sum(rules.sizes)
        and different == {*hand}
    )


def _structure_faults(rules: Rules, groups: Groups, hand: Sequence[Card] | None) -> Iterator[Fault]:
    sizes = rules.sizes
    if len(groups) != len(sizes):
        wanted = " ".join(map(str, sizes))
        given = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
        message = f"{given} given; {len(sizes)} are needed, of {wanted} cards"
        yield Fault(Reason.WRONG_SIZE, message)
    for i, (group, size) in enumerate(zip(groups, sizes, strict=False), start=1):
        if len(group) != size:
            message = f"group {i} has {card_count(len(group))} instead of {size}"
            yield Fault(Reason.WRONG_SIZE, message, i)
    played = [card for group in groups for card in group]
    if repeated := sorted({card for card in played if played.count(card) > 1}):
        message = f"more than once: {format_group(repeated)}"
        yield Fault(Reason.REPEATED_CARD, message)
    pool = rules.deck if hand is None else hand
    if foreign := [card for card in dict.fromkeys(played) if card not in pool]:
        where = "the deck" if hand is None else "the dealt hand"
        yield Fault(Reason.FOREIGN_CARD, f"not in {where}: {format_group(foreign)}")
    if hand is not None and (missing := [card for card in hand if card not in played]):
        yield Fault(Reason.MISSING_CARD, f"left out of the hand: {format_group(missing)}")


def _descend(rules: Rules, judged: Sequence[int]) -> bool:
    """Whether groups of these strengths may stand so."""
    return all(map(rules.descends, judged, judged[1:]))


def _order_faults(rules: Rules, groups: Groups, judged: Sequence[int]) -> Iterator[Fault]:
    for i in range(1, len(groups)):
        if not rules.descends(judged[i - 1], judged[i]):
            yield Fault(Reason.WRONG_ORDER, _order_message(rules, groups, i), i + 1)


def _judged(rules: Rules, groups: Groups) -> list[int]:
    return _strengths(rules, rules.ranking.judged, groups)


def _strengths(rules: Rules, of: Sequence[Strength], groups: Groups) -> list[int]:
    code_of = rules.ranking.codes.__getitem__
    return [strength(*map(code_of, group)) for strength, group in zip(of, groups, strict=True)]


def _order_message(rules: Rules, groups: Groups, i: int) -> str:
    before, after = (format_group(groups[j]) for j in (i - 1, i))
    judged_on = rules.ruleset.arrangement.judged_on
    only = "" if judged_on is None else f", judged on its best {judged_on} cards,"
    rule = rules.vocabulary.say("arrangement_order", rules.ruleset.arrangement.order)
    return f"group {i + 1} ({after}){only} is too strong to follow group {i} ({before}): {rule}"


def lock(rules: Rules, groups: Groups, hand: Sequence[Card]) -> Locked:
    """The arrangement as it stands after the rule on wrong orders, with fouls noted.

    Raises IllegalArrangementError with every reason if it is refused.
    """
    if not _splits(rules, groups, hand):
        raise IllegalArrangementError(tuple(_structure_faults(rules, groups, hand)))
    ranking, violation = rules.ranking, rules.violation
    judged = _judged(rules, groups)
    if violation.sort and not _descend(rules, judged):
        groups = _sorted(groups, judged)
        judged = _judged(rules, groups)
    same = ranking.play == ranking.judged
    strengths = tuple(judged if same else _strengths(rules, ranking.play, groups))
    if _descend(rules, judged):
        return Locked(groups, False, len(groups), False, strengths)
    wrong = tuple(_order_faults(rules, groups, judged))
    if violation.foul is None:
        raise IllegalArrangementError(wrong)
    scores_nothing = violation.foul.effect is FoulEffect.SCORES_NOTHING
    first = 0 if violation.foul.scope is FoulScope.WHOLE_DEAL else wrong[0].group - 1
    return Locked(
        groups,
        fouled=True,
        cannot_win_from=len(groups) if scores_nothing else first,
        scores_nothing=scores_nothing,
        strengths=strengths,
    )


def _sorted(groups: Groups, strengths: Sequence[int]) -> Groups:
    """Groups of equal size in descending order among their places, equal ones as they stood."""
    result = list(groups)
    for size in {len(group) for group in groups}:
        places = [i for i, group in enumerate(groups) if len(group) == size]
        ordered = sorted(places, key=lambda i: -strengths[i])
        for place, source in zip(places, ordered, strict=True):
            result[place] = groups[source]
    return tuple(result)


Bot = Callable[[Rules, Sequence[Card]], Groups]
"""(rules, hand) -> an arrangement of the hand that the rules allow."""


def greedy(rules: Rules, hand: Sequence[Card]) -> Groups:
    """Each group in turn the strongest that the remaining cards make.

    Where that ends in an order that the rules refuse, the lexicographically best is taken.
    """
    left = list(rules.ranking.encode(hand))
    cards = dict(zip(left, hand, strict=True))
    groups: list[tuple[int, ...]] = []
    for i, strength in enumerate(rules.ranking.play):
        best = max(rules.ranking.hopeful(i, left), key=lambda part: strength(*part))
        groups.append(best)
        left = [code for code in left if code not in best]
    found = tuple(tuple(cards[code] for code in group) for group in groups)
    return found if _descend(rules, _judged(rules, found)) else lexicographic(rules, hand)


def lexicographic(rules: Rules, hand: Sequence[Card]) -> Groups:
    """The legal arrangement with the strongest first group, then the strongest second, and so on.

    Raises HazariError if the hand has no legal arrangement at all.
    """
    codes = rules.ranking.encode(hand)
    cards = dict(zip(codes, hand, strict=True))
    best = _best_split(rules, codes, 0, None)
    if best is None:
        raise HazariError(f"the hand {format_group(hand)} has no legal arrangement")
    return tuple(tuple(cards[code] for code in group) for group in best[1])


_Split = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]


def _best_split(
    rules: Rules, left: tuple[int, ...], index: int, before: int | None
) -> _Split | None:
    """(strengths, groups) of the best way to split what is left into the groups from `index` on."""
    if index == len(rules.ruleset.groups):
        return (), ()
    play, judged = rules.ranking.play[index], rules.ranking.judged[index]
    parts = [(play(*part), part) for part in combinations(left, rules.ruleset.groups[index].cards)]
    parts.sort(key=lambda found: -found[0])
    best: _Split | None = None
    for strength, part in parts:
        if best is not None and strength < best[0][0]:
            break
        strength_judged = judged(*part)
        if before is not None and not rules.descends(before, strength_judged):
            continue
        rest = tuple(code for code in left if code not in part)
        below = _best_split(rules, rest, index + 1, strength_judged)
        if below is not None and (best is None or below[0] > best[0][1:]):
            best = ((strength, *below[0]), (part, *below[1]))
    return best


BOTS: dict[str, Bot] = {"greedy": greedy, "lexicographic": lexicographic}
