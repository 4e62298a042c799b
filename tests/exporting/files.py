"""What is in the files of an export, and how it differs from what was asked for."""

import collections
import hashlib
import itertools
import re
import struct
import subprocess

# One face in the tags of a PDF, and its text below.
FACE = re.compile(r'^  Art "(.*)"\n((?:    .*\n?)*)', re.M)
ENTRY = re.compile(r"^  - (.*(?:\n    .*)*)", re.M)
KEY = re.compile(r'^\s*(\w+): (?:"(.*)"|(.*))$', re.M)
# A note on a card that goes on: its id, and over how many faces.
GOES_ON = re.compile(r"^note: ([\w-]+): .* continues on (\d+) faces", re.M)
# The name of a picture of a back. All others are of faces.
BACK = re.compile(r"back(-|\.)")
CREDITS = "Credits"


def letters(text):
    return re.sub(r"[\W_]+", "", text).casefold()


def parts_of(notes):
    """The numbers of cards over which cards go on, by id."""
    parts = collections.defaultdict(set)
    for card, count in GOES_ON.findall(notes):
        parts[card].add(int(count))
    return parts


def counted(expected, found, notes, what):
    """Faults in the numbers of faces. A card that goes on has each of its copies several times, as notes say."""
    parts = parts_of(notes)
    faults = [f"{what}: {key} was not asked for" for key in found.keys() - expected.keys()]
    for key, decks in expected.items():
        ways = [[copies * count for count in {1, *parts[card]}] for (card, _), copies in decks.items()]
        if found[key] not in {sum(way) for way in itertools.product(*ways)}:
            faults.append(f"{what}: {key}: {decks.total()} copies asked for, {found[key]} faces found")
    return faults


def tally(faces, key):
    """The copies of faces by a key, and there by card and owner: the card of one person may go on, and that of another not."""
    decks = collections.defaultdict(collections.Counter)
    for face in faces:
        decks[key(face)][face.id, face.owner] += 1
    return decks


def of_pdf(path, faces, notes, places, has_backs):
    """Faults of a PDF of cards. `places` are the fewest and most places on a page."""
    tags = output("pdfinfo", "-struct-text", path)
    names = {face.name for face in faces}
    found = [(whole_title(title, text, names), letters(text)) for title, text in FACE.findall(tags) if title != CREDITS]
    expected = tally(faces, lambda face: face.name)
    # Two cards of one name count together, so each may go on by itself.
    faults = counted(expected, collections.Counter(title for title, _ in found), notes, "PDF")
    parts = parts_of(notes)
    # What goes on may do so on the backs of a sheet, which come behind all of its fronts.
    go_on = {face.name for face in faces if face.id in parts} if has_backs else set()
    order, asked = in_order([title for title, _ in found], go_on), in_order([face.name for face in faces], go_on)
    faults += [f"PDF: cards in the order {order}, asked for {asked}"] if order != asked else []
    # Where no card goes on, faces and cards are the same in number and order.
    if len(found) == len(faces):
        for face, (_, text) in zip(faces, found):
            if letters(face.owner) not in text:
                faults.append(f"PDF: {face.name} does not name its owner {face.owner}")
    words = letters(output("pdftotext", path, "-"))
    for first, count in collections.Counter(letters(title.split()[0]) for title, _ in found if title).items():
        if words.count(first) < count:
            faults.append(f"PDF: the text has `{first}` {words.count(first)} times, not {count}")
    pages = int(re.search(r"^Pages: +(\d+)", output("pdfinfo", path), re.M)[1])
    sheets = pages // 2 if has_backs else pages
    on_backs = sum(max(parts[face.id]) // 2 for face in faces if face.id in parts) if has_backs else 0
    fewest, most = -(-(len(found) - on_backs) // places[1]), -(-(len(found) + 1) // places[0])
    faults += [f"PDF: {pages} pages for {len(found)} faces, {places} to a page"] if not fewest <= sheets <= most else []
    faults += [f"PDF: {pages} pages with backs"] if has_backs and pages % 2 else []
    return faults


def in_order(titles, go_on):
    """Titles in order: where each of them begins, and every run of those that do not go on."""
    runs = [title for title, _ in itertools.groupby(title for title in titles if title not in go_on)]
    return list(dict.fromkeys(titles)), runs


def whole_title(title, text, names):
    """The title of a face. `pdfinfo` cannot write titles with letters beyond Latin-1, which then are those that its text begins with."""
    if title in names or title.isascii():
        return title
    text = letters(text)
    return max((name for name in names if letters(name) in text), key=len, default=title)


def entries(folder):
    """The entries of `cards.yaml`: each a mapping of keys to texts."""
    text = (folder / "cards.yaml").read_text(encoding="utf-8")
    return [{key: quoted or plain for key, quoted, plain in KEY.findall(entry)} for entry in ENTRY.findall(text)]


def of_pictures(folder, faces, notes, summary, pixels, common):
    """Faults of a folder of pictures. `pixels` is the size of each, and `common` what a back is without a name."""
    if not (folder / "cards.yaml").exists():
        return ["there is no cards.yaml"]
    listed = entries(folder)
    for entry in listed:
        entry.setdefault("owner", "")
    # A face that goes on may do so on its own back, whatever back was asked for.
    over = {entry["back"] for entry in listed if "back" in entry and not BACK.match(entry["back"])}
    go_over = {(entry["card"], entry["owner"]) for entry in listed if entry.get("back") in over}
    back_of = lambda card, back: "its own" if card in go_over else back
    expected = tally(faces, lambda face: (face.name, face.owner, back_of((face.name, face.owner), face.back or common)))
    pictures_of_backs = {entry["back"] for entry in listed if "back" in entry} - over
    backs = back_names({face.back or common for face in faces}, pictures_of_backs, common)
    found = collections.Counter()
    for entry in listed:
        card = entry["card"], entry["owner"]
        sides = 2 if entry.get("back") in over else 1
        found[*card, back_of(card, backs.get(entry.get("back")))] += sides * int(entry["copies"])
    faults = counted(expected, found, notes, "cards.yaml")
    files = {path.name for path in folder.iterdir() if path.is_file()}
    named = {entry["file"] for entry in listed} | {entry["back"] for entry in listed if "back" in entry}
    faults += [f"{name} is listed and missing" for name in named - files]
    faults += [f"{name} is there and not listed" for name in files - named - {"cards.yaml", "credits.txt"}]
    shown = collections.defaultdict(set)
    for entry in listed:
        shown[entry["file"]].add((entry["card"], entry["owner"], entry.get("face")))
    faults += [f"{name} is the picture of {sorted(map(str, one))}" for name, one in shown.items() if len(one) > 1]
    # Different cards are different pictures. The smallest cards name no owner, so that two people may have the same card.
    hashes = collections.defaultdict(set)
    for name in shown.keys() & files:
        picture = (folder / name).read_bytes()
        hashes[hashlib.sha256(picture).digest()].add(name)
        size = struct.unpack(">II", picture[16:24])
        if any(abs(have - want) > 1 for have, want in zip(size, pixels)):
            faults.append(f"{name} has {size} pixels, not {pixels}")
    cards = {entry["file"]: entry["card"] for entry in listed}
    faults += [f"{sorted(names)} are one picture" for names in hashes.values() if len({cards[name] for name in names}) > 1]
    pngs = {name for name in files if name.endswith(".png")}
    bleed = folder / "bleed"
    pictures = len(shown.keys() | over) * (2 if bleed.exists() else 1)
    told = re.search(r"(\d+) pictures of (\d+) cards", summary)
    if not told or (int(told[1]), int(told[2])) != (pictures, len(faces)):
        faults.append(f"the summary says `{summary.strip().splitlines()[-1]}`: {pictures} pictures, {len(faces)} cards")
    if bleed.exists() and {path.name for path in bleed.glob("*.png")} != pngs:
        faults.append("pictures with bleed are others than those without")
    return faults


def back_names(asked, pictures, common):
    """The back in each picture: `back-compass.png` is a compass, and `back.png` the only back without such a name, or the common one."""
    names = {None: "none", **{f"back-{back}.png": back for back in asked}}
    left = [back for back in asked - {"none"} if f"back-{back}.png" not in pictures]
    return names | ({"back.png": [*left, common][0]} if len(left) < 2 else {})


def output(*command):
    return subprocess.run(command, capture_output=True, timeout=600, check=True).stdout.decode("utf-8", "replace")
