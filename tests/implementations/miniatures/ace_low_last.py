"""Ranks A-2-3 below all other runs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["runs"]["order"] = ["ace_high", "rest", "ace_low"]
    return Game(rules)


main(wrong, "ace_low_last")
