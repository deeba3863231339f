"""What each of the deliberately wrong little implementations gets wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PLACE = Path(__file__).parent / "miniatures"
INTERPRETERS = {".py": "python", ".mjs": "node"}

Value = int | str | Sequence[str] | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One wrong rule, by the pointer that cases name it with.

    It is as if `knob` of the resolved rules had the value `means`; for `/combinations` that
    is the ladder by id. Without a knob no rules of the language do what the program does.
    """

    rule: str
    knob: str | None = None
    means: Value | None = None


@dataclass(frozen=True, slots=True)
class Miniature:
    """A wrong implementation: its file, the variant that shows it, and its mistakes."""

    file: str
    mistakes: tuple[Mistake, ...]
    variant: str = "hazari"

    @property
    def path(self) -> Path:
        return PLACE / self.file

    @property
    def interpreter(self) -> str:
        return INTERPRETERS[self.path.suffix]


def knob(rule: str, means: Value, at: str | None = None) -> Mistake:
    return Mistake(rule, at or rule, means)


ACE_LOW_LAST = knob("/runs/order", ["ace_high", "rest", "ace_low"])
FIRST_OF_EQUALS = knob("/play/ties", "first_played")
SPARE = knob("/comparison/spare", "kicker")
ACE_15 = knob("/card_points/values", 15, "/card_points/values/A")
DEALER_LEADS = knob("/table/first_leader", "dealer")
FALLING = knob("/arrangement/order", "falling")
LADDER = ("troy", "colour_run", "run", "colour", "pair", "indi")
LADDER_OF_BHUTAN = (
    "four_of_a_kind",
    "troy",
    "colour_run_4",
    "colour_run",
    "run_4",
    "run",
    "colour_4",
    "colour",
    "two_pairs",
    "pair",
    "indi",
)

SINGLE = (
    Miniature("ace_low_last.py", (ACE_LOW_LAST,)),
    Miniature(
        "ace_low_no_run.py",
        (
            knob(
                "/runs/order",
                {"order": ["ace_high", "rest"], "not_runs": ["ace_low"]},
                "/runs",
            ),
        ),
    ),
    Miniature("spare_breaks_ties.mjs", (SPARE,)),
    Miniature("lead_stays.py", (knob("/play/next_leader", "same"),)),
    Miniature("first_of_equals.mjs", (FIRST_OF_EQUALS,)),
    Miniature(
        "pair_by_highest.py",
        (knob("/combinations/pair", "ranks", "/combinations/pair/key"),),
    ),
    Miniature("pair_by_kicker.py", (Mistake("/combinations/pair"),)),
    Miniature(
        "colour_by_top_card.py",
        (knob("/combinations/colour", {"ranks": {"cards": 1}}, "/combinations/colour/key"),),
    ),
    Miniature(
        "pack_of_200.mjs",
        (knob("/card_points/values", dict.fromkeys("98765432", 0)),),
    ),
    Miniature("ace_15.py", (ACE_15,)),
    Miniature("target_at_once.py", (knob("/match/check", "at_once"),)),
    Miniature("first_seat_there.py", (Mistake("/match/winner"),)),
    Miniature("first_seat_of_equals.py", (Mistake("/match/ties"),)),
    Miniature("king_ace_two.mjs", (Mistake("/runs/order"),)),
    Miniature("falling_demanded.py", (FALLING,)),
    Miniature("order_unchecked.py", (knob("/arrangement/order", "free"),)),
    Miniature(
        "colour_above_run.py",
        (knob("/combinations", ("troy", "colour_run", "colour", "run", "pair", "indi")),),
    ),
    Miniature(
        "colour_run_above_troy.mjs",
        (knob("/combinations", ("colour_run", "troy", *LADDER[2:])),),
    ),
    Miniature("dealer_leads.py", (DEALER_LEADS,)),
    Miniature(
        "no_two_pairs.py",
        (
            knob(
                "/combinations/two_pairs",
                tuple(id_ for id_ in LADDER_OF_BHUTAN if id_ != "two_pairs"),
                "/combinations",
            ),
        ),
        "hazarey",
    ),
    Miniature("two_pairs_by_sum.py", (Mistake("/combinations/two_pairs"),), "hazarey"),
    Miniature(
        "judged_on_all.py",
        (knob("/arrangement/judged_on", "all", "/arrangement/judged_on/cards"),),
        "hazarey",
    ),
    Miniature(
        "troys_plus_1000.py",
        (
            knob(
                "/instant_wins/three_troys",
                {"add": 1000},
                "/instant_wins/three_troys/effect/win_match/score",
            ),
        ),
        "hazarey",
    ),
)
DOUBLE = (
    Miniature("ace_low_last_and_first_of_equals.py", (ACE_LOW_LAST, FIRST_OF_EQUALS)),
    Miniature("spare_breaks_ties_and_ace_15.mjs", (SPARE, ACE_15)),
    Miniature("dealer_leads_and_falling_demanded.py", (DEALER_LEADS, FALLING)),
)
MINIATURES = (*SINGLE, *DOUBLE)
