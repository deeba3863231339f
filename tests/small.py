"""Made-up games for the tests of solver and odds: small ones, and ones with unusual groups."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hazari_rules import Game

_FILES = {
    # 10 cards, two players, two groups of two: everything can be counted by going through it.
    "tiny": """
spec: 1
extends: hazari
id: tiny
name: Tiny
deck: {ranks: [A, K, Q, J, 10], suits: [S, H]}
table: {players: 2, cards_each: 4, undealt: 2}
card_points: {values: {10: 5}, total: 90}
combinations:
  - {id: twins, name: Twins, above: troy, cards: 2, same_rank: [2]}
  - {id: two_run, name: Two in a Row, below: twins, cards: 2, run: true}
  - {id: two, name: Two, below: two_run, cards: 2}
  - {id: troy, remove: true}
  - {id: colour_run, remove: true}
  - {id: run, remove: true}
  - {id: colour, remove: true}
  - {id: pair, remove: true}
  - {id: indi, remove: true}
groups: [{cards: 2}, {cards: 2}]
arrangement: {judged_on: {cards: 2}}
""",
    # Three equal groups and a larger one, as in Hazari, with few enough cards to try every split.
    "twos": """
spec: 1
extends: hazari
id: twos
name: Twos
deck: {ranks: [A, K, Q, J, 10, 9], suits: [S, H, D, C]}
table: {players: 2, cards_each: 9, undealt: 6}
card_points: {values: {10: 10, 9: 5}, total: 220}
combinations:
  - {id: twins, name: Twins, below: troy, cards: 2, same_rank: [2]}
  - {id: twin_colour, name: Twin Colour, below: run, cards: 2, suited: true}
  - {id: two_run, name: Two in a Row, below: twin_colour, cards: 2, run: true}
  - {id: two, name: Two, below: two_run, cards: 2}
  - {id: colour, remove: true}
  - {id: pair, remove: true}
  - {id: indi, remove: true}
groups: [{cards: 2}, {cards: 2}, {cards: 2}, {cards: 3}]
arrangement: {judged_on: {cards: 2}}
""",
    "three_threes": """
spec: 1
extends: hazari
id: three_threes
name: Three Threes
table: {cards_each: 9, undealt: 16}
groups: [{cards: 3}, {cards: 3}, {cards: 3}]
""",
    "own_ladders": """
spec: 1
extends: hazari
id: own_ladders
name: Own Ladders
groups:
  - {cards: 3}
  - {cards: 3, combinations: [pair, indi]}
  - {cards: 3, combinations: [colour, pair, indi]}
  - {cards: 4}
""",
    "low_wins": """
spec: 1
extends: hazarey
id: low_wins
name: Low Wins
comparison: {order: low_wins}
""",
    "fives": """
spec: 1
extends: hazari
id: fives
name: Fives
combinations:
  - {id: flush, name: Flush, above: troy, cards: 5, suited: true}
  - {id: full_house, name: Full House, below: flush, cards: 5, same_rank: [3, 2]}
groups: [{cards: 5}, {cards: 5}, {cards: 3}]
arrangement: {judged_on: {cards: all}}
""",
}


@cache
def made_up(name: str) -> Game:
    """One of these games, loaded from a file as a stranger's would be."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.yaml"
        path.write_text(_FILES[name], encoding="utf-8")
        return Game.load(str(path))
