"""Small situations of the game that can be played under any rules, to see where rules disagree.

What comes of a scene is a list of facts. Two rulesets disagree on it where facts with the same
key have different values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from hazari_rules.arrange import Groups, IllegalArrangementError, Locked, Reason, lock
from hazari_rules.cards import PACK, Card, Rank, pretty_group
from hazari_rules.compiled import Rules
from hazari_rules.deal import ClaimQuestion, DealState
from hazari_rules.dealing import Hands, deal_hands
from hazari_rules.diff_sides import listed
from hazari_rules.errors import IllegalMoveError
from hazari_rules.events import DealEnded, Ending
from hazari_rules.explain import compare
from hazari_rules.match import MatchState
from hazari_rules.ranking import Reading
from hazari_rules.rounds import Played, RoundResult, play_round
from hazari_rules.verdict import check_target

SUM = "sum"
_RANKS = tuple(Rank)
"""The key of the fact that says what the points of a deal add up to."""


class Fact(NamedTuple):
    """One thing that came of a scene: compared by key and value, told by its text."""

    key: str
    value: Hashable
    text: str
    seats: tuple[int, ...] = ()
    """The players whom it is about, where their hands alone matter."""


class Scene(Protocol):
    """A situation that can be played under any rules."""

    @property
    def kind(self) -> str:
        """What it is: "groups", "arrangement", "round", "deal" ..."""

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """What comes of it; raises HazariError if it cannot be played under these rules."""

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """The situation in words, as far as it matters for the facts that differ."""


def disagreement(one: Sequence[Fact], other: Sequence[Fact]) -> list[str]:
    """The keys of the facts in which two plays of a scene differ, in their order."""
    before, after = ({f.key: f.value for f in facts} for facts in (one, other))
    keys = dict.fromkeys([*before, *after])
    return [key for key in keys if before.get(key) != after.get(key)]


@dataclass(frozen=True, slots=True)
class GroupScene:
    """What one group counts as; `group` counts from 0."""

    cards: tuple[Card, ...]
    group: int
    kind: str = "group"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """The reading of the group."""
        reading = rules.ranking.reading(self.cards, self.group)
        value = (reading.combination, frozenset(reading.cards))
        return (Fact("group", value, f"it counts as {_reading(rules, reading)}"),)

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """The cards."""
        return [f"group {self.group + 1}: {_sorted(self.cards)}"]


@dataclass(frozen=True, slots=True)
class ComparisonScene:
    """Two groups compared, the first one played first; `group` counts from 0."""

    first: tuple[Card, ...]
    second: tuple[Card, ...]
    group: int
    kind: str = "groups"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """Which of the two is better, and why."""
        result = compare(rules, (self.first, self.second), self.group)
        if result.tied:
            return (Fact("better", "equal", result.reason),)
        if not result.winners:
            return (Fact("better", "neither", result.reason),)
        return (Fact("better", result.winners, result.reason),)

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """Both groups."""
        return [f"{_sorted(self.first)} against {_sorted(self.second)}"]


@dataclass(frozen=True, slots=True)
class ArrangementScene:
    """One player's arrangement."""

    groups: Groups
    kind: str = "arrangement"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """Whether it stands, and what becomes of it."""
        hand = tuple(card for group in self.groups for card in group)
        return (_locked_fact(rules, "arrangement", self.groups, hand),)

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """The groups."""
        return [_pretty(self.groups)]


@dataclass(frozen=True, slots=True)
class RoundScene:
    """One round: groups in playing order, by seat; `number` counts from 1."""

    number: int
    plays: tuple[tuple[int, tuple[Card, ...]], ...]
    kind: str = "round"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """Who wins it, how many points, who leads next."""
        plays = [Played(seat, cards) for seat, cards in self.plays]
        return tuple(_round_facts(rules, play_round(rules, self.number, plays)))

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """The groups in playing order."""
        shown = [f"seat {seat} {_sorted(cards)}" for seat, cards in self.plays]
        return [f"round {self.number}: {', '.join(shown)}"]


@dataclass(frozen=True, slots=True)
class TotalsScene:
    """The totals after a deal, compared with the target that the match began with."""

    totals: tuple[int, ...]
    kind: str = "match end"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """Who has won, or what the target is now."""
        verdict = check_target(rules, self.totals, rules.ruleset.match.target)
        return (Fact("match", verdict, _verdict(verdict.winners, verdict.target)),)

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """The totals."""
        return [f"totals after a deal: {_row(self.totals)}"]


@dataclass(frozen=True, slots=True)
class PackScene:
    """All the cards of the pack are counted."""

    kind: str = "pack"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """What they count together."""
        whole = rules.ruleset.card_points.of(rules.deck)
        return (Fact(SUM, whole, f"they count {whole}"),)

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """Nothing but the pack."""
        return ["all cards of the pack are counted"]


@dataclass(frozen=True, slots=True)
class DealingScene:
    """The pack is dealt out."""

    kind: str = "dealing"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """How many get how many cards."""
        table = rules.ruleset.table
        hands = deal_hands(rules.deck, table.players, table.cards_each, 0, 0)
        left = len(rules.deck) - sum(map(len, hands))
        text = f"{len(hands)} hands of {len(hands[0])} cards, {left} cards left over"
        return (Fact("hands", (len(hands), len(hands[0]), left), text),)

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """Nothing but the dealing."""
        return ["the pack is dealt"]


@dataclass(frozen=True, slots=True)
class HandsScene:
    """The cards are dealt, and nobody has arranged them yet. Rows are by seat."""

    hands: Hands
    kind: str = "hands"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """Who may ask for a new deal; whether the deal is void, won or played."""
        match = MatchState.begin(rules).give_hands(self.hands)
        if match.deal is None:
            end = match.deals[-1].end
            assert end is not None
            dealer = Fact("next dealer", match.dealer, f"seat {match.dealer} deals next")
            won = Fact("match", match.winners, _verdict(match.winners, match.target))
            return (_ending(match.deals[-1], end), won if match.winners else dealer)
        claims = match.deal.claims
        may = [f"seat {claim.seat} may ask for a new deal ({claim.redeal})" for claim in claims]
        text = listed(may) or "the cards are arranged and played"
        return (Fact("ending", claims, text, tuple(claim.seat for claim in claims)),)

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """The hands of the players whom it is about."""
        seats = sorted({seat for fact in facts for seat in fact.seats})
        return [f"seat {seat} holds {_sorted(self.hands[seat])}" for seat in seats]


@dataclass(frozen=True, slots=True)
class DealScene:
    """A whole deal; every redeal that a player may ask for is asked for. Rows are by seat."""

    hands: Hands
    arrangements: tuple[Groups, ...]
    totals: tuple[int, ...]
    last_points: tuple[int, ...] | None = None
    dealer: int = 0
    kind: str = "deal"

    def play(self, rules: Rules) -> tuple[Fact, ...]:
        """Everything that happens, in its order."""
        match = MatchState.begin(rules, self.dealer, self.totals)
        match = match._replace(last_points=self.last_points).give_hands(self.hands)
        facts: list[Fact] = []
        if match.deal is not None:
            order = tuple(match.deal.order)
            facts.append(Fact("order", order, f"seats play in the order {listed_seats(order)}"))
        while (deal := match.deal) is not None:
            question = deal.pending
            if isinstance(question, ClaimQuestion):
                text = f"seat {question.seat} may ask for a new deal"
                key = f"redeal {question.redeal} seat {question.seat}"
                facts.append(Fact(key, "on request", text))
                match = match.apply(answer=True)
                continue
            seat = deal.order[len(deal.locked)]
            fact = _locked_fact(rules, f"seat {seat}", self.arrangements[seat], self.hands[seat])
            facts.append(fact)
            try:
                match = match.apply(self.arrangements[seat])
            except IllegalMoveError:
                return tuple(facts)
        return (*facts, *_deal_facts(match, match.deals[-1]))

    def told(self, facts: Sequence[Fact]) -> list[str]:
        """The hand that a redeal is about, or all arrangements, where cards matter at all."""
        start = f"seat {self.dealer} deals"
        if any(self.totals):
            start += f"; totals so far {_row(self.totals)}"
        if self.last_points is not None:
            start += f"; points of the last deal {_row(self.last_points)}"
        if all(fact.key in ("order", "next dealer") for fact in facts[:1]):
            return [start]
        return [
            start,
            *(f"seat {seat}  {_pretty(groups)}" for seat, groups in enumerate(self.arrangements)),
        ]


def listed_seats(seats: Sequence[int]) -> str:
    """Seats in a row."""
    return ", ".join(map(str, seats))


def _deal_facts(match: MatchState, deal: DealState) -> Iterator[Fact]:
    end = deal.end
    assert end is not None
    for result in deal.rounds:
        yield from _round_facts(deal.rules, result)
    yield _ending(deal, end)
    yield Fact("match", (match.winners, match.target), _verdict(match.winners, match.target))
    yield Fact("points", end.points, f"points of the deal: {_row(end.points)}")
    whole = sum(end.points) + end.unclaimed
    yield Fact(SUM, whole, f"the points of the deal add up to {whole}")
    yield Fact("totals", end.totals, f"totals: {_row(end.totals)}")
    if not match.winners:
        yield Fact("next dealer", match.dealer, f"seat {match.dealer} deals next")


def _ending(deal: DealState, end: DealEnded) -> Fact:
    when = f"after round {len(deal.rounds)}" if deal.rounds else "before the first round"
    seats = f"seat {listed(list(map(str, end.seats)))}"
    match end.ending:
        case Ending.REDEAL:
            text = f"the deal is void ({end.reason}, {seats})"
        case Ending.ALL_FOULED:
            text = "the deal is void: all players are fouled"
        case Ending.INSTANT_WIN:
            text = f"{seats} wins at once {when} ({end.reason})"
        case Ending.TARGET_REACHED:
            text = f"the target is reached {when}"
        case _:
            text = "the deal is played to its end"
    value = (end.ending, end.reason, end.seats, len(deal.rounds))
    return Fact("ending", value, text, end.seats)


def _round_facts(rules: Rules, result: RoundResult) -> Iterator[Fact]:
    key = f"round {result.number}"
    if result.winners:
        won = listed([f"seat {s} wins {result.points.get(s, 0)}" for s in sorted(result.winners)])
        text = f"{key}: {won} points"
    else:
        text = f"{key}: nobody wins, {result.unclaimed} points go to nobody"
    yield Fact(key, (result.winners, tuple(sorted(result.points.items()))), text)
    if result.number < len(rules.ruleset.groups):
        text = f"seat {result.next_leader} leads round {result.number + 1}"
        yield Fact(f"{key} leads next", result.next_leader, text)


def _locked_fact(rules: Rules, key: str, groups: Groups, hand: Sequence[Card]) -> Fact:
    who = "" if key == "arrangement" else f"{key}: "
    try:
        locked = lock(rules, groups, hand)
    except IllegalArrangementError as error:
        return Fact(key, "refused", f"{who}refused: {_refusal(error)}")
    value = (locked.groups, locked.fouled, locked.cannot_win_from, locked.scores_nothing)
    return Fact(key, value, f"{who}{_verdict_on(groups, locked)}")


def _refusal(error: IllegalArrangementError) -> str:
    return "; ".join(
        f"group {fault.group} is too strong to follow group {fault.group - 1}"
        if fault.reason is Reason.WRONG_ORDER
        else fault.message
        for fault in error.faults
    )


def _verdict_on(groups: Groups, locked: Locked) -> str:
    if locked.scores_nothing:
        return "a foul: the player scores nothing in this deal"
    if locked.fouled:
        return f"a foul: no group from number {locked.cannot_win_from + 1} on can win"
    if locked.groups != groups:
        return f"put right: {_pretty(locked.groups)}"
    return "legal"


def _verdict(winners: Sequence[int], target: int) -> str:
    if not winners:
        return f"the match goes on to {target}"
    verb = "wins" if len(winners) == 1 else "share"
    seats = "seat" if len(winners) == 1 else "seats"
    return f"{seats} {listed(list(map(str, winners)))} {verb} the match"


def _reading(rules: Rules, reading: Reading) -> str:
    if not reading.combination:
        return "no combination"
    name = rules.ruleset.combination(reading.combination).name
    spare = f", spare {pretty_group(reading.spare)}" if reading.spare else ""
    return f"{name} {pretty_group(reading.cards)}{spare}"


def _row(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def _sorted(cards: Sequence[Card]) -> str:
    """Cards for reading: by rank, the highest first as it is printed on the cards, then by suit."""
    return pretty_group(sorted(cards, key=lambda card: (_RANKS.index(card.rank), PACK.index(card))))


def _pretty(groups: Groups) -> str:
    return " | ".join(map(_sorted, groups))
