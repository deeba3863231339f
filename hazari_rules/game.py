"""A variant ready to use: compare groups, check arrangements, score deals, play matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hazari_rules.arrange import BOTS, Fault, Groups, faults
from hazari_rules.autoplay import Observer, Player, play_match
from hazari_rules.builtin import vocabulary
from hazari_rules.cards import Card, parse_arrangement, parse_group
from hazari_rules.compiled import Rules
from hazari_rules.deal import DealStart, DealState
from hazari_rules.errors import HazariError, IllegalMoveError, NotationError
from hazari_rules.explain import Comparison, compare
from hazari_rules.kinds import Vocabulary
from hazari_rules.loading import load
from hazari_rules.match import MatchState
from hazari_rules.model import Ruleset
from hazari_rules.ranking import Reading


class Game:
    """The rules of one variant, compiled. It never changes; one can serve many matches.

    >>> game = Game.load("hazari")
    >>> game.reading("9S 8H 7D 2S").combination
    'run'
    """

    def __init__(self, ruleset: Ruleset, kinds: Vocabulary | None = None) -> None:
        self.rules = Rules.compile(ruleset, kinds or vocabulary())

    @classmethod
    def load(cls, name: str, options: Mapping[str, str] | None = None) -> Game:
        """The game of a variant by id or path; raises what hazari_rules.load raises."""
        variant = load(name, options)
        return cls(variant.ruleset, variant.vocabulary)

    @property
    def ruleset(self) -> Ruleset:
        """The resolved rules."""
        return self.rules.ruleset

    def reading(self, group: str | Sequence[Card]) -> Reading:
        """What a group counts as: its combination, the cards that make it, its strength.

        Raises NotationError for cards that are no group of this variant.
        """
        return self.rules.ranking.reading(_cards(group))

    def compare(self, groups: Iterable[str | Sequence[Card]]) -> Comparison:
        """Which of these groups, given in playing order, wins the round, and why.

        Raises NotationError for cards that are no groups of one round.

        >>> Game.load("hazari").compare(["AS QS 9S", "7S 6H 5D", "KS KH JD", "7C 6D 5H"]).winners
        (3,)
        """
        return compare(self.rules, [_cards(group) for group in groups])

    def faults(
        self, arrangement: str | Groups, hand: str | Sequence[Card] | None = None
    ) -> tuple[Fault, ...]:
        """Every reason why an arrangement (of this hand, if given) is not legal; empty if it is.

        >>> legal = "AS AH AD | KS QS JS | 9S 8H 7D | 5S 5H 2D 2C"
        >>> Game.load("hazari").faults(legal)
        ()
        """
        return faults(self.rules, _groups(arrangement), None if hand is None else _cards(hand))

    def arrange(self, hand: str | Sequence[Card], bot: str = "lexicographic") -> Groups:
        """A legal arrangement of a hand as a bot chooses it: "greedy" or "lexicographic".

        Raises NotationError for a hand of the wrong size, HazariError for an unknown bot.
        """
        cards = _cards(hand)
        if bot not in BOTS:
            raise HazariError(f"no bot is named '{bot}'; known: {', '.join(BOTS)}")
        wanted = self.ruleset.table.cards_each
        if len(cards) != wanted:
            raise NotationError(f"a hand of {len(cards)} cards; {self.ruleset.name} deals {wanted}")
        return BOTS[bot](self.rules, cards)

    def play_deal(
        self,
        hands: Sequence[str | Sequence[Card]],
        arrangements: Sequence[str | Groups],
        dealer: int = 0,
    ) -> DealState:
        """Play one deal with known hands and arrangements, seat by seat; no redeal is asked for.

        Raises IllegalMoveError for hands or arrangements that the rules do not allow.
        """
        start = DealStart(
            1, dealer, (0,) * self.rules.players, self.ruleset.match.target, last_points=None
        )
        dealt = tuple(_cards(hand) for hand in hands)
        groups = tuple(_groups(arrangement) for arrangement in arrangements)
        if len(groups) != self.rules.players:
            raise IllegalMoveError(
                f"{len(groups)} arrangements given; {self.rules.players} players need one each"
            )
        state = DealState.begin(self.rules, start, dealt)
        while (question := state.pending) is not None:
            state = state.apply(groups[question.seat] if state.asks_arrangement else False)
        return state

    def begin_match(self, dealer: int = 0) -> MatchState:
        """A match before its first deal, to be driven question by question."""
        return MatchState.begin(self.rules, dealer)

    def play(
        self,
        seed: int,
        players: Mapping[int, Player] | None = None,
        observers: Iterable[Observer] = (),
    ) -> MatchState:
        """Play a whole match from a seed; seats without a player are greedy bots.

        A player is a function of the match and the question. Raises HazariError for a seat that
        does not exist, IllegalMoveError for an answer that the rules do not allow.

        >>> Game.load("hazari").play(seed=7).winners
        (3,)
        """
        return play_match(self.rules, seed, players, observers)


def _cards(group: str | Sequence[Card]) -> tuple[Card, ...]:
    cards = parse_group(group) if isinstance(group, str) else tuple(group)
    for card in cards:
        if not isinstance(card, Card):
            raise NotationError(
                f"not a card: {card!r}; give a group as text, such as 'AS KS QS', or as what"
                " parse_group makes of it"
            )
    return cards


def _groups(arrangement: str | Groups) -> Groups:
    if isinstance(arrangement, str):
        return parse_arrangement(arrangement)
    return tuple(map(_cards, arrangement))
