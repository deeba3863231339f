"""Forgets to move the lead to the winner of a round."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["play"]["next_leader"] = "same"
    return Game(rules)


main(wrong, "lead_stays")
