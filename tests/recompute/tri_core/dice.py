"""Pools of dice and the formulas that items carry. Made from the Tri-Core rules; see ../tri_core.py."""
import re
from fractions import Fraction
from math import floor, ceil

from .rulings import DEFAULT


class Pool:
    """Dice and points: {(sides, explodes): number}, a flat part, and the dice that a penalty still takes from what is added later."""

    def __init__(self, dice=None, flat=0, owed=0):
        self.dice = {k: n for k, n in (dice or {}).items() if n}
        self.flat, self.owed = Fraction(flat), owed

    @staticmethod
    def of(n, sides=12, explodes=True, flat=0):
        return Pool({(sides, explodes): max(0, n)}, flat)

    @staticmethod
    def cast(x):
        return x if isinstance(x, Pool) else Pool(None, x)

    def __add__(self, other):
        other = Pool.cast(other)
        dice = dict(self.dice)
        for k, n in other.dice.items():
            dice[k] = dice.get(k, 0) + n
        return Pool(dice, self.flat + other.flat).without(self.owed + other.owed)

    __radd__ = __add__

    def __neg__(self):
        return Pool({k: -n for k, n in self.dice.items()}, -self.flat)

    def __sub__(self, other):
        return self + -Pool.cast(other)

    def count(self):
        return sum(self.dice.values())

    def main_die(self):
        """The largest die of the pool; d12 where there is none (TC-ERR-118: the same die as the action's)."""
        return max(self.dice)[0] if self.dice else 12

    def without(self, lost, first=None):
        """TC-DICE-03, TC-ERR-108: a penalty takes dice away, and never the last one; what it cannot take is owed."""
        owed = max(0, lost - max(0, self.count() - 1))
        lost -= owed
        dice = dict(self.dice)
        order = sorted(dice, key=lambda k: (k[0] != first, -k[0]))
        for k in order:
            gone = min(lost, max(0, dice[k]))
            dice[k] -= gone
            lost -= gone
        return Pool(dice, self.flat, self.owed + owed)

    def __str__(self):
        parts = []
        for (sides, explodes), n in sorted(self.dice.items(), reverse=True):
            parts.append(f"{n}d{sides}{'!' if explodes else ''}")
        text = "+".join(parts).replace("+-", "-") or number(self.flat)
        if parts and self.flat:
            text += ("+" if self.flat > 0 else "") + number(self.flat)
        return text + (f" ({self.owed} {'die' if self.owed == 1 else 'dice'} owed)" if self.owed else "")


def number(x):
    x = Fraction(x)
    return str(x.numerator) if x.denominator == 1 else f"{x.numerator}/{x.denominator}"


def text(x):
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, (int, float, Fraction)):
        return number(x)
    return str(x)


TOKEN = re.compile(r"\s*(\d+d\d+!?|\d+(?:\.\d+)?|'[^']*'|\"[^\"]*\"|[A-Za-z_][\w.]*|==|!=|<=|>=|[-+*/(),<>])")


class Formula:
    """A formula string: numbers, dice, + - * /, floor, ceil, min, max, if(a, b, c), comparisons, words, names of values."""

    def __init__(self, string, lookup):
        self.tokens, at = [], 0
        string = str(string).strip()
        while at < len(string):
            m = TOKEN.match(string, at)
            if not m:
                raise ValueError(f"cannot read formula {string!r} at {string[at:]!r}")
            self.tokens.append(m.group(1))
            at = m.end()
        self.at, self.lookup = 0, lookup

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, expected=None):
        t = self.peek()
        if t is None or (expected and t != expected):
            raise ValueError(f"formula: {expected!r} expected, {t!r} found")
        self.at += 1
        return t

    def value(self):
        v = self.comparison()
        if self.peek() is not None:
            raise ValueError(f"formula: {self.peek()!r} left over")
        return v

    def comparison(self):
        a = self.sum()
        while self.peek() in ("==", "!=", "<", ">", "<=", ">="):
            op, b = self.take(), None
            b = self.sum()
            a = {"==": lambda: a == b, "!=": lambda: a != b, "<": lambda: a < b, ">": lambda: a > b,
                 "<=": lambda: a <= b, ">=": lambda: a >= b}[op]()
        return a

    def sum(self):
        a = self.product()
        while self.peek() in ("+", "-"):
            op, b = self.take(), self.product()
            if isinstance(a, Pool) or isinstance(b, Pool):
                a, b = Pool.cast(a), Pool.cast(b)
            a = a + b if op == "+" else a - b
        return a

    def product(self):
        a = self.unary()
        while self.peek() in ("*", "/"):
            op, b = self.take(), self.unary()
            a = a * b if op == "*" else a / b
        return a

    def unary(self):
        if self.peek() == "-":
            self.take()
            return -self.unary()
        return self.atom()

    def atom(self):
        t = self.take()
        if t == "(":
            v = self.comparison()
            self.take(")")
            return v
        m = re.fullmatch(r"(\d+)d(\d+)(!?)", t)
        if m:
            return Pool.of(int(m[1]), int(m[2]), bool(m[3]))
        if t[0].isdigit():
            return Fraction(t)
        if t[0] in "'\"":
            return t[1:-1]
        if self.peek() == "(":
            self.take("(")
            args = [self.comparison()]
            while self.peek() == ",":
                self.take()
                args.append(self.comparison())
            self.take(")")
            if t == "if":
                return args[1] if args[0] else args[2]
            return {"floor": lambda x: Fraction(floor(x)), "ceil": lambda x: Fraction(ceil(x)),
                    "min": min, "max": max, "abs": abs}[t](*args)
        if t.startswith("ruling."):
            return DEFAULT[t[7:]]          # the default ruling everywhere
        return self.lookup(t)


def evaluate(string, lookup):
    if isinstance(string, bool) or not isinstance(string, str):
        return string if isinstance(string, bool) else Fraction(string)
    return Formula(string, lookup).value()
