"""Processes on this machine that run beside each other, and are started again where they die."""

import ctypes
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

# As the program, the scripts here and Python tell of errors.
ERROR = re.compile(r"^(\[\w+\]:)?(isthmus|\w+\.py|\w+(Error|Exception)): ")
WAIT = 60  # seconds from the end until what has not ended by itself is ended
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


def end_with_parent():
    """On Linux: the process gets SIGTERM when that which started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


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


class Processes:
    """Started by name; what they print goes to logs of these names. At the end none of them is left."""

    def __init__(self, logs, restarts=MAX_QUICK):
        self.logs, self.restarts = pathlib.Path(logs), restarts
        self.running = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.running:
            process.process.terminate()
        end = time.monotonic() + WAIT
        for process in self.running:
            try:
                process.process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.process.kill()
                process.process.wait()

    def start(self, name, command):
        """command() gives the words, anew for each start."""
        self.running.append(Process(name, command, self.logs / f"{name}.log"))

    def watch(self, end):
        """Until all have ended well, or until WAIT seconds after the time `end`, if one is given. Raises
        RuntimeError where one fails, and fails again when it is started anew."""
        while self.running and (end is None or time.time() < end + WAIT):
            for process in list(self.running):
                code = process.process.poll()
                if code is None:
                    continue
                if code == 0 or (end is not None and time.time() >= end):
                    self.running.remove(process)
                else:
                    self.start_again(process, code)
            time.sleep(0.1)

    def start_again(self, process, code):
        how = f"signal {-code}" if code < 0 else f"code {code}"
        is_quick = time.monotonic() - process.began < QUICK
        process.quick = process.quick + 1 if is_quick else 1
        if process.quick > self.restarts or code == BAD_USAGE:
            self.running.remove(process)
            raise RuntimeError(f"{process.name} ended by {how}: {reason_in(process.log)} (more in {process.log})")
        print(f"{process.name} ended by {how}, and is started again", flush=True)
        process.start()
