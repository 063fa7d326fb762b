"""What the checks of training have in common: modules and the program to test, and how to run them.

A check is run as CHECK.py [FOLDER PROGRAM]: FOLDER holds the module for Python with the game `trial`, PROGRAM is
the program with it. Without them, or without PyTorch, nothing can be checked, and importing this ends the check
by exit code 77.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TRAIN = ROOT / "tools/train"
sys.dont_write_bytecode = True
if len(sys.argv) < 3:
    print("SKIPPED: not built: the module for Python; see tools/python/README.md")
    sys.exit(77)
MODULE, PROGRAM = sys.argv[1:]
os.environ["PYTHONPATH"] = MODULE
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.path[:0] = [MODULE, str(TRAIN), str(HERE.parent / "python")]
try:
    import torch
except ImportError:
    print("SKIPPED: there is no PyTorch here")
    sys.exit(77)

torch.set_num_threads(1)  # a fork has none of the others


def write_config(path, **values):
    """Writes a file of settings. Returns its path."""
    path.write_text(json.dumps(values))
    return path


def run_script(name, *arguments):
    """Runs a script of tools/train to its end. Returns its exit code and what it said."""
    return subprocess.run([sys.executable, TRAIN / name, *arguments], capture_output=True, text=True, check=False)


def wait_until(is_so, what, seconds=300):
    """Waits until a function returns true, and fails, with what was waited for, after `seconds`."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def run_checks(*checks):
    """Runs each in a folder of its own, and says how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        for check in checks:
            begin = time.monotonic()
            place = pathlib.Path(folder) / check.__name__
            place.mkdir()
            check(place)
            print(f"{check.__name__}: {time.monotonic() - begin:.1f} s", flush=True)
