"""Refuses equal neighbouring groups."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["arrangement"]["order"] = "falling"
    return Game(rules)


main(wrong, "falling_demanded")
