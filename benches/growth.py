#!/usr/bin/env python3
"""How time, memory and output grow with a game: cards, pages, books and NPCs.

Usage: benches/growth.py [--makeready target/release/makeready] [--mdbook mdbook] [--only cards|pages|books|npcs] [--quick]

A game of the given size is written into a folder of its own, and Makeready runs on it as a process of its own. Printed are the wall
time, the processor time, the peak memory and the size of what was made, and how much each thing more has cost since the row
above: where growth is a straight line, the last columns stay as they are. Where mdBook is there, it builds the same chapters, in
turns with Makeready. Nothing is judged: machines differ, so compare only figures of one run.
"""
import argparse
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

VERBS = "press turn feint drive sweep drag hook slam twist rake".split()
NOUNS = "ember lantern door ridge hollow river ladder shutter bell candle ash frost".split()
CARD = """  - id: drill-{n}
    name: "Drill {n}"
    family: deed
    icon: broadsword
    rule: EM-DEED-01
    summary: "An exercise."
    values:
      - {{ id: roll, label: Roll, formula: "2d6 + grit + {k}" }}
      - {{ id: harm, label: Harm, formula: "{d}d6 + heart + {k}" }}
    facts:
      - {{ label: Range, text: "{k} steps" }}
      - {{ label: Meets, text: "the watch of your target" }}
    text: "You {v} at the {o} and roll. On a hit it loses as much Warmth as your Harm says and gives way by {k} steps."
    outcomes:
      - {{ on: critical, text: "It falls as well." }}
      - {{ on: success, text: "It loses {k} Warmth." }}
      - {{ on: failure, text: "You lose your footing; {v} again next turn." }}
"""
# A file has at most 4 MiB; a list of it at most 10,000 entries.
CARDS_IN_A_FILE = 2_000


def run(*command):
    """Runs a program; wall seconds, processor seconds and peak memory in MB, of it alone."""
    started = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = child.stderr.read()
    _, status, use = os.wait4(child.pid, 0)
    wall = time.monotonic() - started
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"{' '.join(map(str, command))} failed:\n{said[-2000:]}")
    return wall, use.ru_utime + use.ru_stime, use.ru_maxrss / 1024


def size_of(path):
    """What a file, or a folder of files, takes: bytes, and how many files they are."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files), len(files)


class Table:
    """Rows of growing size, and what each thing more has cost since the row above."""

    def __init__(self, title, thing, columns=()):
        print(f"\n{title}\n")
        heads = [thing, "wall s", "processor s", "peak MB", "made MB", "files", f"ms a {thing[:-1]} more", "kB of memory", "kB made"]
        heads += columns
        print("| " + " | ".join(heads) + " |")
        print("|" + "---:|" * len(heads))
        self.before = None

    def row(self, count, figures, made, more=()):
        wall, processor, memory = figures
        made, files = made
        now = (count, processor, memory, made)
        each = ["", "", ""]
        if self.before:
            step = count - self.before[0]
            each = [
                f"{(processor - self.before[1]) / step * 1000:.2f}",
                f"{(memory - self.before[2]) / step * 1024:.0f}",
                f"{(made - self.before[3]) / step / 1000:.1f}",
            ]
        self.before = now
        cells = [f"{count:,}", f"{wall:.2f}", f"{processor:.2f}", f"{memory:.0f}", f"{made / 1e6:.1f}", f"{files:,}", *each]
        print("| " + " | ".join([*cells, *more]) + " |", flush=True)


def new_game(makeready, folder):
    """The small game that `makeready new` writes, in a content folder of its own."""
    content = folder / "content"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run(makeready, "new", content, "--id", "embers")
    return content


def with_cards(content, count):
    for first in range(0, count, CARDS_IN_A_FILE):
        cards = [
            CARD.format(n=n, k=n % 9 + 1, d=n % 5 + 2, v=VERBS[n % 10], o=NOUNS[n % 12])
            for n in range(first, min(count, first + CARDS_IN_A_FILE))
        ]
        path = content / "embers" / "actions" / f"drills-{first}.yaml"
        path.write_text("format_version: 1\nactions:\n" + "".join(cards))


def cards(makeready, folder, counts):
    table = Table("## Cards that all differ, filled and blank, on A4 and Letter", "cards")
    for count in counts:
        content = new_game(makeready, folder)
        with_cards(content, count)
        out = folder / "dist"
        figures = run(makeready, "build", "--no-cache", "--content", content, "--only", "site/print/embers/cards-*", "--out", out)
        table.row(count, figures, size_of(out))


def chapter(number, dice):
    """A chapter of some 300 words, with headings, a list, a table and links to two others."""
    sentence = lambda: f"You {dice.choice(VERBS)} the {dice.choice(NOUNS)} before the {dice.choice(NOUNS)} can {dice.choice(VERBS)} you again."
    paragraph = lambda: " ".join(sentence() for _ in range(6))
    rows = "".join(f"| {dice.choice(NOUNS)} {n} | {n + number % 7} |\n" for n in range(6))
    parts = [
        f"{paragraph()}\n\n## The {dice.choice(NOUNS)} {number}\n\n{paragraph()}\n",
        f"## The {dice.choice(VERBS)} {number}\n\n- {sentence()}\n- {sentence()}\n\n{paragraph()}\n",
        f"| What | How many |\n|---|---:|\n{rows}\n{paragraph()}\n",
    ]
    return "\n".join(parts)


def with_chapters(content, book, count):
    """The same chapters for both programs."""
    dice = random.Random(7)
    source = book / "src"
    source.mkdir(parents=True)
    summary = ["# Summary\n"]
    # As many digits for all, so that both programs have them in one order.
    for number in range(10, count + 10):
        title, text = f"Night {number}", chapter(number, dice)
        name = f"{number:05}-night"
        head = f"---\nformat_version: 1\ntitle: {title}\nsummary: What happens in night {number}.\n---\n\n"
        (content / "embers" / "rules" / f"{name}.md").write_text(head + text)
        (source / f"{name}.md").write_text(f"# {title}\n\n{text}")
        summary.append(f"- [{title}]({name}.md)\n")
    (source / "SUMMARY.md").write_text("".join(summary))
    (book / "book.toml").write_text('[book]\ntitle = "Embers"\n')


def pages(makeready, folder, counts, mdbook):
    columns = ["mdBook wall s", "processor s", "peak MB", "made MB", "wall, Makeready to mdBook"] if mdbook else []
    table = Table("## Pages: chapters with search, previews and A to Z", "pages", columns)
    for count in counts:
        content = new_game(makeready, folder)
        book = folder / "book"
        with_chapters(content, book, count)
        out = folder / "dist"
        command = [makeready, "build", "--no-cache", "--content", content, "--only", "site", "--out", out]
        more = []
        figures = run(*command)
        if mdbook:
            # In turns, so that both meet the same machine; the middle one of three counts.
            ours, theirs = [figures], []
            for _ in range(3):
                theirs.append(run(mdbook, "build", book))
                ours.append(run(*command))
            figures, peer = sorted(ours[1:])[1], sorted(theirs)[1]
            made, _ = size_of(book / "book")
            more = [*(f"{figure:.2f}" for figure in peer[:2]), f"{peer[2]:.0f}", f"{made / 1e6:.1f}", f"{figures[0] / peer[0]:.2f}"]
        table.row(count, figures, size_of(out), more)


def books(makeready, folder, counts):
    """The rulebook as a PDF; three such chapters are about a page."""
    table = Table("## The book on paper: the same chapters on A4, with contents and index", "chapters")
    for count in counts:
        content = new_game(makeready, folder)
        with_chapters(content, folder / "book", count)
        out = folder / "book.pdf"
        figures = run(makeready, "book", "embers", "--content", content, "-o", out)
        table.row(count, figures, size_of(out))


def npcs(makeready, folder, counts):
    table = Table("## NPCs of the largest shipped game, made from a seed and printed as handouts", "NPCs")
    folder.mkdir(parents=True, exist_ok=True)
    for count in counts:
        out = folder / "npcs.pdf"
        figures = run(makeready, "npc", "tri-core", "--count", str(count), "--level", "10", "--seed", "1", "-o", out)
        table.row(count, figures, size_of(out))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--makeready", default="target/release/makeready", type=pathlib.Path)
    parser.add_argument("--mdbook", default=shutil.which("mdbook"), help="the program to compare pages with, where it is there")
    parser.add_argument("--only", choices=["cards", "pages", "books", "npcs"])
    parser.add_argument("--quick", action="store_true", help="a tenth of each size, to see whether it runs")
    asked = parser.parse_args()
    makeready = asked.makeready.resolve()
    counts = lambda *all_of_them: [max(1, count // 10) for count in all_of_them] if asked.quick else all_of_them
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work) / "game"
        if asked.only in (None, "cards"):
            cards(makeready, folder, counts(1_000, 2_000, 5_000, 10_000))
        if asked.only in (None, "pages"):
            pages(makeready, folder, counts(500, 1_000, 2_000, 5_000), asked.mdbook)
        if asked.only in (None, "books"):
            books(makeready, folder, counts(300, 1_000, 3_000))
        if asked.only in (None, "npcs"):
            npcs(makeready, folder, counts(100, 200, 500, 1_000, 2_000))
    if not asked.mdbook and asked.only in (None, "pages"):
        print("\nmdBook is not installed, so it is left out (cargo install mdbook)")
    print(f"\n{os.cpu_count()} cores; {resource.getpagesize()} bytes a page of memory")


if __name__ == "__main__":
    main()
