"""Counts an ace as 15 points."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["card_points"]["values"]["A"] = 15
    rules["card_points"]["total"] += 4 * 5
    return Game(rules)


main(wrong, "ace_15")
