"""How tools/train/run.py ends where what it starts hangs, dies, will not end, or makes no net; and what it says
where all is well. The trainer and the program are stand-ins, so that there need not be PyTorch.

Usage: run_check.py [FOLDER]

FOLDER holds the module for Python. Without it nothing can be checked, and that is said by exit code 77.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[3]
if len(sys.argv) < 2:
    print("SKIPPED: not built: the module for Python; see tools/python/README.md")
    sys.exit(77)
sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[1], str(ROOT / "tools/train")]

import processes  # noqa: E402
from progress import line_of  # noqa: E402

# What a stand-in does, by its word.
DOES = {
    "ends": "exit 0",
    "plays": """echo '{"seconds": 1.5, "games": 3}'""",
    "waits": "exec sleep 1000",
    "hangs": "trap '' TERM; while :; do sleep 1000; done",  # with what it has started
    "leaves another": "(trap '' TERM; exec sleep 1000) & trap '' TERM; wait",
    "dies": "echo 'isthmus: no luck' >&2; exit 3",
    "dies once": "[ -e \"$MARK\" ] && exec sleep 1000; touch \"$MARK\"; kill -9 $$",
}
TRAINER = """import os, pathlib, sys, json
if os.environ["TRAINER"] != "makes a net":
    os.execv("/bin/sh", ["sh", "-c", os.environ["TRAINER"]])
from folder import Folder
folder = Folder(sys.argv[1])
net = folder.candidates / f"gen-{folder.next_generation():03d}.net"
training = {"games": 1234, "step": 800, "losses": {"policy": 2, "value": 0.5, "heldPolicy": 3, "heldValue": 0.75}}
net.write_text("isthmus-net 1\\n" + json.dumps({"game": "hex", "crc32": 7, "training": training}) + "\\n")
folder.decide(net)
"""
NO_NET = "no net came, the trainer said nothing"


class Case:
    """A run of some seconds, with what its processes do, and what is to come of it."""

    def __init__(self, trainer, player, code, *parts, seconds=1, **settings):
        self.trainer, self.player, self.code, self.parts = trainer, player, code, parts
        self.seconds, self.settings = seconds, settings


CASES = [
    Case("hangs", "waits", 1, "hex: trainer did not end when it was asked to, and was killed", NO_NET, seconds=8),
    Case("waits", "hangs", 1, "hex: rank-0000 did not end when it was asked to, and was killed", NO_NET, seconds=8),
    Case("leaves another", "leaves another", 1, "trainer did not", "rank-0000 did not", NO_NET, seconds=8),
    Case("ends", "ends", 1, NO_NET),
    Case("waits", "waits", 1, NO_NET),  # what ends when it is asked to has done no wrong
    Case("dies", "waits", 1, "trainer ended by code 3: isthmus: no luck (more in ", seconds=600),
    Case("makes a net", "dies once", 1, "hex: rank-0000 ended by signal 9 and was started again", seconds=20),
    Case("makes a net", "waits", 0, seconds=20),
    Case("waits", "hangs", 1, "rank-0000 did not end", NO_NET, schedule="turns", seconds=8),
    Case("makes a net", "plays", 0, schedule="turns", seconds=20),
]


def run(case, folder):
    """Holds a run to what is to come of it; returns how long it took."""
    tools, program, work = folder / "train", folder / "isthmus", folder / "work"
    shutil.copytree(ROOT / "tools/train", tools, ignore=shutil.ignore_patterns("__pycache__"))
    (tools / "train.py").write_text(TRAINER)
    program.write_text("#!/bin/sh\n" + DOES[case.player] + "\n")
    program.chmod(0o755)
    (folder / "config.json").write_text(json.dumps({"fresh": True, "gated": False, **case.settings}))
    began = time.monotonic()
    ran = subprocess.run(
        [sys.executable, tools / "run.py", "hex", "--work", work, "--out", folder / "out", "--seconds",
         str(case.seconds), "--config", folder / "config.json", "--program", program, "--progress"],
        capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": sys.argv[1], "PYTHONDONTWRITEBYTECODE": "1", "MARK": str(folder / "mark"),
             "TRAINER": DOES.get(case.trainer, case.trainer)})
    about = case.trainer, case.player, ran
    assert ran.returncode == case.code, about
    errors = ran.stderr.splitlines()
    assert len(errors) == case.code and all(part in ran.stderr for part in case.parts), about
    assert ran.stderr == "" or ran.stderr.startswith("run.py: "), about
    if case.trainer == "makes a net":
        wanted = (r"gen-\d{3}: 1,234 games, step 800, policy 2\.000, value 0\.500 \(held out 3\.000, 0\.750\), "
                r"\d+ s left")
        lines = [line for line in ran.stdout.splitlines() if line.startswith("gen-")]
        assert lines and all(re.fullmatch(wanted, line) for line in lines), about
        count = len(lines)
        assert ran.stdout.splitlines()[-1] == f"hex: {count} new nets, the last gen-{count - 1:03d}.net", about
    assert (folder / "out/state.tar.xz.aa").exists(), "the state is left"
    left = subprocess.run(["pgrep", "-f", str(folder)], capture_output=True, text=True, check=False).stdout
    assert left == "", f"{about}: left {left}"
    return time.monotonic() - began


# Is asked to end within a callback of the fork that starts a process, where Python drops the exception.
ASKED_IN_FORK = """import os, signal, sys, time, processes
processes.end_when_asked()
with processes.Processes(sys.argv[1]) as one:
    os.register_at_fork(before=lambda: os.kill(os.getpid(), signal.SIGTERM))
    one.start("one", lambda: ["sleep", "1000"])
    print("has started", flush=True)
    one.watch(time.time() + 1000)
"""


ASKED_WITHIN = """import os, signal, processes
processes.end_when_asked(5)
with processes.unbroken():
    os.kill(os.getpid(), signal.SIGTERM)
    print("is whole", flush=True)
print("went on")
"""


def run_python(text, *arguments):
    return subprocess.run([sys.executable, "-c", text, *arguments], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path[:2])}, check=False)


def check_asked_within():
    """What is not to be broken off is ended first."""
    asked = run_python(ASKED_WITHIN)
    assert (asked.stdout, asked.stderr, asked.returncode) == ("is whole\n", "", 5), asked


def check_asked_in_fork(folder):
    asked = run_python(ASKED_IN_FORK, folder)
    assert asked.stdout == "has started\n" and "Exception ignored" in asked.stderr, asked
    assert asked.returncode == 143, asked


def check_death_after_the_end(folder):
    """What died when the time was over is reported, and not started again."""
    with processes.Processes(folder) as few:
        few.start("one", lambda: ["sh", "-c", DOES["dies"]])
        few.running[0].process.wait()
        assert few.watch(time.time() - 1), "all have ended"
    assert few.faults == ["one ended by code 3: isthmus: no luck"], few.faults


def main():
    # What it needs to end its processes leaves it some seconds of 20 to pack the state.
    assert processes.LATE + processes.GRACE + processes.DYING <= 12
    losses = {"policy": 1.5, "value": 0.25, "heldPolicy": ""}
    entry = {"generation": 3, "training": {"games": 5, "step": 7, "losses": losses}, "accepted": False,
             "against": 2, "match": {"elo": -30.4, "error": 12}}
    assert line_of(entry, -1) == ("gen-003: 5 games, step 7, policy 1.500, value 0.250, "
                                  "-30 +- 12 Elo against 2, turned down, 0 s left")
    with tempfile.TemporaryDirectory() as folder:
        check_death_after_the_end(pathlib.Path(folder))
        check_asked_in_fork(pathlib.Path(folder))
        check_asked_within()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(CASES)) as pool:
        folders = [pathlib.Path(folder, str(number)) for number in range(len(CASES))]
        for path in folders:
            path.mkdir()
        for case, seconds in zip(CASES, pool.map(run, CASES, folders)):
            print(f"{case.trainer}, {case.player}: {seconds:.1f} s", flush=True)


main()
