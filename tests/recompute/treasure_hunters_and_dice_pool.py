"""Shared parts of dice_pool.py and treasure_hunters.py.

It holds no rule of either game: text of numbers and dice, an evaluator of item
formulas, the loading of files and the command line.
Python 3, standard library and PyYAML 6.
"""
import argparse
import json
import os
import re
from fractions import Fraction

import yaml

UNKNOWN = "unknown"


# ---------------------------------------------------------------- numbers

def floor(x):
    """The greatest whole number that is not above x. None (not known) stays None."""
    if x is None:
        return None
    x = Fraction(x)
    return x.numerator // x.denominator


def ceil(x):
    if x is None:
        return None
    return -floor(-Fraction(x))


def add(*parts):
    """The sum; not known (None) when a part is not known."""
    if any(p is None for p in parts):
        return None
    return sum(parts)


def times(a, b):
    if a is None or b is None:
        return None
    return a * b


def text(v):
    """The text of one value."""
    if v is None:
        return UNKNOWN
    if isinstance(v, bool):
        return "yes" if v else "no"
    if isinstance(v, (int, Fraction)):
        v = Fraction(v)
        return str(v.numerator) if v.denominator == 1 else f"{v.numerator}/{v.denominator}"
    if isinstance(v, float):
        return text(Fraction(str(v)))
    if isinstance(v, Dice):
        return v.text()
    return str(v)


def number(v):
    """A number of a YAML file as a whole number or fraction; None stays None."""
    if v is None or isinstance(v, (int, Fraction)):
        return v
    f = Fraction(str(v))
    return f.numerator if f.denominator == 1 else f


# ---------------------------------------------------------------- dice

class Dice:
    """Dice of several sizes and a number added to them."""

    def __init__(self, dice=None, plus=0):
        self.dice = {k: n for k, n in (dice or {}).items() if n}
        self.plus = plus

    def __add__(self, other):
        if not isinstance(other, Dice):
            return Dice(self.dice, self.plus + other)
        out = dict(self.dice)
        for k, n in other.dice.items():
            out[k] = out.get(k, 0) + n
        return Dice(out, self.plus + other.plus)

    __radd__ = __add__

    def __neg__(self):
        return Dice({k: -n for k, n in self.dice.items()}, -self.plus)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __mul__(self, n):
        if isinstance(n, Dice):
            raise ValueError("dice times dice")
        return Dice({k: c * n for k, c in self.dice.items()}, self.plus * n)

    __rmul__ = __mul__

    def text(self):
        """Largest die first, joined by '+'; the number last."""
        out = ""
        for (size, mark), n in sorted(self.dice.items(), key=lambda x: -x[0][0]):
            sign = "-" if n < 0 else "+"
            out += f"{sign}{text(abs(n))}d{size}{mark}"
        if self.plus or not out:
            out += ("-" if self.plus < 0 else "+") + text(abs(self.plus))
        return out[1:] if out[0] == "+" else out


def pool_text(d4, d8, d6, out, keep):
    """A pool of which the `out` highest dice go out and `keep` of the rest are kept."""
    if any(n is None or Fraction(n).denominator != 1 for n in (d4, d8, d6)):
        return UNKNOWN          # there is no such pool
    # Nobody has fewer dice than none; such a character breaks a rule.
    d4, d8, d6, keep = (max(0, n) for n in (d4, d8, d6, keep))
    dice = Dice({(8, ""): d8, (6, ""): d6, (4, ""): d4})
    inside = f"out {out}, keep {keep}" if out else f"keep {keep}"
    return f"{dice.text()} [{inside}]"


def d20_text(bonus):
    return UNKNOWN if bonus is None else Dice({(20, ""): 1}, bonus).text()


# ---------------------------------------------------------------- item formulas

TOKEN = re.compile(r"\s*(?:(\d*d\d+!?)|(\d+(?:\.\d+)?)|('[^']*'|\"[^\"]*\")"
                   r"|([A-Za-z_][A-Za-z_0-9.]*)|(==|!=|<=|>=|[-+*/(),<>]))")


class Formula:
    """Numbers, dice, + - * /, comparisons, floor, ceil, min, max, if(a, b, c), names."""

    def __init__(self, source, names):
        self.names, self.tokens, pos = names, [], 0
        source = str(source).strip()
        while pos < len(source):
            m = TOKEN.match(source, pos)
            if not m:
                raise ValueError(f"cannot read the formula {source!r}")
            kind = next(i for i in range(1, 6) if m.group(i) is not None)
            self.tokens.append((kind, m.group(kind)))
            pos = m.end()
        self.at = 0

    def look(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else None

    def take(self, want=None):
        kind, tok = self.tokens[self.at]
        if want and tok != want:
            raise ValueError(f"{want!r} expected, {tok!r} found")
        self.at += 1
        return kind, tok

    def value(self):
        v = self.compare()
        if self.at != len(self.tokens):
            raise ValueError("something is left over in a formula")
        return v

    def compare(self):
        a = self.sum()
        if self.look() in ("==", "!=", "<", ">", "<=", ">="):
            op = self.take()[1]
            b = self.sum()
            if a is None or b is None:
                return None
            return {"==": lambda: a == b, "!=": lambda: a != b, "<": lambda: a < b,
                    ">": lambda: a > b, "<=": lambda: a <= b, ">=": lambda: a >= b}[op]()
        return a

    def sum(self):
        a = self.product()
        while self.look() in ("+", "-"):
            op = self.take()[1]
            b = self.product()
            a = None if a is None or b is None else (a + b if op == "+" else a - b)
        return a

    def product(self):
        a = self.sign()
        while self.look() in ("*", "/"):
            op = self.take()[1]
            b = self.sign()
            a = None if a is None or b is None else (a * b if op == "*" else Fraction(a) / Fraction(b))
        return a

    def sign(self):
        if self.look() == "-":
            self.take()
            a = self.sign()
            return None if a is None else -a
        return self.atom()

    def atom(self):
        kind, tok = self.take()
        if tok == "(":
            v = self.compare()
            self.take(")")
            return v
        if kind == 1:
            n, size = tok.rstrip("!").split("d")
            return Dice({(int(size), "!" if tok.endswith("!") else ""): int(n or 1)})
        if kind == 2:
            return number(tok)
        if kind == 3:
            return tok[1:-1]
        if kind == 4 and self.look() == "(":
            self.take("(")
            args = [self.compare()]
            while self.look() == ",":
                self.take()
                args.append(self.compare())
            self.take(")")
            if tok == "if":
                return None if args[0] is None else (args[1] if args[0] else args[2])
            if None in args:
                return None
            return {"floor": lambda: floor(args[0]), "ceil": lambda: ceil(args[0]),
                    "min": lambda: min(args), "max": lambda: max(args)}[tok]()
        if kind == 4:
            if tok not in self.names:
                raise ValueError(f"unknown name {tok!r} in a formula")
            return self.names[tok]
        raise ValueError(f"{tok!r} cannot stand there in a formula")


def evaluate(source, names):
    return Formula(source, names).value()


# ---------------------------------------------------------------- items

class Item:
    """One item of a character: its fields are worked out when they are asked for."""

    def __init__(self, raw, names):
        self.id = raw.get("id") or raw.get("name")
        self.tags = list(raw.get("tags") or [])
        self.wields = list(raw.get("wields") or [])
        self.effect = raw.get("effect") or {}
        self.names = names

    def has(self, field):
        return field in self.effect

    def get(self, field, default=None):
        return evaluate(self.effect[field], self.names) if field in self.effect else default


def modifiers_of(raw_character):
    """[(id of the value, formula)] of all items and of abilities in words."""
    out = []
    for part in ("items", "abilities"):
        for thing in raw_character.get(part) or []:
            if isinstance(thing, dict):
                for m in thing.get("modifiers") or []:
                    out.append((m["to"], m["add"]))
    return out


class Adder:
    """What the modifiers add to a value. A formula sees the values known so far."""

    def __init__(self, modifiers, names):
        self.modifiers, self.names = modifiers, names

    def __call__(self, ident, base):
        if base is None:
            return None
        for to, formula in self.modifiers:
            if to.replace("-", "_") == ident.replace("-", "_"):
                base = add(base, evaluate(formula, self.names))
        return base


def first(items, action):
    """The first item that is used for the action, or None."""
    return next((i for i in items if action in i.wields), None)


# ---------------------------------------------------------------- files

def read_yaml(path):
    with open(path, encoding="utf-8") as f:
        return yaml.safe_load(f) or {}


def abilities_of(raw_character, folder):
    """The abilities of a character in order, each as its mapping."""
    out = []
    for a in raw_character.get("abilities") or []:
        if isinstance(a, str):
            a = read_yaml(os.path.join(folder, a + ".yaml"))
        out.append(a)
    return out


def keywords_of(ability):
    """[(keyword id, its parameters)] in order."""
    out = []
    for k in ability.get("keywords") or []:
        if isinstance(k, str):
            out.append((k, {}))
        else:
            for ident, params in k.items():
                out.append((ident, params or {}))
    return out


def fields_of(ability, defaults):
    """The fields of an ability; yes and no as words."""
    out = dict(defaults)
    for k, v in (ability.get("fields") or {}).items():
        out[k] = ("yes" if v else "no") if isinstance(v, bool) else v
    return out


def run(description, work_out, check):
    p = argparse.ArgumentParser(description=description)
    p.add_argument("--abilities", default="abilities", help="the folder of abilities")
    p.add_argument("--check", action="store_true", help="compare with the ledger's examples")
    p.add_argument("files", nargs="*")
    args = p.parse_args()
    if args.check:
        check()
    for path in args.files:
        result = {"file": path}
        result.update(work_out(read_yaml(path), args.abilities))
        print(json.dumps(result, ensure_ascii=False))
