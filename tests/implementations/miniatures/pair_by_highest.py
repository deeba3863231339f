"""Compares pairs by their highest card, whether or not it is of the pair."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


class Wrong(Game):
    def key(self, cards, combination):
        key = super().key(cards, combination)
        return sorted([*key, key[0]], reverse=True) if combination == "pair" else key


main(Wrong, "pair_by_highest")
