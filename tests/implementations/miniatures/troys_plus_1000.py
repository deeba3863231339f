"""Adds 1000 to the winner's total after three Troys."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["instant_wins"][0]["effect"]["win_match"]["score"] = {"add": 1000}
    return Game(rules)


main(wrong, "troys_plus_1000")
