"""Two threads make their first arrays at the same time, in fresh processes, of which none may hang.

Usage: first_arrays_check.py [FOLDER [COUNT]]

FOLDER holds the module, COUNT is how many processes there are (4 if not given), as many at a time as there
are cores. Without them nothing can be checked, and that is said by exit code 77.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 300  # seconds: what takes longer hangs

# While NumPy is looked up other threads always get their turn, as now and then they do by themselves.
THREADS = """
import builtins, sys, threading, time
import isthmus
import numpy

find = builtins.__import__
def find_slowly(name, *rest):
    if name.startswith("numpy"):
        time.sleep(0.2)
    return find(name, *rest)

(targets,) = isthmus.Window([sys.argv[1]]).targets()
both, drawn = threading.Barrier(2), []
def draw():
    both.wait()
    drawn.append([targets.draw(64, seed=seed) for seed in range(5)])
builtins.__import__ = find_slowly
threads = [threading.Thread(target=draw) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert numpy.array_equal(*drawn), "the same for one seed"
which = drawn[0][0][0]
assert which.strides == (8,) and len(set(which.tolist())) > 20, "64 of some 400 positions"
"""


def check(folder, shard):
    """Whether a process hung. Raises RuntimeError where it failed."""
    try:
        ran = subprocess.run([sys.executable, "-c", THREADS, shard], capture_output=True, text=True, check=False,
                             timeout=LIMIT, env={**os.environ, "PYTHONPATH": folder})
    except subprocess.TimeoutExpired:
        return True
    if ran.returncode != 0:
        raise RuntimeError(ran.stderr)
    return False


def main():
    if len(sys.argv) < 2:
        print("SKIPPED: not built: the module for Python; see tools/python/README.md")
        sys.exit(77)
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(HERE))
    from plain_games import Hex
    from records import random_record, write_shard

    count = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        shard = write_shard(pathlib.Path(folder) / "games-00000.shard",
                            [random_record(Hex(5, 5), seed) for seed in range(40)])
        hung = sum(pool.map(lambda _: check(sys.argv[1], shard), range(count)))
    print(f"{hung} of {count} processes hung")
    sys.exit(hung > 0)


main()
