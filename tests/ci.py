#!/usr/bin/env python3
"""The template repository, built by the scripts of `ci` in the order of the action.

    tests/ci.py --makeready target/release/makeready

Compares the output with that of a plain `makeready build`, byte for byte, without a cache and with one. Misspells a name in the
content: `check.sh` must fail, and the SARIF file must have the error at its line. Downloads a release from a folder: `get.sh`
must refuse an archive with another SHA-256. Needs Python 3.11, bash, curl, tar and xz.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]


def run(folder, script, *arguments, code=0, **settings):
    """What a script of `ci` prints, and the outputs of its step."""
    (outputs := folder.parent / "outputs").write_text("")
    environment = os.environ | {"GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": outputs, "XDG_CACHE_HOME": folder.parent / "user"} | settings
    done = subprocess.run(["bash", ROOT / "ci" / script, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == code, f"{script}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout, dict(line.split("=", 1) for line in outputs.read_text().splitlines())


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def template(game, makeready):
    run(game, "template.sh", game, MAKEREADY_PROGRAM=makeready, MAKEREADY_REPOSITORY="someone/makeready")
    files = contents(game)
    assert all(name.startswith("my-game/") or name in ("site.yaml", "campaign.yaml") for name in contents(game / "content")), files
    assert not [name for name, text in files.items() if b"OWNER" in text or b"VERSION" in text]
    assert f"uses: someone/makeready/ci@v{VERSION}\n".encode() in files[".github/workflows/makeready.yml"]
    run(game.parent / "other", "template.sh", "out", code=1, MAKEREADY_PROGRAM=makeready, MAKEREADY_REPOSITORY="a|b/c")
    assert not (game.parent / "other/out").exists()
    run(game, "template.sh", game, code=1, MAKEREADY_PROGRAM=makeready)


def build(game, makeready):
    got = run(game, "get.sh", MAKEREADY_PROGRAM=makeready)[1]
    assert got["version"] == VERSION, got
    program = got["program"]
    cache = Path(run(game, "cache.sh")[1]["folder"])
    subprocess.run([makeready, "build", "--no-cache", "--quiet", "--out", game.parent / "plain"], cwd=game, check=True, stderr=subprocess.DEVNULL)
    for out in ("without-cache", "with-cache"):
        checked = run(game, "check.sh", MAKEREADY_PROGRAM=program)[1]
        assert json.loads((game / checked["sarif"]).read_text())["runs"][0]["results"] == []
        built = run(game, "build.sh", MAKEREADY_PROGRAM=program, MAKEREADY_OUT=out)[1]
        assert built == {"site": f"{out}/site", "print": f"{out}/site/print"}, built
        assert contents(game / out) == contents(game.parent / "plain"), f"{out}: other bytes than a plain build"
        assert any(cache.glob("??/*")), "there is no cache"
    run(game, "build.sh", MAKEREADY_PROGRAM=program, MAKEREADY_OUT="data", MAKEREADY_ARGS="--only\ndata/* --quiet")
    assert set(contents(game / "data")) == {"manifest.json", "data/my-game.json"}


def error(game, makeready):
    before, after = (file := game / "content/my-game/system.yaml").read_text().split("heart + level")
    file.write_text(f"{before}heart + levle{after}")
    line, summary = before.count("\n") + 1, game.parent / "summary.md"
    shown, outputs = run(game, "check.sh", code=1, MAKEREADY_PROGRAM=makeready, GITHUB_STEP_SUMMARY=summary)
    results = json.loads((game / outputs["sarif"]).read_text())["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"] for result in results if (result["level"], result["ruleId"]) == ("error", "unknown-name")]
    assert [(place["artifactLocation"]["uri"], place["region"]["startLine"]) for place in places] == [("content/my-game/system.yaml", line)], results
    assert f"system.yaml:{line}" in summary.read_text() and re.fullmatch(r"::stop-commands::(\w{32})\n.*\n::\1::\n", shown, re.S), shown
    assert run(game, "build.sh", code=1, MAKEREADY_PROGRAM=makeready)[1] == {}


def download(game, _):
    release, program = game.parent / "releases/download/v9.8.7", game.parent / "makeready"
    release.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho makeready 9.8.7\n[ $1 = -V ] || echo content format: 1\n")
    program.chmod(0o755)
    for target in re.findall(r"\w+-(?:unknown-linux|apple)-\w+", (ROOT / "ci/get.sh").read_text()):
        archive = release / f"makeready-{target}.tar.xz"
        subprocess.run(["tar", "-cJf", archive, "-C", program.parent.parent, f"{program.parent.name}/{program.name}"], check=True)
        Path(f"{archive}.sha256").write_text(f"{hashlib.sha256(archive.read_bytes()).hexdigest()} *{archive.name}\n")
    settings = {"MAKEREADY_PROGRAM": "", "MAKEREADY_RELEASES": release.parent.parent.as_uri(), "MAKEREADY_VERSION": "9.8.7"}
    shown, outputs = run(game, "get.sh", **settings)
    assert outputs == {"program": shown.strip(), "version": "9.8.7"}, outputs
    for wrong in ({"MAKEREADY_SHA256": "0" * 64}, {"MAKEREADY_VERSION": "9.8.6"}, {"MAKEREADY_VERSION": "9.8.7/../v9.8.7"}):
        assert run(game, "get.sh", code=1, **settings | wrong)[1] == {}, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--makeready", type=lambda path: Path(path).resolve(), required=True)
    makeready = parser.parse_args().makeready
    commands = re.findall(r"^ *run: (.*)", (ROOT / "ci/action.yml").read_text(), re.M)
    assert len(commands) == 4 and not any("${{" in command for command in commands), commands
    with tempfile.TemporaryDirectory() as folder:
        (game := Path(folder, "game")).mkdir()
        Path(folder, "other").mkdir()
        for test in (template, build, error, download):
            test(game, makeready)
    print("the template repository builds as a plain build does")
