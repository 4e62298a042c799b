#!/usr/bin/env python3
"""Plants one word at each of hundreds of places of a game. Makeready must show or report every one of them.

    tests/planted_words.py --makeready target/release/makeready --count 150

A word is reported when a finding names its file and line. It is shown when it is in the text of a page or print, in the search, in an
export, in data or in a message. A finding on another line of its file counts as reported, and is listed. By rule, comments behind `# `
and the like may be neither. Ends with exit code 1 when any other word is neither.

Needs pdftotext, pdfinfo and Python 3.11, and nothing else.
"""

import argparse
import collections
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from planting.outputs import Makeready  # noqa: E402  (no bytecode beside the sources)
from planting.template import CONTENT, DECK, Template, begin  # noqa: E402

# The most words in one build: more of them and texts grow too long for their places.
BATCH = 120
REPORTED, ELSEWHERE, STOPS, NEITHER = "reported", "reported on another line", "stops the build", "neither"


class Trial:
    """The program, the template, a scratch folder, and where each word was found."""

    def __init__(self, program, scratch):
        self.program, self.scratch = program, scratch
        self.template = Template()
        self.found = {}
        self.codes = {}

    def folder(self, places):
        """A new folder with the words of these places."""
        folder = self.scratch / "trial"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.scratch / "base", folder)
        self.template.write(folder, places)
        return Makeready(self.program, folder)

    def findings(self, places):
        makeready = self.folder(places)
        deck = places[0].path if places else DECK
        return makeready.findings_of_deck(Path(CONTENT, deck)) if deck == DECK else makeready.findings()

    def report(self, place):
        """Looks for a word in findings, with no other word beside it."""
        if findings := self.findings([place]):
            self.note(place, findings)

    def report_at_once(self):
        """Looks for words in the findings of one folder. The words of files of their own are done then; keys with errors are tried alone."""
        places = [place for place in self.template.places if (place.is_key or place.is_file) and place.path != DECK]
        findings = self.findings(places)
        errors = {(one.file, one.line) for one in findings if one.is_error}
        for place in places:
            of_file = [one for one in findings if one.file == place.file]
            if place.is_file and of_file:
                self.note(place, of_file)
            elif place.is_key and (place.file, self.template.line(place)) in errors:
                self.report(place)

    def note(self, place, findings):
        """Notes the findings of a folder with this word."""
        of_file = [one for one in findings if one.file == place.file]
        is_there = any(one.line == self.template.line(place) for one in of_file)
        self.found[place] = REPORTED if is_there else ELSEWHERE
        self.codes[place] = sorted({f"{one.code}:{one.line}" for one in of_file})

    def show(self, places):
        """Looks for these words in the output of one build, or of several where they stop it."""
        makeready = self.folder(places)
        stopped = makeready.build()
        if stopped and len(places) > 1:
            for part in self.parts(places, makeready.findings()):
                self.show(part)
            return
        if stopped:
            self.found[places[0]] = STOPS
            self.codes[places[0]] = stopped.splitlines()[:2]
            return
        left = set(places)
        for kind, text in makeready.shown():
            for place in [place for place in left if place.shown in text]:
                self.found[place] = kind
                left.remove(place)
        self.found |= dict.fromkeys(left, NEITHER)

    def parts(self, places, findings):
        """The places in two parts. Those with errors on their lines stand apart, or those with errors in their files."""
        lines = {(one.file, one.line) for one in findings if one.is_error}
        files = {file for file, _ in lines}
        on_line = [place for place in places if (place.file, self.template.line(place)) in lines]
        in_file = [place for place in places if place.file in files]
        for suspects in (on_line, in_file):
            if 0 < len(suspects) < len(places):
                return suspects, [place for place in places if place not in suspects]
        return places[::2], places[1::2]

    def batches(self):
        """The places that no finding names, in lists without conflicts."""
        batches = []
        for place in self.template.places:
            if place in self.found:
                continue
            if place.by_rule:
                self.found[place] = NEITHER
                continue
            for batch in batches:
                if len(batch) < BATCH and not any(map(place.conflicts, batch)):
                    batch.append(place)
                    break
            else:
                batches.append([place])
        return batches

    def run(self):
        begin(self.program, self.scratch / "base")
        untouched = self.folder([])
        if findings := untouched.findings() + untouched.findings_of_deck(Path(CONTENT, DECK)):
            sys.exit(f"the template without words has findings: {findings}")
        self.report_at_once()
        for place in self.template.places:
            if not place.is_key and not place.is_file:
                self.report(place)
        for batch in self.batches():
            self.show(batch)
        # What no output shows must be reported.
        for place in [place for place, kind in self.found.items() if kind in (NEITHER, STOPS) and not place.by_rule]:
            self.report(place)


def summary(found, codes, is_long):
    """Prints the figures and the places that need a look; how many words are lost."""
    ruled = [place for place in found if place.by_rule]
    counts = collections.Counter(kind for place, kind in found.items() if not place.by_rule)
    reported = counts[REPORTED] + counts[ELSEWHERE]
    lost = counts[NEITHER] + counts[STOPS]
    planted = sum(counts.values())
    print(f"{planted} words planted, and {len(ruled)} where the rules promise nothing")
    print(f"{'shown':24} {planted - reported - lost:4}")
    for kind, count in counts.most_common():
        if kind not in (REPORTED, ELSEWHERE, NEITHER, STOPS):
            print(f"  {kind:22} {count:4}")
    print(f"{'reported':24} {reported:4}")
    print(f"{'neither':24} {lost:4}")
    for place, kind in found.items():
        is_told = kind in (ELSEWHERE, STOPS, NEITHER) or place.by_rule or is_long
        if is_told:
            print(f"{'by rule: ' if place.by_rule else ''}{kind}: {place.label} {' '.join(codes.get(place, []))}".rstrip())
    return lost


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--makeready", required=True, help="the program")
    parser.add_argument("--count", type=int, default=150, help="how many places there must be at least [default: 150]")
    parser.add_argument("--show", action="store_true", help="list every place, and how its word was found")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="makeready-words-") as scratch:
        trial = Trial(os.path.abspath(arguments.makeready), Path(scratch))
        if len(trial.template.places) < arguments.count:
            sys.exit(f"there are {len(trial.template.places)} places, fewer than {arguments.count}")
        trial.run()
    found = dict(sorted(trial.found.items(), key=lambda item: item[0].number))
    sys.exit(1 if summary(found, trial.codes, arguments.show) else 0)


if __name__ == "__main__":
    main()
