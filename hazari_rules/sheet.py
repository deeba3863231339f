"""Score sheets: what a deal leads to of which only the points, or how it ended, are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from hazari_rules.compiled import BoundInstantWin, Rules
from hazari_rules.errors import HazariError
from hazari_rules.events import DealEnded, Ending
from hazari_rules.kinds_arrangement import AllFouled
from hazari_rules.kinds_events import Situation, Stage
from hazari_rules.match import MatchState
from hazari_rules.record import RecordedDeal, Steps
from hazari_rules.round_sums import PointsProblem, RoundSums
from hazari_rules.validation import did_you_mean
from hazari_rules.verdict import check_target


class SheetError(HazariError):
    """A counted deal that the rules cannot lead to; `steps` lead from the deal to the fault."""

    def __init__(self, id_: str, message: str, steps: Steps, hint: str = "") -> None:
        self.id = id_
        self.steps = tuple(steps)
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Counted:
    """How a counted deal ended, and the match after it."""

    end: DealEnded
    match: MatchState


class Sheet:
    """Takes counted deals into a match under some rules; `names` are those of the players.

    >>> from hazari_rules import Game
    >>> rules = Game.load("hazarey").rules
    >>> deal = RecordedDeal(points=(91, 89, 100, 100))
    >>> Sheet(rules).counted(MatchState.begin(rules), 1, deal).match.totals
    (91, 89, 100, 100)
    """

    def __init__(self, rules: Rules, names: Sequence[str] = ()) -> None:
        self._rules = rules
        self._names = names
        self._sums = RoundSums(rules)

    def counted(self, match: MatchState, number: int, deal: RecordedDeal) -> Counted:
        """The match after deal `number`; raises SheetError if the rules cannot lead to it."""
        match deal.ending:
            case Ending.REDEAL:
                redeals = {redeal.id: redeal for redeal in self._rules.redeals}
                _refuse_unknown(deal.reason, redeals, "redeal")
                return self._void(match, number, deal, moves=redeals[deal.reason].dealer_moves)
            case Ending.ALL_FOULED:
                foul = self._rules.violation.foul
                if foul is None or foul.all_fouled is AllFouled.PLAY_ON:
                    _fail(
                        "wrong-ending", "no deal is void here because all are fouled", ("ending",)
                    )
                moves = foul.all_fouled is AllFouled.REDEAL_NEXT_DEALER
                return self._void(match, number, deal, moves=moves)
            case Ending.INSTANT_WIN:
                return self._instant_win(match, number, deal)
        return self._played(match, number, deal)

    def _void(self, match: MatchState, number: int, deal: RecordedDeal, *, moves: bool) -> Counted:
        nothing, seats = (0,) * self._rules.players, deal.seats or ()
        end = DealEnded(
            number, match.dealer, deal.ending or Ending.REDEAL, nothing, 0, match.totals,
            deal.reason, seats,
        )  # fmt: skip
        return Counted(end, match._replace(dealer=self._next_dealer(match)) if moves else match)

    def _next_dealer(self, match: MatchState) -> int:
        return self._rules.next_dealer(match.dealer, self._rules.step, self._rules.players)

    def _played(self, match: MatchState, number: int, deal: RecordedDeal) -> Counted:
        points = deal.points or (0,) * self._rules.players
        totals = _added(match.totals, points)
        problem, ending = self._sums.problem(points), Ending.PLAYED
        if self._rules.at_once and check_target(self._rules, totals, match.target).winners:
            rounds = range(1, len(self._rules.ruleset.groups))
            cut_short = any(self._sums.problem(points, played) is None for played in rounds)
            if cut_short and (problem or deal.ending is Ending.TARGET_REACHED):
                problem, ending = None, Ending.TARGET_REACHED
        self._refuse(problem)
        return self._scored(match, DealEnded(number, match.dealer, ending, points, 0, totals))

    def _scored(self, match: MatchState, end: DealEnded, *, wins_match: bool = False) -> Counted:
        verdict = check_target(self._rules, end.totals, match.target)
        winners = tuple(sorted(end.seats)) if wins_match else verdict.winners
        after = match._replace(
            dealer=self._next_dealer(match),
            totals=end.totals,
            last_points=end.points,
            winners=winners,
            target=match.target if wins_match else verdict.target,
        )
        return Counted(end, after)

    def _instant_win(self, match: MatchState, number: int, deal: RecordedDeal) -> Counted:
        wins = {win.id: win for win in self._rules.instant_wins}
        _refuse_unknown(deal.reason, wins, "instant win")
        win = wins[deal.reason]
        seats = self._winning_seats(match, win, deal)
        captured = self._captured(match, win, deal)
        total = self._rules.ruleset.card_points.total
        outcome = win.effect(Situation(seats, captured, match.totals, match.target, total))
        end = DealEnded(
            number, match.dealer, Ending.INSTANT_WIN, outcome.points, 0, outcome.totals,
            win.id, seats,
        )  # fmt: skip
        return self._scored(match, end, wins_match=outcome.wins_match)

    def _winning_seats(
        self, match: MatchState, win: BoundInstantWin, deal: RecordedDeal
    ) -> tuple[int, ...]:
        rules = self._rules
        leader = rules.first_leader(match.dealer, rules.step, rules.players, match.last_points)
        seats = tuple(seat for seat in rules.order_from(leader) if seat in (deal.seats or ()))
        if not seats:
            _fail("wrong-number", f"nobody is named who won by '{win.id}'", ("seats",))
        if len(win.pick(seats)) < len(seats):
            _fail("wrong-number", f"only one player wins by '{win.id}'", ("seats",))
        return seats

    def _captured(
        self, match: MatchState, win: BoundInstantWin, deal: RecordedDeal
    ) -> tuple[int, ...]:
        """The points captured before the win, which matter only where it lets them count."""
        nothing = (0,) * self._rules.players
        probe = tuple(range(1, self._rules.players + 1))
        now = Situation((0,), probe, nothing, match.target, self._rules.ruleset.card_points.total)
        if win.effect(now).points != probe:
            return nothing
        rounds = {Stage.DEALING: 0, Stage.ARRANGING: 0, Stage.ROUND: win.moment.round}.get(
            win.moment.stage
        )
        if deal.points is None:
            if rounds != 0:
                message = f"the points captured before '{win.id}' count under these rules"
                _fail("missing-key", message, ("ending",), "add 'points:'")
            return nothing
        self._refuse(self._sums.problem(deal.points, rounds))
        return deal.points

    def _refuse(self, problem: PointsProblem | None) -> None:
        if problem is None:
            return
        if problem.seat is None:
            hint = f"count again; a whole deal comes to {self._rules.ruleset.card_points.total}"
            _fail("impossible-points", problem.told(), ("points",), hint)
        hint = "count the cards of this player again"
        _fail("impossible-points", problem.told(self._names), ("points", problem.seat), hint)


def _added(totals: Iterable[int], points: Iterable[int]) -> tuple[int, ...]:
    return tuple(total + more for total, more in zip(totals, points, strict=True))


def _refuse_unknown(reason: str, known: Iterable[str], what: str) -> None:
    names = list(known)
    if reason not in names:
        message = f"these rules have no {what} '{reason}'"
        _fail("unknown-reason", message, ("reason",), did_you_mean(reason, names))


def _fail(id_: str, message: str, steps: Steps, hint: str = "") -> NoReturn:
    raise SheetError(id_, message, steps, hint)
