"""The game with places for words: which places there are, and the folder with words at some of them.

`game/` is written over what `makeready new embers` makes. A section sign in it is the place of a word, and goes with the space before
it when it has none. A double dagger is the place of a word that workshops alone show. Brackets `⟦...⟧` hold what is there only with
its word, such as a key that nothing shows.
"""

import os
import re
import subprocess
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from .slips import BY_RULE, MUST_SHOW

GAME = "embers"
ROOT = Path(__file__).parent / "game"
# Where the files of the template lie below the folder that is written.
CONTENT = "content"
DECK = "../deck.yaml"
PLACE = re.compile(r"⟦[^⟦⟧]*⟧| ?[§‡]")
# Letters with a mark of their own, in front of a word.
DECOMPOSED = re.compile(r"(?:\w[\u0300-\u036f])+$")


@dataclass(frozen=True)
class Place:
    """A place for a word. `path` is its file within the content folder."""

    number: int
    path: str
    # The part of the file that is replaced, as offsets in the template; nothing in a file that the template lacks.
    start: int
    end: int
    # What replaces it, with a section sign for the word.
    written: str
    # What the place is called in the summary.
    label: str
    # Whether it is a sign in the template, or has a file of its own.
    is_key: bool = False
    is_file: bool = False
    by_rule: bool = False

    @property
    def file(self):
        """Its file as findings name it."""
        return os.path.normpath(Path(CONTENT, self.path))

    @property
    def word(self):
        return f"Qz{self.number:03}w"

    @property
    def shown(self):
        """What readers see of it, in small letters: the word, and composed letters before it."""
        before = DECOMPOSED.search(self.written[: self.written.index("§")])
        return unicodedata.normalize("NFC", before[0] if before else "").casefold() + self.word.casefold()

    @property
    def planted(self):
        return self.written.replace("§", self.word)

    def conflicts(self, other):
        return self.path == other.path and self.start < other.end and other.start < self.end


class Template:
    """The texts of the template by path, and all places."""

    def __init__(self):
        files = sorted(path for path in ROOT.rglob("*") if path.is_file())
        self.texts = {self.relative(path): path.read_text(encoding="utf-8") for path in files}
        self.places = []
        for path, text in self.texts.items():
            for sign in re.finditer("[§‡]", text):
                line_start = text.rfind("\n", 0, sign.start()) + 1
                line = text.count("\n", 0, sign.start()) + 1
                before = PLACE.sub("", text[line_start : sign.start()].rsplit("⟦", 1)[-1]).strip()
                label = f"{path}:{line}: {before[-50:]}"
                self.add(path, *sign.span(), "§", label, is_key=True, by_rule=sign[0] == "‡")
        for slip in (*MUST_SHOW, *BY_RULE):
            label = " / ".join(line for line in slip.new.split("\n") if "§" in line).strip()
            label = f"{slip.path}: {label[:90]}"
            self.add(slip.path, *self.part(slip), slip.new, label, is_file=slip.old is None, by_rule=slip in BY_RULE)

    @staticmethod
    def relative(path):
        inner = path.relative_to(ROOT)
        return str(inner.relative_to(CONTENT)) if inner.parts[0] == CONTENT else f"../{inner}"

    def part(self, slip):
        """Where in the template an edit is made."""
        if slip.old is None:
            return 0, 0
        text = self.texts[slip.path]
        if text.count(slip.old) != 1:
            raise ValueError(f"{slip.path}: `{slip.old}` is not there once")
        start = text.index(slip.old)
        return start, start + len(slip.old)

    def add(self, *arguments, **named):
        self.places.append(Place(len(self.places) + 1, *arguments, **named))

    def text(self, path, places):
        """A file with the words of these places, which do not conflict."""
        text = self.texts.get(path, "")
        for place in sorted(places, key=lambda place: -place.start):
            text = text[: place.start] + place.planted + text[place.end :]
        words = [place.word for place in places]
        return PLACE.sub(lambda gap: gap[0][1:-1] if any(word in gap[0] for word in words) else "", text)

    def write(self, folder, places):
        """Writes the template with the words of these places over a game from `makeready new`."""
        for path in {*self.texts, *(place.path for place in places)}:
            target = folder / CONTENT / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.text(path, [place for place in places if place.path == path]), encoding="utf-8")

    def line(self, place):
        """The line of a word when no other word is there."""
        text = self.text(place.path, [place])
        return text.count("\n", 0, text.index(place.word)) + 1


def begin(makeready, folder):
    """Makes the game that the template is written over."""
    command = [makeready, "new", folder / CONTENT, "--id", GAME]
    subprocess.run(command, capture_output=True, timeout=60, check=True)
