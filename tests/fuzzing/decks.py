"""Deck lists by chance, commands that print cards, and whether the pictures are those that `cards.yaml` lists."""

import json
import os
import re
import unicodedata

from .folder import YAML, Folder
from .registry import mutate, mutation, quoted
from .tables import SIZES, USUAL_SIZES
from .verdict import CONTENT_HAS_ERRORS, DONE, Fault

# The deck list stands beside the content folder.
LIST = "deck.yaml"
PICTURES = "out/png"
# As few dots as the program takes: pictures are counted here and not looked at.
PRINT = ["--format", "png", "--dpi", "36", "-o", PICTURES]
BACKS = ["compass", "woodcut", "lozenges", "none", "none", "own", "fist", "compas", "COMPASS", "", "null", "[compass]", "../x"]
COPIES = ["1", "1", "2", "3", "7", "20", "100", "101", "0", "-1", "1.5", "x", '"2"', "9999999999999999999", "", "[2]"]
PAPERS = ["a4", "letter", "a3", "148mmx210mm", "60mmx60mm", "A4", "a44", "1mmx1mm", "", "9999mmx9999mm"]
STRANGE_ONLY = ["*", "?", "**", "s*", "*e", "nosuch", "", " ", "STRIKE", "s\u200btrike", "a b", "[", "***************z", "\u00e9", "x" * 300, "- a"]
TITLES = ["An evening", "\u00dcber alles: 1 & 2", "", "*all*", "x" * 121, "W" * 60, "{level}", "a/b", "\u202ex", "\u706b", "con", "..", "a\nb"]
ENTRY = re.compile(r"^ {0,2}- (?:\{ *)?id: *([a-z][\w-]*)", re.MULTILINE)
PERSON = re.compile(r"^id: *([a-z][\w-]*)", re.MULTILINE)
NAME = re.compile(r"^name: *(.+?) *$", re.MULTILINE)
# `8 pictures of 11 cards in out/png`.
TOLD = re.compile(r"(\d+) pictures? of (\d+) cards? in ")
LISTED = re.compile(r'^  - file: "(?P<file>[^"\n]*)"\n(?P<rest>(?:    .*\n)*)', re.MULTILINE)
BACK = re.compile(r'^    back: "([^"\n]*)"$', re.MULTILINE)
FACE = re.compile(r"^    face: (\d+) of (\d+)$", re.MULTILINE)
TIMES = re.compile(r"^    copies: (\d+)$", re.MULTILINE)
# A message that quotes a text of several lines goes on below, farther to the right than any place begins.
ERROR = re.compile(r"^error\[(?P<code>[^\]\n]+)\]: .*\n?(?: {9}.*\n)*", re.MULTILINE)
PLACE = re.compile(r" *--> .+:\d+:\d+$", re.MULTILINE)
# Files of the folder that are no picture.
BESIDE = {"cards.yaml", "credits.txt"}


def people(folder):
    return [path for path in folder.files(YAML) if re.search(r"/(characters|npcs)/", path)]


@mutation(5)
def names_alike(folder, rng):
    """Further people with the name of one who is there, the same or in other letters."""
    paths = people(folder)
    found = [path for path in paths if PERSON.search(folder.text(path)) and NAME.search(folder.text(path))]
    if not found:
        return None
    path = rng.choice(found)
    text, told = folder.text(path), []
    old, name = PERSON.search(text)[1], NAME.search(text)[1].strip("\"'")
    names = [name, name, name.upper(), name.lower(), unicodedata.normalize("NFD", f"{name}\u00e9"), f"{name}\u00e9", f"{name}\u200b", f"{name} "]
    ids = [f"{old}-2", f"{old}2", "twin", "back", "credits", "cards", old, old.upper(), f"{old}-", "con"]
    for number in range(rng.choice([1, 1, 2, 5])):
        person, called = rng.choice(ids), rng.choice([*names, "back", "Cards", "..", "a/b", "\u706b", "x" * 119, "?"])
        copy = NAME.sub(lambda _: f"name: {quoted(called)}", text, count=1)
        copy = PERSON.sub(lambda _: f"id: {person}", copy, count=1)
        top = path.rsplit("/", 2)[0]
        folder.put(f"{top}/{rng.choice(['characters', 'npcs'])}/{person}.yaml", copy)
        told.append(f"{person} {called[:40]!a}")
    return f"{path}: also {', '.join(told)}"


def someone(folder, rng):
    """Whose cards a line takes: most often somebody who is there."""
    found = [match[1] for path in people(folder) for match in PERSON.finditer(folder.text(path))] or ["nobody"]
    who = rng.choice(found)
    if rng.random() < 0.985:
        return who
    return rng.choice([who.upper(), who.title(), f"{who}x", "nobody", "", "null", f"[{who}]", "1", quoted(f"{who} "), "..", f"{who}.yaml"])


def cards_of_line(folder, system, rng):
    """What a line takes: ids of cards and of families, with sense most of the time."""
    # Not every skill and ability has a card.
    kinds = rf"{re.escape(system)}/({'actions|references' if rng.random() < 0.98 else 'skills|abilities'})\b"
    texts = [folder.text(path) for path in folder.files(YAML) if re.match(kinds, path)]
    ids = [match[1] for text in texts for match in ENTRY.finditer(text)] or ["strike"]
    families = [match[1] for text in texts for match in re.finditer(r"\bfamily: *([a-z][\w-]*)", text)] or ["deed"]
    drawn = lambda: rng.choice([rng.choice(ids), rng.choice(ids), rng.choice(families), rng.choice(["*", f"{rng.choice(ids)[:2]}*"])])
    # One slip refuses the whole list, so slips are rare.
    chosen = [drawn() if rng.random() < 0.985 else rng.choice(STRANGE_ONLY) for _ in range(rng.choice([1, 1, 1, 2, 4, 12]))]
    chosen = chosen if rng.random() < 0.99 else []
    return f"[{', '.join(map(quoted, chosen))}]"


def line(folder, system, rng):
    parts = [f"only: {cards_of_line(folder, system, rng)}"]
    if rng.random() < 0.5:
        parts.append(f"whose: {someone(folder, rng)}")
    if rng.random() < 0.5:
        parts.append(f"copies: {rng.choice(COPIES[:6] if rng.random() < 0.985 else COPIES)}")
    if rng.random() < 0.4:
        parts.append(f"back: {rng.choice(BACKS[:5] if rng.random() < 0.985 else BACKS)}")
    if rng.random() < 0.02:
        parts.append(rng.choice(["copy: 2", "only: []", "x: y", "who: x"]))
    rng.shuffle(parts)
    return f"  - {{ {', '.join(parts)} }}\n"


def deck_list(folder, rng):
    """The bytes of a deck list; some of them are mutated as content files are."""
    system = rng.choice(folder.systems() or ["nosuch"])
    named = rng.choice([system] * 60 + [system.upper(), f"{system}x", "", "null"])
    head = [f"system: {named}"]
    often = lambda values: rng.choice(values[:4] if rng.random() < 0.95 else values)
    seldom = lambda chance: rng.random() < chance
    if seldom(0.3):
        head.append(f"title: {quoted(rng.choice(TITLES[:2] if seldom(0.8) else TITLES))}")
    if seldom(0.2):
        head.append(f"paper: {often(PAPERS)}")
    if seldom(0.4):
        head.append(f"size: {rng.choice(SIZES[:USUAL_SIZES] if seldom(0.97) else SIZES)}")
    if seldom(0.3):
        head.append(f"back: {often(BACKS)}")
    if seldom(0.2):
        head.append(f"fill: {rng.choice(['true', 'false'] if seldom(0.95) else ['yes', '1'])}")
    lines = "".join(line(folder, system, rng) for _ in range(rng.choice([1, 1, 2, 2, 3, 5, 12, 30]) if rng.random() < 0.98 else 0))
    text = "\n".join(["format_version: 1", *head, "cards:" if lines else "cards: []"]) + f"\n{lines}"
    if rng.random() < 0.85:
        return text.encode()
    alone = Folder({LIST: text.encode()})
    mutate(alone, rng)
    held = alone.entries.get(LIST)
    return held if isinstance(held, bytes) else b""


def printing(folder, rng):
    """What to print as pictures: a deck list, a game or a person, on cards of any size."""
    who = rng.choice([*(f"content/{path}" for path in people(folder)), *folder.systems()] or ["nosuch"])
    about = ["--deck", LIST] if rng.random() < 0.7 else [who]
    flags = []
    if rng.random() < 0.3 or about == [who]:
        flags += ["--size", rng.choice(SIZES[:USUAL_SIZES] if rng.random() < 0.95 else SIZES)]
    flags += rng.choice([[]] * 6 + [["--bleed"], ["--bleed=both"], ["--back", rng.choice(BACKS[:5])], ["--ink", "saver"], ["--accessible"], ["--odds"]])
    return [*about, *flags]


def pictures_of(about):
    return ["cards", *about, *PRINT, "--content", "content"]


def same_cards(about):
    """The same cards as text; it has no pictures, and so no edge."""
    return ["cards", *(word for word in about if not word.startswith("--bleed")), "--format", "json", "--content", "content"]


def judge_place(run):
    """Whatever is wrong with a deck list or with content has a place, and so has a text that is too long for its card."""
    text = run.stderr.decode("utf-8", "replace")
    found = [error for error in ERROR.finditer(text) if run.code == CONTENT_HAS_ERRORS and not PLACE.match(text, error.end())]
    kinds = {error["code"]: error[0] for error in found}
    return [Fault(f"no place: error[{code}] of {run.command}", said[:200]) for code, said in kinds.items()]


def compare_faces(root, run):
    """What is wrong with the pictures of a run, and how many faces they are."""
    if run.code != DONE:
        return [], 0
    here = os.path.join(root, PICTURES)
    both = "--bleed=both" in run.arguments
    found, faces = faces_of(here, run, 2 if both else 1)
    if both:
        found += faces_of(os.path.join(here, "bleed"), run, 2)[0]
        if list_of(here) != list_of(os.path.join(here, "bleed")):
            found.append(Fault("faces: the list of the folder `bleed` is another one"))
    return found, faces


def list_of(here):
    path = os.path.join(here, "cards.yaml")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return re.sub(r"^# makeready-seal .*\n", "", file.read(), flags=re.MULTILINE)


def faces_of(here, run, times):
    """Compares a folder of pictures with its list and with what the run told."""
    told = TOLD.search(run.stderr.decode("utf-8", "replace"))
    if not told:
        return [Fault("faces: nothing is told of pictures")], 0
    entries = list(LISTED.finditer(list_of(here)))
    # A face before several backs is one picture, listed with each of them.
    shown = [(entry["file"], *BACK.findall(entry["rest"])) for entry in entries]
    files, backs = {name for name, *_ in shown}, {back for _, *backs in shown for back in backs}
    # A reference may go on over its own back: that is the picture of a face.
    files |= {back for back in backs if not back.startswith("back")}
    there = {name for name in os.listdir(here) if name != "bleed"} if os.path.isdir(here) else set()
    found = []
    if len({name.casefold() for name in files}) != len(files):
        found.append(Fault("faces: names of pictures differ in case alone", str(sorted(files))[:200]))
    if len(set(shown)) != len(shown):
        found.append(Fault("faces: a picture is listed twice with one back", str(shown)[:200]))
    if there != {*files, *backs, *BESIDE}:
        found.append(Fault("faces: files and list differ", str(sorted(there ^ {*files, *backs, *BESIDE}))[:200]))
    if int(told[1]) != len(files) * times:
        found.append(Fault("faces: another number of pictures is told", f"{told[0]}, {len(files)} listed"))
    if int(told[2]) != cards_of(entries):
        found.append(Fault("faces: another number of cards is told", f"{told[0]}, {cards_of(entries)} listed"))
    for name in sorted(there - BESIDE):
        with open(os.path.join(here, name), "rb") as file:
            if file.read(8) != b"\x89PNG\r\n\x1a\n":
                found.append(Fault("faces: a file is no PNG", name))
    return found, len(files)


def cards_of(entries):
    """How many cards a list has: those of several faces are counted once."""
    first = (entry["rest"] for entry in entries if (FACE.search(entry["rest"]) or ["", "1"])[1] == "1")
    return sum(int(TIMES.search(rest)[1]) for rest in first)


def compare_text(pictures, text):
    """The same cards as pictures and as text: as many of them."""
    told = TOLD.search(pictures.stderr.decode("utf-8", "replace"))
    if pictures.code != text.code:
        # What does not fit on cards, or is no card at all, is found when it is drawn.
        is_drawn = text.code == DONE and b"error[press]" in pictures.stderr
        return [Fault("faces: text and pictures end with other exit codes", f"{text.code}, {pictures.code}", not is_drawn)]
    if text.code != DONE or not told:
        return []
    count = sum(card["copies"] for card in json.loads(text.stdout)["cards"])
    if count != int(told[2]):
        return [Fault("faces: text and pictures have other numbers of cards", f"{count}, {told[2]}")]
    return []
