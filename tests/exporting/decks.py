"""Random deck lists, and the faces that they ask for by the rules of `docs/content.md`."""

import fnmatch
import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

GAMES = ("dice-pool", "action-score", "treasure-hunters", "strains", "tri-core")
# From so many faces on, a person gets no second line: readers of PDFs are slow.
ENOUGH = 25
EMBLEMS = ("facets", "woodcut", "signal", "compass", "pips", "lozenges")
# The smallest sizes first; those of `makeready cards --help` and docs/gallery.md, in millimetres.
SIZES = {
    "mini": (44.45, 63.5), "business-us": (88.9, 50.8), "domino": (44.45, 88.9), "business-eu": (85, 55), "bridge": (57.15, 88.9),
    "japanese": (59, 86), "euro": (59, 92), "poker-eu": (63, 88), "poker": (63.5, 88.9), "square": (76.2, 76.2),
    "tarot": (69.85, 120.65), "index": (76.2, 127), "large": (88.9, 127), "jumbo": (88.9, 139.7), "half-letter": (139.7, 215.9),
}  # fmt: skip
# A family of cards in system.yaml: its id and its name.
FAMILY = re.compile(r"\bid: ([\w-]+)\s*(?:,|\n)\s*name: (?:\"([^\"]*)\"|([^,\n}]*))")


@dataclass(frozen=True)
class Card:
    """A card of somebody's whole deck."""

    id: str
    family: str
    name: str
    owner: str
    copies: int


@dataclass(frozen=True)
class Face:
    """What must be printed so often: a card of somebody, with a back."""

    id: str
    name: str
    owner: str
    back: str


class Library:
    """The whole decks of all people of the shipped games, as `--format json` lists them."""

    def __init__(self, makeready, content):
        self.makeready, self.content = makeready, Path(content)
        self.decks = {}

    def people(self, game):
        folders = (self.content / game / "characters", self.content / game / "npcs")
        return sorted(path for folder in folders for path in folder.glob("*.yaml"))

    def families(self, game):
        """The ids of families by their names."""
        system = (self.content / game / "system.yaml").read_text(encoding="utf-8")
        part = re.search(r"^families:\n(.*?)^(?=\w)", system, re.M | re.S)[1]
        return {(quoted or plain).strip(): one for one, quoted, plain in FAMILY.findall(part)}

    def deck(self, game, person):
        """The cards of a person, or the blank cards of a game without one."""
        if (game, person) not in self.decks:
            command = [self.makeready, "cards", person or game, "--content", self.content, "--format", "json"]
            ran = subprocess.run(command, capture_output=True, timeout=120, check=True)
            families = self.families(game)
            self.decks[game, person] = [
                Card(card["id"], families[card["family"]], card["name"], card["owner"], card["copies"])
                for card in json.loads(ran.stdout)["cards"]
            ]
        return self.decks[game, person]


class DeckList:
    """A random deck list of a game: one to three people, one to three lines for each, some blank cards."""

    def __init__(self, library, rng):
        self.game = rng.choice(GAMES)
        self.back = rng.choice((None, None, "none", rng.choice(EMBLEMS)))
        self.lines = []
        self.faces = []
        people = rng.sample(library.people(self.game), rng.randint(1, 3))
        if rng.random() < 0.3:
            people.append(None)
        for person in people:
            cards = library.deck(self.game, person)
            self.add_line(person, cards, rng)
            for _ in range(rng.randint(0, 2)):
                if len(self.faces) < ENOUGH:
                    self.add_line(person, cards, rng)

    def add_line(self, person, cards, rng):
        patterns = [self.pattern(rng.choice(cards), rng) for _ in range(rng.randint(1, 3))]
        copies, back = rng.randint(1, 3), rng.choice((None, None, rng.choice(EMBLEMS)))
        keys = [f"only: {json.dumps(patterns)}"]
        keys += [f"whose: {person.stem}"] if person else []
        keys += [f"copies: {copies}"] if copies > 1 else []
        keys += [f"back: {back}"] if back else []
        self.lines.append(f"  - {{ {', '.join(keys)} }}")
        # Cards come in the order of their names in the line, and twice where two of these name one.
        for pattern in patterns:
            for card in cards:
                if any(fnmatch.fnmatchcase(name, pattern) for name in (card.id, card.family)):
                    face = Face(card.id, card.name, card.owner, back or self.back or "")
                    self.faces += [face] * (card.copies * copies)

    @staticmethod
    def pattern(card, rng):
        """Names a card by its id, mostly, or with others by a pattern or its family."""
        way = rng.random()
        if way < 0.05:
            return card.family
        if way < 0.2:
            return card.id[: rng.randint(3, 5)] + "*"
        if way < 0.3:
            return card.id[:-1] + "?"
        return card.id

    def text(self, size, paper):
        back = [f"back: {self.back}"] if self.back else []
        head = ["format_version: 1", f"system: {self.game}", f"size: {size}", f"paper: {paper}", *back, "cards:"]
        return "\n".join([*head, *self.lines]) + "\n"
