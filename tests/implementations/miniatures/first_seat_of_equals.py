"""Gives the victory to one seat where the highest totals are equal."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


class Wrong(Game):
    def target(self, totals, target):
        found = super().target(totals, target)
        return {**found, "winners": found["winners"][:1]}


main(Wrong, "first_seat_of_equals")
