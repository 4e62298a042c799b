"""Content folders in memory, and the sound ones that every mutation starts from."""

import hashlib
import os
import re
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
YAML = (".yaml", ".yml")
PROSE = (".md",)
TEXT = YAML + PROSE
CAMPAIGN = "campaign.yaml"
ID = re.compile(r"\bid: *([a-z][a-z0-9_-]*)")
NUMBERS = re.compile(r"^(?:inputs|stats|derived):.*\n((?:[ -].*\n)*)", re.MULTILINE)


@dataclass(frozen=True)
class Link:
    """A symbolic link."""

    target: str


@dataclass(frozen=True)
class Pipe:
    """A named pipe that nobody writes to."""


@dataclass(frozen=True)
class Empty:
    """An empty folder."""


class Folder:
    """What a content folder holds: path to the bytes of a file, or to a link, a pipe or an empty folder."""

    def __init__(self, entries, deck=None):
        self.entries = dict(entries)
        # The bytes of a deck list, which stands beside the folder.
        self.deck = deck
        # Words that occur nowhere else, and that prints must have.
        self.words = []

    @classmethod
    def read(cls, root, parts=(".",)):
        """The files below `root`, or below only these parts of it."""
        entries = {}
        for part in parts:
            top = Path(root, part)
            files = [top] if top.is_file() else sorted(p for p in top.rglob("*") if p.is_file())
            entries.update((p.relative_to(root).as_posix(), p.read_bytes()) for p in files)
        return cls(entries)

    def copy(self):
        return Folder(self.entries, self.deck)

    def files(self, endings=TEXT):
        """Paths of the files with these endings, in order."""
        found = (path for path, entry in self.entries.items() if isinstance(entry, bytes))
        return sorted(path for path in found if path.lower().endswith(endings))

    def letters(self):
        """How many bytes its texts have."""
        return sum(len(self.entries[path]) for path in self.files())

    def text(self, path):
        """The text of a file; what is not UTF-8 stays what it is when it is put back."""
        return self.entries[path].decode("utf-8", "surrogateescape")

    def put(self, path, text):
        # "surrogateescape" gives bytes back as they were; a lone surrogate that a mutation made becomes bytes that
        # are not UTF-8.
        try:
            self.entries[path] = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            self.entries[path] = text.encode("utf-8", "surrogatepass")

    def pick(self, rng, endings=TEXT):
        """A file: half of the time any, half of the time by size, since large files hold more kinds of things."""
        paths = self.files(endings)
        if not paths:
            return None
        if rng.random() < 0.5:
            return rng.choice(paths)
        return rng.choices(paths, [1 + len(self.entries[path]) ** 0.5 for path in paths])[0]

    def systems(self):
        """Ids of the game systems."""
        return sorted(path.split("/")[0] for path in self.entries if re.fullmatch(r"[^/]+/system\.yaml", path))

    def names(self, folder=""):
        """Ids that stand in the files of a folder, which are most of the names that formulas know."""
        found = {}
        for path in self.files(YAML):
            if folder in path and len(self.entries[path]) < 200_000:
                found.update(dict.fromkeys(ID.findall(self.text(path))))
        return list(found)

    def numbers(self):
        """Ids of stats, inputs and derived values, which formulas may use as numbers."""
        found = {}
        for path in self.files(YAML):
            if path.endswith("/system.yaml"):
                for block in NUMBERS.findall(self.text(path)):
                    found.update(dict.fromkeys(ID.findall(block)))
        return list(found) or ["level"]

    def write(self, root):
        """Writes everything below `root`. What the disk refuses, such as a name that is too long, is left out."""
        for path in sorted(self.entries):
            place = os.path.join(os.fspath(root), path)
            try:
                os.makedirs(os.path.dirname(place), exist_ok=True)
                put_entry(place, self.entries[path])
            except (OSError, ValueError):
                continue


def put_entry(place, entry):
    match entry:
        case Link(target):
            os.symlink(target, place)
        case Pipe():
            os.mkfifo(place)
        case Empty():
            os.mkdir(place)
        case _:
            with open(place, "wb") as file:
                file.write(entry)


def fingerprint(root):
    """What stands below a folder: every path with its kind and its bytes. Links are not followed."""
    found = {}
    pending = [os.fspath(root)]
    while pending:
        with os.scandir(pending.pop()) as listing:
            for entry in listing:
                kind = stat.S_IFMT(entry.stat(follow_symlinks=False).st_mode)
                held = b""
                if stat.S_ISDIR(kind):
                    pending.append(entry.path)
                elif stat.S_ISLNK(kind):
                    held = os.fsencode(os.readlink(entry.path))
                elif stat.S_ISREG(kind):
                    held = Path(entry.path).read_bytes()
                found[entry.path] = (kind, hashlib.blake2b(held).digest())
    return found


@dataclass(frozen=True)
class Base:
    """A folder to start from: how often it is taken, and which part of its sound mutants is printed in some way."""

    name: str
    weight: int
    builds: float
    others: float
    folder: Folder


# The small ones are checked in milliseconds, so that most runs are theirs; the shipped ones hold what only they have.
FIGURES = {
    "new": (50, 0.25, 0.15),
    "small-game": (27, 0.25, 0.15),
    "action-score": (6, 0.03, 0.03),
    "dice-pool": (5, 0.03, 0.03),
    "strains": (5, 0.02, 0.03),
    "treasure-hunters": (5, 0.02, 0.03),
    "tri-core": (2, 0.01, 0.03),
}


def small_game():
    """The small game of the tests, with what its tests of NPCs add to it."""
    fixtures = ROOT / "tests/fixtures"
    game = Folder.read(fixtures / "small-game")
    game.entries["lantern/creation.yaml"] = (fixtures / "npcs/creation.yaml").read_bytes()
    game.entries["lantern/archetypes/keeper.yaml"] = (fixtures / "npcs/keeper.yaml").read_bytes()
    return game


def bases(program, scratch):
    """What `makeready new` writes, the small game of the tests, and every shipped game alone."""
    made = Path(scratch, "new")
    subprocess.run([program, "new", made, "--id", "embers"], check=True, stderr=subprocess.DEVNULL)
    folders = {"new": Folder.read(made), "small-game": small_game()}
    for game in FIGURES:
        if game not in folders:
            folders[game] = Folder.read(ROOT / "content", (CAMPAIGN, game))
    return [Base(name, *figures, folders[name]) for name, figures in FIGURES.items()]
