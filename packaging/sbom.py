#!/usr/bin/env python3
"""Lists what a release contains, with licenses: a CycloneDX file (SBOM) for programs, and the license texts for people.

    cargo fetch --locked
    python3 packaging/sbom.py --out target/licenses makeready@x86_64-unknown-linux-musl makeready-press-module@wasm32-unknown-unknown

Each argument is a package of the workspace and the target that it is compiled for; the first one is the subject of the list.
Without arguments: the program, for this machine. Needs Python 3.11 and cargo, and no network. The same input gives the same
bytes. If the variable SOURCE_DATE_EPOCH is set, the SBOM has this date.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import uuid
from pathlib import Path

from contents import checksums, component, icons, output_of, package_component, packages_of, texts_of, typefaces

RULE = "=" * 78
# Comes with Rust's compiler.
RUST_NOTICES = "COPYRIGHT-library.html"
TERMS = """Makeready {version} contains the works below. Makeready itself is under LICENSE-MIT or LICENSE-APACHE.
Where a work offers Apache-2.0 and no text is below, it is used under Apache-2.0, as in LICENSE-APACHE.
Rust's standard library {rust} is under MIT OR Apache-2.0, its parts as {notices} says.
"""
MUSL = "The program contains parts of musl. Copyright © 2005-2020 Rich Felker, et al. MIT, with the text in LICENSE-MIT.\n"
ICONS = """Icons from game-icons.net, changed.
CC-BY-3.0: https://creativecommons.org/licenses/by/3.0/
CC0-1.0: https://creativecommons.org/publicdomain/zero/1.0/"""


def bom_of(subject, parts, components, graph, targets):
    """The SBOM. `parts` are the components that nothing in `graph` needs but the subject itself."""
    graph[subject["bom-ref"]] |= {part["bom-ref"] for part in parts}
    triples = [{"name": "cdx:rustc:sbom:target:triple", "value": target} for target in sorted(targets)]
    metadata = {"component": subject | {"type": "application"}, "properties": triples}
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        metadata = {"timestamp": datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).isoformat(), **metadata}
    content = {
        "version": 1,
        "metadata": metadata,
        "components": [one for one in components if one != subject],
        "dependencies": [{"ref": ref, "dependsOn": sorted(needed)} for ref, needed in sorted(graph.items())],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content))
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{serial}", **content}


def license_of(one):
    return one["licenses"][0]["expression"]


def notices_of(packages, by_key, fonts, drawn):
    """The sections of the text, how many different texts it has, and the packages without a text."""
    texts = {key: texts_of(package) for key, package in sorted(packages.items()) if package["source"]}
    silent = [key for key, found in texts.items() if not found]
    # A package without a text has that of another package of its repository.
    for key in silent:
        home = packages[key]["repository"]
        others = [other for other in texts if home and packages[other]["repository"] == home]
        texts[key] = sorted({text for other in others for text in texts[other]})
    groups = {}
    named = [(" ".join(key), text) for key, found in texts.items() for text in found]
    for name, text in [(font["name"], text) for font, text in fonts] + named:
        groups.setdefault(re.sub(r"\s+", " ", text), (text, []))[1].append(name)
    named_icons = (f"{one['name']} ({license_of(one)}), {one['description']}" for one in drawn)
    sections = [(ICONS, "\n".join(named_icons))]
    without = [key for key in silent if not texts[key]]
    lines = (f"{' '.join(key)}: {license_of(by_key[key])}; by {', '.join(packages[key]['authors'])}" for key in without)
    if without:
        sections.append(("Packages that bring no license text, with their license and authors", "\n".join(lines)))
    sections += [("\n".join(sorted(set(names))), text) for text, names in groups.values()]
    return [f"\n{RULE}\n{heading}\n{RULE}\n{body}\n" for heading, body in sections], len(groups), without


def main():
    rust = dict(line.split(": ", 1) for line in output_of("rustc", "-vV").splitlines()[1:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = [f"makeready@{rust['host']}"]
    parser.add_argument("packages", nargs="*", metavar="PACKAGE@TARGET", default=default)
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    parser.add_argument("--flags", default="", help='flags of cargo about features: "--no-default-features"')
    options = parser.parse_args()

    packages, needs = {}, {}
    asked = [one.split("@", 1) for one in options.packages]
    for name, target in asked:
        found, found_needs = packages_of(name, target, options.flags.split())
        packages |= found
        for key, needed in found_needs.items():
            needs.setdefault(key, set()).update(needed)
    hashes = checksums()
    by_key = {key: package_component(package, hashes) for key, package in sorted(packages.items())}
    roots = [next(one for key, one in by_key.items() if key[0] == name) for name, _ in asked]
    fonts, drawn, targets = list(typefaces()), list(icons()), {target for _, target in asked}
    libraries = [component("library", "rust-std", "rust-std", rust["release"], "MIT OR Apache-2.0")]
    has_musl = any("musl" in target for target in targets)
    libraries += [component("library", "musl", "musl", None, "MIT")] if has_musl else []
    embedded = [*libraries, *(font for font, _ in fonts), *drawn]
    graph = {by_key[key]["bom-ref"]: {by_key[to]["bom-ref"] for to in needed} for key, needed in needs.items()}
    bom = bom_of(roots[0], roots[1:] + embedded, [*by_key.values(), *embedded], graph, targets)
    sections, count, without = notices_of(packages, by_key, fonts, drawn)

    version = roots[0]["version"]
    options.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(bom, indent=1, ensure_ascii=False)
    (options.out / f"makeready-{version}.cdx.json").write_text(f"{text}\n", encoding="utf-8")
    terms = TERMS.format(version=version, rust=rust["release"], notices=RUST_NOTICES) + (MUSL if has_musl else "")
    (options.out / "THIRD-PARTY-LICENSES.txt").write_text(terms + "".join(sections), encoding="utf-8")
    shutil.copy(Path(output_of("rustc", "--print", "sysroot").strip()) / "share/doc/rust" / RUST_NOTICES, options.out)
    print(f"{len(packages)} packages, {len(fonts)} typefaces, icons of {len(drawn)} artists, {count} license texts")
    print("without a license text:", ", ".join(" ".join(key) for key in without) or "none")


if __name__ == "__main__":
    main()
