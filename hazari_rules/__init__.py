"""Rules as data for Hazari, Hazarey and the games around them.

A variant is one YAML file; `load` resolves it, `Game` compiles it.

>>> from hazari_rules import Game
>>> game = Game.load("hazari")
>>> game.compare(["AS QS 9S", "7S 6H 5D", "KS KH JD", "7C 6D 5H"]).reason
'2 equal best groups (Run): Of equal best groups the one played last wins.'
>>> Game.load("hazarey").play(seed=7).totals
(753, 760, 434, 1093)
"""

from hazari_rules.arrange import Fault, IllegalArrangementError, Locked, Reason
from hazari_rules.cards import (
    PACK,
    Card,
    Rank,
    Suit,
    format_arrangement,
    format_group,
    parse_arrangement,
    parse_card,
    parse_group,
)
from hazari_rules.deal import DealState
from hazari_rules.errors import (
    Finding,
    FindingsError,
    HazariError,
    IllegalMoveError,
    NotationError,
)
from hazari_rules.explain import Comparison
from hazari_rules.game import Game
from hazari_rules.loading import load
from hazari_rules.match import MatchState
from hazari_rules.model import Ruleset
from hazari_rules.ranking import Reading
from hazari_rules.resolve import Variant

__all__ = [
    "PACK",
    "Card",
    "Comparison",
    "DealState",
    "Fault",
    "Finding",
    "FindingsError",
    "Game",
    "HazariError",
    "IllegalArrangementError",
    "IllegalMoveError",
    "Locked",
    "MatchState",
    "NotationError",
    "Rank",
    "Reading",
    "Reason",
    "Ruleset",
    "Suit",
    "Variant",
    "format_arrangement",
    "format_group",
    "load",
    "parse_arrangement",
    "parse_card",
    "parse_group",
]
