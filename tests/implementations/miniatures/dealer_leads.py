"""Lets the dealer lead the first round."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["table"]["first_leader"] = "dealer"
    return Game(rules)


main(wrong, "dealer_leads")
