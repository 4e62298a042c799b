"""SVGs by chance: shapes, groups, uses, gradients, patterns, clips, masks and styles, half of them with extreme numbers."""

EXTREME = ["1e38", "-3e38", "1e-45", "1e9", "-1e9", "16777217", "999999", "-999999", "1e-7", "0", "1e30", "1e-30", "100000", "5e5", "0.0001"]
UNITS = ["", "", "", "%", "px", "mm"]
BOTH_UNITS = ["", "userSpaceOnUse", "objectBoundingBox"]


class Pen:
    """Writes one drawing."""

    def __init__(self, rng, is_extreme):
        self.rng = rng
        self.is_extreme = is_extreme
        # How many numbers in a hundred are extreme.
        self.share = rng.choice([2, 10, 30]) if is_extreme else 0
        self.ids = {kind: [] for kind in ("pattern", "linearGradient", "clipPath", "mask", "g")}

    def number(self, low=0.0, high=100.0):
        if self.rng.randrange(100) < self.share:
            return self.rng.choice(EXTREME)
        return f"{self.rng.uniform(low, high):.3g}"

    def length(self):
        return self.number() + (self.rng.choice(UNITS) if self.rng.random() < 0.2 else "")

    def path(self):
        parts = [f"M{self.number()} {self.number()}"]
        for _ in range(self.rng.randrange(1, 9)):
            letter, count = self.rng.choice([("L", 2), ("l", 2), ("H", 1), ("v", 1), ("C", 6), ("q", 4), ("T", 2), ("Z", 0)])
            parts.append(letter + " ".join(self.number(-20) for _ in range(count)))
            if self.rng.random() < 0.1:
                parts.append(f"A{self.number()} {self.number()} {self.number()} {self.rng.randrange(2)} 1 {self.number()} {self.number()}")
        return " ".join(parts)

    def transform(self):
        kinds = [("translate", 2), ("scale", 2), ("rotate", 1), ("skewX", 1), ("matrix", 6)]
        chosen = self.rng.choices(kinds, k=self.rng.choice([1, 1, 2, 4]))
        return " ".join(f"{name}({' '.join(self.number(-2, 3) for _ in range(count))})" for name, count in chosen)

    def paint(self):
        servers = self.ids["pattern"] + self.ids["linearGradient"]
        if servers and self.rng.random() < 0.4:
            return f"url(#{self.rng.choice(servers)})"
        return self.rng.choice(["none", "red", "#1e9", "#123456", "currentColor", "rgb(1,2,3)"])

    def look(self):
        """The attributes of a shape or group that decide how it looks."""
        found = {"fill": self.paint()}
        if self.rng.random() < 0.4:
            found.update({"stroke": self.paint(), "stroke-width": self.length()})
        if self.rng.random() < 0.1:
            found["stroke-dasharray"] = " ".join(self.number() for _ in range(self.rng.randrange(1, 4)))
        if self.rng.random() < 0.1:
            found["stroke-miterlimit"] = self.number(1)
        if self.rng.random() < 0.15:
            found["opacity"] = self.number(0, 1)
        if self.rng.random() < 0.2:
            found["transform"] = self.transform()
        for kind, name in (("clipPath", "clip-path"), ("mask", "mask")):
            if self.ids[kind] and self.rng.random() < 0.15:
                found[name] = f"url(#{self.rng.choice(self.ids[kind])})"
        if self.rng.random() < 0.1:
            return " style=\"" + ";".join(f"{name}:{value}" for name, value in found.items() if name != "transform") + "\""
        return attributes(found)

    def shape(self):
        kind = self.rng.choice(["path", "path", "path", "rect", "circle", "ellipse", "line", "polygon", "use"])
        if kind == "use" and self.ids["g"]:
            return f"<use href=\"#{self.rng.choice(self.ids['g'])}\" x=\"{self.number()}\"{self.look()}{self.chosen()}/>"
        sizes = {
            "rect": ["x", "y", "width", "height", "rx"],
            "circle": ["cx", "cy", "r"],
            "ellipse": ["cx", "cy", "rx", "ry"],
            "line": ["x1", "y1", "x2", "y2"],
        }.get(kind)
        if sizes:
            return f"<{kind}{attributes({name: self.length() for name in sizes})}{self.look()}{self.chosen()}/>"
        if kind == "polygon":
            points = " ".join(f"{self.number()},{self.number()}" for _ in range(self.rng.randrange(2, 7)))
            return f"<polygon points=\"{points}\"{self.look()}{self.chosen()}/>"
        return f"<path d=\"{self.path()}\"{self.look()}{self.chosen()}/>"

    def shapes(self, depth=0):
        return "".join(self.part(depth) for _ in range(self.rng.randrange(1, 5)))

    def part(self, depth):
        if depth < 4 and self.rng.random() < 0.2:
            inner = self.shapes(depth + 1)
            return f"<g{self.look()}{self.chosen()}>{inner}</g>"
        return self.shape()

    def chosen(self):
        """Now and then a class, for which a rule may have something."""
        return f" class=\"{self.rng.choice('abc')}\"" if self.rng.random() < 0.2 else ""

    def rules(self):
        """Rules that give shapes parts to be filled, clipped or masked with, possibly in one another."""
        names = sum(self.ids.values(), [])
        rule = lambda: "{}{{{}:url(#{})}}".format(
            self.rng.choice([".a", ".b", ".c", "g .a", "path", "path.b:first-child", "[class]", "*"]),
            self.rng.choice(["fill", "fill", "stroke", "mask", "clip-path"]),
            self.rng.choice(names),
        )
        return "<style>" + "".join(rule() for _ in range(self.rng.choice([1, 3, 6]))) + "</style>" if names else ""

    def copied(self):
        """Large patterns for many shapes, each filled with the next by a rule."""
        count, shapes = self.rng.choice([(1, 40), (2, 40), (3, 40), (3, 150), (1, 5000)])
        path = lambda n: f"<path class=\"copy{n}\" d=\"M0 0h1v1z\"/>" * shapes
        patterns = "".join(f"<pattern id=\"copy{n}\" width=\".5\" height=\".5\">{path(n + 1)}</pattern>" for n in range(count))
        rules = "".join(f".copy{n}{{fill:url(#copy{n})}}" for n in range(count))
        return f"<style>{rules}</style>{patterns}{path(0)}"

    def named(self, kind):
        """Something that others refer to by its id: none refers to what follows it, so that there is no circle."""
        name = f"{kind[0]}{sum(map(len, self.ids.values()))}"
        own = {"id": name}
        if kind == "linearGradient":
            own.update({end: self.number(0, 1) for end in ("x1", "y1", "x2", "y2")})
            own["gradientUnits"] = self.rng.choice(BOTH_UNITS)
            own["spreadMethod"] = self.rng.choice(["", "reflect", "repeat"])
            inner = "".join(f"<stop offset=\"{self.number(0, 1)}\" stop-color=\"{color}\"/>" for color in ("red", "#00f"))
        else:
            units = {"pattern": "patternUnits", "clipPath": "clipPathUnits", "mask": "maskUnits"}.get(kind)
            if units:
                own[units] = self.rng.choice(BOTH_UNITS)
            if kind in ("pattern", "mask"):
                own.update({"width": self.length(), "height": self.length()})
            if kind == "pattern" and self.rng.random() < 0.3:
                own["patternTransform"] = self.transform()
            inner = self.shapes(2)
        self.ids[kind].append(name)
        return f"<{kind}{attributes(own)}>{inner}</{kind}>"

    def nested(self):
        """Many groups in one another, each with the same look."""
        count = self.rng.choice([10, 20, 40, 60])
        return f"<g{self.look()}>" * count + self.shape() + "</g>" * count

    def drawing(self):
        kinds = self.rng.choices(list(self.ids), k=self.rng.randrange(6))
        inner = "".join(self.named(kind) for kind in kinds) + self.shapes()
        if self.rng.random() < 0.15:
            inner += self.nested()
        if self.rng.random() < 0.2:
            inner += self.rules()
        if self.rng.random() < 0.05:
            inner += self.copied()
        if self.rng.random() < 0.05:
            rules = self.rng.choice([10, 1000, 20000])
            inner += "<style>" + f"path{{stroke-width:{self.number()}}}" * rules + "</style>"
        if self.rng.random() < 0.05:
            inner += "<path" + "".join(f" data-{n}=\"\"" for n in range(self.rng.choice([100, 300, 50000]))) + "/>"
        if self.rng.random() < 0.05:
            inner = inner + f"<g opacity=\".5\">{self.shape()}{self.shape()}</g>" * self.rng.choice([10, 300, 2000])
        size = f"viewBox=\"0 0 {self.number(50, 150)} {self.number(50, 150)}\"" if self.rng.random() < 0.5 else "viewBox=\"0 0 100 100\""
        if self.rng.random() < 0.2:
            size += f" width=\"{self.length()}\" height=\"{self.length()}\""
        return f"<svg xmlns=\"http://www.w3.org/2000/svg\" {size}>{inner}</svg>".encode()


def attributes(values):
    return "".join(f" {name}=\"{value}\"" for name, value in values.items() if value != "")


def drawing(rng):
    return Pen(rng, rng.random() < 0.5).drawing()
