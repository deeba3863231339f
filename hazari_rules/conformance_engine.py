"""The engine as an implementation: the answer to each operation under given rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hazari_rules.arrange import Groups, IllegalArrangementError, lock
from hazari_rules.build import build
from hazari_rules.cards import Card, parse_card
from hazari_rules.compiled import Rules
from hazari_rules.conformance_protocol import OPERATIONS, Answer, AnswerKind
from hazari_rules.deal import ClaimQuestion, DealStart, DealState, View
from hazari_rules.errors import HazariError
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_events import Moment, Stage
from hazari_rules.match import DealQuestion, MatchState
from hazari_rules.round_sums import ONE_WINNER
from hazari_rules.rounds import Played, RoundResult, play_round
from hazari_rules.verdict import check_target

Input = Mapping[str, Any]


class Engine:
    """Answers operations under one set of rules; it never changes.

    >>> from hazari_rules.game import Game
    >>> Engine(Game.load("hazari").rules).answer("points", {"cards": ["AS", "2C"]}).value
    {'points': 15}
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._cards = {str(card): card for card in rules.deck}
        self._operations: Mapping[str, Callable[[Input], Mapping[str, Any]]] = {
            name: getattr(self, f"_{name}") for name in OPERATIONS
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], vocabulary: Vocabulary) -> Engine:
        """From resolved rules as they are sent; raises HazariError for what is no ruleset."""
        try:
            ruleset = build(data, data.get("options", {}), vocabulary)
            return cls(Rules.compile(ruleset, vocabulary))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise HazariError(
                f"these are no resolved rules: {type(error).__name__} {error}"
            ) from None

    def answer(self, op: str, input_: Input) -> Answer:
        """What the rules say; `reject` where they refuse the input.

        Raises HazariError for an unknown operation and for an input that is none.
        """
        if op not in self._operations:
            raise HazariError(f"no operation is named '{op}'; known: {', '.join(OPERATIONS)}")
        try:
            return Answer(AnswerKind.RESULT, self._operations[op](input_))
        except _RejectedError as error:
            return Answer(AnswerKind.REJECT, error.reason)
        except IllegalArrangementError as error:
            return Answer(AnswerKind.REJECT, error.faults[0].reason.value)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise HazariError(f"not an input of '{op}': {type(error).__name__} {error}") from None

    def _read(self, cards: Iterable[str]) -> tuple[Card, ...]:
        known = self._cards
        try:
            return tuple([known[card] for card in cards])
        except KeyError:
            return tuple([parse_card(card) for card in cards])

    def _groups(self, groups: Iterable[Iterable[str]]) -> Groups:
        return tuple([self._read(group) for group in groups])

    def _group(self, given: Input) -> tuple[tuple[Card, ...], int]:
        """The cards of a group and its number from 0."""
        cards, number = self._read(given["cards"]), given["group"] - 1
        sizes = self.rules.ruleset.groups
        if not 0 <= number < len(sizes):
            raise HazariError(f"there is no group {number + 1}; groups count from 1")
        if len(cards) != sizes[number].cards or len(set(cards)) != len(cards):
            raise HazariError(f"group {number + 1} has {sizes[number].cards} different cards")
        return cards, number

    def _classify(self, given: Input) -> Mapping[str, Any]:
        cards, number = self._group(given)
        return {"combination": self.rules.ranking.reading(cards, number).combination or None}

    def _strength(self, given: Input) -> int:
        cards, number = self._group(given)
        ranking = self.rules.ranking
        return ranking.play[number](*ranking.encode(cards))

    def _compare(self, given: Input) -> Mapping[str, Any]:
        a, b = self._strength(given["a"]), self._strength(given["b"])
        return {"winner": "a" if a > b else "b" if b > a else "tie"}

    def _value(self, given: Input) -> Mapping[str, Any]:
        cards, number = self._group(given)
        reading = self.rules.ranking.reading(cards, number)
        return {
            "combination": reading.combination or None,
            "cards": list(map(str, reading.cards)),
            "spare": list(map(str, reading.spare)),
        }

    def _arrangement(self, given: Input) -> Mapping[str, Any]:
        locked = lock(self.rules, self._groups(given["groups"]), self._read(given["hand"]))
        last = len(locked.groups)
        return {
            "groups": [list(map(str, group)) for group in locked.groups],
            "fouled": locked.fouled,
            "cannot_win_from": locked.cannot_win_from + 1
            if locked.cannot_win_from < last
            else None,
            "scores_nothing": locked.scores_nothing,
        }

    def _round(self, given: Input) -> Mapping[str, Any]:
        groups, unable = self._groups(given["groups"]), given["cannot_win"]
        number = given["round"]
        if not 1 <= number <= len(self.rules.ruleset.groups):
            raise HazariError(f"there is no round {number}")
        plays = [
            Played(seat, groups[seat], seat in unable)
            for seat in self.rules.order_from(given["leader"])
        ]
        result = play_round(self.rules, number, plays)
        return {**self._round_json(result), "next_leader": result.next_leader}

    def _round_json(self, result: RoundResult) -> dict[str, Any]:
        return {
            "order": [play.seat for play in result.plays],
            "winners": sorted(result.winners),
            "points": [result.points.get(seat, 0) for seat in range(self.rules.players)],
            "unclaimed": result.unclaimed,
        }

    def _seats(self, given: Input) -> Mapping[str, Any]:
        rules, dealer = self.rules, given["dealer"]
        leader = rules.first_leader(dealer, rules.step, rules.players, given["last_points"])
        return {
            "order": rules.order_from(leader),
            "next_dealer": rules.next_dealer(dealer, rules.step, rules.players),
        }

    def _deal(self, given: Input) -> Mapping[str, Any]:
        claims = [(claim["seat"], claim["redeal"]) for claim in given["claims"]]
        last = given["last_points"]
        state = MatchState(
            self.rules,
            given["dealer"],
            tuple(given["totals"]),
            self._target_of(given),
            last_points=None if last is None else tuple(last),
        ).give_hands(self._groups(given["hands"]))
        while (question := state.pending) is not None and not isinstance(question, DealQuestion):
            if isinstance(question, ClaimQuestion):
                state = state.apply((question.seat, question.redeal) in claims)
            else:
                state = state.apply(self._groups(given["arrangements"][question.seat]))
        return self._deal_json(state)

    def _deal_json(self, state: MatchState) -> Mapping[str, Any]:
        deal = state.deals[-1]
        end = deal.end
        assert end is not None
        fouled = [s for s, locked in zip(deal.order, deal.locked, strict=False) if locked.fouled]
        return {
            "ending": end.ending.value,
            "reason": end.reason or None,
            "seats": sorted(end.seats),
            "fouled": sorted(fouled),
            "rounds": [self._round_json(result) for result in deal.rounds],
            "points": list(end.points),
            "unclaimed": end.unclaimed,
            "totals": list(end.totals),
            "target": state.target,
            "next_dealer": state.dealer,
            "last_points": None if state.last_points is None else list(state.last_points),
            "match_winners": sorted(state.winners),
        }

    def _points(self, given: Input) -> Mapping[str, Any]:
        return {"points": self.rules.ruleset.card_points.of(self._read(given["cards"]))}

    def _sheet(self, given: Input) -> Mapping[str, Any]:
        points, worth = given["points"], self.rules.ruleset.card_points
        total = worth.total - worth.of(self._read(given["undealt"]))
        if len(points) != self.rules.players:
            raise _RejectedError("wrong_count")
        if min(*points, given["unclaimed"]) < 0:
            raise _RejectedError("negative")
        if sum(points) + given["unclaimed"] != total:
            raise _RejectedError("wrong_total")
        if not all(map(self._can_be_worth(given["undealt"]), (*points, given["unclaimed"]))):
            raise _RejectedError("impossible")
        return {"total": total}

    def _can_be_worth(self, undealt: Iterable[str]) -> Callable[[int], bool]:
        """Whether some cards in play are worth so much; where rounds are shared, all can be."""
        ruleset = self.rules.ruleset
        whole = ruleset.play.ties.name in ONE_WINNER
        if not whole or ruleset.play.award.name != "captured_card_points":
            return lambda points: True
        left, sums = {*self._read(undealt)}, 1
        for card in self.rules.deck:
            if card not in left:
                sums |= sums << ruleset.card_points.values[card.rank]
        return lambda points: bool(sums >> points & 1)

    def _target(self, given: Input) -> Mapping[str, Any]:
        verdict = check_target(self.rules, given["totals"], self._target_of(given))
        return {"winners": sorted(verdict.winners), "target": verdict.target}

    def _target_of(self, given: Input) -> int:
        target = given["target"]
        return self.rules.ruleset.match.target if target is None else int(target)

    def _hand(self, given: Input) -> Mapping[str, Any]:
        rules, hand = self.rules, self._read(given["hand"])
        none = (0,) * rules.players
        start = DealStart(1, 0, none, rules.ruleset.match.target, None)
        view = View(DealState(rules, start, (hand,) * rules.players, start.target))
        dealt = Moment(Stage.DEALING)
        return {
            "redeals": sorted(redeal.id for redeal in rules.redeals if redeal.holds(view, 0)),
            "instant_wins": sorted(
                win.id for win in rules.instant_wins if win.moment == dealt and win.holds(view, 0)
            ),
        }


class _RejectedError(Exception):
    """The input is against the rules, for this reason."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
