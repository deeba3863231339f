"""Lets the dealer lead the first round, and refuses equal neighbouring groups."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["table"]["first_leader"] = "dealer"
    rules["arrangement"]["order"] = "falling"
    return Game(rules)


main(wrong, "dealer_leads_and_falling_demanded")
