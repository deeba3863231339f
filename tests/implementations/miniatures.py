"""What each of the deliberately wrong little implementations gets wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hazari_rules.conformance_knobs import flow

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
    named: str = ""

    @property
    def words(self) -> str:
        """What a diagnosis calls it: the knob with its value, or, where there is none, `named`."""
        where = (self.knob or "").strip("/").replace("/", ".")
        return self.named or f"{where}: {flow(self.means)}"


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


def knob(rule: str, means: Value, at: str | None = None, named: str = "") -> Mistake:
    return Mistake(rule, at or rule, means, named)


def no_knob(rule: str, named: str) -> Mistake:
    return Mistake(rule, named=named)


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
    Miniature(
        "pair_by_kicker.py",
        (no_knob("/combinations/pair", "combinations.pair: compared by the kicker first"),),
    ),
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
    Miniature(
        "first_seat_there.py",
        (
            no_knob(
                "/match/winner", "match.winner: the first seat at the target, whatever the totals"
            ),
        ),
    ),
    Miniature(
        "first_seat_of_equals.py",
        (no_knob("/match/ties", "match.ties: the first seat among equal totals wins"),),
    ),
    Miniature(
        "king_ace_two.mjs", (no_knob("/runs/order", "runs.order: K-A-2 is a run too, the lowest"),)
    ),
    Miniature("falling_demanded.py", (FALLING,)),
    Miniature("order_unchecked.py", (knob("/arrangement/order", "free"),)),
    Miniature(
        "colour_above_run.py",
        (
            knob(
                "/combinations",
                ("troy", "colour_run", "colour", "run", "pair", "indi"),
                named="combinations.colour: above run",
            ),
        ),
    ),
    Miniature(
        "colour_run_above_troy.mjs",
        (
            knob(
                "/combinations",
                ("colour_run", "troy", *LADDER[2:]),
                named="combinations.colour_run: above troy",
            ),
        ),
    ),
    Miniature("dealer_leads.py", (DEALER_LEADS,)),
    Miniature(
        "no_two_pairs.py",
        (
            knob(
                "/combinations/two_pairs",
                tuple(id_ for id_ in LADDER_OF_BHUTAN if id_ != "two_pairs"),
                "/combinations",
                "combinations.two_pairs: removed",
            ),
        ),
        "hazarey",
    ),
    Miniature(
        "two_pairs_by_sum.py",
        (
            no_knob(
                "/combinations/two_pairs",
                "combinations.two_pairs: compared by the sum of the ranks",
            ),
        ),
        "hazarey",
    ),
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
                "option three_troys_score=plus_1000",
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
