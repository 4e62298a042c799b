#!/usr/bin/env python3
"""Characters and NPCs of every game, computed by the program and a second time, side by side.

    tests/recompute/run.py --makeready target/release/makeready --people 100 --npcs 200

Varies the shipped characters and NPCs of each game, legally or not, and generates NPCs from a seed. Compares every value,
every value of an action, every roll of a skill, every bill and every verdict of `makeready sheet --format json` with the second
computation beside this file, which was written from the rules texts alone. Every difference is a fault, of the program or of
the second computation. Needs Python 3.11
and PyYAML.
"""

import argparse
import collections
import concurrent.futures
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
GAMES = ("action-score", "dice-pool", "strains", "treasure-hunters", "tri-core")


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


class Game:
    """What a game has to vary a character with."""

    def __init__(self, content, name):
        self.name, self.folder = name, content / name
        self.system = read(self.folder / "system.yaml")
        self.warnings = {rule["id"] for rule in self.system.get("legality", []) if rule.get("severity") == "warning"}
        self.people = [read(file) for part in ("characters", "npcs") for file in sorted((self.folder / part).glob("*.yaml"))]
        self.abilities = [file.stem for file in sorted((self.folder / "abilities").glob("*.yaml"))]
        conditions = self.folder / "conditions.yaml"
        conditions = read(conditions) if conditions.exists() else {}
        self.conditions = [entry["id"] for entry in conditions.get("conditions", [])]
        # Conditions of which one holds at a time.
        single = [group["id"] for group in conditions.get("groups", []) if group.get("holds") == "one"]
        of_group = lambda group: {entry["id"] for entry in conditions["conditions"] if entry.get("group") == group}
        self.states = [of_group(group) for group in single]
        traits = [read(file)["traits"] for file in sorted((self.folder / "traits").glob("*.yaml"))]
        self.traits = [entry["id"] for entries in traits for entry in entries if not entry.get("options")]
        self.items = [item for person in self.people for item in person.get("items", [])]


def vary(game, dice, number):
    """A shipped person with two to eight changes, in a file that says of which game it is."""
    person = copy.deepcopy(dice.choice(game.people))
    person.pop("art", None)
    person.pop("ally", None)
    person["id"] = f"varied-{number}"
    person["system"] = game.name
    for _ in range(dice.randint(2, 8)):
        change(game, dice, person)
    return person


def change(game, dice, person):
    kind = dice.choice(["stat", "stat", "input", "skill", "skill", "ability", "condition", "item", "trait", "choice", "advance"])
    stats = person.get("stats", {})
    if kind == "stat" and stats:
        stat = dice.choice(sorted(stats))
        stats[stat] += dice.choice([-3, -2, -1, 1, 1, 2, 3, 5])
    elif kind == "input":
        entry = dice.choice(game.system["inputs"])
        least, most = entry.get("min", 0), entry.get("max", 20)
        person.setdefault("inputs", {})[entry["id"]] = dice.randint(least, min(most, least + 24))
    elif kind == "skill" and person.get("skills"):
        skill = dice.choice(sorted(person["skills"]))
        ranks = person["skills"][skill]
        if isinstance(ranks, int):
            person["skills"][skill] = max(0, ranks + dice.choice([-1, 1, 2]))
        elif "rank" in ranks:
            ranks["rank"] = max(0, ranks["rank"] + dice.choice([-1, 1]))
        elif ranks:
            secondary = dice.choice(sorted(ranks))
            ranks[secondary] = max(0, ranks[secondary] + dice.choice([-1, 1, 2]))
    elif kind == "ability" and game.abilities:
        held = person.setdefault("abilities", [])
        if held and dice.random() < 0.4:
            held.pop(dice.randrange(len(held)))
        else:
            held.extend(ability for ability in [dice.choice(game.abilities)] if ability not in held)
    elif kind == "condition" and game.conditions:
        held = person.setdefault("conditions", [])
        taken = dice.choice(game.conditions)
        others = [entry for entry in held if entry != taken and not any({entry, taken} <= state for state in game.states)]
        person["conditions"] = [*others, taken]
    elif kind == "item":
        held = person.setdefault("items", [])
        if held and dice.random() < 0.5:
            held.pop(dice.randrange(len(held)))
        elif game.items:
            item = copy.deepcopy(dice.choice(game.items))
            wields = set(item.get("wields", []))
            others = [other for other in held if other["id"] != item["id"] and not wields & set(other.get("wields", []))]
            person["items"] = [*others, item]
    elif kind == "trait" and game.traits:
        held = person.setdefault("traits", [])
        if held and dice.random() < 0.4:
            held.pop(dice.randrange(len(held)))
        else:
            held.append(dice.choice(game.traits))
    elif kind == "choice" and person.get("choices"):
        choice = dice.choice(game.system["choices"])
        person["choices"][choice["id"]] = dice.choice(choice["options"])["id"]
    elif kind == "advance" and stats and "advance_value" in game.system:
        person.setdefault("advances", []).append({"stat": dice.choice(sorted(stats))})


# Dice of which some are kept: `4d10kh2+3` here, `4d10 [highest 2]+3` there. What a pool keeps and loses stands beside it here.
KEPT = re.compile(r"(\d+)d(\d+)k([hl])(\d+)")
BESIDE = re.compile(r" \[(out \d+, )?keep \d+\]")


def plain(text):
    """The text of a roll in one notation."""
    def kept(found):
        count, sides, which, keep = found.groups()
        return f"{count}d{sides}" if count == keep else f"{count}d{sides} [{dict(h='highest', l='lowest')[which]} {keep}]"

    return BESIDE.sub("", KEPT.sub(kept, str(text).replace("\N{MINUS SIGN}", "-")))


def texts(values):
    return {name: plain(value["text"]) for name, value in values.items()}


def bill(ability):
    """What both computations say of a bill."""
    prices = [
        [item["keyword"], item["list_price"]["text"], item["price"]["text"]] if item.get("list_price") else [item["keyword"]]
        for item in ability["items"]
    ]
    return {"keywords": prices, "values": texts(ability["values"]), "legal": ability["legal"], "broken": sorted(ability["broken"])}


def computed(sheet):
    """The JSON of a sheet, as the second computation writes it."""
    own = set(sheet["broken"]) - {rule for ability in sheet["abilities"] for rule in ability["broken"]}
    actions = {f"{action}.{name}": text for action, values in sheet["actions"].items() for name, text in texts(values).items()}
    return {
        "values": texts(sheet["values"]),
        "actions": actions,
        "skills": texts(sheet["skills"]),
        "abilities": {ability["ability"]: bill(ability) for ability in sheet["abilities"]},
        "legal": sheet["legal"],
        "broken": sorted(own),
    }


def by_the_program(makeready, file):
    """A sheet as JSON; none where the program refuses the file, with what it said."""
    done = subprocess.run([makeready, "sheet", file, "--format", "json"], capture_output=True, text=True)
    try:
        return computed(json.loads(done.stdout)), done.stderr
    except json.JSONDecodeError:
        return None, done.stderr


def by_the_rules(game, files):
    """The second computation of all files, by their names."""
    module = HERE / f"{game.name.replace('-', '_')}.py"
    abilities = game.folder / "abilities"
    options = ["--abilities", abilities] if abilities.exists() and game.name != "strains" else []
    done = subprocess.run([sys.executable, module, *options, *files], capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {line["file"]: line for line in lines}


# Rules of the source that the program holds as several, or names otherwise.
ONE_RULE = {"prerequisite": "trait", "trait-taken-twice": "trait", "secondary-of-new-skills": "secondary-different"}


def in_short(rules):
    """Broken rules, in which any trait that may not be taken is `trait`."""
    return sorted({"trait" if rule.startswith("trait:") else ONE_RULE.get(rule, rule) for rule in rules})


def differences(program, rules, warnings):
    """Each place that both know and that differs, and how."""
    for part in ("values", "actions", "skills"):
        for name in sorted(set(program[part]) & set(rules[part])):
            one, two = program[part][name], plain(rules[part][name])
            yield f"{part}.{name}", one, two
    for name in sorted(set(program["abilities"]) & set(rules["abilities"])):
        one, two = program["abilities"][name], rules["abilities"][name]
        if two["keywords"]:
            yield f"abilities.{name}.keywords", one["keywords"], [[str(part) for part in row] for row in two["keywords"]]
        for value in sorted(set(one["values"]) & set(two["values"])):
            yield f"abilities.{name}.values.{value}", one["values"][value], plain(two["values"][value])
        yield f"abilities.{name}.broken", one["broken"], sorted(two["broken"])
    yield "legal", program["legal"], rules["legal"]
    yield "broken", in_short(program["broken"]), in_short(rule for rule in rules["broken"] if rule not in warnings)


def people(game, options, folder):
    """The files of varied people and of generated NPCs."""
    dice = random.Random(f"{options.seed} {game.name}")
    files = []
    for number in range(options.people):
        file = folder / f"varied-{number}.yaml"
        file.write_text(yaml.safe_dump({"format_version": 1, **vary(game, dice, number)}, allow_unicode=True, sort_keys=False))
        files.append(file)
    if options.npcs:
        made = folder / "npcs"
        level = game.system["inputs"][0]
        for part in range(5):
            count = options.npcs // 5 or 1
            command = [options.makeready, "npc", game.name, "--count", str(count), "--seed", str(options.seed + part)]
            command += ["--format", "yaml", "-o", made / str(part), "--content", options.content]
            if level["id"] == "level" and game.name in ("tri-core",):
                command += ["--level", str([1, 4, 9, 14, 20][part])]
            subprocess.run(command, check=True, capture_output=True, text=True)
        files += sorted(made.rglob("*.yaml"))
    return files


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--makeready", required=True, type=lambda path: str(Path(path).resolve()))
    options.add_argument("--content", default=Path("content"), type=Path)
    options.add_argument("--games", nargs="*", default=GAMES)
    options.add_argument("--people", default=100, type=int, help="varied people of each game")
    options.add_argument("--npcs", default=200, type=int, help="generated NPCs of each game")
    options.add_argument("--seed", default=1, type=int)
    options.add_argument("--keep", type=Path, help="a folder to keep the files in")
    options = options.parse_args()
    options.content = options.content.resolve()
    failed = 0
    for name in options.games:
        game = Game(options.content, name)
        with tempfile.TemporaryDirectory(prefix="recompute-") as temporary:
            folder = (options.keep / name) if options.keep else Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            files = people(game, options, folder)
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                program = list(pool.map(lambda file: by_the_program(options.makeready, file), files))
            rules = by_the_rules(game, files)
        found = collections.defaultdict(list)
        compared = refused = legal = 0
        for file, (one, said) in zip(files, program):
            if one is None:
                refused += 1
                found[f"refused: {said.splitlines()[0] if said else ''}"].append((file.name, "", ""))
                continue
            legal += one["legal"]
            for place, ours, theirs in differences(one, rules[str(file)], game.warnings):
                compared += 1
                if ours != theirs:
                    found[place].append((file.name, ours, theirs))
        print(f"{name}: {len(files)} people, {legal} legal, {refused} refused, {compared} figures compared, "
              f"{sum(map(len, found.values()))} differ in {len(found)} places")
        failed += len(found)
        for place, cases in sorted(found.items(), key=lambda entry: -len(entry[1])):
            print(f"  {place}: {len(cases)} differ")
            for file, ours, theirs in cases[:3]:
                print(f"    {file}: the program {ours!r}, the rules {theirs!r}")
    return 1 if failed else 0


sys.exit(main())
