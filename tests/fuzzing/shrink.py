"""The smallest part of a folder that still shows a fault."""

from .raw import lines_of
from .folder import Folder
from .trial import Result, observe

# The most runs that leaving out files and lines may take; a fault of time costs its whole time on each.
MOST_RUNS = 400
MOST_SECONDS = 90.0


def shrink(result, sandbox, without, say):
    """Leaves out mutations, then files, then lines, as long as the first fault stays. Returns what is left."""
    plan = result.plan
    fatal = [found for found in result.faults if found[1].is_fatal] or result.faults
    arguments, fault = fatal[0]
    spent = Spent()

    def stays(folder):
        return not spent.is_over() and shows(folder, arguments, fault.kind, plan, sandbox, spent)

    kept = [number for number in range(plan.count) if number not in without]
    for number in list(kept):
        fewer = [other for other in kept if other != number]
        if stays(plan.folder(set(range(plan.count)) - set(fewer))[0]):
            kept = fewer
    left_out = set(range(plan.count)) - set(kept)
    folder, done = plan.folder(left_out)
    for number, (name, what) in done.items():
        say(f"needs mutation {number}: {name}: {what[:300]}")
    option = f" --without {','.join(map(str, sorted(left_out)))}" if left_out else ""
    say(f"again: --seed {plan.seed} --only {plan.index}{option}")
    before = len(folder.entries)
    folder = fewer_files(folder, stays)
    folder = fewer_lines(folder, stays)
    size = sum(len(entry) for entry in folder.entries.values() if isinstance(entry, bytes))
    say(f"needs {len(folder.entries)} of {before} files, {size} bytes: makeready {' '.join(arguments)}")
    return folder


class Spent:
    """What shrinking took so far."""

    runs = 0
    seconds = 0.0

    def is_over(self):
        return self.runs >= MOST_RUNS or self.seconds > MOST_SECONDS


def shows(folder, arguments, kind, plan, sandbox, spent):
    """Whether a command on this folder has a fault of this kind."""
    result = Result(plan, {})
    sandbox.prepare(folder)
    done = observe(sandbox, plan, arguments, result, False, sandbox_bounds(sandbox, plan, arguments, folder))
    spent.runs += 1
    spent.seconds += done.seconds
    return any(fault.kind == kind for _, fault in result.faults)


def sandbox_bounds(sandbox, plan, arguments, folder):
    bounds = sandbox.bounds(plan.base, arguments)
    sandbox.prepare(folder)
    return bounds


def fewer_files(folder, stays):
    def part(paths):
        return Folder({path: folder.entries[path] for path in paths}, folder.deck)

    return part(fewer(sorted(folder.entries), lambda paths: stays(part(paths))))


def fewer_lines(folder, stays):
    for path in folder.files():

        def part(lines, path=path):
            shorter = folder.copy()
            shorter.put(path, "".join(lines))
            return shorter

        folder = part(fewer(lines_of(folder.text(path)), lambda lines: stays(part(lines))))
    if folder.deck is not None:
        folder = with_deck(folder, fewer(folder.deck.splitlines(keepends=True), lambda lines: stays(with_deck(folder, lines))))
    return folder


def with_deck(folder, lines):
    return Folder(folder.entries, b"".join(lines))


def fewer(items, stays):
    """Leaves out runs of items, long ones first, as long as the fault stays."""
    length = max(1, len(items) // 2)
    while length >= 1 and items:
        at = 0
        while at < len(items):
            rest = items[:at] + items[at + length :]
            if stays(rest):
                items = rest
            else:
                at += length
        length //= 2
    return items
