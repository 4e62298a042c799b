#!/usr/bin/env python3
"""Makes the typefaces of the site out of those in `fonts/`: python3 site/fonts/subset.py

Each font becomes three WOFF2 files: the characters that English and German texts are written with, those of the rest of western
Europe, and all others that it has; a browser loads the latter only where a page shows one of them. Beside them stand two style
sheets for each family: one declares the first file, and its stand-in: fonts that the reader's machine has, stretched to the same
width, so that lines break alike before and after the typeface arrives. The other declares the rest.

Needs fonttools and brotli. What it makes is in the repository; it is run again when a file of `fonts/` changes."""

import os

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = os.path.dirname(os.path.abspath(__file__))
FONTS = os.path.join(HERE, "..", "..", "fonts")

# What nearly every page shows: letters, figures, and the signs of running text and of formulas.
CORE = {
    *range(0x20, 0x7F), 0xA0, 0xB1, 0xB7, *range(0xBC, 0xBF), 0xC4, 0xD6, 0xD7, 0xDC, 0xDF, 0xE4, 0xE9, 0xF6, 0xF7, 0xFC,
    0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x201E, 0x2026, 0x203A, 0x2212, 0x2726,
}
# What headings show: a typeface of headings needs no more at first.
CORE_OF_HEADINGS = {
    *(ord(character) for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !'(),-./:;?ÄÖÜßäöüé"),
    0xA0, 0x2013, 0x2014, 0x2019, 0x201C, 0x201D, 0x201E,
}
LATIN = {
    *range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, *range(0x2010, 0x2016), 0x2018, 0x2019, 0x201A,
    0x201C, 0x201D, 0x201E, 0x2020, 0x2021, 0x2022, 0x2026, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044, 0x20AC,
    0x2122, *range(0x2190, 0x2194), 0x2212, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265, 0x2726,
}
# What the style sheets of the site ask for.
FEATURES = ["ccmp", "kern", "liga", "lnum", "mark", "pnum", "tnum"]

# How often each character stands in a thousand of English prose.
FREQUENCY = {
    " ": 180, "e": 102, "t": 74, "a": 66, "o": 61, "i": 57, "n": 57, "s": 52, "h": 50, "r": 49, "d": 35, "l": 33, "u": 23,
    "c": 23, "m": 20, "w": 19, "f": 18, "g": 16, "y": 16, "p": 15, "b": 12, "v": 8, "k": 6, "x": 1, "j": 1, "q": 1, "z": 1,
}

# The fonts that stand in, those that are rarely there first: their names, and the mean width of a character of such prose in
# thousandths of an em. Arial, Liberation Sans and Arimo are equally wide, as are Times New Roman, Liberation Serif and Tinos.
STAND_INS = {
    ("sans", 400): [
        (507, ["DejaVu Sans", "DejaVuSans"]),
        (443, ["Roboto", "Roboto-Regular"]),
        (441, ["Arial", "ArialMT", "Liberation Sans", "Arimo"]),
    ],
    ("sans-italic", 400): [
        (507, ["DejaVu Sans Oblique", "DejaVuSans-Oblique"]),
        (430, ["Roboto Italic", "Roboto-Italic"]),
        (441, ["Arial Italic", "Arial-ItalicMT", "Liberation Sans Italic", "Arimo Italic"]),
    ],
    ("sans", 700): [
        (572, ["DejaVu Sans Bold", "DejaVuSans-Bold"]),
        (449, ["Roboto Bold", "Roboto-Bold"]),
        (477, ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Arimo Bold"]),
    ],
    ("serif", 700): [
        (565, ["DejaVu Serif Bold", "DejaVuSerif-Bold"]),
        (426, ["Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold", "Tinos Bold"]),
    ],
}

# Style sheet and family; of each font its file, its weight as the sheet declares it, and what stands in for it.
FAMILIES = {
    ("alegreya-sans", "Alegreya Sans"): [
        ("AlegreyaSans_400Regular", "400", ("sans", 400)),
        ("AlegreyaSans_400Regular_Italic", "400", ("sans-italic", 400)),
        ("AlegreyaSans_700Bold", "700", ("sans", 700)),
    ],
    ("archivo", "Archivo"): [("Archivo_700Bold", "700", ("sans", 700))],
    ("baloo-2", "Baloo 2"): [("Baloo2_700Bold", "700", ("sans", 700))],
    ("barlow-condensed", "Barlow Condensed"): [
        ("BarlowCondensed_500Medium", "500", ("sans", 400)),
        ("BarlowCondensed_600SemiBold", "600 700", ("sans", 700)),
    ],
    ("cinzel", "Cinzel"): [("Cinzel_700Bold", "700", ("serif", 700))],
    ("makeready-signs", "Makeready Signs"): [("MakereadySigns_400Regular", "400 700", None)],
    ("spectral", "Spectral"): [("Spectral_700Bold", "700", ("serif", 700))],
    ("zilla-slab", "Zilla Slab"): [("ZillaSlab_700Bold", "700", ("serif", 700))],
}

# The sheets of typefaces that only headings are set in.
OF_HEADINGS = {"archivo", "baloo-2", "cinzel", "spectral", "zilla-slab"}


def write(stem, name, codes):
    """Writes the part of a font with these characters."""
    options = subset.Options()
    options.flavor, options.hinting, options.layout_features = "woff2", False, FEATURES
    options.drop_tables += ["meta"]
    font = subset.load_font(os.path.join(FONTS, f"{stem}.ttf"), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    subset.save_font(font, os.path.join(HERE, f"{name}.woff2"), options)


def ranges(codes):
    """Characters as a style sheet lists them."""
    rows = []
    for code in sorted(codes):
        if rows and code == rows[-1][1] + 1:
            rows[-1][1] = code
        else:
            rows.append([code, code])
    return ",".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in rows)


def rule(**descriptors):
    return "@font-face{" + "".join(f"{key.replace('_', '-')}:{value};" for key, value in descriptors.items()) + "}\n"


def percent(share):
    return f"{100 * share:.1f}%"


def main():
    for (sheet, family), fonts in FAMILIES.items():
        css = rest = ""
        for stem, weight, stand_in in fonts:
            font = TTFont(os.path.join(FONTS, f"{stem}.ttf"))
            have, em, widths = font.getBestCmap(), font["head"].unitsPerEm, font["hmtx"]
            style = "italic" if "Italic" in stem else "normal"
            of_family = {"font_family": f'"{family}"', "font_weight": weight, "font_style": style, "font_display": "swap"}
            core = CORE_OF_HEADINGS if sheet in OF_HEADINGS else CORE
            parts = [
                (stem, core & have.keys()),
                (f"{stem}_latin", (LATIN - core) & have.keys()),
                (f"{stem}_more", {code for code in have.keys() - core - LATIN if code > 0x20}),
            ]
            for name, codes in parts:
                if codes:
                    write(stem, name, codes)
                    source = f'url(fonts/{name}.woff2) format("woff2")'
                    declared = rule(**of_family, src=source, unicode_range=ranges(codes))
                    if name == stem:
                        css += declared
                    else:
                        rest += declared
            if stand_in is None:
                continue
            total = sum(FREQUENCY.values())
            mean = sum(widths[have[ord(letter)]][0] * count for letter, count in FREQUENCY.items()) * 1000 / em / total
            for width, names in STAND_INS[stand_in]:
                adjust = mean / width
                css += rule(
                    font_family=f'"{family} stand-in"', font_weight=weight, font_style=style,
                    src=",".join(f'local("{name}")' for name in names), size_adjust=percent(adjust),
                    ascent_override=percent(font["hhea"].ascent / em / adjust),
                    descent_override=percent(-font["hhea"].descent / em / adjust), line_gap_override="0%",
                )
        with open(os.path.join(HERE, f"{sheet}.css"), "w", encoding="utf-8") as file:
            file.write(css)
        if rest:
            with open(os.path.join(HERE, f"{sheet}-rest.css"), "w", encoding="utf-8") as file:
                file.write(rest)


if __name__ == "__main__":
    main()
