"""Deals worked by hand: who wins each round and what it pays is known without any program."""

Table = list[list[list[str]]]


def groups_of(text: str) -> list[list[str]]:
    return [group.split() for group in text.split("/")]


# Round 1: four Troys of court cards and aces, 12 x 10 points, to seat 2.
# Round 2, led by seat 2: 20 + 15 + 15 + 20 = 70 points; seats 2 and 1 have equal runs.
# Round 3: pairs of 9, 8, 6 and 4, 15 + 15 + 20 + 20 = 70 points, to seat 1.
# Round 4: 6-6-2-2, 7-7-J-2, 5-5-10-3 and Q-10-4-3, 20 + 25 + 25 + 30 = 100 points, to seat 2.
TABLE = [
    groups_of("JS JH JD/7H 5H 3H/4S 4D AC/10C QC 4H 3D"),
    groups_of("KS KH KD/10H 9D 8S/9S 9C 4C/6S 6H 2C 2H"),
    groups_of("AS AH AD/10S 9H 8D/8H 8C 3S/7D 7C JC 2D"),
    groups_of("QS QH QD/7S 5S 2S/6D 6C KC/5D 5C 10D 3C"),
]
# Seat 2 has the three highest Troys.
TROYS = [
    groups_of("JS JH JD/7H 5H 3H/4S 4D AC/10C QC 4H 3D"),
    groups_of("10S 9H 8D/9S 9C 4C/8H 8C 3S/6S 6H 2C 2H"),
    groups_of("AS AH AD/KS KH KD/QS QH QD/7D 7C JC 2D"),
    groups_of("10H 9D 8S/7S 5S 2S/6D 6C KC/5D 5C 10D 3C"),
]
# Seats 1 and 2 have changed places.
MIRROR = [TABLE[0], TABLE[2], TABLE[1], TABLE[3]]


def hands_of(table: Table) -> list[list[str]]:
    return [[card for group in groups for card in group] for groups in table]


def swapped(table: Table, *seats: int) -> Table:
    """The same deal with groups 2 and 3 of these seats the other way round."""
    return [
        [groups[0], groups[2], groups[1], groups[3]] if seat in seats else groups
        for seat, groups in enumerate(table)
    ]
