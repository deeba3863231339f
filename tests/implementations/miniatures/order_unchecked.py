"""Accepts groups in any order."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["arrangement"]["order"] = "free"
    return Game(rules)


main(wrong, "order_unchecked")
