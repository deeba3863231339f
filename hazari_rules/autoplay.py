"""Whole matches from a seed: deals the cards, asks the players, tells the observers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hazari_rules.arrange import Bot, greedy
from hazari_rules.cards import parse_arrangement
from hazari_rules.compiled import Rules
from hazari_rules.deal import ArrangeQuestion, ClaimQuestion, Question, refuse_unknown_seat
from hazari_rules.dealing import deal_hands
from hazari_rules.errors import HazariError, IllegalMoveError
from hazari_rules.events import Event
from hazari_rules.match import Answer, DealQuestion, MatchState

MAX_DEALS = 10_000

Player = Callable[[MatchState, Question], Answer | str]
"""(match, question) -> answer, an arrangement also as text; it may raise whatever ends a match."""

Observer = Callable[[Event], None]


class MatchStopped(HazariError):  # noqa: N818 - somebody left the table; nothing is wrong
    """Raised by a player who leaves; `match` is the match as it stood."""

    def __init__(self, match: MatchState) -> None:
        self.match = match
        super().__init__("the match was stopped by a player")


def bot_player(bot: Bot = greedy) -> Callable[[MatchState, Question], Answer]:
    """A player that asks for every redeal it can get and arranges its hand as the bot does."""

    def answer(match: MatchState, question: Question) -> Answer:
        if isinstance(question, ClaimQuestion):
            return True
        return bot(match.rules, question.hand)

    return answer


def play_match(
    rules: Rules,
    seed: int,
    players: Mapping[int, Player] | None = None,
    observers: Iterable[Observer] = (),
    dealer: int = 0,
) -> MatchState:
    """Play a match to its end; seats without a player of their own are greedy bots.

    Raises HazariError for a seat that does not exist, and if no end comes within MAX_DEALS deals
    (a redeal that always holds); IllegalMoveError for an answer that the rules do not allow.
    """
    watching, bot, seats = tuple(observers), bot_player(), players or {}
    for seat in seats:
        refuse_unknown_seat(rules, seat)
    match = MatchState.begin(rules, dealer)
    while (question := match.pending) is not None:
        if isinstance(question, DealQuestion):
            if question.number > MAX_DEALS:
                raise HazariError(f"no end after {MAX_DEALS} deals; is a redeal always true?")
            table = rules.ruleset.table
            number = question.number - 1
            hands = deal_hands(rules.deck, table.players, table.cards_each, seed, number)
            match = match.give_hands(hands)
        else:
            answer = seats.get(question.seat, bot)(match, question)
            match = match.apply(_understood(question, answer))
        for event in match.events:
            for watch in watching:
                watch(event)
    return match


def _understood(question: Question, answer: object) -> Answer:
    """An answer of a player, who may be anybody's program; raises IllegalMoveError for a wrong one.

    What the groups may be is for the rules to say.
    """
    if isinstance(question, ArrangeQuestion):
        if isinstance(answer, str):
            return parse_arrangement(answer)
        if isinstance(answer, tuple | list) and all(isinstance(g, tuple | list) for g in answer):
            return tuple(map(tuple, answer))
        wanted = "how the hand is arranged: give groups of cards, as 'AS KS QS | ...'"
    elif isinstance(answer, bool):
        return answer
    else:
        wanted = f"whether to ask for the redeal '{question.redeal}': give True or False"
    raise IllegalMoveError(f"seat {question.seat} answered {answer!r}; the question is {wanted}")
