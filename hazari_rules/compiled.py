"""A ruleset made ready to play: every chosen kind bound to its argument, the ladder compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hazari_rules.cards import PACK, Card
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_arrangement import Descends, Violation
from hazari_rules.kinds_events import Condition, DealView, Effect, Moment
from hazari_rules.kinds_match import Best, TiedTotals
from hazari_rules.kinds_play import Award, NextLeader, TieRule
from hazari_rules.kinds_table import FirstLeader, NextDealer
from hazari_rules.model import Choice, Ruleset
from hazari_rules.ranking import Ranking


@dataclass(frozen=True, slots=True)
class BoundRedeal:
    """A redeal ready to be looked for."""

    id: str
    name: str
    conditions: tuple[Condition, ...]
    on_request: bool
    dealer_moves: bool

    def holds(self, deal: DealView, seat: int) -> bool:
        """Whether all conditions hold for this player."""
        return all(condition(deal, seat) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class BoundInstantWin:
    """An instant win ready to be looked for."""

    id: str
    name: str
    moment: Moment
    conditions: tuple[Condition, ...]
    pick: Callable[[Sequence[int]], Sequence[int]]
    effect: Effect

    def holds(self, deal: DealView, seat: int) -> bool:
        """Whether all conditions hold for this player."""
        return all(condition(deal, seat) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything the engine asks while a match is played.

    `players` is how many play, `sizes` are the numbers of cards in the groups, `orders` the seats
    in playing order from each leader, `pack` is the deck for looking cards up.
    """

    ruleset: Ruleset
    vocabulary: Vocabulary
    ranking: Ranking
    deck: tuple[Card, ...]
    step: int
    first_leader: FirstLeader
    next_dealer: NextDealer
    next_leader: NextLeader
    ties: TieRule
    award: Award
    descends: Descends
    violation: Violation
    at_once: bool
    reached_together: int
    best: Best
    match_tie: TiedTotals
    redeals: tuple[BoundRedeal, ...]
    instant_wins: tuple[BoundInstantWin, ...]
    players: int = field(init=False)
    sizes: tuple[int, ...] = field(init=False)
    orders: tuple[tuple[int, ...], ...] = field(init=False)
    pack: frozenset[Card] = field(init=False)

    def __repr__(self) -> str:
        """One line, since the rest would fill a screen."""
        return f"<rules of {self.ruleset.id}>"

    def __post_init__(self) -> None:
        players, step = self.ruleset.table.players, self.step
        orders = [
            tuple([(leader + step * i) % players for i in range(players)])
            for leader in range(players)
        ]
        derive = object.__setattr__  # what follows from the rest, at hand for every deal
        derive(self, "players", players)
        derive(self, "sizes", tuple(group.cards for group in self.ruleset.groups))
        derive(self, "orders", tuple(orders))
        derive(self, "pack", frozenset(self.deck))

    @classmethod
    def compile(
        cls, ruleset: Ruleset, vocabulary: Vocabulary, ranking: Ranking | None = None
    ) -> Rules:
        """Bind a resolved ruleset; raises HazariError for a kind that no plugin in force brings.

        `ranking` is that of rules with the same ladder, where they are at hand.
        """

        def bind(family: str, choice: Choice):  # type: ignore[no-untyped-def]
            return vocabulary.meaning(family, choice, ruleset)

        deck, table, play, match = ruleset.deck, ruleset.table, ruleset.play, ruleset.match
        return cls(
            ruleset=ruleset,
            vocabulary=vocabulary,
            ranking=ranking or Ranking(ruleset, vocabulary),
            deck=tuple(
                card for card in PACK if card.rank in deck.ranks and card.suit in deck.suits
            ),
            step=bind("direction", table.direction),
            first_leader=bind("first_leader", table.first_leader),
            next_dealer=bind("next_dealer", table.next_dealer),
            next_leader=bind("next_leader", play.next_leader),
            ties=bind("tie_rule", play.ties),
            award=bind("award", play.award),
            descends=bind("arrangement_order", ruleset.arrangement.order),
            violation=bind("violation", ruleset.arrangement.on_violation),
            at_once=bind("target_check", match.check),
            reached_together=bind("reached_together", match.reached_together),
            best=bind("match_winner", match.winner),
            match_tie=bind("match_tie", match.ties),
            redeals=tuple(
                BoundRedeal(
                    redeal.id,
                    redeal.name,
                    tuple(bind("condition", condition) for condition in redeal.when),
                    bind("claim", redeal.claim),
                    bind("dealer_move", redeal.dealer),
                )
                for redeal in ruleset.redeals
            ),
            instant_wins=tuple(
                BoundInstantWin(
                    win.id,
                    win.name,
                    bind("moment", win.after),
                    tuple(bind("condition", condition) for condition in win.when),
                    bind("if_several", win.if_several),
                    bind("effect", win.effect),
                )
                for win in ruleset.instant_wins
            ),
        )

    def order_from(self, leader: int) -> tuple[int, ...]:
        """The seats in playing order from this one."""
        return self.orders[leader % self.players]
