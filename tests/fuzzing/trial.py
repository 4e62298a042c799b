"""One folder: what is done to it, which commands run on it, and what came of them.

Everything follows from the seed and the number of the folder. Each mutation has a generator of its own, so that one can
be left out without changing what the others draw.
"""

import os
import random
import shutil
from dataclasses import dataclass, field

from . import commands, entries, extremes, files, formulas, prose, raw  # noqa: F401  (they list their mutations)
from .files import OUTSIDE
from .folder import Base, fingerprint
from .program import Bounds, run
from .registry import mutate
from .verdict import DONE, Fault, compare, judge

# The folders that commands write: the output, and what was made before, beside the content.
WRITTEN = ("out", ".deckle")
# How many mutations a folder gets: mostly one, since the first fault hides what comes after it.
COUNTS = {1: 60, 2: 18, 3: 9, 4: 5, 5: 4, 6: 4}
# Which part of the folders that are refused also sees a build, and another command; both should refuse them as well.
BUILD_OF_BROKEN, OTHER_OF_BROKEN = 0.02, 0.03
# Which part of the folders is compared before and after `check`; after every other command all are.
COMPARED = 0.1


@dataclass(frozen=True)
class Plan:
    """What is done to one folder."""

    seed: str
    index: int
    base: Base
    count: int
    threads: int
    is_json: bool

    def generator(self, topic):
        return random.Random(f"{self.seed}/{self.index}/{topic}")

    def folder(self, without=()):
        """The mutated folder, and the name and deed of every mutation, by its number."""
        folder, done = self.base.folder.copy(), {}
        for number in range(self.count):
            if number not in without:
                done[number] = mutate(folder, self.generator(number))
        return folder, done


def plan(seed, index, bases):
    rng = random.Random(f"{seed}/{index}")
    base = rng.choices(bases, [base.weight for base in bases])[0]
    count = rng.choices(list(COUNTS), list(COUNTS.values()))[0]
    return Plan(seed, index, base, count, rng.choice([1, 2, 4]), rng.random() < 0.5)


@dataclass
class Result:
    """What came of one folder."""

    plan: Plan
    mutations: dict
    runs: list = field(default_factory=list)
    # Pairs of the arguments of a run and a fault of it.
    faults: list = field(default_factory=list)


class Sandbox:
    """A folder for one trial after another: the content, a neighbor that nothing may touch, and the output."""

    def __init__(self, root, program):
        self.root, self.program, self.usual = os.fspath(root), os.fspath(program), {}
        os.makedirs(self.root, exist_ok=True)

    def prepare(self, folder):
        # The folder in which this process is must not vanish.
        os.chdir("/")
        shutil.rmtree(self.root, ignore_errors=True)
        os.makedirs(os.path.join(self.root, OUTSIDE))
        os.chdir(self.root)
        with open(f"{OUTSIDE}/secret.yaml", "w", encoding="utf-8") as file:
            file.write("format_version: 1\nid: secret\n")
        os.mkdir("content")
        folder.write("content")

    def run(self, arguments, threads, bounds=Bounds()):
        return run(self.program, arguments, threads, bounds)

    def bounds(self, base, command):
        """What a command takes on the untouched game, which is much only where a large one is printed."""
        if base.name in ("new", "small-game") or command == "check":
            return Bounds()
        if base.name not in self.usual:
            self.prepare(base.folder)
            usual = self.run(commands.BUILD, 2, Bounds(600, 8192))
            self.usual[base.name] = Bounds(2 * usual.seconds, usual.megabytes)
        return self.usual[base.name]


def attempt(plan, sandbox, without=()):
    """Makes the folder, runs what is planned on it, and judges every run."""
    folder, done = plan.folder(without)
    result = Result(plan, done)
    rng = plan.generator("commands")
    sandbox.prepare(folder)
    first = observe(sandbox, plan, commands.check(plan.is_json), result, rng.random() < COMPARED)
    is_sound = first.code == DONE and not first.killed
    later_ones = (
        (plan.base.builds if is_sound else BUILD_OF_BROKEN, commands.BUILD),
        (plan.base.others if is_sound else OTHER_OF_BROKEN, commands.other(folder, rng)),
    )
    for chance, arguments in later_ones:
        if rng.random() < chance and not first.killed:
            bounds = sandbox.bounds(plan.base, arguments[0])
            sandbox.prepare(folder)
            later = observe(sandbox, plan, arguments, result, True, bounds)
            result.faults.extend((arguments, fault) for fault in compare(first, later))
    return result


def observe(sandbox, plan, arguments, result, is_compared, bounds=Bounds()):
    """One run, judged; where it is compared, nothing but the output may have changed."""
    before = unwritten(sandbox.root) if is_compared else None
    done = sandbox.run(arguments, plan.threads, bounds)
    result.runs.append(done)
    result.faults.extend((arguments, fault) for fault in judge(done))
    strays = sorted(set(os.listdir(sandbox.root)) - {"content", OUTSIDE, *WRITTEN})
    changed = changes(before, unwritten(sandbox.root)) if is_compared else strays
    # A killed run cannot clear away what it had begun to write.
    if changed and not done.killed:
        kind = f"written outside of the output: {arguments[0]}"
        result.faults.append((arguments, Fault(kind, ", ".join(changed)[:200])))
    return done


def unwritten(root):
    """All that a command must leave as it is."""
    written = {os.path.join(root, name) for name in WRITTEN}
    is_written = lambda path: any(path == folder or path.startswith(folder + "/") for folder in written)
    return {path: held for path, held in fingerprint(root).items() if not is_written(path)}


def changes(before, after):
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
