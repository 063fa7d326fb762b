"""Processes on this machine that run beside each other, and are started again where they die. None is left a
few seconds after the end, whatever they do."""

import contextlib
import ctypes
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

# As the program, the scripts here and Python report errors.
ERROR = re.compile(r"^(\[\w+\]:)?(isthmus|\w+\.py|\w+(Error|Exception)): ")
LATE = 3  # seconds from the end until what has not ended by itself is asked to
GRACE = 6  # seconds from then until it is killed
DYING = 2  # seconds that a process which is killed has for that
QUICK = 20  # seconds: what dies so soon after it was started may not be fit to run
BAD_USAGE = 2  # the exit code of the program's that says it will never do
MAX_QUICK = 3  # deaths of that kind in a row


def tail_of(log):
    """The last lines of a log; at least one, which may be ''."""
    with open(log, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - 10_000))
        return file.read().decode(errors="replace").strip().splitlines() or [""]


def reason_in(log):
    """The line that says best why a process ended: an error, or else the last one."""
    lines = tail_of(log)
    return next((line for line in reversed(lines) if ERROR.search(line)), lines[-1])


asked_to_end = threading.Event()
is_unbroken = threading.Event()
exit_code_when_asked = 143


def end_when_asked(code=143):
    """SIGTERM ends this process by SystemExit(code). Python drops an exception where the signal comes in a
    callback of its own, as a fork has them: so what waits for processes looks for it, too."""
    global exit_code_when_asked
    exit_code_when_asked = code

    def end(*_):
        asked_to_end.set()
        if not is_unbroken.is_set():
            sys.exit(code)

    signal.signal(signal.SIGTERM, end)


@contextlib.contextmanager
def unbroken():
    """What is within ends before SIGTERM ends this process, as end_when_asked() has it."""
    is_unbroken.set()
    try:
        yield
    finally:
        is_unbroken.clear()
    if asked_to_end.is_set():
        sys.exit(exit_code_when_asked)


def end_with_parent():
    """On Linux: the process gets SIGTERM when that which started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


def adopt_orphans():
    """On Linux: what a child of this process leaves behind becomes its child, so that none is out of sight."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def descendants():
    """On Linux: the ids of all processes that come from this one and have not ended."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = path.read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state not in "ZX":
                children.setdefault(int(parent), []).append(int(path.parent.name))
    found = [os.getpid()]
    for process in found:
        found += children.get(process, [])
    return found[1:]


class Process:
    def __init__(self, name, command, log):
        self.name, self.command, self.log = name, command, log
        self.quick = 0
        self.start()

    def start(self):
        self.began = time.monotonic()
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([str(word) for word in self.command()], stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log, preexec_fn=end_with_parent)

    def said(self, what):
        """A line of what happened to it, and why."""
        reason = reason_in(self.log)
        return f"{self.name} {what}" + (f": {reason}" if reason else "")


class Processes:
    """Started by name; what they print goes to logs of these names. At the end none of them is left."""

    def __init__(self, logs, restarts=MAX_QUICK):
        self.logs, self.restarts = pathlib.Path(logs), restarts
        self.running = []
        self.faults = []  # a line for each that died, or had to be killed
        adopt_orphans()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.running:
            process.process.terminate()
        end = time.monotonic() + GRACE
        for process in self.running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.process.wait(max(0.1, end - time.monotonic()))
        late = [process for process in self.running if process.process.poll() is None]
        self.faults += [process.said("did not end when it was asked to, and was killed") for process in late]
        end = time.monotonic() + DYING
        while True:
            for process in late:
                process.process.kill()
            for process in descendants():
                with contextlib.suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            is_over = all([process.process.poll() is not None for process in late]) and not descendants()
            if is_over or time.monotonic() > end:
                return
            time.sleep(0.05)

    def start(self, name, command):
        """command() gives the words, anew for each start."""
        self.running.append(Process(name, command, self.logs / f"{name}.log"))

    def watch(self, end, look=lambda: None):
        """Until all have ended well, or until LATE seconds after the time `end`, with a look() now and then.
        Returns whether all have ended. Raises RuntimeError where one fails, and fails again when it is started
        anew, and SystemExit where this process has been asked to end."""
        while self.running:
            if asked_to_end.is_set():
                sys.exit(exit_code_when_asked)
            for process in list(self.running):
                code = process.process.poll()
                if code == 0:
                    self.running.remove(process)
                elif code is not None:
                    self.restart(process, code, end)
            look()
            if time.time() >= end + LATE:
                break
            time.sleep(0.1)
        return not self.running

    def restart(self, process, code, end):
        """What has died is started again, unless it is not fit to run or the time is over."""
        died = f"ended by signal {-code}" if code < 0 else f"ended by code {code}"
        is_quick = time.monotonic() - process.began < QUICK
        process.quick = process.quick + 1 if is_quick else 1
        if time.time() >= end:
            self.running.remove(process)
            self.faults.append(process.said(died))
        elif process.quick > self.restarts or code == BAD_USAGE:
            self.running.remove(process)
            raise RuntimeError(f"{process.said(died)} (more in {process.log})")
        else:
            self.faults.append(process.said(died + " and was started again"))
            print(f"{process.name} {died}, and is started again", flush=True)
            process.start()
