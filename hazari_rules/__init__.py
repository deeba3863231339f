"""Rules as data for Hazari, Hazarey and the games around them.

A variant is one YAML file; `load` resolves it, `Game` compiles it.

>>> from hazari_rules import Game
>>> game = Game.load("hazari")
>>> game.compare(["AS QS 9S", "7S 6H 5D", "KS KH JD", "7C 6D 5H"]).reason
'2 equal best groups (Run): Of equal best groups the one played last wins.'
>>> Game.load("hazarey").play(seed=7).totals
(753, 760, 434, 1093)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_HOMES = {
    "arrange": ("Fault", "IllegalArrangementError", "Locked", "Reason"),
    "cards": ("PACK", "Card", "Rank", "Suit", "format_arrangement", "format_group",
              "parse_arrangement", "parse_card", "parse_group"),
    "deal": ("DealState",),
    "errors": ("Finding", "FindingsError", "HazariError", "IllegalMoveError", "NotationError"),
    "explain": ("Comparison",),
    "game": ("Game",),
    "loading": ("load",),
    "match": ("MatchState",),
    "model": ("Ruleset",),
    "ranking": ("Reading",),
    "resolve": ("Variant",),
}  # fmt: skip
"""The module of each name: imported only when the name is asked for, so programs start fast."""

if not TYPE_CHECKING:  # a type checker shall refuse names that are not here

    def __getattr__(name):
        for module, names in _HOMES.items():
            if name in names:
                found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
                return found
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
