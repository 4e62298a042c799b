"""Mutations of bytes and lines, which know nothing of YAML."""

import re

from .folder import TEXT, YAML
from .registry import mutation, on_bytes, on_text

# Bytes that are no UTF-8: lone ends and beginnings, an overlong slash, a surrogate, more than U+10FFFF.
NOT_UTF_8 = [b"\x80", b"\xff", b"\xc3", b"\xe2\x82", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xfe\xff"]
# What means something to YAML or Markdown.
SPECIAL = b"{}[]:,#&*!|>'\"%@`-?<\\~\t\r\n"


def insert(data, at, piece):
    return data[:at] + piece + data[at:]


@on_bytes(1.5)
def flip_bits(data, rng):
    if not data:
        return None
    changed = bytearray(data)
    count = rng.choice([1, 1, 1, 2, 8, 64])
    for _ in range(count):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed), f"{count} bits flipped"


@on_bytes(1.5)
def insert_bytes(data, rng):
    piece = bytes([rng.choice(SPECIAL)]) if rng.random() < 0.75 else rng.randbytes(rng.choice([1, 4, 40]))
    return insert(data, rng.randint(0, len(data)), piece), f"{piece!r} put in"


@on_bytes(1.5)
def delete_bytes(data, rng):
    if not data:
        return None
    at, count = rng.randrange(len(data)), rng.choice([1, 1, 2, 10, 100])
    return data[:at] + data[at + count :], f"{count} bytes taken out at {at}"


@on_bytes(1)
def truncate(data, rng):
    at = rng.randint(0, len(data))
    return data[:at], f"cut at byte {at}"


@on_bytes(1)
def repeat_bytes(data, rng):
    at, length, times = rng.randint(0, len(data)), rng.choice([1, 8, 80]), rng.choice([2, 10, 1000])
    return insert(data, at, data[at : at + length] * times), f"{length} bytes at {at} {times} times more"


@on_bytes(1)
def invalid_utf8(data, rng):
    piece = rng.choice(NOT_UTF_8)
    return insert(data, rng.randint(0, len(data)), piece), f"{piece!r} put in"


@on_bytes(1)
def control_sign(data, rng):
    piece = rng.choice([b"\x00", b"\x00", b"\x1b[31m", b"\x07", b"\x0b", b"\x0c", b"\x7f", b"\xc2\x85", b"\x08"])
    return insert(data, rng.randint(0, len(data)), piece), f"{piece!r} put in"


@on_bytes(1)
def byte_order_mark(data, rng):
    mark = rng.choice([b"\xef\xbb\xbf", b"\xff\xfe", b"\xef\xbb\xbf\xef\xbb\xbf"])
    if rng.random() < 0.2:
        encoding = rng.choice(["utf-16", "utf-16-be", "utf-32"])
        return data.decode("utf-8", "replace").encode(encoding), f"in {encoding}"
    return mark + data, f"{mark!r} in front"


@on_bytes(1)
def line_ends(data, rng):
    end = rng.choice([b"\r\n", b"\r", b"\n\r", b"\xe2\x80\xa8", b"\n\n", b" \n", b"\t\n"])
    return data.replace(b"\n", end), f"lines end in {end!r}"


def lines_of(text):
    return text.splitlines(keepends=True)


def block(lines, at):
    """Where the block ends that begins at a line: that line and all that is indented more."""
    depth = len(lines[at]) - len(lines[at].lstrip(" "))
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip(" ")) > depth):
        end += 1
    return end


@on_text(2, TEXT)
def delete_lines(text, rng):
    lines = lines_of(text)
    if not lines:
        return None
    at, count = rng.randrange(len(lines)), rng.choice([1, 1, 1, 2, 5])
    return "".join(lines[:at] + lines[at + count :]), f"{count} lines from {at + 1} taken out"


@on_text(2, TEXT)
def delete_block(text, rng):
    lines = lines_of(text)
    if not lines:
        return None
    at = rng.randrange(len(lines))
    return "".join(lines[:at] + lines[block(lines, at) :]), f"the block at line {at + 1} taken out"


@on_text(1.5, TEXT)
def duplicate_lines(text, rng):
    lines = lines_of(text)
    if not lines:
        return None
    at = rng.randrange(len(lines))
    end = rng.choice([at + 1, block(lines, at)])
    times = rng.choice([1, 1, 2, 50])
    return "".join(lines[:end] + lines[at:end] * times + lines[end:]), f"lines {at + 1} to {end} {times} times more"


@on_text(1.5, TEXT)
def swap_lines(text, rng):
    lines = lines_of(text)
    if len(lines) < 2:
        return None
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines), f"lines {one + 1} and {other + 1} swapped"


@on_text(1.5)
def indent_lines(text, rng):
    lines = lines_of(text)
    if not lines:
        return None
    at, space = rng.randrange(len(lines)), rng.choice([" ", "  ", "    ", "\t", " " * 200])
    end = rng.choice([at + 1, block(lines, at)])
    lines[at:end] = [space + line for line in lines[at:end]]
    return "".join(lines), f"lines {at + 1} to {end} indented by {space!r}"


@on_text(1.5)
def outdent_lines(text, rng):
    lines = lines_of(text)
    inner = [at for at, line in enumerate(lines) if line.startswith(" ")]
    if not inner:
        return None
    at = rng.choice(inner)
    end, depth = rng.choice([at + 1, block(lines, at)]), rng.choice([1, 2, 2, 4])
    lines[at:end] = [re.sub(rf"^ {{1,{depth}}}", "", line) for line in lines[at:end]]
    return "".join(lines), f"lines {at + 1} to {end} outdented"


@mutation(1.5)
def move_lines(folder, rng):
    """Lines of one file go into another, or stand in both."""
    source, target = folder.pick(rng, TEXT), folder.pick(rng, TEXT)
    lines = lines_of(folder.text(source)) if source and target else []
    if not lines:
        return None
    at = rng.randrange(len(lines))
    end = block(lines, at)
    if rng.random() < 0.5:
        folder.put(source, "".join(lines[:at] + lines[end:]))
    there = lines_of(folder.text(target))
    to = rng.randint(0, len(there))
    folder.put(target, "".join(there[:to] + lines[at:end] + there[to:]))
    return f"lines {at + 1} to {end} of {source} to line {to + 1} of {target}"


@mutation(1)
def splice_files(folder, rng):
    """The beginning of one file with the end of another."""
    one, other = folder.pick(rng, YAML), folder.pick(rng, TEXT)
    if not one or not other:
        return None
    head, tail = folder.entries[one], folder.entries[other]
    cut, start = rng.randint(0, len(head)), rng.randint(0, len(tail))
    folder.entries[one] = head[:cut] + tail[start:]
    return f"{one} to byte {cut}, then {other} from byte {start}"
