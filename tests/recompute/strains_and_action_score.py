"""Shared parts of strains.py and action_score.py.

The format of character files is the same for both games.
No rule of a game stands in this file.

It holds: dice and their text, a small evaluator for item formulas, the reader of a character file, and the
machine that works out values by id (each once, with the modifiers of items added).
"""
import json
import math
import re
import sys
from fractions import Fraction

import yaml


class Unknown(Exception):
    """The value cannot be worked out from what the file and the rules give."""


# ---------------------------------------------------------------- dice and text

class Dice:
    """A pool of dice plus a constant. `keep` is ('highest', 2) or ('lowest', 2) when only some dice count."""

    def __init__(self, pool=None, const=0, keep=None):
        self.pool = {key: count for key, count in (pool or {}).items() if count}
        self.const = Fraction(const)
        self.keep = keep

    def plus(self, other, sign=1):
        if isinstance(other, Dice):
            if self.keep or other.keep:
                raise Unknown("two pools, one of which keeps only some dice")
            pool = dict(self.pool)
            for key, count in other.pool.items():
                pool[key] = pool.get(key, 0) + sign * count
            return Dice(pool, self.const + sign * other.const)
        return Dice(self.pool, self.const + sign * Fraction(other), self.keep)

    def text(self):
        parts = []
        for (sides, bang), count in sorted(self.pool.items(), key=lambda e: (-e[0][0], e[0][1])):
            part = "%dd%d%s" % (abs(count), sides, "!" if bang else "")
            parts.append(("-" if count < 0 else "+" if parts else "") + part)
        out = "".join(parts)
        if self.keep:
            out += " [%s %d]" % self.keep
        if self.const or not parts:
            number = number_text(self.const)
            out += number if number.startswith("-") or not out else "+" + number
        return out


def number_text(value):
    value = Fraction(value)
    return str(value.numerator) if value.denominator == 1 else "%d/%d" % (value.numerator, value.denominator)


def text(value):
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Dice):
        return value.text()
    if isinstance(value, str):
        return value
    return number_text(value)


def add(a, b, sign=1):
    if isinstance(a, str) or isinstance(b, str):
        raise Unknown("a word in a sum")
    if isinstance(a, Dice):
        return a.plus(b, sign)
    if isinstance(b, Dice):
        return Dice(const=a).plus(b, sign)
    return Fraction(a) + sign * Fraction(b)


# ---------------------------------------------------------------- formulas of items

TOKEN = re.compile(r"""\s*(?:
    (?P<dice>\d*d\d+!?)(?![A-Za-z_0-9])
  | (?P<num>\d+(?:\.\d+)?)
  | '(?P<word>[^']*)'
  | (?P<name>[A-Za-z_][A-Za-z_0-9]*(?:[.-](?=[A-Za-z_])[A-Za-z_][A-Za-z_0-9]*)*)
  | (?P<op>==|!=|<=|>=|[-+*/(),<>])
)""", re.X)


class Formula:
    """Numbers, dice, words, names, + - * /, comparisons, and / or / not, floor, ceil, abs, min, max, if."""

    def __init__(self, source, lookup):
        self.lookup = lookup
        self.tokens = []
        self.at = 0
        source = str(source)
        place = 0
        while source[place:].strip():
            match = TOKEN.match(source, place)
            if not match:
                raise Unknown("formula not readable: %r" % source)
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            place = match.end()

    def result(self):
        value = self.either()
        if self.at != len(self.tokens):
            raise Unknown("formula not readable to its end")
        return value

    def peek(self, *texts):
        if self.at < len(self.tokens):
            kind, found = self.tokens[self.at]
            return kind in ("op", "name") and found in texts
        return False

    def take(self, *texts):
        if self.peek(*texts):
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def must(self, found):
        if not self.take(found):
            raise Unknown("formula lacks %r" % found)

    def either(self):
        left = self.both()
        while self.take("or"):
            right = self.both()
            left = bool(left) or bool(right)
        return left

    def both(self):
        left = self.negation()
        while self.take("and"):
            right = self.negation()
            left = bool(left) and bool(right)
        return left

    def negation(self):
        if self.take("not"):
            return not self.negation()
        return self.comparison()

    def comparison(self):
        left = self.total()
        op = self.take("==", "!=", "<=", ">=", "<", ">")
        if not op:
            return left
        right = self.total()
        if op == "==":
            return left == right
        if op == "!=":
            return left != right
        left, right = Fraction(left), Fraction(right)
        return {"<=": left <= right, ">=": left >= right, "<": left < right, ">": left > right}[op]

    def total(self):
        left = self.product()
        while True:
            op = self.take("+", "-")
            if not op:
                return left
            left = add(left, self.product(), 1 if op == "+" else -1)

    def product(self):
        left = self.sign()
        while True:
            op = self.take("*", "/")
            if not op:
                return left
            right = self.sign()
            if isinstance(left, (Dice, str)) or isinstance(right, (Dice, str)):
                raise Unknown("dice or words multiplied")
            left = Fraction(left) * right if op == "*" else Fraction(left) / right

    def sign(self):
        if self.take("-"):
            return add(0, self.sign(), -1)
        return self.atom()

    def atom(self):
        if self.take("("):
            value = self.either()
            self.must(")")
            return value
        if self.at >= len(self.tokens):
            raise Unknown("formula ends early")
        kind, found = self.tokens[self.at]
        self.at += 1
        if kind == "num":
            return Fraction(found)
        if kind == "word":
            return found
        if kind == "dice":
            count, sides = found.rstrip("!").split("d")
            return Dice({(int(sides), found.endswith("!")): int(count or 1)})
        if kind == "name" and self.take("("):
            args = [self.either()]
            while self.take(","):
                args.append(self.either())
            self.must(")")
            calls = {"floor": lambda a: Fraction(math.floor(a)), "ceil": lambda a: Fraction(math.ceil(a)),
                     "abs": abs, "min": min, "max": max, "if": lambda test, yes, no: yes if test else no}
            if found not in calls:
                raise Unknown("no function %r" % found)
            return calls[found](*args)
        if kind == "name":
            return self.lookup(found)
        raise Unknown("formula not readable")


# ---------------------------------------------------------------- the character file

class Sheet:
    """One character file, and every value worked out of it."""

    def __init__(self, data, values):
        self.data = data
        self.formulas = values                     # id -> function of the sheet
        self.inputs = data.get("inputs") or {}
        self.choices = data.get("choices") or {}
        self.creation = data.get("stats") or {}
        self.advances = [a["stat"] if isinstance(a, dict) else a for a in data.get("advances") or []]
        self.backgrounds = data.get("backgrounds") or []
        self.items = [i for i in data.get("items") or [] if isinstance(i, dict)]
        self.own_abilities = [a for a in data.get("abilities") or [] if isinstance(a, dict)]
        self.conditions = set()
        for entry in data.get("conditions") or []:
            self.conditions.add(next(iter(entry)) if isinstance(entry, dict) else entry)
        self.traits = []                           # (id, option or None), in the order of taking
        for entry in data.get("traits") or []:
            self.traits.append(next(iter(entry.items())) if isinstance(entry, dict) else (entry, None))
        self.ranks, self.secondary = {}, {}
        for skill, entry in (data.get("skills") or {}).items():
            if isinstance(entry, dict):
                self.ranks[skill] = entry.get("rank", 0)
                self.secondary[skill] = dict(entry.get("secondary") or {})
            else:
                self.ranks[skill] = entry
        self.done, self.busy = {}, set()

    # --- what the file holds

    def rank(self, skill):
        return self.ranks.get(skill, 0)

    def sec(self, skill, secondary):
        return self.secondary.get(skill, {}).get(secondary, 0)

    def sec_total(self, skill):
        return sum(self.secondary.get(skill, {}).values())

    def times(self, trait, option=None):
        return sum(1 for t, o in self.traits if t == trait and option in (None, o))

    def has(self, trait):
        return self.times(trait) > 0

    def item_for(self, action):
        """The first item that is used for the action, or None."""
        for item in self.items:
            if action in (item.get("wields") or []):
                return item
        return None

    def effect(self, item, field):
        """A field of an item, worked out; None when the item does not have it."""
        source = ((item or {}).get("effect") or {}).get(field)
        return None if source is None else self.formula(source)

    def effect_total(self, field):
        total = Fraction(0)
        for item in self.items:
            value = self.effect(item, field)
            if value is not None:
                total = add(total, value)
        return total

    # --- values

    def formula(self, source):
        return Formula(source, self.lookup).result()

    def modifiers(self, ident):
        total = Fraction(0)
        for holder in self.items + self.own_abilities:
            for modifier in holder.get("modifiers") or []:
                if str(modifier.get("to")).replace("-", "_") == ident.replace("-", "_"):
                    total = add(total, self.formula(modifier.get("add", 0)))
        return total

    def value(self, ident):
        if ident in self.done:
            if isinstance(self.done[ident], Unknown):
                raise self.done[ident]
            return self.done[ident]
        if ident in self.busy:
            raise Unknown("%s rests on itself" % ident)
        self.busy.add(ident)
        try:
            result = self.formulas[ident](self)
            if result is None:
                raise Unknown(ident)
            more = self.modifiers(ident)
            if isinstance(more, Dice) or more:
                result = add(result, more)
            self.done[ident] = result
        except Unknown as error:
            self.done[ident] = error
            raise
        finally:
            self.busy.discard(ident)
        return result

    def lookup(self, name):
        if name in self.formulas:
            result = self.value(name)
            if result is SKIP:
                raise Unknown(name)
            return result
        dashed = name.replace("_", "-")
        if name in self.choices:
            return self.choices[name]
        first, _, second = dashed.partition(".")
        if second:
            if first in self.secondary or first in self.ranks:
                return Fraction(self.sec(first, second))
            raise Unknown(name)
        if dashed in self.ranks:
            return Fraction(self.rank(dashed))
        raise Unknown("no value %r" % name)


SKIP = object()      # a formula gives SKIP when its value is left out for this character


def report(path, sheet, actions, skills, abilities, broken, errors):
    """The JSON line of one file."""
    def worked_out(function):
        try:
            return function()
        except Unknown:
            return None

    values = {}
    for ident in sheet.formulas:
        result = worked_out(lambda: sheet.value(ident))
        if result is not SKIP:
            values[ident] = text(result)
    shown = {}
    for ident, function in actions.items():
        def whole():
            result = function(sheet)
            more = sheet.modifiers(ident) if result is not SKIP else 0
            return add(result, more) if isinstance(more, Dice) or more else result
        result = worked_out(whole)
        if result is not SKIP:
            shown[ident] = text(result)
    return json.dumps({
        "file": path,
        "values": values,
        "actions": shown,
        "skills": {k: text(worked_out(lambda: f(sheet))) for k, f in skills.items()},
        "abilities": {k: text(worked_out(lambda: f(sheet))) for k, f in abilities.items()},
        "legal": not any(b in errors or b.startswith("trait:") for b in broken),
        "broken": broken,
    }, ensure_ascii=False)


def read(path):
    with open(path, encoding="utf-8") as handle:
        return yaml.safe_load(handle)


def main(one_file, check):
    args = sys.argv[1:]
    if args == ["--check"]:
        check()
        return
    for path in args:
        print(one_file(path))
