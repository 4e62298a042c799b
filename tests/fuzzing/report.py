"""What is told: how far it is, what was found, and how to see it again."""

from dataclasses import dataclass

from .registry import shown

# How many commands that show a fault again are told for each kind.
EXAMPLES = 3
# How many of the slowest and of the largest runs are told.
EXTREMES = 5
# What is compared in few of the folders, and told with how much there was of it.
COUNTED = (
    ("runs with pictures", "of them refused", "faces"),
    ("folders with words", "of them printed", "of them with pages", "words", "named by findings"),
)
# How much of what a run wrote is told when it is looked at alone.
EXCERPT = 1500


@dataclass(frozen=True)
class Outcome:
    """What is kept of one folder."""

    index: int
    base: str
    mutations: tuple
    # Kind, what was said, whether it is fatal.
    faults: tuple
    # Command, processor seconds, megabytes.
    runs: tuple
    is_sound: bool
    # How much was compared.
    counts: dict

    @classmethod
    def of(cls, result):
        names = tuple(name for name, _ in result.mutations.values())
        faults = tuple((specific(fault, names), fault.said, fault.is_fatal) for _, fault in result.faults)
        runs = tuple((run.command, run.seconds, run.megabytes) for run in result.runs)
        return cls(result.plan.index, result.plan.base.name, names, faults, runs, result.runs[0].code == 0, result.counts)


def specific(fault, names):
    """A fault that has no place in the program is told apart by its mutation, where there was but one."""
    has_place = not fault.kind.startswith(("time:", "memory:", "stack overflow:", "standstill:", "signal"))
    return fault.kind if has_place or len(names) != 1 else f"{fault.kind} ({names[0]})"


class Tally:
    """All that was found so far."""

    def __init__(self, command):
        self.command, self.found, self.slowest, self.largest = command, {}, [], []
        self.folders = self.sound = 0
        self.runs, self.counts = {}, {}

    @property
    def is_fatal(self):
        return any(is_fatal for is_fatal, _, _ in self.found.values())

    def add(self, outcome):
        """Counts a folder in, and says whether it showed anything for the first times."""
        self.folders += 1
        self.sound += outcome.is_sound
        for name, number in outcome.counts.items():
            self.counts[name] = self.counts.get(name, 0) + number
        for command, seconds, megabytes in outcome.runs:
            self.runs[command] = self.runs.get(command, 0) + 1
            about = f"{command} on {outcome.base}, folder {outcome.index} ({', '.join(outcome.mutations)})"
            self.slowest = sorted([*self.slowest, (seconds, about)], reverse=True)[:EXTREMES]
            self.largest = sorted([*self.largest, (megabytes, about)], reverse=True)[:EXTREMES]
        is_new = False
        for kind, said, is_fatal in dict.fromkeys(outcome.faults):
            _, count, examples = self.found.get(kind, (is_fatal, 0, []))
            # The folders that need the fewest mutations say most.
            better = sorted([*examples, (len(outcome.mutations), outcome.index, said)])[:EXAMPLES]
            is_new |= better != examples
            self.found[kind] = (is_fatal, count + 1, better)
        return is_new

    def progress(self, count, seconds):
        fatal = sum(is_fatal for is_fatal, _, _ in self.found.values())
        return f"{self.folders} of {count} folders, {self.folders / seconds:.1f} a second, {fatal} kinds of faults"

    def summary(self, seconds):
        runs = ", ".join(f"{count} {command}" for command, count in sorted(self.runs.items()))
        told = [f"{self.folders} folders, {self.sound} of them sound, in {seconds:.0f} s; runs: {runs}"]
        told += [", ".join(f"{self.counts.get(name, 0)} {name}" for name in names) for names in COUNTED]
        for title, unit, listed in (("slowest", "s", self.slowest), ("largest", "MB", self.largest)):
            told.append(f"\nThe {title}:")
            told += [f"  {amount:8.1f} {unit}  {about}" for amount, about in listed]
        for title, wanted in (("Faults", True), ("Noted, and no failure", False)):
            listed = sorted((kind, found) for kind, found in self.found.items() if found[0] == wanted)
            told.append(f"\n{title}: {len(listed)} kinds" + (":" if listed else ""))
            for kind, (_, count, examples) in listed:
                told.append(f"  {count:5} {kind}")
                again = f"          {self.command} --only"
                told += [f"{again} {index}  # {shown(said, 120)}" for _, index, said in examples]
        return "\n".join(told)


def story(result):
    """One folder, told in full."""
    told = [f"folder {result.plan.index} of seed {result.plan.seed}, from {result.plan.base.name}"]
    told += [f"  {number}: {name}: {shown(what, 300)}" for number, (name, what) in result.mutations.items()]
    for run in result.runs:
        told.append(f"\n$ makeready {' '.join(run.arguments)}")
        used = f"{run.seconds:.2f} s of processor time in {run.waited:.1f} s, {run.megabytes:.0f} MB"
        told.append(f"  exit code {run.code}, {used}")
        for said in (run.stdout, run.stderr):
            text = said.decode("utf-8", "replace")
            cut = text if len(text) <= EXCERPT else f"{text[:EXCERPT]}\n... ({len(text)} signs)"
            told += [f"  | {line}" for line in cut.splitlines()]
    told.append("")
    for _, fault in result.faults:
        told.append(f"{'fault' if fault.is_fatal else 'noted'}: {fault.kind}: {shown(fault.said, 300)}")
    return "\n".join(told if result.faults else [*told, "nothing is wrong"])
