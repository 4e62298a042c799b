"""What a release contains that others made: Rust packages, typefaces, icons. For each, a component in the form of CycloneDX.

Cargo says which packages a package needs on a target, with the features that it has there. It compiles nothing for that.
"""

import json
import re
import subprocess
import tomllib
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
# Files with the text of a license or a notice, wherever they are in a package: it may contain the work of others.
IS_NOTICE = re.compile(r"(un)?licen[cs]e|copying|notice|copyright", re.I)
IS_CODE = {".rs", ".py", ".sh", ".js"}
NOT_COMPILED = {"tests", "examples", "benches"}


def output_of(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def read(path):
    return path.read_text(encoding="utf-8-sig", errors="replace").replace("\r\n", "\n")


def packages_of(name, target, flags=()):
    """A package and its normal dependencies: metadata by (name, version), and for each the keys of those that it needs."""
    offline = ["--locked", "--offline"]
    tree = output_of("cargo", "tree", *offline, "-e", "normal", "--prefix", "none", "-p", name, "--target", target, *flags)
    used = {(line.split()[0], line.split()[1].removeprefix("v")) for line in tree.splitlines() if line}
    metadata = json.loads(output_of("cargo", "metadata", "--format-version", "1", *offline, "--filter-platform", target))
    keys = {package["id"]: (package["name"], package["version"]) for package in metadata["packages"]}
    packages = {keys[package["id"]]: package for package in metadata["packages"] if keys[package["id"]] in used}
    if missing := used - packages.keys():
        raise SystemExit(f"cargo metadata does not list {sorted(missing)}")
    needs = {}
    for node in metadata["resolve"]["nodes"]:
        normal = (dep for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"]))
        needs[keys[node["id"]]] = {keys[dep["pkg"]] for dep in normal} & used
    return packages, {key: needs[key] for key in packages}


def texts_of(package):
    """The different license texts and notices in the folder of a package."""
    folder = Path(package["manifest_path"]).parent
    inside = [path.relative_to(folder) for path in folder.rglob("*") if IS_NOTICE.match(path.name) and path.is_file()]
    notices = {path for path in inside if path.suffix not in IS_CODE and not NOT_COMPILED & set(path.parts)}
    return sorted({read(folder / path).strip() for path in notices})


def component(kind, ref, name, version, expression, **more):
    license_ = {"expression": expression, "acknowledgement": "declared"}
    of_version = {"version": version} if version else {}
    return {"type": kind, "bom-ref": ref, "name": name, **of_version, "licenses": [license_], **more}


def checksums():
    """The SHA-256 of each package by (name, version), from Cargo.lock. Packages of the workspace have none."""
    lock = tomllib.loads(read(ROOT / "Cargo.lock"))["package"]
    return {(one["name"], one["version"]): one.get("checksum") for one in lock}


def package_component(package, hashes):
    name, version = key = package["name"], package["version"]
    if not package["license"]:
        raise SystemExit(f"the package {name} {version} does not name its license")
    more, ref = {}, f"{name}@{version}"
    if package["repository"]:
        more["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    if package["source"]:
        ref = more["purl"] = f"pkg:cargo/{name}@{quote(version)}"
        more["hashes"] = [{"alg": "SHA-256", "content": hashes[key]}]
    # Until 2021, Cargo took a slash for `OR`.
    return component("library", ref, name, version, re.sub(r" ?/ ?", " OR ", package["license"]), **more)


def typefaces():
    """From the table of fonts/README.md: the component of each typeface, and the text of its license."""
    for row in re.findall(r"^\| `\w+_\*` .*", read(ROOT / "fonts/README.md"), re.M):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        family, text = cells[1].split("`")[1], read(ROOT / "fonts" / cells[5].strip("`")).strip()
        package = re.match(r"`(.+)` (\S+)", cells[4])
        purl = {"purl": f"pkg:npm/{quote(package[1])}@{package[2]}"} if package else {}
        version = package and package[2]
        yield component("data", f"font {family}", family, version, "OFL-1.1", copyright=text.split("\n")[0], **purl), text


def icons():
    """From site/icons/credits.yaml: the icons of each artist."""
    for artist in read(ROOT / "site/icons/credits.yaml").split("\nartists:\n")[1].split("  - name: ")[1:]:
        name, license_ = artist.split("\n")[0], re.search(r"^    licence: (.+)", artist, re.M)[1].replace(" ", "-")
        drawn = re.findall(r"[\w-]+", re.search(r"^    icons:\s*\[(.*?)\]", artist, re.M | re.S)[1])
        about = f"colored, reduced to one path: {', '.join(drawn)}"
        yield component("data", f"icons {name}", f"icons of game-icons.net by {name}", None, license_, description=about)
