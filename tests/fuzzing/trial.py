"""One folder: what is done to it, which commands run on it, and what came of them.

Everything follows from the seed and the number of the folder. Each mutation has a generator of its own, so that one can
be left out without changing what the others draw.
"""

import os
import random
import shutil
from dataclasses import dataclass, field

from . import commands, decks, words
from . import entries, extremes, files, formulas, markup, pictures, prose, raw, tables  # noqa: F401  (they list their mutations)
from .files import OUTSIDE
from .folder import Base, fingerprint
from .program import Bounds, run
from .registry import mutate
from .verdict import DONE, Fault, compare, judge

# The folders that commands write: the output, and what was made before, beside the content.
WRITTEN = ("out", ".makeready")
# Mutations after which most folders are still printed: those of folders in which words are looked for.
GENTLE = ("markup", "pictures", "tables", "decks")
# How many mutations a folder gets: mostly one, since the first fault hides what comes after it.
COUNTS = {1: 60, 2: 18, 3: 9, 4: 5, 5: 4, 6: 4}
# Which part of the folders that are refused also sees a build, and another command; both should refuse them as well.
BUILD_OF_BROKEN, OTHER_OF_BROKEN = 0.02, 0.03
# Which part of the sound folders, and of those that are refused, is printed as pictures; less of the large games.
PICTURES, PICTURES_OF_BROKEN = 0.35, 0.03
# Games that are built in less than a second.
SMALL = ("new", "small-game")
# A small game with so many bytes of texts has become a large one, for example by thousands of cards. To print them takes longer.
LARGE = 200_000
OF_LARGE = Bounds(seconds=10)
# Which part of the folders with planted words is also built, with pages to look into.
BUILD_OF_WORDS = 0.25
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
    # Whether words are planted in it, and looked for in prints.
    is_planted: bool

    def generator(self, topic):
        return random.Random(f"{self.seed}/{self.index}/{topic}")

    def folder(self, without=()):
        """The mutated folder, and the name and deed of every mutation, by its number."""
        folder, done = self.base.folder.copy(), {}
        for number in range(self.count):
            if number not in without:
                done[number] = mutate(folder, self.generator(number), GENTLE if self.is_planted else ())
        folder.deck = decks.deck_list(folder, self.generator("deck"))
        if self.is_planted:
            folder.words = words.plant(folder, self.generator("words"))
        return folder, done


def plan(seed, index, bases):
    rng = random.Random(f"{seed}/{index}")
    base = rng.choices(bases, [base.weight for base in bases])[0]
    count = rng.choices(list(COUNTS), list(COUNTS.values()))[0]
    threads, is_json, is_planted = rng.choice([1, 2, 4]), rng.random() < 0.5, index % words.EVERY == 0
    if is_planted:
        # The largest game takes as long as twenty others.
        base = base if base.name != "tri-core" else bases[0]
        count = rng.choice([0, 0, 0, 1, 1, 2])
    return Plan(seed, index, base, count, threads, is_json, is_planted)


@dataclass
class Result:
    """What came of one folder."""

    plan: Plan
    mutations: dict
    runs: list = field(default_factory=list)
    # Pairs of the arguments of a run and a fault of it.
    faults: list = field(default_factory=list)
    # How much was compared, under the names of `report.COUNTED`.
    counts: dict = field(default_factory=dict)

    def add(self, arguments, faults):
        self.faults.extend((arguments, fault) for fault in faults)

    def count(self, name, number=1):
        self.counts[name] = self.counts.get(name, 0) + number


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
        if folder.deck is not None:
            with open(decks.LIST, "wb") as file:
                file.write(folder.deck)

    def run(self, arguments, threads, bounds=Bounds()):
        return run(self.program, arguments, threads, bounds)

    def bounds(self, base, arguments):
        """What a command takes on the untouched game, which is much only where a large one is printed."""
        if base.name in SMALL or commands.WITHOUT_PRINT in arguments:
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
    is_printed = plan.base.name in SMALL and folder.letters() < LARGE
    first = observe(sandbox, plan, commands.check(plan.is_json, is_printed), result, rng.random() < COMPARED)
    is_sound = first.code == DONE and not first.killed
    later_ones = (
        (plan.base.builds if is_sound else BUILD_OF_BROKEN, commands.BUILD),
        (plan.base.others if is_sound else OTHER_OF_BROKEN, commands.other(folder, rng)),
    )
    for chance, arguments in later_ones:
        if rng.random() < chance and not first.killed:
            bounds = OF_LARGE if folder.letters() >= LARGE else sandbox.bounds(plan.base, arguments)
            sandbox.prepare(folder)
            later = observe(sandbox, plan, arguments, result, True, bounds)
            result.add(arguments, compare(first, later))
    if not first.killed:
        print_pictures(plan, sandbox, folder, first, result)
    if is_sound and folder.words and words.reader():
        look_for_words(plan, sandbox, folder, result)
    return result


def print_pictures(plan, sandbox, folder, check, result):
    """A deck list or cards of any size, as pictures and as text, now and then."""
    rng = plan.generator("pictures")
    # As with other commands, a large game is printed a fifth as often as a small one.
    chance = PICTURES * min(1.0, plan.base.others / 0.15) if check.code == DONE else PICTURES_OF_BROKEN
    if rng.random() > chance:
        return
    about = decks.printing(folder, rng)
    sandbox.prepare(folder)
    pictures = observe(sandbox, plan, decks.pictures_of(about), result, True)
    result.count("runs with pictures")
    if pictures.code or pictures.killed:
        result.count("of them refused")
    faults, faces = decks.compare_faces(sandbox.root, pictures)
    result.count("faces", faces)
    result.add(pictures.arguments, decks.judge_place(pictures) + faults)
    if "--deck" not in about:
        result.add(pictures.arguments, compare(check, pictures))
    text = observe(sandbox, plan, decks.same_cards(about), result, False)
    if not pictures.killed and not text.killed:
        result.add(text.arguments, decks.compare_text(pictures, text))


def look_for_words(plan, sandbox, folder, result):
    """Every planted word is in the printed cards, in their text, and on pages, or a finding names it."""
    rng = plan.generator("prints")
    result.count("folders with words")
    sandbox.prepare(folder)
    printed = observe(sandbox, plan, words.prints(folder, rng), result, True)
    result.add(printed.arguments, decks.judge_place(printed))
    if printed.code != DONE or printed.killed:
        return
    result.count("of them printed")
    result.count("words", len(folder.words))
    faults, named = words.lost(folder.words, printed, words.text_of_pdf(plan.threads), "a PDF")
    result.count("named by findings", named)
    result.add(printed.arguments, faults)
    arguments = ["cards", folder.systems()[0], "--format", "json", "--content", "content"]
    told = observe(sandbox, plan, arguments, result, False)
    if told.code == DONE:
        result.add(arguments, words.lost(folder.words, told, words.text_of_json(told), "JSON")[0])
    if rng.random() < BUILD_OF_WORDS and plan.base.name in SMALL:
        sandbox.prepare(folder)
        built = observe(sandbox, plan, commands.BUILD, result, False)
        if built.code == DONE:
            result.count("of them with pages")
            result.add(built.arguments, words.lost(folder.words, built, words.text_of_pages("out"), "pages")[0])


def observe(sandbox, plan, arguments, result, is_compared, bounds=Bounds()):
    """One run, judged; where it is compared, nothing but the output may have changed."""
    before = unwritten(sandbox.root) if is_compared else None
    done = sandbox.run(arguments, plan.threads, bounds)
    result.runs.append(done)
    result.faults.extend((arguments, fault) for fault in judge(done))
    strays = sorted(set(os.listdir(sandbox.root)) - {"content", OUTSIDE, decks.LIST, *WRITTEN})
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
