#!/usr/bin/env python3
"""Broken content, by chance: copies of the games are mutated, and `makeready` runs on them.

    tests/fuzz.py --makeready target/release/makeready --seed 1 --count 2000
    tests/fuzz.py --makeready target/release/makeready --seed 1 --only 812 --keep /tmp/812
    tests/fuzz.py --makeready target/release/makeready --seed 1 --only 812 --shrink --keep /tmp/812

Whatever a folder holds, no run may panic, be ended by a signal, take more than 10 s of the processor (20 s to print
thousands of cards) or 1 GB of memory, wait for ever, write outside of its output, or end with another exit code than 0 to 3; and what is refused is refused
with a finding that has its place and its help. Some folders are also printed as pictures, by a deck list or on cards of
any size: the files are those that `cards.yaml` lists, and as many cards as `--format json` has. In every twentieth folder
words are planted in the texts of cards; each is in the printed PDF, or a finding of the run names it.

Folder N of a seed is always mutated alike as long as the games are the same, so one that fails can be made again. With
`--keep` its deck list stands beside it, in `DIR.deck.yaml`. Ends with exit code 1 when anything fatal was found.

Needs Linux, Python 3.11, and for planted words pdftotext.
"""

import argparse
import multiprocessing
import os
import shlex
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

from fuzzing import decks, folder, program, report, shrink, trial, words  # noqa: E402  (no bytecode beside the sources)

# Seconds between two lines on how far it is.
PROGRESS = 10.0
# A worker that has made as many folders is replaced: what it holds in memory counts for the runs that it starts.
FOLDERS_OF_WORKER = 100


class Setting:
    """What every worker knows; a worker is forked, and so has it without being told."""

    seed = ""
    bases = ()
    scratch = ""
    makeready = ""
    sandbox = None


def begin_worker():
    # A worker inherits how this program ends. It has nothing to clear away, and must not wait for a lock while it is ended.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    begin_work()


def begin_work():
    program.limit_memory()
    Setting.sandbox = trial.Sandbox(Path(Setting.scratch, f"worker-{os.getpid()}"), Setting.makeready)


def work(index):
    """One folder, in a worker; what it found is brief, so that it is cheap to send."""
    try:
        result = trial.attempt(trial.plan(Setting.seed, index, Setting.bases), Setting.sandbox)
    except Exception as error:
        raise RuntimeError(f"folder {index} of seed {Setting.seed} cannot be tried") from error
    return report.Outcome.of(result)


def many(arguments, indices):
    """All folders, told as they come; whether nothing fatal was found."""
    tally = report.Tally(shlex.join([sys.argv[0], "--makeready", arguments.makeready, "--seed", Setting.seed]))
    begin = told = time.monotonic()
    with multiprocessing.get_context("fork").Pool(arguments.jobs, begin_worker, maxtasksperchild=FOLDERS_OF_WORKER) as pool:
        for outcome in pool.imap_unordered(work, indices):
            is_new = tally.add(outcome)
            if outcome.faults and arguments.keep and is_new:
                keep(Path(arguments.keep, f"{Setting.seed}-{outcome.index}"), outcome.index)
            if time.monotonic() - told > PROGRESS:
                told = time.monotonic()
                print(tally.progress(len(indices), told - begin), file=sys.stderr, flush=True)
        pool.close()
        pool.join()
    print(tally.summary(time.monotonic() - begin))
    if not words.reader():
        print("\nNOT CHECKED: words that prints lose, since there is no pdftotext")
    return not tally.is_fatal


def keep(place, index, without=()):
    plan = trial.plan(Setting.seed, index, Setting.bases)
    write(plan.folder(without)[0], place)


def write(made, place):
    """A folder, and beside it, under the same name with an ending, the deck list that was printed with it."""
    made.write(place)
    Path(f"{place}.{decks.LIST}").write_bytes(made.deck)


def one(arguments):
    """One folder, told in full; whether nothing fatal was found."""
    begin_work()
    without = frozenset(int(number) for number in arguments.without.split(",") if number)
    plan = trial.plan(Setting.seed, arguments.only, Setting.bases)
    result = trial.attempt(plan, Setting.sandbox, without)
    print(report.story(result))
    made = plan.folder(without)[0]
    if arguments.shrink and result.faults:
        made = shrink.shrink(result, Setting.sandbox, without, print)
    if arguments.keep:
        write(made, arguments.keep)
        print(f"the folder is in {arguments.keep}, a deck list in {arguments.keep}.{decks.LIST}")
    return not any(fault.is_fatal for _, fault in result.faults)


def arguments_given():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--makeready", required=True, help="the program")
    parser.add_argument("--seed", default="1", help="where chance begins [default: 1]")
    parser.add_argument("--count", type=int, default=300, help="how many folders [default: 300]")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first folder [default: 0]")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once [default: 1]")
    parser.add_argument("--keep", metavar="DIR", help="where to leave folders in which something was found")
    parser.add_argument("--only", type=int, metavar="N", help="this folder alone, told in full")
    parser.add_argument("--without", default="", metavar="M,M", help="with --only: leave these mutations out")
    parser.add_argument("--shrink", action="store_true", help="with --only: leave out whatever the fault does not need")
    return parser.parse_args()


def main():
    arguments = arguments_given()
    Setting.makeready, Setting.seed = os.path.abspath(arguments.makeready), arguments.seed
    if arguments.keep:
        arguments.keep = os.path.abspath(arguments.keep)
    # Ended from outside, it still clears its folders away.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    memory = "/dev/shm"
    place = memory if os.path.isdir(memory) and os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="makeready-fuzz-", dir=place) as scratch:
        Setting.scratch = scratch
        Setting.bases = folder.bases(Setting.makeready, scratch)
        indices = range(arguments.first, arguments.first + arguments.count)
        is_well = one(arguments) if arguments.only is not None else many(arguments, indices)
        os.chdir("/")
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
