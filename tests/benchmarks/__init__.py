"""Speeds as ratios, measured in one interleaved run: `python -m tests.benchmarks`."""
