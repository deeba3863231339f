"""Compares two pairs by the sum of their ranks."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


class Wrong(Game):
    def key(self, cards, combination):
        key = super().key(cards, combination)
        return [sum(key)] if combination == "two_pairs" else key


main(Wrong, "two_pairs_by_sum")
