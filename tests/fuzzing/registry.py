"""The list of mutations, and the ways to write one.

A mutation changes a folder and says what it did, or returns None when it found nothing to change. It takes all chance
from the generator that it is given.
"""

import re
from dataclasses import dataclass
from typing import Callable

from .folder import TEXT, YAML

# How often another mutation is taken when one finds nothing to change.
ATTEMPTS = 20
# How many files are looked at for something that not every file has.
FILES = 6


@dataclass(frozen=True)
class Mutation:
    """One way to change a folder."""

    name: str
    weight: float
    apply: Callable
    # The module in which it stands.
    module: str


MUTATIONS = []


def mutation(weight):
    """Lists a function of a folder and a generator."""

    def listed(function):
        module = function.__module__.rsplit(".", 1)[-1]
        MUTATIONS.append(Mutation(function.__name__.replace("_", "-"), weight, function, module))
        return function

    return listed


def on_bytes(weight, endings=TEXT):
    """Lists a function of the bytes of one file and a generator, which returns new bytes and what was done."""

    def listed(function):
        def apply(folder, rng):
            path = folder.pick(rng, endings)
            changed = path and function(folder.entries[path], rng)
            if not changed:
                return None
            folder.entries[path], what = changed
            return f"{path}: {what}"

        apply.__name__, apply.__module__ = function.__name__, function.__module__
        mutation(weight)(apply)
        return function

    return listed


def on_text(weight, endings=YAML):
    """Lists a function of the text of one file and a generator, which returns the new text and what was done."""

    def listed(function):
        def apply(folder, rng):
            for _ in range(FILES):
                path = folder.pick(rng, endings)
                changed = path and function(folder.text(path), rng)
                if changed:
                    folder.put(path, changed[0])
                    return f"{path}: {changed[1]}"
            return None

        apply.__name__, apply.__module__ = function.__name__, function.__module__
        mutation(weight)(apply)
        return function

    return listed


# `key: value` in block or flow form, where the value stands on the same line.
PAIR = re.compile(
    r"""(?<![\w-])(?P<key>[A-Za-z_][\w-]*):[ ]+
    (?P<value>
        "(?:[^"\\\n]|\\.)*" | '(?:[^'\n]|'')*' | \[[^\[\]\n]*\] | \{[^{}\n]*\} |
        [^\s,\[\]{}"'\#|>&*!][^,\[\]{}\#\n]*
    )""",
    re.VERBOSE,
)


def pairs(text, wanted=lambda match: True):
    """All `key: value` of a text, without the version, which every file has and which tells little when it is wrong."""
    found, match = [], PAIR.search(text)
    while match:
        if match["key"] != "format_version" and wanted(match):
            found.append(match)
        # What stands in brackets may hold further pairs.
        is_open = match["value"][0] in "[{"
        match = PAIR.search(text, match.start("value") + 1 if is_open else match.end())
    return found


def pick_pair(folder, rng, wanted=lambda match: True):
    """A pair of some file, with its path and the whole text; None where few files have such a one."""
    for _ in range(FILES):
        path = folder.pick(rng, YAML)
        text = folder.text(path) if path else ""
        found = pairs(text, wanted)
        if found:
            return path, text, rng.choice(found)
    return None


def is_text(value):
    """Whether a value is a quoted text."""
    return len(value) >= 2 and value[0] in "\"'" and value[0] == value[-1]


def inside(value):
    """What a value says, without its quotes."""
    return value[1:-1] if is_text(value) else value.rstrip()


def quoted(text):
    """A text in double quotes, with every other sign as it is."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def replace(text, match, value):
    """The text with the value of a pair replaced."""
    return text[: match.start("value")] + value + text[match.end("value") :]


def on_value(weight, wanted=lambda match: True):
    """Lists a function of a pair and a generator, which returns the value to write in place of the pair's."""

    def listed(function):
        def apply(folder, rng):
            found = pick_pair(folder, rng, wanted)
            if not found:
                return None
            path, text, match = found
            value = function(match, rng)
            folder.put(path, replace(text, match, value))
            return f"{path}: {match['key']}: {shown(match['value'])} becomes {shown(value)}"

        apply.__name__, apply.__module__ = function.__name__, function.__module__
        mutation(weight)(apply)
        return function

    return listed


def shown(text, most=70):
    """A text on one line, cut where it is long."""
    text = repr(text)[1:-1]
    return text if len(text) <= most else f"{text[: most - 20]}... ({len(text)} signs)"


def mutate(folder, rng, modules=()):
    """Applies one mutation, of some modules or of all, and returns its name and what it did."""
    mutations = [mutation for mutation in MUTATIONS if not modules or mutation.module in modules]
    weights = [mutation.weight for mutation in mutations]
    for _ in range(ATTEMPTS):
        chosen = rng.choices(mutations, weights)[0]
        what = chosen.apply(folder, rng)
        if what is not None:
            return chosen.name, what
    return "nothing", "no mutation found anything to change"
