"""One run of the program, with an end: bounded in processor time, waiting and memory, and killed beyond that."""

import contextlib
import os
import resource
import select
import signal
import time
from dataclasses import dataclass, field

# No run may take longer, whatever the folder holds.
MOST_SECONDS = 10.0
# Nor need more memory.
MOST_MEGABYTES = 1024
# Here the system refuses memory, so that a run cannot take the machine with it.
REFUSED_MEGABYTES = 4096
# Machines are shared and slow at times, so that waiting alone proves little until here.
MOST_WAITING = 60.0
# A run that used no processor time for so long waits for something that will not come.
STANDSTILL = 10.0
# More output than this is a fault of its own, and is not kept.
MOST_OUTPUT = 64 * 1024 * 1024
# How often a run is looked at.
INTERVAL = 0.1
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Bounds:
    """What a run may take beyond what every run may: what the untouched game takes, where that is much."""

    seconds: float = 0.0
    megabytes: float = 0.0

    @property
    def most_seconds(self):
        return MOST_SECONDS + self.seconds

    @property
    def most_megabytes(self):
        return MOST_MEGABYTES + self.megabytes


@dataclass
class Run:
    """What came of a run."""

    arguments: list
    bounds: Bounds
    code: int = 0
    # Processor time and the most memory.
    seconds: float = 0.0
    megabytes: float = 0.0
    waited: float = 0.0
    stdout: bytes = b""
    stderr: bytes = b""
    # Why it was killed: "time", "memory", "standstill", "waiting", "output"; None when it ended by itself.
    killed: str | None = None
    output: dict = field(default_factory=dict, repr=False)

    @property
    def command(self):
        return self.arguments[0]


def limit_memory():
    """From here on this process and all that it starts are refused more memory, and leave no core files."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = REFUSED_MEGABYTES << 20
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def forget_peak():
    """Sets the peak memory of this process to what it holds now. The peak of a run that it starts is never counted lower."""
    # Some machines forbid it. There, a worker that held much memory makes the run that it starts look large.
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
        peak.write("5")


def run(program, arguments, threads, bounds=Bounds()):
    """Runs the program in the folder in which this process is."""
    out, err = os.pipe(), os.pipe()
    environment = {"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8", "RAYON_NUM_THREADS": str(threads)}
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, out[1], 1),
        (os.POSIX_SPAWN_DUP2, err[1], 2),
    ]
    forget_peak()
    # A group of its own, so that whatever it starts can be ended with it.
    child = os.posix_spawn(program, [program, *arguments], environment, file_actions=actions, setpgroup=0)
    for end in (out[1], err[1]):
        os.close(end)
    done = Run(list(arguments), bounds)
    begin = time.monotonic()
    try:
        status, usage = watch(child, done, (out[0], err[0]), begin)
    finally:
        # Whatever it started ends with it, and so does it itself when this is interrupted.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        for end in (out[0], err[0]):
            os.close(end)
    done.waited = time.monotonic() - begin
    done.code = os.waitstatus_to_exitcode(status)
    done.seconds = usage.ru_utime + usage.ru_stime
    done.megabytes = usage.ru_maxrss / 1024
    done.stdout, done.stderr = (b"".join(done.output.get(end, [])) for end in (out[0], err[0]))
    done.output = {}
    return done


def watch(child, done, ends, begin):
    """Reads what a run writes until it has ended, and kills it where it goes beyond a bound."""
    poll = select.poll()
    for end in ends:
        poll.register(end, select.POLLIN | select.POLLHUP)
    is_open, size, looked, moved, used = set(ends), 0, begin, begin, 0.0
    while True:
        if is_open:
            for end, _ in poll.poll(INTERVAL * 1000):
                piece = os.read(end, 1 << 18)
                size += len(piece)
                if not piece:
                    poll.unregister(end)
                    is_open.discard(end)
                elif size <= MOST_OUTPUT:
                    done.output.setdefault(end, []).append(piece)
        pid, status, usage = os.wait4(child, 0 if done.killed else os.WNOHANG)
        if pid:
            if is_open and not done.killed:
                drain(done, is_open, size)
            return status, usage
        now = time.monotonic()
        if not is_open:
            time.sleep(0.0005)
        if now - looked < INTERVAL and size <= MOST_OUTPUT:
            continue
        seconds, megabytes, is_asleep = state(child)
        # After a long pause between two looks it was this process that stood still.
        if seconds > used or not is_asleep or now - looked > STANDSTILL / 2:
            used, moved = seconds, now
        looked = now
        done.killed = too_much(done.bounds, seconds, megabytes, now - moved, now - begin, size)
        if done.killed:
            os.killpg(child, signal.SIGKILL)


def drain(done, ends, size):
    """What is left in the pipes of a run that has ended."""
    for end in ends:
        while size <= MOST_OUTPUT and select.select([end], [], [], 0)[0]:
            piece = os.read(end, 1 << 18)
            if not piece:
                break
            size += len(piece)
            done.output.setdefault(end, []).append(piece)


def too_much(bounds, seconds, megabytes, still, waited, size):
    if size > MOST_OUTPUT:
        return "output"
    if seconds > bounds.most_seconds:
        return "time"
    if megabytes > 2 * bounds.most_megabytes:
        return "memory"
    if still > STANDSTILL:
        return "standstill"
    # On a busy machine a run may get too little of the processor to be judged.
    return "waiting" if waited > MOST_WAITING + 6 * bounds.seconds else None


def state(child):
    """Processor time and memory of a running process, and whether it sleeps."""
    try:
        with open(f"/proc/{child}/stat", "rb") as file:
            fields = file.read().rsplit(b") ", 1)[1].split()
    except (OSError, IndexError):
        # It has just ended, or this system has no such file: then waiting is the only bound.
        return 0.0, 0.0, False
    seconds = (int(fields[11]) + int(fields[12])) / TICKS
    return seconds, int(fields[21]) * PAGE / (1 << 20), fields[0] in (b"S", b"D")
