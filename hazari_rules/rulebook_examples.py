"""Worked examples for a rulebook, found and judged by the engine: nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from hazari_rules.arrange import Fault, Groups, Reason, faults, greedy
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.deal import ClaimQuestion, DealStart, DealState
from hazari_rules.dealing import Hands, deal_hands, shuffled
from hazari_rules.errors import HazariError
from hazari_rules.events import DealEnded, Ending
from hazari_rules.kinds_events import Stage
from hazari_rules.model import Choice
from hazari_rules.rounds import RoundResult
from hazari_rules.rulebook_patterns import Patterns, cards_of, patterns

SEED = 1000
"""The seed of all deals in rulebooks."""

_DEALS = 150
_DEALT_HANDS = 600
_TRIES = 60


def deals(rules: Rules) -> Iterator[Hands]:
    """The hands of the rulebook's deals, one deal after the other."""
    table = rules.ruleset.table
    for number in range(_DEALT_HANDS):
        yield deal_hands(rules.deck, table.players, table.cards_each, SEED, number)


def play(rules: Rules, hands: Hands, *, claim: bool = False) -> DealState | None:
    """A deal played by bots; None if some hand has no legal arrangement."""
    totals = (0,) * rules.players
    start = DealStart(1, 0, totals, rules.ruleset.match.target, last_points=None)
    try:
        state = DealState.begin(rules, start, hands)
        while (question := state.pending) is not None:
            is_claim = isinstance(question, ClaimQuestion)
            state = state.apply(claim if is_claim else greedy(rules, state.hands[question.seat]))
    except HazariError:
        return None
    return state


def played(rules: Rules, most: int = _DEALS) -> Iterator[tuple[DealState, DealEnded]]:
    """Deals that bots play to their ordinary end."""
    for hands in islice(deals(rules), most):
        state = play(rules, hands)
        if state is not None and state.end is not None and state.end.ending is Ending.PLAYED:
            yield state, state.end


def whole_deal(rules: Rules) -> tuple[DealState, DealEnded] | None:
    """A deal to show the scoring: the first one in which most players win something."""
    found = list(islice(played(rules, most=20), 8))
    return max(found, key=lambda deal: sum(p > 0 for p in deal[1].points), default=None)


def tied_round(rules: Rules) -> RoundResult | None:
    """A round in which the best groups are equal, or else any round; None if none is played."""
    other = None
    for state, _ in played(rules):
        for result in state.rounds:
            if result.tied:
                return result
            other = other or result
    return other


@dataclass(frozen=True, slots=True)
class Arrangements:
    """A legal arrangement of a hand and one in the wrong order with its fault, if there is one."""

    legal: Groups
    wrong: Groups | None
    fault: Fault | None


def arrangements(rules: Rules) -> Arrangements | None:
    """A hand arranged rightly and wrongly: one with many combinations that can go wrong."""
    candidates = []
    for hands in islice(deals(rules), 12):
        try:
            legal = greedy(rules, hands[0])
        except HazariError:
            continue
        wrong = next(_wrong(rules, legal), None)
        kinds = {rules.ranking.reading(g, i).combination for i, g in enumerate(legal)}
        candidates.append((wrong is not None, len(kinds), legal, wrong))
    if not candidates:
        return None
    _, _, legal, wrong = max(candidates, key=lambda found: found[:2])
    return Arrangements(legal, *(wrong or (None, None)))


def _wrong(rules: Rules, legal: Groups) -> Iterator[tuple[Groups, Fault]]:
    """Arrangements of the same cards with just one fault, that of the order."""
    for groups in (*_exchanged_cards(legal), *_exchanged_groups(legal)):
        found = faults(rules, groups)
        if len(found) == 1 and found[0].reason is Reason.WRONG_ORDER:
            yield groups, found[0]


def _exchanged_cards(groups: Groups) -> Iterator[Groups]:
    """Neighbouring groups from the last with a card of each exchanged."""
    for i in range(len(groups) - 1, 0, -1):
        for a in groups[i - 1]:
            for b in groups[i]:
                before = tuple(b if card == a else card for card in groups[i - 1])
                after = tuple(a if card == b else card for card in groups[i])
                yield (*groups[: i - 1], before, after, *groups[i + 1 :])


def _exchanged_groups(groups: Groups) -> Iterator[Groups]:
    for i in range(1, len(groups)):
        if len(groups[i]) == len(groups[i - 1]):
            yield (*groups[: i - 1], groups[i], groups[i - 1], *groups[i + 1 :])


def redeal(rules: Rules, id_: str) -> tuple[DealState, DealEnded] | None:
    """A deal that this redeal makes void."""
    for hands in deals(rules):
        state = play_dealing(rules, hands)
        end = state.end if state else None
        if state and end and end.ending is Ending.REDEAL and end.reason == id_:
            return state, end
    return None


def play_dealing(rules: Rules, hands: Hands) -> DealState | None:
    """A deal up to the first arrangement, every redeal asked for."""
    totals = (0,) * rules.players
    start = DealStart(1, 0, totals, rules.ruleset.match.target, last_points=None)
    state = DealState.begin(rules, start, hands)
    return state.apply(answer=True) if isinstance(state.pending, ClaimQuestion) else state


def instant_win(rules: Rules, id_: str) -> tuple[DealState, DealEnded] | None:
    """A deal that this instant win ends, constructed or found among the deals."""
    win = next(win for win in rules.instant_wins if win.id == id_)
    stated = next(win for win in rules.ruleset.instant_wins if win.id == id_)
    if win.moment.stage is Stage.DEALING:
        tries = (play_dealing(rules, hands) for hands in deals(rules))
    else:
        tries = (play(rules, hands) for hands in _constructed(rules, stated.when))
    for state in tries:
        end = state.end if state else None
        if state and end and end.ending is Ending.INSTANT_WIN and end.reason == id_:
            return state, end
    return None


def _constructed(rules: Rules, when: Sequence[Choice]) -> Iterator[Hands]:
    """Hands in which the player next to the dealer holds the groups that the conditions name."""
    fixed: list[Card] = []
    found = patterns(rules.ruleset, rules.vocabulary)
    for number, ids in sorted(_named_groups(when)):
        size = rules.ruleset.groups[number - 1].cards
        fitting = [one for one in found if one.step.combination.id in ids]
        group = next(_free(rules, fitting, size, fixed), None)
        if group is not None:
            fixed += group
    yield from _filled_up(rules, fixed)


def _named_groups(when: Sequence[Choice]) -> Iterator[tuple[int, Sequence[str]]]:
    """The groups (from 1) that conditions name, with the combinations that they ask for."""
    for condition in when:
        argument = condition.argument
        if isinstance(argument, Mapping) and "with" in argument:
            for number in argument.get("rounds", argument.get("groups", ())):
                yield number, argument["with"]


def _free(
    rules: Rules, fitting: Sequence[Patterns], size: int, taken: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    """Groups of these patterns whose cards are still there, the strongest first."""
    for one in fitting:
        for shape in one.shapes:
            for turn in range(len(rules.ruleset.deck.suits)):
                cards = cards_of(rules.ruleset, shape, turn)
                if len(cards) == size and not set(cards) & set(taken):
                    yield cards


def _filled_up(rules: Rules, fixed: Sequence[Card]) -> Iterator[Hands]:
    table = rules.ruleset.table
    seat = rules.step % rules.players
    for number in range(_TRIES):
        left = [card for card in shuffled(rules.deck, SEED, number) if card not in fixed]
        more = table.cards_each - len(fixed)
        if more < 0:
            return
        own, left = (*fixed, *left[:more]), left[more:]
        others = iter(
            tuple(left[i * table.cards_each : (i + 1) * table.cards_each])
            for i in range(table.players - 1)
        )
        yield tuple(own if i == seat else next(others) for i in range(table.players))
