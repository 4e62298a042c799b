"""Mutations of formulas: deep, long, chained, of huge dice, unbalanced, and wrong in every other way."""

import re

from .folder import YAML
from .registry import inside, is_text, mutation, on_value, pick_pair, quoted, replace

# Keys whose texts are formulas wherever they stand, or nearly so.
KEYS = {
    "formula", "roll", "against", "times", "tries", "when", "require", "requires", "cost", "price", "extra", "add",
    "lasting", "points", "least", "most", "count", "budget", "each_at_most", "entries", "free", "further", "ranks",
    "carried", "limit", "used", "room", "advances", "is", "chance", "mean", "once", "each", "total", "stat", "damage",
    "boxes", "repeats", "edge", "effect", "warmth_won",
}  # fmt: skip
FUNCTIONS = [
    "floor", "ceil", "round", "min", "max", "sum", "if", "table", "abs", "highest", "lowest", "drop_highest",
    "drop_lowest", "rank", "times", "held", "trained", "wielded", "count", "total", "summed", "bought", "nosuch",
]  # fmt: skip
ATOMS = [
    "0", "1", "2", "7", "-1", "0.5", "1000", "999999999999999999", "1234567890123456789", "1d6", "2d6!", "4d6kh3",
    "d20", "1000d1000", "1001d6", "0d6", "1d0", "1d1!", "true", "false", "'x'", "''", "\u22121", "1_0", ".5", "1.",
    "1e9", "0x1", "\u00bd",
]  # fmt: skip
OPERATORS = [
    "+", "-", "*", "/", "^", "==", "!=", "<", "<=", ">", ">=", "and", "or", "=", "&&", "%", "!", "**", "\u00d7", "?",
    ":", ",",
]  # fmt: skip
# `F` is the formula that stood there.
FRAMES = [
    "(F) * 1000000000000", "(F) * 999999999999999999 * 999999999999999999", "(F) / 0", "F / (F - (F))", "(F) ^ 64",
    "(F) ^ -64", "2 ^ (F)", "(F) ^ (F)", "((F) ^ 2) ^ 2", "-(F)", "--(F)", "F + F", "F - F", "(F) * (F)", "not (F)",
    "F == F", "F < F < F", "(F)d6", "(F)d(F)", "1d(F)", "(F)d6!", "(F)d1000", "(F)d6kh2", "4d6kh(F)", "highest(F, 4d6)",
    "highest(2, F)", "drop_highest(1, F)", "highest(2, drop_highest(1, drop_lowest(1, F)))", "if(F, 1, 0)",
    "if(F > 0, F, 0 - (F))", "if(true, F, 'word')", "floor(F / 7)", "min(F, F, F)", "sum(F)", "max()", "floor(F, F)",
    "floor()", "table(F, 1: 1, 5: 2)", "table(F, 5: 2, 1: 1)", "table(F, 0: F)", "(F", "F)", "F +", "* F", "F F",
    "(F))(", "F,", "[F]", "{F}", "F;", "F # x", "'F", "F'", "nosuch(F)", "F.x", "x.F", "F\n+ 1", "F\t+ 1", "F\u00a0+ 1",
    "  F  ", "", " ", "()", "F + 'word'", "F == 'word'", "F + true", "F + level", "(F) / 3", "(F) + 0.1",
    "F + 10^30 * 10^30", "1 - (F)", "0 * (F)", "wielded('strike', 'edge', F)", "rank(F)", "times(F)",
    "held('paths') + F", "a if F else b", "F ? 1 : 2", "F + 1d6 + 1d8 + 1d10 + 1d12 + 1d20",
]  # fmt: skip
# Rolls at and beyond every bound.
DICE = [
    "1000d1000", "1000d6", "999d1000!", "1000d2!", "1000d1000kh500", "100d100kh50", "30d20kh15", "20d6!kh10", "1d1000!",
    "1d1!", "2d1", "1000d1000 + 1000d999", "600d6 + 600d6", "999999999d6", "1d999999999999", "99999999999999999999d6",
    "-3d6", "0d0", "d", "1d", "1d6kh0", "1d6kh2", "1d6kl99999", "4d6kh3kl1", "4d6kh3!",
    " + ".join(f"1d{n}" for n in range(2, 18)), " + ".join(f"1d{n}" for n in range(2, 300)),
    " + ".join(f"2d{n}kh1" for n in range(2, 22)), "highest(8, " + " + ".join(f"2d{n}" for n in range(4, 20)) + ")",
    "highest(2, drop_highest(3, drop_lowest(2, 20d6 + 20d8 + 20d10 + 20d12)))", "highest(500, 1000d1000)",
    "highest(3, 40d6! + 40d8! + 40d10!)", "lowest(50, 100d100)",
    "drop_lowest(1, drop_lowest(1, drop_lowest(1, 30d30)))", "highest(3, 1d6kh1)", "highest(3, 5d6 + 3)",
    "1d6kh1 + 1d6kh1", " + ".join(["1d6kh1"] * 300), " + ".join(["4d6kh3"] * 40), " + ".join(["9d20kh5!"] * 12),
]  # fmt: skip
# What stands around a formula, again and again.
NESTS = [
    ("(", ")"), ("max(1, ", ")"), ("-", ""), ("not ", ""), ("if(true, ", ", 1)"), ("floor(", ")"), ("(", ""), ("", ")"),
    ("1 + (", ")"), ("2 ^ ", ""), ("highest(1, ", ")"),
]  # fmt: skip
JOINTS = [" + ", "+", "-", " * ", " / ", " == ", " or ", " ^ ", ", "]
# In braces in a text, besides sound formulas.
BRACED = [
    "level", "level|terms", "level|", "|", "", " ", "{", "level} {", "'", "#x", "level:", "1/0",
    "if(level > 1, 'a', 'b')", "floor(level / 2)", "-1000000", "1/3",
]  # fmt: skip
TOKEN = re.compile(r"'[^']*'|\w+|\s+|[^\w\s]")


def is_formula(match):
    return match["key"] in KEYS and not match["value"].startswith(("[", "{"))


def own_id(text, at):
    """The id of the entry in which something stands."""
    found = re.findall(r"\bid: *([a-z]\w*)", text[:at])
    return found[-1] if found else "level"


def is_roll(match):
    return is_formula(match) and re.search(r"\bd\d|\d+d\d|\)d\d", match["value"])


def on_formula(weight, wanted=is_formula):
    """Lists a function of a formula, a generator and the names it may use, which returns another formula."""

    def listed(function):
        def apply(folder, rng):
            found = pick_pair(folder, rng, wanted)
            if not found:
                return None
            path, text, match = found
            # Numbers twice: formulas of them are more often of the right type.
            names = [own_id(text, match.start()), *folder.numbers() * 2, *folder.names("system.yaml")]
            formula = function(inside(match["value"]), rng, names)
            folder.put(path, replace(text, match, quoted(formula)))
            return f"{path}: {match['key']} of {own_id(text, match.start())} becomes {formula[:90]}"

        apply.__name__ = function.__name__
        mutation(weight)(apply)
        return function

    return listed


@on_formula(6)
def frame_formula(old, rng, names):
    return rng.choice(FRAMES).replace("F", old)


@on_formula(4, is_roll)
def huge_dice(old, rng, names):
    return rng.choice(DICE)


@on_formula(5)
def change_tokens(old, rng, names):
    """Tokens taken out, repeated, swapped, or replaced by any others."""
    tokens = TOKEN.findall(old) or [old]
    for _ in range(rng.choice([1, 1, 2, 4])):
        at = rng.randrange(len(tokens))
        kind = rng.choice([ATOMS, OPERATORS, FUNCTIONS, names, tokens, ["("], [")"], [""]])
        new = rng.choice(kind)
        tokens[at : at + rng.choice([0, 1, 1, 1, 2])] = [new]
    return "".join(tokens)


@on_formula(4)
def random_formula(old, rng, names):
    return expression(rng, names, rng.choice([1, 2, 3, 4, 6]))


def expression(rng, names, depth):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice([rng.choice(ATOMS), rng.choice(names)])
    part = lambda: expression(rng, names, depth - 1)  # noqa: E731
    match rng.randrange(5):
        case 0:
            return f"({part()})"
        case 1:
            return f"{rng.choice(FUNCTIONS)}({', '.join(part() for _ in range(rng.choice([0, 1, 2, 2, 3])))})"
        case 2:
            return f"if({part()}, {part()}, {part()})"
        case _:
            return f"{part()} {rng.choice(OPERATORS[:13])} {part()}"


@on_formula(4)
def random_number(old, rng, names):
    """A formula whose types are right, as far as the names are numbers."""
    return number(rng, names, rng.choice([1, 2, 3, 4, 6]))


def number(rng, names, depth):
    if depth == 0 or rng.random() < 0.1:
        return rng.choice([rng.choice(names[1:]), str(rng.choice([0, 1, 2, 3, 7, 100, 10**9, 10**17]))])
    part = lambda: number(rng, names, depth - 1)  # noqa: E731
    match rng.randrange(7):
        case 0:
            return f"({part()})"
        case 1:
            return f"{rng.choice(['floor', 'ceil', 'round'])}({part()} / {rng.choice([2, 3, 7])})"
        case 2:
            return f"{rng.choice(['min', 'max', 'sum'])}({', '.join(part() for _ in range(rng.choice([1, 2, 3])))})"
        case 3:
            return f"if({part()} {rng.choice(['<', '<=', '==', '!='])} {part()}, {part()}, {part()})"
        case 4:
            return f"({part()}) ^ {rng.choice([2, 2, 3, 64, -1])}"
        case _:
            return f"{part()} {rng.choice(['+', '-', '*'])} {part()}"


@on_formula(2)
def deep_formula(old, rng, names):
    depth = rng.choice([10, 62, 64, 66, 500, 1300, 50_000])
    opening, closing = rng.choice(NESTS)
    return opening * depth + old + closing * depth


@on_formula(2)
def long_formula(old, rng, names):
    count = rng.choice([40, 41, 300, 1000, 2040, 20_000])
    terms = rng.choice([[old], ["1"], names[:3], ["1d6"], ["1d6kh1"], ["'x'"]])
    joined = rng.choice(JOINTS).join(terms[n % len(terms)] for n in range(count))
    return f"max({joined})" if rng.random() < 0.2 else joined


@on_formula(2)
def ladder(old, rng, names):
    """`if` inside `if`, or a table of many rows."""
    steps, name = rng.choice([5, 30, 63, 65, 400]), rng.choice(names)
    if rng.random() < 0.4:
        return f"table({name}, " + ", ".join(f"{n}: {n * n}" for n in range(steps)) + ")"
    return "".join(f"if({name} > {n}, {n}, " for n in range(steps)) + old + ")" * steps


@on_formula(3)
def circle(old, rng, names):
    """A value that needs itself, or another that may need it."""
    name = rng.choice([names[0], names[0], rng.choice(names)])
    return rng.choice([name, f"{old} + {name}", f"if(true, 1, {name})", f"0 * {name}", f"if({name} > 1, {name}, 1)"])


# Values that each need the one before: what comes first, and what each further one is.
CHAINS = [
    ("level", "{v} + {v}"), ("1", "{v} + {v}"), ("1d6kh1", "{v} + {v}"), ("1d6", "{v} + {v}"),
    ("4d6kh3", "{v} + 4d6kh2 + 1d8kh1"), ("2", "{v} * {v}"), ("3", "{v} / 7 + 1/3"),
    ("level", "if({v} > 3, {v} + 1, {v} - 1)"), ("level", "{v}"), ("level", "{v}"),
    ("level", "max({v}, {v} + 1, {v} - 1)"), ("1d2", "{v} + 1d{n}"), ("1d2kh1", "{v} + 2d{n}kh1"), ("level", "{v} ^ 2"),
    ("'a'", "if({v} == 'a', 'a', 'b')"), ("true", "{v} and {v} or {v}"),
    ("level", "table({v}, 0: 1, 5: {v}, 9: {v} + 1)"), ("2d6", "highest(1, {v})"),
    ("level", "wielded('strike', 'edge', {v})"), ("level", "{v} + held('paths')"),
]  # fmt: skip


# Where such values may stand, and how long a formula may be.
CHAINED = ("system.yaml", "checks.yaml", "procedures.yaml", "building.yaml")
HEAD = re.compile(r"^ *(?P<list>derived|values|steps):\n(?P<dash> *-)", re.MULTILINE)
LONGEST = 4096


@mutation(6)
def chain(folder, rng):
    """A chain of derived values, of steps or of values of a check, each written with many terms."""
    paths = [path for path in folder.files(YAML) if path.endswith(CHAINED)]
    places = [(path, head) for path in paths for head in HEAD.finditer(folder.text(path))]
    if not places:
        return None
    (path, head), (first, further) = rng.choice(places), rng.choice(CHAINS)
    length, terms = rng.choice([3, 8, 20, 60, 200, 1000]), rng.choice([1, 1, 2, 40, 300, 2000])
    some = rng.choice(folder.numbers())
    first, further = first.replace("level", some), further.replace("level", some)
    # The further terms are the first one again, or something that adds nothing much.
    filler, entries = rng.choice([None, "1", "0", some]), []
    for number in range(length):
        term = further.format(v=f"zz{number - 1}", n=number + 2)
        more = [filler or term] * min(terms - 1, (LONGEST - len(term)) // (len(filler or term) + 1))
        formula = "+".join([term, *more]) if number else first
        names = f"id: zz{number}, abbr: Z{number}, name: Zz {number}"
        entries.append(f"{head['dash']} {{ {names}, fraction: true, formula: {quoted(formula)} }}\n")
    if rng.random() < 0.3:
        entries.reverse()
    text, at = folder.text(path), head.start("dash")
    folder.put(path, text[:at] + "".join(entries) + text[at:])
    what = f"first {first}, then {further} and {terms - 1} times {filler or 'the same'}"
    return f"{path}: a chain of {length} values in {head['list']}, {what}"


@on_value(4, lambda match: is_text(match["value"]))
def formula_in_text(match, rng):
    """A formula in braces in a text, sound or not."""
    formula = rng.choice([rng.choice(DICE), rng.choice(FRAMES).replace("F", "level"), *BRACED])
    text = inside(match["value"])
    at = rng.randint(0, len(text))
    return quoted(f"{text[:at]}{{{formula}}}{text[at:]}".replace('\\"', '"'))
