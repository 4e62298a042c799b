#!/usr/bin/env python3
"""Slips planted in the shipped games, one by one or several in one folder, and what `makeready check` finds of them.

    tests/planted.py --makeready target/release/makeready --seed 1 --count 3000
    tests/planted.py --makeready target/release/makeready --seed 1 --count 200 --each 10

Every slip is one that an author makes: a key, a name in a formula, a link, a word of a closed set, a reference or a rule
ID mistyped; a definition renamed; an entry written twice; a division by zero in a text; marks of other programs, and a comment behind a
text. A slip counts as found when a
finding stands in its file, as found on the line when one stands on the very line, and as accepted when a slip planted alone
leaves `check` without findings. A word within marks that `check` takes counts as found when a page shows it. Prints the shares by kind. Needs Python 3.11 and nothing else.
"""

import argparse
import collections
import json
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = ("dice-pool", "action-score", "treasure-hunters", "strains", "tri-core")
# Tri-Core takes four times as long to load as the others.
WEIGHTS = (3, 3, 3, 3, 1)

# Mappings whose keys are names of the game or free words: their slips are slips in references, planted as such.
FREE = {
    "stats", "choices", "skills", "inputs", "values", "palette", "notes", "set", "rulings", "given", "with", "adds", "effect",
    "fields", "secondary", "table", "usual",
}
# Keys whose value is one word of a closed set, or the id of something.
WORDS = {
    "kind", "of", "on", "block", "group", "family", "color", "back", "ornament", "each", "check", "procedure", "character",
    "item", "to", "value", "core", "aspect", "slot", "view", "display_font", "icon", "resource", "list",
}
KEY = re.compile(r"^(\s*(?:- )?(?:\{ )?)([a-z_]{4,})(: )")
# A key whose value stands on the lines below.
OPENS = re.compile(r"^(\s*(?:- )?)([a-z_]{4,}):$")
WORD = re.compile(r"(?<![\w.])([a-z_]+): ([a-z][a-z0-9-]{2,})(?=\s*$|[ ,}])")
FORMULA = re.compile(r'(formula|require|cost|roll|when|add): "([^"]+)"')
NAME = re.compile(r"(?<![\w.'])([a-z]+_[a-z_]+|ruling\.[a-z_]+)(?![\w(.'])")
LINK = re.compile(r"\[\[([a-z]+):([a-z0-9-]{4,})")
RULE = re.compile(r'(?<![\w])rule: ([A-Z]{2,}-[A-Z0-9-]+)')
TEXT = re.compile(r'(?<!\w)(text|reaction): "([^"{}]{12,})"')
# Marks that an author means, in a text of a card: each holds a word of its own, which is either shown or reported.
MARKED = (
    "**{} never ends", "*{} neither", "<b>{}</b>", "<!-- {} -->", "~~{}~~", "`{}`", "_{}_", "[^{}]", "2*{}*3", "5'10\\\" {}", "\\\\*{}",
    "Choose:\\n- {}\\n- b", "Do:\\n1. {}\\n2. b", "- [x] {}", "## {}\\n\\nx", "| {} |\\n|---|\\n| b |", "a\u030a{}",
)
# The end of a text without quotes, where YAML begins a comment.
BARE = re.compile(r"^\s*(?:- )?(?:name|label|title|summary|text): [A-Za-z][^\"'#{}\[\]|>&*]*$")
ENTRY = re.compile(r"^\s+- \{ id: [a-z_0-9-]+,.*\}$")
# What links call the entries of a list.
LINKED = {
    "stats": "stat", "derived": "stat", "conditions": "condition", "skills": "skill", "actions": "action",
    "references": "reference", "terms": "term", "keywords": "keyword", "traits": "trait", "rulings": "ruling",
    "checks": "check",
}
ID = re.compile(r"^\s*- (?:\{ )?id: ([a-z][a-z0-9_-]{3,})")


def mistyped(word, chance):
    """The word with two letters exchanged, one left out, or one doubled."""
    letters = [place for place, letter in enumerate(word) if letter.isalpha()]
    for _ in range(20):
        place = chance.choice(letters[1:] or letters)
        way = chance.randrange(3)
        if way == 0 and place + 1 < len(word) and word[place + 1].isalpha():
            other = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        elif way == 1 and len(word) > 4:
            other = word[:place] + word[place + 1 :]
        else:
            other = word[:place] + word[place] + word[place:]
        if other != word:
            return other
    return word + "x"


class Game:
    """The files of a game, by path, as lines; and every place where a slip can be planted."""

    def __init__(self, content, name):
        self.name = name
        root = Path(content, name)
        self.files = {
            str(path.relative_to(root)): path.read_text(encoding="utf-8").split("\n")
            for path in sorted(root.rglob("*"))
            if path.suffix in (".yaml", ".md")
        }
        self.places = collections.defaultdict(list)
        whole = "\n".join("\n".join(lines) for lines in self.files.values())
        for path, lines in self.files.items():
            self.read(path, lines, whole)

    def read(self, path, lines, whole):
        above = []
        for number, line in enumerate(lines):
            body = line.split(" #")[0]
            if path.endswith(".md"):
                for found in LINK.finditer(body):
                    self.places["link"].append((path, number, found.start(2), found.end(2)))
                if re.match(r"[A-Z][a-z].{40,}", body) and "`" not in body and "{" not in body and number > 6:
                    self.places["run time"].append((path, number, len(line), len(line)))
                continue
            indent = len(line) - len(line.lstrip())
            above = [(depth, key) for depth, key in above if depth < indent]
            key = KEY.match(body)
            is_free = bool(above) and above[-1][1] in FREE
            if key and not is_free and key[2] != "affects":
                self.places["key"].append((path, number, key.start(2), key.end(2)))
            opens = OPENS.match(body)
            if key or opens:
                above.append((indent, (key or opens)[2]))
            for found in FORMULA.finditer(body):
                for name in NAME.finditer(found[2]):
                    start = found.start(2) + name.start(1)
                    self.places["name"].append((path, number, start, start + len(name[1])))
            for found in WORD.finditer(body):
                if found[1] in WORDS and not is_free:
                    self.places["word"].append((path, number, found.start(2), found.end(2)))
            for found in LINK.finditer(body):
                self.places["link"].append((path, number, found.start(2), found.end(2)))
            for found in RULE.finditer(body):
                self.places["rule"].append((path, number, found.start(1), found.end(1)))
            for found in TEXT.finditer(body):
                self.places["run time"].append((path, number, found.end(2), found.end(2)))
                self.places["marks"].append((path, number, found.end(2), found.end(2)))
            if BARE.match(line):
                self.places["comment"].append((path, number, len(line), len(line)))
            if ENTRY.match(body):
                self.places["twice"].append((path, number, 0, 0))
            found = ID.match(body)
            linked = found and above and LINKED.get(above[-1][1])
            if linked and re.search(rf"\[\[{linked}:{re.escape(found[1])}[\]|]", whole):
                self.places["renamed"].append((path, number, found.start(1), found.end(1)))

    def plant(self, kind, place, lines, chance):
        """Plants a slip; the file and line (from 1) on which it should be found, and the words it broke."""
        path, number, start, end = place
        line = lines[path][number]
        word = line[start:end]
        if kind == "twice":
            lines[path][number] = f"{line}\n{line}"
            return path, number + 2, line.strip()
        if kind == "run time":
            slip = " {1 / 0}"
        elif kind == "comment":
            slip = f" #{chance.randrange(1, 10)} more"
        elif kind == "marks":
            word = f"planted{chance.randrange(10**6)}"
            slip = " " + chance.choice(MARKED).format(word)
        elif kind == "rule":
            slip = chance.choice(['""', '"{"', f'"{word} {word}"'])
        else:
            slip = mistyped(word, chance)
        lines[path][number] = line[:start] + slip + line[end:]
        return path, number + 1, word


class Setting:
    """What every worker knows."""

    games = ()
    makeready = ""
    content = ""
    seed = ""
    each = 1


def findings(game, lines):
    """The findings of a game as it is in `lines`."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(Path(Setting.content, game.name), Path(folder, game.name))
        for path in lines:
            if lines[path] != game.files[path]:
                Path(folder, game.name, path).write_text("\n".join(lines[path]), encoding="utf-8")
        ran = subprocess.run(
            [Setting.makeready, "check", "--no-print", "--content", folder, "--format", "json"], capture_output=True, timeout=120, check=False
        )
        if ran.returncode not in (0, 1):
            raise RuntimeError(ran.stderr.decode())
        for finding in json.loads(ran.stdout)["diagnostics"]:
            finding["file"] = finding["file"].split(f"{game.name}/", 1)[-1]
            yield finding


def shows(game, lines, word):
    """Whether the pages of a game show a word."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(Path(Setting.content, game.name), Path(folder, "content", game.name))
        for path in lines:
            if lines[path] != game.files[path]:
                Path(folder, "content", game.name, path).write_text("\n".join(lines[path]), encoding="utf-8")
        out = Path(folder, "out")
        command = [Setting.makeready, "build", "--content", f"{folder}/content", "--out", out, "--no-print", "--no-cache"]
        subprocess.run(command, capture_output=True, timeout=300, check=True)
        return any(word in page.read_text(encoding="utf-8") for page in out.rglob("*.html"))


def attempt(index):
    """Plants the slips of one folder, and says of each how it was found."""
    chance = random.Random(f"{Setting.seed}/{index}")
    game = chance.choices(Setting.games, WEIGHTS)[0]
    lines = {path: list(text) for path, text in game.files.items()}
    planted, taken = [], set()
    for _ in range(Setting.each):
        for _ in range(50):
            kind = chance.choice(sorted(game.places))
            place = chance.choice(game.places[kind])
            # Slips that are independent stand in entries of their own.
            if all((place[0], number) not in taken for number in range(place[1] - 12, place[1] + 12)):
                break
        else:
            continue
        taken.add((place[0], place[1]))
        before = {path: text for path, text in lines.items()}
        planted.append((kind, *game.plant(kind, place, lines, chance)))
        assert before is not lines
    # Lines that were written twice move those below them.
    shifts = [(path, line) for kind, path, line, _ in planted if kind == "twice"]
    found = list(findings(game, lines))
    told = []
    for kind, path, line, word in planted:
        at = line + sum(1 for other, above in shifts if other == path and above < line)
        spots = {(f["file"], f["line"]) for f in found}
        spots |= {(r["file"].split(f"{game.name}/", 1)[-1], r["line"]) for f in found for r in f.get("related", [])}
        # What was renamed is missed where it is named.
        names_it = any(word in f["message"] for f in found)
        on_line = (path, at) in spots or (kind == "renamed" and names_it)
        in_file = on_line or any(f["file"] == path for f in found) if Setting.each == 1 else on_line
        # What is written well is shown.
        is_shown = kind == "marks" and not found and shows(game, lines, word)
        told.append((kind, game.name, path, at, word, on_line or is_shown, in_file or is_shown, bool(found) or is_shown))
    return index, told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--makeready", required=True)
    parser.add_argument("--content", default="content")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--show", action="store_true", help="name every slip that was not found on its line")
    arguments = parser.parse_args()
    Setting.makeready, Setting.content = os.path.abspath(arguments.makeready), arguments.content
    Setting.seed, Setting.each = arguments.seed, arguments.each
    Setting.games = [Game(arguments.content, name) for name in GAMES]
    total, on_line, in_file, accepted = (collections.Counter() for _ in range(4))
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        for index, told in pool.imap_unordered(attempt, range(arguments.count)):
            for kind, game, path, line, word, is_on_line, is_in_file, is_found in told:
                total[kind] += 1
                on_line[kind] += is_on_line
                in_file[kind] += is_in_file
                accepted[kind] += not is_found
                if arguments.show and not is_on_line:
                    how = "ACCEPTED" if not is_found else "elsewhere"
                    print(f"{how}: {kind}: {game}/{path}:{line}: {word} (folder {index})", flush=True)
    for kind in sorted(total):
        print(f"{kind:9} {total[kind]:5} planted, {on_line[kind]:5} on the line, {in_file[kind]:5} in the file, {accepted[kind]} accepted")
    planted, hit = sum(total.values()), sum(on_line.values())
    print(f"all       {planted:5} planted, {hit:5} on the line ({100 * hit / planted:.1f} %), {sum(accepted.values())} accepted")
    sys.exit(1 if sum(accepted.values()) else 0)


if __name__ == "__main__":
    main()
