#!/usr/bin/env python3
"""What people read must be words: looks in every page of a built site and in the text of every PDF for marks that were printed
as they were typed, formulas that were not filled in, and labels that stand twice.

    tests/printed.py dist

Needs pdftotext and Python 3.11. Ends with exit code 1 when something was found.
"""

import concurrent.futures
import html
import re
import subprocess
import sys
from pathlib import Path

MARKS = [
    ("a link as typed", re.compile(r"\[\[|\]\]")),
    ("bold as typed", re.compile(r"\*\*")),
    ("a formula or placeholder that was not filled in", re.compile(r"\{|\}")),
    ("a term without a number", re.compile(r"\+\s+[+×]|[−×]\s*×")),
    ("an icon as typed", re.compile(r"(?<![\w:]):[a-z][a-z-]+:(?![\w:])")),
    ("a value that was never set", re.compile(r"\bNone\(|\bSome\(|-1000000")),
    ("a label twice", re.compile(r"\b([A-Z][a-z]{3,}(?: [a-z]+)?): \1:")),
]
# Pages about the format itself would show such signs; the books of games have none.
TAGS = re.compile(r"<(script|style|code|pre|svg)\b.*?</\1>|<[^>]+>", re.S)


def text_of_page(path):
    page = path.read_text(encoding="utf-8")
    body = page[page.find("<body") :]
    return html.unescape(TAGS.sub(" ", body))


def text_of_pdf(path):
    ran = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True)
    return ran.stdout.decode("utf-8")


def faults(path):
    text = text_of_pdf(path) if path.suffix == ".pdf" else text_of_page(path)
    for what, mark in MARKS:
        for found in mark.finditer(text):
            around = " ".join(text[max(0, found.start() - 40) : found.end() + 40].split())
            yield f"{path}: {what}: {around}"


def main():
    root = Path(sys.argv[1])
    files = sorted([*root.rglob("*.pdf"), *root.rglob("*.html")])
    if len(files) < 1000:
        sys.exit(f"only {len(files)} pages and PDFs in {root}")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = [fault for faults_of_file in pool.map(lambda path: list(faults(path)), files) for fault in faults_of_file]
    for fault in found[:200]:
        print(fault)
    print(f"{len(files)} pages and PDFs, {len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
