"""Ranks a Colour above a Run, as in poker."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


def wrong(rules):
    ladder = rules["combinations"]
    places = {step["id"]: i for i, step in enumerate(ladder)}
    ladder.insert(places["run"], ladder.pop(places["colour"]))
    return Game(rules)


main(wrong, "colour_above_run")
