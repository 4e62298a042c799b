#!/usr/bin/env python3
"""Odds of 200 random rolls, ours against those of icepool: equal to the last digit, and how much sooner.

Needs the PyPI package icepool (`pip install icepool` in a virtual environment of your own) and a Rust toolchain:

    python3 benches/odds.py [--seed 4] [--count 200]

Both sides start from a roll and end with its distribution; neither the start of a process nor writing is timed. Ours is
worked out from nothing every time, and the quickest time counts. icepool remembers what it worked out before, so that
each roll is timed once, in the order of the list; with `--warm` the quickest of three runs counts for it as well. Ends
with exit code 1 when a single number differs.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import icepool

ROOT = Path(__file__).resolve().parent.parent
# Exploding dice have no highest total. So deep both sides agree exactly on every total that no die needs more for.
DEPTH = 14
SIDES = [4, 6, 8, 10, 12, 20]


def plain_sum(rng):
    """A sum of dice of several kinds, and points."""
    kinds = rng.sample(SIDES, rng.randint(1, 3))
    counts = [rng.randint(1, 8) for _ in kinds]
    points = rng.randint(0, 9)
    ours = " + ".join(f"{n}d{s}" for n, s in zip(counts, kinds)) + f" + {points}"
    return ours, lambda: sum((n @ icepool.d(s) for n, s in zip(counts, kinds)), icepool.Die([points])), None


def kept(rng):
    """The highest or lowest of equal dice."""
    sides, count = rng.choice(SIDES), rng.randint(2, 9)
    keep = rng.randint(1, count)
    if rng.random() < 0.5:
        return f"{count}d{sides}kh{keep}", lambda: icepool.d(sides).highest(count, keep), None
    return f"{count}d{sides}kl{keep}", lambda: icepool.d(sides).lowest(count, keep), None


def picked(rng):
    """A mixed pool without its highest dice, of which the best count."""
    kinds = rng.sample(SIDES[:5], rng.randint(2, 3))
    counts = [rng.randint(1, 4) for _ in kinds]
    total = sum(counts)
    dropped = rng.randint(0, min(3, total - 1))
    keep = rng.randint(1, total - dropped)
    pool = " + ".join(f"{n}d{s}" for n, s in zip(counts, kinds))
    dice = [icepool.d(s) for n, s in zip(counts, kinds) for _ in range(n)]
    # icepool counts places from the lowest die up.
    places = slice(total - dropped - keep, total - dropped)
    return f"highest({keep}, drop_highest({dropped}, {pool}))", lambda: icepool.Pool(dice)[places].sum(), None


def exploding(rng):
    """A sum of exploding dice, compared as far as it needs no more explosions than are counted."""
    sides, count = rng.choice(SIDES), rng.randint(1, 6)
    return f"{count}d{sides}!", lambda: count @ icepool.d(sides).explode(depth=DEPTH), sides * (DEPTH - 4)


def contest(rng):
    """By how much one roll beats another."""
    (a, s), (b, t) = [(rng.randint(1, 6), rng.choice(SIDES)) for _ in range(2)]
    points = rng.randint(0, 9)
    return f"{a}d{s} + {points} against {b}d{t}", lambda: a @ icepool.d(s) + points - b @ icepool.d(t), None


def timed(work, runs):
    quickest = None
    for _ in range(runs):
        start = time.perf_counter()
        die = work()
        seconds = time.perf_counter() - start
        quickest = seconds if quickest is None else min(quickest, seconds)
    return die, quickest


def chances(totals, out_of, below):
    found = {}
    for total, ways in totals:
        if (below is None or total < below) and ways:
            found[total] = Fraction(ways, out_of)
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--seed", type=int, default=4)
    arguments.add_argument("--count", type=int, default=200)
    arguments.add_argument("--warm", action="store_true", help="let icepool remember each roll")
    arguments = arguments.parse_args()
    rng = random.Random(arguments.seed)
    kinds = [plain_sum, kept, picked, exploding, contest]
    cases = [(kinds[i % len(kinds)].__name__, *kinds[i % len(kinds)](rng)) for i in range(arguments.count)]
    command = ["cargo", "run", "--quiet", "--release", "-p", "makeready-rules", "--example", "distributions"]
    rolls = "".join(f"{ours}\n" for _, ours, _, _ in cases)
    run = subprocess.run(command, cwd=ROOT, input=rolls, text=True, stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(cases), f"{len(answers)} answers to {len(cases)} rolls"
    differing, ratios, sums = 0, {}, [0.0, 0.0]
    for (kind, ours, theirs, below), answer in zip(cases, answers):
        die, seconds = timed(theirs, 3 if arguments.warm else 1)
        found = chances([(int(t), int(w)) for t, w in answer["totals"]], int(answer["out_of"]), below)
        expected = chances(die.items(), die.denominator(), below)
        if found != expected:
            differing += 1
            print(f"differs: {ours}", file=sys.stderr)
        ratios.setdefault(kind, []).append(seconds / answer["seconds"])
        sums[0] += seconds
        sums[1] += answer["seconds"]
    print(f"{len(cases)} rolls, seed {arguments.seed}: {len(cases) - differing} equal, {differing} differ")
    for kind, found in ratios.items():
        print(f"  {kind:10} {statistics.median(found):8.0f} times as fast (median; {min(found):.0f} to {max(found):.0f})")
    every = [ratio for found in ratios.values() for ratio in found]
    print(f"  all        {statistics.median(every):8.0f} times as fast (median); {sums[0] / sums[1]:.0f} times over all rolls together")
    print(f"  icepool {icepool.__version__} {sums[0] * 1e3:.1f} ms, makeready-rules {sums[1] * 1e3:.2f} ms")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
