#!/usr/bin/env python3
"""Words of PDFs are found whole, whatever reads them: poppler (Linux), MuPDF (many phones) and pdf.js (Firefox) must read the same.

    tests/readers.py FOLDER [--every N]

Reads every N-th PDF below the folder. Needs pdftotext, Node with the packages of tests/browser, and PyMuPDF. Ends with exit code 1
when two readers differ.
"""

import argparse
import collections
import concurrent.futures
import json
import re
import subprocess
import sys
from pathlib import Path

import pymupdf

SCRIPT = Path(__file__).parent / "browser" / "pdf-words.mjs"
# A word that goes on in the next line has such a hyphen, and some readers take it out themselves.
BROKEN = re.compile("[\u00ad\u2010-]\\s*\\n\\s*|\u00ad\\s*")
WORD = re.compile(r"[^\W\d_]{2,}")
BATCH = 12


def words(text):
    return collections.Counter(WORD.findall(BROKEN.sub("", text)))


def by_poppler(path):
    ran = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True)
    return words(ran.stdout.decode("utf-8"))


def by_mupdf(path):
    with pymupdf.open(path) as pdf:
        return words("\n".join(page.get_text() for page in pdf))


def by_pdfjs(paths):
    command = ["node", str(SCRIPT), *map(str, paths)]
    ran = subprocess.run(command, capture_output=True, check=True, cwd=SCRIPT.parent)
    return {Path(read["file"]): words(read["text"]) for read in map(json.loads, ran.stdout.decode("utf-8").splitlines())}


def without_neighbors(only, lost):
    """The same without words that one reader joins to those beside or below them, as single letters are, and last words of a place."""
    for joined, parts in ((only, lost), (lost, only)):
        for word in list(joined.elements()):
            divided = [{word[:at], word[at:]} for at in range(1, len(word))]
            found = next((two for two in divided if all(len(part) == 1 or parts[part] > 0 for part in two)), None)
            if found and any(len(part) > 1 for part in found):
                joined.subtract([word])
                parts.subtract(part for part in found if len(part) > 1)
    return +only, +lost


def faults(paths):
    for path, found in by_pdfjs(paths).items():
        expected = by_poppler(path)
        soft = sum(1 for word in expected if "\u00ad" in word)
        if soft:
            yield f"{path}: {soft} words hold places to break at"
        for reader, read in (("pdf.js", found), ("MuPDF", by_mupdf(path))):
            only, lost = read - expected, expected - read
            only, lost = without_neighbors(only, lost)
            if only or lost:
                yield f"{path}: {reader} reads {' '.join(list(only)[:8])!r} where poppler reads {' '.join(list(lost)[:8])!r}"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--every", type=int, default=1)
    asked = arguments.parse_args()
    files = sorted(asked.folder.resolve().rglob("*.pdf"))[:: asked.every]
    if not files:
        sys.exit(f"no PDF in {asked.folder}")
    batches = [files[at : at + BATCH] for at in range(0, len(files), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = [fault for some in pool.map(lambda batch: list(faults(batch)), batches) for fault in some]
    for fault in found[:100]:
        print(fault)
    print(f"{len(files)} PDFs by three readers, {len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
