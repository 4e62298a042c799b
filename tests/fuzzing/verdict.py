"""What every run must hold, and what is wrong with one that does not."""

import json
import re
from dataclasses import dataclass

from .program import MOST_OUTPUT

# Exit codes of the program.
DONE, CONTENT_HAS_ERRORS, USAGE, COULD_NOT_READ_OR_WRITE = range(4)
PANIC = re.compile(r"panicked at ([^\n]+?):(\d+):\d+:\n?([^\n]*)")
OVERFLOW = re.compile(r"thread '([^']*)'.* has overflowed its stack")
OUT_OF_MEMORY = re.compile(r"memory allocation of \d+ bytes failed|out of memory|Cannot allocate memory", re.IGNORECASE)
# `--> file:line:column` of a drawn diagnostic.
PLACE = re.compile(r"^ *--> .+:\d+:\d+$", re.MULTILINE)
ERROR = re.compile(r"^error(\[[^\]\n]+\])?: .", re.MULTILINE)
ESCAPES = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# A message that is longer is not read.
LONGEST_MESSAGE = 2000


@dataclass(frozen=True)
class Fault:
    """What is wrong with a run. Those that are not fatal are counted and told."""

    kind: str
    said: str = ""
    is_fatal: bool = True


def judge(run):
    """What is wrong with a run of any command."""
    text = run.stderr.decode("utf-8", "replace")
    crash = crashed(run, text)
    if crash:
        return crash
    found = []
    if run.megabytes > run.bounds.most_megabytes:
        found.append(Fault(f"memory: {run.command}", f"{run.megabytes:.0f} MB"))
    if run.seconds > run.bounds.most_seconds:
        found.append(Fault(f"time: {run.command}", f"{run.seconds:.1f} s"))
    if run.code not in range(4):
        found.append(Fault(f"exit code {run.code}: {run.command}", last_line(text)))
    elif run.code != DONE and not ERROR.search(text) and not (run.command == "check" and run.stdout):
        found.append(Fault(f"no message: {run.command} exits with {run.code}", last_line(text)))
    if ESCAPES.search(run.stderr):
        found.append(Fault(f"control signs on the terminal from {run.command}", is_fatal=False))
    if run.command == "check" and run.code in (DONE, CONTENT_HAS_ERRORS):
        found.extend(judge_findings(run, text))
    return found


def crashed(run, text):
    """What ended a run that did not end by itself, or the panic that did."""
    panic = PANIC.search(text)
    if panic:
        place = re.sub(r"^.*/(registry/src/[^/]+|library)/", "", panic[1])
        return [Fault(f"panic: {place}:{panic[2]}", panic[3])]
    overflow = OVERFLOW.search(text)
    if overflow:
        return [Fault(f"stack overflow: {run.command}", f"thread {overflow[1]}")]
    if run.killed == "memory" or (run.code < 0 and OUT_OF_MEMORY.search(text)):
        return [Fault(f"memory: {run.command}", f"stopped at {run.megabytes:.0f} MB after {run.seconds:.1f} s")]
    if run.killed == "time":
        return [Fault(f"time: {run.command}", f"stopped after {run.seconds:.1f} s, {run.megabytes:.0f} MB")]
    if run.killed == "standstill":
        return [Fault(f"standstill: {run.command}", f"{run.seconds:.1f} s of the processor in {run.waited:.0f} s")]
    if run.killed == "waiting":
        said = f"{run.seconds:.1f} s of the processor in {run.waited:.0f} s"
        return [Fault(f"too slow a machine to tell, {run.command}", said, is_fatal=False)]
    if run.killed == "output":
        return [Fault(f"flood: {run.command}", f"more than {MOST_OUTPUT >> 20} MB of output")]
    if run.code < 0:
        return [Fault(f"signal {-run.code}: {run.command}", last_line(text))]
    return []


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1][:200] if lines else ""


def judge_findings(run, text):
    """What `check` says of a folder: with code 1 an error that has its place, as JSON or drawn."""
    if "--format" not in run.arguments:
        if run.code == CONTENT_HAS_ERRORS and not PLACE.search(text):
            return [Fault("no place: check draws no finding", last_line(text))]
        return []
    try:
        report = json.loads(run.stdout)
        findings, errors = report["diagnostics"], report["errors"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return [Fault("JSON: check writes none", f"{error}; {last_line(text)}")]
    found = []
    counted = sum(finding.get("severity") == "error" for finding in findings)
    listed = len(findings) + report.get("more", 0)
    if listed != errors + report["warnings"] or counted > errors or (errors > 0) != (run.code == CONTENT_HAS_ERRORS):
        said = f"{errors} said, {counted} there, exit code {run.code}"
        found.append(Fault("JSON: the count of errors is wrong", said))
    for finding in findings:
        for key in ("code", "message", "file", "line", "column", "help"):
            if not finding.get(key):
                found.append(Fault(f"no {key}: {finding.get('code')}", finding.get("message", "")[:200]))
        if len(finding.get("message", "")) > LONGEST_MESSAGE:
            kind = f"a message of more than {LONGEST_MESSAGE} signs, {finding.get('code')}"
            found.append(Fault(kind, is_fatal=False))
    return list({fault.kind: fault for fault in found}.values())


def compare(check, later):
    """`check` and a command that came after it on the same folder: what one takes, the other should take."""
    if "--campaign" in later.arguments:
        return []
    if check.code == DONE and later.code in (CONTENT_HAS_ERRORS, COULD_NOT_READ_OR_WRITE):
        text = later.stderr.decode("utf-8", "replace")
        place = "with a place" if PLACE.search(text) else "without a place"
        first = ERROR.search(text)
        said = text[first.start() :].splitlines()[0][:200] if first else last_line(text)
        return [Fault(f"check green, {later.command} red, {place}", said, is_fatal=False)]
    if check.code == CONTENT_HAS_ERRORS and later.code == DONE and later.command == "build":
        return [Fault("check red, build green", is_fatal=False)]
    return []
