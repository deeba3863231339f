"""The worked examples of a rulebook in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hazari_rules.arrange import Groups
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.deal import DealState
from hazari_rules.events import DealEnded
from hazari_rules.messages import Messages
from hazari_rules.narrate import in_order
from hazari_rules.rounds import Played, RoundResult
from hazari_rules.rulebook_examples import (
    arrangements,
    instant_win,
    redeal,
    tied_round,
    whole_deal,
)
from hazari_rules.rulebook_model import Block, Example, Hand, Paragraph, Row, Table, remark
from hazari_rules.rulebook_rules import Teller
from hazari_rules.verdict import check_target


def player(t: Messages, seat: int) -> str:
    """A seat as readers call it, and as the commands and records do."""
    return t("Seat {number}", number=seat)


def players(t: Messages, seats: Sequence[int]) -> str:
    """Several seats in a row."""
    return t.listed([player(t, seat) for seat in sorted(seats)])


class Worked:
    """The worked examples of one ruleset."""

    def __init__(self, rules: Rules, teller: Teller) -> None:
        self._rules = rules
        self._teller = teller
        self._t = teller.t

    def hand(self, cards: Sequence[Card], group: int | None = None) -> tuple[Hand, ...]:
        """A group with the cards of its combination first, the spare ones apart."""
        found = self._rules.ranking.reading(cards, group)
        return (Hand(found.cards, found.spare),) if found.cards else (Hand(tuple(cards)),)

    def name(self, cards: Sequence[Card], group: int) -> str:
        """What a group counts as."""
        id_ = self._rules.ranking.reading(cards, group).combination
        return self._t.word(id_) if id_ else self._t("no combination")

    def arranging(self) -> Iterator[Block]:
        """A legal arrangement and a wrong one."""
        t, found = self._t, arrangements(self._rules)
        if found is None or len(found.legal) == 1:
            return
        yield Example(
            t("A legal arrangement"),
            (
                self._groups(found.legal),
                remark(t("Each group may follow the one before it.")),
            ),
        )
        if found.wrong is None or found.fault is None:
            yield remark(t("No order of these groups is wrong."))
            return
        stated = self._rules.ruleset.arrangement
        number = found.fault.group
        yield Example(
            t("An illegal arrangement of the same cards"),
            (
                self._groups(found.wrong, marked=number - 1),
                remark(
                    t(
                        "Group {number} is too strong to follow group {before}.",
                        number=number,
                        before=number - 1,
                    ),
                    self._teller.say("arrangement_order", stated.order),
                    self._teller.say("violation", stated.on_violation),
                ),
            ),
        )

    def _groups(self, groups: Groups, marked: int = -1) -> Table:
        t = self._t
        rows = (
            Row((t.number(i + 1), self.hand(group, i), self.name(group, i)), marked=i == marked)
            for i, group in enumerate(groups)
        )
        head = (t("Group"), t("Cards"), t("Counts as"))
        caption = t("The groups and what they count as; spare cards stand apart")
        return Table(caption, head, tuple(rows))

    def round(self) -> Iterator[Block]:
        """A round, with equal best groups if there is such a one."""
        t, result = self._t, tied_round(self._rules)
        if result is None:
            return
        group = result.number - 1
        rows = tuple(
            Row(
                (player(t, p.seat), self.hand(p.cards, group), self.name(p.cards, group)),
                marked=p.seat in result.winners,
            )
            for p in result.plays
        )
        head = (t("In turn"), t("Cards"), t("Counts as"))
        caption = t(
            "Round {number}, led by {leader}", number=result.number, leader=player(t, result.leader)
        )
        title = t("A round with equal groups") if result.tied else t("A round")
        seats = remark(
            t("The seats are numbered from 0 round the table, each to the right of the one before.")
        )
        table = Table(caption, head, rows)
        yield Example(title, (seats, table, self._why(result), self._taken(result)))

    def _why(self, result: RoundResult) -> Paragraph:
        t = self._t
        if result.tied:
            return remark(
                t(
                    "The best groups, those of {players}, are equal.",
                    players=players(t, result.tied),
                ),
                self._teller.say("tie_rule", self._rules.ruleset.play.ties),
            )
        if not result.winners:
            return remark(t("No group makes a combination, so nobody wins."))
        best = next(p for p in result.plays if p.seat == result.winners[0])
        name = self.name(best.cards, result.number - 1)
        return remark(
            t("{player} has the best group: {name}.", player=player(t, best.seat), name=name)
        )

    def _taken(self, result: RoundResult) -> Paragraph:
        t = self._t
        cards = sum(len(p.cards) for p in result.plays)
        if not result.winners:
            return remark(t("Nobody scores the {points} points.", points=result.unclaimed))
        taken = [
            t(
                "{player} scores {points} points.",
                player=player(t, seat),
                points=result.points.get(seat, 0),
            )
            for seat in result.winners
        ]
        leads = t("{player} leads next.", player=player(t, result.next_leader))
        if len(result.winners) == 1:
            winner = player(t, result.winners[0])
            taken.insert(0, t("{player} takes the {cards} cards.", player=winner, cards=cards))
        last = result.number == len(self._rules.ruleset.groups)
        return remark(*taken, "" if last else leads)

    def deal(self) -> Iterator[Block]:
        """A whole deal with its scores."""
        t, found = self._t, whole_deal(self._rules)
        if found is None:
            return
        state, end = found
        yield Example(
            t("A whole deal"),
            (
                remark(
                    t(
                        "{dealer} has dealt, {leader} leads the first round.",
                        dealer=player(t, end.dealer),
                        leader=player(t, state.leader),
                    )
                ),
                self._arranged(state),
                self._rounds(state),
                self._points(state, end),
            ),
        )

    def _arranged(self, state: DealState) -> Table:
        t = self._t
        rows = tuple(self._arranged_row(state, seat) for seat in state.order)
        caption = t("How the players arranged their cards; spare cards stand apart")
        return Table(caption, (t("Player"), t("Groups")), rows)

    def _arranged_row(self, state: DealState, seat: int) -> Row:
        groups = state.arrangement(seat).groups
        hands = tuple(hand for i, group in enumerate(groups) for hand in self.hand(group, i))
        return Row((player(self._t, seat), hands))

    def _rounds(self, state: DealState) -> Table:
        t = self._t
        rows = tuple(Row(tuple(self._round_row(result))) for result in state.rounds)
        head = (t("Round"), t("Led by"), t("Won by"), t("With"), t("Points"))
        return Table(t("The rounds of this deal"), head, rows)

    def _round_row(self, result: RoundResult) -> Iterator[str]:
        t = self._t
        yield t.number(result.number)
        yield player(t, result.leader)
        yield players(t, result.winners) if result.winners else t("nobody")
        best: list[Played] = [p for p in result.plays if p.seat in result.winners[:1]]
        equal = t(" (equal groups)") if result.tied else ""
        yield self.name(best[0].cards, result.number - 1) + equal if best else "–"
        yield t.number(sum(result.points.values()) or result.unclaimed)

    def _points(self, state: DealState, end: DealEnded) -> Table:
        t = self._t
        rows = []
        for seat, points in enumerate(end.points):
            won = [r.points[seat] for r in state.rounds if r.points.get(seat)]
            sums = " + ".join(map(t.number, won)) if won else "–"
            rows.append(Row((player(t, seat), sums, t.number(points))))
        if end.unclaimed:
            rows.append(Row((t("nobody"), "", t.number(end.unclaimed))))
        whole = t.number(sum(end.points) + end.unclaimed)
        rows.append(Row((t("Check"), "", whole)))
        head = (t("Player"), t("Rounds won"), t("Points of the deal"))
        return Table(t("The points of this deal"), head, tuple(rows), total=True)

    def end(self) -> Iterator[Block]:
        """Totals after a deal and what they lead to."""
        t, target = self._t, self._rules.ruleset.match.target
        unit = max(1, target // 100)
        seats = self._rules.players
        rest = [target * (9 - i % 4) // 10 for i in range(seats)]
        cases = (
            [target - unit, *rest[1:]],
            [target + 2 * unit, *rest[1:]],
            [target + unit, target + 3 * unit, *rest[2:]],
            [target + 2 * unit, target + 2 * unit, *rest[2:]],
        )
        head = (*(player(t, seat) for seat in range(seats)), t("What happens"))
        rows = tuple(Row((*map(t.number, totals), self._verdict(totals))) for totals in cases)
        yield Example(t("Four possible totals"), (Table(t("Totals after a deal"), head, rows),))

    def _verdict(self, totals: Sequence[int]) -> str:
        t, target = self._t, self._rules.ruleset.match.target
        verdict = check_target(self._rules, totals, target)
        if len(verdict.winners) == 1:
            return t("{player} wins the match.", player=player(t, verdict.winners[0]))
        if verdict.winners:
            return t("{players} share the victory.", players=players(t, verdict.winners))
        if verdict.target > target:
            return t("The target rises to {target}; play goes on.", target=verdict.target)
        return t("Play goes on.")

    def redeals(self) -> Iterator[Block]:
        """A hand for each redeal."""
        t = self._t
        for stated in self._rules.ruleset.redeals:
            found = redeal(self._rules, stated.id)
            if found is not None:
                state, end = found
                hand = tuple(in_order(self._rules, state.hands[end.seats[0]]))
                head = (t("Player"), t("Dealt hand"))
                rows = (Row((player(t, end.seats[0]), (Hand(hand),))),)
                caption = t("A hand that makes the deal void")
                title = t("Example: {name}", name=t.text(stated.name))
                yield Example(title, (Table(caption, head, rows),))

    def instant_wins(self) -> Iterator[Block]:
        """A deal for each instant win."""
        t = self._t
        for stated in self._rules.ruleset.instant_wins:
            found = instant_win(self._rules, stated.id)
            if found is not None:
                title = t("Example: {name}", name=t.text(stated.name))
                yield Example(title, tuple(self._instant_win(*found)))

    def _instant_win(self, state: DealState, end: DealEnded) -> Iterator[Block]:
        t = self._t
        if state.locked:
            rows = tuple(self._arranged_row(state, seat) for seat in state.order)
        else:
            rows = tuple(
                Row((player(t, seat), (Hand(tuple(in_order(self._rules, state.hands[seat]))),)))
                for seat in end.seats
            )
        yield Table(t("The cards"), (t("Player"), t("Cards")), rows)
        if state.rounds:
            yield self._rounds(state)
        names = players(t, end.seats)
        wins = t.plural(
            "{players} wins at once.", "{players} win at once.", len(end.seats), players=names
        )
        totals = "; ".join(
            f"{player(t, seat)}: {t.number(total)}" for seat, total in enumerate(end.totals)
        )
        yield remark(
            wins,
            t("If all had 0 points before, the totals are now: {totals}.", totals=totals),
        )
