"""The strength of generated suites under each choice of each option of the shipped variants.

`python -m tests.strength_options [VARIANT [OPTION=CHOICE]]...` prints a line for each set of
rules and the changes that survive; it ends with 1 if any does. The whole takes some minutes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence

from hazari_rules.conformance_mutants import Workshop
from hazari_rules.conformance_strength import Strength, strength_of
from hazari_rules.conformance_suite import suite_of
from hazari_rules.loading import Loader

VARIANTS = ("hazari", "hazarey")
Chosen = tuple[str, Mapping[str, str]]


def choices(loader: Loader, variant: str) -> Iterator[Chosen]:
    """A variant as it is, then with each other choice of each of its options."""
    yield variant, {}
    for option in loader.load(variant).options:
        for choice in option.choices:
            if choice != option.default:
                yield variant, {option.id: choice}


def measured(loader: Loader, variant: str, options: Mapping[str, str]) -> Strength:
    """What the generated cases alone notice; each change is given up at the first that does."""
    shop = Workshop.of(loader, variant, options)
    suite = suite_of(shop.variant, loader.resolver.library, variant)
    generated = [case for case in suite.cases if not case.authored]
    return strength_of(shop, generated, first_only=True)


def asked(loader: Loader, words: Sequence[str]) -> Iterator[Chosen]:
    """What the words on the command line name; everything if there are none."""
    variant = ""
    for word in words or VARIANTS:
        if "=" not in word:
            variant = word
            if not words or len(words) == 1:
                yield from choices(loader, variant)
        else:
            name, _, choice = word.partition("=")
            yield variant, {name: choice}


def main(words: Sequence[str]) -> int:
    """Measure all that is asked for and print it."""
    loader, surviving = Loader.shipped(), 0
    for variant, options in asked(loader, words):
        begin = time.process_time()
        found = measured(loader, variant, options)
        chosen = "".join(f" -o {name}={choice}" for name, choice in options.items())
        print(
            f"{variant}{chosen}: {len(found.trials)} changes, {len(found.equal)} proved equal,"
            f" {len(found.survivors)} survive; {time.process_time() - begin:.0f} s of CPU",
            flush=True,
        )
        for trial in found.survivors:
            print(f"  SURVIVES {trial.mutant.words}", flush=True)
        surviving += len(found.survivors)
    return 1 if surviving else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
