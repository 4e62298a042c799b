"""What Makeready shows of a folder: the text of pages and prints, the search, exports and data; and what it reports."""

import html
import json
import os
import re
import subprocess
from dataclasses import dataclass

from .template import CONTENT, GAME

# A finding's place, as messages give it.
SPOT = re.compile(r"^\s*--> (.+?):(\d+):\d+$", re.M)
HEAD = re.compile(r"^(?:error|warning)\[([a-z0-9-]+)\]", re.M)
COMMENT = re.compile(r"<!--.*?-->", re.S)
HIDDEN = re.compile(r"<(script|style|template)\b.*?</\1>", re.S)
TAG = re.compile(r"<[^>]*>")
# Signs that nobody sees, where a word may be divided, and hyphens at the end of a line.
BREAKS = re.compile("[\u00ad\u200b\u2060]|[-\u2010]\n")
TEXTS = {".json", ".js", ".webmanifest", ".xml", ".txt", ".svg"}
# Somebody who breaks every rule, so that messages of rules are seen.
BREAKER = """format_version: 1
id: breaker
name: Breaker
inputs: { level: 1 }
choices: { home: hill }
stats: { grit: 9, wit: 1, heart: 1 }
traits: [fire-keeper: ash]
abilities:
  - id: long-song
    name: Long song
    fields: { key: low }
    keywords: [ tune: { bars: 5 }, tune: { bars: 5 } ]
    description: "Long."
"""
EXPORTS = (
    ("npc", GAME, "--content", CONTENT, "--layout", "full", "--count", "3", "--format", "md"),
    ("npc", GAME, "--content", CONTENT, "--format", "yaml"),
    ("npc", GAME, "--content", CONTENT, "--format", "json"),
    ("handout", GAME, "--content", CONTENT, "--layout", "full", "--format", "md"),
    ("handout", f"{CONTENT}/{GAME}/characters/wren.yaml", "--content", CONTENT, "--format", "md"),
    ("cards", f"{CONTENT}/{GAME}/characters/wren.yaml", "--content", CONTENT, "--format", "json"),
    ("cards", GAME, "--content", CONTENT, "--campaign", "default.yaml", "--format", "json"),
    ("resolve", f"{CONTENT}/{GAME}/characters/wren.yaml", "--list"),
    ("odds", GAME, "--content", CONTENT),
    ("resolve", f"{CONTENT}/{GAME}/characters/wren.yaml", "chill", "frost=9"),
    ("explain", f"{CONTENT}/{GAME}/characters/wren.yaml", "watch"),
    ("cost", f"{CONTENT}/{GAME}/abilities/warm-song.yaml"),
)


@dataclass(frozen=True)
class Finding:
    code: str
    file: str
    line: int
    is_error: bool
    message: str = ""
    help: str = ""


class Makeready:
    """The program, run in one folder."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *arguments):
        command = [self.program, *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)

    def findings(self):
        """The findings of the content."""
        run = self.run("check", "--content", CONTENT, "--format", "json")
        if run.returncode not in (0, 1):
            raise RuntimeError(f"makeready ended with {run.returncode}: {run.stderr}")
        found = json.loads(run.stdout)["diagnostics"]
        return [
            Finding(
                code=one["code"],
                file=os.path.normpath(one["file"]),
                line=one["line"],
                is_error=one["severity"] == "error",
                message=one["message"],
                help=one.get("help", ""),
            )
            for one in found
        ]

    def findings_of_deck(self, path):
        """The findings of a deck list."""
        run = self.run("cards", "--deck", path, "--content", CONTENT, "--format", "json")
        codes = HEAD.findall(run.stderr)
        spots = SPOT.findall(run.stderr)
        return [Finding(code, os.path.normpath(file), int(line), True) for code, (file, line) in zip(codes, spots)]

    def build(self):
        """What stops a build, or nothing."""
        run = self.run("build", "--content", CONTENT, "--out", "out", "--no-cache", "--quiet")
        return "" if run.returncode == 0 else run.stderr

    def shown(self):
        """Pairs of a kind of output and its text, in small letters: what readers see first comes first."""
        pages = [COMMENT.sub("", page.read_text(encoding="utf-8")) for page in self.outputs(".html")]
        yield "page", plain(TAG.sub("", HIDDEN.sub("", "\n".join(pages))))
        self.run("cards", "--deck", "deck.yaml", "--content", CONTENT, "-o", "out/deck.pdf")
        prints = list(self.outputs(".pdf"))
        yield "print", plain("\n".join(self.text_of(["pdftotext", path, "-"]) for path in prints))
        yield "search", plain("\n".join(path.read_text() for path in (self.folder / "out/site/assets/search").iterdir()))
        yield "export", plain("\n".join(self.run(*arguments).stdout for arguments in EXPORTS))
        yield "metadata of a print", plain("\n".join(self.text_of(["pdfinfo", path]) for path in prints))
        yield "attribute of a page", plain("\n".join(pages))
        data = [path.read_text() for path in self.outputs(*TEXTS) if path.name != "manifest.json"]
        yield "data", plain("\n".join(data))
        (self.folder / CONTENT / GAME / "characters/breaker.yaml").write_text(BREAKER)
        # Messages alone: what is drawn below them is the file itself.
        yield "message", plain("\n".join(f"{one.message} {one.help}" for one in self.findings()))

    def outputs(self, *endings):
        return sorted(path for path in (self.folder / "out").rglob("*") if path.suffix in endings)

    @staticmethod
    def text_of(command):
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def plain(text):
    return BREAKS.sub("", html.unescape(text)).casefold()
