"""Mutations of the files themselves: gone, empty, elsewhere, or no files at all."""

import os

from .folder import CAMPAIGN, TEXT, YAML, Empty, Link, Pipe
from .registry import mutation

# Beside the content folder there is a folder of this name, which nothing may read or change.
OUTSIDE = "outside"
# Names that no content file should have. Those with lone surrogates are not UTF-8 on the disk.
NAMES = [
    "\udcff\udcfe.yaml", "\udc80", " .yaml", ".yaml", "..yaml", "-.yaml", "a b.yaml", "a\nb.yaml", "a\tb.yaml",
    "\x1b[31m.yaml", "x" * 250 + ".yaml", "x" * 300 + ".yaml", "X.YAML", "x.yml", "x.YML", "x.md", "x.txt", "x",
    "*.yaml", "?.yaml", "\\.yaml", "a:b.yaml", "'.yaml", '".yaml', "\u00e9.yaml", "e\u0301.yaml", "\u706b.yaml",
    "\u202e.yaml", "\u200b.yaml", "con.yaml", "system.yaml", "rules.yaml", "rules/x.yaml", "rules/99-x.md",
    "rules/README.md", "rules/01-the-night/x.md", "rules/x.md", "rules/1-x.md", "characters/x.md",
    "characters/sub/x.yaml", "actions/.hidden.yaml", "actions/x.yaml.bak", "deep/" * 40 + "x.yaml",
    "deep/" * 600 + "x.yaml", "new/system.yaml", "index.html", "manifest.json",
]  # fmt: skip
CONTENTS = [
    b"", b"\n", b"# nothing\n", b"format_version: 1\n", b"format_version: 2\n", b"format_version: one\n",
    b"format_version:\n", b"---\n", b"null\n", b"[]\n", b"{}\n", b"x", b"\xff\xfe", b"\x00", b"- - -\n",
    b"format_version: 1\nid: x\n", b"'", b"\t", b"format_version: 1\nformat_version: 1\n", b"format_version: 1e0\n",
    b"%PDF-1.7\n", b"\x89PNG\r\n", b"<html>",
]  # fmt: skip
PAPERS = [
    "a4", "letter", "legal", "a3", "210x297mm", "148mmx210mm", "5inx7in", "63.5mmx88.9mm", "30mmx30mm", "1mmx1mm",
    "0mmx0mm", "-1mmx5mm", "99999mmx99999mm", "1e9mmx1mm", "naninfx1", "a44", "\u00e9mmx1mm", "x", "1",
]  # fmt: skip
CARD_SIZES = ["poker", "poker", "tarot", "bridge", "mini", "63x88mm", "25x25mm", "9x400mm", "nosuch", "63x88", ""]


def any_path(folder, rng):
    paths = sorted(folder.entries)
    return rng.choice(paths) if paths else None


@mutation(1.5)
def other_content(folder, rng):
    path = folder.pick(rng)
    if path is None:
        return None
    folder.entries[path] = rng.choice(CONTENTS)
    return f"{path} holds {folder.entries[path]!r}"


@mutation(2)
def remove_file(folder, rng):
    path = any_path(folder, rng)
    if path is None:
        return None
    del folder.entries[path]
    return f"{path} taken out"


@mutation(1)
def remove_folder(folder, rng):
    path = any_path(folder, rng)
    if path is None or "/" not in path:
        return None
    top = path.rsplit("/", 1)[0] + "/"
    for inner in [inner for inner in folder.entries if inner.startswith(top)]:
        del folder.entries[inner]
    return f"{top} taken out"


def strange_name(folder, rng):
    """A path in the content folder, beside its systems or in one."""
    systems = [f"{system}/" for system in folder.systems()] * 3
    inner = [os.path.dirname(path) + "/" for path in folder.files() if "/" in path]
    return rng.choice(["", *systems, *inner]) + rng.choice(NAMES)


@mutation(1.5)
def rename_file(folder, rng):
    path = any_path(folder, rng)
    if path is None:
        return None
    near = [path + "x", path.replace(".yaml", ".yml"), path.upper(), os.path.basename(path)]
    new = rng.choice([strange_name(folder, rng), any_path(folder, rng), *near])
    folder.entries[new] = folder.entries.pop(path)
    return f"{path} is {new[:80]!a}"


@mutation(1.5)
def copy_file(folder, rng):
    path = any_path(folder, rng)
    if path is None:
        return None
    near = [path.replace(".yaml", "-2.yaml"), path.replace(".", "-2.", 1)]
    new = rng.choice([strange_name(folder, rng), any_path(folder, rng), *near])
    folder.entries[new] = folder.entries[path]
    return f"{path} also as {new[:80]!a}"


@mutation(1)
def new_file(folder, rng):
    path = strange_name(folder, rng)
    folder.entries[path] = rng.choice(CONTENTS)
    return f"{path[:80]!a} holds {folder.entries[path]!r}"


@mutation(1)
def copy_system(folder, rng):
    """The whole game once more in another folder, its id changed or not."""
    systems = folder.systems()
    if not systems:
        return None
    old, new = rng.choice(systems), rng.choice(["second", "a b", "\u00e9", "second", "site", "..."])
    for path in [path for path in folder.entries if path.startswith(f"{old}/")]:
        folder.entries[new + path[len(old) :]] = folder.entries[path]
    told = rng.random() < 0.7
    if told and f"{new}/system.yaml" in folder.files(YAML):
        folder.put(f"{new}/system.yaml", folder.text(f"{new}/system.yaml").replace(f"id: {old}", f"id: {new}", 1))
    return f"{old}/ also as {new}/, {'with' if told else 'without'} its own id"


@mutation(2)
def no_file(folder, rng):
    """A folder, a link or a pipe where a file was, or beside it."""
    path = any_path(folder, rng)
    if path is None:
        return None
    name = os.path.basename(path)
    new = path if rng.random() < 0.6 else strange_name(folder, rng)
    outside = "../" * (new.count("/") + 1) + OUTSIDE
    targets = ["nowhere", name, f"./{name}", ".", "..", f"{outside}/secret.yaml", outside, "/etc/passwd", "/", ""]
    others = [other for other in folder.files(TEXT) if other != new]
    if others:
        to_file = os.path.relpath(rng.choice(others), os.path.dirname(new) or ".")
        targets += [to_file, os.path.dirname(to_file) or "."]
    folder.entries[new] = rng.choice([Empty(), Pipe(), *(Link(target) for target in targets)])
    return f"{new[:80]!a} is {folder.entries[new]}"


@mutation(1)
def other_campaign(folder, rng):
    """A campaign that decides rulings, sound or not."""
    systems = folder.systems() or ["x"]
    keys = folder.names("rulings.yaml") or ["x"]
    ruling, reading = rng.choice(keys), rng.choice(keys)
    decided = [f"{{ {ruling}: {reading} }}", f"{{ {systems[0]}: {{ {ruling}: {reading} }} }}", f"{{ {ruling}: {{}} }}"]
    rulings = rng.choice(["{}", "{}", *decided, "{ nosuch: { a: b } }", "[]", "null", "x"])
    paper, size, odds = rng.choice(PAPERS), rng.choice(CARD_SIZES), rng.choice(["true", "true", "false", "1"])
    print_on = f"paper: {paper}\ncard_size: {size}\nodds_on_cards: {odds}\n"
    folder.put(CAMPAIGN, f"format_version: 1\nrulings: {rulings}\n{print_on}")
    return f"{CAMPAIGN}: rulings {rulings}, paper {paper}, cards {size}"
