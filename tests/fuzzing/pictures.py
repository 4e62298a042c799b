"""Mutations of pictures: drawings, PNGs and JPEGs by chance, placed where entries may have one."""

import re

from picturing import drawings, pixels

from .folder import YAML, Empty, Link, Pipe
from .registry import mutation, quoted

KINDS = {"svg": drawings.drawing, "png": pixels.png, "jpg": pixels.jpeg}
CHANCES = ["svg"] * 5 + ["png"] * 2 + ["jpg"]
# What a picture cannot be. The largest numbers and depths are those of `picturing`.
BROKEN = [
    b"", b"<svg/>", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"RIFF0000WEBP", b"%PDF-1.7",
    b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 0 0'><path d='M0 0h1'/></svg>", b"\x00" * 5000, b"<html>", b"\xff\xfe<\x00s\x00",
    b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>" + b"<g>" * 5000, b"<!DOCTYPE x [<!ENTITY a 'b'>]><svg>&a;</svg>",
]  # fmt: skip
PATHS = [
    "art/nosuch.svg", "art", "art/", "", ".", "../x.svg", "/etc/passwd", "art/../art/x.svg", "ART/x.svg", "art\\x.svg", "art/x.svg ", "x.svg",
    "http://x/y.svg", "art/\u00e9.svg", "art/e\u0301.svg", "art/a b.svg", "art/#.svg", "art/%20.svg", "art/.svg", "art/x.svg.png", "icons/x.svg",
]  # fmt: skip
FOCUS = ["[50, 50]", "[0, 0]", "[100, 100]", "[101, 0]", "[-1, 50]", "[1e9, 0]", "[50]", "[a, b]", "50", "[0.5, 99.9]"]
# Folders and files with entries that may have a picture. Most have a card.
WITH_ART = re.compile(r"/(actions|references|abilities|archetypes|characters|npcs)/|/(skills|conditions|system)\.yaml$")
BLOCK = re.compile(r"^(?P<indent> *)- id: *[a-z][\w-]*[ ]*\n", re.MULTILINE)
FLOW = re.compile(r"\{ *id: *[a-z][\w-]*,")
WHOLE = re.compile(r"^id: *[a-z][\w-]*[ ]*\n", re.MULTILINE)


def places(text):
    """Where a key can be put into an entry: the place, and what stands before and behind the key."""
    found = [(match.end(), f"{match['indent']}  ", "\n") for match in BLOCK.finditer(text)]
    found += [(match.end(), " ", ",") for match in FLOW.finditer(text)]
    return found + [(match.end(), "", "\n") for match in WHOLE.finditer(text)]


def picture(rng):
    """The bytes of a picture, and the ending that its name should have."""
    ending = rng.choice(CHANCES)
    return (rng.choice(BROKEN) if rng.random() < 0.08 else KINDS[ending](rng)), ending


def told(path, rng):
    """A picture as an entry names it."""
    if rng.random() < 0.6:
        return path if re.fullmatch(r"[\w./-]+", path) else quoted(path)
    parts = [f"file: {quoted(path)}"]
    if rng.random() < 0.6:
        parts.append(f"focus: {rng.choice(FOCUS)}")
    parts += [f"{key}: {quoted(rng.choice(['x', '', 'Two words', 'W' * 200]))}" for key in ("alt", "credit", "licence") if rng.random() < 0.4]
    return f"{{ {', '.join(parts)} }}"


@mutation(14)
def art_of_entry(folder, rng):
    """An entry gets a picture, sound or not, there or not; sometimes several entries get the same one."""
    paths = [path for path in folder.files(YAML) if WITH_ART.search(path)]
    if not paths:
        return None
    path = rng.choice(paths)
    text, game = folder.text(path), path.split("/")[0]
    found = places(text)
    if not found:
        return None
    made, ending = picture(rng)
    name = f"art/x.{ending if rng.random() < 0.9 else rng.choice(['svg', 'png', 'jpeg', 'txt', 'SVG'])}"
    named = name if rng.random() < 0.9 else rng.choice(PATHS)
    holds = made if rng.random() < 0.97 else rng.choice([Empty(), Pipe(), Link("../system.yaml"), Link("x.svg"), Link("/etc/passwd")])
    folder.entries[f"{game}/{name}"] = holds
    chosen = [rng.choice(found)] if rng.random() < 0.8 else found
    for at, before, behind in sorted(chosen, reverse=True):
        text = text[:at] + f"{before}art: {told(named, rng)}{behind}" + text[at:]
    folder.put(path, text)
    return f"{path}: {len(chosen)} entries have the picture {named!a}, {name} is {shown_picture(holds)}"


def shown_picture(holds):
    return f"{len(holds)} bytes" if isinstance(holds, bytes) else str(holds)


@mutation(3)
def icon_of_game(folder, rng):
    """The game gets an icon of its own by chance, and its texts and cards may show it."""
    systems = folder.systems()
    if not systems:
        return None
    game, (made, ending) = rng.choice(systems), picture(rng)
    flat = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1h7v7z'/></svg>"
    name = rng.choice(["own", "own", "own", "fist", "Own", "a b", "none", "x" * 80])
    holds = rng.choice([flat, flat, made])
    folder.entries[f"{game}/icons/{name}.{'svg' if holds is flat else ending}"] = holds
    for path in folder.files(YAML):
        if path.startswith(f"{game}/"):
            folder.put(path, re.sub(r"\bicon: *[a-z][\w-]*", f"icon: {quoted(name)}", folder.text(path), count=rng.choice([1, 1, 0])))
    return f"{game}: the icon {name[:20]} of {len(holds)} bytes"
