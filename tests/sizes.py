#!/usr/bin/env python3
"""Decks in every card size: each is printed with every word of its cards, or each fault is reported with file, line and help.

    tests/sizes.py --makeready BIN [--people N] [--size SIZE ...] [--every N]

Prints the blank deck and those of N people of each game. Compares the words of the cards, from `--format json`, with those that
poppler, MuPDF and (of every N-th deck) pdf.js read in the PDF. Looks for words that were broken with fewer than three letters on a
side, for type under 6 pt, and for words and boxes over each other. Needs pdftotext, PyMuPDF, and Node with the packages of
tests/browser. Ends with exit code 1 when something was found.
"""

import argparse
import concurrent.futures
import itertools
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pymupdf
from readers import by_mupdf, by_pdfjs, by_poppler, words

ROOT = Path(__file__).parent.parent / "content"
SIZES = """poker poker-eu bridge japanese euro mini domino square tarot jumbo large index business-eu business-us
half-letter""".split()
PLACE = re.compile(r"--> \S+:\d+:\d+")
# Ids and references to rules are for programs; a family shows by its color and icon.
NOT_PRINTED = {"id", "rule", "family", "family_id", "icon", "kind", "terms", "art"}
SMALLEST = 5.99
# The size of boxes to write in, in points; boxes to tick are smaller.
LOWEST_BOX, HIGHEST_BOX, NARROWEST_BOX = 16, 24, 25
SHORTEST = 3


def texts(value, key=""):
    """Every text of a card that its face shows."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name not in NOT_PRINTED:
                yield from texts(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one, key)
    elif isinstance(value, str):
        yield value


def lower(counted):
    return {word.lower() for word in counted}


def joined(text):
    """Words with hyphens of their own, by their parts, without the hyphens: as they read where a line ends in one."""
    compounds = [found.lower() for found in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)+", text)]
    return {part: compound.replace("-", "") for compound in compounds for part in compound.split("-")}


def short_parts(pdf):
    """Words that were broken with fewer than three letters on a side. A soft hyphen is one that a line end has made."""
    for page in pdf:
        for block in page.get_text("blocks"):
            for before, behind in re.findall(r"(\w+)\u00ad\s*\n(\w+)", block[4]):
                if min(len(before), len(behind)) < SHORTEST:
                    yield f"{before}-{behind}"


def small_type(pdf):
    for page in pdf:
        for block in page.get_text("dict")["blocks"]:
            for span in itertools.chain.from_iterable(line["spans"] for line in block.get("lines", [])):
                # The line in the margin of a sheet is no part of a card.
                if span["size"] < SMALLEST and span["text"].strip():
                    yield f"{span['text'].strip()[:30]!r} at {span['size']:.2f} pt"


def core(word):
    """Where the letters of a word stand, without the room above and below them."""
    left, top, right, bottom = word[:4]
    high = bottom - top
    return pymupdf.Rect(left + 0.3, top + 0.35 * high, right - 0.3, bottom - 0.3 * high)


def boxes(page):
    """The boxes to write in: white, and as high as a pencil needs."""
    for drawn in page.get_cdrawings():
        rect = pymupdf.Rect(drawn["rect"])
        if drawn.get("fill") == (1.0, 1.0, 1.0) and LOWEST_BOX < rect.height < HIGHEST_BOX and rect.width > NARROWEST_BOX:
            yield rect


def over_each_other(pdf):
    """Words over words, and words or boxes over the edges of boxes."""
    for page in pdf:
        found = sorted(((core(word), word[4]) for word in page.get_text("words")), key=lambda pair: pair[0].y0)
        for at, (one, word) in enumerate(found):
            for other, behind in itertools.takewhile(lambda pair: pair[0].y0 < one.y1, found[at + 1 :]):
                if one.intersects(other):
                    yield f"{word!r} and {behind!r}"
        places = list(boxes(page))
        for box in places:
            yield from (f"{word!r} and a box" for one, word in found if box.intersects(one) and not box.contains(one))
        yield from ("two boxes" for one, other in itertools.combinations(places, 2) if one.intersects(other))


def in_file_order(path):
    """What poppler reads in the order of the file: by place, it reads the lines of neighbors in between two halves of a word."""
    ran = subprocess.run(["pdftotext", "-raw", str(path), "-"], capture_output=True, check=True)
    return words(ran.stdout.decode("utf-8"))


def deck(bin_path, folder, game, person, size, has_pdfjs):
    subject = str(ROOT / game / "characters" / f"{person}.yaml") if person else game
    flags = ["--content", str(ROOT)]
    path = Path(folder, f"{game}-{person or 'blank'}-{size}.pdf")
    ran = subprocess.run(
        [bin_path, "cards", subject, *flags, "--size", size, "-o", path], capture_output=True, text=True, check=False, timeout=600
    )
    name = f"{game} {person or 'blank'} {size}"
    if ran.returncode == 1:
        errors = ran.stderr.count("error[press]")
        is_told = errors > 0 and len(PLACE.findall(ran.stderr)) >= errors and ran.stderr.count("= help:") >= errors
        return name, "refused", [] if is_told and not path.exists() else [f"{name}: refused without place and help: {ran.stderr[:300]}"]
    if ran.returncode != 0:
        return name, "failed", [f"{name}: exit {ran.returncode}: {ran.stderr[:300]}"]
    told = subprocess.run([bin_path, "cards", subject, *flags, "--format", "json"], capture_output=True, text=True, check=True)
    source = " | ".join(texts(json.loads(told.stdout)["cards"]))
    expected, compounds = lower(words(source)), joined(source)
    found = []
    readers = {"poppler": by_poppler(path) | in_file_order(path), "MuPDF": by_mupdf(path)}
    if has_pdfjs:
        readers["pdf.js"] = by_pdfjs([path])[path]
    for reader, read in readers.items():
        read = lower(read)
        lost = sorted(word for word in expected - read if compounds.get(word) not in read)
        if lost:
            found.append(f"{name}: {reader} reads no {' '.join(lost[:12])} ({len(lost)})")
    with pymupdf.open(path) as pdf:
        found += [f"{name}: broken: {part}" for part in sorted(set(short_parts(pdf)))[:5]]
        found += [f"{name}: small: {part}" for part in sorted(set(small_type(pdf)))[:5]]
        found += [f"{name}: over each other: {part}" for part in sorted(set(over_each_other(pdf)))[:5]]
    path.unlink()
    return name, "printed", found


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--makeready", required=True)
    arguments.add_argument("--people", type=int, default=3)
    arguments.add_argument("--size", action="append")
    arguments.add_argument("--every", type=int, default=5)
    asked = arguments.parse_args()
    bin_path = str(Path(asked.makeready).resolve())
    subjects = []
    for system in sorted(ROOT.glob("*/system.yaml")):
        people = sorted(path.stem for path in system.parent.glob("characters/*.yaml"))
        subjects += [(system.parent.name, person) for person in [None, *people[: asked.people]]]
    jobs = list(itertools.product(subjects, asked.size or SIZES))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        run = lambda job: deck(bin_path, folder, *job[1][0], job[1][1], job[0] % asked.every == 0)
        results = list(pool.map(run, enumerate(jobs)))
    found = [fault for _, _, faults in results for fault in faults]
    for fault in found:
        print(fault)
    for name in (name for name, outcome, _ in results if outcome == "refused"):
        print(f"refused: {name}")
    outcomes = [outcome for _, outcome, _ in results]
    print(f"{len(results)} decks: {outcomes.count('printed')} printed, {outcomes.count('refused')} refused with places, {len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
