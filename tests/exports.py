#!/usr/bin/env python3
"""Exports lose no face: prints random decks of the shipped games in every size, and counts what is in the files.

    tests/exports.py --makeready target/release/makeready --seed 1 --count 120

Of three runs, two print deck lists, as PDF and as PNG, and one prints handouts, NPCs or a sheet. The expected faces are computed from the
deck list and from the whole decks of its people. A run may be refused only when the message names a card and has a help, and
nothing was written. Run N of a seed depends on these two alone. Ends with exit code 1 when a face is missing, surplus or misnamed.

Needs pdftotext, pdfinfo and Python 3.11, and nothing else.
"""

import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from exporting import files  # noqa: E402  (no bytecode beside the sources)
from exporting.decks import GAMES, SIZES, DeckList, Library  # noqa: E402

PAPERS = ("a4", "letter")
DPI = 60
# So many cards show how many places a page has.
MANY = 100


class Run:
    """One export: its kind, how many faces went in, and what is wrong with what came out."""

    def __init__(self, kind):
        self.kind, self.faces, self.is_refused, self.faults = kind, 0, False, []


class Exports:
    def __init__(self, makeready, content, seed, scratch):
        self.makeready, self.content, self.seed, self.scratch = makeready, content, seed, scratch
        self.library = Library(makeready, content)
        self.places = {}

    def call(self, *arguments):
        command = [self.makeready, *map(str, arguments), "--content", self.content]
        ran = subprocess.run(command, cwd=self.scratch, capture_output=True, timeout=300, check=False)
        return ran.returncode, ran.stdout.decode("utf-8"), ran.stderr.decode("utf-8")

    def places_on_page(self, size, paper, has_backs):
        """The fewest and most places on a page, from the pages that many copies of a card take."""
        key = size, paper, has_backs
        if key not in self.places:
            back = () if has_backs else ("--back", "none")
            options = ("--copies", MANY, "--only", "walk", "--size", size, "--paper", paper, *back)
            code, _, error = self.call("cards", "dice-pool", *options, "-o", "places.pdf", "--force")
            if code:
                raise RuntimeError(error)
            pages = int(re.search(r"^Pages: +(\d+)", files.output("pdfinfo", self.scratch / "places.pdf"), re.M)[1])
            sheets = pages // 2 if has_backs else pages
            # One place may hold the credits.
            fits = [places for places in range(1, MANY + 1) if -(-MANY // places) <= sheets <= -(-(MANY + 1) // places)]
            self.places[key] = fits[0], fits[-1]
        return self.places[key]

    def attempt(self, index):
        rng = random.Random(f"{self.seed}/{index}")
        for old in ("out", "out.pdf"):
            place = self.scratch / old
            shutil.rmtree(place, ignore_errors=True)
            place.unlink(missing_ok=True)
        size = list(SIZES)[index % len(SIZES)]
        if index % 3 == 2:
            return self.people(rng)
        return self.cards(("pdf", "png")[index // 3 % 2 ^ index % 3], size, rng)

    def cards(self, form, size, rng):
        """A deck list as PDF or PNG."""
        deck, paper = DeckList(self.library, rng), rng.choice(PAPERS)
        run = Run(f"cards {form}")
        run.faces = len(deck.faces)
        (self.scratch / "deck.yaml").write_text(deck.text(size, paper))
        out = self.scratch / ("out" if form == "png" else "out.pdf")
        options = ("--format", "png", "--dpi", DPI) if form == "png" else ()
        options += ("--bleed=both",) if form == "png" and rng.random() < 0.2 else ()
        code, _, error = self.call("cards", "--deck", "deck.yaml", *options, "-o", out)
        if code:
            run.is_refused = True
            run.faults = self.refusal(error, out, {face.id for face in deck.faces})
        elif form == "png":
            pixels = [side / 25.4 * DPI for side in SIZES[size]]
            common = deck.back or self.emblem(deck.game)
            run.faults = files.of_pictures(out, deck.faces, error, error, pixels, common)
        else:
            has_backs = deck.back != "none" or any(face.back not in ("", "none") for face in deck.faces)
            places = self.places_on_page(size, paper, has_backs)
            run.faults = files.of_pdf(out, deck.faces, error, places, has_backs)
        run.faults = [f"{size}, {paper}: {fault}" for fault in run.faults]
        return run

    def emblem(self, game):
        system = (Path(self.content) / game / "system.yaml").read_text(encoding="utf-8")
        return re.search(r"^  back: ([\w-]+)", system, re.M)[1]

    @staticmethod
    def refusal(error, out, ids):
        """Faults of a refusal: it must name a card and a cure, and leave nothing."""
        named = set(re.findall(r"card `([\w-]+)`", error))
        faults = [] if named and named <= ids else [f"refused without a card of the deck: {error.strip()}"]
        faults += [] if re.search(r"\bhelp: ", error) else [f"refused without a help: {error.strip()}"]
        return faults + ([f"refused, and {out.name} was written"] if out.exists() else [])

    def people(self, rng):
        """Handouts, NPCs that are made, or a sheet."""
        game = rng.choice(GAMES)
        kind = rng.choice(("handout md", "handout json", "handout pdf", "npc yaml", "npc md", "npc pdf", "sheet pdf"))
        run = Run(kind)
        command, form = kind.split()
        if command == "npc":
            run.faces = rng.randint(1, 3)
            asked = (game, "--count", run.faces, "--seed", rng.randrange(1000))
            code, told, error = self.call("npc", *asked, "--format", "json")
            names = [one["sheet"]["name"] for one in json.loads(told)["npcs"]] if code == 0 else []
        else:
            chosen = rng.choices(self.library.people(game), k=1 if command == "sheet" else rng.randint(1, 6))
            run.faces, asked = len(chosen), tuple(chosen)
            names = [re.search(r'^name: "?(.*?)"?$', path.read_text(encoding="utf-8"), re.M)[1] for path in chosen]
        has_layout = command != "sheet" and form in ("md", "pdf")
        layout = ("--layout", rng.choice(("short", "standard", "full"))) if has_layout else ()
        out = self.scratch / ("out.pdf" if form == "pdf" else "out")
        code, _, error = self.call(command, *asked, "--format", form, *layout, "-o", out)
        if code or len(names) != run.faces:
            run.faults = [f"ended with {code}: {error.strip()}"]
        elif sorted(found := self.names_in(out, form)) != sorted(names):
            run.faults = [f"asked for {names}, found {found}"]
        return run

    @staticmethod
    def names_in(out, form):
        """The names of the people in a file or folder."""
        if form == "yaml":
            paths = [out] if out.is_file() else sorted(out.iterdir())
            return [re.search(r'^name: "?(.*?)"?$', path.read_text(encoding="utf-8"), re.M)[1] for path in paths]
        if form == "json":
            return [one["name"] for one in json.loads(out.read_text(encoding="utf-8"))["handouts"]]
        if form == "md":
            return re.findall(r"^# (.*)$", out.read_text(encoding="utf-8"), re.M)
        return re.findall(r'^\s+H1 "(.*)" \(block\)$', files.output("pdfinfo", "-struct", out), re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--makeready", required=True, help="the program")
    parser.add_argument("--content", default="content", help="the shipped games [default: content]")
    parser.add_argument("--seed", default="1", help="where chance begins [default: 1]")
    parser.add_argument("--count", type=int, default=120, help="how many exports [default: 120]")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first one [default: 0]")
    arguments = parser.parse_args()
    runs, faces, refused = collections.Counter(), collections.Counter(), collections.Counter()
    faults = 0
    with tempfile.TemporaryDirectory(prefix="makeready-exports-") as scratch:
        makeready, content = os.path.abspath(arguments.makeready), os.path.abspath(arguments.content)
        exports = Exports(makeready, content, arguments.seed, Path(scratch))
        for index in range(arguments.first, arguments.first + arguments.count):
            run = exports.attempt(index)
            runs[run.kind] += 1
            faces[run.kind] += run.faces
            refused[run.kind] += run.is_refused
            faults += bool(run.faults)
            for fault in run.faults:
                print(f"FAULT: run {index}, {run.kind}: {fault}", flush=True)
    for kind in sorted(runs):
        print(f"{kind:12} {runs[kind]:4} exports, {faces[kind]:5} faces, {refused[kind]} refused")
    total = f"{runs.total():4} exports, {faces.total():5} faces, {refused.total()} refused, {faults} wrong"
    print(f"{'all':12} {total}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
