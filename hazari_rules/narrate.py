"""The events of a match as lines for people: who led, what was played, who won and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hazari_rules.cards import Card, pretty_group
from hazari_rules.compiled import Rules
from hazari_rules.events import (
    Arranged,
    DealEnded,
    Dealt,
    Ending,
    Event,
    MatchWon,
    RoundPlayed,
    TargetRaised,
)
from hazari_rules.explain import compare
from hazari_rules.rounds import Played, RoundResult

_LEAST_WIDTH = 16


class Narrator:
    """Turns each event into lines. `hands_open` also shows the dealt hands."""

    def __init__(self, rules: Rules, write: Callable[[str], None], *, hands_open: bool) -> None:
        self._rules = rules
        self._write = write
        self._hands_open = hands_open

    def __call__(self, event: Event) -> None:
        """Write the lines of one event."""
        match event:
            case Dealt():
                self._dealt(event)
            case Arranged():
                fouled = [f"seat {i}" for i, locked in enumerate(event.locked) if locked.fouled]
                if fouled:
                    self._write(f"  Fouled (groups in the wrong order): {', '.join(fouled)}")
            case RoundPlayed():
                self._round(event.result)
            case DealEnded():
                self._ended(event)
            case TargetRaised():
                self._write(f"The target rises to {event.target}; the match goes on.")
            case MatchWon():
                winners = _seats(event.winners)
                verb = "win" if len(event.winners) == 1 else "share"
                verb = "wins" if verb == "win" else verb
                totals = ", ".join(f"seat {i} {t}" for i, t in enumerate(event.totals))
                self._write(f"\n{winners[0].upper()}{winners[1:]} {verb} the match ({totals}).")

    def _dealt(self, event: Dealt) -> None:
        self._write(f"\nDeal {event.number}: seat {event.dealer} deals")
        if self._hands_open:
            for seat, hand in enumerate(event.hands):
                self._write(f"  Seat {seat} holds {pretty_group(in_order(self._rules, hand))}")

    def _round(self, result: RoundResult) -> None:
        self._write(f"  Round {result.number}: seat {result.leader} leads")
        longest = max(len(pretty_group(play.cards)) for play in result.plays)
        width = max(_LEAST_WIDTH, longest)
        for play in result.plays:
            mark = "*" if play.seat in result.winners else " "
            reading = self._rules.ranking.reading(play.cards, result.number - 1)
            name = (
                self._rules.ruleset.combination(reading.combination).name
                if reading.combination
                else "no combination"
            )
            foul = ", fouled" if play.cannot_win else ""
            cards = pretty_group([*reading.cards, *reading.spare])
            self._write(f"  {mark} seat {play.seat}  {cards:<{width}} {name}{foul}")
        self._write(f"    {self._won(result)}")

    def _won(self, result: RoundResult) -> str:
        if not result.winners and not result.tied:
            return f"Nobody can win; {result.unclaimed} points go to nobody."
        why = self._why(result.number, [play for play in result.plays if not play.cannot_win])
        if not result.winners:
            return f"Nobody wins; {result.unclaimed} points go to nobody. {why}"
        points = " and ".join(f"{result.points.get(seat, 0)}" for seat in result.winners)
        verb = "wins" if len(result.winners) == 1 else "share:"
        return f"{_seats(result.winners).capitalize()} {verb} {points} points. {why}"

    def _why(self, number: int, plays: Sequence[Played]) -> str:
        if len(plays) < 2:
            return "No other group could win."
        reason = compare(self._rules, [play.cards for play in plays], number - 1).reason
        return reason if reason.endswith(".") else f"{reason}."

    def _ended(self, event: DealEnded) -> None:
        reasons = {item.id: item.name for item in self._rules.ruleset.redeals} | {
            item.id: item.name for item in self._rules.ruleset.instant_wins
        }
        seats = _seats(event.seats)
        match event.ending:
            case Ending.REDEAL:
                self._write(f"  The deal is void: {reasons[event.reason]} ({seats}).")
                return
            case Ending.ALL_FOULED:
                self._write("  The deal is void: every player is fouled.")
                return
            case Ending.INSTANT_WIN:
                self._write(f"  {reasons[event.reason]}: instant win for {seats}.")
            case Ending.TARGET_REACHED:
                self._write("  The target is reached; the deal ends here.")
            case Ending.PLAYED:
                pass
        nobody = f", nobody {event.unclaimed}" if event.unclaimed else ""
        self._write(f"  Points  {_row(event.points)}{nobody}")
        self._write(f"  Totals  {_row(event.totals)}")


def in_order(rules: Rules, hand: Sequence[Card]) -> list[Card]:
    """A hand sorted for reading: by rank, the highest first, then by suit."""
    deck = rules.ruleset.deck
    return sorted(hand, key=lambda c: (deck.ranks.index(c.rank), deck.suits.index(c.suit)))


def _row(values: Sequence[int]) -> str:
    return ", ".join(f"seat {seat} {value}" for seat, value in enumerate(values))


def _seats(seats: Sequence[int]) -> str:
    words = [f"seat {seat}" for seat in sorted(seats)]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
