"""Judges the last group on all four cards when it must be the lowest."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["arrangement"]["judged_on"]["cards"] = "all"
    return Game(rules)


main(wrong, "judged_on_all")
