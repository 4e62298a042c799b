#!/usr/bin/env python3
"""The same commands with an empty cache, with a full one, and with one that other commands have filled.

    tests/cache.py --makeready target/release/makeready

Runs every command in three states of the cache and compares stdout, stderr, the exit code and the bytes of all files that it
wrote. The states: the cache is deleted before each command; a build of everything has filled it; other commands have filled
it, in an order that the seed decides. Seconds are not compared, nor what says how much of an output was up to date. Needs
Python 3.11 and nothing else.
"""

import argparse
import hashlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = ("action-score", "dice-pool", "strains", "treasure-hunters", "tri-core")
# A check of each game that takes no further arguments, a character, a value and a procedure.
CHECKS = {
    "action-score": "attack",
    "dice-pool": "skill-check",
    "strains": "skill-check",
    "treasure-hunters": "self-check",
    "tri-core": "accuracy",
}
SECONDS = re.compile(r"\b\d+(\.\d+)? s\b")
# What a build says of how much it had to make.
PROGRESS = re.compile(r"^(\d+ files in \S+).*$|^replacing .*\n|^keeps .*\n", re.M)


def people(content, game, folder):
    return [f"content/{game}/{folder}/{path.name}" for path in sorted((content / game / folder).glob("*.yaml"))]


def commands(content):
    """Lines of arguments. `-o out` and `--out out` are files or folders that are compared."""
    lines = []
    for game in GAMES:
        characters, npcs = people(content, game, "characters"), people(content, game, "npcs")
        first, last = characters[0], characters[-1]
        lines += [["sheet", who, "--paper", "letter", "-o", "out"] for who in characters]
        lines += [
            ["sheet", last, "--paper", "a4", "-o", "out"],
            ["sheet", game, "--blank", "--paper", "letter", "-o", "out"],
            ["sheet", first, "--format", "json"],
            ["cards", last, "--paper", "letter", "-o", "out"],
            ["handout", *npcs, "--paper", "letter", "-o", "out"],
            ["handout", *npcs, "--paper", "letter", "--layout", "short", "-o", "out"],
            ["handout", npcs[0], "--paper", "letter", "--layout", "full", "-o", "out"],
            ["npc", game, "--count", "3", "--seed", "7", "-o", "out"],
            ["odds", game, CHECKS[game]],
            ["check", "--system", game],
        ]
    lines += [
        ["cards", "strains", "--blank", "2", "-o", "out"],
        ["cards", "content/tri-core/characters/kael.yaml", "--only", "defense", "--format", "png", "-o", "out"],
        ["npc", "tri-core", "--count", "2", "--format", "md"],
        ["explain", "content/tri-core/characters/kael.yaml", "hp_max"],
        ["cost", "content/tri-core/abilities/surge.yaml", "--character", "content/tri-core/characters/kael.yaml"],
        ["resolve", "content/tri-core/characters/kael.yaml", "--list"],
        ["book", "action-score", "--paper", "letter", "-o", "out"],
        ["build", "--system", "dice-pool", "--verbose", "--out", "out"],
        ["build", "--system", "strains", "--verbose", "--only", "print", "--out", "out"],
        ["build", "--system", "action-score", "--no-print", "--out", "out"],
        ["check"],
    ]
    return lines


def contents(path):
    """A file, or the files of a folder, as hashes."""
    if path.is_file():
        return {"": hashlib.blake2b(path.read_bytes()).hexdigest()}
    files = sorted(file for file in path.rglob("*") if file.is_file())
    return {str(file.relative_to(path)): hashlib.blake2b(file.read_bytes()).hexdigest() for file in files}


def run(makeready, folder, line):
    """What a command writes and says."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.unlink(missing_ok=True)
    done = subprocess.run([makeready, *line], cwd=folder, capture_output=True, text=True)
    said = [PROGRESS.sub(r"\1", SECONDS.sub("N s", text)) for text in (done.stdout, done.stderr)]
    return {"exit code": done.returncode, "stdout": said[0], "stderr": said[1], "files": contents(out)}


def spoil(content):
    """One character with an unknown key, one with a stat that breaks a rule of the game."""
    for name, old, new in (("action-score/characters/odile.yaml", "portrait:", "portrat:"),
                           ("dice-pool/characters/bram.yaml", "stats: { body: ", "stats: { body: -")):
        path = content / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old} in {name}"
        path.write_text(text.replace(old, new), encoding="utf-8")


def compare(line, states):
    """The differences between states of the cache, as lines."""
    (first, expected), *others = states
    faults = []
    for name, found in others:
        for key, value in expected.items():
            if found[key] == value:
                continue
            if key == "files":
                paths = sorted(set(value) | set(found[key]))
                found_in = [path or "out" for path in paths if value.get(path) != found[key].get(path)]
                faults.append(f"files, {first} and {name}: {', '.join(found_in[:5])} ({len(found_in)} differ)")
            else:
                faults.append(f"{key}, {first}: {value!r}\n    {name}: {found[key]!r}")
    return faults


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--makeready", required=True, type=Path)
    options.add_argument("--content", default=Path("content"), type=Path)
    options.add_argument("--seed", default=1, type=int)
    options = options.parse_args()
    makeready = options.makeready.resolve()
    failed = count = 0
    for is_spoiled in (False, True):
        with tempfile.TemporaryDirectory(prefix="cache-") as temporary:
            folder = Path(temporary)
            shutil.copytree(options.content, folder / "content")
            lines = commands(folder / "content")
            if is_spoiled:
                spoil(folder / "content")
                lines = [line for line in lines if line[0] in ("check", "build", "odds") or "letter" in line]
                lines = [line for line in lines if any("dice-pool" in word or "action-score" in word for word in line)]
            caches = [folder / ".makeready", folder / "content" / ".makeready"]

            def clear():
                for cache in caches:
                    shutil.rmtree(cache, ignore_errors=True)

            results = {}
            for number, line in enumerate(lines):
                clear()
                results[number] = [("an empty cache", run(makeready, folder, line))]
            assert any(cache.exists() for cache in caches), "no command has filled a cache"
            clear()
            order = list(range(len(lines)))
            random.Random(options.seed).shuffle(order)
            for number in order:
                results[number].append(("one that other commands filled", run(makeready, folder, lines[number])))
            clear()
            subprocess.run([makeready, "build", "--quiet", "--out", "dist"], cwd=folder, capture_output=True)
            for number, line in enumerate(lines):
                results[number].append(("a full cache", run(makeready, folder, line)))
            for number, line in enumerate(lines):
                if faults := compare(line, results[number]):
                    failed += 1
                    print(f"makeready {' '.join(line)}")
                    for fault in faults:
                        print(f"    {fault}")
            count += len(lines)
    print(f"{count - failed} of {count} commands say and write the same whatever the cache holds")
    return 1 if failed else 0


sys.exit(main())
