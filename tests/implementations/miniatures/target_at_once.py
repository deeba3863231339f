"""Checks the target after each round."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["match"]["check"] = "at_once"
    return Game(rules)


main(wrong, "target_at_once")
