"""PNGs and JPEGs by chance: sound ones of every kind, with notes and profiles, and such as were cut, flipped or made to harm."""

import struct
import zlib


def broken(rng, data):
    """Now and then cut, or with other bytes in some places."""
    chance = rng.random()
    if chance < 0.15:
        return data[: rng.randrange(len(data))]
    if chance < 0.4:
        data = bytearray(data)
        for _ in range(rng.choice([1, 2, 10])):
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def chunk(name, inner):
    return struct.pack(">I", len(inner)) + name + inner + struct.pack(">I", zlib.crc32(name + inner))


def png(rng):
    width, height = rng.choice([(800, 400), (600, 600), (16, 16), (1, 300)])
    # Gray, colors, a palette, and the first two with how opaque they are.
    color, channels = rng.choice([(0, 1), (2, 3), (3, 1), (4, 2), (6, 4)])
    depth = 16 if color != 3 and rng.random() < 0.2 else 8
    line = width * channels * depth // 8
    lines = b"".join(b"\0" + bytes([rng.randrange(200)]) * line for _ in range(height))
    parts = [chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0))]
    if rng.random() < 0.3:
        parts.append(chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(rng.choice([100, 100_000, 300_000_000])), 9)))
    if rng.random() < 0.2:
        parts.append(chunk(b"acTL", struct.pack(">II", rng.choice([1, 2, 2**32 - 1]), 0)))
    if color == 3:
        parts.append(chunk(b"PLTE", bytes(rng.randrange(256) for _ in range(768))))
    if rng.random() < 0.3:
        parts.append(chunk(b"tEXt", b"Comment\0a place"))
    if rng.random() < 0.2:
        parts.append(chunk(b"eXIf", exif(rng.randrange(12))))
    packed = zlib.compress(lines)
    if rng.random() < 0.1:
        packed = packed[: len(packed) // 2]
    parts += [chunk(b"IDAT", packed), chunk(b"IEND", b"")]
    return broken(rng, b"\x89PNG\r\n\x1a\n" + b"".join(parts))


def exif(orientation):
    return b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0" + bytes([orientation, 0, 0, 0, 0, 0, 0, 0]) + b"a place"


def segment(marker, inner):
    return bytes([0xFF, marker]) + struct.pack(">H", len(inner) + 2) + inner


def blocks(rng, count, values, across):
    """Blocks of one color each, as bits: how many bits the difference to the block before has, these, and the end."""
    before, bits = [0] * values, []
    for _ in range(count * across):
        for n in range(values):
            after = rng.randrange(-128, 128)
            number, before[n] = after - before[n], after
            length = abs(number).bit_length()
            bits.append(f"{length:04b}")
            if length:
                bits.append(f"{number if number > 0 else number + (1 << length) - 1:0{length}b}")
            bits.append("0")
    bits = "".join(bits)
    bits += "1" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")


def jpeg(rng):
    """A mosaic of blocks of 8 by 8 pixels, in one, three or four colors."""
    down, across, count = rng.choice([50, 75, 2]), rng.choice([100, 60, 3]), rng.choice([1, 3, 3, 4, 4, 2])
    components = [[n + 1, 0x11, 0] for n in range(count)]
    frame = struct.pack(">BHHB", 8, down * 8, across * 8, count) + bytes(sum(components, []))
    # Twelve codes of four bits for how long a number is, and one of one bit for the end of a block.
    numbers = bytes([0] + [12 if length == 4 else 0 for length in range(1, 17)] + list(range(12)))
    ends = bytes([0x10, 1] + [0] * 15 + [0])
    scan = bytes([count] + sum(([n + 1, 0] for n in range(count)), []) + [0, 63, 0])
    parts = [b"\xff\xd8"]
    if rng.random() < 0.3:
        parts.append(segment(0xE1, b"Exif\0\0" + exif(rng.randrange(12))))
    if rng.random() < 0.5:
        parts.append(segment(0xEE, b"Adobe\0\x64\0\0\0\0" + bytes([rng.choice([0, 1, 2])])))
    if rng.random() < 0.2:
        parts.append(segment(0xE2, b"ICC_PROFILE\0\x01\x01" + bytes(rng.randrange(256) for _ in range(400))))
    if rng.random() < 0.3:
        parts.append(segment(0xFE, b"a comment"))
    parts += [segment(0xDB, bytes([0] + [8] * 64)), segment(0xC4, numbers), segment(0xC4, ends), segment(0xC0, frame)]
    scans = 1 if rng.random() < 0.9 else rng.choice([2, 90, 50_000])
    parts.append((segment(0xDA, scan) + blocks(rng, down, count, across)) if scans == 1 else segment(0xDA, scan) * scans)
    if rng.random() < 0.95:
        parts.append(b"\xff\xd9")
    return broken(rng, b"".join(parts))
