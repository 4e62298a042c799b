"""Fonts by chance: a whole TrueType font of a few glyphs, in which bytes of some tables are other ones."""

import struct

# A character that no embedded font has: the texts of the game show it.
SIGN = "\ua640"


def table(name, inner):
    return name, inner + b"\0" * (-len(inner) % 4)


def glyph(points):
    """An outline of straight lines."""
    head = struct.pack(">hhhhh", 1, 0, 0, 1000, 1000)
    flags = bytes([1]) * len(points)
    places = [points[0], *((x - a, y - b) for (a, b), (x, y) in zip(points, points[1:]))]
    columns = b"".join(struct.pack(">h", place[axis]) for axis in (0, 1) for place in places)
    inner = head + struct.pack(">HH", len(points) - 1, 0) + flags + columns
    return inner + b"\0" * (-len(inner) % 4)


def tables(rng):
    square = glyph([(100, 100), (900, 100), (900, 900), (100, 900)])
    # Now and then the sign has no outline.
    outlines = [square, b"" if rng.random() < 0.2 else glyph([(0, 0), (500, rng.randrange(1000)), (1000, 0)])]
    places = [0, len(outlines[0]), len(outlines[0]) + len(outlines[1])]
    point = ord(SIGN)
    segments = struct.pack(">HHHHHHHHHHHHHHHH", 4, 32, 0, 4, 4, 1, 0, point, 0xFFFF, 0, point, 0xFFFF, (1 - point) & 0xFFFF, 1, 0, 0)
    cmap = struct.pack(">HHHHI", 0, 1, 3, 1, 12) + segments
    words = {1: "Chance", 2: "Regular", 4: "Chance Regular", 6: "Chance-Regular"}
    texts = {number: text.encode("utf-16-be") for number, text in words.items()}
    names, at = b"", 0
    for number, text in texts.items():
        names += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(text), at)
        at += len(text)
    name = struct.pack(">HHH", 0, len(texts), 6 + 12 * len(texts)) + names + b"".join(texts.values())
    os2 = struct.pack(">HhHHH", 4, 500, 400, 5, 0) + bytes(22) + bytes(10) + bytes(16) + b"NONE"
    os2 += struct.pack(">HHHhhhHH", 0x40, point, point, 800, -200, 0, 900, 200) + bytes(8) + struct.pack(">hhHHH", 500, 700, 0, 32, 1)
    head = struct.pack(">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 0, 1000, 0, 0, 0, 0, 1000, 1000, 0, 8, 2, 1, 0)
    return [
        table(b"OS/2", os2),
        table(b"cmap", cmap),
        table(b"glyf", b"".join(outlines)),
        table(b"head", head),
        table(b"hhea", struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, 800, -200, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, 2)),
        table(b"hmtx", struct.pack(">HhHh", 1000, 0, 1000, 0)),
        table(b"loca", struct.pack(">III", *places)),
        table(b"maxp", struct.pack(">IHHHHHHHHHHHHHH", 0x10000, 2, 9, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)),
        table(b"name", name),
        table(b"post", struct.pack(">IIhhIIIII", 0x30000, 0, 0, 0, 0, 0, 0, 0, 0)),
    ]


def font(rng):
    found = tables(rng)
    at = 12 + 16 * len(found)
    records, data = b"", b""
    for name, inner in found:
        if rng.random() < 0.08 and inner:
            inner = bytearray(inner)
            for _ in range(rng.choice([1, 3])):
                inner[rng.randrange(len(inner))] = rng.choice([0, 1, 0x7F, 0xFF, rng.randrange(256)])
            inner = bytes(inner)
        length = len(inner) if rng.random() < 0.99 else rng.randrange(len(inner) * 2 + 1)
        records += name + struct.pack(">III", 0, at + len(data), length)
        data += inner
    return struct.pack(">IHHHH", 0x10000, len(found), 128, 3, 32) + records + data
