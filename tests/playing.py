"""Play one deal under any rules: what is resolved and clean must also play."""

from __future__ import annotations

from hazari_rules import DealState, MatchState, Variant
from hazari_rules.arrange import greedy
from hazari_rules.compiled import Rules
from hazari_rules.deal import ClaimQuestion
from hazari_rules.dealing import deal_hands
from hazari_rules.match import DealQuestion


def play_a_deal(variant: Variant, seed: int) -> DealState:
    """Compile the rules and play the first deal of a seed with greedy players, to its end."""
    rules = Rules.compile(variant.ruleset, variant.vocabulary)
    table = variant.ruleset.table
    match = MatchState.begin(rules, dealer=seed % rules.players)
    match = match.give_hands(deal_hands(rules.deck, table.players, table.cards_each, seed, 0))
    while (question := match.pending) is not None and not isinstance(question, DealQuestion):
        if isinstance(question, ClaimQuestion):
            match = match.apply(bool(seed % 2))
        else:
            match = match.apply(greedy(rules, question.hand))
    (deal,) = match.deals
    return deal
