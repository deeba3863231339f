"""Compares Colours by their highest card only."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


class Wrong(Game):
    def key(self, cards, combination):
        key = super().key(cards, combination)
        return key[:1] if combination == "colour" else key


main(Wrong, "colour_by_top_card")
