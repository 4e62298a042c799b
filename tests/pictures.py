#!/usr/bin/env python3
"""Random pictures and fonts: each stands in a small game, which is checked and printed.

    tests/pictures.py --makeready target/release/makeready --seed 1 --count 1000
    tests/pictures.py --makeready target/release/makeready --seed 1 --only 81 --keep /tmp/81

Whatever a picture or font holds, no run may panic, be ended by a signal, take more than 10 s of the processor or 1 GB of memory.
What is refused is refused by `check`, with its place and its help: what `check` accepts prints, as PDF and as PNG. Half of the
drawings have extreme numbers. Picture N of a seed depends on these two alone. Ends with exit code 1 when anything was found.

Needs Linux and Python 3.11, and nothing else.
"""

import argparse
import collections
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from fuzzing import program, verdict  # noqa: E402  (no bytecode beside the sources)
from picturing import drawings, fonts, pixels  # noqa: E402

GAME = "chance"
DEEDS = f"{GAME}/actions/deeds.yaml"
# The card that shows the picture, and what stands on it.
CARD, ICON, TEXT = "hide", "    icon: hidden\n", "Nobody finds you until you act."
CHECK = ["check", "--content", "content"]
PRINTS = [
    ["cards", GAME, "--only", CARD, "--content", "content", "-o", "out/cards.pdf"],
    ["cards", GAME, "--only", CARD, "--content", "content", "--format", "png", "-o", "out/png"],
]
# Of so many, each kind as often as it is named.
KINDS = ["svg"] * 6 + ["png", "png", "jpg", "jpg", "font"]


class Setting:
    """What every worker knows; a worker is forked, and so has it without being told."""

    seed = ""
    makeready = ""
    scratch = ""


def write(index, place):
    """The content folder with picture or font N of this seed."""
    rng = random.Random(f"{Setting.seed}-{index}")
    kind = rng.choice(KINDS)
    shutil.copytree(Path(Setting.scratch, "base"), place)
    deeds = place / DEEDS
    text = deeds.read_text()
    if kind == "font":
        (place / GAME / "fonts").mkdir()
        (place / GAME / "fonts" / "chance.ttf").write_bytes(fonts.font(rng))
        (place / GAME / "fonts" / "LICENSE.txt").write_text("Free.\n")
        text = text.replace(TEXT, f"{TEXT} {fonts.SIGN}")
    else:
        made = {"svg": drawings.drawing, "png": pixels.png, "jpg": pixels.jpeg}[kind](rng)
        (place / GAME / "art").mkdir(exist_ok=True)
        (place / GAME / "art" / f"x.{kind}").write_bytes(made)
        text = text.replace(ICON, f"{ICON}    art: art/x.{kind}\n")
    deeds.write_text(text)
    return kind


def attempt(index):
    """One game: its kind, whether `check` accepts it, and what is wrong with the program."""
    here = Path(Setting.scratch, f"worker-{os.getpid()}")
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir()
    kind = write(index, here / "content")
    os.chdir(here)
    check = program.run(Setting.makeready, CHECK, 2)
    runs, faults = [check], verdict.judge(check)
    if check.code == verdict.DONE:
        for arguments in PRINTS:
            run = program.run(Setting.makeready, arguments, 2)
            runs.append(run)
            faults += verdict.judge(run) or [green_and_red(fault) for fault in verdict.compare(check, run)]
    return index, kind, check.code, faults, runs


def green_and_red(fault):
    return verdict.Fault(f"{fault.kind}: {fault.said}", fault.said)


def begin_worker():
    program.limit_memory()


def work(index):
    try:
        index, kind, code, faults, _ = attempt(index)
    except Exception as error:
        raise RuntimeError(f"picture {index} of seed {Setting.seed} cannot be tried") from error
    return index, kind, code, faults


def many(arguments):
    indices = range(arguments.first, arguments.first + arguments.count)
    accepted, found = collections.Counter(), collections.defaultdict(list)
    with multiprocessing.get_context("fork").Pool(arguments.jobs, begin_worker) as pool:
        for index, kind, code, faults in pool.imap_unordered(work, indices):
            accepted[kind, code == verdict.DONE] += 1
            for fault in faults:
                found[fault.kind, fault.is_fatal].append(index)
            if faults and arguments.keep:
                place = Path(arguments.keep, f"{Setting.seed}-{index}")
                shutil.rmtree(place, ignore_errors=True)
                write(index, place)
        pool.close()
        pool.join()
    for kind in sorted({kind for kind, _ in accepted}):
        print(f"{kind}: {accepted[kind, True]} accepted, {accepted[kind, False]} refused")
    for (kind, is_fatal), indices in sorted(found.items()):
        print(f"{'FAULT' if is_fatal else 'note'}: {kind}: {len(indices)} times, as in --only {min(indices)}")
    return not any(is_fatal for _, is_fatal in found)


def one(arguments):
    begin_worker()
    _, kind, code, faults, runs = attempt(arguments.only)
    print(f"{kind}: check ends with {code}")
    for run in runs:
        print(f"{' '.join(run.arguments)}: {run.code}, {run.seconds:.1f} s, {run.megabytes:.0f} MB")
        print(run.stderr.decode("utf-8", "replace"), end="")
    for fault in faults:
        print(f"FAULT: {fault.kind}: {fault.said}")
    if arguments.keep:
        shutil.rmtree(arguments.keep, ignore_errors=True)
        write(arguments.only, Path(arguments.keep))
    return not any(fault.is_fatal for fault in faults)


def arguments_given():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--makeready", required=True, help="the program")
    parser.add_argument("--seed", default="1", help="where chance begins [default: 1]")
    parser.add_argument("--count", type=int, default=60, help="how many pictures [default: 60]")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first one [default: 0]")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once [default: 1]")
    parser.add_argument("--keep", metavar="DIR", help="where to leave games in which something was found")
    parser.add_argument("--only", type=int, metavar="N", help="this one alone, told in full")
    return parser.parse_args()


def main():
    arguments = arguments_given()
    Setting.makeready, Setting.seed = os.path.abspath(arguments.makeready), arguments.seed
    if arguments.keep:
        arguments.keep = os.path.abspath(arguments.keep)
    with tempfile.TemporaryDirectory(prefix="makeready-pictures-") as scratch:
        Setting.scratch = scratch
        os.chdir(scratch)
        made = program.run(Setting.makeready, ["new", "base", "--id", GAME], 1)
        if made.code != verdict.DONE:
            sys.exit(made.stderr.decode("utf-8", "replace"))
        is_well = one(arguments) if arguments.only is not None else many(arguments)
        os.chdir("/")
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
