"""Takes the first seat that has reached the target for the winner."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from plain import Game, main


class Wrong(Game):
    def target(self, totals, target):
        found = super().target(totals, target)
        there = [seat for seat, total in enumerate(totals) if total >= found["target"]]
        return {**found, "winners": there[:1]}


main(Wrong, "first_seat_there")
