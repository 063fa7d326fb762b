"""Runs the commands of all pages as they stand, from the root of a copy of the repository.

Usage: commands_check.py PROGRAM

PROGRAM is `isthmus`, which is put first on the path. A fenced block says what it is:

    ```sh                          commands, run by bash; each must succeed
    ```sh not-tested: WHY          commands that no test can run; counted and listed
    ```text                        no commands
    ```python                      an example, which a test of its own runs

Any other block is an error, and so is one of text that looks like commands. The blocks of a page are
run one after another in one copy, so that one may use what another made.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from pages import ROOT, fences, pages

LIMIT = 300  # seconds for a block; they take a few at the most where the program is optimised
PACKAGES = ROOT / "protocols/web/node_modules"  # thousands of files
COMMAND = re.compile(r"^(?:\$ |isthmus |tools/|cmake |mpirun |curl )", re.MULTILINE)


def run(block, folder, path):
    """The exit code of the commands, and what they printed; -1 where they took too long."""
    with subprocess.Popen(["bash", "-euo", "pipefail", "-c", block], cwd=folder, text=True,
                          env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as shell:
        try:
            output, _ = shell.communicate(timeout=LIMIT)
            return shell.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(shell.pid, signal.SIGKILL)
            return -1, shell.communicate()[0]


def built(folder, names):
    """What of the repository is not copied."""
    return [name for name in names if name in ("node_modules", "__pycache__") or
            folder == str(ROOT) and name.startswith(("build", ".git"))]


def check(page, path):
    """What is to be said of a page, the blocks that were run, those that were not, and the errors."""
    said, ran, left, wrong = [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy"
        for number, kind, block in fences(page):
            where = f"{page.relative_to(ROOT)}:{number}"
            if kind.startswith("sh not-tested: "):
                left += 1
                said.append(f"{where}: {kind[3:]}: {block.splitlines()[0]}")
            elif kind == "sh":
                if not copy.exists():
                    shutil.copytree(ROOT, copy, ignore=built)
                    if PACKAGES.exists():
                        (copy / PACKAGES.relative_to(ROOT)).symlink_to(PACKAGES)
                begin = time.monotonic()
                code, output = run(block, copy, path)
                ran += 1
                took = f"{time.monotonic() - begin:.1f} s"
                if code:
                    wrong += 1
                    said.append(f"{where}: WRONG, exit code {code} after {took}:\n{block}{output}")
                else:
                    said.append(f"{where}: ran, {took}")
            elif kind not in ("text", "python") or COMMAND.search(block):
                wrong += 1
                said.append(f"{where}: WRONG: a block must be `sh`, `sh not-tested: WHY`, `python`, or `text` "
                            "without commands")
    return said, ran, left, wrong


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    path = f"{program.parent}:{os.environ['PATH']}"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checked = list(pool.map(lambda page: check(page, path), pages()))
    for said, *_ in checked:
        print("\n".join(said), end="\n" if said else "")
    ran, left, wrong = (sum(numbers) for numbers in list(zip(*checked))[1:])
    print(f"{ran} blocks of commands run, {left} not tested, {wrong} wrong")
    assert ran and left, "the commands were not found"
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
