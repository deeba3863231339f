"""Takes two pairs in four cards for a Pair."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    rules["combinations"] = [c for c in rules["combinations"] if c["id"] != "two_pairs"]
    return Game(rules)


main(wrong, "no_two_pairs")
