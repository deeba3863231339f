"""Why a recorded deal was scored as it was, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hazari_rules.cards import Card, pretty_group
from hazari_rules.deal import DealState
from hazari_rules.describe import describe
from hazari_rules.errors import HazariError
from hazari_rules.events import DealEnded, Ending
from hazari_rules.explain import compare
from hazari_rules.explain_steps import Explainer, Step, ended
from hazari_rules.model import Choice
from hazari_rules.record import Record
from hazari_rules.replay import DealStatus, ReplayedDeal, Score
from hazari_rules.rounds import RoundResult
from hazari_rules.verdict import check_target


def explain_deal(explainer: Explainer, record: Record, score: Score, number: int) -> list[Step]:
    """The steps of deal `number` (from 1) of a record that was played again by `score`.

    Raises HazariError if the record has no such deal.
    """
    if not 1 <= number <= len(score.deals):
        raise HazariError(f"there is no deal {number}; the record has {len(score.deals)}")
    return list(_Told(explainer, record, score).deal(number))


class _Told:
    """Tells one deal, with the players' names."""

    def __init__(self, explainer: Explainer, record: Record, score: Score) -> None:
        self._explainer = explainer
        self._rules = explainer.rules
        self._record = record
        self._score = score
        self._step = explainer.step
        self._told: set[tuple[str, Choice]] = set()

    def _says(self, family: str, choice: Choice) -> str:
        """A kind's sentence with a blank before it, the first time that it is told."""
        if (family, choice) in self._told:
            return ""
        self._told.add((family, choice))
        return f" {self._explainer.says(family, choice)}"

    def _name(self, seat: int) -> str:
        name = self._record.seats[seat]
        return name[0].upper() + name[1:]

    def _row(self, values: Sequence[int]) -> str:
        pairs = zip(self._record.seats, values, strict=True)
        return ", ".join(f"{name} {value}" for name, value in pairs)

    def deal(self, number: int) -> Iterator[Step]:
        deal = self._score.deals[number - 1]
        before = self._score.deals[number - 2].totals if number > 1 else (0,) * len(deal.totals)
        yield Step(f"Deal {number}: {self._name(deal.dealer)} deals. Totals: {self._row(before)}.")
        if deal.status is not DealStatus.SCORED or deal.end is None:
            yield Step(_NOT_SCORED[deal.status])
        elif deal.state is None:
            yield Step("The record has only the points of this deal, not its cards.")
            yield from self._points(number, deal, deal.end)
        else:
            yield from self._played(deal.state, deal.end)
            yield from self._points(number, deal, deal.end)

    def _played(self, state: DealState, end: DealEnded) -> Iterator[Step]:
        if end.ending is Ending.REDEAL:
            yield from self._event("redeals", state, end)
            return
        if state.locked:
            yield from self._arranged(state)
        if state.rounds:
            yield from self._leader(state)
        for result in state.rounds:
            yield from self._round(result)
        match end.ending:
            case Ending.INSTANT_WIN:
                yield from self._event("instant_wins", state, end)
            case Ending.ALL_FOULED:
                violation = self._rules.ruleset.arrangement.on_violation
                said = self._says("violation", violation)
                text = f"Every player is fouled, so the deal is void.{said}"
                yield self._step(text, "arrangement", "on_violation")
            case Ending.TARGET_REACHED:
                said = self._says("target_check", self._rules.ruleset.match.check)
                yield self._step(f"The target is reached.{said}", "match", "check")

    def _event(self, block: str, state: DealState, end: DealEnded) -> Iterator[Step]:
        items = getattr(self._rules.ruleset, block)
        place = next(i for i, item in enumerate(items) if item.id == end.reason)
        lines = describe(self._explainer.variant)
        sentence = next(line.text for line in lines if line.path == (block, place, "id"))
        who = " and ".join(self._name(seat) for seat in end.seats)
        yield self._step(f"{ended(sentence)} So it is with {who}.", block, place)
        if block == "redeals":
            for seat in end.seats:
                yield Step(f"{self._name(seat)} holds {pretty_group(state.hands[seat])}.")

    def _arranged(self, state: DealState) -> Iterator[Step]:
        rule = self._rules.ruleset.arrangement
        for seat in state.order:
            locked = state.arrangement(seat)
            if locked.fouled:
                order = self._says("arrangement_order", rule.order)
                text = f"{self._name(seat)}'s groups are in the wrong order.{order}"
                yield self._step(text, "arrangement", "order")
                said = self._explainer.says("violation", rule.on_violation)
                yield self._step(said, "arrangement", "on_violation")

    def _leader(self, state: DealState) -> Iterator[Step]:
        table = self._rules.ruleset.table
        said = self._says("first_leader", table.first_leader)
        yield self._step(f"{self._name(state.leader)} leads.{said}", "table", "first_leader")
        order = ", ".join(self._name(seat) for seat in state.order)
        said = self._says("direction", table.direction)
        yield self._step(f"They play in the order {order}.{said}", "table", "direction")

    def _round(self, result: RoundResult) -> Iterator[Step]:
        group = result.number - 1
        able = [play for play in result.plays if not play.cannot_win]
        for play in result.plays:
            reading = self._rules.ranking.reading(play.cards, group)
            who = f"Round {result.number}: {self._name(play.seat)}"
            foul = " Fouled, it cannot win." if play.cannot_win else ""
            for step in self._explainer.reading(who, reading, "plays"):
                yield Step(step.text + foul, step.rule, step.place)
        winners = [self._name(seat) for seat in sorted(result.winners)]
        won = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share'}"
        text = f"Round {result.number}: {won if winners else 'nobody wins'}."
        if len(able) > 1:
            readings = [self._rules.ranking.reading(play.cards, group) for play in able]
            reason = compare(self._rules, [play.cards for play in able], group).reason
            yield self._explainer.because(f"{text} {reason}", readings, result.winners)
        else:
            yield Step(text)
        yield from self._captured(result)

    def _captured(self, result: RoundResult) -> Iterator[Step]:
        cards = [card for play in result.plays for card in play.cards]
        total = self._sum(cards)
        if not result.winners:
            yield self._step(f"The cards count {total}, for nobody.", "card_points", "values")
        else:
            yield self._step(f"The cards count {total}.", "card_points", "values")
            shares = ", ".join(f"{self._name(s)} {n}" for s, n in sorted(result.points.items()))
            said = self._says("award", self._rules.ruleset.play.award)
            yield self._step(f"Points: {shares}.{said}", "play", "award")
        if result.number < len(self._rules.ruleset.groups):
            said = self._says("next_leader", self._rules.ruleset.play.next_leader)
            text = f"{self._name(result.next_leader)} leads round {result.number + 1}.{said}"
            yield self._step(text, "play", "next_leader")

    def _sum(self, cards: Sequence[Card]) -> str:
        """The points of cards as a sum: 6 x 10 + 6 x 5 = 90."""
        values = Counter(self._rules.ruleset.card_points.values[card.rank] for card in cards)
        parts = [f"{n} x {value}" for value, n in sorted(values.items(), reverse=True)]
        return f"{' + '.join(parts)} = {sum(value * n for value, n in values.items())}"

    def _points(self, number: int, deal: ReplayedDeal, end: DealEnded) -> Iterator[Step]:
        recorded = self._record.deals[number - 1].points
        if end.ending in _VOID:
            yield Step("Nobody scores in this deal.")
        else:
            together = sum(end.points) + end.unclaimed
            nobody = f", nobody {end.unclaimed}" if end.unclaimed else ""
            text = f"Points of the deal: {self._row(end.points)}{nobody}; {together} together."
            yield self._step(text, "card_points", "total")
        if recorded is not None and recorded != end.points:
            yield Step(f"The record says otherwise: {self._row(recorded)}.")
        yield Step(f"Totals: {self._row(end.totals)}.")
        if self._score.last_deal == number:
            winners = " and ".join(self._name(seat) for seat in self._score.winners)
            yield from self._won(winners, end)
        else:
            if end.ending not in _VOID and deal.state is not None:
                yield from self._goes_on(deal.state.target, end)
            yield from self._next_dealer(number, end)

    def _goes_on(self, target: int, end: DealEnded) -> Iterator[Step]:
        """Why the match is not over with these totals."""
        verdict = check_target(self._rules, end.totals, target)
        reached = [seat for seat, total in enumerate(end.totals) if total >= target]
        if not reached:
            yield self._step(f"Nobody has reached the target of {target}.", "match", "target")
            return
        match, now = self._rules.ruleset.match, f"The target is now {verdict.target}."
        if len(reached) > 1 and self._rules.reached_together:
            said = self._says("reached_together", match.reached_together)
            yield self._step(f"{now}{said}", "match", "reached_together")
        else:
            yield self._step(f"{now}{self._says('match_tie', match.ties)}", "match", "ties")

    def _next_dealer(self, number: int, end: DealEnded) -> Iterator[Step]:
        if number == len(self._score.deals):
            return
        text = f"{self._name(self._score.deals[number].dealer)} deals next."
        rules = self._rules.ruleset
        if end.ending is Ending.REDEAL:
            ids = [redeal.id for redeal in rules.redeals]
            redeal = rules.redeals[ids.index(end.reason)]
            said = self._says("dealer_move", redeal.dealer)
            yield self._step(f"{text}{said}", "redeals", ids.index(end.reason), "dealer")
        elif end.ending is Ending.ALL_FOULED:
            yield self._step(text, "arrangement", "on_violation")
        else:
            said = self._says("next_dealer", rules.table.next_dealer)
            yield self._step(f"{text}{said}", "table", "next_dealer")

    def _won(self, winners: str, end: DealEnded) -> Iterator[Step]:
        match = self._rules.ruleset.match
        verb = "share the match" if len(self._score.winners) > 1 else "wins the match"
        if end.ending is Ending.INSTANT_WIN and not self._at_target(end):
            yield Step(f"{winners} {verb}.")
            return
        yield self._step(f"The target of {self._score.target} is reached.", "match", "target")
        if len(self._score.winners) > 1:
            said = self._says("match_tie", match.ties)
            yield self._step(f"{winners} {verb}.{said}", "match", "ties")
        else:
            said = self._says("match_winner", match.winner)
            yield self._step(f"{winners} {verb}.{said}", "match", "winner")

    def _at_target(self, end: DealEnded) -> bool:
        verdict = check_target(self._rules, end.totals, self._score.target)
        return verdict.winners == self._score.winners


_VOID = (Ending.REDEAL, Ending.ALL_FOULED)
_NOT_SCORED = {
    DealStatus.SCORED: "",
    DealStatus.UNFINISHED: "The cards are dealt and not arranged yet.",
    DealStatus.LEFT_OUT: "These rules do not end the deal, and nobody arranged the cards.",
    DealStatus.NOT_SCORED: "The deal, or one before it, cannot be played under these rules.",
    DealStatus.NOT_PLAYED: "The match was over before this deal.",
}
