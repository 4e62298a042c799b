"""Commands that come after `check`: what else can be asked of a folder, with sense and without."""

import re

from .files import OUTSIDE
from .folder import CAMPAIGN, YAML

CONTENT = ["--content", "content"]
WITHOUT_PRINT = "--no-print"
BUILD = ["build", *CONTENT, "--out", "out"]
# What is put in for a number.
NUMBERS = ["0", "1", "3", "-1", "10", "8..16", "1000000", "0..1000000000", "99999999999999999999", "x", ""]
ONLY = [[], [], ["--only", "*"], ["--only", "***************z"], ["--only", "nosuch"], ["--only", "\u00e9?*"]]
CARDS = [["-o", "out/c.pdf"], ["--format", "png", "-o", "out/png"], ["--blank", "3", "-o", "out/c.pdf"]]
CAMPAIGNS = [f"{OUTSIDE}/secret.yaml", f"content/{CAMPAIGN}", "content", "nosuch.yaml", "/dev/zero", "/dev/null"]
LEVELS = [[], [], ["--level", "1"], ["--level", "3"], ["--level", "20"], ["--level", "-1"], ["--level", "2000000000"]]
# The name of the file that is written follows the format.
NPC_FORMATS = [["yaml", "npcs"], ["json", "npcs.json"], ["md", "npcs.md"], ["pdf", "npcs.pdf"]]
# Twice, where a command does more.
KINDS = ["cards"] * 2 + ["npc"] * 2 + ["odds"] * 2 + ["explain"] * 2 + ["sheet", "handout", "cost", "resolve", "check"]


def check(is_json, is_printed):
    """Without the look at prints, a check takes no longer for a large game than for a small one."""
    flags = [*(["--format", "json"] if is_json else []), *([] if is_printed else [WITHOUT_PRINT])]
    return ["check", *CONTENT, *flags]


def other(folder, rng):
    """Some other command, about something that stands in the folder, or does not."""
    return [*COMMANDS[rng.choice(KINDS)](Subject(folder, rng), rng), *CONTENT]


class Subject:
    """What a command may be about."""

    def __init__(self, folder, rng):
        self.folder = folder
        self.system = rng.choice(folder.systems() or ["nosuch"])
        self.npcs = files(folder, "npcs")
        people = [*files(folder, "characters"), *self.npcs]
        self.who = rng.choice(people or [f"content/{self.system}/characters/nobody.yaml"])
        names = folder.names() or ["x"]
        self.given = [f"{rng.choice(names)}={rng.choice(NUMBERS)}" for _ in range(rng.choice([0, 0, 1, 2]))]

    def one_of(self, name, rng):
        """The id of an entry in the file of this name."""
        return rng.choice(entries(self.folder, name) or ["nosuch"])


def files(folder, of):
    return [f"content/{path}" for path in folder.files(YAML) if re.match(rf"[^/]+/{of}/", path)]


def entries(folder, name):
    first = re.compile(r"^ *- (?:\{ )?id: *([a-z][\w-]*)", re.MULTILINE)
    return [found for path in folder.files(YAML) if path.endswith(name) for found in first.findall(folder.text(path))]


def cards(subject, rng):
    about, target = rng.choice([subject.who, subject.system]), rng.choice(CARDS)
    return ["cards", about, *rng.choice(ONLY), *target]


def sheet(subject, rng):
    about = rng.choice([[subject.who, "-o", "out/s.pdf"], [subject.who, "--format", "json"]])
    return ["sheet", *rng.choice([about, about, [subject.system, "--blank", "-o", "out/s.pdf"]])]


def npc(subject, rng):
    kind, name = rng.choice(NPC_FORMATS)
    count = ["--seed", str(rng.randrange(100)), "--count", rng.choice(["1", "3", "10"])]
    return ["npc", subject.system, *count, *rng.choice(LEVELS), "--format", kind, "-o", f"out/{name}"]


def handout(subject, rng):
    layout = rng.choice(["short", "standard", "full"])
    return ["handout", *(subject.npcs[:3] or [subject.who]), "--layout", layout, "-o", "out/h.pdf"]


def odds(subject, rng):
    check = subject.one_of("checks.yaml", rng)
    about = rng.choice([[], [check], [check, *subject.given]])
    return ["odds", subject.system, *about, "--format", rng.choice(["table", "json", "svg"])]


def cost(subject, rng):
    ability = rng.choice(files(subject.folder, "abilities") or [subject.who])
    return ["cost", ability, *rng.choice([[], ["--character", subject.who]])]


def explain(subject, rng):
    return ["explain", subject.who, rng.choice(subject.folder.names("system.yaml") or ["level"])]


def resolve(subject, rng):
    procedure = subject.one_of("procedures.yaml", rng)
    return ["resolve", subject.who, *rng.choice([["--list"], [procedure, *subject.given]])]


def check_campaign(subject, rng):
    return ["check", "--campaign", rng.choice(CAMPAIGNS)]


COMMANDS = {
    "cards": cards,
    "sheet": sheet,
    "npc": npc,
    "handout": handout,
    "odds": odds,
    "cost": cost,
    "explain": explain,
    "resolve": resolve,
    "check": check_campaign,
}
